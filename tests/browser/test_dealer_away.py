"""A console that is closed without a handover: the table goes on, and every screen says who deals."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import HouseProcess, Visit
from tests.browser.dealing import api_answer, deal_until, open_console, take_seat, view_of
from tests.server.floors import PIN, running_floor

TABLE = "sydney"
SECONDS = "3"
OVER = """([path, round]) => fetch(path).then((answer) => answer.json())
  .then(({ view }) => view.result?.round >= round)"""
"""Whether a round has ended."""


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HouseProcess]:
    """A home house whose consoles may be silent for three seconds."""
    house = HouseProcess(tmp_path_factory.mktemp("home"), betting_seconds=4, SICBO_CONSOLE_SECONDS=SECONDS)
    yield house
    house.kill()


def test_closing_the_tab_of_a_console_gives_the_table_back(visit: Visit, home: HouseProcess) -> None:
    """While the tab is open nothing changes; then the automatic dealer ends the round, and a returning tab
    says so.
    """
    dealer, player = visit("/", at=home), visit("/", at=home)
    take_seat(player, home, TABLE, "Anna")
    player.goto(f"{home.address}/table/{TABLE}?lang=en")
    open_console(dealer, home, TABLE)
    deal_until(dealer, "close")
    round_ = view_of(player, home, TABLE)["round"]
    dealer.wait_for_timeout(5_000)
    assert view_of(player, home, TABLE)["dealer"]["kind"] == "console"
    expect(player.locator("#deal")).to_be_hidden()
    dealer.goto("about:blank")
    expect(player.locator("#deal")).to_be_visible(timeout=10_000)
    player.wait_for_function(OVER, arg=[f"/api/v1/tables/{TABLE}", round_])
    dealer.goto(f"{home.address}/console/{TABLE}?lang=en")
    expect(dealer.locator("#console-lost")).to_contain_text("the automatic dealer took over")
    dealer.locator("#take").click()
    expect(dealer.locator("#console-lost")).to_be_hidden()
    expect(dealer.locator("#hand-over")).to_be_visible()


def expect_no_home_texts(lobby: Page, console: Page) -> None:
    """Expect that neither the lobby nor the console of a floor mentions play chips or an automatic dealer."""
    expect(lobby.locator(".table-card")).to_be_visible()
    expect(lobby.locator("#at-home")).to_be_hidden()
    expect(console.locator("#taking")).to_contain_text("Take the console to deal at this table.")
    expect(console.locator("#taking")).not_to_contain_text("automatic dealer")


def test_a_floor_says_that_its_dealer_is_away_until_a_takeover(visit: Visit, tmp_path: Path) -> None:
    """Terminal, display and pit desk say so; the desk links to the console, and a returning dealer is
    informed.
    """
    with running_floor(tmp_path, {"T1": "crown-sydney-2024"}) as (floor, _):
        pages = {path: visit(path, at=floor) for path in ("/display/T1", "/table/T1", "/pit", "/console/T1")}
        display, terminal, pit, dealer = pages.values()
        served: Any = floor
        for page, member in ((pit, "kim"), (dealer, "lee")):
            api_answer(page.request, served, "POST", "/sessions", {"id": member, "pin": PIN})
            page.reload()
        expect_no_home_texts(visit("/", at=floor), dealer)
        dealer.locator("#take").click()
        deal_until(dealer, "close")
        expect(display.locator("#state")).to_have_text("Place your bets")
        dealer.goto("about:blank")
        floor.live_house.heartbeats.seconds = 0.2
        expect(display.locator("#state")).to_have_text("Dealer away")
        expect(display.locator("#notices")).to_contain_text("Registered bets stay registered")
        expect(terminal.locator("#notices")).to_contain_text("The dealer is away")
        expect(pit.locator('tr[data-table="T1"] .flag-bad')).to_have_text("Dealer away")
        pit.locator("#take-over").click()
        expect(pit.locator("#taking")).to_contain_text("The dealer of this table is away")
        floor.live_house.heartbeats.seconds = 60
        pit.locator("#take").click()
        expect(display.locator("#state")).to_have_text("Place your bets")
        expect(terminal.locator("#notices")).to_be_empty()
        dealer.goto(f"{floor.address}/console/T1?lang=en")
        expect(dealer.locator("#console-lost")).to_have_text(
            "You no longer hold this console. Kim Tran has taken it over."
        )
