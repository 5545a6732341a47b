"""No silent rollback: a journal that lost acknowledged records is refused, with the figures and a way on."""

import os
import shutil
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import apsw
import pytest

from sicbo.cli.main import main
from sicbo.errors import BadInput, JournalError, LostRecords, StorageBroken, StorageError
from sicbo.house.identity.keys import Keys
from sicbo.house.maintenance.sample_day import SampleDay
from sicbo.house.opening import House, open_house
from sicbo.house.recovery.history import accept_loss, accepted_losses, lost_records
from sicbo.journal.heads import heads_file
from sicbo.journal.heads.heads_file import HEADS, HeadsFile
from sicbo.journal.notes import read_note, read_vkey, verify_note
from sicbo.journal.opening import open_journal
from sicbo.journal.record import Head, chain_records, initial_head
from sicbo.journal.sqlite import FILE, SqliteJournal
from tests.journal.contract import make_drafts, make_records
from tests.journal.heads import heads_in
from tests.journal.postgres_server import fresh_url

AROUND = (FILE, f"{FILE}-wal", f"{FILE}-shm")


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """Return a house that dealt two rounds and was closed."""
    where = tmp_path / "house"
    Keys(where).new_house_key("house.example")
    with open_house(str(where)) as house:
        SampleDay(house.floor, "canberra-2005").deal(2)
    return where


def open_after_start(data: Path) -> House:
    """Open the house as a start would."""
    return open_house(str(data))


def journal_gone(data: Path) -> None:
    """Delete the main file and its log."""
    for name in AROUND:
        (data / name).unlink(missing_ok=True)


def journal_empty(data: Path) -> None:
    """Truncate the main file to no bytes."""
    (data / FILE).write_bytes(b"")


def journal_new(data: Path) -> None:
    """Replace the main file with a new, empty journal."""
    journal_gone(data)
    (data / HEADS).rename(data / "aside")
    SqliteJournal(data).close()
    (data / "aside").replace(data / HEADS)


def journal_older(data: Path) -> None:
    """Replace the journal with an older copy, without the last three records and the checkpoints on them."""
    with closing(apsw.Connection(str(data / FILE))) as file:
        number = file.execute("SELECT max(number) FROM record").get - 3
        file.execute("DELETE FROM record WHERE number > ?", (number,))
        file.execute("DELETE FROM checkpoint WHERE size > ?", (number,))


@pytest.mark.parametrize("lose", [journal_gone, journal_empty, journal_new, journal_older])
def test_16_a_journal_that_is_behind_what_was_acknowledged_is_refused_with_the_figures(
    data: Path, lose: Callable[[Path], None]
) -> None:
    """The house, every writer, the check and the doctor refuse it; none of them changes anything."""
    had = heads_in(data / HEADS)
    assert had is not None
    number = had["T1"].number
    lose(data)
    has = number - 3 if lose is journal_older else 0
    before = {path.name: path.read_bytes() for path in data.iterdir() if path.is_file()}

    for again in (lambda: open_after_start(data), lambda: SqliteJournal(data), lambda: open_journal(data)):
        with pytest.raises(LostRecords, match=f"T1 has {has} of {number} records") as refused:
            again()
        assert "sicbo journal accept-loss" in str(refused.value)

    assert main(["journal", "check", str(data)]) == (3 if has else 7)
    assert main(["doctor", "--data", str(data)]) == 3
    after = {path.name: path.read_bytes() for path in data.iterdir() if path.is_file()}
    assert {**after, f"{FILE}-shm": b"", f"{FILE}-wal": b""} == {
        **before,
        f"{FILE}-shm": b"",
        f"{FILE}-wal": b"",
    }


def test_16_another_record_under_an_acknowledged_number_is_refused(data: Path) -> None:
    """There are as many records or more, but others: another history under the same key."""
    heads = heads_in(data / HEADS) or {}
    journal_gone(data)
    (data / HEADS).rename(data / "aside")
    other = chain_records("T1", initial_head("T1"), make_drafts(heads["T1"].number + 5, text="{}"))
    with closing(SqliteJournal(data)) as journal:
        journal.append(other)
    (data / "aside").replace(data / HEADS)

    with pytest.raises(LostRecords, match=f"record {heads['T1'].number} of T1 is not the one"):
        open_after_start(data)


def test_16_nothing_new_is_begun_where_the_keys_say_there_was_a_history(data: Path) -> None:
    """Journal and heads file are both gone, and the mark beside the keys is left."""
    journal_gone(data)
    (data / HEADS).unlink()

    with pytest.raises(LostRecords, match="have signed a history"):
        open_after_start(data)
    assert not (data / FILE).exists()
    assert not (data / HEADS).exists()


def test_16_new_keys_begin_a_history_and_a_crash_before_the_first_record_is_no_loss(tmp_path: Path) -> None:
    """A key without a journal is a new house, and so is one whose journal was opened but never written."""
    Keys(tmp_path).new_house_key("house.example")
    for _ in range(2):
        with open_after_start(tmp_path) as house:
            assert house.journal.heads() == {}
    with pytest.raises(BadInput, match="Nothing is lost"):
        accept_loss(str(tmp_path), tmp_path)


def damage_line(data: Path, which: int) -> None:
    """Flip one bit in a line of the heads file."""
    content = (data / HEADS).read_bytes()
    lines = content.rstrip(b"\0").split(b"\n")
    lines[which] = lines[which][:12] + bytes([lines[which][12] ^ 1]) + lines[which][13:]
    (data / HEADS).write_bytes(b"\n".join(lines).ljust(len(content), b"\0"))


def damage_first_line(data: Path) -> None:
    damage_line(data, 0)


def damage_middle_line(data: Path) -> None:
    damage_line(data, 5)


@pytest.mark.parametrize(
    ("damage", "says"),
    [
        (lambda data: (data / HEADS).unlink(), "No heads file in"),
        (damage_first_line, "had 1 damaged lines"),
        (damage_middle_line, "had 1 damaged lines"),
    ],
)
def test_16_a_missing_heads_file_or_a_damaged_line_is_announced_and_the_file_made_again(
    data: Path, caplog: pytest.LogCaptureFixture, damage: Callable[[Path], None], says: str
) -> None:
    """Later lines show that nothing is lost, and from then on the journal is guarded again."""
    had = heads_in(data / HEADS)
    damage(data)
    open_after_start(data).close()
    assert says in caplog.text
    assert heads_in(data / HEADS) == had
    caplog.clear()
    open_after_start(data).close()
    assert caplog.text == ""


def damage_last_line(data: Path) -> None:
    damage_line(data, -2)


def empty_heads(data: Path) -> None:
    (data / HEADS).write_bytes(b"")


def overwrite_heads(data: Path) -> None:
    (data / HEADS).write_bytes(b"\xff" * 500)


@pytest.mark.parametrize("damage", [damage_last_line, empty_heads, overwrite_heads])
@pytest.mark.parametrize("behind", [True, False])
def test_16_a_heads_file_that_cannot_vouch_for_the_end_of_the_journal_is_refused(
    data: Path, damage: Callable[[Path], None], behind: bool
) -> None:
    """The line about the newest record is damaged, and that record may be lost too."""
    if behind:
        lines = (data / HEADS).read_bytes().rstrip(b"\0").count(b"\n")
        assert lines > 2
        last = (heads_in(data / HEADS) or {})["T1"].number
        with closing(apsw.Connection(str(data / FILE))) as file:
            file.execute("DELETE FROM record WHERE number = ?", (last,))
            file.execute("DELETE FROM checkpoint WHERE size = ?", (last,))
    damage(data)
    content = (data / HEADS).read_bytes()
    if damage is not damage_last_line or behind:
        with pytest.raises(LostRecords, match=r"heads file in .* acknowledged records may be lost"):
            open_after_start(data)
        assert main(["journal", "check", str(data)]) == 7
        assert (data / HEADS).read_bytes() == content
        assert "heads-file-damaged" in accept_loss(str(data), data)
    open_after_start(data).close()
    with pytest.raises(BadInput, match="Nothing is lost"):
        accept_loss(str(data), data)


def test_16_a_line_that_a_power_cut_tore_is_made_again(data: Path, caplog: pytest.LogCaptureFixture) -> None:
    """The journal already has the commit of that line, so the house starts and reports it."""
    had = heads_in(data / HEADS)
    content = (data / HEADS).read_bytes()
    said = content.rstrip(b"\0")
    (data / HEADS).write_bytes(said[:-40].ljust(len(content), b"\0"))
    open_after_start(data).close()
    assert "had 1 damaged lines" in caplog.text
    assert heads_in(data / HEADS) == had


def test_16_a_loss_that_is_accepted_is_signed_and_kept_and_then_the_house_starts(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The note has the known and the present head of each log, and every backup has it with the keys."""
    had = (heads_in(data / HEADS) or {})["T1"]
    journal_older(data)
    with pytest.raises(LostRecords):
        open_after_start(data)

    assert main(["journal", "accept-loss", str(data)]) == 0

    [note] = accepted_losses(data)
    assert note in capsys.readouterr().out
    verify_note(note, [read_vkey(line) for line in Keys(data).house_vkeys()])
    form, _, lost = read_note(note)[0].splitlines()
    log, *figures = lost.split(" ")
    with open_after_start(data) as house:
        has = house.journal.heads()["T1"]
        SampleDay(house.floor, "canberra-2005", name="T2").deal(1)
    assert (form, log) == ("sicbo-loss-1", "T1")
    assert figures == [str(had.number), had.hash.hex(), str(has.number), has.hash.hex()]
    assert main(["journal", "accept-loss", str(data)]) == 2
    assert lost_records(str(data), data) == []
    capsys.readouterr()
    main(["doctor", "--data", str(data)])
    assert "losses on record: 1" in capsys.readouterr().out
    assert main(["journal", "backup", str(data), "--to", str(data.parent / "backup")]) == 0
    assert accepted_losses(data.parent / "backup") == [note]


def test_16_the_loss_of_everything_is_accepted_too(data: Path) -> None:
    """Journal and heads file are gone: the note says so, because no figure is left."""
    journal_gone(data)
    (data / HEADS).unlink()

    assert main(["journal", "accept-loss", str(data)]) == 0

    assert read_note(accepted_losses(data)[0])[0].splitlines()[2] == "everything"
    with open_after_start(data) as house:
        SampleDay(house.floor, "canberra-2005").deal(1)
    open_after_start(data).close()


def test_16_a_restored_backup_has_a_heads_file_of_its_own(data: Path, tmp_path: Path) -> None:
    """It is made from the restored journal, so a rollback is noticed from the first start on."""
    backup, restored = tmp_path / "backup", tmp_path / "restored"
    assert main(["journal", "backup", str(data), "--to", str(backup)]) == 0
    assert main(["journal", "restore", str(backup), "--to", str(restored)]) == 0

    assert heads_in(restored / HEADS) == heads_in(data / HEADS)
    shutil.copy(data / "keys" / "house.key", restored / "keys" / "house.key")
    open_after_start(restored).close()
    journal_older(restored)
    with pytest.raises(LostRecords):
        open_after_start(restored)


def test_16_every_commit_is_in_the_heads_file_before_it_is_acknowledged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """This holds while many files fill up and replace each other; a torn last line is written again."""
    monkeypatch.setattr(heads_file, "ROOM", 500)
    with closing(SqliteJournal(tmp_path)) as journal:
        for table in ("T1", "Tisch Grün", "骰寶") * 9:
            head = journal.heads().get(table, initial_head(table))
            journal.append(make_records(table, 3, head))
            assert heads_in(tmp_path / HEADS) == journal.heads()
        heads = journal.heads()
    content = (tmp_path / HEADS).read_bytes().rstrip(b"\0")
    (tmp_path / HEADS).write_bytes(content[:-30])

    assert heads_in(tmp_path / HEADS) != heads
    with closing(SqliteJournal(tmp_path)) as journal:
        assert heads_in(tmp_path / HEADS) == heads
        journal.append(make_records("T1", 3, heads["T1"]))
        assert heads_in(tmp_path / HEADS) == journal.heads()


def test_16_a_heads_file_that_cannot_be_written_stops_the_process(tmp_path: Path) -> None:
    """A commit that is not in the heads file is not acknowledged."""
    journal = SqliteJournal(tmp_path)
    journal._acknowledged.close()
    os.close(os.open(tmp_path / "x", os.O_CREAT))
    journal._acknowledged._file = apsw.VFSFile("", "/dev/full", [apsw.SQLITE_OPEN_READWRITE, 0])
    with pytest.raises(StorageBroken):
        journal.append(make_records("T1", 1))
    with pytest.raises(StorageBroken):
        journal.append(make_records("T1", 1))
    journal.close()


def test_16_ten_thousand_logs_have_room_in_the_heads_file(tmp_path: Path) -> None:
    """It grows with its logs, and a commit writes only what changed."""
    many = {f"log-{number}": Head(number, bytes(32)) for number in range(10_000)}
    file = HeadsFile(tmp_path / HEADS, many)
    size = (tmp_path / HEADS).stat().st_size
    changed = {"log-7": Head(8, bytes(32))}
    for _ in range(100):
        file.prepare(changed)
        file.write(changed)
    file.close()

    assert (tmp_path / HEADS).stat().st_size == size
    assert heads_in(tmp_path / HEADS) == {**many, **changed}


@pytest.mark.parametrize(
    "damage",
    [
        "note = CAST(x'ff' AS TEXT)",
        "note = replace(note, 'T1', 'T2')",
        "note = substr(note, 1, length(note) - 9) || 'AAAAAAA=' || char(10)",
        "peaks = CAST(substr(peaks, 1, length(peaks) - 1) || x'00' AS BLOB)",
        "peaks = x''",
        "size = size + 1",
    ],
)
def test_16_a_damaged_checkpoint_stops_the_start(data: Path, damage: str) -> None:
    """The text, the signature, the size or the stored peaks of the newest checkpoint are damaged."""
    with closing(apsw.Connection(str(data / FILE))) as file:
        file.execute(f"UPDATE checkpoint SET {damage} WHERE size = (SELECT max(size) FROM checkpoint)")

    with pytest.raises(JournalError, match="Table T1, record"):
        open_after_start(data)


@pytest.mark.parametrize("name", [FILE, f"{FILE}-wal", HEADS])
@pytest.mark.parametrize("kind", ["pipe", "directory", "device", "link to a pipe"])
def test_16_what_is_no_file_in_place_of_the_journal_is_refused_and_not_waited_for(
    data: Path, name: str, kind: str
) -> None:
    """The house and readers refuse it; opening a pipe would block until another process writes."""
    (data / name).unlink(missing_ok=True)
    match kind:
        case "pipe":
            os.mkfifo(data / name)
        case "directory":
            (data / name).mkdir()
        case "device":
            (data / name).symlink_to("/dev/zero")
        case _:
            os.mkfifo(data / "pipe")
            (data / name).symlink_to(data / "pipe")

    with pytest.raises(StorageError, match="not a file: move it away"):
        open_after_start(data)
    assert main(["journal", "check", str(data)]) == 7


def test_16_a_database_behind_the_heads_of_any_of_its_processes_is_refused(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Each process stores its own heads; the database may be ahead of each, but behind none."""
    url, other = fresh_url(), fresh_url()
    first, second = open_journal(url, tmp_path), open_journal(url, tmp_path)
    written = make_records("T1", 4)
    first.append(written[:2])
    second.append(written[2:])
    first.close()
    second.close()

    assert (heads_in(tmp_path / HEADS) or {})["T1"].number == 2
    assert (heads_in(tmp_path / "heads.2") or {})["T1"].number == 4
    open_journal(url, tmp_path).close()
    assert caplog.text == ""
    for refused in (lambda: open_journal(other, tmp_path), lambda: refuse_after(url, tmp_path)):
        with pytest.raises(LostRecords, match=r"T1 has [03] of 4 records"):
            refused()


def refuse_after(url: str, directory: Path) -> None:
    """Open a database whose last record was deleted."""
    import psycopg

    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("DELETE FROM record WHERE number = 4")
    open_journal(url, directory).close()
