"""An unusable path gives one sentence and an exit code, for every error of the system or SQLite."""

import errno
import json
import os
import shutil
from pathlib import Path

import apsw
import pytest

from sicbo.cli.main import main
from sicbo.errors import JournalError
from sicbo.house.opening import open_house
from sicbo.journal.notes import SigningKey
from sicbo.journal.sqlite import FILE, SqliteJournal
from sicbo.verify.__main__ import main as alone

VKEY = str(SigningKey.new("house.example").vkey)
SERVE = ("serve", "--port", "0", "--no-browser", "--data")


@pytest.fixture(autouse=True)
def a_place(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Use a directory with a file in the way; leave the log and the collector of the test process alone."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sicbo.server.logs.log_to_standard_error", lambda quiet: None)
    for setting in ("reduce_garbage_collection", "shorten_thread_switches", "raise_file_limit"):
        monkeypatch.setattr(f"sicbo.server.main.{setting}", lambda: None)
    Path("text.txt").write_text("not a directory\n")


def sentence(capsys: pytest.CaptureFixture[str]) -> str:
    """Return the one line on standard error."""
    said = capsys.readouterr().err
    assert said.count("\n") == 1 and said.endswith((".\n", "`\n"))
    return said


@pytest.mark.parametrize(
    "words",
    [
        ("journal", "sample", "text.txt/day"),
        ("keys", "new", "a.b", "--data", "text.txt"),
        ("witness", "serve", "--name", "w.example", "--trust", VKEY, "--data", "text.txt/w"),
        (*SERVE, "text.txt/house"),
    ],
    ids=lambda words: words[0],
)
def test_a_file_in_the_way_is_one_sentence(
    words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    """The sentence names the file and says what to choose instead."""
    assert main(words) in (2, 7)
    assert "text.txt" in sentence(capsys)


@pytest.mark.parametrize(
    ("number", "advice"),
    [
        (errno.EACCES, "Give the account that runs sicbo access to it."),
        (errno.EROFS, "Choose a writable path."),
        (errno.ENOSPC, "Make room, then try again."),
        (errno.EIO, "Check the disk, then try again."),
    ],
)
@pytest.mark.parametrize(
    "words", [("journal", "sample", "ro"), ("keys", "new", "a.b", "--data", "ro"), (*SERVE, "ro")]
)
def test_what_the_system_refuses_comes_with_advice(
    words: tuple[str, ...],
    number: int,
    advice: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """A full disk needs space; a disk without write permission needs something else."""

    def refuse(path: Path, **_: object) -> None:
        raise OSError(number, os.strerror(number), str(path))

    monkeypatch.setattr(Path, "mkdir", refuse)
    assert main(words) == 7
    assert sentence(capsys) == f"ro cannot be read or written: {os.strerror(number)}. {advice}\n"


def damage_journal(how: str) -> None:
    """Damage the journal of a house: garbage, a torn file, or another chain."""
    file = Path("house", FILE)
    if how == "garbage":
        file.write_bytes(os.urandom(8192))
    elif how == "torn":
        text = file.read_bytes()
        file.write_bytes(text[:4096] + os.urandom(len(text) - 4096))
    else:
        connection = apsw.Connection(str(file))
        connection.execute("UPDATE record SET actor = 'stranger' WHERE number = 9; DELETE FROM snapshot")
        connection.close()


@pytest.mark.parametrize(("how", "code"), [("garbage", 7), ("torn", 7), ("chain", 3)])
def test_a_house_whose_journal_is_broken_does_not_start(
    how: str, code: int, capsys: pytest.CaptureFixture[str]
) -> None:
    """`serve` and `check` report one sentence; `doctor` completes its list and marks the journal."""
    assert main(["journal", "sample", "house", "--rounds", "1"]) == 0
    damage_journal(how)
    capsys.readouterr()
    assert main([*SERVE, "house"]) == code
    assert "ournal" in (said := sentence(capsys)) or "record 9" in said
    assert main(["journal", "check", "house"]) == code
    capsys.readouterr()
    assert main(["doctor", "--data", "house", "--json"]) == 3
    looked = {one["name"]: one["well"] for one in json.loads(capsys.readouterr().out)}
    assert len(looked) == 10 and not looked["journal"]


def test_a_house_that_is_in_use_does_not_start_twice(capsys: pytest.CaptureFixture[str]) -> None:
    """The second process reports it."""
    assert main(["journal", "sample", "house", "--rounds", "1"]) == 0
    capsys.readouterr()
    with open_house("house"):
        assert main([*SERVE, "house"]) == 7
    assert sentence(capsys).startswith("Another process has house open: stop it")


@pytest.mark.parametrize("keys", ["[]", "{}", '{"house":[]}', '{"house":7}', '{"house":[7]}', "7"])
def test_a_bundle_without_keys_is_not_checked(keys: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Without keys, the signer is unknown."""
    assert main(["journal", "sample", "day", "--rounds", "1"]) == 0
    assert main(["journal", "export", "day", "--to", "bundle"]) == 0
    Path("bundle/keys.json").write_text(keys)
    capsys.readouterr()
    assert main(["journal", "check", "bundle"]) == 2
    assert "key" in sentence(capsys).lower()


def test_a_bug_is_not_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only errors of the system and SQLite become a sentence."""
    monkeypatch.setattr("sicbo.cli.house.journal.migration.migrate", lambda directory: 1 // 0)
    with pytest.raises(ZeroDivisionError):
        main(["journal", "migrate", "."])


def test_only_the_owner_reads_names_and_salts() -> None:
    """Journal, WAL, backup and restored files are 0600 in 0700, even with a lax umask."""
    before = os.umask(0)
    try:
        assert main(["journal", "sample", "day", "--rounds", "1"]) == 0
        assert main(["journal", "backup", "day", "--to", "backup"]) == 0
        shutil.copytree("backup", "lax")
        Path("lax").chmod(0o755)
        Path("lax", FILE).chmod(0o644)
        assert main(["journal", "restore", "lax", "--to", "again"]) == 0
        Path("again", FILE).chmod(0o644)
        journal = SqliteJournal(Path("again"))
        journal.put_aside("p-1", "Ana")
        for place in ("day", "backup", "again"):
            files = list(Path(place).glob(f"{FILE}*"))
            assert {path.stat().st_mode & 0o777 for path in files} == {0o600}
            assert Path(place).stat().st_mode & 0o777 == 0o700
        assert len(files) == 3
        journal.close()
    finally:
        os.umask(before)


@pytest.mark.parametrize("trust", ["nowhere", "text.txt", ".", "a+b"])
def test_a_witness_that_is_refused_leaves_no_key(trust: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The invalid keys are reported first, and nothing is created."""
    words = ["witness", "serve", "--data", "w", "--name", "w.example", "--port", "0", "--trust", trust]
    assert main(words) == 2
    assert sentence(capsys).startswith(f"--trust {trust}")
    assert not Path("w").exists()


def test_what_is_not_there_is_said_before_anything_else(capsys: pytest.CaptureFixture[str]) -> None:
    """A missing journal, bundle or round gives one sentence and no partial table."""
    assert main(["journal", "sample", "day", "--rounds", "2"]) == 0
    capsys.readouterr()
    assert main(["journal", "check", "nowhere"]) == 4
    assert sentence(capsys).startswith("Unknown journal: 'nowhere'")
    assert main(["verify", "day"]) == 2
    assert sentence(capsys).endswith("export it first, with `sicbo journal export`.\n")
    with pytest.raises(SystemExit, match="2"):
        alone(["--bogus", "day"])
    assert sentence(capsys) == "Unrecognized arguments: --bogus. Try --help.\n"
    for number, code in (("0", 4), ("99", 4), ("x", 2)):
        assert main(["replay", "day", "--round", number]) == code
        assert capsys.readouterr().out == ""
    assert str(JournalError("T1", 3, "It is so.")) == (
        "Table T1, record 3: It is so. The records from there on cannot be trusted."
    )


@pytest.mark.parametrize(
    "address",
    [
        "postgresql://kim:S3CRET@db.invalid/house",
        "postgresql://kim:S3C RET@db.invalid/house",
        "postgresql://kim:S3C%RET@db.invalid/house",
        "postgresql://kim:S3C/RET@db.invalid/house",
        "mysql://kim:S3CRET@db/house",
        f"mysql://kim:{'S3CRET' * 20}@db/house",
        "kim:S3CRET@db/house",
    ],
)
@pytest.mark.parametrize(
    "words",
    [
        ("verify",),
        ("replay",),
        ("registers",),
        ("doctor",),
        ("dice-test",),
        ("journal", "check"),
        ("journal", "who", "p-"),
        ("journal", "backup", "--to", "b"),
        ("journal", "export", "--data", "keys", "--to", "out.zip"),
    ],
    ids=" ".join,
)
def test_no_error_repeats_the_password_of_an_address(
    words: tuple[str, ...], address: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """The commands that read a journal name its address as `config check` does."""
    assert main([*words, address]) in (2, 4, 7)
    said = sentence(capsys)
    assert not {"S3C", "RET"} & {said[at : at + 3] for at in range(len(said))}, said
