"""A transcript played at a table: every line given to `decide`, and held against what it expects."""

from dataclasses import dataclass, field
from typing import Any

from sicbo.errors import BadInput, Refusal
from sicbo.game.authority import Rank
from sicbo.game.dice import Roll
from sicbo.game.why import call
from sicbo.table.commands import BuyIn, CashOut, OpenTable, RegisterSlip
from sicbo.table.decide import decide
from sicbo.table.events import (
    AnyEvent,
    PlayerWarned,
    ResultCorrected,
    ResultEntered,
    SettledLine,
    SettlementReversed,
    WagersCollected,
    WagersPaid,
    WagersReturned,
)
from sicbo.table.evolve import evolve, money_of
from sicbo.table.messages import Stamp
from sicbo.table.state import Round, Table
from sicbo.table.told import Fact, dollars, refused, told
from sicbo.table.transcript import RANKS, Act, Expectation, Line, Look, Transcript

PARTS = {"won": "winnings", "lost": "collected", "kept": "collected", "returned": "returned"}
Answer = tuple[AnyEvent, ...] | Refusal


@dataclass(frozen=True, slots=True)
class Told:
    """One line, what happened on it, and what did not come as expected."""

    line: Line
    facts: tuple[Fact, ...]
    wrong: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Report:
    """What became of a transcript: its lines in turn, every event, and the table before and after."""

    opening: tuple[Fact, ...]
    told: tuple[Told, ...]
    events: tuple[AnyEvent, ...]
    start: Table
    table: Table

    @property
    def wrong(self) -> tuple[str, ...]:
        """Every sentence about something that did not come as expected."""
        return tuple(sentence for one in self.told for sentence in one.wrong)

    @property
    def holds(self) -> bool:
        """Whether everything came as the transcript expects."""
        return not self.wrong


def play(transcript: Transcript) -> Report:
    """Play a transcript from the opening of its table to its last line."""
    heading = transcript.heading
    start = Table("transcript", heading.rulebook, heading.layout, heading.readings)
    played = _Play(start)
    opening = played.give("house", Rank.SENIOR_MANAGER, Act(OpenTable, heading.sign))
    if isinstance(opening, Refusal):
        raise BadInput(f"Line {heading.number}: {opening}")
    facts = tuple(fact for event in opening for fact in told(event))
    lines = tuple(played.line(line) for line in transcript.lines)
    return Report(facts, lines, tuple(played.events), start, played.table)


@dataclass
class _Play:
    """A table in play, and what the looks of a transcript need to know of its latest round."""

    table: Table
    events: list[AnyEvent] = field(default_factory=list)
    given: int = 0
    settled: dict[tuple[str, str, bool], SettledLine] = field(default_factory=dict)
    returned: dict[str, WagersReturned] = field(default_factory=dict)
    warned: dict[str, PlayerWarned] = field(default_factory=dict)

    def line(self, line: Line) -> Told:
        """Do what a line says."""
        if line.look:
            return Told(line, (), tuple(f"Line {line.number}: {wrong}" for wrong in self.look(line.look)))
        happened: list[AnyEvent] = []
        refusal: Refusal | None = None
        left = len(line.acts)
        while left and refusal is None:
            answer = self.give(line.who, RANKS.get(line.who), line.acts[-left])
            left -= 1
            if isinstance(answer, Refusal):
                refusal = answer
            else:
                happened += answer
        facts = [fact for event in happened for fact in told(event)]
        if refusal:
            facts.append(refused(refusal))
        wrong = self.compare(line, tuple(happened), refusal, early=left > 0)
        return Told(line, tuple(facts), tuple(f"Line {line.number}: {sentence}" for sentence in wrong))

    def give(self, who: str, rank: Rank | None, act: Act) -> Answer:
        """Give one command, a second after the one before, and believe what it leads to."""
        self.given += 1
        stamp = Stamp(who, rank, 1_000_000 * self.given, 1_000 * self.given)
        if act.kind in (BuyIn, CashOut):
            stamp = Stamp("dealer", Rank.DEALER, stamp.wall, stamp.elapsed)
        answer = decide(self.table, act.kind(id=f"c{self.given}", stamp=stamp, **self.words(act)))
        if not isinstance(answer, Refusal):
            for event in answer:
                self.believe(event)
        return answer

    def words(self, act: Act) -> dict[str, Any]:
        """A command's fields, with what the table has to add: the kind of money, the slip's version."""
        words, money = dict(act.words), money_of(self.table)
        if act.kind is BuyIn:
            words["instrument"] = words["instrument"] or money
        if act.kind is RegisterSlip:
            played = self.table.round or Round(self.table.rounds + 1)
            before = played.slips.get(words["player"])
            words["round"], words["version"] = played.number, (before.version if before else 0) + 1
            words["stakes"] = tuple(
                type(stake)(stake.bet, stake.cents, stake.instrument or money) for stake in words["stakes"]
            )
        return words

    def believe(self, event: AnyEvent) -> None:
        """The table after an event, and what looks will ask about it."""
        begun = self.table.round is None
        self.table = evolve(self.table, event)
        self.events.append(event)
        if begun and self.table.round is not None:
            self.settled, self.returned, self.warned = {}, {}, {}
        match event:
            case WagersCollected() | WagersPaid():
                for line in event.lines:
                    self.settled[event.player, line.stake.bet, line.stake.instrument == "token"] = line
            case SettlementReversed():
                self.settled = {key: line for key, line in self.settled.items() if key[0] != event.player}
            case WagersReturned():
                self.returned[event.player] = event
            case PlayerWarned():
                self.warned[event.player] = event
            case _:
                pass

    def compare(
        self, line: Line, happened: tuple[AnyEvent, ...], refusal: Refusal | None, *, early: bool
    ) -> list[str]:
        """What did not come as the line expects."""
        wanted = [one for one in line.expected if one.kind == "refused"]
        if refusal is None:
            wrong = [self.unmet(one, happened) for one in line.expected]
            return [sentence for sentence in wrong if sentence]
        heard = f"it was refused by {refusal.clause}: {refusal.says}"
        if not wanted:
            return [f"This was to be done, but {heard}"]
        if early:
            return [f"The last act was to be refused, but {heard}"]
        return [] if _same(wanted[0], refusal) else [f"Expected {_wish(wanted[0])}, but {heard}"]

    def unmet(self, wish: Expectation, happened: tuple[AnyEvent, ...]) -> str | None:
        """What is wrong with one expectation of a line that was not refused."""
        match wish.kind:
            case "refused":
                return f"Expected {_wish(wish)}, but nothing was refused."
            case "by":
                clauses = dict.fromkeys(fact.clause for event in happened for fact in told(event))
                known = f"it was done by {'; '.join(clauses)}"
                return None if wish.clause in clauses else f"Expected by {wish.clause}, but {known}."
            case "lit" | "called":
                return self.seen(wish, happened)
            case _:
                return None

    def seen(self, wish: Expectation, happened: tuple[AnyEvent, ...]) -> str | None:
        """What is wrong with the lights or the call."""
        results = [event for event in happened if isinstance(event, ResultEntered | ResultCorrected)]
        if not results:
            return f"Expected {wish.kind} {wish.says}, but no result was entered."
        if wish.kind == "lit":
            lit = results[-1].lit
            return None if set(lit) == set(wish.says.split(", ")) else f"Lit were {', '.join(lit)}."
        heard = self.called(results[-1].dice)
        return None if heard == wish.says else f"The call is {heard}."

    def called(self, roll: Roll) -> str:
        """What the dealer calls at this table."""
        return call(roll, self.table.rules, self.table.layout)

    def look(self, look: Look) -> list[str]:
        """What is not at the table as the look would have it."""
        if look.kind == "settled":
            return self.look_at_line(look)
        found: tuple[int, str] | None
        match look.kind:
            case "rack":
                kind = "token" if look.token else money_of(self.table)
                found = self.table.rack(look.player, kind), ""
            case "owes":
                found = self.table.owed.get(look.player, 0), ""
            case "warned":
                warning = self.warned.get(look.player)
                found = (0, warning.clause) if warning else None
            case _:
                found = self.given_back(look)
        if found is None:
            nobody = f"{look.player} was not" if look.kind == "warned" else f"Nothing of {look.player} was"
            return [f"{nobody} {look.kind} in this round."]
        cents, clause = found
        wrong = [
            f"{look.player}: expected {look.kind} {dollars(wanted)}, but it is {dollars(cents)}."
            for wanted in look.amounts.values()
            if wanted != cents
        ]
        return wrong + _other_clause(look, clause)

    def given_back(self, look: Look) -> tuple[int, str] | None:
        """What a void gave back to a player."""
        event = self.returned.get(look.player)
        if event is None:
            return None
        mine = [stake.cents for stake in event.stakes if (stake.instrument == "token") is look.token]
        return sum(mine), event.clause

    def look_at_line(self, look: Look) -> list[str]:
        """What is not as expected of one settled wager."""
        line = self.settled.get((look.player, look.bet, look.token))
        if line is None:
            return [f"Nothing of {look.player} on {look.bet} was settled in this round."]
        outcome = next(iter(look.amounts))
        if outcome != line.outcome:
            return [f"{look.player}'s wager on {look.bet} was {line.outcome}, not {outcome}."]
        wrong = [
            f"{look.player} on {look.bet}: expected {word} {dollars(wanted)}, "
            f"but it is {dollars(getattr(line, PARTS[word]))}."
            for word, wanted in look.amounts.items()
            if getattr(line, PARTS[word]) != wanted
        ]
        return wrong + _other_clause(look, line.clause)


def _other_clause(look: Look, clause: str) -> list[str]:
    if look.clause in ("", clause):
        return []
    return [f"{look.player}: expected {look.kind} by {look.clause}, but it was by {clause}."]


def _same(wish: Expectation, refusal: Refusal) -> bool:
    """Whether a refusal is the one expected: its clause, and its sentence or how that begins."""
    begins = wish.says.removesuffix("...").rstrip()
    if wish.says != begins or not wish.says:
        return wish.clause == refusal.clause and refusal.says.startswith(begins)
    return (wish.clause, wish.says) == (refusal.clause, refusal.says)


def _wish(wish: Expectation) -> str:
    return f"refused by {wish.clause}{f' with: {wish.says}' if wish.says else ''}"
