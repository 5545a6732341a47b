"""Accounts: where chips and cash lie, and which accounts may be negative or positive."""

from enum import StrEnum
from typing import NamedTuple

KINDS = ("value-chip", "colour-chip", "token", "credit", "cash", "tournament-chip")
ELSEWHERE = ("prize",)
"""Kinds that are never at a table: the value of prizes that are neither money nor tokens."""


class Place(StrEnum):
    """Where the chips or cash of an account lie."""

    RACK = "what a player has before them"
    LAYOUT = "what a player has on the layout"
    FLOAT = "the table's own chips"
    DROP = "the cash taken at the table"
    WORLD = "everything outside the table"
    SUSPENSE = "what is withheld from a player until it is determined whose it is"
    POOL = "the prizes of a tournament"
    RECEIVABLE = "what a player had in error and could not give back"
    STOCK = "the prizes of a promotion that nobody has won"
    CLAIM = "what a winner may claim"
    GIVEN = "what a winner was given"


class Account(NamedTuple):
    """One account: a place, and the player if each player has one there."""

    place: Place
    player: str = ""

    @property
    def may_be_negative(self) -> bool:
        """Whether more may leave than came: chips come from outside, and a debt is chips already gone."""
        return self.place in (Place.FLOAT, Place.WORLD, Place.RECEIVABLE)

    @property
    def may_be_positive(self) -> bool:
        """Whether more may come than left: a player cannot repay more than the debt."""
        return self.place is not Place.RECEIVABLE


TABLE_FLOAT = Account(Place.FLOAT)
DROP = Account(Place.DROP)
WORLD = Account(Place.WORLD)
POOL = Account(Place.POOL)


def rack(player: str) -> Account:
    """Return the account of the chips before a player."""
    return Account(Place.RACK, player)


def layout(player: str) -> Account:
    """Return the account of a player's stakes on the layout."""
    return Account(Place.LAYOUT, player)


def suspense(player: str) -> Account:
    """Return the account of what is withheld from a player."""
    return Account(Place.SUSPENSE, player)


def receivable(player: str) -> Account:
    """Return the account of what a player received in error and could not give back."""
    return Account(Place.RECEIVABLE, player)
