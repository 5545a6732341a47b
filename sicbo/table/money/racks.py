"""Racks: the chips before each player, and how they come and go."""

from collections.abc import Iterable, Sequence
from functools import cache

from immutables import Map
from msgspec.structs import replace

from sicbo.game.money import Instrument
from sicbo.game.rulebook.publication import enum_key
from sicbo.table.messages.parts import Stake
from sicbo.table.messages.round import DebtSetOff, SettledLine
from sicbo.table.state import Readings, TableState, rules_of

Moves = Iterable[tuple[str, int]]
COLOUR_CHIP = enum_key(Instrument.COLOUR_CHIP)
_last_needed: tuple[tuple[Stake, ...], tuple[Stake, ...], tuple[tuple[str, int], ...]] = ((), (), ())


def move_chips(table: TableState, player: str, moves: Moves) -> TableState:
    """Return the table after some of a player's chips came and went."""
    racks, owed = racks_after_moves(table, player, moves)
    return replace(table, racks=racks, owed=owed)


def racks_after_moves(
    table: TableState, player: str, moves: Moves
) -> tuple[Map[tuple[str, str], int], Map[str, int]]:
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
        racks = racks.set((player, kind), left) if left else _remove_if_present(racks, (player, kind))
    return racks, owed


def move_into_suspense(table: TableState, player: str, moves: Moves) -> TableState:
    """Move some of a player's chips into suspense, or out of it if the amount is negative."""
    suspense = table.suspense
    for kind, cents in moves:
        left = suspense.get((player, kind), 0) + cents
        suspense = (
            suspense.set((player, kind), left) if left else _remove_if_present(suspense, (player, kind))
        )
    return replace(table, suspense=suspense)


def apply_debt_set_off(table: TableState, event: DebtSetOff) -> TableState:
    """Pay a debt out of the rack."""
    left = table.owed[event.player] - event.cents
    owed = table.owed.set(event.player, left) if left else table.owed.delete(event.player)
    return move_chips(replace(table, owed=owed), event.player, ((event.instrument, -event.cents),))


def _remove_if_present(chips: Map[tuple[str, str], int], key: tuple[str, str]) -> Map[tuple[str, str], int]:
    return chips.delete(key) if key in chips else chips


def settlement_proceeds(lines: Sequence[SettledLine], money: str) -> list[tuple[str, int]]:
    """Return what settlement gives a player: winnings and change in money, returned stakes in kind."""
    moves = [(money, line.winnings + line.change) for line in lines if line.winnings or line.change]
    return moves + [(line.stake.instrument, line.returned - line.change) for line in lines if line.returned]


def colour_instrument(colour: str) -> str:
    """Return the instrument of one colour; colours are never interchangeable, whatever their values."""
    return f"{COLOUR_CHIP}:{colour}"


def instrument_kind(instrument: str) -> str:
    """Return the kind of chip of an instrument: pieces of every colour are colour chips."""
    return COLOUR_CHIP if instrument.startswith(f"{COLOUR_CHIP}:") else instrument


def instrument_in_words(instrument: str) -> str:
    """Return an instrument in words: value-chip is value chips, colour-chip:red is red colour chips."""
    kind, _, colour = instrument.partition(":")
    return f"{colour} {kind.replace('-', ' ')}s".lstrip()


def payout_instrument(table: TableState) -> str:
    """Return what this table pays in: value chips, or credits at terminals."""
    return _payout_instrument(table.rulebook, table.readings)


@cache
def _payout_instrument(rulebook: str, readings: Readings) -> str:
    return enum_key(rules_of(rulebook, readings).wagers.stakes.choice[0])


def chips_needed(stakes: tuple[Stake, ...], before: tuple[Stake, ...]) -> tuple[tuple[str, int], ...]:
    """Return what a slip takes beyond the previous one, by kind; a negative amount is given back.

    Deciding, applying and booking a slip ask for the same amounts in turn, so the last answer is kept.
    """
    global _last_needed
    kept = _last_needed
    if kept[0] is stakes and kept[1] is before:
        return kept[2]
    needs: dict[str, int] = {}
    for stake in stakes:
        needs[stake.instrument] = needs.get(stake.instrument, 0) + stake.cents
    for stake in before:
        needs[stake.instrument] = needs.get(stake.instrument, 0) - stake.cents
    _last_needed = kept = (stakes, before, tuple(needs.items()))
    return kept[2]


def stake_moves(stakes: Iterable[Stake]) -> list[tuple[str, int]]:
    """Return the stakes as amounts by instrument."""
    return [(stake.instrument, stake.cents) for stake in stakes]
