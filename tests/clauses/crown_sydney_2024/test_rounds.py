"""Crown Sydney: the round as 3.2, 3.6 and 5.1 order it."""

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

KEY = "crown-sydney-2024"


@proves("3.2")
def test_3_2_1_a_wager_is_down_before_the_close() -> None:
    """Under the cover, with the dice spinning, a wager still counts; after the signal it does not."""
    dealer = seated_table(KEY)
    dealer.until(Step.SPIN)
    assert is_accepted(dealer.bet("ana", {"big": 2_500}))
    dealer.until(Step.CLOSE)

    assert isinstance(dealer.bet("ben", {"big": 2_500}), Refusal)


def test_3_2_2_a_reveal_before_the_close_ends_the_betting_in_a_void() -> None:
    """The cover stays on until the close; dice that are seen anyway void the spin (7.1.3)."""
    assert refusal_before(KEY, Step.SPIN, "uncover") == "Next: No more bets."
    dealer = seated_table(KEY)
    dealer.until(Step.SPIN)
    dealer.bet("ana", {"big": 2_500})

    assert is_accepted(dealer.say(DeclareVoid, ground="exposed-early"))
    assert isinstance(dealer.bet("ana", {"big": 2_500}), Refusal)
    assert dealer.rack("ana") == 1_000_000


def test_3_6_no_wager_is_touched_between_the_close_and_settlement() -> None:
    """Placing, changing and taking back are all refused, until the next invitation."""
    assert_frozen_after_close(KEY, "3.6")


@proves("5.1.1", "5.1.2", "5.1.3", "5.1.4")
def test_5_1_the_dealer_takes_the_steps_in_their_order() -> None:
    """Each step has its clause; the refusal of a step that comes too early names the next step."""
    assert deal_round(KEY) == [
        ("place-bets", "5.1.1"),
        ("cover", "5.1.2"),
        ("spin", "5.1.2"),
        ("close", "5.1.3"),
        ("uncover", "5.1.4"),
        ("call", "5.1.5"),
        ("enter", "5.1.6"),
        ("light", "5.1.6"),
        ("collect", "5.1.7, 6.2.1"),
        ("pay", "5.1.7, 6.2.2"),
    ]
    assert refusal_before(KEY, None, "spin", tumbles=1) == "Next: Place your bets."
    assert refusal_before(KEY, Step.PLACE_BETS, "spin", tumbles=1) == "Next: Cover."


def test_5_1_5_each_face_and_the_total_are_called() -> None:
    """2, 3 and 6 with eleven."""
    assert Rulebook.load(KEY).call((2, 3, 6)) == "two, three, six, total eleven"
    assert refusal_before(KEY, Step.UNCOVER, "enter", dice=(2, 3, 6)) == "Next: Call the result."


def test_5_1_6_the_entry_lights_the_winning_areas() -> None:
    """1-1-4 lights six areas and no other."""
    assert lit_areas(KEY, (1, 1, 4)) == {"small", "double-1", "total-6", "domino-14", "single-1", "single-4"}


def test_5_1_7_wagers_are_settled_once_the_areas_are_lit() -> None:
    """Collecting before the lights is refused."""
    assert refusal_before(KEY, Step.ENTER, "collect") == "Next: Light the areas."


@proves("3.7", "3.5.2(f)/values", "4.2", "4.2.1", "4.2.3", "4.2.4", "4.3", "5.1.1")
def test_3_6_what_the_text_decides_in_words_is_decided_so() -> None:
    """Another choice might deal the same rounds and would still be another rulebook."""
    choices = worded_rulings("crown-sydney-2024")

    assert choices == (
        "settled settles not-provided any-value top-up-or-retract settled returned-or-cut refused no-warning "
        "place-bets"
    )
