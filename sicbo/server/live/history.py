"""The history of a table, gathered from its records: what screens show and decisions do not need.

It has results, last settlements, the chips of each player and commitments. A restart derives it again.
"""

from collections import deque
from collections.abc import Callable
from typing import Any

import msgspec

from sicbo.errors import Refusal
from sicbo.game.dice import Roll
from sicbo.game.policies import Step
from sicbo.game.rulebook.publication import enum_key
from sicbo.house.electronic_rolls import CommittedRoll, committed_roll_after
from sicbo.house.entries import WrittenRecord
from sicbo.i18n import Message
from sicbo.journal.record import Record
from sicbo.machine.messages import Event
from sicbo.table.messages.chips import (
    ColoursSurrendered,
    FloatCounted,
    ForeignColoursRedeemed,
    TicketDispensed,
    VoucherExchanged,
)
from sicbo.table.messages.round import (
    ChipsTaken,
    NoticeGiven,
    ResultCorrected,
    ResultEntered,
    RoundVoided,
    SettledLine,
    SettlementReversed,
    SlipRegistered,
    StepPerformed,
    ValueBrought,
    WagersCollected,
    WagersPaid,
    WagersReturned,
)
from sicbo.table.messages.super_streak import StreakReversed, StreakSettled

MOST_OUTCOMES, MOST_REFUSALS = 100, 10
PLACE_BETS, PAY = enum_key(Step.PLACE_BETS), enum_key(Step.PAY)


class RoundOutcome(msgspec.Struct):
    """The outcome of a round, as far as it is known."""

    round: int
    wall: int
    dice: Roll | None = None
    void: RoundVoided | None = None
    corrected: bool = False
    settled: bool = False
    rolled: CommittedRoll | None = None


class PlayerSettlement(msgspec.Struct):
    """A player's settled lines of one round; a void round has none, only the amount returned."""

    round: int
    lines: tuple[SettledLine, ...] = ()
    streaks: tuple[SettledLine, ...] = ()
    returned: int = 0


class RefusedCommand(msgspec.Struct, frozen=True):
    """A command that was refused, with its time, author and reason."""

    wall: int
    actor: str
    clause: str
    message: Message


class TableHistory:
    """The history of one table, updated record by record."""

    def __init__(self) -> None:
        self.outcomes: deque[RoundOutcome] = deque(maxlen=MOST_OUTCOMES)
        self.settlements: dict[str, PlayerSettlement] = {}
        self.net_buy_ins: dict[str, int] = {}
        self.first_brought_at: dict[str, int] = {}
        self.slip_records: dict[str, tuple[int, int]] = {}
        self.notices: dict[str, NoticeGiven] = {}
        self.refusals: deque[RefusedCommand] = deque(maxlen=MOST_REFUSALS)
        self.first_records: dict[int, int] = {}
        self.bets_opened_at = 0
        self.last_count: tuple[int, FloatCounted] | None = None
        """The last count of the float, with the time of its record."""
        self.rolling = CommittedRoll()
        self.rounds = self.voids = 0

    def add_record(self, written: WrittenRecord) -> None:
        """Add one record."""
        record, outcome = written.record, written.outcome
        if isinstance(outcome, Refusal):
            self.refusals.append(RefusedCommand(record.wall, record.actor, outcome.clause, outcome.message))
        for event in written.events:
            if (gather := EFFECTS.get(type(event))) is not None:
                gather(self, record, event)

    def outcome(self, number: int) -> RoundOutcome | None:
        """Return the outcome of one of the last hundred rounds."""
        return next((one for one in self.outcomes if one.round == number), None)

    def _apply_result(self, record: Record, event: ResultEntered) -> None:
        self.rolling = committed_roll_after(self.rolling, record, event)
        self.outcomes.appendleft(RoundOutcome(event.round, record.wall, event.dice, rolled=self.rolling))

    def _apply_correction(self, record: Record, event: ResultCorrected) -> None:
        if (known := self.outcome(event.round)) is not None:
            known.dice, known.corrected = event.dice, True

    def _apply_void(self, record: Record, event: RoundVoided) -> None:
        self.voids += 1
        known = self.outcome(event.round)
        if known is None:
            rolled = self.rolling if self.rolling.round == event.round else None
            known = RoundOutcome(event.round, record.wall, rolled=rolled)
            self.outcomes.appendleft(known)
        known.void, known.settled = event, True

    def _apply_step(self, record: Record, event: StepPerformed) -> None:
        if event.round not in self.first_records:
            self.first_records[event.round] = record.number
            self.rounds += 1
        self.rolling = committed_roll_after(self.rolling, record, event)
        if event.step == PLACE_BETS:
            self.bets_opened_at = record.wall
        elif event.step == PAY and (known := self.outcome(event.round)) is not None:
            known.settled = True

    def _apply_slip(self, record: Record, event: SlipRegistered) -> None:
        self.slip_records[event.player] = (event.round, record.number)

    def _settlement_of(self, player: str, number: int) -> PlayerSettlement:
        """Return the player's settlement of a round, which replaces that of an older round."""
        known = self.settlements.get(player)
        if known is None or known.round != number:
            known = self.settlements[player] = PlayerSettlement(number)
        return known

    def _apply_lines(self, record: Record, event: WagersCollected | WagersPaid) -> None:
        mine = self._settlement_of(event.player, event.round)
        mine.lines = (*mine.lines, *event.lines)

    def _apply_streaks(self, record: Record, event: StreakSettled) -> None:
        self._settlement_of(event.player, event.round).streaks = event.lines

    def _apply_reversal(self, record: Record, event: SettlementReversed) -> None:
        self._settlement_of(event.player, event.round).lines = ()

    def _apply_streak_reversal(self, record: Record, event: StreakReversed) -> None:
        self._settlement_of(event.player, event.round).streaks = ()

    def _apply_return(self, record: Record, event: WagersReturned) -> None:
        mine = self._settlement_of(event.player, event.round)
        mine.lines, mine.returned = (), sum(stake.cents for stake in event.stakes)

    def _apply_count(self, record: Record, event: FloatCounted) -> None:
        self.last_count = (record.wall, event)

    def _apply_notice(self, record: Record, event: NoticeGiven) -> None:
        self.notices[event.subject] = event

    def _apply_value_in(self, record: Record, event: ValueBrought | VoucherExchanged) -> None:
        self._add_buy_in(record, event.player, event.cents)

    def _apply_value_out(self, record: Record, event: ChipsTaken | TicketDispensed) -> None:
        self._add_buy_in(record, event.player, -event.cents)

    def _apply_foreign_colours(self, record: Record, event: ForeignColoursRedeemed) -> None:
        self._add_buy_in(record, event.player, event.pieces * event.value)

    def _apply_surrendered_colours(self, record: Record, event: ColoursSurrendered) -> None:
        self._add_buy_in(record, event.player, -event.pieces * event.value)

    def _add_buy_in(self, record: Record, player: str, cents: int) -> None:
        self.net_buy_ins[player] = self.net_buy_ins.get(player, 0) + cents
        self.first_brought_at.setdefault(player, record.wall)


EFFECTS: dict[type[Event], Callable[[TableHistory, Record, Any], None]] = {
    ResultEntered: TableHistory._apply_result,
    ResultCorrected: TableHistory._apply_correction,
    RoundVoided: TableHistory._apply_void,
    StepPerformed: TableHistory._apply_step,
    SlipRegistered: TableHistory._apply_slip,
    WagersCollected: TableHistory._apply_lines,
    WagersPaid: TableHistory._apply_lines,
    WagersReturned: TableHistory._apply_return,
    SettlementReversed: TableHistory._apply_reversal,
    StreakSettled: TableHistory._apply_streaks,
    StreakReversed: TableHistory._apply_streak_reversal,
    NoticeGiven: TableHistory._apply_notice,
    FloatCounted: TableHistory._apply_count,
    ValueBrought: TableHistory._apply_value_in,
    VoucherExchanged: TableHistory._apply_value_in,
    ChipsTaken: TableHistory._apply_value_out,
    TicketDispensed: TableHistory._apply_value_out,
    ForeignColoursRedeemed: TableHistory._apply_foreign_colours,
    ColoursSurrendered: TableHistory._apply_surrendered_colours,
}
