"""The verifier's parts by themselves: its report, its command, its draws, and rulings that no text makes."""

import json
import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from sicbo.game.rulebook.publication import canonical_json
from sicbo.rulebooks import get_rulebook
from sicbo.verify import draws, purses, report, schema, streaks, terms
from sicbo.verify.__main__ import main
from sicbo.verify.canonical import Wrong, written
from sicbo.verify.promotion.terms import cents_in
from sicbo.verify.report import Finding, Listed, Report, TableReport, lines
from sicbo.verify.rules import law_of
from sicbo.verify.state import Running
from tests.verify.bundles import HOUSE
from tests.verify.test_bundle import put
from tests.verify.test_tamper import small


def test_a_report_stays_short() -> None:
    """Of very many findings and refusals the first are kept, and the rest are counted."""
    table, whole = TableReport("T1"), Report(HOUSE)
    whole.tables.append(table)
    whole.findings.append(Finding("", 0, "bundle", "there is a file too many"))
    for number in range(report.MOST_FINDINGS + 5):
        table.wrong(number + 1, "money", f"says {number}")
    for number in range(report.MOST_LISTED + 5):
        table.note("refusals", Listed(number, "buy-in", "ana", None, "4.1", "no"))
    table.stop(9)
    table.stop(12)
    written = list(lines(whole))

    assert table.unchecked_from == 9
    assert (len(table.findings), table.more) == (report.MOST_FINDINGS, 5)
    assert len(table.lists["refusals"]) == report.MOST_LISTED
    assert f"  and {report.MOST_FINDINGS - 15:,} more findings" in written
    assert any(line.endswith(f"more (--json lists up to {report.MOST_LISTED:,})") for line in written)
    assert "bundle: bundle: there is a file too many" in written


def test_the_command_by_itself(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A bundle, a draw, and a mistake on the command line."""
    place = put(small(), tmp_path)
    (tmp_path / "draw.json").write_text("{}")

    receipts = tmp_path / "receipts"
    receipts.write_bytes(receipts.read_bytes()[:-1])
    given = [str(place), "--trust", str(tmp_path / "trust"), "--receipts", str(receipts), "--json"]

    assert main(given) == 0
    assert subprocess.run([sys.executable, "-m", "sicbo.verify", *given], capture_output=True).returncode == 0
    assert main([str(tmp_path / "draw.json")]) == 2
    with pytest.raises(SystemExit) as end:
        main(["--nothing"])
    assert end.value.code == 2
    assert capsys.readouterr().err.endswith("Try --help.\n")


def draw(**words: object) -> dict[str, Any]:
    """A draw of one among two, with something else in it."""
    seed = "ab" * 16
    listing = "1 ana\n2 ben\n"
    hashed = sha256(listing.encode()).hexdigest()
    told = {
        "format": draws.FORMAT,
        "label": "Autumn",
        "commitment": sha256(f"{draws.FORMAT} seed {seed}\n".encode()).hexdigest(),
        "entrants": [["ana", 1], ["ben", 2]],
        "entrants_hash": hashed,
        "seed": seed,
        "drawn": draws.recomputed(seed, [("ana", 1), ("ben", 2)], hashed, "Autumn", 1),
    }
    return told | words


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ({"label": "two\nlines"}, "its label is no line of text"),
        ({"drawn": "ana"}, "its label is no line of text, or what was drawn is no list"),
        ({"entrants": {"ana": 1}}, "the entrants are no list"),
        ({"entrants": ["ana"]}, "an entrant is a name and a number of tickets"),
        ({"entrants": [["", 1]]}, "an entrant's name is no line of text"),
    ],
)
def test_a_draw_in_another_form_is_wrong(words: dict[str, object], says: str) -> None:
    """Each part is looked at before anything is drawn from it."""
    draws.check_draw(draw())
    with pytest.raises(Wrong, match=says):
        draws.check_draw(draw(**words))


def test_a_block_beyond_the_last_whole_roll_of_tickets_is_passed_over(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """So that every ticket has the same chance: of 2^256 blocks one is left over by three tickets."""
    blocks = iter(["f" * 64, f"{1:064x}"])
    monkeypatch.setattr(draws, "_digest", lambda text: next(blocks))

    assert draws.recomputed("", [("ana", 1), ("ben", 2)], "", "", 1) == ["ben"]


@pytest.mark.parametrize(("length", "outcome"), [(3, "lost"), (4, "won")])
def test_a_ruling_that_ends_a_super_streak_settles_it_by_its_length(length: int, outcome: str) -> None:
    """No approved text has a triple end it; a published rulebook could."""
    told = json.loads(canonical_json(get_rulebook("star-sydney-2016")))
    told["super_streak"]["on_triple"]["choice"] = "ends"
    law = law_of(written(told).encode(), "")
    one = Running(("streak-small", 1_000, "value-chip"), "small", length, 1)

    left, settled = streaks._followed(law, one, "555")

    assert left is None
    assert [(line["outcome"], line["length"]) for line in settled] == [(outcome, length)]


@pytest.mark.parametrize(
    ("amount", "cents"), [("100", 10_000), ("100.00", 10_000), ("1,200.05", 120_005), ("0.00", 0)]
)
def test_an_amount_of_terms_is_read_to_the_cent(amount: str, cents: int) -> None:
    """With and without cents, and with a comma between thousands."""
    assert purses.cents_of(amount) == cents
    assert cents_in(amount) == cents


def test_no_number_is_too_large_for_every_reader() -> None:
    """Stakes and counts end below 2^53, up to which every language counts exactly."""
    largest = 2**53 - 1
    stakes, count = schema.NESTED["K"], terms.ANSWERS["count"]

    assert [stakes([["small", cents, "credit"]]) for cents in (0, 1, largest, largest + 1)] == [
        False, True, True, False
    ]  # fmt: skip
    assert [count(number) for number in (-1, 0, largest, largest + 1)] == [False, True, True, False]
