"""What happened at a table. An event is a fact: a correction is another event."""

import msgspec

from sicbo.table.messages.base import AreaLimits, Event, Stake
from sicbo.table.messages.chip_events import ChipEvent
from sicbo.table.messages.faults import FaultEvent
from sicbo.table.messages.people import ConductEvent


class SettledLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False, omit_defaults=True):
    """What became of one stake, in cents, and by which clauses.

    `change` is the part of `returned` that is no whole piece of the colour staked: it comes back in money.
    """

    stake: Stake
    outcome: str
    winnings: int
    returned: int
    collected: int
    clause: str
    change: int = 0


class SettledStreak(SettledLine, frozen=True, kw_only=True):
    """What became of a Super Streak wager after so many like results; not `ends` where it runs on."""

    length: int
    ends: bool


class TableOpened(Event, frozen=True):
    """The table is open under this sign, with this equipment."""

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
    """The table takes no more rounds."""


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
    """A player's whole slip lies on the layout, in place of the one before."""

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
    """A player heard that further wagers under the minimum will be returned."""

    player: str


class WagersCollected(Event, frozen=True):
    """A player's losing wagers were collected."""

    player: str
    round: int
    lines: tuple[SettledLine, ...]


class WagersPaid(Event, frozen=True):
    """A player's winning wagers were paid, and what was not at risk went back."""

    player: str
    round: int
    lines: tuple[SettledLine, ...]


class WagersReturned(Event, frozen=True):
    """A player's stakes went back because the round is void."""

    player: str
    round: int
    stakes: tuple[Stake, ...]


class RoundVoided(Event, frozen=True):
    """The round has no result; `stands` where its wagers lie for the spin that repeats it."""

    round: int
    ground: str
    note: str
    second: str = ""
    stands: bool = False


class SettlementReversed(Event, frozen=True):
    """What a player was paid and what was collected was taken back, to settle anew."""

    player: str
    round: int
    lines: tuple[SettledLine, ...]


class DebtSetOff(Event, frozen=True):
    """What a player could not give back was paid out of what the same correction or void gave them."""

    player: str
    instrument: str
    cents: int


class ResultCorrected(Event, frozen=True):
    """The dice showed something else than was entered."""

    round: int
    entered: tuple[int, int, int]
    dice: tuple[int, int, int]
    second: str
    reason: str
    lit: tuple[str, ...]


class NoticeGiven(Event, frozen=True):
    """A notice stands; it is served at `due` (elapsed) and after `spins` completed spins, not before."""

    subject: str
    minimum: int | None
    maximum: int | None
    due: int
    spins: int
    areas: tuple[AreaLimits, ...] = ()


class NoticeWithdrawn(Event, frozen=True):
    """A notice was taken back."""

    subject: str


class LimitsChanged(Event, frozen=True):
    """Another limits sign stands; a round in play keeps its own."""

    minimum: int
    maximum: int | None
    unit: int
    chip: int
    areas: tuple[AreaLimits, ...] = ()


class LimitsAgreed(Event, frozen=True):
    """A player has other limits from the next round on, shown by a marker; without figures no longer."""

    player: str
    minimum: int | None
    maximum: int | None


class StreakWagered(Event, frozen=True):
    """A player's Super Streak wager is in play and cannot be taken back; the side it follows may be open."""

    player: str
    round: int
    stake: Stake
    side: str | None
    count: int


class StreakSettled(Event, frozen=True):
    """A player's Super Streak wagers came to their end, or to a rung that is paid on the way."""

    player: str
    round: int
    lines: tuple[SettledStreak, ...]


class StreaksAdvanced(Event, frozen=True):
    """Every run and every Super Streak wager still in play took in a round, or was held."""

    round: int
    how: str
    dice: tuple[int, int, int] | None


class StreakEndForced(Event, frozen=True):
    """The lights failed: no Super Streak wager runs beyond this round."""

    round: int


class StreakReturned(Event, frozen=True):
    """Super Streak wagers went back: an offender's, or such as were placed after a result that is undone."""

    player: str
    round: int
    stakes: tuple[Stake, ...]


class StreakReversed(Event, frozen=True):
    """What a player's Super Streak wagers had come to was taken back; they run as before the round."""

    player: str
    round: int
    lines: tuple[SettledStreak, ...]


class StreaksRewound(Event, frozen=True):
    """Every run and every Super Streak wager stands as before the round, to count it anew."""

    round: int


class FinalStreaksCalled(Event, frozen=True):
    """No Super Streak is taken until the table opens again; those in play run on."""


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
