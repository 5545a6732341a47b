"""Super Streak in the state: what a round does to runs and wagers, and the table after its events."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from msgspec.structs import replace

from sicbo.game.dice import Roll
from sicbo.game.rulebook.rules import Rules
from sicbo.game.super_streak import (
    Advance,
    Run,
    Streaks,
    StreakWager,
    advance,
    found_dark,
    invalidated,
    lights_failed,
    new_day,
    opening,
    while_closing,
)
from sicbo.table.messages.events import (
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
    TableOpened,
)
from sicbo.table.money.racks import money_of, moved, proceeds, stakes_of
from sicbo.table.past_rounds import put_away
from sicbo.table.round.settlement import wager
from sicbo.table.state import Round, Running, Streaking, Table

RESULT, LIGHTS, CLOSING, VOID, INVALIDATED, NEW_DAY = (
    "result",
    "lights",
    "closing",
    "void",
    "invalidated",
    "new-day",
)
WITH_DICE: Mapping[str, Callable[[Streaks, Roll, Rules], Advance]] = MappingProxyType(
    {RESULT: advance, LIGHTS: lights_failed, CLOSING: while_closing}
)
WITHOUT: Mapping[str, Callable[[Streaks, Rules], Advance]] = MappingProxyType(
    {
        VOID: lambda streaks, rules: advance(streaks, None, rules),
        INVALIDATED: invalidated,
        NEW_DAY: new_day,
        LIGHTS: found_dark,
    }
)


def turned(table: Table, player: str | None, how: str, roll: Roll | None) -> Advance:
    """Return what a round does to one player's wagers, or to the runs alone."""
    mine = table.streaks.wagers.get(player, ()) if player is not None else ()
    streaks = Streaks(table.streaks.runs, tuple(_as_wager(one) for one in mine))
    if roll is not None:
        return WITH_DICE[how](streaks, roll, table.rules)
    return WITHOUT[how](streaks, table.rules)


def _as_wager(one: Running) -> StreakWager:
    return StreakWager(wager(one.stake), one.side, one.count)


def opened(table: Table, event: TableOpened) -> Table:
    """Offer Super Streak if the sign names its amount; runs continue from before."""
    table = replace(table, streak_stake=event.streak_stake, streak_final=False)
    if event.streak_stake is None or table.streaks.runs:
        return table
    return replace(table, streaks=replace(table.streaks, runs=opening(table.rules).runs))


def wagered(table: Table, event: StreakWagered) -> Table:
    """Add a wager in play."""
    one = Running(event.stake, event.side, event.count, event.round)
    table = _with(table, event.player, (*table.streaks.wagers.get(event.player, ()), one))
    return moved(table, event.player, ((event.stake.instrument, -event.stake.cents),))


def settled(table: Table, event: StreakSettled) -> Table:
    """Take ended wagers off the layout; the round keeps their outcome."""
    ended = {line.stake.bet for line in event.lines if line.ends}
    played = played_of(table)
    if played is not None:
        played = _remembering(table, played)
        lines = (*played.streak_lines.get(event.player, ()), *event.lines)
        table = _playing(table, replace(played, streak_lines=played.streak_lines.set(event.player, lines)))
    table = _without(table, event.player, ended)
    return moved(table, event.player, proceeds(event.lines, money_of(table)))


def advanced(table: Table, event: StreaksAdvanced) -> Table:
    """Update runs and counts after the round; the wagers it settled have left before."""
    runs = _runs(table, event)
    wagers = table.streaks.wagers
    for player, mine in wagers.items():
        after = turned(table, player, event.how, event.dice).streaks.wagers
        wagers = wagers.set(
            player,
            tuple(replace(one, side=now.side, count=now.count) for one, now in zip(mine, after, strict=True)),
        )
    played = played_of(table)
    if played is not None:
        table = _playing(table, replace(_remembering(table, played), streak_how=event.how))
    return replace(table, streaks=replace(table.streaks, runs=runs, wagers=wagers))


def _runs(table: Table, event: StreaksAdvanced) -> tuple[Run, ...]:
    return turned(table, None, event.how, event.dice).streaks.runs


def end_forced(table: Table, event: StreakEndForced) -> Table:
    """Let no wager run beyond the round in play."""
    assert table.round is not None
    return replace(table, round=replace(table.round, lights_failed=True))


def returned(table: Table, event: StreakReturned) -> Table:
    """Remove wagers that were returned; a correction of the last round does not restore them."""
    bets, played = {stake.bet for stake in event.stakes}, played_of(table)
    if played is not None and played.streaks is not None:
        mine = table.streaks.wagers[event.player]
        gone = {(one.stake.bet, one.round) for one in mine if one.stake.bet in bets}
        before = played.streaks.wagers.get(event.player, ())
        left = tuple(one for one in before if (one.stake.bet, one.round) not in gone)
        table = _playing(table, replace(played, streaks=_having(played.streaks, event.player, left)))
    table = _without(table, event.player, bets)
    return moved(table, event.player, stakes_of(event.stakes))


def unsettled(table: Table, event: StreakReversed) -> Table:
    """Restore a player's wagers as before the round, and take back what was paid on them."""
    played = played_of(table)
    assert played is not None and played.streaks is not None
    table = _playing(table, replace(played, streak_lines=played.streak_lines.delete(event.player)))
    table = _with(table, event.player, played.streaks.wagers.get(event.player, ()))
    back = [(kind, -cents) for kind, cents in proceeds(event.lines, money_of(table))]
    return moved(table, event.player, back)


def rewound(table: Table, event: StreaksRewound) -> Table:
    """Restore runs and wagers as before the round."""
    played = played_of(table)
    assert played is not None and played.streaks is not None
    return replace(table, streaks=played.streaks)


def final_called(table: Table, event: FinalStreaksCalled) -> Table:
    """Take no new wagers."""
    return replace(table, streak_final=True)


def closed(table: Table, event: StreaksClosed) -> Table:
    """Stop offering Super Streak, and remove its notice."""
    notices = table.notices
    if "super-streak" in notices:
        notices = notices.delete("super-streak")
    return replace(table, streak_stake=None, notices=notices)


def day_begun(table: Table, event: GamingDayBegun) -> Table:
    """Move the last round to the past; warnings that last a day are over."""
    return replace(put_away(table), warned=frozenset())


def played_of(table: Table) -> Round | None:
    """Return the round in play, or the one just settled."""
    return table.round or table.last


def _playing(table: Table, played: Round) -> Table:
    return replace(table, round=played) if table.round else replace(table, last=played)


def _remembering(table: Table, played: Round) -> Round:
    """Return the round with the streaks from before it, so that a correction can count it again."""
    return replace(played, streaks=table.streaks) if played.streaks is None else played


def _without(table: Table, player: str, bets: set[str]) -> Table:
    left = tuple(one for one in table.streaks.wagers[player] if one.stake.bet not in bets)
    return _with(table, player, left)


def _with(table: Table, player: str, mine: tuple[Running, ...]) -> Table:
    return replace(table, streaks=_having(table.streaks, player, mine))


def _having(streaks: Streaking, player: str, mine: tuple[Running, ...]) -> Streaking:
    """Return the runs and wagers with these wagers of one player."""
    if mine:
        return replace(streaks, wagers=streaks.wagers.set(player, mine))
    return replace(streaks, wagers=streaks.wagers.delete(player)) if player in streaks.wagers else streaks


EVOLVES: dict[type[Any], Callable[[Table, Any], Table]] = {
    StreakWagered: wagered,
    StreakSettled: settled,
    StreaksAdvanced: advanced,
    StreakEndForced: end_forced,
    StreakReturned: returned,
    StreakReversed: unsettled,
    StreaksRewound: rewound,
    FinalStreaksCalled: final_called,
    StreaksClosed: closed,
    GamingDayBegun: day_begun,
}
