"""The registry of clauses: found by id, read from a table, counted once."""

import pytest

from sicbo import rulebooks
from sicbo.errors import NotFound, RulebookError
from sicbo.game.rulebook.clauses import Clause, Registry, State, read_registry

HEAD = "clause,kind,state,where,tests,says\n"
TABLE = HEAD + (
    "4.2,limits,executable,limits.above_maximum,test_a test_b,Limits are kept.\n"
    '4.2.1,limits,duty,operator,,"Signs, too, are kept."\n'
    "4.2(a),limits,display,the sign,,Shown.\n"
    "4.2/sign,definition,definition,glossary,,A sign.\n"
    "4.20,limits,pending,issue #3,,Later.\n"
)


def test_a_table_is_read_in_its_order() -> None:
    """Each row is a clause with its state; spaces separate the tests."""
    registry = read_registry("home", TABLE)

    assert (registry.rulebook, len(registry)) == ("home", 5)
    assert [clause.id for clause in registry] == ["4.2", "4.2.1", "4.2(a)", "4.2/sign", "4.20"]
    assert registry["4.2"] == Clause(
        "4.2", "limits", State.EXECUTABLE, "limits.above_maximum", ("test_a", "test_b"), "Limits are kept."
    )
    assert registry["4.2.1"].says == "Signs, too, are kept."
    assert registry["4.2.1"].tests == ()
    assert [clause.state for clause in registry][1:] == [
        State.DUTY,
        State.DISPLAY,
        State.DEFINITION,
        State.PENDING,
    ]


def test_a_clause_is_found_with_those_below_it() -> None:
    """4.2.1, 4.2(a) and 4.2/sign are below 4.2, but 4.20 is not."""
    registry = read_registry("home", TABLE)

    assert [clause.id for clause in registry.under("4.2")] == ["4.2", "4.2.1", "4.2(a)", "4.2/sign"]
    assert [clause.id for clause in registry.under("4")] == ["4.2", "4.2.1", "4.2(a)", "4.2/sign", "4.20"]
    assert [clause.id for clause in registry.under("4.20")] == ["4.20"]
    assert "4.2" in registry
    assert "4.3" not in registry


@pytest.mark.parametrize("wrong", ["4.3", "4.2.", "4x2", "(", ".*"])
def test_an_unknown_clause_is_answered_with_the_nearest(wrong: str) -> None:
    """This holds for a clause alone and with those below it; dots and brackets are ordinary characters."""
    registry = read_registry("home", TABLE)

    with pytest.raises(NotFound, match=r"^Unknown clause of home: "):
        registry[wrong]
    with pytest.raises(NotFound, match=r"^Unknown clause of home: "):
        registry.under(wrong)


def test_a_clause_listed_twice_is_a_mistake() -> None:
    """Otherwise the second would silently replace the first."""
    clause = Clause("4.2", "limits", State.DUTY, "operator", (), "Once.")
    with pytest.raises(RulebookError) as error:
        Registry("home", [clause, clause])

    assert str(error.value) == "The registry of home lists a clause twice (4.2)."


def test_an_unknown_state_is_a_bug_of_the_table() -> None:
    """There are exactly five states."""
    with pytest.raises(ValueError, match="'done' is not a valid State"):
        read_registry("home", HEAD + "4.2,limits,done,,,Kept.\n")


@pytest.mark.parametrize(
    ("key", "count"),
    [
        ("canberra-2005", 77),
        ("crown-melbourne-6.1", 301),
        ("crown-sydney-2024", 285),
        ("singapore-etg", 115),
        ("star-sydney-2016", 212),
    ],
)
def test_every_clause_of_the_five_texts_is_registered(key: str, count: int) -> None:
    """There are 990 clauses, and none may be missing."""
    registry = rulebooks.clauses_of(key)

    assert len(registry) == count
    assert all(clause.says and clause.kind for clause in registry)
