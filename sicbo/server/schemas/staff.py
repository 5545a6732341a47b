"""Schemas of the staff view: actions, players, money, approvals, and the table with all its views."""

from typing import Any

from sicbo.server.schemas.table import EventShape, PlayerView, Shape, TableView


class StaffAction(Shape, frozen=True):
    """An action of staff: allowed now, or the reason why not."""

    type: str
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

    face: int | None
    step: str | None
    ground: str | None


class StaffPlayer(Shape, frozen=True):
    """A player as staff see them."""

    seat: int | None
    player: str
    name: str
    rack: int
    staked: int
    version: int


class RefusedShape(Shape, frozen=True):
    """A recent command that was refused."""

    at: str
    name: str
    clause: str
    says: str


class ExtremeRoll(Shape, frozen=True):
    """A roll, and what the house would gain by it."""

    dice: tuple[int, int, int]
    house: int


class ExposureShape(Shape, frozen=True):
    """The worst and the best roll for the house, by the wagers on the layout."""

    worst: ExtremeRoll
    best: ExtremeRoll


class DisputeShape(Shape, frozen=True):
    """An open dispute."""

    dispute: str
    name: str
    kind: str
    decided: bool


class TrayCount(Shape, frozen=True):
    """A count of the tray: what two persons counted, how much it differed from the ledger, and when."""

    cents: int
    variance: int
    at: str


class FloatShape(Shape, frozen=True):
    """The money of a table: value chips in the tray by the ledger and with players, cash, the last count.

    `expected` is what a count of the tray should come to now; None until the first count.
    """

    expected: int | None
    with_players: int
    drop: int
    counted: TrayCount | None


class ColourShape(Shape, frozen=True):
    """A colour of the table's set: once it is sold, the value of a piece and the players who hold some."""

    colour: str
    value: int | None
    holders: tuple[str, ...]
    names: tuple[str, ...]
    shown_by: str


class ConfirmShape(Shape, frozen=True):
    """A duty or reading that staff confirm before a table on the casino floor opens."""

    id: str
    clause: str
    says: str


class OpeningShape(Shape, frozen=True):
    """What a table opens with by default, and what staff have to confirm."""

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
    """A command that waits for a second person; `signed` if that person has to sign it."""

    approval: str
    table: str
    by: str
    command: dict[str, Any]
    at: str
    expires_at: str
    signed: bool
    may_withdraw: bool


class PendingApproval(Shape, frozen=True):
    """A command that waits for a second person, by the id of its approval."""

    approval: str


class StaffView(Shape, frozen=True):
    """What staff see of a table."""

    rank: str
    round: int
    signed: tuple[str, ...]
    holds_console: bool
    slips: int
    staked: int
    actions: tuple[StaffAction, ...]
    keys: tuple[KeyShape, ...]
    players: tuple[StaffPlayer, ...]
    refused: tuple[RefusedShape, ...]
    exposure: ExposureShape | None
    on_duty: tuple[str, ...]
    approvals: tuple[ApprovalShape, ...]
    disputes: tuple[DisputeShape, ...]
    table_float: FloatShape
    colours: tuple[ColourShape, ...]
    opening: OpeningShape | None
    under: int
    over: int


class WholeTable(Shape, frozen=True):
    """A table at one moment: the public view, the caller's own, and that of staff."""

    seq: int
    view: TableView
    mine: PlayerView | None
    desk: StaffView | None


class CommandResult(Shape, frozen=True):
    """What a command did."""

    seq: int
    number: int
    at: str
    events: tuple[EventShape, ...]
