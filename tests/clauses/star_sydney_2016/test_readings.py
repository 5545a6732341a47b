"""The Star 2016: the worth of each reading of unclear words, over the 216 rolls and in money."""

from fractions import Fraction

import pytest

from sicbo.errors import NotFound, Refusal
from sicbo.game.money import Instrument
from sicbo.game.policies import (
    Button,
    ColourValue,
    CountsBy,
    Moment,
    Returned,
    StreakPlaced,
    TokenOnWin,
    WrongEntry,
)
from sicbo.game.rulebook.rules import Rules
from sicbo.game.settlement import Wager, settle
from sicbo.game.super_streak import (
    Advance,
    Streaks,
    advance,
    invalidated,
    is_open,
    lights_failed,
    new_day,
    opening,
    place,
    super_streak_of,
    while_closing,
)
from sicbo.rulebooks.star_sydney_2016.rulebook import RULES
from tests.clauses.brute import EVERY
from tests.clauses.star import BIG_ODD, SMALL_EVEN, SMALL_ODD, TRIPLE, F, net_of, running, standing

PAYS = {4: 6, 5: 10, 6: 15, 7: 20, 8: 35, 9: 50, 10: 75, 11: 100, 12: 500}
AT_THREE = F(1591, 256)


def under(reading: str, option: str) -> Rules:
    """Return the rules with one reading chosen."""
    return RULES.read({reading: option})


def figure(reading: str, option: str, name: str) -> Fraction:
    """Return a worked example of a reading."""
    return RULES.reading(reading).option(option).figures[name]


def edge(rules: Rules, bet: str) -> Fraction:
    """Return the house edge of a dollar, settled on each of the 216 rolls."""
    layout = rules.layout()
    return F(-sum(settle(Wager(bet, 100), dice, layout, rules).net for dice in EVERY), 21_600)


def wins(rules: Rules, bet: str) -> int:
    """Return on how many rolls a bet pays."""
    return sum(settle(Wager(bet, 100), dice, rules.layout(), rules).winnings > 0 for dice in EVERY)


def played(rules: Rules, side: str, count: int) -> Fraction:
    """Return the worth of a wager at `count`, from the rolls that advance, hold or end it."""
    worth = F(0)
    for length in range(12, count - 1, -1):
        if length == 12:
            worth = F(500)
            continue
        held = advance_all(rules, side, length)
        ended = PAYS.get(length, -1)
        worth = (held.count(length + 1) * worth + held.count(None) * ended) / (216 - held.count(length))
    return worth


def advance_all(rules: Rules, side: str, count: int) -> list[int | None]:
    """Return the count after each of the 216 rolls: None if it ends, twelve if it pays at twelve."""
    moved = [advance(running(standing(count, side)), dice, rules) for dice in EVERY]
    return [stands(after) if after.streaks.wagers else ended(after) for after in moved]


def stands(after: Advance) -> int:
    """Return the count of the only wager."""
    return after.streaks.wagers[0].count


def ended(after: Advance) -> int | None:
    """Return twelve if the only wager ended there, or None."""
    return 12 if after.lines[0].length == 12 else None


@pytest.mark.parametrize(
    ("option", "count", "house", "even", "odd"),
    [
        ("intended", 105, F(1, 36), F(201, 2048), F(201, 2048)),
        ("literal", 78, F(5, 18), F(109292834496221934, 135168820322265625), F(201, 2048)),
        ("literal-with-18", 79, F(29, 108), F(109292834496221934, 135168820322265625), F(201, 2048)),
        ("with-10-and-18", 106, F(1, 54), F(201, 2048), F(201, 2048)),
    ],
)
def test_st_01_even_and_its_streak_by_each_list(
    option: str, count: int, house: Fraction, even: Fraction, odd: Fraction
) -> None:
    """10 in or out changes the bet and the runs of Even; 6-6-6, won or lost, holds every Super Streak."""
    rules = under("ST-01", option)
    held = advance(running(standing(4, "even"), standing(4, "odd")), (6, 6, 6), rules)
    assert ([wager.count for wager in held.streaks.wagers], held.lines) == ([4, 4], ())
    assert wins(rules, "even") == count
    assert edge(rules, "even") == house
    assert edge(rules, "odd") == F(1, 36)
    assert (-played(rules, "even", 0), -played(rules, "odd", 0)) == (even, odd)


@pytest.mark.parametrize(
    ("option", "odd"), [("odd-and-even", F(201, 2048)), ("literal", F(27858098504813, 28346956187648))]
)
def test_st_02_odd_and_even_runs_by_the_clauses_cited(option: str, odd: Fraction) -> None:
    """With 3.1.3 and 3.1.4 an Odd result would need a double: 45 rolls in place of 105."""
    rules = under("ST-02", option)
    assert -played(rules, "odd", 0) == -played(rules, "even", 0) == odd
    assert -played(rules, "small", 0) == F(201, 2048)
    assert edge(rules, "odd") == F(1, 36)


@pytest.mark.parametrize(
    ("option", "count", "house", "triple"),
    [
        ("triple-once", 16, F(1, 9), 1100),
        ("triple-thrice", 16, F(1, 108), 3300),
        ("just-two", 15, F(1, 6), -100),
    ],
)
def test_st_03_a_triple_on_its_double(option: str, count: int, house: Fraction, triple: int) -> None:
    """Paid once, three times, or not at all."""
    rules = under("ST-03", option)
    assert (wins(rules, "double-2"), edge(rules, "double-2")) == (count, house)
    assert settle(Wager("double-2", 100), (2, 2, 2), rules.layout(), rules).net == triple


@pytest.mark.parametrize(
    ("option", "count", "house"),
    [
        ("three-different", 24, F(1, 9)),
        ("repeats", 60, F(-11, 9)),
        ("repeats-and-triples", 64, F(-37, 27)),
    ],
)
def test_st_04_repeats_among_four_numbers(option: str, count: int, house: Fraction) -> None:
    """Were repeats allowed, the player would gain more than the stake on average."""
    rules = under("ST-04", option)
    for four in ("1234", "2345", "2356", "3456"):
        assert (wins(rules, f"four-{four}"), edge(rules, f"four-{four}")) == (count, house)


@pytest.mark.parametrize(
    ("option", "side", "count", "house"),
    [
        ("next-result", "big", 0, F(201, 2048)),
        ("players-pick", "big", 0, F(201, 2048)),
        ("breaking-result", "big", 1, F(-823, 1024)),
    ],
)
def test_st_05_side_and_count(option: str, side: str, count: int, house: Fraction) -> None:
    """Placed on Big when Big has just broken the run, and played out from there."""
    rules = under("ST-05", option)
    broken = advance(opening(rules), BIG_ODD, rules).streaks
    placed = place(broken, Wager("streak-big", 1000), rules, 1000)
    assert isinstance(placed, Streaks)
    assert (placed.wagers[0].side, placed.wagers[0].count) == (side, count)
    assert -played(rules, side, count) == house


def test_st_05_a_players_pick_may_be_the_other_side_and_a_next_side_is_number_one() -> None:
    """After Big: Small is refused by default, taken as a pick; without a side the next result decides."""
    broken = advance(opening(RULES), BIG_ODD, RULES).streaks
    small = Wager("streak-small", 1000)
    assert isinstance(place(broken, small, RULES, 1000), Refusal)
    assert isinstance(place(broken, small, under("ST-05", "players-pick"), 1000), Streaks)
    either = under("ST-05", "next-side")
    placed = place(broken, small, either, 1000)
    assert isinstance(placed, Streaks)
    first = advance(placed, BIG_ODD, either).streaks.wagers[0]
    assert (first.side, first.count) == ("big", 1)
    assert played(either, "big", 1) == F(823, 1024)


@pytest.mark.parametrize(
    ("option", "windows"),
    [
        ("at-changeover", [False, True, False, False, False]),
        ("never", [False, False, False, False, False]),
        ("below-four", [False, True, True, True, False]),
    ],
)
def test_st_06_when_the_window_is_open(option: str, windows: list[bool]) -> None:
    """After none, one, two, three and four like results."""
    rules, streaks, found = under("ST-06", option), opening(RULES), []
    for _ in windows:
        found.append(is_open(streaks.runs[0], rules))
        streaks = advance(streaks, SMALL_ODD, rules).streaks
    assert found == windows


def test_st_06_what_a_later_entry_is_worth() -> None:
    """The later a run may be taken over, the more it brings."""
    for length, words in ((1, "one result"), (2, "two results"), (3, "three results")):
        stated = figure("ST-06", "below-four", f"value of a wager placed after {words}")
        assert stated == played(RULES, "small", length)
    assert figure("ST-06", "at-changeover", "value of a wager placed after one result") == F(-201, 2048)


@pytest.mark.parametrize(
    ("option", "count", "worth"),
    [("holds", 3, AT_THREE), ("refunded", None, F(0)), ("restarts", 0, F(-201, 2048))],
)
def test_st_07_a_wager_at_three_when_the_gaming_day_changes(
    option: str, count: int | None, worth: Fraction
) -> None:
    """It keeps its count, goes back, or begins again."""
    rules = under("ST-07", option)
    after = new_day(running(standing(3)), rules)
    assert [wager.count for wager in after.streaks.wagers] == ([] if count is None else [count])
    assert [line.returned for line in after.lines] == ([1000] if count is None else [])
    assert figure("ST-07", option, "value of a wager standing at three") == worth
    assert worth == (F(0) if count is None else played(rules, "small", count))


def test_st_08_twelve_in_a_row() -> None:
    """Paid at the twelfth; or only if the run then breaks, for which the house edge is 1305/8192."""
    assert net_of(advance(running(standing(11)), SMALL_ODD, RULES).lines[0]) == 500_000
    rules = under("ST-08", "must-break")
    twelve = advance(running(standing(11)), SMALL_ODD, rules)
    assert twelve.lines == ()
    assert net_of(advance(twelve.streaks, BIG_ODD, rules).lines[0]) == 500_000
    assert net_of(advance(twelve.streaks, SMALL_ODD, rules).lines[0]) == -1000
    lost_more = F(1, 2**12) * (500 - F(499, 2))
    assert F(201, 2048) + lost_more == F(1305, 8192)


def test_st_09_rungs_on_the_way() -> None:
    """At five: 10 to 1 at the end; or 6 and 10 as they are reached, and the stake back."""
    rules, streaks, won = under("ST-09", "each-rung"), running(standing(3)), []
    for dice in (SMALL_ODD, SMALL_EVEN, BIG_ODD):
        after = advance(streaks, dice, rules)
        streaks = after.streaks
        won += [net_of(line) for line in after.lines]
    assert won == [6000, 10_000, 0]
    assert net_of(advance(running(standing(5)), BIG_ODD, RULES).lines[0]) == 10_000
    reached = sum((F(odds, 2**length) for length, odds in PAYS.items()), F(0))
    assert reached - F(15, 16) == F(317, 512)


@pytest.mark.parametrize(
    ("option", "comes_to", "given_up"), [("settled", -1000, F(1847, 256)), ("refunded", 0, F(1591, 256))]
)
def test_st_10_a_wager_at_three_when_the_lights_fail(option: str, comes_to: int, given_up: Fraction) -> None:
    """After a third like result it loses, or goes back; either way its prospects are gone."""
    after = lights_failed(running(standing(2)), SMALL_ODD, under("ST-10", option))
    assert [net_of(line) for line in after.lines] == [comes_to]
    assert after.streaks.wagers == ()
    assert figure("ST-10", option, "given up by a wager standing at three") == given_up
    assert given_up == played(RULES, "small", 3) - F(comes_to, 1000)


@pytest.mark.parametrize(("option", "worth"), [("play-on", AT_THREE), ("next-result", F(173, 72))])
def test_st_11_a_wager_at_three_after_the_final_call(option: str, worth: Fraction) -> None:
    """It plays on; or one more result decides, and a triple then finds it at three."""
    rules = under("ST-11", option)
    assert figure("ST-11", option, "value of a wager standing at three") == worth
    after = [while_closing(running(standing(3)), dice, rules) for dice in EVERY]
    if option == "play-on":
        assert worth == played(rules, "small", 3)
        assert while_closing(running(standing(3)), TRIPLE, rules).streaks.wagers == (standing(3),)
    else:
        assert sum((F(net_of(each.lines[0]), 1000) for each in after), F(0)) / 216 == worth


@pytest.mark.parametrize(("option", "count"), [("waits", [3]), ("refunded", [])])
def test_st_13_a_wager_at_three_when_the_game_is_invalidated(option: str, count: list[int]) -> None:
    """The wager waits as after a no-result, or the stake goes back."""
    after = invalidated(running(standing(3)), under("ST-13", option))
    assert [wager.count for wager in after.streaks.wagers] == count
    assert [line.returned for line in after.lines] == ([] if count else [1000])
    worth = figure("ST-13", option, "value of a wager standing at three")
    assert worth == (AT_THREE if count else 0)


@pytest.mark.parametrize(
    ("option", "won", "lost", "small", "pair"),
    [
        ("kept", 1000, 0, F(35, 72), F(5, 6)),
        ("returned", 1000, 1000, F(35, 36), F(35, 36)),
        ("plays-on", 1000, 1000, F(35, 37), F(30, 31)),
    ],
)
def test_st_16_a_token_that_wins(option: str, won: int, lost: int, small: Fraction, pair: Fraction) -> None:
    """Its winnings are chips in each case; the token is kept, returned, or wagered until it loses."""
    rules = under("ST-16", option)
    line = settle(Wager("small", 1000, Instrument.TOKEN), SMALL_ODD, rules.layout(), rules)
    assert (line.winnings, line.returned) == (won, lost)
    assert figure("ST-16", option, "value of a token on small") == small
    assert figure("ST-16", option, "value of a token on a dice combination") == pair
    for chance, odds, worth in ((F(105, 216), 1, small), (F(30, 216), 6, pair)):
        again = {"kept": F(0), "returned": F(1), "plays-on": worth}[option]
        assert worth == chance * (odds + again)


CHOICES = [
    ("ST-12", "with-other-bets", "super_streak.placed", StreakPlaced.WITH_OTHER_BETS),
    ("ST-14", "literal", "faults.void", Returned.NOTHING),
    ("ST-15", "at-the-uncovering", "wagers.fixed_at", Moment.UNCOVER),
    ("ST-16", "plays-on", "wagers.tokens", TokenOnWin.PLAYS_ON),
    ("ST-17", "every-table", "round.button", Button.EVERY_TABLE),
    ("ST-18", "as-lights", "faults.wrong_entry", WrongEntry.AS_LIGHTS),
    ("ST-22", "table-minimum", "wagers.colour_value", ColourValue.MINIMUM_UNLESS_MARKED),
    ("ST-25", "screen", "super_streak.counts_by", CountsBy.SCREEN),
]


@pytest.mark.parametrize(("reading", "option", "name", "choice"), CHOICES)
def test_readings_that_the_table_will_act_on(reading: str, option: str, name: str, choice: object) -> None:
    """Each changes one ruling, and nothing else."""
    before, after = dict(RULES.rulings()), dict(under(reading, option).rulings())
    assert [key for key in before if before[key] != after[key]] == [name]
    assert after[name].choice is choice


@pytest.mark.parametrize(
    ("reading", "name", "by_default", "option", "other"),
    [
        ("ST-12", "winnings of 10 laid after the tumble, ending at four", 0, "with-other-bets", 60),
        ("ST-14", "house edge of small on a no-result", 0, "literal", 1),
        ("ST-15", "odds of a chip moved from total 4 to total 5", 62, "at-the-uncovering", 31),
        ("ST-17", "house edge of small at a table without the button", F(1, 36), "every-table", 0),
        ("ST-18", "given up by a Super Streak standing at three", 0, "as-lights", F(1847, 256)),
        ("ST-22", "value of ten unmarked checks sold at 2, minimum 5", 20, "table-minimum", 50),
        ("ST-25", "net of a wager of 1 shown at four, truly at three", -1, "screen", 6),
    ],
)
def test_readings_with_worked_examples(
    reading: str, name: str, by_default: Fraction | int, option: str, other: Fraction | int
) -> None:
    """The default and the other option have these results in the worked example."""
    assert figure(reading, RULES.reading(reading).default.key, name) == by_default
    assert figure(reading, option, name) == other


def test_every_reading_of_the_text_is_offered_once() -> None:
    """Those that move money are listed; 19 to 21, 23, 24, 26 and 27 move none and are findings."""
    numbers = [int(reading.id.removeprefix("ST-")) for reading in RULES.readings]
    assert numbers == [*range(1, 19), 22, 25]
    with pytest.raises(NotFound):
        RULES.reading("ST-19")
    assert super_streak_of(RULES).count_from.reading == "ST-05"
