"""The history of a table, gathered from its records: what screens show and decisions do not need.

It has results, last settlements, the chips of each player and commitments. A restart derives it again.
"""

from collections import deque
from collections.abc import Callable
from typing import Any

import msgspec

from sicbo.game.dice import Roll
from sicbo.game.policies import Step
from sicbo.game.rulebook.publication import key_of
from sicbo.house.electronic_rolls import Rolling, rolling_after
from sicbo.house.entries import Entry
from sicbo.journal.record import Record
from sicbo.table.messages.chip_events import (
    ColoursSurrendered,
    FloatCounted,
    ForeignColoursRedeemed,
    TicketDispensed,
    VoucherExchanged,
)
from sicbo.table.messages.events import (
    AnyEvent,
    ChipsTaken,
    NoticeGiven,
    ResultCorrected,
    ResultEntered,
    RoundVoided,
    SettledLine,
    SettlementReversed,
    SlipRegistered,
    StepPerformed,
    StreakReversed,
    StreakSettled,
    ValueBrought,
    WagersCollected,
    WagersPaid,
    WagersReturned,
)

HISTORY, REFUSED = 100, 10
PLACE_BETS, PAY = key_of(Step.PLACE_BETS), key_of(Step.PAY)


class Outcome(msgspec.Struct):
    """The outcome of a round, as far as it is known."""

    round: int
    wall: int
    dice: Roll | None = None
    void: RoundVoided | None = None
    corrected: bool = False
    settled: bool = False
    rolled: Rolling | None = None


class Settled(msgspec.Struct):
    """A player's settled lines of one round; a void round has none, only the amount returned."""

    round: int
    lines: tuple[SettledLine, ...] = ()
    streaks: tuple[SettledLine, ...] = ()
    returned: int = 0


class Refused(msgspec.Struct, frozen=True):
    """A command that was refused, with its time, author and reason."""

    wall: int
    actor: str
    clause: str
    says: str


class Chronicle:
    """The history of one table, updated record by record."""

    def __init__(self) -> None:
        self.past: deque[Outcome] = deque(maxlen=HISTORY)
        self.settled: dict[str, Settled] = {}
        self.brought: dict[str, int] = {}
        self.since: dict[str, int] = {}
        self.registered: dict[str, tuple[int, int]] = {}
        self.notices: dict[str, NoticeGiven] = {}
        self.refused: deque[Refused] = deque(maxlen=REFUSED)
        self.first: dict[int, int] = {}
        self.opened = 0
        self.counted: tuple[int, FloatCounted] | None = None
        """The last count of the float, with the time of its record."""
        self.rolling = Rolling()
        self.rounds = self.voids = 0

    def take(self, record: Record, entry: Entry) -> None:
        """Add one record."""
        if entry.refusal is not None:
            self.refused.append(Refused(record.wall, record.actor, entry.refusal.clause, entry.refusal.says))
        for event in entry.events:
            if (gather := GATHER.get(type(event))) is not None:
                gather(self, record, event)

    def outcome(self, number: int) -> Outcome | None:
        """Return the outcome of one of the last hundred rounds."""
        return next((one for one in self.past if one.round == number), None)

    def _result(self, record: Record, event: ResultEntered) -> None:
        self.rolling = rolling_after(self.rolling, record, event)
        self.past.appendleft(Outcome(event.round, record.wall, event.dice, rolled=self.rolling))

    def _corrected(self, record: Record, event: ResultCorrected) -> None:
        if (known := self.outcome(event.round)) is not None:
            known.dice, known.corrected = event.dice, True

    def _voided(self, record: Record, event: RoundVoided) -> None:
        self.voids += 1
        known = self.outcome(event.round)
        if known is None:
            rolled = self.rolling if self.rolling.round == event.round else None
            known = Outcome(event.round, record.wall, rolled=rolled)
            self.past.appendleft(known)
        known.void, known.settled = event, True

    def _step(self, record: Record, event: StepPerformed) -> None:
        if event.round not in self.first:
            self.first[event.round] = record.number
            self.rounds += 1
        self.rolling = rolling_after(self.rolling, record, event)
        if event.step == PLACE_BETS:
            self.opened = record.wall
        elif event.step == PAY and (known := self.outcome(event.round)) is not None:
            known.settled = True

    def _slip(self, record: Record, event: SlipRegistered) -> None:
        self.registered[event.player] = (event.round, record.number)

    def _mine(self, player: str, number: int) -> Settled:
        """Return the player's settlement of a round, which replaces that of an older round."""
        known = self.settled.get(player)
        if known is None or known.round != number:
            known = self.settled[player] = Settled(number)
        return known

    def _lines(self, record: Record, event: WagersCollected | WagersPaid) -> None:
        mine = self._mine(event.player, event.round)
        mine.lines = (*mine.lines, *event.lines)

    def _streaks(self, record: Record, event: StreakSettled) -> None:
        self._mine(event.player, event.round).streaks = event.lines

    def _reversed(self, record: Record, event: SettlementReversed) -> None:
        self._mine(event.player, event.round).lines = ()

    def _streaks_reversed(self, record: Record, event: StreakReversed) -> None:
        self._mine(event.player, event.round).streaks = ()

    def _returned(self, record: Record, event: WagersReturned) -> None:
        mine = self._mine(event.player, event.round)
        mine.lines, mine.returned = (), sum(stake.cents for stake in event.stakes)

    def _count(self, record: Record, event: FloatCounted) -> None:
        self.counted = (record.wall, event)

    def _notice(self, record: Record, event: NoticeGiven) -> None:
        self.notices[event.subject] = event

    def _in(self, record: Record, event: ValueBrought | VoucherExchanged) -> None:
        self._bring(record, event.player, event.cents)

    def _out(self, record: Record, event: ChipsTaken | TicketDispensed) -> None:
        self._bring(record, event.player, -event.cents)

    def _foreign(self, record: Record, event: ForeignColoursRedeemed) -> None:
        self._bring(record, event.player, event.pieces * event.value)

    def _home(self, record: Record, event: ColoursSurrendered) -> None:
        self._bring(record, event.player, -event.pieces * event.value)

    def _bring(self, record: Record, player: str, cents: int) -> None:
        self.brought[player] = self.brought.get(player, 0) + cents
        self.since.setdefault(player, record.wall)


GATHER: dict[type[AnyEvent], Callable[[Chronicle, Record, Any], None]] = {
    ResultEntered: Chronicle._result,
    ResultCorrected: Chronicle._corrected,
    RoundVoided: Chronicle._voided,
    StepPerformed: Chronicle._step,
    SlipRegistered: Chronicle._slip,
    WagersCollected: Chronicle._lines,
    WagersPaid: Chronicle._lines,
    WagersReturned: Chronicle._returned,
    SettlementReversed: Chronicle._reversed,
    StreakSettled: Chronicle._streaks,
    StreakReversed: Chronicle._streaks_reversed,
    NoticeGiven: Chronicle._notice,
    FloatCounted: Chronicle._count,
    ValueBrought: Chronicle._in,
    VoucherExchanged: Chronicle._in,
    ChipsTaken: Chronicle._out,
    TicketDispensed: Chronicle._out,
    ForeignColoursRedeemed: Chronicle._foreign,
    ColoursSurrendered: Chronicle._home,
}
