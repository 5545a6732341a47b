"""Transfers: each event as chips or cash that leave one account for another, one kind at a time.

A new event needs one line here: a function that books it, or its name in `MOVES_NOTHING`.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import msgspec

from sicbo.ledger.accounts import (
    DROP,
    ELSEWHERE,
    KINDS,
    TABLE_FLOAT,
    WORLD,
    Account,
    layout,
    rack,
    receivable,
    suspense,
)
from sicbo.table.messages import chip_events as chips, events as play, faults, people as conduct
from sicbo.table.messages.base import Stake
from sicbo.table.messages.events import AnyEvent, SettledLine
from sicbo.table.money.cash import with_players
from sicbo.table.money.racks import colour_chip, kind_of, money_of, needed
from sicbo.table.state import Table

VALUE_CHIP, _, TOKEN, CREDIT, CASH, TOURNAMENT_CHIP = KINDS


class Transfer(msgspec.Struct, frozen=True, gc=False):
    """An amount of one kind that moves from one account to another."""

    kind: str
    cents: int
    source: Account
    target: Account

    def __post_init__(self) -> None:
        assert self.kind in KINDS or self.kind in ELSEWHERE or kind_of(self.kind) in KINDS
        assert self.cents > 0
        assert self.source != self.target


def transfers(event: AnyEvent, table_before: Table) -> tuple[Transfer, ...]:
    """Return what an event moved, given the table before it."""
    if type(event) in MOVES_NOTHING:
        return ()
    return tuple(HOW[type(event)](event, table_before))


def move(kind: str, cents: int, source: Account, target: Account) -> Iterator[Transfer]:
    """Yield a transfer, or nothing if the amount is zero."""
    if cents:
        yield Transfer(kind, cents, source, target)


def taken_back(table: Table, player: str, claims: Iterable[tuple[str, int, Account]]) -> Iterator[Transfer]:
    """Yield what a player gives back: from the rack while it lasts, the rest as a debt."""
    left: dict[str, int] = {}
    for kind, cents, target in claims:
        has = left.setdefault(kind, table.rack(player, kind))
        given = min(has, cents)
        left[kind] = has - given
        yield from move(kind, given, rack(player), target)
        yield from move(kind, cents - given, receivable(player), target)


def _brought(event: play.ValueBrought, table: Table) -> Iterator[Transfer]:
    if event.instrument != TOKEN:
        yield from move(CASH, event.cents, WORLD, DROP)
    yield from move(event.instrument, event.cents, TABLE_FLOAT, rack(event.player))


def _taken(event: play.ChipsTaken, table: Table) -> Iterator[Transfer]:
    return move(money_of(table), event.cents, rack(event.player), WORLD)


def _registered(event: play.SlipRegistered, table: Table) -> Iterator[Transfer]:
    for kind, cents in needed(event.stakes, event.before):
        if cents > 0:
            yield Transfer(kind, cents, rack(event.player), layout(event.player))
        elif cents:
            yield Transfer(kind, -cents, layout(event.player), rack(event.player))


def _settled(
    event: play.WagersCollected | play.WagersPaid | play.StreakSettled, table: Table
) -> Iterator[Transfer]:
    collected: dict[str, int] = {}
    returned: dict[str, int] = {}
    winnings = 0
    for line in event.lines:
        kind = line.stake.instrument
        collected[kind] = collected.get(kind, 0) + line.collected + line.change
        returned[kind] = returned.get(kind, 0) + line.returned - line.change
        winnings += line.winnings + line.change
    mine, cloth = rack(event.player), layout(event.player)
    for kind, cents in collected.items():
        yield from move(kind, cents, cloth, TABLE_FLOAT)
    for kind, cents in returned.items():
        yield from move(kind, cents, cloth, mine)
    yield from move(money_of(table), winnings, TABLE_FLOAT, mine)


def _reversed(event: play.SettlementReversed | play.StreakReversed, table: Table) -> Iterator[Transfer]:
    cloth = layout(event.player)
    for line in event.lines:
        yield from move(line.stake.instrument, line.collected + line.change, TABLE_FLOAT, cloth)
    yield from taken_back(table, event.player, _claims(event.lines, money_of(table), cloth))


def _claims(lines: Iterable[SettledLine], money: str, cloth: Account) -> Iterator[tuple[str, int, Account]]:
    for line in lines:
        yield line.stake.instrument, line.returned - line.change, cloth
        yield money, line.winnings + line.change, TABLE_FLOAT


def _set_off(event: play.DebtSetOff, table: Table) -> Iterator[Transfer]:
    return move(event.instrument, event.cents, rack(event.player), receivable(event.player))


def _returned(
    event: play.WagersReturned | play.StreakReturned | conduct.WagerRefused, table: Table
) -> Iterator[Transfer]:
    return _off(event.player, event.stakes, rack(event.player))


def _forfeited(event: conduct.WagersForfeited, table: Table) -> Iterator[Transfer]:
    return _off(event.player, event.stakes, TABLE_FLOAT)


def _voided(event: conduct.WagersVoided, table: Table) -> Iterator[Transfer]:
    to = {"refunded": rack(event.player), "suspense": suspense(event.player)}.get(event.becomes, TABLE_FLOAT)
    return _off(event.player, event.stakes, to)


def _off(player: str, stakes: Iterable[Stake], target: Account) -> Iterator[Transfer]:
    """Yield the transfers of stakes that leave the layout."""
    for stake in stakes:
        yield from move(stake.instrument, stake.cents, layout(player), target)


def _wagered(event: play.StreakWagered, table: Table) -> Iterator[Transfer]:
    return move(event.stake.instrument, event.stake.cents, rack(event.player), layout(event.player))


def _withheld(event: conduct.WinningsWithheld, table: Table) -> Iterator[Transfer]:
    return taken_back(table, event.player, ((money_of(table), event.cents, suspense(event.player)),))


def _freed(event: conduct.WinningsFreed, table: Table) -> Iterator[Transfer]:
    source = TABLE_FLOAT if event.kept else suspense(event.player)
    return move(money_of(table), event.cents, source, rack(event.player))


def _determined(event: conduct.SuspenseDetermined, table: Table) -> Iterator[Transfer]:
    target = rack(event.player) if event.released else TABLE_FLOAT
    for kind, cents in event.held:
        yield from move(kind, cents, suspense(event.player), target)


def _issued(event: chips.ColoursIssued, table: Table) -> Iterator[Transfer]:
    cents, mine = event.pieces * event.value, rack(event.player)
    yield from move(money_of(table), cents, mine, TABLE_FLOAT)
    yield from move(colour_chip(event.colour), cents, TABLE_FLOAT, mine)


def _redeemed(event: chips.ColoursRedeemed, table: Table) -> Iterator[Transfer]:
    cents, mine = event.pieces * event.value, rack(event.player)
    yield from move(colour_chip(event.colour), cents, mine, TABLE_FLOAT)
    yield from move(money_of(table), cents, TABLE_FLOAT, mine)


def _redeemed_foreign(event: chips.ForeignColoursRedeemed, table: Table) -> Iterator[Transfer]:
    """Pay for the pieces; they never enter this float, but return to the set of the table that sold them."""
    return move(money_of(table), event.pieces * event.value, TABLE_FLOAT, rack(event.player))


def _surrendered(event: chips.ColoursSurrendered, table: Table) -> Iterator[Transfer]:
    return move(colour_chip(event.colour), event.pieces * event.value, rack(event.player), TABLE_FLOAT)


def _exchanged(event: chips.VoucherExchanged, table: Table) -> Iterator[Transfer]:
    return move(event.instrument, event.cents, TABLE_FLOAT, rack(event.player))


def _dispensed(event: chips.TicketDispensed, table: Table) -> Iterator[Transfer]:
    return move(CREDIT, event.cents, rack(event.player), WORLD)


def _filled(event: chips.FloatFilled, table: Table) -> Iterator[Transfer]:
    return move(VALUE_CHIP, event.cents, WORLD, TABLE_FLOAT)


def _credited(event: chips.FloatCredited, table: Table) -> Iterator[Transfer]:
    return move(VALUE_CHIP, event.cents, TABLE_FLOAT, WORLD)


def _counted(event: chips.FloatCounted, table: Table) -> Iterator[Transfer]:
    """Book the first count in full, and every later one by its variance."""
    found = event.cents + with_players(table) if event.expected is None else event.variance
    return move(VALUE_CHIP, abs(found), *((WORLD, TABLE_FLOAT) if found > 0 else (TABLE_FLOAT, WORLD)))


HOW: dict[type[AnyEvent], Callable[[Any, Table], Iterable[Transfer]]] = {
    play.ValueBrought: _brought,
    play.ChipsTaken: _taken,
    play.SlipRegistered: _registered,
    play.WagersCollected: _settled,
    play.WagersPaid: _settled,
    play.WagersReturned: _returned,
    play.SettlementReversed: _reversed,
    play.DebtSetOff: _set_off,
    play.StreakWagered: _wagered,
    play.StreakSettled: _settled,
    play.StreakReturned: _returned,
    play.StreakReversed: _reversed,
    conduct.WagersVoided: _voided,
    conduct.WagersForfeited: _forfeited,
    conduct.WagerRefused: _returned,
    conduct.WinningsWithheld: _withheld,
    conduct.WinningsFreed: _freed,
    conduct.SuspenseDetermined: _determined,
    chips.ColoursIssued: _issued,
    chips.ColoursRedeemed: _redeemed,
    chips.ForeignColoursRedeemed: _redeemed_foreign,
    chips.ColoursSurrendered: _surrendered,
    chips.VoucherExchanged: _exchanged,
    chips.TicketDispensed: _dispensed,
    chips.FloatFilled: _filled,
    chips.FloatCredited: _credited,
    chips.FloatCounted: _counted,
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
