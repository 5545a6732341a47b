"""Ranks and ties: shared, drawn, decided by countback or by a play-off, as the terms say."""

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import Any

from msgspec.structs import replace

from sicbo.errors import Refusal
from sicbo.table.open_items import happened
from sicbo.tournament.authority import not_directing
from sicbo.tournament.before.entry_desk import counted
from sicbo.tournament.messages import commands, events
from sicbo.tournament.state import DISQUALIFIED, PLAYING, ROUND, Heat, Tournament, put

Events = tuple[Any, ...]
DRAW, COUNTBACK, PLAY_OFF = "draw", "countback", "play-off"


def rank_key(tournament: Tournament, name: str, way: str = "") -> tuple[int, ...]:
    """Return the key that sorts entrants by rank, the best first: round reached, bank, play-off, countback.

    After a play-off, the bank before it ranks first, then the bank after it. A countback compares the banks
    after the spin before the last, then after the spin before that, and so on.
    """
    entrant, worth = tournament.entrants[name], tournament.worth(name)
    level = worth if entrant.played_off is None else entrant.played_off
    back = (-bank for bank in entrant.counts[-2::-1]) if way == COUNTBACK else ()
    return (-entrant.round, -level, -worth, *back)


def level_groups(tournament: Tournament, names: Sequence[str], way: str = "") -> Iterator[list[str]]:
    """Yield names by rank, the best first, with tied ones together in the order of entry."""
    numbered = sorted(names, key=lambda name: tournament.entrants[name].number)
    ordered = sorted(numbered, key=lambda name: rank_key(tournament, name, way))
    for _, group in groupby(ordered, key=lambda name: rank_key(tournament, name, way)):
        yield list(group)


def standing(tournament: Tournament) -> list[list[str]]:
    """Return every ranked entrant, the best first, with tied ones together by the terms for winners."""
    names = [one for one in counted(tournament) if tournament.entrants[one].status != DISQUALIFIED]
    way = tournament.plan.winners.level if tournament.version else ""
    return list(level_groups(tournament, names, way))


def playing_off(tournament: Tournament) -> list[str]:
    """Return the best entrants who tie for a prize and can play for it; often there are none."""
    if tournament.stage != ROUND or tournament.active() or not tournament.ending:
        return []
    place, paid = 0, len(tournament.plan.pool.places)
    for group in standing(tournament) if tournament.plan.winners.level == PLAY_OFF else ():
        if place < paid and len(group) > 1 and all(_can_play(tournament, name) for name in group):
            return group
        place += len(group)
    return []


def _can_play(tournament: Tournament, name: str) -> bool:
    entrant, wagers = tournament.entrants[name], tournament.plan.wagers
    playing = entrant.status == PLAYING and entrant.round == tournament.round
    return playing and entrant.bank >= max(wagers.compulsory, wagers.unit)


def still_level(tournament: Tournament) -> Refusal | None:
    """Refuse to name the winners while entrants have to play off."""
    names = playing_off(tournament)
    if not names:
        return None
    says = f"They are tied for a prize, hold a play-off first: {', '.join(names)}."
    return Refusal(tournament.clause("winners.level"), says)


def hold(tournament: Tournament, command: commands.HoldPlayOff) -> Events | Refusal:
    """Hold one more spin for tied entrants, from their banks, and again while they are still tied."""
    if refusal := not_directing(tournament, command):
        return refusal
    names = playing_off(tournament)
    if not names:
        clause = tournament.clause("winners.level")
        return Refusal(
            clause, "There is no tie to play off: a play-off follows the last round, if the terms say so."
        )
    if command.table not in tournament.tables:
        return Refusal(tournament.steps.designated, f"{command.table} is no table of this tournament.")
    heat = events.Seated(command.table, tuple(names))
    return (happened(events.PlayOffHeld, command, tournament.clause("winners.level"), heat=heat),)


HOW: dict[type[Any], Callable[[Tournament, Any], Events | Refusal]] = {commands.HoldPlayOff: hold}


def _held(tournament: Tournament, event: events.PlayOffHeld) -> Tournament:
    for name in event.heat.players:
        entrant = tournament.entrants[name]
        level = entrant.bank if entrant.played_off is None else entrant.played_off
        tournament = put(tournament, name, played_off=level)
    heat = Heat(event.heat.table, event.heat.players, spins=1, minutes=0, play_off=True)
    return replace(tournament, heats=(*tournament.heats, heat))


EVOLVES: dict[type[Any], Callable[[Tournament, Any], Tournament]] = {events.PlayOffHeld: _held}
