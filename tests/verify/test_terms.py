"""The verifier reads published terms by itself: whatever item they lack, it names the clause."""

import hashlib
import json
from functools import cache
from typing import Any

import pytest

from sicbo import rulebooks
from sicbo.game.rulebook.publication import rulebook_record
from sicbo.game.rulebook.required_terms import Item
from sicbo.game.rulebook.rules import Rules
from sicbo.terms.lint import find_problems
from sicbo.terms.loader import parse_terms
from sicbo.verify.canonical import Wrong
from sicbo.verify.promotion.decide import expected
from sicbo.verify.promotion.state import Promotion
from sicbo.verify.report import TableReport
from sicbo.verify.terms import terms_of
from sicbo.verify.tournaments import Followed
from tests.promotion import desk, removing
from tests.terms.complete import (
    ODD,
    WITH_TOURNAMENTS,
    complete_tournament,
    terms_with_value,
    terms_without,
    toml_text,
)
from tests.terms.test_lint import case_name
from tests.tournament.tournaments import SYDNEY
from tests.verify.test_tournaments import entries, eventful

KEY = "star-sydney-2016"

Case = tuple[Rules, str, Item]
EVERY: list[Case] = [
    *((rules, "tournament", item) for rules in WITH_TOURNAMENTS for item in rules.terms.tournament),
    *((rules, "promotion", item) for rules in desk.WITH_PROMOTIONS for item in rules.terms.promotion),
]


@cache
def law(key: str) -> Any:
    """A rulebook as it is published."""
    return json.loads(json.dumps(rulebook_record(rulebooks.get_rulebook(key))))


def lacking(rules: Rules, kind: str, item: Item) -> str:
    """Complete terms without one item."""
    if kind == "promotion":
        return removing.promotion_terms_without(rules.key, item).text
    return toml_text(terms_without(complete_tournament(rules).data, item))


def condemned(text: str, rules: Rules, kind: str) -> str:
    """What the verifier says of terms that it condemns."""
    with pytest.raises(Wrong) as found:
        terms_of(text, law(rules.key), kind)
    assert found.value.check == "terms"
    return str(found.value)


@pytest.mark.parametrize("rules", WITH_TOURNAMENTS, ids=case_name)
def test_complete_terms_of_a_tournament_pass(rules: Rules) -> None:
    """As `sicbo tournament new` writes them, approved."""
    assert terms_of(complete_tournament(rules).text, law(rules.key), "tournament")["kind"] == "tournament"


@pytest.mark.parametrize("rules", desk.WITH_PROMOTIONS, ids=case_name)
def test_complete_terms_of_a_promotion_pass(rules: Rules) -> None:
    """As `sicbo promotion new` writes them."""
    assert (
        terms_of(desk.complete_promotion(rules.key).text, law(rules.key), "promotion")["kind"] == "promotion"
    )


@pytest.mark.parametrize(("rules", "kind", "item"), EVERY, ids=case_name)
def test_without_one_item_exactly_its_clause_is_named(rules: Rules, kind: str, item: Item) -> None:
    """For every item of every rulebook; lint, which shares no code with this, says the same."""
    says = condemned(lacking(rules, kind, item), rules, kind)

    assert says == f"{item.clause}: the published terms do not state {item.says} ({item.path})"


@pytest.mark.parametrize(
    ("rules", "kind", "item"), [case for case in EVERY if case[1] == "tournament"], ids=case_name
)
def test_the_verifier_and_lint_agree_on_odd_answers(rules: Rules, kind: str, item: Item) -> None:
    """Numbers for texts, lists for numbers, nothing at all: both condemn the same clauses."""
    for value in (*ODD, "", 7, True):
        text = toml_text(terms_with_value(complete_tournament(rules).data, item, value))
        clauses = dict.fromkeys(
            one.clause for one in find_problems(parse_terms(text).data, rules.terms.tournament)
        )
        if clauses:
            assert condemned(text, rules, kind).startswith(f"{', '.join(clauses)}: ")
        else:
            assert terms_of(text, law(rules.key), kind)


@pytest.mark.parametrize(
    "text",
    [
        "kind = ",
        f"kind = {'9' * 5_000}",
        'kind = "promotion"',
        'kind = "tournament"\nrulebook = "star-sydney-2016"',
        "a = 1",
    ],
)
def test_a_text_that_is_no_terms_is_condemned(text: str) -> None:
    """Neither TOML that breaks off, nor terms of something else, are believed."""
    assert "terms" in condemned(text, rulebooks.get_rulebook(SYDNEY), "tournament")


def test_a_tournament_with_incomplete_terms_is_not_followed() -> None:
    """The hash fits the text, and still the clause is named: 8.4.2(c) on how one enters."""
    said = json.loads(json.dumps(entries(eventful(SYDNEY))[0]))
    item = next(one for one in rulebooks.get_rulebook(SYDNEY).terms.tournament if one.path == "entry.methods")
    _lies(said, toml_text(terms_without(parse_terms(said["events"][0]["terms"]).data, item)))
    with pytest.raises(Wrong, match=r"^8\.4\.2\(c\): "):
        Followed("cup", law(SYDNEY), TableReport("cup")).follow(said)


@pytest.mark.parametrize(
    ("old", "new", "clause"),
    [
        ("closes = 2026", "opens = 2026", "10.7"),
        ('kind = "cash"', 'kind = "tobacco"', "10.5.1"),
    ],
)
def test_a_promotion_with_such_terms_is_refused(old: str, new: str, clause: str) -> None:
    """No closing time, or tobacco for a prize."""
    order = desk.PromotionDesk(KEY).publish(desk.one_prize_terms(KEY)).records[0]["command"]
    assert old in order["terms"]
    order["terms"] = order["terms"].replace(old, new)
    answer = expected(Promotion("Autumn", law(KEY), law(KEY)["layouts"][0]["key"]), order)
    assert answer["refusal"]["clause"].startswith(clause)


def _lies(said: Any, text: str) -> None:
    """Put other terms into a record, with their own hash."""
    said["command"]["terms"] = text
    said["events"][0] |= {"terms": text, "sha256": hashlib.sha256(text.encode()).hexdigest()}


def states(answer: str, asks: str = "text", **parts: list[str]) -> bool:
    """Whether terms state an item by an answer in TOML."""
    plain = {"path": "a", "when": "", "clause": "1", "says": "a", "never": [], "one_of": [], "names": []}
    book = {"key": "r", "terms": {"raffle": [{**plain, "asks": asks, **parts}]}}
    try:
        terms_of(f'kind = "raffle"\nrulebook = "r"\na = {answer}', book, "raffle")
    except Wrong:
        return False
    return True


@pytest.mark.parametrize(
    ("asks", "good", "bad"),
    [
        ("text", ['"x"'], ['""', '" "', "1", "[]"]),
        ("statement", ['"x"'], ['""', "true"]),
        ("name", ['"x"'], ['" "', "1"]),
        ("yes-or-no", ["true", "false"], ["1", '"true"']),
        ("count", ["0", "1", f"{2**53 - 1}"], ["-1", "true", "1.0", f"{2**53}", '"1"']),
        ("money", ['"1"', '"1,000.50"'], ['"1.5"', '"x"', "1", '""']),
        ("moment", ["2026-11-18T10:00:00Z"], ["2026-11-18T10:00:00", "2026-11-18", "1"]),
        ("list", ['["x"]'], ["[]", '"x"']),
    ],
)
def test_an_answer_is_of_the_kind_that_is_asked_for(asks: str, good: list[str], bad: list[str]) -> None:
    """And it is no empty one."""
    assert [one for one in good if not states(one, asks)] == []
    assert [one for one in bad if states(one, asks)] == []


@pytest.mark.parametrize("answer", ['"tobacco"', '["tobacco"]', '["cash", "tobacco"]', '["tobacco", "cash"]'])
def test_what_may_never_be_is_not_stated_among_other_things_either(answer: str) -> None:
    """Alone, or in a list with something good."""
    asks = "list" if answer.startswith("[") else "text"

    assert states(answer, asks)
    assert not states(answer, asks, never=["tobacco"])
    assert states('["cash"]', "list", never=["tobacco"])


def test_every_part_of_an_answer_is_one_of_those_there_are_and_names_what_it_has_to() -> None:
    """One that is not is enough to condemn it."""
    assert states('["cash", "chips"]', "list", one_of=["cash", "chips"])
    assert not states('["cash", "tobacco"]', "list", one_of=["cash", "chips"])
    assert not states('"tobacco"', one_of=["cash", "chips"])
    assert states('"to ana by kim"', names=["ana", "kim"])
    assert not states('"to ana"', names=["ana", "kim"])
