"""The transcript player: gives every line to `decide` and compares the outcome with what the line expects."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from sicbo.errors import BadInput, Refusal
from sicbo.game.dice import Roll
from sicbo.game.ranks import Rank
from sicbo.game.reasons import call
from sicbo.table.decide import decide
from sicbo.table.evolve import evolve
from sicbo.table.messages.base import Stamp
from sicbo.table.messages.commands import AnyCommand, BuyIn, CashOut, OpenTable, PlaceStreak, RegisterSlip
from sicbo.table.messages.events import AnyEvent, ResultCorrected, ResultEntered
from sicbo.table.messages.people import DecideDispute, RequestReview, ReviewDispute
from sicbo.table.money.racks import money_of
from sicbo.table.narration.table import Fact, refused, told
from sicbo.table.state import Round, Table
from sicbo.table.transcript.checks import Memory
from sicbo.table.transcript.expectations import Expectation
from sicbo.table.transcript.grammar import Act, speaker
from sicbo.table.transcript.parser import Line, Transcript

Answer = tuple[AnyEvent, ...] | Refusal


@dataclass(frozen=True, slots=True)
class Told:
    """One line, what happened on it, and how that differs from what was expected."""

    line: Line
    facts: tuple[Fact, ...]
    wrong: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Report:
    """The outcome of a transcript: its lines in order, every event, and the table before and after."""

    opening: tuple[Fact, ...]
    told: tuple[Told, ...]
    events: tuple[AnyEvent, ...]
    start: Table
    table: Table

    @property
    def wrong(self) -> tuple[str, ...]:
        """Every difference from what the transcript expects, as a sentence."""
        return tuple(sentence for one in self.told for sentence in one.wrong)

    @property
    def holds(self) -> bool:
        """Whether everything happened as the transcript expects."""
        return not self.wrong


def play(transcript: Transcript) -> Report:
    """Play a transcript from the opening of its table to its last line."""
    heading = transcript.heading
    start = Table("transcript", heading.rulebook, heading.layout, heading.readings)
    played = _Play(start)
    opening = played.give("senior-manager:house", Act(OpenTable, heading.sign)) if heading.sign else ()
    if isinstance(opening, Refusal):
        raise BadInput(f"Line {heading.number}: {opening}")
    facts = tuple(fact for event in opening for fact in told(event))
    lines = tuple(played.line(line) for line in transcript.lines)
    return Report(facts, lines, tuple(played.events), start, played.table)


@dataclass
class _Play:
    """A table in play, the time that has passed, and what looks will ask about."""

    table: Table
    events: list[AnyEvent] = field(default_factory=list)
    given: int = 0
    seconds: int = 0
    memory: Memory = field(default_factory=Memory)

    def line(self, line: Line) -> Told:
        """Do what a line says."""
        if line.look:
            return _told(line, [], self.memory.wrong(line.look, self.table))
        if line.wait:
            self.seconds += line.wait
            return _told(line, [Fact(f"after {line.text.removeprefix('wait ')}", "")], [])
        happened: list[AnyEvent] = []
        refusal: Refusal | None = None
        left = len(line.acts)
        while left and refusal is None:
            answer = self.give(line.who, line.acts[-left])
            left -= 1
            if isinstance(answer, Refusal):
                refusal = answer
            else:
                happened += answer
        facts = [fact for event in happened for fact in told(event)]
        if refusal:
            facts.append(refused(refusal))
        return _told(line, facts, self.compare(line, tuple(happened), refusal, early=left > 0))

    def give(self, who: str, act: Act) -> Answer:
        """Give one command, a second after the previous one, and apply its events."""
        self.given += 1
        self.seconds += 1
        by, rank = ("dealer", Rank.DEALER) if act.kind in (BuyIn, CashOut) else speaker(who)
        stamp = Stamp(by, rank, 1_000_000 * self.seconds, 1_000 * self.seconds)
        words = dict(act.words)
        if act.kind in ADDED:
            words |= ADDED[act.kind](self.table, words)
        answer = decide(self.table, act.kind(id=f"c{self.given}", stamp=stamp, **words))
        if not isinstance(answer, Refusal):
            for event in answer:
                self.believe(event)
        return answer

    def believe(self, event: AnyEvent) -> None:
        """Apply an event to the table, and remember what looks will ask about."""
        begun = self.table.round is None
        self.table = evolve(self.table, event)
        self.events.append(event)
        if begun and self.table.round is not None:
            self.memory = Memory()
        self.memory.believe(event)

    def compare(
        self, line: Line, happened: tuple[AnyEvent, ...], refusal: Refusal | None, *, early: bool
    ) -> list[str]:
        """Return how the outcome of a line differs from what it expects."""
        wanted = [one for one in line.expected if one.kind == "refused"]
        if refusal is None:
            wrong = [self.unmet(one, happened) for one in line.expected]
            return [sentence for sentence in wrong if sentence]
        heard = f"it was refused by {refusal.clause}: {refusal.says}"
        if not wanted:
            return [f"Expected this to be done, but {heard}"]
        if early:
            return [f"Expected the last act to be refused, but {heard}"]
        wish = wanted[0]
        same = wish.clause == refusal.clause and _alike(wish.says or "...", refusal.says)
        return [] if same else [f"Expected {_wish(wish)}, but {heard}"]

    def unmet(self, wish: Expectation, happened: tuple[AnyEvent, ...]) -> str | None:
        """Return why an expectation of a line that was not refused is not met, or None."""
        facts = [fact for event in happened for fact in told(event)]
        match wish.kind:
            case "refused":
                return f"Expected {_wish(wish)}, but nothing was refused."
            case "by":
                clauses = dict.fromkeys(fact.clause for fact in facts)
                known = "; ".join(clauses)
                return None if wish.clause in clauses else f"Expected by {wish.clause}, found {known}."
            case "says":
                said = any(_alike(wish.says, fact.says) for fact in facts)
                heard = "; ".join(fact.says for fact in facts)
                return None if said else f"Expected says {wish.says}, found {heard}."
            case "lit" | "called":
                return self.seen(wish, happened)
            case _:
                return None

    def seen(self, wish: Expectation, happened: tuple[AnyEvent, ...]) -> str | None:
        """Return how the lights or the call differ from what was expected."""
        results = [event for event in happened if isinstance(event, ResultEntered | ResultCorrected)]
        if not results:
            return f"Expected {wish.kind} {wish.says}, but no result was entered."
        if wish.kind == "lit":
            lit = results[-1].lit
            if set(lit) == set(wish.says.split(", ")):
                return None
            return f"Expected lit {wish.says}, found {', '.join(lit)}."
        heard = self.called(results[-1].dice)
        return None if heard == wish.says else f"Expected called {wish.says}, found {heard}."

    def called(self, roll: Roll) -> str:
        """Return what the dealer calls at this table."""
        return call(roll, self.table.rules, self.table.layout)


def _told(line: Line, facts: list[Fact], wrong: list[str]) -> Told:
    return Told(line, tuple(facts), tuple(f"Line {line.number}: {sentence}" for sentence in wrong))


def _alike(wanted: str, says: str) -> bool:
    """Return whether a sentence is the expected one, or begins with it if it ends in dots."""
    begins = wanted.removesuffix("...").rstrip()
    return says.startswith(begins) if wanted.endswith("...") else says == wanted


def _wish(wish: Expectation) -> str:
    return f"refused by {wish.clause}{f' with: {wish.says}' if wish.says else ''}"


def _with_money(table: Table, words: dict[str, Any]) -> dict[str, Any]:
    return {"instrument": words.get("instrument") or money_of(table)}


def _with_round(table: Table, words: dict[str, Any]) -> dict[str, Any]:
    number = table.round_due
    return {"round": number, **_with_money(table, words)}


def _with_version(table: Table, words: dict[str, Any]) -> dict[str, Any]:
    """Return the round that a slip is for, its next version, and its stakes in the money of the table."""
    played, money = table.round or Round(table.rounds + 1), money_of(table)
    before = played.slips.get(words["player"])
    stakes = tuple(
        type(stake)(stake.bet, stake.cents, stake.instrument or money) for stake in words["stakes"]
    )
    return {"round": played.number, "version": (before.version if before else 0) + 1, "stakes": stakes}


def _with_dispute(table: Table, words: dict[str, Any]) -> dict[str, Any]:
    """Return the id of a dispute that the transcript names by its player."""
    mine = sorted(key for key, dispute in table.disputes.items() if dispute.player == words["dispute"])
    return {"dispute": max(mine, key=len) if mine else words["dispute"]}


ADDED: dict[type[AnyCommand], Callable[[Table, dict[str, Any]], dict[str, Any]]] = {
    BuyIn: _with_money,
    PlaceStreak: _with_round,
    RegisterSlip: _with_version,
    DecideDispute: _with_dispute,
    ReviewDispute: _with_dispute,
    RequestReview: _with_dispute,
}
