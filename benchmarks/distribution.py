"""The speed of exact distributions, as ratios in one run: `python -m benchmarks.distribution [--quick]`."""

import argparse
import json
from collections import deque
from statistics import median

from benchmarks.ratios import Work, ratio, seconds, show
from sicbo.game.settlement import Slip
from sicbo.maths.distribution import Distribution, distribution
from sicbo.maths.polynomials import FLINT, PLAIN, flint_polynomial, has_flint
from sicbo.rulebooks import get_layout

STAKES = {
    "small": 10, "odd": 10, "single-3": 5, "single-6": 5, "total-9": 5,
    "domino-25": 5, "double-4": 2, "any-triple": 2, "triple-6": 1, "four-3456": 5,
}  # fmt: skip


def one_round(slip: Slip, turns: int) -> None:
    """Measure one round of the slip, from wagers to a distribution."""
    rules, layout = get_layout("crown-melbourne-6.1/a")
    text = json.dumps(STAKES)

    def once() -> Distribution:
        return distribution(slip, layout, rules)

    once()
    taken = 1e6 * median(seconds(once, 200) for _ in range(turns))
    show("one round of a slip, microseconds", taken, "goal: under 100", kind=None)
    show("one round of a slip / json.loads of it", ratio(once, lambda: json.loads(text), turns, 200))


def many_rounds(slip: Slip, n: int, turns: int) -> None:
    """Measure the slip over n rounds, against FLINT's power of the same polynomial."""
    rules, layout = get_layout("crown-melbourne-6.1/a")
    one = distribution(slip, layout, rules)
    bare = flint_polynomial({net - one.worst: weight for net, weight in one.weights()})

    def ahead(method: str | None) -> Work:
        return lambda: distribution(slip, layout, rules).rounds(n, method).ahead

    def table(method: str | None) -> Work:
        return lambda: deque(distribution(slip, layout, rules).rounds(n, method).weights(), maxlen=0)

    def power() -> object:
        return bare**n

    show(
        f"ahead after {n:,} rounds / bare power of FLINT",
        ratio(ahead(None), power, turns),
        "goal: at most 1.10",
    )
    show(
        f"{n:,} rounds with flint alone / bare power", ratio(ahead(FLINT), power, turns), "goal: at most 1.10"
    )
    show(f"{n:,} rounds in plain Python alone / with flint alone", ratio(ahead(PLAIN), ahead(FLINT), turns))
    show(f"every result of {n:,} rounds, plain Python / flint", ratio(table(PLAIN), table(FLINT), turns))


def main() -> None:
    """Print the ratios."""
    parser = argparse.ArgumentParser(description="Measure the speed of exact distributions.")
    parser.add_argument(
        "--quick", action="store_true", help="fewer rounds and turns: seconds instead of minutes"
    )
    quick = parser.parse_args().quick
    slip = Slip(STAKES)
    one_round(slip, turns=5 if quick else 25)
    if has_flint():
        many_rounds(slip, n=200 if quick else 1_000, turns=3 if quick else 5)
    else:
        print("python-flint is not installed. Install sicbo[lab] to compare with it.")


if __name__ == "__main__":
    main()
