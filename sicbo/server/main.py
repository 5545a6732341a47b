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
from sicbo.server.app import make_app
from sicbo.server.dealing.tumbler import Tumbler
from sicbo.server.http.protocol import Sources, protocols
from sicbo.server.live.house import Room
from sicbo.server.problems import Problem
from sicbo.server.settings import Settings

TRIES = 50
LARGEST_FRAME, IDLE_SECONDS, STOP_SECONDS, BACKLOG = 4_096, 15, 3, 2_048
TURN_SECONDS, FILES_KEPT = 0.0005, 256
RARELY = 20_000, 5, 200
"""The thresholds of the garbage collector: new objects before a collection of the youngest generation, then
collections of a generation before one of the next. A middle collection comes at a hundred thousand objects
and takes some hundredths of a second. At a million objects every request would wait for it.
"""


def listening(settings: Settings) -> socket.socket:
    """Return a socket that listens at the configured port, or at the next free one."""
    for port in range(settings.port, settings.port + TRIES if settings.port else 1):
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
    raise BadInput(f"Ports {settings.port} to {settings.port + TRIES - 1} are in use: give another port.")


def address_of(listener: socket.socket) -> str:
    """The URL at which a browser reaches the house."""
    host, port = listener.getsockname()[:2]
    shown = {"0.0.0.0": "localhost", "127.0.0.1": "localhost", "::": "localhost"}.get(host, host)
    return f"http://{f'[{shown}]' if ':' in shown else shown}:{port}"


def room_for() -> int:
    """The number of connections that the open file limit allows, less files for the journal and readers."""
    most, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return sys.maxsize if most == resource.RLIM_INFINITY else max(1, most - FILES_KEPT)


def more_files() -> None:
    """Raise the limit on open files to its maximum, because the default of most systems is low."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(ValueError):  # some systems reject an infinite limit
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def sources(settings: Settings) -> Sources:
    """Return the limits on connections, with the answer to a connection that exceeds them."""
    most = settings.connections
    many = Problem("too-many", f"Your address has {most} connections already: close one, or wait a second.")
    full = Problem("busy", "The house has no room for another connection: wait a second.")
    return Sources(most, _hung_up_on(many), room_for(), _hung_up_on(full))


def _hung_up_on(problem: Problem) -> bytes:
    """Return the HTTP response to a connection that is refused."""
    body = problem.body("/")
    head = (
        f"HTTP/1.1 {problem.status} {HTTPStatus(problem.status).phrase}\r\n"
        f"Content-Type: application/problem+json\r\nContent-Length: {len(body)}\r\n"
        f"Retry-After: {problem.retry_after}\r\nConnection: close\r\n\r\n"
    )
    return head.encode() + body


def configured(
    settings: Settings,
    tumbler: Tumbler | None = None,
    told: Callable[[Room], None] | None = None,
    room: Room | None = None,
) -> uvicorn.Config:
    """Return the configuration of uvicorn, with all of its limits."""
    requests, streams = protocols(sources(settings))
    return uvicorn.Config(
        make_app(settings, tumbler, told, room),
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


def collect_rarely() -> None:
    """Collect garbage less often, and not among the objects loaded so far: most collections find nothing."""
    gc.freeze()
    gc.set_threshold(*RARELY)


def take_turns() -> None:
    """Shorten the thread switch interval.

    Otherwise the floor's thread waits a full interval at each row of the database while the loop sends
    updates to thousands of readers.
    """
    sys.setswitchinterval(TURN_SECONDS)


def serve(settings: Settings, listener: socket.socket, told: Callable[[Room], None]) -> None:
    """Run the house until it is stopped; an error that prevents opening is raised before it runs."""
    collect_rarely()
    take_turns()
    more_files()
    room = Room(settings)
    server = uvicorn.Server(configured(settings, told=told, room=room))
    stop_when_the_terminal_closes(server)
    server.run(sockets=[listener])


def stop_when_the_terminal_closes(server: uvicorn.Server) -> None:
    """Stop in good order on SIGHUP, as on SIGTERM; under nohup the signal stays ignored."""
    if signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:
        signal.signal(signal.SIGHUP, server.handle_exit)
