"""What the terms of a tournament or promotion must state: items, each with its clause and its path."""

from dataclasses import dataclass, field
from enum import Enum


class Asks(Enum):
    """The kind of answer that an item of the terms needs."""

    TEXT = "a sentence"
    STATEMENT = "a statement to an effect that the clause prescribes"
    NAME = "a short name"
    YES_OR_NO = "true or false"
    COUNT = "a whole number, zero or more"
    MONEY = 'an amount such as "50.00", or "0.00" for none'
    MOMENT = "a day and time with its offset, such as 2026-02-14T19:00:00+11:00"
    LIST = "a list of at least one"


@dataclass(frozen=True, slots=True)
class Item:
    """One thing that terms must state; `says` ends the sentence "state …", in our own words.

    `path` is its path in the file; `prizes[].make` is one in each of `prizes`. It is demanded always, or only
    if a switch `when` is on: `entry.criteria_apply`, or `prizes[].kind=vehicle`. `names` is what the text
    must mention, `one_of` lists the possible answers, `never` lists what the clause rules out. `example` is
    the answer in a template and not a ruling; a tuple has one for each entry of a list.
    """

    clause: str
    path: str
    says: str
    asks: Asks
    example: object = field(compare=False)
    when: str = ""
    names: tuple[str, ...] = ()
    one_of: tuple[str, ...] = ()
    never: tuple[object, ...] = ()


@dataclass(frozen=True, slots=True)
class Steps:
    """The clauses for what a tournament needs besides its terms; `advised` if a regulator is informed."""

    held: str
    documented: str
    available: str
    director: str
    deputies: str
    designated: str
    exclusive: str
    briefed: str
    practice: str
    player: str
    advised: str | None = None


@dataclass(frozen=True, slots=True)
class Demanded:
    """Every item that a rulebook demands in the terms of its tournaments and promotions."""

    tournament: tuple[Item, ...] = ()
    promotion: tuple[Item, ...] = ()
    steps: Steps | None = None


NOTHING_DEMANDED = Demanded()
