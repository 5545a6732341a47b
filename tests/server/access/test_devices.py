"""Devices: pairing by a code, one table and one seat each, and no play on the floor without one."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from sicbo.cli.main import main
from sicbo.client import Http, Table, pair, wait_for_approval
from sicbo.server.access import devices
from tests.server.floors import PIN, running_floor, sign_in
from tests.server.houses import Browser, House, Json, running_house


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A floor with two open tables."""
    tables = {"T1": "crown-sydney-2024", "T2": "crown-sydney-2024"}
    with running_floor(tmp_path_factory.mktemp("floor"), tables) as (house, _):
        yield house


def pair_device(house: House, pit: Browser, role: str = "terminal", **where: object) -> tuple[Browser, Json]:
    """Return a device of a table that the pit desk has confirmed."""
    browser = house.browser()
    asked = browser.succeed("POST", "/devices/pairings", {"name": "kiosk", "role": role})
    body = {"user_code": asked["user_code"], "table": "T1", **where}
    pit.succeed("POST", "/devices/approvals", body)
    device: Json = browser.succeed("POST", "/devices/tokens", {"device_code": asked["device_code"]})
    return browser, device


def refusal_of(browser: Browser, method: str, path: str, body: object = None) -> tuple[int, str]:
    """Return the status and code of a refusal."""
    answer = browser.send_request(method, path, body)
    return answer.status_code, answer.json()["code"]


def test_play_on_the_floor_needs_an_enrolled_terminal(floor: House) -> None:
    """A browser, a display and the terminal of another table are all refused."""
    pit = sign_in(floor, "sue")
    display, _ = pair_device(floor, pit, "display")
    other, _ = pair_device(floor, pit, table="T2")
    for browser in (floor.browser(), display, other):
        refused = refusal_of(browser, "POST", "/tables/T1/seats", {"name": "Anna"})
        assert refused == (403, "device-required")
    terminal, _ = pair_device(floor, pit)
    mine = terminal.sit("T1", "Anna")
    assert mine["name"] == "Anna"
    stolen = floor.browser()
    stolen.http.cookies.set("sicbo", terminal.http.cookies["sicbo"])
    assert refusal_of(stolen, "PUT", "/tables/T1/slip", {"round": 1, "version": 1, "stakes": []}) == (
        403,
        "device-required",
    )
    order = {"type": "leave-seat", "player": mine["player"]}
    assert refusal_of(stolen, "POST", "/tables/T1/commands", order) == (403, "device-required")
    terminal.succeed("DELETE", "/tables/T1/seats/mine")


def test_a_terminal_of_a_seat_seats_players_there_only(floor: House) -> None:
    """Its seat is the one that the pit desk named."""
    terminal, device = pair_device(floor, sign_in(floor, "sue"), seat=3)
    assert (device["role"], device["table"], device["seat"]) == ("terminal", "T1", 3)
    assert refusal_of(terminal, "POST", "/tables/T1/seats", {"name": "Mei", "seat": 4}) == (403, "not-seated")
    assert terminal.sit("T1", "Mei")["seat"] == 3
    beside, _ = pair_device(floor, sign_in(floor, "sue"), seat=5)
    beside.http.cookies.set("sicbo", terminal.http.cookies["sicbo"])
    assert refusal_of(beside, "POST", "/tables/T1/ready", {}) == (403, "not-seated")


def test_pairing_requests_of_strangers_displace_no_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Codes are limited per source and in all; the newest is refused, and the others keep waiting."""

    def request_pairing(browser: Browser) -> tuple[int, Json]:
        answer = browser.send_request("POST", "/devices/pairings", {"name": "kiosk"})
        return answer.status_code, answer.json()

    with running_house(tmp_path, proxies=("127.0.0.1",)) as house:
        honest, stranger, late = (
            house.browser(**{"X-Forwarded-For": f"192.0.2.{last}"}) for last in (1, 2, 3)
        )
        _, code = request_pairing(honest)
        said = [request_pairing(stranger)[0] for _ in range(100)]
        assert said == [201] * 20 + [429] * 80
        refused = stranger.send_request("POST", "/devices/pairings", {"name": "kiosk"})
        assert (refused.headers["retry-after"], refused.json()["code"]) == ("60", "too-many")
        waits = {"device_code": code["device_code"]}
        assert token_refusal(honest, waits) == "pairing-pending"
        assert request_pairing(late)[0] == 201
        monkeypatch.setattr(devices, "MOST_PAIRINGS", 22)
        assert request_pairing(late)[0] == 429
        monkeypatch.setattr(devices, "INTERVAL", 0)
        assert token_refusal(honest, waits) == "pairing-pending"


def token_refusal(browser: Browser, waits: Json) -> str:
    """Return the refusal that a device gets when it asks for its token."""
    return refusal_of(browser, "POST", "/devices/tokens", waits)[1]


def test_only_the_pit_agrees_and_only_with_a_fresh_pin(floor: House) -> None:
    """A dealer, an inspector and the device itself cannot confirm, and a wrong code belongs to no device."""
    asked = floor.browser().succeed("POST", "/devices/pairings", {"name": "kiosk"})
    body = {"user_code": asked["user_code"], "table": "T1"}
    for member in ("lee", "ins"):
        browser = sign_in(floor, member)
        assert refusal_of(browser, "POST", "/devices/approvals", body) == (403, "authority-required")
        assert browser.send_request("GET", "/devices").status_code == 403
    pit = sign_in(floor, "sue")
    for session in floor.live_house.sessions.of_member("sue"):
        session.proved -= 1_000
    assert refusal_of(pit, "POST", "/devices/approvals", body) == (403, "step-up-required")
    pit.succeed("POST", "/sessions/step-up", {"pin": PIN})
    assert refusal_of(pit, "POST", "/devices/approvals", {**body, "user_code": "BBBB-BBBB"}) == (
        404,
        "not-found",
    )
    assert refusal_of(pit, "POST", "/devices/approvals", {**body, "table": "T9"}) == (404, "not-found")
    assert refusal_of(pit, "POST", "/devices/approvals", {**body, "seat": 99}) == (400, "bad-request")
    pit.succeed(
        "POST", "/devices/approvals", {**body, "user_code": asked["user_code"].lower().replace("-", " ")}
    )
    assert refusal_of(pit, "POST", "/devices/approvals", body) == (404, "not-found")


def test_guessing_codes_ends_after_ten(floor: House) -> None:
    """The eleventh wrong code has to wait; there are 20 letters to the power of eight."""
    pit = sign_in(floor, "max")
    body = {"user_code": "ZZZZ-ZZZZ", "table": "T1"}
    answers = [
        pit.send_request("POST", "/devices/approvals", body).status_code
        for _ in range(devices.FREE_CODES[0] + 1)
    ]
    assert answers == [404] * devices.FREE_CODES[0] + [429]


def test_a_device_waits_and_gets_its_token_once(floor: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Before it is confirmed it is told to wait, and longer if it asks too often; a pairing expires."""
    browser = floor.browser()
    asked = browser.succeed("POST", "/devices/pairings", {"name": "kiosk"})
    secret = {"device_code": asked["device_code"]}
    first = browser.send_request("POST", "/devices/tokens", secret)
    assert (first.status_code, first.json()["code"]) == (409, "pairing-pending")
    assert first.headers["retry-after"] == str(asked["interval"])
    assert refusal_of(browser, "POST", "/devices/tokens", secret) == (429, "too-many")
    body = {"user_code": asked["user_code"], "table": "T1"}
    sign_in(floor, "sue").succeed("POST", "/devices/approvals", body)
    token = browser.succeed("POST", "/devices/tokens", secret)["token"]
    assert refusal_of(browser, "POST", "/devices/tokens", secret) == (404, "not-found")
    kept = (floor.live_house.settings.data / "sessions.sqlite").read_bytes()
    assert token.encode() not in kept
    assert "HttpOnly" in browser.send_request("POST", "/devices/tokens", secret).headers.get(
        "set-cookie", "HttpOnly"
    )
    monkeypatch.setattr(devices, "PAIRING_SECONDS", 0)
    late = browser.succeed("POST", "/devices/pairings", {"name": "kiosk"})
    assert refusal_of(browser, "POST", "/devices/tokens", {"device_code": late["device_code"]}) == (
        404,
        "not-found",
    )


def test_a_revoked_device_is_out_at_once(floor: House) -> None:
    """Its streams end and it can do nothing more, and a restart does not know it either."""
    pit = sign_in(floor, "sue")
    terminal, device = pair_device(floor, pit)
    terminal.sit("T1", "Wei")
    assert device["device"] in [one["device"] for one in pit.get("/devices")]
    with terminal.stream("T1") as follows:
        follows.until(lambda seen: seen.mine)
        assert pit.http.delete(f"/devices/{device['device']}").status_code == 204
        with pytest.raises(ConnectionClosed):
            while True:
                follows.next()
    assert refusal_of(terminal, "POST", "/tables/T1/ready", {}) == (403, "device-required")
    assert refusal_of(terminal, "GET", "/devices/mine") == (403, "device-required")
    assert pit.http.delete(f"/devices/{device['device']}").status_code == 404
    assert devices.Devices(floor.live_house.sessions.store).find(device["token"]) is None


def test_a_program_is_a_device_too_and_the_command_line_decides(
    floor: House, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A program is paired by the client, confirmed, listed and revoked by `sicbo device`."""
    pin = tmp_path / "pin"
    pin.write_text(f"{PIN}\n")
    who = ["--id", "kim", "--at", floor.address, "--pin-file", str(pin)]
    house = Http(floor.address)
    pairing = pair(house, "robot")
    assert main(["device", "approve", pairing.user_code, "--table", "T1", "--seat", "2", *who]) == 0
    device = wait_for_approval(house, pairing)
    assert (device.table, device.seat, device.role) == ("T1", 2, "terminal")

    async def sits() -> int | None:
        async with Table.connect(floor.address, device=device.token, name="Robot") as table:
            assert table.player_view
            return table.player_view.seat

    assert asyncio.run(sits()) == 2
    assert main(["device", "list", *who]) == 0
    assert device.device in capsys.readouterr().out
    assert main(["device", "revoke", device.device, *who]) == 0
    assert main(["device", "revoke", device.device, *who]) == 2
    house.close()


def test_the_page_that_shows_the_code_is_there(floor: House) -> None:
    """Its files are served under the content security policy of the house."""
    browser = floor.browser()
    for path in ("/pair", "/pairing/pairing.js", "/pairing/pairing.css", "/locales/vi.json"):
        assert browser.http.get(f"{floor.address}{path}").status_code == 200
