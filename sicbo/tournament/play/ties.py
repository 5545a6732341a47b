"""Ranks and ties: shared, drawn, decided by countback or by a play-off, as the terms say."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from sicbo.errors import Refusal
from sicbo.i18n import message
from sicbo.machine.ledger import no_transfers
from sicbo.machine.log_kind import Audience, Effect, Events
from sicbo.machine.messages import event_from_command
from sicbo.machine.structs import replace
from sicbo.tournament.authority import TournamentRule, refuse_if_not_directing
from sicbo.tournament.before.entry_desk import entrants_in_order
from sicbo.tournament.messages import commands, events
from sicbo.tournament.state import DISQUALIFIED, PLAYING, ROUND, Heat, Tournament, with_entrant

DRAW, COUNTBACK, PLAY_OFF = "draw", "countback", "play-off"


def rank_key(tournament: Tournament, name: str, tie_break: str = "") -> tuple[int, ...]:
    """Return the key that sorts entrants by rank, the best first: round reached, bank, play-off, countback.

    After a play-off, the bank before it ranks first, then the bank after it. A countback compares the banks
    after the spin before the last, then after the spin before that, and so on.
    """
    entrant, worth = tournament.entrants[name], tournament.ranking_chips(name)
    bank_before_play_off = worth if entrant.played_off is None else entrant.played_off
    countback = (-bank for bank in entrant.counts[-2::-1]) if tie_break == COUNTBACK else ()
    return (-entrant.round, -bank_before_play_off, -worth, *countback)


def tied_groups(tournament: Tournament, names: Sequence[str], tie_break: str = "") -> Iterator[list[str]]:
    """Yield names by rank, the best first, with tied ones together in the order of entry."""
    numbered = sorted(names, key=lambda name: tournament.entrants[name].number)
    ordered = sorted(numbered, key=lambda name: rank_key(tournament, name, tie_break))
    for _, group in groupby(ordered, key=lambda name: rank_key(tournament, name, tie_break)):
        yield list(group)


def standings(tournament: Tournament) -> list[list[str]]:
    """Return every ranked entrant, the best first, with tied ones together by the terms for winners."""
    names = [one for one in entrants_in_order(tournament) if tournament.entrants[one].status != DISQUALIFIED]
    tie_break = tournament.plan.winners.level if tournament.version else ""
    return list(tied_groups(tournament, names, tie_break))


def play_off_entrants(tournament: Tournament) -> list[str]:
    """Return the best entrants who tie for a prize and can play for it; often there are none."""
    if tournament.stage != ROUND or tournament.active_heats() or not tournament.is_ending:
        return []
    place, paid = 0, len(tournament.plan.pool.places)
    for group in standings(tournament) if tournament.plan.winners.level == PLAY_OFF else ():
        if place < paid and len(group) > 1 and all(_can_play(tournament, name) for name in group):
            return group
        place += len(group)
    return []


def _can_play(tournament: Tournament, name: str) -> bool:
    entrant, wagers = tournament.entrants[name], tournament.plan.wagers
    playing = entrant.status == PLAYING and entrant.round == tournament.round
    return playing and tournament.bank_of(name) >= max(wagers.compulsory, wagers.unit)


def refuse_if_tied(tournament: Tournament) -> Refusal | None:
    """Refuse to name the winners while entrants have to play off."""
    names = play_off_entrants(tournament)
    if not names:
        return None
    says = message("tournament-rounds.tied", names=", ".join(names))
    return Refusal(tournament.clause("winners.level"), says)


def hold_play_off(tournament: Tournament, command: commands.HoldPlayOff) -> Events | Refusal:
    """Hold one more spin for tied entrants, from their banks, and again while they are still tied."""
    if refusal := refuse_if_not_directing(tournament, command):
        return refusal
    names = play_off_entrants(tournament)
    if not names:
        clause = tournament.clause("winners.level")
        return Refusal(clause, message("tournament-rounds.no-tie"))
    if command.table not in tournament.tables:
        return Refusal(tournament.steps.designated, message("tournament-tables.unknown", table=command.table))
    heat = events.Seated(command.table, tuple(names))
    return (event_from_command(events.PlayOffHeld, command, tournament.clause("winners.level"), heat=heat),)


def _apply_play_off_held(tournament: Tournament, event: events.PlayOffHeld) -> Tournament:
    for name in event.heat.players:
        entrant = tournament.entrants[name]
        bank_before_play_off = tournament.bank_of(name) if entrant.played_off is None else entrant.played_off
        tournament = with_entrant(tournament, name, played_off=bank_before_play_off)
    heat = Heat(event.heat.table, event.heat.players, spins=1, minutes=0, play_off=True)
    return replace(tournament, heats=(*tournament.heats, heat))


def seats_text(heats: Iterable[events.Seated]) -> str:
    """Return the entrants at each table."""
    return "; ".join(f"{heat.table}: {', '.join(heat.players)}" for heat in heats)


RULES = (TournamentRule(commands.HoldPlayOff, decide=hold_play_off),)
EFFECTS = (
    Effect(
        events.PlayOffHeld,
        apply=_apply_play_off_held,
        transfers=no_transfers,
        audience=Audience.EVERYONE,
        narrate=lambda event: message("event.play-off-held", seats=seats_text([event.heat])),
    ),
)
