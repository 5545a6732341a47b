"""Fuzz one target: `python -m tests.fuzz command --seconds 60`, by coverage where atheris is installed."""

import argparse
import gc
import importlib.util
import math
import os
import random
import sys
import tempfile
import time
from pathlib import Path
from types import FunctionType

from tests.fuzz.corpus import grown, keep, kept
from tests.fuzz.targets import TARGETS, tried

SLOWEST = 0.05
LONGEST = 20_000
HANGS = 300
"""Seconds by the clock: on a busy machine an input waits long for its turn, and its own time is measured."""
INTERESTING = (b"\0", b"\xff", b'"', b"{", b"}", b"[", b"]", b",", b"-1", b"1e400", b"NaN", b"\n", b"9" * 30)


def by_coverage(name: str, seconds: int, runs: int) -> None:
    """Let atheris look for ways through the package that no input has gone."""
    import atheris

    for one in gc.get_objects():
        if isinstance(one, FunctionType) and str(one.__module__).startswith("sicbo."):
            atheris.instrument_func(one)
    place = tempfile.mkdtemp(prefix=f"fuzz-{name}-")
    for number, data in enumerate(kept(name)):
        (Path(place) / str(number)).write_bytes(data)
    enough = [f"-max_total_time={seconds}", f"-runs={runs or -1}"]
    options = [*enough, f"-max_len={LONGEST}", f"-timeout={HANGS}", "-print_final_stats=1"]
    atheris.Setup(
        [sys.argv[0], *options, f"-artifact_prefix={place}-", place], lambda data: _timed(name, data)
    )
    atheris.Fuzz()


def by_chance(name: str, seconds: int, runs: int, seed: int) -> int:
    """Change what is kept, by chance; how many inputs were tried."""
    chance, begins = random.Random(seed), kept(name) or [b""]
    ends, count = time.monotonic() + (seconds or math.inf), 0
    while time.monotonic() < ends and count < (runs or math.inf):
        _timed(name, mutated(chance, begins))
        count += 1
    return count


def mutated(chance: random.Random, begins: list[bytes]) -> bytes:
    """One of the inputs, with a few bytes changed, cut, doubled, or put in from another."""
    data = bytearray(chance.choice(begins))
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
                other = chance.choice(begins)
                data[at : at + 10] = other[at : at + 10]
            case _:
                data[at:at] = chance.randbytes(chance.randint(1, 4))
    return bytes(data)[:LONGEST]


def _timed(name: str, data: bytes) -> None:
    begun = time.thread_time()
    tried(name, data)
    taken = time.thread_time() - begun
    assert taken < 20 * SLOWEST, f"{taken:.3f} s for {len(data)} bytes"


def main() -> int:
    """Fuzz, or gather what targets begin with."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("target", choices=[*TARGETS, "gather"])
    parser.add_argument("--seconds", type=int, default=0, help="for how long")
    parser.add_argument(
        "--runs", type=int, default=0, help="how many inputs; for a minute where neither is said"
    )
    parser.add_argument("--seed", type=int, default=int.from_bytes(os.urandom(4), "big"))
    given = parser.parse_args()
    seconds = given.seconds or (0 if given.runs else 60)
    if given.target == "gather":
        for name, inputs in grown().items():
            keep(name, {*kept(name), *inputs})
    elif importlib.util.find_spec("atheris"):
        by_coverage(given.target, seconds, given.runs)
    else:
        count = by_chance(given.target, seconds, given.runs, given.seed)
        print(f"{given.target}: {count:,} inputs, none wrong")
    return 0


if __name__ == "__main__":
    sys.exit(main())
