"""A whole tournament of twenty-four players over two tables, from terms to prizes, on its three screens."""

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import LANGUAGES, HouseProcess, Visit
from tests.browser.dealing import SIZES
from tests.browser.test_looks import layout_faults, serious_violations
from tests.tournament.tournaments import terms_of

PLAYERS, SPINS = 24, 3
DICE = ("1 2 4", "6 5 4", "2 2 5")


def act(page: Page, name: str, within: str = "#cards") -> None:
    """Press a button of a desk, and wait until its action is done."""
    button = page.locator(f'{within} [data-act="{name}"]').first
    expect(button).to_be_enabled()
    button.click()


def open_director_desk(visit: Visit, house: HouseProcess, name: str) -> Page:
    """Open a director's desk with a tournament that accepts entries."""
    director = visit("/director", at=house)
    director.locator("#new-name").fill(name)
    director.locator("#new-layout").select_option(label="Crown Sydney")
    act(director, "draft")
    expect(director.locator("#stage")).to_have_text("Draft")
    expect(director.locator("#terms")).to_have_value(re.compile("rulebook"))
    act(director, "check")
    expect(director.locator("#lacks")).to_contain_text("1.1/tournament-terms-and-conditions approved.by")
    text = (
        terms_of("crown-sydney-2024")
        .replace("2026-02-1", "2020-02-1")
        .replace("spins = 20", f"spins = {SPINS}")
    )
    director.locator("#terms").fill(text.replace('level = "all"', 'level = "draw"'))
    act(director, "check")
    expect(director.locator("#lacks")).to_have_text("Complete: every item is stated.")
    act(director, "publish")
    expect(director.locator("#stage")).to_have_text("Entries")
    for step, gone in (("promise", True), ("direct", True), ("take", True), ("designate", False)):
        act(director, step)
        if gone:
            expect(director.locator(f'[data-act="{step}"]')).to_have_count(0)
    return director


def open_entry_desk(visit: Visit, house: HouseProcess, name: str) -> Page:
    """Open the entry desk and enter twenty-four players; without acceptance an entry is refused."""
    desk = visit(f"/entry/{name}", at=house)
    act(desk, "desk")
    desk.locator("#name").fill("Player 01")
    act(desk, "enter")
    expect(desk.locator(".sb-toasts")).to_contain_text("8.4.2(a)(ii)")
    for box in ("#accepts", "#admitted", "#publicity"):
        desk.locator(box).check()
    for number in range(1, PLAYERS + 1):
        desk.locator("#name").fill(f"Player {number:02}")
        act(desk, "enter")
        expect(desk.locator("#entrants-card h2")).to_have_text(f"Entries: {number}")
    return desk


BETTING, SHOWING, PAYING = ("place-bets", "cover", "spin"), ("uncover", "call"), ("light", "collect", "pay")


def deal(director: Page, table: str, *steps: str) -> None:
    """Perform these steps of a spin, each as soon as the desk offers it."""
    heat = f"#heat-{table}"
    for step in steps:
        expect(director.locator(heat)).to_have_attribute("data-step", step)
        act(director, "step", heat)


def enter_dice(director: Page, table: str, dice: str) -> None:
    """Uncover and enter the dice, and settle the spin."""
    deal(director, table, *SHOWING)
    expect(director.locator(f"#heat-{table}")).to_have_attribute("data-step", "enter")
    director.locator(f"#dice-{table}").fill(dice)
    deal(director, table, "enter", *PAYING)


def invite_bets(director: Page, table: str) -> None:
    """Deal a spin until betting is to be closed."""
    deal(director, table, *BETTING)
    expect(director.locator(f"#heat-{table}")).to_have_attribute("data-step", "close")


def wager_for_all(director: Page, table: str) -> None:
    """Make the compulsory wager for everyone without one."""
    act(director, "all", f"#heat-{table}")
    expect(director.locator(f'#heat-{table} [data-act="all"]')).to_have_count(0)


def play_spin(director: Page, table: str, dice: str, rich: str = "") -> None:
    """Play one spin at a table: one entrant bets more, the others make the compulsory wager."""
    heat = f"#heat-{table}"
    invite_bets(director, table)
    if rich:
        row = director.locator(f"{heat} .heat-row").first
        row.locator("input").fill(rich)
        row.locator('[data-act="place"]').click()
        expect(director.locator(f'{heat} .heat-row[data-done="true"]')).to_have_count(1)
    wager_for_all(director, table)
    deal(director, table, "close")
    expect(director.locator(heat)).to_have_attribute("data-phase", "closed")
    enter_dice(director, table, dice)


def play_sealed_spin(director: Page, board: Page, table: str) -> None:
    """Play a spin with a sealed slip: the board counts it, and the dice wait until it is open."""
    heat = f"#heat-{table}"
    invite_bets(director, table)
    row = director.locator(f"{heat} .heat-row").first
    row.locator("input").fill("small=900")
    row.locator('[data-act="seal"]').click()
    expect(director.locator(f'{heat} .heat-row[data-done="true"]')).to_have_count(1)
    expect(board.locator("#sealed")).to_contain_text("Secret wagers sealed: 1")
    wager_for_all(director, table)
    deal(director, table, "close", "uncover")
    expect(director.locator(".sb-toasts")).to_contain_text("8.4.4(c)")
    director.reload()  # the sealed slip stays on the device
    act(director, "open-seal", heat)
    expect(director.locator(f'{heat} [data-act="open-seal"]')).to_have_count(0)
    enter_dice(director, table, DICE[0])


def void_spin(director: Page, board: Page) -> None:
    """Void a spin for a fault of the tumbler, and have it mended; nothing changes on the board."""
    before = board.locator("#rows").inner_text()
    invite_bets(director, "T1")
    wager_for_all(director, "T1")
    director.locator("#void-T1").select_option("tumbler-fault")
    act(director, "void", "#heat-T1")
    expect(director.locator("#heat-T1")).to_have_attribute("data-phase", "waiting")
    expect(director.locator('[data-fault="tumbler"]')).to_contain_text("Tumbler: play stops")
    director.locator("#told-T1").fill("Lee")
    act(director, "tell", "#heat-T1")
    act(director, "mend", "#heat-T1")
    expect(director.locator('[data-fault="tumbler"]')).to_have_count(0)
    board.wait_for_timeout(1_200)
    assert board.locator("#rows").inner_text() == before


def correct_spin(director: Page, board: Page) -> None:
    """Correct the last dice of a table and correct them back; the board shows both."""
    expect(board.locator("#spins")).not_to_contain_text("T1")
    ranks = board.locator("#rows").inner_text()
    for seen in ("6 5 4", DICE[-1]):
        expect(director.locator('#correct-card [data-table="T1"] input')).not_to_have_value(seen)
        director.locator("#second").fill("Kim")
        director.locator('#correct-card [data-table="T1"] input').fill(seen)
        act(director, "correct", '#correct-card [data-table="T1"]')
        expect(board.locator("#corrected")).to_contain_text(f"corrected to {seen}")
    expect(board.locator("#rows")).to_have_text(ranks, use_inner_text=True)


def test_a_tournament_of_twenty_four_over_two_tables(visit: Visit, house: HouseProcess) -> None:
    """Terms, entries, seats by draw, heats, a sealed wager, a void, the final, the prizes."""
    director = open_director_desk(visit, house, "lunar")
    open_entry_desk(visit, house, "lunar")
    board = visit("/tournament/lunar", at=house)
    expect(board.locator("#rows tr")).to_have_count(PLAYERS)
    expect(director.locator("#who option")).to_have_count(PLAYERS)
    act(director, "brief")
    expect(director.locator('[data-act="brief"]')).to_have_count(0)
    act(director, "begin-round")
    expect(board.locator("#round")).to_have_text("Round 1 of 2: Heats")
    expect(director.locator(".heat-rows")).to_have_count(0)
    play_sealed_spin(director, board, "T1")
    expect(board.locator("#rows tr").first).to_contain_text("10,900")
    expect(board.locator("#rows tr.line")).to_have_count(1)
    void_spin(director, board)
    for dice in DICE[1:]:
        play_spin(director, "T1", dice)
    correct_spin(director, board)
    for dice in DICE:
        play_spin(director, "T2", dice, rich="small=500")
    expect(director.locator("#heat-T2")).to_have_count(0)
    act(director, "conclude-round")
    expect(board.locator("#stage")).to_have_text("Between rounds")
    expect(board.locator('#rows tr[data-status="eliminated"]')).to_have_count(PLAYERS - 8)
    act(director, "begin-round")
    for dice in DICE:
        play_spin(director, "T1", dice, rich="small=1000")
    act(director, "conclude-round")
    expect(director.locator("#stage")).to_have_text("Ranks final")
    act(director, "award-prizes")
    expect(board.locator("#stage")).to_have_text("Finished")
    expect(board.locator("#pool")).to_contain_text("Prize pool 3,400.00: 1. 1,700 Player")


def layout_faults_everywhere(page: Page) -> list[str]:
    """Return what is cut, overlaps or is inaccessible, at three widths and in four languages."""
    found: list[str] = []
    for width, height in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        for language in LANGUAGES:
            page.evaluate(
                "(lang) => import('/shared/i18n.js').then(({ setLanguage }) => setLanguage(lang))", language
            )
            expect(page.locator("html")).to_have_attribute("lang", language)
            found += [f"{width} {language}: {fault}" for fault in layout_faults(page)]
    return found + serious_violations(page)


def test_the_screens_fit_in_four_languages(visit: Visit, house: HouseProcess) -> None:
    """The director's desk, the board and the entry desk fit."""
    director = open_director_desk(visit, house, "solar")
    board = visit("/tournament/solar", at=house)
    expect(board.locator("#pool")).to_contain_text("Prize pool")
    desk = visit("/entry/solar", at=house)
    act(desk, "desk")
    expect(desk.locator("#entry-card")).to_be_visible()

    assert [layout_faults_everywhere(page) for page in (director, board, desk)] == [[], [], []]
