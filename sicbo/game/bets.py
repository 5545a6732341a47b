"""Bets as sets of rolls, and the families that the rulebooks share.

A bet knows when it wins and which clause says so. The layout says what it pays.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from sicbo.game.dice import FACES, TRIPLES, Roll, Rolls, exactly, made_of, rolls, showing, total_of

PAIRS: Final = tuple(combinations(FACES, 2))
TOTALS: Final = tuple(range(4, 18))
SMALL_TOTALS: Final = tuple(range(4, 11))
BIG_TOTALS: Final = tuple(range(11, 18))
ODD_TOTALS: Final = TOTALS[1::2]
EVEN_TOTALS: Final = TOTALS[::2]
FOURS: Final = ((3, 4, 5, 6), (2, 3, 5, 6), (2, 3, 4, 5), (1, 2, 3, 4))
THREES: Final = tuple(combinations(FACES, 3))
SYMBOLS: Final = {"fish": 1, "prawn": 2, "gourd": 3, "coin": 4, "crab": 5, "chicken": 6}
COLOURS: Final = {"red": (1, 6), "green": (2, 5), "blue": (3, 4)}

Tiers = tuple[Rolls, ...]


@dataclass(frozen=True, slots=True)
class Bet:
    """An outcome on which players can wager.

    `tiers` are disjoint sets of rolls, one for each price of the bet: most bets have one, a single die has
    three. `wins` and `loses` are the clauses that say when.
    """

    key: str
    family: str
    name: str
    wins: str
    loses: str
    tiers: Tiers
    optional: str | None = None

    def tier(self, roll: Roll) -> int | None:
        """Return the number of the price that `roll` earns, counted from one, or None if the bet loses."""
        return next((number for number, tier in enumerate(self.tiers, 1) if roll in tier), None)

    @property
    def winning(self) -> Rolls:
        """Every roll on which the stake is not collected."""
        return frozenset().union(*self.tiers)


def one(
    family: str, name: str, wins: str, loses: str | None, winning: Rolls, optional: str | None = None
) -> Bet:
    """Return the only bet of a family, with the family's name as its key."""
    return Bet(family, family, name, wins, loses or wins, (winning,), optional)


def each(
    family: str,
    name: str,
    wins: str,
    loses: str | None,
    areas: Mapping[str, Tiers],
    optional: str | None = None,
) -> tuple[Bet, ...]:
    """Return a family with one bet for each label: `triple-4`, `domino-14`, `symbol-fish`."""
    return tuple(
        Bet(f"{family}-{label}", family, f"{name} {label}", wins, loses or wins, tiers, optional)
        for label, tiers in areas.items()
    )


def small(wins: str, loses: str | None = None, name: str = "Small") -> Bet:
    """Totals 4 to 10; a triple loses."""
    return one("small", name, wins, loses, total_of(*SMALL_TOTALS) - TRIPLES)


def big(wins: str, loses: str | None = None, name: str = "Big") -> Bet:
    """Totals 11 to 17; a triple loses."""
    return one("big", name, wins, loses, total_of(*BIG_TOTALS) - TRIPLES)


def odd(wins: str, loses: str | None = None, name: str = "Odd", optional: str | None = None) -> Bet:
    """Odd totals; a triple loses."""
    return one("odd", name, wins, loses, total_of(*ODD_TOTALS) - TRIPLES, optional)


def even(wins: str, loses: str | None = None, name: str = "Even", optional: str | None = None) -> Bet:
    """Even totals; a triple loses."""
    return one("even", name, wins, loses, total_of(*EVEN_TOTALS) - TRIPLES, optional)


def any_triple(wins: str, loses: str | None = None, name: str = "Any Triple", key: str = "any-triple") -> Bet:
    """Three equal dice, whichever face they show."""
    return one(key, name, wins, loses, TRIPLES)


def triples(wins: str, loses: str | None = None, name: str = "Specific Triple") -> tuple[Bet, ...]:
    """Three dice that show the chosen face."""
    return each("triple", name, wins, loses, {str(face): (showing(face, on=3),) for face in FACES})


def doubles(wins: str, loses: str | None = None, name: str = "Specific Double") -> tuple[Bet, ...]:
    """Two or three dice that show the chosen face; three pay no more than two."""
    return each("double", name, wins, loses, {str(face): (showing(face, on=2),) for face in FACES})


def singles(wins: str, loses: str | None = None, name: str = "Single Die") -> tuple[Bet, ...]:
    """The chosen face on one, two or three dice, with a price for each count."""
    return each("single", name, wins, loses, {str(face): on_one_two_three(face) for face in FACES})


def totals(wins: str, loses: str | None = None, name: str = "Three Dice Total") -> tuple[Bet, ...]:
    """One chosen total from 4 to 17, triples included."""
    return each("total", name, wins, loses, {str(total): (total_of(total),) for total in TOTALS})


def dominoes(wins: str, loses: str | None = None, name: str = "Two Dice Combination") -> tuple[Bet, ...]:
    """Two different chosen faces, whatever the third die shows; a roll pays once."""
    return each("domino", name, wins, loses, {f"{a}{b}": (both(a, b),) for a, b in PAIRS})


def fours(
    wins: str, loses: str | None = None, name: str = "Four Number Combination", optional: str | None = None
) -> tuple[Bet, ...]:
    """Three different faces out of four chosen faces."""
    return each("four", name, wins, loses, {digits(four): (three_of(four),) for four in FOURS}, optional)


def threes(wins: str, name: str = "Three Single Dice Combination") -> tuple[Bet, ...]:
    """Three different chosen faces."""
    return each("three", name, wins, None, {digits(three): (made_of(*three),) for three in THREES})


def double_singles(wins: str, labels: Iterable[str], name: str = "Double with Single") -> tuple[Bet, ...]:
    """A chosen pair and another chosen face. `labels` lists those that the text has, the double first."""
    return each("double-single", name, wins, None, {label: (made_of(*map(int, label)),) for label in labels})


def on_one_two_three(*faces: int) -> Tiers:
    """Return the rolls that show one of `faces` on exactly one die, on exactly two, and on all three."""
    return tuple(exactly(*faces, on=count) for count in (1, 2, 3))


def both(first: int, second: int) -> Rolls:
    """Return the rolls that show both faces."""
    return showing(first, on=1) & showing(second, on=1)


def two_pairs(first: int, second: int) -> Rolls:
    """Return the rolls in which two pairs of dice show both faces, because the third die repeats one."""
    return rolls(lambda roll: set(roll) == {first, second})


def only_two(first: int, second: int) -> Rolls:
    """Return the rolls that show both faces while the third die shows neither."""
    return both(first, second) - two_pairs(first, second)


def three_of(four: Iterable[int]) -> Rolls:
    """Return the rolls that show three different faces out of the four."""
    wanted = frozenset(four)
    return rolls(lambda roll: len(set(roll) & wanted) == 3)


def digits(faces: Iterable[int]) -> str:
    """Return faces as a key writes them: ascending, without spaces."""
    return "".join(str(face) for face in sorted(faces))
