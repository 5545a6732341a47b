"""How fast rounds are simulated, as ratios within one run: `python -m benchmarks.simulate [--quick]`.

The base is a good numpy program for every wager's own result: 64 k rounds at once, one random index per
round, rows gathered into one buffer. Contender and base take turns, and the median of the ratios of their
processor times counts; with two workers, wall-clock time is used.
"""

import argparse
import os
import random
from collections.abc import Callable
from statistics import median
from time import perf_counter, process_time

import numpy as np

from benchmarks.ratios import SPEED, show
from sicbo import Rulebook

STAKES = {
    "small": 10, "odd": 10, "single-3": 5, "single-6": 5, "total-9": 5,
    "domino-25": 5, "double-4": 2, "any-triple": 2, "triple-6": 1, "four-3456": 5,
}  # fmt: skip
CHUNK = 65_536
GOALS = {
    "every wager, one core": "goal 0.9, stretch 2.3",
    "bankroll path with its lowest point, one core": "goal 3.0, stretch 6.7",
    "the same with two workers, by the clock": "goal 5.5",
    "path and histogram, one core": "",
    "numpy alone, path": "",
    "random indices alone, numpy": "",
    "plain Python loop": "",
}

Work = Callable[[int], object]
BOOK = Rulebook.load("crown-melbourne-6.1/a")
TABLE = np.array(BOOK.simulate(STAKES, 1, 1, level="totals").deal.wagers, dtype=np.int16)


def base(rounds: int) -> None:
    """Compute every wager's result with well-written numpy."""
    generator, out = np.random.default_rng(1), np.empty((CHUNK, TABLE.shape[1]), np.int16)
    for _ in range(rounds // CHUNK):
        dealt = generator.integers(0, 216, CHUNK, dtype=np.uint16)
        np.take(TABLE, dealt, axis=0, out=out, mode="clip")


def indices(rounds: int) -> None:
    """Draw the random indices of the base only."""
    generator = np.random.default_rng(1)
    for _ in range(rounds // CHUNK):
        generator.integers(0, 216, CHUNK, dtype=np.uint16)


def plain(rounds: int) -> int:
    """Run a loop in plain Python."""
    rows, total = TABLE.tolist(), 0
    for _ in range(rounds):
        for net in rows[random.randrange(216)]:
            total += net
    return total


def wagers(rounds: int) -> None:
    """Compute every wager's result through the public interface."""
    for _ in BOOK.simulate(STAKES, rounds, 1, level="wagers").results():
        pass


def path(rounds: int, workers: int = 1) -> object:
    """Compute the bankroll and its lowest point through the public interface."""
    run = BOOK.simulate(STAKES, rounds, 1, workers=workers)
    return run.total, run.lowest


def whole(rounds: int) -> object:
    """Compute the same, and the interval and the histogram."""
    run = BOOK.simulate(STAKES, rounds, 1)
    return run.lowest, run.ci(), run.histogram


def numpy_path(rounds: int) -> object:
    """Compute the path as it is dealt without numba."""
    from sicbo.lab.random.engines import NUMPY

    nets = BOOK.simulate(STAKES, 1, 1, level="totals").deal.nets
    return [NUMPY.path(1, start, 2**20, nets) for start in range(0, rounds, 2**20)]


def speed(work: Work, rounds: int, clock: Callable[[], float] = process_time) -> float:
    """Return rounds per second."""
    start = clock()
    work(rounds)
    return rounds / (clock() - start)


def ratios(turns: int, size: int) -> dict[str, float]:
    """Return how many times as fast as the base each contender is."""
    cases: dict[str, tuple[Work, int, Callable[[], float]]] = {
        "every wager, one core": (wagers, 16 * size, process_time),
        "bankroll path with its lowest point, one core": (path, 64 * size, process_time),
        "the same with two workers, by the clock": (lambda n: path(n, 2), 128 * size, perf_counter),
        "path and histogram, one core": (whole, 64 * size, process_time),
        "numpy alone, path": (numpy_path, size, process_time),
        "random indices alone, numpy": (indices, 8 * size, process_time),
        "plain Python loop": (plain, size // 64, process_time),
    }
    found: dict[str, list[float]] = {name: [] for name in cases}
    for work, rounds, _ in cases.values():
        work(rounds)
    for _ in range(turns):
        for name, (work, rounds, clock) in cases.items():
            found[name].append(speed(work, rounds, clock) / speed(base, 8 * size, clock))
    return {name: round(median(values), 4) for name, values in found.items()}


def totals_milliseconds() -> float:
    """Return the milliseconds for a trillion rounds of the slip, totals only."""
    taken = []
    for seed in range(25):
        start = process_time()
        BOOK.simulate(STAKES, 10**12, seed, level="totals").mean  # noqa: B018
        taken.append(1e3 * (process_time() - start))
    return median(taken)


def main() -> None:
    """Print the ratios."""
    parser = argparse.ArgumentParser(description="Measure how fast rounds are simulated.")
    parser.add_argument("--quick", action="store_true", help="fewer rounds and turns")
    quick = parser.parse_args().quick
    found = ratios(turns=3 if quick else 9, size=2**20 if quick else 2**21)
    print(f"rounds a second / numpy good, every wager, at a load of {os.getloadavg()[0]:.1f}")
    for name, goal in GOALS.items():
        show(name, found[name], goal, kind=SPEED)
    show("totals of 10^12 rounds, milliseconds", totals_milliseconds(), "goal: under 1", kind=None)


if __name__ == "__main__":
    main()
