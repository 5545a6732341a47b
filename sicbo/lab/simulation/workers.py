"""Parallel work on threads or a cluster; results come back in order."""

import re
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from importlib import import_module
from typing import Any, TypeVar

from sicbo.errors import BadInput, SicboError

FIRST, LARGEST = 2**20, 2**26
"""Rounds of the first piece, which is small to show progress early, and of the largest piece."""
MOST_WORKERS = 1_024
ADDRESS = re.compile(r"\w+://\S+:\d{1,5}")

Done = TypeVar("Done")
Work = Callable[[int, int], Done]
Submit = Callable[[Work[Done], int, int], Any]


def pieces(rounds: int, workers: int) -> Iterator[tuple[int, int]]:
    """Yield the start and size of each piece; every start is a multiple of four."""
    start = min(FIRST, rounds)
    yield 0, start
    even = -(-(rounds - start) // max(workers, 1))
    size = min(LARGEST, max(-(-even // FIRST) * FIRST, FIRST))
    for begin in range(start, rounds, size):
        yield begin, min(size, rounds - begin)


def check_workers(workers: int, cluster: str | None) -> None:
    """Refuse an invalid number of workers or cluster address before anything is dealt."""
    if type(workers) is not int or not 1 <= workers <= MOST_WORKERS:
        raise BadInput(f"The number of workers must be from 1 to {MOST_WORKERS}, not {workers!r}.")
    if cluster is not None and not ADDRESS.fullmatch(cluster):
        raise BadInput(f"A cluster address must be like tcp://10.0.0.7:8786, not {cluster!r}.")


def spread(
    work: Work[Done], rounds: int, workers: int = 1, cluster: str | None = None
) -> Iterator[tuple[int, Done]]:
    """Do the work in pieces; yield each piece's rounds and result, in order."""
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
    """Yield a thread pool; threads are enough because kernels and numpy release the interpreter lock."""
    with ThreadPoolExecutor(workers) as pool:
        yield pool.submit, workers


@contextmanager
def _cluster(address: str) -> Iterator[tuple[Submit[Any], int]]:
    """Yield the workers of a dask scheduler."""
    try:
        distributed = import_module("distributed")
    except ImportError:
        raise BadInput("A cluster requires dask: pip install 'sicbo[cluster]'.") from None
    try:
        client = distributed.Client(address, timeout="10s", set_as_default=False)
    except (OSError, ValueError) as error:
        raise SicboError(f"No cluster answers at {address} ({error}). Start its scheduler first.") from None
    with client:
        threads = sum(client.nthreads().values())
        if not threads:
            raise SicboError(f"The cluster at {address} has no workers. Start some.")
        yield (lambda work, start, size: client.submit(work, start, size, pure=False)), threads
