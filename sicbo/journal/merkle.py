"""The Merkle tree of RFC 6962 over records: it grows from its peaks and gives short proofs."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from hashlib import sha256

from sicbo.errors import BadInput

LEAF, NODE = b"\x00", b"\x01"
WIDTH = 32
SIZE_BYTES = 8
EMPTY = sha256().digest()
"""The root of a tree without leaves."""


class Tree:
    """A tree that keeps its peaks and every node made since, so memory grows only until `trim`.

    The nodes of one level are in a list. The first is the peak of that level, if there was one, or the first
    node made.
    """

    def __init__(self, peaks: bytes = b"") -> None:
        self.size, kept = _read_peaks(peaks)
        self._start(kept)

    def _start(self, peaks: Sequence[tuple[int, bytes]]) -> None:
        self.base = self.size
        self._levels: list[list[bytes]] = [[] for _ in range(self.size.bit_length())]
        for level, peak in peaks:
            self._levels[level].append(peak)
        self._edges: tuple[int, list[bytes]] = (-1, [])

    def append(self, record: bytes) -> None:
        """Add the hash of the next record."""
        levels, index = self._levels, self.size
        self.size = index + 1
        node = sha256(LEAF + record).digest()
        if self.size.bit_length() > len(levels):
            levels.append([])
        nodes = levels[0]
        nodes.append(node)
        level = 0
        while index & 1:
            node = sha256(NODE + nodes[-2] + node).digest()
            index >>= 1
            level += 1
            nodes = levels[level]
            nodes.append(node)

    def root(self) -> bytes:
        """Return the root hash of all records so far."""
        return self._edge()[-1] if self.size else EMPTY

    def peaks(self) -> bytes:
        """Return the size and the roots of the full subtrees, largest first: all that is needed to grow."""
        full = [self._levels[level][-1] for level in _levels_of(self.size)]
        return self.size.to_bytes(SIZE_BYTES, "big") + b"".join(full)

    def trim(self) -> None:
        """Forget all nodes except the peaks; proofs start here from now on."""
        self._start([(level, self._levels[level][-1]) for level in _levels_of(self.size)])

    def inclusion(self, number: int) -> list[bytes]:
        """Return the proof that the tree holds record `number`, which was added since the last trim."""
        if not self.base < number <= self.size:
            raise BadInput(
                f"Record {number} is not among {self.base + 1} to {self.size}: "
                "its proof can only be made before the tree is trimmed."
            )
        return list(self._climb(0, number - 1))

    def consistency(self) -> list[bytes]:
        """Return the proof that the tree at the last trim is a prefix of this one."""
        if self.base in (0, self.size):
            return []
        level = _lowest_bit(self.base)
        index = (self.base >> level) - 1
        first = [self._levels[level][0]] if index else []
        return [*first, *self._climb(level, index)]

    def _climb(self, level: int, index: int) -> Iterator[bytes]:
        """Yield the siblings of a node and of every node above it."""
        edge, last = self._edge(), (self.size - 1) >> level
        while last:
            sister = index ^ 1
            if sister < self.size >> level:
                yield self._levels[level][sister - (self.base >> level & ~1)]
            elif sister == last:
                yield edge[level]
            level, index, last = level + 1, index >> 1, last >> 1

    def _edge(self) -> list[bytes]:
        """Return the last node of each level from the lowest peak up; below it the last nodes are full."""
        size, edge = self._edges
        if size != self.size:
            level = _lowest_bit(self.size)
            last = (self.size - 1) >> level
            edge = [b""] * level + [self._levels[level][-1]]
            while last:
                node = edge[level]
                edge.append(_parent(self._levels[level][-1], node) if last & 1 else node)
                level, last = level + 1, last >> 1
            self._edges = (self.size, edge)
        return edge


def root_from_inclusion(record: bytes, number: int, size: int, proof: Sequence[bytes]) -> bytes | None:
    """Return the root that a proof gives for a record's hash, or None if the proof cannot be valid."""
    if not 0 < number <= size or not _hashes(proof):
        return None
    node, index, last = sha256(LEAF + record).digest(), number - 1, size - 1
    left = iter(proof)
    while last:
        if index & 1 or index < last:
            sister = next(left, None)
            if sister is None:
                return None
            node = _parent(sister, node) if index & 1 else _parent(node, sister)
        index, last = index >> 1, last >> 1
    return None if any(left) else node


def consistent(
    old_size: int, old_root: bytes, new_size: int, new_root: bytes, proof: Sequence[bytes]
) -> bool:
    """Return whether a proof shows that the old tree is a prefix of the new one."""
    if not 0 <= old_size <= new_size or not _hashes(proof):
        return False
    if old_size == new_size:
        return not proof and old_root == new_root and (new_size > 0 or new_root == EMPTY)
    if old_size == 0:
        return not proof and old_root == EMPTY
    return _roots(old_size, old_root, new_size, proof) == (old_root, new_root)


def _roots(
    old_size: int, old_root: bytes, new_size: int, proof: Sequence[bytes]
) -> tuple[bytes, bytes] | None:
    """Return the old and the new root that a proof gives, from the lowest peak of the old tree up."""
    level = _lowest_bit(old_size)
    index, last = (old_size >> level) - 1, (new_size - 1) >> level
    left = iter(proof)
    node = next(left, None) if index else old_root
    if node is None:
        return None
    old = new = node
    while last:
        if index & 1 or index < last:
            sister = next(left, None)
            if sister is None:
                return None
            if index & 1:
                old, new = _parent(sister, old), _parent(sister, new)
            else:
                new = _parent(new, sister)
        index, last = index >> 1, last >> 1
    return None if any(left) else (old, new)


def _parent(left: bytes, right: bytes) -> bytes:
    return sha256(NODE + left + right).digest()


def _hashes(proof: Sequence[bytes]) -> bool:
    return all(len(node) == WIDTH for node in proof)


def _lowest_bit(number: int) -> int:
    return (number & -number).bit_length() - 1


@lru_cache(maxsize=16)
def _levels_of(size: int) -> tuple[int, ...]:
    """Return the levels of the peaks, largest first; cached, because one tree ends where the next begins."""
    return tuple(level for level in reversed(range(size.bit_length())) if size >> level & 1)


def _read_peaks(peaks: bytes) -> tuple[int, list[tuple[int, bytes]]]:
    if not peaks:
        return 0, []
    size, roots = int.from_bytes(peaks[:SIZE_BYTES], "big"), peaks[SIZE_BYTES:]
    levels = _levels_of(size)
    if len(peaks) < SIZE_BYTES or len(roots) != WIDTH * len(levels):
        raise BadInput("These peaks are not those of a tree: rebuild the tree from its records.")
    return size, [(level, roots[WIDTH * at : WIDTH * (at + 1)]) for at, level in enumerate(levels)]
