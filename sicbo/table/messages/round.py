"""Commands and events of rounds: opening, steps, slips, results, voids, limits and notices."""

from sicbo.machine.messages import Command, Event
from sicbo.machine.structs import Struct
from sicbo.table.messages.parts import AreaLimits, Stake


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


class SettledLine(Struct, frozen=True, forbid_unknown_fields=True, gc=False, omit_defaults=True):
    """The outcome of one stake, in cents, and the clauses for it.

    `change` is the part of `returned` that is less than a whole piece of the colour staked; it is paid in
    money.
    """

    stake: Stake
    outcome: str
    winnings: int
    returned: int
    collected: int
    clause: str
    change: int = 0


class TableOpened(Event, frozen=True):
    """The table opened under this sign, with this equipment."""

    minimum: int
    maximum: int | None
    unit: int
    chip: int
    approved_minimum: int | None
    equipment: tuple[str, ...]
    confirmed: tuple[str, ...] = ()
    profile: str = "home"
    colours: tuple[str, ...] = ()
    streak_stake: int | None = None
    seats: int = 0
    areas: tuple[AreaLimits, ...] = ()


class TableClosed(Event, frozen=True):
    """The table closed and takes no more rounds."""


class ValueBrought(Event, frozen=True):
    """A player's cash or voucher became chips or tokens."""

    player: str
    cents: int
    instrument: str


class ChipsTaken(Event, frozen=True):
    """A player took chips away."""

    player: str
    cents: int


class StepPerformed(Event, frozen=True):
    """A step of the round was done."""

    round: int
    step: str
    tumbles: int | None = None


class SlipRegistered(Event, frozen=True):
    """A player's whole slip is on the layout, in place of the previous one."""

    player: str
    round: int
    version: int
    stakes: tuple[Stake, ...]
    before: tuple[Stake, ...]


class ResultEntered(Event, frozen=True):
    """The dice as entered, and the areas that light."""

    round: int
    dice: tuple[int, int, int]
    lit: tuple[str, ...]


class PlayerWarned(Event, frozen=True):
    """A player was warned that further wagers under the minimum will be returned."""

    player: str


class WagersCollected(Event, frozen=True):
    """A player's losing wagers were collected."""

    player: str
    round: int
    lines: tuple[SettledLine, ...]


class WagersPaid(Event, frozen=True):
    """A player's winning wagers were paid, and what was not at risk was returned."""

    player: str
    round: int
    lines: tuple[SettledLine, ...]


class WagersReturned(Event, frozen=True):
    """A player's stakes were returned because the round is void."""

    player: str
    round: int
    stakes: tuple[Stake, ...]


class RoundVoided(Event, frozen=True):
    """The round has no result; with `stands`, its wagers stay for the spin that repeats it."""

    round: int
    ground: str
    note: str
    second: str = ""
    stands: bool = False


class SettlementReversed(Event, frozen=True):
    """What a player was paid and what was collected was reversed, to settle the round again."""

    player: str
    round: int
    lines: tuple[SettledLine, ...]


class DebtSetOff(Event, frozen=True):
    """A player's debt was paid out of what the same correction or void gave them."""

    player: str
    instrument: str
    cents: int


class ResultCorrected(Event, frozen=True):
    """A wrongly entered result was corrected to what the dice showed."""

    round: int
    entered: tuple[int, int, int]
    dice: tuple[int, int, int]
    second: str
    reason: str
    lit: tuple[str, ...]


class NoticeGiven(Event, frozen=True):
    """A notice was given; it is served at `due` (elapsed) and after `spins` completed spins, not before."""

    subject: str
    minimum: int | None
    maximum: int | None
    due: int
    spins: int
    areas: tuple[AreaLimits, ...] = ()


class NoticeWithdrawn(Event, frozen=True):
    """A notice was withdrawn."""

    subject: str


class LimitsChanged(Event, frozen=True):
    """The limits sign changed; a round in play keeps its own."""

    minimum: int
    maximum: int | None
    unit: int
    chip: int
    areas: tuple[AreaLimits, ...] = ()


class LimitsAgreed(Event, frozen=True):
    """A player has other limits from the next round on, shown by a marker; without figures they ended."""

    player: str
    minimum: int | None
    maximum: int | None
