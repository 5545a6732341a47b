"""The promotion desk: a whole promotion, the scrutineer in a browser of their own, the registers."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import HouseProcess, Visit
from tests.promotion.desk import one_prize_terms
from tests.terms.complete import terms_with_line

KEY = "crown-sydney-2024"


def draft_promotion(page: Page, name: str) -> None:
    """Draft a new promotion under Crown Sydney."""
    page.locator("#new").click()
    page.locator("dialog input").fill(name)
    page.locator("#give").click()
    expect(page.locator("#terms")).to_be_visible()


def submit_promotion_dialog(page: Page, button: str, *texts: str, tick: bool = False) -> None:
    """Fill in a dialog and submit it."""
    page.locator(button).first.click()
    for place, text in enumerate(texts):
        page.locator("dialog[open] input[type=text]").nth(place).fill(text)
    if tick:
        page.locator("dialog[open] input[type=checkbox]").first.check()
    page.locator("#give").click()
    expect(page.locator("dialog[open]")).to_have_count(0)


def publish_terms(page: Page) -> None:
    """Publish terms that close in a moment; before that, a missing item is refused with its clause."""
    page.locator("#template").click()
    expect(page.locator("#found")).to_contain_text("The terms are complete")
    now = datetime.now(UTC) + timedelta(seconds=12)
    terms = terms_with_line(
        terms_with_line(one_prize_terms(KEY, value="10001.00"), "entry.closes", now), "award.at", now
    ).text
    page.locator("#terms").fill(terms.replace("tobacco = false", ""))
    page.locator("#lint").click()
    expect(page.locator(".missing")).to_contain_text("9.3.1")
    page.locator("#publish").click()
    expect(page.locator(".sb-toast.bad")).to_contain_text("9.3.1")
    page.locator("#terms").fill(terms)
    page.locator("#publish").click()


def draw_winners(page: Page, scrutineer: Page) -> None:
    """Enter, close in time, and draw under a scrutineer who signs."""
    page.locator("#start").click()
    for number in range(4):
        page.locator("#person").fill(f"Guest {number}")
        page.locator("#enter").click()
        expect(page.locator("#count")).to_contain_text(f"Entrants: {number + 1}.")
    submit_promotion_dialog(
        page, "#nominate", scrutineer.locator("#me").inner_text().removeprefix("You are ")
    )
    expect(page.locator("#close")).to_be_enabled(timeout=20_000)
    page.locator("#close").click()
    page.locator("#word").fill("kookaburra")
    page.locator("#draw").click()
    expect(page.locator("#unsigned")).to_be_visible()
    page.locator('[data-award="0"] [data-act="claim"]').click()
    page.locator("#give").click()
    expect(page.locator(".sheet-note")).to_contain_text("until the scrutineer has signed")
    page.keyboard.press("Escape")
    scrutineer.locator("#sign").click()
    expect(page.locator("#signed")).to_be_visible()


def settle_claims(page: Page) -> None:
    """Notify a winner, refuse and redraw a claim, hand over the other prizes, and file everything."""
    submit_promotion_dialog(page, '[data-award="0"] [data-act="notify"]')
    expect(page.locator('[data-award="0"]')).to_contain_text("Notified in person")
    submit_promotion_dialog(
        page, '[data-award="0"] [data-act="refuse"]', "excluded", "Ana Wu", "1 Bay St", tick=True
    )
    submit_promotion_dialog(page, '[data-award="0"] [data-act="redraw"]', "claim refused")
    for award in (0, 1):
        submit_promotion_dialog(page, f'[data-award="{award}"] [data-act="claim"]', tick=True)
    submit_promotion_dialog(page, "#results", "website")
    page.locator("#finish").click()
    expect(page.locator("#steps [aria-current=step]")).to_have_text("Finished")


@pytest.mark.thorough
def test_a_whole_promotion_is_kept_drawn_signed_and_filed(visit: Visit, house: HouseProcess) -> None:
    """Two browsers go from the draft to the registers, which have the refused claim with name and address."""
    page, scrutineer = visit("/promotions", at=house), visit("/promotions", at=house)
    draft_promotion(page, "autumn")
    publish_terms(page)
    scrutineer.goto(f"{house.address}/promotions#autumn")
    scrutineer.reload()
    scrutineer.locator("#join").click()
    expect(scrutineer.locator("#me")).to_be_visible()
    draw_winners(page, scrutineer)
    settle_claims(page)
    registers = visit("/registers", at=house)
    registers.locator("#registers-register").select_option("refused-claims")
    expect(registers.locator("#rows")).to_contain_text("Ana Wu")
    expect(registers.locator("#rows")).to_contain_text("1 Bay St")
    expect(registers.locator("#sheet")).to_have_attribute("href", re.compile("register=refused-claims"))
