"""Events of rounds, in words: opening, steps, slips, results, voids, limits, notices, Super Streak."""

from collections.abc import Callable
from typing import Any

from sicbo.game.policies import Ground
from sicbo.game.rulebook.publication import enum_key
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
from sicbo.table.money.racks import instrument_in_words
from sicbo.table.narration.formatting import (
    dice_text,
    dollars_text,
    limits_text,
    sign_text,
    stakes_text,
    with_prefix,
)
from sicbo.table.round.super_streak_state import CLOSING, INVALIDATED, LIGHTS, NEW_DAY, RESULT, VOID
from sicbo.table.state import STEPS_BY_KEY

GROUND_TEXTS = {enum_key(ground): ground.value for ground in Ground}
ADVANCE_TEXTS = {
    RESULT: "Super Streak takes in {dice}",
    LIGHTS: "Super Streak ends with {dice}",
    CLOSING: "Super Streak takes in {dice}, while it closes",
    VOID: "Super Streak waits",
    INVALIDATED: "Super Streak waits",
    NEW_DAY: "Super Streak begins the day",
}


def _describe_table_opened(event: TableOpened) -> str:
    shown = sign_text(event.minimum, event.maximum, event.areas)
    profile = f" as {event.profile}" if event.profile != "home" else ""
    colours = with_prefix(" ".join(event.colours), ", colours ")
    streak = f", Super Streak {dollars_text(event.streak_stake)}" if event.streak_stake is not None else ""
    seats = f", {event.seats} seats" if event.seats else ""
    return f"the table opens{profile}: {shown}{colours}{streak}{seats}"


def _describe_step(event: StepPerformed) -> str:
    tumbles = f", tumbles: {event.tumbles}" if event.tumbles is not None else ""
    return f"{STEPS_BY_KEY[event.step].value}{tumbles}"


def _describe_result_corrected(event: ResultCorrected) -> str:
    seen = f"seen by {event.second}{with_prefix(event.reason, ', ')}"
    return f"{dice_text(event.dice)} in place of {dice_text(event.entered)}, {seen}"


def _describe_round_voided(event: RoundVoided) -> str:
    note = f" ({event.note})" if event.note else ""
    second = with_prefix(event.second, ", seen by ")
    stands = ", and its wagers stand for the next spin" if event.stands else ""
    return f"round {event.round} is void: {GROUND_TEXTS[event.ground]}{note}{second}{stands}"


def _describe_notice_given(event: NoticeGiven) -> str:
    what = {
        "limits": f"notice: limits will be {sign_text(event.minimum, event.maximum, event.areas)}",
        "table": "notice: the table will close",
        "super-streak": "notice: Super Streak will close",
    }[event.subject]
    left = (event.due - event.stamp.elapsed) // 60_000
    spins = f" after spin {event.spins}" if event.spins else ""
    return f"{what}{f' in {left} minutes' if left else ''}{spins}"


def _describe_limits_agreed(event: LimitsAgreed) -> str:
    if event.minimum is None and event.maximum is None:
        return f"{event.player} plays by the sign again"
    return f"{event.player} plays {limits_text(event.minimum, event.maximum)} from the next round"


def _describe_streaks_advanced(event: StreaksAdvanced) -> str:
    return ADVANCE_TEXTS[event.how].format(dice=dice_text(event.dice) if event.dice else "the last result")


ROUND_NARRATORS: dict[type[AnyEvent], Callable[[Any], str]] = {
    TableOpened: _describe_table_opened,
    TableClosed: lambda event: "the table closes",
    ValueBrought: lambda event: (
        f"{event.player} brings {dollars_text(event.cents)} of {instrument_in_words(event.instrument)}"
    ),
    ChipsTaken: lambda event: f"{event.player} takes {dollars_text(event.cents)} away",
    StepPerformed: _describe_step,
    SlipRegistered: lambda event: f"{event.player} has {stakes_text(event.stakes)}",
    ResultEntered: lambda event: f"{dice_text(event.dice)} entered; lit {', '.join(event.lit)}",
    PlayerWarned: lambda event: f"{event.player} hears that later ones under the minimum go back",
    WagersReturned: lambda event: f"{event.player} gets back {stakes_text(event.stakes)}",
    RoundVoided: _describe_round_voided,
    SettlementReversed: lambda event: f"{event.player}'s settlement is taken back",
    DebtSetOff: lambda event: f"{dollars_text(event.cents)} is set off against what {event.player} owes",
    ResultCorrected: _describe_result_corrected,
    NoticeGiven: _describe_notice_given,
    NoticeWithdrawn: lambda event: f"the notice of {event.subject} is withdrawn",
    LimitsChanged: lambda event: f"the sign shows {sign_text(event.minimum, event.maximum, event.areas)}",
    LimitsAgreed: _describe_limits_agreed,
    StreakWagered: lambda event: f"{event.player} has {stakes_text((event.stake,))}",
    StreaksAdvanced: _describe_streaks_advanced,
    StreakEndForced: lambda event: "no Super Streak runs beyond this round",
    StreakReturned: lambda event: f"{event.player} gets back {stakes_text(event.stakes)}",
    StreakReversed: lambda event: f"{event.player}'s Super Streak settlement is taken back",
    StreaksRewound: lambda event: f"Super Streak stands as before round {event.round}",
    FinalStreaksCalled: lambda event: "the final call: no more Super Streak",
    StreaksClosed: lambda event: "Super Streak is closed",
    GamingDayBegun: lambda event: f"gaming day {event.day} begins",
}
