"""Schemas of tables. The OpenAPI document is generated from them."""

from collections.abc import Iterable
from typing import Any

import msgspec

from sicbo.machine.log_kind import Fact, as_one_message

LocalizedText = dict[str, str]
"""The same text in every language."""


class Shape(msgspec.Struct, frozen=True, kw_only=True):
    """Base of every response body."""


class MessageShape(Shape, frozen=True):
    """A message before its language is known: a key of the catalogues with its values."""

    key: str
    values: dict[str, Any]


def message_shape(facts: Iterable[Fact]) -> MessageShape:
    """Return what happened in its JSON form; several facts are one message."""
    return MessageShape(**as_one_message(facts).data())


class VoidShape(Shape, frozen=True):
    """Why a round has no result."""

    ground: str
    clause: str


class OpenedCommitment(Shape, frozen=True):
    """What opens the commitment of a roll."""

    commitment: str
    seed: str
    close: str


class RoundResult(Shape, frozen=True):
    """The result of a round."""

    round: int
    dice: tuple[int, int, int] | None
    total: int | None
    call: LocalizedText
    lit: tuple[str, ...]
    at: str
    void: VoidShape | None = None
    corrected: bool = False
    settled: bool = False
    opened: OpenedCommitment | None = None


class PastResult(Shape, frozen=True, omit_defaults=True):
    """One result of the history."""

    round: int
    dice: tuple[int, int, int] | None = None
    void: str | None = None
    corrected: bool = False


class StepShape(Shape, frozen=True):
    """A step of the round."""

    step: str
    clause: str
    done: bool = False


class BettingShape(Shape, frozen=True):
    """Whether bets are open, and until when."""

    open: bool
    opened_at: str | None
    closes_at: str | None
    clause: str


class BoundsShape(Shape, frozen=True):
    """A minimum and a maximum in cents."""

    minimum: int
    maximum: int | None


class SignShape(Shape, frozen=True):
    """The limits sign."""

    minimum: int
    maximum: int | None
    unit: int
    chip: int
    areas: dict[str, BoundsShape]
    maximum_clause: str


class AreaTotal(Shape, frozen=True):
    """The total on an area, for all players together."""

    stake: int
    slips: int


class SeatShape(Shape, frozen=True):
    """A player with a seat at the table."""

    seat: int
    player: str
    name: str
    bot: bool
    ready: bool
    idle: int
    longer: bool


class NoticeShape(Shape, frozen=True):
    """A notice in force."""

    subject: str
    minimum: int | None
    maximum: int | None
    due_at: str | None
    spins_left: int
    clause: str
    message: MessageShape


class FaultShape(Shape, frozen=True):
    """A fault on record."""

    fault: str
    clause: str
    tell: str | None
    told: tuple[str, ...]
    stops: bool


class StreakSide(Shape, frozen=True):
    """One side of Super Streak."""

    side: str
    open: bool
    run: int


class StreakShape(Shape, frozen=True):
    """The offer of Super Streak: whether a wager is taken now, and for which round."""

    stake: int
    takes: bool
    round: int
    final: bool
    placed_by: str
    sides: tuple[StreakSide, ...]
    ladder: dict[str, str]
    clause: str


class DealerShape(Shape, frozen=True):
    """The dealer of a table."""

    kind: str
    name: str
    pause: bool


class TumblerShape(Shape, frozen=True):
    """The tumbler and the commitment to its next roll."""

    kind: str
    round: int | None
    commitment: str | None


class TableView(Shape, frozen=True):
    """What everyone may see of a table."""

    table: str
    rulebook: str
    layout: str
    name: str
    profile: str
    money: str
    open: bool
    phase: str
    round: int | None
    steps: tuple[StepShape, ...]
    due: StepShape | None
    betting: BettingShape
    result: RoundResult | None
    sign: SignShape | None
    areas: dict[str, AreaTotal]
    seats: tuple[SeatShape, ...]
    seat_count: int
    notices: tuple[NoticeShape, ...]
    faults: tuple[FaultShape, ...]
    streak: StreakShape | None
    history: tuple[PastResult, ...]
    dealer: DealerShape
    tumbler: TumblerShape


class StakeShape(Shape, frozen=True):
    """One wager."""

    bet: str
    cents: int
    instrument: str


class SlipShape(Shape, frozen=True):
    """A registered slip."""

    round: int
    version: int
    stakes: tuple[StakeShape, ...]
    total: int
    number: int | None


class RunningStreakShape(Shape, frozen=True):
    """A Super Streak wager in play."""

    side: str | None
    bet: str
    cents: int
    count: int
    round: int


class SettlementLineShape(Shape, frozen=True):
    """The outcome of one wager."""

    bet: str
    stake: int
    instrument: str
    outcome: str
    winnings: int
    returned: int
    collected: int
    clause: str
    why: str
    streak: bool = False


class SettlementShape(Shape, frozen=True):
    """The outcome of a round for one player."""

    round: int
    dice: tuple[int, int, int] | None
    void: VoidShape | None
    staked: int
    net: int
    returned: int
    lines: tuple[SettlementLineShape, ...]


class PlayerView(Shape, frozen=True):
    """What one player sees of their own."""

    player: str
    name: str
    seat: int | None
    rack: int
    racks: dict[str, int]
    owed: int
    limits: BoundsShape | None
    slip: SlipShape | None
    streaks: tuple[RunningStreakShape, ...]
    settlement: SettlementShape | None
    net: int
    since: str | None
    ready: bool
    chips: tuple[int, ...]


class EventShape(Shape, frozen=True):
    """An event in words and as data."""

    type: str
    clause: str
    message: MessageShape
    data: dict[str, Any]


class RecordShape(Shape, frozen=True):
    """A record as everyone may see it."""

    seq: int
    at: str
    events: tuple[EventShape, ...]
