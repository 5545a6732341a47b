"""Transfers that several subjects share: stakes that leave the layout, settlements and their reversal."""

from collections.abc import Iterable, Iterator

from sicbo.machine.accounts import TABLE_FLOAT, Account, layout_account, rack_account, receivable_account
from sicbo.machine.ledger import Transfer, move
from sicbo.table.messages.parts import Stake
from sicbo.table.messages.people import WagerRefused
from sicbo.table.messages.round import (
    SettledLine,
    SettlementReversed,
    WagersCollected,
    WagersPaid,
    WagersReturned,
)
from sicbo.table.messages.super_streak import StreakReturned, StreakReversed, StreakSettled
from sicbo.table.money.racks import payout_instrument
from sicbo.table.state import TableState


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


def settlement_transfers(
    event: WagersCollected | WagersPaid | StreakSettled, table: TableState
) -> Iterator[Transfer]:
    """Yield what a settlement moves: losing stakes to the float, other stakes and winnings to the rack."""
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


def reversal_transfers(event: SettlementReversed | StreakReversed, table: TableState) -> Iterator[Transfer]:
    """Yield what a reversal moves: stakes to the layout, winnings to the float."""
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


def returned_stakes_transfers(
    event: WagersReturned | StreakReturned | WagerRefused, table: TableState
) -> Iterator[Transfer]:
    """Yield what a return of stakes moves."""
    return transfers_off_layout(event.player, event.stakes, rack_account(event.player))


def transfers_off_layout(player: str, stakes: Iterable[Stake], target: Account) -> Iterator[Transfer]:
    """Yield the transfers of stakes that leave the layout."""
    for stake in stakes:
        yield from move(stake.instrument, stake.cents, layout_account(player), target)
