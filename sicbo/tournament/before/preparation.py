"""Preparation: terms, the regulator, draw commitments, director and deputies, tables, and the start."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from sicbo.errors import Refusal, SicboError
from sicbo.game.dice import as_roll
from sicbo.game.ranks import Rank
from sicbo.table.open_items import facts, happened
from sicbo.terms.lint import not_complete
from sicbo.terms.loader import load
from sicbo.tournament.authority import not_a, not_directing
from sicbo.tournament.before.draw_commitments import draws
from sicbo.tournament.before.entry_desk import refunds
from sicbo.tournament.format import lint_tournament, plan_of, wall
from sicbo.tournament.messages import commands, events
from sicbo.tournament.state import BETWEEN, CANCELLED, DRAFT, ENTRIES, FINISHED, RANKED, Tournament

Events = tuple[Any, ...]
HEX = 64


def publish(tournament: Tournament, command: commands.PublishTournament) -> Events | Refusal:
    """Publish the terms, if they are complete and play has not begun."""
    steps = tournament.steps
    if tournament.stage not in (DRAFT, ENTRIES):
        return Refusal(steps.available, "Play has begun: the terms stand as they were accepted.")
    try:
        terms = load(command.terms)
        wrong = not_complete(lint_tournament(terms))
    except SicboError as error:
        return Refusal(steps.documented, str(error))
    if wrong:
        return wrong
    if terms.rulebook != tournament.rulebook or plan_of(terms.text).layout != tournament.layout_key:
        says = f"This tournament is held under {tournament.rulebook}: write terms for that and its layout."
        return Refusal(steps.documented, says)
    if tournament.entrants and _promises(terms.text) != _promises(tournament.terms):
        return Refusal(steps.available, "Entries were taken on these fees, prizes and draws: keep them.")
    version = tournament.version + 1
    return (
        happened(events.TournamentPublished, command, steps.available, sha256=terms.sha256, version=version),
    )


def _promises(text: str) -> object:
    """Return what must not change once a player has entered."""
    plan = plan_of(text)
    return plan.pool, plan.details.entry_fee, plan.details.buy_in, plan.format.starting_bank, draws(plan)


def advise(tournament: Tournament, command: commands.AdviseRegulator) -> Events | Refusal:
    """Record that the inspectorate was told of the published version."""
    clause = tournament.steps.advised
    if clause is None:
        return Refusal(tournament.steps.held, "No clause asks for it here: go on without.")
    if not tournament.version or not command.to:
        return Refusal(clause, "Publish the terms first, and say whom you told.")
    return (happened(events.RegulatorAdvised, command, clause, version=tournament.version),)


def commit(tournament: Tournament, command: commands.CommitSeatDraws) -> Events | Refusal:
    """Publish one commitment for every draw, before the first entry."""
    clause = tournament.steps.held
    if tournament.stage != ENTRIES or tournament.entrants:
        return Refusal(clause, "Promise the draws after the terms are published and before the first entry.")
    wanted, given = draws(tournament.plan), command.commitments
    if len(set(given)) != len(wanted) or len(given) != len(wanted) or any(len(one) != HEX for one in given):
        says = f"Give {len(wanted)} commitments to different seeds, one for each draw: {', '.join(wanted)}."
        return Refusal(clause, says)
    return (happened(events.SeatDrawsCommitted, command, clause),)


def appoint(tournament: Tournament, command: commands.AppointDirector) -> Events | Refusal:
    """Appoint the director."""
    clause = tournament.steps.director
    if tournament.stage in (FINISHED, CANCELLED) or not command.name:
        return Refusal(clause, "Name a director while the tournament lasts.")
    return (happened(events.DirectorAppointed, command, clause),)


def appoint_deputy(tournament: Tournament, command: commands.AppointDeputy) -> Events | Refusal:
    """Appoint a deputy; only the director may do this."""
    clause = tournament.steps.deputies
    if command.stamp.by != tournament.director:
        return Refusal(clause, "Deputies are appointed by the tournament director: ask the director.")
    if not command.name or command.name == tournament.director:
        return Refusal(clause, "Name another person as deputy.")
    return (happened(events.DeputyAppointed, command, clause),)


def take_charge(tournament: Tournament, command: commands.TakeCharge) -> Events | Refusal:
    """Record that the director or a deputy is present."""
    by, clause = command.stamp.by, tournament.steps.director
    if by not in (tournament.director, *tournament.deputies):
        return Refusal(clause, "Only the tournament director or a deputy takes charge: be appointed first.")
    if by in tournament.present:
        return Refusal(clause, f"{by} is present already: go on.")
    return (events.ChargeTaken(**facts(command, clause)),)


def leave_charge(tournament: Tournament, command: commands.LeaveCharge) -> Events | Refusal:
    """Leave; open spins are finished, but no new spin begins without a director or deputy present."""
    clause = tournament.steps.director
    if command.stamp.by not in tournament.present:
        return Refusal(clause, "You are not in charge here: there is nothing to leave.")
    return (events.ChargeLeft(**facts(command, clause)),)


def designate(tournament: Tournament, command: commands.DesignateTables) -> Events | Refusal:
    """Name the tables, at the location of the terms."""
    clause = tournament.steps.designated
    if tournament.stage not in (ENTRIES, BETWEEN):
        return Refusal(clause, "Designate tables once the terms are published and between rounds.")
    if not command.tables or len(set(command.tables)) != len(command.tables):
        return Refusal(clause, "Name at least one table, each once.")
    if command.location != tournament.plan.details.location:
        where = tournament.plan.details.location
        return Refusal(tournament.clause("details.location"), f"The terms say {where}: take tables there.")
    return (happened(events.TablesDesignated, command, clause),)


def move_start(tournament: Tournament, command: commands.MoveStart) -> Events | Refusal:
    """Move the start, with the notice that the terms call reasonable."""
    clause = tournament.clause("details.start_may_move")
    if tournament.stage not in (ENTRIES, BETWEEN):
        return Refusal(clause, "Move a start before the round begins.")
    minutes = tournament.plan.details.notice_minutes
    if command.starts - command.stamp.wall < minutes * 60_000_000:
        return Refusal(clause, f"Tell the entrants {minutes} minutes ahead: choose a later start.")
    return (happened(events.StartMoved, command, clause),)


def cancel(tournament: Tournament, command: commands.CancelTournament) -> Events | Refusal:
    """Cancel the tournament; every entrant gets the refund that the terms give on that ground."""
    clause = tournament.clause("conduct.refunds")
    if tournament.stage in (DRAFT, RANKED, FINISHED, CANCELLED):
        return Refusal(clause, "There is nothing to call off now.")
    if any(heat.slips for heat in tournament.active()):
        return Refusal(clause, "Finish or void the spin in play first.")
    back = refunds(tournament, command, "cancelled")
    return (*back, happened(events.TournamentCancelled, command, clause))


def practise(tournament: Tournament, command: commands.PractiseTournament) -> Events | Refusal:
    """Show a practice spin, before play only."""
    clause = tournament.steps.practice
    if tournament.stage != ENTRIES:
        return Refusal(clause, "Practise before the first round begins: play on.")
    if command.table not in tournament.tables:
        return Refusal(tournament.steps.designated, f"{command.table} is no table of this tournament.")
    try:
        as_roll(command.dice)
    except SicboError as error:
        return Refusal(clause, str(error))
    return (happened(events.TournamentPractised, command, clause),)


def brief(tournament: Tournament, command: commands.BriefEntrants) -> Events | Refusal:
    """Record that the director explained the terms to entrants and is satisfied."""
    clause = tournament.steps.briefed
    unknown = [player for player in command.players if player not in tournament.entrants]
    if unknown or not command.players:
        return Refusal(clause, f"{', '.join(unknown) or 'No one'} is not an entrant: brief those who are.")
    return not_directing(tournament, command) or (happened(events.EntrantsBriefed, command, clause),)


def managed(
    how: Callable[[Tournament, Any], Events | Refusal],
) -> Callable[[Tournament, Any], Events | Refusal]:
    """Return a decision that first requires a manager or above."""
    return lambda tournament, command: not_a(Rank.MANAGER, tournament, command) or how(tournament, command)


HOW: dict[type[Any], Callable[[Tournament, Any], Events | Refusal]] = {
    commands.PublishTournament: managed(publish),
    commands.AdviseRegulator: managed(advise),
    commands.CommitSeatDraws: managed(commit),
    commands.AppointDirector: managed(appoint),
    commands.AppointDeputy: appoint_deputy,
    commands.TakeCharge: take_charge,
    commands.LeaveCharge: leave_charge,
    commands.DesignateTables: managed(designate),
    commands.MoveStart: lambda tournament, command: (
        not_directing(tournament, command) or move_start(tournament, command)
    ),
    commands.CancelTournament: managed(cancel),
    commands.PractiseTournament: practise,
    commands.BriefEntrants: brief,
}


def _published(tournament: Tournament, event: events.TournamentPublished) -> Tournament:
    plan = plan_of(event.terms)
    kept = tournament.commitments if tournament.version and draws(plan) == draws(tournament.plan) else ()
    tournament = replace(tournament, stage=ENTRIES, terms=event.terms, version=event.version)
    return replace(tournament, starts=wall(plan.details.starts), commitments=kept)


def _briefed(tournament: Tournament, event: events.EntrantsBriefed) -> Tournament:
    entrants = tournament.entrants.mutate()
    for player in event.players:
        entrants[player] = replace(entrants[player], briefed=True)
    return replace(tournament, entrants=entrants.finish())


EVOLVES: dict[type[Any], Callable[[Tournament, Any], Tournament]] = {
    events.TournamentPublished: _published,
    events.RegulatorAdvised: lambda t, event: replace(t, advised=event.version),
    events.SeatDrawsCommitted: lambda t, event: replace(t, commitments=event.commitments),
    events.DirectorAppointed: lambda t, event: replace(
        t, director=event.name, present=t.present - {t.director}
    ),
    events.DeputyAppointed: lambda t, event: replace(t, deputies=t.deputies | {event.name}),
    events.ChargeTaken: lambda t, event: replace(t, present=t.present | {event.stamp.by}),
    events.ChargeLeft: lambda t, event: replace(t, present=t.present - {event.stamp.by}),
    events.TablesDesignated: lambda t, event: replace(t, tables=event.tables),
    events.StartMoved: lambda t, event: replace(t, starts=event.starts),
    events.TournamentCancelled: lambda t, event: replace(t, stage=CANCELLED, heats=(), tables=()),
    events.TournamentPractised: lambda t, event: t,
    events.EntrantsBriefed: _briefed,
}
