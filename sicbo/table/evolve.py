"""`evolve`: the table after an event. It never refuses, because an event has already happened."""

from collections.abc import Callable, Iterable
from typing import Any

from immutables import Map
from msgspec.structs import replace

from sicbo.game.policies import Ground
from sicbo.table import desk
from sicbo.table.equipment import faults
from sicbo.table.limits import notices, personal_limits
from sicbo.table.messages.events import (
    AnyEvent,
    ChipsTaken,
    DebtSetOff,
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
    TableClosed,
    TableOpened,
    ValueBrought,
    WagersCollected,
    WagersPaid,
    WagersReturned,
)
from sicbo.table.money import cash
from sicbo.table.money.racks import (
    apply_debt_set_off,
    chips_needed,
    move_chips,
    payout_instrument,
    racks_after_moves,
    settlement_proceeds,
    stake_moves,
)
from sicbo.table.past_rounds import ROUNDS_KEPT, archive_last_round, find_round, replace_round
from sicbo.table.people import conduct, disputes, seats, tournament_use, withheld_winnings
from sicbo.table.round import idle_spins, opening, super_streak_state, voids
from sicbo.table.state import LimitsSign, RegisteredSlip, Round, TableState


def evolve(table: TableState, event: AnyEvent) -> TableState:
    """Return the table after `event`."""
    return APPLIERS[type(event)](table, event)


def evolve_all(table: TableState, events: Iterable[AnyEvent]) -> TableState:
    """Return the table after all `events`, in order."""
    for event in events:
        table = evolve(table, event)
    return table


def _apply_table_opened(table: TableState, event: TableOpened) -> TableState:
    sign = LimitsSign(
        event.minimum, event.maximum, event.unit, event.chip, event.approved_minimum, event.areas
    )
    table = super_streak_state.offer_super_streak(table, event)
    return opening.reset_for_opening(
        replace(table, sign=sign, equipment=event.equipment, seats=event.seats), event
    )


def _apply_table_closed(table: TableState, event: TableClosed) -> TableState:
    return replace(
        archive_last_round(table),
        sign=None,
        notices=Map(),
        agreed=Map(),
        seated=Map(),
        idle=False,
        streak_stake=None,
    )


def _apply_step_performed(table: TableState, event: StepPerformed) -> TableState:
    table = archive_last_round(table) if table.last else table
    played = table.round or Round(number=event.round, sign=table.sign, agreed=table.agreed)
    played = replace(played, done=played.done + 1, void_due=_void_due(table, event) or played.void_due)
    if played.done == len(table.stages):
        if table.idle:
            return notices.shorten_notices_of_uncounted_round(replace(table, round=None, last=played), event)
        return seats.count_round_for_seats(
            replace(table, round=None, last=played, spins=table.spins + 1), played
        )
    return replace(table, round=played, rounds=event.round)


def _void_due(table: TableState, event: StepPerformed) -> str | None:
    """Return the ground that forces a void if the rulebook counts tumbles and there were too few."""
    too_few = event.tumbles is not None and event.tumbles < table.rules.round.tumbles.choice
    return Ground.TOO_FEW_TUMBLES.name if too_few else None


def _apply_slip_registered(table: TableState, event: SlipRegistered) -> TableState:
    assert table.round is not None
    slips = table.round.slips.set(event.player, RegisteredSlip(event.version, event.stakes))
    moves = [(kind, -cents) for kind, cents in chips_needed(event.stakes, event.before)]
    racks, owed = racks_after_moves(table, event.player, moves)
    played = replace(table.round, slips=slips)
    return replace(table, round=played, idle=table.idle and not event.stakes, racks=racks, owed=owed)


def _apply_result_entered(table: TableState, event: ResultEntered) -> TableState:
    assert table.round is not None
    shown = (*table.shown, (event.round, event.dice))[-ROUNDS_KEPT:]
    return replace(table, round=replace(table.round, dice=event.dice), shown=shown)


def _apply_player_warned(table: TableState, event: PlayerWarned) -> TableState:
    played = table.round or table.last
    assert played is not None
    table = replace_round(table, replace(played, warned=played.warned | {event.player}))
    if not table.rules.limits.warning.choice.is_all_day:
        return table
    return replace(table, warned=table.warned | {event.player})


def _apply_wagers_collected(table: TableState, event: WagersCollected) -> TableState:
    played = _kept_round(table, event.round)
    table = replace_round(table, replace(played, collected=played.collected.set(event.player, event.lines)))
    return move_chips(table, event.player, settlement_proceeds(event.lines, payout_instrument(table)))


def _apply_wagers_paid(table: TableState, event: WagersPaid) -> TableState:
    played = _kept_round(table, event.round)
    table = replace_round(table, replace(played, paid=played.paid.set(event.player, event.lines)))
    return move_chips(table, event.player, settlement_proceeds(event.lines, payout_instrument(table)))


def _apply_wagers_returned(table: TableState, event: WagersReturned) -> TableState:
    return move_chips(table, event.player, stake_moves(event.stakes))


def _apply_round_voided(table: TableState, event: RoundVoided) -> TableState:
    in_play = table.round is not None and table.round.number == event.round
    shown = tuple(one for one in table.shown if one[0] != event.round)
    table = voids.remove_or_repeat_round(replace(table, shown=shown), event)
    return notices.shorten_notices_of_uncounted_round(table, event) if in_play else table


def _apply_settlement_reversed(table: TableState, event: SettlementReversed) -> TableState:
    played = _kept_round(table, event.round)
    cleared = {}
    for name in ("collected", "paid", "withheld", "released"):
        amounts = getattr(played, name)
        cleared[name] = amounts.delete(event.player) if event.player in amounts else amounts
    table = replace_round(table, replace(played, **cleared))
    return move_chips(
        table,
        event.player,
        [(kind, -cents) for kind, cents in settlement_proceeds(event.lines, payout_instrument(table))],
    )


def _apply_result_corrected(table: TableState, event: ResultCorrected) -> TableState:
    shown = tuple((number, event.dice if number == event.round else dice) for number, dice in table.shown)
    return replace_round(
        replace(table, shown=shown), replace(_kept_round(table, event.round), dice=event.dice)
    )


def _kept_round(table: TableState, number: int) -> Round:
    played = find_round(table, number)
    assert played is not None
    return played


APPLIERS: dict[type[AnyEvent], Callable[[TableState, Any], TableState]] = {
    **desk.APPLIERS,
    TableOpened: _apply_table_opened,
    TableClosed: _apply_table_closed,
    ValueBrought: cash.apply_value_brought,
    ChipsTaken: cash.apply_chips_taken,
    StepPerformed: _apply_step_performed,
    SlipRegistered: _apply_slip_registered,
    ResultEntered: _apply_result_entered,
    PlayerWarned: _apply_player_warned,
    WagersCollected: _apply_wagers_collected,
    WagersPaid: _apply_wagers_paid,
    WagersReturned: _apply_wagers_returned,
    RoundVoided: _apply_round_voided,
    SettlementReversed: _apply_settlement_reversed,
    DebtSetOff: apply_debt_set_off,
    ResultCorrected: _apply_result_corrected,
    NoticeGiven: notices.apply_notice_given,
    NoticeWithdrawn: notices.apply_notice_withdrawn,
    LimitsChanged: notices.apply_limits_changed,
    LimitsAgreed: personal_limits.apply_limits_agreed,
    **faults.APPLIERS,
    **idle_spins.APPLIERS,
    **seats.APPLIERS,
    **conduct.APPLIERS,
    **withheld_winnings.APPLIERS,
    **disputes.APPLIERS,
    **tournament_use.APPLIERS,
    **super_streak_state.APPLIERS,
}
