"""`sicbo journal` for operators and inspectors."""

import csv
import json
import os
from pathlib import Path
from typing import Any

import apsw
import pytest

from sicbo.cli.main import main
from sicbo.errors import SicboError
from sicbo.house.identity.keys import Keys
from sicbo.house.identity.receipts import write_receipt
from sicbo.house.maintenance.sample_day import SampleDay
from sicbo.house.opening import open_house
from sicbo.journal.sqlite import FILE
from tests.journal.postgres_server import fresh_url

QUILL = "Żofia Ångström-Quill"


@pytest.fixture(autouse=True)
def plain_terminal(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Use eighty columns and a temporary directory."""
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.chdir(tmp_path)


class JournalCommand:
    """Run `sicbo journal` commands and keep their output."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys
        self.out = self.err = ""

    def __call__(self, *arguments: str) -> int:
        """Run `sicbo journal` with these arguments and return its exit code."""
        code = main(["journal", *arguments])
        self.out, self.err = self._capsys.readouterr()
        assert max(map(len, self.out.splitlines()), default=0) <= 80
        return code

    @property
    def json(self) -> Any:
        """Standard output as JSON."""
        return json.loads(self.out)


@pytest.fixture
def desk(capsys: pytest.CaptureFixture[str]) -> JournalCommand:
    """A command runner with a sample day in `day`."""
    desk = JournalCommand(capsys)
    assert desk("sample", "day", "--rounds", "3") == 0
    return desk


def damage(statement: str) -> None:
    """Change the database of the sample day with plain SQL."""
    connection = apsw.Connection(f"day/{FILE}")
    connection.execute(statement)
    connection.close()


def test_a_sample_day_is_made_exported_and_verified(desk: JournalCommand) -> None:
    """The commands that the sample prints work."""
    assert desk.out.startswith("day: 3 rounds, 70 records.\n")
    assert "sicbo journal export day --to night.zip" in desk.out
    assert desk("export", "day", "--to", "night.zip") == 0
    assert desk.out == "night.zip: 1 table, 70 records, 33 checkpoints.\n"
    assert main(["verify", "night.zip"]) == 0


def test_the_same_seed_gives_the_same_day(desk: JournalCommand) -> None:
    """Only the signatures differ, because the keys are new."""
    desk("sample", "again", "--rounds", "3", "--layout", "crown-sydney-2024", "--seed", "1")
    desk("sample", "other", "--rounds", "3", "--seed", "2")
    days = {}
    for name in ("day", "again", "other"):
        desk("export", name, "--to", f"{name}-bundle")
        days[name] = Path(f"{name}-bundle/tables/T1.journal").read_bytes()

    assert days["day"] == days["again"] != days["other"]


def test_a_sample_is_made_for_every_layout_but_never_over_a_journal(desk: JournalCommand) -> None:
    """An unknown layout is not found."""
    assert desk("sample", "melbourne", "--layout", "crown-melbourne/b", "--rounds", "1") == 0
    assert desk.out.startswith("melbourne: 1 round, ")
    assert desk("check", "melbourne") == 0 and "crown-melbourne-6.1/b" in desk.out
    assert desk("sample", "day") == 2
    assert desk.err == "day already contains a journal. Choose another directory.\n"
    assert desk("sample", "nowhere", "--layout", "macau") == 4
    assert not Path("nowhere").exists()


@pytest.mark.parametrize("form", ["jsonl", "csv", "parquet"])
def test_wagers_are_exported_from_a_day_or_from_its_bundle(desk: JournalCommand, form: str) -> None:
    """Both give the same rows."""
    desk("export", "day", "--to", "night.zip")
    assert desk("export", "day", "--to", "one", "--format", form) == 0
    assert desk.out == "one: 72 wagers.\n"
    assert desk("export", "night.zip", "--to", "two", "--format", form, "--table", "T1") == 0
    assert Path("one").read_bytes() == Path("two").read_bytes()


def test_the_rows_are_those_of_the_day(desk: JournalCommand) -> None:
    """Each of three rounds has twenty-four wagers."""
    desk("export", "day", "--to", "wagers.csv", "--format", "csv")
    with Path("wagers.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))

    assert [row["round"] for row in rows] == ["1"] * 24 + ["2"] * 24 + ["3"] * 24
    assert {row["outcome"] for row in rows} == {"won", "lost"}


def test_what_cannot_be_exported_is_said_in_a_sentence(desk: JournalCommand) -> None:
    """The exit codes are the usual ones."""
    assert desk("export", "day", "--to", "x", "--format", "excel") == 2
    assert desk.err == "Unknown format: excel. Choose one of bundle, jsonl, csv, parquet.\n"
    assert desk("export", "day", "--to", "day") == 2
    assert desk("export", "day", "--to", "x", "--table", "T9") == 4
    assert desk("export", "nothing", "--to", "x") == 4
    assert desk("export", "postgresql://", "--to", "x") in (2, 7)
    Path("day/keys").rename("keys")
    assert desk("export", "day", "--to", "x") == 2
    assert desk.err.startswith("There are no keys in day")


def test_a_day_that_holds_is_checked_while_it_is_played(desk: JournalCommand) -> None:
    """A bundle is checked too, with the keys that it contains."""
    desk("export", "day", "--to", "night.zip")
    with open_house("day") as house:
        assert desk("check", "day") == 0
        SampleDay(house.floor, "crown-sydney-2024").deal(1)
    told = [line.split() for line in desk.out.splitlines()]
    assert told == [
        ["table", "layout", "records", "checkpoints", "rounds", "refusals"],
        ["T1", "crown-sydney-2024", "70", "33", "3", "3"],
        ["The", "journal", "is", "intact."],
    ]
    assert desk("check", "night.zip", "--json") == 0
    assert desk.json["holds"] is True and desk.json["tables"][0]["records"] == 70


def test_a_damaged_day_is_3_and_names_the_first_bad_record(desk: JournalCommand) -> None:
    """Other tables are still checked."""
    with open_house("day") as house:
        SampleDay(house.floor, "canberra-2005", name="T2").deal(1)
    damage("UPDATE record SET actor = 'x' WHERE \"table\" = 'T1' AND number = 44")

    assert desk("check", "day") == 3
    assert "Table T1, record 44: its hash does not follow" in desk.out
    assert "canberra-2005" in desk.out
    assert desk.out.endswith("The journal is damaged.\n")
    assert desk("check", "day", "--json") == 3
    assert (desk.json["wrong"][0]["table"], desk.json["wrong"][0]["record"]) == ("T1", 44)
    assert desk("check", "day", "--table", "T2") == 0
    assert desk("check", "day", "--table", "T1") == 3


def test_a_broken_chain_is_3_wherever_it_is_met(desk: JournalCommand) -> None:
    """No rows are exported from it."""
    damage("UPDATE record SET wall = wall + 1 WHERE number = 44")

    assert desk("export", "day", "--to", "w", "--format", "csv") == 3
    assert desk.err.startswith("Table T1, record 44: ")
    assert not Path("w").exists()


@pytest.mark.parametrize(
    "place", ["record.table", "record.actor", "record.id", "record.text", "checkpoint.note"]
)
def test_a_broken_byte_in_a_journal_is_a_sentence(desk: JournalCommand, place: str) -> None:
    """In every text column, the sentence says what is damaged; the exit code is 3 or 7, with no traceback."""
    table, column = place.split(".")
    broken = f"""cast(x'ff' || cast(substr("{column}", 2) AS BLOB) AS TEXT)"""
    damage(f'UPDATE {table} SET "{column}" = {broken} WHERE rowid = (SELECT max(rowid) FROM {table})')
    assert desk("check", "day") in (3, 7)
    assert "not valid UTF-8" in desk.out + desk.err
    assert desk("export", "day", "--to", "night.zip") in (3, 7)
    assert "not valid UTF-8" in desk.err
    assert not Path("night.zip").exists()
    with pytest.raises(SicboError, match=r"not valid UTF-8|text is damaged"):
        open_house("day")


def test_a_backup_is_restored_with_a_verdict_and_a_count(desk: JournalCommand) -> None:
    """The drill backs up, plays on, restores and compares."""
    assert desk("backup", "day", "--to", "backup") == 0
    assert desk.out.splitlines() == [
        "backup: 1 table, 70 records.",
        "The private key of the house is not included. Keep a separate copy of it.",
        "It contains names, PIN hashes and secret seeds. Restrict access to the operator.",
    ]
    assert desk("restore", "backup", "--to", "again", "--original", "day") == 0
    assert desk.out.splitlines() == [
        "again: 1 table, 70 records.",
        "VERIFIED",
        "The backup contains no accounts: staff do not sign in to this house.",
        "Table T1: 0 records with 0 events lost.",
    ]
    with open_house("day") as house:
        day = SampleDay(house.floor, "crown-sydney-2024")
        day.perform_step()
        (answer,) = day.submit(day.slip(day.players[0]))
        receipt = answer.receipt()
        assert receipt is not None
        Path("receipts").write_bytes(write_receipt(receipt) + b"\n")
        day.deal(1)
        notes = [json.dumps(one.note, ensure_ascii=False) for one in house.journal.checkpoints("T1")]
        lost = house.journal.heads()["T1"].number - 70
    Path("witness").write_text("".join(f"{note}\n" for note in notes))
    assert desk("restore", "backup", "--to", "third", "--original", "day", "--json") == 0
    assert (desk.json["verdict"], desk.json["lost"][0]["records"]) == ("VERIFIED", lost)
    assert desk("restore", "backup", "--to", "fourth", "--receipts", "receipts") == 0
    assert desk.out.splitlines()[-1] == "Table T1: at least 2 records lost."
    assert desk("restore", "backup", "--to", "fifth", "--witness", "witness") == 0
    assert desk.out.splitlines()[-1] == f"Table T1: at least {lost} records lost."
    assert desk("restore", "backup", "--to", "sixth") == 0
    assert desk.out.splitlines()[-1].startswith("Losses were not checked. Give --original")


def test_a_restored_day_that_is_not_what_it_was_is_3(desk: JournalCommand) -> None:
    """Either the verifier or the original reveals the difference."""
    desk("sample", "other", "--seed", "9", "--rounds", "3")
    desk("backup", "other", "--to", "backup")
    assert desk("restore", "backup", "--to", "again", "--original", "day") == 3
    assert [desk.out.splitlines()[at] for at in (-3, -1)] == [
        "VERIFIED",
        "Table T1 differs from the original, first at record 70.",
    ]
    damage("UPDATE record SET text = replace(text, '10000000', '10000001') WHERE number = 3")
    desk("backup", "day", "--to", "bad")
    assert desk("restore", "bad", "--to", "worse") == 3
    assert "T1 record 3: " in desk.out
    assert "NOT VERIFIED" in desk.out


def test_a_backup_that_cannot_be_is_said_in_a_sentence(desk: JournalCommand) -> None:
    """A database, a missing house, an existing target and files of the wrong format are refused."""
    assert desk("backup", "postgresql://example", "--to", "x") == 2
    assert desk.err == "A database cannot be backed up with this command. Use pg_dump or pg_basebackup.\n"
    assert desk("backup", "nothing", "--to", "x") == 4
    assert desk("backup", "day", "--to", "day") == 2
    assert desk("restore", "day/keys", "--to", "x") == 4
    desk("backup", "day", "--to", "backup")
    Path("bad").write_text("7\n")
    assert desk("restore", "backup", "--to", "x", "--witness", "bad") == 2
    assert desk.err.startswith("bad has the wrong format: ")
    assert desk("restore", "backup", "--to", "y", "--receipts", "bad") == 2
    assert desk("restore", "backup", "--to", "z", "--receipts", "nowhere") == 2
    assert desk.err == "Cannot read nowhere: No such file or directory.\n"


def test_there_is_one_format_and_nothing_to_migrate(
    desk: JournalCommand, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An unknown format gives exit code 7, in every command."""
    assert desk("migrate", "day") == 0
    assert desk.out == "The journal already has format 1. Nothing to do.\n"
    damage("PRAGMA user_version = 5")
    assert desk("migrate", "day") == 7
    assert desk.err.startswith("This journal has format 5. This program can reach format 1 from 1")
    assert desk("check", "day") == 7
    damage("PRAGMA user_version = 1")
    monkeypatch.setattr("sicbo.cli.house.journal.migration.migrate", lambda directory: [1, 2, 3])
    assert desk("migrate", "day") == 0
    assert desk.out == "The journal was upgraded from format 1 to 3.\n"


def test_a_person_is_told_and_then_erased(desk: JournalCommand) -> None:
    """A person is found by name or by pseudonym, and not found after erasure."""
    with open_house("day") as house:
        pseudonym = house.pseudonyms.pseudonym(QUILL)
        text = house.pseudonyms.pseudonym("a glass of Shiraz", "t")
        assert desk("who", "day", pseudonym) == 0
        assert desk.out == f"{QUILL}\n"
        assert desk("erase", "day", QUILL) == 7
        assert "Another process has day" in desk.err
    assert desk("erase", "day", QUILL) == 0
    assert desk.out == f"Erased: {pseudonym}. Erase it in the backups too.\n"
    assert desk("erase", "day", text) == 0
    assert desk("who", "day", pseudonym) == 4
    assert "It was erased or never assigned." in desk.err
    assert desk("erase", "day", QUILL) == 4
    assert desk("who", "day", QUILL) == 2
    assert desk("check", "day") == 0


def test_without_a_journal_no_person_is_looked_up(desk: JournalCommand) -> None:
    """A missing journal is not created."""
    assert desk("erase", "nothing", QUILL) == 4
    assert desk("who", "nothing", f"p-{'0' * 24}") == 4
    assert not Path("nothing").exists()


def test_a_database_is_exported_checked_and_erased_from_like_a_directory(desk: JournalCommand) -> None:
    """The keys come from the directory given with --data."""
    url = fresh_url()
    Keys(Path("keys-of-it")).new_house_key("house.example")
    with open_house(url, Path("keys-of-it")) as house:
        SampleDay(house.floor, "crown-sydney-2024").deal(1)
        pseudonym = house.pseudonyms.pseudonym(QUILL)
    assert desk("export", url, "--to", "night.zip") == 2
    assert desk.err.startswith("A database holds no keys")
    assert desk("export", url, "--to", "night.zip", "--data", "keys-of-it") == 0
    assert desk("check", url, "--data", "keys-of-it") == 0
    assert desk("who", url, pseudonym) == 0
    assert desk.out == f"{QUILL}\n"
    assert desk("erase", url, QUILL) == 0
    assert desk("who", url, pseudonym) == 4


def test_an_unreadable_journal_exits_with_7(desk: JournalCommand) -> None:
    """A file that is not a database gives exit code 7."""
    Path(f"day/{FILE}").write_bytes(os.urandom(8192))

    assert desk("check", "day") == 7
    assert "cannot be read as a journal" in desk.err
