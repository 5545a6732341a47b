"""Connections to PostgreSQL: neither end waits for ever on one that has gone silent."""

import time
from collections.abc import Generator
from contextlib import suppress
from typing import Any, TypeVar

import psycopg
from psycopg import conninfo

CONNECTING, SILENCE = 5, 10.0
NOTICES_A_DEAD_LINE = {
    "keepalives_idle": 5, "keepalives_interval": 2, "keepalives_count": 3, "tcp_user_timeout": 10_000,
}  # fmt: skip
SO_DOES_THE_SERVER = """
SELECT set_config(name, value, false) FROM pg_settings JOIN (VALUES
    ('tcp_keepalives_idle', '5'), ('tcp_keepalives_interval', '2'), ('tcp_keepalives_count', '3'),
    ('tcp_user_timeout', '10000'), ('idle_session_timeout', %s)) AS wanted (name, value) USING (name)
"""
"""Without these settings a server keeps the locks of a disconnected process as long as TCP allows: two hours.
"""

Row = tuple[Any, ...]
Answer = TypeVar("Answer")


class Line(psycopg.Connection[Row]):
    """A connection that closes itself if an answer does not come, since a cable may be cut without a sign.

    A lost connection delays at most one statement, because each statement is committed by itself.
    """

    silence = SILENCE

    def wait(self, gen: Generator[Any, Any, Answer], *words: Any, **more: Any) -> Answer:
        """Wait for an answer as psycopg does, but not for ever."""
        return super().wait(self._in_time(gen), *words, **more)

    def _in_time(self, gen: Generator[Any, Any, Answer]) -> Generator[Any, Any, Answer]:
        deadline = time.monotonic() + self.silence
        try:
            wanted = next(gen)
            while True:
                ready = yield wanted
                if not ready and time.monotonic() > deadline:
                    self.close()
                    raise psycopg.OperationalError("the server did not answer in time")
                wanted = gen.send(ready)
        except StopIteration as end:
            answer: Answer = end.value
            return answer


def connected(url: str, *, silence: float = SILENCE, idle: float = 0) -> Line:
    """Open a connection; the server closes it if we send nothing for `idle` seconds."""
    given = conninfo.conninfo_to_dict(url)
    wanted = {"connect_timeout": min(CONNECTING, max(2, int(silence))), **NOTICES_A_DEAD_LINE}
    missing = {name: value for name, value in wanted.items() if name not in given}
    address = conninfo.make_conninfo(url, **missing, client_encoding="UTF8")
    line = Line.connect(address, autocommit=True)
    line.silence = silence
    try:
        line.execute(SO_DOES_THE_SERVER, [str(int(idle * 1000))])
    except BaseException:
        line.close()
        raise
    return line


class Kept:
    """A connection for callers that cannot wait long: reopened when lost, but not at once after a failure."""

    def __init__(self, url: str, *, silence: float, idle: float = 0) -> None:
        self._url, self._silence, self._idle = url, silence, idle
        self._line: Line | None = None
        self._not_before = 0.0

    @property
    def lost(self) -> bool:
        """Whether there is no open connection."""
        return self._line is None or self._line.closed

    def line(self) -> Line:
        """Return the connection; after a failed attempt, later calls fail at once for a while."""
        if self._line is None or self._line.closed:
            began = time.monotonic()
            if began < self._not_before:
                raise psycopg.OperationalError("it did not answer a moment ago")
            try:
                self._line = connected(self._url, silence=self._silence, idle=self._idle)
            except psycopg.Error:
                ended = time.monotonic()
                self._not_before = ended + 2 * (ended - began)
                raise
        return self._line

    def close(self) -> None:
        """Close the connection."""
        lost, self._line = self._line, None
        if lost is not None:
            with suppress(psycopg.Error):
                lost.close()
