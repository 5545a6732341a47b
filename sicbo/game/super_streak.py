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
from sicbo.game.money import Cents
from sicbo.game.policies import (
    ForcedEnd,
    SidelessResult,
    StreakClosing,
    WagerWindow,
)
from sicbo.game.rulebook.rules import Rules, Ruling, SuperStreak
from sicbo.game.settlement import Outcome, Wager, payable_winnings, token_is_kept
from sicbo.i18n import message

PREFIX = "streak-"


@dataclass(frozen=True, slots=True)
class StreakRun:
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
class FollowedWager:
    """One wager after a result: the wager if it plays on, and what was settled."""

    running: StreakWager | None
    line: StreakLine | None = None


@dataclass(frozen=True, slots=True)
class Streaks:
    """The run of every line, and every wager in play."""

    runs: tuple[StreakRun, ...]
    wagers: tuple[StreakWager, ...] = ()


@dataclass(frozen=True, slots=True)
class StreakAdvance:
    """Runs and wagers after a result, and the lines that the result settled."""

    streaks: Streaks
    lines: tuple[StreakLine, ...] = ()


def super_streak_of(rules: Rules) -> SuperStreak:
    """Return the rulings on Super Streak, or raise `BadInput` if the rulebook has none."""
    if rules.super_streak is None:
        raise BadInput(f"{rules.name} offers no Super Streak: choose a rulebook that does.")
    return rules.super_streak


def opening_streaks(rules: Rules) -> Streaks:
    """Return every line as it is before the first result of the gaming day."""
    return Streaks(tuple(StreakRun(line) for line in super_streak_of(rules).lines.choice))


def is_window_open(run: StreakRun, rules: Rules) -> bool:
    """Whether a wager may be placed on the line of `run` now."""
    streak = super_streak_of(rules)
    match streak.opens.choice:
        case WagerWindow.AT_CHANGEOVER:
            return run.length == 1
        case WagerWindow.BELOW_FOUR:
            return 1 <= run.length < streak.shortest.choice
        case WagerWindow.NEVER_IN_PROGRESS:
            return False
        case _:
            assert_never(streak.opens.choice)


def place_streak_wager(
    streaks: Streaks, wager: Wager, rules: Rules, sign: int, owner: str = ""
) -> Streaks | Refusal:
    """Add a wager, or return why it is refused. `sign` is the stake that the table's sign demands."""
    streak = super_streak_of(rules)
    side = side_of_bet(wager.bet, streak)
    run = next(run for run in streaks.runs if side in run.line)
    if streak.opens.choice.never_opens:
        return Refusal(streak.opens.clause, message("super-streak.never-opens"))
    if not is_window_open(run, rules):
        one, other = run.line
        first = message("super-streak.no-run-yet")
        says = message("super-streak.run-in-progress", one=one, other=other) if run.length else first
        return Refusal(streak.opens.clause, says)
    if wager.stake != sign:
        return Refusal(streak.stake.clause, message("super-streak.cost", amount=sign))
    if streak.side.choice.is_breaking_side and side != run.side:
        says = message("super-streak.other-side", side=run.side, bet=f"{PREFIX}{run.side}")
        return Refusal(streak.side.clause, says)
    followed, count = entry_side_and_count(run, side, streak)
    return replace(streaks, wagers=(*streaks.wagers, StreakWager(wager, followed, count, owner)))


def entry_side_and_count(run: StreakRun, side: str, streak: SuperStreak) -> tuple[str | None, int]:
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


def advance_streaks(streaks: Streaks, roll: Roll | None, rules: Rules) -> StreakAdvance:
    """Apply a result to every run and every wager. A roll of None is a round without a result."""
    streak = super_streak_of(rules)
    if roll is None:
        return _apply_to_all(streaks, streak.on_void, rules)
    runs = tuple(run_after(run, roll, streak) for run in streaks.runs)
    return _collect_advance(runs, [advance_wager(wager, roll, rules) for wager in streaks.wagers])


def apply_invalidation(streaks: Streaks, rules: Rules) -> StreakAdvance:
    """Apply a round whose outcome was invalidated."""
    return _apply_to_all(streaks, super_streak_of(rules).on_invalidated, rules)


def apply_new_day(streaks: Streaks, rules: Rules) -> StreakAdvance:
    """Begin a gaming day: runs start again, and wagers follow the ruling."""
    passed = _apply_to_all(streaks, super_streak_of(rules).on_new_day, rules)
    return replace(passed, streaks=replace(passed.streaks, runs=opening_streaks(rules).runs))


def apply_faulty_lights(streaks: Streaks, roll: Roll, rules: Rules) -> StreakAdvance:
    """Apply a result under faulty lights: the result counts, and then every wager ends."""
    return _end_by_force(advance_streaks(streaks, roll, rules), rules)


def end_for_faulty_lights(streaks: Streaks, rules: Rules) -> StreakAdvance:
    """End every wager because the lights were found faulty after the result was counted."""
    return _end_by_force(StreakAdvance(streaks, ()), rules)


def _end_by_force(after: StreakAdvance, rules: Rules) -> StreakAdvance:
    ruling = super_streak_of(rules).on_lights
    match ruling.choice:
        case ForcedEnd.SETTLED:
            return _stop_all(
                after, (_settle_at_length(wager, rules, ruling.clause) for wager in after.streaks.wagers)
            )
        case ForcedEnd.REFUNDED:
            return _stop_all(after, (_refund_line(wager, ruling.clause) for wager in after.streaks.wagers))
        case _:
            assert_never(ruling.choice)


def advance_while_closing(streaks: Streaks, roll: Roll, rules: Rules) -> StreakAdvance:
    """Apply a result after the final call: wagers play on, or are settled on it, as ruled."""
    ruling = super_streak_of(rules).on_closing
    after = advance_streaks(streaks, roll, rules)
    match ruling.choice:
        case StreakClosing.PLAY_ON:
            return after
        case StreakClosing.NEXT_RESULT:
            return _stop_all(
                after, (_settle_at_length(wager, rules, ruling.clause) for wager in after.streaks.wagers)
            )
        case _:
            assert_never(ruling.choice)


def run_after(run: StreakRun, roll: Roll, streak: SuperStreak) -> StreakRun:
    """Return the run of a line after a result."""
    side = side_of_roll(roll, run.line, streak)
    if side is None:
        return run if roll in TRIPLES and not streak.on_triple.choice.ends_runs else StreakRun(run.line)
    return StreakRun(run.line, side, run.length + 1 if side == run.side else 1)


def advance_wager(running: StreakWager, roll: Roll, rules: Rules) -> FollowedWager:
    """Apply a result to one wager."""
    streak = super_streak_of(rules)
    side = side_of_roll(roll, line_of(side_of_bet(running.wager.bet, streak), streak), streak)
    if side is None and roll in TRIPLES:
        return _apply_sideless_result(running, streak.on_triple, rules)
    if running.side is None:
        if side is None:
            return FollowedWager(running)
        running = replace(running, side=side)
    if side != running.side:
        return FollowedWager(None, _settle_at_length(running, rules))
    return _add_like_result(replace(running, count=running.count + 1), rules)


def _add_like_result(running: StreakWager, rules: Rules) -> FollowedWager:
    streak = super_streak_of(rules)
    longest = max(streak.pays.choice)
    closes = running.count == longest and streak.after_twelve.choice.closes
    if running.count > longest:
        return FollowedWager(None, _settle_at_length(running, rules))
    if closes or (streak.pays_when.choice.is_by_rung and running.count in streak.pays.choice):
        return FollowedWager(None if closes else running, _won_line(running, rules, ends=closes))
    return FollowedWager(running)


def _apply_sideless_result(
    running: StreakWager, ruling: Ruling[SidelessResult], rules: Rules
) -> FollowedWager:
    match ruling.choice:
        case SidelessResult.HOLDS:
            return FollowedWager(running)
        case SidelessResult.RESTARTS:
            return FollowedWager(replace(running, count=0))
        case SidelessResult.ENDS:
            return FollowedWager(None, _settle_at_length(running, rules, ruling.clause))
        case SidelessResult.REFUNDED:
            return FollowedWager(None, _refund_line(running, ruling.clause))
        case _:
            assert_never(ruling.choice)


def _apply_to_all(streaks: Streaks, ruling: Ruling[SidelessResult], rules: Rules) -> StreakAdvance:
    runs = opening_streaks(rules).runs if ruling.choice.ends_runs else streaks.runs
    return _collect_advance(runs, [_apply_sideless_result(wager, ruling, rules) for wager in streaks.wagers])


def _collect_advance(runs: tuple[StreakRun, ...], followed: list[FollowedWager]) -> StreakAdvance:
    running = tuple(each.running for each in followed if each.running)
    return StreakAdvance(Streaks(runs, running), tuple(each.line for each in followed if each.line))


def _stop_all(after: StreakAdvance, lines: Iterable[StreakLine]) -> StreakAdvance:
    return StreakAdvance(replace(after.streaks, wagers=()), (*after.lines, *lines))


def _settle_at_length(running: StreakWager, rules: Rules, by: str | None = None) -> StreakLine:
    """Settle a wager by its length. `by` is the clause that ended it, if its run did not break."""
    streak = super_streak_of(rules)
    if running.count < streak.shortest.choice:
        return _lost_line(running, _join_clauses(by, streak.shortest.clause))
    if running.count > max(streak.pays.choice):
        return _lost_line(running, _join_clauses(by, streak.after_twelve.clause))
    if streak.pays_when.choice.is_by_rung:
        return _refund_line(running, _join_clauses(by, streak.pays_when.clause))
    return _won_line(running, rules, by=by)


def _won_line(running: StreakWager, rules: Rules, by: str | None = None, *, ends: bool = True) -> StreakLine:
    streak = super_streak_of(rules)
    odds = streak.pays.choice[running.count]
    winnings = payable_winnings(running.wager.stake * odds.numerator, odds.denominator, rules, NO_LIMITS)
    stake = running.wager.stake if ends else 0
    collected = Cents(stake if token_is_kept(running.wager.instrument, rules) else 0)
    clause = _join_clauses(by, streak.pays_when.clause, f"{streak.pays.clause}/{running.count}")
    return StreakLine(running, Outcome.WON, odds, winnings, Cents(stake - collected), collected, clause, ends)


def _lost_line(running: StreakWager, clause: str) -> StreakLine:
    return StreakLine(running, Outcome.LOST, None, Cents(0), Cents(0), Cents(running.wager.stake), clause)


def _refund_line(running: StreakWager, clause: str) -> StreakLine:
    return StreakLine(running, Outcome.RETURNED, None, Cents(0), Cents(running.wager.stake), Cents(0), clause)


def _join_clauses(*clauses: str | None) -> str:
    return ", ".join(clause for clause in clauses if clause)
