"""Spreading a run over threads or a cluster: pieces come back in order, whoever did them."""

import re
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from importlib import import_module
from typing import Any, TypeVar

from sicbo.errors import BadInput, SicboError

FIRST, LARGEST = 2**20, 2**26
"""Rounds of the first piece, so that there is soon something to see, and of any other."""
MOST_WORKERS = 1_024
ADDRESS = re.compile(r"\w+://\S+:\d{1,5}")

Done = TypeVar("Done")
Work = Callable[[int, int], Done]
Submit = Callable[[Work[Done], int, int], Any]


def pieces(rounds: int, workers: int) -> Iterator[tuple[int, int]]:
    """Where each piece starts and how many rounds it has; every start is a multiple of four."""
    start = min(FIRST, rounds)
    yield 0, start
    even = -(-(rounds - start) // max(workers, 1))
    size = min(LARGEST, max(-(-even // FIRST) * FIRST, FIRST))
    for begin in range(start, rounds, size):
        yield begin, min(size, rounds - begin)


def check_workers(workers: int, cluster: str | None) -> None:
    """Refuse what cannot be a number of workers, or the address of a cluster, before anything is dealt."""
    if type(workers) is not int or not 1 <= workers <= MOST_WORKERS:
        raise BadInput(f"Workers are counted from 1 to {MOST_WORKERS}, not {workers!r}.")
    if cluster is not None and not ADDRESS.fullmatch(cluster):
        raise BadInput(f"A cluster is named by its scheduler, as in tcp://10.0.0.7:8786, not {cluster!r}.")


def spread(
    work: Work[Done], rounds: int, workers: int = 1, cluster: str | None = None
) -> Iterator[tuple[int, Done]]:
    """Each piece's rounds with what came of it, in order."""
    if workers == 1 and cluster is None:
        yield from ((size, work(start, size)) for start, size in pieces(rounds, 1))
        return
    with _cluster(cluster) if cluster else _threads(workers) as (submit, width):
        waiting: deque[tuple[int, Future[Done]]] = deque()
        for start, size in pieces(rounds, width):
            waiting.append((size, submit(work, start, size)))
            if len(waiting) > 2 * width:
                oldest, future = waiting.popleft()
                yield oldest, future.result()
        yield from ((size, future.result()) for size, future in waiting)


@contextmanager
def _threads(workers: int) -> Iterator[tuple[Submit[Any], int]]:
    """Kernels and numpy let go of the interpreter's lock, so threads do."""
    with ThreadPoolExecutor(workers) as pool:
        yield pool.submit, workers


@contextmanager
def _cluster(address: str) -> Iterator[tuple[Submit[Any], int]]:
    """The workers of a dask scheduler."""
    try:
        distributed = import_module("distributed")
    except ImportError:
        raise BadInput("A cluster needs a library that is not there: pip install 'sicbo[cluster]'.") from None
    try:
        client = distributed.Client(address, timeout="10s", set_as_default=False)
    except (OSError, ValueError) as error:
        raise SicboError(f"No cluster answers at {address} ({error}): start its scheduler first.") from None
    with client:
        threads = sum(client.nthreads().values())
        if not threads:
            raise SicboError(f"The cluster at {address} has no workers: start some.")
        yield (lambda work, start, size: client.submit(work, start, size, pure=False)), threads
