"""What may be asked of a table."""

from sicbo.table.messages.base import AreaLimits, Command, Stake
from sicbo.table.messages.chip_commands import ChipCommand
from sicbo.table.messages.faults import FaultCommand
from sicbo.table.messages.people import ConductCommand


class OpenTable(Command, frozen=True):
    """Open for play: the limits sign, the equipment at the table, and the checklist that staff confirmed.

    `areas` are the bets, or kinds of bets, for which the sign has limits of their own.
    """

    minimum: int
    maximum: int | None = None
    unit: int = 1
    chip: int = 1
    approved_minimum: int | None = None
    equipment: tuple[str, ...] = ()
    confirmed: tuple[str, ...] = ()
    profile: str = "home"
    colours: tuple[str, ...] = ()
    streak_stake: int | None = None
    seats: int = 0
    areas: tuple[AreaLimits, ...] = ()


class CloseTable(Command, frozen=True):
    """Close the table after the notice that its rulebook demands."""


class BuyIn(Command, frozen=True):
    """Bring value to the table: cash becomes chips, a promotional voucher becomes tokens."""

    player: str
    cents: int
    instrument: str = "value-chip"


class CashOut(Command, frozen=True):
    """Take chips away from the table."""

    player: str
    cents: int


class Perform(Command, frozen=True):
    """Do the next step of the round: `tumbles` with a spin, `dice` with an entry.

    `round` is the one that it is meant for, so that a step that comes late, or is decided anew after what
    another process wrote, is never done in a round that nobody meant.
    """

    step: str
    tumbles: int | None = None
    dice: tuple[int, int, int] | None = None
    round: int | None = None


class RegisterSlip(Command, frozen=True):
    """Put a player's whole slip on the layout in place of the one before; undo and clear are slips too."""

    player: str
    round: int
    version: int
    stakes: tuple[Stake, ...]


class DeclareVoid(Command, frozen=True):
    """Say that the round has no result, and on which ground.

    `second` is the other person once a result is entered; `forfeits` names the fraudster who does not get
    the stake back; `player` and `bets` void single wagers only, where the ground allows it. `round` names
    one that is over, where the ground reaches back to it.
    """

    ground: str
    note: str = ""
    second: str = ""
    forfeits: str = ""
    player: str = ""
    bets: tuple[str, ...] = ()
    round: int | None = None


class CorrectResult(Command, frozen=True):
    """Settle the round anew by the dice; `second` is the other person of rank who saw them.

    `round` names one that is over, where the rulebook reaches back to it.
    """

    dice: tuple[int, int, int]
    second: str
    reason: str
    round: int | None = None


class GiveNotice(Command, frozen=True):
    """Put up a sign or tell the players: `limits` will change, or the `table` or `super-streak` will close.

    `minimum`, `maximum` and `areas` are the new limits; `in_seconds` is the time on the sign, from now.
    """

    subject: str
    minimum: int | None = None
    maximum: int | None = None
    in_seconds: int | None = None
    areas: tuple[AreaLimits, ...] = ()


class WithdrawNotice(Command, frozen=True):
    """Take a notice back; a new one begins to count anew."""

    subject: str


class ChangeLimits(Command, frozen=True):
    """Put up another limits sign, for the next round on; unit and smallest chip stay where not given.

    `areas` are all that the new sign says of single bets or kinds of bets.
    """

    minimum: int
    maximum: int | None
    unit: int | None = None
    chip: int | None = None
    areas: tuple[AreaLimits, ...] = ()


class AgreeLimits(Command, frozen=True):
    """Give one player other limits, `marked` once marker or sign is there; without figures, end them."""

    player: str
    minimum: int | None = None
    maximum: int | None = None
    marked: bool = False


class PlaceStreak(Command, frozen=True):
    """Place a Super Streak on a side (small, big, odd, even), at the amount on the sign, for a round."""

    player: str
    round: int
    side: str
    cents: int
    instrument: str = "value-chip"


class CallFinalStreaks(Command, frozen=True):
    """Set the clock out and announce the final call: no Super Streak is taken after it."""


class CloseStreaks(Command, frozen=True):
    """Close Super Streak after its sign, when no such wager runs any more."""


class BeginGamingDay(Command, frozen=True):
    """Begin another gaming day, between two rounds."""

    day: str


AnyCommand = (
    ChipCommand
    | OpenTable
    | CloseTable
    | BuyIn
    | CashOut
    | Perform
    | RegisterSlip
    | DeclareVoid
    | CorrectResult
    | GiveNotice
    | WithdrawNotice
    | ChangeLimits
    | AgreeLimits
    | FaultCommand
    | ConductCommand
    | PlaceStreak
    | CallFinalStreaks
    | CloseStreaks
    | BeginGamingDay
)
