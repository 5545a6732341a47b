"""The tree of RFC 6962 over the hashes of records, kept as its peaks alone."""

from collections.abc import Sequence
from hashlib import sha256

EMPTY = sha256().digest()
"""The root of a tree without any record."""


class Tree:
    """A tree that only grows: one hash for each full subtree, the largest first."""

    __slots__ = ("peaks", "size")

    def __init__(self) -> None:
        self.peaks: list[bytes] = []
        self.size = 0

    def add(self, bound: bytes) -> None:
        """Take in the hash of the next record."""
        node = sha256(b"\0" + bound).digest()
        full = self.size
        peaks = self.peaks
        while full & 1:
            node = sha256(b"\1" + peaks.pop() + node).digest()
            full >>= 1
        peaks.append(node)
        self.size += 1

    def root(self) -> bytes:
        """The hash over everything so far, at least one record."""
        node = self.peaks[-1]
        for peak in self.peaks[-2::-1]:
            node = sha256(b"\1" + peak + node).digest()
        return node


def root_by_proof(bound: bytes, index: int, size: int, proof: Sequence[bytes]) -> bytes | None:
    """The root to which a proof leads from a record's hash; None where its length or shape is wrong."""
    if not 0 <= index < size:
        return None
    node = sha256(b"\0" + bound).digest()
    left, last = index, size - 1
    for sibling in proof:
        if last == 0:
            return None
        if left & 1 or left == last:
            node = sha256(b"\1" + sibling + node).digest()
            while left and not left & 1:
                left, last = left >> 1, last >> 1
        else:
            node = sha256(b"\1" + node + sibling).digest()
        left, last = left >> 1, last >> 1
    return node if last == 0 else None
