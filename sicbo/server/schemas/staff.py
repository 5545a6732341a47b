"""What staff see of a table, as types: actions, players, money, approvals; and the table as a whole."""

from typing import Any

from sicbo.server.schemas.table import EventShape, Mine, Shape, View


class Action(Shape, frozen=True):
    """Something that staff may do now, or why not."""

    type: str
    says: str
    clause: str
    allowed: bool
    refusal: str | None
    after_seconds: int | None = None
    after_spins: int | None = None
    next: bool = False
    step: str | None = None
    ground: str | None = None
    subject: str | None = None
    fault: str | None = None


class KeyShape(Shape, frozen=True):
    """A key of the console."""

    label: str
    face: int | None
    step: str | None
    ground: str | None


class AtTable(Shape, frozen=True):
    """A player as staff see them."""

    seat: int | None
    player: str
    name: str
    rack: int
    staked: int
    version: int


class RefusedShape(Shape, frozen=True):
    """A command that was refused lately."""

    at: str
    name: str
    clause: str
    says: str


class Extreme(Shape, frozen=True):
    """A roll, and what the house would gain by it."""

    dice: tuple[int, int, int]
    house: int


class Exposure(Shape, frozen=True):
    """The worst and the best roll now, for the house."""

    worst: Extreme
    best: Extreme


class DisputeShape(Shape, frozen=True):
    """A dispute that is open."""

    dispute: str
    name: str
    kind: str
    decided: bool


class Count(Shape, frozen=True):
    """A count of the tray: what two persons counted, by how much it differed from the ledger, and when."""

    cents: int
    variance: int
    at: str


class FloatShape(Shape, frozen=True):
    """The money of a table: value chips in the tray by the ledger and with players, cash, the last count.

    `expected` is what a count of the tray should come to now; None until it was counted once.
    """

    expected: int | None
    with_players: int
    drop: int
    counted: Count | None


class ColourShape(Shape, frozen=True):
    """A colour of the table's set: what a piece counts for and who has some, once it is sold."""

    colour: str
    value: int | None
    holders: tuple[str, ...]
    names: tuple[str, ...]
    shown_by: str


class ConfirmShape(Shape, frozen=True):
    """Something that staff confirm before a table of the floor opens: a duty or a reading."""

    id: str
    clause: str
    says: str


class OpeningShape(Shape, frozen=True):
    """What a table opens with unless somebody says otherwise, and what has to be confirmed."""

    profile: str
    minimum: int
    maximum: int
    unit: int
    chip: int
    seats: int
    equipment: tuple[str, ...]
    streak_stake: int | None
    approved_minimum: int | None
    needs_approved_minimum: bool
    colours: bool
    confirm: tuple[ConfirmShape, ...]


class ApprovalShape(Shape, frozen=True):
    """A command that waits for a second person, who signs it where it is to be signed."""

    approval: str
    table: str
    by: str
    command: dict[str, Any]
    at: str
    expires_at: str
    signed: bool
    may_withdraw: bool


class Waits(Shape, frozen=True):
    """That a command waits for a second person."""

    approval: str


class Desk(Shape, frozen=True):
    """What staff see of a table."""

    rank: str
    round: int
    signed: tuple[str, ...]
    holds_console: bool
    slips: int
    staked: int
    actions: tuple[Action, ...]
    keys: tuple[KeyShape, ...]
    players: tuple[AtTable, ...]
    refused: tuple[RefusedShape, ...]
    exposure: Exposure | None
    on_duty: tuple[str, ...]
    approvals: tuple[ApprovalShape, ...]
    disputes: tuple[DisputeShape, ...]
    table_float: FloatShape
    colours: tuple[ColourShape, ...]
    opening: OpeningShape | None
    under: int
    over: int


class Whole(Shape, frozen=True):
    """A table at one moment: what everybody sees, what is the asker's own, and the desk of staff."""

    seq: int
    view: View
    mine: Mine | None
    desk: Desk | None


class Done(Shape, frozen=True):
    """What a command did."""

    seq: int
    number: int
    at: str
    events: tuple[EventShape, ...]
