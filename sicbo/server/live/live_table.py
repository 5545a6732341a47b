"""A live table: its latest state, its history, its readers, and who deals it."""

import asyncio
import time
from collections import deque
from collections.abc import Mapping, Sequence

from sicbo.game.dice import Roll
from sicbo.house.clock import Clock
from sicbo.house.entries import Entry, read_entry
from sicbo.house.log_state import Place
from sicbo.journal.record import Record
from sicbo.server.live.history import Chronicle
from sicbo.server.live.screen_log import ScreenLog
from sicbo.server.live.table_stream import Stream
from sicbo.server.schemas import table as table_schemas
from sicbo.table.messages.events import AnyEvent, SettledLine, WagersCollected, WagersPaid
from sicbo.table.state import Table

BOT = "#bot"
PRESENT_SECONDS = 60.0
WON, LOST = "won", "lost"
News = tuple[Sequence[Record], Place]


class Live:
    """One table on the asyncio side. The floor's thread only ever appends to `pending`."""

    def __init__(self, place: Place, names: Mapping[str, str], tumbler_kind: str, clock: Clock) -> None:
        self.name, self.place, self.tumbler_kind = place.founding.table, place, tumbler_kind
        self._clock = clock
        self._names = names
        self.chronicle = Chronicle()
        self.pending: deque[News] = deque()
        self.stream = Stream()
        self.painted = ScreenLog()
        self.gift_lock = asyncio.Lock()
        self.ready: set[str] = set()
        self.longer: set[str] = set()
        self.heard: dict[str, float] = {}
        self.closes = 0
        self.dealing = "none"
        self.dealer_name = ""
        self.paused = False
        self._mismatches = 0
        self.seat_rows: tuple[tuple[object, frozenset[str]], tuple[table_schemas.SeatShape, ...]] | None = (
            None
        )

    @property
    def table(self) -> Table:
        """The latest known state of the table."""
        return self.place.table

    @property
    def seq(self) -> int:
        """The number of the latest known record."""
        return self.place.head.number

    @property
    def closes_at(self) -> int:
        """The wall time of the close, or zero. `closes` decides, in milliseconds of elapsed time."""
        return self._clock.wall_at(self.closes) if self.closes else 0

    def name_of(self, pseudonym: str) -> str:
        """Return the name of a person on screens; names are stored in the form `Anna#3f9a2c`."""
        return self._names.get(pseudonym, pseudonym).partition("#")[0]

    def knows(self, player: str) -> bool:
        """Whether a player sits here or has brought chips; this may lag behind another process."""
        return bool(player) and (player in self.table.seated or player in self.chronicle.since)

    @property
    def bots(self) -> set[str]:
        """The bots among the seated players."""
        return {player for player in self.table.seated if BOT in self._names.get(player, "")}

    def people_at_the_table(self) -> set[str]:
        """Return the seated players who are not bots."""
        return set(self.table.seated) - self.bots

    def present(self) -> set[str]:
        """Return those of them who follow the table or sent a request recently; others have left."""
        now = time.monotonic()
        lately = {player for player, at in self.heard.items() if now - at < PRESENT_SECONDS}
        return self.people_at_the_table() & ({reader.player for reader in self.stream.readers} | lately)

    def dealer_shape(self) -> table_schemas.DealerShape:
        """Return who deals, in JSON form."""
        return table_schemas.DealerShape(kind=self.dealing, name=self.dealer_name, pause=self.paused)

    def taken_mismatches(self) -> int:
        """Return and reset the number of settled lines that disagree with the pay table; it must be zero."""
        found, self._mismatches = self._mismatches, 0
        return found

    def _differs(self, event: AnyEvent) -> int:
        """Return how many lines of an event cannot be right for the dice of its round."""
        if not isinstance(event, WagersPaid | WagersCollected):
            return 0
        known = self.chronicle.outcome(event.round)
        if known is None or known.dice is None:
            return 0
        return sum(not borne_out(self.table, line, known.dice) for line in event.lines)

    def catch_up(self) -> None:
        """Take in everything that the floor has written since the last call."""
        while self.pending:
            records, place = self.pending.popleft()
            before = self.table.round
            self.place = place
            for record in records:
                entry: Entry = read_entry(record.text)
                self.chronicle.take(record, entry)
                self.stream.take(record, entry)
                self._mismatches += sum(map(self._differs, entry.events))
            if (before and before.number) != (place.table.round and place.table.round.number):
                self.ready.clear()
                self.stream.touch_all()


def borne_out(table: Table, line: SettledLine, dice: Roll) -> bool:
    """Whether a line agrees with the pay table: no winning wager lost, none paid beyond its odds."""
    stake = line.stake
    if stake.bet not in table.layout:
        return True
    price = table.layout.price(stake.bet, dice)
    whole = line.returned + line.collected == stake.cents
    if line.outcome == WON:
        chip = table.sign_in_force.chip if table.sign else 1
        return whole and price is not None and 0 <= line.winnings < stake.cents * price.odds + chip
    return whole and line.winnings == 0 and (line.outcome != LOST or price is None)
