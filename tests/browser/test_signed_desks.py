"""Orders of a tournament and a promotion signed at their desks, with the key that is on the device."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from sicbo.verify.bundle import bundle_at
from sicbo.verify.verifier import verify
from tests.browser.conftest import House, Visit
from tests.browser.test_floor import owned
from tests.browser.test_promotion import drafted
from tests.browser.test_signing import floor, keyed
from tests.browser.test_tournament import act
from tests.promotion.desk import small
from tests.server.test_tournaments import past_terms

__all__ = ["floor"]


@pytest.mark.thorough
def test_the_desks_sign_what_the_house_wants_signed(visit: Visit, floor: House, tmp_path: Path) -> None:
    """Without a key nothing is published; with one it is, and the verifier counts the signatures."""
    page = owned(visit, floor)
    page.goto(f"{floor.address}/director?lang=en")
    page.locator("#new-name").fill("lunar")
    act(page, "draft")
    expect(page.locator("#stage")).to_have_text("Draft")
    page.locator("#terms").fill(past_terms())
    act(page, "publish")
    expect(page.locator(".sb-toast.bad")).to_contain_text("make a key")
    page.goto(f"{floor.address}/pit?lang=en")
    keyed(page, page, "kim")
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
    drafted(page, "autumn")
    page.locator("#terms").fill(small("crown-sydney-2024").text)
    page.locator("#publish").click()
    expect(page.locator("#steps [aria-current=step]")).to_have_text("Published")
    made = tmp_path / "night.zip"
    made.write_bytes(page.request.get(f"{floor.address}/api/v1/audit/bundle").body())
    report = verify(bundle_at(made))
    signed = {table.table: table.counts.get("personal signatures", 0) for table in report.tables}
    assert (report.code, signed["lunar"], signed["autumn"]) == (0, 3, 1)
