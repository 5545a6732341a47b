"""The whole house in a storm: some dozens of seeds by default, more with `python -m tests.storm`."""

import os
import subprocess
import sys

import pytest

from tests.storm.run import VERIFIED, how_to_replay, run
from tests.storm.seeds import found_before

SEEDS, PART = int(os.environ.get("SICBO_SEEDS", 24)), 4
ONE_OF_EACH_KIND = (1, 3, 5, 9)
"""Seeds with snapshots, a tournament, two processes, and two processes with two tables and screens."""


@pytest.mark.parametrize("seed", found_before())
def test_what_was_found_once_stays_mended(seed: int) -> None:
    """Every seed that ever failed passes."""
    outcome = run(seed, verify=True)
    assert not outcome.wrong, how_to_replay(outcome)


@pytest.mark.timeout(0)
@pytest.mark.parametrize("first", range(1, SEEDS + 1, PART))
def test_nothing_acknowledged_is_lost_and_every_invariant_holds(first: int) -> None:
    """Lost, repeated and late messages, crashes, torn writes, full disks, wrong clocks and attackers break
    nothing.
    """
    for seed in range(first, first + PART):
        outcome = run(seed, verify=seed % VERIFIED == 0)
        assert not outcome.wrong, f"{outcome.where}\n{how_to_replay(outcome)}"
        assert outcome.counts["slips registered"] > 0


def test_seeds_run_in_processes_of_their_own() -> None:
    """Seeds also pass in several processes, as `make long PART=storm` runs them."""
    command = [sys.executable, "-m", "tests.storm", "--seeds", "1", "--processes", "2"]
    ran = subprocess.run(command, capture_output=True, text=True, check=True)

    assert f"{1 + len(found_before())} seeds" in ran.stdout


@pytest.mark.parametrize("seed", ONE_OF_EACH_KIND)
def test_29_the_same_seed_gives_the_same_journal(seed: int) -> None:
    """The journals are equal byte for byte, in this process and in another one with another hash seed."""
    script = f"from tests.storm.run import run; print(run({seed}).journal)"
    env = {**os.environ, "PYTHONHASHSEED": "4711"}
    other = subprocess.run(
        [sys.executable, "-c", script], env=env, capture_output=True, text=True, check=True
    )

    first, second = run(seed), run(seed)

    assert first.journal == second.journal == other.stdout.strip()
    assert first.events == second.events
