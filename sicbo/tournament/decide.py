"""`decide`: the events of a command, or a refusal by clause. `evolve`: the tournament after an event."""

from collections.abc import Callable, Iterable
from typing import Any

from sicbo.errors import Refusal
from sicbo.tournament.before import entry_desk, preparation
from sicbo.tournament.end import awards
from sicbo.tournament.messages.commands import (
    AnyTournamentCommand,
    AppointDirector,
    DecideTournamentDispute,
    LeaveCharge,
    PublishTournament,
    RaiseTournamentDispute,
    TakeCharge,
)
from sicbo.tournament.messages.events import AnyTournamentEvent
from sicbo.tournament.play import conduct, corrections, rounds, spin_effects, spins, ties
from sicbo.tournament.state import CANCELLED, FINISHED, Tournament

Events = tuple[AnyTournamentEvent, ...]

BEFORE = {PublishTournament, AppointDirector}
AFTERWARDS = {RaiseTournamentDispute, DecideTournamentDispute, TakeCharge, LeaveCharge}
HOW: dict[type[Any], Callable[[Tournament, Any], Events | Refusal]] = {
    **preparation.HOW,
    **entry_desk.HOW,
    **rounds.HOW,
    **ties.HOW,
    **spins.HOW,
    **corrections.HOW,
    **conduct.HOW,
    **awards.HOW,
}
EVOLVES: dict[type[Any], Callable[[Tournament, Any], Tournament]] = {
    **preparation.EVOLVES,
    **entry_desk.EVOLVES,
    **rounds.EVOLVES,
    **ties.EVOLVES,
    **spin_effects.EVOLVES,
    **corrections.EVOLVES,
    **conduct.EVOLVES,
    **awards.EVOLVES,
}


def decide(tournament: Tournament, command: AnyTournamentCommand) -> Events | Refusal:
    """Return the events of `command` if it is given now, or a refusal. The tournament is not changed."""
    steps = tournament.steps
    if tournament.stage in (FINISHED, CANCELLED) and type(command) not in AFTERWARDS:
        return Refusal(steps.held, "The tournament is over: nothing more happens in it.")
    if not tournament.version and type(command) not in BEFORE:
        return Refusal(steps.available, "Publish the terms first: nothing else comes before.")
    return HOW[type(command)](tournament, command)


def evolve(tournament: Tournament, event: AnyTournamentEvent) -> Tournament:
    """Return the tournament after `event`. An event is never refused, because it has already happened."""
    return EVOLVES[type(event)](tournament, event)


def after(tournament: Tournament, events: Iterable[AnyTournamentEvent]) -> Tournament:
    """Return the tournament after these events, in order."""
    for event in events:
        tournament = evolve(tournament, event)
    return tournament
