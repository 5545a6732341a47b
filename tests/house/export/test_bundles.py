"""Bundles: the files of docs/reference/journal.md, the same bytes each time, and read back as they were."""

import json
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from sicbo.errors import BadInput, JournalError
from sicbo.game.rulebook.publication import canonical_json
from sicbo.house.entries import founding_text, new_founding
from sicbo.house.export.bundles import BundleReader, ExportedLog, atomic_path, export_bundle
from sicbo.house.export.readers import checked_records
from sicbo.house.identity.keys import Keys
from sicbo.house.log_kinds import Founding
from sicbo.house.maintenance.sample_day import SampleDay
from sicbo.journal.memory import MemoryJournal
from sicbo.journal.record import Draft, Record, chain_records, initial_head
from sicbo.journal.store import LAST_NUMBER
from sicbo.table.state import rules_of
from sicbo.verify.bundle import bundle_at
from sicbo.verify.verifier import verify
from tests.house.houses import KEY, floor_on

KEYS: dict[str, object] = {"house": [str(KEY.key.vkey)], "persons": {}, "witnesses": [], "rotations": []}
TABLES = ["T1", "T2"]


@pytest.fixture(scope="module")
def journal() -> MemoryJournal:
    """Return two tables of one house under two rulebooks."""
    floor = floor_on(MemoryJournal())
    SampleDay(floor, "crown-sydney-2024").deal(2)
    SampleDay(floor, "star-sydney-2016", name="T2", seed=2).deal(2)
    assert isinstance(floor.journal, MemoryJournal)
    return floor.journal


def founded_only(*foundings: Founding) -> MemoryJournal:
    """Return a journal in which tables were founded and nothing else happened."""
    journal = MemoryJournal()
    for founding in foundings:
        draft = Draft(1, founding.house, "founding", founding_text(founding))
        journal.append(chain_records(founding.table, initial_head(founding.table), [draft]))
    return journal


def files_of(path: Path) -> dict[str, bytes]:
    """Return every file of a bundle by its name."""
    if path.is_dir():
        found = sorted(one for one in path.rglob("*") if one.is_file())
        return {one.relative_to(path).as_posix(): one.read_bytes() for one in found}
    with zipfile.ZipFile(path) as file:
        return {name: file.read(name) for name in sorted(file.namelist())}


def test_a_bundle_has_the_files_of_the_format_and_no_other(journal: MemoryJournal, tmp_path: Path) -> None:
    """The contents of each file are written out here again, from docs/reference/journal.md."""
    done = export_bundle(journal, TABLES, KEYS, tmp_path / "night", KEY)

    files = files_of(tmp_path / "night")
    crown, star = (rules_of(key, ()) for key in ("crown-sydney-2024", "star-sydney-2016"))
    foundings = [new_founding("sample.example", "T1", layout) for layout in (crown.key, star.key)]
    assert set(files) == {
        "bundle.json",
        "keys.json",
        "manifest.note",
        *(f"rulebooks/{founding.sha256}.json" for founding in foundings),
        "tables/T1.journal",
        "tables/T1.checkpoints",
        "tables/T2.journal",
        "tables/T2.checkpoints",
    }
    records, notes = list(journal.read("T1")), list(journal.checkpoints("T1"))
    newest = max(record.wall for table in TABLES for record in journal.read(table))
    assert json.loads(files["bundle.json"]) == {
        "format": "sicbo-bundle-2",
        "house": "sample.example",
        "tables": TABLES,
        "exported": newest,
    }
    assert json.loads(files["keys.json"]) == KEYS
    assert files[f"rulebooks/{foundings[0].sha256}.json"] == canonical_json(crown)
    assert files["tables/T1.journal"].decode().splitlines() == [
        "\t".join((str(r.number), str(r.wall), r.actor, r.id, r.hash.hex(), r.text.decode())) for r in records
    ]
    assert [json.loads(line) for line in files["tables/T1.checkpoints"].splitlines()] == [
        note.note for note in notes
    ]
    assert done[0] == ExportedLog("T1", len(records), len(notes))


def test_a_zip_file_is_the_same_and_both_have_the_same_bytes_each_time(
    journal: MemoryJournal, tmp_path: Path
) -> None:
    """No clock, no random order and no name of the machine is in it."""
    for name in ("one", "two", "one.zip", "two.zip"):
        export_bundle(journal, TABLES, KEYS, tmp_path / name, KEY)

    assert (tmp_path / "one.zip").read_bytes() == (tmp_path / "two.zip").read_bytes()
    assert files_of(tmp_path / "one") == files_of(tmp_path / "two") == files_of(tmp_path / "one.zip")


@pytest.mark.parametrize("name", ["bundle", "bundle.zip"])
def test_only_its_owner_can_read_a_bundle(journal: MemoryJournal, tmp_path: Path, name: str) -> None:
    """It holds the bets of all players: every file and folder is private, packed or unpacked."""
    out = tmp_path / name
    export_bundle(journal, TABLES, KEYS, out, KEY)
    assert [place for place in (out, *out.rglob("*")) if place.stat().st_mode & 0o077] == []
    if name.endswith(".zip"):
        with zipfile.ZipFile(out) as file:
            assert {one.external_attr >> 16 & 0o777 for one in file.infolist()} == {0o600}


@pytest.mark.parametrize("name", ["bundle", "bundle.zip"])
def test_a_bundle_is_read_back_as_the_journal_was(journal: MemoryJournal, tmp_path: Path, name: str) -> None:
    """Every record is the same, from any number on, and the verifier agrees."""
    export_bundle(journal, TABLES, KEYS, tmp_path / name, KEY)
    reader = BundleReader(tmp_path / name)

    assert reader.heads() == journal.heads()
    assert list(reader.read("T2")) == list(journal.read("T2"))
    assert list(reader.read("T1", 30)) == list(journal.read("T1", 30))
    first, *later = (one[:3] for one in journal.checkpoints("T1"))
    assert [one[:3] for one in reader.checkpoints("T1", first[1])] == later
    assert reader.keys() == KEYS
    assert verify(bundle_at(tmp_path / name)).code == 0
    reader.close()


def test_records_written_meanwhile_stay_out(tmp_path: Path) -> None:
    """The export ends where each table ended when it began."""
    floor = floor_on(MemoryJournal())
    day = SampleDay(floor, "crown-sydney-2024")
    day.deal(1)

    class Growing(MemoryJournal):
        """A journal that grows as soon as it is read."""

        def heads(self) -> Any:
            found = floor.journal.heads()
            day.deal(1)
            return found

        def read(self, table: str, after: int = 0, until: int = LAST_NUMBER) -> Iterator[Record]:
            return floor.journal.read(table, after, until)

        def checkpoints(self, table: str, after: int = 0) -> Any:
            return floor.journal.checkpoints(table, after)

        def checkpoints_around(self, table: str, number: int) -> Any:
            return floor.journal.checkpoints_around(table, number)

    before, notes = floor.journal.heads()["T1"].number, len(list(floor.journal.checkpoints("T1")))

    (done,) = export_bundle(Growing(), ["T1"], KEYS, tmp_path / "night", KEY)

    assert done == ExportedLog("T1", before, notes)
    assert BundleReader(tmp_path / "night").heads()["T1"].number == before
    assert verify(bundle_at(tmp_path / "night")).code == 0


def test_the_keys_of_a_data_directory_are_the_keys_of_the_bundle(
    journal: MemoryJournal, tmp_path: Path
) -> None:
    """They equal `public`, with a rotation and a witness."""
    keys = Keys(tmp_path / "data")
    keys.new_house_key("sample.example")
    keys.rotate(7)

    export_bundle(journal, ["T1"], keys.public_keys(), tmp_path / "night", KEY)

    assert json.loads((tmp_path / "night" / "keys.json").read_bytes()) == keys.public_keys()


def test_what_cannot_be_a_bundle_is_refused_in_a_sentence(tmp_path: Path) -> None:
    """Nothing is left behind, not even a part."""
    fine = new_founding("a.example", "T1", "canberra-2005")
    other = new_founding("b.example", "T2", "canberra-2005")
    old = replace(fine, sha256="0" * 64)
    out = tmp_path / "night"

    with pytest.raises(BadInput, match="journal is empty"):
        export_bundle(MemoryJournal(), [], KEYS, out, KEY)
    with pytest.raises(BadInput, match=r"several houses: a\.example, b\.example\. Export them one by one"):
        export_bundle(founded_only(fine, other), ["T1", "T2"], KEYS, out, KEY)
    with pytest.raises(BadInput, match="another version of canberra-2005"):
        export_bundle(founded_only(old), ["T1"], KEYS, out, KEY)
    for name in ("../T1", ".T1", "a\tb", "x" * 101):
        with pytest.raises(BadInput, match="its name cannot be a file name"):
            export_bundle(founded_only(replace(fine, table=name)), [name], KEYS, out, KEY)
    assert list(tmp_path.iterdir()) == []


def test_a_name_that_is_taken_is_not_overwritten(journal: MemoryJournal, tmp_path: Path) -> None:
    """No missing folder is created, and the rest of an earlier attempt is deleted."""
    (tmp_path / "night").mkdir()
    (tmp_path / "other.new").write_text("half")
    with pytest.raises(BadInput, match="night already exists: choose another name"):
        export_bundle(journal, ["T1"], KEYS, tmp_path / "night", KEY)
    with pytest.raises(BadInput, match=r"no folder .*nowhere: make it first"):
        export_bundle(journal, ["T1"], KEYS, tmp_path / "nowhere" / "night", KEY)
    with pytest.raises(RuntimeError), atomic_path(tmp_path / "other") as making:
        making.mkdir()
        raise RuntimeError
    assert [one.name for one in tmp_path.iterdir()] == ["night"]


def test_a_bundle_that_is_none_is_refused(journal: MemoryJournal, tmp_path: Path) -> None:
    """The error is the verifier's."""
    with pytest.raises(BadInput, match="There is no "):
        BundleReader(tmp_path / "nothing")
    export_bundle(journal, ["T1"], KEYS, tmp_path / "night", KEY)
    reader = BundleReader(tmp_path / "night")
    (tmp_path / "night" / "keys.json").unlink()
    (tmp_path / "night" / "tables" / "T1.journal").unlink()
    with pytest.raises(BadInput, match=r"no keys\.json"):
        reader.keys()
    with pytest.raises(BadInput, match=r"no tables/T1\.journal"):
        reader.heads()


def test_a_zip_file_that_is_damaged_is_refused(journal: MemoryJournal, tmp_path: Path) -> None:
    """The damage is found when a file in it is opened."""
    path = tmp_path / "night.zip"
    export_bundle(journal, ["T1"], KEYS, path, KEY)
    whole = path.read_bytes()
    at = whole.index(b"tables/T1.journal")
    path.write_bytes(whole[:at] + b"X" + whole[at + 1 :])

    with pytest.raises(BadInput, match=r"tables/T1\.journal cannot be read"):
        BundleReader(path).heads()


@pytest.mark.parametrize(
    ("line", "number"),
    [
        (b"nonsense\n", 4),
        (b"4\t1\ta\tid\txyz\t{}\n", 4),
        (b"4\t1\ta\tid\t00\t{}", 4),
        (b"\xff\t\t\t\t\t\n", 4),
    ],
)
def test_a_line_that_is_no_record_is_named(
    journal: MemoryJournal, tmp_path: Path, line: bytes, number: int
) -> None:
    """The error names its position in the file."""
    export_bundle(journal, ["T1"], KEYS, tmp_path / "night", KEY)
    path = tmp_path / "night" / "tables" / "T1.journal"
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*lines[: number - 1], line]))

    with pytest.raises(JournalError, match=f"Table T1, record {number}: its line is not"):
        list(BundleReader(tmp_path / "night").read("T1"))


def test_a_changed_record_is_found_when_the_chain_is_read(journal: MemoryJournal, tmp_path: Path) -> None:
    """One cent was added, and the error names the record."""
    export_bundle(journal, ["T1"], KEYS, tmp_path / "night", KEY)
    path = tmp_path / "night" / "tables" / "T1.journal"
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*lines[:2], lines[2].replace(b"10000000", b"10000001", 1), *lines[3:]]))

    with pytest.raises(JournalError, match="record 3: its hash does not follow"):
        list(checked_records(BundleReader(tmp_path / "night"), "T1"))


@pytest.mark.parametrize("line", [b"7\n", b'"no note"\n', b"\xff\n"])
def test_a_checkpoint_that_cannot_be_read_is_said(
    journal: MemoryJournal, tmp_path: Path, line: bytes
) -> None:
    """The error names the table."""
    export_bundle(journal, ["T1"], KEYS, tmp_path / "night", KEY)
    (tmp_path / "night" / "tables" / "T1.checkpoints").write_bytes(line)

    with pytest.raises(JournalError, match="Table T1, record 1: a checkpoint cannot be read"):
        list(BundleReader(tmp_path / "night").checkpoints("T1"))
