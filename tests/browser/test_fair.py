"""Independent checks: every roll recomputed in the browser, a changed seed, a session's statement."""

import csv
import json
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from sicbo.house.electronic_rolls import commitment_of, roll_of
from tests.browser.conftest import HouseProcess, Visit, sit_down, wait_for_bets
from tests.browser.playing import area_selector, request_deal, wait_for_lights, wait_until_registered

TABLE = "singapore-1"
SEED, CLOSE = bytes(range(32)), bytes(range(32, 64))


def play_round(visit: Visit) -> tuple[Page, int]:
    """Play a round as a new visitor, and return its number."""
    page = visit()
    sit_down(page, TABLE)
    wait_for_bets(page)
    page.locator('#chips [data-value="500"]').click()
    page.locator(area_selector("big")).click()
    wait_until_registered(page)
    number = request_deal(page)
    wait_for_lights(page, number)
    return page, number


def test_rolls_are_recomputed_and_a_changed_seed_is_found(visit: Visit, house: HouseProcess) -> None:
    """The page computes the same dice, knows that the commitment was seen in time, and detects a changed
    seed.
    """
    page, number = play_round(visit)
    page.goto(f"{house.address}/fair/{TABLE}?lang=en")
    roll = page.locator(f'#rolls [data-round="{number}"]')
    expect(roll).to_have_attribute("data-fate", "same")
    expect(page.locator("#verdict")).to_contain_text("follows from its seed")
    roll.locator("summary").click()
    expect(roll.locator(".seen")).to_contain_text("received the commitment before betting closed")
    expect(page.locator('[data-say="fair.limit"]')).to_contain_text("This is not yet prevented")
    expect(page.locator(f'#unopened [data-round="{number}"]')).to_have_count(0)

    def lie(route: Route) -> None:
        told = route.fetch().json()
        told["rolls"][0]["opened"]["seed"] = SEED.hex()
        void = {"ground": "interrupted", "clause": "5.1.2"}
        lost = {"at": told["rolls"][0]["at"], "commitment": "c" * 64, "dice": None, "void": void}
        told["unopened"] = [{**lost, "round": 901}, {**lost, "round": 902, "dice": [6, 1, 6], "void": None}]
        route.fulfill(body=json.dumps(told), content_type="application/json")

    page.route("**/rolls", lie)
    page.reload()
    expect(page.locator("#verdict")).to_have_attribute("data-state", "bad")
    expect(roll).to_have_attribute("data-fate", "broken")
    expect(page.locator("#verdict")).to_contain_text("2 rolls do not match")
    expect(page.locator('#unopened [data-round="901"]')).to_contain_text(
        "Void: An interruption left no outcome"
    )
    expect(page.locator('#unopened [data-round="902"]')).to_contain_text("1 6 6 entered without the seed")


def test_17_a_roll_that_was_corrected_to_other_dice_is_found(visit: Visit, house: HouseProcess) -> None:
    """A committed round accepts no other dice, so a later correction to others is a finding."""
    page, number = play_round(visit)
    dice: list[int] = []

    def correct(route: Route) -> None:
        told = route.fetch().json()
        told["rolls"][0]["corrected"] = True
        told["rolls"][0]["dice"] = dice or told["rolls"][0]["dice"]
        dice.extend([] if dice else (face % 6 + 1 for face in told["rolls"][0]["dice"]))
        route.fulfill(body=json.dumps(told), content_type="application/json")

    page.route("**/rolls", correct)
    page.goto(f"{house.address}/fair/{TABLE}?lang=en")
    roll = page.locator(f'#rolls [data-round="{number}"]')
    expect(roll).to_have_attribute("data-fate", "same")
    expect(roll).to_have_attribute("data-fate", "corrected")
    expect(roll.locator(".fate")).to_have_text("✗ corrected later by the staff")
    expect(page.locator("#verdict")).to_contain_text("1 roll does not match")


def test_typed_numbers_give_the_dice_of_the_rule(visit: Visit) -> None:
    """Numbers typed by hand give the dice by the house's rule; incomplete numbers are rejected."""
    page = visit("/fair")
    for name, value in (("seed", SEED.hex()), ("close", CLOSE.hex()), ("commitment", commitment_of(SEED))):
        page.locator(f"#own [name={name}]").fill(value)
    page.locator("#own button").click()
    expect(page.locator("#made")).to_contain_text("-".join(map(str, roll_of(SEED, CLOSE))))
    expect(page.locator("#made")).to_contain_text("matches the commitment")
    page.locator("#own [name=seed]").fill(SEED.hex()[:-1])
    page.locator("#own button").click()
    expect(page.locator("#made")).to_contain_text("64 digits")


@pytest.mark.thorough
def test_a_statement_is_read_and_kept(visit: Visit, tmp_path: Path) -> None:
    """The statement has the round with its wager, and the saved CSV file says the same."""
    page, number = play_round(visit)
    page.locator("#statement").click()
    dialog = page.locator("dialog.statement")
    expect(dialog.locator("tbody tr")).to_have_count(1)
    expect(dialog.locator("tbody tr")).to_contain_text("$5 on Big")
    net = dialog.locator("tbody td").last.inner_text()
    with page.expect_download() as saving:
        dialog.locator("a.main").click()
    saving.value.save_as(tmp_path / "sheet.csv")
    with (tmp_path / "sheet.csv").open(encoding="utf-8-sig", newline="") as sheet:
        (row,) = csv.DictReader(sheet)
    assert (row["Round"], row["Bet"], row["Staked"]) == (str(number), "Big", "5.00")
    assert float(row["Net"]) == float(net.replace("−", "-"))
