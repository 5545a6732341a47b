"""Racks: the chips before each player, and how they come and go."""

from collections.abc import Iterable, Sequence
from functools import cache

from immutables import Map
from msgspec.structs import replace

from sicbo.game.money import Instrument
from sicbo.game.rulebook.publication import key_of
from sicbo.table.messages.base import Stake
from sicbo.table.messages.events import DebtSetOff, SettledLine
from sicbo.table.state import Readings, Table, rules_of

Moves = Iterable[tuple[str, int]]
COLOUR_CHIP = key_of(Instrument.COLOUR_CHIP)
_last: tuple[tuple[Stake, ...], tuple[Stake, ...], tuple[tuple[str, int], ...]] = ((), (), ())


def moved(table: Table, player: str, moves: Moves) -> Table:
    """Return the table after some of a player's chips came and went."""
    racks, owed = after_moves(table, player, moves)
    return replace(table, racks=racks, owed=owed)


def after_moves(table: Table, player: str, moves: Moves) -> tuple[Map[tuple[str, str], int], Map[str, int]]:
    """Return racks and debts after chips came and went; a shortfall becomes a debt, never a negative rack."""
    racks, owed = table.racks, table.owed
    net: dict[str, int] = {}
    for kind, cents in moves:
        net[kind] = net.get(kind, 0) + cents
    for kind, cents in net.items():
        if not cents:
            continue
        left = racks.get((player, kind), 0) + cents
        if left < 0:
            owed = owed.set(player, owed.get(player, 0) - left)
            left = 0
        racks = racks.set((player, kind), left) if left else _without(racks, (player, kind))
    return racks, owed


def into_suspense(table: Table, player: str, moves: Moves) -> Table:
    """Move some of a player's chips into suspense, or out of it if the amount is negative."""
    suspense = table.suspense
    for kind, cents in moves:
        left = suspense.get((player, kind), 0) + cents
        suspense = suspense.set((player, kind), left) if left else _without(suspense, (player, kind))
    return replace(table, suspense=suspense)


def set_off(table: Table, event: DebtSetOff) -> Table:
    """Pay a debt out of the rack."""
    left = table.owed[event.player] - event.cents
    owed = table.owed.set(event.player, left) if left else table.owed.delete(event.player)
    return moved(replace(table, owed=owed), event.player, ((event.instrument, -event.cents),))


def _without(chips: Map[tuple[str, str], int], key: tuple[str, str]) -> Map[tuple[str, str], int]:
    return chips.delete(key) if key in chips else chips


def proceeds(lines: Sequence[SettledLine], money: str) -> list[tuple[str, int]]:
    """Return what settlement gives a player: winnings and change in money, returned stakes in kind."""
    moves = [(money, line.winnings + line.change) for line in lines if line.winnings or line.change]
    return moves + [(line.stake.instrument, line.returned - line.change) for line in lines if line.returned]


def colour_chip(colour: str) -> str:
    """Return the instrument of one colour; colours are never interchangeable, whatever their values."""
    return f"{COLOUR_CHIP}:{colour}"


def kind_of(instrument: str) -> str:
    """Return the kind of chip of an instrument: pieces of every colour are colour chips."""
    return COLOUR_CHIP if instrument.startswith(f"{COLOUR_CHIP}:") else instrument


def in_words(instrument: str) -> str:
    """Return an instrument in words: value-chip is value chips, colour-chip:red is red colour chips."""
    kind, _, colour = instrument.partition(":")
    return f"{colour} {kind.replace('-', ' ')}s".lstrip()


def money_of(table: Table) -> str:
    """Return what this table pays in: value chips, or credits at terminals."""
    return _money(table.rulebook, table.readings)


@cache
def _money(rulebook: str, readings: Readings) -> str:
    return key_of(rules_of(rulebook, readings).wagers.stakes.choice[0])


def needed(stakes: tuple[Stake, ...], before: tuple[Stake, ...]) -> tuple[tuple[str, int], ...]:
    """Return what a slip takes beyond the previous one, by kind; a negative amount is given back.

    Deciding, applying and booking a slip ask for the same amounts in turn, so the last answer is kept.
    """
    global _last
    kept = _last
    if kept[0] is stakes and kept[1] is before:
        return kept[2]
    needs: dict[str, int] = {}
    for stake in stakes:
        needs[stake.instrument] = needs.get(stake.instrument, 0) + stake.cents
    for stake in before:
        needs[stake.instrument] = needs.get(stake.instrument, 0) - stake.cents
    _last = kept = (stakes, before, tuple(needs.items()))
    return kept[2]


def stakes_of(stakes: Iterable[Stake]) -> list[tuple[str, int]]:
    """Return the stakes as amounts by instrument."""
    return [(stake.instrument, stake.cents) for stake in stakes]
