"""Super Streak: a run on each line, and the wagers that follow a run until it ends.

This module names no clause. The rulebook's rulings say which results belong to a side, when a wager may be
placed, from which result it counts, and what it pays.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import assert_never

from sicbo.errors import BadInput, NotFound, Refusal
from sicbo.game.dice import TRIPLES, Roll
from sicbo.game.limits import NO_LIMITS
from sicbo.game.money import Cents, money
from sicbo.game.policies import (
    ForcedEnd,
    Streak,
    StreakClosing,
    Window,
)
from sicbo.game.rulebook.rules import Rules, Ruling, SuperStreak
from sicbo.game.settlement import Outcome, Wager, paid, token_is_kept

PREFIX = "streak-"
BREAKS = (Streak.ENDS, Streak.RESTARTS)


@dataclass(frozen=True, slots=True)
class Run:
    """How often the latest side of a line has come in a row. Before the first result there is no side."""

    line: tuple[str, ...]
    side: str | None = None
    length: int = 0


@dataclass(frozen=True, slots=True)
class StreakWager:
    """A wager in play: the side whose run it follows, and the number of like results it has counted."""

    wager: Wager
    side: str | None
    count: int
    owner: str = ""


@dataclass(frozen=True, slots=True)
class StreakLine:
    """The settlement of a wager, with its clauses. `ends` is False if it is paid a rung and plays on."""

    wager: StreakWager
    outcome: Outcome
    odds: Fraction | None
    winnings: Cents
    returned: Cents
    collected: Cents
    clause: str
    ends: bool = True

    @property
    def length(self) -> int:
        """The number of like results that the wager had counted."""
        return self.wager.count


@dataclass(frozen=True, slots=True)
class Followed:
    """One wager after a result: the wager if it plays on, and what was settled."""

    running: StreakWager | None
    line: StreakLine | None = None


@dataclass(frozen=True, slots=True)
class Streaks:
    """The run of every line, and every wager in play."""

    runs: tuple[Run, ...]
    wagers: tuple[StreakWager, ...] = ()


@dataclass(frozen=True, slots=True)
class Advance:
    """Runs and wagers after a result, and the lines that the result settled."""

    streaks: Streaks
    lines: tuple[StreakLine, ...] = ()


def super_streak_of(rules: Rules) -> SuperStreak:
    """Return the rulings on Super Streak, or raise `BadInput` if the rulebook has none."""
    if rules.super_streak is None:
        raise BadInput(f"{rules.name} offers no Super Streak: choose a rulebook that does.")
    return rules.super_streak


def opening(rules: Rules) -> Streaks:
    """Return every line as it is before the first result of the gaming day."""
    return Streaks(tuple(Run(line) for line in super_streak_of(rules).lines.choice))


def is_open(run: Run, rules: Rules) -> bool:
    """Whether a wager may be placed on the line of `run` now."""
    streak = super_streak_of(rules)
    match streak.opens.choice:
        case Window.AT_CHANGEOVER:
            return run.length == 1
        case Window.BELOW_FOUR:
            return 1 <= run.length < streak.shortest.choice
        case Window.NEVER_IN_PROGRESS:
            return False
        case _:
            assert_never(streak.opens.choice)


def place(streaks: Streaks, wager: Wager, rules: Rules, sign: int, owner: str = "") -> Streaks | Refusal:
    """Add a wager, or return why it is refused. `sign` is the stake that the table's sign demands."""
    streak = super_streak_of(rules)
    side = side_of_bet(wager.bet, streak)
    run = next(run for run in streaks.runs if side in run.line)
    if streak.opens.choice.never_opens:
        says = "Super Streak is never open, as the rule is read here: choose another bet."
        return Refusal(streak.opens.clause, says)
    if not is_open(run, rules):
        one, other = run.line
        first = "Wait for the day's first result that is no triple: the area then flashes."
        says = f"Wait until {one} and {other} change over: the area then flashes." if run.length else first
        return Refusal(streak.opens.clause, says)
    if wager.stake != sign:
        return Refusal(streak.stake.clause, f"A Super Streak costs {money(sign)}: stake just that.")
    if streak.side.choice.is_breaking_side and side != run.side:
        return Refusal(
            streak.side.clause, f"The new run is {run.side}: place the wager on {PREFIX}{run.side}."
        )
    followed, count = entry(run, side, streak)
    return replace(streaks, wagers=(*streaks.wagers, StreakWager(wager, followed, count, owner)))


def entry(run: Run, side: str, streak: SuperStreak) -> tuple[str | None, int]:
    """Return the side that a wager placed now follows, and the results it has already counted."""
    if streak.side.choice.is_next_side:
        return None, 0
    if side != run.side:
        return side, 0
    if streak.opens.choice.takes_over_length:
        return side, run.length
    return side, 1 if streak.count_from.choice.includes_breaking_result else 0


def side_of_bet(bet: str, streak: SuperStreak) -> str:
    """Return the side that a Super Streak area names."""
    known = {f"{PREFIX}{side}": side for line in streak.lines.choice for side in line}
    if bet not in known:
        raise NotFound("Super Streak bet", bet, known)
    return known[bet]


def line_of(side: str, streak: SuperStreak) -> tuple[str, ...]:
    """Return the line to which a side belongs."""
    lines = {each: line for line in streak.lines.choice for each in line}
    if side not in lines:
        raise NotFound("side of Super Streak", side, lines)
    return lines[side]


def side_of_roll(roll: Roll, line: Iterable[str], streak: SuperStreak) -> str | None:
    """Return the side of a line to which a roll belongs, or None if it belongs to neither."""
    return next((side for side in line if roll in streak.sides.choice[side]), None)


def advance(streaks: Streaks, roll: Roll | None, rules: Rules) -> Advance:
    """Apply a result to every run and every wager. A roll of None is a round without a result."""
    streak = super_streak_of(rules)
    if roll is None:
        return _passed(streaks, streak.on_void, rules)
    runs = tuple(run_after(run, roll, streak) for run in streaks.runs)
    return _gathered(runs, [follow(wager, roll, rules) for wager in streaks.wagers])


def invalidated(streaks: Streaks, rules: Rules) -> Advance:
    """Apply a round whose outcome was invalidated."""
    return _passed(streaks, super_streak_of(rules).on_invalidated, rules)


def new_day(streaks: Streaks, rules: Rules) -> Advance:
    """Begin a gaming day: runs start again, and wagers follow the ruling."""
    passed = _passed(streaks, super_streak_of(rules).on_new_day, rules)
    return replace(passed, streaks=replace(passed.streaks, runs=opening(rules).runs))


def lights_failed(streaks: Streaks, roll: Roll, rules: Rules) -> Advance:
    """Apply a result under faulty lights: the result counts, and then every wager ends."""
    return _forced(advance(streaks, roll, rules), rules)


def found_dark(streaks: Streaks, rules: Rules) -> Advance:
    """End every wager because the lights were found faulty after the result was counted."""
    return _forced(Advance(streaks, ()), rules)


def _forced(after: Advance, rules: Rules) -> Advance:
    ruling = super_streak_of(rules).on_lights
    match ruling.choice:
        case ForcedEnd.SETTLED:
            return _stopped(after, (_end(wager, rules, ruling.clause) for wager in after.streaks.wagers))
        case ForcedEnd.REFUNDED:
            return _stopped(after, (_refund(wager, ruling.clause) for wager in after.streaks.wagers))
        case _:
            assert_never(ruling.choice)


def while_closing(streaks: Streaks, roll: Roll, rules: Rules) -> Advance:
    """Apply a result after the final call: wagers play on, or are settled on it, as ruled."""
    ruling = super_streak_of(rules).on_closing
    after = advance(streaks, roll, rules)
    match ruling.choice:
        case StreakClosing.PLAY_ON:
            return after
        case StreakClosing.NEXT_RESULT:
            return _stopped(after, (_end(wager, rules, ruling.clause) for wager in after.streaks.wagers))
        case _:
            assert_never(ruling.choice)


def run_after(run: Run, roll: Roll, streak: SuperStreak) -> Run:
    """Return the run of a line after a result."""
    side = side_of_roll(roll, run.line, streak)
    if side is None:
        return run if roll in TRIPLES and streak.on_triple.choice not in BREAKS else Run(run.line)
    return Run(run.line, side, run.length + 1 if side == run.side else 1)


def follow(running: StreakWager, roll: Roll, rules: Rules) -> Followed:
    """Apply a result to one wager."""
    streak = super_streak_of(rules)
    side = side_of_roll(roll, line_of(side_of_bet(running.wager.bet, streak), streak), streak)
    if side is None and roll in TRIPLES:
        return _without_side(running, streak.on_triple, rules)
    if running.side is None:
        if side is None:
            return Followed(running)
        running = replace(running, side=side)
    if side != running.side:
        return Followed(None, _end(running, rules))
    return _longer(replace(running, count=running.count + 1), rules)


def _longer(running: StreakWager, rules: Rules) -> Followed:
    streak = super_streak_of(rules)
    longest = max(streak.pays.choice)
    closes = running.count == longest and streak.after_twelve.choice.closes
    if running.count > longest:
        return Followed(None, _end(running, rules))
    if closes or (streak.pays_when.choice.is_by_rung and running.count in streak.pays.choice):
        return Followed(None if closes else running, _won(running, rules, ends=closes))
    return Followed(running)


def _without_side(running: StreakWager, ruling: Ruling[Streak], rules: Rules) -> Followed:
    match ruling.choice:
        case Streak.HOLDS:
            return Followed(running)
        case Streak.RESTARTS:
            return Followed(replace(running, count=0))
        case Streak.ENDS:
            return Followed(None, _end(running, rules, ruling.clause))
        case Streak.REFUNDED:
            return Followed(None, _refund(running, ruling.clause))
        case _:
            assert_never(ruling.choice)


def _passed(streaks: Streaks, ruling: Ruling[Streak], rules: Rules) -> Advance:
    runs = opening(rules).runs if ruling.choice in BREAKS else streaks.runs
    return _gathered(runs, [_without_side(wager, ruling, rules) for wager in streaks.wagers])


def _gathered(runs: tuple[Run, ...], followed: list[Followed]) -> Advance:
    running = tuple(each.running for each in followed if each.running)
    return Advance(Streaks(runs, running), tuple(each.line for each in followed if each.line))


def _stopped(after: Advance, lines: Iterable[StreakLine]) -> Advance:
    return Advance(replace(after.streaks, wagers=()), (*after.lines, *lines))


def _end(running: StreakWager, rules: Rules, by: str | None = None) -> StreakLine:
    """Settle a wager by its length. `by` is the clause that ended it, if its run did not break."""
    streak = super_streak_of(rules)
    if running.count < streak.shortest.choice:
        return _lost(running, _clauses(by, streak.shortest.clause))
    if running.count > max(streak.pays.choice):
        return _lost(running, _clauses(by, streak.after_twelve.clause))
    if streak.pays_when.choice.is_by_rung:
        return _refund(running, _clauses(by, streak.pays_when.clause))
    return _won(running, rules, by=by)


def _won(running: StreakWager, rules: Rules, by: str | None = None, *, ends: bool = True) -> StreakLine:
    streak = super_streak_of(rules)
    odds = streak.pays.choice[running.count]
    winnings = paid(running.wager.stake * odds, rules, NO_LIMITS)
    stake = running.wager.stake if ends else 0
    collected = Cents(stake if token_is_kept(running.wager, rules) else 0)
    clause = _clauses(by, streak.pays_when.clause, f"{streak.pays.clause}/{running.count}")
    return StreakLine(running, Outcome.WON, odds, winnings, Cents(stake - collected), collected, clause, ends)


def _lost(running: StreakWager, clause: str) -> StreakLine:
    return StreakLine(running, Outcome.LOST, None, Cents(0), Cents(0), Cents(running.wager.stake), clause)


def _refund(running: StreakWager, clause: str) -> StreakLine:
    return StreakLine(running, Outcome.RETURNED, None, Cents(0), Cents(running.wager.stake), Cents(0), clause)


def _clauses(*clauses: str | None) -> str:
    return ", ".join(clause for clause in clauses if clause)
