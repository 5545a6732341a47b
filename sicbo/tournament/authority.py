"""Who may give a command: a rank of the floor, or the director who is present, or a deputy."""

from collections.abc import Iterable

from sicbo.errors import Refusal
from sicbo.game.ranks import Act, Rank
from sicbo.table.messages.base import Command
from sicbo.tournament.state import Tournament


def not_a(rank: Rank, tournament: Tournament, command: Command) -> Refusal | None:
    """Why somebody stands too low; None where they do not."""
    if command.stamp.rank is not None and command.stamp.rank >= rank:
        return None
    title = tournament.rules.title(rank)
    return Refusal(tournament.steps.held, f"Call this rank or above for it: {title}.")


def not_dealing(tournament: Tournament, command: Command) -> Refusal | None:
    """Why somebody may not deal."""
    power = tournament.rules.power(Act.DEAL)
    assert power is not None
    if command.stamp.rank is not None and command.stamp.rank >= power.rank:
        return None
    return Refusal(power.clause, f"Call this rank or above to deal: {tournament.rules.title(power.rank)}.")


def not_directing(tournament: Tournament, command: Command) -> Refusal | None:
    """Why somebody may not direct: neither director nor deputy, or not present."""
    clause, by = tournament.steps.director, command.stamp.by
    if by not in (tournament.director, *tournament.deputies):
        return Refusal(clause, "Only the tournament director or a deputy does that: call one.")
    if by not in tournament.present:
        return Refusal(clause, f"Take charge first, {by}: whoever directs is present.")
    return None


def undirected(tournament: Tournament) -> Refusal | None:
    """Why play pauses: neither director nor deputy is present."""
    if tournament.present:
        return None
    return Refusal(
        tournament.steps.director, "Play pauses: wait until the tournament director or a deputy is present."
    )


def first(refusals: Iterable[Refusal | None]) -> Refusal | None:
    """The first no, if there is one."""
    return next((refusal for refusal in refusals if refusal is not None), None)
