"""Crown Sydney 2.0: the worth of each reading of unclear words, over the 216 rolls and in money."""

from fractions import Fraction

import pytest

from sicbo.errors import BadInput, NotFound
from sicbo.game.dice import Roll
from sicbo.game.limits import Bounds, Limits
from sicbo.game.money import Instrument
from sicbo.game.policies import (
    AboveMaximum,
    BelowSign,
    Demand,
    ForeignChips,
    Ground,
    Measured,
    Moment,
    OddAmount,
    OffendersWager,
    Per,
    Returned,
    TokenOnWin,
    Uncured,
    Voucher,
    WrongEntry,
)
from sicbo.game.ranks import Rank
from sicbo.game.rulebook.rules import Rules
from sicbo.game.settlement import Line, Slip, Wager, settle
from sicbo.rulebooks.crown_sydney_2024.rulebook import RULES
from tests.clauses.brute import EVERY

OPEN = Limits(Bounds(1))
SIGN = Limits(Bounds(2500, 50000), approved_minimum=500)
CHIPS = Instrument.VALUE_CHIP


def under(reading: str, option: str) -> Rules:
    """Return the rules with one reading chosen."""
    return RULES.read({reading: option})


def play(
    rules: Rules, bet: str, stake: int, roll: Roll, limits: Limits = OPEN, kind: Instrument = CHIPS
) -> Line:
    """Settle one wager in cents against one roll."""
    return settle(Wager(bet, stake, kind), roll, rules.layout(), rules, limits)


def edge(rules: Rules, bet: str, stake: int = 100, limits: Limits = OPEN) -> Fraction:
    """Return the house edge of a stake, settled on each of the 216 rolls."""
    return Fraction(-sum(play(rules, bet, stake, roll, limits).net for roll in EVERY), 216 * stake)


def wins(rules: Rules, bet: str) -> int:
    """Return on how many rolls a bet pays."""
    return sum(play(rules, bet, 100, roll).winnings > 0 for roll in EVERY)


@pytest.mark.parametrize(
    ("option", "count", "house"),
    [("triples-lose", 105, Fraction(1, 36)), ("triples-win", 107, Fraction(1, 108))],
)
@pytest.mark.parametrize("bet", ["big", "small"])
def test_s_01_triples_inside_the_range(bet: str, option: str, count: int, house: Fraction) -> None:
    """Two more winning rolls bring the edge from 1/36 down to 1/108; 1-1-1 and 6-6-6 lose either way."""
    rules = under("S-01", option)

    assert (wins(rules, bet), edge(rules, bet)) == (count, house)
    assert play(rules, bet, 100, (1, 1, 1)).collected == 100
    assert play(rules, bet, 100, (6, 6, 6)).collected == 100


@pytest.mark.parametrize(
    ("totals", "chosen", "any_total"),
    [
        ((4, 17), Fraction(1, 8), Fraction(-737, 12)),
        ((5, 16), Fraction(1, 9), Fraction(-829, 27)),
        ((6, 15), Fraction(13, 108), Fraction(-1925, 108)),
        ((7, 14), Fraction(7, 72), Fraction(-1283, 108)),
        ((8, 13), Fraction(1, 8), Fraction(-95, 12)),
        ((9, 12), Fraction(2, 27), Fraction(-187, 27)),
        ((10, 11), Fraction(1, 8), Fraction(-641, 108)),
    ],
)
def test_s_02_a_total_wins_on_its_own_total(
    totals: tuple[int, int], chosen: Fraction, any_total: Fraction
) -> None:
    """Won by any total, each of these bets would win on 214 rolls and ruin the house."""
    literal = under("S-02", "any-total")

    for total in totals:
        assert edge(under("S-02", "chosen-total"), f"total-{total}") == chosen
        assert edge(literal, f"total-{total}") == any_total
        assert wins(literal, f"total-{total}") == 214


@pytest.mark.parametrize(
    ("option", "count", "house", "twice"),
    [
        ("both-once", 30, Fraction(1, 36), 6000),
        ("exactly-two", 24, Fraction(2, 9), 0),
        ("each-pair", 30, Fraction(-5, 36), 12000),
    ],
)
def test_s_03_the_third_die_may_repeat_a_number(option: str, count: int, house: Fraction, twice: int) -> None:
    """10 on 2 and 5 wins 60 on 2-2-5; read strictly it loses, read for each pair it wins 120."""
    rules = under("S-03", option)

    assert (wins(rules, "domino-25"), edge(rules, "domino-25")) == (count, house)
    assert play(rules, "domino-25", 1000, (2, 2, 5)).winnings == twice
    assert play(rules, "domino-25", 1000, (2, 5, 6)).winnings == 6000


@pytest.mark.parametrize(
    ("option", "house", "two", "three"),
    [("highest-line", Fraction(1, 27), 2000, 12000), ("cumulative", Fraction(-5, 108), 3000, 15000)],
)
def test_s_04_the_lines_of_single_die_do_not_add_up(
    option: str, house: Fraction, two: int, three: int
) -> None:
    """10 on 3 wins 20 on two dice and 120 on three; added up 30 and 150, which favours the player."""
    rules = under("S-04", option)

    assert edge(rules, "single-3") == house
    assert play(rules, "single-3", 1000, (3, 3, 2)).winnings == two
    assert play(rules, "single-3", 1000, (3, 3, 3)).winnings == three


@pytest.mark.parametrize(
    ("bet", "kept", "returned"),
    [
        ("big", Fraction(35, 72), Fraction(35, 36)),
        ("any-triple", Fraction(31, 36), Fraction(8, 9)),
        ("triple-1", Fraction(5, 6), Fraction(181, 216)),
        ("double-1", Fraction(22, 27), Fraction(8, 9)),
        ("total-9", Fraction(175, 216), Fraction(25, 27)),
        ("domino-12", Fraction(5, 6), Fraction(35, 36)),
        ("single-1", Fraction(13, 24), Fraction(26, 27)),
    ],
)
@pytest.mark.parametrize("option", ["kept", "returned"])
def test_s_05_the_worth_of_a_token(bet: str, kept: Fraction, returned: Fraction, option: str) -> None:
    """A token of 1 brings this much on average, in chips and in tokens that come back."""
    rules = under("S-05", option)
    lines = [play(rules, bet, 100, roll, kind=Instrument.TOKEN) for roll in EVERY]

    assert Fraction(sum(line.winnings + line.returned for line in lines), 21600) == {
        "kept": kept, "returned": returned,
    }[option]  # fmt: skip


@pytest.mark.parametrize(
    ("option", "bet", "stake", "maximum", "roll", "winnings"),
    [
        ("cut", "big", 60000, 50000, (6, 5, 1), 50000),
        ("whole", "big", 60000, 50000, (6, 5, 1), 60000),
        ("cut", "triple-1", 6000, 5000, (1, 1, 1), 900000),
        ("whole", "triple-1", 6000, 5000, (1, 1, 1), 1080000),
    ],
)
def test_s_06_over_the_maximum(
    option: str, bet: str, stake: int, maximum: int, roll: Roll, winnings: int
) -> None:
    """600 on Big wins 500 or 600, 60 on a triple 9,000 or 10,800; the loss is cut or whole as well."""
    rules, limits = under("S-06", option), Limits(Bounds(100, maximum))

    assert play(rules, bet, stake, roll, limits).winnings == winnings
    assert play(rules, bet, stake, (1, 1, 3), limits).collected == (maximum if option == "cut" else stake)


@pytest.mark.parametrize(("option", "house"), [("settled", Fraction(1, 36)), ("returned", Fraction(0))])
def test_s_07_under_the_sign_only(option: str, house: Fraction) -> None:
    """20 on Big under a sign of 25: if settled it has the edge of Big, if returned it has no edge."""
    assert edge(under("S-07", option), "big", 2000, SIGN) == house


@pytest.mark.parametrize("option", ["agreed", "sign"])
def test_s_09_agreed_limits(option: str) -> None:
    """1,500 on Big wins 1,500 under an agreed maximum of 2,000, and 500 under the sign's."""
    rules = under("S-09", option)
    measured = {Measured.AGREED: Bounds(2500, 200000), Measured.SIGN: Bounds(2500, 50000)}
    limits = Limits(measured[rules.limits.measured_by.choice])

    assert play(rules, "big", 150000, (6, 5, 1), limits).winnings == {"agreed": 150000, "sign": 50000}[option]


@pytest.mark.parametrize(
    ("option", "stake", "paid", "house"),
    [
        ("least-payable", 700, 1000, Fraction(-13, 72)),
        ("least-payable", 1000, 1000, Fraction(1, 36)),
        ("one-step-up", 700, 1000, Fraction(-13, 72)),
        ("one-step-up", 1000, 1500, Fraction(-31, 144)),
    ],
)
def test_s_10_paying_up(option: str, stake: int, paid: int, house: Fraction) -> None:
    """In chips of 5, winnings of 7 are paid 10; winnings of 10 are raised to 15 only by the other reading."""
    rules, fives = under("S-10", option), Limits(Bounds(1), chip=500)

    assert play(rules, "big", stake, (6, 5, 1), fives).winnings == paid
    assert edge(rules, "big", stake, fives) == house


@pytest.mark.parametrize(
    ("option", "lies_on", "roll", "winnings"),
    [
        ("at-the-close", "total-4", (1, 1, 2), 6200),
        ("at-the-close", "total-4", (1, 2, 2), 0),
        ("at-the-call", "total-5", (1, 1, 2), 0),
        ("at-the-call", "total-5", (1, 2, 2), 3100),
    ],
)
def test_s_14_a_chip_knocked_from_total_4_to_total_5(
    option: str, lies_on: str, roll: Roll, winnings: int
) -> None:
    """A chip of 1 settles as total 4, where it lay at the close, or as total 5, where it lies at the call."""
    rules = under("S-14", option)
    place = {Moment.CLOSE: "total-4", Moment.CALL: "total-5"}[rules.wagers.fixed_at.choice]

    assert place == lies_on
    assert play(rules, place, 100, roll).winnings == winnings


def test_s_17_a_split_stake_counts_together() -> None:
    """A slip takes one stake of 600 on Big, not two of 300, and the maximum of 500 cuts it."""
    with pytest.raises(BadInput):
        Slip([Wager("big", 30000), Wager("big", 30000)])
    assert play(RULES, "big", 60000, (1, 2, 4), SIGN).collected == 50000
    assert 2 * play(RULES, "big", 30000, (1, 2, 4), SIGN).collected == 60000


TOKEN, VOUCHER = "value of a token of 1 on big", "value of a voucher of 1 on big"
UNDER_SIGN, QUERIED = "house edge of 20 on big, sign 25", "house edge of 20 on big, sign 25, queried"
AGREED = "winnings of 1500 on big, agreed maximum 2000, sign 500"
TEN = "house edge of 10 on big paid in chips of 5"
OFFENDER = "house edge of an offender's voided wager"
UNTRACED = "paid for ten chips issued at 1, lowest minimum 25"
KNOCKED = "winnings of 1 knocked from total 4 to total 5, roll 1-2-2"
MISKEYED = "winnings of 10 on big, dice 1-2-4, entered as 6-5-2"
FAULTY = "house edge of big if only winning rolls are voided"
SPLIT = "at risk of twice 300 on big, maximum 500"


@pytest.mark.parametrize(
    ("reading", "name", "choices", "figure", "values"),
    [
        ("S-05", "wagers.tokens", [TokenOnWin.KEPT, TokenOnWin.RETURNED], TOKEN, ["35/72", "35/36"]),
        ("S-06", "limits.above_maximum", [AboveMaximum.CUT, AboveMaximum.STANDS],
         "winnings of 600 on big, maximum 500", ["500", "600"]),
        ("S-07", "limits.below_sign", [BelowSign.SETTLED, BelowSign.RETURNED], UNDER_SIGN, ["1/36", "0"]),
        ("S-08", "limits.uncured", [Uncured.RETURNED_OR_CUT, Uncured.AS_FOUND_LATE], QUERIED, ["0", "1/36"]),
        ("S-09", "limits.measured_by", [Measured.AGREED, Measured.SIGN], AGREED, ["1500", "500"]),
        ("S-10", "limits.odd_amount", [OddAmount.PAID_UP, OddAmount.PAID_A_STEP_UP],
         TEN, ["1/36", "-31/144"]),
        ("S-12", "conduct.offenders_wager", [OffendersWager.REFUNDED, OffendersWager.MAY_BE_FORFEITED],
         OFFENDER, ["0", "1"]),
        ("S-13", "wagers.foreign_chips", [ForeignChips.CLOSED_TABLE_TRACED, ForeignChips.CLOSED_TABLE_KNOWN],
         UNTRACED, ["250", "0"]),
        ("S-14", "wagers.fixed_at", [Moment.CLOSE, Moment.CALL], KNOCKED, ["0", "31"]),
        ("S-15", "faults.wrong_entry", [WrongEntry.DICE_DECIDE_IN_ROUND, WrongEntry.AS_ENTERED],
         MISKEYED, ["0", "10"]),
        ("S-16", "faults.tumbler_fault", [Demand.MUST, Demand.MAY], FAULTY, ["0", "37/72"]),
        ("S-17", "limits.per", [Per.AREA, Per.WAGER], SPLIT, ["500", "600"]),
        ("S-18", "wagers.vouchers", [Voucher.INTO_CHIPS, Voucher.AS_TOKENS, Voucher.AS_CHIPS],
         VOUCHER, ["35/36", "35/72", "35/36"]),
    ],
)  # fmt: skip
def test_each_option_makes_its_choice_and_states_its_figure(
    reading: str, name: str, choices: list[object], figure: str, values: list[str]
) -> None:
    """The first option agrees with the rulebook as it is; each other option changes it."""
    options = RULES.reading(reading).options

    assert [dict(under(reading, option.key).rulings())[name].choice for option in options] == choices
    assert [option.figures[figure] for option in options] == [Fraction(value) for value in values]
    assert dict(RULES.rulings())[name].reading == reading
    assert dict(RULES.rulings())[name].choice == choices[0]


def test_s_11_only_a_no_spin_may_leave_the_wagers_standing() -> None:
    """A void for equipment, disruption or fraud is refunded under both readings."""
    refunded, stand = (under("S-11", option) for option in ("refunded", "stand"))
    figures = [option.figures for option in RULES.reading("S-11").options]

    assert [item.clause for item in stand.irregularities if item.returned is Returned.STANDS] == [
        "7.1.1", "7.1.2", "7.1.3",
    ]  # fmt: skip
    assert [item.returned for item in refunded.irregularities] == [None] * 6
    assert (refunded.faults.void.choice, stand.faults.void.choice) == (Returned.STAKES, Returned.STAKES)
    assert [figure["house edge of big placed on a no-spin"] for figure in figures] == [0, edge(RULES, "big")]
    assert edge(RULES, "big") == Fraction(1, 36)


@pytest.mark.parametrize(
    ("option", "demand", "rank"), [("must", Demand.MUST, Rank.DEALER), ("may", Demand.MAY, Rank.SUPERVISOR)]
)
def test_s_16_a_tumbler_fault_is_the_dealers_duty_or_a_supervisors_choice(
    option: str, demand: Demand, rank: Rank
) -> None:
    """The ground itself follows the reading, not only the ruling."""
    grounds = {item.ground: item for item in under("S-16", option).irregularities}

    assert (grounds[Ground.TUMBLER_FAULT].demand, grounds[Ground.TUMBLER_FAULT].rank) == (demand, rank)
    assert (grounds[Ground.NOT_FLAT].demand, grounds[Ground.NOT_FLAT].rank) == (Demand.MUST, Rank.DEALER)


def test_s_16_voiding_only_what_players_won_is_worth_37_72() -> None:
    """Big loses on 111 of 216 rolls: a house that voids the other 105 gains this."""
    lost = sum(play(RULES, "big", 100, roll).collected for roll in EVERY)

    assert Fraction(lost, 21600) == Fraction(37, 72)


def test_a_reading_is_found_from_every_row_that_it_prices() -> None:
    """A row of 6.3 shows that its odds can be read otherwise."""
    for reading in RULES.readings:
        priced = {pay.clause for option in reading.options for pay in option.pays}
        assert priced <= set(reading.clause.split(", ")), reading.id


def test_what_is_odd_about_the_words_is_found() -> None:
    """The findings include terms without an approver, forbidden teaching, and a seat that stays taken."""
    found = {(finding.kind.value, finding.clause) for finding in RULES.findings}

    assert found >= {
        ("TEXT-GAP", "1.1/tournament-terms-and-conditions"), ("CONFLICT", "10.6"), ("TEXT-GAP", "10.10"),
    }  # fmt: skip


def test_the_readings_are_those_of_the_text_in_order() -> None:
    """They are S-01 to S-18 and S-41, and no other name is accepted."""
    numbers = [*range(1, 19), 41]

    assert [reading.id for reading in RULES.readings] == [f"S-{number:02}" for number in numbers]
    with pytest.raises(NotFound):
        RULES.reading("S-19")
