"""Connections to PostgreSQL: neither end waits for ever on one that has gone silent."""

import time
from collections.abc import Generator
from contextlib import suppress
from typing import Any, TypeVar

import psycopg
from psycopg import conninfo

from sicbo.errors import StorageError

CONNECT_SECONDS, SILENCE = 5, 10.0
KEEPALIVE_OPTIONS = {
    "keepalives_idle": 5, "keepalives_interval": 2, "keepalives_count": 3, "tcp_user_timeout": 10_000,
}  # fmt: skip
SET_SERVER_KEEPALIVES = """
SELECT set_config(name, value, false) FROM pg_settings JOIN (VALUES
    ('tcp_keepalives_idle', '5'), ('tcp_keepalives_interval', '2'), ('tcp_keepalives_count', '3'),
    ('tcp_user_timeout', '10000'), ('idle_session_timeout', %s)) AS wanted (name, value) USING (name)
"""
"""Without these settings a server keeps the locks of a disconnected process as long as TCP allows: two hours.
"""

Row = tuple[Any, ...]
Answer = TypeVar("Answer")


class TimedConnection(psycopg.Connection[Row]):
    """A connection that closes itself if an answer does not come, since a cable may be cut without a sign.

    A lost connection delays at most one statement, because each statement is committed by itself.
    """

    silence_seconds = SILENCE

    def wait(self, gen: Generator[Any, Any, Answer], *words: Any, **more: Any) -> Answer:
        """Wait for an answer as psycopg does, but not for ever."""
        return super().wait(self._wait_in_time(gen), *words, **more)

    def _wait_in_time(self, gen: Generator[Any, Any, Answer]) -> Generator[Any, Any, Answer]:
        deadline = time.monotonic() + self.silence_seconds
        try:
            ready_state = next(gen)
            while True:
                ready = yield ready_state
                if not ready and time.monotonic() > deadline:
                    self.close()
                    raise psycopg.OperationalError("the server did not answer in time")
                ready_state = gen.send(ready)
        except StopIteration as end:
            answer: Answer = end.value
            return answer


def open_connection(url: str, *, silence: float = SILENCE, idle: float = 0) -> TimedConnection:
    """Open a connection; the server closes it if we send nothing for `idle` seconds."""
    try:
        given = conninfo.conninfo_to_dict(url)
    except psycopg.ProgrammingError:  # its text may quote a part of the password
        raise StorageError(
            "The journal's database cannot be opened (its address is not valid; in a password, @ is "
            "written as %40): start it, or correct the address."
        ) from None
    options = {"connect_timeout": min(CONNECT_SECONDS, max(2, int(silence))), **KEEPALIVE_OPTIONS}
    missing = {name: value for name, value in options.items() if name not in given}
    address = conninfo.make_conninfo(url, **missing, client_encoding="UTF8")
    connection = TimedConnection.connect(address, autocommit=True)
    connection.silence_seconds = silence
    try:
        connection.execute(SET_SERVER_KEEPALIVES, [str(int(idle * 1000))])
    except BaseException:
        connection.close()
        raise
    return connection


class ReopenedConnection:
    """A connection for callers that cannot wait long: reopened when lost, but not at once after a failure."""

    def __init__(self, url: str, *, silence: float, idle: float = 0) -> None:
        self._url, self._silence, self._idle = url, silence, idle
        self._connection: TimedConnection | None = None
        self._not_before = 0.0

    @property
    def is_lost(self) -> bool:
        """Whether there is no open connection."""
        return self._connection is None or self._connection.closed

    def connect(self) -> TimedConnection:
        """Return the connection; after a failed attempt, later calls fail at once for a while."""
        if self._connection is None or self._connection.closed:
            began = time.monotonic()
            if began < self._not_before:
                raise psycopg.OperationalError("it did not answer a moment ago")
            try:
                self._connection = open_connection(self._url, silence=self._silence, idle=self._idle)
            except psycopg.Error:
                ended = time.monotonic()
                self._not_before = ended + 2 * (ended - began)
                raise
        return self._connection

    def close(self) -> None:
        """Close the connection."""
        lost, self._connection = self._connection, None
        if lost is not None:
            with suppress(psycopg.Error):
                lost.close()
