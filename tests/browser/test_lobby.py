"""The lobby and what all screens share: eight tables, four languages, three widths, nothing cut."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import LANGUAGES, TABLES, Visit, sit_down, wait_for_bets

WIDTHS = {390: 844, 1280: 800, 1920: 1080}
FAULTS = (Path(__file__).parent / "faults.js").read_text(encoding="utf-8")


def test_eight_tables_of_five_casinos(visit: Visit) -> None:
    """Every layout is a card with its own cloth; the number of its areas is that of the cloth."""
    page = visit()
    cards = page.locator(".table-card")
    expect(cards).to_have_count(8)
    assert [card.get_attribute("data-table") for card in cards.all()] == list(TABLES)
    areas = [card.locator(".box").count() for card in cards.all()]
    assert areas == [50, 56, 39, 50, 56, 104, 104, 56]
    for card, count in zip(cards.all(), areas, strict=True):
        expect(card.locator(".kind")).to_contain_text(str(count))
        expect(card.locator(".facts")).to_contain_text("of 8 seats")


def test_the_lobby_knows_where_i_sit(visit: Visit) -> None:
    """Who comes back to the lobby is led to their seat."""
    page = visit()
    sit_down(page, "star", "Linh")
    expect(page.locator("#who")).to_contain_text("Linh")
    page.locator(".brand").click()
    expect(page.locator('[data-table="star"] button.main')).to_have_text("Back to my seat")


def test_a_watcher_sees_and_may_sit_down(visit: Visit) -> None:
    """Without a seat the table is shown and nothing can be staked; the seat is one form away."""
    page = visit("/table/canberra")
    expect(page.locator("#who")).to_have_text("You are watching")
    expect(page.locator("#deal")).to_be_hidden()
    page.locator(".sit input").fill("Bao")
    page.locator(".sit button").click()
    expect(page.locator("#who")).to_contain_text("Bao")
    wait_for_bets(page)


def test_every_language_has_the_same_messages(visit: Visit) -> None:
    """The same keys and the same places for values in all four catalogues."""
    page = visit()
    words = page.evaluate("import('/shared/words.js').then(({ CATALOGUES }) => CATALOGUES)")
    assert sorted(words) == sorted(LANGUAGES)
    said = {
        lang: {key: sorted(re.findall(r"\{\w+\}", text)) for key, text in words[lang].items()}
        for lang in LANGUAGES
    }
    for lang in LANGUAGES:
        assert said[lang] == said["en"]
        assert all(words[lang].values())


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("path", ["/", "/table/singapore-3", "/table/melbourne-b", "/table/star"])
def test_nothing_overlaps_or_is_cut(visit: Visit, path: str, width: int) -> None:
    """At three widths, in four languages: no sideways scrolling, no overlap, no cut label, no tiny target."""
    page = visit(path, width=width, height=WIDTHS[width])
    expect(page.locator(".box, .area").first).to_be_attached()
    for lang in LANGUAGES:
        page.locator(".tongue").select_option(lang)
        expect(page.locator("html")).to_have_attribute("lang", lang)
        assert page.evaluate(FAULTS) == []
        for tab in page.locator("sb-cloth[data-mode=tabs] [role=tab]").all():
            tab.click()
            assert page.evaluate(FAULTS) == []
