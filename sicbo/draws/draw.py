"""The draw: blocks of SHA-256, unbiased numbers, and names by their tickets."""

import hashlib
from collections.abc import Iterator, Sequence
from itertools import count

from sicbo.errors import BadInput, shown

FORMAT = "sicbo-draw-1"
LEAST_SEED, MOST_TICKETS = 16, 10**12
BLOCK = 1 << 256

Entrant = str | tuple[str, int]
"""A name, or a name with its number of tickets. A name alone has one ticket."""


def commitment(seed: bytes) -> str:
    """Return what is published before the draw: it fixes the seed without revealing it."""
    if len(seed) < LEAST_SEED:
        raise BadInput(f"A seed has at least {LEAST_SEED} random bytes: use a longer one.")
    return _hash(f"{FORMAT} seed {seed.hex()}\n")


def entrants_hash(names: Sequence[Entrant]) -> str:
    """Return the hash of the list of entrants, which depends on their order."""
    return _hash(listed(names))


def listed(names: Sequence[Entrant]) -> str:
    """Return the list of entrants as it is published: one line each, tickets first."""
    return "".join(f"{tickets} {name}\n" for name, tickets in _tickets(names))


def drawn(seed: bytes, names: Sequence[Entrant], label: str, places: int | None = None) -> tuple[str, ...]:
    """Return the names in the order they are drawn: all, or as many as `places`.

    `label` distinguishes the draws of one seed. It is one line, as in `seats 2`.
    """
    commitment(seed)
    if not label or not label.isprintable():
        raise BadInput("The label of a draw is one line of printable characters: choose such a label.")
    entrants = _tickets(names)
    blocks = _blocks(seed, entrants_hash(names), label)
    urn = Urn([tickets for _, tickets in entrants])
    wanted = len(entrants) if places is None else min(max(places, 0), len(entrants))
    return tuple(entrants[urn.take(below(urn.left, blocks))][0] for _ in range(wanted))


def below(limit: int, blocks: Iterator[int]) -> int:
    """Return an unbiased number below `limit`. Blocks that would favour some numbers are skipped."""
    fair = BLOCK - BLOCK % limit
    return next(block for block in blocks if block < fair) % limit


class Urn:
    """Tickets of many owners. Taking one removes all of its owner's. A Fenwick tree counts those left."""

    def __init__(self, tickets: Sequence[int]) -> None:
        self._own = list(tickets)
        self._sums = [0, *tickets]
        self.left = sum(tickets)
        for place in range(1, len(self._sums)):
            above = place + (place & -place)
            if above < len(self._sums):
                self._sums[above] += self._sums[place]

    def take(self, ticket: int) -> int:
        """Return the owner of this ticket among those left, and remove all tickets of that owner."""
        owner = 0
        for step in reversed(range(len(self._own).bit_length())):
            beyond = owner + (1 << step)
            if beyond < len(self._sums) and self._sums[beyond] <= ticket:
                owner, ticket = beyond, ticket - self._sums[beyond]
        gone, self._own[owner] = self._own[owner], 0
        self.left -= gone
        place = owner + 1
        while place < len(self._sums):
            self._sums[place] -= gone
            place += place & -place
        return owner


def _blocks(seed: bytes, entrants: str, label: str) -> Iterator[int]:
    for number in count():
        yield int(_hash(f"{FORMAT} block {seed.hex()} {entrants} {number} {label}\n"), 16)


def _tickets(names: Sequence[Entrant]) -> list[tuple[str, int]]:
    entrants = [(one, 1) if isinstance(one, str) else one for one in names]
    for name, tickets in entrants:
        if not name or not name.isprintable():
            raise BadInput(f"An entrant is one line of printable characters, not {shown(name)}.")
        if not 0 < tickets <= MOST_TICKETS:
            raise BadInput(f"{shown(name)} has {shown(tickets)} tickets: give at least one, or remove it.")
    if len({name for name, _ in entrants}) < len(entrants):
        raise BadInput("A name is twice on the list of entrants: list it once, with all of its tickets.")
    return entrants


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
