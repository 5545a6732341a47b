"""A draw by itself: every part has its one form, whatever hashes were made to fit it."""

from hashlib import sha256
from typing import Any

import pytest

from sicbo.verify.canonical import Wrong
from sicbo.verify.draws import FORMAT, MOST_TICKETS, check_draw, recomputed

SEED = "ab" * 16
TWO = [["ana", 1], ["ben", 2]]


def fitting(seed: Any, entrants: Any, places: int = 1) -> dict[str, Any]:
    """A draw whose promise and list have the right hashes."""
    listing = "".join(f"{tickets} {name}\n" for name, tickets in (one[:2] for one in entrants))
    hashed = sha256(listing.encode()).hexdigest()
    return {
        "format": FORMAT,
        "label": "Autumn",
        "commitment": sha256(f"{FORMAT} seed {seed}\n".encode()).hexdigest(),
        "entrants": entrants,
        "entrants_hash": hashed,
        "seed": seed,
        "drawn": recomputed(seed, [(one[0], one[1]) for one in entrants], hashed, "Autumn", places),
    }


@pytest.mark.parametrize(
    ("seed", "entrants"), [(SEED, TWO), (f"{SEED}0f", TWO), (SEED, [["ana", MOST_TICKETS], ["ben", 1]])]
)
def test_a_draw_at_the_edge_of_its_form_holds(seed: str, entrants: list[list[Any]]) -> None:
    """A seed of just 16 bytes and one of 17, and a million million tickets of one name."""
    check_draw(fitting(seed, entrants))


def test_everybody_on_the_list_may_be_drawn() -> None:
    """Two of two, and not ben once more."""
    everybody = fitting(SEED, TWO, places=2)
    check_draw(everybody)

    assert sorted(everybody["drawn"]) == ["ana", "ben"]
    with pytest.raises(Wrong, match="more names were drawn than there are entrants"):
        check_draw(everybody | {"drawn": [*everybody["drawn"], "ben"]})


def test_the_hash_of_the_list_is_not_for_the_house_to_choose() -> None:
    """Whoever chooses another one draws whom they like from the seed that was promised."""
    hashed = next(
        one for one in "0123456789" if recomputed(SEED, [("ana", 1), ("ben", 2)], one, "Autumn", 1) == ["ana"]
    )

    with pytest.raises(Wrong, match="the list of entrants is not the one that was closed before"):
        check_draw(fitting(SEED, TWO) | {"entrants_hash": hashed, "drawn": ["ana"]})


@pytest.mark.parametrize(
    "seed",
    ["", "ab", "ab" * 15, "ab" * 16 + "c", "AB" * 16, "gh" * 16, f" {SEED} ", f"{SEED}\n\n", int("12" * 16)],
    ids=repr,
)
def test_a_seed_is_sixteen_bytes_or_more_in_small_hexadecimal(seed: object) -> None:
    """Of a short seed all can be tried; one that may be written in several ways is several seeds."""
    with pytest.raises(Wrong, match="the seed is not written as at least 16 bytes"):
        check_draw(fitting(seed, TWO))


@pytest.mark.parametrize(
    ("entrants", "says"),
    [
        ([["ana", 1], ["ben", 2, 3]], "an entrant is a name and a number of tickets"),
        ([["ana", 1], ("ben", 2)], "an entrant is a name and a number of tickets"),
        ([["ana", 1], ["ben", MOST_TICKETS + 1]], '"ben" has no sensible number of tickets'),
        ([["ana", 1], ["ben", 0]], '"ben" has no sensible number of tickets'),
        ([["ana", 1], ["ben", True]], '"ben" has no sensible number of tickets'),
        ([["ana", 1], ["ana", 2]], "a name is twice on the list of entrants"),
    ],
    ids=str,
)
def test_an_entrant_is_one_name_with_its_tickets(entrants: object, says: str) -> None:
    """Nobody is drawn twice because a list has them twice, nor has tickets that are no number."""
    with pytest.raises(Wrong, match=says):
        check_draw(fitting(SEED, entrants))
