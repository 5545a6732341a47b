"""Scenes of every screen: for the tests of looks and for `make long PART=screenshots`."""

import secrets
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.conftest import House
from tests.browser.dealing import deal_by_hand, deal_until, holding, seated

Scene = Callable[[Page, House], None]


def lobby(page: Page, house: House) -> None:
    """The lobby with eight tables."""
    page.goto(house.address)
    expect(page.locator(".table-card").nth(7)).to_be_visible()


def watching(page: Page, house: House) -> None:
    """A table before the visitor sits down."""
    page.goto(f"{house.address}/table/star")
    expect(page.locator(".sit button")).to_be_visible()


def wagered(table: str) -> Scene:
    """A terminal with chips on the cloth while bets are open."""

    def scene(page: Page, house: House) -> None:
        seated(page, house, table, "Anna")
        page.goto(f"{house.address}/table/{table}")
        expect(page.locator("body")).to_have_attribute("data-phase", "betting")
        for index, bet in enumerate(page.locator("sb-cloth .area:not([hidden])").all()[::9]):
            page.locator("#chips .pick").nth(index % 3).click()
            bet.click()
        expect(page.locator('#slip[data-state="registered"]')).to_be_visible()

    return scene


def settled(table: str) -> Scene:
    """A terminal after the result, until the next round begins."""

    def scene(page: Page, house: House) -> None:
        wagered(table)(page, house)
        page.locator("#deal").click()
        expect(page.locator("#settled .lines li").first).to_be_attached()

    return scene


def window(table: str, opener: str) -> Scene:
    """A dialog over a terminal."""

    def scene(page: Page, house: House) -> None:
        wagered(table)(page, house)
        page.locator(opener).press("Enter")
        if opener == "[data-act=info]":
            page.locator("sb-cloth .area").first.click()
        expect(page.locator("dialog[open]")).to_be_visible()

    return scene


def statement(page: Page, house: House) -> None:
    """The statement of a session after its first round."""
    settled("star")(page, house)
    page.locator("#statement").click()
    expect(page.locator("dialog.statement tbody tr").first).to_be_visible()


def fair(page: Page, house: House) -> None:
    """The fairness page with recomputed rolls, one of them expanded."""
    settled("melbourne-b")(page, house)
    page.goto(f"{house.address}/fair/melbourne-b")
    page.locator("#rolls summary").first.click()
    expect(page.locator("#rolls dl").first).to_be_visible()


def console(table: str, until: str, keys: str = "") -> Scene:
    """A console in the middle of a round."""

    def scene(page: Page, house: House) -> None:
        holding(page, house, table)
        if keys.isdigit():
            deal_by_hand(page, house, table)
        deal_until(page, until)
        for key in keys:
            page.keyboard.press(key)
        if keys == "v":
            expect(page.locator("dialog[open]")).to_be_visible()
        elif keys:
            expect(page.locator("#entry .call")).to_be_visible()

    return scene


def untaken(page: Page, house: House) -> None:
    """A console without a holder."""
    page.goto(f"{house.address}/console/melbourne-b")
    expect(page.locator("#take")).to_be_visible()


def display(table: str) -> Scene:
    """A display on the wall."""

    def scene(page: Page, house: House) -> None:
        page.goto(f"{house.address}/display/{table}")
        expect(page.locator("#state")).not_to_be_empty()

    return scene


def pit(page: Page, house: House) -> None:
    """The pit desk with a table selected."""
    page.goto(f"{house.address}/pit")
    page.locator('tr[data-table="star"] button').click()
    if page.locator("#apply-limits").count() == 0:
        page.locator("#take").click()
    expect(page.locator("#apply-limits")).to_be_visible()


def replay(page: Page, house: House) -> None:
    """The inspector's replay at the newest record."""
    page.goto(f"{house.address}/replay#star")
    expect(page.locator("#records [aria-current]")).to_be_visible()


def promotion(page: Page, house: House) -> None:
    """The promotion desk with complete terms."""
    page.goto(f"{house.address}/promotions")
    page.locator("#new").click()
    page.locator("dialog[open] input").fill(f"looks-{secrets.token_hex(4)}")
    page.locator("#give").click()
    page.locator("#template").click()
    expect(page.locator("#found p")).to_be_visible()
    page.locator("#publish").click()
    expect(page.locator("#start")).to_be_visible()


def registers(page: Page, house: House) -> None:
    """The registers with entries."""
    promotion(page, house)
    page.goto(f"{house.address}/registers")
    expect(page.locator("#rows tbody tr").first).to_be_visible()


def pair(page: Page, house: House) -> None:
    """A device that shows its code."""
    page.goto(f"{house.address}/pair")
    page.locator("#name").fill("Seat 3")
    page.locator("#wants button").click()
    expect(page.locator("#code")).not_to_be_empty()


SCENES: dict[str, Scene] = {
    "lobby": lobby,
    "watching": watching,
    **{f"terminal-{table}": wagered(table) for table in ("sydney", "melbourne-b", "singapore-3")},
    **{f"settled-{table}": settled(table) for table in ("star", "melbourne-a")},
    "rules": window("canberra", "#rules"),
    "keys": window("canberra", "#keys"),
    "about": window("melbourne-b", "[data-act=info]"),
    "statement": statement,
    "fair": fair,
    "console-next": console("star", "spin"),
    "console-entry": console("canberra", "enter", "414"),
    "console-void": console("star", "close", "v"),
    "console-untaken": untaken,
    "display-numbers": display("star"),
    "display-symbols": display("melbourne-b"),
    "pit": pit,
    "replay": replay,
    "promotion": promotion,
    "registers": registers,
    "pair": pair,
}
