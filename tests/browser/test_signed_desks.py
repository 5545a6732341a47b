"""Commands of a tournament and a promotion signed at their desks, with the key on the device."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from sicbo.verify.bundle import bundle_at
from sicbo.verify.verifier import verify
from tests.browser.conftest import HouseProcess, Visit
from tests.browser.test_floor import PIN, sign_in_owner, submit_dialog
from tests.browser.test_promotion import draft_promotion, submit_promotion_dialog
from tests.browser.test_signing import approve, floor, make_key
from tests.browser.test_tournament import act
from tests.server.routes.test_promotions import terms_closing_soon
from tests.server.routes.test_tournaments import past_terms

__all__ = ["floor"]


def draw_promotion(page: Page, scrutineer: Page) -> None:
    """Run a promotion from its start to its draw, which its scrutineer signs at the pit desk."""
    page.locator("#start").click()
    page.locator("#person").fill("Guest")
    page.locator("#enter").click()
    expect(page.locator("#count")).to_contain_text("Entrants: 1.")
    submit_promotion_dialog(page, "#nominate", "lee")
    expect(page.locator("#close")).to_be_enabled()
    page.locator("#close").click()
    page.locator("#draw").click()
    expect(page.locator(".sb-toast.good").last).to_contain_text("at the pit desk")
    approve(scrutineer)
    expect(page.locator("#steps [aria-current=step]")).to_have_text("Drawn")


@pytest.mark.thorough
def test_desks_sign_the_commands_that_need_signatures(
    visit: Visit, floor: HouseProcess, tmp_path: Path
) -> None:
    """Without a key nothing is published; a draw has two signatures; the verifier counts them all."""
    page = sign_in_owner(visit, floor)
    page.goto(f"{floor.address}/director?lang=en")
    page.locator("#new-name").fill("lunar")
    page.locator("#new-layout").select_option(label="Crown Sydney")
    act(page, "draft")
    expect(page.locator("#stage")).to_have_text("Draft")
    page.locator("#terms").fill(past_terms())
    act(page, "publish")
    expect(page.locator(".sb-toast.bad")).to_contain_text("Make a key")
    page.goto(f"{floor.address}/pit?lang=en")
    make_key(page, page, "kim")
    submit_dialog(page, "#add-member", "lee", "Lee Wu", PIN, choose="dealer")
    scrutineer = visit("/pit", at=floor)
    submit_dialog(scrutineer, "#sign-in", "lee", PIN)
    make_key(scrutineer, page, "lee")
    page.goto(f"{floor.address}/director/lunar?lang=en")
    page.locator("#terms").fill(past_terms())
    act(page, "publish")
    expect(page.locator("#stage")).to_have_text("Entries")
    for step in ("promise", "direct", "take"):
        act(page, step)
        expect(page.locator(f'[data-act="{step}"]')).to_have_count(0)
    act(page, "designate")
    expect(page.locator("#did")).to_contain_text("Designate: done")
    page.goto(f"{floor.address}/promotions?lang=en")
    draft_promotion(page, "autumn")
    page.locator("#terms").fill(terms_closing_soon(8))
    page.locator("#publish").click()
    expect(page.locator("#steps [aria-current=step]")).to_have_text("Published")
    draw_promotion(page, scrutineer)
    made = tmp_path / "night.zip"
    made.write_bytes(page.request.get(f"{floor.address}/api/v1/audit/bundle").body())
    report = verify(bundle_at(made))
    signed = {table.table: table.counts.get("personal signatures", 0) for table in report.tables}
    assert (report.code, signed["lunar"], signed["autumn"]) == (0, 3, 3)
