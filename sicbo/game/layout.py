"""A layout: the bets offered, what they pay, and the position of each area on the cloth."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction
from functools import cached_property
from typing import Final

from sicbo.errors import NotFound, RulebookError
from sicbo.game.bets import Bet
from sicbo.game.dice import EVERY_ROLL, Roll, Rolls
from sicbo.game.frozen import FrozenDict

CLOTH_WIDTH: Final = 1600
CLOTH_HEIGHT: Final = 900
ODDS: Final = re.compile(r"[0-9]{1,9}(\.[0-9]{1,9}|/[1-9][0-9]{0,8})? to 1")


class Faces(Enum):
    """What is painted on the dice."""

    NUMBERS = "the numbers one to six"
    SYMBOLS = "Fish, Prawn, Gourd, Coin, Crab and Chicken"


@dataclass(frozen=True, slots=True, init=False)
class Pay:
    """One row of a pay table: which bets, which of their prices, and the odds."""

    clause: str
    on: tuple[str, ...]
    odds: Fraction
    tier: int

    def __init__(self, clause: str, on: str, odds: str, tier: int = 1) -> None:
        """Parse a row. `on` lists families or bet keys; `odds` reads as printed, as in "8.5 to 1"."""
        if not ODDS.fullmatch(odds):
            raise RulebookError(f"Odds are written as in '8.5 to 1', not {odds!r} ({clause}).")
        row = {"clause": clause, "on": tuple(on.split()), "odds": Fraction(odds.removesuffix(" to 1"))}
        for name, value in (*row.items(), ("tier", tier)):
            object.__setattr__(self, name, value)


@dataclass(frozen=True, slots=True)
class Price:
    """The odds to one that a set of rolls pays, and the clause that says so.

    Settlement counts with `ratio`, the odds as two whole numbers, and cites `cited`, all clauses of a win.
    """

    tier: int
    rolls: Rolls
    odds: Fraction
    clause: str
    ratio: tuple[int, int]
    cited: str


@dataclass(frozen=True, slots=True)
class Block:
    """A rectangle of equal areas, filled row by row; `reconstructed` if no text shows where it is."""

    group: str
    x: int
    y: int
    width: int
    height: int
    columns: int
    keys: str
    reconstructed: bool = False


@dataclass(frozen=True, slots=True)
class Area:
    """The position of one bet: a rectangle on a cloth of 1600 by 900, and its number in reading order."""

    bet: str
    group: str
    x: int
    y: int
    width: int
    height: int
    order: int
    reconstructed: bool


@dataclass(frozen=True)
class Layout:
    """The bets offered and their odds, as printed."""

    key: str
    name: str
    clause: str
    bets: tuple[Bet, ...]
    pays: tuple[Pay, ...]
    cloth: tuple[Block, ...]
    orientation: str
    faces: Faces = Faces.NUMBERS
    _by_key: Mapping[str, Bet] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        by_key = {bet.key: bet for bet in self.bets}
        if len(by_key) != len(self.bets):
            raise RulebookError(f"Layout {self.name} names a bet twice ({self.clause}).")
        object.__setattr__(self, "_by_key", FrozenDict(by_key))

    def __hash__(self) -> int:
        return hash((self.key, self.name, self.clause))

    def __iter__(self) -> Iterator[Bet]:
        return iter(self.bets)

    def __len__(self) -> int:
        return len(self.bets)

    def __contains__(self, key: object) -> bool:
        return key in self._by_key

    def bet(self, key: str) -> Bet:
        """Return the bet with that key, or raise `NotFound` with the nearest keys."""
        try:
            return self._by_key[key]
        except KeyError:
            raise NotFound(f"bet at {self.name}", key, self._by_key) from None

    @cached_property
    def prices(self) -> Mapping[str, tuple[Price, ...]]:
        """The prices of each bet. Every tier must have its row in the pay table, and every row its bet."""
        known = {name for bet in self.bets for name in (bet.key, bet.family)}
        for pay in self.pays:
            if not known.issuperset(pay.on):
                raise RulebookError(
                    f"{pay.clause} prices {' '.join(pay.on)}: not all are bets of {self.name}."
                )
        return FrozenDict({bet.key: self._prices_of(bet) for bet in self.bets})

    @cached_property
    def prices_by_roll(self) -> Mapping[Roll, Mapping[str, Price]]:
        """The price of every bet that does not lose, for each roll. Settlement looks up prices here."""
        by_roll: dict[Roll, dict[str, Price]] = {roll: {} for roll in EVERY_ROLL}
        for key, prices in self.prices.items():
            for price in prices:
                for roll in price.rolls:
                    by_roll[roll][key] = price
        return FrozenDict(by_roll)

    def price(self, bet: str, roll: Roll) -> Price | None:
        """Return what `bet` pays on `roll`, or None if it loses."""
        return self.prices_by_roll[roll].get(self.bet(bet).key)

    @cached_property
    def lit_areas(self) -> Mapping[Roll, tuple[str, ...]]:
        """The areas that light for each roll, in the layout's order."""
        return FrozenDict({roll: tuple(prices) for roll, prices in self.prices_by_roll.items()})

    @cached_property
    def roll_kinds(self) -> tuple[tuple[Roll, ...], ...]:
        """The 216 rolls in groups that pay alike on every bet, such as one roll in all its orders."""
        groups: dict[tuple[int | None, ...], list[Roll]] = {}
        for roll in EVERY_ROLL:
            groups.setdefault(tuple(bet.tier(roll) for bet in self.bets), []).append(roll)
        return tuple(map(tuple, groups.values()))

    @cached_property
    def price_kinds(self) -> Mapping[str, tuple[tuple[Price, tuple[int, ...]], ...]]:
        """The prices of each bet, each with the indices in `kinds` of the rolls that earn it."""
        first = [(place, kind[0]) for place, kind in enumerate(self.roll_kinds)]
        return FrozenDict(
            {
                key: tuple(
                    (price, tuple(place for place, roll in first if roll in price.rolls)) for price in prices
                )
                for key, prices in self.prices.items()
            }
        )

    @cached_property
    def areas(self) -> tuple[Area, ...]:
        """The area of every bet, in reading order."""
        areas: list[Area] = []
        for block in self.cloth:
            keys = block.keys.split()
            rows = -(-len(keys) // block.columns)
            for place, key in enumerate(keys):
                row, column = divmod(place, block.columns)
                left, right = (block.x + block.width * edge // block.columns for edge in (column, column + 1))
                top, foot = (block.y + block.height * edge // rows for edge in (row, row + 1))
                areas.append(
                    Area(
                        key,
                        block.group,
                        left,
                        top,
                        right - left,
                        foot - top,
                        len(areas) + 1,
                        block.reconstructed,
                    )
                )
        return tuple(areas)

    def _prices_of(self, bet: Bet) -> tuple[Price, ...]:
        if len(bet.winning_rolls) != sum(map(len, bet.tiers)):
            raise RulebookError(f"{bet.key} has two prices for one roll ({self.clause}).")
        return tuple(self._price_of(bet, number, tier) for number, tier in enumerate(bet.tiers, 1))

    def _price_of(self, bet: Bet, number: int, tier: Rolls) -> Price:
        rows = [
            pay for pay in self.pays if pay.tier == number and (bet.key in pay.on or bet.family in pay.on)
        ]
        if len(rows) != 1:
            raise RulebookError(
                f"{bet.key} has {len(rows)} prices for tier {number}, not one ({self.clause})."
            )
        (row,) = rows
        cited = dict.fromkeys((*bet.wins.split(", "), *row.clause.split(", ")))
        return Price(number, tier, row.odds, row.clause, row.odds.as_integer_ratio(), ", ".join(cited))
