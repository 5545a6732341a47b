"""Logs: one JSON object per line on standard error, without names, stakes or secrets."""

import json
import logging
import random
import re
import sys
from contextvars import ContextVar
from datetime import UTC, datetime

TRACE_ID: ContextVar[str | None] = ContextVar("trace", default=None)
"""The id of the current request, which its problem and its log lines contain."""
TRACEPARENT = re.compile(r"[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}")
log = logging.getLogger("sicbo.server")
STANDARD_ATTRIBUTES = set(vars(logging.makeLogRecord({}))) | {"message", "asctime", "color_message"}


def begin_trace(parent: bytes | None) -> None:
    """Set the id of the current request: the sender's trace id, or a random one if there is none."""
    given = TRACEPARENT.fullmatch(parent.decode("latin-1")) if parent else None
    TRACE_ID.set(given.group(1) if given else f"{random.getrandbits(128):032x}")


class JsonFormatter(logging.Formatter):
    """Formats a record as one line; a newline in received text cannot start another line."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the record as a line of JSON."""
        said = {
            "ts": datetime.fromtimestamp(record.created, UTC).isoformat(),
            "level": record.levelname.lower(),
            "event": record.getMessage(),
            **{name: value for name, value in vars(record).items() if name not in STANDARD_ATTRIBUTES},
        }
        if (trace := TRACE_ID.get()) is not None:
            said["trace_id"] = trace
        if record.exc_info:
            said["error"] = self.formatException(record.exc_info)
        return json.dumps(said, ensure_ascii=True, default=str)


def log_to_standard_error(quiet: bool = False) -> None:
    """Write all logs to standard error; if `quiet`, only warnings and errors."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING if quiet else logging.INFO)
    for noisy in ("uvicorn.access", "uvicorn.error", "uvicorn"):
        logging.getLogger(noisy).handlers.clear()
        logging.getLogger(noisy).setLevel(logging.WARNING)
        logging.getLogger(noisy).propagate = True
