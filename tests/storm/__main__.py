"""Storms from the command line: `python -m tests.storm --from 1 --seeds 300`."""

import argparse
import multiprocessing
import sys
import time
from collections import Counter
from collections.abc import Iterator
from functools import partial

from tests.soak.figures import measured
from tests.storm.run import VERIFIED, Outcome, how_to_replay, looked_at
from tests.storm.seeds import found_before


def outcomes(seeds: list[int], processes: int, every: int) -> Iterator[Outcome]:
    """What each seed comes to, in any order."""
    if processes == 1:
        yield from map(partial(looked_at, every), seeds)
        return
    with multiprocessing.get_context("spawn").Pool(processes) as pool:
        yield from pool.imap_unordered(partial(looked_at, every), seeds, chunksize=5)


def main() -> int:
    """Run seeds, the ones that failed before first, and say how much was survived."""
    parser = argparse.ArgumentParser(prog="python -m tests.storm", description=__doc__)
    parser.add_argument("--seeds", type=int, default=100, help="how many")
    parser.add_argument("--from", type=int, default=1, dest="first", help="the first of them")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument(
        "--verify-every", type=int, default=VERIFIED, help="1: verify the bundle of each seed"
    )
    parser.add_argument("--going-on", action="store_true", help="do not stop at the first that fails")
    given = parser.parse_args()
    seeds = [*found_before(), *range(given.first, given.first + given.seeds)]
    begun, events, records, ran, failed = time.monotonic(), 0, 0, 0, 0
    counts: Counter[str] = Counter()
    for outcome in outcomes(seeds, given.processes, given.verify_every):
        ran += 1
        events, records = events + outcome.events, records + outcome.records
        counts.update(outcome.counts)
        if outcome.wrong:
            failed += 1
            print(outcome.where, how_to_replay(outcome), sep="\n", file=sys.stderr)
            if not given.going_on:
                break
    seconds = time.monotonic() - begun
    print(
        f"{ran} seeds, {events:,} events at {events / seconds:,.0f}/s, {records:,} records, {failed} failed"
    )
    print(", ".join(f"{count:,} {what}" for what, count in sorted(counts.items())))
    for what, count in {"seeds": ran, "events": events, "failed": failed, **counts}.items():
        measured(f"storm {what}", count)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
