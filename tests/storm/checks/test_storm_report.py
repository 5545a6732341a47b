"""The command's output: narrow lines, a single seed on request, and what failed."""

import io
import subprocess
import sys
from collections import Counter

from tests.storm.checks.storm_report import EVERY_TEN, Progress, StormTotals, describe_failure, report
from tests.storm.run import Outcome, failure_message, run
from tests.storm.seeds import failed_seeds


def output_of(*given: str) -> str:
    """Return what the command prints."""
    command = [sys.executable, "-m", "tests.storm", *given]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def test_a_seed_alone_runs_alone_and_names_its_journal() -> None:
    """A single seed runs without those of the list, and its hash is the same in every run."""
    shown = output_of("--seed", "7")

    assert f"Seed 7: journal {run(7).journal}" in shown
    assert "  1 seeds\n" in shown


def test_crashes_are_survived_until_there_are_enough() -> None:
    """The last lines say how many crashes the house survived and that nothing was lost, within eighty
    columns.
    """
    shown = output_of("--crashes", "12", "--processes", "2")
    crashes = next(line.split()[0] for line in shown.splitlines() if line.endswith(" crashes of the house"))

    assert int(crashes) >= 12
    assert "Nothing lost, every invariant held" in shown
    assert max(map(len, shown.splitlines())) <= 80


def test_a_long_report_fits_eighty_columns() -> None:
    """Counts of ten million events fit, and a failure is on the last line."""
    tally = StormTotals()
    happened = Counter({f"{what} of a tournament": 10**7 for what in ("stakes", "commitments", "spins")})
    tally.add(10**9, 10**8, Counter({"crashes": 123_456, "lost": 10**7}) + happened, failed=False)
    tally.add(1, 1, Counter(), failed=True)
    shown = report(tally, 16)

    assert max(map(len, shown.splitlines())) <= 80
    assert "123,456 crashes of the house" in shown
    assert "FAILED: 1 of 2 seeds." in shown
    assert "Nothing lost" not in shown


def test_a_file_gets_progress_every_ten_seconds() -> None:
    """Without a terminal, progress is printed every ten seconds, not at once."""
    out, tally = io.StringIO(), StormTotals()
    progress = Progress(out, tally)
    progress.print_line()
    assert out.getvalue() == ""

    progress.printed_at -= EVERY_TEN
    progress.print_line()
    progress.print_line()
    assert out.getvalue().splitlines() == ["0:00  0 seeds, 0 crashes survived, 0 events"]


def test_a_failed_check_is_named() -> None:
    """An invariant is named with its sentence, a check with its words, anything else with its line."""
    where = '  File "x.py", line 1, in i04_the_layout_holds_the_open_wagers\n    assert held == lying\n'
    outcome = Outcome(failed_seeds()[0], 1, 1, "", failure="AssertionError: ", traceback_text=where)
    shown = failure_message(outcome)

    assert "i04_the_layout_holds_the_open_wagers: The layout holds what is staked" in shown
    assert "already" in shown
    assert "then add it" in failure_message(
        Outcome(10**9, 1, 1, "", failure="KeyError: 'x'", traceback_text=where)
    )
    assert describe_failure("30: rounds", "AssertionError: 30: rounds", "") == "AssertionError: 30: rounds"
    assert (
        describe_failure("", "AssertionError: ", "  File\n    assert a == b\n")
        == "AssertionError: assert a == b"
    )
