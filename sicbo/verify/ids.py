"""Ids: that each was used once, without keeping them all in memory."""

import tempfile
from array import array
from collections.abc import Iterable, Iterator
from heapq import merge
from itertools import pairwise
from typing import IO

CHUNK, READ = 1 << 20, 1 << 13


class Ids:
    """The hashes of ids: a million at a time in memory, older ones sorted on disk.

    Equal ids have equal hashes, so a repeated id is never missed; two ids that only share a hash are told
    apart by reading the journal once more.
    """

    def __init__(self) -> None:
        self.fresh = array("q")
        self.add = self.fresh.append
        self.parts: list[IO[bytes]] = []

    def spill(self) -> None:
        """Put what is in memory on disk."""
        part = tempfile.TemporaryFile()  # noqa: SIM115
        array("q", sorted(self.fresh)).tofile(part)
        self.parts.append(part)
        del self.fresh[:]

    def repeated(self) -> set[int]:
        """The hashes that came more than once; it can be asked once."""
        streams: list[Iterable[int]] = [_numbers(part) for part in self.parts]
        every = merge(*streams, sorted(self.fresh)) if streams else iter(sorted(self.fresh))
        return {one for one, other in pairwise(every) if one == other}

    def close(self) -> None:
        """Let go of what is on disk."""
        for part in self.parts:
            part.close()


def _numbers(part: IO[bytes]) -> Iterator[int]:
    part.seek(0)
    while text := part.read(8 * READ):
        yield from array("q", text)


def first_repeat(ids: Iterable[bytes], hashes: set[int]) -> int | None:
    """The number of the first record whose id was used before, among those whose hashes came twice."""
    seen: set[bytes] = set()
    for number, asked in enumerate(ids, 1):
        if hash(asked) in hashes:
            if asked in seen:
                return number
            seen.add(asked)
    return None
