"""The proof of the storm: which seed finds each planted bug, and by which check (`make long PART=proof`)."""

import sys
from typing import NamedTuple

from tests.soak.figures import set_figure
from tests.storm.actors.tournament import has_tournament
from tests.storm.planted.bugs import BUGS, Bug
from tests.storm.planted.more_bugs import MORE_BUGS
from tests.storm.planted.tournament_bugs import TOURNAMENT_BUGS
from tests.storm.run import VERIFY_EVERY, run_and_sometimes_verify

MOST_SEEDS = 50
EVERY_BUG = (*BUGS, *MORE_BUGS, *TOURNAMENT_BUGS)


class BugFound(NamedTuple):
    """The seed that found a bug, and the check that failed."""

    seed: int
    by: str


def find_bug(bug: Bug, seeds: int = MOST_SEEDS) -> BugFound | None:
    """Return the first seed that finds a bug, or None. A tournament's bug is looked for in the seeds with a
    tournament.
    """
    with bug.plant():
        for seed in range(1, seeds + 1):
            if bug in TOURNAMENT_BUGS and not has_tournament(seed):
                continue
            outcome = run_and_sometimes_verify(VERIFY_EVERY, seed)
            if outcome.failure:
                assert outcome.failure.startswith("AssertionError"), f"{bug.name}: {outcome.traceback_text}"
                return BugFound(seed, outcome.failed_check)
    return None


def main() -> int:
    """Print what finds each bug; exit with a failure unless all are found."""
    missed = 0
    print(f"| {'bug':37} | seed | found by |\n|---|---|---|")
    for bug in EVERY_BUG:
        found = find_bug(bug)
        missed += found is None
        print(
            f"| {bug.name:37} | {found.seed if found else '-':>4} | {found.by if found else 'nothing'} |",
            flush=True,
        )
    set_figure("planted bugs found", len(EVERY_BUG) - missed)
    set_figure("planted bugs missed", missed)
    print(f"{len(EVERY_BUG) - missed} of {len(EVERY_BUG)} found within {MOST_SEEDS} seeds.")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
