"""Fuzz one target: `python -m tests.fuzz command --seconds 60`, coverage-guided if atheris is installed."""

import argparse
import gc
import importlib.util
import math
import os
import random
import sys
import time
from types import FunctionType

from tests.fuzz.corpus import begins, grown, keep, kept
from tests.fuzz.keeping import FOUND, found, merge
from tests.fuzz.oracle import Oracle
from tests.fuzz.targets import TARGETS, tried

LONGEST = 60_000
HANGS = 300
"""Seconds of wall time for one input: on a busy machine an input waits long for its turn, and its own time is
measured.
"""
MOST_MEMORY = 1_000
"""Megabytes of the whole process, with atheris and its corpus; the memory that one input adds is measured."""
INTERESTING = (b"\0", b"\xff", b'"', b"{", b"}", b"[", b"]", b",", b"-1", b"1e400", b"NaN", b"\n", b"9" * 30)


def by_coverage(name: str, seconds: int, runs: int) -> None:
    """Let atheris look for new paths through the package."""
    import atheris

    for one in gc.get_objects():
        if isinstance(one, FunctionType) and str(one.__module__).startswith("sicbo."):
            atheris.instrument_func(one)
    place = FOUND / name
    place.mkdir(parents=True, exist_ok=True)
    for number, data in enumerate(begins(name)):
        (place / f"begin-{number}").write_bytes(data)
    enough = [f"-max_total_time={seconds}", f"-runs={runs or -1}", f"-max_len={LONGEST}"]
    limits = [f"-timeout={HANGS}", f"-rss_limit_mb={MOST_MEMORY}", "-print_final_stats=1"]
    options = [*enough, *limits, f"-artifact_prefix={place}-", str(place)]
    atheris.Setup([sys.argv[0], *options], _oracle(name))
    atheris.Fuzz()


def _oracle(name: str) -> Oracle:
    """Return the oracle of a target, with its caches filled."""
    for data in begins(name):
        tried(name, data)
    return Oracle(name)


def by_chance(name: str, seconds: int, runs: int, seed: int) -> int:
    """Mutate kept inputs at random, and return how many inputs were tried."""
    chance, first, judge = random.Random(seed), begins(name), _oracle(name)
    ends, count = time.monotonic() + (seconds or math.inf), 0
    while time.monotonic() < ends and count < (runs or math.inf):
        judge(mutated(chance, first))
        count += 1
    return count


def mutated(chance: random.Random, first: list[bytes]) -> bytes:
    """Return one of the inputs with a few bytes changed, cut, doubled, or inserted from another."""
    data = bytearray(chance.choice(first))
    for _ in range(chance.randint(1, 4)):
        at, end = sorted((chance.randint(0, len(data)), chance.randint(0, len(data))))
        match chance.randrange(6):
            case 0:
                data[at:at] = chance.choice(INTERESTING)
            case 1:
                del data[at : min(end, at + 20)]
            case 2:
                data[at:at] = data[at : min(end, at + 40)]
            case 3 if at < len(data):
                data[at] ^= 1 << chance.randrange(8)
            case 4:
                other = chance.choice(first)
                data[at : at + 10] = other[at : at + 10]
            case _:
                data[at:at] = chance.randbytes(chance.randint(1, 4))
    return bytes(data)[:LONGEST]


def main() -> int:
    """Fuzz a target, or keep what fuzzing found."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("target", choices=[*TARGETS, "gather"])
    parser.add_argument("--seconds", type=int, default=0, help="how many seconds")
    parser.add_argument(
        "--runs", type=int, default=0, help="how many inputs; without this and --seconds, one minute"
    )
    parser.add_argument("--seed", type=int, default=int.from_bytes(os.urandom(4), "big"))
    parser.add_argument("--keep", action="store_true", help="fuzz nothing; keep the inputs that were found")
    given = parser.parse_args()
    seconds = given.seconds or (0 if given.runs else 60)
    if given.target == "gather":
        for name, inputs in grown().items():
            keep(name, {*kept(name), *inputs})
    elif given.keep:
        added = merge(given.target, found(given.target))
        print(f"{given.target}: {len(added)} more inputs are kept, {sum(map(len, added)):,} bytes")
    elif importlib.util.find_spec("atheris"):
        by_coverage(given.target, seconds, given.runs)
    else:
        count = by_chance(given.target, seconds, given.runs, given.seed)
        print(f"{given.target}: {count:,} inputs, none wrong")
    return 0


if __name__ == "__main__":
    sys.exit(main())
