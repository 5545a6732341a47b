"""Wagers: one row for each, with its final outcome, in one pass over a journal.

A row is yielded once its round can no longer be corrected or voided, so memory holds only the rounds that the
table itself still keeps.
"""

from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from sicbo.house.export.readers import JournalReader, checked_records, entry_of, founding_of
from sicbo.journal.record import Record
from sicbo.machine.messages import Event
from sicbo.table.log_kind import TABLE, evolve
from sicbo.table.messages.parts import Stake
from sicbo.table.messages.people import WagerRefused, WagersForfeited, WagersVoided
from sicbo.table.messages.round import (
    ResultCorrected,
    ResultEntered,
    RoundVoided,
    SettledLine,
    SettlementReversed,
    SlipRegistered,
    WagersCollected,
    WagersPaid,
    WagersReturned,
)
from sicbo.table.messages.super_streak import StreakReturned, StreakReversed, StreakSettled, StreakWagered
from sicbo.table.past_rounds import find_round
from sicbo.table.state import TableState

OPEN, VOID, FORFEITED, WITHHELD, REFUSED = "open", "void", "forfeited", "withheld", "refused"
WON = "won"
SETTLED = (WON, "lost", "returned")
OUTCOMES = {"refunded": VOID, "suspense": WITHHELD, "forfeited": FORFEITED}


class WagerRow(msgspec.Struct):
    """A wager: who staked what on which bet, in which record, and its outcome, in cents.

    `outcome` is won, lost, returned, void, refused, forfeited, withheld or open. `record`, `version` and
    `wall` are those of the slip. `corrected` is the record that settled it again, or None.
    """

    table: str
    round: int
    player: str
    version: int
    record: int
    bet: str
    instrument: str
    stake: int
    wall: int
    outcome: str = OPEN
    winnings: int = 0
    returned: int = 0
    collected: int = 0
    clause: str = ""
    dice: str = ""
    corrected: int | None = None


COLUMNS = (
    "table",
    "round",
    "player",
    "version",
    "record",
    "bet",
    "instrument",
    "stake",
    "outcome",
    "winnings",
    "returned",
    "collected",
    "clause",
    "dice",
    "wall",
    "corrected",
)


def table_wagers(journal: JournalReader, table: str) -> Iterator[WagerRow]:
    """Yield every wager of a table, round by round, or nothing if the log is not a table."""
    records = checked_records(journal, table)
    founding = founding_of(next(records))
    if founding.kind != TABLE.kind:
        return
    rows = _OpenRounds(founding.new_state())
    for record in records:
        rows.apply_record(record)
        yield from rows.finished_rows()
    yield from rows.remaining_rows()


class _OpenRounds:
    """The wagers of the rounds that the table still keeps, and those that run over several rounds."""

    def __init__(self, table: TableState) -> None:
        self.table = table
        self.rounds: dict[int, dict[str, list[WagerRow]]] = {}
        self.running: list[WagerRow] = []
        self.dice: dict[int, str] = {}

    def apply_record(self, record: Record) -> None:
        for event in entry_of(record).events:
            change = EVENT_METHODS.get(type(event))
            if change is not None:
                change(self, record, event)
            self.table = evolve(self.table, event)

    def finished_rows(self) -> Iterator[WagerRow]:
        """Yield the wagers of the rounds that the table no longer keeps."""
        while self.rounds and find_round(self.table, min(self.rounds)) is None:
            yield from self._pop_oldest_round()

    def remaining_rows(self) -> Iterator[WagerRow]:
        """Yield what is left at the end, with the wagers that still run last."""
        while self.rounds:
            yield from self._pop_oldest_round()
        yield from self.running

    def _pop_oldest_round(self) -> Iterator[WagerRow]:
        number = min(self.rounds)
        dice = self.dice.pop(number, "")
        lying = [row for rows in self.rounds.pop(number).values() for row in rows]
        for row in sorted(lying, key=lambda row: row.record):
            row.dice = dice
            yield row

    def apply_result(self, record: Record, event: ResultEntered) -> None:
        """Record the dice of a round."""
        self.rounds.setdefault(event.round, {})
        self.dice[event.round] = _faces(event.dice)

    def apply_void(self, record: Record, event: RoundVoided) -> None:
        """Clear a round without a result. Its wagers may stay for the spin that repeats it."""
        number = event.round
        self.dice.pop(number, None)
        if not event.stands:
            return
        for row in (row for rows in self.rounds.pop(number, {}).values() for row in rows):
            if row.outcome == OPEN:
                row.round = number + 1
            self._rows_of(row.round, row.player).append(row)

    def apply_slip(self, record: Record, event: SlipRegistered) -> None:
        rows = self._rows_of(event.round, event.player)
        new = [_row(record, event.round, event.player, stake, event.version) for stake in event.stakes]
        rows[:] = [*(row for row in rows if row.outcome != OPEN), *new]

    def apply_settlement(self, record: Record, event: WagersCollected | WagersPaid) -> None:
        for line in event.lines:
            _settle_row(self._open_row(event, line.stake), line)

    def apply_reversal(self, record: Record, event: SettlementReversed) -> None:
        rows = self._rows_of(event.round, event.player)
        for line in event.lines:
            _reopen_row(
                next(row for row in rows if row.outcome in SETTLED and _is_same_wager(row, line.stake))
            )

    def apply_correction(self, record: Record, event: ResultCorrected) -> None:
        self.dice[event.round] = _faces(event.dice)
        for row in (row for rows in self.rounds.get(event.round, {}).values() for row in rows):
            row.corrected = record.number

    def apply_return(self, record: Record, event: WagersReturned | WagerRefused) -> None:
        outcome = REFUSED if isinstance(event, WagerRefused) else VOID
        self._end_wagers(event, outcome)

    def apply_forfeit(self, record: Record, event: WagersForfeited) -> None:
        self._end_wagers(event, FORFEITED)

    def apply_wagers_voided(self, record: Record, event: WagersVoided) -> None:
        self._end_wagers(event, OUTCOMES[event.becomes])

    def _end_wagers(self, event: Any, outcome: str) -> None:
        for stake in event.stakes:
            _end_row(self._open_row(event, stake), outcome, event.clause)

    def apply_streak_wager(self, record: Record, event: StreakWagered) -> None:
        self.running.append(_row(record, event.round, event.player, event.stake, 0))

    def apply_streak_settlement(self, record: Record, event: StreakSettled) -> None:
        for line in event.lines:
            row = self._running_row(event, line.stake)
            _settle_row(row, line)
            if line.ends:
                row.outcome = WON if row.winnings else row.outcome
                self.running.remove(row)
                self._rows_of(event.round, event.player).append(row)
            else:
                row.outcome = OPEN

    def apply_streak_reversal(self, record: Record, event: StreakReversed) -> None:
        for line in event.lines:
            row = (
                self._reopen_streak(event, line.stake) if line.ends else self._running_row(event, line.stake)
            )
            row.outcome, row.clause = OPEN, ""
            row.winnings -= line.winnings
            row.returned -= line.returned
            row.collected -= line.collected

    def apply_streak_return(self, record: Record, event: StreakReturned) -> None:
        for stake in event.stakes:
            row = self._running_row(event, stake)
            _end_row(row, VOID, event.clause)
            self.running.remove(row)
            self._rows_of(event.round, event.player).append(row)

    def _running_row(self, event: Any, stake: Stake) -> WagerRow:
        return next(row for row in self.running if row.player == event.player and _is_same_wager(row, stake))

    def _reopen_streak(self, event: StreakReversed, stake: Stake) -> WagerRow:
        """Return a wager that ended in this round, and let it run again."""
        rows = self._rows_of(event.round, event.player)
        row = next(row for row in rows if row.outcome != VOID and _is_same_wager(row, stake))
        rows.remove(row)
        self.running.append(row)
        return row

    def _rows_of(self, number: int, player: str) -> list[WagerRow]:
        return self.rounds.setdefault(number, {}).setdefault(player, [])

    def _open_row(self, event: Any, stake: Stake) -> WagerRow:
        rows = self._rows_of(event.round, event.player)
        return next(row for row in rows if row.outcome == OPEN and _is_same_wager(row, stake))


def _faces(dice: tuple[int, int, int]) -> str:
    return " ".join(map(str, dice))


def _row(record: Record, number: int, player: str, stake: Stake, version: int) -> WagerRow:
    bet, cents, kind = stake.bet, stake.cents, stake.instrument
    return WagerRow(record.table, number, player, version, record.number, bet, kind, cents, record.wall)


def _is_same_wager(row: WagerRow, stake: Stake) -> bool:
    return row.bet == stake.bet and row.instrument == stake.instrument


def _settle_row(row: WagerRow, line: SettledLine) -> None:
    """Apply a settlement line to its row, and add up what is paid before the end."""
    row.outcome, row.clause = line.outcome, line.clause
    row.winnings += line.winnings
    row.returned += line.returned
    row.collected += line.collected


def _reopen_row(row: WagerRow) -> None:
    row.outcome, row.clause, row.winnings, row.returned, row.collected = OPEN, "", 0, 0, 0


def _end_row(row: WagerRow, outcome: str, clause: str) -> None:
    """End a wager that no roll decided. A withheld stake is neither returned nor collected yet."""
    row.outcome, row.clause = outcome, clause
    row.returned = row.stake if outcome in (VOID, REFUSED) else 0
    row.collected = row.stake if outcome == FORFEITED else 0


EVENT_METHODS: dict[type[Event], Callable[[_OpenRounds, Record, Any], None]] = {
    SlipRegistered: _OpenRounds.apply_slip,
    WagersCollected: _OpenRounds.apply_settlement,
    WagersPaid: _OpenRounds.apply_settlement,
    SettlementReversed: _OpenRounds.apply_reversal,
    ResultEntered: _OpenRounds.apply_result,
    ResultCorrected: _OpenRounds.apply_correction,
    RoundVoided: _OpenRounds.apply_void,
    WagersReturned: _OpenRounds.apply_return,
    WagerRefused: _OpenRounds.apply_return,
    WagersForfeited: _OpenRounds.apply_forfeit,
    WagersVoided: _OpenRounds.apply_wagers_voided,
    StreakWagered: _OpenRounds.apply_streak_wager,
    StreakSettled: _OpenRounds.apply_streak_settlement,
    StreakReversed: _OpenRounds.apply_streak_reversal,
    StreakReturned: _OpenRounds.apply_streak_return,
}
