"""Casino Canberra: the round as 4.1, 4.5 and 5 order it."""

from sicbo.errors import Refusal
from sicbo.game.policies import Step
from sicbo.table.messages.round import DeclareVoid
from tests.clauses.proves import proves
from tests.clauses.rounds import (
    assert_frozen_after_close,
    deal_round,
    is_accepted,
    refusal_before,
    seated_table,
    worded_rulings,
)

KEY = "canberra-2005"


def test_4_1_bets_are_invited_before_the_close() -> None:
    """A round cannot be closed before the players were invited to bet."""
    assert refusal_before(KEY, None, "close") == "Next: Place your bets."


def test_4_5_no_player_touches_a_wager_until_the_winners_are_paid() -> None:
    """Placing, changing and taking back are all refused, until the next round."""
    assert_frozen_after_close(KEY, "4.5")


def test_5_1_the_tumbler_is_covered_and_then_activated() -> None:
    """Spinning an uncovered tumbler is refused, and so is a spin in which nothing tumbled."""
    assert refusal_before(KEY, Step.PLACE_BETS, "spin", tumbles=1) == "Next: Cover."
    said = refusal_before(KEY, Step.COVER, "spin", tumbles=0)
    assert said == "Give the number of tumbles, at least one."


def test_5_2_the_close_comes_before_the_cover_is_removed() -> None:
    """Uncovering while bets are open is refused; dice that are seen anyway void the wagers (8.3)."""
    assert refusal_before(KEY, Step.SPIN, "uncover") == "Next: No more bets."
    dealer = seated_table(KEY)
    dealer.until(Step.SPIN)
    assert is_accepted(dealer.say(DeclareVoid, ground="exposed-early"))


def test_5_3_the_result_is_called_and_entered_once_the_dice_lie_flat() -> None:
    """Uncover, call, enter under 5.3; a die that is not flat leaves only a void (8.1)."""
    assert ("call", "5.3") in deal_round(KEY)
    assert ("enter", "5.3") in deal_round(KEY)
    assert refusal_before(KEY, Step.UNCOVER, "enter", dice=(2, 4, 6)) == "Next: Call the result."
    dealer = seated_table(KEY)
    dealer.until(Step.UNCOVER)
    assert is_accepted(dealer.say(DeclareVoid, ground="not-flat"))
    assert isinstance(dealer.do("call"), Refusal)


@proves("4.4", "3.4", "3.1")
def test_4_5_what_the_text_decides_in_words_is_decided_so() -> None:
    """Another choice might deal the same rounds and would still be another rulebook."""
    choices = worded_rulings("canberra-2005")

    assert choices == (
        "winners-paid settles not-provided not-provided rides one-minimum as-found-late refused "
        "table-and-day first-bet-or-spin"
    )
