"""Signed commands from the screens: own PIN and key, a fill by two people, a result; the verifier agrees."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from sicbo.verify.bundle import bundle_at
from sicbo.verify.verifier import verify
from tests.browser.conftest import HouseProcess, Visit
from tests.browser.dealing import deal_until
from tests.browser.test_floor import PIN, open_table, sign_in_owner, submit_dialog

NEW_PIN = "73920418"


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HouseProcess]:
    """A floor with default settings, which require signatures."""
    house = HouseProcess(tmp_path_factory.mktemp("signing"), SICBO_PROFILE="floor")
    yield house
    house.kill()


def make_key(page: Page, owner: Page, member: str) -> None:
    """Make a key on this page's device; the owner accepts it."""
    page.locator("#account").click()
    page.locator("#make-key").click()
    offered = page.locator("#offered-key")
    expect(offered).to_contain_text("is waiting")
    name = offered.inner_text().split()[1]
    page.keyboard.press("Escape")
    owner.locator(f'tr[data-member="{member}"]').get_by_role("button", name=f"Accept {name}").click()
    expect(owner.locator(f'tr[data-member="{member}"] code')).to_have_text(name)


def change_pin(page: Page) -> None:
    """Change the own PIN; two different entries or a wrong PIN change nothing."""
    page.locator("#account").click()
    for pin, again, says in ((PIN, PIN, "differ"), ("wrong-one", NEW_PIN, "wrong")):
        page.locator("#own-pin").fill(pin)
        page.locator("#own-pin-new").fill(NEW_PIN)
        page.locator("#own-pin-again").fill(again)
        page.locator("#change-pin").click()
        expect(page.locator("dialog[open] [role=alert]")).to_contain_text(says)
    page.locator("#own-pin").fill(PIN)
    page.locator("#change-pin").click()
    expect(page.locator(".sb-toast.good").last).to_contain_text("PIN was changed")


@pytest.mark.thorough
def test_orders_are_signed_where_they_are_given(visit: Visit, floor: HouseProcess, tmp_path: Path) -> None:
    """Without a key nothing opens; with one a table is opened (refused once), filled by two, and dealt."""
    page = sign_in_owner(visit, floor)
    submit_dialog(page, "#found", "T1", choose="crown-sydney-2024")
    expect(page.locator("#open-table")).to_be_visible()
    page.locator("#open-table").click()
    expect(page.locator(".sb-toast.bad")).to_contain_text("Make a key")
    make_key(page, page, "kim")
    page.reload()
    open_table(page, found=False)
    submit_dialog(page, "#add-member", "max", "Max Lee", PIN, choose="senior-manager")
    other = visit("/pit", at=floor)
    submit_dialog(other, "#sign-in", "max", PIN)
    make_key(other, page, "max")
    change_pin(other)
    card = page.locator('[data-card="pit.float"]')
    card.locator("input").first.fill("5000")
    card.get_by_role("button", name="Count").click()
    approve(other)
    card.locator("input").first.fill("1000")
    card.locator("input").nth(1).fill("F-1")
    card.get_by_role("button", name="Fill").click()
    page.locator("#second-person").fill("max")
    page.locator("dialog[open] .main").click()
    approve(other)
    expect(card).to_contain_text("6,000.00")
    page.goto(f"{floor.address}/console/T1?lang=en")
    page.locator("#take").click()
    deal_until(page, "light")
    made = tmp_path / "night.zip"
    made.write_bytes(page.request.get(f"{floor.address}/api/v1/audit/bundle").body())
    report = verify(bundle_at(made))
    assert (report.code, list(report.every)) == (0, [])
    assert report.tables[0].counts["personal signatures"] == 5


def approve(page: Page) -> None:
    """Approve the waiting command as the second person."""
    waiting = page.locator('[data-card="pit.approvals"]')
    waiting.get_by_role("button", name="Approve").click()
    expect(waiting).to_be_hidden()
