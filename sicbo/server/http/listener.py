"""The socket at which the house listens, and its address."""

import errno
import socket

from sicbo.errors import BadInput
from sicbo.server.settings import Settings

PORTS_TRIED, BACKLOG = 50, 2_048


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
