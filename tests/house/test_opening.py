"""Opening: a house for play, and a journal for reading while another process plays."""

import os
import shutil
import subprocess
from pathlib import Path

import apsw
import pytest

from sicbo.errors import BadInput, InUse, JournalError, NotFound, StorageError
from sicbo.house.export.bundles import BundleReader, export_bundle
from sicbo.house.export.readers import SqliteReader, checked_records, entry_of, founding_of, log_names
from sicbo.house.export.sources import data_directory, manifest_source, open_reader, public_keys
from sicbo.house.identity.keys import Keys
from sicbo.house.maintenance.sample_day import SampleDay
from sicbo.house.opening import open_house
from sicbo.house.recovery.history import MARK
from sicbo.journal.record import Draft, chain_records, initial_head
from sicbo.journal.sqlite import FILE, RESERVE
from sicbo.verify.bundle import bundle_at
from sicbo.verify.verifier import verify
from tests.house.evenings import NAME, new_house
from tests.house.houses import recovered_facts
from tests.journal.postgres_server import fresh_url


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """Return a data directory with a short day."""
    with new_house(tmp_path / "data") as house:
        SampleDay(house.floor, "crown-sydney-2024").deal(1)
    return tmp_path / "data"


def test_a_house_is_opened_as_it_was_left(data: Path) -> None:
    """The tables, the keys and the pseudonyms are as before."""
    with open_house(str(data)) as house:
        before = recovered_facts(house.floor.logs["T1"])
        name = house.pseudonyms.pseudonym("ana")
    with open_house(str(data)) as house:
        assert recovered_facts(house.floor.logs["T1"]) == before
        assert house.pseudonyms.find_pseudonym("ana") == name
        SampleDay(house.floor, "crown-sydney-2024").deal(1)


def test_a_second_house_in_the_same_directory_is_refused(data: Path) -> None:
    """The first house plays on."""
    with open_house(str(data)) as house:
        with pytest.raises(InUse, match="Another process has"):
            open_house(str(data))
        SampleDay(house.floor, "crown-sydney-2024").deal(1)


def test_a_house_without_keys_is_not_opened(tmp_path: Path) -> None:
    """Its records could not be signed, so no journal is created."""
    with pytest.raises(BadInput, match="make one with `sicbo keys`"):
        open_house(str(tmp_path))
    assert not (tmp_path / FILE).exists()
    with pytest.raises(BadInput, match="There are no keys in"):
        public_keys(str(tmp_path))


def test_a_damaged_journal_is_not_opened_and_its_lock_is_let_go(data: Path) -> None:
    """The error names the record, and the journal can be opened once it is repaired."""
    damage = apsw.Connection(str(data / FILE))
    damage.execute("UPDATE record SET actor = 'x' WHERE number = 5; DELETE FROM snapshot")
    damage.close()

    for _ in range(2):
        with pytest.raises(JournalError, match="Table T1, record 5: its hash"):
            open_house(str(data))


def test_a_database_keeps_no_keys() -> None:
    """The directory of the keys must be given."""
    with pytest.raises(BadInput, match="give their directory with --data DIR"):
        data_directory("postgresql://example")
    assert data_directory("postgresql://example", Path("data")) == Path("data")
    assert data_directory("data") == Path("data")


def test_a_house_on_a_database_is_read_while_it_plays(tmp_path: Path) -> None:
    """The bundle equals that of a directory with the same keys, although its keys began no history there."""
    Keys(tmp_path / "data").new_house_key(NAME)
    url = fresh_url()
    with open_house(url, tmp_path / "data") as house:
        SampleDay(house.floor, "crown-sydney-2024").deal(1)
        reader = open_reader(url)
        export_bundle(
            reader,
            ["T1"],
            public_keys(url, tmp_path / "data"),
            tmp_path / "from-database",
            house.floor.signer,
        )
        reader.close()
    (tmp_path / "other").mkdir(mode=0o700)
    shutil.copytree(tmp_path / "data" / "keys", tmp_path / "other" / "keys")
    (tmp_path / "other" / "keys" / MARK).unlink()
    with open_house(str(tmp_path / "other")) as house:
        SampleDay(house.floor, "crown-sydney-2024").deal(1)
        export_bundle(
            house.journal, ["T1"], house.keys.public_keys(), tmp_path / "from-directory", house.floor.signer
        )

    journals = [tmp_path / name / "tables" / "T1.journal" for name in ("from-database", "from-directory")]
    assert journals[0].read_bytes() == journals[1].read_bytes()
    assert verify(bundle_at(tmp_path / "from-database")).code == 0


def test_a_reader_sees_one_moment_while_the_house_plays_on(data: Path) -> None:
    """The reader takes no lock and leaves none."""
    with open_house(str(data)) as house:
        reader = open_reader(str(data))
        before = reader.heads()
        records, notes = list(reader.read("T1")), list(house.journal.checkpoints("T1"))
        SampleDay(house.floor, "crown-sydney-2024").deal(2)

        assert reader.heads() == before
        assert list(checked_records(reader, "T1")) == records
        assert list(reader.checkpoints("T1")) == notes
        assert list(reader.read("T1", 10)) == records[10:]
        reader.close()
        later = SqliteReader(data)
        assert later.heads() == house.journal.heads()
        house.pseudonyms.pseudonym("ana")
        assert later.aside("p-stranger") is None
        later.close()


def test_a_reader_reads_what_a_house_left_that_did_not_close(data: Path) -> None:
    """The write-ahead log of a process that died is read with the file."""
    house = open_house(str(data))
    SampleDay(house.floor, "crown-sydney-2024").deal(1)
    copy = data.parent / "copy"
    copy.mkdir()
    for name in (FILE, f"{FILE}-wal"):
        subprocess.run(["cp", data / name, copy / name], check=True)
    expected = house.journal.heads()
    house.close()

    reader = open_reader(str(copy))

    assert reader.heads() == expected
    reader.close()


@pytest.mark.parametrize("name", ["night", "night.zip"])
def test_a_bundle_is_read_like_a_journal(data: Path, tmp_path: Path, name: str) -> None:
    """The bundle's own keys are used."""
    reader = open_reader(str(data))
    export_bundle(reader, ["T1"], public_keys(str(data)), tmp_path / name, manifest_source(str(data)))

    bundle = open_reader(str(tmp_path / name))

    assert isinstance(bundle, BundleReader)
    assert bundle.heads() == reader.heads()
    assert public_keys(str(tmp_path / name)) == public_keys(str(data))
    reader.close()


def test_what_is_no_journal_is_said_in_a_sentence(tmp_path: Path) -> None:
    """Nothing there, another kind of file, and a future format each give a sentence."""
    with pytest.raises(NotFound, match=r"Unknown journal: .* To make a sample journal"):
        open_reader(str(tmp_path))
    (tmp_path / FILE).write_bytes(b"this is a letter to my aunt" * 100)
    with pytest.raises(StorageError, match="cannot be read as a journal"):
        open_reader(str(tmp_path))
    (tmp_path / FILE).unlink()
    tomorrow = apsw.Connection(str(tmp_path / FILE))
    tomorrow.pragma("user_version", 99)
    tomorrow.close()
    with pytest.raises(StorageError, match="format 99, but this program reads 1: run `sicbo journal"):
        open_reader(str(tmp_path))


def test_tables_are_listed_by_name_and_a_wrong_name_is_offered_the_near_one(data: Path) -> None:
    """The error for a wrong name suggests similar names."""
    reader = open_reader(str(data))

    assert log_names(reader) == log_names(reader, "T1") == ["T1"]
    with pytest.raises(NotFound, match=r"Unknown table: 'T2'\. Known: T1"):
        log_names(reader, "T2")
    reader.close()


def test_records_that_say_nothing_readable_are_named() -> None:
    """The first record must be a founding, and every record must be JSON of a known form."""
    (bad,) = chain_records("T1", initial_head("T1"), [Draft(1, "a", "b", b'{"x":1}')])
    (other,) = chain_records("T1", initial_head("T1"), [Draft(1, "a", "b", b"\xff")])
    (empty,) = chain_records("T1", initial_head("T1"), [Draft(1, "a", "b", b"{}")])

    for record in (bad, other):
        with pytest.raises(JournalError, match="record 1: its text cannot be read"):
            entry_of(record)
    with pytest.raises(JournalError, match="record 1: it does not found"):
        founding_of(empty)


@pytest.mark.parametrize("name", [RESERVE, "keys/house.key", "keys/house.vkeys", "keys/history"])
def test_16_a_pipe_in_place_of_any_file_that_a_start_opens_is_refused(tmp_path: Path, name: str) -> None:
    """Opening a pipe would block until another process reads or writes."""
    Keys(tmp_path).new_house_key("house.example")
    open_house(str(tmp_path)).close()
    (tmp_path / name).unlink()
    os.mkfifo(tmp_path / name)

    with pytest.raises(StorageError, match="is a named pipe, not a file: move it away"):
        open_house(str(tmp_path))
