"""Personal settings: favourites, own keys, a break, less motion, announcements for screen readers."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit, sit_down, wait_for_bets
from tests.browser.playing import (
    WATCH,
    area_selector,
    request_deal,
    shown_amount,
    wait_for_lights,
    wait_until_registered,
)

FLASHES = """() => document.getAnimations().map((one) => one.effect.getComputedTiming())
  .filter(({ iterations }) => iterations === Infinity).map(({ duration }) => duration)"""

EARLY = """() => {
  const road = document.querySelector("sb-road[kind=dice]");
  const count = () => road.querySelectorAll(".round").length;
  Object.assign(window, { before: count(), lain: 0, early: 0 });
  new MutationObserver(() => {
    const tumbles = document.querySelector("sb-dice").getAnimations({ subtree: true })
      .some((one) => one.effect.getComputedTiming().duration > 1000 && one.playState === "running");
    if (count() > window.before && tumbles) window.early += 1;
    window.lain = count();
  }).observe(road, { childList: true, subtree: true });
}"""
"""Count how often the road grows while a die still tumbles."""


def seat_new_visitor(visit: Visit, table: str) -> Page:
    """Seat a new visitor while bets are open."""
    page = visit()
    sit_down(page, table)
    wait_for_bets(page)
    return page


def test_hints_lead_a_new_player_to_the_first_result(visit: Visit) -> None:
    """ "Play now", a chip, an area, Deal: a hint points at each step; none is left after the first result."""
    page = visit()
    page.locator("#play:enabled").click()
    page.wait_for_url("**/table/*")
    wait_for_bets(page)
    step = page.locator("#coach [aria-current=step]")
    expect(step).to_have_text("Choose a chip, then touch an area of the layout.")
    page.locator(area_selector("small")).click()
    expect(step).to_have_text("Press Deal when you are ready.")
    wait_until_registered(page)
    wait_for_lights(page, request_deal(page))
    expect(page.locator("#coach")).to_be_hidden()


@pytest.mark.thorough
def test_a_favourite_slip_is_placed_again(visit: Visit) -> None:
    """A stored slip is placed as a whole after a clear and after a reload; once deleted, it is gone."""
    page = seat_new_visitor(visit, "star")
    page.locator('#chips [data-value="500"]').click()
    for bet in ("small", "total-9"):
        page.locator(area_selector(bet)).click()
    page.keyboard.press("f")
    page.locator("dialog .choices button").click()
    expect(page.locator("dialog .favourites li")).to_have_count(1)
    page.keyboard.press("Escape")
    page.keyboard.press("c")
    assert shown_amount(page, "#staked") == 0
    page.reload()
    wait_for_bets(page)
    page.keyboard.press("f")
    page.locator("dialog .favourites .main").click()
    assert shown_amount(page, "#staked") == 1000
    wait_until_registered(page)
    page.keyboard.press("f")
    page.get_by_label("Delete").click()
    expect(page.locator("dialog .favourites")).to_have_count(0)


@pytest.mark.thorough
def test_keys_can_be_changed_and_turned_off(visit: Visit) -> None:
    """Undo moves from U to Z; then no letter does anything."""
    page = seat_new_visitor(visit, "canberra")
    page.keyboard.press("h")
    page.get_by_label("Undo", exact=True).fill("z")
    page.keyboard.press("Escape")
    page.locator(area_selector("big")).click()
    staked = shown_amount(page, "#staked")
    page.keyboard.press("u")
    assert shown_amount(page, "#staked") == staked
    page.keyboard.press("z")
    assert shown_amount(page, "#staked") == 0
    page.keyboard.press("h")
    page.get_by_label("Use single-letter keys").uncheck()
    page.keyboard.press("Escape")
    page.locator(area_selector("big")).click()
    page.keyboard.press("z")
    assert shown_amount(page, "#staked") == staked


@pytest.mark.thorough
def test_a_break_leaves_the_chips_alone(visit: Visit) -> None:
    """During a break nothing can be placed from here, registered bets remain, and the break can be ended."""
    page = seat_new_visitor(visit, "singapore-1")
    page.locator(area_selector("small")).click()
    receipt = wait_until_registered(page)
    page.locator("#break").click()
    page.get_by_role("button", name="15 minutes").click()
    expect(page.locator(".veil")).to_contain_text("You are on a break until")
    page.keyboard.press("d")
    assert wait_until_registered(page) == receipt
    page.get_by_role("button", name="End the break").click()
    expect(page.locator(".veil")).to_be_hidden()
    page.locator("#talk").click()
    expect(page.locator("dialog")).to_contain_text("any member of staff")
    expect(page.locator("dialog .line")).to_have_count(0)


@pytest.mark.thorough
def test_longer_betting_time_is_set_once(visit: Visit) -> None:
    """The switch keeps its state, and the seat is known to need longer."""
    page = seat_new_visitor(visit, "sydney")
    page.keyboard.press("h")
    with page.expect_response("**/longer"):
        page.get_by_label("I need more time").check()
    page.keyboard.press("Escape")
    page.keyboard.press("h")
    expect(page.get_by_label("I need more time")).to_be_checked()


def test_announcements_for_screen_readers(visit: Visit) -> None:
    """The polite region announces play, and the assertive one the close with the registered total."""
    page = seat_new_visitor(visit, "sydney")
    page.evaluate(WATCH)
    expect(page.locator("[role=status]")).to_have_count(1)
    page.locator('#chips [data-value="500"]').click()
    page.locator(area_selector("small")).click()
    wait_until_registered(page)
    expect(page.locator("[role=status]")).to_contain_text("Slip registered: $5, receipt")
    wait_for_lights(page, request_deal(page))
    expect(page.locator("[role=alert]")).to_contain_text("No more bets. Your slip is registered: $5.")
    said = page.wait_for_function(
        "() => window.told.find((text) => text.startsWith('Result: '))"
    ).json_value()
    assert "Total " in said
    assert "You win $5." in said or "You lose $5." in said
    wait_for_bets(page)
    for key, words in {"l": "Total", "t": "seconds left", "b": "Chip balance"}.items():
        page.keyboard.press(key)
        expect(page.locator("[role=status]")).to_contain_text(words)


@pytest.mark.thorough
def test_sound_is_muted_by_m_on_every_screen(visit: Visit) -> None:
    """M turns the sound off, and the button shows it."""
    for path in ("/", "/table/star", "/console/star", "/display/star", "/pit"):
        page = visit(path)
        expect(page.locator("sb-header .link")).to_have_attribute("data-state", "live")
        expect(page.locator("sb-header .sound")).to_have_attribute("aria-pressed", "true")
        page.keyboard.press("m")
        expect(page.locator("sb-header .sound")).to_have_attribute("aria-pressed", "false")


def test_nothing_flashes_faster_than_once_a_second(visit: Visit) -> None:
    """Every blinking animation takes a second or more, and with reduced motion there is none."""
    page = seat_new_visitor(visit, "star")
    page.emulate_media(reduced_motion="no-preference")
    page.evaluate("document.querySelector('#streaks li').className = 'open'")
    page.locator(area_selector("small")).evaluate("(cell) => cell.classList.add('lit')")
    durations = page.evaluate(FLASHES)
    assert durations
    assert min(durations) >= 1000
    page.keyboard.press("h")
    page.get_by_label("Less motion").check()
    assert page.evaluate(FLASHES) == []


@pytest.mark.thorough
def test_what_won_is_marked_without_colour(visit: Visit) -> None:
    """With forced colours a winning area still has its word and a thick border."""
    page = seat_new_visitor(visit, "melbourne-b")
    page.emulate_media(forced_colors="active")
    cell = page.locator(area_selector("small"))
    cell.evaluate("(cell) => cell.classList.add('lit')")
    outline = cell.evaluate("(cell) => getComputedStyle(cell).outlineWidth")
    assert float(outline.removesuffix("px")) >= 3
    expect(cell.locator(".tag")).to_be_visible()


def test_roads_show_a_roll_only_after_the_dice_rest(visit: Visit) -> None:
    """With motion, the last result stays that of the previous round while the dice tumble."""
    page = seat_new_visitor(visit, "melbourne-a")
    page.emulate_media(reduced_motion="no-preference")
    page.locator(area_selector("small")).click()
    wait_until_registered(page)
    page.evaluate(EARLY)
    page.locator("#deal").press("Enter")
    page.wait_for_function("() => window.lain > window.before")
    assert page.evaluate("window.early") == 0
