"""Terms of a tournament that contradict themselves are not believed, though each item is stated."""

import tomllib
from typing import Any

import pytest

from sicbo.terms.loader import parse_terms
from sicbo.tournament.format import lint_tournament
from sicbo.verify.canonical import Wrong
from sicbo.verify.sense import makes_sense
from tests.terms.complete import toml_text
from tests.tournament.tournaments import MELBOURNE, SYDNEY, terms_of
from tests.verify.forged import law

SENSELESS: list[tuple[str, str, Any]] = [
    ("the numbers of entrants", "details.fewest", 1),
    ("the numbers of entrants", "details.most", 7),
    ("withdrawals", "entry.withdraw_later", 101),
    ("the compulsory wager", "wagers.unit", 0),
    ("the compulsory wager", "wagers.compulsory", 150),
    ("the compulsory wager", "wagers.compulsory", 10_100),
    ("the starting bank", "format.starting_bank", 10_050),
    ("what becomes of the chips", "format.disposition", "cash"),
    ("what becomes of the chips", "format.chip_value", "0.01"),
    ("the shares of the pool", "pool.of_fees", 101),
    ("the shares of the pool", "pool.of_buy_ins", 101),
    ("the shares of the pool", "pool.places", [50, 60, 70]),
    ("the shares of the pool", "pool.places", [50, 30, 19]),
    ("the shares of the pool", "pool.places", [100, 0]),
    ("refunds", "conduct.refunds.0.percent", 101),
    ("round 1", "format.rounds.0.minutes", 20),
    ("round 1", "format.rounds.0.spins", 0),
    ("round 1", "format.rounds.0.tables", 0),
    ("round 1", "format.rounds.0.tables", 3),
    ("round 1", "format.rounds.0.progress", "end"),
    ("round 1", "format.rounds.0.places", 0),
    ("round 1", "format.rounds.0.banks", "carried"),
    ("round 2", "format.rounds.1.progress", "all"),
]
SENSIBLE: list[tuple[str, Any]] = [
    ("details.fewest", 2),
    ("details.most", 8),
    ("entry.withdraw_later", 100),
    ("wagers.compulsory", 10_000),
    ("format.starting_bank", 100),
    ("pool.of_fees", 100),
    ("pool.places", [99, 1]),
    ("conduct.refunds.0.percent", 100),
    ("format.rounds.0.tables", 1),
    ("format.rounds.1.banks", "carried"),
]


def terms_with(path: str, value: Any, book: str = SYDNEY) -> Any:
    """Terms in which one thing is otherwise."""
    terms = tomllib.loads(terms_of(book))
    *way, last = (int(key) if key.isdigit() else key for key in path.split("."))
    part: Any = terms
    for key in way:
        part = part[key]
    part[last] = value
    return terms


def doubts(terms: Any) -> bool:
    """Whether the desk refuses to publish them."""
    return bool(lint_tournament(parse_terms(toml_text(terms))))


@pytest.mark.parametrize(("what", "path", "value"), SENSELESS, ids=range(len(SENSELESS)))
def test_a_contradiction_is_found(what: str, path: str, value: Any) -> None:
    """Desk and verifier agree on it."""
    terms = terms_with(path, value)

    assert doubts(terms)
    with pytest.raises(Wrong, match=f"contradict themselves were published: {what}"):
        makes_sense(terms, law(SYDNEY))


@pytest.mark.parametrize(("path", "value"), SENSIBLE, ids=range(len(SENSIBLE)))
def test_what_just_makes_sense_does(path: str, value: Any) -> None:
    """To the last percent."""
    terms = terms_with(path, value)

    assert not doubts(terms)
    makes_sense(terms, law(SYDNEY))


def test_a_layout_is_one_of_the_rulebook_and_withdrawal_ends_in_time() -> None:
    """Sydney has one layout without a name; the last moment to withdraw may be that of the start."""
    starts = tomllib.loads(terms_of(SYDNEY))["details"]["starts"]
    makes_sense(terms_with("entry.withdraw_until", starts), law(SYDNEY))
    makes_sense(terms_with("layout", "b", MELBOURNE), law(MELBOURNE))
    late = starts.replace(hour=20)

    for terms, book in (
        (terms_with("entry.withdraw_until", late), SYDNEY),
        (terms_with("layout", "b"), SYDNEY),
    ):
        with pytest.raises(Wrong, match="contradict themselves"):
            makes_sense(terms, law(book))


@pytest.mark.parametrize("name", ["phone", "noise"])
def test_a_penalty_for_a_phone_is_listed(name: str) -> None:
    """Where there is one."""
    terms = terms_with("conduct.phone", "penalty")
    terms["conduct"]["penalties"] = [{"name": name, "chips": 100}]

    assert doubts(terms) is (name == "noise")
    if name == "noise":
        with pytest.raises(Wrong, match="the penalty for a phone"):
            makes_sense(terms, law(SYDNEY))
    else:
        makes_sense(terms, law(SYDNEY))


def test_one_chip_is_the_smallest_unit_and_the_smallest_bank() -> None:
    """And no chip is none, though nothing has to be wagered."""
    terms = terms_with("wagers.unit", 1)
    terms["wagers"]["compulsory"] = terms["format"]["starting_bank"] = 1
    makes_sense(terms, law(SYDNEY))
    assert not doubts(terms)

    terms["wagers"]["compulsory"] = terms["format"]["starting_bank"] = 0
    with pytest.raises(Wrong, match="the starting bank"):
        makes_sense(terms, law(SYDNEY))
