"""Racks: the chips before each player, and how they come and go."""

from collections.abc import Iterable, Sequence

from immutables import Map
from msgspec.structs import replace

from sicbo.game.publish import key_of
from sicbo.table.events import SettledLine
from sicbo.table.messages import Stake
from sicbo.table.state import Table

Moves = Iterable[tuple[str, int]]


def moved(table: Table, player: str, moves: Moves) -> Table:
    """A player's chips after some came and went; what is wanting is owed, never a hidden negative."""
    racks, owed = table.racks, table.owed
    net: dict[str, int] = {}
    for kind, cents in moves:
        net[kind] = net.get(kind, 0) + cents
    for kind, cents in net.items():
        left = racks.get((player, kind), 0) + cents
        if left < 0:
            owed = owed.set(player, owed.get(player, 0) - left)
            left = 0
        racks = racks.set((player, kind), left) if left else _without(racks, (player, kind))
    return replace(table, racks=racks, owed=owed)


def _without(racks: Map[tuple[str, str], int], key: tuple[str, str]) -> Map[tuple[str, str], int]:
    return racks.delete(key) if key in racks else racks


def proceeds(lines: Sequence[SettledLine], money: str) -> list[tuple[str, int]]:
    """What settlement gives a player: winnings in chips, and what comes back in kind."""
    moves = [(money, line.winnings) for line in lines if line.winnings]
    return moves + [(line.stake.instrument, line.returned) for line in lines if line.returned]


def money_of(table: Table) -> str:
    """What this table pays in: value chips, or credits at terminals."""
    return key_of(table.rules.wagers.stakes.choice[0])


def stakes_of(stakes: Iterable[Stake]) -> list[tuple[str, int]]:
    """Stakes as chips that come back."""
    return [(stake.instrument, stake.cents) for stake in stakes]
