"""`sicbo tournament`: terms from the template to a verified tournament."""

import json
from pathlib import Path

import pytest

from sicbo.cli.main import main
from tests.terms.complete import approved_terms

Said = pytest.CaptureFixture[str]


@pytest.fixture
def file(tmp_path: Path, capsys: Said) -> Path:
    """Approved terms of Crown Sydney."""
    assert main(["tournament", "new", "crown-sydney", "--name", "Lunar Cup"]) == 0
    path = tmp_path / "cup.toml"
    path.write_text(approved_terms(capsys.readouterr().out), encoding="utf-8")
    return path


def test_a_template_lacks_its_approval_alone(tmp_path: Path, capsys: Said) -> None:
    """Lint names the clause, with exit code 3; a layout can be named."""
    main(["tournament", "new", "crown-melbourne/b"])
    path = tmp_path / "cup.toml"
    path.write_text(capsys.readouterr().out, encoding="utf-8")

    assert 'layout = "b"' in path.read_text(encoding="utf-8")
    assert main(["tournament", "lint", str(path), "--json"]) == 3
    missing = json.loads(capsys.readouterr().out)["missing"]
    assert {one["clause"] for one in missing} == {"1/tournament-terms-and-conditions"}
    assert main(["tournament", "lint", str(path)]) == 3
    assert "approved.by: State who approved the terms" in capsys.readouterr().out


def test_approved_terms_are_complete_and_rendered(file: Path, capsys: Said) -> None:
    """The terms are rendered as Markdown, and as HTML in another language."""
    assert main(["tournament", "lint", str(file)]) == 0
    assert capsys.readouterr().out.startswith("Complete: all ")
    assert main(["tournament", "render", str(file)]) == 0
    assert capsys.readouterr().out.startswith("# Lunar Cup\n")
    assert main(["tournament", "render", str(file), "--html", "--language", "zh-Hant"]) == 0
    assert "<h2>賽事詳情</h2>" in capsys.readouterr().out


def test_a_simulation_is_the_same_for_the_same_seed_and_needs_no_approval(file: Path, capsys: Said) -> None:
    """The output says who tends to win, how long it takes and what it costs: 24 pay 2880.00 for 3400.00."""
    draft = file.with_name("draft.toml")
    draft.write_text(file.read_text(encoding="utf-8").replace('"R. Chen"', '""'), encoding="utf-8")
    said = []
    for path in (file, draft):
        assert main(["tournament", "simulate", str(path), "--runs", "2", "--seed", "5", "--json"]) == 0
        said.append(json.loads(capsys.readouterr().out))

    assert said[0] == said[1]
    assert said[0]["cents"] == {"takings": 576_000, "pool": 680_000, "added": 200_000, "cost": 104_000}
    assert sum(one["entrants"] for one in said[0]["strategies"].values()) == 24
    assert main(["tournament", "simulate", str(file), "--runs", "1", "--players", "8"]) == 0
    shown = capsys.readouterr().out
    assert "it costs the house 1,040.00" in shown and "exceed 100 %" in shown


def test_a_tournament_is_run_into_a_journal(file: Path, tmp_path: Path, capsys: Said) -> None:
    """Eight players take part, every step is a record, and the verifier accepts the bundle."""
    house, bundle = str(tmp_path / "house"), str(tmp_path / "cup.zip")
    assert main(["tournament", "run", str(file), "--to", house, "--players", "8"]) == 0
    assert main(["journal", "check", house]) == 0
    assert main(["journal", "export", house, "--to", bundle]) == 0
    assert main(["verify", bundle]) == 0
    assert "VERIFIED" in capsys.readouterr().out
    assert main(["tournament", "run", str(file), "--to", house]) == 2


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["new", "canberra"], "Casino Canberra has no clause on tournaments, so none can be held under it."),
        (["lint", "nowhere.toml"], "Cannot read nowhere.toml as text"),
        (["simulate", "FILE", "--players", "7"], "--players must be between 8 and 24, as the terms require."),
        (["simulate", "FILE", "--runs", "0"], "--runs must be between 1 and 100000."),
    ],
)
def test_what_cannot_be_is_said_in_one_sentence(
    arguments: list[str], says: str, file: Path, capsys: Said
) -> None:
    """The exit code is 2."""
    assert main(["tournament", *(str(file) if one == "FILE" else one for one in arguments)]) == 2
    assert capsys.readouterr().err.startswith(says)


def test_other_terms_and_incomplete_ones_are_sent_away(file: Path, capsys: Said) -> None:
    """A promotion has its own command; a document needs complete terms."""
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace('kind = "tournament"', 'kind = "promotion"'), encoding="utf-8")
    assert main(["tournament", "lint", str(file)]) == 2
    assert "Use `sicbo promotion`" in capsys.readouterr().err
    file.write_text(text.replace("starting_bank = 10_000", ""), encoding="utf-8")
    assert main(["tournament", "render", str(file)]) == 2
    assert "8.4.3(b)" in capsys.readouterr().err
