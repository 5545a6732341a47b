"""The command's output: narrow lines, a single seed on request, and what failed."""

import io
import subprocess
import sys
from collections import Counter

from tests.storm.checks.telling import EVERY_TEN, Progress, Tally, report, what_broke
from tests.storm.run import Outcome, how_to_replay, run
from tests.storm.seeds import found_before


def said(*given: str) -> str:
    """Return what the command prints."""
    command = [sys.executable, "-m", "tests.storm", *given]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def test_a_seed_alone_runs_alone_and_names_its_journal() -> None:
    """A single seed runs without those of the list, and its hash is the same in every run."""
    shown = said("--seed", "7")

    assert f"Seed 7: journal {run(7).journal}" in shown
    assert "  1 seeds\n" in shown


def test_crashes_are_survived_until_there_are_enough() -> None:
    """The last lines say how many crashes the house survived and that nothing was lost, within eighty
    columns.
    """
    shown = said("--crashes", "12", "--processes", "2")
    crashes = next(line.split()[0] for line in shown.splitlines() if line.endswith(" crashes of the house"))

    assert int(crashes) >= 12
    assert "Nothing lost, every invariant held" in shown
    assert max(map(len, shown.splitlines())) <= 80


def test_a_long_storm_is_told_in_eighty_columns() -> None:
    """Counts of ten million events fit, and a failure is on the last line."""
    tally = Tally()
    befell = Counter({f"{what} of a tournament": 10**7 for what in ("stakes", "commitments", "spins")})
    tally.add(10**9, 10**8, Counter({"crashes": 123_456, "lost": 10**7}) + befell, failed=False)
    tally.add(1, 1, Counter(), failed=True)
    shown = report(tally, 16)

    assert max(map(len, shown.splitlines())) <= 80
    assert "123,456 crashes of the house" in shown
    assert "FAILED: 1 of 2 seeds." in shown
    assert "Nothing lost" not in shown


def test_whoever_reads_a_file_hears_of_it_every_ten_seconds() -> None:
    """Without a terminal, progress is printed every ten seconds, not at once."""
    out, tally = io.StringIO(), Tally()
    progress = Progress(out, tally)
    progress.tell()
    assert out.getvalue() == ""

    progress.told -= EVERY_TEN
    progress.tell()
    progress.tell()
    assert out.getvalue().splitlines() == ["0:00  0 seeds, 0 crashes survived, 0 events"]


def test_what_did_not_hold_is_named() -> None:
    """An invariant is named with its sentence, a check with its words, anything else with its line."""
    where = '  File "x.py", line 1, in i04_the_layout_holds_the_open_wagers\n    assert held == lying\n'
    outcome = Outcome(found_before()[0], 1, 1, "", wrong="AssertionError: ", where=where)
    shown = how_to_replay(outcome)

    assert "i04_the_layout_holds_the_open_wagers: The layout holds what is staked" in shown
    assert "already" in shown
    assert "then add it" in how_to_replay(Outcome(10**9, 1, 1, "", wrong="KeyError: 'x'", where=where))
    assert what_broke("30: rounds", "AssertionError: 30: rounds", "") == "AssertionError: 30: rounds"
    assert (
        what_broke("", "AssertionError: ", "  File\n    assert a == b\n") == "AssertionError: assert a == b"
    )
