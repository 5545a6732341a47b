"""The winning-number display shows only the recorded state, and says when it is not live."""

from playwright.sync_api import expect

from tests.browser.conftest import HouseProcess, Visit
from tests.browser.dealing import view_of


def test_the_statistics_are_honest(visit: Visit, house: HouseProcess) -> None:
    """Every total is shown with its count and its expected share, which is of 216 rolls at first."""
    page = visit("/display/canberra", at=house)
    rows = page.locator("#totals li")
    expect(rows).to_have_count(14)
    told = view_of(page, house, "canberra")["history"]
    count = sum("dice" in one and "void" not in one for one in told)
    seen = [row.inner_text().removeprefix("Total ") for row in rows.all()]
    assert sum(int(text.split("seen ")[1].split(",")[0]) for text in seen) <= count
    assert f"{(count or 216) * 25 / 216:.1f}" == seen[5].split("expected ")[1]
    expect(page.locator("footer")).to_contain_text("information only")
    expect(page.locator("#sign")).to_contain_text("Min $1")


def test_on_a_wall_nothing_scrolls_or_flashes(visit: Visit) -> None:
    """On a wall everything is visible without scrolling, and nothing blinks."""
    page = visit("/display/melbourne-b", width=1920, height=1080)
    expect(page.locator("#state")).not_to_be_empty()
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    flashes = page.evaluate(
        "document.getAnimations().filter((one) => one.effect.getTiming().iterations === Infinity).length"
    )
    assert flashes == 0
