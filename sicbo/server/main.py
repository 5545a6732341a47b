"""The server process: it runs uvicorn on a socket, and stops in good order."""

import gc
import signal
import socket
import sys
from collections.abc import Callable

import uvicorn

from sicbo.server.app import make_app
from sicbo.server.dealing.tumbler import Tumbler
from sicbo.server.http.connection_limits import connection_counts, raise_file_limit
from sicbo.server.http.protocol import protocols
from sicbo.server.live.house import LiveHouse
from sicbo.server.settings import Settings

LARGEST_FRAME, IDLE_SECONDS, STOP_SECONDS, SWITCH_SECONDS = 4_096, 15, 3, 0.0005
GC_THRESHOLDS = 20_000, 5, 200
"""The thresholds of the garbage collector: new objects before a collection of the youngest generation, then
collections of a generation before one of the next. A middle collection comes at a hundred thousand objects
and takes some hundredths of a second. At a million objects every request would wait for it.
"""


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
