"""Conduct and disputes: penalties, disqualification, retirement, absence, phones and decisions."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from sicbo.errors import Refusal
from sicbo.game.ranks import Rank
from sicbo.table.messages.base import Command
from sicbo.table.open_items import facts, happened
from sicbo.tournament.authority import not_a, not_directing
from sicbo.tournament.messages import commands, events
from sicbo.tournament.state import (
    CLOSED,
    DISQUALIFIED,
    ENTERED,
    OPEN,
    PLAYING,
    RANKED,
    RETIRED,
    Ruled,
    Tournament,
    paid,
    put,
)

Events = tuple[Any, ...]


def _not_in(tournament: Tournament, player: str) -> Refusal | None:
    """Refuse a measure against an entrant who is not in play, or once play is over."""
    if tournament.stage == RANKED:
        clause = tournament.clause("winners.rule")
        return Refusal(
            clause, "The ranks stand: award the prizes, or disqualify an entrant who must not have one."
        )
    return _not_there(tournament, player)


def _not_there(tournament: Tournament, player: str) -> Refusal | None:
    entrant = tournament.entrants.get(player)
    if entrant is not None and entrant.status in (ENTERED, PLAYING):
        return None
    return Refusal(tournament.steps.player, f"{player} is not in the tournament.")


def _in_spin(tournament: Tournament, player: str) -> bool:
    heat = tournament.heat_of(player)
    return heat is not None and heat.phase in (OPEN, CLOSED)


def penalise(tournament: Tournament, command: commands.Penalise) -> Events | Refusal:
    """Impose a penalty that the terms list, up to the chips in the bank."""
    clause = tournament.clause("conduct.penalties")
    if refusal := _not_in(tournament, command.player) or not_directing(tournament, command):
        return refusal
    chips = {one.name: one.chips for one in tournament.plan.conduct.penalties}
    if command.penalty not in chips:
        return Refusal(clause, f"The terms list {', '.join(chips)}: impose one of these.")
    return (_penalty(tournament, command, command.penalty, clause, command.note),)


def _penalty(
    tournament: Tournament, command: Any, name: str, clause: str, note: str
) -> events.PenaltyImposed:
    listed = {one.name: one.chips for one in tournament.plan.conduct.penalties}[name]
    chips = min(listed, tournament.entrants[command.player].bank)
    player = command.player
    return events.PenaltyImposed(
        **facts(command, clause), player=player, penalty=name, chips=chips, note=note
    )


def disqualify(tournament: Tournament, command: commands.Disqualify) -> Events | Refusal:
    """Disqualify an entrant on a ground of the terms, between two spins.

    After play is over the next entrant takes the place.
    """
    clause = tournament.clause("conduct.disqualified_for")
    if refusal := _not_there(tournament, command.player) or not_directing(tournament, command):
        return refusal
    grounds = tournament.plan.conduct.disqualified_for
    if command.ground not in grounds:
        return Refusal(clause, f"The terms disqualify for {', '.join(grounds)}: name one of these.")
    if _in_spin(tournament, command.player):
        return Refusal(clause, "Settle or void the spin in play first.")
    return (_out(tournament, command, DISQUALIFIED, clause, command.note),)


def _out(tournament: Tournament, command: Any, how: str, clause: str, note: str = "") -> events.EntrantOut:
    """Return the event of an entrant leaving play, with the chips treated as the terms say."""
    player, conduct = command.player, tournament.plan.conduct
    bank = tournament.entrants[player].bank
    fate = conduct.disqualified_chips if how == DISQUALIFIED else conduct.retired_chips
    chips = 0 if fate == "counted" else bank
    shared: tuple[tuple[str, int], ...] = ()
    heat = tournament.heat_of(player)
    if fate == "shared-at-table" and heat:
        others = [name for name in tournament.live(heat) if name != player]
        unit = tournament.plan.wagers.unit
        each = bank // (unit * len(others)) * unit if others else 0
        shared = tuple((name, each) for name in others) if each else ()
    said = facts(command, clause)
    return events.EntrantOut(**said, player=player, how=how, chips=chips, note=note, shared=shared)


def retire(tournament: Tournament, command: commands.Retire) -> Events | Refusal:
    """Let an entrant leave for good, between two spins."""
    clause = tournament.clause("conduct.retired_chips")
    if refusal := _not_in(tournament, command.player):
        return refusal
    if _in_spin(tournament, command.player):
        return Refusal(clause, "Wait until the spin is settled.")
    return (_out(tournament, command, RETIRED, clause),)


def absent(tournament: Tournament, command: commands.MarkAbsent) -> Events | Refusal:
    """Record an absence; the consequence in the terms then applies to every spin."""
    conduct = tournament.plan.conduct if tournament.version else None
    if refusal := _not_in(tournament, command.player) or not_directing(tournament, command):
        return refusal
    assert conduct is not None
    clause = tournament.clause("conduct.late" if command.late else "conduct.absent")
    if not tournament.entrants[command.player].present or _in_spin(tournament, command.player):
        return Refusal(clause, "It is recorded already, or a spin is in play: wait for its end.")
    event = happened(events.EntrantAbsent, command, clause)
    if (conduct.late if command.late else conduct.absent) != DISQUALIFIED:
        return (event,)
    return (event, _out(tournament, command, DISQUALIFIED, clause))


def present(tournament: Tournament, command: commands.MarkPresent) -> Events | Refusal:
    """Record that an entrant is back at the table."""
    clause = tournament.steps.player
    if refusal := _not_in(tournament, command.player) or not_a(Rank.DEALER, tournament, command):
        return refusal
    if tournament.entrants[command.player].present:
        return Refusal(clause, f"{command.player} is present: play on.")
    return (happened(events.EntrantReturned, command, clause),)


def phone(tournament: Tournament, command: commands.RecordPhone) -> Events | Refusal:
    """Record the use of a phone during play, with the consequence in the terms."""
    if refusal := _not_in(tournament, command.player) or not_directing(tournament, command):
        return refusal
    clause, follows = tournament.clause("conduct.phone"), tournament.plan.conduct.phone
    event = happened(events.PhoneUsed, command, clause)
    if follows == "penalty":
        return event, _penalty(tournament, command, "phone", clause, "")
    if follows != DISQUALIFIED:
        return (event,)
    if _in_spin(tournament, command.player):
        return Refusal(clause, "Settle or void the spin in play first.")
    return event, _out(tournament, command, DISQUALIFIED, clause)


def raise_dispute(tournament: Tournament, command: commands.RaiseTournamentDispute) -> Events | Refusal:
    """Record a dispute, which is named by the id of this command from then on."""
    clause = tournament.clause("conduct.disputes")
    if not command.about or command.player not in tournament.entrants:
        return Refusal(clause, "Say whose dispute it is, and what it is about.")
    return (happened(events.TournamentDisputeRaised, command, clause),)


def decide_dispute(tournament: Tournament, command: commands.DecideTournamentDispute) -> Events | Refusal:
    """Record the director's final decision. An unsatisfied entrant is told how to reach an inspector."""
    clause = tournament.clause("conduct.disputes")
    if command.dispute not in tournament.disputes:
        waiting = ", ".join(sorted(tournament.disputes)) or "none"
        return Refusal(clause, f"No dispute {command.dispute} waits: name one that does ({waiting}).")
    if _not_director(tournament, command):
        return Refusal(
            clause, "Only the tournament director decides it, or a deputy: no one else overrides it."
        )
    if not command.decision:
        return Refusal(clause, "Say what is decided.")
    if not command.satisfied and not command.told_of_inspector:
        return Refusal(clause, "Tell the entrant how to reach an inspector first, and record it.")
    return (happened(events.TournamentDisputeDecided, command, clause),)


def _not_director(tournament: Tournament, command: Command) -> bool:
    return not_directing(tournament, command) is not None


HOW: dict[type[Any], Callable[[Tournament, Any], Events | Refusal]] = {
    commands.Penalise: penalise,
    commands.Disqualify: disqualify,
    commands.Retire: retire,
    commands.MarkAbsent: absent,
    commands.MarkPresent: present,
    commands.RecordPhone: phone,
    commands.RaiseTournamentDispute: raise_dispute,
    commands.DecideTournamentDispute: decide_dispute,
}


def _gone(tournament: Tournament, event: events.EntrantOut) -> Tournament:
    for player, chips in event.shared:
        tournament = paid(tournament, player, chips)
    if event.how == DISQUALIFIED:
        ranks = tuple(name for name in tournament.ranks if name != event.player)
        tournament = replace(tournament, ranks=ranks)
    return put(paid(tournament, event.player, -event.chips), event.player, status=event.how)


def _warned(tournament: Tournament, event: events.PhoneUsed) -> Tournament:
    return put(tournament, event.player, warnings=tournament.entrants[event.player].warnings + 1)


EVOLVES: dict[type[Any], Callable[[Tournament, Any], Tournament]] = {
    events.PenaltyImposed: lambda t, event: paid(t, event.player, -event.chips),
    events.EntrantOut: _gone,
    events.EntrantAbsent: lambda t, event: put(t, event.player, present=False, late=event.late),
    events.EntrantReturned: lambda t, event: put(t, event.player, present=True, late=False),
    events.PhoneUsed: _warned,
    events.TournamentDisputeRaised: lambda t, event: replace(
        t, disputes=t.disputes.set(event.command, Ruled(event.player))
    ),
    events.TournamentDisputeDecided: lambda t, event: replace(t, disputes=t.disputes.delete(event.dispute)),
}
