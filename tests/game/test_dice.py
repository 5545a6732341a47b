"""Three dice and sets of the 216 rolls."""

from itertools import permutations

import pytest
from hypothesis import given, strategies as st

from sicbo.errors import BadInput
from sicbo.game.dice import (
    EVERY_ROLL,
    OUTCOMES,
    TRIPLES,
    Rolls,
    as_roll,
    rolls_made_of,
    rolls_showing,
    rolls_showing_exactly,
    rolls_totalling,
    rolls_where,
)


def test_there_are_216_rolls_each_once() -> None:
    """Six faces on three dice give 216 different rolls, from 1-1-1 to 6-6-6."""
    assert len(EVERY_ROLL) == len(set(EVERY_ROLL)) == OUTCOMES == 216
    assert (EVERY_ROLL[0], EVERY_ROLL[1], EVERY_ROLL[-1]) == ((1, 1, 1), (1, 1, 2), (6, 6, 6))


def test_three_faces_are_a_roll_in_the_order_given() -> None:
    """The faces may come in a tuple, a list or an iterator."""
    assert as_roll((1, 2, 4)) == (1, 2, 4)
    assert as_roll([6, 6, 1]) == (6, 6, 1)
    assert as_roll(iter((3, 2, 1))) == (3, 2, 1)


@pytest.mark.parametrize(("dice", "count"), [((), 0), ((1, 2), 2), ((1, 2, 3, 4), 4)])
def test_two_or_four_dice_are_no_roll(dice: tuple[int, ...], count: int) -> None:
    """The sentence says how many dice there were."""
    with pytest.raises(BadInput) as error:
        as_roll(dice)

    assert str(error.value) == f"A roll is three dice, not {count}. Give three faces from 1 to 6."


def test_one_number_is_no_roll() -> None:
    """A number, or any other value without parts, is not a roll."""
    with pytest.raises(BadInput) as error:
        as_roll(124)  # type: ignore[arg-type]

    assert str(error.value) == "A roll is three dice, not 124. Give three faces from 1 to 6."


@pytest.mark.parametrize(
    ("face", "told"),
    [
        (0, "0"),
        (7, "7"),
        (-1, "-1"),
        (True, "True"),
        (2.0, "2.0"),
        ("4", "'4'"),
        (None, "None"),
    ],
)
def test_a_die_shows_one_to_six_and_nothing_else(face: object, told: str) -> None:
    """A die cannot show 0 or 7, or a value that merely equals a face."""
    for dice in ((face, 1, 2), (1, face, 2), (1, 2, face)):
        with pytest.raises(BadInput) as error:
            as_roll(dice)
        assert str(error.value) == f"A die shows 1 to 6, not {told}. Give three faces from 1 to 6."


def test_an_enormous_face_is_refused_in_one_sentence() -> None:
    """Python does not print integers with that many digits, so the sentence does not try to."""
    with pytest.raises(BadInput, match=r"^A die shows 1 to 6, not a number of more than sixty digits\. "):
        as_roll((1, 2, 10**5000))


@pytest.mark.parametrize(
    ("chosen", "size"),
    [
        (rolls_totalling(3), 1),
        (rolls_totalling(4), 3),
        (rolls_totalling(10), 27),
        (rolls_totalling(9, 12), 50),
        (rolls_totalling(19), 0),
        (rolls_showing(4, on=1), 91),
        (rolls_showing(4, on=2), 16),
        (rolls_showing(4, on=3), 1),
        (rolls_showing(1, 6, on=3), 8),
        (rolls_showing(2, on=1) & rolls_showing(5, on=1), 30),
        (rolls_showing_exactly(4, on=0), 125),
        (rolls_showing_exactly(4, on=1), 75),
        (rolls_showing_exactly(4, on=2), 15),
        (rolls_showing_exactly(4, on=3), 1),
        (rolls_showing_exactly(1, 6, on=1), 96),
        (rolls_made_of(1, 2, 6), 6),
        (rolls_made_of(1, 1, 3), 3),
        (rolls_made_of(5, 5, 5), 1),
        (TRIPLES, 6),
        (rolls_where(lambda roll: roll[0] == 1), 36),
    ],
)
def test_sets_of_rolls_have_their_sizes(chosen: Rolls, size: int) -> None:
    """The sizes of the sets agree with a count by hand."""
    assert len(chosen) == size


def test_a_set_holds_just_the_rolls_that_pass() -> None:
    """A total of 4 is a two and two ones; 1-1-3 contains one pair and one three."""
    assert rolls_totalling(4) == {(1, 1, 2), (1, 2, 1), (2, 1, 1)}
    assert rolls_made_of(3, 1, 1) == {(1, 1, 3), (1, 3, 1), (3, 1, 1)}
    assert rolls_showing(6, on=3) == {(6, 6, 6)}


faces = st.integers(1, 6)


@given(st.lists(faces, max_size=3), st.integers(0, 3), st.tuples(faces, faces, faces))
def test_the_order_of_the_dice_never_matters(chosen: list[int], on: int, roll: tuple[int, int, int]) -> None:
    """Every set that the game uses holds a roll in all its orders or in none."""
    for found in (
        rolls_showing(*chosen, on=on),
        rolls_showing_exactly(*chosen, on=on),
        rolls_totalling(*chosen),
        rolls_made_of(*roll),
        TRIPLES,
    ):
        assert len({order in found for order in permutations(roll)}) == 1
