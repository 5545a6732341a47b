"""Faults: lights, displays, wrong entries, interruptions and damaged dice."""

from enum import Enum
from typing import assert_never


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

    @property
    def stops_play(self) -> bool:
        """Whether play stops until equipment is put right."""
        match self:
            case Malfunction.STOPS_PLAY:
                return True
            case Malfunction.NOT_PROVIDED:
                return False
            case _:
                assert_never(self)


class WrongEntry(Enum):
    """What happens when the entered result differs from the dice."""

    DICE_DECIDE = "the round is settled by the dice, however late it is found"  # singapore-etg 5.5
    AS_LIGHTS = "as a lighting fault"  # star-sydney 8.7 to the letter
    AS_ENTERED = "the entered result stands"  # a reading where only equipment faults are covered
    DICE_DECIDE_IN_ROUND = "the dice decide until the next round begins"  # our reading elsewhere

    @property
    def keeps_entry(self) -> bool:
        """Whether the entered result stands."""
        match self:
            case WrongEntry.AS_ENTERED:
                return True
            case WrongEntry.DICE_DECIDE | WrongEntry.AS_LIGHTS | WrongEntry.DICE_DECIDE_IN_ROUND:
                return False
            case _:
                assert_never(self)

    @property
    def reaches_settled_rounds(self) -> bool:
        """Whether a round is corrected however late the error is found."""
        match self:
            case WrongEntry.DICE_DECIDE:
                return True
            case WrongEntry.AS_LIGHTS | WrongEntry.AS_ENTERED | WrongEntry.DICE_DECIDE_IN_ROUND:
                return False
            case _:
                assert_never(self)

    @property
    def is_lighting_fault(self) -> bool:
        """Whether a wrong entry is handled as a lighting fault."""
        match self:
            case WrongEntry.AS_LIGHTS:
                return True
            case WrongEntry.DICE_DECIDE | WrongEntry.AS_ENTERED | WrongEntry.DICE_DECIDE_IN_ROUND:
                return False
            case _:
                assert_never(self)


class LateError(Enum):
    """What an error found in a later round can still change."""

    LATER_ROUNDS_STAND = "nothing in later rounds"  # crown-sydney 7.6, crown-melbourne 7.5, singapore-etg 5.6
    OVER_MAXIMUM_STANDS = "wagers over the maximum in earlier games stand"  # star-sydney 4.3
    NOT_PROVIDED = "no clause provides for it"  # canberra

    @property
    def keeps_later_rounds(self) -> bool:
        """Whether nothing changes in later rounds."""
        match self:
            case LateError.LATER_ROUNDS_STAND:
                return True
            case LateError.OVER_MAXIMUM_STANDS | LateError.NOT_PROVIDED:
                return False
            case _:
                assert_never(self)


class Interruption(Enum):
    """What happens to the round in a power failure or a similar interruption."""

    # singapore-etg 5.1, 5.2
    BY_OUTCOME = "finished with an outcome, void without; of cut-off terminals only registered bets play"
    TERMINALS_PLAY_ON = (
        "a cut that hits every terminal never voids: registered bets play"  # a reading of singapore-etg 5.2
    )
    NOT_PROVIDED = "no clause provides for it"

    @property
    def is_provided(self) -> bool:
        """Whether a clause provides for interruptions."""
        match self:
            case Interruption.BY_OUTCOME | Interruption.TERMINALS_PLAY_ON:
                return True
            case Interruption.NOT_PROVIDED:
                return False
            case _:
                assert_never(self)

    @property
    def needs_outcome(self) -> bool:
        """Whether a round without an outcome is void."""
        match self:
            case Interruption.BY_OUTCOME:
                return True
            case Interruption.TERMINALS_PLAY_ON | Interruption.NOT_PROVIDED:
                return False
            case _:
                assert_never(self)


class Established(Enum):
    """When an outcome is established."""

    READ = "once the dice lie flat and are uncovered or entered"
    AT_REST = "once the dice lie flat, even under the cover"
    NOT_PROVIDED = "no clause uses the word"

    @property
    def is_at_rest(self) -> bool:
        """Whether dice at rest under the cover are an outcome."""
        match self:
            case Established.AT_REST:
                return True
            case Established.READ | Established.NOT_PROVIDED:
                return False
            case _:
                assert_never(self)


class DamagedDice(Enum):
    """Which rounds are void when dice are found damaged or broken."""

    THIS_ROUND = "the round in play"
    UNTIL_CALLED = "the round in play, until its result is called"
    UNTIL_PAID = "the round in play, until its last winner is paid"
    EVERY_AFFECTED = "every affected round, settled ones too"
    NOT_PROVIDED = "no clause provides for it"

    @property
    def ends_at_call(self) -> bool:
        """Whether a called result stands."""
        match self:
            case DamagedDice.UNTIL_CALLED:
                return True
            case (
                DamagedDice.THIS_ROUND
                | DamagedDice.UNTIL_PAID
                | DamagedDice.EVERY_AFFECTED
                | DamagedDice.NOT_PROVIDED
            ):
                return False
            case _:
                assert_never(self)

    @property
    def reaches_settled_rounds(self) -> bool:
        """Whether settled rounds can be void too."""
        match self:
            case DamagedDice.EVERY_AFFECTED:
                return True
            case (
                DamagedDice.THIS_ROUND
                | DamagedDice.UNTIL_CALLED
                | DamagedDice.UNTIL_PAID
                | DamagedDice.NOT_PROVIDED
            ):
                return False
            case _:
                assert_never(self)


class Display(Enum):
    """The authority of a winning-number display."""

    INFORMATION = "information only; the table decides"  # singapore-etg 5.8
    DISREGARDED = "to be disregarded when wrong"  # star-sydney 8.9
    LATEST = "it shows at least the latest spin"  # crown-sydney 1.1/wnd
    NOT_PROVIDED = "no clause provides for it"

    @property
    def is_without_effect(self) -> bool:
        """Whether a wrong display changes nothing."""
        match self:
            case Display.INFORMATION | Display.DISREGARDED:
                return True
            case Display.LATEST | Display.NOT_PROVIDED:
                return False
            case _:
                assert_never(self)
