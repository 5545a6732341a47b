"""The command line for people and for machines."""

import hashlib
import json
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len

from sicbo.cli.main import COMMANDS, main
from sicbo.rulebooks import every_layout

SLIP = ["big=5000", "total-9=1000", "double-4=1000", "domino-14=500"]
ROUND = ["crown-melbourne/a", "4", "1", "4", *SLIP]
BOTH = {
    "rulebooks": [],
    "odds": ["crown-sydney"],
    "settle": ROUND,
    "explain": ROUND,
    "dist": ["crown-sydney", "small=2500", "--rounds", "20"],
    "streak": ["star-sydney", "--side", "odd"],
    "bankroll": [
        "crown-sydney",
        "small=2500",
        "--bank",
        "20000",
        "--target",
        "30000",
        "--trials",
        "200",
        "--rounds",
        "20",
    ],
    "exposure": ["crown-sydney", "small=2500", "--players", "3", "--rounds", "50"],
    "simulate": ["crown-sydney", "small=2500", "single-4=500", "--rounds", "1e9", "--seed", "7"],
    "rule": ["crown-sydney", "4.2"],
    "clauses": [],
    "readings": ["star-sydney"],
    "lint": ["crown-melbourne"],
    "diff": ["crown-sydney", "star-sydney"],
    "round": [str(Path(__file__).parent.parent / "rounds" / "star-three-tumbles.round")],
}


@pytest.fixture(autouse=True)
def plain_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Set a terminal of eighty columns."""
    monkeypatch.setenv("COLUMNS", "80")


class Said:
    """The result of a command: its exit code and its output."""

    def __init__(self, capsys: pytest.CaptureFixture[str], *arguments: str) -> None:
        self.code = main(arguments)
        self.out, self.err = capsys.readouterr()

    @property
    def json(self) -> Any:
        """Standard output as JSON."""
        return json.loads(self.out)


def expected_code(command: str) -> int:
    """Return 3 for a check that finds something."""
    return 3 if command == "lint" else 0


def test_every_command_is_tried_here() -> None:
    """Every command is in a table of this file or has a test of its own."""
    others = {
        "dice-test",
        "doctor",
        "drill",
        "par",
        "play",
        "publish",
        "registers",
        "replay",
        "serve",
        "tour",
        "vectors",
    }
    assert {*BOTH, *others, "verify"} == {*COMMANDS}


@pytest.mark.parametrize("command", BOTH)
def test_people_get_a_page_of_eighty_columns(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    """No line is wider, nothing goes to standard error, and no markup shows."""
    said = Said(capsys, command, *BOTH[command])

    assert (said.code, said.err) == (expected_code(command), "")
    assert said.out.strip()
    assert max(map(cell_len, said.out.splitlines())) <= 80
    assert "[bold]" not in said.out
    assert "\x1b" not in said.out


@pytest.mark.parametrize("command", BOTH)
def test_machines_get_json(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The output is one document, with the same exit code."""
    said = Said(capsys, command, *BOTH[command], "--json")

    assert (said.code, said.err) == (expected_code(command), "")
    assert said.json


@pytest.mark.parametrize("layout", every_layout())
def test_the_pay_sheet_of_every_layout_fits(layout: str, capsys: pytest.CaptureFixture[str]) -> None:
    """No row wraps."""
    said = Said(capsys, "odds", layout)
    table = said.out.split("\n\n")[0].splitlines()

    assert said.code == 0
    assert max(map(cell_len, table)) <= 80
    assert all(line.split()[-2].replace(".", "").isdecimal() for line in table[2:])


def test_odds_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    """The whole record of one bet is compared."""
    said = Said(capsys, "odds", "crown-sydney", "small", "--json")

    assert said.json == {
        "layout": "crown-sydney-2024",
        "sha256": said.json["sha256"],
        "bets": [
            {
                "bet": "small",
                "name": "Small",
                "clause": "3.3.2(a), 6.3/small",
                "wins": 105,
                "pays": {"1": "1"},
                "house_edge": "1/36",
                "variance": "1295/1296",
                "reading": "S-01",
            }
        ],
    }
    assert len(said.json["sha256"]) == 64


def test_odds_name_every_tier_and_half_odds(capsys: pytest.CaptureFixture[str]) -> None:
    """A single die has three prices; 8.5 to 1 is 17/2 in JSON."""
    single = Said(capsys, "odds", "crown-sydney", "single-4", "--json").json["bets"][0]
    total = Said(capsys, "odds", "singapore-etg/1", "total-8", "--json").json["bets"][0]

    assert single["pays"] == {"1": "1", "2": "2", "3": "12"}
    assert total["pays"] == {"1": "17/2"}
    assert " 8.5 " in Said(capsys, "odds", "singapore-etg/1", "total-8").out


def test_odds_of_a_super_streak(capsys: pytest.CaptureFixture[str]) -> None:
    """It takes several rounds, so it has no count of the 216 rolls; prices depend on the length."""
    bet = Said(capsys, "odds", "star-sydney", "streak-odd", "--json").json["bets"][0]

    assert (bet["house_edge"], bet["wins"]) == ("201/2048", None)
    assert (bet["pays"]["4"], bet["pays"]["12"]) == ("6", "500")


def test_odds_under_another_reading(capsys: pytest.CaptureFixture[str]) -> None:
    """The edge and the hash change; an edge of the player is reported."""
    literal = Said(capsys, "odds", "crown-melbourne/b", "colour-red", "--json").json
    meant = Said(capsys, "odds", "crown-melbourne/b", "colour-red", "-r", "M-01=exactly-one", "--json").json

    assert (literal["bets"][0]["house_edge"], meant["bets"][0]["house_edge"]) == ("-11/27", "1/9")
    assert literal["sha256"] != meant["sha256"]
    assert (
        "The player has the edge on: colour-double (3); colour (3)."
        in Said(capsys, "odds", "crown-melbourne/b").out
    )


def test_a_settlement_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    """The whole record is compared; the order of the dice does not matter."""
    said = Said(capsys, "settle", "crown-sydney", "4", "1", "4", "small=2500", "big=1000", "--json")

    assert said.json == {
        "roll": [1, 4, 4],
        "lines": [
            {
                "bet": "small",
                "stake": 2500,
                "outcome": "won",
                "odds": "1",
                "winnings": 2500,
                "returned": 2500,
                "collected": 0,
                "clause": "3.3.2(a), 6.3/small",
                "why": "total 9 is within 4 to 10, 1 to 1",
            },
            {
                "bet": "big",
                "stake": 1000,
                "outcome": "lost",
                "odds": None,
                "winnings": 0,
                "returned": 0,
                "collected": 1000,
                "clause": "3.3.1(b)",
                "why": "total 9 is not 11 to 17",
            },
        ],
        "net": 1500,
        "lit": ["small", "double-4", "total-9", "domino-14", "single-1", "single-4"],
        "call": "one, four, four, total nine",
    }
    turned = Said(capsys, "explain", "crown-sydney", "1", "4", "4", "small=2500", "big=1000", "--json")
    assert turned.json == said.json


def test_an_explanation_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    """The output has the call, lit areas, a reason for each wager, and the net result."""
    said = Said(capsys, "explain", *ROUND)

    assert "Call: one, four, four." in said.out
    assert "total 9 is not 11 to 17" in said.out
    assert "net +160.00   staked 75.00, received 235.00" in said.out


def test_an_explanation_in_other_languages(capsys: pytest.CaptureFixture[str]) -> None:
    """The call and the reasons are in the chosen language; keys do not change."""
    for language in ("zh-Hans", "zh-Hant", "vi"):
        said = Said(capsys, "explain", *ROUND, "--lang", language)
        assert said.code == 0
        assert max(map(cell_len, said.out.splitlines())) <= 80
        assert "total 9 is not" not in said.out
        assert "domino-14" in said.out


def test_limits_bound_what_is_at_risk(capsys: pytest.CaptureFixture[str]) -> None:
    """A stake over the maximum is paid up to the maximum, with the clause."""
    line = Said(
        capsys, "settle", "crown-sydney", "1", "2", "4", "small=5000", "--max", "1000", "--json"
    ).json["lines"][0]

    assert (line["winnings"], line["returned"]) == (1000, 5000)
    assert line["clause"].endswith("4.2.5")


def test_a_token_is_kept_when_it_wins(capsys: pytest.CaptureFixture[str]) -> None:
    """Winnings are chips; at Crown Sydney the house keeps the token."""
    said = Said(capsys, "settle", "crown-sydney", "1", "2", "4", "small=2500:token", "--json").json

    assert (said["net"], said["lines"][0]["collected"]) == (2500, 2500)
    assert said["lines"][0]["instrument"] == "token"


def test_a_token_that_loses_is_collected_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    """A lost token costs no chips, so the net result alone would not show it."""
    line = Said(capsys, "explain", "crown-sydney", "1", "2", "4", "big=2500:token", "--json").json["lines"][0]

    assert line["why"] == "total 7 is not 11 to 17; the house collects the token"
    assert (line["outcome"], line["collected"]) == ("lost", 2500)


def test_vectors_are_one_json_line_for_each_bet_and_roll(capsys: pytest.CaptureFixture[str]) -> None:
    """There are 50 areas times 216 rolls; null means that the stake is lost."""
    lines = [json.loads(line) for line in Said(capsys, "vectors", "crown-sydney").out.splitlines()]

    assert len(lines) == 50 * 216
    assert {"bet": "domino-14", "roll": [1, 4, 4], "pays": "6"} in lines
    assert {"bet": "small", "roll": [2, 2, 2], "pays": None} in lines


def test_a_distribution_is_exact(capsys: pytest.CaptureFixture[str]) -> None:
    """Small loses 37/72 and wins 35/72; the mean is 1/36 of the stake."""
    said = Said(capsys, "dist", "crown-sydney", "small=2500", "--json").json

    assert said["pmf"] == {"-2500": "37/72", "2500": "35/72"}
    assert (said["mean"], said["ahead"], said["worst"], said["best"]) == ("-625/9", "35/72", -2500, 2500)


def test_a_long_distribution_is_told_by_quantiles(capsys: pytest.CaptureFixture[str]) -> None:
    """Thousands of results are not listed one by one."""
    slip = ["small=2500", "total-9=300", "--rounds", "200"]
    people, machines = (
        Said(capsys, "dist", "crown-sydney", *slip),
        Said(capsys, "dist", "crown-sydney", *slip, "--json"),
    )

    assert "quantile" in people.out
    assert len(people.out.splitlines()) < 20
    assert machines.json["ahead"] is None
    assert machines.json["ahead_decimal"].startswith("0.")
    assert "pmf" not in machines.json


def test_a_fraction_of_thousands_of_digits_is_not_written_out(capsys: pytest.CaptureFixture[str]) -> None:
    """Over 2320 rounds the probability of being ahead has a denominator of more than 4300 digits."""
    said = Said(capsys, "dist", "crown-sydney", "small=2500", "--rounds", "2320")

    assert (said.code, said.err) == (0, "")
    assert "mean   -1611.1111   exactly -14500/9\n" in said.out
    assert "ahead  0.08705439\n" in said.out


def test_as_many_rounds_as_are_allowed(capsys: pytest.CaptureFixture[str]) -> None:
    """A triple is tested because its results lie near the lower end, where a shorter algorithm is used."""
    slip = ["crown-sydney", "triple-1=100", "--rounds", "100000"]
    people, machines = Said(capsys, "dist", *slip), Said(capsys, "dist", *slip, "--json")

    assert (people.code, people.err) == (0, "")
    assert people.out.startswith("100000 rounds, exact (plain Python)\n")
    assert "exactly" not in people.out.splitlines()[4]
    assert (machines.json["method"], machines.json["ahead"]) == ("plain Python", None)
    assert machines.json["worst"] == -10_000_000


def test_a_streak_under_each_count(capsys: pytest.CaptureFixture[str]) -> None:
    """The house edge is 201/2048 from the next result; the player gains 823/1024 from the breaking one."""
    assert Said(capsys, "streak", "--json").json["house_edge"] == "201/2048"
    other = Said(capsys, "streak", "-r", "ST-05=breaking-result", "--json").json
    assert (other["house_edge"], other["readings"]) == ("-823/1024", {"ST-05": "breaking-result"})


def test_long_fractions_of_a_streak_still_fit(capsys: pytest.CaptureFixture[str]) -> None:
    """Decimals replace a fraction that would break the table."""
    said = Said(capsys, "streak", "--side", "even", "-r", "ST-01=literal")

    assert said.code == 0
    assert all(line.lstrip()[:1].isdecimal() for line in said.out.splitlines()[5:])


def test_the_version_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    """The output is one line, and no command is needed."""
    said = Said(capsys, "--version")

    assert (said.code, said.out, said.err) == (0, f"sicbo {version('sicbo')}\n", "")


def test_a_par_sheet_is_four_files_of_the_same_bytes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The files are text, CSV, JSON and HTML; a second run changes nothing."""
    said = Said(capsys, "par", "singapore-etg/2", "-o", str(tmp_path / "new"), "--json").json
    first = {path: Path(path).read_bytes() for path in said["files"]}
    again = Said(capsys, "par", "singapore-etg/2", "-o", str(tmp_path / "new"))

    assert sorted(Path(path).suffix for path in first) == [".csv", ".html", ".json", ".txt"]
    assert {path: Path(path).read_bytes() for path in first} == first
    assert again.out.splitlines() == [f"wrote {path}" for path in first]
    assert (
        json.loads(first[next(path for path in first if path.endswith(".json"))])["sha256"] == said["sha256"]
    )


def test_what_is_published_has_the_hash_that_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    """`sicbo publish | sha256sum` checks the hash without our code."""
    said = Said(capsys, "publish", "canberra")

    assert said.err == f"canberra-2005 sha256 {hashlib.sha256(said.out.encode()).hexdigest()}\n"
    assert said.json["format"] == "sicbo-rulebook-1"


def test_the_tour_shows_the_product(capsys: pytest.CaptureFixture[str]) -> None:
    """The tour has sheets, a round, an evening, findings and clauses, in eighty columns."""
    said = Said(capsys, "tour")

    assert (said.code, said.err) == (0, "")
    assert max(map(cell_len, said.out.splitlines())) <= 80
    for part in (
        "sicbo rulebooks",
        "sicbo odds",
        "sicbo explain",
        "sicbo dist",
        "sicbo lint",
        "sicbo clauses",
    ):
        assert f"$ {part}" in said.out
