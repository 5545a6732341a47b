"""Crown Melbourne 6.1: the worth of each reading of unclear words, and the powers of each rank."""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction

import pytest

from sicbo.game.limits import Bounds, Limits
from sicbo.game.money import Instrument
from sicbo.game.policies import (
    Afterwards,
    Demand,
    ForeignChips,
    Ground,
    Measured,
    Moment,
    OffendersWager,
    Per,
    Returned,
    Spoken,
    Step,
    TokenOnWin,
    Voucher,
    WarningLasts,
    WrongEntry,
)
from sicbo.game.ranks import Act, Rank
from sicbo.game.rulebook.rules import Rules
from sicbo.game.settlement import Outcome, Wager, settle
from sicbo.rulebooks.crown_melbourne_6_1.rulebook import RULES
from tests.clauses.brute import EVERY, Dice, edge
from tests.clauses.melbourne import colours, house_edge, of_colour, ten_on

Pays = Callable[[Dice], int | None]


def when(odds: int, test: Callable[[Dice], bool]) -> Pays:
    """Return a bet that pays `odds` if a test holds, and loses otherwise."""
    return lambda dice: odds if test(dice) else None


def alike(dice: Dice) -> bool:
    """Return whether three dice show the same."""
    return len(set(dice)) == 1


def by_count(face: int, *odds: int | None) -> Pays:
    """Return a bet priced by how many dice show a face, beginning with none."""
    return lambda dice: odds[dice.count(face)]


def or_back(pays: Pays, test: Callable[[Dice], bool]) -> Pays:
    """Return the same bet, but a losing stake goes back if a test holds."""
    return lambda dice: 0 if pays(dice) is None and test(dice) else pays(dice)


def pairs(dice: Dice) -> int:
    """Return how many pairs of dice show 2 and 5."""
    return dice.count(2) * dice.count(5)


SMALL = when(1, lambda dice: 4 <= sum(dice) <= 10)
BIG = when(1, lambda dice: 11 <= sum(dice) <= 17)
ODD = when(1, lambda dice: sum(dice) % 2 == 1 and 3 < sum(dice) < 18)
EVEN = when(1, lambda dice: sum(dice) % 2 == 0 and 3 < sum(dice) < 18)

EDGES: list[tuple[str, str, str, str, Pays]] = [
    ("M-01 at-least-one", "b", "colour-red", "-11/27", when(1, lambda dice: of_colour("red", dice) >= 1)),
    ("M-01 exactly-one", "b", "colour-red", "1/9", when(1, lambda dice: of_colour("red", dice) == 1)),
    (
        "M-02 at-least-two",
        "b",
        "colour-double-blue",
        "-1/27",
        when(3, lambda dice: of_colour("blue", dice) >= 2),
    ),
    (
        "M-02 exactly-two",
        "b",
        "colour-double-blue",
        "1/9",
        when(3, lambda dice: of_colour("blue", dice) == 2),
    ),
    (
        "M-02 each-pair",
        "b",
        "colour-double-blue",
        "-7/27",
        lambda dice: (None, None, 3, 9)[of_colour("blue", dice)],
    ),
    ("M-03 two-bets", "b", "symbol-triple-fish", "35/216", when(180, lambda dice: dice == (1, 1, 1))),
    (
        "M-03 two-bets",
        "b",
        "colour-triple-green",
        "1/9",
        when(23, lambda dice: of_colour("green", dice) == 3),
    ),
    (
        "M-03 symbol-or-colour",
        "b",
        "symbol-triple-fish",
        "-154/27",
        when(180, lambda dice: of_colour("red", dice) == 3),
    ),
    ("M-03 symbol-and-colour", "b", "colour-triple-green", "8/9", when(23, lambda dice: dice == (2, 2, 2))),
    (
        "M-03 mixed-only",
        "b",
        "colour-triple-green",
        "1/3",
        when(23, lambda dice: of_colour("green", dice) == 3 and not alike(dice)),
    ),
    ("M-04 two-bets", "b", "any-symbol-triple", "1/9", when(31, alike)),
    ("M-04 two-bets", "b", "any-colour-triple", "1/9", when(7, lambda dice: colours(dice) == 1)),
    ("M-04 one-bet", "b", "any-symbol-triple", "-23/9", when(31, lambda dice: colours(dice) == 1)),
    (
        "M-04 mixed-only",
        "b",
        "any-colour-triple",
        "1/3",
        when(7, lambda dice: colours(dice) == 1 and not alike(dice)),
    ),
    ("M-05 triples-lose", "a", "small", "1/36", lambda dice: None if alike(dice) else SMALL(dice)),
    ("M-05 triples-win", "a", "small", "1/108", SMALL),
    ("M-05 triples-win", "b", "big", "1/108", BIG),
    ("M-06 triples-lose", "a", "odd", "1/36", lambda dice: None if alike(dice) else ODD(dice)),
    ("M-06 triples-win", "a", "odd", "1/108", ODD),
    ("M-06 triples-win", "a", "even", "1/108", EVEN),
    (
        "M-07 three-different",
        "a",
        "four-2356",
        "1/9",
        when(7, lambda dice: len(set(dice) & {2, 3, 5, 6}) == 3),
    ),
    ("M-07 within-the-four", "a", "four-2356", "-37/27", when(7, lambda dice: set(dice) <= {2, 3, 5, 6})),
    ("M-08 both-once", "a", "domino-25", "1/36", when(6, lambda dice: pairs(dice) > 0)),
    ("M-08 exactly-two", "a", "domino-25", "2/9", when(6, lambda dice: pairs(dice) == 1)),
    ("M-08 each-pair", "a", "domino-25", "-5/36", lambda dice: 6 * pairs(dice) or None),
    ("M-09 highest-line", "a", "single-4", "1/27", by_count(4, None, 1, 2, 12)),
    ("M-09 cumulative", "a", "single-4", "-5/108", by_count(4, None, 1, 3, 15)),
    ("M-09 cumulative", "b", "symbol-coin", "-5/108", by_count(4, None, 1, 3, 15)),
    ("M-10 table-1", "a", "double-4", "1/9", by_count(4, None, None, 11, 11)),
    ("M-10 captions", "a", "double-4", "-335/27", by_count(4, None, None, 180, 180)),
    ("M-10 captions", "a", "double-3", "1/9", by_count(3, None, None, 11, 11)),
    ("M-10 captions", "a", "triple-4", "23/27", by_count(4, None, None, None, 31)),
    ("M-10 captions", "a", "triple-3", "35/216", by_count(3, None, None, None, 180)),
    ("M-18 own-limb", "a", "triple-4", "35/216", by_count(4, None, None, None, 180)),
    (
        "M-18 both-limbs",
        "a",
        "triple-4",
        "17/216",
        or_back(by_count(4, None, None, None, 180), lambda dice: colours(dice) == 1 and not alike(dice)),
    ),
    (
        "M-18 both-limbs",
        "a",
        "double-4",
        "-16/27",
        or_back(by_count(4, None, None, 11, 11), lambda dice: colours(dice) < 3),
    ),
    ("M-18 both-limbs", "a", "any-triple", "1/36", or_back(when(31, alike), lambda dice: colours(dice) == 1)),
    ("M-20 four-sets", "a", "four-1234", "1/9", when(7, lambda dice: len(set(dice) & {1, 2, 3, 4}) == 3)),
    ("M-20 one-list", "a", "four-1234", "-31/9", when(7, lambda dice: len(set(dice)) == 3)),
]


@pytest.mark.parametrize(("reading", "option", "bet", "expected", "pays"), EDGES)
def test_each_reading_has_its_exact_edge(
    reading: str, option: str, bet: str, expected: str, pays: Pays
) -> None:
    """Counted from scratch and settled by the rules, the house edge is the published one."""
    assert edge(pays) == Fraction(expected)
    assert house_edge(option, bet, taken(reading)) == Fraction(expected)


def taken(reading: str) -> Rules:
    """Return the rules under one option, written as in `M-01 exactly-one`."""
    return RULES.read(dict([reading.split(" ")]))


def figures(reading: str) -> dict[str, Fraction]:
    """Return the worked examples of one option."""
    name, _, option = reading.partition(" ")
    return dict(RULES.reading(name).option(option).figures)


def test_every_reading_is_here_and_its_first_option_changes_nothing() -> None:
    """They are M-01 to M-20, and each default agrees with the rulings."""
    assert [reading.id for reading in RULES.readings] == [f"M-{number:02}" for number in range(1, 21)]
    for reading in RULES.readings:
        assert not (reading.default.wins or reading.default.pays or reading.default.rulings)
        assert len(reading.options) > 1


def test_one_unit_on_each_colour_loses_one_spin_in_nine() -> None:
    """As written the three colours together earn +3 on 48 rolls, +1 on 144 and lose one on 24."""
    bets = ("colour-red", "colour-green", "colour-blue")
    nets = Counter(sum(ten_on(bet, "-".join(map(str, dice)), "b").net for bet in bets) for dice in EVERY)
    assert nets == {3_000: 48, 1_000: 144, -1_000: 24}


def test_m_11_the_warning_lasts_for_the_day_or_for_the_round() -> None:
    """A second Big under the minimum costs nothing after a warning, 1/36 where the warning has lapsed."""
    limits, layout = Limits(Bounds(2_500)), RULES.layout("a")
    for warned, option, cost in ((True, "table-and-day", Fraction(0)), (False, "round", Fraction(1, 36))):
        nets = (settle(Wager("big", 2_000), dice, layout, RULES, limits, warned=warned).net for dice in EVERY)
        assert Fraction(-sum(nets), 216 * 2_000) == cost
        assert figures(f"M-11 {option}") == {"house edge of a second big under the minimum": cost}
    assert RULES.limits.warning.choice is WarningLasts.TABLE_AND_DAY
    assert taken("M-11 round").limits.warning.choice is WarningLasts.ROUND


def test_m_12_a_maximum_holds_the_area_and_the_agreed_limit() -> None:
    """Two 300s on Big under a maximum of 500 earn 500 together or 600 apart."""
    limits = Limits(Bounds(2_500, 50_000))
    together, apart = (
        sum(
            settle(Wager("big", stake), (5, 5, 1), RULES.layout("a"), RULES, limits).winnings
            for stake in stakes
        )
        for stakes in ([60_000], [30_000, 30_000])
    )
    assert (together, apart) == (50_000, 60_000)
    assert figures("M-12 area-and-agreed")["winnings of two 300s on big, maximum 500"] == 500
    assert figures("M-12 each-wager")["winnings of two 300s on big, maximum 500"] == 600
    assert (RULES.limits.per.choice, taken("M-12 each-wager").limits.per.choice) == (Per.AREA, Per.WAGER)
    assert taken("M-12 sign").limits.measured_by.choice is Measured.SIGN
    assert set(figures("M-12 sign").values()) == {Fraction(500)}


@pytest.mark.parametrize(
    ("option", "stake", "won", "cost"),
    [
        ("least-payable", 700, 1_000, "-13/72"),
        ("least-payable", 1_000, 1_000, "1/36"),
        ("least-payable", 3_000, 3_000, "1/36"),
        ("one-step-up", 700, 1_000, "-13/72"),
        ("one-step-up", 1_000, 1_500, "-31/144"),
        ("one-step-up", 3_000, 3_500, "-23/432"),
    ],
)
def test_m_13_winnings_are_raised_only_where_chips_cannot_pay(
    option: str, stake: int, won: int, cost: str
) -> None:
    """Chips of 5: 7 on Big earns 10 and 30 earns 30; a step up always would make 10 earn 15, 30 earn 35."""
    rules, limits = taken(f"M-13 {option}"), Limits(unit=2_500, chip=500)
    lines = [settle(Wager("big", stake), dice, rules.layout("a"), rules, limits) for dice in EVERY]
    assert {line.winnings for line in lines if line.outcome is Outcome.WON} == {won}
    assert Fraction(-sum(line.net for line in lines), 216 * stake) == Fraction(cost)
    (figure,) = [value for name, value in figures(f"M-13 {option}").items() if f" {stake // 100} on" in name]
    assert figure == Fraction(cost)


def test_m_14_a_void_gives_stakes_back_and_an_offenders_wager_waits() -> None:
    """Wagers of a no-spin might also stand, and an offender's be refunded or forfeited."""
    stand = taken("M-14 stand")
    standing = [case.clause for case in stand.irregularities if case.returned is Returned.STANDS]
    assert standing == ["5.1.5, 7.1.1", "7.1.2", "7.1.3"]
    assert [case.returned for case in RULES.irregularities] == [None] * 5
    assert RULES.faults.void.choice is stand.faults.void.choice is Returned.STAKES
    offenders = [
        taken(f"M-14 {option}").conduct.offenders_wager.choice
        for option in ("refunded", "offender-refunded", "offender-forfeits")
    ]
    assert offenders == [OffendersWager.SUSPENSE, OffendersWager.REFUNDED, OffendersWager.MAY_BE_FORFEITED]
    worth = [figures(f"M-14 {option.key}") for option in RULES.reading("M-14").options]
    assert [list(figure.values()) for figure in worth] == [[0], [Fraction(1, 36)], [0], [1]]


def test_m_15_untraced_colour_chips_are_worth_the_lowest_minimum() -> None:
    """Ten chips issued at 1 redeem for 250 where the lowest minimum is 25, or not at all."""
    choices = [
        taken(f"M-15 {key}").wagers.foreign_chips.choice for key in ("lowest-minimum", "not-exchanged")
    ]
    assert choices == [ForeignChips.CLOSED_TABLE_TRACED, ForeignChips.CLOSED_TABLE_KNOWN]
    paid = [list(figures(f"M-15 {key}").values()) for key in ("lowest-minimum", "not-exchanged")]
    assert paid == [[250], [0]]


def test_m_16_a_chip_counts_where_it_lay_at_the_close() -> None:
    """A chip knocked from total 4 to total 5 counts at 62 to 1, or at 31 if the call decides."""
    assert ten_on("total-4", "1-1-2").odds == figures("M-16 at-the-close").popitem()[1] == 62
    assert ten_on("total-5", "1-2-2").odds == figures("M-16 at-the-call").popitem()[1] == 31
    assert RULES.wagers.fixed_at.choice is Moment.CLOSE
    assert taken("M-16 at-the-call").wagers.fixed_at.choice is Moment.CALL


def test_m_17_the_dice_decide_over_a_wrong_entry() -> None:
    """Dice 1-2-4 entered as 6-2-4: Big earns nothing, or 10 if the entry stood."""
    assert ten_on("big", "1-2-4").winnings == 100 * figures("M-17 dice-decide").popitem()[1] == 0
    assert ten_on("big", "6-2-4").winnings == 100 * figures("M-17 as-entered").popitem()[1] == 1_000
    assert RULES.faults.wrong_entry.choice is WrongEntry.DICE_DECIDE_IN_ROUND
    assert taken("M-17 as-entered").faults.wrong_entry.choice is WrongEntry.AS_ENTERED


def test_m_19_a_token_is_changed_into_chips_before_it_is_a_stake() -> None:
    """On Big a chip is worth 35/36 of itself; a token that the house keeps 35/72."""
    kept = taken("M-19 kept")
    assert RULES.wagers.tokens.choice is TokenOnWin.NOT_A_STAKE
    assert (RULES.wagers.spoken.choice, RULES.wagers.vouchers.choice) == (Spoken.BACKED, Voucher.INTO_CHIPS)
    assert RULES.wagers.stakes.choice == (Instrument.VALUE_CHIP, Instrument.COLOUR_CHIP)
    assert Instrument.TOKEN in kept.wagers.stakes.choice
    assert 1 - house_edge("a", "big") == figures("M-19 converted").popitem()[1] == Fraction(35, 36)
    token = Wager("big", 1_000, Instrument.TOKEN)
    lines = [settle(token, dice, kept.layout("a"), kept) for dice in EVERY]
    assert {line.returned for line in lines} == {0}
    worth = Fraction(sum(line.winnings for line in lines), 216_000)
    assert worth == figures("M-19 kept").popitem()[1] == Fraction(35, 72)


def test_the_round_runs_in_the_order_of_5_1() -> None:
    """Bets come before the spin; the close after it; the total is not called."""
    order = "PLACE_BETS COVER SPIN CLOSE UNCOVER CALL ENTER LIGHT COLLECT PAY"
    assert [stage.step for stage in RULES.round.order.choice] == [Step[name] for name in order.split()]
    assert [stage.clause for stage in RULES.round.order.choice[-2:]] == ["5.1.6, 3.19.1", "5.1.6, 3.19.2"]
    assert RULES.round.call.choice.value == "each face"
    assert RULES.round.idle.choice.value == "every step, with an empty settlement"


def test_five_grounds_make_a_void_and_only_fraud_reaches_single_wagers() -> None:
    """Three must be declared by a dealer; fraud is for the highest rank, disruption for a supervisor."""
    again, repaired, following = Afterwards.SPIN_AGAIN, Afterwards.WHEN_REPAIRED, Afterwards.NEXT_ROUND
    grounds = [
        (case.clause, case.ground, case.demand, case.rank, case.afterwards) for case in RULES.irregularities
    ]
    assert grounds == [
        ("5.1.5, 7.1.1", Ground.NOT_FLAT, Demand.MUST, Rank.DEALER, again),
        ("7.1.2", Ground.TUMBLER_FAULT, Demand.MUST, Rank.DEALER, repaired),
        ("7.1.3", Ground.EXPOSED_EARLY, Demand.MUST, Rank.DEALER, again),
        ("9.3", Ground.FRAUD, Demand.MAY, Rank.SENIOR_MANAGER, following),
        ("9.4", Ground.DISRUPTION, Demand.MAY, Rank.SUPERVISOR, following),
    ]
    assert [case.clause for case in RULES.irregularities if case.wager_too] == ["9.3"]


def test_powers_are_granted_by_clause_and_least_rank() -> None:
    """No clause lets a rank refuse a wager, bar from the casino, or void for other equipment."""
    least = {
        Rank.DEALER: "DEAL DECLARE_VOID VACATE_SEAT",
        Rank.SUPERVISOR: "OPEN_TABLE DESIGNATE_TABLE VOID_FOR_DISRUPTION ISSUE_SECOND_COLOUR CLOSE_TABLE "
        "CORRECT_RESULT",
        Rank.MANAGER: "CHANGE_LIMITS AGREE_PERSONAL_LIMITS IDLE_SPIN VERIFY_FOREIGN_CHIPS RESUME_AFTER_FAULT "
        "DECIDE_DISPUTE RESOLVE_UNFORESEEN",
        Rank.SENIOR_MANAGER: "VOID_FOR_FRAUD VOID_OFFENDERS_WAGERS EXCLUDE_FROM_GAME WITHHOLD_WINNINGS "
        "DETAIN",
    }
    granted = {Act[name]: rank for rank, names in least.items() for name in names.split()}
    assert {power.act: power.rank for power in RULES.powers} == granted
    for act in (Act.REFUSE_WAGER, Act.EXCLUDE_FROM_CASINO, Act.VOID_FOR_EQUIPMENT, Act.FORFEIT):
        assert RULES.power(act) is None


def test_a_reading_is_found_from_every_row_that_it_prices() -> None:
    """A row of Table 1 or 2 shows that its odds can be read otherwise."""
    for reading in RULES.readings:
        priced = {pay.clause for option in reading.options for pay in option.pays}
        assert priced <= set(reading.clause.split(", ")), reading.id


def test_what_is_odd_about_the_words_is_found() -> None:
    """The findings include unranked roles, a rerun against a repair, and spins that may or may not count."""
    found = {(finding.kind.value, finding.clause) for finding in RULES.findings}
    assert found >= {("NOTE", "1.1"), ("CONFLICT", "7.2"), ("TEXT-GAP", "9.8")}
