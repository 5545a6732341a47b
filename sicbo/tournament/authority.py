"""Authority to give a command: a rank of the casino floor, or the director or a deputy who is present."""

from collections.abc import Iterable
from dataclasses import dataclass

from sicbo.errors import Refusal
from sicbo.game.ranks import Rank
from sicbo.i18n import message
from sicbo.machine.log_kind import Rule
from sicbo.machine.messages import Command
from sicbo.tournament.state import CANCELLED, FINISHED, Tournament


@dataclass(frozen=True)
class TournamentRule(Rule):
    """The row of a tournament's command: who may give it, and whether the tournament must be on.

    `rank` is the lowest rank that may give it; with `directing`, only the director or a deputy may. Most
    commands need published terms and a tournament that is not over.
    """

    rank: Rank | None = None
    directing: bool = False
    before_terms: bool = False
    after_end: bool = False


def check_command(tournament: Tournament, command: Command, rule: TournamentRule) -> Refusal | None:
    """Refuse a command outside its time, or from a person who may not give it."""
    steps = tournament.steps
    if tournament.stage in (FINISHED, CANCELLED) and not rule.after_end:
        return Refusal(steps.held, message("tournament-authority.over"))
    if not tournament.version and not rule.before_terms:
        return Refusal(steps.available, message("tournament-authority.no-terms"))
    if rule.rank is not None:
        return refuse_if_rank_too_low(rule.rank, tournament, command)
    return refuse_if_not_directing(tournament, command) if rule.directing else None


def refuse_if_rank_too_low(rank: Rank, tournament: Tournament, command: Command) -> Refusal | None:
    """Refuse a command given by a person below this rank."""
    if command.stamp.rank is not None and command.stamp.rank >= rank:
        return None
    title = tournament.rules.title(rank)
    return Refusal(tournament.steps.held, message("authority.rank-required", title=title))


def refuse_if_not_directing(tournament: Tournament, command: Command) -> Refusal | None:
    """Refuse a command that is not given by the director or a deputy, or by one who is not present."""
    clause, by = tournament.steps.director, command.stamp.by
    if by not in (tournament.director, *tournament.deputies):
        return Refusal(clause, message("tournament-authority.director-only"))
    if by not in tournament.present:
        return Refusal(clause, message("tournament-authority.not-in-charge", by=by))
    return None


def refuse_if_undirected(tournament: Tournament) -> Refusal | None:
    """Refuse to play on while neither the director nor a deputy is present."""
    if tournament.present:
        return None
    return Refusal(tournament.steps.director, message("tournament-authority.undirected"))


def first_refusal(refusals: Iterable[Refusal | None]) -> Refusal | None:
    """Return the first refusal, if there is one."""
    return next((refusal for refusal in refusals if refusal is not None), None)
