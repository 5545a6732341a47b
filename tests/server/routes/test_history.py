"""History beside its fair share, reasons, proofs, records, and a bundle that verifies."""

import base64
from fractions import Fraction
from pathlib import Path

import pytest

from sicbo.journal.merkle import root_from_inclusion
from sicbo.journal.notes import read_checkpoint
from sicbo.rulebook import Rulebook
from sicbo.verify.bundle import bundle_at
from sicbo.verify.verifier import verify
from tests.server.houses import Browser, House

ROLLS = [[1, 2, 4], [6, 6, 6], [2, 2, 5]]


@pytest.fixture(scope="module")
def dealer(house: House) -> Browser:
    """A dealer who dealt three rounds with a wager in each."""
    browser = house.browser()
    browser.console("sydney")
    browser.sit("sydney", "Kim")
    for dice in ROLLS:
        number = browser.open_bets("sydney")
        browser.slip("sydney", {"big": 500, "single-2": 500}, number)
        browser.finish("sydney", dice)
    return browser


def test_history_stands_beside_what_chance_would_bring(dealer: Browser) -> None:
    """Every total has its share of the 216 rolls, and the shares add up to one."""
    history = dealer.get("/tables/sydney/history")
    assert [one["dice"] for one in history["results"]] == ROLLS[::-1]
    assert history["sample"] == 3
    totals = {one["what"]: one for one in history["totals"]}
    assert totals["9"] == {"what": "9", "seen": 1, "fair": "25/216", "expected": "0.3"}
    assert sum(Fraction(one["fair"]) for one in history["totals"]) == 1
    sides = {one["what"]: (one["seen"], one["fair"]) for one in history["sides"]}
    assert sides["triple"] == (1, "6/216")
    assert sides["small"] == (2, "105/216")


def test_a_round_is_told_record_by_record_with_its_clauses(dealer: Browser) -> None:
    """A round shows every step in order, and the player's own lines."""
    told = dealer.get("/tables/sydney/rounds/3")
    said = [fact["says"] for one in told["records"] for fact in one["says"]]
    assert said[0] == "Place your bets"
    assert any("entered; lit" in says for says in said)
    assert told["dice"] == [2, 2, 5]
    assert told["mine"]["net"] == 500
    assert dealer.http.get("/tables/sydney/rounds/99").status_code == 404


def test_why_a_bet_won_or_lost_is_said_in_four_languages(dealer: Browser) -> None:
    """The rulebook itself gives the reasons, for any dice."""
    book = Rulebook.load("crown-sydney-2024")
    asked = {"bet": ["big", "total-9"], "stake": 1_000}
    for language in ("en", "zh-Hans", "zh-Hant", "vi"):
        lines = dealer.get("/tables/sydney/rounds/3/explain", **asked, lang=language)["lines"]
        law = book.settle({"big": 1_000, "total-9": 1_000}, [2, 2, 5])
        assert [(one["bet"], one["why"], one["net"]) for one in lines] == [
            (line.bet, line.reason(language), line.net) for line in law
        ]
    every = dealer.get("/layouts/crown-sydney-2024/explain", dice="1,4,4")["lines"]
    assert {line["bet"] for line in every if line["lit"]} == book.lit_areas([1, 4, 4])
    assert len(every) == 50


def test_a_proof_leads_from_a_record_to_what_the_house_signed(dealer: Browser) -> None:
    """Anyone can check a proof with the rule of the tree alone."""
    number = dealer.get("/tables/sydney/rounds/2")["records"][1]["seq"]
    proof = dealer.get(f"/tables/sydney/proofs/{number}")
    head = read_checkpoint(proof["checkpoint"])
    nodes = [base64.b64decode(node) for node in proof["proof"]]
    assert root_from_inclusion(bytes.fromhex(proof["hash"]), number, head.size, nodes) == head.root
    for unknown in (0, 100_000, 2**63, 10**18 * 10):
        assert dealer.http.get(f"/tables/sydney/proofs/{unknown}").status_code == 404


def test_the_bundle_verifies_with_the_regulator_s_tool(dealer: Browser, tmp_path: Path) -> None:
    """The downloaded bundle verifies with `sicbo verify`, which shares no code with the server."""
    made = tmp_path / "night.zip"
    answer = dealer.http.get("/audit/bundle")
    assert answer.headers["content-type"] == "application/zip"
    made.write_bytes(answer.content)
    report = verify(bundle_at(made))
    assert report.code == 0
    assert not [finding for finding in report.every if finding.table == "sydney"]


def test_records_come_as_they_are_and_no_name_is_in_them(dealer: Browser) -> None:
    """Records come in order from a given number. Kim appears only by pseudonym, and the names come apart."""
    records = dealer.get("/audit/sydney/records", after=2, limit=5)
    assert [one["number"] for one in records] == [3, 4, 5, 6, 7]
    every = dealer.http.get("/audit/sydney/records", params={"limit": 1000}).text
    assert "Kim" not in every
    names = dealer.get("/audit/sydney/names", limit=1000)
    assert "Kim" in names.values()
    assert all(pseudonym in every for pseudonym in names)
    assert dealer.get("/audit/sydney/names", after=2**53 - 1) == {}
    sizes = [one["size"] for one in dealer.get("/audit/sydney/checkpoints")]
    assert sizes[:2] == [1, 2] and sizes == sorted(set(sizes)) and len(sizes) > 20


@pytest.mark.parametrize("path", ["records?after", "checkpoints?after", "painted?since"])
def test_a_number_that_no_record_can_have_is_a_bad_request(dealer: Browser, path: str) -> None:
    """A number too large for the database is answered with 400, not with a server error."""
    assert dealer.http.get(f"/audit/sydney/{path}={2**53 - 1}").json() == []
    assert dealer.http.get(f"/audit/sydney/{path}={2**70}").status_code == 400
