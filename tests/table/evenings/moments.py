"""The moments that invariants receive: every event with the table before and after it, and its transfers.

An invariant is a generator that receives one moment after the other and remembers what it needs.
"""

from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator
from typing import NamedTuple

from sicbo.machine.accounts import Account, AccountPlace
from sicbo.machine.ledger import Transfer
from sicbo.machine.messages import Event
from sicbo.table.log_kind import TABLE, evolve
from sicbo.table.messages.parts import Stake
from sicbo.table.money.table_float import expected_in_tray, value_chips_with_players
from sicbo.table.state import TableState

Books = Counter[tuple[Account, str]]


class Refused(NamedTuple):
    """A command that was refused."""

    command: str


class Moment(NamedTuple):
    """One event; `ends` marks the last event of its command. A refusal has no event."""

    event: Event | Refused
    before: TableState
    after: TableState
    moved: tuple[Transfer, ...]
    books: Books
    ends: bool


Watch = Generator[None, Moment, None]
Invariant = Callable[[], Watch]


def moments(table: TableState, events: Iterable[Event], books: Books) -> Iterator[Moment]:
    """Yield the moments of one command, or of a whole journal, and keep the books."""
    waiting = list(events)
    for number, event in enumerate(waiting, 1):
        made, after = TABLE.transfers(event, table), evolve(table, event)
        ends = number == len(waiting) or waiting[number].command != event.command
        post(books, made)
        yield Moment(event, table, after, made, books, ends)
        table = after


def post(books: Books, made: Iterable[Transfer]) -> None:
    """Write transfers into the books."""
    for transfer in made:
        books[transfer.source, transfer.kind] -= transfer.cents
        books[transfer.target, transfer.kind] += transfer.cents


def held_chips(books: Books, *places: AccountPlace) -> dict[tuple[str, str], int]:
    """Return what every player has in some places together, by player and kind."""
    sums: Counter[tuple[str, str]] = Counter()
    for (account, kind), cents in books.items():
        if account.place in places:
            sums[account.player, kind] += cents
    return {key: cents for key, cents in sums.items() if cents}


def chips_at_table(table: TableState) -> int | None:
    """Return the value chips in the tray and with players together, or None before the first count."""
    if not table.is_float_counted:
        return None
    return expected_in_tray(table) + value_chips_with_players(table)


def placed_stakes(stakes: Iterable[Stake]) -> Counter[tuple[str, str]]:
    """Return stakes by bet and kind."""
    cents: Counter[tuple[str, str]] = Counter()
    for stake in stakes:
        cents[stake.bet, stake.instrument] += stake.cents
    return cents


class Watcher:
    """Several invariants at work, each receiving every moment."""

    def __init__(self, invariants: Iterable[Invariant]) -> None:
        self.watches = [invariant() for invariant in invariants]
        for watch in self.watches:
            next(watch)

    def see(self, moment: Moment) -> None:
        """Send a moment to all of them; an invariant that does not hold fails here."""
        for watch in self.watches:
            watch.send(moment)
