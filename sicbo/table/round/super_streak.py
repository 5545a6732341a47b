"""Super Streak at the table: placing, following each round, settling at the end, closing.

A wager names a side and costs the amount on the sign. A player has at most one on each area, because limits
count all that lies there together. No command retracts a wager.
"""

from collections.abc import Callable, Iterator
from typing import Any

from immutables import Map
from msgspec.structs import replace

from sicbo.errors import Refusal
from sicbo.game.dice import TRIPLES, Roll
from sicbo.game.money import money
from sicbo.game.policies import Ground, Step
from sicbo.game.ranks import Act
from sicbo.game.rulebook.publication import key_of
from sicbo.game.rulebook.rules import SuperStreak
from sicbo.game.settlement import Wager
from sicbo.game.super_streak import (
    PREFIX,
    StreakLine,
    Streaks,
    StreakWager,
    place as placed_on,
    super_streak_of,
)
from sicbo.table.limits.notices import SUPER_STREAK, present, unserved
from sicbo.table.messages.base import Command, Stake
from sicbo.table.messages.commands import (
    BeginGamingDay,
    CallFinalStreaks,
    CloseStreaks,
    OpenTable,
    PlaceStreak,
)
from sicbo.table.messages.events import (
    AnyEvent,
    FinalStreaksCalled,
    GamingDayBegun,
    SettledStreak,
    StreakEndForced,
    StreakReturned,
    StreakReversed,
    StreaksAdvanced,
    StreaksClosed,
    StreakSettled,
    StreaksRewound,
    StreakWagered,
)
from sicbo.table.money.colour_chips import not_staked
from sicbo.table.money.racks import in_words, kind_of
from sicbo.table.open_items import facts, happened
from sicbo.table.people.conduct import excluded
from sicbo.table.round.settlement import INSTRUMENTS
from sicbo.table.round.super_streak_state import CLOSING, INVALIDATED, LIGHTS, NEW_DAY, RESULT, VOID, turned
from sicbo.table.state import Round, Table

Events = tuple[AnyEvent, ...]
SCREEN = "streak screen"
TAKEN_BACK = (Ground.DISRUPTION, Ground.FRAUD)


def not_offered(table: Table, command: OpenTable) -> Refusal | None:
    """Return why the table cannot open with Super Streak: no rulings, no amount on the sign, no screen."""
    if command.streak_stake is None:
        return None
    streak = table.rules.super_streak
    if streak is None:
        return _none_here(table)
    if command.streak_stake < 1:
        return Refusal(streak.stake.clause, "Show an amount of at least one cent for Super Streak.")
    if SCREEN not in command.equipment:
        return Refusal(
            streak.placed.clause, f"Super Streak needs a {SCREEN} at the table: open with one or without it."
        )
    return None


def place(table: Table, command: PlaceStreak) -> Events | Refusal:
    """Take a Super Streak wager while its area is open and before the moment that the rulebook names."""
    refusal = excluded(table, command.player) or _not_now(table, command)
    if refusal:
        return refusal
    streak, offered = super_streak_of(table.rules), _offered(table, command)
    if isinstance(offered, Refusal):
        return offered
    if any(one.stake.bet == offered.bet for one in table.streaks.wagers.get(command.player, ())):
        return Refusal(
            streak.stake.clause, f"{command.player} has a wager on {offered.bet}: wait until it ends."
        )
    assert table.streak_stake is not None
    streaks = placed_on(Streaks(table.streaks.runs), offered, table.rules, table.streak_stake)
    if isinstance(streaks, Refusal):
        return streaks
    if table.rack(command.player, command.instrument) < command.cents:
        clause = table.rules.wagers.stakes.clause
        return Refusal(
            clause, f"That needs {money(command.cents)} in {in_words(command.instrument)}: buy in first."
        )
    return (_wagered(command, streak, streaks.wagers[0]),)


def _wagered(command: PlaceStreak, streak: SuperStreak, placed: StreakWager) -> StreakWagered:
    return happened(
        StreakWagered,
        command,
        streak.placed.clause,
        stake=Stake(placed.wager.bet, placed.wager.stake, command.instrument),
        side=placed.side,
        count=placed.count,
    )


def _not_now(table: Table, command: PlaceStreak) -> Refusal | None:
    streak = table.rules.super_streak
    if streak is None:
        return _none_here(table)
    if table.sign is None or table.streak_stake is None:
        return Refusal(streak.stake.clause, "Super Streak is not offered: wait for the sign with its amount.")
    if table.streak_final:
        return Refusal(streak.closing.clause, "The final call was made: wait until the table opens again.")
    due = table.round_due
    if command.round != due:
        return Refusal(
            streak.placed.clause, f"That wager is for round {command.round}: send one for round {due}."
        )
    if table.round is not None and table.round.void_due:
        return Refusal(streak.placed.clause, "This round will be void: wait for the next.")
    if streak.placed.choice.is_before_spin:
        if table.has_done(Step.SPIN):
            return Refusal(streak.placed.clause, "The tumbler has run: wait for the next round.")
    elif not table.takes_wagers:
        return Refusal(streak.placed.clause, "Bets are not open: wait for the invitation to place them.")
    return None


def _offered(table: Table, command: PlaceStreak) -> Wager | Refusal:
    """Return the requested wager, or what is wrong with it."""
    streak, stakes = super_streak_of(table.rules), table.rules.wagers.stakes
    instrument = INSTRUMENTS.get(kind_of(command.instrument))
    if instrument not in stakes.choice:
        names = ", ".join(in_words(key_of(one)) for one in stakes.choice)
        return Refusal(stakes.clause, f"{command.instrument} is no stake for Super Streak: use {names}.")
    sides = [side for line in streak.lines.choice for side in line]
    if command.side not in sides:
        says = f"There is no Super Streak on {command.side}: choose one of {', '.join(sides)}."
        return Refusal(streak.lines.clause, says)
    amount = table.streak_stake
    assert amount is not None, "a wager is refused before if Super Streak is not offered"
    if command.cents != amount:
        return Refusal(streak.stake.clause, f"A Super Streak costs {money(amount)}: stake just that.")
    stake = Stake(f"{PREFIX}{command.side}", command.cents, command.instrument)
    return not_staked(table, command.player, (stake,)) or Wager(stake.bet, stake.cents, instrument)


def at_the_end(table: Table, command: Command) -> Events:
    """Return what the round's dice do to every run and wager, once all else is settled."""
    played = table.round
    if not table.streaks.runs or played is None or played.dice is None:
        return ()
    how = LIGHTS if played.lights_failed else CLOSING if table.streak_final else RESULT
    return tuple(_turn(table, command, played.number, how, played.dice))


def on_void(table: Table, command: Command, ground: Ground) -> Events:
    """Return what a void round does to every run and wager: by default nothing, and that is recorded."""
    if not table.streaks.runs or table.round is None:
        return ()
    how = INVALIDATED if ground in TAKEN_BACK else VOID
    return tuple(_turn(table, command, table.round.number, how, None))


def on_lights(table: Table, command: Command) -> Events:
    """End every Super Streak by a lighting fault: with the round in play, or by the dice just counted."""
    streak = table.rules.super_streak
    if streak is None or not table.streaks.runs:
        return ()
    if table.round is None:
        return tuple(_found_dark(table, command, streak))
    return () if table.round.lights_failed else (_forced(table.round, command, streak),)


def _found_dark(table: Table, command: Command, streak: SuperStreak) -> Iterator[AnyEvent]:
    """Settle a fault of a round that is over: what it counted is settled, and later wagers are returned."""
    played = table.last
    if played is None or played.streak_how == LIGHTS or not table.streaks.wagers:
        return
    yield from _since(table, command, played, streak.on_lights.clause)
    counted = {
        player: tuple(one for one in mine if one.round <= played.number)
        for player, mine in table.streaks.wagers.items()
    }
    left = Map({player: mine for player, mine in counted.items() if mine})
    running = replace(table, streaks=replace(table.streaks, wagers=left))
    yield from _turn(running, command, played.number, LIGHTS, None)


def _forced(played: Round, command: Command, streak: SuperStreak) -> StreakEndForced:
    return StreakEndForced(**facts(command, streak.on_lights.clause), round=played.number)


def on_correction(table: Table, command: Command, roll: Roll) -> Events:
    """Count a settled round again by the dice; wagers placed after the wrong result are returned."""
    streak, played = table.rules.super_streak, table.round or table.last
    if streak is None or played is None or streak.counts_by.choice.is_by_screen:
        return ()
    as_lights = table.rules.faults.wrong_entry.choice.is_lighting_fault
    if played.streaks is None:
        return on_lights(table, command) if as_lights else ()
    how = LIGHTS if as_lights else played.streak_how
    rewound = StreaksRewound(**facts(command, table.rules.faults.wrong_entry.clause), round=played.number)
    before = replace(table, streaks=played.streaks)
    return (
        *_since(table, command, played, streak.opens.clause),
        *_reversals(table, command, played),
        rewound,
        *_turn(before, command, played.number, how, roll),
    )


def _since(table: Table, command: Command, played: Round, clause: str) -> Iterator[AnyEvent]:
    """Yield the return of the wagers that were placed after a round."""
    for player, mine in sorted(table.streaks.wagers.items()):
        stakes = tuple(one.stake for one in mine if one.round > played.number)
        if stakes:
            yield StreakReturned(**facts(command, clause), player=player, round=played.number, stakes=stakes)


def _reversals(table: Table, command: Command, played: Round) -> Iterator[AnyEvent]:
    for player, lines in sorted(played.streak_lines.items()):
        yield StreakReversed(
            **facts(command, table.rules.faults.wrong_entry.clause),
            player=player,
            round=played.number,
            lines=lines,
        )


def _turn(table: Table, command: Command, number: int, how: str, roll: Roll | None) -> Iterator[AnyEvent]:
    """Yield what is settled, player by player, and then what runs on."""
    for player, mine in sorted(table.streaks.wagers.items()):
        stakes = {one.stake.bet: one.stake for one in mine}
        settled = turned(table, player, how, roll).lines
        lines = tuple(_recorded(line, stakes[line.wager.wager.bet]) for line in settled)
        if lines:
            yield StreakSettled(
                **facts(command, ", ".join(dict.fromkeys(line.clause for line in lines))),
                player=player,
                round=number,
                lines=lines,
            )
    yield StreaksAdvanced(
        **facts(command, _clause(super_streak_of(table.rules), how, roll)), round=number, how=how, dice=roll
    )


def _recorded(line: StreakLine, stake: Stake) -> SettledStreak:
    return SettledStreak(
        stake=stake,
        outcome=line.outcome.value,
        winnings=line.winnings,
        returned=line.returned,
        collected=line.collected,
        clause=line.clause,
        length=line.length,
        ends=line.ends,
    )


def _clause(streak: SuperStreak, how: str, roll: Roll | None) -> str:
    if how == RESULT:
        return streak.on_triple.clause if roll in TRIPLES else streak.sides.clause
    return {
        LIGHTS: streak.on_lights.clause,
        CLOSING: streak.on_closing.clause,
        VOID: streak.on_void.clause,
        INVALIDATED: streak.on_invalidated.clause,
        NEW_DAY: streak.on_new_day.clause,
    }[how]


def call_final(table: Table, command: CallFinalStreaks) -> Events | Refusal:
    """Announce the final call once the notice of closing is up; an empty table needs no notice."""
    streak = table.rules.super_streak
    if streak is None:
        return _none_here(table)
    clause = streak.closing.clause
    if table.streak_stake is None:
        return Refusal(clause, "Super Streak is not offered: there is nothing to call.")
    if table.streak_final:
        return Refusal(clause, "The final call was made already: close when its sign has stood.")
    if present(table) and SUPER_STREAK not in table.notices:
        return Refusal(clause, "Put up the sign with the time of closure first: then make the final call.")
    return (FinalStreaksCalled(**facts(command, clause)),)


def close(table: Table, command: CloseStreaks) -> Events | Refusal:
    """Close Super Streak after notice and final call, once no wager runs any more."""
    streak = table.rules.super_streak
    if streak is None:
        return _none_here(table)
    clause = streak.closing.clause
    if table.streak_stake is None:
        return Refusal(clause, "Super Streak is not offered: there is nothing to close.")
    if present(table):
        refusal = unserved(table, command.stamp, SUPER_STREAK, clause, streak.closing.choice)
        if refusal:
            return refusal
        if not table.streak_final:
            return Refusal(clause, "The final call for Super Streak is not made yet: make it first.")
    return still_running(table) or (StreaksClosed(**facts(command, clause)),)


def still_running(table: Table) -> Refusal | None:
    """Return why nothing can close yet: wagers in play stay until their streak ends."""
    streak, running = table.rules.super_streak, sum(map(len, table.streaks.wagers.values()))
    if streak is None or not running:
        return None
    left = f"{running} Super Streak {'wager runs' if running == 1 else 'wagers run'}"
    return Refusal(streak.on_closing.clause, f"{left} still: play on until the last of them ends.")


def begin_day(table: Table, command: BeginGamingDay) -> Events | Refusal:
    """Begin a gaming day between two rounds: runs start again, and wagers follow the ruling."""
    streak = table.rules.super_streak
    clause = streak.on_new_day.clause if streak else table.rules.round.order.clause
    if table.round is not None:
        return Refusal(clause, f"Finish round {table.round.number} first: next, {table.due.step.value}.")
    begun = happened(GamingDayBegun, command, clause)
    if not table.streaks.runs:
        return (begun,)
    return begun, *_turn(table, command, table.rounds, NEW_DAY, None)


def _none_here(table: Table) -> Refusal:
    return Refusal(table.layout.clause, f"{table.rules.name} offers no Super Streak: choose another bet.")


HOW: dict[type[Any], Callable[[Table, Any], Events | Refusal]] = {
    PlaceStreak: place,
    CallFinalStreaks: call_final,
    CloseStreaks: close,
    BeginGamingDay: begin_day,
}
NEEDS: dict[type[Any], Act] = {
    CallFinalStreaks: Act.DEAL,
    CloseStreaks: Act.CLOSE_SUPER_STREAK,
    BeginGamingDay: Act.OPEN_TABLE,
}
