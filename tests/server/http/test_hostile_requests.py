"""Hostile requests to a real process (F16, F17) are refused or disconnected, while another table plays on."""

import json
import socket
import struct
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from itertools import cycle, islice
from os import environ
from pathlib import Path

import httpx
import pytest

from tests.server.houses import Browser
from tests.server.test_crash import Process, running_process
from tests.soak.figures import add_count, set_figure

SLOW_LIMIT = 15.0
A_BUSY_MACHINE = 4.0
"""Seconds for one answer at most; a house that waited for a slow connection would take ten or more."""
SLOW_ONES = int(environ.get("SICBO_SLOW", "200"))
CLOSED = 0
SLIP = "PUT /api/v1/tables/sydney/slip"
JSON = "Content-Type: application/json\r\n"
DEEP = "[" * 30_000 + "]" * 30_000
KEY = "dGhlIHNhbXBsZSBub25jZQ=="
UPGRADE = (
    f"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: {KEY}\r\nSec-WebSocket-Version: 13\r\n"
)
STREAM = "GET /api/v1/tables/sydney/stream"


def body(text: str | bytes, line: str = SLIP, more: str = "") -> bytes:
    """Return a request with a JSON body."""
    content = text.encode() if isinstance(text, str) else text
    head = f"{line} HTTP/1.1\r\nHost: localhost\r\n{JSON}Idempotency-Key: hostile-key-1\r\n{more}"
    return f"{head}Content-Length: {len(content)}\r\n\r\n".encode() + content


def plain(line: str, more: str = "Host: localhost\r\n") -> bytes:
    """Return a request without a body."""
    return f"{line} HTTP/1.1\r\n{more}\r\n".encode()


CASES: dict[str, tuple[bytes, tuple[int, ...]]] = {
    "not JSON": (body("{"), (400,)),
    "not UTF-8": (body(b'{"round": "\xff\xfe"}'), (400,)),
    "not a number": (body('{"round": NaN, "version": 1, "stakes": []}'), (400,)),
    "infinite": (body('{"round": 1e999, "version": 1, "stakes": []}'), (400,)),
    "a name twice": (body('{"round": 1, "round": 2, "version": 1, "stakes": []}'), (400,)),
    "an unknown name": (body('{"round": 1, "version": 1, "stakes": [], "admin": true}'), (400,)),
    "a huge number": (body(f'{{"round": {10**400}, "version": 1, "stakes": []}}'), (400,)),
    "a number past what is exact": (body(f'{{"round": {2**53}, "version": 1, "stakes": []}}'), (400,)),
    "half a letter": (body('{"round": "\\ud800", "version": 1, "stakes": []}'), (400,)),
    "nested deep": (body(DEEP), (400,)),
    "nested deep in a command": (
        body(f'{{"type": "perform", "step": {DEEP[:50_000]}}}', "POST /api/v1/tables/sydney/commands"),
        (400, 413),
    ),
    "5,000 digits in terms": (
        body(json.dumps({"terms": f"kind = {'9' * 5_000}"}), "POST /api/v1/tournament-terms"),
        (400,),
    ),
    "5,000 digits in a promotion's terms": (
        body(json.dumps({"terms": f"kind = {'9' * 5_000}"}), "POST /api/v1/promotion-terms/lint"),
        (400,),
    ),
    "too large": (body("x" * 70_000), (413,)),
    "said to be too large": (
        plain(SLIP, f"Host: localhost\r\n{JSON}Content-Length: 99999999999\r\n"),
        (413,),
    ),
    "a length that is none": (plain(SLIP, "Host: localhost\r\nContent-Length: -1\r\n"), (400,)),
    "two lengths": (
        plain(SLIP, "Host: localhost\r\nContent-Length: 5\r\nContent-Length: 6\r\n"),
        (400,),
    ),
    "a length and pieces": (
        plain(SLIP, "Host: localhost\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n"),
        (400,),
    ),
    "pieces of no size": (
        plain(SLIP, f"Host: localhost\r\n{JSON}Transfer-Encoding: chunked\r\n") + b"ZZ\r\n",
        (400,),
    ),
    "compressed": (body(b"\x1f\x8b\x08\x00" + b"\x00" * 60, more="Content-Encoding: gzip\r\n"), (400,)),
    "no HTTP": (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" * 20, (400,)),
    "an unknown method": (plain("BREW /api/v1/tables"), (400, 403, 405)),
    "another method": (plain("DELETE /api/v1/tables"), (405,)),
    "a huge header": (plain("GET /livez", f"Host: localhost\r\nX: {'x' * 40_000}\r\n"), (400,)),
    "a header without end": (f"GET /livez HTTP/1.1\r\nX: {'x' * 300_000}".encode(), (CLOSED,)),
    "many headers": (plain("GET /livez", "Host: localhost\r\n" + "X: y\r\n" * 20_000), (400, CLOSED)),
    "no host": (plain("GET /api/v1/tables", ""), (421,)),
    "another host": (plain("GET /api/v1/tables", "Host: evil.example\r\n"), (421,)),
    "two hosts": (plain("GET /livez", "Host: localhost:x/y\r\nHost: localhost\r\n"), (421,)),
    "a port that is none": (plain("GET /livez", "Host: localhost:x\r\n"), (421,)),
    "a port past the last": (plain("GET /livez", "Host: localhost:65536\r\n"), (421,)),
    "half an address": (plain("GET /livez", "Host: [\r\n"), (421,)),
    "no address in brackets": (plain("GET /livez", "Host: [:::1]\r\n"), (421,)),
    "an origin in brackets": (body("{}", more="Origin: http://[\r\n"), (403,)),
    "another site": (body("{}", more="Origin: https://evil.example\r\n"), (403,)),
    "another site without its name": (body("{}", more="Sec-Fetch-Site: cross-site\r\n"), (403,)),
    "a stream from another site": (
        plain(STREAM, f"Host: localhost\r\nOrigin: https://evil.example\r\n{UPGRADE}"),
        (403,),
    ),
    "out of the pages": (plain("GET /../../../../etc/passwd"), (400, 404)),
    "out of the pages, written": (plain("GET /%2e%2e/%2e%2e/etc/passwd"), (404,)),
    "a nothing in the path": (plain("GET /api/v1/tables/syd%00ney"), (404,)),
    "SQL in an id": (
        body('{"id": "kim\'; DROP TABLE staff; --", "pin": "1"}', "POST /api/v1/sessions"),
        (403,),
    ),
    "markup in a name": (
        body('{"name": "<img src=x onerror=alert(1)>"}', "POST /api/v1/tables/sydney/seats"),
        (400,),
    ),
    "a line in a name": (
        body('{"name": "x\\r\\n{\\"level\\": \\"info\\"}"}', "POST /api/v1/tables/sydney/seats"),
        (400, 201),
    ),
    "a formula as a name": (body('{"name": "=1+1\\t"}', "POST /api/v1/tables/star/seats"), (201,)),
    "a key with a line in it": (body("{}", more="X-Trace: a\x0bb\r\n"), (400, 401)),
    "a cookie of no session": (
        body('{"ready": true}', "POST /api/v1/tables/sydney/ready", "Cookie: sicbo=x\r\n"),
        (401,),
    ),
}
FRAMES = {
    "a frame without a mask": b"\x81\x02{}",
    "a frame that is too large": b"\x81\xfe" + struct.pack("!H", 5_000) + b"\0\0\0\0" + b"x" * 5_000,
    "a frame said to be huge": b"\x81\xff" + struct.pack("!Q", 2**62) + b"\0\0\0\0",
    "a compressed frame": b"\xc1\x82\0\0\0\0{}",
    "an unknown kind of frame": b"\x83\x80\0\0\0\0",
    "bytes in place of text": b"\x82\x82\0\0\0\0{}",
    "text that is none": b"\x81\x82\0\0\0\0\xff\xfe",
    "text that is none, in two": b"\x01\x81\0\0\0\0\xc3" + b"\x80\x81\0\0\0\0{",
    "a command": b"\x81\x92\0\0\0\0" + b'{"t": "perform"}  ',
}
SLOW = {
    "nothing": b"",
    "half a line": b"GET /livez HT",
    "headers without end": b"GET /livez HTTP/1.1\r\nHost: localhost\r\nX-Slow: ",
    "half a body": body("{}")[:-1],
    "an open piece": plain(SLIP, f"Host: localhost\r\n{JSON}Transfer-Encoding: chunked\r\n") + b"FF\r\n{",
}


class PlayWatch(threading.Thread):
    """Watches another table: how long each request takes, and how far it plays."""

    def __init__(self, address: str) -> None:
        super().__init__(daemon=True)
        self.http = httpx.Client(base_url=f"{address}/api/v1", timeout=30)
        self.took: list[float] = []
        self.rounds: set[int] = set()
        self.ends = threading.Event()

    def run(self) -> None:
        """Request the table until stopped."""
        while not self.ends.wait(0.05):
            began = time.monotonic()
            view = self.http.get("/tables/star").raise_for_status().json()["view"]
            self.took.append(time.monotonic() - began)
            self.rounds.add(view["round"] or 0)
        self.http.close()


@pytest.fixture(scope="module")
def process(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    """A house that deals quickly, with a player at The Star who watches."""
    data = tmp_path_factory.mktemp("hostile")
    with running_process(
        data, SICBO_BETTING_SECONDS="0.3", SICBO_CONNECTIONS=str(SLOW_ONES + 800)
    ) as process:
        player = Browser(process.address)
        player.sit("star", "Wei")
        with player.stream("star"):
            yield process
        player.http.close()


def port_of(process: Process) -> tuple[str, int]:
    """Return the host and port to connect to."""
    return "127.0.0.1", int(process.address.rpartition(":")[2])


def read_answer(connection: socket.socket, limit: float) -> tuple[int, float]:
    """Return the status of the answer, or that the connection was closed, and the time it took."""
    began = time.monotonic()
    connection.settimeout(limit)
    heard = b""
    with suppress(ConnectionResetError, BrokenPipeError):
        while b"\r\n" not in heard and (part := connection.recv(4_096)):
            heard += part
    took = time.monotonic() - began
    return (int(heard.split(b" ")[1]) if heard.startswith(b"HTTP/") else CLOSED), took


@pytest.mark.parametrize("case", CASES, ids=str)
def test_what_cannot_be_meant_is_refused(process: Process, case: str) -> None:
    """The answer is a 4xx or a closed connection, never a 5xx."""
    sent, expected = CASES[case]
    with socket.create_connection(port_of(process)) as connection:
        with suppress(ConnectionResetError, BrokenPipeError):
            connection.sendall(sent)
        status, _ = read_answer(connection, SLOW_LIMIT)
    assert status in expected


@pytest.mark.parametrize("case", FRAMES, ids=str)
def test_a_frame_that_cannot_be_meant_ends_the_stream(process: Process, case: str) -> None:
    """The reader is disconnected at once, and nothing reaches the table."""
    with socket.create_connection(port_of(process)) as connection:
        connection.sendall(plain(STREAM, f"Host: localhost\r\n{UPGRADE}"))
        assert read_answer(connection, SLOW_LIMIT)[0] == 101
        connection.sendall(FRAMES[case])
        connection.settimeout(SLOW_LIMIT)
        with suppress(ConnectionResetError):
            while connection.recv(65_536):
                pass


def test_slow_connections_are_closed_and_others_do_not_feel_them(process: Process) -> None:
    """Many unfinished requests are each closed within 15 s, and another table is dealt meanwhile."""

    def hold_connection(begin: bytes) -> float:
        with socket.create_connection(port_of(process)) as connection:
            connection.sendall(begin)
            status, took = read_answer(connection, SLOW_LIMIT + 5)
            assert status in (CLOSED, 400, 408)
            return took

    watch = PlayWatch(process.address)
    watch.start()
    with ThreadPoolExecutor(SLOW_ONES) as many:
        took = list(many.map(hold_connection, islice(cycle(SLOW.values()), SLOW_ONES)))
    watch.ends.set()
    watch.join(30)
    add_count("slow connections", len(took))
    set_figure("slowest to be closed, seconds", round(max(took), 1))
    slowest = sorted(watch.took)[int(len(watch.took) * 0.99)]
    set_figure("others beside slow connections, p99, ms", round(1000 * slowest))
    assert max(took) < SLOW_LIMIT
    assert len(watch.rounds) >= 3
    assert len(watch.took) > 20
    assert slowest < A_BUSY_MACHINE


def test_the_log_has_one_object_a_line_and_no_secret(tmp_path: Path) -> None:
    """A sender cannot add lines to the log, and no PIN or token is in it."""
    with running_process(tmp_path) as process:
        browser = Browser(process.address)
        browser.sit("sydney", "Nameless")
        token = browser.http.cookies["sicbo"]
        browser.send_request("POST", "/sessions", {"id": "kim", "pin": "948213-secret"})
        browser.http.post("/sessions", json={}, headers={"Origin": "https://elsewhere.example"})
        browser.http.get("/tables/x%0a%7b%22level%22:%22fake%22%7d")
        browser.http.get("/tables/x", headers={"X-Trace": "y", "User-Agent": 'a"}{"level":"fake"'})
        browser.http.close()
        log = process.stop()
    lines = [json.loads(line) for line in log.splitlines()]
    assert {"started", "stopped"} <= {line["event"] for line in lines}
    assert all({"ts", "level", "event"} <= set(line) for line in lines)
    given = next(line for line in lines if line["event"] == "pin-given")
    assert (given["member"], given["right"]) == (None, False)
    assert {"sign-in-refused", "wrong-origin"} <= {
        line["code"] for line in lines if line["event"] == "refused"
    }
    for secret in (token, "948213-secret", "Nameless", '"fake"'):
        assert secret not in log
