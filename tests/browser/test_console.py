"""The dealer console: physical dice at every rulebook, accidental presses, voids by clause."""

from contextlib import suppress

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import HouseProcess, Visit
from tests.browser.dealing import (
    FRESH,
    api_answer,
    deal_until,
    do_step,
    due_step,
    found_table,
    open_console,
    take_seat,
    view_of,
    wait_until_done,
)

CROWN = "place-bets cover spin close uncover call enter light collect pay"
ORDERS = {
    "crown-sydney-2024": CROWN,
    "canberra-2005": CROWN,
    "crown-melbourne-6.1/b": CROWN,
    "singapore-etg/1": "place-bets cover spin close uncover enter collect pay",
    "star-sydney-2016": "cover spin place-bets close press-close uncover call enter light collect pay",
}
CALLS = {
    "crown-sydney-2024": "one, four, four, total nine",
    "star-sydney-2016": "one, four, four, total nine",
    "crown-melbourne-6.1/b": "Fish, Coin, Coin",
}
STAR_GROUNDS = {
    "not-flat": "8.1",
    "tumbler-fault": "8.2",
    "not-activated": "8.3",
    "too-few-tumbles": "8.3",
    "exposed-early": "8.3",
    "button-not-pressed": "8.4",
    "dice-broken": "8.5",
    "tumbler-broken": "8.5",
    "disruption": "9.4.1",
    "fraud": "9.4.2",
}
CUT = """() => {
  dispatchEvent(new Event("offline"));
  return !document.querySelector("#lost").hidden;
}"""
"""Close every connection of the page. If a message still arrives, the connection is lost again."""


def open_held_console(visit: Visit, house: HouseProcess, table: str, rank: str = "senior-manager") -> Page:
    """Open a console that this browser holds."""
    page = visit("/replay", at=house)
    open_console(page, house, table, rank)
    return page


def test_every_rulebook_is_dealt_with_physical_dice(visit: Visit, house: HouseProcess) -> None:
    """Five new tables in parallel: each bar follows its rulebook, and no result counts before it is
    confirmed.
    """
    first = visit("/replay")
    pages: dict[str, Page] = {}
    tables = {layout: f"physical-{number}" for number, layout in enumerate(ORDERS)}
    for layout, table in tables.items():
        found_table(first, house, layout, table)
        pages[layout] = first.context.new_page()
        open_console(pages[layout], house, table)
    done: dict[str, list[str]] = {layout: [] for layout in ORDERS}
    for _ in range(1_000):
        if all(steps[-1:] == ["pay"] for steps in done.values()):
            break
        first.wait_for_timeout(20)
        for layout, page in pages.items():
            step = due_step(page)
            if step is None or page.locator(FRESH).count() or done[layout][-1:] == ["pay"]:
                continue
            if step == "enter":
                assert view_of(page, house, tables[layout])["result"] is None
            with suppress(AssertionError):
                do_step(page, step)
                wait_until_done(page, step)
                done[layout].append(step)
    assert {layout: " ".join(steps) for layout, steps in done.items()} == ORDERS
    for layout, page in pages.items():
        expect(page.locator("#steps .step-done")).to_have_count(0)
        result = view_of(page, house, tables[layout])["result"]
        assert sorted(result["dice"]) == [1, 4, 4]
        assert result["settled"]
        expect(page.locator("#last")).to_contain_text(CALLS.get(layout, "one, four, four"))


@pytest.mark.thorough
def test_an_accidental_press_enters_nothing(visit: Visit, house: HouseProcess) -> None:
    """A short press does not confirm, a wrong key can be undone, and a hold of a second confirms."""
    page = open_held_console(visit, house, "sydney")
    deal_until(page, "enter")
    number = view_of(page, house, "sydney")["round"]
    for key in ("4", "1", "6", "Backspace", "4"):
        page.keyboard.press(key)
    expect(page.locator("#entry .slots")).to_have_attribute("aria-label", "4, 1, 4")
    expect(page.locator("#entry .call")).to_have_text("“one, four, four, total nine”")
    expect(page.locator("#entry .lit-tag")).to_have_count(6)
    hold = page.locator("#entry .hold-button")
    hold.click()
    expect(page.locator("#entry sb-hold")).to_have_attribute("data-armed", "")
    shown = view_of(page, house, "sydney")["result"]
    assert shown is None or shown["round"] != number
    page.wait_for_timeout(2_600)
    hold.click(delay=1_100)
    expect(page.locator('#steps [data-step="light"]')).to_have_attribute("aria-current", "step")
    assert view_of(page, house, "sydney")["result"]["dice"] == [4, 1, 4]


def wait_for_record(page: Page, number: int) -> None:
    """Wait until the console has drawn the record of that number."""
    page.wait_for_function(
        "(n) => Number(document.querySelector('#record').textContent.replace(/[^0-9]/g, '')) >= n", arg=number
    )


def test_updates_do_not_clear_keyed_dice(visit: Visit, house: HouseProcess) -> None:
    """The keyed dice survive a new seat, a notice, a snapshot and a lost connection; a void clears them."""
    page = visit("/replay", at=house)
    found_table(page, house, "crown-sydney-2024", "keyed")
    open_console(page, house, "keyed")
    deal_until(page, "call")
    slots = page.locator("#entry .slots")
    page.keyboard.press("4")
    take_seat(visit("/replay", at=house), house, "keyed", "Bao")
    notice = {"type": "give-notice", "subject": "limits", "minimum": 1_000}
    wait_for_record(page, api_answer(page.request, house, "POST", "/tables/keyed/commands", notice)["number"])
    expect(slots).to_have_attribute("aria-label", "4")
    page.keyboard.press("1")
    for lang in ("vi", "en"):
        with page.expect_websocket():
            page.evaluate(
                "(lang) => import('/shared/i18n.js').then(({ setLanguage }) => setLanguage(lang))", lang
            )
        expect(page.locator("sb-header .link")).to_have_attribute("data-state", "live")
    page.wait_for_function(CUT)
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.locator("#lost")).to_be_hidden()
    expect(slots).to_have_attribute("aria-label", "4, 1")
    page.keyboard.press("4")
    deal_until(page, "enter")
    expect(page.locator("#entry .call")).to_have_text("“one, four, four, total nine”")
    void = {"type": "declare-void", "ground": "disruption", "note": "a fire alarm", "second": "house"}
    api_answer(page.request, house, "POST", "/tables/keyed/commands", void)
    expect(slots).to_have_attribute("aria-label", "No dice entered yet")


@pytest.mark.thorough
def test_a_late_answer_does_not_clear_the_next_dice(visit: Visit, house: HouseProcess) -> None:
    """If a confirmation is answered after the next round's first die is keyed, the die stays."""
    page = visit("/replay", at=house)
    found_table(page, house, "crown-sydney-2024", "late")
    open_console(page, house, "late")
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)
        api_answer(page.request, house, "POST", "/tables/late/result/confirm", route.request.post_data_json)

    page.route("**/result/confirm", hold)
    page.evaluate("AbortSignal.timeout = () => new AbortController().signal")
    deal_until(page, "light")
    deal_until(page, "call")
    page.keyboard.press("6")
    with page.expect_response("**/result/confirm"):
        held[0].fulfill(json={})
    page.wait_for_timeout(50)
    expect(page.locator("#entry .slots")).to_have_attribute("aria-label", "6")


def test_locked_steps_say_why_with_their_clause(visit: Visit, house: HouseProcess) -> None:
    """A step out of order cannot be done; it says what comes first and by which clause, in our words."""
    page = open_held_console(visit, house, "canberra")
    deal_until(page, "close")
    page.locator('#steps [data-step="pay"] button').click()
    expect(page.locator("#why")).to_contain_text("Next: No more bets.")
    page.locator("#why .clause").click()
    expect(page.locator(".clause-bubble")).to_contain_text("6.1")
    assert due_step(page) == "close"


@pytest.mark.thorough
def test_the_no_result_menu_is_the_rulebooks_own(visit: Visit, house: HouseProcess) -> None:
    """The Star's grounds have their clauses; an optional void needs a note; too few tumbles are confirmed
    twice.
    """
    page = open_held_console(visit, house, "star")
    deal_until(page, "spin")
    expect(page.locator(FRESH)).to_have_count(0)
    page.keyboard.press("Space")
    page.keyboard.press("Enter")
    expect(page.locator(".act-done")).to_have_text("Only 1 tumble: press again to confirm")
    assert due_step(page) == "spin"
    page.keyboard.press("Enter")
    expect(page.locator(".act-button")).to_have_attribute("data-kind", "void")
    expect(page.locator(FRESH)).to_have_count(0)
    page.locator(".act-button").click()
    rows = page.locator("dialog .ground").all()
    found = {
        row.locator("[data-ground]").get_attribute("data-ground"): row.locator(".clause").inner_text()[2:]
        for row in rows
    }
    assert found == STAR_GROUNDS
    hold = page.locator("dialog .hold-button")
    page.locator('dialog [data-ground="disruption"]').click()
    expect(hold).to_be_disabled()
    page.locator("dialog input").fill("a fire alarm")
    expect(hold).to_be_enabled()
    page.locator('dialog [data-ground="too-few-tumbles"]').click()
    hold.click(delay=1_100)
    expect(page.locator("dialog")).to_have_count(0)
    expect(page.locator("#last")).to_contain_text("No spin")
    assert view_of(page, house, "star")["result"]["void"]["ground"] == "too-few-tumbles"


@pytest.mark.thorough
def test_a_dealer_cannot_do_what_a_manager_may(visit: Visit, house: HouseProcess) -> None:
    """At a dealer's console a ground above the rank is locked and names who may declare it."""
    page = visit("/console/melbourne-a", at=house)
    page.locator("#taking select").select_option("dealer")
    page.locator("#take").click()
    expect(page.locator("#hand-over")).to_be_visible()
    expect(page.locator(FRESH)).to_have_count(0)
    deal_until(page, "close")
    page.keyboard.press("v")
    fraud = page.locator("dialog .ground", has=page.locator('[data-ground="fraud"]'))
    expect(fraud.locator(".ground-why")).to_contain_text("TG Assistant Casino Manager")
    page.keyboard.press("Escape")
    page.locator("#hand-over").click()
    expect(page.locator("#take")).to_be_visible()
