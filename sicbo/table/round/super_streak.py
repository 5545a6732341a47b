"""Super Streak at the table: placing, following each round, settling at the end, closing.

A wager names a side and costs the amount on the sign. A player has at most one on each area, because limits
count all that lies there together. No command retracts a wager.
"""

from collections.abc import Iterator

from sicbo.errors import Refusal
from sicbo.game.dice import TRIPLES, Roll
from sicbo.game.policies import Step
from sicbo.game.ranks import Act
from sicbo.game.rulebook.rules import SuperStreak
from sicbo.game.settlement import Wager
from sicbo.game.super_streak import (
    PREFIX,
    StreakLine,
    Streaks,
    StreakWager,
    place_streak_wager as placed_on,
    super_streak_of,
)
from sicbo.i18n import message
from sicbo.machine.log_kind import Rule
from sicbo.machine.messages import Command, Event, event_fields, event_from_command
from sicbo.machine.structs import Map, replace
from sicbo.table.limits.notices import SUPER_STREAK_SUBJECT, has_players, refuse_if_notice_unserved
from sicbo.table.messages.parts import Stake
from sicbo.table.messages.round import OpenTable
from sicbo.table.messages.super_streak import (
    BeginGamingDay,
    CallFinalStreaks,
    CloseStreaks,
    FinalStreaksCalled,
    GamingDayBegun,
    PlaceStreak,
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
from sicbo.table.money.colour_chips import refuse_if_not_stakable
from sicbo.table.money.racks import chips_not_taken_refusal, instrument_kind
from sicbo.table.people.conduct import refuse_if_excluded
from sicbo.table.preconditions import refuse_during_round
from sicbo.table.round.settlement import INSTRUMENTS
from sicbo.table.round.super_streak_state import (
    CLOSING,
    INVALIDATED,
    LIGHTS,
    NEW_DAY,
    RESULT,
    VOID,
    streak_advance,
)
from sicbo.table.state import Round, TableState

Events = tuple[Event, ...]
STREAK_SCREEN = "streak screen"


def refuse_if_not_offerable(table: TableState, command: OpenTable) -> Refusal | None:
    """Return why the table cannot open with Super Streak: no rulings, no amount on the sign, no screen."""
    if command.streak_stake is None:
        return None
    streak = table.rules.super_streak
    if streak is None:
        return _no_super_streak_refusal(table)
    if command.streak_stake < 1:
        return Refusal(streak.stake.clause, message("super-streak.stake-missing"))
    if STREAK_SCREEN not in command.equipment:
        return Refusal(streak.placed.clause, message("super-streak.no-screen"))
    return None


def place_streak(table: TableState, command: PlaceStreak) -> Events | Refusal:
    """Take a Super Streak wager while its area is open and before the moment that the rulebook names."""
    refusal = refuse_if_excluded(table, command.player) or _refuse_if_streak_closed(table, command)
    if refusal:
        return refusal
    streak, offered = super_streak_of(table.rules), _requested_wager(table, command)
    if isinstance(offered, Refusal):
        return offered
    if any(one.stake.bet == offered.bet for one in table.streaks.wagers.get(command.player, ())):
        says = message("super-streak.placed-already", player=command.player, bet=offered.bet)
        return Refusal(streak.stake.clause, says)
    assert table.streak_stake is not None
    streaks = placed_on(Streaks(table.streaks.runs), offered, table.rules, table.streak_stake)
    if isinstance(streaks, Refusal):
        return streaks
    has = table.rack(command.player, command.instrument)
    if has < command.cents:
        says = message("slips.not-enough-chips", cents=command.cents - has, chips=command.instrument)
        return Refusal(table.rules.wagers.stakes.clause, says)
    return (_streak_wagered(command, streak, streaks.wagers[0]),)


def _streak_wagered(command: PlaceStreak, streak: SuperStreak, placed: StreakWager) -> StreakWagered:
    return event_from_command(
        StreakWagered,
        command,
        streak.placed.clause,
        stake=Stake(placed.wager.bet, placed.wager.stake, command.instrument),
        side=placed.side,
        count=placed.count,
    )


def _refuse_if_streak_closed(table: TableState, command: PlaceStreak) -> Refusal | None:
    streak = table.rules.super_streak
    if streak is None:
        return _no_super_streak_refusal(table)
    if table.sign is None or table.streak_stake is None:
        return Refusal(streak.stake.clause, message("super-streak.not-offered"))
    if table.streak_final:
        return Refusal(streak.closing.clause, message("super-streak.final-call-made"))
    due = table.round_number_due
    if command.round != due:
        return Refusal(
            streak.placed.clause, message("super-streak.other-round", round=command.round, due=due)
        )
    if table.round is not None and table.round.void_due:
        return Refusal(streak.placed.clause, message("slips.round-will-be-void"))
    if streak.placed.choice.is_before_spin:
        if table.has_done(Step.SPIN):
            return Refusal(streak.placed.clause, message("super-streak.tumbler-has-run"))
    elif not table.takes_wagers:
        return Refusal(streak.placed.clause, message("slips.bets-not-open"))
    return None


def _requested_wager(table: TableState, command: PlaceStreak) -> Wager | Refusal:
    """Return the requested wager, or what is wrong with it."""
    streak, stakes = super_streak_of(table.rules), table.rules.wagers.stakes
    instrument = INSTRUMENTS.get(instrument_kind(command.instrument))
    if instrument not in stakes.choice:
        return chips_not_taken_refusal(table, command.instrument)
    sides = tuple(side for line in streak.lines.choice for side in line)
    if command.side not in sides:
        says = message("super-streak.unknown-side", side=command.side, sides=sides)
        return Refusal(streak.lines.clause, says)
    amount = table.streak_stake
    assert amount is not None, "a wager is refused before if Super Streak is not offered"
    if command.cents != amount:
        return Refusal(streak.stake.clause, message("super-streak.cost", amount=amount))
    stake = Stake(f"{PREFIX}{command.side}", command.cents, command.instrument)
    return refuse_if_not_stakable(table, command.player, (stake,)) or Wager(
        stake.bet, stake.cents, instrument
    )


def advance_after_round(table: TableState, command: Command) -> Events:
    """Return what the round's dice do to every run and wager, once all else is settled."""
    played = table.round
    if not table.streaks.runs or played is None or played.dice is None:
        return ()
    how = LIGHTS if played.lights_failed else CLOSING if table.streak_final else RESULT
    return tuple(streak_events(table, command, played.number, how, played.dice))


def end_by_light_fault(table: TableState, command: Command) -> Events:
    """End every Super Streak by a lighting fault: with the round in play, or by the dice just counted."""
    streak = table.rules.super_streak
    if streak is None or not table.streaks.runs:
        return ()
    if table.round is None:
        return tuple(_settle_late_light_fault(table, command, streak))
    return () if table.round.lights_failed else (_streak_end_forced(table.round, command, streak),)


def _settle_late_light_fault(table: TableState, command: Command, streak: SuperStreak) -> Iterator[Event]:
    """Settle a fault of a round that is over: what it counted is settled, and later wagers are returned."""
    played = table.last
    if played is None or played.streak_how == LIGHTS or not table.streaks.wagers:
        return
    yield from _return_later_wagers(table, command, played, streak.on_lights.clause)
    counted = {
        player: tuple(one for one in mine if one.round <= played.number)
        for player, mine in table.streaks.wagers.items()
    }
    left = Map({player: mine for player, mine in counted.items() if mine})
    running = replace(table, streaks=replace(table.streaks, wagers=left))
    yield from streak_events(running, command, played.number, LIGHTS, None)


def _streak_end_forced(played: Round, command: Command, streak: SuperStreak) -> StreakEndForced:
    return StreakEndForced(**event_fields(command, streak.on_lights.clause), round=played.number)


def recount_after_correction(table: TableState, command: Command, roll: Roll) -> Events:
    """Count a settled round again by the dice; wagers placed after the wrong result are returned."""
    streak, played = table.rules.super_streak, table.round or table.last
    if streak is None or played is None or streak.counts_by.choice.is_by_screen:
        return ()
    as_lights = table.rules.faults.wrong_entry.choice.is_lighting_fault
    if played.streaks is None:
        return end_by_light_fault(table, command) if as_lights else ()
    how = LIGHTS if as_lights else played.streak_how
    rewound = StreaksRewound(
        **event_fields(command, table.rules.faults.wrong_entry.clause), round=played.number
    )
    before = replace(table, streaks=played.streaks)
    return (
        *_return_later_wagers(table, command, played, streak.opens.clause),
        *_streak_reversals(table, command, played),
        rewound,
        *streak_events(before, command, played.number, how, roll),
    )


def _return_later_wagers(table: TableState, command: Command, played: Round, clause: str) -> Iterator[Event]:
    """Yield the return of the wagers that were placed after a round."""
    for player, mine in sorted(table.streaks.wagers.items()):
        stakes = tuple(one.stake for one in mine if one.round > played.number)
        if stakes:
            yield StreakReturned(
                **event_fields(command, clause), player=player, round=played.number, stakes=stakes
            )


def _streak_reversals(table: TableState, command: Command, played: Round) -> Iterator[Event]:
    for player, lines in sorted(played.streak_lines.items()):
        yield StreakReversed(
            **event_fields(command, table.rules.faults.wrong_entry.clause),
            player=player,
            round=played.number,
            lines=lines,
        )


def streak_events(
    table: TableState, command: Command, number: int, how: str, roll: Roll | None
) -> Iterator[Event]:
    """Yield the events of a round for Super Streak: what is settled, player by player, then what runs on."""
    for player, mine in sorted(table.streaks.wagers.items()):
        stakes = {one.stake.bet: one.stake for one in mine}
        settled = streak_advance(table, player, how, roll).lines
        lines = tuple(_journal_streak_line(line, stakes[line.wager.wager.bet]) for line in settled)
        if lines:
            yield StreakSettled(
                **event_fields(command, ", ".join(dict.fromkeys(line.clause for line in lines))),
                player=player,
                round=number,
                lines=lines,
            )
    yield StreaksAdvanced(
        **event_fields(command, _clause(super_streak_of(table.rules), how, roll)),
        round=number,
        how=how,
        dice=roll,
    )


def _journal_streak_line(line: StreakLine, stake: Stake) -> SettledStreak:
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


def call_final_streaks(table: TableState, command: CallFinalStreaks) -> Events | Refusal:
    """Announce the final call once the notice of closing is up; an empty table needs no notice."""
    streak = table.rules.super_streak
    if streak is None:
        return _no_super_streak_refusal(table)
    clause = streak.closing.clause
    if table.streak_stake is None:
        return Refusal(clause, message("super-streak.not-offered"))
    if table.streak_final:
        return Refusal(clause, message("super-streak.final-call-made-already"))
    if has_players(table) and SUPER_STREAK_SUBJECT not in table.notices:
        return Refusal(clause, message("super-streak.put-up-sign"))
    return (FinalStreaksCalled(**event_fields(command, clause)),)


def close_streaks(table: TableState, command: CloseStreaks) -> Events | Refusal:
    """Close Super Streak after notice and final call, once no wager runs any more."""
    streak = table.rules.super_streak
    if streak is None:
        return _no_super_streak_refusal(table)
    clause = streak.closing.clause
    if table.streak_stake is None:
        return Refusal(clause, message("super-streak.not-offered"))
    if has_players(table):
        refusal = refuse_if_notice_unserved(
            table, command.stamp, SUPER_STREAK_SUBJECT, clause, streak.closing.choice
        )
        if refusal:
            return refusal
        if not table.streak_final:
            return Refusal(clause, message("super-streak.final-call-missing"))
    return refuse_if_streaks_running(table) or (StreaksClosed(**event_fields(command, clause)),)


def refuse_if_streaks_running(table: TableState) -> Refusal | None:
    """Return why nothing can close yet: wagers in play stay until their streak ends."""
    streak, running = table.rules.super_streak, sum(map(len, table.streaks.wagers.values()))
    if streak is None or not running:
        return None
    return Refusal(streak.on_closing.clause, message("super-streak.wagers-running", n=running))


def begin_gaming_day(table: TableState, command: BeginGamingDay) -> Events | Refusal:
    """Begin a gaming day between two rounds: runs start again, and wagers follow the ruling."""
    streak = table.rules.super_streak
    clause = streak.on_new_day.clause if streak else table.rules.round.order.clause
    if refusal := refuse_during_round(table, clause):
        return refusal
    begun = event_from_command(GamingDayBegun, command, clause)
    if not table.streaks.runs:
        return (begun,)
    return begun, *streak_events(table, command, table.rounds, NEW_DAY, None)


def _no_super_streak_refusal(table: TableState) -> Refusal:
    return Refusal(table.layout.clause, message("super-streak.not-in-rulebook", rulebook=table.rules.name))


RULES = (
    Rule(PlaceStreak, decide=place_streak, staking=True, receipt=True),
    Rule(CallFinalStreaks, decide=call_final_streaks, act=Act.DEAL),
    Rule(CloseStreaks, decide=close_streaks, act=Act.CLOSE_SUPER_STREAK),
    Rule(BeginGamingDay, decide=begin_gaming_day, act=Act.OPEN_TABLE),
)
