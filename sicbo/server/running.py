"""Running: the socket, the process, and how it ends."""

import errno
import gc
import socket
from collections.abc import Callable

import uvicorn

from sicbo.errors import BadInput
from sicbo.server.app import make_app
from sicbo.server.problems import Problem
from sicbo.server.protocol import protocols
from sicbo.server.room import Room
from sicbo.server.settings import Settings
from sicbo.server.tumbler import Tumbler

TRIES = 50
LARGEST_FRAME, IDLE_SECONDS, STOP_SECONDS, BACKLOG = 4_096, 15, 3, 2_048
RARELY = 50_000, 20, 20
"""How many new objects, and how many smaller looks, call for the next look for garbage."""


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


def refused(most: int) -> bytes:
    """What a connection hears that is one too many of its source: it is never left in silence."""
    says = f"Your address has {most} connections already: close one, or wait a second."
    body = Problem("too-many", says).body("/")
    head = (
        "HTTP/1.1 429 Too Many Requests\r\nContent-Type: application/problem+json\r\n"
        f"Content-Length: {len(body)}\r\nRetry-After: 1\r\nConnection: close\r\n\r\n"
    )
    return head.encode() + body


def configured(
    settings: Settings,
    tumbler: Tumbler | None = None,
    told: Callable[[Room], None] | None = None,
    room: Room | None = None,
) -> uvicorn.Config:
    """How uvicorn runs the house; all limits are set here."""
    requests, streams = protocols(settings.connections, refused(settings.connections))
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
        server_header=False,
        access_log=False,
        log_config=None,
        lifespan="on",
    )


def collect_rarely() -> None:
    """Look for rings of garbage less often: with hundreds of requests under way most of a look is in vain."""
    gc.set_threshold(*RARELY)


def serve(settings: Settings, listener: socket.socket, told: Callable[[Room], None]) -> None:
    """Run the house until it is told to stop; what keeps it from being opened is raised before it runs."""
    collect_rarely()
    room = Room(settings)
    uvicorn.Server(configured(settings, told=told, room=room)).run(sockets=[listener])
