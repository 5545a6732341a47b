"""Backups: complete, of one moment, while a house plays; and a count of what a restored one lacks."""

import subprocess
import sys
from contextlib import closing
from pathlib import Path

import apsw
import pytest

from sicbo.errors import BadInput, InUse, NotFound, StorageError
from sicbo.house.export.bundles import BundleReader, export_bundle
from sicbo.house.export.manifest import FILE as MANIFEST
from sicbo.house.export.readers import SqliteReader, entry_of
from sicbo.house.export.sources import open_reader, public_keys
from sicbo.house.maintenance import backups
from sicbo.house.maintenance.backups import LogLoss, back_up, losses_against, losses_since, restore
from sicbo.house.maintenance.migration import format_of, migrate
from sicbo.house.maintenance.sample_day import SampleDay
from sicbo.house.maintenance.self_check import check_log
from sicbo.house.opening import House, open_house
from sicbo.journal.notes import SigningKey, read_vkey
from sicbo.journal.sqlite import FILE
from sicbo.server.access.access_database import open_session_file as open_shelf
from sicbo.server.access.sessions import Sessions
from tests.house.evenings import new_house

ROOT = Path(__file__).parent.parent.parent.parent
PLAYING = """
import sys
from sicbo.house.opening import open_house
from sicbo.house.maintenance.sample_day import SampleDay
with open_house(sys.argv[1]) as house:
    day = SampleDay(house.floor, "crown-sydney-2024")
    while True:
        day.deal(1)
        print(house.floor.logs["T1"].head.number, flush=True)
"""
NARROW = """
import resource, sys
from sicbo.cli.main import main
before = resource.getrlimit(resource.RLIMIT_FSIZE)
resource.setrlimit(resource.RLIMIT_FSIZE, (40_000, before[1]))
code = main()
resource.setrlimit(resource.RLIMIT_FSIZE, before)
sys.exit(code)
"""


def day_of(house: House) -> SampleDay:
    """Return the day that is dealt at the only table."""
    return SampleDay(house.floor, "crown-sydney-2024")


def test_a_backup_is_whole_while_another_process_plays_on(tmp_path: Path) -> None:
    """It has everything that was acknowledged before it began, and no partial commit."""
    new_house(tmp_path / "data").close()
    playing = subprocess.Popen(
        [sys.executable, "-c", PLAYING, str(tmp_path / "data")], stdout=subprocess.PIPE, text=True, cwd=ROOT
    )
    try:
        assert playing.stdout is not None
        vkeys = [read_vkey(line) for line in open_keys(tmp_path / "data")]
        for turn in range(8):
            acknowledged = int(playing.stdout.readline())
            heads = back_up(tmp_path / "data", tmp_path / f"backup-{turn}")

            copy = SqliteReader(tmp_path / f"backup-{turn}")
            assert check_log(copy, "T1", vkeys).records == heads["T1"].number >= acknowledged
            copy.close()
        assert playing.poll() is None
    finally:
        playing.kill()
        playing.communicate()
    with open_house(str(tmp_path / "data")) as house:
        assert house.floor.logs["T1"].head.number >= acknowledged


def test_18_a_backup_sees_journal_and_seeds_at_one_moment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However long copying the journal takes, the backup has the seed of the round in play."""
    with new_house(tmp_path / "data") as house, closing(Sessions(open_shelf(tmp_path / "data"))) as sessions:
        day_of(house).deal(1)
        sessions.store_seed("of the round in play", b"secret")
        copied = backups._copy

        def slowly(source: apsw.Connection, target: Path) -> None:
            copied(source, target)
            if target.name == FILE:
                sessions.store_seed("of the next round", b"other", over="of the round in play")

        monkeypatch.setattr(backups, "_copy", slowly)
        back_up(tmp_path / "data", tmp_path / "backup")

    with closing(Sessions(open_shelf(tmp_path / "backup"))) as copy:
        assert copy.seed("of the round in play") == b"secret"


def open_keys(directory: Path) -> list[str]:
    """Return the public keys of a house."""
    house = public_keys(str(directory))["house"]
    assert isinstance(house, list)
    return house


def test_a_backup_is_a_folder_of_its_own_without_the_private_key(tmp_path: Path) -> None:
    """It has one journal file and the public keys; restored, it is a data directory like the first."""
    with new_house(tmp_path / "data") as house:
        day_of(house).deal(1)
        house.keys.new_person_key("p-1", tmp_path / "person.key")
        expected = list(house.journal.read("T1"))
        heads = back_up(tmp_path / "data", tmp_path / "backup")
        notes = list(house.journal.checkpoints("T1"))

    names = {path.relative_to(tmp_path / "backup").as_posix() for path in (tmp_path / "backup").rglob("*")}
    assert names == {
        FILE,
        MANIFEST,
        "keys",
        "keys/history",
        "keys/house.vkeys",
        "keys/persons",
        "keys/persons/p-1.vkey",
    }
    assert restore(tmp_path / "backup", tmp_path / "again") == heads
    restored = SqliteReader(tmp_path / "again")
    assert list(restored.read("T1")) == expected
    assert list(restored.checkpoints("T1")) == notes
    restored.close()
    with pytest.raises(BadInput, match="copy it there from where it is kept"):
        open_house(str(tmp_path / "again"))
    SigningKey.load(tmp_path / "data" / "keys" / "house.key").save(tmp_path / "again" / "keys" / "house.key")
    with open_house(str(tmp_path / "again")) as house:
        day_of(house).deal(1)


def test_a_backup_needs_no_keys_and_takes_no_name_that_is_there(tmp_path: Path) -> None:
    """If it cannot be written the error says so, and nothing unfinished is left."""
    with new_house(tmp_path / "data") as house:
        day_of(house).deal(1)
    (tmp_path / "data" / "keys").rename(tmp_path / "keys")
    back_up(tmp_path / "data", tmp_path / "backup")
    with pytest.raises(BadInput, match="already"):
        back_up(tmp_path / "data", tmp_path / "backup")
    with pytest.raises(NotFound, match="Unknown journal"):
        back_up(tmp_path / "nothing", tmp_path / "other")
    with pytest.raises(NotFound, match=r"Unknown backup: .* Make one with"):
        restore(tmp_path / "keys", tmp_path / "other")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["backup", "data", "keys"]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["backup"], "The backup cannot be written ("),
        (["export"], "{out} cannot be written: File too large."),
        (["export", "--format", "jsonl"], "{out} cannot be written: File too large."),
    ],
)
def test_a_disk_without_room_leaves_nothing_by_halves(tmp_path: Path, words: list[str], says: str) -> None:
    """The error says what to do, and the exit code is that of storage."""
    with new_house(tmp_path / "data") as house:
        day_of(house).deal(6)
    out = tmp_path / "out"

    done = subprocess.run(
        [sys.executable, "-c", NARROW, "journal", *words, tmp_path / "data", "--to", out],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
    )

    assert done.returncode == 7
    assert done.stderr.startswith(says.format(out=out))
    assert done.stderr.lower().endswith("make room, then try again.\n")
    assert [path.name for path in tmp_path.iterdir()] == ["data"]


def test_what_is_lost_is_counted_against_the_original(tmp_path: Path) -> None:
    """Records and events are counted against a directory or a bundle; a missing table counts completely."""
    with new_house(tmp_path / "data") as house:
        day_of(house).deal(1)
        back_up(tmp_path / "data", tmp_path / "backup")
        before = house.journal.heads()["T1"].number
        day_of(house).deal(1)
        SampleDay(house.floor, "canberra-2005", name="T2")
        tail = [entry_of(record) for record in house.journal.read("T1", before)]
        export_bundle(
            house.journal, ["T1", "T2"], house.keys.public_keys(), tmp_path / "bundle", house.floor.signer
        )
    restore(tmp_path / "backup", tmp_path / "again")
    expected = [
        LogLoss("T1", len(tail), sum(len(entry.events) for entry in tail)),
        LogLoss("T2", 1, 0),
    ]

    restored = SqliteReader(tmp_path / "again")
    for original in (open_reader(str(tmp_path / "data")), BundleReader(tmp_path / "bundle")):
        assert losses_against(restored, original) == expected
        assert losses_against(original, restored) == [LogLoss("T1", 0, 0), LogLoss("T2", 0, 0)]
        original.close()
    restored.close()


def test_another_history_is_told_apart_from_a_lost_tail(tmp_path: Path) -> None:
    """The last record that both have differs."""
    for name, seed in (("one", 1), ("two", 2)):
        with new_house(tmp_path / name) as house:
            SampleDay(house.floor, "crown-sydney-2024", seed=seed).deal(seed)
    one, two = SqliteReader(tmp_path / "one"), SqliteReader(tmp_path / "two")
    (loss,) = losses_against(one, two)

    assert loss.differs == one.heads()["T1"].number
    assert (loss.records, loss.events) == (two.heads()["T1"].number - loss.differs, None)
    one.close()
    two.close()


def test_what_a_witness_or_a_player_saw_is_missed(tmp_path: Path) -> None:
    """The loss is at least up to the newest record that any of them saw."""
    with new_house(tmp_path / "data") as house:
        day = day_of(house)
        day.deal(1)
        back_up(tmp_path / "data", tmp_path / "backup")
        before = house.journal.heads()["T1"].number
        day.perform_step()
        (answer,) = day.submit(day.slip(day.players[0]))
        receipt = answer.receipt()
        assert receipt is not None
        day.deal(1)
        notes = [one.note for one in house.journal.checkpoints("T1")]
    restore(tmp_path / "backup", tmp_path / "again")

    restored = SqliteReader(tmp_path / "again")
    newest = int(notes[-1].split("\n")[1])
    assert losses_since(restored, notes, []) == [LogLoss("T1", newest - before)]
    assert losses_since(restored, notes[:1], [receipt]) == [LogLoss("T1", receipt.number - before)]
    assert losses_since(restored, notes[:1], []) == [LogLoss("T1", 0)]
    assert losses_since(restored, [], []) == []
    restored.close()


def test_a_journal_of_today_has_nothing_to_migrate(tmp_path: Path) -> None:
    """An unknown format is refused before anything is changed."""
    new_house(tmp_path / "data").close()
    assert format_of(tmp_path / "data") == 1
    assert migrate(tmp_path / "data") == [1]
    for version in (0, 7):
        _mark(tmp_path / "data", version)
        with pytest.raises(StorageError, match=f"format {version}. This program can reach format 1 from 1"):
            migrate(tmp_path / "data")


def test_steps_lead_from_format_to_format_each_as_a_whole(tmp_path: Path) -> None:
    """If a step fails, the journal keeps the format after the last good step."""
    new_house(tmp_path / "data").close()

    def add(connection: apsw.Connection) -> None:
        connection.execute("ALTER TABLE aside ADD COLUMN since INTEGER")

    def fail(connection: apsw.Connection) -> None:
        connection.execute("DROP TABLE record; DROP TABLE no_such_thing")

    assert migrate(tmp_path / "data", {1: add, 2: lambda connection: None}, newest=3) == [1, 2, 3]
    with pytest.raises(StorageError, match=r"could not be migrated .*it is unchanged"):
        migrate(tmp_path / "data", {3: lambda connection: None, 4: fail}, newest=5)
    assert format_of(tmp_path / "data") == 4
    kept = apsw.Connection(str(tmp_path / "data" / FILE))
    assert "since" in {name for _, name, *_ in kept.execute("PRAGMA table_info(aside)")}
    assert kept.execute("SELECT count(*) FROM record").get == 0
    kept.close()


def test_nothing_is_migrated_while_a_house_plays(tmp_path: Path) -> None:
    """Migration uses the same lock as a house."""
    with new_house(tmp_path / "data"), pytest.raises(InUse, match="stop it first"):
        migrate(tmp_path / "data", {1: lambda connection: None}, newest=2)
    assert format_of(tmp_path / "data") == 1


def _mark(directory: Path, version: int) -> None:
    connection = apsw.Connection(str(directory / FILE))
    connection.pragma("user_version", version)
    connection.close()
