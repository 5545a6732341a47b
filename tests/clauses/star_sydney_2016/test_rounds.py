"""The Star: the game as 3.10, 3.11 and 5.1 to 5.4 order it."""

from sicbo import Rulebook
from sicbo.errors import Refusal
from sicbo.game.policies import Step
from sicbo.table.messages.round import DeclareVoid
from tests.clauses.proves import proves
from tests.clauses.rounds import (
    assert_frozen_after_close,
    deal_round,
    is_accepted,
    lit_areas,
    refusal_before,
    seated_table,
    worded_rulings,
)

KEY = "star-sydney-2016"


def test_3_10_no_wager_is_touched_after_no_more_bets() -> None:
    """Placing, changing and taking back are all refused, until the next call."""
    assert_frozen_after_close(KEY, "3.10")


def test_3_11_a_wager_counts_with_its_chips_and_in_time() -> None:
    """A wager needs its chips in front of the player; after the close it is refused."""
    dealer = seated_table(KEY)
    dealer.until(Step.PLACE_BETS)
    assert isinstance(dealer.bet("carl", {"small": 2_500}), Refusal)
    assert is_accepted(dealer.bet("ana", {"small": 2_500}))
    dealer.until(Step.CLOSE)

    assert isinstance(dealer.bet("ben", {"small": 2_500}), Refusal)


def test_5_1_the_dice_tumble_three_times_before_bets_are_called() -> None:
    """Elsewhere betting comes first; here the covered dice are already at rest."""
    assert [step for step, _ in deal_round(KEY)][:3] == ["cover", "spin", "place-bets"]
    assert refusal_before(KEY, Step.COVER, "place-bets") == "Next: Spin the dice."
    short = seated_table(KEY)
    short.until(Step.SPIN, tumbles=2)
    assert isinstance(short.do("place-bets"), Refusal)


def test_5_2_the_close_is_pressed_on_a_touch_screen_before_uncovering() -> None:
    """With a touch screen the button comes between the close and the cover; without one there is none."""
    assert refusal_before(KEY, Step.CLOSE, "uncover") == "Next: Press the button."
    dealer = seated_table(KEY)
    dealer.until(Step.CLOSE)
    assert is_accepted(dealer.say(DeclareVoid, ground="button-not-pressed"))


def test_5_3_the_faces_are_called_from_lowest_to_highest_with_the_total() -> None:
    """6, 1 and 4 are called one, four, six, total eleven."""
    assert Rulebook.load(KEY).call((6, 1, 4)) == "one, four, six, total eleven"
    assert refusal_before(KEY, Step.UNCOVER, "enter", dice=(6, 1, 4)) == "Next: Call the result."


def test_5_4_the_three_numbers_are_entered() -> None:
    """The entry lights what 6-1-4 wins; two numbers are no entry."""
    assert lit_areas(KEY, (6, 1, 4)) >= {"big", "odd", "total-11", "domino-14", "domino-16", "domino-46"}
    said = refusal_before(KEY, Step.CALL, "enter")
    assert said == "A roll is three dice, not 0. Give three faces from 1 to 6."


@proves("3.12", "3.11", "3.9", "9.11", "4.1", "4.3", "5.1")
def test_3_10_what_the_text_decides_in_words_is_decided_so() -> None:
    """Another choice might deal the same rounds and would still be another rulebook."""
    choices = worded_rulings("star-sydney-2016")

    assert choices == (
        "unstated settles with-chips same-value may-be-refused one-minimum as-found-late refused no-warning "
        "spin"
    )
