"""Raw sockets: requests and frames broken in every known way, against a real house in a thread.

SICBO_SOCKET_INPUTS=100000 in the environment tries that many inputs, different ones each time.
"""

import json
import logging
import random
import socket
import struct
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from os import environ, urandom

import httpx
import pytest

from tests.fuzz.__main__ import mutate_input
from tests.server.houses import House
from tests.server.http.test_hostile_requests import CASES, FRAMES, STREAM, UPGRADE, plain
from tests.soak.figures import add_count

MANY = environ.get("SICBO_SOCKET_INPUTS")
INPUTS = int(MANY or 300)
SEED = int.from_bytes(urandom(4), "big") if MANY else 20_260_101
PATIENCE, A_MOMENT = 20.0, 0.02
BODIES = [
    b'{"round":1,"version":1,"stakes":[{"bet":"small","cents":500}]}',
    b'{"type":"perform","step":"enter","dice":[1,2,3]}',
    b'{"rank":"dealer","name":"D"}',
    b'{"terms":"kind = 1","ready":true,"id":"kim","pin":"1"}',
]
GOODBYE = b"\x88\x82\0\0\0\0" + struct.pack("!H", 1000)
PAYLOADS = [
    b"",
    b"{}",
    b'{"t":"painted","seq":3}',
    b"\xff\xfe",
    b"x" * 126,
    b"\x03\xe8",
    b"\x03",
    b'"' * 4_000,
]
HEADERS = [
    b"Transfer-Encoding: chunked",
    b"Content-Length: 5",
    b"Expect: 100-continue",
    b"Host: [",
    b"Origin: http://[",
    b"Cookie: sicbo=\xff; sicbo=x",
    b"Traceparent: 00-" + b"g" * 32,
    b"Idempotency-Key: " + b"x" * 300,
    b"Accept-Language: ;;q=z,*",
    b"Connection: close, Upgrade",
    b"Upgrade: h2c",
    b"Last-Event-ID: -1",
]


class Client:
    """A client that sends random invalid input."""

    def __init__(self, house: House, cookie: str, chance: random.Random) -> None:
        host, _, port = house.address.removeprefix("http://").partition(":")
        self.place, self.cookie, self.chance = (host, int(port)), cookie, chance
        paths = httpx.get(f"{house.address}/schema/openapi.json").raise_for_status().json()["paths"]
        self.asked = [
            (method.upper(), path.replace("{table}", "sydney").replace("{round}", "1"))
            for path, methods in paths.items()
            for method in methods
        ]
        self.begins = [data for data, _ in CASES.values() if len(data) < 3_000]

    def input(self) -> list[bytes]:
        """Return the parts to send; an answer is awaited between parts."""
        kind = self.chance.randrange(4)
        if kind == 0:
            return [mutate_input(self.chance, self.begins)]
        if kind == 3:
            upgrade = plain(STREAM, f"Host: localhost\r\nCookie: {self.cookie}\r\n{UPGRADE}")
            frames = b"".join(self.frame() for _ in range(self.chance.randint(1, 6)))
            return [upgrade, frames] if self.chance.random() < 0.7 else [upgrade + frames]
        return [self.request()]

    def request(self) -> bytes:
        """Return a plausible request with an error in path, headers or body."""
        method, path = self.chance.choice(self.asked)
        line = path.encode()
        if self.chance.random() < 0.3:
            line = mutate_input(self.chance, [line, line + b"?limit=10&after=3&since=1&language=en"])
        text = mutate_input(self.chance, BODIES) if method != "GET" else b""
        more = self.chance.sample(HEADERS, self.chance.choice((0, 0, 1, 3)))
        head = [b"%b %b HTTP/1.1" % (method.encode(), line), b"Host: localhost", *more]
        head += [b"Cookie: " + self.cookie.encode(), b"Content-Type: application/json"]
        head += [b"Idempotency-Key: key-%08x" % self.chance.getrandbits(32)]
        if self.chance.random() < 0.3:
            head, text = [*head, b"Transfer-Encoding: chunked"], self.pieces(text)
        else:
            head.append(b"Content-Length: %d" % (len(text) + self.chance.choice((0, 0, 0, 1, -1))))
        whole = b"\r\n".join(head) + b"\r\n\r\n" + text
        return whole[: self.chance.randint(1, len(whole))] if self.chance.random() < 0.2 else whole

    def pieces(self, text: bytes) -> bytes:
        """Return a chunked body whose sizes may be wrong."""
        at, parts = self.chance.randint(0, len(text)), list[bytes]()
        for part in (text[:at], text[at:], b""):
            size = self.chance.choice((b"%x", b"%x", b"%x", b"%X;a=b", b"-%x", b"0%x", b"%xg"))
            parts.append(size % (len(part) + self.chance.choice((0, 0, 0, 1))) + b"\r\n" + part + b"\r\n")
        return b"".join(parts)

    def frame(self) -> bytes:
        """Return a frame with wrong flags, kind, mask or length."""
        flags = self.chance.choice((0x80, 0x80, 0)) | self.chance.choice((0, 0, 0, 0x40, 0x20, 0x10))
        kind = self.chance.choice((0, 1, 1, 1, 2, 8, 9, 10, 3, 11))
        text, mask = self.chance.choice(PAYLOADS), self.chance.choice((0x80, 0x80, 0x80, 0))
        said = self.chance.choice((len(text),) * 6 + (0, 125, 126, 127, 1 << 16))
        if said < 126:
            length = bytes([mask | said])
        elif said < 1 << 16:
            length = bytes([mask | 126]) + struct.pack("!H", said)
        else:
            length = bytes([mask | 127]) + struct.pack("!Q", said)
        key = self.chance.randbytes(4) if mask else b""
        shown = bytes(one ^ key[at % 4] for at, one in enumerate(text)) if mask else text
        return bytes([flags | kind]) + length + key + shown

    def send_and_read(self, parts: list[bytes]) -> bytes:
        """Send the parts, disconnect at once or after a moment, and return the answer."""
        answer = b""
        with socket.create_connection(self.place, PATIENCE) as connection, suppress(ConnectionError):
            for part in parts[:-1]:
                connection.sendall(part)
                answer += connection.recv(65_536)
            connection.sendall(parts[-1])
            if self.chance.random() < 0.7:
                connection.settimeout(A_MOMENT)
                with suppress(TimeoutError):
                    answer += connection.recv(65_536)
                connection.settimeout(PATIENCE)
            connection.shutdown(socket.SHUT_WR)
            while more := connection.recv(65_536):
                answer += more
        return answer


@pytest.fixture
def errors() -> Iterator[list[logging.LogRecord]]:
    """Collect the log lines that would alert an operator."""
    heard: list[logging.LogRecord] = []

    class Hearing(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            if record.levelno >= logging.ERROR:
                heard.append(record)

    handler = Hearing()
    logging.getLogger().addHandler(handler)
    yield heard
    logging.getLogger().removeHandler(handler)


def client(house: House) -> Client:
    """A client with the cookie of a person who sits at the table and deals."""
    browser = house.browser()
    browser.sit("sydney", "Wei")
    browser.console("sydney")
    cookie = "; ".join(f"{one.name}={one.value}" for one in browser.http.cookies.jar)
    return Client(house, cookie, random.Random(SEED))


def test_random_input_is_answered_without_an_alarm(house: House, errors: list[logging.LogRecord]) -> None:
    """No answer is a server error, no connection hangs, and the house runs on."""
    sender, answers = client(house), Counter[bytes]()
    for _ in range(INPUTS):
        parts = sender.input()
        answer = sender.send_and_read(parts)
        statuses = [line.split(b" ")[1] for line in answer.split(b"\r\n") if line.startswith(b"HTTP/1.1 ")]
        answers.update(status[:1] for status in statuses)
        assert not any(status.startswith(b"5") for status in statuses), (SEED, parts, answer)
        assert not errors, (SEED, parts, errors[0].getMessage(), errors[0].exc_info)

    add_count("socket inputs", INPUTS)
    assert answers[b"2"] > INPUTS // 50
    assert answers[b"4"] > INPUTS // 5
    assert answers[b"1"] > INPUTS // 10
    assert house.browser().view("sydney")["table"] == "sydney"


BROKEN = ("half a body", "text that is none", "text that is none, and goodbye", "a stream from another site")


@pytest.mark.parametrize("case", BROKEN)
def test_what_a_stranger_breaks_is_no_bug(case: str, house: House, errors: list[logging.LogRecord]) -> None:
    """Otherwise a stranger could raise the alarm with a broken body, bad text or a refused stream."""
    sender = client(house)
    upgrade = plain(STREAM, f"Host: localhost\r\n{UPGRADE}")
    parts = {
        "half a body": [CASES["not JSON"][0][:-1]],
        "text that is none": [upgrade, FRAMES["text that is none"]],
        "text that is none, and goodbye": [upgrade, FRAMES["text that is none"] + GOODBYE],
        "a stream from another site": [CASES["a stream from another site"][0]],
    }[case]
    answer = sender.send_and_read(parts)
    assert house.browser().view("sydney")
    assert errors == []
    if case == "text that is none":
        assert answer.endswith(b"\x88\x02" + struct.pack("!H", 1007))
    if case == "a stream from another site":
        assert json.loads(answer.partition(b"\r\n\r\n")[2])["code"] == "wrong-origin"
