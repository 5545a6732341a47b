"""The transcript player: gives every line to `decide` and compares the outcome with what the line expects."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from sicbo.errors import BadInput, Refusal
from sicbo.game.dice import Roll
from sicbo.game.ranks import Rank
from sicbo.game.reasons import dealer_call
from sicbo.i18n import message
from sicbo.machine.log_kind import Fact, narrate_refusal
from sicbo.machine.messages import Command, Event, Stamp
from sicbo.table.log_kind import TABLE, decide, evolve
from sicbo.table.messages.people import DecideDispute, RequestReview, ReviewDispute
from sicbo.table.messages.round import BuyIn, CashOut, OpenTable, RegisterSlip, ResultCorrected, ResultEntered
from sicbo.table.messages.super_streak import PlaceStreak
from sicbo.table.money.racks import payout_instrument
from sicbo.table.state import Round, TableState
from sicbo.table.transcript.checks import RoundMemory
from sicbo.table.transcript.expectations import Expectation
from sicbo.table.transcript.grammar import CommandDraft, parse_speaker
from sicbo.table.transcript.parser import Transcript, TranscriptLine

Answer = tuple[Event, ...] | Refusal


@dataclass(frozen=True, slots=True)
class PlayedLine:
    """One line, what happened on it, and how that differs from what was expected."""

    line: TranscriptLine
    facts: tuple[Fact, ...]
    differences: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TranscriptReport:
    """The outcome of a transcript: its lines in order, every event, and the table before and after."""

    opening: tuple[Fact, ...]
    played_lines: tuple[PlayedLine, ...]
    events: tuple[Event, ...]
    start: TableState
    table: TableState

    @property
    def differences(self) -> tuple[str, ...]:
        """Every difference from what the transcript expects, as a sentence."""
        return tuple(sentence for one in self.played_lines for sentence in one.differences)

    @property
    def is_fulfilled(self) -> bool:
        """Whether everything happened as the transcript expects."""
        return not self.differences


def play_transcript(transcript: Transcript) -> TranscriptReport:
    """Play a transcript from the opening of its table to its last line."""
    heading = transcript.heading
    start = TableState("transcript", heading.rulebook, heading.layout, heading.readings)
    played = _TranscriptTable(start)
    opening = (
        played.give_command("senior-manager:house", CommandDraft(OpenTable, heading.sign))
        if heading.sign
        else ()
    )
    if isinstance(opening, Refusal):
        raise BadInput(f"Line {heading.number}: {opening}")
    facts = tuple(fact for event in opening for fact in TABLE.narrate(event))
    lines = tuple(played.play_line(line) for line in transcript.lines)
    return TranscriptReport(facts, lines, tuple(played.events), start, played.table)


@dataclass
class _TranscriptTable:
    """A table in play, the time that has passed, and what looks will ask about."""

    table: TableState
    events: list[Event] = field(default_factory=list)
    given: int = 0
    seconds: int = 0
    memory: RoundMemory = field(default_factory=RoundMemory)

    def play_line(self, line: TranscriptLine) -> PlayedLine:
        """Do what a line says."""
        if line.look:
            return _played_line(line, [], self.memory.differences(line.look, self.table))
        if line.wait:
            self.seconds += line.wait
            return _played_line(
                line, [Fact(message("event.waited", time=line.text.removeprefix("wait ")), "")], []
            )
        happened: list[Event] = []
        refusal: Refusal | None = None
        left = len(line.acts)
        while left and refusal is None:
            answer = self.give_command(line.who, line.acts[-left])
            left -= 1
            if isinstance(answer, Refusal):
                refusal = answer
            else:
                happened += answer
        facts = [fact for event in happened for fact in TABLE.narrate(event)]
        if refusal:
            facts.append(narrate_refusal(refusal))
        return _played_line(
            line, facts, self.line_differences(line, tuple(happened), refusal, early=left > 0)
        )

    def give_command(self, who: str, act: CommandDraft) -> Answer:
        """Give one command, a second after the previous one, and apply its events."""
        self.given += 1
        self.seconds += 1
        by, rank = ("dealer", Rank.DEALER) if act.kind in (BuyIn, CashOut) else parse_speaker(who)
        stamp = Stamp(by, rank, 1_000_000 * self.seconds, 1_000 * self.seconds)
        words = dict(act.words)
        if act.kind in COMPLETIONS:
            words |= COMPLETIONS[act.kind](self.table, words)
        answer = decide(self.table, act.kind(id=f"c{self.given}", stamp=stamp, **words))
        if not isinstance(answer, Refusal):
            for event in answer:
                self.apply_event(event)
        return answer

    def apply_event(self, event: Event) -> None:
        """Apply an event to the table, and remember what looks will ask about."""
        begun = self.table.round is None
        self.table = evolve(self.table, event)
        self.events.append(event)
        if begun and self.table.round is not None:
            self.memory = RoundMemory()
        self.memory.remember(event)

    def line_differences(
        self, line: TranscriptLine, happened: tuple[Event, ...], refusal: Refusal | None, *, early: bool
    ) -> list[str]:
        """Return how the outcome of a line differs from what it expects."""
        expected_refusals = [one for one in line.expected if one.kind == "refused"]
        if refusal is None:
            wrong = [self.unmet_expectation(one, happened) for one in line.expected]
            return [sentence for sentence in wrong if sentence]
        heard = f"it was refused by {refusal.clause}: {refusal.says}"
        if not expected_refusals:
            return [f"Expected this to be done, but {heard}"]
        if early:
            return [f"Expected the last act to be refused, but {heard}"]
        wish = expected_refusals[0]
        same = wish.clause == refusal.clause and _matches_sentence(wish.says or "...", refusal.says)
        return [] if same else [f"Expected {_refusal_text(wish)}, but {heard}"]

    def unmet_expectation(self, wish: Expectation, happened: tuple[Event, ...]) -> str | None:
        """Return why an expectation of a line that was not refused is not met, or None."""
        facts = [fact for event in happened for fact in TABLE.narrate(event)]
        match wish.kind:
            case "refused":
                return f"Expected {_refusal_text(wish)}, but nothing was refused."
            case "by":
                clauses = dict.fromkeys(fact.clause for fact in facts)
                known = "; ".join(clauses)
                return None if wish.clause in clauses else f"Expected by {wish.clause}, found {known}."
            case "says":
                said = any(_matches_sentence(wish.says, fact.says) for fact in facts)
                heard = "; ".join(fact.says for fact in facts)
                return None if said else f"Expected says {wish.says}, found {heard}."
            case "lit" | "called":
                return self.result_difference(wish, happened)
            case _:
                return None

    def result_difference(self, wish: Expectation, happened: tuple[Event, ...]) -> str | None:
        """Return how the lights or the call differ from what was expected."""
        results = [event for event in happened if isinstance(event, ResultEntered | ResultCorrected)]
        if not results:
            return f"Expected {wish.kind} {wish.says}, but no result was entered."
        if wish.kind == "lit":
            lit = results[-1].lit
            if set(lit) == set(wish.says.split(", ")):
                return None
            return f"Expected lit {wish.says}, found {', '.join(lit)}."
        heard = self.dealer_call(results[-1].dice)
        return None if heard == wish.says else f"Expected called {wish.says}, found {heard}."

    def dealer_call(self, roll: Roll) -> str:
        """Return what the dealer calls at this table."""
        return dealer_call(roll, self.table.rules, self.table.layout)


def _played_line(line: TranscriptLine, facts: list[Fact], wrong: list[str]) -> PlayedLine:
    return PlayedLine(line, tuple(facts), tuple(f"Line {line.number}: {sentence}" for sentence in wrong))


def _matches_sentence(expected: str, says: str) -> bool:
    """Return whether a sentence is the expected one, or begins with it if it ends in dots."""
    begins = expected.removesuffix("...").rstrip()
    return says.startswith(begins) if expected.endswith("...") else says == expected


def _refusal_text(wish: Expectation) -> str:
    return f"refused by {wish.clause}{f' with: {wish.says}' if wish.says else ''}"


def _with_money(table: TableState, words: dict[str, Any]) -> dict[str, Any]:
    return {"instrument": words.get("instrument") or payout_instrument(table)}


def _with_round(table: TableState, words: dict[str, Any]) -> dict[str, Any]:
    number = table.round_number_due
    return {"round": number, **_with_money(table, words)}


def _with_version(table: TableState, words: dict[str, Any]) -> dict[str, Any]:
    """Return the round that a slip is for, its next version, and its stakes in the money of the table."""
    played, money = table.round or Round(table.rounds + 1), payout_instrument(table)
    before = played.slips.get(words["player"])
    stakes = tuple(
        type(stake)(stake.bet, stake.cents, stake.instrument or money) for stake in words["stakes"]
    )
    return {"round": played.number, "version": (before.version if before else 0) + 1, "stakes": stakes}


def _with_dispute(table: TableState, words: dict[str, Any]) -> dict[str, Any]:
    """Return the id of a dispute that the transcript names by its player."""
    mine = sorted(key for key, dispute in table.disputes.items() if dispute.player == words["dispute"])
    return {"dispute": max(mine, key=len) if mine else words["dispute"]}


COMPLETIONS: dict[type[Command], Callable[[TableState, dict[str, Any]], dict[str, Any]]] = {
    BuyIn: _with_money,
    PlaceStreak: _with_round,
    RegisterSlip: _with_version,
    DecideDispute: _with_dispute,
    ReviewDispute: _with_dispute,
    RequestReview: _with_dispute,
}
