"""Super Streak under every reading: the verifier counts every run and wager as the rules do."""

from collections.abc import Iterator
from itertools import product
from typing import Any

import msgspec
import pytest

from sicbo.errors import Refusal
from sicbo.game import super_streak as core
from sicbo.game.dice import Roll, as_roll
from sicbo.game.money import Instrument
from sicbo.game.rulebook.publication import canonical_json
from sicbo.game.settlement import Wager
from sicbo.rulebooks import get_rulebook
from sicbo.table.messages.parts import Stake
from sicbo.table.round.super_streak import _journal_streak_line
from sicbo.table.round.super_streak_state import WITH_DICE, WITHOUT_DICE
from sicbo.table.state import rules_of
from sicbo.verify import streaks
from sicbo.verify.rules import Law, law_of, roll_of
from sicbo.verify.state import Run, Running
from tests.verify.bundles import from_transcript

BOOK = "star-sydney-2016"
COUNTED = {"ST-01", "ST-02", "ST-05", "ST-06", "ST-07", "ST-08", "ST-09", "ST-10", "ST-11", "ST-13", "ST-16"}
ALONE = [
    ((reading.id, option.key),)
    for reading in get_rulebook(BOOK).readings
    if reading.id in COUNTED
    for option in reading.options
]
TOGETHER = [
    (("ST-05", "breaking-result"), ("ST-06", "below-four")),
    (("ST-05", "players-pick"), ("ST-06", "below-four")),
    (("ST-05", "next-side"), ("ST-06", "below-four")),
    (("ST-05", "next-side"), ("ST-06", "never")),
    (("ST-08", "must-break"), ("ST-09", "each-rung")),
    (("ST-09", "each-rung"), ("ST-11", "next-result")),
]
READINGS = [*ALONE, *TOGETHER]
ROLLS = [as_roll(dice) for dice in ((1, 2, 4), (1, 1, 2), (4, 5, 6), (4, 6, 6), (5, 5, 5), (6, 6, 6))]
WAYS: list[tuple[str, Roll | None]] = [*product(WITH_DICE, ROLLS), *((how, None) for how in WITHOUT_DICE)]
LENGTHS = (0, 1, 3, 4, 11, 12)
STAKES = (("streak-small", "value-chip"), ("streak-even", "value-chip"), ("streak-big", "token"))
Readings = tuple[tuple[str, str], ...]


def law_under(readings: Readings) -> Law:
    """The published rulebook with these readings."""
    return law_of(canonical_json(rules_of(BOOK, readings)), "")


def named(readings: Readings) -> str:
    """The readings as they are written."""
    return " ".join("=".join(each) for each in readings)


def wagers() -> Iterator[tuple[core.StreakWager, Running]]:
    """A wager of each side and length, as the rules have it and as the verifier has it."""
    for (bet, kind), length in product(STAKES, LENGTHS):
        asked = bet.removeprefix("streak-")
        other = {"small": "big", "big": "small", "even": "odd"}[asked]
        for side in (asked, other) if length else (None, asked, other):
            instrument = Instrument.TOKEN if kind == "token" else Instrument.VALUE_CHIP
            wager = core.StreakWager(Wager(bet, 1_000, instrument), side, length)
            yield wager, Running((bet, 1_000, kind), side, length, 1)


@pytest.mark.parametrize("readings", READINGS, ids=named)
def test_a_wager_comes_to_the_same_after_every_round(readings: Readings) -> None:
    """Whatever the dice show or what else ends a round: won, lost, returned, or running at its length."""
    law, rules = law_under(readings), rules_of(BOOK, readings)
    start = core.opening_streaks(rules)
    for (ours, theirs), (how, roll) in product(wagers(), WAYS):
        at = core.Streaks(start.runs, (ours,))
        after = WITHOUT_DICE[how](at, rules) if roll is None else WITH_DICE[how](at, roll, rules)
        left, lines = streaks._turned(law, theirs, how, None if roll is None else roll_of([*roll]))

        running = [(one.side, one.count) for one in after.streaks.wagers]
        told: list[Any] = [
            msgspec.to_builtins(_journal_streak_line(line, Stake(*theirs.stake))) for line in after.lines
        ]
        assert ([] if left is None else [(left.side, left.length)]) == running, (theirs, how, roll)
        assert lines == told, (theirs, how, roll)


@pytest.mark.parametrize("readings", READINGS, ids=named)
def test_a_run_is_as_long_after_every_round(readings: Readings) -> None:
    """It grows, breaks, waits or begins again."""
    law, rules = law_under(readings), rules_of(BOOK, readings)
    lines = [run.line for run in core.opening_streaks(rules).runs]
    for length, one, other, (how, roll) in product((0, 1, 5), (0, 1), (0, 1), WAYS):
        sides = (lines[0][one], lines[1][other]) if length else (None, None)
        runs = tuple(core.StreakRun(line, side, length) for line, side in zip(lines, sides, strict=True))
        at = core.Streaks(runs)
        after = WITHOUT_DICE[how](at, rules) if roll is None else WITH_DICE[how](at, roll, rules)
        known = tuple(Run(side, length) for side in sides)
        found = streaks._runs(law, known, how, None if roll is None else roll_of([*roll]))
        assert found == tuple(Run(run.side, run.length) for run in after.streaks.runs), (known, how, roll)


@pytest.mark.parametrize("readings", READINGS, ids=named)
def test_an_area_is_open_just_when_the_rules_open_it(readings: Readings) -> None:
    """On the side of the run, on the other one, or on whichever comes next, with what counts already."""
    law, rules = law_under(readings), rules_of(BOOK, readings)
    first, second = core.opening_streaks(rules).runs
    for length, asked, mine in product(range(6), first.line, first.line):
        run = core.StreakRun(first.line, mine if length else None, length)
        placed = core.place_streak_wager(
            core.Streaks((run, second)), Wager(f"streak-{asked}", 1_000), rules, 1_000
        )
        begun = None if isinstance(placed, Refusal) else (placed.wagers[0].side, placed.wagers[0].count)
        assert streaks._begins(law, Run(run.side, run.length), asked) == begun, (run, asked)


@pytest.mark.parametrize("amount", ["$0.01", "$10"])
def test_any_amount_from_one_cent_may_stand_on_its_sign(amount: str) -> None:
    """The table takes it, and nothing is found."""
    opened = f"rulebook {BOOK} limits $5 to $500, chips of $1, super streak {amount}, with streak screen\n"
    report = from_transcript(f"{opened}\nana  buys $100\n").made().verified()

    assert report.every == []
