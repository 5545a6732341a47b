"""The draw: blocks of SHA-256, numbers without bias, names by their tickets."""

import hashlib
from collections.abc import Iterator, Sequence
from itertools import count

from sicbo.errors import BadInput, shown

FORMAT = "sicbo-draw-1"
LEAST_SEED, MOST_TICKETS = 16, 10**12
BLOCK = 1 << 256

Entrant = str | tuple[str, int]
"""A name, or a name with its number of tickets; a name alone has one."""


def commitment(seed: bytes) -> str:
    """What is published before the draw: it binds to the seed and does not show it."""
    if len(seed) < LEAST_SEED:
        raise BadInput(f"A seed has at least {LEAST_SEED} bytes of chance: take a longer one.")
    return _hash(f"{FORMAT} seed {seed.hex()}\n")


def entrants_hash(names: Sequence[Entrant]) -> str:
    """The hash of the list of entrants; their order counts."""
    return _hash(listed(names))


def listed(names: Sequence[Entrant]) -> str:
    """The list of entrants as it is published: a line each, tickets first."""
    return "".join(f"{tickets} {name}\n" for name, tickets in _tickets(names))


def drawn(seed: bytes, names: Sequence[Entrant], label: str, places: int | None = None) -> tuple[str, ...]:
    """The names in the order they are drawn, all of them or as many as there are places.

    `label` tells the draws of one seed apart: one line, as in `seats 2`.
    """
    commitment(seed)
    if not label or not label.isprintable():
        raise BadInput("A draw is named by one line of letters, digits and signs: name it so.")
    entrants = _tickets(names)
    blocks = _blocks(seed, entrants_hash(names), label)
    urn = Urn([tickets for _, tickets in entrants])
    wanted = len(entrants) if places is None else min(max(places, 0), len(entrants))
    return tuple(entrants[urn.take(below(urn.left, blocks))][0] for _ in range(wanted))


def below(limit: int, blocks: Iterator[int]) -> int:
    """A number from 0 up to and without `limit`, each as likely: blocks that would favour some are passed."""
    fair = BLOCK - BLOCK % limit
    return next(block for block in blocks if block < fair) % limit


class Urn:
    """Tickets of many owners; taking one takes all of its owner's. A Fenwick tree counts what is left."""

    def __init__(self, tickets: Sequence[int]) -> None:
        self._own = list(tickets)
        self._sums = [0, *tickets]
        self.left = sum(tickets)
        for place in range(1, len(self._sums)):
            above = place + (place & -place)
            if above < len(self._sums):
                self._sums[above] += self._sums[place]

    def take(self, ticket: int) -> int:
        """Whose the ticket is that has this number among those left; all of theirs are gone afterwards."""
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
            raise BadInput(f"An entrant is one line of letters, digits and signs, not {shown(name)}.")
        if not 0 < tickets <= MOST_TICKETS:
            raise BadInput(f"{shown(name)} has {shown(tickets)} tickets: give at least one, or leave it out.")
    if len({name for name, _ in entrants}) < len(entrants):
        raise BadInput("A name is twice on the list of entrants: list it once, with all of its tickets.")
    return entrants


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
