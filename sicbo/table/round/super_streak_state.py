"""Super Streak in the state: what a round does to runs and wagers, and the table after its events."""

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType

from sicbo.game.dice import Roll
from sicbo.game.rulebook.rules import Rules
from sicbo.game.super_streak import (
    StreakAdvance,
    StreakRun,
    Streaks,
    StreakWager,
    advance_streaks,
    advance_while_closing,
    apply_faulty_lights,
    apply_invalidation,
    apply_new_day,
    end_for_faulty_lights,
    opening_streaks,
)
from sicbo.i18n import Message, message
from sicbo.machine.accounts import layout_account, rack_account
from sicbo.machine.ledger import Transfer, move, no_transfers
from sicbo.machine.log_kind import Audience, Effect
from sicbo.machine.structs import replace
from sicbo.table.messages.round import TableOpened
from sicbo.table.messages.super_streak import (
    FinalStreaksCalled,
    GamingDayBegun,
    StreakEndForced,
    StreakReturned,
    StreakReversed,
    StreaksAdvanced,
    StreaksClosed,
    StreakSettled,
    StreaksRewound,
    StreakWagered,
)
from sicbo.table.money.shared_transfers import (
    returned_stakes_transfers,
    reversal_transfers,
    settlement_transfers,
)
from sicbo.table.past_rounds import archive_last_round
from sicbo.table.round.settlement import narrate_lines, stake_values, wager_of_stake
from sicbo.table.state import Round, RunningStreak, StreakState, TableState

RESULT, LIGHTS, CLOSING, VOID, INVALIDATED, NEW_DAY = (
    "result",
    "lights",
    "closing",
    "void",
    "invalidated",
    "new-day",
)
WITH_DICE: Mapping[str, Callable[[Streaks, Roll, Rules], StreakAdvance]] = MappingProxyType(
    {RESULT: advance_streaks, LIGHTS: apply_faulty_lights, CLOSING: advance_while_closing}
)
WITHOUT_DICE: Mapping[str, Callable[[Streaks, Rules], StreakAdvance]] = MappingProxyType(
    {
        VOID: lambda streaks, rules: advance_streaks(streaks, None, rules),
        INVALIDATED: apply_invalidation,
        NEW_DAY: apply_new_day,
        LIGHTS: end_for_faulty_lights,
    }
)


def streak_advance(table: TableState, player: str | None, how: str, roll: Roll | None) -> StreakAdvance:
    """Return what a round does to one player's wagers, or to the runs alone."""
    mine = table.streaks.wagers.get(player, ()) if player is not None else ()
    streaks = Streaks(table.streaks.runs, tuple(_as_wager(one) for one in mine))
    if roll is not None:
        return WITH_DICE[how](streaks, roll, table.rules)
    return WITHOUT_DICE[how](streaks, table.rules)


def _as_wager(one: RunningStreak) -> StreakWager:
    return StreakWager(wager_of_stake(one.stake), one.side, one.count)


def offer_super_streak(table: TableState, event: TableOpened) -> TableState:
    """Offer Super Streak if the sign names its amount; runs continue from before."""
    table = replace(table, streak_stake=event.streak_stake, streak_final=False)
    if event.streak_stake is None or table.streaks.runs:
        return table
    return replace(table, streaks=replace(table.streaks, runs=opening_streaks(table.rules).runs))


def apply_streak_wagered(table: TableState, event: StreakWagered) -> TableState:
    """Add a wager in play."""
    one = RunningStreak(event.stake, event.side, event.count, event.round)
    return _set_wagers(table, event.player, (*table.streaks.wagers.get(event.player, ()), one))


def apply_streak_settled(table: TableState, event: StreakSettled) -> TableState:
    """Take ended wagers off the layout; the round keeps their outcome."""
    ended = {line.stake.bet for line in event.lines if line.ends}
    played = current_or_last_round(table)
    if played is not None:
        played = _with_streaks_before(table, played)
        lines = (*played.streak_lines.get(event.player, ()), *event.lines)
        table = _replace_current_round(
            table, replace(played, streak_lines=played.streak_lines.set(event.player, lines))
        )
    return _remove_wagers(table, event.player, ended)


def apply_streaks_advanced(table: TableState, event: StreaksAdvanced) -> TableState:
    """Update runs and counts after the round; the wagers it settled have left before."""
    runs = _advanced_runs(table, event)
    wagers = table.streaks.wagers
    for player, mine in wagers.items():
        after = streak_advance(table, player, event.how, event.dice).streaks.wagers
        wagers = wagers.set(
            player,
            tuple(replace(one, side=now.side, count=now.count) for one, now in zip(mine, after, strict=True)),
        )
    played = current_or_last_round(table)
    if played is not None:
        table = _replace_current_round(
            table, replace(_with_streaks_before(table, played), streak_how=event.how)
        )
    return replace(table, streaks=replace(table.streaks, runs=runs, wagers=wagers))


def _advanced_runs(table: TableState, event: StreaksAdvanced) -> tuple[StreakRun, ...]:
    return streak_advance(table, None, event.how, event.dice).streaks.runs


def apply_streak_end_forced(table: TableState, event: StreakEndForced) -> TableState:
    """Let no wager run beyond the round in play."""
    assert table.round is not None
    return replace(table, round=replace(table.round, lights_failed=True))


def apply_streak_returned(table: TableState, event: StreakReturned) -> TableState:
    """Remove wagers that were returned; a correction of the last round does not restore them."""
    bets, played = {stake.bet for stake in event.stakes}, current_or_last_round(table)
    if played is not None and played.streaks is not None:
        mine = table.streaks.wagers[event.player]
        gone = {(one.stake.bet, one.round) for one in mine if one.stake.bet in bets}
        before = played.streaks.wagers.get(event.player, ())
        left = tuple(one for one in before if (one.stake.bet, one.round) not in gone)
        table = _replace_current_round(
            table, replace(played, streaks=_streaks_with_wagers(played.streaks, event.player, left))
        )
    return _remove_wagers(table, event.player, bets)


def apply_streak_reversed(table: TableState, event: StreakReversed) -> TableState:
    """Restore a player's wagers as before the round."""
    played = current_or_last_round(table)
    assert played is not None and played.streaks is not None
    table = _replace_current_round(
        table, replace(played, streak_lines=played.streak_lines.delete(event.player))
    )
    return _set_wagers(table, event.player, played.streaks.wagers.get(event.player, ()))


def apply_streaks_rewound(table: TableState, event: StreaksRewound) -> TableState:
    """Restore runs and wagers as before the round."""
    played = current_or_last_round(table)
    assert played is not None and played.streaks is not None
    return replace(table, streaks=played.streaks)


def apply_final_streaks_called(table: TableState, event: FinalStreaksCalled) -> TableState:
    """Take no new wagers."""
    return replace(table, streak_final=True)


def apply_streaks_closed(table: TableState, event: StreaksClosed) -> TableState:
    """Stop offering Super Streak, and remove its notice."""
    notices = table.notices
    if "super-streak" in notices:
        notices = notices.delete("super-streak")
    return replace(table, streak_stake=None, notices=notices)


def apply_gaming_day_begun(table: TableState, event: GamingDayBegun) -> TableState:
    """Move the last round to the past; warnings that last a day are over."""
    return replace(archive_last_round(table), warned=frozenset())


def current_or_last_round(table: TableState) -> Round | None:
    """Return the round in play, or the one just settled."""
    return table.round or table.last


def _replace_current_round(table: TableState, played: Round) -> TableState:
    return replace(table, round=played) if table.round else replace(table, last=played)


def _with_streaks_before(table: TableState, played: Round) -> Round:
    """Return the round with the streaks from before it, so that a correction can count it again."""
    return replace(played, streaks=table.streaks) if played.streaks is None else played


def _remove_wagers(table: TableState, player: str, bets: set[str]) -> TableState:
    left = tuple(one for one in table.streaks.wagers[player] if one.stake.bet not in bets)
    return _set_wagers(table, player, left)


def _set_wagers(table: TableState, player: str, mine: tuple[RunningStreak, ...]) -> TableState:
    return replace(table, streaks=_streaks_with_wagers(table.streaks, player, mine))


def _streaks_with_wagers(streaks: StreakState, player: str, mine: tuple[RunningStreak, ...]) -> StreakState:
    """Return the runs and wagers with these wagers of one player."""
    if mine:
        return replace(streaks, wagers=streaks.wagers.set(player, mine))
    return replace(streaks, wagers=streaks.wagers.delete(player)) if player in streaks.wagers else streaks


def _book_streak_wager(event: StreakWagered, table: TableState) -> Iterator[Transfer]:
    return move(
        event.stake.instrument, event.stake.cents, rack_account(event.player), layout_account(event.player)
    )


def _narrate_streak_wagered(event: StreakWagered) -> Message:
    return message("event.streak-wagered", player=event.player, stakes=stake_values(event.stake))


EFFECTS = (
    Effect(
        StreakWagered,
        apply=apply_streak_wagered,
        transfers=_book_streak_wager,
        audience=Audience.PLAYER,
        narrate=_narrate_streak_wagered,
    ),
    Effect(
        StreakSettled,
        apply=apply_streak_settled,
        transfers=settlement_transfers,
        audience=Audience.PLAYER,
        narrate=narrate_lines,
    ),
    Effect(
        StreaksAdvanced,
        apply=apply_streaks_advanced,
        transfers=no_transfers,
        audience=Audience.EVERYONE,
    ),
    Effect(
        StreakEndForced,
        apply=apply_streak_end_forced,
        transfers=no_transfers,
        audience=Audience.EVERYONE,
    ),
    Effect(
        StreakReturned,
        apply=apply_streak_returned,
        transfers=returned_stakes_transfers,
        audience=Audience.PLAYER,
    ),
    Effect(
        StreakReversed,
        apply=apply_streak_reversed,
        transfers=reversal_transfers,
        audience=Audience.PLAYER,
    ),
    Effect(
        StreaksRewound,
        apply=apply_streaks_rewound,
        transfers=no_transfers,
        audience=Audience.EVERYONE,
    ),
    Effect(
        FinalStreaksCalled,
        apply=apply_final_streaks_called,
        transfers=no_transfers,
        audience=Audience.EVERYONE,
    ),
    Effect(
        StreaksClosed,
        apply=apply_streaks_closed,
        transfers=no_transfers,
        audience=Audience.EVERYONE,
    ),
    Effect(
        GamingDayBegun,
        apply=apply_gaming_day_begun,
        transfers=no_transfers,
        audience=Audience.EVERYONE,
    ),
)
