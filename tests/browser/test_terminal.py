"""The terminal: what a player may do with chips, and what the screen says about it."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import Visit, sit_down, wait_for_bets
from tests.browser.playing import (
    area_selector,
    request_deal,
    shown_amount,
    wait_for_lights,
    wait_until_registered,
)

OFFERED = """() => {
  const deal = document.querySelector("#deal");
  if (!deal.disabled) deal.click();
  return document.querySelector("#streaks .sides button");
}"""
"""Deal round after round until a run has been broken and a Super Streak can be bought."""

OVER = {"stakes": [{"bet": "big", "cents": 60_000}]}
STANDS = """(table) => fetch(`/api/v1/tables/${table}`).then((answer) => answer.json())
  .then(({ mine }) => Object.fromEntries((mine.slip?.stakes ?? []).map(({ bet, cents }) => [bet, cents])))"""


def wait_for_stakes(page: Page, stakes: dict[str, int]) -> None:
    """Wait until the terminal shows these stakes as registered, and assert that the house has the same."""
    for bet, cents in stakes.items():
        chip = page.locator(f"{area_selector(bet)} sb-chip.mine[state=registered]")
        expect(chip).to_have_attribute("value", str(cents))
    table = page.url.rpartition("/")[2].partition("?")[0]
    assert page.evaluate(STANDS, table) == stakes


def test_undo_goes_back_a_dozen_steps(visit: Visit) -> None:
    """Undo takes back twelve chips, a double and a clear."""
    page = visit()
    sit_down(page, "canberra")
    wait_for_bets(page)
    page.locator('#chips [data-value="500"]').click()
    for total in range(4, 16):
        page.locator(area_selector(f"total-{total}")).click()
    for key in ("d", "c"):
        page.keyboard.press(key)
    assert shown_amount(page, "#staked") == 0
    page.keyboard.press("u")
    assert shown_amount(page, "#staked") == 12_000
    for left in range(12, -1, -1):
        page.keyboard.press("u")
        assert shown_amount(page, "#staked") == 500 * left
    expect(page.locator("#acts [data-act=undo]")).to_be_disabled()


def test_a_terminal_stops_at_the_maximum_at_the_tap(visit: Visit) -> None:
    """The Star forgives an excess on a cloth; the terminal shows the maximum at once and places no chip."""
    page = visit("/table/star")
    page.locator(".sit button").click()
    wait_for_bets(page)
    page.locator('#chips [data-value="500"]').click()
    page.locator(area_selector("big")).click()
    number = wait_until_registered(page)
    page.locator('#chips [data-value="50000"]').click()
    page.locator(area_selector("big")).click()
    expect(page.locator(".sb-toast.bad")).to_contain_text("The maximum on Big is $500")
    expect(page.locator(".sb-toast.bad .more")).to_have_text("§ 4.3")
    assert shown_amount(page, "#staked") == 500
    assert wait_until_registered(page) == number
    page.locator(area_selector("small")).click()
    expect(page.locator("#slip")).to_contain_text(re.compile(r"receipt \d+"))
    assert shown_amount(page, "#staked") == 50_500


def test_a_refused_slip_says_why_and_what_stays_registered(visit: Visit) -> None:
    """A refused slip shows why and by which clause, and the earlier slip stays registered."""
    page = visit()
    sit_down(page, "canberra")
    wait_for_bets(page)
    page.locator('#chips [data-value="500"]').click()
    page.locator(area_selector("big")).click()
    wait_until_registered(page)
    page.route("**/slip", lambda route: route.continue_(post_data=route.request.post_data_json | OVER))
    page.locator(area_selector("big")).click()
    slip = page.locator('#slip[data-state="refused"]')
    expect(slip).to_contain_text("§ 3.5")
    expect(slip).to_contain_text("$5")
    expect(page.locator(".sb-toast.bad")).to_contain_text("The maximum is $500")
    expect(page.locator("sb-chip.mine[state=refused]")).to_have_count(1)
    page.keyboard.press("u")
    wait_until_registered(page)


def test_double_and_rebet_never_take_a_registered_stake_away(visit: Visit) -> None:
    """With Small 500 and Big 100, what fits is doubled, the rest stays, and every bet is shown before and
    after.
    """
    page = visit("/table/star")
    page.locator(".sit button").click()
    wait_for_bets(page)
    page.locator('#chips [data-value="50000"]').click()
    page.locator(area_selector("small")).click()
    page.locator('#chips [data-value="10000"]').click()
    page.locator(area_selector("big")).click()
    wait_for_stakes(page, {"small": 50_000, "big": 10_000})
    page.keyboard.press("d")
    dialog = page.locator("dialog[open]")
    rows = dialog.locator("tbody tr")
    expect(rows).to_have_text([re.compile(r"Small.*maximum is \$500.*500.00.*500.00"), "Big100.00200.00"])
    expect(dialog.locator(".choices button")).to_have_text(
        ["Double what fits, keep the rest", "Keep my bets"]
    )
    dialog.get_by_role("button", name="Keep my bets").click()
    wait_for_stakes(page, {"small": 50_000, "big": 10_000})
    page.keyboard.press("d")
    dialog.get_by_role("button", name="Double what fits").click()
    wait_for_stakes(page, {"small": 50_000, "big": 20_000})


def test_what_another_window_placed_stays_and_a_rebet_comes_on_top(visit: Visit) -> None:
    """A Double applies to another window's slip; a Rebet adds to it."""
    page = visit()
    sit_down(page, "melbourne-a")
    wait_for_bets(page)
    page.locator('#chips [data-value="500"]').click()
    page.locator(area_selector("small")).click()
    wait_for_stakes(page, {"small": 500})

    def come_first(route: Route) -> None:
        body: dict[str, Any] = route.request.post_data_json or {}
        stakes = [{"bet": "small", "cents": 500}, {"bet": "big", "cents": 700}]
        route.fetch(
            post_data={**body, "stakes": stakes},
            headers=route.request.headers | {"idempotency-key": "window-2"},
        )
        route.continue_()

    page.route("**/slip", come_first, times=1)
    page.keyboard.press("d")
    wait_for_stakes(page, {"small": 1_000, "big": 700})
    wait_for_lights(page, request_deal(page))
    wait_for_bets(page)
    page.locator(area_selector("total-9")).click()
    page.keyboard.press("r")
    wait_for_stakes(page, {"total-9": 500, "small": 1_000, "big": 700})


def test_a_lost_answer_is_retried_with_the_same_key(visit: Visit) -> None:
    """If an answer is lost, the second request has the same key, and one slip is registered."""
    page = visit()
    sit_down(page, "melbourne-a")
    wait_for_bets(page)
    keys: list[str] = []

    def lose_the_first(route: Route) -> None:
        keys.append(route.request.headers["idempotency-key"])
        if len(keys) == 1:
            route.fetch()
            route.abort()
        else:
            route.continue_()

    page.route("**/slip", lose_the_first)
    page.locator('#chips [data-value="500"]').click()
    page.locator(area_selector("small")).click()
    wait_until_registered(page)
    assert len(keys) == 2
    assert keys[0] == keys[1]
    assert shown_amount(page, "#rack") == 99_500


def test_a_super_streak_is_bought_by_its_button_in_time(visit: Visit) -> None:
    """The button exists while a wager can be placed, a sentence says when that is, and one press buys one."""
    page = visit("/table/star")
    page.locator(".sit button").click()
    wait_for_bets(page)
    panel, button = page.locator("#streaks"), page.locator("#streaks .sides button").first
    expect(panel.locator(".when")).to_have_text(
        re.compile("You can bet between rounds, before the dice tumble")
    )
    expect(panel.locator("button")).to_have_count(0)
    page.wait_for_function(OFFERED, timeout=60_000)
    expect(panel.locator(".when")).to_have_text("Open now, until the dice tumble.")
    before = shown_amount(page, "#rack")
    button.click()
    expect(panel.locator(".good").first).to_have_text(re.compile(r"Your bet: \$5, 0 in a row"))
    expect(page.locator("#rack")).to_have_text(f"${(before - 500) / 100:,.2f}")
    wait_for_bets(page)
    expect(panel.locator("button")).to_have_count(0)
    expect(page.locator(".sb-toast.bad")).to_have_count(0)


def test_a_super_streak_that_opens_out_of_sight_is_announced(visit: Visit) -> None:
    """On a phone its panel is below the cloth: one toast names the open sides and leads to the button."""
    page = visit("/table/star", width=390, height=844)
    page.locator(".sit button").click()
    wait_for_bets(page)
    page.evaluate("scrollTo(0, 0)")
    page.wait_for_function(OFFERED, timeout=60_000)
    button, note = page.locator("#streaks .sides button").first, page.locator(".sb-toast")
    expect(note).to_contain_text(re.compile(r"Super Streak is open: \w+"))
    expect(button).not_to_be_in_viewport()
    box = note.bounding_box()
    assert box is not None and box["height"] < 80, "The toast has one line."
    note.get_by_role("button", name="Show").click()
    expect(button).to_be_in_viewport(ratio=1)
    expect(note).to_have_count(0)


@pytest.mark.thorough
def test_rebet_shows_what_no_longer_fits(visit: Visit) -> None:
    """After a round the whole slip comes back; a double over the maximum is shown, never cut silently."""
    page = visit()
    sit_down(page, "sydney")
    wait_for_bets(page)
    page.locator('#chips [data-value="10000"]').click()
    for _ in range(3):
        page.locator(area_selector("small")).click()
    page.locator(area_selector("single-1")).click()
    wait_until_registered(page)
    wait_for_lights(page, request_deal(page))
    wait_for_bets(page)
    page.keyboard.press("r")
    assert shown_amount(page, "#staked") == 40_000
    page.keyboard.press("d")
    dialog = page.locator("dialog[open]")
    expect(dialog.locator("tr.kept")).to_have_count(1)
    expect(dialog).to_contain_text("the maximum is $500")
    dialog.locator("button.main").click()
    assert shown_amount(page, "#staked") == 50_000


@pytest.mark.thorough
def test_an_area_shows_rolls_odds_and_outcome(visit: Visit) -> None:
    """The question mark shows odds, clause, limits, and why the bet lost or won the last round."""
    page = visit()
    sit_down(page, "melbourne-b")
    wait_for_bets(page)
    page.locator('#chips [data-value="500"]').click()
    page.locator(area_selector("symbol-fish")).click()
    wait_until_registered(page)
    wait_for_lights(page, request_deal(page))
    page.locator(area_selector("symbol-fish")).focus()
    page.keyboard.press("?")
    dialog = page.locator("dialog[open]")
    expect(dialog.locator("h2")).to_have_text("Single Fish")
    expect(dialog).to_contain_text("one die 1 to 1, two dice 2 to 1, three dice 12 to 1")
    expect(dialog.locator(".last")).to_contain_text(re.compile(r"(won|lost) .*Fish.*§"))
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)


@pytest.mark.thorough
def test_a_receipt_has_its_proof(visit: Visit) -> None:
    """Every registered slip is in the list, and its proof names a record and a signed checkpoint."""
    page = visit()
    sit_down(page, "singapore-2")
    wait_for_bets(page)
    page.locator('#chips [data-value="500"]').click()
    page.locator(area_selector("big")).click()
    number = wait_until_registered(page)
    wait_for_lights(page, request_deal(page))
    page.locator("#receipts").click()
    dialog = page.locator("dialog[open]")
    expect(dialog.locator(".receipts li")).to_contain_text(f"№ {number}")
    dialog.get_by_role("button", name="Proof").click()
    expect(dialog.locator(".proof code")).to_have_text(re.compile(r"[0-9a-f]{64}"))
