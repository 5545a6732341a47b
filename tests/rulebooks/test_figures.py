"""Every worked figure of the readings counted again, over the 216 rolls or in actual money."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import chain

import pytest

from sicbo.rulebooks import every_rulebook
from tests.clauses.brute import Dice, edge, wins

F = Fraction
Bet = Callable[[Dice], bool]
Key = tuple[str, str, str]
Worked = dict[Key, Fraction]


def small(dice: Dice) -> bool:
    """Whether the total is 4 to 10 without a triple."""
    return 4 <= sum(dice) <= 10 and len(set(dice)) > 1


def big(dice: Dice) -> bool:
    """Whether the total is 11 to 17 without a triple."""
    return 11 <= sum(dice) <= 17 and len(set(dice)) > 1


def total(number: int) -> Bet:
    """Return a test whether three dice add up to a number."""
    return lambda dice: sum(dice) == number


def played_edge(bet: Bet, odds: Fraction | int = 1) -> Fraction:
    """Return the house edge of a bet that is settled normally."""
    return edge(lambda dice: odds if bet(dice) else None)


def winnings_of(bet: Bet, dice: Dice, stake: int, odds: int = 1) -> Fraction:
    """Return the winnings of a stake on one roll."""
    return F(stake * odds) if bet(dice) else F(0)


# Small and Big at even money, a stake returned on every roll, and one collected on every roll.
SMALL, BIG = played_edge(small), played_edge(big)
BACK, GONE = edge(lambda dice: 0), edge(lambda dice: None)


def figure(reading: str, name: str, options: Mapping[str, Fraction | int]) -> Worked:
    """Register one figure of a reading, under each option that states it."""
    return {(reading, option, name): F(value) for option, value in options.items()}


# What 62 and 31 to 1 pay for a chip that was on total 4 at the close and was knocked to total 5.
ON_FOUR, ON_FIVE = (1, 1, 2), (1, 2, 2)


def knocked_chip_figures(reading: str, close: str, later: str) -> Worked:
    """Return its payouts by its place at the close, or by the later one, on a roll of each total."""
    name = "winnings of 1 knocked from total 4 to total 5, roll {}-{}-{}"
    return {
        (reading, option, name.format(*dice)): winnings_of(total(number), dice, 1, odds)
        for option, number, odds in ((close, 4, 62), (later, 5, 31))
        for dice in (ON_FOUR, ON_FIVE)
    }


def moved_chip_figures(reading: str, close: str, later: str) -> Worked:
    """Return the odds of the total where it was at the close, or of the one where it is later."""
    options = {close: winnings_of(total(4), ON_FOUR, 1, 62), later: winnings_of(total(5), ON_FIVE, 1, 31)}
    return figure(reading, "odds of a chip moved from total 4 to total 5", options)


def in_chips_of_5(amount: int) -> int:
    """Return the lowest multiple of five that is not below an amount."""
    return next(paid for paid in range(amount, amount + 5) if paid % 5 == 0)


def above_in_chips_of_5(amount: int) -> int:
    """Return the lowest multiple of five above an amount."""
    return in_chips_of_5(amount + 1)


def paid_in_chips(reading: str, stakes: dict[int, str]) -> Worked:
    """A winning stake on Big earns its own amount, rounded up to what chips of five can pay."""
    return {
        (reading, option, f"house edge of {stake} on big{words}"): played_edge(big, F(raised(stake), stake))
        for option, raised in (("least-payable", in_chips_of_5), ("one-step-up", above_in_chips_of_5))
        for stake, words in stakes.items()
    }


def untraced_chip_figures(reading: str) -> Worked:
    """Return the figures of ten chips: each worth the lowest minimum of 25, or not exchanged."""
    name = "paid for ten chips issued at 1, lowest minimum 25"
    return figure(reading, name, {"lowest-minimum": 10 * 25, "not-exchanged": 0 * 25})


def kept_token(bet: Bet, odds: int) -> Fraction:
    """Return the value of a token that the house keeps, win or lose: the winnings alone."""
    return F(wins(bet) * odds, 216)


def returned_token(bet: Bet, odds: int) -> Fraction:
    """Return the value of a token or chip that is returned when it wins."""
    return F(wins(bet) * (odds + 1), 216)


def lasting_token(bet: Bet, odds: int) -> Fraction:
    """Return the value of a token wagered until it loses: v = p (odds + v), so v = p odds / (1 - p)."""
    return F(wins(bet) * odds, 216 - wins(bet))


# The odds of a Super Streak by its length, typed from the table in 7.2.
STREAK_PAYS = {4: 6, 5: 10, 6: 15, 7: 20, 8: 35, 9: 50, 10: 75, 11: 100, 12: 500}


def value_at_length(count: int) -> Fraction:
    """Return the value of a Super Streak on Small: Small adds one, Big ends it, triples hold it."""
    if count == 12:
        return F(STREAK_PAYS[12])
    grows, ends = wins(small), wins(big)
    return (grows * value_at_length(count + 1) + ends * STREAK_PAYS.get(count, -1)) / (grows + ends)


CANBERRA = [
    figure(
        "C-01",
        "house edge of small in a round stopped for fraud",
        {"bet-or-spin": BACK, "to-the-letter": SMALL},
    ),
    figure("C-08", "house edge of small on an invalidated outcome", {"as-void": BACK, "no-rule": GONE}),
    figure(
        "C-09",
        "kept of 10 paid on small before the void",
        {"payouts-too": 10 - 10, "stakes-only": winnings_of(small, (1, 2, 4), 10)},
    ),
    figure(
        "C-10",
        "winnings of 10 on small, dice 1-2-4 entered as 4-5-6",
        {"dice-decide": winnings_of(small, (1, 2, 4), 10), "as-entered": winnings_of(small, (4, 5, 6), 10)},
    ),
    figure(
        "C-11",
        "house edge of small under the minimum, one round later",
        {"table-and-day": BACK, "round": SMALL},
    ),
    figure(
        "C-18",
        "winnings of 10 on small, die broken between call and payment",
        {"until-paid": 0, "until-called": winnings_of(small, (1, 2, 4), 10)},
    ),
    knocked_chip_figures("C-20", "at-the-close", "at-settlement"),
]

SYDNEY = [
    figure(
        "S-05",
        "value of a token of 1 on big",
        {"kept": kept_token(big, 1), "returned": returned_token(big, 1)},
    ),
    figure("S-06", "winnings of 600 on big, maximum 500", {"cut": min(600, 500), "whole": 600}),
    figure("S-07", "house edge of 20 on big, sign 25", {"settled": BIG, "returned": BACK}),
    figure(
        "S-08", "house edge of 20 on big, sign 25, queried", {"returned-or-cut": BACK, "as-found-late": BIG}
    ),
    figure(
        "S-09",
        "winnings of 1500 on big, agreed maximum 2000, sign 500",
        {"agreed": min(1500, 2000), "sign": min(1500, 500)},
    ),
    paid_in_chips("S-10", {7: " paid in chips of 5", 10: " paid in chips of 5"}),
    figure("S-11", "house edge of big placed on a no-spin", {"refunded": BACK, "stand": BIG}),
    figure("S-12", "house edge of an offender's voided wager", {"refunded": BACK, "forfeited": GONE}),
    untraced_chip_figures("S-13"),
    knocked_chip_figures("S-14", "at-the-close", "at-the-call"),
    figure(
        "S-15",
        "winnings of 10 on big, dice 1-2-4, entered as 6-5-2",
        {"dice-decide": winnings_of(big, (1, 2, 4), 10), "as-entered": winnings_of(big, (6, 5, 2), 10)},
    ),
    figure(  # If voiding is optional, only losing rolls would stand; otherwise every stake is returned.
        "S-16",
        "house edge of big if only winning rolls are voided",
        {"must": BACK, "may": edge(lambda dice: 0 if big(dice) else None)},
    ),
    figure(
        "S-17",
        "at risk of twice 300 on big, maximum 500",
        {"together": min(300 + 300, 500), "each": min(300, 500) + min(300, 500)},
    ),
    figure(
        "S-18",
        "value of a voucher of 1 on big",
        {
            "exchanged-first": returned_token(big, 1),
            "as-token": kept_token(big, 1),
            "as-chips": returned_token(big, 1),
        },
    ),
]

MELBOURNE = [
    figure("M-11", "house edge of a second big under the minimum", {"table-and-day": BACK, "round": BIG}),
    figure(
        "M-12",
        "winnings of two 300s on big, maximum 500",
        {"area-and-agreed": min(300 + 300, 500), "each-wager": min(300, 500) + min(300, 500)},
    ),
    figure(
        "M-12",
        "winnings of 1500 on big, agreed maximum 2000, sign 500",
        {"area-and-agreed": min(1500, 2000), "sign": min(1500, 500)},
    ),
    paid_in_chips(
        "M-13", {7: " paid in chips of 5", 10: " paid in chips of 5", 30: ", unit 25, paid in chips of 5"}
    ),
    figure("M-14", "house edge of big on a no-spin", {"refunded": BACK, "stand": BIG}),
    figure(
        "M-14",
        "house edge of an offender's voided big",
        {"offender-refunded": BACK, "offender-forfeits": GONE},
    ),
    untraced_chip_figures("M-15"),
    moved_chip_figures("M-16", "at-the-close", "at-the-call"),
    figure(
        "M-17",
        "winnings of 10 on big, dice 1-2-4 entered as 6-2-4",
        {"dice-decide": winnings_of(big, (1, 2, 4), 10), "as-entered": winnings_of(big, (6, 2, 4), 10)},
    ),
    figure(
        "M-19", "value of a token on big", {"converted": returned_token(big, 1), "kept": kept_token(big, 1)}
    ),
]

# Pay table 1 of Singapore for one unit: as printed, the unit below and the unit above.
HALF_ODDS: list[tuple[str, Bet, tuple[Fraction | int, ...]]] = [
    ("total-8", total(8), (F(17, 2), 8, 9)),
    ("total-10", total(10), (F(13, 2), 6, 7)),
    ("double-1", lambda dice: dice.count(1) >= 2, (F(23, 2), 11, 12)),
    ("four-1234", lambda dice: set(dice) <= {1, 2, 3, 4} and len(set(dice)) == 3, (F(15, 2), 7, 8)),
]

SINGAPORE = [
    *(
        figure("SG-08", f"house edge of 1 unit on {name}", {option: played_edge(bet, odds)})
        for name, bet, paid in HALF_ODDS
        for option, odds in zip(("exact", "round-down", "round-up"), paid, strict=True)
    ),
    figure(
        "SG-10",
        "house edge of small, everything cut before an outcome",
        {"by-outcome": BACK, "terminals-play-on": SMALL},
    ),
    figure(
        "SG-11",
        "house edge of small, power cut over covered dice at rest",
        {"once-read": BACK, "at-rest": SMALL},
    ),
    figure(
        "SG-12",
        "kept of 10 won on small in an affected earlier round",
        {"every-affected": 10 - 10, "this-round": winnings_of(small, (1, 2, 4), 10)},
    ),
    figure(  # The stake that was collected by the wrong entry is returned with its winnings.
        "SG-13",
        "owed on 10 on small, dice 1-2-4 entered as 4-5-6, found late",
        {"any-time": 10 + winnings_of(small, (1, 2, 4), 10), "until-next-round": 0},
    ),
    figure(
        "SG-14",
        "winnings of a mistaken 10 on small that wins",
        {"settles": winnings_of(small, (1, 2, 4), 10), "need-not-be-paid": 0},
    ),
]

# A returned wager wins and costs nothing; a lost one costs its stake of 1.
AT_THREE = "value of a wager standing at three"
REFUNDED, LOST = 0, -1


def combination(dice: Dice) -> bool:
    """Whether a Dice Combination, here of 1 and 2, wins: both show."""
    return 1 in dice and 2 in dice


def token(option: str, worth: Callable[[Bet, int], Fraction]) -> Worked:
    """Return the value of a token of 1 on Small at 1 to 1 and on a Dice Combination at 6 to 1."""
    return figure("ST-16", "value of a token on small", {option: worth(small, 1)}) | figure(
        "ST-16", "value of a token on a dice combination", {option: worth(combination, 6)}
    )


STAR = [
    figure(  # Placed at the changeover the wager has counted no result; below four it takes over the run.
        "ST-06",
        "value of a wager placed after one result",
        {"at-changeover": value_at_length(0), "below-four": value_at_length(1)},
    ),
    figure("ST-06", "value of a wager placed after two results", {"below-four": value_at_length(2)}),
    figure("ST-06", "value of a wager placed after three results", {"below-four": value_at_length(3)}),
    figure(
        "ST-07", AT_THREE, {"holds": value_at_length(3), "refunded": REFUNDED, "restarts": value_at_length(0)}
    ),
    figure(
        "ST-10",
        "given up by a wager standing at three",
        {"settled": value_at_length(3) - LOST, "refunded": value_at_length(3) - REFUNDED},
    ),
    figure(  # One more result: a fourth like one pays 6, any other roll, even a triple, loses.
        "ST-11",
        AT_THREE,
        {"play-on": value_at_length(3), "next-result": -played_edge(small, STREAK_PAYS[4])},
    ),
    figure(
        "ST-12",
        "winnings of 10 laid after the tumble, ending at four",
        {"before-spin": 0, "with-other-bets": 10 * STREAK_PAYS[4]},
    ),
    figure("ST-13", AT_THREE, {"waits": value_at_length(3), "refunded": REFUNDED}),
    figure("ST-14", "house edge of small on a no-result", {"returned": BACK, "literal": GONE}),
    moved_chip_figures("ST-15", "at-the-close", "at-the-uncovering"),
    token("kept", kept_token),
    token("returned", returned_token),
    token("plays-on", lasting_token),
    figure(
        "ST-17",
        "house edge of small at a table without the button",
        {"touch-screens": SMALL, "every-table": BACK},
    ),
    figure(  # Corrected to the dice it plays on; as under faulty lights it loses at three.
        "ST-18",
        "given up by a Super Streak standing at three",
        {"dice-decide": value_at_length(3) - value_at_length(3), "as-lights": value_at_length(3) - LOST},
    ),
    figure(
        "ST-22",
        "value of ten unmarked checks sold at 2, minimum 5",
        {"as-told": 10 * 2, "table-minimum": 10 * 5},
    ),
    figure(
        "ST-25",
        "net of a wager of 1 shown at four, truly at three",
        {"dice": LOST, "screen": STREAK_PAYS[4]},
    ),
]

ROWS = [
    (key, value)
    for rows in chain(CANBERRA, SYDNEY, MELBOURNE, SINGAPORE, STAR)
    for key, value in rows.items()
]
TABLE: Worked = dict(ROWS)
STATED = [
    (book, (reading.id, option.key, name), stated)
    for book, rules in every_rulebook().items()
    for reading in rules.readings
    for option in reading.options
    for name, stated in option.figures.items()
]


def test_every_figure_and_nothing_else_is_counted_again() -> None:
    """A figure without an entry here, an entry without a figure, or a figure stated twice fails."""
    assert sorted(key for _, key, _ in STATED) == sorted(key for key, _ in ROWS)
    assert len(TABLE) == len(ROWS)


@pytest.mark.parametrize(
    ("key", "stated"),
    [(key, stated) for _, key, stated in STATED],
    ids=[f"{book}: {key}" for book, key, _ in STATED],
)
def test_a_figure_is_what_its_example_comes_to(key: Key, stated: Fraction) -> None:
    """What the reading states under an option is what the dice or the money of the example give."""
    assert stated == TABLE[key]
