"""The PAR sheet: the contents that a laboratory signs, always the same bytes."""

import csv
import html
import io
import json
import os
import subprocess
import sys
from fractions import Fraction
from html.parser import HTMLParser

import pytest

from sicbo import rulebooks
from sicbo.game.rulebook.publication import sha256
from sicbo.maths.figures import decimals, root
from sicbo.maths.par_sheet import COLUMNS, FORMS, Sheet, as_csv, as_html, as_json, as_text, sheet
from tests.clauses.brute import EVERY


def made(name: str, **readings: str) -> Sheet:
    """Return the sheet of a layout under some readings."""
    rules, layout = rulebooks.get_layout(name)
    read = rules.read({key.replace("_", "-"): option for key, option in readings.items()})
    return sheet(rulebooks.name_of(rules, layout), read, read.layout(layout.key))


SYDNEY = made("crown-sydney")
STAR = made("star-sydney")


def row(found: Sheet, bet: str) -> dict[str, str]:
    """Return one row of a sheet."""
    return next(row for row in found.rows if row["bet"] == bet)


@pytest.mark.parametrize(
    ("value", "places", "read"),
    [
        (Fraction(1, 36), 4, "0.0278"),
        (Fraction(-1, 36), 4, "-0.0278"),
        (Fraction(1, 8), 2, "0.12"),
        (Fraction(3, 8), 2, "0.38"),
        (Fraction(-1, 1000), 2, "0.00"),
        (Fraction(12), 1, "12.0"),
    ],
)
def test_decimals_are_rounded_half_to_even(value: Fraction, places: int, read: str) -> None:
    """Zero has no minus sign."""
    assert decimals(value, places) == read


@pytest.mark.parametrize(
    ("value", "read"),
    [
        (Fraction(0), "0.0000"),
        (Fraction(2), "1.4142"),
        (Fraction(3), "1.7321"),
        (Fraction(1295, 1296), "0.9996"),
    ],
)
def test_roots_are_rounded_to_the_nearest(value: Fraction, read: str) -> None:
    """The square root of three is 1.73205…"""
    assert root(value, 4) == read


def test_a_row_has_every_figure_of_a_bet() -> None:
    """Double 4 at Crown Sydney, counted by hand, wins 16 of 216 rolls at 11 to 1."""
    nets = [11 if dice.count(4) >= 2 else -1 for dice in EVERY]
    mean = Fraction(sum(nets), 216)
    variance = Fraction(sum(net * net for net in nets), 216) - mean**2

    assert row(SYDNEY, "double-4") == {
        "bet": "double-4",
        "name": "Specific Double 4",
        "clause": "3.3.4(a), 6.3/specific-double",
        "pays": "11",
        "wins": "16",
        "hit_rate": "2/27",
        "house_edge": str(-mean),
        "percent": "11.11 %",
        "variance": str(variance),
        "sd": "3.1427",
        "token": str(Fraction(16 * 11, 216)),
        "reading": "",
    }
    assert (-mean, variance) == (Fraction(1, 9), Fraction(800, 81))


def test_a_sheet_names_its_layout_hash_and_readings() -> None:
    """So two sheets can still be distinguished years later."""
    rules = rulebooks.get("crown-sydney")

    assert (SYDNEY.layout, SYDNEY.title) == ("crown-sydney-2024", "Crown Sydney, 2.0, Crown Sydney")
    assert SYDNEY.sha256 == sha256(rules)
    assert list(SYDNEY.readings) == [reading.id for reading in rules.readings]
    assert SYDNEY.readings["S-03"] == "both-once"
    assert len(SYDNEY.rows) == 50


def test_another_reading_is_another_sheet() -> None:
    """The figures, the hash and the chosen reading all change."""
    found = made("crown-sydney", S_03="each-pair")

    assert row(found, "domino-14")["pays"] == "6 / 12"
    assert row(found, "domino-14")["house_edge"] == "-5/36"
    assert found.readings["S-03"] == "each-pair"
    assert found.sha256 != SYDNEY.sha256
    assert any(finding.startswith("PLAYER-EDGE 3.3.7(a)") for finding in found.findings)


def test_tokens_are_valued_only_where_they_are_stakes() -> None:
    """Canberra has no tokens, Melbourne changes them into chips, The Star keeps them."""
    assert {row["token"] for row in made("canberra").rows} == {""}
    assert {row["token"] for row in made("crown-melbourne/a").rows} == {""}
    assert row(STAR, "small")["token"] == "35/72"


def test_super_streak_has_four_rows_of_its_own() -> None:
    """They win with four to twelve like results: a chance of 1/16 of being paid at the end."""
    streaks = [row for row in STAR.rows if row["bet"].startswith("streak-")]

    assert [row["bet"] for row in streaks] == ["streak-small", "streak-big", "streak-odd", "streak-even"]
    assert len(STAR.rows) == 60
    for found in streaks:
        assert (found["hit_rate"], found["house_edge"], found["percent"]) == ("1/16", "201/2048", "9.81 %")
        assert found["pays"] == "6 / 10 / 15 / 20 / 35 / 50 / 75 / 100 / 500"
        assert (found["wins"], found["token"], found["clause"]) == ("", "", "6.5, 7.2")
    assert not any(row["bet"].startswith("streak-") for row in SYDNEY.rows)


def test_findings_are_those_of_the_layout_and_of_its_text() -> None:
    """Option B's player edges are not on Option A's sheet; readings of the text are on both."""
    first, second = made("crown-melbourne/a").findings, made("crown-melbourne/b").findings

    assert not any(finding.startswith("PLAYER-EDGE") for finding in first)
    assert [finding.split(" ")[1] for finding in second if finding.startswith("PLAYER-EDGE")] == [
        "3.10.2,",
        "3.15,",
    ]
    assert set(first) < set(second)


def test_json_holds_everything() -> None:
    """The text ends with a line feed."""
    record = json.loads(as_json(SYDNEY))

    assert record["bets"] == list(SYDNEY.rows)
    assert (record["layout"], record["sha256"]) == (SYDNEY.layout, SYDNEY.sha256)
    assert (record["readings"], record["findings"]) == (SYDNEY.readings, list(SYDNEY.findings))
    assert as_json(SYDNEY).endswith("}\n")


def test_csv_holds_the_rows() -> None:
    """The columns have a fixed order."""
    found = list(csv.DictReader(io.StringIO(as_csv(STAR))))

    assert found == list(STAR.rows)
    assert as_csv(STAR).splitlines()[0] == ",".join(COLUMNS)


def test_text_has_a_line_for_each_bet() -> None:
    """Long ladders are shown by their ends, and the table fits on eighty columns."""
    lines = as_text(STAR).splitlines()
    table = lines[lines.index("") + 1 : lines.index("Readings taken") - 1]

    assert lines[0] == "PAR sheet  star-sydney-2016"
    assert lines[2] == f"data sha256 {STAR.sha256}"
    assert len(table) == 1 + 60
    assert max(map(len, table)) <= 80
    cells = {line.split()[0]: line.split() for line in table}
    assert cells["small"] == ["small", "1", "105", "1/36", "2.78", "%", "0.9996", "3.1.1.1"]
    assert cells["single-4"][1:6] == ["1", "/", "2", "/", "12"]
    assert cells["streak-odd"][1:4] == ["6", "…", "500"]
    assert "  ST-01  intended" in lines
    assert any(line.startswith("  XREF 6.3: ") for line in lines[lines.index("Findings") :])


class Cells(HTMLParser):
    """A parser that collects the cells of a page's tables, and all its tags."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.cells: list[str] = []
        self.tags: set[str] = set()
        self._inside = False
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self._inside = tag == "td"
        if self._inside:
            self.cells.append("")

    def handle_endtag(self, tag: str) -> None:
        self._inside = False

    def handle_data(self, data: str) -> None:
        if self._inside:
            self.cells[-1] += data


def test_html_is_one_page_without_scripts_or_outside_resources() -> None:
    """Every figure is on the page, escaped."""
    page = Cells(as_html(STAR))

    assert page.cells == [row[column] for row in STAR.rows for column in COLUMNS]
    assert not page.tags & {"script", "link", "img", "iframe"}
    assert html.escape(STAR.findings[0]) in as_html(STAR)
    assert "://" not in as_html(STAR)


def test_html_escapes_what_a_rulebook_says() -> None:
    """A name cannot become a tag."""
    sly = Sheet("<b>", "<i>", "0", {"<u>": "&"}, (dict.fromkeys(COLUMNS, "<script>"),), ("<s>",))

    assert not Cells(as_html(sly)).tags & {"b", "i", "u", "s", "script"}
    assert Cells(as_html(sly)).cells == ["<script>"] * len(COLUMNS)


def test_a_sheet_is_the_same_bytes_in_every_process() -> None:
    """Each form has the same bytes, whatever the seed of Python's hashes."""
    code = (
        "import sys; from sicbo import rulebooks; from sicbo.maths.par_sheet import FORMS, sheet; "
        "made = sheet('crown-melbourne-6.1/b', *rulebooks.get_layout('crown-melbourne/b')); "
        "sys.stdout.buffer.write(''.join(form(made) for form in FORMS.values()).encode())"
    )
    command = [sys.executable, "-c", code]
    once, twice = (
        subprocess.run(
            command, env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, check=True
        ).stdout
        for seed in ("1", "2")
    )

    assert once == twice == "".join(form(made("crown-melbourne/b")) for form in FORMS.values()).encode()
