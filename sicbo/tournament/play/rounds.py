"""Rounds: seats by a draw that can be recomputed, who progresses, repechages, and the end of a heat."""

from collections.abc import Callable, Iterator, Sequence

from sicbo.draws import draw_names
from sicbo.errors import Refusal
from sicbo.i18n import message
from sicbo.machine.ledger import Transfer, no_transfers
from sicbo.machine.log_kind import Audience, Effect, Events
from sicbo.machine.messages import Command, event_from_command
from sicbo.machine.structs import Map, replace
from sicbo.tournament.authority import TournamentRule, refuse_if_not_directing
from sicbo.tournament.before.draw_commitments import AT_THE_END, refuse_if_wrong_seed
from sicbo.tournament.before.entry_desk import entrants_in_order
from sicbo.tournament.chip_transfers import fresh_bank_transfers
from sicbo.tournament.format import ALL, ALL_BUT_LOWEST, END, TOP_OF_TABLE
from sicbo.tournament.messages import commands, events
from sicbo.tournament.play.ties import refuse_if_tied, seats_text, standings, tied_groups
from sicbo.tournament.state import (
    BETWEEN,
    ELIMINATED,
    ENTERED,
    ENTRIES,
    PLAYING,
    RANKED,
    ROUND,
    WAITING,
    Heat,
    Tournament,
    with_entrant,
    with_heat,
)


def begin_round(tournament: Tournament, command: commands.BeginRound) -> Events | Refusal:
    """Draw the seats of the next round when everything is ready for it."""
    refusal = refuse_if_not_directing(tournament, command) or _refuse_if_not_ready(tournament, command)
    if refusal:
        return refusal
    number, form = tournament.round + 1, tournament.plan.format
    plan = form.rounds[number - 1]
    order = draw_names(bytes.fromhex(command.seed), next_round_entrants(tournament), f"seats {number}")
    heats = tuple(
        events.Seated(tournament.tables[index % plan.tables], order[index :: plan.heats])
        for index in range(min(plan.heats, len(order)))
    )
    fresh = form.starting_bank if plan.banks == "fresh" else None
    clause = tournament.clause("format.rounds[].heats")
    return (event_from_command(events.RoundBegun, command, clause, round=number, heats=heats, fresh=fresh),)


def next_round_entrants(tournament: Tournament) -> list[str]:
    """Return the entrants of the next round in the order of entry: the list for the seat draw."""
    return [
        name
        for name in entrants_in_order(tournament)
        if tournament.entrants[name].status in (ENTERED, PLAYING)
    ]


def _refuse_if_not_ready(tournament: Tournament, command: commands.BeginRound) -> Refusal | None:
    steps = tournament.steps
    if tournament.stage not in (ENTRIES, BETWEEN):
        return Refusal(steps.held, message("tournament-rounds.begin-time"))
    if steps.advised and tournament.advised < tournament.version:
        return Refusal(
            tournament.clause("details.changes_reported"),
            message("tournament-rounds.advice-first"),
        )
    tables = tournament.plan.format.rounds[tournament.round].tables
    if len(tournament.tables) < tables:
        return Refusal(steps.designated, message("tournament-rounds.tables", tables=tables))
    names = next_round_entrants(tournament)
    if tournament.stage == BETWEEN and not names:
        clause = tournament.clause("conduct.early_known")
        return Refusal(clause, message("tournament-rounds.no-entrants"))
    if tournament.stage == ENTRIES and len(names) < tournament.plan.details.fewest:
        fewest = tournament.plan.details.fewest
        return Refusal(
            tournament.clause("details.fewest"),
            message("tournament-rounds.fewest", fewest=fewest),
        )
    if command.stamp.wall < tournament.starts:
        clause = tournament.clause("details.starts")
        return Refusal(clause, message("tournament-rounds.too-early"))
    return refuse_if_unprepared(tournament, names) or refuse_if_wrong_seed(
        tournament, "begin-round", command.seed
    )


def refuse_if_unprepared(tournament: Tournament, names: Sequence[str]) -> Refusal | None:
    """Refuse entrants who are not briefed, or who have not signed the terms if that is required."""
    unbriefed = [name for name in names if not tournament.entrants[name].briefed]
    if unbriefed:
        return Refusal(
            tournament.steps.briefed, message("tournament-rounds.unbriefed", unbriefed=", ".join(unbriefed))
        )
    unsigned = [name for name in names if not tournament.entrants[name].signed]
    if tournament.plan.entry.signed_copies and unsigned:
        clause = tournament.clause("entry.signed_copies")
        return Refusal(clause, message("tournament-rounds.unsigned", unsigned=", ".join(unsigned)))
    return None


def conclude_round(tournament: Tournament, command: commands.ConcludeRound) -> Events | Refusal:
    """Conclude a round: who progresses, or who won. Every heat is over, or no entrant is left to play."""
    clause = tournament.clause("format.rounds[].progress")
    refusal = refuse_if_not_directing(tournament, command)
    if refusal:
        return refusal
    deserted = tournament.stage == BETWEEN and not next_round_entrants(tournament)
    if not deserted and (tournament.stage != ROUND or tournament.active_heats()):
        return Refusal(clause, message("tournament-rounds.heats-open"))
    refusal = refuse_if_wrong_seed(tournament, "conclude-round", command.seed) or refuse_if_tied(tournament)
    if refusal:
        return refusal
    seed, progressing = bytes.fromhex(command.seed), list[str]()
    if tournament.is_ending:
        clause = tournament.clause("winners.rule")
        order, drawn_names = final_order(tournament, seed)
    else:
        progressing, drawn_names = _progressing_entrants(tournament, seed)
        names = [name for heat in tournament.heats for name in heat.players]
        order = [name for group in tied_groups(tournament, names) for name in group]
    event = event_from_command(
        events.RoundConcluded,
        command,
        clause,
        round=tournament.round,
        order=tuple(order),
        on=tuple(progressing),
        drawn=tuple(drawn_names),
    )
    return (event,)


def _progressing_entrants(tournament: Tournament, seed: bytes) -> tuple[list[str], list[str]]:
    """Return the entrants who progress, and those whose tie for the last place was drawn."""
    form, plan = tournament.plan.format, tournament.round_plan
    groups = [(heat.table, list(tournament.live_entrants(heat))) for heat in tournament.heats]
    entrants = [name for _, names in groups for name in names]
    if tournament.heats[0].repechage:
        return _largest_banks(
            tournament, entrants, form.repechage_places, seed, f"repechage {tournament.round}"
        )
    if plan.progress == ALL:
        return entrants, []
    if plan.progress == TOP_OF_TABLE:
        parts = [
            _largest_banks(tournament, names, plan.places, seed, f"level {tournament.round} {number}")
            for number, (_, names) in enumerate(groups, 1)
        ]
        return [name for on, _ in parts for name in on], [name for _, lots in parts for name in lots]
    places = len(entrants) - plan.places if plan.progress == ALL_BUT_LOWEST else plan.places
    return _largest_banks(tournament, entrants, max(places, 1), seed, f"level {tournament.round}")


def _largest_banks(
    tournament: Tournament, names: Sequence[str], places: int, seed: bytes, label: str
) -> tuple[list[str], list[str]]:
    """Return the entrants with the largest banks. The terms say how a tie for the last place is decided.

    All tied entrants progress, or those with more chips earlier in the round, or those who are drawn.
    """
    progressing: list[str] = []
    tie_break = tournament.plan.format.level
    for group in tied_groups(tournament, names, tie_break):
        places_left = places - len(progressing)
        if places_left <= 0:
            break
        if len(group) > places_left and tie_break == "draw":
            lots = draw_names(seed, group, label)
            return [*progressing, *lots[:places_left]], list(lots)
        progressing += group
    return progressing, []


def final_order(tournament: Tournament, seed: bytes) -> tuple[list[str], list[str]]:
    """Return the final order. If the terms settle ties by a draw, it uses the seed of the last draw."""
    order: list[str] = []
    lots: list[str] = []
    for group in standings(tournament):
        if len(group) > 1 and tournament.plan.winners.level == "draw":
            group = list(draw_names(seed, group, AT_THE_END))
            lots += group
        order += group
    return order, lots


def repechage_candidates(tournament: Tournament) -> list[str]:
    """Return the entrants for a repechage: those eliminated in the last round, if offered, once a round."""
    offered = tournament.version and tournament.plan.format.repechage_offered
    if not offered or tournament.stage != BETWEEN or tournament.repechages == tournament.round:
        return []
    return [
        name
        for name in entrants_in_order(tournament)
        if (entrant := tournament.entrants[name]).status == ELIMINATED and entrant.round == tournament.round
    ]


def hold_repechage(tournament: Tournament, command: commands.HoldRepechage) -> Events | Refusal:
    """Hold a repechage for the entrants eliminated in this round, if the terms offer it, once a round."""
    clause = tournament.clause("format.repechage_offered")
    if refusal := refuse_if_not_directing(tournament, command):
        return refusal
    names = repechage_candidates(tournament)
    if not names:
        return Refusal(clause, message("tournament-rounds.no-repechage"))
    if command.table not in tournament.tables:
        return Refusal(tournament.steps.designated, message("tournament-tables.unknown", table=command.table))
    if refusal := refuse_if_wrong_seed(tournament, "hold-repechage", command.seed):
        return refusal
    seats = draw_names(bytes.fromhex(command.seed), names, f"repechage seats {tournament.round}")
    heat = events.Seated(command.table, seats)
    fresh = tournament.plan.format.starting_bank
    return (event_from_command(events.RepechageHeld, command, clause, heat=heat, fresh=fresh),)


def end_heat(tournament: Tournament, command: commands.EndHeat) -> Events | Refusal:
    """End play at a table because its time is up, or on one of the two grounds for an early end."""
    heat = tournament.heat_at(command.table)
    grounds: dict[str, Callable[[Tournament, Heat, commands.EndHeat], Refusal | None]] = {
        "time": _refuse_if_time_left,
        "settled": _refuse_if_unsettled,
        "agreed": _refuse_if_not_agreed,
    }
    clause = tournament.clause("conduct.early_end")
    if refusal := refuse_if_not_directing(tournament, command):
        return refusal
    if heat is None or tournament.phase_of(heat) != WAITING or command.ground not in grounds:
        return Refusal(clause, message("tournament-rounds.end-grounds", grounds=", ".join(grounds)))
    paths = {"settled": "conduct.early_known", "agreed": "conduct.early_agreed"}
    by = tournament.clause(paths.get(command.ground, "format.rounds[].minutes"))
    return grounds[command.ground](tournament, heat, command) or (
        event_from_command(events.HeatEnded, command, by),
    )


def _refuse_if_time_left(tournament: Tournament, heat: Heat, command: commands.EndHeat) -> Refusal | None:
    if heat.minutes and heat.began is not None and is_time_up(heat, command):
        return None
    return Refusal(tournament.clause("format.rounds[].minutes"), message("tournament-rounds.time-left"))


def is_time_up(heat: Heat, command: Command) -> bool:
    """Return whether a heat measured in minutes has reached its time."""
    return (
        bool(heat.minutes)
        and heat.began is not None
        and (command.stamp.elapsed - heat.began >= heat.minutes * 60_000)
    )


def _refuse_if_unsettled(tournament: Tournament, heat: Heat, command: commands.EndHeat) -> Refusal | None:
    """Refuse an early end while more entrants play than places are left: any bank can still win."""
    live, plan = len(list(tournament.live_entrants(heat))), tournament.round_plan
    if heat.repechage:
        places = tournament.plan.format.repechage_places
    elif plan.progress == TOP_OF_TABLE:
        places = plan.places
    elif plan.progress in (ALL, END):
        places = 0 if plan.progress == ALL else 1
    else:
        live = sum(len(list(tournament.live_entrants(one))) for one in tournament.heats)
        entrant_count = sum(len(one.players) for one in tournament.heats)
        places = entrant_count - plan.places if plan.progress == ALL_BUT_LOWEST else plan.places
    if live <= places:
        return None
    says = message("tournament-rounds.unsettled", live=live, places=places)
    return Refusal(tournament.clause("conduct.early_known"), says)


def _refuse_if_not_agreed(tournament: Tournament, heat: Heat, command: commands.EndHeat) -> Refusal | None:
    clause = tournament.clause("conduct.early_agreed")
    if tournament.plan.format.disposition != "cash":
        return Refusal(clause, message("tournament-rounds.no-cash"))
    missing = [name for name in tournament.live_entrants(heat) if name not in command.players]
    return (
        Refusal(clause, message("tournament-rounds.not-agreed", missing=", ".join(missing)))
        if missing
        else None
    )


def _apply_round_begun(tournament: Tournament, event: events.RoundBegun) -> Tournament:
    plan = tournament.plan.format.rounds[event.round - 1]
    heats = tuple(Heat(one.table, one.players, plan.spins, plan.minutes) for one in event.heats)
    tournament = replace(tournament, stage=ROUND, round=event.round, heats=heats)
    return _with_entrants_seated(tournament, event.heats)


def _with_entrants_seated(tournament: Tournament, heats: Sequence[events.Seated]) -> Tournament:
    for name in (name for heat in heats for name in heat.players):
        tournament = with_entrant(tournament, name, status=PLAYING, round=tournament.round, counts=())
    return tournament


def _apply_round_concluded(tournament: Tournament, event: events.RoundConcluded) -> Tournament:
    if tournament.is_ending:
        return replace(tournament, stage=RANKED, heats=(), ranks=event.order)
    for name in event.order:
        if name not in event.on and tournament.entrants[name].status == PLAYING:
            tournament = with_entrant(tournament, name, status=ELIMINATED)
    return replace(tournament, stage=BETWEEN, heats=())


def _apply_repechage_held(tournament: Tournament, event: events.RepechageHeld) -> Tournament:
    spins = tournament.plan.format.repechage_spins
    heat = Heat(event.heat.table, event.heat.players, spins, 0, repechage=True)
    tournament = replace(tournament, stage=ROUND, heats=(heat,), repechages=tournament.round)
    return _with_entrants_seated(tournament, [event.heat])


def _apply_heat_ended(tournament: Tournament, event: events.HeatEnded) -> Tournament:
    heat = tournament.heat_at(event.table)
    assert heat is not None, "A heat that is played ends."
    return with_heat(tournament, heat, over=True, last=Map())


def _book_round_banks(event: events.RoundBegun, before: Tournament) -> Iterator[Transfer]:
    if event.fresh is not None:
        yield from fresh_bank_transfers(
            [name for heat in event.heats for name in heat.players], event.fresh, before
        )


def _book_repechage_banks(event: events.RepechageHeld, before: Tournament) -> Iterator[Transfer]:
    return fresh_bank_transfers(event.heat.players, event.fresh, before)


RULES = (
    TournamentRule(commands.BeginRound, decide=begin_round),
    TournamentRule(commands.ConcludeRound, decide=conclude_round, signed=True),
    TournamentRule(commands.HoldRepechage, decide=hold_repechage),
    TournamentRule(commands.EndHeat, decide=end_heat),
)
EFFECTS = (
    Effect(
        events.RoundBegun,
        apply=_apply_round_begun,
        transfers=_book_round_banks,
        audience=Audience.EVERYONE,
        narrate=lambda event: message("event.round-begun", round=event.round, seats=seats_text(event.heats)),
    ),
    Effect(
        events.RoundConcluded,
        apply=_apply_round_concluded,
        transfers=no_transfers,
        audience=Audience.EVERYONE,
    ),
    Effect(
        events.RepechageHeld,
        apply=_apply_repechage_held,
        transfers=_book_repechage_banks,
        audience=Audience.EVERYONE,
        narrate=lambda event: message("event.repechage-held", seats=seats_text([event.heat])),
    ),
    Effect(
        events.HeatEnded,
        apply=_apply_heat_ended,
        transfers=no_transfers,
        audience=Audience.EVERYONE,
    ),
)
