"""Events of rounds, in words: opening, steps, slips, results, voids, limits, notices, Super Streak."""

from collections.abc import Callable
from typing import Any

from sicbo.game.policies import Ground
from sicbo.game.rulebook.publication import key_of
from sicbo.table.messages.events import (
    AnyEvent,
    ChipsTaken,
    DebtSetOff,
    FinalStreaksCalled,
    GamingDayBegun,
    LimitsAgreed,
    LimitsChanged,
    NoticeGiven,
    NoticeWithdrawn,
    PlayerWarned,
    ResultCorrected,
    ResultEntered,
    RoundVoided,
    SettlementReversed,
    SlipRegistered,
    StepPerformed,
    StreakEndForced,
    StreakReturned,
    StreakReversed,
    StreaksAdvanced,
    StreaksClosed,
    StreaksRewound,
    StreakWagered,
    TableClosed,
    TableOpened,
    ValueBrought,
    WagersReturned,
)
from sicbo.table.money.racks import in_words
from sicbo.table.narration.formatting import added, dollars, faces, limits, sign, slip
from sicbo.table.round.super_streak_state import CLOSING, INVALIDATED, LIGHTS, NEW_DAY, RESULT, VOID
from sicbo.table.state import STEPS

GROUNDS = {key_of(ground): ground.value for ground in Ground}
ADVANCED = {
    RESULT: "Super Streak takes in {dice}",
    LIGHTS: "Super Streak ends with {dice}",
    CLOSING: "Super Streak takes in {dice}, while it closes",
    VOID: "Super Streak waits",
    INVALIDATED: "Super Streak waits",
    NEW_DAY: "Super Streak begins the day",
}


def _opened(event: TableOpened) -> str:
    shown = sign(event.minimum, event.maximum, event.areas)
    profile = f" as {event.profile}" if event.profile != "home" else ""
    colours = added(" ".join(event.colours), ", colours ")
    streak = f", Super Streak {dollars(event.streak_stake)}" if event.streak_stake is not None else ""
    seats = f", {event.seats} seats" if event.seats else ""
    return f"the table opens{profile}: {shown}{colours}{streak}{seats}"


def _step(event: StepPerformed) -> str:
    tumbles = f", tumbles: {event.tumbles}" if event.tumbles is not None else ""
    return f"{STEPS[event.step].value}{tumbles}"


def _corrected(event: ResultCorrected) -> str:
    seen = f"seen by {event.second}{added(event.reason, ', ')}"
    return f"{faces(event.dice)} in place of {faces(event.entered)}, {seen}"


def _voided(event: RoundVoided) -> str:
    note = f" ({event.note})" if event.note else ""
    second = added(event.second, ", seen by ")
    stands = ", and its wagers stand for the next spin" if event.stands else ""
    return f"round {event.round} is void: {GROUNDS[event.ground]}{note}{second}{stands}"


def _notice(event: NoticeGiven) -> str:
    what = {
        "limits": f"notice: limits will be {sign(event.minimum, event.maximum, event.areas)}",
        "table": "notice: the table will close",
        "super-streak": "notice: Super Streak will close",
    }[event.subject]
    left = (event.due - event.stamp.elapsed) // 60_000
    spins = f" after spin {event.spins}" if event.spins else ""
    return f"{what}{f' in {left} minutes' if left else ''}{spins}"


def _agreed(event: LimitsAgreed) -> str:
    if event.minimum is None and event.maximum is None:
        return f"{event.player} plays by the sign again"
    return f"{event.player} plays {limits(event.minimum, event.maximum)} from the next round"


def _advanced(event: StreaksAdvanced) -> str:
    return ADVANCED[event.how].format(dice=faces(event.dice) if event.dice else "the last result")


WORDS: dict[type[AnyEvent], Callable[[Any], str]] = {
    TableOpened: _opened,
    TableClosed: lambda event: "the table closes",
    ValueBrought: lambda event: (
        f"{event.player} brings {dollars(event.cents)} of {in_words(event.instrument)}"
    ),
    ChipsTaken: lambda event: f"{event.player} takes {dollars(event.cents)} away",
    StepPerformed: _step,
    SlipRegistered: lambda event: f"{event.player} has {slip(event.stakes)}",
    ResultEntered: lambda event: f"{faces(event.dice)} entered; lit {', '.join(event.lit)}",
    PlayerWarned: lambda event: f"{event.player} hears that later ones under the minimum go back",
    WagersReturned: lambda event: f"{event.player} gets back {slip(event.stakes)}",
    RoundVoided: _voided,
    SettlementReversed: lambda event: f"{event.player}'s settlement is taken back",
    DebtSetOff: lambda event: f"{dollars(event.cents)} is set off against what {event.player} owes",
    ResultCorrected: _corrected,
    NoticeGiven: _notice,
    NoticeWithdrawn: lambda event: f"the notice of {event.subject} is withdrawn",
    LimitsChanged: lambda event: f"the sign shows {sign(event.minimum, event.maximum, event.areas)}",
    LimitsAgreed: _agreed,
    StreakWagered: lambda event: f"{event.player} has {slip((event.stake,))}",
    StreaksAdvanced: _advanced,
    StreakEndForced: lambda event: "no Super Streak runs beyond this round",
    StreakReturned: lambda event: f"{event.player} gets back {slip(event.stakes)}",
    StreakReversed: lambda event: f"{event.player}'s Super Streak settlement is taken back",
    StreaksRewound: lambda event: f"Super Streak stands as before round {event.round}",
    FinalStreaksCalled: lambda event: "the final call: no more Super Streak",
    StreaksClosed: lambda event: "Super Streak is closed",
    GamingDayBegun: lambda event: f"gaming day {event.day} begins",
}
