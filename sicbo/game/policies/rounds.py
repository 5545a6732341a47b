"""The round: its steps, its call, what opens it, and why it may have no result."""

from enum import Enum
from typing import assert_never


class Step(Enum):
    """One step of the round; the rulebook gives their order."""

    PLACE_BETS = "invite bets"
    COVER = "cover the tumbler"
    SPIN = "spin the tumbler"
    CLOSE = "close betting"
    PRESS_CLOSE = "press the no-more-bets button"
    UNCOVER = "uncover the tumbler"
    CALL = "call the result"
    ENTER = "enter the result"
    LIGHT = "light the winning areas"
    COLLECT = "collect the losing wagers"
    PAY = "pay the winning wagers"


class Call(Enum):
    """What the dealer says after the dice are uncovered."""

    FACES_AND_TOTAL = "each face, and the total"  # crown-sydney 5.1.5
    FACES = "each face"  # crown-melbourne 5.1.5
    ASCENDING_AND_TOTAL = "the faces from lowest to highest, and the total"  # star-sydney 5.3
    RESULT = "the result"  # canberra 5.3
    SHOWN = "nothing is called; the terminals show it"  # singapore-etg 1.3

    @property
    def has_total(self) -> bool:
        """Whether the call names the total."""
        match self:
            case Call.FACES_AND_TOTAL | Call.ASCENDING_AND_TOTAL:
                return True
            case Call.FACES | Call.RESULT | Call.SHOWN:
                return False
            case _:
                assert_never(self)


class RoundBegins(Enum):
    """What opens a round. From then on it can be voided."""

    PLACE_BETS = "the invitation to place bets"  # crown-sydney 5.1.1, crown-melbourne 5.1.1
    NOTICE = "the notice on the terminals"  # singapore-etg 1.8
    SPIN = "the activation of the tumbler"  # star-sydney 5.1
    FIRST_BET_OR_SPIN = (
        "the first bet or the activation, whichever is earlier"  # our reading of canberra A/round-of-play
    )
    FIRST_CARD = "the first card out of a shoe, which never comes"  # canberra A/round-of-play to the letter


class Button(Enum):
    """At which tables the no-more-bets button must be pressed."""

    TOUCH_SCREENS = "at tables with a touch screen"  # star-sydney 5.2
    EVERY_TABLE = "at every table"  # star-sydney 8.4 to the letter
    NONE = "there is no such button"

    @property
    def is_at_every_table(self) -> bool:
        """Whether the button is due at tables without a touch screen too."""
        match self:
            case Button.EVERY_TABLE:
                return True
            case Button.TOUCH_SCREENS | Button.NONE:
                return False
            case _:
                assert_never(self)


class PanelKey(Enum):
    """A key of the panel on which results are entered, and its inscription."""

    FACES = "what each face of a die shows"
    SPIN = "Shake Dice"  # star-sydney 2.6, like the three below
    CLOSE = "No More Bets"
    COCKED = "Cocked Dice"
    ENTER = "Enter Results"


class Idle(Enum):
    """Which steps a directed spin without wagers includes."""

    THROUGH_LIGHTS = "every step up to the lit areas"  # crown-sydney 5.2
    THROUGH_SETTLEMENT = "every step, with an empty settlement"  # crown-melbourne 5.1.7
    NOT_PROVIDED = "no clause provides for it"

    @property
    def is_provided(self) -> bool:
        """Whether a clause provides for spins without wagers."""
        match self:
            case Idle.THROUGH_LIGHTS | Idle.THROUGH_SETTLEMENT:
                return True
            case Idle.NOT_PROVIDED:
                return False
            case _:
                assert_never(self)

    @property
    def ends_at_lights(self) -> bool:
        """Whether the spin ends when the areas are lit."""
        match self:
            case Idle.THROUGH_LIGHTS:
                return True
            case Idle.THROUGH_SETTLEMENT | Idle.NOT_PROVIDED:
                return False
            case _:
                assert_never(self)


class Ground(Enum):
    """Why a round has no result."""

    NOT_FLAT = "a die does not lie flat"
    TUMBLER_FAULT = "the tumbler did not work properly"
    EXPOSED_EARLY = "the dice were seen before the close"
    TOO_FEW_TUMBLES = "the dice were not tumbled as often as demanded"
    NOT_ACTIVATED = "the tumbler was not activated by the rules"
    BUTTON_NOT_PRESSED = "the no-more-bets button was not pressed"
    DICE_BROKEN = "a die broke"
    DICE_DAMAGED = "dice were found damaged"
    TUMBLER_BROKEN = "the tumbler broke"
    EQUIPMENT = "approved equipment affected the result"
    DISRUPTION = "the game was disrupted"
    FRAUD = "a fraud was committed on the game"
    IMPRACTICAL = "the round cannot practically continue"
    INTERRUPTED = "a technical interruption left no outcome"


class Demand(Enum):
    """Whether the clause obliges staff to void the round."""

    MUST = "it has to be declared"
    MAY = "it may be declared"

    @property
    def is_mandatory(self) -> bool:
        """Whether the clause leaves no choice."""
        match self:
            case Demand.MUST:
                return True
            case Demand.MAY:
                return False
            case _:
                assert_never(self)


class Returned(Enum):
    """What is returned when a round is void."""

    STAKES = "every stake"  # crown-sydney 10.4, crown-melbourne 9.5, singapore-etg 5.9
    # canberra A/void, singapore-etg 5.4
    STAKES_AND_PAYOUTS = "every stake, and payouts come back as if the round had not been"
    ALL_BUT_STREAKS = "every stake but Super Streak, which waits"  # star-sydney 8.6
    # star-sydney 9.5
    ALL_BUT_THE_FRAUDSTER = (
        "every stake but Super Streak, which waits, and the fraudster's, which may be forfeited"
    )
    STANDS = "nothing: the wagers stand for the next spin"  # a reading of the Crown books
    NOTHING = "nothing that a clause demands"  # star-sydney 1.1/void to the letter

    @property
    def includes_payouts(self) -> bool:
        """Whether payouts come back as well."""
        match self:
            case Returned.STAKES_AND_PAYOUTS:
                return True
            case (
                Returned.STAKES
                | Returned.ALL_BUT_STREAKS
                | Returned.ALL_BUT_THE_FRAUDSTER
                | Returned.STANDS
                | Returned.NOTHING
            ):
                return False
            case _:
                assert_never(self)

    @property
    def may_forfeit(self) -> bool:
        """Whether a fraudster's stake may be forfeited."""
        match self:
            case Returned.ALL_BUT_THE_FRAUDSTER:
                return True
            case (
                Returned.STAKES
                | Returned.STAKES_AND_PAYOUTS
                | Returned.ALL_BUT_STREAKS
                | Returned.STANDS
                | Returned.NOTHING
            ):
                return False
            case _:
                assert_never(self)

    @property
    def keeps_wagers(self) -> bool:
        """Whether the wagers stay for the next spin."""
        match self:
            case Returned.STANDS:
                return True
            case (
                Returned.STAKES
                | Returned.STAKES_AND_PAYOUTS
                | Returned.ALL_BUT_STREAKS
                | Returned.ALL_BUT_THE_FRAUDSTER
                | Returned.NOTHING
            ):
                return False
            case _:
                assert_never(self)

    @property
    def is_nothing(self) -> bool:
        """Whether every stake is forfeited."""
        match self:
            case Returned.NOTHING:
                return True
            case (
                Returned.STAKES
                | Returned.STAKES_AND_PAYOUTS
                | Returned.ALL_BUT_STREAKS
                | Returned.ALL_BUT_THE_FRAUDSTER
                | Returned.STANDS
            ):
                return False
            case _:
                assert_never(self)


class Afterwards(Enum):
    """What follows a void round."""

    SPIN_AGAIN = "the tumbler is activated again"  # crown-sydney 7.2, crown-melbourne 7.2
    NEXT_ROUND = "the next round begins"
    WHEN_REPAIRED = "play goes on when the fault is put right"  # crown-sydney 7.5, crown-melbourne 7.4

    @property
    def waits_for_repair(self) -> bool:
        """Whether play stops until the fault is put right."""
        match self:
            case Afterwards.WHEN_REPAIRED:
                return True
            case Afterwards.SPIN_AGAIN | Afterwards.NEXT_ROUND:
                return False
            case _:
                assert_never(self)
