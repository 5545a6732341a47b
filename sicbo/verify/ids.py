"""Ids: that each was used once, without keeping them all in memory."""

import tempfile
from array import array
from collections.abc import Iterable, Iterator
from heapq import merge
from itertools import pairwise
from typing import IO

from sicbo.verify.canonical import Unusable

CHUNK, READ, WIDTH = 1 << 16, 1 << 9, 8


class Ids:
    """The hashes of ids: one chunk of them in memory, the older ones on disk, each chunk sorted.

    Equal ids have equal hashes, so a repeated id is never missed; two ids that only share a hash are told
    apart by reading the journal once more.
    """

    def __init__(self) -> None:
        self.fresh = array("q")
        self.add = self.fresh.append
        self.file: IO[bytes] | None = None
        self.ends = [0]

    def spill(self) -> None:
        """Put what is in memory on disk."""
        try:
            if self.file is None:
                self.file = tempfile.TemporaryFile()  # noqa: SIM115
            array("q", sorted(self.fresh)).tofile(self.file)
        except OSError as error:
            raise Unusable(f"No temporary file can be written: {error.strerror}.") from None
        self.ends.append(self.file.tell())
        del self.fresh[:]

    def repeated(self) -> set[int]:
        """The hashes that came more than once; it can be asked once."""
        spilt = self.file
        chunks = [_numbers(spilt, *part) for part in pairwise(self.ends)] if spilt else []
        return {one for one, other in pairwise(merge(*chunks, sorted(self.fresh))) if one == other}

    def close(self) -> None:
        """Let go of what is on disk."""
        if self.file is not None:
            self.file.close()


def _numbers(file: IO[bytes], at: int, end: int) -> Iterator[int]:
    """One chunk, a little at a time: all of them are read side by side."""
    for start in range(at, end, READ * WIDTH):
        file.seek(start)
        yield from array("q", file.read(min(READ * WIDTH, end - start)))


def first_repeat(ids: Iterable[bytes], hashes: set[int]) -> int | None:
    """The number of the first record whose id was used before, among those whose hashes came twice."""
    seen: set[bytes] = set()
    for number, asked in enumerate(ids, 1):
        if hash(asked) in hashes:
            if asked in seen:
                return number
            seen.add(asked)
    return None
