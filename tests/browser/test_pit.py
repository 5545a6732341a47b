"""The pit desk: notices with the earliest lawful time, closing, faults, disputes."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import TABLES, HouseProcess, Visit
from tests.browser.dealing import take_seat, view_of

PATIENT = """() => {
  const real = setTimeout;
  window.setTimeout = (act, ms) => (ms === 2_000 ? 0 : real(act, ms));
}"""
"""Disable the time limit of a press, so that a slow machine does not exceed it."""


def open_desk(visit: Visit, house: HouseProcess, table: str) -> Page:
    """Open the pit desk and take a table's desk."""
    page = visit("/pit", at=house)
    page.locator(f'tr[data-table="{table}"] button').click()
    expect(page.locator("#chosen-name")).to_contain_text(table)
    if page.locator("#apply-limits").count() == 0:
        page.locator("#take").click()
    expect(page.locator("#apply-limits")).to_be_visible()
    return page


def card(page: Page, name: str) -> str:
    """Return the selector of a card."""
    return f'[data-card="pit.{name}"]'


def test_a_higher_minimum_waits_for_its_notice(visit: Visit, house: HouseProcess) -> None:
    """At The Star a raise is refused with its clause; a notice shows the earliest lawful time."""
    page = open_desk(visit, house, "star")
    for table in TABLES:
        expect(page.locator(f'tr[data-table="{table}"]')).to_be_visible()
    limits = card(page, "limit-change")
    expect(page.locator(f"{limits} .why-not")).to_contain_text("Why not now?")
    page.locator(f"{limits} input").nth(0).fill("5")
    page.locator("#apply-limits").click()
    expect(page.locator(".sb-toast.bad")).to_contain_text("notice first")
    expect(page.locator(".sb-toast.bad")).to_contain_text("4.5")
    assert view_of(page, house, "star")["sign"]["minimum"] == 100
    page.locator(f"{limits} input").nth(0).fill("5")
    page.locator("#notice-limits").click()
    earliest = page.locator(f"{limits} .earliest")
    expect(earliest).to_have_text(re.compile(r"Allowed from \d\d:\d\d:\d\d \((20:00|19:\d\d) left\)"))
    notice = view_of(page, house, "star")["notices"][0]
    assert notice["minimum"] == 500
    due_at = page.evaluate("(at) => new Date(at).toLocaleTimeString('en-GB')", notice["due_at"])
    expect(earliest).to_contain_text(due_at)
    expect(page.locator('tr[data-table="star"] .flags')).to_contain_text("Limits change")
    page.locator("#apply-limits").click()
    expect(page.locator(".sb-toast.bad").last).to_contain_text("Allowed from")
    assert view_of(page, house, "star")["sign"]["minimum"] == 100
    display = visit("/display/star", at=house)
    expect(display.locator("#notices")).to_contain_text("5 to 500")
    page.locator(f"{limits} .standing button.quiet").click()
    expect(display.locator("#notices")).not_to_contain_text("5 to 500")


def test_a_pressed_button_is_not_replaced(visit: Visit, house: HouseProcess) -> None:
    """A row changes while its button is pressed: the press lands. A card changes: its button keeps focus.

    Also where a button beside it changed, as it does when the time of a notice is over.
    """
    page = open_desk(visit, house, "melbourne-a")
    watcher = visit("/pit", at=house)

    def take_a_seat(table: str) -> None:
        seats = watcher.locator(f'tr[data-table="{table}"] td:nth-child(5)')
        before = seats.inner_text()
        take_seat(visit("/replay"), house, table, "Bao")
        expect(seats).not_to_have_text(before)

    page.evaluate(PATIENT)
    page.locator('tr[data-table="singapore-2"] button').hover()
    page.mouse.down()
    take_a_seat("singapore-2")
    page.mouse.up()
    expect(page.locator("#chosen-name")).to_contain_text("singapore-2")
    page.locator('tr[data-table="melbourne-a"] button').click()
    expect(page.locator("#chosen-name")).to_contain_text("melbourne-a")
    expect(page.locator("#notice-limits")).to_be_visible()
    page.locator("#notice-limits").focus()
    page.evaluate("document.querySelector('#apply-limits').classList.toggle('changed')")
    take_a_seat("melbourne-a")
    expect(page.locator("#apply-limits.changed")).to_have_count(0)
    expect(page.locator("#notice-limits")).to_be_focused()


@pytest.mark.thorough
def test_closing_is_counted_as_the_rulebook_counts(visit: Visit, house: HouseProcess) -> None:
    """Crown Sydney counts spins; The Star counts minutes and says how many are missing."""
    page = open_desk(visit, house, "sydney")
    page.locator(f"{card(page, 'closing')} [data-notice=table]").click()
    expect(page.locator(f"{card(page, 'closing')} .earliest")).to_contain_text("more spins")
    page.locator(f"{card(page, 'closing')} .standing button.quiet").click()
    page.locator('tr[data-table="star"] button').click()
    expect(page.locator("#chosen-name")).to_contain_text("star")
    page.locator("#take").click()
    page.locator(f"{card(page, 'closing')} [data-notice=table]").click()
    expect(page.locator("#closing-minutes")).to_have_value("20")
    page.locator(f"{card(page, 'closing')} [data-notice=table]").click()
    expect(page.locator(f"{card(page, 'closing')} .earliest")).to_contain_text("19:5")


@pytest.mark.thorough
def test_a_fault_is_notified_before_play_resumes(visit: Visit, house: HouseProcess) -> None:
    """With dark lights at The Star the inspector is notified before play resumes; the list flags the fault
    until then.
    """
    page = open_desk(visit, house, "star")
    page.locator("#report").click()
    page.locator("dialog select").select_option("lights-dark")
    page.locator("dialog .main").click()
    fault = page.locator('[data-card="staff.faults"] li', has_text="Winning areas stay dark")
    expect(fault.locator(".locked-why")).to_contain_text("inspector")
    flags = page.locator('tr[data-table="star"] .flags')
    expect(flags).to_contain_text("Winning areas stay dark")
    fault.locator("input").fill("R. Patel")
    fault.locator("button", has_text="Record that the inspector was told").click()
    expect(fault).to_contain_text("Told: inspector")
    fault.locator("button", has_text="Fault fixed").click()
    expect(fault).to_have_count(0)
    expect(flags).not_to_contain_text("Winning areas stay dark")
    assert "lights-dark" not in [one["fault"] for one in view_of(page, house, "star")["faults"]]


@pytest.mark.thorough
def test_a_dispute_is_decided_with_the_words_for_the_player(visit: Visit, house: HouseProcess) -> None:
    """A dissatisfied player must be told of the inspector, or the decision is refused."""
    page = open_desk(visit, house, "sydney")
    disputes = page.locator(card(page, "disputes"))
    page.locator("#raise").click()
    page.locator("dialog input").fill("the wager was placed in time")
    page.locator("dialog .main").click()
    expect(disputes).to_contain_text("Open")
    disputes.locator("li button").click()
    expect(page.locator("dialog .script")).to_contain_text("inspector")
    page.locator("dialog input[type=text]").fill("it was late")
    page.locator("dialog .main").click()
    expect(page.locator("dialog [role=alert]")).to_contain_text("inspector")
    page.locator("dialog input[type=checkbox]").nth(1).check()
    page.locator("dialog .main").click()
    expect(page.locator("dialog")).to_have_count(0)
    expect(disputes).to_contain_text("None")
