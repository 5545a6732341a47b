"""A round of every layout, played by mouse and by keyboard; every area is a few keys away."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import TABLES, Visit, sit_down, wait_for_bets
from tests.browser.playing import (
    WATCH,
    area_selector,
    check_settled,
    round_number,
    shown_amount,
    wait_for_lights,
    wait_until_registered,
)

WITH_SYMBOLS = "melbourne-b"
KEYS = ["2", "g", "b", "Enter", "g", "t", "ArrowRight", "Enter", "g", "n", "Enter", "Enter", "x", "u"]
"""Chip 2; Big; the second total; a single twice, removed and restored: four chips of 5 in all."""
PLAN = (Path(__file__).parent / "plan.js").read_text(encoding="utf-8")
TYPE = """([start, plans]) => plans.map(([bet, keys]) => {
  document.querySelector("sb-cloth").focusArea(start);
  for (const key of keys)
    document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
  return [bet, document.activeElement.dataset.bet];
})"""


def tab_to(page: Page, button: str) -> None:
    """Move to a button with the Tab key, and press it."""
    expect(page.locator(button)).to_be_visible()
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("(button) => document.activeElement.matches(button)", button):
            return page.keyboard.press("Enter")
    raise AssertionError(f"{button} cannot be reached")


def settle_all(pages: dict[str, Page], before: dict[str, int], numbers: dict[str, int]) -> None:
    """Assert that every table settles its own round."""
    for table, page in pages.items():
        check_settled(page, before[table], wait_for_lights(page, numbers[table]))


@pytest.mark.timeout(400)
def test_a_round_of_every_layout_by_clicking(visit: Visit) -> None:
    """Sit down, put chips on three areas, deal, and every wager shows its outcome and why."""
    first, *others = TABLES
    pages = {first: visit(), **{table: visit(f"/table/{table}") for table in others}}
    before: dict[str, int] = {}
    numbers: dict[str, int] = {}
    sit_down(pages[first], first)
    for table in others:
        pages[table].locator(".sit button").click()
    for table, page in pages.items():
        wait_for_bets(page)
        before[table] = shown_amount(page, "#rack")
        page.locator('#chips [data-value="500"]').click()
        for bet in ("small", "total-9", "symbol-crab" if table == WITH_SYMBOLS else "single-4"):
            page.locator(area_selector(bet)).click()
        wait_until_registered(page)
        expect(page.locator("sb-cloth sb-chip.mine[state=registered]")).to_have_count(3)
        assert shown_amount(page, "#rack") == before[table] - 1500
        page.evaluate(WATCH)
        numbers[table] = round_number(page)
        page.locator("#deal").click()
    settle_all(pages, before, numbers)


@pytest.mark.timeout(400)
def test_a_round_of_every_layout_by_keys_alone(visit: Visit) -> None:
    """The same without a mouse, from the lobby to the result, which is also announced to screen readers."""
    first, *others = TABLES
    pages = {first: visit(), **{table: visit(f"/table/{table}") for table in others}}
    before: dict[str, int] = {}
    numbers: dict[str, int] = {}
    tab_to(pages[first], f'[data-table="{first}"] button.main')
    pages[first].wait_for_url(f"**/table/{first}")
    for table in others:
        tab_to(pages[table], ".sit button")
    for table, page in pages.items():
        wait_for_bets(page)
        before[table] = shown_amount(page, "#rack")
        for key in KEYS:
            page.keyboard.press(key)
        wait_until_registered(page)
        assert before[table] - shown_amount(page, "#rack") == 2000
        page.evaluate(WATCH)
        numbers[table] = round_number(page)
        page.keyboard.press("y")
    settle_all(pages, before, numbers)
    for page in pages.values():
        page.wait_for_function("() => window.told.some((text) => text.startsWith('Result: '))")


def test_every_area_of_the_largest_cloth_in_twelve_keys(visit: Visit) -> None:
    """Each of the 104 areas is reached by twelve keys at most, by typing each plan."""
    page = visit("/table/singapore-3")
    first = page.locator("sb-cloth .area[tabindex='0']")
    expect(first).to_have_count(1)
    start = first.get_attribute("data-bet")
    plans: list[tuple[str, list[str]]] = page.evaluate(PLAN, start)
    assert len(plans) == 104
    assert max(len(keys) for _, keys in plans) <= 12
    for bet, reached in page.evaluate(TYPE, [start, plans]):
        assert reached == bet
    farthest, keys = max(plans, key=lambda plan: len(plan[1]))
    first.focus()
    for key in keys:
        page.keyboard.press(key)
    assert page.evaluate("document.activeElement.dataset.bet") == farthest


def test_the_cloth_is_one_stop_of_the_tabulator(visit: Visit) -> None:
    """All areas take one Tab stop: the next Tab leaves the cloth, and Shift+Tab returns to the same area."""
    page = visit("/table/singapore-3")
    expect(page.locator("sb-cloth .area")).to_have_count(104)
    page.locator(area_selector("total-9")).focus()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('sb-cloth')") is None
    page.keyboard.press("Shift+Tab")
    assert page.evaluate("document.activeElement.dataset.bet") == "total-9"
