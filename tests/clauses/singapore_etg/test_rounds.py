"""Singapore: the round as 3.2 to 3.7 order it."""

from sicbo.errors import Refusal
from sicbo.game.policies import Step
from sicbo.table.messages.round import DeclareVoid
from tests.clauses.proves import proves
from tests.clauses.rounds import (
    assert_frozen_after_close,
    is_accepted,
    lit_areas,
    refusal_before,
    seated_table,
    worded_rulings,
)
from tests.refused import Refused

KEY = "singapore-etg/1"


def test_3_2_betting_starts_with_the_notice() -> None:
    """A slip before the notice is refused, one after it is registered."""
    dealer = seated_table(KEY)
    early = dealer.bet("ana", {"small": 2_500})
    dealer.until(Step.PLACE_BETS)

    assert isinstance(early, Refusal)
    assert is_accepted(dealer.bet("ana", {"small": 2_500}))


def test_3_4_bets_are_made_on_the_display_of_the_terminal() -> None:
    """An area that this layout does not show cannot be bet on."""
    dealer = seated_table(KEY)
    dealer.until(Step.PLACE_BETS)

    answer = dealer.bet("ana", {"three-126": 2_500})

    assert answer == Refused("4.1.1", "This layout has no bet “Three dice 1-2-6”. Choose another.")


def test_3_5_no_bets_after_the_close_is_shown() -> None:
    """Placing, changing and taking back are all refused, until the next notice."""
    assert_frozen_after_close(KEY, "3.5")


def test_3_6_cover_then_at_least_three_tumbles() -> None:
    """An uncovered tumbler is not spun; two tumbles leave only a void, three are a valid tumble."""
    assert refusal_before(KEY, Step.PLACE_BETS, "spin", tumbles=3) == "Next: Cover."
    short, full = seated_table(KEY), seated_table(KEY)
    short.until(Step.SPIN, tumbles=2)
    full.until(Step.SPIN, tumbles=3)

    assert isinstance(short.do("close"), Refusal)
    assert is_accepted(short.say(DeclareVoid, ground="too-few-tumbles"))
    assert is_accepted(full.do("close"))


def test_3_7_the_uppermost_faces_decide_if_the_dice_lie_flat() -> None:
    """1-1-6 lights its areas; a die that is not flat voids the round (5.3.2)."""
    assert lit_areas(KEY, (1, 1, 6)) == {
        "small", "even", "total-8", "double-1", "domino-16", "single-1", "single-6"
    }  # fmt: skip
    dealer = seated_table(KEY)
    dealer.until(Step.UNCOVER)
    assert is_accepted(dealer.say(DeclareVoid, ground="not-flat"))


@proves("5.7", "3.4", "3.3")
def test_3_5_what_the_text_decides_in_words_is_decided_so() -> None:
    """Another choice might deal the same rounds and would still be another rulebook."""
    choices = worded_rulings("singapore-etg")

    assert choices == (
        "next-notice settles never no-colours never-taken one-minimum as-found-late never-taken no-warning "
        "notice"
    )
