"""`simulate`: eighty columns for people, the same facts in JSON, and plots that open."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from sicbo.cli.main import main

GIVEN = ["simulate", "crown-sydney", "small=2500", "single-4=500", "--seed", "7"]


def run_simulate(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """Return the exit code and the output."""
    code = main([*GIVEN, *arguments])
    return code, *capsys.readouterr()


def test_totals_of_a_trillion_rounds(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each wager and the slip have an interval, and each result has its simulated and exact share."""
    monkeypatch.setenv("COLUMNS", "80")
    code, out, err = run_simulate(capsys, "--rounds", "1e12")

    assert (code, err) == (0, "")
    assert out.startswith("1,000,000,000,000 rounds at crown-sydney-2024, totals, seed 7\n")
    assert "small     25.00  -0.694444" in out
    assert "fair share" in out
    assert all(len(line) <= 80 for line in out.splitlines())


def test_the_same_facts_in_json(capsys: pytest.CaptureFixture[str]) -> None:
    """The record has the seed, the exact value and the hash of the rulebook."""
    code, out, _ = run_simulate(capsys, "--rounds", "10_000", "--level", "path", "--json")
    facts = json.loads(out)

    assert code == 0
    assert (facts["rounds"], facts["seed"], facts["exact"]) == (10_000, 7, "-2375/27")
    assert facts["lowest"] <= min(0, facts["total"])
    assert sum(facts["histogram"].values()) == 10_000
    assert len(facts["sha256"]) == 64


@pytest.mark.parametrize("name", ["out.png", "out.svg"])
def test_a_run_is_drawn_and_saved(capsys: pytest.CaptureFixture[str], tmp_path: Path, name: str) -> None:
    """The files are the same bytes every time."""
    files = [tmp_path / name, tmp_path / f"again-{name}"]
    for file in files:
        rows = str(tmp_path / "rows.parquet")
        code, _, err = run_simulate(
            capsys, "--rounds", "2000", "--level", "wagers", "--plot", str(file), "--save", rows
        )
        assert (code, err) == (0, "")

    assert files[0].read_bytes() == files[1].read_bytes()
    assert (tmp_path / "rows.parquet").stat().st_size > 1_000


@pytest.mark.parametrize(
    "arguments",
    [
        ["dist", "crown-sydney", "small=2500", "--rounds", "20"],
        ["diff", "crown-sydney", "singapore-etg/1"],
        ["bankroll", "crown-sydney", "small=100", "--bank", "2000", "--trials", "50", "--rounds", "20"],
    ],
    ids=lambda given: given[0],
)
def test_other_commands_draw_too(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, arguments: list[str]
) -> None:
    """The plot is not empty, and nothing goes to standard error."""
    assert main([*arguments, "--plot", str(tmp_path / "out.svg")]) == 0
    assert capsys.readouterr().err == ""
    assert (tmp_path / "out.svg").stat().st_size > 10_000


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (["--rounds", "1.5"], 2, "--rounds must be a whole number"),
        (["--rounds", "many"], 2, "--rounds must be a whole number"),
        (["--rounds", "1e999"], 2, "--rounds must be a whole number"),
        (["--rounds", "0"], 2, "Rounds must be between 1"),
        (["--level", "all"], 4, "level of simulation"),
        (["--plot", "out.gif"], 2, "must be a .png or .svg"),
        (["--plot", "/nowhere/out.png"], 7, "the directory /nowhere does not exist"),
        (["--save", "/"], 7, "it is a directory"),
        (["--workers", "0"], 2, "number of workers must be from 1"),
        (["--cluster", "somewhere"], 2, "like tcp://"),
        (["--level", "path", "--cluster", "tcp://127.0.0.1:9"], 2, "No cluster answers"),
    ],
)
def test_what_cannot_be_is_one_sentence(
    capsys: pytest.CaptureFixture[str], arguments: list[str], code: int, says: str
) -> None:
    """The error goes to standard error, with its exit code, before anything is dealt."""
    found, out, err = run_simulate(capsys, *arguments)

    assert (found, out) == (code, "")
    assert says in err
    assert err.count("\n") == 1


def test_so_few_rounds_that_the_interval_is_rough_are_owned_up_to(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """A triple is expected five times in 1,080 rounds and ten times in 2,160, which is enough."""
    slip = ["simulate", "crown-sydney", "triple-6=100", "--seed", "7", "--rounds"]
    heard = []
    for rounds in ("1", "2159", "2160"):
        assert main([*slip, rounds]) == 0
        heard.append(capsys.readouterr().out)

    assert ["intervals are approximate" in out for out in heard] == [True, True, False]
    assert heard[0].startswith("1 round at ")


def test_a_bank_that_cannot_pay_is_ruined_and_a_target_lies_above_the_bank(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Ruin is exact and in every trial; a target below the bank is refused in one sentence."""
    given = ["bankroll", "crown-sydney", "small=2500", "--trials", "1e2", "--rounds", "10"]

    assert main([*given, "--bank", "100", "--strategy", "flat", "--json"]) == 0
    (row,) = json.loads(capsys.readouterr().out)["strategies"]
    assert (row["ruined"], row["exact ruin"]) == (1.0, 1.0)
    assert main([*given, "--bank", "5000", "--target", "0"]) == 2
    assert "between 0 and the target" in capsys.readouterr().err


def test_the_first_number_comes_without_the_compiler() -> None:
    """Totals and short paths need neither numba nor pyarrow, so the command starts quickly."""
    code = "import sys; from sicbo.cli.main import main; main(sys.argv[1:]); print(sorted(sys.modules))"
    command = [sys.executable, "-c", code, *GIVEN, "--rounds", "1e5", "--level", "path"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)

    assert "'numpy'" in done.stdout
    assert "'numba'" not in done.stdout
    assert "'pyarrow'" not in done.stdout
    assert "'sicbo.cli.house.journal'" not in done.stdout
