"""The witness over HTTP: `POST /add-checkpoint` as C2SP tlog-witness defines it, and a client for it."""

import contextlib
import http.client
import logging
import socket
import threading
import urllib.error
import urllib.request
from collections.abc import Sequence
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, assert_never

from sicbo.errors import BadInput, Broken
from sicbo.house.export.sources import without_passwords
from sicbo.house.witness.witness import Answer, Conflict, Cosigned, Unwitnessed, Witness
from sicbo.journal.notes import LONGEST_NOTE, read_bytes, read_size, written_bytes

PATH = "/add-checkpoint"
SIZE_TYPE = "text/x.tlog.size"
MOST_NODES = 63
MOST_CONNECTIONS = 64
SECONDS_SILENT, SECONDS_IN_ALL = 10, 60


def write_body(old_size: int, proof: Sequence[bytes], note: str) -> bytes:
    """Return the request of a house: the old size, the proof, an empty line, the checkpoint."""
    lines = [f"old {old_size}", *map(written_bytes, proof), "", note]
    return "\n".join(lines).encode()


def read_body(body: bytes) -> tuple[int, list[bytes], str]:
    """Return the old size, the proof and the checkpoint of a request; refuse anything else."""
    try:
        above, blank, note = body.decode().partition("\n\n")
    except UnicodeDecodeError as error:
        raise BadInput("The request is not UTF-8.") from error
    first, *lines = above.split("\n")
    if not blank or not first.startswith("old ") or len(lines) > MOST_NODES:
        raise BadInput(
            f"Expected `old SIZE`, at most {MOST_NODES} lines of proof, an empty line and a checkpoint."
        )
    return read_size(first.removeprefix("old ")), [read_bytes(line) for line in lines], note


class Server(ThreadingHTTPServer):
    """The HTTP server of a witness: few connections at a time, each for a short time."""

    daemon_threads = True

    def __init__(
        self,
        address: tuple[str, int],
        witness: Witness,
        most: int = MOST_CONNECTIONS,
        seconds: float = SECONDS_IN_ALL,
    ) -> None:
        self.witness, self.seconds = witness, seconds
        self._places = threading.BoundedSemaphore(most)
        super().__init__(address, Handler)

    @property
    def url(self) -> str:
        """The address that the server listens on."""
        host, port = self.server_address[:2]
        return f"http://{host!s}:{port}"

    def process_request(self, request: Any, client_address: Any) -> None:
        """Give the connection a thread, or close it at once if there are too many."""
        if self._places.acquire(blocking=False):
            super().process_request(request, client_address)
        else:
            self.shutdown_request(request)

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        """Serve a connection, and close it when its time is over, however slow the client is."""
        watch = threading.Timer(self.seconds, _cut, (request,))
        watch.daemon = True
        watch.start()
        try:
            super().process_request_thread(request, client_address)
        finally:
            watch.cancel()
            self._places.release()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Log a broken connection at debug level; it concerns no other connection."""
        logging.getLogger(__name__).debug("A connection broke.", exc_info=True)


def _cut(request: socket.socket) -> None:
    with contextlib.suppress(OSError):
        request.shutdown(socket.SHUT_RDWR)


class Handler(BaseHTTPRequestHandler):
    """One connection to a witness."""

    protocol_version = "HTTP/1.1"
    server_version, sys_version = "sicbo-witness", ""
    timeout = SECONDS_SILENT
    server: Server

    def do_POST(self) -> None:
        """Receive a checkpoint and answer it."""
        length = self.headers.get("Content-Length", "")
        if not (length.isascii() and length.isdecimal()) or "Transfer-Encoding" in self.headers:
            return self._last(
                HTTPStatus.LENGTH_REQUIRED, "The request needs a Content-Length and no Transfer-Encoding."
            )
        if len(length) > 9 or int(length) > LONGEST_NOTE:
            return self._last(
                HTTPStatus.REQUEST_ENTITY_TOO_LARGE, f"The request is larger than {LONGEST_NOTE} bytes."
            )
        body = self.rfile.read(int(length))
        if self.path != PATH:
            return self._say(HTTPStatus.NOT_FOUND, f"The only address here is {PATH}.\n")
        try:
            answer = self.server.witness.add(*read_body(body))
        except BadInput as error:
            answer = Unwitnessed(HTTPStatus.BAD_REQUEST, str(error))
        except Broken as error:
            answer = Unwitnessed(HTTPStatus.SERVICE_UNAVAILABLE, str(error))
        self._answer(answer)

    def _answer(self, answer: Answer) -> None:
        match answer:
            case Cosigned(lines):
                self._say(HTTPStatus.OK, lines)
            case Conflict(size):
                self._say(HTTPStatus.CONFLICT, f"{size}\n", SIZE_TYPE)
            case Unwitnessed(status, says):
                self._say(status, f"{says}\n")
            case _:
                assert_never(answer)

    def _last(self, status: HTTPStatus, says: str) -> None:
        """Answer and close the connection, because its next request cannot be separated from this body."""
        self.close_connection = True
        self._say(status, f"{says}\n")

    def _say(self, status: int, text: str, kind: str = "text/plain; charset=utf-8") -> None:
        body = text.encode()
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *parts: object) -> None:
        """Print nothing: the database is the log."""


def ask(url: str, old_size: int, proof: Sequence[bytes], note: str, seconds: float = 10) -> Answer:
    """Ask a witness for its cosignature. The lines in its answer are not checked yet."""
    if not url.startswith(("http://", "https://")):
        raise BadInput(f"The address of a witness begins with http:// or https://, not {url[:20]!r}.")
    if "@" in url:
        raise BadInput("The address of a witness cannot have a user or a password: leave them out.")
    body = write_body(old_size, proof, note)
    request = urllib.request.Request(f"{url.rstrip('/')}{PATH}", body, {"Content-Type": "text/plain"})
    try:
        status, said = _heard(request, seconds)
        if status == HTTPStatus.CONFLICT:
            return Conflict(read_size(said))
    except (OSError, ValueError, http.client.HTTPException) as error:
        says = f"The answer of the witness at {without_passwords(url)} cannot be read: {error!r}."
        return Unwitnessed(HTTPStatus.BAD_GATEWAY, says)
    return Cosigned(f"{said}\n") if status == HTTPStatus.OK else Unwitnessed(status, said)


def _heard(request: urllib.request.Request, seconds: float) -> tuple[int, str]:
    """Return the status and the text of an answer, up to the length of the longest note."""
    try:
        answer = urllib.request.urlopen(request, timeout=seconds)
    except urllib.error.HTTPError as error:
        answer = error
    with answer:
        return answer.status, answer.read(LONGEST_NOTE).decode().removesuffix("\n")
