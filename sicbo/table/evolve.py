"""`evolve`: the table after an event. It never refuses, because an event has already happened."""

from collections.abc import Callable, Iterable
from typing import Any

from immutables import Map
from msgspec.structs import replace

from sicbo.game.policies import Ground
from sicbo.table import desk
from sicbo.table.equipment import faults
from sicbo.table.limits import notices, personal_limits
from sicbo.table.messages.events import (
    AnyEvent,
    ChipsTaken,
    DebtSetOff,
    LimitsAgreed,
    LimitsChanged,
    NoticeGiven,
    NoticeWithdrawn,
    PlayerWarned,
    ResultCorrected,
    ResultEntered,
    RoundVoided,
    SettlementReversed,
    SlipRegistered,
    StepPerformed,
    TableClosed,
    TableOpened,
    ValueBrought,
    WagersCollected,
    WagersPaid,
    WagersReturned,
)
from sicbo.table.money import cash
from sicbo.table.money.racks import (
    after_moves,
    money_of,
    moved,
    needed,
    proceeds,
    set_off,
    stakes_of,
)
from sicbo.table.past_rounds import KEPT, found, playing, put_away
from sicbo.table.people import conduct, disputes, seats, tournament_use, withheld_winnings
from sicbo.table.round import idle_spins, opening, super_streak_state, voids
from sicbo.table.state import Round, Sign, Slip, Table


def evolve(table: Table, event: AnyEvent) -> Table:
    """Return the table after `event`."""
    return HOW[type(event)](table, event)


def after(table: Table, events: Iterable[AnyEvent]) -> Table:
    """Return the table after all `events`, in order."""
    for event in events:
        table = evolve(table, event)
    return table


def _opened(table: Table, event: TableOpened) -> Table:
    sign = Sign(event.minimum, event.maximum, event.unit, event.chip, event.approved_minimum, event.areas)
    table = super_streak_state.opened(table, event)
    return opening.opened(replace(table, sign=sign, equipment=event.equipment, seats=event.seats), event)


def _closed(table: Table, event: TableClosed) -> Table:
    return replace(
        put_away(table), sign=None, notices=Map(), agreed=Map(), seated=Map(), idle=False, streak_stake=None
    )


def _performed(table: Table, event: StepPerformed) -> Table:
    table = put_away(table) if table.last else table
    played = table.round or Round(number=event.round, sign=table.sign, agreed=table.agreed)
    played = replace(played, done=played.done + 1, void_due=_void_due(table, event) or played.void_due)
    if played.done == len(table.stages):
        if table.idle:
            return notices.spin_did_not_count(replace(table, round=None, last=played), event)
        return seats.counted(replace(table, round=None, last=played, spins=table.spins + 1), played)
    return replace(table, round=played, rounds=event.round)


def _void_due(table: Table, event: StepPerformed) -> str | None:
    """Return the ground that forces a void if the rulebook counts tumbles and there were too few."""
    too_few = event.tumbles is not None and event.tumbles < table.rules.round.tumbles.choice
    return Ground.TOO_FEW_TUMBLES.name if too_few else None


def _registered(table: Table, event: SlipRegistered) -> Table:
    assert table.round is not None
    slips = table.round.slips.set(event.player, Slip(event.version, event.stakes))
    moves = [(kind, -cents) for kind, cents in needed(event.stakes, event.before)]
    racks, owed = after_moves(table, event.player, moves)
    played = replace(table.round, slips=slips)
    return replace(table, round=played, idle=table.idle and not event.stakes, racks=racks, owed=owed)


def _entered(table: Table, event: ResultEntered) -> Table:
    assert table.round is not None
    shown = (*table.shown, (event.round, event.dice))[-KEPT:]
    return replace(table, round=replace(table.round, dice=event.dice), shown=shown)


def _warned(table: Table, event: PlayerWarned) -> Table:
    played = table.round or table.last
    assert played is not None
    table = playing(table, replace(played, warned=played.warned | {event.player}))
    if not table.rules.limits.warning.choice.is_all_day:
        return table
    return replace(table, warned=table.warned | {event.player})


def _collected(table: Table, event: WagersCollected) -> Table:
    played = _played(table, event.round)
    table = playing(table, replace(played, collected=played.collected.set(event.player, event.lines)))
    return moved(table, event.player, proceeds(event.lines, money_of(table)))


def _paid(table: Table, event: WagersPaid) -> Table:
    played = _played(table, event.round)
    table = playing(table, replace(played, paid=played.paid.set(event.player, event.lines)))
    return moved(table, event.player, proceeds(event.lines, money_of(table)))


def _returned(table: Table, event: WagersReturned) -> Table:
    return moved(table, event.player, stakes_of(event.stakes))


def _voided(table: Table, event: RoundVoided) -> Table:
    in_play = table.round is not None and table.round.number == event.round
    shown = tuple(one for one in table.shown if one[0] != event.round)
    table = voids.repeated(replace(table, shown=shown), event)
    return notices.spin_did_not_count(table, event) if in_play else table


def _reversed(table: Table, event: SettlementReversed) -> Table:
    played = _played(table, event.round)
    undone = {}
    for name in ("collected", "paid", "withheld", "released"):
        rest = getattr(played, name)
        undone[name] = rest.delete(event.player) if event.player in rest else rest
    table = playing(table, replace(played, **undone))
    return moved(
        table, event.player, [(kind, -cents) for kind, cents in proceeds(event.lines, money_of(table))]
    )


def _corrected(table: Table, event: ResultCorrected) -> Table:
    shown = tuple((number, event.dice if number == event.round else dice) for number, dice in table.shown)
    return playing(replace(table, shown=shown), replace(_played(table, event.round), dice=event.dice))


def _played(table: Table, number: int) -> Round:
    played = found(table, number)
    assert played is not None
    return played


HOW: dict[type[AnyEvent], Callable[[Table, Any], Table]] = {
    **desk.EVOLVES,
    TableOpened: _opened,
    TableClosed: _closed,
    ValueBrought: cash.brought,
    ChipsTaken: cash.taken,
    StepPerformed: _performed,
    SlipRegistered: _registered,
    ResultEntered: _entered,
    PlayerWarned: _warned,
    WagersCollected: _collected,
    WagersPaid: _paid,
    WagersReturned: _returned,
    RoundVoided: _voided,
    SettlementReversed: _reversed,
    DebtSetOff: set_off,
    ResultCorrected: _corrected,
    NoticeGiven: notices.was_given,
    NoticeWithdrawn: notices.was_withdrawn,
    LimitsChanged: notices.limits_changed,
    LimitsAgreed: personal_limits.was_agreed,
    **faults.EVOLVES,
    **idle_spins.EVOLVES,
    **seats.EVOLVES,
    **conduct.EVOLVES,
    **withheld_winnings.EVOLVES,
    **disputes.EVOLVES,
    **tournament_use.EVOLVES,
    **super_streak_state.EVOLVES,
}
