"""Instruments of a table, and what a slip or a settlement takes and gives of each."""

from collections.abc import Iterable, Sequence
from functools import cache

from sicbo.errors import Refusal
from sicbo.game.money import Instrument
from sicbo.game.rulebook.publication import enum_key
from sicbo.i18n import message
from sicbo.table.messages.parts import Stake
from sicbo.table.messages.round import SettledLine
from sicbo.table.state import Readings, TableState, rules_of

COLOUR_CHIP = enum_key(Instrument.COLOUR_CHIP)


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


def chips_not_taken_refusal(table: TableState, instrument: str) -> Refusal:
    """Return the refusal of chips that are no stake at this table, with those that are."""
    ruling = table.rules.wagers.stakes
    accepted = tuple(map(enum_key, ruling.choice))
    return Refusal(ruling.clause, message("slips.chips-not-taken", instrument=instrument, accepted=accepted))


def payout_instrument(table: TableState) -> str:
    """Return what this table pays in: value chips, or credits at terminals."""
    return stake_kinds(table)[0]


def stake_kinds(table: TableState) -> tuple[str, ...]:
    """Return the kinds of chips that this table takes as stakes; it pays in the first of them."""
    return (table.chips,) if table.chips else _stake_kinds(table.rulebook, table.readings)


@cache
def _stake_kinds(rulebook: str, readings: Readings) -> tuple[str, ...]:
    return tuple(map(enum_key, rules_of(rulebook, readings).wagers.stakes.choice))


def stake_amounts(stakes: Iterable[Stake]) -> dict[str, int]:
    """Return what stakes amount to, by instrument."""
    amounts: dict[str, int] = {}
    for stake in stakes:
        kind = stake.instrument
        amounts[kind] = amounts[kind] + stake.cents if kind in amounts else stake.cents
    return amounts


def chips_needed(amounts: dict[str, int], before: Iterable[Stake]) -> dict[str, int]:
    """Return what a slip of these amounts takes beyond the previous one; a negative amount is given back."""
    needs = {**amounts}
    for stake in before:
        kind = stake.instrument
        needs[kind] = needs[kind] - stake.cents if kind in needs else -stake.cents
    return needs


def stake_moves(stakes: Iterable[Stake]) -> list[tuple[str, int]]:
    """Return the stakes as amounts by instrument."""
    return [(stake.instrument, stake.cents) for stake in stakes]
