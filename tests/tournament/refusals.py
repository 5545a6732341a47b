"""Refusals of terms: an item is missing, or has a wrong answer."""

from sicbo import rulebooks
from sicbo.terms.lint import lint
from sicbo.tournament.messages import commands
from tests.terms.complete import complete, without, written
from tests.tournament.tournaments import (
    draft,
    refused,
    terms_of,
)


def not_published(book: str, *paths: str) -> None:
    """Without any one of these items, lint and publication name exactly the clause that requires it."""
    items = rulebooks.get(book).terms.tournament
    for item in (item for item in items if item.path in paths):
        left = without(complete(rulebooks.get(book)).data, item)
        assert [one.clause for one in lint(left, items)] == [item.clause]
        assert refused(draft(book).ask(commands.PublishTournament, terms=written(left))) == item.clause
    assert {item.path for item in items} >= set(paths)


def changed(book: str, path: str, value: object) -> str:
    """Return the clause that refuses terms with another answer at this path."""
    return refused(draft(book).ask(commands.PublishTournament, terms=terms_of(book, {path: value})))


def changed_text(book: str, more: str) -> str:
    """Return the clause that refuses terms with additional text."""
    return refused(draft(book).ask(commands.PublishTournament, terms=terms_of(book, text=more)))
