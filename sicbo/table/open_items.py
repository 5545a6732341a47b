"""What a table keeps besides its rounds: open faults, occupied seats and open disputes."""

from sicbo.machine.structs import Struct


class Fault(Struct, frozen=True):
    """A fault on record: who must be notified of it, who has been, and whether it stops play.

    `stops` keeps the next round from beginning; `halts` also holds the round in play until its result.
    """

    kind: str
    clause: str
    tell: str | None
    told: tuple[str, ...]
    mended: bool
    stops: bool
    halts: bool
    players: tuple[str, ...]


class Seat(Struct, frozen=True):
    """An occupied seat, and for how many rounds in a row its player has not wagered."""

    number: int
    without: int


class Dispute(Struct, frozen=True):
    """An open dispute: who raised it, who decided it first, and whether a review was requested."""

    player: str
    kind: str
    decided_by: str | None = None
    review: bool = False
