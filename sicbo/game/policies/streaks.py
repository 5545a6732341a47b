"""Super Streak: which run a wager follows, from which result, and when it opens, pays and ends."""

from enum import Enum


class Streak(Enum):
    """What a result that belongs to neither side does to a running Super Streak."""

    HOLDS = "it neither wins, loses nor progresses"
    ENDS = "it ends and is settled by its length"
    REFUNDED = "its stake goes back"
    RESTARTS = "its count begins again"


class CountFrom(Enum):
    """The result that counts as the first of a Super Streak wager's run."""

    NEXT_RESULT = "the first result after the wager"
    BREAKING_RESULT = "the result that broke the run before"


class Side(Enum):
    """The side whose run a Super Streak wager follows."""

    BREAKING_SIDE = "the side that broke the run before"
    PLAYERS_PICK = "the side that the player picks"
    NEXT_SIDE = "the side of the next result, whichever it is"


class StreakPays(Enum):
    """When a Super Streak pays."""

    AT_THE_END = "once, when the run ends or reaches twelve"
    EACH_RUNG = "each rung as it is reached"


class Window(Enum):
    """When a Super Streak wager may be placed on a line."""

    AT_CHANGEOVER = "while the new run is one result long"
    NEVER_IN_PROGRESS = "never after the first result: some run is always in progress"
    BELOW_FOUR = "while the run is shorter than four, and the wager takes over its length"


class ForcedEnd(Enum):
    """What a lighting fault does to a running Super Streak."""

    SETTLED = "it is settled at its length and ends"  # star-sydney 8.7.1
    REFUNDED = "one that this result did not decide is refunded"


class AfterTwelve(Enum):
    """What happens to a Super Streak that has reached twelve."""

    PAID_AND_CLOSED = "it is paid and closed at the twelfth result"
    MUST_BREAK = "it must then break: a thirteenth like result loses it"


class StreakClosing(Enum):
    """What happens to running Super Streaks when the option closes."""

    PLAY_ON = "they run until their streak ends; the table stays open for them"
    NEXT_RESULT = "they are settled on the next result"


class StreakPlaced(Enum):
    """When in the round a Super Streak wager may be placed."""

    WITH_OTHER_BETS = "while betting is open"
    BEFORE_SPIN = "before the tumbler is activated"


class CountsBy(Enum):
    """What counts the length of a Super Streak."""

    DICE = "the dice"
    SCREEN = "the streak screen"
