"""Rounds: seats by a draw that can be recomputed, who progresses, repechages, and the end of a heat."""

from collections.abc import Callable, Sequence
from typing import Any

from immutables import Map
from msgspec.structs import replace

from sicbo.draws import drawn
from sicbo.errors import Refusal
from sicbo.table.messages.base import Command
from sicbo.table.open_items import happened
from sicbo.tournament.authority import not_directing
from sicbo.tournament.before.draw_commitments import AT_THE_END, not_promised
from sicbo.tournament.before.entry_desk import counted
from sicbo.tournament.format import ALL, ALL_BUT_LOWEST, END, TOP_OF_TABLE
from sicbo.tournament.messages import commands, events
from sicbo.tournament.play.ties import level_groups, standing, still_level
from sicbo.tournament.state import (
    BETWEEN,
    ELIMINATED,
    ENTERED,
    ENTRIES,
    OVER,
    PLAYING,
    RANKED,
    ROUND,
    WAITING,
    Heat,
    Tournament,
    put,
    with_heat,
)

Events = tuple[Any, ...]


def begin(tournament: Tournament, command: commands.BeginRound) -> Events | Refusal:
    """Draw the seats of the next round when everything is ready for it."""
    refusal = not_directing(tournament, command) or _not_ready(tournament, command)
    if refusal:
        return refusal
    number, form = tournament.round + 1, tournament.plan.format
    plan = form.rounds[number - 1]
    order = drawn(bytes.fromhex(command.seed), in_round(tournament), f"seats {number}")
    heats = tuple(
        events.Seated(tournament.tables[index % plan.tables], order[index :: plan.heats])
        for index in range(min(plan.heats, len(order)))
    )
    fresh = form.starting_bank if plan.banks == "fresh" else None
    clause = tournament.clause("format.rounds[].heats")
    return (happened(events.RoundBegun, command, clause, round=number, heats=heats, fresh=fresh),)


def in_round(tournament: Tournament) -> list[str]:
    """Return the entrants of the next round in the order of entry: the list for the seat draw."""
    return [name for name in counted(tournament) if tournament.entrants[name].status in (ENTERED, PLAYING)]


def _not_ready(tournament: Tournament, command: commands.BeginRound) -> Refusal | None:
    steps = tournament.steps
    if tournament.stage not in (ENTRIES, BETWEEN):
        return Refusal(steps.held, "Begin a round after the entries, or after the round before.")
    if steps.advised and tournament.advised < tournament.version:
        return Refusal(
            tournament.clause("details.changes_reported"), "Tell the regulator of the changed terms first."
        )
    tables = tournament.plan.format.rounds[tournament.round].tables
    if len(tournament.tables) < tables:
        return Refusal(steps.designated, f"Designate {tables} tables first.")
    names = in_round(tournament)
    if tournament.stage == BETWEEN and not names:
        clause = tournament.clause("conduct.early_known")
        return Refusal(
            clause, "No entrant is left to play: conclude, or hold a repechage if the terms offer one."
        )
    if tournament.stage == ENTRIES and len(names) < tournament.plan.details.fewest:
        fewest = tournament.plan.details.fewest
        return Refusal(tournament.clause("details.fewest"), f"At least {fewest} entrants are needed.")
    if command.stamp.wall < tournament.starts:
        clause = tournament.clause("details.starts")
        return Refusal(clause, "It is not time yet: wait for the start, or move it with notice.")
    return unprepared(tournament, names) or not_promised(tournament, "begin-round", command.seed)


def unprepared(tournament: Tournament, names: Sequence[str]) -> Refusal | None:
    """Refuse entrants who are not briefed, or who have not signed the terms if that is required."""
    unbriefed = [name for name in names if not tournament.entrants[name].briefed]
    if unbriefed:
        return Refusal(tournament.steps.briefed, f"Brief first: {', '.join(unbriefed)}.")
    unsigned = [name for name in names if not tournament.entrants[name].signed]
    if tournament.plan.entry.signed_copies and unsigned:
        clause = tournament.clause("entry.signed_copies")
        return Refusal(clause, f"A signed copy of the terms is missing from {', '.join(unsigned)}.")
    return None


def conclude(tournament: Tournament, command: commands.ConcludeRound) -> Events | Refusal:
    """Conclude a round: who progresses, or who won. Every heat is over, or no entrant is left to play."""
    clause = tournament.clause("format.rounds[].progress")
    refusal = not_directing(tournament, command)
    if refusal:
        return refusal
    deserted = tournament.stage == BETWEEN and not in_round(tournament)
    if not deserted and (tournament.stage != ROUND or tournament.active()):
        return Refusal(clause, "Play all heats of the round to their end first.")
    refusal = not_promised(tournament, "conclude-round", command.seed) or still_level(tournament)
    if refusal:
        return refusal
    seed, on = bytes.fromhex(command.seed), list[str]()
    if tournament.ending:
        clause = tournament.clause("winners.rule")
        order, lots = ranked(tournament, seed)
    else:
        on, lots = _through(tournament, seed)
        names = [name for heat in tournament.heats for name in heat.players]
        order = [name for group in level_groups(tournament, names) for name in group]
    event = happened(
        events.RoundConcluded,
        command,
        clause,
        round=tournament.round,
        order=tuple(order),
        on=tuple(on),
        drawn=tuple(lots),
    )
    return (event,)


def _through(tournament: Tournament, seed: bytes) -> tuple[list[str], list[str]]:
    """Return the entrants who progress, and those whose tie for the last place was drawn."""
    form, plan = tournament.plan.format, tournament.played
    groups = [(heat.table, list(tournament.live(heat))) for heat in tournament.heats]
    everybody = [name for _, names in groups for name in names]
    if tournament.heats[0].repechage:
        return _best(tournament, everybody, form.repechage_places, seed, f"repechage {tournament.round}")
    if plan.progress == ALL:
        return everybody, []
    if plan.progress == TOP_OF_TABLE:
        parts = [
            _best(tournament, names, plan.places, seed, f"level {tournament.round} {number}")
            for number, (_, names) in enumerate(groups, 1)
        ]
        return [name for on, _ in parts for name in on], [name for _, lots in parts for name in lots]
    places = len(everybody) - plan.places if plan.progress == ALL_BUT_LOWEST else plan.places
    return _best(tournament, everybody, max(places, 1), seed, f"level {tournament.round}")


def _best(
    tournament: Tournament, names: Sequence[str], places: int, seed: bytes, label: str
) -> tuple[list[str], list[str]]:
    """Return the entrants with the largest banks. The terms say how a tie for the last place is decided.

    All tied entrants progress, or those with more chips earlier in the round, or those who are drawn.
    """
    on: list[str] = []
    level = tournament.plan.format.level
    for group in level_groups(tournament, names, level):
        room = places - len(on)
        if room <= 0:
            break
        if len(group) > room and level == "draw":
            lots = drawn(seed, group, label)
            return [*on, *lots[:room]], list(lots)
        on += group
    return on, []


def ranked(tournament: Tournament, seed: bytes) -> tuple[list[str], list[str]]:
    """Return the final order. If the terms settle ties by a draw, it uses the seed of the last draw."""
    order: list[str] = []
    lots: list[str] = []
    for group in standing(tournament):
        if len(group) > 1 and tournament.plan.winners.level == "draw":
            group = list(drawn(seed, group, AT_THE_END))
            lots += group
        order += group
    return order, lots


def eliminated(tournament: Tournament) -> list[str]:
    """Return the entrants for a repechage: those eliminated in the last round, if offered, once a round."""
    offered = tournament.version and tournament.plan.format.repechage_offered
    if not offered or tournament.stage != BETWEEN or tournament.repechages == tournament.round:
        return []
    return [
        name
        for name in counted(tournament)
        if (entrant := tournament.entrants[name]).status == ELIMINATED and entrant.round == tournament.round
    ]


def repechage(tournament: Tournament, command: commands.HoldRepechage) -> Events | Refusal:
    """Hold a repechage for the entrants eliminated in this round, if the terms offer it, once a round."""
    clause = tournament.clause("format.repechage_offered")
    if refusal := not_directing(tournament, command):
        return refusal
    names = eliminated(tournament)
    if not names:
        return Refusal(
            clause, "A repechage is held once after a round that eliminated an entrant, if offered."
        )
    if command.table not in tournament.tables:
        return Refusal(tournament.steps.designated, f"{command.table} is no table of this tournament.")
    if refusal := not_promised(tournament, "hold-repechage", command.seed):
        return refusal
    seats = drawn(bytes.fromhex(command.seed), names, f"repechage seats {tournament.round}")
    heat = events.Seated(command.table, seats)
    fresh = tournament.plan.format.starting_bank
    return (happened(events.RepechageHeld, command, clause, heat=heat, fresh=fresh),)


def end_heat(tournament: Tournament, command: commands.EndHeat) -> Events | Refusal:
    """End play at a table because its time is up, or on one of the two grounds for an early end."""
    heat = tournament.heat(command.table)
    grounds: dict[str, Callable[[Tournament, Heat, commands.EndHeat], Refusal | None]] = {
        "time": _time_is_left,
        "settled": _still_open,
        "agreed": _not_agreed,
    }
    clause = tournament.clause("conduct.early_end")
    if refusal := not_directing(tournament, command):
        return refusal
    if heat is None or heat.phase != WAITING or command.ground not in grounds:
        return Refusal(
            clause, f"End a heat between two spins, on one of these grounds: {', '.join(grounds)}."
        )
    paths = {"settled": "conduct.early_known", "agreed": "conduct.early_agreed"}
    by = tournament.clause(paths.get(command.ground, "format.rounds[].minutes"))
    return grounds[command.ground](tournament, heat, command) or (happened(events.HeatEnded, command, by),)


def _time_is_left(tournament: Tournament, heat: Heat, command: commands.EndHeat) -> Refusal | None:
    if heat.minutes and heat.began is not None and time_is_up(heat, command):
        return None
    return Refusal(tournament.clause("format.rounds[].minutes"), "Its time is not up: play on.")


def time_is_up(heat: Heat, command: Command) -> bool:
    """Return whether a heat measured in minutes has reached its time."""
    return (
        bool(heat.minutes)
        and heat.began is not None
        and (command.stamp.elapsed - heat.began >= heat.minutes * 60_000)
    )


def _still_open(tournament: Tournament, heat: Heat, command: commands.EndHeat) -> Refusal | None:
    """Refuse an early end while more entrants play than places are left: any bank can still win."""
    live, plan = len(list(tournament.live(heat))), tournament.played
    if heat.repechage:
        places = tournament.plan.format.repechage_places
    elif plan.progress == TOP_OF_TABLE:
        places = plan.places
    elif plan.progress in (ALL, END):
        places = 0 if plan.progress == ALL else 1
    else:
        live = sum(len(list(tournament.live(one))) for one in tournament.heats)
        everybody = sum(len(one.players) for one in tournament.heats)
        places = everybody - plan.places if plan.progress == ALL_BUT_LOWEST else plan.places
    if live <= places:
        return None
    says = f"{live} still play for {places}: it is not settled who goes on."
    return Refusal(tournament.clause("conduct.early_known"), says)


def _not_agreed(tournament: Tournament, heat: Heat, command: commands.EndHeat) -> Refusal | None:
    clause = tournament.clause("conduct.early_agreed")
    if tournament.plan.format.disposition != "cash":
        return Refusal(clause, "Chips are not changed into cash here, so agreement ends nothing: play on.")
    missing = [name for name in tournament.live(heat) if name not in command.players]
    return Refusal(clause, f"Not all agree: {', '.join(missing)}.") if missing else None


HOW: dict[type[Any], Callable[[Tournament, Any], Events | Refusal]] = {
    commands.BeginRound: begin,
    commands.ConcludeRound: conclude,
    commands.HoldRepechage: repechage,
    commands.EndHeat: end_heat,
}


def _begun(tournament: Tournament, event: events.RoundBegun) -> Tournament:
    plan = tournament.plan.format.rounds[event.round - 1]
    heats = tuple(Heat(one.table, one.players, plan.spins, plan.minutes) for one in event.heats)
    tournament = replace(tournament, stage=ROUND, round=event.round, heats=heats)
    return _seated(tournament, event.heats, event.fresh)


def _seated(tournament: Tournament, heats: Sequence[events.Seated], fresh: int | None) -> Tournament:
    for name in (name for heat in heats for name in heat.players):
        bank = tournament.entrants[name].bank if fresh is None else fresh
        tournament = put(tournament, name, status=PLAYING, round=tournament.round, bank=bank, counts=())
    return tournament


def _concluded(tournament: Tournament, event: events.RoundConcluded) -> Tournament:
    if tournament.ending:
        return replace(tournament, stage=RANKED, heats=(), ranks=event.order)
    for name in event.order:
        if name not in event.on and tournament.entrants[name].status == PLAYING:
            tournament = put(tournament, name, status=ELIMINATED)
    return replace(tournament, stage=BETWEEN, heats=())


def _again(tournament: Tournament, event: events.RepechageHeld) -> Tournament:
    spins = tournament.plan.format.repechage_spins
    heat = Heat(event.heat.table, event.heat.players, spins, 0, repechage=True)
    tournament = replace(tournament, stage=ROUND, heats=(heat,), repechages=tournament.round)
    return _seated(tournament, [event.heat], event.fresh)


def _ended(tournament: Tournament, event: events.HeatEnded) -> Tournament:
    return with_heat(tournament, event.table, phase=OVER, last=Map())


EVOLVES: dict[type[Any], Callable[[Tournament, Any], Tournament]] = {
    events.RoundBegun: _begun,
    events.RoundConcluded: _concluded,
    events.RepechageHeld: _again,
    events.HeatEnded: _ended,
}
