"""Super Streak: which run a wager follows, from which result, and when it opens, pays and ends."""

from enum import Enum
from typing import assert_never


class SidelessResult(Enum):
    """What a result that belongs to neither side does to a running Super Streak."""

    HOLDS = "it neither wins, loses nor progresses"
    ENDS = "it ends and is settled by its length"
    REFUNDED = "its stake goes back"
    RESTARTS = "its count begins again"

    @property
    def ends_runs(self) -> bool:
        """Whether the runs that are counted end with such a result."""
        match self:
            case SidelessResult.ENDS | SidelessResult.RESTARTS:
                return True
            case SidelessResult.HOLDS | SidelessResult.REFUNDED:
                return False
            case _:
                assert_never(self)


class CountFrom(Enum):
    """The result that counts as the first of a Super Streak wager's run."""

    NEXT_RESULT = "the first result after the wager"
    BREAKING_RESULT = "the result that broke the run before"

    @property
    def includes_breaking_result(self) -> bool:
        """Whether the result that broke the run before counts."""
        match self:
            case CountFrom.BREAKING_RESULT:
                return True
            case CountFrom.NEXT_RESULT:
                return False
            case _:
                assert_never(self)


class FollowedSide(Enum):
    """The side whose run a Super Streak wager follows."""

    BREAKING_SIDE = "the side that broke the run before"
    PLAYERS_PICK = "the side that the player picks"
    NEXT_SIDE = "the side of the next result, whichever it is"

    @property
    def is_breaking_side(self) -> bool:
        """Whether only the side that broke the run can be backed."""
        match self:
            case FollowedSide.BREAKING_SIDE:
                return True
            case FollowedSide.PLAYERS_PICK | FollowedSide.NEXT_SIDE:
                return False
            case _:
                assert_never(self)

    @property
    def is_next_side(self) -> bool:
        """Whether the next result decides the side."""
        match self:
            case FollowedSide.NEXT_SIDE:
                return True
            case FollowedSide.BREAKING_SIDE | FollowedSide.PLAYERS_PICK:
                return False
            case _:
                assert_never(self)


class StreakPays(Enum):
    """When a Super Streak pays."""

    AT_THE_END = "once, when the run ends or reaches twelve"
    EACH_RUNG = "each rung as it is reached"

    @property
    def is_by_rung(self) -> bool:
        """Whether each rung pays when it is reached."""
        match self:
            case StreakPays.EACH_RUNG:
                return True
            case StreakPays.AT_THE_END:
                return False
            case _:
                assert_never(self)


class WagerWindow(Enum):
    """When a Super Streak wager may be placed on a line."""

    AT_CHANGEOVER = "while the new run is one result long"
    NEVER_IN_PROGRESS = "never after the first result: some run is always in progress"
    BELOW_FOUR = "while the run is shorter than four, and the wager takes over its length"

    @property
    def never_opens(self) -> bool:
        """Whether a run in progress always keeps the area closed."""
        match self:
            case WagerWindow.NEVER_IN_PROGRESS:
                return True
            case WagerWindow.AT_CHANGEOVER | WagerWindow.BELOW_FOUR:
                return False
            case _:
                assert_never(self)

    @property
    def takes_over_length(self) -> bool:
        """Whether a wager takes over the length of a short run."""
        match self:
            case WagerWindow.BELOW_FOUR:
                return True
            case WagerWindow.AT_CHANGEOVER | WagerWindow.NEVER_IN_PROGRESS:
                return False
            case _:
                assert_never(self)


class ForcedEnd(Enum):
    """What a lighting fault does to a running Super Streak."""

    SETTLED = "it is settled at its length and ends"  # star-sydney 8.7.1
    REFUNDED = "one that this result did not decide is refunded"


class AfterTwelve(Enum):
    """What happens to a Super Streak that has reached twelve."""

    PAID_AND_CLOSED = "it is paid and closed at the twelfth result"
    MUST_BREAK = "it must then break: a thirteenth like result loses it"

    @property
    def closes(self) -> bool:
        """Whether the twelfth like result pays and closes the wager."""
        match self:
            case AfterTwelve.PAID_AND_CLOSED:
                return True
            case AfterTwelve.MUST_BREAK:
                return False
            case _:
                assert_never(self)


class StreakClosing(Enum):
    """What happens to running Super Streaks when the option closes."""

    PLAY_ON = "they run until their streak ends; the table stays open for them"
    NEXT_RESULT = "they are settled on the next result"


class StreakPlaced(Enum):
    """When in the round a Super Streak wager may be placed."""

    WITH_OTHER_BETS = "while betting is open"
    BEFORE_SPIN = "before the tumbler is activated"

    @property
    def is_before_spin(self) -> bool:
        """Whether wagers are placed before the tumbler is activated."""
        match self:
            case StreakPlaced.BEFORE_SPIN:
                return True
            case StreakPlaced.WITH_OTHER_BETS:
                return False
            case _:
                assert_never(self)


class CountsBy(Enum):
    """What counts the length of a Super Streak."""

    DICE = "the dice"
    SCREEN = "the streak screen"

    @property
    def is_by_screen(self) -> bool:
        """Whether the streak screen decides, not the dice."""
        match self:
            case CountsBy.SCREEN:
                return True
            case CountsBy.DICE:
                return False
            case _:
                assert_never(self)
