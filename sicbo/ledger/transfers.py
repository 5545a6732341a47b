"""Transfers: each event as chips or cash that leave one account for another, one kind at a time.

A new event needs one line here: a function that books it, or its name in `MOVES_NOTHING`.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import msgspec

from sicbo.ledger.accounts import (
    DROP,
    KINDS_OUTSIDE_TABLES,
    LEDGER_KINDS,
    TABLE_FLOAT,
    WORLD,
    Account,
    layout_account,
    rack_account,
    receivable_account,
    suspense_account,
)
from sicbo.table.messages import chip_events as chips, events as play, faults, people as conduct
from sicbo.table.messages.base import Stake
from sicbo.table.messages.events import AnyEvent, SettledLine
from sicbo.table.money.cash import value_chips_with_players
from sicbo.table.money.racks import chips_needed, colour_instrument, instrument_kind, payout_instrument
from sicbo.table.state import TableState

VALUE_CHIP, _, TOKEN, CREDIT, CASH, TOURNAMENT_CHIP = LEDGER_KINDS


class Transfer(msgspec.Struct, frozen=True, gc=False):
    """An amount of one kind that moves from one account to another."""

    kind: str
    cents: int
    source: Account
    target: Account

    def __post_init__(self) -> None:
        assert (
            self.kind in LEDGER_KINDS
            or self.kind in KINDS_OUTSIDE_TABLES
            or instrument_kind(self.kind) in LEDGER_KINDS
        )
        assert self.cents > 0
        assert self.source != self.target


def transfers_of_event(event: AnyEvent, table_before: TableState) -> tuple[Transfer, ...]:
    """Return what an event moved, given the table before it."""
    if type(event) in MOVES_NOTHING:
        return ()
    return tuple(BOOKINGS[type(event)](event, table_before))


def move(kind: str, cents: int, source: Account, target: Account) -> Iterator[Transfer]:
    """Yield a transfer, or nothing if the amount is zero."""
    if cents:
        yield Transfer(kind, cents, source, target)


def reclaim_from_player(
    table: TableState, player: str, claims: Iterable[tuple[str, int, Account]]
) -> Iterator[Transfer]:
    """Yield what a player gives back: from the rack while it lasts, the rest as a debt."""
    left: dict[str, int] = {}
    for kind, cents, target in claims:
        has = left.setdefault(kind, table.rack(player, kind))
        given = min(has, cents)
        left[kind] = has - given
        yield from move(kind, given, rack_account(player), target)
        yield from move(kind, cents - given, receivable_account(player), target)


def _book_value_brought(event: play.ValueBrought, table: TableState) -> Iterator[Transfer]:
    if event.instrument != TOKEN:
        yield from move(CASH, event.cents, WORLD, DROP)
    yield from move(event.instrument, event.cents, TABLE_FLOAT, rack_account(event.player))


def _book_chips_taken(event: play.ChipsTaken, table: TableState) -> Iterator[Transfer]:
    return move(payout_instrument(table), event.cents, rack_account(event.player), WORLD)


def _book_slip(event: play.SlipRegistered, table: TableState) -> Iterator[Transfer]:
    for kind, cents in chips_needed(event.stakes, event.before):
        if cents > 0:
            yield Transfer(kind, cents, rack_account(event.player), layout_account(event.player))
        elif cents:
            yield Transfer(kind, -cents, layout_account(event.player), rack_account(event.player))


def _book_settlement(
    event: play.WagersCollected | play.WagersPaid | play.StreakSettled, table: TableState
) -> Iterator[Transfer]:
    collected: dict[str, int] = {}
    returned: dict[str, int] = {}
    winnings = 0
    for line in event.lines:
        kind = line.stake.instrument
        collected[kind] = collected.get(kind, 0) + line.collected + line.change
        returned[kind] = returned.get(kind, 0) + line.returned - line.change
        winnings += line.winnings + line.change
    player_rack, player_layout = rack_account(event.player), layout_account(event.player)
    for kind, cents in collected.items():
        yield from move(kind, cents, player_layout, TABLE_FLOAT)
    for kind, cents in returned.items():
        yield from move(kind, cents, player_layout, player_rack)
    yield from move(payout_instrument(table), winnings, TABLE_FLOAT, player_rack)


def _book_reversal(
    event: play.SettlementReversed | play.StreakReversed, table: TableState
) -> Iterator[Transfer]:
    player_layout = layout_account(event.player)
    for line in event.lines:
        yield from move(line.stake.instrument, line.collected + line.change, TABLE_FLOAT, player_layout)
    yield from reclaim_from_player(
        table, event.player, _reversal_claims(event.lines, payout_instrument(table), player_layout)
    )


def _reversal_claims(
    lines: Iterable[SettledLine], money: str, player_layout: Account
) -> Iterator[tuple[str, int, Account]]:
    for line in lines:
        yield line.stake.instrument, line.returned - line.change, player_layout
        yield money, line.winnings + line.change, TABLE_FLOAT


def _book_debt_set_off(event: play.DebtSetOff, table: TableState) -> Iterator[Transfer]:
    return move(event.instrument, event.cents, rack_account(event.player), receivable_account(event.player))


def _book_returned_stakes(
    event: play.WagersReturned | play.StreakReturned | conduct.WagerRefused, table: TableState
) -> Iterator[Transfer]:
    return _move_off_layout(event.player, event.stakes, rack_account(event.player))


def _book_forfeited_stakes(event: conduct.WagersForfeited, table: TableState) -> Iterator[Transfer]:
    return _move_off_layout(event.player, event.stakes, TABLE_FLOAT)


def _book_voided_wagers(event: conduct.WagersVoided, table: TableState) -> Iterator[Transfer]:
    to = {"refunded": rack_account(event.player), "suspense": suspense_account(event.player)}.get(
        event.becomes, TABLE_FLOAT
    )
    return _move_off_layout(event.player, event.stakes, to)


def _move_off_layout(player: str, stakes: Iterable[Stake], target: Account) -> Iterator[Transfer]:
    """Yield the transfers of stakes that leave the layout."""
    for stake in stakes:
        yield from move(stake.instrument, stake.cents, layout_account(player), target)


def _book_streak_wager(event: play.StreakWagered, table: TableState) -> Iterator[Transfer]:
    return move(
        event.stake.instrument, event.stake.cents, rack_account(event.player), layout_account(event.player)
    )


def _book_withheld_winnings(event: conduct.WinningsWithheld, table: TableState) -> Iterator[Transfer]:
    return reclaim_from_player(
        table, event.player, ((payout_instrument(table), event.cents, suspense_account(event.player)),)
    )


def _book_freed_winnings(event: conduct.WinningsFreed, table: TableState) -> Iterator[Transfer]:
    source = TABLE_FLOAT if event.kept else suspense_account(event.player)
    return move(payout_instrument(table), event.cents, source, rack_account(event.player))


def _book_determination(event: conduct.SuspenseDetermined, table: TableState) -> Iterator[Transfer]:
    target = rack_account(event.player) if event.released else TABLE_FLOAT
    for kind, cents in event.held:
        yield from move(kind, cents, suspense_account(event.player), target)


def _book_colours_issued(event: chips.ColoursIssued, table: TableState) -> Iterator[Transfer]:
    cents, player_rack = event.pieces * event.value, rack_account(event.player)
    yield from move(payout_instrument(table), cents, player_rack, TABLE_FLOAT)
    yield from move(colour_instrument(event.colour), cents, TABLE_FLOAT, player_rack)


def _book_colours_redeemed(event: chips.ColoursRedeemed, table: TableState) -> Iterator[Transfer]:
    cents, player_rack = event.pieces * event.value, rack_account(event.player)
    yield from move(colour_instrument(event.colour), cents, player_rack, TABLE_FLOAT)
    yield from move(payout_instrument(table), cents, TABLE_FLOAT, player_rack)


def _book_foreign_colours(event: chips.ForeignColoursRedeemed, table: TableState) -> Iterator[Transfer]:
    """Pay for the pieces; they never enter this float, but return to the set of the table that sold them."""
    return move(payout_instrument(table), event.pieces * event.value, TABLE_FLOAT, rack_account(event.player))


def _book_surrendered_colours(event: chips.ColoursSurrendered, table: TableState) -> Iterator[Transfer]:
    return move(
        colour_instrument(event.colour), event.pieces * event.value, rack_account(event.player), TABLE_FLOAT
    )


def _book_voucher(event: chips.VoucherExchanged, table: TableState) -> Iterator[Transfer]:
    return move(event.instrument, event.cents, TABLE_FLOAT, rack_account(event.player))


def _book_ticket(event: chips.TicketDispensed, table: TableState) -> Iterator[Transfer]:
    return move(CREDIT, event.cents, rack_account(event.player), WORLD)


def _book_fill(event: chips.FloatFilled, table: TableState) -> Iterator[Transfer]:
    return move(VALUE_CHIP, event.cents, WORLD, TABLE_FLOAT)


def _book_credit(event: chips.FloatCredited, table: TableState) -> Iterator[Transfer]:
    return move(VALUE_CHIP, event.cents, TABLE_FLOAT, WORLD)


def _book_count(event: chips.FloatCounted, table: TableState) -> Iterator[Transfer]:
    """Book the first count in full, and every later one by its variance."""
    adjustment = event.cents + value_chips_with_players(table) if event.expected is None else event.variance
    return move(
        VALUE_CHIP, abs(adjustment), *((WORLD, TABLE_FLOAT) if adjustment > 0 else (TABLE_FLOAT, WORLD))
    )


BOOKINGS: dict[type[AnyEvent], Callable[[Any, TableState], Iterable[Transfer]]] = {
    play.ValueBrought: _book_value_brought,
    play.ChipsTaken: _book_chips_taken,
    play.SlipRegistered: _book_slip,
    play.WagersCollected: _book_settlement,
    play.WagersPaid: _book_settlement,
    play.WagersReturned: _book_returned_stakes,
    play.SettlementReversed: _book_reversal,
    play.DebtSetOff: _book_debt_set_off,
    play.StreakWagered: _book_streak_wager,
    play.StreakSettled: _book_settlement,
    play.StreakReturned: _book_returned_stakes,
    play.StreakReversed: _book_reversal,
    conduct.WagersVoided: _book_voided_wagers,
    conduct.WagersForfeited: _book_forfeited_stakes,
    conduct.WagerRefused: _book_returned_stakes,
    conduct.WinningsWithheld: _book_withheld_winnings,
    conduct.WinningsFreed: _book_freed_winnings,
    conduct.SuspenseDetermined: _book_determination,
    chips.ColoursIssued: _book_colours_issued,
    chips.ColoursRedeemed: _book_colours_redeemed,
    chips.ForeignColoursRedeemed: _book_foreign_colours,
    chips.ColoursSurrendered: _book_surrendered_colours,
    chips.VoucherExchanged: _book_voucher,
    chips.TicketDispensed: _book_ticket,
    chips.FloatFilled: _book_fill,
    chips.FloatCredited: _book_credit,
    chips.FloatCounted: _book_count,
}

MOVES_NOTHING: set[type[AnyEvent]] = {
    play.TableOpened,
    play.TableClosed,
    play.StepPerformed,
    play.ResultEntered,
    play.PlayerWarned,
    play.RoundVoided,
    play.ResultCorrected,
    play.NoticeGiven,
    play.NoticeWithdrawn,
    play.LimitsChanged,
    play.LimitsAgreed,
    play.StreaksAdvanced,
    play.StreakEndForced,
    play.StreaksRewound,
    play.FinalStreaksCalled,
    play.StreaksClosed,
    play.GamingDayBegun,
    chips.ColoursRequired,
    chips.SignedOn,
    chips.SignedOff,
    faults.FaultReported,
    faults.PersonNotified,
    faults.FaultRectified,
    faults.IdleSpinsDirected,
    faults.IdleSpinsStopped,
    faults.PracticeSpun,
    conduct.SeatTaken,
    conduct.SeatLeft,
    conduct.OffenceRecorded,
    conduct.PlayerSanctioned,
    conduct.ExclusionLifted,
    conduct.DetentionEnded,
    conduct.DisputeRaised,
    conduct.DisputeDecided,
    conduct.ReviewRequested,
    conduct.TableDesignated,
    conduct.TableReleased,
}
