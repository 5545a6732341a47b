"""The commands of a table."""

from sicbo.table.messages.base import AreaLimits, Command, Stake
from sicbo.table.messages.chip_commands import ChipCommand
from sicbo.table.messages.faults import FaultCommand
from sicbo.table.messages.people import ConductCommand


class OpenTable(Command, frozen=True):
    """Open for play with a limits sign, the equipment at the table and the checklist that staff confirmed.

    `areas` are the bets, or kinds of bets, that have their own limits on the sign.
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
    """Close the table after the notice that its rulebook requires."""


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

    `round` is the round that the step is meant for. A step that comes late, or is decided again after another
    process wrote, is then never done in a different round.
    """

    step: str
    tumbles: int | None = None
    dice: tuple[int, int, int] | None = None
    round: int | None = None


class RegisterSlip(Command, frozen=True):
    """Put a player's whole slip on the layout in place of the previous one; undo and clear are slips too."""

    player: str
    round: int
    version: int
    stakes: tuple[Stake, ...]


class DeclareVoid(Command, frozen=True):
    """Declare that the round has no result, and on which ground.

    `second` is the second person, required once a result is entered. `forfeits` names the fraudster whose
    stake is not returned. `player` and `bets` void single wagers only, if the ground allows it. `round` names
    a round that is over, if the ground reaches back to it.
    """

    ground: str
    note: str = ""
    second: str = ""
    forfeits: str = ""
    player: str = ""
    bets: tuple[str, ...] = ()
    round: int | None = None


class CorrectResult(Command, frozen=True):
    """Settle the round again by the dice; `second` is the second person of rank who saw them.

    `round` names a round that is over, if the rulebook reaches back to it.
    """

    dice: tuple[int, int, int]
    second: str
    reason: str
    round: int | None = None


class GiveNotice(Command, frozen=True):
    """Give notice that the `limits` will change, or that the `table` or `super-streak` will close.

    `minimum`, `maximum` and `areas` are the new limits; `in_seconds` is the time on the sign, from now.
    """

    subject: str
    minimum: int | None = None
    maximum: int | None = None
    in_seconds: int | None = None
    areas: tuple[AreaLimits, ...] = ()


class WithdrawNotice(Command, frozen=True):
    """Withdraw a notice; a new one starts counting from zero."""

    subject: str


class ChangeLimits(Command, frozen=True):
    """Change the limits sign from the next round on; unit and smallest chip stay unless they are given.

    `areas` are all limits on the new sign for single bets or kinds of bets.
    """

    minimum: int
    maximum: int | None
    unit: int | None = None
    chip: int | None = None
    areas: tuple[AreaLimits, ...] = ()


class AgreeLimits(Command, frozen=True):
    """Give one player other limits, or end them if there are no figures.

    `marked` says that the marker or sign is in place.
    """

    player: str
    minimum: int | None = None
    maximum: int | None = None
    marked: bool = False


class PlaceStreak(Command, frozen=True):
    """Place a Super Streak wager on a side (small, big, odd, even) for a round, at the amount on the sign."""

    player: str
    round: int
    side: str
    cents: int
    instrument: str = "value-chip"


class CallFinalStreaks(Command, frozen=True):
    """Set out the clock and announce the final call; no Super Streak wager is taken after it."""


class CloseStreaks(Command, frozen=True):
    """Close Super Streak after its notice, once no such wager runs any more."""


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
