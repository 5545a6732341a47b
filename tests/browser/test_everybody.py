"""Every screen shows what happens at a table: void, correction, new limits, closure, power cut."""

import re
from typing import NamedTuple

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import HouseProcess, Visit, sit_down, wait_for_bets
from tests.browser.dealing import api_answer, deal_until, do_step, open_console, take_seat, view_of
from tests.browser.playing import area_selector, round_number, wait_until_registered

TABLE = "canberra"
"""A table whose limits change and which closes on notice, without waiting time (3.1, 9.2)."""


class Screens(NamedTuple):
    """Every screen of one table; the player has 20.00 on small and 5.00 on big."""

    lobby: Page
    player: Page
    console: Page
    display: Page
    pit: Page
    replay: Page


@pytest.fixture
def screens(visit: Visit, house: HouseProcess) -> Screens:
    """Six screens of a round with open bets."""
    console = visit("/replay")
    open_console(console, house, TABLE)
    deal_until(console, "place-bets")
    do_step(console, "place-bets")
    expect(console.locator('#steps [data-step="cover"]')).to_have_attribute("aria-current", "step")
    player = visit("/replay")
    take_seat(player, house, TABLE, "Anna")
    bets = [{"bet": "small", "cents": 2_000}, {"bet": "big", "cents": 500}]
    slip = {"round": view_of(player, house, TABLE)["round"], "version": 1, "stakes": bets}
    api_answer(player.request, house, "PUT", f"/tables/{TABLE}/slip", slip)
    player.goto(f"{house.address}/table/{TABLE}?lang=en")
    expect(player.locator("#staked")).to_have_text("$25.00")
    pit = console.context.new_page()
    pit.goto(f"{house.address}/pit?lang=en#{TABLE}")
    expect(pit.locator("#chosen-name")).to_contain_text(TABLE)
    replay = console.context.new_page()
    replay.goto(f"{house.address}/replay?lang=en#{TABLE}")
    expect(replay.locator(".record").first).to_be_visible()
    return Screens(visit(), player, console, visit(f"/display/{TABLE}"), pit, replay)


def card(lobby: Page) -> str:
    """Return the text of the table's card in the lobby."""
    return f'[data-table="{TABLE}"]'


def test_a_void_is_seen_on_every_screen(screens: Screens) -> None:
    """No screen shows dice, each says that there is no result, and the player has the stakes back."""
    deal_until(screens.console, "uncover")
    screens.console.keyboard.press("v")
    screens.console.locator('dialog [data-ground="not-flat"]').click()
    screens.console.locator("dialog .hold-button").click(delay=1_100)
    expect(screens.display.locator("#no-spin")).to_contain_text("NO SPIN")
    expect(screens.display.locator("#no-spin")).to_contain_text("A die does not lie flat")
    expect(screens.display.locator("#total")).to_be_hidden()
    expect(screens.display.locator("#last .past").last).to_have_class("past void newest")
    expect(screens.player.locator("#call")).to_contain_text("No spin")
    expect(screens.player.locator("[role=alert]")).to_contain_text("No spin")
    expect(screens.player.locator("#rack")).to_have_text("$1,000.00")
    expect(screens.console.locator("#last")).to_contain_text("No spin")
    expect(screens.pit.locator("#chosen-last")).to_contain_text("No spin")
    expect(screens.lobby.locator(f"{card(screens.lobby)} .dice")).to_contain_text("No spin")
    expect(screens.replay.locator(".record-round-voided").last).to_be_visible()


def test_a_correction_is_seen_on_every_screen(screens: Screens, house: HouseProcess) -> None:
    """A result is shown only once it is confirmed, then corrected by the dice: all screens agree."""
    console, display, player = screens.console, screens.display, screens.player
    deal_until(console, "enter")
    number = view_of(console, house, TABLE)["round"]
    for face in "566":
        console.keyboard.press(face)
    expect(console.locator("#entry .call")).to_be_visible()
    expect(display.locator("#sides")).not_to_contain_text(f"Round {number}")
    console.locator("#entry .hold-button").click(delay=1_100)
    expect(display.locator("#total")).to_have_text("17")
    expect(display.locator("#sides")).to_contain_text("Big")
    expect(screens.lobby.locator(f"{card(screens.lobby)} .dice")).to_contain_text("17")
    deal_until(console, "place-bets")
    expect(player.locator("#rack")).to_have_text("$985.00")
    console.locator("#correct").click()
    for face in "123":
        console.locator(f'dialog [data-face="{face}"]').click()
    console.locator("dialog input").fill("the six was a one")
    console.locator("dialog .hold-button").click(delay=1_100)
    expect(display.locator("#total")).to_have_text("6")
    expect(display.locator("#sides")).to_contain_text("Corrected")
    expect(display.locator("#sides")).to_contain_text("Small")
    expect(display.locator("#dice")).to_have_attribute("aria-label", "1, 2, 3")
    expect(player.locator("#rack")).to_have_text("$1,015.00")
    expect(player.locator("#settled .summary b")).to_have_text("+15.00")
    expect(player.locator("#settled")).to_contain_text("Corrected")
    expect(console.locator("#last")).to_contain_text("corrected")
    expect(screens.pit.locator("#chosen-last")).to_contain_text("corrected")
    expect(screens.lobby.locator(f"{card(screens.lobby)} .dice")).to_contain_text("6")
    screens.replay.locator(".record-result-corrected").last.click()
    expect(screens.replay.locator(".saw")).to_contain_text("Terminal Anna")
    expect(screens.replay.locator(".saw")).not_to_contain_text("Display")  # not enrolled: anyone may open it


def test_new_limits_and_a_closure_are_seen_on_every_screen(screens: Screens, house: HouseProcess) -> None:
    """A notice, then the change on every sign; a notice, then a closed table, which opens again."""
    lobby, player, console, display, pit, replay = screens
    deal_until(console, "place-bets", "566")
    limits = '[data-card="pit.limit-change"]'
    pit.locator(f"{limits} input").nth(1).fill("400")
    pit.locator(f"{limits} input").nth(2).fill("0")
    pit.locator("#notice-limits").click()
    for page in (player, display):
        expect(page.locator("#notices")).to_contain_text("400")
    expect(console.locator(".card-notices")).to_contain_text("400")
    pit.locator(f"{limits} input").nth(1).fill("400")
    pit.locator("#apply-limits").click()
    expect(pit.locator(f'tr[data-table="{TABLE}"]')).to_contain_text("1 – 400")
    expect(display.locator("#sign")).to_contain_text("Max $400")
    expect(console.locator(".card-notices")).to_contain_text("1 – 400")
    expect(player.locator("#focus")).to_contain_text("400")
    expect(lobby.locator(f"{card(lobby)} .facts")).to_contain_text("$1 to $400")
    expect(replay.locator(".record-limits-changed").last).to_be_attached()
    closing = '[data-card="pit.closing"]'
    pit.locator(f"{closing} [data-notice=table]").click()
    for page in (player, display):
        expect(page.locator("#notices")).to_contain_text("clos")
    pit.locator("[data-act=close-table]").click()
    expect(pit.locator(f'tr[data-table="{TABLE}"]')).to_contain_text("Closed")
    expect(player.locator("#call")).to_contain_text("Table closed")
    expect(display.locator("#state")).to_contain_text("Table closed")
    expect(console.locator("#state")).to_contain_text("Closed")
    expect(lobby.locator(f"{card(lobby)} .facts")).to_contain_text("Table closed")
    pit.locator('[data-card="pit.open-table"] button').click()
    for page, place in ((player, "#call"), (display, "#state"), (console, "#state")):
        expect(page.locator(place)).not_to_contain_text(re.compile("Table closed|Closed"))


def test_every_screen_comes_back_after_a_power_cut(
    visit: Visit, house: HouseProcess, screens: Screens
) -> None:
    """After a kill in mid-round no page has to be reloaded, and each table goes on as its rulebook says.

    Canberra has no rule about power: round and slips remain. In Singapore the round is void (5.1.2).
    """
    singapore = visit()
    sit_down(singapore, "singapore-1")
    wait_for_bets(singapore)
    singapore.locator('#chips [data-value="500"]').click()
    singapore.locator(area_selector("big")).click()
    wait_until_registered(singapore)
    number, receipt = round_number(screens.player), wait_until_registered(screens.player)
    everybody = [*screens, singapore]
    for page in everybody:
        page.evaluate("window.stayed = true")
    house.kill()
    try:
        for page in everybody:
            expect(page.locator("sb-header .link")).to_have_attribute("data-state", "lost")
            expect(page.locator("[role=alert]", has_text=re.compile("lost|NOT LIVE"))).not_to_have_count(0)
        expect(screens.display.locator("#stale")).to_contain_text("NOT LIVE since")
    finally:
        house.start()
    for page in everybody:
        expect(page.locator("sb-header .link")).to_have_attribute("data-state", "live", timeout=30_000)
        assert page.evaluate("window.stayed") is True
    assert round_number(screens.player) == number
    assert wait_until_registered(screens.player) == receipt
    expect(screens.console.locator("#round")).to_contain_text(str(number))
    expect(screens.console.locator(".card-wagers tr", has_text="Anna").first).to_contain_text("25.00")
    expect(screens.display.locator("#stale")).to_be_hidden()
    expect(singapore.locator("#settled")).to_contain_text("No spin")
    expect(singapore.locator("#settled")).to_contain_text("5.1.2")
    expect(singapore.locator("#rack")).to_have_text("$1,000.00")
