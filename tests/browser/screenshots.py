"""Photograph every screen in every language and at three widths: `make long PART=screenshots`."""

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.browser.conftest import LANGUAGES, LEAVE, TABLES, HouseProcess, Visit
from tests.browser.dealing import SIZES, view_of
from tests.browser.finding import ARGUMENTS, browser_path
from tests.browser.scenes import SCENES, Scene, console, display, terminal_with_chips
from tests.browser.test_tournament import DICE, PLAYERS, act, open_director_desk, open_entry_desk, play_spin

PAST_ROUNDS = 24
"""Rounds that are dealt before the later photographs."""
CUP = "lunar"
NEW: dict[str, Scene] = {"new-display": display("sydney"), "new-console": console("sydney", "place-bets")}


def visit_with(page: Page) -> Visit:
    """Return a visit that uses this page."""

    def visit(path: str, at: HouseProcess) -> Page:
        page.goto(f"{at.address}{path}?lang=en")
        return page

    return visit


def director(page: Page, house: HouseProcess) -> None:
    """A tournament of twenty-four after the first spin, at the director's desk."""
    assert page.context.browser is not None
    desk = page.context.browser.new_context(locale="en-GB").new_page()
    open_director_desk(visit_with(page), house, CUP)
    open_entry_desk(visit_with(desk), house, CUP)
    desk.context.close()
    expect(page.locator("#who option")).to_have_count(PLAYERS)
    act(page, "brief")
    expect(page.locator('[data-act="brief"]')).to_have_count(0)
    act(page, "begin-round")
    expect(page.locator(".heat-rows")).to_have_count(0)
    play_spin(page, "T1", DICE[0], rich="small=900")
    expect(page.locator("#heat-T1")).to_have_attribute("data-phase", "waiting")


def board(page: Page, house: HouseProcess) -> None:
    """The same tournament on the wall board."""
    page.goto(f"{house.address}/tournament/{CUP}")
    expect(page.locator("#rows tr").first).to_be_visible()


def entry(page: Page, house: HouseProcess) -> None:
    """The entry desk after its entries."""
    page.goto(f"{house.address}/entry/{CUP}")
    act(page, "desk")
    expect(page.locator("#entrants-card")).to_be_visible()


MORE: dict[str, Scene] = {
    **{f"terminal-{table}": terminal_with_chips(table) for table in TABLES},
    "director": director,
    "board": board,
    "entry": entry,
}
"""Further scenes to photograph; the tournament's screens have tests of their own."""


def photograph(browser: Browser, house: HouseProcess, name: str, scene: Scene, to: Path) -> None:
    """Photograph one scene in all languages and widths."""
    context = browser.new_context(locale="en-GB", reduced_motion="reduce")
    page = context.new_page()
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto(f"{house.address}/replay")
    scene(page, house)
    for width, height in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        for language in LANGUAGES:
            page.evaluate(
                "(lang) => import('/shared/i18n.js').then(({ setLanguage }) => setLanguage(lang))", language
            )
            expect(page.locator("sb-header .link")).to_have_attribute("data-state", "live")
            page.wait_for_timeout(150)
            page.screenshot(path=to / f"{name}-{width}-{language}.png", full_page=width < 500)
    page.evaluate(LEAVE)
    context.close()
    print(name, flush=True)


def deal_past(browser: Browser, house: HouseProcess) -> None:
    """Let the automatic dealers deal a few quick rounds at every table."""
    context = browser.new_context()
    pages = [context.new_page() for _ in TABLES]
    for page, table in zip(pages, TABLES, strict=True):
        page.goto(f"{house.address}/display/{table}")
    while min(len(view_of(pages[0], house, table)["history"]) for table in TABLES) < PAST_ROUNDS:
        pages[0].wait_for_timeout(500)
    context.close()


def restart(house: HouseProcess, betting_seconds: float, pace: float) -> None:
    """Start the same house again with another pace."""
    house.kill()
    house.quick = {"SICBO_BETTING_SECONDS": str(betting_seconds), "SICBO_PACE": str(pace)}
    house.start()


def main(to: Path, wanted: list[str]) -> None:
    """Photograph all scenes or the named ones, in a new house and in one that has dealt for a while."""
    to.mkdir(exist_ok=True)
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as data:
        browser = playwright.chromium.launch(executable_path=browser_path(), args=ARGUMENTS)
        house = HouseProcess(Path(data))
        try:
            for name in [name for name in NEW if name in wanted or not wanted]:
                photograph(browser, house, name, NEW[name], to)
            restart(house, 0.2, 0.02)
            deal_past(browser, house)
            restart(house, 600, 2)
            every = SCENES | MORE
            for name in [name for name in every if name in wanted or not wanted]:
                photograph(browser, house, name, every[name], to)
        finally:
            house.kill()
            browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
