"""Connections to PostgreSQL: one that fails is closed, and later calls fail at once for a while."""

import time
from typing import Any

import psycopg
import pytest

from sicbo.journal.postgres_connection import ReopenedConnection, TimedConnection, open_connection
from tests.journal.postgres_server import fresh_url

NOWHERE = "postgresql://stranger@127.0.0.1:1/nothing"


def test_a_line_that_cannot_be_set_up_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever goes wrong, no session of the database stays open."""
    made: list[TimedConnection] = []

    def refuse(self: TimedConnection, *words: Any, **more: Any) -> None:
        made.append(self)
        raise psycopg.OperationalError("no")

    monkeypatch.setattr(TimedConnection, "execute", refuse)
    with pytest.raises(psycopg.OperationalError):
        open_connection(fresh_url())
    assert [line.closed for line in made] == [True]


def test_after_a_failure_a_line_is_not_tried_for_at_once() -> None:
    """The next call fails without waiting; a lost connection is opened again."""
    nowhere = ReopenedConnection(NOWHERE, silence=2)
    with pytest.raises(psycopg.OperationalError):
        nowhere.connect()
    nowhere._not_before = time.monotonic() + 60
    with pytest.raises(psycopg.OperationalError, match="a moment ago"):
        nowhere.connect()
    assert nowhere.is_lost
    nowhere.close()

    kept = ReopenedConnection(fresh_url(), silence=2)
    first = kept.connect()
    first.close()
    assert kept.is_lost
    assert kept.connect() is not first
    kept.close()
    assert kept.is_lost
