"""Accounts: where chips and cash lie, and which accounts may be negative or positive."""

from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

LEDGER_KINDS = ("value-chip", "colour-chip", "token", "credit", "cash", "tournament-chip")
ACCOUNTS_KEPT = 10_000
"""How many accounts of players are kept, because every slip asks for two of them."""
KINDS_OUTSIDE_TABLES = ("prize",)
"""Kinds that are never at a table: the value of prizes that are neither money nor tokens."""


class AccountPlace(StrEnum):
    """Where the chips or cash of an account lie."""

    RACK = "what a player has before them"
    LAYOUT = "what a player has on the layout"
    FLOAT = "the table's own chips"
    DROP = "the cash taken at the table"
    WORLD = "everything outside the table"
    SUSPENSE = "what is withheld from a player until it is determined whose it is"
    POOL = "the prizes of a tournament"
    RECEIVABLE = "what a player had in error and could not give back"
    STOCK = "the prizes of a promotion that have no winner yet"
    CLAIM = "what a winner may claim"
    GIVEN = "what a winner was given"


class Account(NamedTuple):
    """One account: a place, and the player if each player has one there."""

    place: AccountPlace
    player: str = ""

    @property
    def may_be_negative(self) -> bool:
        """Whether more may leave than came: chips come from outside, and a debt is chips already gone."""
        return self.place in (AccountPlace.FLOAT, AccountPlace.WORLD, AccountPlace.RECEIVABLE)

    @property
    def may_be_positive(self) -> bool:
        """Whether more may come than left: a player cannot repay more than the debt."""
        return self.place is not AccountPlace.RECEIVABLE


TABLE_FLOAT = Account(AccountPlace.FLOAT)
DROP = Account(AccountPlace.DROP)
WORLD = Account(AccountPlace.WORLD)
POOL = Account(AccountPlace.POOL)


@lru_cache(ACCOUNTS_KEPT)
def rack_account(player: str) -> Account:
    """Return the account of the chips before a player."""
    return Account(AccountPlace.RACK, player)


@lru_cache(ACCOUNTS_KEPT)
def layout_account(player: str) -> Account:
    """Return the account of a player's stakes on the layout."""
    return Account(AccountPlace.LAYOUT, player)


def suspense_account(player: str) -> Account:
    """Return the account of what is withheld from a player."""
    return Account(AccountPlace.SUSPENSE, player)


def receivable_account(player: str) -> Account:
    """Return the account of what a player received in error and could not give back."""
    return Account(AccountPlace.RECEIVABLE, player)
