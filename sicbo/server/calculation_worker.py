"""The worker process of the laboratory: it reads a question on each line and writes an answer on one.

It is started as `python -m sicbo.server.calculation_worker`, knows nothing of the house, limits its own
memory and processor time, and ends with its standard input.
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
    """The distribution of a slip in cents over some rounds; `seconds` is how long it may take."""

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
    """The exact distribution that a question asks for."""
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
    """Let this process have so many bytes, where the system can limit them, and leave no core behind."""
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_AS, (most, most))
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def limit_time(seconds: float) -> None:
    """Let this process work so many seconds more: then the system ends it, whatever it does."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    _, most = resource.getrlimit(resource.RLIMIT_CPU)
    until = ceil(used.ru_utime + used.ru_stime + seconds)
    resource.setrlimit(resource.RLIMIT_CPU, (until, most))


def main(memory: int) -> None:
    """Answer until nothing more can be asked; the house has gone then."""
    limit_memory(memory)
    os.nice(NICENESS)
    for line in sys.stdin.buffer:
        question = _question(line)
        limit_time(question.seconds)
        sys.stdout.buffer.write(msgspec.json.encode(answer(question)) + b"\n")
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main(int(sys.argv[1]))
