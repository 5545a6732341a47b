"""Preparation: terms, the regulator, draw commitments, director and deputies, tables, and the start."""

from sicbo.errors import Refusal, SicboError
from sicbo.game.dice import as_roll
from sicbo.game.ranks import Rank
from sicbo.i18n import message
from sicbo.machine.ledger import no_transfers
from sicbo.machine.log_kind import Audience, Effect, Events
from sicbo.machine.messages import event_fields, event_from_command
from sicbo.machine.structs import replace
from sicbo.terms.lint import refuse_if_incomplete
from sicbo.terms.loader import parse_terms
from sicbo.tournament.authority import TournamentRule, refuse_if_not_directing
from sicbo.tournament.before.draw_commitments import draw_labels
from sicbo.tournament.before.refunds import refund_events
from sicbo.tournament.format import lint_tournament, plan_of, wall_time
from sicbo.tournament.messages import commands, events
from sicbo.tournament.state import BETWEEN, CANCELLED, DRAFT, ENTRIES, FINISHED, RANKED, Tournament

HEX = 64


def publish_tournament(tournament: Tournament, command: commands.PublishTournament) -> Events | Refusal:
    """Publish the terms, if they are complete and play has not begun."""
    steps = tournament.steps
    if tournament.stage not in (DRAFT, ENTRIES):
        return Refusal(steps.available, message("tournament-preparation.play-begun"))
    try:
        terms = parse_terms(command.terms)
        wrong = refuse_if_incomplete(lint_tournament(terms))
    except SicboError as error:
        return Refusal(steps.documented, error.message)
    if wrong:
        return wrong
    if terms.rulebook != tournament.rulebook or plan_of(terms.text).layout != tournament.layout_key:
        says = message("tournament-preparation.wrong-rulebook", rulebook=tournament.rulebook)
        return Refusal(steps.documented, says)
    if tournament.entrants and _fixed_terms(terms.text) != _fixed_terms(tournament.terms):
        return Refusal(steps.available, message("tournament-preparation.fixed-terms"))
    version = tournament.version + 1
    return (
        event_from_command(
            events.TournamentPublished, command, steps.available, sha256=terms.sha256, version=version
        ),
    )


def _fixed_terms(text: str) -> object:
    """Return what must not change once a player has entered."""
    plan = plan_of(text)
    return (
        plan.pool,
        plan.details.entry_fee,
        plan.details.buy_in,
        plan.format.starting_bank,
        draw_labels(plan),
    )


def advise_regulator(tournament: Tournament, command: commands.AdviseRegulator) -> Events | Refusal:
    """Record that the inspectorate was told of the published version."""
    clause = tournament.steps.advised
    if clause is None:
        return Refusal(tournament.steps.held, message("tournament-preparation.no-advice"))
    if not command.to:
        return Refusal(clause, message("tournament-preparation.recipient-required"))
    return (event_from_command(events.RegulatorAdvised, command, clause, version=tournament.version),)


def commit_seat_draws(tournament: Tournament, command: commands.CommitSeatDraws) -> Events | Refusal:
    """Publish one commitment for every draw, before the first entry."""
    clause = tournament.steps.held
    if tournament.stage != ENTRIES or tournament.entrants:
        return Refusal(clause, message("tournament-preparation.commit-time"))
    names, commitments = draw_labels(tournament.plan), command.commitments
    if (
        len(set(commitments)) != len(names)
        or len(commitments) != len(names)
        or any(len(one) != HEX for one in commitments)
    ):
        says = message("tournament-preparation.commitments", count=len(names), draws=names)
        return Refusal(clause, says)
    return (event_from_command(events.SeatDrawsCommitted, command, clause),)


def appoint_director(tournament: Tournament, command: commands.AppointDirector) -> Events | Refusal:
    """Appoint the director."""
    clause = tournament.steps.director
    if not command.name:
        return Refusal(clause, message("tournament-preparation.director-name"))
    return (event_from_command(events.DirectorAppointed, command, clause),)


def appoint_deputy(tournament: Tournament, command: commands.AppointDeputy) -> Events | Refusal:
    """Appoint a deputy; only the director may do this."""
    clause = tournament.steps.deputies
    if command.stamp.by != tournament.director:
        return Refusal(clause, message("tournament-preparation.deputies-by-director"))
    if not command.name or command.name == tournament.director:
        return Refusal(clause, message("tournament-preparation.deputy-name"))
    return (event_from_command(events.DeputyAppointed, command, clause),)


def take_charge(tournament: Tournament, command: commands.TakeCharge) -> Events | Refusal:
    """Record that the director or a deputy is present."""
    by, clause = command.stamp.by, tournament.steps.director
    if by not in (tournament.director, *tournament.deputies):
        return Refusal(clause, message("tournament-authority.director-only"))
    if by in tournament.present:
        return Refusal(clause, message("tournament-preparation.present-already", by=by))
    return (events.ChargeTaken(**event_fields(command, clause)),)


def leave_charge(tournament: Tournament, command: commands.LeaveCharge) -> Events | Refusal:
    """Leave; open spins are finished, but no new spin begins without a director or deputy present."""
    clause = tournament.steps.director
    if command.stamp.by not in tournament.present:
        return Refusal(clause, message("tournament-preparation.not-in-charge"))
    return (events.ChargeLeft(**event_fields(command, clause)),)


def designate_tables(tournament: Tournament, command: commands.DesignateTables) -> Events | Refusal:
    """Name the tables, at the location of the terms."""
    clause = tournament.steps.designated
    if tournament.stage not in (ENTRIES, BETWEEN):
        return Refusal(clause, message("tournament-preparation.tables-time"))
    if not command.tables or len(set(command.tables)) != len(command.tables):
        return Refusal(clause, message("tournament-preparation.tables-names"))
    if command.location != tournament.plan.details.location:
        return Refusal(
            tournament.clause("details.location"),
            message("tournament-preparation.location", location=tournament.plan.details.location),
        )
    return (event_from_command(events.TablesDesignated, command, clause),)


def move_start(tournament: Tournament, command: commands.MoveStart) -> Events | Refusal:
    """Move the start, with the notice that the terms call reasonable."""
    clause = tournament.clause("details.start_may_move")
    if tournament.stage not in (ENTRIES, BETWEEN):
        return Refusal(clause, message("tournament-preparation.start-time"))
    minutes = tournament.plan.details.notice_minutes
    if command.starts - command.stamp.wall < minutes * 60_000_000:
        return Refusal(clause, message("tournament-preparation.notice", minutes=minutes))
    return (event_from_command(events.StartMoved, command, clause),)


def cancel_tournament(tournament: Tournament, command: commands.CancelTournament) -> Events | Refusal:
    """Cancel the tournament; every entrant gets the refund that the terms give on that ground."""
    clause = tournament.clause("conduct.refunds")
    if tournament.stage in (DRAFT, RANKED, FINISHED, CANCELLED):
        return Refusal(clause, message("tournament-preparation.cancel-time"))
    if any(tournament.round_of(heat) for heat in tournament.active_heats()):
        return Refusal(clause, message("tournament-play.spin-in-play"))
    back = refund_events(tournament, command, "cancelled")
    return (*back, event_from_command(events.TournamentCancelled, command, clause))


def practise_spin(tournament: Tournament, command: commands.PractiseTournament) -> Events | Refusal:
    """Show a practice spin, before play only."""
    clause = tournament.steps.practice
    if tournament.stage != ENTRIES:
        return Refusal(clause, message("tournament-preparation.practice-time"))
    if command.table not in tournament.tables:
        return Refusal(
            tournament.steps.designated,
            message("tournament-tables.unknown", table=command.table),
        )
    try:
        as_roll(command.dice)
    except SicboError as error:
        return Refusal(clause, error.message)
    return (event_from_command(events.TournamentPractised, command, clause),)


def brief_entrants(tournament: Tournament, command: commands.BriefEntrants) -> Events | Refusal:
    """Record that the director explained the terms to entrants and is satisfied."""
    clause = tournament.steps.briefed
    unknown = tuple(player for player in command.players if player not in tournament.entrants)
    if unknown or not command.players:
        return Refusal(clause, message("tournament-preparation.not-entrants", players=unknown))
    return refuse_if_not_directing(tournament, command) or (
        event_from_command(events.EntrantsBriefed, command, clause),
    )


def _apply_tournament_published(tournament: Tournament, event: events.TournamentPublished) -> Tournament:
    plan = plan_of(event.terms)
    commitments = (
        tournament.commitments
        if tournament.version and draw_labels(plan) == draw_labels(tournament.plan)
        else ()
    )
    tournament = replace(tournament, stage=ENTRIES, terms=event.terms, version=event.version)
    return replace(tournament, starts=wall_time(plan.details.starts), commitments=commitments)


def _apply_entrants_briefed(tournament: Tournament, event: events.EntrantsBriefed) -> Tournament:
    entrants = tournament.entrants.mutate()
    for player in event.players:
        entrants[player] = replace(entrants[player], briefed=True)
    return replace(tournament, entrants=entrants.finish())


RULES = (
    TournamentRule(
        commands.PublishTournament,
        decide=publish_tournament,
        rank=Rank.MANAGER,
        before_terms=True,
        signed=True,
    ),
    TournamentRule(commands.AdviseRegulator, decide=advise_regulator, rank=Rank.MANAGER),
    TournamentRule(commands.CommitSeatDraws, decide=commit_seat_draws, rank=Rank.MANAGER),
    TournamentRule(
        commands.AppointDirector, decide=appoint_director, rank=Rank.MANAGER, before_terms=True, signed=True
    ),
    TournamentRule(commands.AppointDeputy, decide=appoint_deputy),
    TournamentRule(commands.TakeCharge, decide=take_charge, after_end=True),
    TournamentRule(commands.LeaveCharge, decide=leave_charge, after_end=True),
    TournamentRule(commands.DesignateTables, decide=designate_tables, rank=Rank.MANAGER, signed=True),
    TournamentRule(commands.MoveStart, decide=move_start, directing=True),
    TournamentRule(commands.CancelTournament, decide=cancel_tournament, rank=Rank.MANAGER, signed=True),
    TournamentRule(commands.PractiseTournament, decide=practise_spin),
    TournamentRule(commands.BriefEntrants, decide=brief_entrants),
)
EFFECTS = (
    Effect(
        events.TournamentPublished,
        apply=_apply_tournament_published,
        transfers=no_transfers,
        audience=Audience.EVERYONE,
    ),
    Effect(
        events.RegulatorAdvised,
        apply=lambda t, event: replace(t, advised=event.version),
        transfers=no_transfers,
        audience=Audience.EVERYONE,
    ),
    Effect(
        events.SeatDrawsCommitted,
        apply=lambda t, event: replace(t, commitments=event.commitments),
        transfers=no_transfers,
        audience=Audience.EVERYONE,
        narrate=lambda event: message("event.seat-draws-committed", count=len(event.commitments)),
    ),
    Effect(
        events.DirectorAppointed,
        apply=lambda t, event: replace(t, director=event.name, present=t.present - {t.director}),
        transfers=no_transfers,
        audience=Audience.EVERYONE,
    ),
    Effect(
        events.DeputyAppointed,
        apply=lambda t, event: replace(t, deputies=t.deputies | {event.name}),
        transfers=no_transfers,
        audience=Audience.EVERYONE,
    ),
    Effect(
        events.ChargeTaken,
        apply=lambda t, event: replace(t, present=t.present | {event.stamp.by}),
        transfers=no_transfers,
        audience=Audience.EVERYONE,
        narrate=lambda event: message("event.charge-taken", by=event.stamp.by),
    ),
    Effect(
        events.ChargeLeft,
        apply=lambda t, event: replace(t, present=t.present - {event.stamp.by}),
        transfers=no_transfers,
        audience=Audience.EVERYONE,
        narrate=lambda event: message("event.charge-left", by=event.stamp.by),
    ),
    Effect(
        events.TablesDesignated,
        apply=lambda t, event: replace(t, tables=event.tables),
        transfers=no_transfers,
        audience=Audience.EVERYONE,
    ),
    Effect(
        events.StartMoved,
        apply=lambda t, event: replace(t, starts=event.starts),
        transfers=no_transfers,
        audience=Audience.EVERYONE,
    ),
    Effect(
        events.TournamentCancelled,
        apply=lambda t, event: replace(t, stage=CANCELLED, heats=(), tables=()),
        transfers=no_transfers,
        audience=Audience.EVERYONE,
    ),
    Effect(
        events.TournamentPractised,
        apply=lambda t, event: t,
        transfers=no_transfers,
        audience=Audience.EVERYONE,
    ),
    Effect(
        events.EntrantsBriefed,
        apply=_apply_entrants_briefed,
        transfers=no_transfers,
        audience=Audience.EVERYONE,
    ),
)
