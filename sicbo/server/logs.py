"""Logs: one JSON object a line, on standard error. No name, stake or secret is in it."""

import json
import logging
import random
import re
import sys
from contextvars import ContextVar
from datetime import UTC, datetime

TRACE: ContextVar[str | None] = ContextVar("trace", default=None)
"""The id of the request that is being answered, as its problem and its lines in the log have it."""
TRACEPARENT = re.compile(r"[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}")
log = logging.getLogger("sicbo.server")
PLAIN = set(vars(logging.makeLogRecord({}))) | {"message", "asctime", "color_message"}


def traced(parent: str) -> None:
    """Begin to answer a request: under the id that its sender gave, or under one of our own."""
    given = TRACEPARENT.fullmatch(parent)
    TRACE.set(given.group(1) if given else f"{random.getrandbits(128):032x}")


class Lines(logging.Formatter):
    """A record as one line; a newline in what somebody sent cannot begin another."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        said = {
            "ts": datetime.fromtimestamp(record.created, UTC).isoformat(),
            "level": record.levelname.lower(),
            "event": record.getMessage(),
            **{name: value for name, value in vars(record).items() if name not in PLAIN},
        }
        if (trace := TRACE.get()) is not None:
            said["trace_id"] = trace
        if record.exc_info:
            said["error"] = self.formatException(record.exc_info)
        return json.dumps(said, ensure_ascii=True, default=str)


def to_standard_error(quiet: bool = False) -> None:
    """Write all logs there; where it is `quiet`, only what is wrong."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Lines())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING if quiet else logging.INFO)
    for noisy in ("uvicorn.access", "uvicorn.error", "uvicorn"):
        logging.getLogger(noisy).handlers.clear()
        logging.getLogger(noisy).setLevel(logging.WARNING)
        logging.getLogger(noisy).propagate = True
