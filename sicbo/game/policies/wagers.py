"""What may be staked and what happens to it: chips, tokens, colours, and when a wager is final."""

from enum import Enum
from typing import assert_never


class Moment(Enum):
    """The moment at which the position of a wager on the layout is decisive."""

    CLOSE = "when betting closed"  # singapore-etg 5.7
    UNCOVER = "when the cover is removed"  # star-sydney 3.13
    CALL = "when the result is announced"  # crown-sydney 6.1, crown-melbourne 3.5
    SETTLEMENT = "where it lies at settlement"  # a reading of canberra 7.2


class Freeze(Enum):
    """How long after the close no wager may be handled."""

    SETTLED = "until its decision and settlement"  # crown-sydney 3.6, crown-melbourne 3.2
    WINNERS_PAID = "until every winning wager is settled"  # canberra 4.5
    NEXT_NOTICE = "until bets are invited again"  # singapore-etg 3.2, 3.5
    UNSTATED = "no end is stated; the next call opens"  # star-sydney 3.10


class Spoken(Enum):
    """Whether a player may declare a wager orally."""

    NOT_PROVIDED = "no clause provides for it"  # crown-sydney, canberra
    BACKED = "with chips, or with money changed into chips before the close"  # crown-melbourne 3.3
    WITH_CHIPS = "with chips, if the dealer has time to place them"  # star-sydney 3.11
    NEVER = "wagers are made on terminals only"  # singapore-etg 3.4


class TokenOnWin(Enum):
    """What happens to a promotional token whose bet wins; winnings are always chips."""

    KEPT = "the house keeps the token"  # crown-sydney 1.1/casino-promotional-token
    RETURNED = "the token goes back with the winnings"  # a reading of star-sydney 1.1
    PLAYS_ON = "the token is wagered again until it loses"  # a reading of star-sydney 1.1
    NOT_A_STAKE = "tokens are changed into chips first"  # crown-melbourne 3.3
    NONE = "the rulebook knows no tokens"  # canberra, singapore-etg

    @property
    def is_kept(self) -> bool:
        """Whether the house keeps a token that wins."""
        match self:
            case TokenOnWin.KEPT:
                return True
            case TokenOnWin.RETURNED | TokenOnWin.PLAYS_ON | TokenOnWin.NOT_A_STAKE | TokenOnWin.NONE:
                return False
            case _:
                assert_never(self)

    @property
    def is_stake(self) -> bool:
        """Whether a token can be staked."""
        match self:
            case TokenOnWin.KEPT | TokenOnWin.RETURNED | TokenOnWin.PLAYS_ON:
                return True
            case TokenOnWin.NOT_A_STAKE | TokenOnWin.NONE:
                return False
            case _:
                assert_never(self)


class Voucher(Enum):
    """What happens to a complimentary or promotional voucher."""

    INTO_CHIPS = "changed into cash chips before it is a stake"  # crown-sydney 3.4, crown-melbourne 3.3
    INTO_TOKENS = "changed into promotional tokens"  # star-sydney 1.1
    AS_CHIPS = "staked like chips"  # a reading of crown-sydney 3.4
    AS_TOKENS = "staked like a token"  # a reading of crown-sydney 3.4
    NONE = "the rulebook knows no vouchers"  # canberra, singapore-etg

    @property
    def becomes_chips(self) -> bool:
        """Whether a voucher becomes chips."""
        match self:
            case Voucher.INTO_CHIPS | Voucher.AS_CHIPS:
                return True
            case Voucher.INTO_TOKENS | Voucher.AS_TOKENS | Voucher.NONE:
                return False
            case _:
                assert_never(self)

    @property
    def is_staked_like_token(self) -> bool:
        """Whether a voucher is staked like a token."""
        match self:
            case Voucher.AS_TOKENS:
                return True
            case Voucher.INTO_CHIPS | Voucher.INTO_TOKENS | Voucher.AS_CHIPS | Voucher.NONE:
                return False
            case _:
                assert_never(self)


class InError(Enum):
    """What happens to a bet that its player placed by mistake."""

    SETTLES = "it settles where it lies; the mistake is the player's risk"
    NEED_NOT_BE_PAID = "it need not be paid"  # singapore-etg 5.7 to the letter


class SecondColour(Enum):
    """Whether one player may have several colours of colour chips."""

    ANY_VALUE = "each colour at the value declared for it"  # crown-sydney 3.5.2(f), crown-melbourne 3.1.2(f)
    SAME_VALUE = "all at one value"  # star-sydney 3.9
    NOT_PROVIDED = "no clause provides for it"  # canberra
    NO_COLOURS = "the rulebook knows no colour chips"  # singapore-etg

    @property
    def is_refused(self) -> bool:
        """Whether a player gets no second colour."""
        match self:
            case SecondColour.NOT_PROVIDED:
                return True
            case SecondColour.ANY_VALUE | SecondColour.SAME_VALUE | SecondColour.NO_COLOURS:
                return False
            case _:
                assert_never(self)

    @property
    def needs_same_value(self) -> bool:
        """Whether all colours of a player have one value."""
        match self:
            case SecondColour.SAME_VALUE:
                return True
            case SecondColour.ANY_VALUE | SecondColour.NOT_PROVIDED | SecondColour.NO_COLOURS:
                return False
            case _:
                assert_never(self)


class SharedColour(Enum):
    """Whether several players may share one colour of colour chips."""

    # crown-sydney 3.5.2(d), crown-melbourne 3.1.2(d), star-sydney 3.7
    BY_CONSENT = "if all its holders agree"
    NOT_PROVIDED = "no clause provides for it"  # canberra
    NO_COLOURS = "the rulebook knows no colour chips"  # singapore-etg

    @property
    def is_by_consent(self) -> bool:
        """Whether players may share a colour if they agree."""
        match self:
            case SharedColour.BY_CONSENT:
                return True
            case SharedColour.NOT_PROVIDED | SharedColour.NO_COLOURS:
                return False
            case _:
                assert_never(self)


class ForeignChips(Enum):
    """What happens to colour chips presented away from the table that issued them."""

    # crown-sydney 3.5.2(c), crown-melbourne 3.1.2(c)
    CLOSED_TABLE_TRACED = "if that table is closed: at the value traced, else the lowest table minimum"
    CLOSED_TABLE = "if that table is closed"  # star-sydney 3.6
    CLOSED_TABLE_KNOWN = (
        "if that table is closed and their value is known"  # a reading of crown-sydney 3.5.2(c)
    )
    NEVER = "only at the table that sold them"  # canberra A/colour-chips
    NO_COLOURS = "the rulebook knows no colour chips"  # singapore-etg


class ColourValue(Enum):
    """How the value of a colour chip is determined."""

    # crown-sydney 3.5.2(e), crown-melbourne 3.1.2(e)
    DECLARED = "the buyer declares it; a cash chip or marker shows it"
    MARKED_ABOVE_MINIMUM = "asked by the dealer; marked where above the table minimum"  # star-sydney 3.8
    MINIMUM_UNLESS_MARKED = "the table minimum unless a marker shows more"  # a reading of star-sydney 3.8
    NOMINATED = "nominated; no marker demanded"  # canberra A/colour-chips
    NO_COLOURS = "the rulebook knows no colour chips"  # singapore-etg

    @property
    def has_colours(self) -> bool:
        """Whether the rulebook knows colour chips."""
        match self:
            case (
                ColourValue.DECLARED
                | ColourValue.MARKED_ABOVE_MINIMUM
                | ColourValue.MINIMUM_UNLESS_MARKED
                | ColourValue.NOMINATED
            ):
                return True
            case ColourValue.NO_COLOURS:
                return False
            case _:
                assert_never(self)

    @property
    def is_marked(self) -> bool:
        """Whether a marker shows a value above the table minimum."""
        match self:
            case ColourValue.MARKED_ABOVE_MINIMUM | ColourValue.MINIMUM_UNLESS_MARKED:
                return True
            case ColourValue.DECLARED | ColourValue.NOMINATED | ColourValue.NO_COLOURS:
                return False
            case _:
                assert_never(self)

    @property
    def defaults_to_minimum(self) -> bool:
        """Whether a chip without a marker counts for the table minimum."""
        match self:
            case ColourValue.MINIMUM_UNLESS_MARKED:
                return True
            case (
                ColourValue.DECLARED
                | ColourValue.MARKED_ABOVE_MINIMUM
                | ColourValue.NOMINATED
                | ColourValue.NO_COLOURS
            ):
                return False
            case _:
                assert_never(self)

    @property
    def is_always_shown(self) -> bool:
        """Whether a cash chip or marker shows every value."""
        match self:
            case ColourValue.DECLARED:
                return True
            case (
                ColourValue.MARKED_ABOVE_MINIMUM
                | ColourValue.MINIMUM_UNLESS_MARKED
                | ColourValue.NOMINATED
                | ColourValue.NO_COLOURS
            ):
                return False
            case _:
                assert_never(self)
