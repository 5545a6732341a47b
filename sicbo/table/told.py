"""Events in words: what happened at a table, each fact with its clause."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from sicbo.errors import Refusal
from sicbo.game.chips import money
from sicbo.game.policies import Ground
from sicbo.game.publish import key_of
from sicbo.table.events import (
    AnyEvent,
    ChipsTaken,
    PlayerWarned,
    ResultCorrected,
    ResultEntered,
    RoundVoided,
    SettledLine,
    SettlementReversed,
    SlipRegistered,
    StepPerformed,
    TableOpened,
    ValueBrought,
    WagersCollected,
    WagersPaid,
    WagersReturned,
)
from sicbo.table.messages import Stake, stable_name
from sicbo.table.state import STEPS

GROUNDS = {key_of(ground): ground.value for ground in Ground}


@dataclass(frozen=True, slots=True)
class Fact:
    """One thing that happened, and the clause it happened by."""

    says: str
    clause: str


def told(event: AnyEvent) -> tuple[Fact, ...]:
    """An event in words; a settlement is one fact for each wager, and an event without words is its name."""
    if isinstance(event, WagersCollected | WagersPaid):
        return tuple(Fact(f"{event.player}: {_line(line)}", line.clause) for line in event.lines)
    say = WORDS.get(type(event), _name)
    return (Fact(say(event), event.clause),)


def refused(refusal: Refusal) -> Fact:
    """A refusal as a fact."""
    return Fact(f"refused: {refusal.says}", refusal.clause)


def dollars(cents: int) -> str:
    """Money as transcripts write it: $25, $2.50, $1,000."""
    return f"${money(cents).removesuffix('.00')}"


def faces(dice: Iterable[int]) -> str:
    """Dice as transcripts write them: 1 4 4."""
    return " ".join(map(str, dice))


def _line(line: SettledLine) -> str:
    stake = f"{line.stake.bet}{' token' if line.stake.instrument == 'token' else ''}"
    if line.outcome == "returned":
        return f"{stake} returned {dollars(line.returned)}"
    if line.outcome == "lost":
        back = f", returned {dollars(line.returned)}" if line.returned else ""
        return f"{stake} lost {dollars(line.collected)}{back}"
    kept = f", kept {dollars(line.collected)}" if line.collected else ""
    return f"{stake} won {dollars(line.winnings)}, returned {dollars(line.returned)}{kept}"


def _slip(stakes: tuple[Stake, ...]) -> str:
    return ", ".join(f"{dollars(stake.cents)} on {stake.bet}" for stake in stakes) or "nothing"


def _name(event: AnyEvent) -> str:
    return stable_name(type(event).__name__).replace("-", " ")


def _opened(event: TableOpened) -> str:
    most = f"to {dollars(event.maximum)}" if event.maximum is not None else "and up"
    return f"the table opens: {dollars(event.minimum)} {most}"


def _step(event: StepPerformed) -> str:
    tumbles = f", tumbles: {event.tumbles}" if event.tumbles is not None else ""
    return f"{STEPS[event.step].value}{tumbles}"


def _entered(event: ResultEntered) -> str:
    return f"{faces(event.dice)} entered; lit {', '.join(event.lit)}"


def _corrected(event: ResultCorrected) -> str:
    why = f", {event.reason}" if event.reason else ""
    return f"{faces(event.dice)} in place of {faces(event.entered)}, seen by {event.second}{why}"


def _voided(event: RoundVoided) -> str:
    note = f" ({event.note})" if event.note else ""
    return f"round {event.round} is void: {GROUNDS[event.ground]}{note}"


def _returned(event: WagersReturned) -> str:
    return f"{event.player} gets back {_slip(event.stakes)}"


WORDS: dict[type[AnyEvent], Callable[[Any], str]] = {
    TableOpened: _opened,
    ValueBrought: lambda event: f"{event.player} brings {dollars(event.cents)} of {event.instrument}",
    ChipsTaken: lambda event: f"{event.player} takes {dollars(event.cents)} away",
    StepPerformed: _step,
    SlipRegistered: lambda event: f"{event.player} has {_slip(event.stakes)}",
    ResultEntered: _entered,
    PlayerWarned: lambda event: f"{event.player} hears that later ones under the minimum go back",
    WagersReturned: _returned,
    RoundVoided: _voided,
    SettlementReversed: lambda event: f"{event.player}'s settlement is taken back",
    ResultCorrected: _corrected,
}
