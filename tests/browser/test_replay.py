"""The inspector's replay: every record in words, recomputed and proven, from the house or from a bundle."""

import io
import zipfile
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import HouseProcess, Visit
from tests.browser.dealing import (
    api_answer,
    deal_until,
    do_step,
    open_console,
    take_seat,
    view_of,
)
from tests.ed25519 import cases

TABLE = "singapore-2"
CHECK = """async (cases) => {
  const { isSigned } = await import("/shared/util/ed25519.js");
  const bytes = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
  const said = [];
  for (const [name, ...given] of cases) said.push([name, await isSigned(...given.map(bytes))]);
  return said;
}"""


def open_replay(visit: Visit, house: HouseProcess) -> Page:
    """Open the replay of a table after a complete round with wagers."""
    page = visit("/replay", at=house)
    deal_round(page, house)
    number = view_of(page, house, TABLE)["result"]["round"]
    page.goto(f"{house.address}/replay?lang=en&round={number}#{TABLE}")
    expect(page.locator(".check.good").first).to_be_visible()
    return page


def deal_round(page: Page, house: HouseProcess) -> None:
    """Deal a complete round with wagers."""
    take_seat(page, house, TABLE, "Anna")
    open_console(page, house, TABLE)
    deal_until(page, "close")
    bets = [{"bet": bet, "cents": 1_000} for bet in ("small", "big", "total-9", "double-4", "domino-14")]
    slip = {"round": view_of(page, house, TABLE)["round"], "version": 1, "stakes": bets}
    api_answer(page.request, house, "PUT", f"/tables/{TABLE}/slip", slip)
    deal_until(page, "place-bets")


def test_a_round_is_followed_settled_again_and_proven(visit: Visit, house: HouseProcess) -> None:
    """Each step has clause and state, every line computes to what was paid, and the record is in the tree."""
    page = open_replay(visit, house)
    expect(page.locator("#checks")).to_contain_text("holds")
    expect(page.locator("#checks")).to_contain_text("agree with the records")
    settled = page.locator(".record-wagers-collected, .record-wagers-paid").first
    settled.click()
    expect(page.locator(".settling .good").first).to_contain_text("all the same")
    assert page.locator(".settling tbody tr").count() > 0
    expect(page.locator(".settling .clause").first).to_be_visible()
    expect(page.locator(".stood")).to_contain_text("Total 9")
    page.locator("#prove").click()
    expect(page.locator(".proven")).to_contain_text("its hash leads to the root")
    number = page.locator("#detail h2").inner_text()
    page.keyboard.press("ArrowUp")
    expect(page.locator("#detail h2")).not_to_have_text(number)
    page.locator("#round").select_option("")
    expect(page.locator(".record-founding")).to_have_count(1)


@pytest.mark.thorough
def test_a_bundle_from_the_disk_and_one_that_was_tampered_with(
    visit: Visit, house: HouseProcess, tmp_path: Path
) -> None:
    """A bundle reads like the house; after one changed stake the chain names the record."""
    page = open_replay(visit, house)
    with page.expect_download() as waiting:
        page.locator("#download").click()
    good, bad = tmp_path / "good.zip", tmp_path / "bad.zip"
    waiting.value.save_as(good)
    page.locator("#bundle").set_input_files(good)
    expect(page.locator(".where")).to_contain_text("good.zip")
    expect(page.locator("#checks")).to_contain_text("key signed all")
    expect(page.locator(".check.poor")).to_have_count(0)
    changed = tamper_with(good.read_bytes(), f"tables/{TABLE}.journal")
    bad.write_bytes(changed[0])
    page.locator("#bundle").set_input_files(bad)
    expect(page.locator(".where")).to_contain_text("bad.zip")
    page.locator("#table").select_option(TABLE)
    expect(page.locator(".check.poor").first).to_have_text(f"✗ The chain breaks at record {changed[1]}")


def tamper_with(bundle: bytes, name: str) -> tuple[bytes, int]:
    """Return the bundle with one stake of its last slip increased, and the number of that record."""
    made, number = io.BytesIO(), 0
    with zipfile.ZipFile(io.BytesIO(bundle)) as old, zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as new:
        for item in old.namelist():
            text = old.read(item)
            if item == name:
                lines = text.split(b"\n")
                at = max(index for index, line in enumerate(lines) if b'"slip-registered"' in line)
                number = at + 1
                lines[at] = lines[at].replace(b'"version":1', b'"version":2')
                text = b"\n".join(lines)
            new.writestr(item, text)
    return made.getvalue(), number


@pytest.mark.thorough
def test_a_refused_slip_tells_what_it_would_have_come_to(visit: Visit, house: HouseProcess) -> None:
    """A late slip stays refused; the replay settles it by the dice and says that this decides nothing."""
    page = visit("/replay")
    take_seat(page, house, TABLE, "Anna")
    open_console(page, house, TABLE)
    deal_until(page, "place-bets")
    do_step(page, "place-bets")
    deal_until(page, "uncover")
    number = view_of(page, house, TABLE)["round"]
    late = {"round": number, "version": 1, "stakes": [{"bet": "total-9", "cents": 1_000}]}
    key = {"Idempotency-Key": "late-slip-of-a-test", "Origin": house.address}
    answer = page.request.put(f"{house.address}/api/v1/tables/{TABLE}/slip", data=late, headers=key)
    assert answer.status == 409
    deal_until(page, "pay")
    page.goto(f"{house.address}/replay?lang=en&round={number}#{TABLE}")
    page.locator(".record-refused", has_text="No more bets").click()
    expect(page.locator(".what-if")).to_contain_text("If the house had accepted this slip: +70.00 with 4 1 4")


def test_the_browser_reads_signatures_as_the_house_and_the_verifier_do(visit: Visit) -> None:
    """Every class of weak key and forged signature is rejected, even if the browser accepts it."""
    given = [(one.name, one.key.hex(), one.signature.hex(), one.message.hex()) for one in cases()]
    said = visit("/replay").evaluate(CHECK, given)
    assert [(name, bool(holds)) for name, holds in said] == [(one.name, one.holds) for one in cases()]
