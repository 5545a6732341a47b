"""Conduct and disputes: penalties, disqualification, retirement, absence, phones and decisions."""

from collections.abc import Iterator
from typing import Any

from sicbo.errors import Refusal
from sicbo.game.ranks import Rank
from sicbo.i18n import message
from sicbo.machine.ledger import Transfer, keep_state, no_transfers
from sicbo.machine.log_kind import Audience, Effect, Events
from sicbo.machine.messages import Command, event_fields, event_from_command
from sicbo.machine.structs import replace
from sicbo.tournament.authority import TournamentRule, refuse_if_not_directing, refuse_if_rank_too_low
from sicbo.tournament.chip_transfers import bank_transfers
from sicbo.tournament.messages import commands, events
from sicbo.tournament.state import (
    DISQUALIFIED,
    ENTERED,
    PLAYING,
    RANKED,
    RETIRED,
    Tournament,
    TournamentDispute,
    with_entrant,
)


def _refuse_if_not_in_play(tournament: Tournament, player: str) -> Refusal | None:
    """Refuse a measure against an entrant who is not in play, or once play is over."""
    if tournament.stage == RANKED:
        clause = tournament.clause("winners.rule")
        return Refusal(clause, message("tournament-conduct.ranks-final"))
    return _refuse_if_not_entrant(tournament, player)


def _refuse_if_not_entrant(tournament: Tournament, player: str) -> Refusal | None:
    entrant = tournament.entrants.get(player)
    if entrant is not None and entrant.status in (ENTERED, PLAYING):
        return None
    return Refusal(tournament.steps.player, message("tournament-entry.not-entrant", player=player))


def penalise(tournament: Tournament, command: commands.Penalise) -> Events | Refusal:
    """Impose a penalty that the terms list, up to the chips in the bank."""
    clause = tournament.clause("conduct.penalties")
    if refusal := _refuse_if_not_in_play(tournament, command.player) or refuse_if_not_directing(
        tournament, command
    ):
        return refusal
    chips = {one.name: one.chips for one in tournament.plan.conduct.penalties}
    if command.penalty not in chips:
        return Refusal(clause, message("tournament-conduct.penalties", chips=", ".join(chips)))
    return (_penalty_imposed(tournament, command, command.penalty, clause, command.note),)


def _penalty_imposed(
    tournament: Tournament, command: Any, name: str, clause: str, note: str
) -> events.PenaltyImposed:
    listed = {one.name: one.chips for one in tournament.plan.conduct.penalties}[name]
    chips = min(listed, tournament.bank_of(command.player))
    player = command.player
    return events.PenaltyImposed(
        **event_fields(command, clause), player=player, penalty=name, chips=chips, note=note
    )


def disqualify(tournament: Tournament, command: commands.Disqualify) -> Events | Refusal:
    """Disqualify an entrant on a ground of the terms, between two spins.

    After play is over the next entrant takes the place.
    """
    clause = tournament.clause("conduct.disqualified_for")
    if refusal := _refuse_if_not_entrant(tournament, command.player) or refuse_if_not_directing(
        tournament, command
    ):
        return refusal
    grounds = tournament.plan.conduct.disqualified_for
    if command.ground not in grounds:
        return Refusal(
            clause, message("tournament-conduct.disqualification-grounds", grounds=", ".join(grounds))
        )
    if tournament.is_in_spin(command.player):
        return Refusal(clause, message("tournament-play.spin-in-play"))
    return (_entrant_out(tournament, command, DISQUALIFIED, clause, command.note),)


def _entrant_out(
    tournament: Tournament, command: Any, how: str, clause: str, note: str = ""
) -> events.EntrantOut:
    """Return the event of an entrant leaving play, with the chips treated as the terms say."""
    player, conduct = command.player, tournament.plan.conduct
    bank = tournament.bank_of(player)
    chips_rule = conduct.disqualified_chips if how == DISQUALIFIED else conduct.retired_chips
    chips = 0 if chips_rule == "counted" else bank
    shared: tuple[tuple[str, int], ...] = ()
    heat = tournament.heat_of(player)
    if chips_rule == "shared-at-table" and heat:
        others = [name for name in tournament.live_entrants(heat) if name != player]
        unit = tournament.plan.wagers.unit
        each = bank // (unit * len(others)) * unit if others else 0
        shared = tuple((name, each) for name in others) if each else ()
    common_fields = event_fields(command, clause)
    return events.EntrantOut(**common_fields, player=player, how=how, chips=chips, note=note, shared=shared)


def retire(tournament: Tournament, command: commands.Retire) -> Events | Refusal:
    """Let an entrant leave for good, between two spins."""
    clause = tournament.clause("conduct.retired_chips")
    if refusal := _refuse_if_not_in_play(tournament, command.player):
        return refusal
    if tournament.is_in_spin(command.player):
        return Refusal(clause, message("tournament-play.wait-for-spin"))
    return (_entrant_out(tournament, command, RETIRED, clause),)


def mark_absent(tournament: Tournament, command: commands.MarkAbsent) -> Events | Refusal:
    """Record an absence; the consequence in the terms then applies to every spin."""
    conduct = tournament.plan.conduct if tournament.version else None
    if refusal := _refuse_if_not_in_play(tournament, command.player) or refuse_if_not_directing(
        tournament, command
    ):
        return refusal
    assert conduct is not None
    clause = tournament.clause("conduct.late" if command.late else "conduct.absent")
    if not tournament.entrants[command.player].present or tournament.is_in_spin(command.player):
        return Refusal(clause, message("tournament-conduct.absence"))
    event = event_from_command(events.EntrantAbsent, command, clause)
    if (conduct.late if command.late else conduct.absent) != DISQUALIFIED:
        return (event,)
    return (event, _entrant_out(tournament, command, DISQUALIFIED, clause))


def mark_present(tournament: Tournament, command: commands.MarkPresent) -> Events | Refusal:
    """Record that an entrant is back at the table."""
    clause = tournament.steps.player
    if refusal := _refuse_if_not_in_play(tournament, command.player) or refuse_if_rank_too_low(
        Rank.DEALER, tournament, command
    ):
        return refusal
    if tournament.entrants[command.player].present:
        return Refusal(clause, message("tournament-conduct.present", player=command.player))
    return (event_from_command(events.EntrantReturned, command, clause),)


def record_phone(tournament: Tournament, command: commands.RecordPhone) -> Events | Refusal:
    """Record the use of a phone during play, with the consequence in the terms."""
    if refusal := _refuse_if_not_in_play(tournament, command.player) or refuse_if_not_directing(
        tournament, command
    ):
        return refusal
    clause, consequence = tournament.clause("conduct.phone"), tournament.plan.conduct.phone
    event = event_from_command(events.PhoneUsed, command, clause)
    if consequence == "penalty":
        return event, _penalty_imposed(tournament, command, "phone", clause, "")
    if consequence != DISQUALIFIED:
        return (event,)
    if tournament.is_in_spin(command.player):
        return Refusal(clause, message("tournament-play.spin-in-play"))
    return event, _entrant_out(tournament, command, DISQUALIFIED, clause)


def raise_dispute(tournament: Tournament, command: commands.RaiseTournamentDispute) -> Events | Refusal:
    """Record a dispute, which is named by the id of this command from then on."""
    clause = tournament.clause("conduct.disputes")
    if not command.about or command.player not in tournament.entrants:
        return Refusal(clause, message("tournament-conduct.dispute-details"))
    return (event_from_command(events.TournamentDisputeRaised, command, clause),)


def decide_dispute(tournament: Tournament, command: commands.DecideTournamentDispute) -> Events | Refusal:
    """Record the director's final decision. An unsatisfied entrant is told how to reach an inspector."""
    clause = tournament.clause("conduct.disputes")
    if command.dispute not in tournament.disputes:
        waiting = tuple(sorted(tournament.disputes))
        return Refusal(
            clause, message("tournament-conduct.unknown-dispute", dispute=command.dispute, waiting=waiting)
        )
    if _is_not_directing(tournament, command):
        return Refusal(clause, message("tournament-conduct.decided-by-director"))
    if not command.decision:
        return Refusal(clause, message("tournament-conduct.decision-required"))
    if not command.satisfied and not command.told_of_inspector:
        return Refusal(clause, message("tournament-conduct.inspector-first"))
    return (event_from_command(events.TournamentDisputeDecided, command, clause),)


def _is_not_directing(tournament: Tournament, command: Command) -> bool:
    return refuse_if_not_directing(tournament, command) is not None


def _apply_entrant_out(tournament: Tournament, event: events.EntrantOut) -> Tournament:
    if event.how == DISQUALIFIED:
        ranks = tuple(name for name in tournament.ranks if name != event.player)
        tournament = replace(tournament, ranks=ranks)
    return with_entrant(tournament, event.player, status=event.how)


def _apply_phone_used(tournament: Tournament, event: events.PhoneUsed) -> Tournament:
    return with_entrant(tournament, event.player, warnings=tournament.entrants[event.player].warnings + 1)


def _book_penalty(event: events.PenaltyImposed, before: Tournament) -> Iterator[Transfer]:
    return bank_transfers(event.player, -event.chips)


def _book_entrant_out(event: events.EntrantOut, before: Tournament) -> Iterator[Transfer]:
    yield from bank_transfers(event.player, -event.chips)
    for name, chips in event.shared:
        yield from bank_transfers(name, chips)


RULES = (
    TournamentRule(commands.Penalise, decide=penalise),
    TournamentRule(commands.Disqualify, decide=disqualify, signed=True),
    TournamentRule(commands.Retire, decide=retire),
    TournamentRule(commands.MarkAbsent, decide=mark_absent),
    TournamentRule(commands.MarkPresent, decide=mark_present),
    TournamentRule(commands.RecordPhone, decide=record_phone),
    TournamentRule(commands.RaiseTournamentDispute, decide=raise_dispute, after_end=True),
    TournamentRule(commands.DecideTournamentDispute, decide=decide_dispute, after_end=True),
)
EFFECTS = (
    Effect(
        events.PenaltyImposed,
        apply=keep_state,
        transfers=_book_penalty,
        audience=Audience.EVERYONE,
    ),
    Effect(
        events.EntrantOut,
        apply=_apply_entrant_out,
        transfers=_book_entrant_out,
        audience=Audience.EVERYONE,
    ),
    Effect(
        events.EntrantAbsent,
        apply=lambda t, event: with_entrant(t, event.player, present=False, late=event.late),
        transfers=no_transfers,
        audience=Audience.EVERYONE,
    ),
    Effect(
        events.EntrantReturned,
        apply=lambda t, event: with_entrant(t, event.player, present=True, late=False),
        transfers=no_transfers,
        audience=Audience.EVERYONE,
    ),
    Effect(
        events.PhoneUsed,
        apply=_apply_phone_used,
        transfers=no_transfers,
        audience=Audience.EVERYONE,
    ),
    Effect(
        events.TournamentDisputeRaised,
        apply=lambda t, event: replace(
            t, disputes=t.disputes.set(event.command, TournamentDispute(event.player))
        ),
        transfers=no_transfers,
        audience=Audience.EVERYONE,
    ),
    Effect(
        events.TournamentDisputeDecided,
        apply=lambda t, event: replace(t, disputes=t.disputes.delete(event.dispute)),
        transfers=no_transfers,
        audience=Audience.EVERYONE,
    ),
)
