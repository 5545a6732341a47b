"""Load shedding: a slip that would wait too long is rejected at once, unread, and may be sent again."""

import asyncio
import json
import socket
import time
from functools import partial
from pathlib import Path

import httpx
import pytest

from sicbo.server.http.load_shedding import WaitingSlips
from sicbo.server.http.protocol import HeadJoiningTransport
from sicbo.server.routes.play.slips import table_of_slip
from tests.server.houses import Browser, running_house


def test_one_more_may_wait_unless_many_do_and_the_first_for_long() -> None:
    """A crowd that has just arrived is not a reason, nor are a few slips on a slow disk."""
    waiting, told = WaitingSlips(many=2, long=0.5), list[int]()
    waiting.on_rejection = partial(told.append, 1)
    assert waiting.admit(10.0)
    assert waiting.admit(20.0), "one alone may wait for long"
    waiting.remove()
    assert waiting.admit(20.1)
    assert waiting.admit(20.5), "many may wait for a moment"
    assert not waiting.admit(20.6)
    assert (len(waiting), len(told)) == (3, 1)
    waiting.remove()
    assert waiting.admit(20.6), "the next has not waited for long"
    assert len(told) == 1


@pytest.mark.parametrize(
    ("method", "path", "table"),
    [
        ("PUT", "/api/v1/tables/sydney/slip", "sydney"),
        ("PUT", "/api/v1//tables/sydney/slip/", "sydney"),
        ("GET", "/api/v1/tables/sydney/slip", None),
        ("POST", "/api/v1/tables/sydney/commands", None),
        ("PUT", "/api/v1/tables/slip", None),
        ("PUT", "/api/v1/tables/sydney/slip/slip", None),
    ],
)
def test_only_slips_are_put_off(method: str, path: str, table: str | None) -> None:
    """Orders of staff and requests that only read are never rejected."""
    assert table_of_slip({"type": "http", "method": method, "path": path}) == table
    assert table_of_slip({"type": "websocket", "path": path}) is None


TO_STREAM = "Connection: Upgrade\r\nUpgrade: websocket\r\n"


def request_bytes(line: str, headers: str = "", body: str = "") -> bytes:
    """Return a request as bytes."""
    return f"{line} HTTP/1.1\r\nHost: localhost\r\n{headers}\r\n{body}".encode()


SLIP = "PUT /api/v1/tables/sydney/slip"
NO_SLIPS = {
    "a stream that is no GET": request_bytes("PUT /a/slip", TO_STREAM),
    "no address": request_bytes("PUT http://[/slip"),
    "half a slip": request_bytes(SLIP, "Content-Length: 99\r\n", "{"),
    "a body that is too large": request_bytes(SLIP, "Content-Length: 99999\r\n"),
    "a stream behind slips": 5 * request_bytes(SLIP, "Content-Length: 2\r\n", "{}")
    + request_bytes("GET /api/v1/tables/sydney/stream", TO_STREAM),
}


@pytest.mark.parametrize("case", NO_SLIPS)
def test_incomplete_requests_do_not_count_as_waiting_slips(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, case: str
) -> None:
    """Otherwise a thousand such requests would block every slip of the house until a restart."""
    waiting = WaitingSlips()
    monkeypatch.setattr("sicbo.server.app.WaitingSlips", lambda: waiting)
    with running_house(tmp_path) as house:
        address = httpx.URL(house.address)
        for _ in range(3):
            with socket.create_connection((address.host, address.port), 20) as wire:
                wire.sendall(NO_SLIPS[case])
                time.sleep(0.05)
        wait_until_empty(waiting)


def wait_until_empty(waiting: WaitingSlips) -> None:
    """Check that soon no slip waits any more."""
    ends = time.monotonic() + 20
    while len(waiting) and time.monotonic() < ends:
        time.sleep(0.02)
    assert len(waiting) == 0


def test_a_slip_put_off_is_nowhere_and_the_same_is_taken_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The sender gets 503 and a time to retry, no record is written, and staff continue to deal."""
    waiting = WaitingSlips(many=1)
    monkeypatch.setattr("sicbo.server.app.WaitingSlips", lambda: waiting)
    with running_house(tmp_path) as house:
        player, dealer = house.browser(), house.browser()
        player.sit("sydney")
        dealer.console("sydney")
        number = dealer.open_bets("sydney")
        before = house.live_house.live_table("sydney").seq
        assert waiting.admit(0.0), "a request has waited for very long"
        answer = player.slip("sydney", {"small": 500}, number, key="the-same-key")
        said = answer.json()
        assert (answer.status_code, said["code"], said["retryable"]) == (503, "busy", True)
        assert (answer.headers["retry-after"], answer.headers["cache-control"]) == ("1", "no-store")
        assert answer.headers["content-length"] == str(len(answer.content)), "in one piece, not in chunks"
        assert said["detail"].endswith("was not processed. Send it again in a second.")
        assert house.live_house.live_table("sydney").seq == before
        assert player.player_view("sydney")["slip"] is None
        assert 'requests_refused_total{code="busy"} 1.0' in httpx.get(f"{house.address}/metrics").text
        waiting.remove()
        assert player.slip("sydney", {"small": 500}, number, key="the-same-key").status_code == 200
        assert waiting.admit(0.0)
        dealer.deal_until("sydney", "enter")


def test_slips_sent_without_waiting_are_answered_in_turn_and_forgotten_with_their_sender(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each answer is complete, and a sender who disconnects leaves no waiting slips behind."""
    waiting = WaitingSlips()
    monkeypatch.setattr("sicbo.server.app.WaitingSlips", lambda: waiting)
    with running_house(tmp_path) as house:
        player, dealer = house.browser(), house.browser()
        player.sit("sydney")
        dealer.console("sydney")
        number = dealer.open_bets("sydney")
        address = httpx.URL(house.address)
        with socket.create_connection((address.host, address.port), 20) as wire:
            wire.sendall(b"".join(slip_bytes(player, number, version) for version in range(1, 6)))
            heard = b""
            while heard.count(b'"REGISTERED"') < 5:
                heard += wire.recv(65_536)
        versions = [int(part.split(b",")[0]) for part in heard.split(b'"version":')[1::2]]
        assert versions == [1, 2, 3, 4, 5]
        with socket.create_connection((address.host, address.port), 20) as wire:
            wire.sendall(b"".join(slip_bytes(player, number, version) for version in range(6, 46)))
        wait_until_empty(waiting)


def slip_bytes(player: Browser, number: int, version: int) -> bytes:
    """Return a slip as bytes."""
    body = json.dumps({"round": number, "version": version, "stakes": [{"bet": "small", "cents": 500}]})
    cookies = "; ".join(f"{one.name}={one.value}" for one in player.http.cookies.jar)
    head = f"Host: localhost\r\nCookie: {cookies}\r\nIdempotency-Key: pipelined-{version}\r\n"
    kind = f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n"
    return f"PUT /api/v1/tables/sydney/slip HTTP/1.1\r\n{head}{kind}\r\n{body}".encode()


class RecordingTransport:
    """A transport that records the calls to it."""

    def __init__(self) -> None:
        self.done: list[object] = []

    def write(self, data: bytes) -> None:
        """Record written data."""
        self.done.append(data)

    def close(self) -> None:
        """Record a close."""
        self.done.append("closed")

    def abort(self) -> None:
        """Record an abort."""
        self.done.append("given up")

    def is_closing(self) -> bool:
        """Whether the transport is closing."""
        return "closed" in self.done


def test_the_head_and_the_body_of_an_answer_go_out_as_one_piece() -> None:
    """A head alone is sent at the end of the turn or on close, and nothing after that."""

    async def turns() -> list[object]:
        bare = RecordingTransport()
        wire = HeadJoiningTransport(bare, asyncio.get_running_loop())
        wire.write(b"HTTP/1.1 200 OK ")
        assert bare.done == []
        wire.write(b"body")
        assert bare.done == [b"HTTP/1.1 200 OK body"]
        wire.write(b"HTTP/1.1 204 nothing follows")
        await asyncio.sleep(0)
        wire.write(b"HTTP/1.1 last")
        wire.close()
        assert wire.is_closing()
        wire.write(b"late")
        await asyncio.sleep(0)
        lost = HeadJoiningTransport(bare, asyncio.get_running_loop())
        lost.write(b"HTTP/1.1 lost")
        lost.abort()
        await asyncio.sleep(0)
        return bare.done

    alone = [b"HTTP/1.1 204 nothing follows", b"HTTP/1.1 last"]
    assert asyncio.run(turns()) == [b"HTTP/1.1 200 OK body", *alone, "closed", "given up"]
