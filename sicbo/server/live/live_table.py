"""A live table: its latest state, its history, its readers, and who deals it."""

import asyncio
import time
from collections import deque
from collections.abc import Mapping, Sequence

from sicbo.game.dice import Roll
from sicbo.house.clock import Clock
from sicbo.house.entries import WrittenRecord
from sicbo.house.log_state import LogState
from sicbo.machine.ledger import Balances
from sicbo.machine.messages import Event
from sicbo.server.live.history import TableHistory
from sicbo.server.live.screen_log import ScreenLog
from sicbo.server.live.table_stream import TableStream
from sicbo.server.schemas import table as table_schemas
from sicbo.table.messages.round import SettledLine, WagersCollected, WagersPaid
from sicbo.table.state import TableState

BOT_MARK = "#bot"
PRESENT_SECONDS = 60.0
WON, LOST = "won", "lost"
RecordBatch = tuple[Sequence[WrittenRecord], LogState]


class LiveTable:
    """One table on the asyncio side. The floor's thread only ever appends to `pending`."""

    def __init__(self, place: LogState, names: Mapping[str, str], tumbler_kind: str, clock: Clock) -> None:
        self.name, self.log_state, self.tumbler_kind = place.founding.table, place, tumbler_kind
        self._clock = clock
        self._names = names
        self.history = TableHistory()
        self.pending: deque[RecordBatch] = deque()
        self.stream = TableStream()
        self.screen_log = ScreenLog()
        self._debts: tuple[Balances, dict[str, int]] = (Balances(), {})
        self.gift_lock = asyncio.Lock()
        self.ready_players: set[str] = set()
        self.longer_time_players: set[str] = set()
        self.heard_at: dict[str, float] = {}
        self.closes_at_elapsed = 0
        self.dealing = "none"
        self.dealer_name = ""
        self.paused = False
        self._mismatches = 0
        self.seat_rows: tuple[tuple[object, frozenset[str]], tuple[table_schemas.SeatShape, ...]] | None = (
            None
        )

    @property
    def table(self) -> TableState:
        """The latest known state of the table."""
        return self.log_state.table

    @property
    def seq(self) -> int:
        """The number of the latest known record."""
        return self.log_state.head.number

    @property
    def closes_at_wall(self) -> int:
        """The wall time of the close, or zero. `closes` decides, in milliseconds of elapsed time."""
        return self._clock.wall_at(self.closes_at_elapsed) if self.closes_at_elapsed else 0

    def name_of(self, pseudonym: str) -> str:
        """Return the name of a person on screens; names are stored in the form `Anna#3f9a2c`."""
        return self._names.get(pseudonym, pseudonym).partition("#")[0]

    @property
    def debts(self) -> dict[str, int]:
        """What each player owes, looked up once for all readers of the same state."""
        if self._debts[0] is not self.table.balances:
            self._debts = self.table.balances, self.table.debts
        return self._debts[1]

    def has_player(self, player: str) -> bool:
        """Whether a player sits here or has brought chips; this may lag behind another process."""
        return bool(player) and (player in self.table.seated or player in self.history.first_brought_at)

    @property
    def bots(self) -> set[str]:
        """The bots among the seated players."""
        return {player for player in self.table.seated if BOT_MARK in self._names.get(player, "")}

    def seated_people(self) -> set[str]:
        """Return the seated players who are not bots."""
        return set(self.table.seated) - self.bots

    def present_people(self) -> set[str]:
        """Return those of them who follow the table or sent a request recently; others have left."""
        now = time.monotonic()
        lately = {player for player, at in self.heard_at.items() if now - at < PRESENT_SECONDS}
        return self.seated_people() & ({reader.player for reader in self.stream.readers} | lately)

    def dealer_shape(self) -> table_schemas.DealerShape:
        """Return who deals, in JSON form."""
        return table_schemas.DealerShape(kind=self.dealing, name=self.dealer_name, pause=self.paused)

    def take_mismatches(self) -> int:
        """Return and reset the number of settled lines that disagree with the pay table; it must be zero."""
        found, self._mismatches = self._mismatches, 0
        return found

    def _count_mismatches(self, event: Event) -> int:
        """Return how many lines of an event cannot be right for the dice of its round."""
        if not isinstance(event, WagersPaid | WagersCollected):
            return 0
        known = self.history.outcome(event.round)
        if known is None or known.dice is None:
            return 0
        return sum(not agrees_with_pay_table(self.table, line, known.dice) for line in event.lines)

    def catch_up(self) -> None:
        """Take in everything that the floor has written since the last call."""
        while self.pending:
            batch, place = self.pending.popleft()
            before = self.table.round
            self.log_state = place
            for written in batch:
                self.history.add_record(written)
                self.stream.add_record(written)
                self._mismatches += sum(map(self._count_mismatches, written.events))
            if (before and before.number) != (place.table.round and place.table.round.number):
                self.ready_players.clear()
                self.stream.touch_all()


def agrees_with_pay_table(table: TableState, line: SettledLine, dice: Roll) -> bool:
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
