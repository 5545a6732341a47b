"""Playing in tests: what a terminal shows, and whether its lines, lights and balance agree."""

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import cents

WATCH = """() => {
  window.told = [];
  const status = document.querySelector("[role=status]");
  new MutationObserver(() => window.told.push(status.textContent)).observe(status, { childList: true });
  const cloth = document.querySelector("sb-cloth");
  new MutationObserver(() => {
    const lit = [...cloth.querySelectorAll(".area.lit")].map((one) => one.dataset.bet);
    const total = document.querySelector("#total").textContent;
    if (lit.length && total) window.lights = { lit, total: [total] };
  }).observe(document.querySelector("#play"), { subtree: true, attributeFilter: ["class"], childList: true });
}"""
"""Record announcements and lights, because the next round may begin before the test looks."""


def shown_amount(page: Page, selector: str) -> int:
    """Return a meter in cents."""
    return cents(page.locator(selector).inner_text())


def area_selector(bet: str) -> str:
    """Return the selector of an area."""
    return f'sb-cloth .area[data-bet="{bet}"]'


def wait_until_registered(page: Page) -> int:
    """Wait until the slip is registered, and return the number of its receipt."""
    slip = page.locator('#slip[data-state="registered"]')
    expect(slip).to_contain_text(re.compile(r"receipt \d+"))
    return int(slip.inner_text().split()[-1])


def request_deal(page: Page) -> int:
    """Request the deal, and return the number of the round."""
    page.evaluate(WATCH)
    number = round_number(page)
    page.locator("#deal").press("Enter")
    return number


def wait_for_lights(page: Page, number: int) -> dict[str, list[str]]:
    """Wait for the lights of a round, and return the lit areas and the announced total."""
    found: dict[str, list[str]] = page.wait_for_function("() => window.lights").json_value()
    expect(page.locator("#settled .summary")).to_contain_text(f"Round {number}")
    return found


def round_number(page: Page) -> int:
    """Return the round that the header names."""
    found = re.search(r"Round (\d+)", page.locator(".where").inner_text())
    assert found is not None
    return int(found[1])


def check_settled(page: Page, before: int, lit: dict[str, list[str]]) -> None:
    """Assert that lines, net, lights and balance agree."""
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
    expect(page.locator("#rack")).to_have_text(f"${(before + sum(nets)) / 100:,.2f}")
