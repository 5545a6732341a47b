"""The entry desk: entries, chips, withdrawals, refunds and substitutes, at the prices of the terms."""

import hashlib
from collections.abc import Iterator

from sicbo.errors import Refusal
from sicbo.game.ranks import Rank
from sicbo.i18n import Message, message
from sicbo.machine.accounts import DROP, WORLD, rack_account
from sicbo.machine.ledger import CASH, TOURNAMENT_CHIP, Transfer, move, no_transfers
from sicbo.machine.log_kind import Audience, Effect, Events
from sicbo.machine.messages import event_from_command
from sicbo.machine.structs import Map, replace
from sicbo.table.past_rounds import rename_player
from sicbo.tournament.authority import (
    TournamentRule,
    first_refusal,
    refuse_if_not_directing,
)
from sicbo.tournament.chip_transfers import bank_transfers
from sicbo.tournament.format import price_in_cents, wall_time
from sicbo.tournament.messages import commands, events
from sicbo.tournament.state import (
    BETWEEN,
    ENTERED,
    ENTRIES,
    PLAYING,
    RANKED,
    SUBSTITUTED,
    WITHDRAWN,
    Entrant,
    Heat,
    Tournament,
    with_entrant,
)


def enter_tournament(tournament: Tournament, command: commands.EnterTournament) -> Events | Refusal:
    """Take an entry once the terms are published, at their price and with their starting bank."""
    refusal = first_refusal(
        check(tournament, command)
        for check in (_refuse_if_closed, _refuse_if_not_eligible, _refuse_if_staff, _refuse_if_not_agreed)
    )
    if refusal:
        return refusal
    plan = tournament.plan
    fee, buy_in = price_in_cents(plan.details.entry_fee), price_in_cents(plan.details.buy_in)
    clause = tournament.clause("entry.acceptance")
    bank = plan.format.starting_bank
    return (event_from_command(events.TournamentEntered, command, clause, fee=fee, buy_in=buy_in, bank=bank),)


def _refuse_if_closed(tournament: Tournament, command: commands.EnterTournament) -> Refusal | None:
    steps = tournament.steps
    if not tournament.version:
        return Refusal(steps.available, message("tournament-authority.no-terms"))
    if steps.advised and not tournament.advised:
        return Refusal(steps.advised, message("tournament-entry.advice-first"))
    if not tournament.commitments:
        return Refusal(steps.held, message("tournament-entry.draws-first"))
    late = tournament.plan.entry.late_entry_rounds
    if tournament.stage != ENTRIES and not (tournament.stage == BETWEEN and tournament.round < late):
        return Refusal(tournament.clause("entry.late_entry_rounds"), message("tournament-entry.closed"))
    if command.player in tournament.entrants:
        return Refusal(steps.player, message("tournament-entry.entered-already", player=command.player))
    most, there = tournament.plan.details.most, sum(1 for _ in entrants_in_order(tournament))
    if there >= most:
        return Refusal(tournament.clause("details.most"), message("tournament-entry.full", most=most))
    return None


def entrants_in_order(tournament: Tournament) -> list[str]:
    """Return every player who entered and is still an entrant, in the order of entry."""
    numbered = [
        (entrant.number, player)
        for player, entrant in tournament.entrants.items()
        if entrant.status not in (WITHDRAWN, SUBSTITUTED)
    ]
    return [player for _, player in sorted(numbered)]


def _refuse_if_not_eligible(tournament: Tournament, command: commands.EnterTournament) -> Refusal | None:
    plan = tournament.plan
    if not command.admitted:
        return Refusal(
            tournament.clause("entry.eligible"),
            message("tournament-entry.barred"),
        )
    if plan.entry.criteria_apply and not command.chosen:
        return Refusal(tournament.clause("entry.criteria"), message("tournament-entry.criteria"))
    if command.method not in plan.entry.methods:
        return Refusal(
            tournament.clause("entry.methods"), message("tournament-entry.method", methods=plan.entry.methods)
        )
    return None


def _refuse_if_staff(tournament: Tournament, command: commands.EnterTournament) -> Refusal | None:
    """Refuse staff, unless they have approval for a charity or media event; no clause allows other events."""
    if not command.staff:
        return None
    if not tournament.plan.entry.staff_event:
        return Refusal(tournament.steps.held, message("tournament-entry.staff-excluded"))
    if not command.second:
        return Refusal(
            tournament.clause("entry.staff"),
            message("tournament-entry.staff-approval"),
        )
    return None


def _refuse_if_not_agreed(tournament: Tournament, command: commands.EnterTournament) -> Refusal | None:
    plan = tournament.plan
    price_due = price_in_cents(plan.details.entry_fee) + price_in_cents(plan.details.buy_in)
    if command.cents != price_due:
        return Refusal(
            tournament.clause("details.entry_fee"),
            message("tournament-entry.price", cents=price_due),
        )
    if command.accepted != hashlib.sha256(tournament.terms.encode()).hexdigest():
        says = message("tournament-entry.terms-not-accepted")
        return Refusal(tournament.clause("entry.acceptance"), says)
    return None


def refuse_entry(tournament: Tournament, command: commands.RefuseEntry) -> Events | Refusal:
    """Refuse an application, if the terms reserve that right."""
    if not tournament.version or not tournament.plan.entry.may_refuse:
        return Refusal(tournament.steps.held, message("tournament-entry.no-right-to-refuse"))
    if command.player in tournament.entrants:
        return Refusal(
            tournament.steps.player, message("tournament-entry.entered-already", player=command.player)
        )
    return (event_from_command(events.EntryRefused, command, tournament.clause("entry.may_refuse")),)


def sign_terms(tournament: Tournament, command: commands.SignTerms) -> Events | Refusal:
    """Record a signed copy of the terms, if the terms ask for one."""
    if not tournament.version or not tournament.plan.entry.signed_copies:
        return Refusal(tournament.steps.held, message("tournament-entry.no-signature"))
    clause = tournament.clause("entry.signed_copies")
    return refuse_if_not_entrant(tournament, command.player) or (
        event_from_command(events.TermsSigned, command, clause),
    )


def refuse_if_not_entrant(tournament: Tournament, player: str) -> Refusal | None:
    """Refuse a command about a person who is not an entrant."""
    entrant = tournament.entrants.get(player)
    if entrant is None or entrant.status in (WITHDRAWN, SUBSTITUTED):
        return Refusal(tournament.steps.player, message("tournament-entry.not-entrant", player=player))
    return None


def nominate_substitute(tournament: Tournament, command: commands.NominateSubstitute) -> Events | Refusal:
    """Pass a seat and bank to another person, on a ground of the terms and in time."""
    clause = tournament.clause("conduct.substitute_for")
    if refusal := first_refusal(
        [refuse_if_not_entrant(tournament, command.player), refuse_if_not_directing(tournament, command)]
    ):
        return refusal
    former_entrant, plan = tournament.entrants.get(command.second), tournament.plan
    if command.ground not in plan.conduct.substitute_for:
        return Refusal(
            clause,
            message("tournament-entry.substitute-grounds", grounds=plan.conduct.substitute_for),
        )
    if command.stamp.wall > wall_time(plan.entry.substitute_until):
        return Refusal(
            tournament.clause("entry.substitute_until"),
            message("tournament-entry.substitutes-closed"),
        )
    if tournament.entrants[command.player].status not in (ENTERED, PLAYING) or tournament.stage == RANKED:
        return Refusal(clause, message("tournament-entry.substitute-too-late"))
    returning = (
        plan.conduct.substituted == "may-return" and former_entrant and former_entrant.status == SUBSTITUTED
    )
    if not command.second or (former_entrant and not returning) or tournament.is_in_spin(command.player):
        return Refusal(clause, message("tournament-entry.substitute-name"))
    return (event_from_command(events.EntrantSubstituted, command, clause),)


def _apply_tournament_entered(tournament: Tournament, event: events.TournamentEntered) -> Tournament:
    late = tournament.stage == BETWEEN
    entrant = Entrant(
        number=len(tournament.entrants) + 1,
        fee=event.fee,
        buy_ins=event.buy_in,
        status=PLAYING if late else ENTERED,
        staff=event.staff,
        publicity=event.publicity,
    )
    return replace(tournament, entrants=tournament.entrants.set(event.player, entrant))


def _apply_entrant_substituted(tournament: Tournament, event: events.EntrantSubstituted) -> Tournament:
    before = tournament.entrants[event.player]
    gone = replace(before, status=SUBSTITUTED, fee=0, buy_ins=0)
    entrants = tournament.entrants.set(event.player, gone).set(
        event.second, replace(before, briefed=False, signed=False, staff=False, publicity=False)
    )
    heats = tuple(_with_substitute(heat, event.player, event.second) for heat in tournament.heats)
    states = {
        name: rename_player(state, event.player, event.second)
        for name, state in tournament.table_states.items()
    }
    return replace(tournament, entrants=entrants, heats=heats, table_states=Map(states))


def _with_substitute(heat: Heat, player: str, second: str) -> Heat:
    """Return the heat with a substitute on a player's seat, who has used what that player had used."""
    if player not in heat.players:
        return heat
    players = tuple(second if one == player else one for one in heat.players)
    used = {
        name: counts.delete(player).set(second, counts[player])
        for name in ("secrets", "passes", "last")
        if player in (counts := getattr(heat, name))
    }
    return replace(heat, players=players, **used)


def _book_entry(event: events.TournamentEntered, before: Tournament) -> Iterator[Transfer]:
    yield from move(CASH, event.fee + event.buy_in, WORLD, DROP)
    yield from bank_transfers(event.player, event.bank)


def _book_substitution(event: events.EntrantSubstituted, before: Tournament) -> Iterator[Transfer]:
    return move(
        TOURNAMENT_CHIP,
        before.bank_of(event.player),
        rack_account(event.player),
        rack_account(event.second),
    )


def _entry_message(event: events.TournamentEntered) -> Message:
    price = event.fee + event.buy_in
    return message("event.tournament-entered", player=event.player, cents=price, bank=event.bank)


RULES = (
    TournamentRule(commands.EnterTournament, decide=enter_tournament, rank=Rank.DEALER),
    TournamentRule(commands.RefuseEntry, decide=refuse_entry, rank=Rank.DEALER),
    TournamentRule(commands.SignTerms, decide=sign_terms, rank=Rank.DEALER),
    TournamentRule(commands.NominateSubstitute, decide=nominate_substitute),
)
EFFECTS = (
    Effect(
        events.TournamentEntered,
        apply=_apply_tournament_entered,
        transfers=_book_entry,
        audience=Audience.PLAYER,
        narrate=_entry_message,
    ),
    Effect(
        events.EntryRefused,
        apply=lambda tournament, event: tournament,
        transfers=no_transfers,
        audience=Audience.PLAYER,
    ),
    Effect(
        events.TermsSigned,
        apply=lambda tournament, event: with_entrant(tournament, event.player, signed=True),
        transfers=no_transfers,
        audience=Audience.PLAYER,
    ),
    Effect(
        events.EntrantSubstituted,
        apply=_apply_entrant_substituted,
        transfers=_book_substitution,
        audience=Audience.EVERYONE,
    ),
)
