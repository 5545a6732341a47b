"""`evolve`: the table after an event. It never says no: what happened, happened."""

from collections.abc import Callable, Iterable
from typing import Any

from immutables import Map
from msgspec.structs import replace

from sicbo.game.policies import Ground
from sicbo.table import (
    agreements,
    cash,
    conduct,
    desk,
    disputes,
    faults,
    idle,
    notices,
    opening,
    running,
    seats,
    voids,
)
from sicbo.table.events import (
    AnyEvent,
    ChipsTaken,
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
from sicbo.table.racks import money_of as money_of
from sicbo.table.racks import moved as _moved
from sicbo.table.racks import proceeds, stakes_of
from sicbo.table.state import Round, Sign, Slip, Table


def evolve(table: Table, event: AnyEvent) -> Table:
    """The table after `event`."""
    return HOW[type(event)](table, event)


def after(table: Table, events: Iterable[AnyEvent]) -> Table:
    """The table after all of them in turn."""
    for event in events:
        table = evolve(table, event)
    return table


def _opened(table: Table, event: TableOpened) -> Table:
    sign = Sign(event.minimum, event.maximum, event.unit, event.chip, event.approved_minimum)
    table = running.opened(table, event)
    return opening.opened(replace(table, sign=sign, equipment=event.equipment, seats=event.seats), event)


def _closed(table: Table, event: TableClosed) -> Table:
    return replace(
        table, sign=None, last=None, notices=Map(), agreed=Map(), seated=Map(), idle=False, streak_stake=None
    )


def _performed(table: Table, event: StepPerformed) -> Table:
    played = table.round or Round(number=event.round, sign=table.sign, agreed=table.agreed)
    played = replace(played, done=played.done + 1, void_due=_void_due(table, event) or played.void_due)
    if played.done == len(table.stages):
        if table.idle:
            return replace(table, round=None, last=played)
        return seats.counted(replace(table, round=None, last=played, spins=table.spins + 1), played)
    return replace(table, round=played, last=None, rounds=event.round)


def _void_due(table: Table, event: StepPerformed) -> str | None:
    """Too few tumbles leave the dealer no choice, where the rulebook counts them."""
    too_few = event.tumbles is not None and event.tumbles < table.rules.round.tumbles.choice
    return Ground.TOO_FEW_TUMBLES.name if too_few else None


def _registered(table: Table, event: SlipRegistered) -> Table:
    assert table.round is not None
    slips = table.round.slips.set(event.player, Slip(event.version, event.stakes))
    moves = [*stakes_of(event.before), *((kind, -cents) for kind, cents in stakes_of(event.stakes))]
    table = replace(table, round=replace(table.round, slips=slips), idle=table.idle and not event.stakes)
    return _moved(table, event.player, moves)


def _entered(table: Table, event: ResultEntered) -> Table:
    assert table.round is not None
    return replace(table, round=replace(table.round, dice=event.dice))


def _warned(table: Table, event: PlayerWarned) -> Table:
    played = _played(table)
    table = _playing(table, replace(played, warned=played.warned | {event.player}))
    return replace(table, warned=table.warned | {event.player})


def _collected(table: Table, event: WagersCollected) -> Table:
    played = _played(table)
    table = _playing(table, replace(played, collected=played.collected.set(event.player, event.lines)))
    return _moved(table, event.player, proceeds(event.lines, money_of(table)))


def _paid(table: Table, event: WagersPaid) -> Table:
    played = _played(table)
    table = _playing(table, replace(played, paid=played.paid.set(event.player, event.lines)))
    return _moved(table, event.player, proceeds(event.lines, money_of(table)))


def _returned(table: Table, event: WagersReturned) -> Table:
    return _moved(table, event.player, stakes_of(event.stakes))


def _voided(table: Table, event: RoundVoided) -> Table:
    return notices.spin_did_not_count(voids.repeated(table, event), event)


def _reversed(table: Table, event: SettlementReversed) -> Table:
    played = _played(table)
    collected, paid = played.collected.mutate(), played.paid.mutate()
    collected.pop(event.player, None)
    paid.pop(event.player, None)
    table = _playing(table, replace(played, collected=collected.finish(), paid=paid.finish()))
    return _moved(
        table, event.player, [(kind, -cents) for kind, cents in proceeds(event.lines, money_of(table))]
    )


def _corrected(table: Table, event: ResultCorrected) -> Table:
    return _playing(table, replace(_played(table), dice=event.dice))


def _played(table: Table) -> Round:
    """The round in play, or the one just settled."""
    played = table.round or table.last
    assert played is not None
    return played


def _playing(table: Table, played: Round) -> Table:
    return replace(table, round=played) if table.round else replace(table, last=played)


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
    ResultCorrected: _corrected,
    NoticeGiven: notices.was_given,
    NoticeWithdrawn: notices.was_withdrawn,
    LimitsChanged: notices.limits_changed,
    LimitsAgreed: agreements.was_agreed,
    **faults.EVOLVES,
    **idle.EVOLVES,
    **seats.EVOLVES,
    **conduct.EVOLVES,
    **disputes.EVOLVES,
    **running.EVOLVES,
}
