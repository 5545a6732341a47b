"""Accounts: the places where chips and cash lie, and which of them may run below or above nothing."""

from enum import StrEnum
from typing import NamedTuple

KINDS = ("value-chip", "colour-chip", "token", "credit", "cash", "tournament-chip")
ELSEWHERE = ("prize",)
"""Kinds that are never at a table: the value of prizes that are neither money nor tokens."""


class Place(StrEnum):
    """What kind of account it is."""

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
    """One account: a place, and whose it is where each player has one."""

    place: Place
    player: str = ""

    @property
    def may_be_negative(self) -> bool:
        """Whether more may leave than came: chips come from the world, and a debt is chips that are gone."""
        return self.place in (Place.FLOAT, Place.WORLD, Place.RECEIVABLE)

    @property
    def may_be_positive(self) -> bool:
        """Whether more may come than left: nobody is owed a debt they do not have."""
        return self.place is not Place.RECEIVABLE


TABLE_FLOAT = Account(Place.FLOAT)
DROP = Account(Place.DROP)
WORLD = Account(Place.WORLD)
POOL = Account(Place.POOL)


def rack(player: str) -> Account:
    """What a player has before them."""
    return Account(Place.RACK, player)


def layout(player: str) -> Account:
    """What a player has on the layout."""
    return Account(Place.LAYOUT, player)


def suspense(player: str) -> Account:
    """What is withheld from a player."""
    return Account(Place.SUSPENSE, player)


def receivable(player: str) -> Account:
    """What a player had in error and could not give back."""
    return Account(Place.RECEIVABLE, player)
