"""The draw: blocks of SHA-256, unbiased numbers, and names by their tickets."""

import hashlib
from collections.abc import Iterator, Sequence
from itertools import count

from sicbo.errors import BadInput, short_repr
from sicbo.i18n import message

FORMAT = "sicbo-draw-1"
LEAST_SEED, MOST_TICKETS = 16, 10**12
BLOCK = 1 << 256

Entrant = str | tuple[str, int]
"""A name, or a name with its number of tickets. A name alone has one ticket."""


def commitment(seed: bytes) -> str:
    """Return what is published before the draw: it fixes the seed without revealing it."""
    if len(seed) < LEAST_SEED:
        raise BadInput(message("draws.short-seed", bytes=LEAST_SEED))
    return _hash(f"{FORMAT} seed {seed.hex()}\n")


def entrants_hash(names: Sequence[Entrant]) -> str:
    """Return the hash of the list of entrants, which depends on their order."""
    return _hash(entrants_text(names))


def entrants_text(names: Sequence[Entrant]) -> str:
    """Return the list of entrants as it is published: one line each, tickets first."""
    return "".join(f"{tickets} {name}\n" for name, tickets in _tickets(names))


def draw_names(
    seed: bytes, names: Sequence[Entrant], label: str, places: int | None = None
) -> tuple[str, ...]:
    """Return the names in the order they are drawn: all, or as many as `places`.

    `label` distinguishes the draws of one seed. It is one line, as in `seats 2`.
    """
    commitment(seed)
    if not label or not label.isprintable():
        raise BadInput(message("draws.bad-label"))
    entrants = _tickets(names)
    blocks = _blocks(seed, entrants_hash(names), label)
    urn = Urn([tickets for _, tickets in entrants])
    number_drawn = len(entrants) if places is None else min(max(places, 0), len(entrants))
    return tuple(
        entrants[urn.take_owner(unbiased_number(urn.tickets_left, blocks))][0] for _ in range(number_drawn)
    )


def unbiased_number(limit: int, blocks: Iterator[int]) -> int:
    """Return an unbiased number below `limit`. Blocks that would favour some numbers are skipped."""
    fair = BLOCK - BLOCK % limit
    return next(block for block in blocks if block < fair) % limit


class Urn:
    """Tickets of many owners. Taking one removes all of its owner's. A Fenwick tree counts those left."""

    def __init__(self, tickets: Sequence[int]) -> None:
        self._own = list(tickets)
        self._sums = [0, *tickets]
        self.tickets_left = sum(tickets)
        for place in range(1, len(self._sums)):
            above = place + (place & -place)
            if above < len(self._sums):
                self._sums[above] += self._sums[place]

    def take_owner(self, ticket: int) -> int:
        """Return the owner of this ticket among those left, and remove all tickets of that owner."""
        owner = 0
        for step in reversed(range(len(self._own).bit_length())):
            beyond = owner + (1 << step)
            if beyond < len(self._sums) and self._sums[beyond] <= ticket:
                owner, ticket = beyond, ticket - self._sums[beyond]
        gone, self._own[owner] = self._own[owner], 0
        self.tickets_left -= gone
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
            raise BadInput(message("draws.bad-entrant", name=short_repr(name)))
        if not 0 < tickets <= MOST_TICKETS:
            raise BadInput(message("draws.no-tickets", name=short_repr(name), tickets=short_repr(tickets)))
    if len({name for name, _ in entrants}) < len(entrants):
        raise BadInput(message("draws.name-twice"))
    return entrants


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
