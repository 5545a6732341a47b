"""The proof of the storm: which seed finds each planted bug, and by which check (`make storm-proof`)."""

import sys
from typing import NamedTuple

from tests.soak.figures import measured
from tests.storm.cup import has_cup
from tests.storm.planted import BUGS, Bug
from tests.storm.planted_cup import CUP_BUGS
from tests.storm.run import run

MOST_SEEDS = 50


class Caught(NamedTuple):
    """The seed that found a bug, and what did not hold."""

    seed: int
    by: str


def caught(bug: Bug, seeds: int = MOST_SEEDS) -> Caught | None:
    """The first seed that finds a bug; None where none does. A tournament's are looked for in its seeds."""
    with bug.planted():
        for seed in range(1, seeds + 1):
            if bug in CUP_BUGS and not has_cup(seed):
                continue
            outcome = run(seed)
            if outcome.wrong:
                assert outcome.wrong.startswith("AssertionError"), f"{bug.name}: {outcome.where}"
                return Caught(seed, outcome.by)
    return None


def main() -> int:
    """Print what finds each bug; not all found is a failure."""
    missed, bugs = 0, (*BUGS, *CUP_BUGS)
    print(f"| {'bug':37} | seed | found by |\n|---|---|---|")
    for bug in bugs:
        found = caught(bug)
        missed += found is None
        print(
            f"| {bug.name:37} | {found.seed if found else '-':>4} | {found.by if found else 'nothing'} |",
            flush=True,
        )
    measured("planted bugs found", len(bugs) - missed)
    measured("planted bugs missed", missed)
    print(f"{len(bugs) - missed} of {len(bugs)} found within {MOST_SEEDS} seeds.")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
