"""A casino run from the pit desk: accounts, tables, devices, colour sets, the float, the second person."""

import json
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import HouseProcess, Visit
from tests.browser.dealing import api_answer

PIN = "48291357"
OWNERS_CODE = re.compile(r"owner's account: (\S+)\n")
AGAIN = {"type": "/problems/step-up-required", "code": "step-up-required", "status": 403, "detail": "PIN."}


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HouseProcess]:
    """A house with the floor profile that has no staff and no table yet."""
    house = HouseProcess(tmp_path_factory.mktemp("floor"), SICBO_PROFILE="floor", SICBO_SIGNATURES="no")
    yield house
    house.kill()


def submit_dialog(page: Page, opener: str, *values: str, choose: str | None = None) -> None:
    """Open a dialog, fill in its fields in order, and submit it."""
    page.locator(opener).click()
    for place, value in enumerate(values):
        page.locator("dialog[open] input").nth(place).fill(value)
    if choose:
        page.locator("dialog[open] select").first.select_option(choose)
    page.locator("dialog[open] .main").click()
    expect(page.locator("dialog[open]")).to_have_count(0)


def sign_in_owner(visit: Visit, floor: HouseProcess) -> Page:
    """Make the owner's account with the printed code, and open the pit desk."""
    code = floor.wait_for_log(OWNERS_CODE)
    page = visit("/pit", at=floor)
    page.locator("#sign-in").click()
    fields = page.locator("dialog[open] input")
    for place, value in enumerate(("kim", PIN)):
        fields.nth(place).fill(value)
    page.locator("dialog[open] summary").click()
    for place, value in enumerate((code, "Kim Tran"), 2):
        fields.nth(place).fill(value)
    page.locator("dialog[open] details button").click()
    expect(page.locator("#person")).to_contain_text("Kim Tran")
    return page


def open_table(page: Page, found: bool = True) -> None:
    """Open a table with colours once the whole checklist is confirmed; found the table first unless told
    otherwise.
    """
    if found:
        submit_dialog(page, "#found", "T1", choose="crown-sydney-2024")
    expect(page.locator("#open-table")).to_be_visible()
    if found:
        expect(page.locator(".approved-minimum")).to_contain_text("on the card Licence first")
    submit_dialog(page, 'tr[data-rulebook="crown-sydney-2024"] button.quiet', "0.50")
    expect(page.locator(".approved-minimum")).to_contain_text("0.50")
    page.locator("#open-table").click()
    expect(page.locator(".sb-toast.bad")).to_contain_text("before opening")
    page.get_by_label("Colours of the colour chips").fill("red, blue")
    page.locator(".checklist summary").click()
    page.locator("#confirm-all").click()
    page.locator("#open-table").click()
    expect(page.locator('tr[data-table="T1"]')).to_contain_text("Between rounds")


def pair_terminal(visit: Visit, floor: HouseProcess, page: Page) -> Page:
    """Pair a terminal: it shows its code, is approved, and opens its table by itself."""
    terminal = visit("/pair", at=floor)
    terminal.locator("#name").fill("Seat 1 left")
    terminal.locator("#wants button").click()
    code = terminal.locator("#code")
    expect(code).not_to_be_empty()
    submit_dialog(page, "#pair", code.inner_text())
    terminal.wait_for_url("**/table/T1")
    expect(page.locator('[data-card="pit.devices"] tbody tr')).to_contain_text("Seat 1 left")
    return terminal


@pytest.mark.thorough
def test_a_floor_is_run_from_the_pit_desk(visit: Visit, floor: HouseProcess) -> None:
    """From the first account to a counted float, every action that needs a rank, a PIN or a second person has
    its form.
    """
    page = sign_in_owner(visit, floor)
    submit_dialog(page, "#add-member", "max", "Max Lee", PIN, choose="senior-manager")
    expect(page.locator('tr[data-member="max"]')).to_contain_text("senior manager")
    open_table(page)
    terminal = pair_terminal(visit, floor, page)
    sell_colours(page, floor, terminal)
    count_float_with_two(visit, floor, page)
    page.locator("[data-device] button").click()
    expect(page.locator('[data-card="pit.devices"]')).to_contain_text("No devices yet")


def sell_colours(page: Page, floor: HouseProcess, terminal: Page) -> None:
    """Seat a player at the terminal, sell them red chips at 10.00 each, and redeem half of them."""
    mine = api_answer(terminal.request, floor, "POST", "/tables/T1/seats", {"name": "Anna"})["mine"]
    buy = {"type": "buy-in", "player": mine["player"], "cents": 50_000}
    api_answer(page.request, floor, "POST", "/tables/T1/commands", {"type": "sign-on"})
    api_answer(page.request, floor, "POST", "/tables/T1/commands", buy)
    red = page.locator('tr[data-colour="red"]')
    expect(red).to_contain_text("Not sold")
    expect(page.locator('[data-card="pit.players"]')).to_contain_text("Anna")
    submit_dialog(page, 'tr[data-colour="red"] button', "20", "10")
    expect(red).to_contain_text("10.00")
    expect(red).to_contain_text("Anna")
    submit_dialog(page, 'tr[data-colour="red"] button', "10")
    expect(page.locator('[data-card="pit.players"] tbody tr')).to_contain_text("400.00")


def count_float_with_two(visit: Visit, floor: HouseProcess, page: Page) -> None:
    """Count the float: the PIN is required again, and the count waits until a second person approves it."""
    said: list[str] = []

    def once(route: Route) -> None:
        said.append(route.request.headers["idempotency-key"])
        problem = {"status": 403, "content_type": "application/problem+json", "body": json.dumps(AGAIN)}
        route.fulfill(**problem) if len(said) == 1 else route.continue_()  # type: ignore[arg-type]

    page.route("**/tables/T1/commands", once)
    card = page.locator('[data-card="pit.float"]')
    card.locator("input").first.fill("5000")
    card.get_by_role("button", name="Count").click()
    page.locator("#pin-again").fill("99999999")
    page.locator("dialog[open] .main").click()
    expect(page.locator("dialog[open] [role=alert]")).to_contain_text("PIN is wrong")
    page.locator("#pin-again").fill(PIN)
    page.locator("dialog[open] .main").click()
    expect(page.locator(".sb-toast.good").last).to_contain_text("second person")
    assert said == [said[0], said[0]]
    other = visit("/pit", at=floor)
    submit_dialog(other, "#sign-in", "max", PIN)
    waiting = other.locator('[data-card="pit.approvals"]')
    expect(waiting).to_contain_text("kim at T1: count the float · 5,000.00")
    expect(waiting).to_contain_text("Needs approval by")
    waiting.get_by_role("button", name="Approve").click()
    expect(card).to_contain_text("Chips with players")
    expect(card).to_contain_text("Last count5,000.00")
    expect(waiting).to_be_hidden()
