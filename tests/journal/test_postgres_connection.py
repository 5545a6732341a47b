"""Connections to PostgreSQL: one that fails is closed, and later calls fail at once for a while."""

import time
from typing import Any

import psycopg
import pytest

from sicbo.journal.postgres_connection import Kept, Line, connected
from tests.journal.postgres_server import fresh_url

NOWHERE = "postgresql://nobody@127.0.0.1:1/nothing"


def test_a_line_that_cannot_be_set_up_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever goes wrong, no session of the database stays open."""
    made: list[Line] = []

    def refuse(self: Line, *words: Any, **more: Any) -> None:
        made.append(self)
        raise psycopg.OperationalError("no")

    monkeypatch.setattr(Line, "execute", refuse)
    with pytest.raises(psycopg.OperationalError):
        connected(fresh_url())
    assert [line.closed for line in made] == [True]


def test_after_a_failure_a_line_is_not_tried_for_at_once() -> None:
    """The next call fails without waiting; a lost connection is opened again."""
    nowhere = Kept(NOWHERE, silence=2)
    with pytest.raises(psycopg.OperationalError):
        nowhere.line()
    nowhere._not_before = time.monotonic() + 60
    with pytest.raises(psycopg.OperationalError, match="a moment ago"):
        nowhere.line()
    assert nowhere.lost
    nowhere.close()

    kept = Kept(fresh_url(), silence=2)
    first = kept.line()
    first.close()
    assert kept.lost
    assert kept.line() is not first
    kept.close()
    assert kept.lost
