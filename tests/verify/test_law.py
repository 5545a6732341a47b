"""The law of a table as it is read from a published rulebook: its dice, its ranks, its reach, its prices."""

import json
from itertools import product
from typing import Any

import pytest

from sicbo.game.rulebook.publication import canonical_json
from sicbo.rulebooks import get_rulebook
from sicbo.table.state import rules_of
from sicbo.verify.canonical import Wrong, written
from sicbo.verify.rules import EVERY_ROLL, RANKS, Law, bet_of, is_triple, law_of, roll_of


def law(book: str, layout: str = "", **readings: str) -> Law:
    """The law of a rulebook, under other readings perhaps."""
    chosen = tuple((name.replace("_", "-"), option) for name, option in readings.items())
    return law_of(canonical_json(rules_of(book, chosen)), layout)


def test_three_dice_have_fifty_six_rolls_of_which_six_are_triples() -> None:
    """Whatever order they lie in."""
    rolls = {roll_of(list(dice)) for dice in product(range(1, 7), repeat=3)}

    assert rolls == {*EVERY_ROLL}
    assert len(EVERY_ROLL) == 56
    assert [roll for roll in EVERY_ROLL if is_triple(roll)] == [f"{face}" * 3 for face in range(1, 7)]


@pytest.mark.parametrize("dice", [[1, 2], [1, 2, 3, 4], (1, 2, 3), "123", None, {1: 1, 2: 2, 3: 3}], ids=str)
def test_a_result_has_three_dice(dice: Any) -> None:
    """In a list."""
    with pytest.raises(Wrong, match="a result has three dice"):
        roll_of(dice)


@pytest.mark.parametrize("die", [0, 7, -1, "1", None, True, [1]], ids=str)
@pytest.mark.parametrize("place", range(3))
def test_one_die_that_shows_no_face_is_enough(die: Any, place: int) -> None:
    """Wherever it lies, and though the others are good."""
    dice = [1, 6, 6]
    dice[place] = die
    with pytest.raises(Wrong, match="no dice show"):
        roll_of(dice)


@pytest.mark.parametrize(
    ("readings", "reaches"),
    [
        ({}, True),
        ({"SG_12": "this-round"}, True),
        ({"SG_13": "until-next-round"}, True),
        ({"SG_12": "this-round", "SG_13": "until-next-round"}, False),
    ],
    ids=str,
)
def test_earlier_rounds_are_kept_where_a_ruling_reaches_back_to_them(
    readings: dict[str, str], reaches: bool
) -> None:
    """In Singapore damaged dice do (5.4), and so does a wrong entry (5.5): one of them is enough."""
    assert law("singapore-etg", "1", **readings).reaches_back is reaches


@pytest.mark.parametrize("book", ["canberra-2005", "crown-sydney-2024", "star-sydney-2016"])
def test_elsewhere_only_the_last_round_can_be_corrected(book: str) -> None:
    """No clause of theirs names an earlier one."""
    assert law(book).reaches_back is False


def test_a_rank_without_a_title_of_its_own_is_called_by_the_next_one_up() -> None:
    """And whoever has a title has that one."""
    book = json.loads(canonical_json(get_rulebook("canberra-2005")))
    book["titles"] = {"dealer": "Dealer", "manager": "Manager", "senior-manager": "Director"}
    read = law_of(written(book).encode(), "")

    assert [read.title(rank) for rank in RANKS.values()] == ["Dealer", "Manager", "Manager", "Director"]


@pytest.mark.parametrize("rolls", [["124", "124"], ["421"], ["777"], [""], ["124", "421"]], ids=str)
def test_a_bet_has_one_price_on_a_roll_that_there_is(rolls: list[str]) -> None:
    """In one order of its dice, and once."""
    price = {"odds": "1", "clause": "6.3", "rolls": rolls}
    bet = {"key": "small", "family": "small", "wins": "6.2", "loses": None, "prices": [price]}

    with pytest.raises(ValueError, match="small has no one price on"):
        bet_of(bet)
    bet["prices"] = [{**price, "rolls": ["124"], "odds": "13/2"}]
    assert bet_of(bet).prices["124"] == (13, 2, "6.3", "6.2, 6.3")
    assert (bet_of(bet).wins, bet_of(bet).loses) == ("6.2", "")
