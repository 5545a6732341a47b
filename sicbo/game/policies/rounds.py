"""The round: its steps, its call, what opens it, and why it may have no result."""

from enum import Enum


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


class Afterwards(Enum):
    """What follows a void round."""

    SPIN_AGAIN = "the tumbler is activated again"  # crown-sydney 7.2, crown-melbourne 7.2
    NEXT_ROUND = "the next round begins"
    WHEN_REPAIRED = "play goes on when the fault is put right"  # crown-sydney 7.5, crown-melbourne 7.4


class Lights(Enum):
    """What happens when the winning areas stay dark or light wrongly."""

    # crown-sydney 7.3, 7.5, crown-melbourne 7.3, 7.4
    DICE_DECIDE = "the dice decide; a manager is told; play stops if it cannot be mended at once"
    RESULT_STANDS = "the result stands and play goes on"  # canberra 8.5
    DICE_DECIDE_AND_STOP = (
        "the dice decide; an inspector is told at once; no play until it is mended"  # star-sydney 8.7, 8.8
    )
    INFORMATION_ONLY = "displays inform; the table decides"  # singapore-etg 5.8


class Malfunction(Enum):
    """What happens after a malfunction of equipment that has no clause of its own."""

    # crown-sydney 7.5, crown-melbourne 7.4
    STOPS_PLAY = "a manager is told; play stops if it cannot be mended at once"
    NOT_PROVIDED = "no clause is about every malfunction"


class WrongEntry(Enum):
    """What happens when the entered result differs from the dice."""

    DICE_DECIDE = "the round is settled by the dice, however late it is found"  # singapore-etg 5.5
    AS_LIGHTS = "as a lighting fault"  # star-sydney 8.7 to the letter
    AS_ENTERED = "the entered result stands"  # a reading where only equipment faults are covered
    DICE_DECIDE_IN_ROUND = "the dice decide until the next round begins"  # our reading elsewhere


class LateError(Enum):
    """What an error found in a later round can still change."""

    LATER_ROUNDS_STAND = "nothing in later rounds"  # crown-sydney 7.6, crown-melbourne 7.5, singapore-etg 5.6
    OVER_MAXIMUM_STANDS = "wagers over the maximum in earlier games stand"  # star-sydney 4.3
    NOT_PROVIDED = "no clause provides for it"  # canberra


class Interruption(Enum):
    """What happens to the round in a power failure or a similar interruption."""

    # singapore-etg 5.1, 5.2
    BY_OUTCOME = "finished with an outcome, void without; of cut-off terminals only registered bets play"
    TERMINALS_PLAY_ON = (
        "a cut that hits every terminal never voids: registered bets play"  # a reading of singapore-etg 5.2
    )
    NOT_PROVIDED = "no clause provides for it"


class Established(Enum):
    """When an outcome is established."""

    READ = "once the dice lie flat and are uncovered or entered"
    AT_REST = "once the dice lie flat, even under the cover"
    NOT_PROVIDED = "no clause uses the word"


class DamagedDice(Enum):
    """Which rounds are void when dice are found damaged or broken."""

    THIS_ROUND = "the round in play"
    UNTIL_CALLED = "the round in play, until its result is called"
    UNTIL_PAID = "the round in play, until its last winner is paid"
    EVERY_AFFECTED = "every affected round, settled ones too"
    NOT_PROVIDED = "no clause provides for it"


class Display(Enum):
    """The authority of a winning-number display."""

    INFORMATION = "information only; the table decides"  # singapore-etg 5.8
    DISREGARDED = "to be disregarded when wrong"  # star-sydney 8.9
    LATEST = "it shows at least the latest spin"  # crown-sydney 1.1/wnd
    NOT_PROVIDED = "no clause provides for it"
