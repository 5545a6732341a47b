"""Rows for other programs: the same rows in every form, and no cell that a spreadsheet would run."""

import csv
import importlib
import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from sicbo.errors import BadInput, NotFound
from sicbo.house.export import files
from sicbo.house.export.files import escape_formula, write_rows
from sicbo.house.export.wager_rows import COLUMNS, WagerRow, table_wagers
from tests.house.evenings import journal_of_transcript

CORRECTION = "crown-sydney-correction"


@pytest.fixture
def rows() -> list[WagerRow]:
    """Return two wagers, both corrected."""
    return list(table_wagers(journal_of_transcript(CORRECTION), "T1"))


def test_json_lines_have_every_column_with_its_type(rows: list[WagerRow], tmp_path: Path) -> None:
    """Numbers are numbers, and missing values are null."""
    plain = list(table_wagers(journal_of_transcript("crown-sydney-plain"), "T1"))

    assert write_rows(iter(rows + plain), "jsonl", tmp_path / "w") == 2 + len(plain)

    told = [json.loads(line) for line in (tmp_path / "w").read_text().splitlines()]
    assert all(tuple(one) == COLUMNS for one in told)
    assert (told[0]["stake"], told[0]["corrected"], told[2]["corrected"]) == (2500, 20, None)


@pytest.mark.parametrize("form", sorted(files.FORMS))
def test_only_its_owner_reads_a_file_of_wagers(form: str, rows: list[WagerRow], tmp_path: Path) -> None:
    """As a bundle: it has every pseudonym, bet and stake; not even while it is written can others read it."""
    modes: list[int] = []

    def watched_rows() -> Iterator[WagerRow]:
        for row in rows:
            modes.extend(path.stat().st_mode & 0o777 for path in tmp_path.iterdir())
            yield row

    before = os.umask(0o022)
    try:
        write_rows(watched_rows(), form, tmp_path / "wagers")
    finally:
        os.umask(before)
    assert {*modes, (tmp_path / "wagers").stat().st_mode & 0o777} == {0o600}


def test_csv_has_a_heading_and_reads_back(rows: list[WagerRow], tmp_path: Path) -> None:
    """There is one line for each wager."""
    assert write_rows(rows, "csv", tmp_path / "w.csv") == 2

    with (tmp_path / "w.csv").open(newline="") as file:
        first, second = csv.DictReader(file)
    assert (tuple(first), first["player"], first["winnings"]) == (COLUMNS, "ana", "2500")
    assert (second["player"], second["outcome"], second["collected"]) == ("ben", "lost", "2500")


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\r", "\n", "'"])
def test_no_cell_begins_a_formula(start: str, rows: list[WagerRow], tmp_path: Path) -> None:
    """A player with such a name is shown with a quote before it, which keeps the cell a text."""
    name = f'{start}HYPERLINK("http://example.invalid")'
    rows[0].player = rows[0].clause = name

    write_rows(rows, "csv", tmp_path / "w.csv")

    with (tmp_path / "w.csv").open(newline="") as file:
        first = next(csv.DictReader(file))
    assert first["player"] == first["clause"] == f"'{name}"
    assert escape_formula("p-12") == "p-12" and escape_formula("") == ""


def test_parquet_has_the_same_rows_whatever_the_size_of_its_parts(
    rows: list[WagerRow], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The columns are typed: cents and times are 64-bit integers."""
    monkeypatch.setattr(files, "CHUNK", 1)
    write_rows(rows, "parquet", tmp_path / "w.parquet")
    write_rows(rows, "jsonl", tmp_path / "w.jsonl")

    found = importlib.import_module("pyarrow.parquet").read_table(tmp_path / "w.parquet")

    assert found.column_names == list(COLUMNS)
    assert {str(found.schema.field(name).type) for name in ("stake", "wall", "corrected")} == {"int64"}
    lines = (tmp_path / "w.jsonl").read_text().splitlines()
    assert found.to_pylist() == [json.loads(line) for line in lines]


@pytest.mark.parametrize("form", ["jsonl", "csv", "parquet"])
def test_no_wagers_make_an_empty_table(form: str, tmp_path: Path) -> None:
    """The file is written all the same."""
    assert write_rows([], form, tmp_path / "w") == 0
    assert (tmp_path / "w").exists()


def test_without_its_library_parquet_says_what_to_install(
    rows: list[WagerRow], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It leaves no file behind."""
    monkeypatch.setitem(sys.modules, "pyarrow", None)

    with pytest.raises(BadInput, match=r"pip install 'sicbo\[lab\]', or choose csv or jsonl"):
        write_rows(rows, "parquet", tmp_path / "w")
    assert list(tmp_path.iterdir()) == []


def test_an_unknown_form_and_a_name_that_is_taken_are_refused(rows: list[WagerRow], tmp_path: Path) -> None:
    """Nothing is overwritten."""
    (tmp_path / "w").write_text("mine")
    with pytest.raises(NotFound, match=r"Unknown form of table: 'cvs'\. Did you mean csv"):
        write_rows(rows, "cvs", tmp_path / "x")
    with pytest.raises(BadInput, match="already"):
        write_rows(rows, "csv", tmp_path / "w")
    assert (tmp_path / "w").read_text() == "mine"
