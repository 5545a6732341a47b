"""The ratios that benchmarks measure, kept as JSON to reveal slowdowns: `python -m benchmarks.ratios`.

A benchmark takes turns with its base, in processor time, and the median of the ratios counts; that is
reliable on a busy machine where seconds are not. Each benchmark adds its results to `ratios.json`, which
`make bench` clears and CI keeps. What has become twice as slow as in `reference.json` is reported but does
not fail the build.
"""

import argparse
import json
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import process_time

HERE = Path(__file__).parent
RATIOS, REFERENCE = HERE / "ratios.json", HERE / "reference.json"
SPEED, COST = "speed", "cost"
"""For a speed, more is better; for a cost, less."""
TIMES = 2

Work = Callable[[], object]
Ratios = dict[str, dict[str, float]]


def seconds(work: Work, times: int = 1) -> float:
    """Return the processor time of one piece of work."""
    start = process_time()
    for _ in range(times):
        work()
    return (process_time() - start) / times


def ratio(work: Work, base: Work, turns: int, times: int = 1) -> float:
    """Return how many times as long as the base the work takes."""
    return median(seconds(work, times) / seconds(base, times) for _ in range(turns))


def read(path: Path) -> Ratios:
    """Return the contents of a file, or nothing if it does not exist."""
    kept: Ratios = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    return {kind: kept.get(kind, {}) for kind in (SPEED, COST)}


def write(path: Path, kept: Ratios) -> None:
    """Write the ratios in a form that can be compared line by line."""
    path.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")


def show(what: str, value: float, goal: str = "", kind: str | None = COST) -> None:
    """Print one line of a report, and keep it if it is a ratio."""
    print(f"{what:<62}{value:>9.4g}  {goal}".rstrip())
    if kind:
        kept = read(RATIOS)
        kept[kind][what] = round(value, 4)
        write(RATIOS, kept)


def slower(found: Ratios, reference: Ratios) -> list[str]:
    """Return what has become twice as slow, with both figures; ratios not measured again are ignored."""
    return [
        f"{what}: {found[kind][what]:g}, was {was:g}"
        for kind in (SPEED, COST)
        for what, was in reference[kind].items()
        if what in found[kind] and _worse(kind, found[kind][what], was)
    ]


def _worse(kind: str, now: float, was: float) -> bool:
    return now < was / TIMES if kind == SPEED else now > was * TIMES


def main() -> None:
    """Compare the ratios of the last run with the reference, or make them the reference."""
    parser = argparse.ArgumentParser(description="Report what has become slow since the reference was taken.")
    parser.add_argument("--begin", action="store_true", help="delete the last run")
    parser.add_argument("--keep", action="store_true", help="make the last run the reference")
    options = parser.parse_args()
    if options.begin:
        RATIOS.unlink(missing_ok=True)
        return
    found, reference = read(RATIOS), read(REFERENCE)
    if options.keep:
        write(REFERENCE, {kind: reference[kind] | found[kind] for kind in found})
        return
    compared = sum(what in found[kind] for kind in found for what in reference[kind])
    slow = slower(found, reference)
    print(f"{compared} ratios compared with the reference, {len(slow)} twice as slow.")
    for line in slow:
        print(f"Slower: {line}.")


if __name__ == "__main__":
    main()
