"""The server process: it opens the socket, runs uvicorn and handles signals."""

import errno
import gc
import resource
import signal
import socket
import sys
from collections.abc import Callable
from contextlib import suppress
from http import HTTPStatus

import uvicorn

from sicbo.errors import BadInput
from sicbo.i18n import message
from sicbo.server.app import make_app
from sicbo.server.dealing.tumbler import Tumbler
from sicbo.server.http.protocol import ConnectionCounts, protocols
from sicbo.server.live.house import LiveHouse
from sicbo.server.problems import Problem
from sicbo.server.settings import Settings

PORTS_TRIED = 50
LARGEST_FRAME, IDLE_SECONDS, STOP_SECONDS, BACKLOG = 4_096, 15, 3, 2_048
SWITCH_SECONDS, RESERVED_FILES = 0.0005, 256
GC_THRESHOLDS = 20_000, 5, 200
"""The thresholds of the garbage collector: new objects before a collection of the youngest generation, then
collections of a generation before one of the next. A middle collection comes at a hundred thousand objects
and takes some hundredths of a second. At a million objects every request would wait for it.
"""


def open_listener(settings: Settings) -> socket.socket:
    """Return a socket that listens at the configured port, or at the next free one."""
    for port in range(settings.port, settings.port + PORTS_TRIED if settings.port else 1):
        family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
        made = socket.socket(family, socket.SOCK_STREAM)
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            made.bind((settings.host, port))
            made.listen(BACKLOG)
        except OSError as error:
            made.close()
            if error.errno != errno.EADDRINUSE:
                raise BadInput(
                    f"Cannot listen at {settings.host}: {error.strerror}. Give another address."
                ) from None
        else:
            return made
    raise BadInput(
        f"Ports {settings.port} to {settings.port + PORTS_TRIED - 1} are in use: give another port."
    )


def listener_url(listener: socket.socket) -> str:
    """The URL at which a browser reaches the house."""
    host, port = listener.getsockname()[:2]
    shown = {"0.0.0.0": "localhost", "127.0.0.1": "localhost", "::": "localhost"}.get(host, host)
    return f"http://{f'[{shown}]' if ':' in shown else shown}:{port}"


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
    many = Problem("too-many", message("server.your-address-connections-already", most=most))
    full = Problem("busy", message("server.house-no-room-another-connection"))
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


def uvicorn_config(
    settings: Settings,
    tumbler: Tumbler | None = None,
    on_open: Callable[[LiveHouse], None] | None = None,
    house: LiveHouse | None = None,
) -> uvicorn.Config:
    """Return the configuration of uvicorn, with all of its limits."""
    requests, streams = protocols(connection_counts(settings))
    return uvicorn.Config(
        make_app(settings, tumbler, on_open, house),
        loop="uvloop",
        http=requests,
        ws=streams,
        ws_max_size=LARGEST_FRAME,
        ws_per_message_deflate=False,
        timeout_keep_alive=IDLE_SECONDS,
        timeout_graceful_shutdown=STOP_SECONDS,
        h11_max_incomplete_event_size=16_384,
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=list(settings.proxies),
        server_header=False,
        access_log=False,
        log_config=None,
        lifespan="on",
    )


def reduce_garbage_collection() -> None:
    """Collect garbage less often, and not among the objects loaded so far: most collections find nothing."""
    gc.freeze()
    gc.set_threshold(*GC_THRESHOLDS)


def shorten_thread_switches() -> None:
    """Shorten the thread switch interval.

    Otherwise the floor's thread waits a full interval at each row of the database while the loop sends
    updates to thousands of readers.
    """
    sys.setswitchinterval(SWITCH_SECONDS)


def serve(settings: Settings, listener: socket.socket, on_open: Callable[[LiveHouse], None]) -> None:
    """Run the house until it is stopped; an error that prevents opening is raised before it runs."""
    reduce_garbage_collection()
    shorten_thread_switches()
    raise_file_limit()
    house = LiveHouse(settings)
    server = uvicorn.Server(uvicorn_config(settings, on_open=on_open, house=house))
    stop_on_hangup(server)
    server.run(sockets=[listener])


def stop_on_hangup(server: uvicorn.Server) -> None:
    """Stop in good order on SIGHUP, as on SIGTERM; under nohup the signal stays ignored."""
    if signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:
        signal.signal(signal.SIGHUP, server.handle_exit)
