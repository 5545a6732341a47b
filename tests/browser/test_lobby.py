"""The lobby: eight tables of five casinos, and a seat at any of them."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import TABLES, Visit, sit_down, wait_for_bets


def test_eight_tables_of_five_casinos(visit: Visit) -> None:
    """Every layout is a card with its own cloth, which has every area of the layout."""
    page = visit()
    cards = [page.locator(f'.table-card[data-table="{table}"]') for table in TABLES]
    expect(cards[-1]).to_be_visible()
    areas = [card.locator(".box").count() for card in cards]
    assert areas == [50, 56, 39, 50, 56, 104, 104, 56]
    for card, count in zip(cards, areas, strict=True):
        expect(card.locator(".kind")).to_contain_text(str(count))
        expect(card.locator(".facts")).to_contain_text("of 8 seats")
    expect(page.locator("#at-home")).to_contain_text("Play chips only")


def test_the_lobby_knows_where_i_sit(visit: Visit) -> None:
    """A seated player is led from the lobby back to their seat."""
    page = visit()
    sit_down(page, "star", "Linh")
    expect(page.locator("#who")).to_contain_text("Linh")
    page.locator(".brand").click()
    expect(page.locator('[data-table="star"] button.main')).to_have_text("Back to my seat")


@pytest.mark.thorough
def test_a_watcher_sees_and_may_sit_down(visit: Visit) -> None:
    """Without a seat the table is visible and nothing can be staked; one form leads to a seat."""
    page = visit("/table/canberra")
    expect(page.locator("#who")).to_have_text("You are watching")
    expect(page.locator("#deal")).to_be_hidden()
    page.locator(".sit input").fill("Bao")
    page.locator(".sit button").click()
    expect(page.locator("#who")).to_contain_text("Bao")
    wait_for_bets(page)
