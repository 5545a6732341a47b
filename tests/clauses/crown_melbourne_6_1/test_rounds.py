"""Crown Melbourne: the round as 3.2, 3.3 and 5.1 order it."""

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

A, B = "crown-melbourne-6.1/a", "crown-melbourne-6.1/b"


def test_3_2_no_wager_is_touched_between_the_close_and_settlement() -> None:
    """Placing, changing and taking back are all refused, until the next invitation."""
    assert_frozen_after_close(A, "3.2")


def test_3_3_a_wager_counts_in_chips_and_before_the_close() -> None:
    """Cash and tokens must be changed into chips before they are staked; a late wager is refused."""
    dealer = seated_table(A)
    dealer.until(Step.PLACE_BETS)
    for kind in ("cash", "token"):
        assert isinstance(dealer.bet("ana", {"small": 2_500}, instrument=kind), Refusal)
    assert is_accepted(dealer.bet("ana", {"small": 2_500}))
    dealer.until(Step.CLOSE)

    assert isinstance(dealer.bet("ben", {"small": 2_500}), Refusal)


@proves("5.1.1", "5.1.2", "5.1.3", "5.1.4", "5.1.6")
def test_5_1_the_dealer_takes_the_steps_in_their_order() -> None:
    """Bets, cover and spin, close, uncover, call and entry, lights, settlement."""
    steps = deal_round(A)

    assert [step for step, _ in steps] == (
        ["place-bets", "cover", "spin", "close", "uncover", "call", "enter", "light", "collect", "pay"]
    )
    assert [clause.split(", ")[0] for _, clause in steps[:6]] == (
        ["5.1.1", "5.1.2", "5.1.2", "5.1.3", "5.1.4", "5.1.5"]
    )
    assert refusal_before(A, None, "spin", tumbles=1) == "Next: Place your bets."
    assert refusal_before(A, Step.SPIN, "uncover") == "Next: No more bets."
    assert refusal_before(A, Step.ENTER, "pay") == "Next: Light the areas."


def test_5_1_5_the_faces_are_called_and_a_die_not_flat_makes_a_no_spin() -> None:
    """Numbers in Option A, symbols in Option B; a cocked die gives every stake back."""
    assert Rulebook.load(A).call((4, 1, 4)) == "one, four, four"
    assert Rulebook.load(B).call((4, 1, 4)) == "Fish, Coin, Coin"
    dealer = seated_table(A)
    dealer.until(Step.PLACE_BETS)
    dealer.bet("ana", {"small": 2_500})
    dealer.until(Step.UNCOVER)

    assert is_accepted(dealer.say(DeclareVoid, ground="not-flat"))
    assert dealer.rack("ana") == 1_000_000


def test_5_1_5_a_the_entry_lights_the_winning_areas() -> None:
    """1-1-4 in numbers; Fish, Fish, Coin in symbols."""
    assert lit_areas(A, (1, 1, 4)) == {
        "small", "even", "double-1", "total-6", "domino-14", "single-1", "single-4"
    }  # fmt: skip
    assert lit_areas(B, (1, 1, 4)) == {
        "small", "total-6", "symbol-fish", "symbol-coin", "colour-red", "colour-blue", "colour-double-red"
    }  # fmt: skip


@proves("3.4", "3.3", "3.1.2(f)(i)", "4.2", "4.2.1", "4.2.3", "5.1.1")
def test_3_2_what_the_text_decides_in_words_is_decided_so() -> None:
    """Another choice might deal the same rounds and would still be another rulebook."""
    choices = worded_rulings("crown-melbourne-6.1")

    assert choices == (
        "settled settles backed any-value rides one-minimum as-found-late refused table-and-day place-bets"
    )
