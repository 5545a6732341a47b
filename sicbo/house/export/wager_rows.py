"""Wagers: one row for each, with its final outcome, in one pass over a journal.

A row is yielded once its round can no longer be corrected or voided, so memory holds only the rounds that the
table itself still keeps.
"""

from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from sicbo.house.export.readers import Readable, chain_of, entry_of, founding_of
from sicbo.house.log_kinds import TABLE
from sicbo.journal.record import Record
from sicbo.table.evolve import evolve
from sicbo.table.messages.base import Stake
from sicbo.table.messages.events import (
    AnyEvent,
    ResultCorrected,
    ResultEntered,
    RoundVoided,
    SettledLine,
    SettlementReversed,
    SlipRegistered,
    StreakReturned,
    StreakReversed,
    StreakSettled,
    StreakWagered,
    WagersCollected,
    WagersPaid,
    WagersReturned,
)
from sicbo.table.messages.people import WagerRefused, WagersForfeited, WagersVoided
from sicbo.table.past_rounds import found
from sicbo.table.state import Table

OPEN, VOID, FORFEITED, WITHHELD, REFUSED = "open", "void", "forfeited", "withheld", "refused"
WON = "won"
SETTLED = (WON, "lost", "returned")
BECOMES = {"refunded": VOID, "suspense": WITHHELD, "forfeited": FORFEITED}


class Row(msgspec.Struct):
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


def wagers(journal: Readable, table: str) -> Iterator[Row]:
    """Yield every wager of a table, round by round, or nothing if the log is not a table."""
    records = chain_of(journal, table)
    founding = founding_of(next(records))
    if founding.kind != TABLE.kind:
        return
    rows = _Rows(founding.new_state())
    for record in records:
        rows.take(record)
        yield from rows.given_out()
    yield from rows.rest()


class _Rows:
    """The wagers of the rounds that the table still keeps, and those that run over several rounds."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.rounds: dict[int, dict[str, list[Row]]] = {}
        self.running: list[Row] = []
        self.dice: dict[int, str] = {}

    def take(self, record: Record) -> None:
        for event in entry_of(record).events:
            change = CHANGES.get(type(event))
            if change is not None:
                change(self, record, event)
            self.table = evolve(self.table, event)

    def given_out(self) -> Iterator[Row]:
        """Yield the wagers of the rounds that the table no longer keeps."""
        while self.rounds and found(self.table, min(self.rounds)) is None:
            yield from self._round_given_out()

    def rest(self) -> Iterator[Row]:
        """Yield what is left at the end, with the wagers that still run last."""
        while self.rounds:
            yield from self._round_given_out()
        yield from self.running

    def _round_given_out(self) -> Iterator[Row]:
        number = min(self.rounds)
        dice = self.dice.pop(number, "")
        lying = [row for rows in self.rounds.pop(number).values() for row in rows]
        for row in sorted(lying, key=lambda row: row.record):
            row.dice = dice
            yield row

    def entered(self, record: Record, event: ResultEntered) -> None:
        """Record the dice of a round."""
        self.rounds.setdefault(event.round, {})
        self.dice[event.round] = _faces(event.dice)

    def round_voided(self, record: Record, event: RoundVoided) -> None:
        """Clear a round without a result. Its wagers may stay for the spin that repeats it."""
        number = event.round
        self.dice.pop(number, None)
        if not event.stands:
            return
        for row in (row for rows in self.rounds.pop(number, {}).values() for row in rows):
            if row.outcome == OPEN:
                row.round = number + 1
            self._of(row.round, row.player).append(row)

    def laid(self, record: Record, event: SlipRegistered) -> None:
        rows = self._of(event.round, event.player)
        new = [_row(record, event.round, event.player, stake, event.version) for stake in event.stakes]
        rows[:] = [*(row for row in rows if row.outcome != OPEN), *new]

    def settled(self, record: Record, event: WagersCollected | WagersPaid) -> None:
        for line in event.lines:
            _settle(self._lying(event, line.stake), line)

    def undone(self, record: Record, event: SettlementReversed) -> None:
        rows = self._of(event.round, event.player)
        for line in event.lines:
            _reopen(next(row for row in rows if row.outcome in SETTLED and _is(row, line.stake)))

    def corrected(self, record: Record, event: ResultCorrected) -> None:
        self.dice[event.round] = _faces(event.dice)
        for row in (row for rows in self.rounds.get(event.round, {}).values() for row in rows):
            row.corrected = record.number

    def returned(self, record: Record, event: WagersReturned | WagerRefused) -> None:
        outcome = REFUSED if isinstance(event, WagerRefused) else VOID
        self._end(event, outcome)

    def forfeited(self, record: Record, event: WagersForfeited) -> None:
        self._end(event, FORFEITED)

    def voided(self, record: Record, event: WagersVoided) -> None:
        self._end(event, BECOMES[event.becomes])

    def _end(self, event: Any, outcome: str) -> None:
        for stake in event.stakes:
            _end(self._lying(event, stake), outcome, event.clause)

    def streak_laid(self, record: Record, event: StreakWagered) -> None:
        self.running.append(_row(record, event.round, event.player, event.stake, 0))

    def streak_settled(self, record: Record, event: StreakSettled) -> None:
        for line in event.lines:
            row = self._running(event, line.stake)
            _settle(row, line)
            if line.ends:
                row.outcome = WON if row.winnings else row.outcome
                self.running.remove(row)
                self._of(event.round, event.player).append(row)
            else:
                row.outcome = OPEN

    def streak_undone(self, record: Record, event: StreakReversed) -> None:
        for line in event.lines:
            row = self._ended(event, line.stake) if line.ends else self._running(event, line.stake)
            row.outcome, row.clause = OPEN, ""
            row.winnings -= line.winnings
            row.returned -= line.returned
            row.collected -= line.collected

    def streak_returned(self, record: Record, event: StreakReturned) -> None:
        for stake in event.stakes:
            row = self._running(event, stake)
            _end(row, VOID, event.clause)
            self.running.remove(row)
            self._of(event.round, event.player).append(row)

    def _running(self, event: Any, stake: Stake) -> Row:
        return next(row for row in self.running if row.player == event.player and _is(row, stake))

    def _ended(self, event: StreakReversed, stake: Stake) -> Row:
        """Return a wager that ended in this round, and let it run again."""
        rows = self._of(event.round, event.player)
        row = next(row for row in rows if row.outcome != VOID and _is(row, stake))
        rows.remove(row)
        self.running.append(row)
        return row

    def _of(self, number: int, player: str) -> list[Row]:
        return self.rounds.setdefault(number, {}).setdefault(player, [])

    def _lying(self, event: Any, stake: Stake) -> Row:
        rows = self._of(event.round, event.player)
        return next(row for row in rows if row.outcome == OPEN and _is(row, stake))


def _faces(dice: tuple[int, int, int]) -> str:
    return " ".join(map(str, dice))


def _row(record: Record, number: int, player: str, stake: Stake, version: int) -> Row:
    bet, cents, kind = stake.bet, stake.cents, stake.instrument
    return Row(record.table, number, player, version, record.number, bet, kind, cents, record.wall)


def _is(row: Row, stake: Stake) -> bool:
    return row.bet == stake.bet and row.instrument == stake.instrument


def _settle(row: Row, line: SettledLine) -> None:
    """Apply a settlement line to its row, and add up what is paid before the end."""
    row.outcome, row.clause = line.outcome, line.clause
    row.winnings += line.winnings
    row.returned += line.returned
    row.collected += line.collected


def _reopen(row: Row) -> None:
    row.outcome, row.clause, row.winnings, row.returned, row.collected = OPEN, "", 0, 0, 0


def _end(row: Row, outcome: str, clause: str) -> None:
    """End a wager that no roll decided. A withheld stake is neither returned nor collected yet."""
    row.outcome, row.clause = outcome, clause
    row.returned = row.stake if outcome in (VOID, REFUSED) else 0
    row.collected = row.stake if outcome == FORFEITED else 0


CHANGES: dict[type[AnyEvent], Callable[[_Rows, Record, Any], None]] = {
    SlipRegistered: _Rows.laid,
    WagersCollected: _Rows.settled,
    WagersPaid: _Rows.settled,
    SettlementReversed: _Rows.undone,
    ResultEntered: _Rows.entered,
    ResultCorrected: _Rows.corrected,
    RoundVoided: _Rows.round_voided,
    WagersReturned: _Rows.returned,
    WagerRefused: _Rows.returned,
    WagersForfeited: _Rows.forfeited,
    WagersVoided: _Rows.voided,
    StreakWagered: _Rows.streak_laid,
    StreakSettled: _Rows.streak_settled,
    StreakReversed: _Rows.streak_undone,
    StreakReturned: _Rows.streak_returned,
}
