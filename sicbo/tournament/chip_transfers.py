"""Transfers of tournament chips into a bank and out of it."""

from collections.abc import Iterable, Iterator

from sicbo.machine.accounts import TABLE_FLOAT, rack_account
from sicbo.machine.ledger import TOURNAMENT_CHIP, Transfer, move
from sicbo.tournament.state import Tournament


def bank_transfers(player: str, chips: int) -> Iterator[Transfer]:
    """Yield what moves chips into a bank, or out of it if `chips` is negative."""
    if chips >= 0:
        return move(TOURNAMENT_CHIP, chips, TABLE_FLOAT, rack_account(player))
    return move(TOURNAMENT_CHIP, -chips, rack_account(player), TABLE_FLOAT)


def fresh_bank_transfers(names: Iterable[str], bank: int, before: Tournament) -> Iterator[Transfer]:
    """Yield what brings every bank to the same number of chips."""
    for name in names:
        yield from bank_transfers(name, bank - before.bank_of(name))
