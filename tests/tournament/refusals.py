"""Refusals of terms: an item is missing, or has a wrong answer."""

from sicbo import rulebooks
from sicbo.terms.lint import find_problems
from sicbo.tournament.messages import commands
from tests.terms.complete import complete_tournament, terms_without, toml_text
from tests.tournament.tournaments import (
    draft_play,
    refused_clause,
    terms_of,
)


def assert_each_item_required(book: str, *paths: str) -> None:
    """Without any one of these items, lint and publication name exactly the clause that requires it."""
    items = rulebooks.get_rulebook(book).terms.tournament
    for item in (item for item in items if item.path in paths):
        left = terms_without(complete_tournament(rulebooks.get_rulebook(book)).data, item)
        assert [one.clause for one in find_problems(left, items)] == [item.clause]
        assert (
            refused_clause(draft_play(book).submit(commands.PublishTournament, terms=toml_text(left)))
            == item.clause
        )
    assert {item.path for item in items} >= set(paths)


def clause_refusing_answer(book: str, path: str, value: object) -> str:
    """Return the clause that refuses terms with another answer at this path."""
    return refused_clause(
        draft_play(book).submit(commands.PublishTournament, terms=terms_of(book, {path: value}))
    )


def clause_refusing_text(book: str, more: str) -> str:
    """Return the clause that refuses terms with additional text."""
    return refused_clause(
        draft_play(book).submit(commands.PublishTournament, terms=terms_of(book, text=more))
    )
