"""Commands and events of Super Streak and of gaming days."""

from sicbo.machine.messages import Command, Event
from sicbo.table.messages.parts import Stake
from sicbo.table.messages.round import SettledLine


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


class SettledStreak(SettledLine, frozen=True, kw_only=True):
    """The outcome of a Super Streak wager after `length` like results; `ends` is false if it runs on."""

    length: int
    ends: bool


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
