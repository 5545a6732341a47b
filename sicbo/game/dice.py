"""Three dice, the 216 rolls they can show, and sets of those rolls."""

from collections.abc import Callable, Iterable
from functools import cache
from itertools import product
from typing import Final

from sicbo.errors import BadInput, shown

Roll = tuple[int, int, int]
Rolls = frozenset[Roll]

FACES: Final = (1, 2, 3, 4, 5, 6)
EVERY_ROLL: Final[tuple[Roll, ...]] = tuple(product(FACES, FACES, FACES))
OUTCOMES: Final = len(EVERY_ROLL)


def as_roll(dice: Iterable[object]) -> Roll:
    """Return the three faces as a roll, in the order given, or raise `BadInput`."""
    if not isinstance(dice, Iterable):
        raise BadInput(f"A roll is three dice, not {shown(dice)}: give three faces from 1 to 6.")
    faces = tuple(dice)
    if len(faces) != 3:
        raise BadInput(f"A roll is three dice, not {len(faces)}: give three faces from 1 to 6.")
    first, second, third = map(_face, faces)
    return first, second, third


def _face(face: object) -> int:
    if type(face) is int and face in FACES:
        return face
    raise BadInput(f"A die shows 1 to 6, not {shown(face)}: give three faces from 1 to 6.")


def rolls(test: Callable[[Roll], bool]) -> Rolls:
    """Return every roll that passes a test."""
    return frozenset(roll for roll in EVERY_ROLL if test(roll))


@cache
def total_of(*totals: int) -> Rolls:
    """Return the rolls whose three faces add up to one of `totals`."""
    return rolls(lambda roll: sum(roll) in totals)


@cache
def showing(*faces: int, on: int) -> Rolls:
    """Return the rolls in which at least `on` of the dice show one of `faces`."""
    return rolls(lambda roll: sum(die in faces for die in roll) >= on)


@cache
def exactly(*faces: int, on: int) -> Rolls:
    """Return the rolls in which exactly `on` of the dice show one of `faces`."""
    return rolls(lambda roll: sum(die in faces for die in roll) == on)


@cache
def made_of(*faces: int) -> Rolls:
    """Return the rolls that show exactly these three faces, in any order."""
    wanted = sorted(faces)
    return rolls(lambda roll: sorted(roll) == wanted)


TRIPLES: Final = rolls(lambda roll: len(set(roll)) == 1)
