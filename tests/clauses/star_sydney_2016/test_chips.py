"""The Star 2016: value chips, colour checks and tokens, and what must be confirmed on the casino floor."""

import pytest

from sicbo.errors import Refusal
from sicbo.game.policies import Step
from sicbo.game.ranks import Rank
from sicbo.rulebooks.star_sydney_2016.rulebook import RULES
from sicbo.table.messages.chips import CountFloat, ExchangeVoucher, RedeemForeignColours
from sicbo.table.messages.round import BuyIn
from sicbo.table.money.colour_chips import holders_of_colour
from sicbo.table.round.opening import checklist
from tests.clauses.proves import proves
from tests.refused import Refused
from tests.table.colours import Seller, changed_elsewhere
from tests.table.dealer import Answer, Dealer

KEY = "star-sydney-2016"


def clause_of(answer: Answer) -> str:
    """Return the clause of a refusal."""
    assert isinstance(answer, Refusal), answer
    return answer.clause


@proves("2.4", "2.5", "2.7", "2.7.1", "2.7.2", "3.4")
def test_2_1_the_floor_opens_only_when_the_equipment_is_confirmed() -> None:
    """An opening without any confirmation is refused, and the refusal names what the table must have."""
    answer = Dealer(KEY).open(profile="floor")

    assert isinstance(answer, Refusal)
    for clause in ("2.1", "2.4", "2.5", "2.7", "2.7.1", "2.7.2", "3.4"):
        assert clause in dict(answer.message.values)["clauses"]


def test_9_14_the_floor_opens_only_when_a_copy_of_the_rules_is_at_hand() -> None:
    """The person who opens confirms it. Approval and version identify the copy in force."""
    confirmed = (*checklist(KEY), *(reading.id for reading in RULES.readings))
    without = tuple(clause for clause in confirmed if clause != "9.14")
    missing = Dealer(KEY).open(profile="floor", confirmed=without)

    assert missing == Refused("9.14", "Confirm these clauses before opening: 9.14.")
    assert not isinstance(Dealer(KEY).open(profile="floor", confirmed=confirmed), Refusal)
    assert (RULES.version, RULES.approval.signed) != ("", None)


def test_2_7_1_a_value_above_the_minimum_needs_marker_buttons() -> None:
    """At a table without them checks are sold at the minimum of 5 and not at 25."""
    dealer = Seller(KEY, equipment=())

    assert dealer.sell("ana", "red", 10, 2_500) == Refused(
        "2.7.1", "This table opened without marker buttons. Sell at the table minimum, $5."
    )
    assert not isinstance(dealer.sell("ana", "red", 10, 500), Refusal)


def test_2_7_2_chips_are_counted_in_the_float_tray() -> None:
    """A count needs a tray; a table without one refuses it."""
    fitted, bare = Seller(KEY), Seller(KEY, equipment=())
    done = fitted.say(CountFloat, Rank.DEALER, cents=1_000_000, second="kim")
    refused = bare.say(CountFloat, Rank.DEALER, cents=1_000_000, second="kim")

    assert not isinstance(done, Refusal) and done[0].clause == "2.7.2"
    assert refused == Refused("2.7.2", "This table opened without a float tray.")


@proves("1.1/casino-promotional-voucher")
def test_3_3_value_chips_colour_checks_and_tokens_are_staked() -> None:
    """A voucher of 50 becomes tokens of 50, which win value chips; cash cannot be staked."""
    dealer = Seller(KEY)
    dealer.sell("ana", "red", 10, 500)
    dealer.say(ExchangeVoucher, Rank.DEALER, player="ana", number="V1", kind="promotional", cents=5_000)
    for kind in ("value-chip", "colour-chip:red", "token"):
        before = dealer.rack("ana")
        dealer.until(Step.PLACE_BETS)
        assert clause_of(dealer.bet("ana", {"small": 5_000}, instrument="cash")) == "3.3"
        assert not isinstance(dealer.bet("ana", {"small": 5_000}, instrument=kind), Refusal)
        dealer.until(Step.PAY, dice=(1, 2, 4))
        assert dealer.rack("ana") - before == 5_000
    assert dealer.rack("ana", "token") == 0


def test_3_4_a_set_is_divided_into_several_colours() -> None:
    """One colour is not a set."""
    assert isinstance(Dealer(KEY).open(colours=("red",)), Refusal)
    assert not isinstance(Dealer(KEY).open(colours=("red", "blue")), Refusal)


def test_3_5_checks_play_only_at_the_issuing_table() -> None:
    """Ana's red checks of the first table are refused as a stake at the second."""
    first, second = Seller(KEY), Seller(KEY)
    first.sell("ana", "red", 10, 500)
    for dealer in (first, second):
        dealer.until(Step.PLACE_BETS)

    assert not isinstance(first.bet("ana", {"big": 500}, instrument="colour-chip:red"), Refusal)
    assert isinstance(second.bet("ana", {"big": 500}, instrument="colour-chip:red"), Refusal)


@pytest.mark.parametrize(
    ("closed", "traced", "paid"), [(False, 500, None), (True, None, None), (True, 500, 5_000)]
)
def test_3_6_elsewhere_only_while_the_issuing_table_is_closed(
    closed: bool, traced: int | None, paid: int | None
) -> None:
    """Ten checks at their recorded value of 5 are 50; here they are redeemed at any time."""
    dealer = Seller(KEY)
    dealer.sell("ana", "red", 10, 2_500)
    dealer.redeem("ana", "red", 10)
    answer = dealer.say(
        RedeemForeignColours,
        Rank.SUPERVISOR,
        player="ana",
        issuer="T2",
        issuer_closed=closed,
        colour="red",
        pieces=10,
        traced=traced,
        lowest=500,
    )

    assert isinstance(answer, Refusal) is (paid is None)
    assert not isinstance(answer, Refusal) or answer.clause == "3.6"
    assert dealer.rack("ana") == 1_000_000 + (paid or 0)


def test_3_7_identical_checks_only_by_consent_of_the_holders() -> None:
    """Red is ana's: ben has it only once ana agreed, and the agreement is on record."""
    dealer = Seller(KEY)
    dealer.sell("ana", "red", 10, 500)

    assert clause_of(dealer.sell("ben", "red", 10, 500)) == "3.7"
    assert not isinstance(dealer.sell("ben", "red", 10, 500, consent=("ana",)), Refusal)
    assert holders_of_colour(dealer.table, "red") == ("ana", "ben")


def test_3_8_the_dealer_asks_the_value_and_marks_it_above_the_minimum() -> None:
    """Minimum 5: no check is sold without a value; checks at 25 have a marker button, at 5 and 2 none."""
    dealer = Seller(KEY)
    dealer.say(BuyIn, player="cat", cents=10_000)
    unasked = dealer.sell("ana", "red", 10, None)
    dealer.sell("ana", "red", 10, 2_500)
    dealer.sell("ben", "green", 10, 500)
    dealer.sell("cat", "blue", 10, 200)

    shown = {colour: (known.value, known.shown_by) for colour, known in dealer.table.sets.items()}
    assert unasked == Refused("3.8", "The value of the pieces is missing. Ask ana what each is worth.")
    assert shown == {"red": (2_500, "marker buttons"), "green": (500, ""), "blue": (200, "")}
    assert dealer.rack("cat", "colour-chip:blue") == 2_000


def test_3_8_read_as_the_minimum_an_unmarked_check_counts_for_it() -> None:
    """ST-22 `table-minimum`: not sold at 2 under a minimum of 5; ten unasked are worth 50; 25 is marked."""
    dealer = Seller(KEY, {"ST-22": "table-minimum"})
    below = dealer.sell("ana", "red", 10, 200)
    dealer.sell("ana", "red", 10, None)
    dealer.sell("ben", "green", 10, 2_500)

    assert below == Refused(
        "3.8", "A piece without a marker is worth the table minimum, $5. Sell it at that value."
    )
    assert dealer.rack("ana", "colour-chip:red") == 5_000
    assert [dealer.table.sets[colour].shown_by for colour in ("red", "green")] == ["", "marker buttons"]


def test_3_9_a_second_colour_has_the_same_value_and_shuts_no_player_out() -> None:
    """By a supervisor, at the first one's 5, and not the last free colour while ben waits."""
    dealer = Seller(KEY, colours=("red", "green"))
    dealer.sell("ana", "red", 10, 500)
    low = dealer.sell("ana", "green", 10, 500, Rank.DEALER)
    other = dealer.sell("ana", "green", 10, 2_500, Rank.SUPERVISOR)
    shut_out = dealer.sell("ana", "green", 10, 500, Rank.SUPERVISOR, waiting=("ben",))
    given = dealer.sell("ana", "green", 10, 500, Rank.SUPERVISOR)

    assert clause_of(low) == "3.9"
    assert other == Refused(
        "3.9", "All colours of one player have the same value. Sell this one at $5 a piece."
    )
    assert shut_out == Refused("3.9", "Keep a colour for each player who waits for one: ben.")
    assert not isinstance(given, Refusal)


def test_3_6_what_was_changed_elsewhere_comes_home_to_the_closed_tables_set() -> None:
    """Ten red pieces at 5 are out; four and then six are changed at T2: the set is whole, and red is free."""
    assert changed_elsewhere(KEY, Rank.SUPERVISOR) == ("3.6", "3.6", [5_000, 3_000, 0])
