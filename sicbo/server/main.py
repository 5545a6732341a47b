"""Running: the socket, the process, and how it ends."""

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
"""How many new objects, and how many smaller looks, call for the next look for garbage. The one in the middle
is at a hundred thousand objects, which takes some hundredths of a second; at a million everybody would wait.
"""


def listening(settings: Settings) -> socket.socket:
    """A socket at the wanted port, or at the next free one."""
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
                raise BadInput(f"Cannot listen at {settings.host}: {error.strerror}.") from None
        else:
            return made
    raise BadInput(f"Ports {settings.port} to {settings.port + TRIES - 1} are taken: give another one.")


def address_of(listener: socket.socket) -> str:
    """Where a browser finds the house."""
    host, port = listener.getsockname()[:2]
    shown = {"0.0.0.0": "localhost", "127.0.0.1": "localhost", "::": "localhost"}.get(host, host)
    return f"http://{f'[{shown}]' if ':' in shown else shown}:{port}"


def room_for() -> int:
    """How many connections there are files for; some are kept for the journal and whoever reads it."""
    most, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return sys.maxsize if most == resource.RLIM_INFINITY else max(1, most - FILES_KEPT)


def more_files() -> None:
    """Take as many files as this process may have: most systems give few unless they are asked."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(ValueError):  # where there is no end to them, some systems want a number all the same
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def sources(settings: Settings) -> Sources:
    """Who may connect; whoever may not hears why, and is never left in silence."""
    most = settings.connections
    many = Problem("too-many", f"Your address has {most} connections already: close one, or wait a second.")
    full = Problem("busy", "The house has no room for another connection: wait a second.")
    return Sources(most, _hung_up_on(many), room_for(), _hung_up_on(full))


def _hung_up_on(problem: Problem) -> bytes:
    """What a connection hears that may not stay."""
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
    """How uvicorn runs the house; all limits are set here."""
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
    """Look for rings of garbage less often, and not among what was loaded: most of a look is in vain."""
    gc.freeze()
    gc.set_threshold(*RARELY)


def take_turns() -> None:
    """Let the floor's thread have its turns soon: while thousands are told it waits for one at every row."""
    sys.setswitchinterval(TURN_SECONDS)


def serve(settings: Settings, listener: socket.socket, told: Callable[[Room], None]) -> None:
    """Run the house until it is told to stop; what keeps it from being opened is raised before it runs."""
    collect_rarely()
    take_turns()
    more_files()
    room = Room(settings)
    server = uvicorn.Server(configured(settings, told=told, room=room))
    stop_when_the_terminal_closes(server)
    server.run(sockets=[listener])


def stop_when_the_terminal_closes(server: uvicorn.Server) -> None:
    """Stop in good order at SIGHUP, as at SIGTERM; under nohup the signal stays ignored."""
    if signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:
        signal.signal(signal.SIGHUP, server.handle_exit)
