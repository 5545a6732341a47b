"""What happens to wagers outside the limits, and how limits change."""

from dataclasses import dataclass
from enum import Enum
from typing import assert_never


class BelowMinimum(Enum):
    """What happens to a wager under the minimum that is found after no more bets."""

    STANDS = "it is valid"  # star-sydney 4.2
    STANDS_ONCE = "it is valid; the player's later ones are returned"  # canberra 3.4, crown-melbourne 4.2.1
    VOID_UNDER_APPROVED = "void under the approved minimum; otherwise it stands"  # crown-sydney 4.2.2, 4.2.3
    NEVER_TAKEN = "the terminal does not accept it"  # singapore-etg 3.3

    @property
    def needs_approved_minimum(self) -> bool:
        """Whether the regulator's approved minimum decides."""
        match self:
            case BelowMinimum.VOID_UNDER_APPROVED:
                return True
            case BelowMinimum.STANDS | BelowMinimum.STANDS_ONCE | BelowMinimum.NEVER_TAKEN:
                return False
            case _:
                assert_never(self)


class BelowMinimumSeen(Enum):
    """What happens to a wager under the minimum that is noticed while betting is open."""

    TOP_UP_OR_RETRACT = "the player is told, and tops it up or takes it back"  # crown-sydney 4.2.1
    RIDES = (
        "it rides, and the player is told that later ones are returned"  # canberra 3.4, crown-melbourne 4.2.1
    )
    MAY_BE_REFUSED = "a supervisor may refuse it"  # star-sydney 9.11
    NEVER_TAKEN = "the terminal does not accept it"  # singapore-etg 3.3


class BelowSign(Enum):
    """What happens to a late-found wager under the sign's minimum but not under the regulator's."""

    SETTLED = "it is settled like any other"  # crown-sydney 4.2.3
    RETURNED = "it is returned"  # crown-sydney 4.2.3, "may"
    ONE_MINIMUM = "there is only one minimum"  # everywhere else

    @property
    def is_returned(self) -> bool:
        """Whether the wager goes back."""
        match self:
            case BelowSign.RETURNED:
                return True
            case BelowSign.SETTLED | BelowSign.ONE_MINIMUM:
                return False
            case _:
                assert_never(self)


class Uncured(Enum):
    """What happens at the close to a wager that its player left outside the limits after a warning."""

    RETURNED_OR_CUT = "returned if under the minimum, cut if over the maximum"  # crown-sydney 4.2.1, 4.2.4
    AS_FOUND_LATE = "as if it had been found after the close"


class WarningLasts(Enum):
    """How long the warning about wagers under the minimum counts against a player."""

    TABLE_AND_DAY = "at this table, for the gaming day"
    ROUND = "for the round"
    NO_WARNING = "no warning is given"

    @property
    def is_all_day(self) -> bool:
        """Whether the warning counts for the gaming day."""
        match self:
            case WarningLasts.TABLE_AND_DAY:
                return True
            case WarningLasts.ROUND | WarningLasts.NO_WARNING:
                return False
            case _:
                assert_never(self)


class Measured(Enum):
    """The limit that applies to a player with agreed limits."""

    AGREED = "the agreed limit in place of the sign's"
    SIGN = "the sign's"

    @property
    def is_by_sign(self) -> bool:
        """Whether the sign's limits hold for a player with agreed limits too."""
        match self:
            case Measured.SIGN:
                return True
            case Measured.AGREED:
                return False
            case _:
                assert_never(self)


class Per(Enum):
    """The stakes that a limit counts together."""

    AREA = "all of a player's stakes on the area together"
    WAGER = "each wager by itself"

    @property
    def is_by_wager(self) -> bool:
        """Whether each wager counts by itself."""
        match self:
            case Per.WAGER:
                return True
            case Per.AREA:
                return False
            case _:
                assert_never(self)


class OffUnit(Enum):
    """What happens to a stake that is not a multiple of the sign's unit."""

    REFUSED = "refused while betting is open; found later it is settled as it lies"
    NEVER_TAKEN = "the terminal does not accept it"  # singapore-etg 3.3


class AboveMaximum(Enum):
    """What happens to the excess of a wager over the maximum that is found after no more bets."""

    # crown-sydney 4.2.5, canberra 3.5, crown-melbourne 4.2.2, star-sydney 4.3
    CUT = "paid or collected to the maximum; the rest is returned"
    STANDS = "it is settled whole"  # crown-sydney 4.2.5 to the letter
    NEVER_TAKEN = "the terminal does not accept it"  # singapore-etg 3.3


class AboveMaximumSeen(Enum):
    """What happens to a wager over the maximum that is noticed while betting is open."""

    REDUCED = "the excess goes back, or the player reduces it"  # crown-sydney 4.2.4
    RIDES = "it rides and is settled to the maximum"  # canberra 3.5, crown-melbourne 4.2.2, star-sydney 4.3
    NEVER_TAKEN = "the terminal does not accept it"  # singapore-etg 3.3

    @property
    def rides(self) -> bool:
        """Whether a wager over the maximum stays where it lies."""
        match self:
            case AboveMaximumSeen.RIDES:
                return True
            case AboveMaximumSeen.REDUCED | AboveMaximumSeen.NEVER_TAKEN:
                return False
            case _:
                assert_never(self)


class OddAmount(Enum):
    """What happens to winnings that whole chips cannot pay."""

    PAID_UP = "paid to the next amount that whole chips can pay"  # crown-sydney 4.3, crown-melbourne 4.2.3
    PAID_A_STEP_UP = (
        "paid one chip more, even where whole chips could pay it"  # a reading of crown-sydney 4.3
    )
    NOT_PROVIDED = "whole odds always pay in the chips staked"  # canberra, star-sydney
    NEVER_TAKEN = "a stake that its odds cannot pay exactly is not accepted"  # singapore-etg 4.1, half odds
    PAID_DOWN = "paid to the amount below"  # a reading of singapore-etg 4.1

    @property
    def refuses_stake(self) -> bool:
        """Whether a stake that its odds cannot pay exactly is refused."""
        match self:
            case OddAmount.NEVER_TAKEN:
                return True
            case OddAmount.PAID_UP | OddAmount.PAID_A_STEP_UP | OddAmount.NOT_PROVIDED | OddAmount.PAID_DOWN:
                return False
            case _:
                assert_never(self)

    @property
    def adds_chip(self) -> bool:
        """Whether a chip more is always paid."""
        match self:
            case OddAmount.PAID_A_STEP_UP:
                return True
            case OddAmount.PAID_UP | OddAmount.NOT_PROVIDED | OddAmount.NEVER_TAKEN | OddAmount.PAID_DOWN:
                return False
            case _:
                assert_never(self)


class RaiseMinimum(Enum):
    """What must precede a higher minimum."""

    SIGN_UNLESS_EMPTY = "a sign for the stated minutes, or an empty table"  # crown-sydney 4.5
    # crown-melbourne s 66(2), star-sydney 4.5
    SIGN = "a sign with figure and time for the stated minutes, always"
    NOTICE = "notice to the players, no time stated"  # canberra 3.1
    NOT_PROVIDED = "no clause provides for it"  # singapore-etg

    @property
    def is_waived_when_empty(self) -> bool:
        """Whether an empty table needs no notice."""
        match self:
            case RaiseMinimum.SIGN_UNLESS_EMPTY:
                return True
            case RaiseMinimum.SIGN | RaiseMinimum.NOTICE | RaiseMinimum.NOT_PROVIDED:
                return False
            case _:
                assert_never(self)

    @property
    def needs_stated_time(self) -> bool:
        """Whether the sign always states figure and time."""
        match self:
            case RaiseMinimum.SIGN:
                return True
            case RaiseMinimum.SIGN_UNLESS_EMPTY | RaiseMinimum.NOTICE | RaiseMinimum.NOT_PROVIDED:
                return False
            case _:
                assert_never(self)

    @property
    def covers_every_limit(self) -> bool:
        """Whether the notice names the maximum too."""
        match self:
            case RaiseMinimum.NOTICE:
                return True
            case RaiseMinimum.SIGN_UNLESS_EMPTY | RaiseMinimum.SIGN | RaiseMinimum.NOT_PROVIDED:
                return False
            case _:
                assert_never(self)


class PersonalLimits(Enum):
    """How a table shows that a player has personal limits."""

    MARKER_BOTH = "a marker; minimum and maximum may both differ"  # crown-sydney 4.4, crown-melbourne 4.3
    MARKER_MAXIMUM = "a marker; the maximum only"  # canberra 3.2
    SIGN_BOTH = "a sign with the player's minimum and maximum"  # star-sydney 4.6
    NONE = "no clause provides for them"  # singapore-etg

    @property
    def has_maximum_only(self) -> bool:
        """Whether only the maximum can differ."""
        match self:
            case PersonalLimits.MARKER_MAXIMUM:
                return True
            case PersonalLimits.MARKER_BOTH | PersonalLimits.SIGN_BOTH | PersonalLimits.NONE:
                return False
            case _:
                assert_never(self)


class NoticeKind(Enum):
    """How the time of a notice is measured."""

    MINUTES = "minutes that a sign is displayed"
    SPINS = "completed spins"
    PLAIN = "notice without a stated time"
    NONE = "no notice is demanded"


@dataclass(frozen=True, slots=True)
class Notice:
    """A change announced a number of minutes or spins ahead."""

    kind: NoticeKind
    count: int = 0

    def __str__(self) -> str:
        return self.kind.value if not self.count else f"{self.count} {self.kind.value}"
