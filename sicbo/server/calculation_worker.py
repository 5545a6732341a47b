"""The laboratory's worker process: it reads one question per line and writes one answer per line.

It is started as `python -m sicbo.server.calculation_worker` and has no access to the house. It limits its own
memory and processor time, and ends when its standard input ends.
"""

import os
import resource
import sys
from contextlib import suppress
from math import ceil

import msgspec

from sicbo.rulebook import Rulebook
from sicbo.server.schemas.table import Shape

QUANTILES = (5, 25, 50, 75, 95)
NICENESS = 10


class Question(msgspec.Struct, frozen=True):
    """The distribution of a slip in cents over some rounds, to be answered within `seconds`."""

    layout: str
    stakes: dict[str, int]
    rounds: int
    seconds: float


class Distributed(Shape, frozen=True):
    """The exact distribution of a slip's net result, in cents."""

    rounds: int
    mean: str
    variance: str
    worst: int
    best: int
    ahead: str
    quantiles: dict[str, int]


_question = msgspec.json.Decoder(Question).decode


def answer(question: Question) -> Distributed:
    """Return the exact distribution that a question asks for."""
    book = Rulebook.load(question.layout)
    found = book.distribution(question.stakes, question.rounds)
    return Distributed(
        rounds=question.rounds,
        mean=str(found.mean),
        variance=str(found.variance),
        worst=found.worst,
        best=found.best,
        ahead=str(found.ahead),
        quantiles={f"{share}%": found.quantile(share / 100) for share in QUANTILES},
    )


def limit_memory(most: int) -> None:
    """Limit the memory of this process to `most` bytes if the system supports it, and disable core dumps."""
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_AS, (most, most))
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def limit_time(seconds: float) -> None:
    """Allow this process `seconds` more of processor time, after which the system ends it."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    _, most = resource.getrlimit(resource.RLIMIT_CPU)
    until = ceil(used.ru_utime + used.ru_stime + seconds)
    resource.setrlimit(resource.RLIMIT_CPU, (until, most))


def main(memory: int) -> None:
    """Answer questions until standard input ends, which means that the house has ended."""
    limit_memory(memory)
    os.nice(NICENESS)
    for line in sys.stdin.buffer:
        question = _question(line)
        limit_time(question.seconds)
        sys.stdout.buffer.write(msgspec.json.encode(answer(question)) + b"\n")
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main(int(sys.argv[1]))
