"""The terminal: what a player may do with chips, and what the screen says about it."""

import re

import pytest
from playwright.sync_api import Route, expect

from tests.browser.conftest import Visit, sit_down, wait_for_bets
from tests.browser.playing import amount, area, deal, registered, seen


def test_undo_goes_back_a_dozen_steps(visit: Visit) -> None:
    """Twelve chips, a double, a clear, and all of it back again."""
    page = visit()
    sit_down(page, "canberra")
    wait_for_bets(page)
    page.locator('#chips [data-value="500"]').click()
    for total in range(4, 16):
        page.locator(area(f"total-{total}")).click()
    for key in ("d", "c"):
        page.keyboard.press(key)
    assert amount(page, "#staked") == 0
    page.keyboard.press("u")
    assert amount(page, "#staked") == 12_000
    for left in range(12, -1, -1):
        page.keyboard.press("u")
        assert amount(page, "#staked") == 500 * left
    expect(page.locator("#acts [data-act=undo]")).to_be_disabled()


def test_a_slip_over_the_maximum_is_refused_with_its_clause(visit: Visit) -> None:
    """What was refused says why and by which clause; what stood before still stands."""
    page = visit()
    sit_down(page, "singapore-1")
    wait_for_bets(page)
    page.locator('#chips [data-value="500"]').click()
    page.locator(area("big")).click()
    registered(page)
    page.locator('#chips [data-value="50000"]').click()
    page.locator(area("big")).click()
    slip = page.locator('#slip[data-state="refused"]')
    expect(slip).to_contain_text("§")
    expect(slip).to_contain_text("5.00")
    expect(page.locator(".sb-toast.bad")).to_contain_text("§")
    expect(page.locator("sb-chip.mine[state=refused]")).to_have_count(1)
    page.keyboard.press("u")
    registered(page)


def test_no_answer_is_asked_again_with_the_same_key(visit: Visit) -> None:
    """An answer is lost on the way: the second request bears the same key, and one slip stands."""
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
    page.locator(area("small")).click()
    registered(page)
    assert len(keys) == 2
    assert keys[0] == keys[1]
    assert amount(page, "#rack") == 99_500


@pytest.mark.thorough
def test_rebet_shows_what_no_longer_fits(visit: Visit) -> None:
    """After a round the whole slip comes back; a double over the maximum is shown, never cut in silence."""
    page = visit()
    sit_down(page, "sydney")
    wait_for_bets(page)
    page.locator('#chips [data-value="10000"]').click()
    for _ in range(3):
        page.locator(area("small")).click()
    page.locator(area("single-1")).click()
    registered(page)
    seen(page, deal(page))
    wait_for_bets(page)
    page.keyboard.press("r")
    assert amount(page, "#staked") == 40_000
    page.keyboard.press("d")
    dialog = page.locator("dialog[open]")
    expect(dialog.locator("li")).to_have_count(1)
    expect(dialog).to_contain_text("500")
    dialog.locator("button.main").click()
    assert amount(page, "#staked") == 20_000


@pytest.mark.thorough
def test_an_area_tells_what_it_needs_pays_and_why(visit: Visit) -> None:
    """The question mark opens it all: odds, clause, limits, and why it lost or won the last round."""
    page = visit()
    sit_down(page, "melbourne-b")
    wait_for_bets(page)
    page.locator('#chips [data-value="500"]').click()
    page.locator(area("symbol-fish")).click()
    registered(page)
    seen(page, deal(page))
    page.locator(area("symbol-fish")).focus()
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
    page.locator(area("big")).click()
    number = registered(page)
    seen(page, deal(page))
    page.locator("#receipts").click()
    dialog = page.locator("dialog[open]")
    expect(dialog.locator(".receipts li")).to_contain_text(f"№ {number}")
    dialog.get_by_role("button", name="Proof").click()
    expect(dialog.locator(".proof code")).to_have_text(re.compile(r"[0-9a-f]{64}"))
