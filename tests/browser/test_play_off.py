"""Ties at the end: a play-off from the desk, and a countback on the board, followed live."""

import hashlib
import itertools
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.browser.conftest import HouseProcess, Visit
from tests.browser.test_tournament import act
from tests.server.heats import spin
from tests.tournament.test_formats import terms_with

FINAL = [(2, 0, 1, "fresh", 1, "end", 0)]


class Desk:
    """A tournament of eight at one table, with commands over HTTP."""

    def __init__(self, http: httpx.Client, name: str, level: str) -> None:
        self.http = http
        self.name, self.keys = name, itertools.count(10_000_000)
        self.post("/tournaments", {"name": name, "layout": "crown-sydney"})
        terms = terms_with("crown-sydney-2024", FINAL, {"winners.level": level}).replace(
            "2026-02-1", "2020-02-1"
        )
        self.order("publish-tournament", terms=terms)
        for kind in ("commit-seat-draws", "appoint-director", "take-charge"):
            self.order(kind)
        self.order("designate-tables", tables=["T1"], location="Main floor, pit 4")
        said = {"method": "desk", "cents": 12_000, "admitted": True, "publicity": True}
        said["accepted"] = hashlib.sha256(terms.encode()).hexdigest()
        for number in range(1, 9):
            cup = self.order("enter-tournament", player=f"Player {number}", **said)
        self.order("brief-entrants", players=[row["player"] for row in cup["rows"]])
        self.players = self.order("begin-round")["heats"][0]["players"]

    @property
    def cookie(self) -> Any:
        """The director's session cookie, for a browser."""
        (cookie,) = self.http.cookies.jar
        return {"name": cookie.name, "value": cookie.value, "url": str(self.http.base_url.join("/"))}

    def post(self, path: str, body: Any) -> Any:
        """Send a request that has to succeed."""
        answer = self.http.post(path, json=body, headers={"Idempotency-Key": str(next(self.keys))})
        assert answer.status_code < 300, answer.text
        return answer.json()

    def order(self, kind: str, **said: Any) -> Any:
        """Send a command."""
        return self.post(f"/tournaments/{self.name}/commands", {"type": kind, **said})

    def spin(self, **chips: int) -> Any:
        """Play a spin: every entrant bets 100 on small and wins, except those named by seat, as `seat_1`."""
        return spin(self.order, self.view, lambda seat: chips.get(f"seat_{seat}", 100))

    @property
    def view(self) -> Any:
        """The tournament as the desk sees it."""
        return self.http.get(f"/tournaments/{self.name}").json()


@pytest.fixture
def http(house: HouseProcess) -> Iterator[httpx.Client]:
    """The HTTP API of the house."""
    with httpx.Client(base_url=f"{house.address}/api/v1", timeout=30) as client:
        yield client


def routed_web_sockets(page: Page) -> list[WebSocketRoute]:
    """Route every WebSocket of a page through the test; the last one is the one in use."""
    lines: list[WebSocketRoute] = []

    def relay(line: WebSocketRoute) -> None:
        line.connect_to_server()
        lines.append(line)

    page.route_web_socket("**/api/v1/tournaments/**", relay)
    page.reload()
    return lines


def test_the_board_updates_and_resumes_after_a_lost_connection(
    visit: Visit, house: HouseProcess, http: httpx.Client
) -> None:
    """A new ranking appears without a request of the page; after a lost connection the page requests what it
    missed.
    """
    desk = Desk(http, "stream", "countback")
    board = visit("/tournament/stream", at=house)
    lines = routed_web_sockets(board)
    expect(board.locator("#rows tr")).to_have_count(8)
    asked: list[str] = []
    board.on("request", lambda request: asked.append(request.url))
    desk.spin(seat_3=700)
    expect(board.locator("#rows tr").first).to_contain_text("10,700")
    assert asked == []
    lines[-1].close()
    expect(board.locator("body")).to_have_attribute("data-link", "lost")
    desk.spin(seat_2=900)
    expect(board.locator("#rows tr").first).to_contain_text("11,000")
    expect(board.locator("body")).to_have_attribute("data-link", "live")
    assert "since=" in lines[-1].url and not [url for url in asked if "/api/" in url]


def test_a_countback_ranks_who_had_more_before(visit: Visit, house: HouseProcess, http: httpx.Client) -> None:
    """Both end with 10,800; the one who had 10,700 after the first spin is first, and the board says so."""
    desk = Desk(http, "countback", "countback")
    desk.spin(seat_1=100, seat_2=700)
    desk.spin(seat_1=700, seat_2=100)
    board = visit("/tournament/countback", at=house, width=1920, height=1080)
    expect(board.locator("#line")).to_contain_text("the one with more after the previous spin")
    seats = board.locator("#rows tr td:nth-child(4)")
    expect(seats.nth(0)).to_have_text("T1-2")
    expect(seats.nth(1)).to_have_text("T1-1")
    expect(board.locator("#rows tr td:first-child").nth(1)).to_have_text("2")
    names = board.locator("#rows .name").all_inner_texts()
    desk.order("conclude-round")
    expect(board.locator("#stage")).to_have_text("Ranks final")
    expect(board.locator("#rows .name")).to_have_text(names)


def test_a_play_off_is_held_from_the_desk_and_seen_on_the_board(
    visit: Visit, house: HouseProcess, http: httpx.Client
) -> None:
    """Two are tied for the first prize: nothing is concluded before they have played one more spin."""
    desk = Desk(http, "playoff", "play-off")
    director = visit("/director/playoff", at=house)
    director.context.add_cookies([desk.cookie])
    director.reload()
    board = visit("/tournament/playoff", at=house, width=1920, height=1080)
    desk.spin(seat_1=700, seat_2=700, seat_3=500, seat_4=400, seat_5=300)
    desk.spin()
    expect(board.locator("#corrected")).to_contain_text("Tied for a prize, in the play-off: Player")
    expect(director.locator('[data-act="conclude-round"]')).to_have_count(0)
    act(director, "hold-play-off")
    expect(board.locator('#spins [data-why="play-off"]')).to_contain_text("T1: play-off")
    expect(director.locator("#heat-T1 .heat-row")).to_have_count(0)
    desk.spin(seat_2=900)
    expect(board.locator("#rows tr").first).to_contain_text("11,700")
    winner = board.locator("#rows .name").first.inner_text()
    act(director, "conclude-round")
    expect(board.locator("#stage")).to_have_text("Ranks final")
    act(director, "award-prizes")
    expect(board.locator("#stage")).to_have_text("Finished")
    expect(board.locator("#rows .name").first).to_have_text(winner)
    expect(board.locator("#rows td:first-child")).to_have_text(["1", "2", "3", "4", "5", "6", "6", "6"])
