"""The terminal: every layout is played by hand and by keys; the screen says what is registered."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import TABLES, House, Visit, cents, sit_down, wait_for_bets

WITH_SYMBOLS = "melbourne-b"
LIT = """() => {
  const lit = [...document.querySelectorAll("sb-cloth .area.lit")].map((one) => one.dataset.bet);
  const total = document.querySelector("#total").textContent;
  return lit.length && total ? {lit, total: [total]} : null;
}"""


def amount(page: Page, selector: str) -> int:
    """A meter in cents."""
    return cents(page.locator(selector).inner_text())


def area(page: Page, bet: str) -> str:
    """How an area is found."""
    return f'sb-cloth .area[data-bet="{bet}"]'


def registered(page: Page) -> int:
    """Wait until the slip is registered; the number of its receipt."""
    slip = page.locator('#slip[data-state="registered"]')
    expect(slip).to_contain_text(re.compile(r"receipt \d+"))
    return int(slip.inner_text().split()[-1])


def seen(page: Page, round_number: int) -> dict[str, list[str]]:
    """Wait for the lights of a round: what is lit, and what the dice are said to be."""
    handle = page.wait_for_function(LIT, polling=30)
    found: dict[str, list[str]] = handle.json_value()
    expect(page.locator("#settled .summary")).to_contain_text(f"Round {round_number}")
    return found


def round_number(page: Page) -> int:
    """The round that the header names."""
    found = re.search(r"Round (\d+)", page.locator(".where").inner_text())
    assert found is not None
    return int(found[1])


def check_settled(page: Page, before: int, lit: dict[str, list[str]]) -> None:
    """The lines, the net, the lights and the balance tell one story."""
    total = int(lit["total"][0])
    assert ("small" in lit["lit"]) <= (4 <= total <= 10)
    assert ("big" in lit["lit"]) <= (11 <= total <= 17)
    assert [bet for bet in lit["lit"] if bet.startswith("total-")] == [f"total-{total}"] * (4 <= total <= 17)
    expect(page.locator("#settled .lines li")).to_have_count(3)
    lines = page.locator("#settled .lines li").all()
    nets = [cents(line.locator(".fate b").inner_text()) for line in lines]
    for line, net in zip(lines, nets, strict=True):
        assert (net > 0) == (line.get_attribute("data-bet") in lit["lit"])
        assert "§" in line.locator(".why").inner_text()
    assert cents(page.locator("#settled .summary b").inner_text()) == sum(nets)
    expect(page.locator("#rack")).to_have_text(f"{(before + sum(nets)) / 100:,.2f}")


@pytest.mark.parametrize("table", TABLES)
def test_a_round_by_clicking(visit: Visit, table: str) -> None:
    """Sit down, put chips on three areas, deal, and every wager says what became of it and why."""
    page = visit()
    sit_down(page, table)
    wait_for_bets(page)
    before = amount(page, "#rack")
    bets = ["small", "total-9", "symbol-crab" if table == WITH_SYMBOLS else "single-4"]
    page.locator('#chips [data-value="500"]').click()
    for bet in bets:
        page.locator(area(page, bet)).click()
    registered(page)
    expect(page.locator("sb-cloth sb-chip.mine[state=registered]")).to_have_count(3)
    assert amount(page, "#rack") == before - 1500
    number = round_number(page)
    page.locator("#deal").click()
    check_settled(page, before, seen(page, number))


@pytest.mark.parametrize("table", TABLES)
def test_a_round_by_keys_alone(visit: Visit, table: str) -> None:
    """The same without a mouse, from the lobby to the result."""
    page = visit()
    expect(page.locator(f'[data-table="{table}"] button.main')).to_be_visible()
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.closest('[data-table]')?.dataset.table") == table:
            break
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/table/{table}")
    wait_for_bets(page)
    before = amount(page, "#rack")
    for key in (
        "2",
        "g",
        "b",
        "Enter",
        "g",
        "t",
        "ArrowRight",
        "Enter",
        "g",
        "n",
        "Enter",
        "Enter",
        "x",
        "u",
    ):
        page.keyboard.press(key)
    registered(page)
    assert before - amount(page, "#rack") == 2000
    number = round_number(page)
    page.keyboard.press("y")
    check_settled(page, before, seen(page, number))
    expect(page.locator("[role=status]")).to_contain_text("Result")


PLAN = (Path(__file__).parent / "plan.js").read_text(encoding="utf-8")


def test_every_area_of_the_largest_cloth_in_twelve_keys(visit: Visit) -> None:
    """Each of the 104 areas is reached by twelve keys at most: the plan is typed, not believed."""
    page = visit("/table/singapore-3")
    first = page.locator("sb-cloth .area[tabindex='0']")
    expect(first).to_have_count(1)
    first.focus()
    start = first.get_attribute("data-bet")
    plans: list[tuple[str, list[str]]] = page.evaluate(PLAN, start)
    assert len(plans) == 104
    assert max(len(keys) for _, keys in plans) <= 12
    for bet, keys in plans:
        page.evaluate("(bet) => document.querySelector('sb-cloth').focusArea(bet)", start)
        for key in keys:
            page.keyboard.press(key)
        assert page.evaluate("document.activeElement.dataset.bet") == bet


def test_the_cloth_is_one_stop_of_the_tabulator(visit: Visit) -> None:
    """All areas take one Tab: the next one leads out, and back again leads to the same area."""
    page = visit("/table/singapore-3")
    expect(page.locator("sb-cloth .area")).to_have_count(104)
    page.locator(area(page, "total-9")).focus()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('sb-cloth')") is None
    page.keyboard.press("Shift+Tab")
    assert page.evaluate("document.activeElement.dataset.bet") == "total-9"


def test_undo_goes_back_a_dozen_steps(visit: Visit) -> None:
    """Twelve chips, a double, a clear, and all of it back again."""
    page = visit()
    sit_down(page, "canberra")
    wait_for_bets(page)
    page.locator('#chips [data-value="500"]').click()
    for total in range(4, 16):
        page.locator(area(page, f"total-{total}")).click()
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
    page.locator(area(page, "big")).click()
    registered(page)
    page.locator('#chips [data-value="50000"]').click()
    page.locator(area(page, "big")).click()
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
    page.locator(area(page, "small")).click()
    registered(page)
    assert len(keys) == 2
    assert keys[0] == keys[1]
    assert amount(page, "#rack") == 99_500


def test_rebet_shows_what_no_longer_fits(visit: Visit) -> None:
    """After a round the whole slip comes back; a double over the maximum is shown, never cut in silence."""
    page = visit()
    sit_down(page, "sydney")
    wait_for_bets(page)
    page.locator('#chips [data-value="10000"]').click()
    for _ in range(3):
        page.locator(area(page, "small")).click()
    page.locator(area(page, "single-1")).click()
    registered(page)
    number = round_number(page)
    page.locator("#deal").click()
    seen(page, number)
    wait_for_bets(page)
    page.keyboard.press("r")
    assert amount(page, "#staked") == 40_000
    page.keyboard.press("d")
    dialog = page.locator("dialog[open]")
    expect(dialog.locator("li")).to_have_count(1)
    expect(dialog).to_contain_text("500")
    dialog.locator("button.main").click()
    assert amount(page, "#staked") == 20_000


def test_an_area_tells_what_it_needs_pays_and_why(visit: Visit) -> None:
    """The question mark opens it all: odds, clause, limits, and why it lost or won the last round."""
    page = visit()
    sit_down(page, "melbourne-b")
    wait_for_bets(page)
    page.locator('#chips [data-value="500"]').click()
    page.locator(area(page, "symbol-fish")).click()
    registered(page)
    number = round_number(page)
    page.locator("#deal").click()
    seen(page, number)
    page.locator(area(page, "symbol-fish")).focus()
    page.keyboard.press("?")
    dialog = page.locator("dialog[open]")
    expect(dialog.locator("h2")).to_have_text("Single Fish")
    expect(dialog).to_contain_text("one die 1 to 1, two dice 2 to 1, three dice 12 to 1")
    expect(dialog.locator(".last")).to_contain_text(re.compile(r"(won|lost) .*Fish.*§"))
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)


def test_a_receipt_has_its_proof(visit: Visit) -> None:
    """Every registered slip is in the list, and its proof names a record and a signed checkpoint."""
    page = visit()
    sit_down(page, "singapore-2")
    wait_for_bets(page)
    page.locator('#chips [data-value="500"]').click()
    page.locator(area(page, "big")).click()
    number = registered(page)
    played = round_number(page)
    page.locator("#deal").click()
    seen(page, played)
    page.locator("#receipts").click()
    dialog = page.locator("dialog[open]")
    expect(dialog.locator(".receipts li")).to_contain_text(f"№ {number}")
    dialog.get_by_role("button", name="Proof").click()
    expect(dialog.locator(".proof code")).to_have_text(re.compile(r"[0-9a-f]{64}"))


def test_the_screens_come_back_after_a_power_cut(
    visit: Visit, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Killed in mid-round and started again: nobody reloads, and each table goes on as its rulebook says.

    Crown Sydney has no rule about power: round and slips stand. In Singapore the round is void (5.1.2).
    """
    house = House(tmp_path_factory.mktemp("cut"))
    try:
        sydney, singapore = visit(at=house), visit(at=house)
        receipts = {}
        for page, table in ((sydney, "sydney"), (singapore, "singapore-1")):
            sit_down(page, table)
            wait_for_bets(page)
            page.locator('#chips [data-value="500"]').click()
            page.locator(area(page, "big")).click()
            receipts[table] = registered(page)
            page.evaluate("window.stayed = true")
        house.kill()
        for page in (sydney, singapore):
            expect(page.locator("#lost")).to_be_visible()
            expect(page.locator("[role=alert]")).to_contain_text("Connection lost")
        house.start()
        for page in (sydney, singapore):
            expect(page.locator("#lost")).to_be_hidden()
            expect(page.locator("sb-header .link")).to_have_attribute("data-state", "live")
            assert page.evaluate("window.stayed") is True
        assert round_number(sydney) == 1
        assert registered(sydney) == receipts["sydney"]
        expect(singapore.locator("#settled")).to_contain_text("No spin")
        expect(singapore.locator("#settled")).to_contain_text("5.1.2")
        expect(singapore.locator("#rack")).to_have_text("1,000.00")
    finally:
        house.kill()
