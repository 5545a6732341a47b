"""Security middleware: other sites, other hosts, size, rate, time, and the headers of every response."""

import asyncio
import resource
import socket
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from sicbo.errors import BadInput
from sicbo.server.access.staff_names import is_displayable
from sicbo.server.http.connection_limits import connection_limit, raise_file_limit
from sicbo.server.http.security import SecurityMiddleware
from sicbo.server.main import uvicorn_config
from sicbo.server.settings import Settings, read_settings
from tests.server.houses import WAIT, House, running_house

UPGRADE = {"Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13"}


@pytest.fixture(scope="module")
def behind(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A house behind a configured proxy on the same machine."""
    with running_house(tmp_path_factory.mktemp("behind"), proxies=("127.0.0.1",)) as found:
        yield found


def test_another_site_cannot_send_anything(house: House) -> None:
    """A form on another site is refused, whatever cookie the browser sends along."""
    browser = house.browser()
    browser.sit("sydney")
    for headers in ({"Origin": "https://evil.example"}, {"Sec-Fetch-Site": "cross-site"}):
        answer = browser.http.post("/tables/sydney/ready", json={"ready": True}, headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (403, "wrong-origin")
    ours = {"Origin": house.address, "Sec-Fetch-Site": "same-origin"}
    assert browser.http.post("/tables/sydney/ready", json={"ready": True}, headers=ours).status_code == 200


def test_another_host_name_is_not_this_house(house: House) -> None:
    """A foreign name that resolves to this machine does not serve our pages."""
    answer = httpx.get(f"{house.address}/api/v1/tables", headers={"Host": "evil.example"})
    assert (answer.status_code, answer.json()["code"]) == (421, "wrong-host")


@pytest.mark.parametrize("name", ["testserver.local", "testserver", "", "0.0.0.0:80"])
def test_no_name_of_a_test_is_this_house(house: House, name: str) -> None:
    """A name that any host on a home network can answer for reaches neither a page nor a command."""
    for method in ("GET", "POST"):
        with socket.create_connection(("127.0.0.1", httpx.URL(house.address).port or 80)) as raw:
            raw.sendall(
                f"{method} /api/v1/tables HTTP/1.1\r\nHost: {name}\r\nContent-Length: 0\r\n\r\n".encode()
            )
            assert raw.recv(100).startswith(b"HTTP/1.1 421 ")


@pytest.mark.parametrize(
    "host", ["0.0.0.0", "::", "::0", "0:0:0:0:0:0:0:0", "0", "0x0", "000.0", "::ffff:0.0.0.0"]
)
def test_a_house_at_every_address_names_its_hosts(host: str) -> None:
    """It does not start without a list, which may also be that of its origins."""
    with pytest.raises(BadInput, match=r"SICBO_HOST is every address of this machine: list .* --hosts"):
        read_settings({"host": host}, {})
    assert read_settings({"host": host}, {"SICBO_HOSTS": "House.example, [2001:DB8:0::1]"}).hosts == (
        "house.example",
        "2001:db8::1",
    )
    assert read_settings({"host": host}, {"SICBO_ORIGINS": "https://house.example"}).hosts == ()
    for wrong in ("*", "house.example:8000", "https://house.example", "a b"):
        with pytest.raises(BadInput, match="SICBO_HOSTS is"):
            read_settings({"host": host, "hosts": wrong}, {})


async def answer_success(scope: Any, receive: Any, send: Any) -> None:
    """Answer every request with success."""
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b""})


def statuses(app: Any, path: str, headers: list[dict[str, str]]) -> list[int]:
    """Return the statuses of requests with these headers, all from this machine."""

    async def request_all() -> list[int]:
        transport = httpx.ASGITransport(app, client=("127.0.0.1", 50_000))
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            return [(await client.get(path, headers=one)).status_code for one in headers]

    return asyncio.run(request_all())


def test_at_every_address_only_the_listed_hosts_are_this_house() -> None:
    """Port and case do not matter; other names are refused even if they resolve to this machine."""
    hosts = {
        "house.example": 200,
        "HOUSE.example:8000": 200,
        "[2001:db8:0::1]:8000": 200,
        "other.example": 200,
        "localhost": 200,
        "evil.example": 421,
        "house.example.evil.example": 421,
        "192.0.2.7": 421,
        "testserver.local": 421,
    }
    settings = Settings(
        data=Path(),
        host="0.0.0.0",
        hosts=("house.example", "2001:db8::1"),
        origins=("https://other.example",),
    )
    said = statuses(
        SecurityMiddleware(answer_success, settings), "/livez", [{"Host": name} for name in hosts]
    )
    assert dict(zip(hosts, said, strict=True)) == hosts


def test_over_tls_only_a_cookie_of_this_very_host_counts(behind: House) -> None:
    """A cookie that a neighbouring domain or a page without TLS may have set is ignored."""
    over_tls = {"X-Forwarded-Proto": "https"}
    sat = behind.browser(**over_tls).send_request("POST", "/tables/sydney/seats", {"name": "Anna"})
    kept = sat.headers["set-cookie"]
    assert kept.startswith("__Host-sicbo=")
    assert "Secure" in kept
    token = kept.partition("=")[2].partition(";")[0]
    said = {
        (name, scheme): httpx.get(
            f"{behind.address}/api/v1/session",
            headers={"Cookie": f"{name}={token}", "X-Forwarded-Proto": scheme},
        ).json()["signed_in"]
        for name in ("sicbo", "__Host-sicbo")
        for scheme in ("http", "https")
    }
    assert said == {
        ("sicbo", "http"): True,
        ("sicbo", "https"): False,
        ("__Host-sicbo", "http"): False,
        ("__Host-sicbo", "https"): True,
    }


@pytest.mark.parametrize(
    ("proxies", "waits"), [((), True), (("192.0.2.0/24",), True), (("127.0.0.1",), False)]
)
def test_only_a_named_proxy_says_where_a_request_comes_from(
    monkeypatch: pytest.MonkeyPatch, proxies: tuple[str, ...], waits: bool
) -> None:
    """A client that chooses its own source would have a new allowance with every request."""
    monkeypatch.setattr(
        "sicbo.server.main.make_app", lambda given, *_: SecurityMiddleware(answer_success, given)
    )
    monkeypatch.setenv("FORWARDED_ALLOW_IPS", "*")
    config = uvicorn_config(Settings(data=Path(), rate=1, proxies=proxies))
    config.load()
    headers = [{"X-Forwarded-For": f"192.0.2.1, 198.51.100.{last}"} for last in range(30)]
    assert set(statuses(config.loaded_app, "/api/v1/session", headers)) == ({200, 429} if waits else {200})


def test_a_network_of_version_6_has_one_rate() -> None:
    """A household has 2^64 addresses; IPv4 addresses mapped into IPv6 count separately."""

    def answers(form: str) -> set[int]:
        app: Any = SecurityMiddleware(answer_success, Settings(data=Path(), rate=1, proxies=("127.0.0.1",)))
        named = ProxyHeadersMiddleware(app, ["127.0.0.1"])
        headers = [{"X-Forwarded-For": form.format(f"{last}")} for last in range(30)]
        return set(statuses(named, "/api/v1/session", headers))

    assert answers("2001:db8::{}") == {200, 429}
    assert answers("2001:db8:0:{}::1") == {200}
    assert answers("::ffff:192.0.2.{}") == {200}


def test_proxies_are_addresses() -> None:
    """A wildcard would let every client be its own proxy."""
    assert read_settings({}, {"SICBO_PROXIES": "10.0.0.5, 10.1.0.0/16"}).proxies == (
        "10.0.0.5",
        "10.1.0.0/16",
    )
    for wrong in ("*", "proxy.example", "10.0.0.5:80", "10.1.0.1/16"):
        with pytest.raises(BadInput, match="SICBO_PROXIES is"):
            read_settings({}, {"SICBO_PROXIES": wrong})


def test_a_body_has_a_largest_size_however_it_is_sent(house: House) -> None:
    """The limit holds for a declared length and for a chunked body."""
    browser = house.browser()
    browser.sit("sydney")
    large = b'{"ready": true, "x": "' + b"x" * 70_000 + b'"}'
    headers = {"content-type": "application/json"}
    told = browser.http.post("/tables/sydney/ready", content=large, headers=headers)
    assert (told.status_code, told.json()["code"]) == (413, "too-large")
    pieces = iter([large[:40_000], large[40_000:]])
    untold = browser.http.post("/tables/sydney/ready", content=pieces, headers=headers)
    assert (untold.status_code, untold.json()["code"]) == (413, "too-large")
    deep = b"[" * 5_000 + b"]" * 5_000
    assert browser.http.post("/tables/sydney/ready", content=deep, headers=headers).status_code == 400


@pytest.mark.parametrize("path", ["/api/v1/tables", "/livez", "/", "/no/such/page", "/api/v1/nothing"])
def test_every_answer_has_the_headers_that_keep_a_browser_safe(house: House, path: str) -> None:
    """They forbid inline code, frames, type guessing and the referrer."""
    headers = httpx.get(f"{house.address}{path}").headers
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["x-frame-options"] == "DENY"
    assert "server" not in headers


def test_over_tls_a_browser_is_told_to_use_tls_only(behind: House) -> None:
    """If the balancer received the request over TLS, the header covers a year and all subdomains."""
    said = [
        httpx.get(f"{behind.address}{path}", headers=headers).headers.get("strict-transport-security")
        for path in ("/", "/api/v1/session", "/api/v1/nowhere")
        for headers in ({"X-Forwarded-Proto": "https"}, {})
    ]
    assert said == ["max-age=31536000; includeSubDomains", None] * 3


def test_a_session_is_a_cookie_that_no_script_and_no_other_site_gets(house: House) -> None:
    """It is HttpOnly and SameSite=Strict, and the token itself is not stored."""
    browser = house.browser()
    answer = browser.send_request("POST", "/tables/sydney/seats", {"name": "Anna"})
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=strict" in cookie
    token = browser.http.cookies["sicbo"]
    assert len(token) >= 43
    kept = (house.live_house.settings.data / "sessions.sqlite").read_bytes()
    assert token.encode() not in kept


def test_too_many_requests_have_to_wait(tmp_path: Path) -> None:
    """A session has a limited rate of requests, and the answer says when to retry."""
    with running_house(tmp_path, rate=5) as house:
        browser = house.browser()
        browser.sit("sydney")
        answers = [browser.http.get("/session") for _ in range(40)]
        refused = [one for one in answers if one.status_code == 429]
        assert refused
        assert refused[0].headers["retry-after"] == "1"
        assert refused[0].json()["retryable"]
        assert httpx.get(f"{house.address}/livez").status_code == 200


def test_slow_headers_are_not_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A connection that never finishes its request is closed, and others are answered meanwhile."""
    monkeypatch.setattr("sicbo.server.http.protocol.HEADER_SECONDS", 0.4)
    with running_house(tmp_path) as house:
        address = httpx.URL(house.address)
        with socket.create_connection((address.host, address.port)) as slow:
            slow.sendall(b"GET /livez HTTP/1.1\r\nHost: localhost\r\nX-Slow: ")
            assert httpx.get(f"{house.address}/livez").status_code == 200
            began = time.monotonic()
            slow.settimeout(10)
            with suppress(ConnectionResetError):
                assert slow.recv(100) == b""
            assert time.monotonic() - began < 5


def wait_until_answered(house: House) -> None:
    """Check that the house soon answers; it has to notice first that other connections are closed."""
    ends = time.monotonic() + WAIT
    while httpx.get(f"{house.address}/livez").status_code != 200:
        assert time.monotonic() < ends
        time.sleep(0.05)


def test_one_source_has_so_many_connections(tmp_path: Path) -> None:
    """The next connection, or stream, is refused with a reason; when one ends, another may come."""
    with running_house(tmp_path, connections=3) as house:
        address = httpx.URL(house.address)
        where = (address.host, address.port)
        held = [socket.create_connection(where) for _ in range(3)]
        time.sleep(0.2)
        for more in ({}, UPGRADE):
            refused = httpx.get(f"{house.address}/livez", headers=more)
            assert (refused.status_code, refused.headers["retry-after"]) == (429, "1")
            assert refused.json()["detail"].startswith("Your address already has 3 connections. Close one")
        for one in held:
            one.close()
        wait_until_answered(house)


def test_a_house_has_a_maximum_of_connections_from_all_sources(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Files are kept for the journal: before they run out, new connections are refused."""
    monkeypatch.setattr("sicbo.server.http.connection_limits.connection_limit", lambda: 3)
    with running_house(tmp_path) as house:
        address = httpx.URL(house.address)
        where = (address.host, address.port)
        held = [socket.create_connection(where, source_address=(f"127.0.0.{last}", 0)) for last in (1, 2, 3)]
        time.sleep(0.2)
        refused = httpx.get(f"{house.address}/livez")
        assert (refused.status_code, refused.headers["retry-after"]) == (503, "1")
        assert refused.json()["detail"] == "The house cannot take another connection. Wait a second."
        for one in held:
            one.close()
        wait_until_answered(house)


def test_there_is_room_for_as_many_connections_as_there_are_files(monkeypatch: pytest.MonkeyPatch) -> None:
    """Some files are reserved; without a limit on files, connections have none."""
    limits = {"now": (20_000, 30_000)}
    monkeypatch.setattr(resource, "getrlimit", lambda _: limits["now"])
    monkeypatch.setattr(resource, "setrlimit", lambda _, given: limits.update(now=given))
    assert connection_limit() == 20_000 - 256
    raise_file_limit()
    assert connection_limit() == 30_000 - 256
    limits["now"] = (resource.RLIM_INFINITY, resource.RLIM_INFINITY)
    assert connection_limit() == sys.maxsize


@pytest.mark.parametrize(
    "name", ["", "\u202eevil", "x\u2066y", "a\x9bb", "\u200b", "\u3164", "\u2800 \ufe0f", "<i>"]
)
def test_a_device_or_player_has_a_name_that_is_seen(house: House, name: str) -> None:
    """Characters that reverse the line on the pit screen and names of invisible characters are refused."""
    ask = house.browser().send_request
    for path, body in (("/devices/pairings", {"role": "terminal"}), ("/tables/sydney/seats", {})):
        assert ask("POST", path, {"name": name, **body}).status_code == 400
    assert is_displayable("Ana \U0001f3b2") and is_displayable("陳大文")


@pytest.mark.parametrize("name", ["<script>alert(1)</script>", "", "x" * 25, "a#b", "a\nb"])
def test_names_that_could_do_harm_are_not_taken(house: House, name: str) -> None:
    """A newline becomes a space; the rest is refused in one sentence."""
    answer = house.browser().send_request("POST", "/tables/melbourne-b/seats", {"name": name})
    if name == "a\nb":
        assert answer.json()["mine"]["name"] == "a b"
    else:
        assert (answer.status_code, answer.json()["code"]) == (400, "bad-request")
