"""The winning-number display: it shows what stands and nothing else, and says so when it is not live."""

from playwright.sync_api import Page, expect

from tests.browser.conftest import House, Visit
from tests.browser.dealing import (
    asked,
    check_looks,
    check_words,
    deal_until,
    do_step,
    holding,
    seated,
    view_of,
)

pytest_plugins = ["tests.browser.floors"]


TABLE = "canberra"


def around_the_table(visit: Visit, floor: House) -> tuple[Page, Page, Page]:
    """A dealer who takes bets, a display, and a player who has 20.00 on small and 5.00 on big."""
    dealer = visit("/replay", at=floor)
    holding(dealer, floor, TABLE)
    deal_until(dealer, "place-bets")
    do_step(dealer, "place-bets")
    expect(dealer.locator('#steps [data-step="cover"]')).to_have_attribute("aria-current", "step")
    display = visit(f"/display/{TABLE}", at=floor)
    player = visit("/replay", at=floor)
    seated(player, floor, TABLE, "Anna")
    bets = [{"bet": "small", "cents": 2_000}, {"bet": "big", "cents": 500}]
    slip = {"round": view_of(player, floor, TABLE)["round"], "version": 1, "stakes": bets}
    asked(player.request, floor, "PUT", f"/tables/{TABLE}/slip", slip)
    player.goto(f"{floor.address}/table/{TABLE}?lang=en")
    expect(player.locator("#staked")).to_have_text("25.00")
    return dealer, display, player


def test_a_void_is_seen_by_everybody(visit: Visit, floor: House) -> None:
    """The display shows no dice but why there are none, and the player has the stakes back."""
    dealer, display, player = around_the_table(visit, floor)
    deal_until(dealer, "uncover")
    dealer.keyboard.press("v")
    dealer.locator('dialog [data-ground="not-flat"]').click()
    dealer.locator("dialog .hold-button").click(delay=1_100)
    expect(display.locator("#no-spin")).to_contain_text("NO SPIN")
    expect(display.locator("#no-spin")).to_contain_text("A die does not lie flat")
    expect(display.locator("#total")).to_be_hidden()
    expect(display.locator("#last .past").last).to_have_class("past void newest")
    expect(player.locator("#call")).to_contain_text("No spin")
    expect(player.locator("#rack")).to_have_text("1,000.00")


def test_a_correction_is_seen_by_everybody(visit: Visit, floor: House) -> None:
    """Entered wrongly, shown only once it is confirmed, then corrected by the dice: all tell the same."""
    dealer, display, player = around_the_table(visit, floor)
    deal_until(dealer, "enter")
    number = view_of(dealer, floor, TABLE)["round"]
    for face in "566":
        dealer.keyboard.press(face)
    expect(dealer.locator("#entry .call")).to_be_visible()
    expect(display.locator("#sides")).not_to_contain_text(f"Round {number}")
    dealer.locator("#entry .hold-button").click(delay=1_100)
    expect(display.locator("#total")).to_have_text("17")
    expect(display.locator("#sides")).to_contain_text("Big")
    deal_until(dealer, "place-bets")
    expect(player.locator("#rack")).to_have_text("985.00")
    dealer.locator("#correct").click()
    for face in "123":
        dealer.locator(f'dialog [data-face="{face}"]').click()
    dealer.locator("dialog input").fill("the six was a one")
    dealer.locator("dialog .hold-button").click(delay=1_100)
    expect(display.locator("#total")).to_have_text("6")
    expect(display.locator("#sides")).to_contain_text("corrected")
    expect(display.locator("#sides")).to_contain_text("Small")
    expect(display.locator("#dice")).to_have_attribute("aria-label", "1, 2, 3")
    expect(player.locator("#rack")).to_have_text("1,015.00")
    expect(player.locator("#settled .summary b")).to_have_text("+15.00")


def test_the_statistics_are_honest(visit: Visit, floor: House) -> None:
    """Every total from 4 to 17 stands there with how often it was seen and its fair share."""
    page = visit("/display/canberra", at=floor)
    rows = page.locator("#totals li")
    expect(rows).to_have_count(14)
    told = view_of(page, floor, "canberra")["history"]
    count = sum("dice" in one and "void" not in one for one in told)
    seen = [row.inner_text().removeprefix("Total ") for row in rows.all()]
    assert sum(int(text.split("seen ")[1].split(",")[0]) for text in seen) <= count
    assert f"{count * 25 / 216:.1f}" == seen[5].split("fair share ")[1]
    expect(page.locator("footer")).to_contain_text("information only")
    expect(page.locator("#sign")).to_contain_text("Min 1")


def test_a_display_that_is_not_live_says_so(visit: Visit, floor: House) -> None:
    """When the house falls silent nobody takes the old result for a new one; it comes back by itself."""
    page = visit("/display/sydney", at=floor)
    expect(page.locator("#state")).not_to_be_empty()
    expect(page.locator("#stale")).to_be_hidden()
    floor.kill()
    expect(page.locator("#stale")).to_contain_text("NOT LIVE since")
    floor.start()
    expect(page.locator("#stale")).to_be_hidden(timeout=30_000)


def test_the_display_in_every_language_and_width(visit: Visit, floor: House) -> None:
    """Nothing is cut, every message is in four languages, and on a wall nothing has to be scrolled."""
    page = visit("/display/melbourne-b", at=floor)
    check_words(page)
    check_looks(page, "#state")
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    flashes = page.evaluate(
        "document.getAnimations().filter((one) => one.effect.getTiming().iterations === Infinity).length"
    )
    assert flashes == 0
