"""`sicbo round` for people and for machines."""

import json
from pathlib import Path

import pytest

from sicbo.cli.main import main

ROUNDS = Path(__file__).parent.parent.parent / "rounds"
WRONG = """\
rulebook canberra limits $5 to $200
ana buys $50
dealer place your bets
ana $10 on odd
rack ana $40
"""


@pytest.fixture(autouse=True)
def plain_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Set a terminal of eighty columns."""
    monkeypatch.setenv("COLUMNS", "80")


@pytest.mark.parametrize("path", sorted(ROUNDS.glob("*.round")), ids=lambda path: path.stem)
def test_a_transcript_is_a_page_of_eighty_columns(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The output shows what happened on each line with its clause, and that all checks pass."""
    code = main(["round", str(path)])
    out, err = capsys.readouterr()

    assert (code, err) == (0, "")
    assert max(map(len, out.splitlines())) <= 80
    assert "The transcript passes: " in out.splitlines()[-1]


def test_the_page_shows_steps_slips_refusals_and_settlement(capsys: pytest.CaptureFixture[str]) -> None:
    """A line with several events has several rows; a line that only checks has none."""
    main(["round", str(ROUNDS / "crown-sydney-plain.round")])
    rows = [" ".join(line.split()) for line in capsys.readouterr().out.splitlines()]

    assert rows[0] == "Crown Sydney"
    assert "8 dealer refused: Next: Place your bets. 5.1.1" in rows
    assert "16 dealer Cover 5.1.2" in rows
    assert "Spin the dice, 1 tumble 5.1.2" in rows
    assert "14 chi chi has $5 on Any triple 3.1, 3.4" in rows
    assert "chi: $5 on Any triple lost 3.3.5(b)" in rows
    assert not any(row.startswith("29 ") for row in rows)


def test_the_page_is_grouped_as_the_file_is(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Empty lines are kept; waiting time has a row; signs may be entered later."""
    file = tmp_path / "later.round"
    file.write_text(
        "rulebook canberra\nwait 1 hour\n\nsenior-manager:kim open the table, limits $5 and up\n"
        "senior-manager:kim open the table, limits $5 and up  refused 3.1\n"
    )

    assert main(["round", str(file)]) == 0
    rows = [" ".join(line.split()) for line in capsys.readouterr().out.splitlines()]
    assert rows[1:6] == [
        "line who what happened clause",
        "2 wait after 1 hour",
        "",
        "4 senior-manager:kim the table opens: $5 and up 3.1",
        "5 senior-manager:kim refused: The table is already open. 3.1",
    ]


def test_a_transcript_of_one_line_is_a_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The table opens, and nothing else happens."""
    file = tmp_path / "opens.round"
    file.write_text("rulebook canberra limits $5 to $200\n")

    assert main(["round", str(file)]) == 0
    assert "house  the table opens: $5 to $200  3.1" in capsys.readouterr().out


def test_a_transcript_that_does_not_hold_is_3(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Each unexpected line is reported in a sentence."""
    file = tmp_path / "wrong.round"
    file.write_text(WRONG)

    assert main(["round", str(file)]) == 3
    out = " ".join(capsys.readouterr().out.split())
    assert "Line 4: Expected this to be done, but it was refused by 6.1: This layout has no bet “Odd”." in out
    assert "Line 5: ana: expected rack $40, found $50." in out
    assert out.endswith("The transcript fails: 2 of 4 lines.")


def test_machines_get_every_line_with_its_facts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The JSON has the same exit code, the sentences, and the hash of the state."""
    file = tmp_path / "wrong.round"
    file.write_text(WRONG)

    assert main(["round", str(file), "--json"]) == 3
    record = json.loads(capsys.readouterr().out)
    assert (record["layout"], record["holds"], record["events"]) == ("canberra-2005", False, 3)
    assert record["lines"][0] == {
        "line": 2,
        "text": "ana buys $50",
        "happened": [{"says": "ana buys $50 in value chips", "clause": "4.2"}],
        "wrong": [],
    }
    assert record["lines"][3]["wrong"] == ["Line 5: ana: expected rack $40, found $50."]
    assert len(record["state"]) == 64


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (None, "some.round: No such file or directory."),
        (b"\xff\xfe", "is not valid UTF-8 text. Give a round transcript."),
        (b"", "Line 1: The transcript is empty"),
        (b"rulebook canberra limits $5 to $200\nana bets\n", "Line 2: ana is read as a player"),
    ],
)
def test_a_file_that_cannot_be_played_is_2(
    content: bytes | None, sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """There is one sentence on standard error and nothing on standard output."""
    file = tmp_path / "some.round"
    if content is not None:
        file.write_bytes(content)

    assert main(["round", str(file)]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert sentence in err
