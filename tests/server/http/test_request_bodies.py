"""Bodies are JSON by content type, strictly typed, and complete within some seconds."""

import socket
import time
from contextlib import suppress

import httpx
import pytest

from tests.server.houses import House, Json

SLIP = "/tables/sydney/slip"
STAKE = {"bet": "small", "cents": 500}
NOT_WHOLE = ("1", "1.0", 1.0, 1.5, True, None, [1], 1e3)


def slips() -> list[tuple[Json, str]]:
    """Return slips with another value in place of an integer, and the place of it."""
    whole = {"round": 1, "version": 1, "stakes": [STAKE]}
    places = [({**whole, name: wrong}, f"/{name}") for name in ("round", "version") for wrong in NOT_WHOLE]
    stakes = [{**STAKE, "cents": wrong} for wrong in (*NOT_WHOLE, "9007199254740993")]
    return [*places, *(({**whole, "stakes": [stake]}, "/stakes/0/cents") for stake in stakes)]


def test_a_whole_number_is_written_as_one(house: House) -> None:
    """Text, a fraction or a boolean in its place is refused, and the answer says where."""
    browser = house.browser()
    browser.sit("sydney")
    for body, place in slips():
        answer = browser.send_request("PUT", SLIP, body)
        assert (answer.status_code, answer.json()["code"]) == (400, "bad-request"), body
        assert [one["pointer"] for one in answer.json()["errors"]] == [place], body
    others: list[tuple[str, Json]] = [
        ("/tables/sydney/seats", {"name": "Anna", "seat": "3"}),
        ("/tables/sydney/result", {"dice": ["1", "2", "4"]}),
        ("/tables/sydney/result", {"dice": [1.0, 2, 4]}),
        ("/tables/sydney/commands", {"type": "buy-in", "player": "me", "cents": "500"}),
        ("/analysis/distribution", {"layout": "star-sydney", "stakes": {"small": "500"}, "rounds": 2}),
        ("/analysis/distribution", {"layout": "star-sydney", "stakes": {"small": 500}, "rounds": 2.0}),
    ]
    for path, body in others:
        answer = browser.send_request("POST", path, body)
        assert (answer.status_code, answer.json()["code"]) == (400, "bad-request"), body


@pytest.mark.parametrize("kind", ["", "text/plain", "application/x-www-form-urlencoded", "application/jsonp"])
def test_a_body_says_that_it_is_json(house: House, kind: str) -> None:
    """A body that a form or script of another page can send without a preflight is not read."""
    headers = {"Idempotency-Key": "a-key-of-bodies", **({"Content-Type": kind} if kind else {})}
    for path in ("/tables/sydney/ready", "/tables/sydney/commands", "/sessions"):
        answer = house.browser().http.post(path, content=b"{}", headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (415, "wrong-type")
        assert answer.json()["detail"] == "Send the body as JSON, with Content-Type: application/json."


@pytest.mark.parametrize("kind", ["application/json", "Application/JSON; charset=utf-8"])
def test_json_may_name_its_letters(house: House, kind: str) -> None:
    """The charset is accepted in upper and lower case."""
    browser = house.browser()
    browser.sit("star")
    answer = browser.http.post(
        "/tables/star/ready", content=b'{"ready": false}', headers={"Content-Type": kind}
    )
    assert answer.status_code == 200


def test_a_body_that_no_route_reads_holds_no_connection(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A page is answered at once, and a slow body behind its request ends the connection in time."""
    monkeypatch.setattr("sicbo.server.http.protocol.WHOLE_BODY_SECONDS", 0.4)
    address = httpx.URL(house.address)
    with socket.create_connection((address.host, address.port or 80)) as slow:
        slow.sendall(b"GET /api/v1/session HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n{")
        began, heard, open_still = time.monotonic(), b"", True
        slow.settimeout(0.1)
        while open_still and time.monotonic() - began < 10:
            try:
                slow.sendall(b" ")
                part = slow.recv(4_096)
                heard, open_still = heard + part, bool(part)
            except TimeoutError:
                continue
            except ConnectionError:
                open_still = False
        assert heard.startswith(b"HTTP/1.1 200 ")
        assert not open_still and time.monotonic() - began < 10


def test_a_body_that_drips_is_not_waited_for(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """The time limit is for the whole body: a byte now and then does not extend it."""
    monkeypatch.setattr("sicbo.server.http.security.BODY_SECONDS", 0.4)
    address = httpx.URL(house.address)
    head = b"POST /api/v1/sessions HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    with socket.create_connection((address.host, address.port or 80)) as slow:
        slow.sendall(head + b"Content-Length: 1000\r\n\r\n{")
        began, heard = time.monotonic(), b""
        slow.settimeout(0.1)
        while time.monotonic() - began < 8 and not heard.endswith(b"}"):
            with suppress(TimeoutError, ConnectionError):
                heard += slow.recv(4_096)
            with suppress(ConnectionError):
                slow.sendall(b" ")
        took = time.monotonic() - began
        assert heard.startswith(b"HTTP/1.1 408 ")
        assert b"connection: close" in heard
        assert b'"code":"too-slow"' in heard
        assert 0.3 < took < 8
