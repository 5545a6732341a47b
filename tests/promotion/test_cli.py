"""`sicbo promotion new | lint | render | price` on the command line."""

import json
from pathlib import Path

import pytest

from sicbo.cli.main import main


@pytest.fixture
def terms(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    """The template of The Star as a file."""
    assert main(["promotion", "new", "star-sydney", "--name", "Winter"]) == 0
    (tmp_path / "terms.toml").write_text(capsys.readouterr().out, encoding="utf-8")
    return tmp_path / "terms.toml"


def run_command(capsys: pytest.CaptureFixture[str], *words: object) -> tuple[int, str, str]:
    """Return the exit code, output and error text of a command."""
    code = main(["promotion", *map(str, words)])
    told = capsys.readouterr()
    return code, told.out, told.err


def test_the_template_is_complete_and_priced(terms: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """New, lint, render and price agree on the template."""
    assert run_command(capsys, "lint", terms)[0] == 0
    code, text, _ = run_command(capsys, "render", terms, "--language", "vi")
    assert (code, text.splitlines()[0]) == (0, "# Winter")
    assert run_command(capsys, "render", terms, "--html")[1].startswith("<!doctype html>")
    code, text, _ = run_command(capsys, "price", terms, "--json")
    assert json.loads(text)["most"] == 85_158_000
    assert "851,580.00" in run_command(capsys, "price", terms)[1]


def test_a_missing_item_is_named_and_has_no_document(terms: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Lint exits with 3 and names the clause; commands that would publish it exit with 2."""
    terms.write_text(terms.read_text(encoding="utf-8").replace('make = "Aurora"', ""), encoding="utf-8")
    code, text, _ = run_command(capsys, "lint", terms)
    as_json = json.loads(run_command(capsys, "lint", terms, "--json")[1])

    assert (code, text) == (
        3,
        "10.7.11.1/i  prizes[3].make: State the make of the appliance. Give a short name.\n",
    )
    assert [one["clause"] for one in as_json["missing"]] == ["10.7.11.1/i"]
    assert run_command(capsys, "render", terms)[0] == 2
    assert run_command(capsys, "price", terms)[0] == 2


def test_what_cannot_be_is_one_sentence(
    terms: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A rulebook without promotions, terms of a tournament, and no file are each reported in one sentence."""
    (tmp_path / "cup.toml").write_text('kind = "tournament"\nrulebook = "x"\nname = "y"\n', encoding="utf-8")

    assert "no clause on promotions" in run_command(capsys, "new", "canberra")[2]
    assert "terms of a tournament" in run_command(capsys, "lint", tmp_path / "cup.toml")[2]
    assert run_command(capsys, "lint", tmp_path / "none.toml")[0] == 4
