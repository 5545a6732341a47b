"""Withdrawals and refunds, as far as the terms give them."""

from collections.abc import Iterator

from sicbo.errors import Refusal
from sicbo.game.ranks import Rank
from sicbo.i18n import message
from sicbo.machine.accounts import DROP, WORLD
from sicbo.machine.ledger import CASH, Transfer, move
from sicbo.machine.log_kind import Audience, Effect, Events
from sicbo.machine.messages import Command, event_fields, event_from_command
from sicbo.tournament.authority import TournamentRule, first_refusal, refuse_if_rank_too_low
from sicbo.tournament.before.entry_desk import entrants_in_order, refuse_if_not_entrant
from sicbo.tournament.chip_transfers import bank_transfers
from sicbo.tournament.format import wall_time
from sicbo.tournament.messages import commands, events
from sicbo.tournament.state import (
    CANCELLED,
    ENTERED,
    ENTRIES,
    WITHDRAWN,
    Tournament,
    with_entrant,
)


def withdraw_entry(tournament: Tournament, command: commands.WithdrawEntry) -> Events | Refusal:
    """Withdraw an entry before play, with a full refund in time and a partial refund later."""
    clause = tournament.clause("entry.withdraw_until")
    if refusal := refuse_if_not_entrant(tournament, command.player):
        return refusal
    entrant = tournament.entrants[command.player]
    if entrant.status != ENTERED or tournament.stage != ENTRIES:
        return Refusal(clause, message("tournament-refunds.play-begun"))
    free = command.stamp.wall <= wall_time(tournament.plan.entry.withdraw_until)
    percent = 100 if free else tournament.plan.entry.withdraw_later
    back = (entrant.fee + entrant.buy_ins) * percent // 100
    return (
        event_from_command(
            events.EntryWithdrawn, command, clause, cents=back, chips=tournament.bank_of(command.player)
        ),
    )


def refund_entry(tournament: Tournament, command: commands.RefundEntry) -> Events | Refusal:
    """Refund what the terms say on one of their grounds, once."""
    clause = tournament.clause("conduct.refunds")
    if refusal := first_refusal(
        [
            refuse_if_not_entrant(tournament, command.player),
            refuse_if_rank_too_low(Rank.MANAGER, tournament, command),
        ]
    ):
        return refusal
    grounds = {one.ground: one.percent for one in tournament.plan.conduct.refunds}
    entrant = tournament.entrants[command.player]
    if command.ground not in grounds:
        return Refusal(clause, message("tournament-refunds.grounds", grounds=tuple(grounds)))
    if entrant.refunded or (command.ground == "cancelled" and tournament.stage != CANCELLED):
        return Refusal(clause, message("tournament-refunds.not-due"))
    cents = (entrant.fee + entrant.buy_ins) * grounds[command.ground] // 100
    return (event_from_command(events.EntryRefunded, command, clause, cents=cents),)


def refund_events(tournament: Tournament, command: Command, ground: str) -> Events:
    """Return the refunds of all entrants on one ground."""
    clause = tournament.clause("conduct.refunds")
    percent = {one.ground: one.percent for one in tournament.plan.conduct.refunds}.get(ground, 0)
    return tuple(
        events.EntryRefunded(
            **event_fields(command, clause),
            player=player,
            ground=ground,
            cents=(entrant.fee + entrant.buy_ins) * percent // 100,
        )
        for player in entrants_in_order(tournament)
        if not (entrant := tournament.entrants[player]).refunded
    )


def _apply_entry_withdrawn(tournament: Tournament, event: events.EntryWithdrawn) -> Tournament:
    entrant = tournament.entrants[event.player]
    kept = entrant.fee + entrant.buy_ins - event.cents
    return with_entrant(tournament, event.player, status=WITHDRAWN, fee=kept, buy_ins=0)


def _apply_entry_refunded(tournament: Tournament, event: events.EntryRefunded) -> Tournament:
    entrant = tournament.entrants[event.player]
    kept = entrant.fee + entrant.buy_ins - event.cents
    fee = min(entrant.fee, kept)
    return with_entrant(tournament, event.player, refunded=True, fee=fee, buy_ins=kept - fee)


def _book_withdrawal(event: events.EntryWithdrawn, before: Tournament) -> Iterator[Transfer]:
    yield from move(CASH, event.cents, DROP, WORLD)
    yield from bank_transfers(event.player, -event.chips)


def _book_refund(event: events.EntryRefunded, before: Tournament) -> Iterator[Transfer]:
    return move(CASH, event.cents, DROP, WORLD)


RULES = (
    TournamentRule(commands.WithdrawEntry, decide=withdraw_entry, rank=Rank.DEALER),
    TournamentRule(commands.RefundEntry, decide=refund_entry),
)
EFFECTS = (
    Effect(
        events.EntryWithdrawn,
        apply=_apply_entry_withdrawn,
        transfers=_book_withdrawal,
        audience=Audience.PLAYER,
    ),
    Effect(
        events.EntryRefunded,
        apply=_apply_entry_refunded,
        transfers=_book_refund,
        audience=Audience.PLAYER,
    ),
)
