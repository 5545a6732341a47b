"""The events of a table. An event is a fact: a correction is another event."""

import msgspec

from sicbo.table.messages.base import AreaLimits, Event, Stake
from sicbo.table.messages.chip_events import ChipEvent
from sicbo.table.messages.faults import FaultEvent
from sicbo.table.messages.people import ConductEvent


class SettledLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False, omit_defaults=True):
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


class SettledStreak(SettledLine, frozen=True, kw_only=True):
    """The outcome of a Super Streak wager after `length` like results; `ends` is false if it runs on."""

    length: int
    ends: bool


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


class StreakWagered(Event, frozen=True):
    """A player's Super Streak wager is in play and cannot be retracted; the side it follows may be open."""

    player: str
    round: int
    stake: Stake
    side: str | None
    count: int


class StreakSettled(Event, frozen=True):
    """A player's Super Streak wagers ended, or reached a length that is paid on the way."""

    player: str
    round: int
    lines: tuple[SettledStreak, ...]


class StreaksAdvanced(Event, frozen=True):
    """Every run and every Super Streak wager in play counted a round, or was held."""

    round: int
    how: str
    dice: tuple[int, int, int] | None


class StreakEndForced(Event, frozen=True):
    """The lights failed: no Super Streak wager runs beyond this round."""

    round: int


class StreakReturned(Event, frozen=True):
    """Super Streak wagers were returned: an offender's, or those placed after a result that was reversed."""

    player: str
    round: int
    stakes: tuple[Stake, ...]


class StreakReversed(Event, frozen=True):
    """The settlement of a player's Super Streak wagers was reversed; they run as before the round."""

    player: str
    round: int
    lines: tuple[SettledStreak, ...]


class StreaksRewound(Event, frozen=True):
    """Every run and every Super Streak wager is as before the round, to count it again."""

    round: int


class FinalStreaksCalled(Event, frozen=True):
    """No Super Streak wager is taken until the table opens again; those in play run on."""


class StreaksClosed(Event, frozen=True):
    """Super Streak is closed."""


class GamingDayBegun(Event, frozen=True):
    """Another gaming day began."""

    day: str


AnyEvent = (
    ChipEvent
    | TableOpened
    | TableClosed
    | ValueBrought
    | ChipsTaken
    | StepPerformed
    | SlipRegistered
    | ResultEntered
    | PlayerWarned
    | WagersCollected
    | WagersPaid
    | WagersReturned
    | RoundVoided
    | SettlementReversed
    | DebtSetOff
    | ResultCorrected
    | NoticeGiven
    | NoticeWithdrawn
    | LimitsChanged
    | LimitsAgreed
    | FaultEvent
    | ConductEvent
    | StreakWagered
    | StreakSettled
    | StreaksAdvanced
    | StreakEndForced
    | StreakReturned
    | StreakReversed
    | StreaksRewound
    | FinalStreaksCalled
    | StreaksClosed
    | GamingDayBegun
)
