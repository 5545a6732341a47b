"""The published form of a rulebook: canonical, exact, and identified by its hash."""

import hashlib
import json
from dataclasses import replace
from datetime import date
from fractions import Fraction
from types import MappingProxyType

import pytest

from sicbo import rulebooks
from sicbo.game.bets import Bet
from sicbo.game.dice import TRIPLES, total_of
from sicbo.game.layout import Faces, Pay
from sicbo.game.policies import BelowMinimum, Notice, NoticeKind
from sicbo.game.ranks import Rank
from sicbo.game.rulebook.publication import FORMAT, canonical, key_of, plain, published, roll_keys, sha256
from sicbo.game.rulebook.rules import Rules
from sicbo.rulebooks.crown_sydney_2024.rulebook import RULES

RECORD = json.loads(canonical(RULES))
EVERY_RULEBOOK = list(rulebooks.every_rulebook().values())


def only_json(value: object) -> bool:
    """Whether a value consists of JSON types without floats."""
    if isinstance(value, dict):
        return all(type(key) is str and only_json(item) for key, item in value.items())
    if isinstance(value, list):
        return all(map(only_json, value))
    return value is None or type(value) in (str, int, bool)


@pytest.mark.parametrize("rules", EVERY_RULEBOOK, ids=lambda rules: rules.key)
def test_every_rulebook_is_published_as_plain_json_without_floats(rules: Rules) -> None:
    """Parsing gives back what was published, and the bytes are the shortest form with sorted keys."""
    record = published(rules)

    assert only_json(record)
    assert json.loads(canonical(rules)) == record
    assert canonical(rules).startswith(b'{"approval":{"by":"')
    assert b"\n" not in canonical(rules)
    assert record["format"] == FORMAT == "sicbo-rulebook-1"
    assert record["key"] == rules.key


@pytest.mark.parametrize("rules", EVERY_RULEBOOK, ids=lambda rules: rules.key)
def test_the_hash_is_that_of_the_bytes(rules: Rules) -> None:
    """Anyone can check the hash with another tool."""
    assert sha256(rules) == hashlib.sha256(canonical(rules)).hexdigest()


def test_no_two_rulebooks_and_no_two_readings_share_a_hash() -> None:
    """Choosing a reading changes the hash; choosing the default does not."""
    hashes = {sha256(rules) for rules in EVERY_RULEBOOK}

    assert len(hashes) == len(EVERY_RULEBOOK)
    assert sha256(RULES.read({"S-01": "triples-win"})) not in hashes
    assert sha256(RULES.read({"S-01": "triples-lose"})) == sha256(RULES)


def test_another_word_is_another_hash() -> None:
    """The hash changes with a word even if no ruling changes."""
    assert sha256(replace(RULES, version="2.1")) != sha256(RULES)


def test_a_layout_is_published_with_its_prices_and_areas() -> None:
    """A verifier can settle with it without any code of ours."""
    (layout,) = RECORD["layouts"]
    bets = {bet["key"]: bet for bet in layout["bets"]}

    assert (layout["key"], layout["name"], layout["faces"], len(bets)) == ("", "Crown Sydney", "numbers", 50)
    assert bets["total-4"] == {
        "key": "total-4",
        "family": "total",
        "name": "Three Dice Total 4",
        "wins": "3.3.6(a)",
        "loses": "3.3.6(b)",
        "optional": None,
        "prices": [{"tier": 1, "odds": "62", "clause": "6.3/total-4-17", "rolls": ["112"]}],
    }
    assert [price["odds"] for price in bets["single-4"]["prices"]] == ["1", "2", "12"]
    assert layout["areas"][0] == {
        "bet": "small",
        "group": "even-money",
        "x": 0,
        "y": 0,
        "width": 230,
        "height": 260,
        "order": 1,
        "reconstructed": True,
    }


def test_a_ruling_is_published_with_its_clause_choice_and_reading() -> None:
    """The words in it are ours."""
    assert RECORD["limits"]["above_maximum"] == {
        "clause": "4.2.5",
        "choice": "cut",
        "says": "Over the maximum and found late: paid or collected to the maximum.",
        "reading": "S-06",
    }


def test_ranks_are_published_by_name() -> None:
    """A number would change its meaning with a new rank between two others."""
    assert RECORD["titles"] == {
        "dealer": "Dealer",
        "supervisor": "Higher Duties Dealer",
        "manager": "Area Manager",
        "senior-manager": "Assistant Casino Manager",
    }
    assert RECORD["powers"][0]["rank"] == "supervisor"


@pytest.mark.parametrize(
    ("value", "json_value"),
    [
        (None, None),
        (True, True),
        (3, 3),
        ("cut", "cut"),
        (BelowMinimum.VOID_UNDER_APPROVED, "void-under-approved"),
        (Rank.SENIOR_MANAGER, "senior-manager"),
        (Fraction(17, 2), "17/2"),
        (date(2024, 8, 16), "2024-08-16"),
        (total_of(4, 17), ["112", "566"]),
        (
            Pay("6.3", "domino total-9", "8.5 to 1"),
            {"clause": "6.3", "odds": "17/2", "on": ["domino", "total-9"], "tier": 1},
        ),
        (MappingProxyType({4: Fraction(6)}), {"4": "6"}),
        ((Faces.NUMBERS, 1), ["numbers", 1]),
        (Notice(NoticeKind.MINUTES, 20), {"kind": "minutes", "count": 20}),
        (
            Bet("x", "x", "X", "1", "2", (TRIPLES,)),
            {
                "key": "x",
                "family": "x",
                "name": "X",
                "wins": "1",
                "loses": "2",
                "tiers": [["111", "222", "333", "444", "555", "666"]],
                "optional": None,
            },
        ),
    ],
)
def test_every_value_of_a_rulebook_has_its_json(value: object, json_value: object) -> None:
    """Fractions and dates become text, enums kebab-case, and sets of rolls sorted digits."""
    assert plain(value) == json_value
    assert type(plain(value)) is type(json_value)


@pytest.mark.parametrize("value", [0.5, b"x", [1], {1, 2}])
def test_what_a_rulebook_may_not_hold_is_a_bug(value: object) -> None:
    """The most important example is a float."""
    with pytest.raises(TypeError, match="A rulebook cannot hold a "):
        plain(value)


def test_names_outside_python_are_kebab_case() -> None:
    """JSON, the command line and pages use one spelling."""
    assert key_of(NoticeKind.MINUTES) == "minutes"
    assert key_of(BelowMinimum.STANDS_ONCE) == "stands-once"


def test_a_set_of_rolls_is_listed_once_for_all_orders() -> None:
    """Six rolls of 1-2-4 are one entry."""
    assert roll_keys(total_of(7)) == ["115", "124", "133", "223"]
