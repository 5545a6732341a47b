"""Super Streak in play: windows, counting, triples, voids, faults and settlement."""

from dataclasses import replace
from typing import Any

import pytest

from sicbo.errors import BadInput, NotFound
from sicbo.game.dice import Roll
from sicbo.game.money import Instrument
from sicbo.game.policies import SidelessResult
from sicbo.game.rulebook.rules import Rules
from sicbo.game.settlement import Outcome, Wager
from sicbo.game.super_streak import (
    StreakAdvance,
    StreakLine,
    StreakRun,
    Streaks,
    StreakWager,
    advance_streaks,
    advance_wager,
    advance_while_closing,
    apply_faulty_lights,
    apply_invalidation,
    apply_new_day,
    is_window_open,
    line_of,
    opening_streaks,
    place_streak_wager,
    super_streak_of,
)
from sicbo.rulebooks.star_sydney_2016.rulebook import RULES
from tests.refused import Refused

SMALL_ODD, SMALL_EVEN, BIG_ODD, BIG_EVEN = (1, 2, 4), (1, 2, 5), (5, 4, 6), (6, 4, 2)
TRIPLE = (5, 5, 5)
TEN = (1, 4, 5)
TEN_DOLLARS = 1000


def streaks_after(*rolls: Roll | None, rules: Rules = RULES, start: Streaks | None = None) -> Streaks:
    """Return the runs after these results of a day. None is a round without a result."""
    streaks = start or opening_streaks(rules)
    for roll in rolls:
        streaks = advance_streaks(streaks, roll, rules).streaks
    return streaks


def wager_at(count: int, side: str = "small", stake: int = TEN_DOLLARS) -> Streaks:
    """Return one wager with that count."""
    running = StreakWager(Wager(f"streak-{side}", stake), side, count, "ana")
    return replace(opening_streaks(RULES), wagers=(running,))


def rules_with(**choices: object) -> Rules:
    """Return the rules with other choices on Super Streak."""
    streak = super_streak_of(RULES)
    changed: dict[str, Any] = {
        name: replace(getattr(streak, name), choice=choice) for name, choice in choices.items()
    }
    return replace(RULES, super_streak=replace(streak, **changed))


def place_wager(streaks: Streaks, bet: str, rules: Rules = RULES) -> Streaks:
    """Place a wager of ten dollars, which must be accepted."""
    taken = place_streak_wager(streaks, Wager(bet, TEN_DOLLARS), rules, TEN_DOLLARS, "ana")
    assert isinstance(taken, Streaks)
    return taken


def only_line(advanced: StreakAdvance) -> StreakLine:
    """Return the only settled line."""
    (line,) = advanced.lines
    return line


def money_of(line: StreakLine) -> tuple[Outcome, int, int, int]:
    """Return the amounts that a line moved."""
    return line.outcome, line.winnings, line.returned, line.collected


def test_a_rulebook_without_super_streak_says_so() -> None:
    """Only The Star offers it."""
    with pytest.raises(BadInput, match="offers no Super Streak"):
        opening_streaks(replace(RULES, super_streak=None))


def test_unknown_bets_and_sides_are_named() -> None:
    """The sentence offers the nearest names."""
    with pytest.raises(NotFound, match="streak-small"):
        place_streak_wager(opening_streaks(RULES), Wager("streak-smal", TEN_DOLLARS), RULES, TEN_DOLLARS)
    with pytest.raises(NotFound, match="odd"):
        line_of("ood", super_streak_of(RULES))


@pytest.mark.parametrize(
    ("rolls", "runs"),
    [
        ((), ((None, 0), (None, 0))),
        ((TRIPLE,), ((None, 0), (None, 0))),
        ((SMALL_ODD,), (("small", 1), ("odd", 1))),
        ((SMALL_ODD, TRIPLE, None, SMALL_EVEN), (("small", 2), ("even", 1))),
        ((SMALL_ODD, SMALL_EVEN, BIG_EVEN), (("big", 1), ("even", 2))),
        ((SMALL_ODD, BIG_EVEN), (("big", 1), ("even", 1))),
        ((SMALL_ODD,) * 14, (("small", 14), ("odd", 14))),
    ],
)
def test_both_lines_run_by_themselves(
    rolls: tuple[Roll | None, ...], runs: tuple[tuple[str | None, int], ...]
) -> None:
    """The run of one line is independent of the other line, of triples and of rounds without a result."""
    assert tuple((run.side, run.length) for run in streaks_after(*rolls).runs) == runs


def test_the_window_opens_at_a_changeover_only() -> None:
    """Closed without a result, after a triple and after two alike; open after one result or a break."""
    line = ("small", "big")
    assert [is_window_open(StreakRun(line, "small", length), RULES) for length in range(5)] == [
        False,
        True,
        False,
        False,
        False,
    ]


def test_other_windows() -> None:
    """The window is never open, or it is open while the run is shorter than four."""
    line = ("small", "big")
    never, below_four = RULES.with_readings({"ST-06": "never"}), RULES.with_readings({"ST-06": "below-four"})
    assert [is_window_open(StreakRun(line, "small", length), never) for length in range(5)] == [False] * 5
    assert [is_window_open(StreakRun(line, "small", length), below_four) for length in range(5)] == [
        False,
        True,
        True,
        True,
        False,
    ]


def test_a_wager_is_refused_while_a_run_is_in_progress() -> None:
    """After two Small results, Small and Big are closed; Odd and Even have just changed over."""
    streaks = streaks_after(SMALL_ODD, SMALL_EVEN)
    refused = place_streak_wager(streaks, Wager("streak-small", TEN_DOLLARS), RULES, TEN_DOLLARS)
    assert refused == Refused("6.2", "Wait until Small and Big change over. The area then flashes.")
    assert place_wager(streaks, "streak-even").wagers[0].side == "even"


def test_before_the_first_result_of_the_day_a_wager_waits_for_it() -> None:
    """Under 6.2 the first result but a triple opens the area, so the sentence mentions no change."""
    for streaks in (streaks_after(), streaks_after((1, 1, 1))):
        refused = place_streak_wager(streaks, Wager("streak-small", TEN_DOLLARS), RULES, TEN_DOLLARS)
        says = "Wait for the day's first result that is not a triple. The area then flashes."
        assert refused == Refused("6.2", says)


def test_the_stake_is_the_amount_on_the_sign() -> None:
    """A lower or higher stake is refused."""
    for stake in (999, 1001):
        refused = place_streak_wager(streaks_after(BIG_ODD), Wager("streak-big", stake), RULES, TEN_DOLLARS)
        assert refused == Refused("6.7", "A Super Streak wager costs $10.")


def test_the_side_is_the_one_that_broke_the_run() -> None:
    """After a Big result only Big is open, unless the player may pick Small."""
    streaks = streaks_after(BIG_ODD)
    refused = place_streak_wager(streaks, Wager("streak-small", TEN_DOLLARS), RULES, TEN_DOLLARS)
    assert refused == Refused("6.2", "The new run is Big. Place the wager on Super Streak Big.")
    picked = place_wager(streaks, "streak-small", RULES.with_readings({"ST-05": "players-pick"}))
    assert picked.wagers == (StreakWager(Wager("streak-small", TEN_DOLLARS), "small", 0, "ana"),)


@pytest.mark.parametrize(
    ("reading", "side", "count"),
    [
        ({}, "big", 0),
        ({"ST-05": "players-pick"}, "big", 0),
        ({"ST-05": "breaking-result"}, "big", 1),
        ({"ST-05": "next-side"}, None, 0),
        ({"ST-06": "below-four"}, "big", 1),
    ],
)
def test_where_the_count_begins(reading: dict[str, str], side: str | None, count: int) -> None:
    """The wager is placed after the first Big result of the day."""
    rules = RULES.with_readings(reading)
    (running,) = place_wager(streaks_after(BIG_ODD, rules=rules), "streak-big", rules).wagers
    assert (running.side, running.count) == (side, count)


def test_a_longer_run_is_taken_over_where_four_make_a_streak() -> None:
    """After the third Big result a wager can still be placed, and its count is three."""
    rules = RULES.with_readings({"ST-06": "below-four"})
    (running,) = place_wager(
        streaks_after(BIG_ODD, BIG_EVEN, BIG_ODD, rules=rules), "streak-big", rules
    ).wagers
    assert running.count == 3


@pytest.mark.parametrize(
    ("reading", "counts", "money"),
    [
        ({}, [1, 1, 2, 3], (Outcome.LOST, 0, 0, 1000)),
        ({"ST-05": "breaking-result"}, [2, 2, 3, 4], (Outcome.WON, 6000, 1000, 0)),
        ({"ST-05": "next-side"}, [1, 1, 2, 3], (Outcome.LOST, 0, 0, 1000)),
    ],
)
def test_a_wager_from_its_window_to_its_end(
    reading: dict[str, str], counts: list[int], money: tuple[Outcome, int, int, int]
) -> None:
    """After a changeover to Big, then Big, a triple, Big, Big and Small, three or four results count."""
    rules = RULES.with_readings(reading)
    streaks = place_wager(streaks_after(SMALL_ODD, SMALL_ODD, BIG_ODD, rules=rules), "streak-big", rules)
    for roll, count in zip((BIG_ODD, TRIPLE, BIG_EVEN, BIG_ODD), counts, strict=True):
        streaks = advance_streaks(streaks, roll, rules).streaks
        assert streaks.wagers[0].count == count
        assert streaks.wagers[0].side == "big"
    ended = advance_streaks(streaks, SMALL_EVEN, rules)
    assert ended.streaks.wagers == ()
    assert money_of(only_line(ended)) == money


@pytest.mark.parametrize(
    ("count", "winnings"),
    [(4, 6000), (5, 10_000), (6, 15_000), (7, 20_000), (8, 35_000), (9, 50_000), (10, 75_000), (11, 100_000)],
)
def test_a_broken_run_of_four_to_eleven_wins(count: int, winnings: int) -> None:
    """The stake is returned with the winnings."""
    line = only_line(advance_streaks(wager_at(count), BIG_ODD, RULES))
    assert money_of(line) == (Outcome.WON, winnings, 1000, 0)
    assert line.clause == f"6.4.2, 7.2/{count}"
    assert line.length == count


@pytest.mark.parametrize("count", [0, 1, 2, 3])
def test_a_broken_run_of_three_or_fewer_loses(count: int) -> None:
    """The stake is collected."""
    line = only_line(advance_streaks(wager_at(count), BIG_ODD, RULES))
    assert money_of(line) == (Outcome.LOST, 0, 0, 1000)
    assert line.clause == "6.4.1"
    assert line.ends


def test_the_twelfth_like_result_pays_at_once() -> None:
    """It pays 500 to 1, and the wager is closed although its run goes on."""
    ended = advance_streaks(wager_at(11), SMALL_EVEN, RULES)
    assert ended.streaks.wagers == ()
    assert money_of(only_line(ended)) == (Outcome.WON, 500_000, 1000, 0)
    assert only_line(ended).clause == "6.4.2, 7.2/12"


def test_a_run_of_twelve_that_must_break() -> None:
    """The wager waits at twelve; a break pays it and a thirteenth like result loses it."""
    rules = RULES.with_readings({"ST-08": "must-break"})
    waiting = advance_streaks(wager_at(11), SMALL_EVEN, rules)
    assert waiting.lines == ()
    assert money_of(only_line(advance_streaks(waiting.streaks, BIG_ODD, rules))) == (
        Outcome.WON,
        500_000,
        1000,
        0,
    )
    lost = only_line(advance_streaks(waiting.streaks, SMALL_ODD, rules))
    assert money_of(lost) == (Outcome.LOST, 0, 0, 1000)
    assert lost.clause == "6.3"


def test_each_rung_is_paid_on_the_way_where_so_read() -> None:
    """Three pays nothing, four and five pay 6 and 10 to 1, and then only the stake is returned."""
    rules = RULES.with_readings({"ST-09": "each-rung"})
    streaks = wager_at(2)
    paid: list[StreakLine] = []
    for _ in range(3):
        moved = advance_streaks(streaks, SMALL_ODD, rules)
        streaks, paid = moved.streaks, [*paid, *moved.lines]
    assert [money_of(line) for line in paid] == [(Outcome.WON, 6000, 0, 0), (Outcome.WON, 10_000, 0, 0)]
    assert not any(line.ends for line in paid)
    assert money_of(only_line(advance_streaks(streaks, BIG_ODD, rules))) == (Outcome.RETURNED, 0, 1000, 0)
    top = only_line(advance_streaks(wager_at(11), SMALL_ODD, rules))
    assert money_of(top) == (Outcome.WON, 500_000, 1000, 0)
    assert top.ends


@pytest.mark.parametrize(
    ("choice", "count", "money"),
    [
        (SidelessResult.HOLDS, 3, None),
        (SidelessResult.RESTARTS, 0, None),
        (SidelessResult.ENDS, None, (Outcome.LOST, 0, 0, 1000)),
        (SidelessResult.REFUNDED, None, (Outcome.RETURNED, 0, 1000, 0)),
    ],
)
def test_a_triple_a_void_and_a_new_day_do_as_ruled(
    choice: SidelessResult, count: int | None, money: tuple[Outcome, int, int, int] | None
) -> None:
    """A wager at three follows each of the four choices on each of the four occasions."""
    rules = rules_with(on_triple=choice, on_void=choice, on_invalidated=choice, on_new_day=choice)
    running = replace(
        wager_at(3), runs=(StreakRun(("small", "big"), "small", 4), StreakRun(("odd", "even"), "odd", 1))
    )
    kept = (
        opening_streaks(rules).runs
        if choice in (SidelessResult.ENDS, SidelessResult.RESTARTS)
        else running.runs
    )
    for moved, runs in (
        (advance_streaks(running, TRIPLE, rules), kept),
        (advance_streaks(running, None, rules), kept),
        (apply_invalidation(running, rules), kept),
        (apply_new_day(running, rules), opening_streaks(rules).runs),
    ):
        assert moved.streaks.runs == runs
        assert [wager.count for wager in moved.streaks.wagers] == ([] if count is None else [count])
        assert [money_of(line) for line in moved.lines] == ([] if money is None else [money])


@pytest.mark.parametrize("option", ["waits", "refunded"])
def test_an_invalidated_game_breaks_no_run(option: str) -> None:
    """Five Small results, an invalidated game and Small again are a run of six, and its window is closed."""
    rules = RULES.with_readings({"ST-13": option})
    held = apply_invalidation(streaks_after(*(SMALL_ODD,) * 5), rules).streaks
    streaks = advance_streaks(held, SMALL_EVEN, rules).streaks
    assert streaks.runs[0] == StreakRun(("small", "big"), "small", 6)
    assert not is_window_open(streaks.runs[0], rules)


def test_a_new_day_opens_the_window_again_though_a_wager_runs_on() -> None:
    """The run in progress is forgotten, but the wager's count is not."""
    streaks = place_wager(streaks_after(SMALL_ODD), "streak-small")
    streaks = apply_new_day(streaks_after(SMALL_ODD, SMALL_ODD, start=streaks), RULES).streaks
    streaks = advance_streaks(streaks, SMALL_ODD, RULES).streaks
    assert is_window_open(streaks.runs[0], RULES)
    assert streaks.wagers[0].count == 3


@pytest.mark.parametrize(
    ("reading", "count", "roll", "money", "clause"),
    [
        ({}, 3, SMALL_ODD, (Outcome.WON, 6000, 1000, 0), "8.7.1, 6.4.2, 7.2/4"),
        ({}, 2, SMALL_ODD, (Outcome.LOST, 0, 0, 1000), "8.7.1, 6.4.1"),
        ({}, 2, TRIPLE, (Outcome.LOST, 0, 0, 1000), "8.7.1, 6.4.1"),
        ({}, 5, BIG_ODD, (Outcome.WON, 10_000, 1000, 0), "6.4.2, 7.2/5"),
        ({"ST-10": "refunded"}, 3, SMALL_ODD, (Outcome.RETURNED, 0, 1000, 0), "8.7.1"),
        ({"ST-10": "refunded"}, 3, BIG_ODD, (Outcome.LOST, 0, 0, 1000), "6.4.1"),
    ],
)
def test_a_lighting_fault_ends_every_wager(
    reading: dict[str, str], count: int, roll: Roll, money: tuple[Outcome, int, int, int], clause: str
) -> None:
    """The result counts first; then running wagers are settled at their length or refunded."""
    ended = apply_faulty_lights(wager_at(count), roll, RULES.with_readings(reading))
    assert ended.streaks.wagers == ()
    assert money_of(only_line(ended)) == money
    assert only_line(ended).clause == clause


def test_after_the_final_call_wagers_play_on_or_end_with_the_next_result() -> None:
    """For a wager at three, a fourth like result leaves it running or pays it."""
    assert advance_while_closing(wager_at(3), SMALL_ODD, RULES).streaks.wagers[0].count == 4
    ended = advance_while_closing(wager_at(3), SMALL_ODD, RULES.with_readings({"ST-11": "next-result"}))
    assert money_of(only_line(ended)) == (Outcome.WON, 6000, 1000, 0)
    assert only_line(ended).clause == "6.6, 6.4.2, 7.2/4"


def test_a_total_of_ten_ends_both_runs_under_the_literal_list() -> None:
    """A ten is then neither odd nor even, so a wager ends although no side has broken the run."""
    rules = RULES.with_readings({"ST-01": "literal"})
    assert streaks_after(SMALL_ODD, TEN, rules=rules).runs[1] == StreakRun(("odd", "even"))
    for side in ("odd", "even"):
        assert only_line(advance_streaks(wager_at(4, side), TEN, rules)).outcome is Outcome.WON
    assert streaks_after(SMALL_ODD, TEN).runs[1] == StreakRun(("odd", "even"), "even", 1)


def test_a_wager_without_a_side_waits_for_the_first_result_that_has_one() -> None:
    """A triple or a ten without a side does not start the wager; an odd total does."""
    rules = RULES.with_readings({"ST-01": "literal", "ST-05": "next-side"})
    running = StreakWager(Wager("streak-even", TEN_DOLLARS), None, 0)
    assert advance_wager(running, TRIPLE, rules).running == running
    assert advance_wager(running, TEN, rules).running == running
    assert advance_wager(running, SMALL_ODD, rules).running == replace(running, side="odd", count=1)


def test_a_token_is_kept_though_its_streak_wins() -> None:
    """Winnings are chips, and the house keeps the token."""
    running = StreakWager(Wager("streak-small", TEN_DOLLARS, Instrument.TOKEN), "small", 4)
    line = only_line(advance_streaks(replace(opening_streaks(RULES), wagers=(running,)), BIG_ODD, RULES))
    assert money_of(line) == (Outcome.WON, 6000, 0, 1000)


def test_one_result_settles_every_players_wager() -> None:
    """Small and Even end together on 5-4-6, Small alone on 6-4-2, Even alone on 1-2-4."""
    wagers = (
        StreakWager(Wager("streak-small", TEN_DOLLARS), "small", 4, "ana"),
        StreakWager(Wager("streak-even", TEN_DOLLARS), "even", 2, "ben"),
    )
    streaks = replace(opening_streaks(RULES), wagers=wagers)
    ended = {
        roll: [line.wager.owner for line in advance_streaks(streaks, roll, RULES).lines]
        for roll in (BIG_ODD, BIG_EVEN, SMALL_ODD, SMALL_EVEN)
    }
    assert ended == {BIG_ODD: ["ana", "ben"], BIG_EVEN: ["ana"], SMALL_ODD: ["ben"], SMALL_EVEN: []}
