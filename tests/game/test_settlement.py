"""One wager or a whole slip against one roll: no money appears or disappears."""

from dataclasses import replace
from fractions import Fraction
from itertools import permutations

import pytest
from hypothesis import given, strategies as st

from sicbo import rulebooks
from sicbo.errors import BadInput, NotFound
from sicbo.game.layout import Layout, Pay
from sicbo.game.limits import NO_LIMITS, Bounds, Limits
from sicbo.game.money import Instrument
from sicbo.game.policies import OddAmount, TokenOnWin
from sicbo.game.rulebook.rules import Rules, Ruling
from sicbo.game.settlement import (
    LARGEST_STAKE,
    Line,
    Outcome,
    Slip,
    Wager,
    payable_winnings,
    settle,
    settle_slip,
)
from sicbo.i18n import message
from sicbo.rulebooks.canberra_2005.rulebook import RULES as CANBERRA
from sicbo.rulebooks.crown_sydney_2024.rulebook import RULES as SYDNEY
from sicbo.rulebooks.singapore_etg.rulebook import RULES as SINGAPORE
from tests.clauses.brute import EVERY, Dice

LAYOUT = SYDNEY.layout()
LAYOUTS = [rulebooks.get_layout(name) for name in rulebooks.every_layout()]


def line(bet: str, stake: int, roll: Dice, limits: Limits = NO_LIMITS, rules: Rules = SYDNEY) -> Line:
    """Settle one wager of value chips."""
    return settle(Wager(bet, stake), roll, rules.layouts[0], rules, limits)


def rules_paying(policy: OddAmount) -> Rules:
    """Return Crown Sydney with another ruling on odd amounts."""
    return replace(SYDNEY, limits=replace(SYDNEY.limits, odd_amount=Ruling("4.3", policy, "")))


@pytest.mark.parametrize("stake", [2.5, 2500.0, Fraction(5, 2), "2500", True, None])
def test_a_stake_is_a_whole_number_of_cents(stake: object) -> None:
    """A fraction, text or a truth value is refused, and the sentence shows how to write a stake."""
    with pytest.raises(BadInput) as error:
        Wager("small", stake)  # type: ignore[arg-type]

    told = f"A stake is a whole number of cents, not {stake!r}: write 2500 for 25.00."
    assert str(error.value) == told


@pytest.mark.parametrize("stake", [0, -1, -2500, LARGEST_STAKE + 1])
def test_a_stake_lies_between_one_cent_and_the_largest(stake: int) -> None:
    """The sentence names the wager to change."""
    with pytest.raises(BadInput) as error:
        Wager("small", stake)

    told = f"A stake lies between 1 and 1000000000000000, not {stake}: change it on small."
    assert str(error.value) == told


def test_an_enormous_stake_is_refused_in_one_sentence() -> None:
    """This holds even for a number that Python will not print."""
    with pytest.raises(BadInput, match=r"not a number of more than sixty digits: change it on small\.$"):
        Wager("small", 10**5000)


def test_the_least_and_the_largest_stake_are_taken() -> None:
    """One cent and ten million million dollars are accepted."""
    assert Wager("small", 1).stake == 1
    assert line("triple-1", LARGEST_STAKE, (1, 1, 1)).winnings == 180 * 10**15


def test_a_slip_names_each_bet_once() -> None:
    """Two stakes of one kind on one bet are refused; chips and tokens are two kinds."""
    with pytest.raises(BadInput) as error:
        Slip([Wager("small", 100), Wager("small", 200)])
    assert str(error.value) == "A slip names each bet once: add the stakes together."

    both = Slip([Wager("small", 100), Wager("small", 200, Instrument.TOKEN)])
    assert (len(both), both.stake) == (2, 300)


def test_a_slip_is_a_value() -> None:
    """Equal slips are equal however they were written, and an empty one stakes nothing."""
    slip = Slip({"small": 100, "total-9": 50})

    assert slip == Slip([Wager("small", 100), Wager("total-9", 50)])
    assert slip != Slip({"small": 100})
    assert slip != {"small": 100, "total-9": 50}
    assert len({slip, Slip({"small": 100, "total-9": 50}), Slip({})}) == 2
    assert repr(slip) == "Slip({'small': 100, 'total-9': 50})"
    assert (len(Slip({})), Slip({}).stake) == (0, 0)


def test_an_unknown_bet_is_answered_with_the_nearest() -> None:
    """A slip with an unknown bet is not settled at all."""
    with pytest.raises(NotFound) as error:
        settle_slip(Slip({"small": 100, "totl-9": 100}), (1, 2, 4), LAYOUT, SYDNEY)

    assert (
        str(error.value)
        == "Unknown bet at Crown Sydney: 'totl-9'. Did you mean total-9 or total-8 or total-7?"
    )


def test_a_winning_wager_is_paid_and_keeps_its_stake() -> None:
    """10.00 on total 9 at 7 to 1 wins 70.00, and the player keeps the 10.00."""
    won = line("total-9", 1_000, (4, 1, 4))

    assert (won.outcome, won.winnings, won.returned, won.collected) == (Outcome.WON, 7_000, 1_000, 0)
    assert (won.bet, won.area, won.odds, won.net) == ("total-9", "total-9", Fraction(7), 7_000)
    assert (won.clause, won.risk.clause) == ("3.3.6(a), 6.3/total-9-12", None)


def test_a_losing_wager_is_collected() -> None:
    """10.00 on total 9 is collected when the dice show 10."""
    lost = line("total-9", 1_000, (4, 2, 4))

    assert (lost.outcome, lost.winnings, lost.returned, lost.collected) == (Outcome.LOST, 0, 0, 1_000)
    assert (lost.odds, lost.price, lost.net, lost.clause) == (None, None, -1_000, "3.3.6(b)")


def test_odds_of_nothing_return_the_stake() -> None:
    """If Small is a push on triples, the stake is returned and nothing is won."""
    push = replace(LAYOUT, pays=tuple(pay for pay in LAYOUT.pays if pay.on != ("small",)))
    push = replace(push, pays=(*push.pays, replace_odds("small", "0 to 1")))
    came_back = settle(Wager("small", 1_000), (1, 2, 4), push, SYDNEY)

    assert (came_back.outcome, came_back.net, came_back.returned) == (Outcome.RETURNED, 0, 1_000)


def replace_odds(bet: str, odds: str) -> Pay:
    """Return a row of a pay table."""
    return Pay("6.3/small", bet, odds)


def test_a_wager_that_is_not_at_risk_goes_back_by_the_clause_that_says_so() -> None:
    """4.99 under an approved minimum of 5.00 neither wins nor loses, whatever the dice show."""
    limits = Limits(Bounds(2_500), approved_minimum=500)
    for roll in ((1, 2, 4), (6, 5, 4)):
        back = line("small", 499, roll, limits)
        assert (back.outcome, back.winnings, back.returned, back.collected) == (Outcome.RETURNED, 0, 499, 0)
        assert (back.clause, back.price) == ("4.2.2", None)


def test_only_the_maximum_is_at_risk() -> None:
    """600.00 at a maximum of 500.00 wins or loses 500.00, and 100.00 are returned in any case."""
    limits = Limits(Bounds(500, 50_000))
    won, lost = line("small", 60_000, (1, 2, 4), limits), line("small", 60_000, (6, 5, 4), limits)

    assert (won.winnings, won.returned, won.collected) == (50_000, 60_000, 0)
    assert (lost.winnings, lost.returned, lost.collected) == (0, 10_000, 50_000)
    assert won.risk.note == lost.risk.note == message("limit.cut", limit=50_000)


def test_a_warned_player_gets_a_second_low_wager_back() -> None:
    """Canberra 3.4 applies to a wager and to a slip."""
    limits = Limits(Bounds(1_000))
    slip = Slip({"small": 900})
    first = settle_slip(slip, (1, 2, 4), CANBERRA.layout(), CANBERRA, limits)
    second = settle_slip(slip, (1, 2, 4), CANBERRA.layout(), CANBERRA, limits, warned=True)

    assert [(done.outcome, done.net) for done in first] == [(Outcome.WON, 900)]
    assert [(done.outcome, done.net) for done in second] == [(Outcome.RETURNED, 0)]


@pytest.mark.parametrize(
    ("policy", "winnings", "chip", "paid_out"),
    [
        (OddAmount.PAID_UP, Fraction(0), 100, 0),
        (OddAmount.PAID_UP, Fraction(700), 500, 1_000),
        (OddAmount.PAID_UP, Fraction(1_000), 500, 1_000),
        (OddAmount.PAID_UP, Fraction(17, 2), 1, 9),
        (OddAmount.PAID_A_STEP_UP, Fraction(700), 500, 1_000),
        (OddAmount.PAID_A_STEP_UP, Fraction(1_000), 500, 1_500),
        (OddAmount.PAID_DOWN, Fraction(700), 500, 500),
        (OddAmount.PAID_DOWN, Fraction(15, 2), 1, 7),
        (OddAmount.NOT_PROVIDED, Fraction(700), 500, 700),
        (OddAmount.NEVER_TAKEN, Fraction(15), 1, 15),
    ],
)
def test_odd_amounts_are_paid_as_the_rulebook_says(
    policy: OddAmount, winnings: Fraction, chip: int, paid_out: int
) -> None:
    """7.00 in chips of 5.00 is paid 10.00, 5.00, or exactly if the rulebook does not round."""
    ratio = winnings.as_integer_ratio()
    assert payable_winnings(*ratio, rules_paying(policy), Limits(chip=chip)) == paid_out


@given(st.fractions(0, 10**12), st.integers(1, 10**6))
def test_whole_chips_pay_the_least_amount_that_is_not_below(winnings: Fraction, chip: int) -> None:
    """The payment is a multiple of the chip, not below the winnings, and one chip less would be below."""
    rules = rules_paying(OddAmount.PAID_UP)
    paid = payable_winnings(*winnings.as_integer_ratio(), rules, Limits(chip=chip))

    assert paid % chip == 0
    assert paid >= winnings
    assert paid - chip < winnings


@pytest.mark.parametrize("policy", [OddAmount.NOT_PROVIDED, OddAmount.NEVER_TAKEN])
def test_half_a_cent_cannot_be_paid_without_rounding(policy: OddAmount) -> None:
    """The sentence says what to change."""
    with pytest.raises(BadInput) as error:
        payable_winnings(15, 2, rules_paying(policy), NO_LIMITS)

    assert (
        str(error.value)
        == "4.3 pays this stake 15/2 cents: change the stake so that the winnings are whole cents."
    )


def test_a_token_is_kept_or_returned_and_is_never_chips() -> None:
    """10.00 in tokens on Big win chips, and losing them loses no chips."""
    token = Wager("big", 1_000, Instrument.TOKEN)
    back = SYDNEY.with_readings({"S-05": "returned"})

    kept = settle(token, (6, 5, 2), LAYOUT, SYDNEY)
    returned = settle(token, (6, 5, 2), LAYOUT, back)
    lost = settle(token, (1, 2, 4), LAYOUT, back)

    assert SYDNEY.wagers.tokens.choice is TokenOnWin.KEPT
    assert (kept.winnings, kept.returned, kept.collected, kept.net) == (1_000, 0, 1_000, 1_000)
    assert (returned.winnings, returned.returned, returned.collected, returned.net) == (
        1_000,
        1_000,
        0,
        1_000,
    )
    assert (lost.winnings, lost.returned, lost.collected, lost.net) == (0, 0, 1_000, 0)


def test_a_line_says_why() -> None:
    """A line gives its reason in each of the four languages."""
    won = line("double-4", 1_000, (4, 1, 4))

    assert won.reason() == "two dice show 4, 11 to 1, paid once"
    assert won.reason("zh-Hant") != won.reason()


def test_a_settlement_is_its_lines() -> None:
    """50.00 on Big lose; 10.00 on total 9, 10.00 on double 4 and 5.00 on the pair 1-4 win."""
    slip = Slip({"big": 5_000, "total-9": 1_000, "double-4": 1_000, "domino-14": 500})
    settled = settle_slip(slip, (4, 1, 4), LAYOUT, SYDNEY)

    assert [done.net for done in settled] == [-5_000, 7_000, 11_000, 3_000]
    assert (len(settled), settled.net, settled.roll) == (4, 16_000, (4, 1, 4))


@st.composite
def tables(draw: st.DrawFn) -> tuple[Rules, Layout, Limits]:
    """Any layout of any rulebook with any sign."""
    rules, layout = draw(st.sampled_from(LAYOUTS))
    minimum = draw(st.integers(1, 5_000))
    maximum = draw(st.none() | st.integers(minimum, 100_000))
    chip = draw(st.sampled_from([1, 50, 100, 500]))
    return (
        rules,
        layout,
        Limits(Bounds(minimum, maximum), chip=chip, approved_minimum=draw(st.integers(1, minimum))),
    )


rolls = st.sampled_from(EVERY)
stakes = st.integers(1, 60_000).map(lambda half: 2 * half)


@given(tables(), st.data(), stakes, rolls, st.booleans())
def test_every_cent_of_a_stake_is_returned_or_collected(
    table: tuple[Rules, Layout, Limits], data: st.DataObject, stake: int, roll: Dice, warned: bool
) -> None:
    """No stake is both won and collected."""
    rules, layout, limits = table
    bet = data.draw(st.sampled_from([bet.key for bet in layout]))
    done = settle(Wager(bet, stake), roll, layout, rules, limits, warned=warned)

    assert done.returned + done.collected == stake
    assert min(done.returned, done.collected, done.winnings) >= 0
    assert done.winnings == 0 or done.collected == 0
    assert done.collected <= done.risk.amount
    assert done.net == done.winnings - done.collected


@given(tables(), st.data(), stakes, rolls)
def test_a_token_is_returned_or_collected_too(
    table: tuple[Rules, Layout, Limits], data: st.DataObject, stake: int, roll: Dice
) -> None:
    """Only a token can be collected although its bet won."""
    rules, layout, limits = table
    bet = data.draw(st.sampled_from([bet.key for bet in layout]))
    done = settle(Wager(bet, stake, Instrument.TOKEN), roll, layout, rules, limits)

    assert done.returned + done.collected == stake
    assert done.net == done.winnings >= 0
    if done.outcome is Outcome.WON:
        assert (done.collected > 0) == (rules.wagers.tokens.choice is TokenOnWin.KEPT)


@given(tables(), st.data(), rolls)
def test_the_net_of_a_slip_is_the_sum_of_its_lines_in_any_order_of_the_dice(
    table: tuple[Rules, Layout, Limits], data: st.DataObject, roll: Dice
) -> None:
    """The six orders of three dice give one settlement."""
    rules, layout, limits = table
    bets = st.sampled_from([bet.key for bet in layout])
    slip = Slip(data.draw(st.dictionaries(bets, stakes, max_size=8)))
    settled = settle_slip(slip, roll, layout, rules, limits)

    alone = [settle(wager, roll, layout, rules, limits) for wager in slip]
    assert settled.net == sum(done.winnings - done.collected for done in alone)
    assert list(settled) == alone
    for first, second, third in permutations(roll):
        again = settle_slip(slip, (first, second, third), layout, rules, limits)
        assert [replace(done, roll=roll) for done in again] == alone


@given(st.sampled_from([bet.key for bet in LAYOUT]), st.integers(1, 10**6), st.integers(1, 10**4), rolls)
def test_sydney_pays_the_least_that_chips_can_pay_and_that_is_not_below(
    bet: str, stake: int, chip: int, roll: Dice
) -> None:
    """Clause 4.3 holds for every stake."""
    done = line(bet, stake, roll, Limits(chip=chip))
    due = stake * (done.odds or 0)

    assert done.winnings % chip == 0
    assert due <= done.winnings < due + chip


def test_singapore_settles_what_its_limits_never_take_as_returned() -> None:
    """A wager over the maximum that is found on a terminal is returned whole."""
    over = line("small", 60_000, (1, 2, 4), Limits(Bounds(100, 50_000)), SINGAPORE)

    assert (over.outcome, over.returned, over.clause) == (Outcome.RETURNED, 60_000, "3.3")
