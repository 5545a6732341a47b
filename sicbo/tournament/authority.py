"""Authority to give a command: a rank of the casino floor, or the director or a deputy who is present."""

from collections.abc import Iterable

from sicbo.errors import Refusal
from sicbo.game.ranks import Act, Rank
from sicbo.table.messages.base import Command
from sicbo.tournament.state import Tournament


def not_a(rank: Rank, tournament: Tournament, command: Command) -> Refusal | None:
    """Refuse a command given by a person below this rank."""
    if command.stamp.rank is not None and command.stamp.rank >= rank:
        return None
    title = tournament.rules.title(rank)
    return Refusal(tournament.steps.held, f"Call this rank or above for it: {title}.")


def not_dealing(tournament: Tournament, command: Command) -> Refusal | None:
    """Refuse a command given by a person below the rank that may deal."""
    power = tournament.rules.power(Act.DEAL)
    assert power is not None
    if command.stamp.rank is not None and command.stamp.rank >= power.rank:
        return None
    return Refusal(power.clause, f"Call this rank or above to deal: {tournament.rules.title(power.rank)}.")


def not_directing(tournament: Tournament, command: Command) -> Refusal | None:
    """Refuse a command that is not given by the director or a deputy, or by one who is not present."""
    clause, by = tournament.steps.director, command.stamp.by
    if by not in (tournament.director, *tournament.deputies):
        return Refusal(clause, "Only the tournament director or a deputy does that: call one.")
    if by not in tournament.present:
        return Refusal(clause, f"Take charge first, {by}: the person who directs has to be present.")
    return None


def undirected(tournament: Tournament) -> Refusal | None:
    """Refuse to play on while neither the director nor a deputy is present."""
    if tournament.present:
        return None
    return Refusal(
        tournament.steps.director, "Play pauses: wait until the tournament director or a deputy is present."
    )


def first(refusals: Iterable[Refusal | None]) -> Refusal | None:
    """Return the first refusal, if there is one."""
    return next((refusal for refusal in refusals if refusal is not None), None)
