"""Honest journals: every transcript, and a day on a real floor at every layout, verify without a finding."""

import json
from pathlib import Path
from typing import Any

import pytest

from sicbo.game.ranks import Rank
from sicbo.house.export.bundles import export_bundle
from sicbo.house.floor import Floor
from sicbo.house.identity.signatures import HouseSigner
from sicbo.house.maintenance.sample_day import SampleDay
from sicbo.journal.memory import MemoryJournal
from sicbo.journal.notes import SigningKey
from sicbo.rulebooks import every_layout
from sicbo.table.messages.round import CorrectResult, DeclareVoid
from sicbo.verify.bundle import bundle_at
from sicbo.verify.report import as_json, lines
from sicbo.verify.verifier import verify
from tests.verify.bundles import ROUNDS, from_transcript

HOUSE = "sample.example"


@pytest.mark.parametrize("path", ROUNDS, ids=[path.stem for path in ROUNDS])
def test_every_transcript_verifies(path: Path) -> None:
    """Whatever the dealers of tests/rounds do is lawful, to the cent."""
    report = from_transcript(path).made().verified()

    assert report.every == []
    assert report.code == 0


def dealt(layout: str, rounds: int = 3) -> tuple[MemoryJournal, SigningKey]:
    """A day at a table of a real floor, with a void and a correction."""
    key, journal = SigningKey.new(HOUSE), MemoryJournal()
    day = SampleDay(Floor(journal, HouseSigner(key)), layout, seed=5, players=4)
    day.deal(rounds)
    other: Any = day.players[0]
    day.submit(day.command(CorrectResult, dice=(1, 1, 2), second=other, reason="t-1"))
    day.perform_step()
    day.submit(day.command(DeclareVoid, Rank.SENIOR_MANAGER, ground="exposed-early"))
    day.deal_round()
    return journal, key


def keys_of(key: SigningKey) -> dict[str, object]:
    """The keys of a house that has no persons and no witness."""
    return {"house": [str(key.vkey)], "persons": {}, "witnesses": [], "rotations": []}


@pytest.mark.parametrize("layout", every_layout())
def test_what_a_floor_exports_verifies(layout: str, tmp_path: Path) -> None:
    """As a directory and as a zip file, with the same report."""
    journal, key = dealt(layout)
    for name in ("bundle", "bundle.zip"):
        export_bundle(journal, ["T1"], keys_of(key), tmp_path / name, HouseSigner(key))

    reports = [verify(bundle_at(tmp_path / name)) for name in ("bundle", "bundle.zip")]

    assert [report.every for report in reports] == [[], []]
    assert [report.code for report in reports] == [0, 0]
    assert as_json(reports[0]) == as_json(reports[1])


def test_the_report_counts_and_lists(tmp_path: Path) -> None:
    """Rounds, settlements, checkpoints; the void, the correction and the late slips one by one."""
    journal, key = dealt("star-sydney-2016")
    export_bundle(journal, ["T1"], keys_of(key), tmp_path / "bundle", HouseSigner(key))

    report = verify(bundle_at(tmp_path / "bundle"))
    told, written = as_json(report)["tables"][0], "\n".join(lines(report))

    assert told["counts"]["rounds"] == 5
    assert told["counts"]["late slips"] == 4
    assert [(one["what"], one["rank"]) for one in told["voids"]] == [("round 4, exposed-early", 4)]
    assert [(one["what"][:7], one["says"]) for one in told["corrections"]] == [("round 3", "t-1")]
    assert json.loads(json.dumps(told))["vouched"] == told["records"]
    assert "sequence complete, hash chain OK" in written
    assert written.endswith("VERIFIED")


def last_wall(journal: MemoryJournal, table: str) -> int:
    """When the last record of a table was written."""
    return max(record.wall for record in journal.read(table))


def test_several_tables_and_their_rotated_keys(tmp_path: Path) -> None:
    """Two tables in one bundle; an old key passed on to the new one in a note that both signed."""
    from sicbo.house.identity.keys import Keys

    keys = Keys(tmp_path)
    keys.new_house_key(HOUSE)
    journal = MemoryJournal()
    SampleDay(Floor(journal, HouseSigner.from_keys(keys)), "canberra-2005", name="A", players=2).deal(1)
    keys.rotate(last_wall(journal, "A"))
    SampleDay(Floor(journal, HouseSigner.from_keys(keys)), "crown-melbourne-6.1/b", name="B", players=2).deal(
        1
    )
    export_bundle(journal, ["A", "B"], keys.public_keys(), tmp_path / "bundle", HouseSigner.from_keys(keys))

    report = verify(bundle_at(tmp_path / "bundle"))

    assert report.every == []
    assert [table.table for table in report.tables] == ["A", "B"]
    assert any("rotated once" in said for said in report.said)
