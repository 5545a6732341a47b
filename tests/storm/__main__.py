"""Run storms: `make long PART=storm CRASHES=10000`, or `python -m tests.storm --crashes 10000`."""

import argparse
import multiprocessing
import os
import signal
import sys
from collections.abc import Generator, Iterator
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from itertools import chain, count, islice, takewhile

from tests.soak.figures import measured
from tests.soak.sizes import positive
from tests.storm.checks.telling import Progress, Tally, report
from tests.storm.run import VERIFIED, Outcome, how_to_replay, looked_at
from tests.storm.seeds import found_before

AHEAD = 2
"""How many seeds wait for each process: enough to keep it busy, few enough to stop soon."""
LOOK = 1.0
INTERRUPTED = 130


def outcomes(seeds: Iterator[int], processes: int, every: int) -> Generator[Outcome | None, None, None]:
    """Yield the outcome of each seed, in any order; None if nothing has come for a second."""
    if processes == 1:
        yield from (looked_at(every, seed) for seed in seeds)
        return
    context = multiprocessing.get_context("spawn")
    # Ctrl-C stops the first process, which stops the others.
    deaf = (signal.SIGINT, signal.SIG_IGN)
    pool = ProcessPoolExecutor(processes, context, initializer=signal.signal, initargs=deaf)
    try:
        under_way = {pool.submit(looked_at, every, seed) for seed in islice(seeds, AHEAD * processes)}
        while under_way:
            done, under_way = wait(under_way, LOOK, FIRST_COMPLETED)
            yield from (one.result() for one in done) if done else (None,)
            under_way |= {pool.submit(looked_at, every, seed) for seed in islice(seeds, len(done))}
    finally:
        pool.shutdown(cancel_futures=True)


def wanted(given: argparse.Namespace, tally: Tally) -> Iterator[int]:
    """Yield the seeds to run: the one given, or the seeds that failed before and then as many others as
    requested.
    """
    if given.seed is not None:
        return iter((given.seed,))
    if given.crashes:
        return takewhile(lambda _: tally.crashes < given.crashes, chain(found_before(), count(given.first)))
    return chain(found_before(), range(given.first, given.first + given.seeds))


def blow(given: argparse.Namespace, tally: Tally) -> int:
    """Run the seeds with a progress line; stop at the first failure unless told to go on."""
    progress = Progress(sys.stdout, tally)
    every = 1 if given.seed is not None else given.verify_every
    running = outcomes(wanted(given, tally), given.processes, every)
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # so that no process is left behind
    try:
        for outcome in running:
            if outcome is not None:
                tally.add(outcome.events, outcome.records, outcome.counts, failed=bool(outcome.wrong))
            progress.tell()
            if outcome is not None and given.seed is not None:
                print(f"Seed {outcome.seed}: journal {outcome.journal}")
            if outcome is not None and outcome.wrong:
                progress.clear()
                print(outcome.where, how_to_replay(outcome), sep="\n", file=sys.stderr)
                if not given.going_on:
                    break
    except KeyboardInterrupt:
        return INTERRUPTED
    finally:
        progress.clear()
        running.close()
    return 1 if tally.failed else 0


def main() -> int:
    """Run seeds, those that failed before first, and print a report."""
    parser = argparse.ArgumentParser(prog="python -m tests.storm", description=__doc__)
    parser.add_argument(
        "--seed", type=int, help="run one seed, verify its bundle, and print the hash of its journal"
    )
    parser.add_argument("--seeds", type=positive, default=100, help="how many")
    parser.add_argument(
        "--crashes", type=positive, help="run seeds until the house has crashed this many times"
    )
    parser.add_argument("--from", type=int, default=1, dest="first", help="the first seed")
    parser.add_argument(
        "--processes",
        type=positive,
        default=os.cpu_count() or 1,
        help="how many processes; one for each core by default",
    )
    parser.add_argument(
        "--verify-every", type=positive, default=VERIFIED, help="verify every nth bundle; 1 verifies all"
    )
    parser.add_argument("--going-on", action="store_true", help="do not stop at the first failure")
    given = parser.parse_args()
    given.processes = 1 if given.seed is not None else given.processes
    tally = Tally()
    code = blow(given, tally)
    print(report(tally, given.processes))
    figures = {"seeds": tally.seeds, "events": tally.events, "failed": tally.failed, **tally.counts}
    for what, so_many in figures.items():
        measured(f"storm {what}", so_many)
    return code


if __name__ == "__main__":
    sys.exit(main())
