"""Checks of terms name exactly the clause that is not satisfied, for every item of every rulebook."""

import pytest

from sicbo.errors import Refusal
from sicbo.game.rulebook.required_terms import AnswerKind, Item
from sicbo.game.rulebook.rules import Rules
from sicbo.i18n import message
from sicbo.terms.lint import TermsProblem, find_problems, refuse_if_incomplete, unknown_paths
from sicbo.terms.loader import parse_terms
from sicbo.tournament.format import lint_tournament
from sicbo.tournament.messages.commands import PublishTournament
from sicbo.tournament.state import DRAFT
from tests.refused import Refused
from tests.terms.complete import (
    ODD,
    WITH_TOURNAMENTS,
    complete_tournament,
    terms_with_line,
    terms_with_value,
    terms_without,
    toml_text,
)
from tests.tournament.tournaments import draft_play

EVERY = [(rules, item) for rules in WITH_TOURNAMENTS for item in rules.terms.tournament]
A_TEXT = Item("1", "a.b", "what it is", AnswerKind.TEXT, "")


def case_name(pair: object) -> str:
    """Return the test id of a rulebook or an item."""
    return pair.key if isinstance(pair, Rules) else pair.path if isinstance(pair, Item) else ""


@pytest.mark.parametrize("rules", WITH_TOURNAMENTS, ids=case_name)
def test_complete_terms_have_no_findings(rules: Rules) -> None:
    """Every item is stated, and every statement belongs to an item."""
    data = complete_tournament(rules).data

    assert find_problems(data, rules.terms.tournament) == ()
    assert unknown_paths(data, rules.terms.tournament) == ()
    assert len(rules.terms.tournament) > 70


@pytest.mark.parametrize(("rules", "item"), EVERY, ids=case_name)
def test_without_one_item_exactly_its_clause_is_named_and_nothing_is_published(
    rules: Rules, item: Item
) -> None:
    """The findings and the refusal to publish name exactly that clause."""
    left = terms_without(complete_tournament(rules).data, item)
    found = find_problems(left, rules.terms.tournament)
    play = draft_play(rules.key)
    refusal = play.submit(PublishTournament, terms=toml_text(left))

    assert [one.clause for one in found] == [item.clause]
    assert refusal == refuse_if_incomplete(found)
    assert refusal == Refused(item.clause, f"The terms are not complete. {found[0].place}: {found[0].says}")
    assert (play.tournament.stage, play.events) == (DRAFT, [])


@pytest.mark.parametrize(("rules", "item"), EVERY, ids=case_name)
def test_an_answer_that_cannot_be_meant_is_refused_by_its_clause(rules: Rules, item: Item) -> None:
    """For any value, publication succeeds or is refused by a clause in one sentence; it never fails with an
    error.
    """
    for value in ODD:
        play = draft_play(rules.key)
        outcome = play.submit(
            PublishTournament, terms=toml_text(terms_with_value(complete_tournament(rules).data, item, value))
        )

        assert not isinstance(outcome, Refusal) or outcome.clause


def test_a_number_among_names_is_found_by_its_clause() -> None:
    """A list of ways to enter contains no numbers, and the shares of a pool are numbers."""
    rules = WITH_TOURNAMENTS[0]
    for path, value, clause in (
        ("entry.methods", ["desk", 7], "8.4.2(c)"),
        ("pool.places", ["all"], "8.4.7(b)"),
    ):
        item = next(item for item in rules.terms.tournament if item.path == path)
        text = toml_text(terms_with_value(complete_tournament(rules).data, item, value))

        assert [(one.clause, one.place) for one in lint_tournament(parse_terms(text))] == [(clause, path)]


@pytest.mark.parametrize(("rules", "item"), EVERY, ids=case_name)
def test_an_empty_answer_states_nothing(rules: Rules, item: Item) -> None:
    """Spaces are not a statement and a number is not an amount, so the same clause is named."""
    if "[]" not in item.path and not isinstance(item.example, tuple):
        found = find_problems(
            terms_with_line(complete_tournament(rules), item.path, "  ").data, rules.terms.tournament
        )

        assert item.clause in [one.clause for one in found]


@pytest.mark.parametrize("rules", WITH_TOURNAMENTS, ids=case_name)
def test_empty_terms_lack_every_item_that_depends_on_nothing(rules: Rules) -> None:
    """Each item gives one finding; items behind a switch are demanded once the switch is on."""
    asked = [item.clause for item in rules.terms.tournament if not item.when and "[]" not in item.path]

    assert [one.clause for one in find_problems({}, rules.terms.tournament)] == asked


def test_what_is_switched_off_is_not_demanded() -> None:
    """Terms without secret wagers need not say how to make one."""
    rules = WITH_TOURNAMENTS[0]
    terms = terms_with_line(complete_tournament(rules), "wagers.secret_offered", False)
    how = next(item for item in rules.terms.tournament if item.path == "wagers.secret_how")

    assert find_problems(terms_without(terms.data, how), rules.terms.tournament) == ()


@pytest.mark.parametrize(
    ("item", "value", "says"),
    [
        (A_TEXT, 7, "7 does not state what it is. Give a sentence."),
        (Item("1", "a.b", "x", AnswerKind.COUNT, 0), True, "True does not state x"),
        (Item("1", "a.b", "x", AnswerKind.COUNT, 0), -1, "-1 does not state x"),
        (Item("1", "a.b", "x", AnswerKind.MONEY, 0), "5.5", "'5.5' does not state x"),
        (Item("1", "a.b", "x", AnswerKind.MONEY, 0), "-5.50", "'-5.50' does not state x"),
        (Item("1", "a.b", "x", AnswerKind.MOMENT, 0), "soon", "'soon' does not state x"),
        (Item("1", "a.b", "x", AnswerKind.YES_OR_NO, 0), 1, "1 does not state x"),
        (Item("1", "a.b", "x", AnswerKind.LIST, 0), "one", "'one' does not state x"),
        (
            Item("1", "a.b", "x", AnswerKind.NAME, 0, one_of=("a", "b")),
            "c",
            "'c' does not state x. Choose one of these: a, b.",
        ),
        (
            Item("1", "a.b", "x", AnswerKind.NAME, 0, never=("cash",)),
            "cash",
            "'cash' is not allowed for x",
        ),
        (
            Item("1", "a.b", "x", AnswerKind.STATEMENT, 0, names=("the Act",)),
            "Law.",
            "State x. Name the Act.",
        ),
    ],
)
def test_an_answer_of_the_wrong_kind_is_refused_in_one_sentence(item: Item, value: object, says: str) -> None:
    """The sentence says what was found and what to give instead."""
    (found,) = find_problems({"a": {"b": value}}, [item])

    assert (found.clause, found.place) == ("1", "a.b")
    assert found.says.startswith(says)
    assert str(found) == f"1  a.b: {found.says}"


def test_a_list_is_checked_entry_by_entry() -> None:
    """The second vehicle lacks its make, and an appliance needs none."""
    kind, make = (
        Item("9", "prizes[].kind", "its kind", AnswerKind.NAME, ""),
        Item("9.1", "prizes[].make", "its make", AnswerKind.NAME, "", when="prizes[].kind=vehicle"),
    )
    prizes = [{"kind": "vehicle", "make": "Holden"}, {"kind": "vehicle"}, {"kind": "appliance"}]

    assert find_problems({"prizes": prizes}, [kind, make]) == (
        TermsProblem("9.1", "prizes[2].make", message("terms-check.missing", what="its make", answer="name")),
    )


def test_what_no_item_knows_is_a_stray() -> None:
    """Added odds are found wherever they are."""
    data = {"kind": "tournament", "a": {"b": "x", "odds": {"big": 2}}, "rows": [{"c": 1}, {"c": 2}]}

    assert unknown_paths(data, [A_TEXT]) == ("a.odds.big", "rows", "rows[].c")


def test_a_refusal_to_publish_names_every_clause() -> None:
    """Several clauses are joined; if there are none, there is no refusal."""
    wrong = message("terms-check.above-100-percent")
    refusal = refuse_if_incomplete(
        [TermsProblem("1", "a.b", wrong), TermsProblem("2", "c", wrong), TermsProblem("1", "d", wrong)]
    )

    assert refusal == Refused(
        "1, 2",
        "The terms are not complete. a.b: Write at most 100 percent. "
        "Other clauses that are not satisfied: 2.",
    )
    assert refuse_if_incomplete([]) is None
