"""How many connections the house takes, and its answer to one that exceeds them."""

import resource
import sys
from contextlib import suppress
from http import HTTPStatus

from sicbo.i18n import message
from sicbo.server.http.protocol import ConnectionCounts
from sicbo.server.problems import Problem
from sicbo.server.settings import Settings

RESERVED_FILES = 256


def connection_limit() -> int:
    """The number of connections that the open file limit allows, less files for the journal and readers."""
    most, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return sys.maxsize if most == resource.RLIM_INFINITY else max(1, most - RESERVED_FILES)


def raise_file_limit() -> None:
    """Raise the limit on open files to its maximum, because the default of most systems is low."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(ValueError):  # some systems reject an infinite limit
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def connection_counts(settings: Settings) -> ConnectionCounts:
    """Return the limits on connections, with the answer to a connection that exceeds them."""
    most = settings.connections
    many = Problem("too-many", message("requests.too-many-connections", most=most))
    full = Problem("busy", message("requests.no-room"))
    return ConnectionCounts(most, _refusal_response(many), connection_limit(), _refusal_response(full))


def _refusal_response(problem: Problem) -> bytes:
    """Return the HTTP response to a connection that is refused."""
    body = problem.body("/")
    head = (
        f"HTTP/1.1 {problem.status} {HTTPStatus(problem.status).phrase}\r\n"
        f"Content-Type: application/problem+json\r\nContent-Length: {len(body)}\r\n"
        f"Retry-After: {problem.retry_after}\r\nConnection: close\r\n\r\n"
    )
    return head.encode() + body
