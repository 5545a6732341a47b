"""Awards: the pool is fixed and shared to the last cent, chips are put away, and the tables are released."""

from collections.abc import Callable, Sequence
from itertools import groupby
from typing import Any

from msgspec.structs import replace

from sicbo.errors import Refusal
from sicbo.table.open_items import facts
from sicbo.tournament.authority import not_directing
from sicbo.tournament.before.entry_desk import counted
from sicbo.tournament.end.prizes import pool_of, shared
from sicbo.tournament.messages import commands, events
from sicbo.tournament.play.ties import DRAW, rank_key
from sicbo.tournament.state import FINISHED, RANKED, Tournament, put

Events = tuple[Any, ...]


def award(tournament: Tournament, command: commands.AwardPrizes) -> Events | Refusal:
    """Award the prizes, once the ranks are final and no dispute is open."""
    clause = tournament.clause("pool.places")
    if refusal := not_directing(tournament, command):
        return refusal
    if tournament.stage != RANKED:
        return Refusal(clause, "Conclude the last round first.")
    if tournament.disputes:
        waiting = ", ".join(sorted(tournament.disputes))
        return Refusal(tournament.clause("conduct.disputes"), f"Decide what is in dispute first: {waiting}.")
    groups, passed_over = prize_groups(tournament)
    takings, added = pool(tournament) if groups else (0, 0)
    plan = tournament.plan.pool
    won = shared(takings + added, plan.places, groups, plan.odd_cents)
    form = tournament.plan.format
    banks = tuple((name, bank) for name in counted(tournament) if (bank := tournament.entrants[name].bank))
    said = facts(command, tournament.clause("pool.of_fees"))
    return (
        events.PoolFixed(**said, takings=takings, added=added),
        events.PrizesAwarded(
            **facts(command, clause),
            prizes=tuple(events.Prize(*one) for one in won),
            passed_over=tuple(passed_over),
        ),
        events.ChipsPutAway(
            **facts(command, tournament.clause("format.disposition")),
            banks=banks,
            cash=form.disposition == "cash",
        ),
        events.TournamentFinished(**facts(command, tournament.steps.exclusive), tables=tournament.tables),
    )


def pool(tournament: Tournament) -> tuple[int, int]:
    """Return the pool so far, in cents: the part from the takings, and the part that the house adds."""
    entrants = [tournament.entrants[name] for name in counted(tournament)]
    fees, buy_ins = sum(one.fee for one in entrants), sum(one.buy_ins for one in entrants)
    return pool_of(tournament.plan.pool, fees, buy_ins)


def prize_groups(tournament: Tournament) -> tuple[list[list[str]], list[str]]:
    """Return the entrants eligible for prizes, tied ones together, and the staff who are passed over."""
    entrants = tournament.entrants
    eligible = [name for name in tournament.ranks if not entrants[name].staff]
    passed_over = [name for name in tournament.ranks if entrants[name].staff]
    return final_groups(tournament, eligible), passed_over


def final_groups(tournament: Tournament, names: Sequence[str]) -> list[list[str]]:
    """Return names in their final order, tied ones together. A draw leaves no ties."""
    way = tournament.plan.winners.level
    if way == DRAW:
        return [[name] for name in names]
    groups = groupby(names, key=lambda name: rank_key(tournament, name, way))
    return [list(group) for _, group in groups]


HOW: dict[type[Any], Callable[[Tournament, Any], Events | Refusal]] = {commands.AwardPrizes: award}


def _put_away(tournament: Tournament, event: events.ChipsPutAway) -> Tournament:
    for player, chips in event.banks:
        tournament = put(tournament, player, bank=0, final=chips)
    return tournament


EVOLVES: dict[type[Any], Callable[[Tournament, Any], Tournament]] = {
    events.PoolFixed: lambda t, event: t,
    events.PrizesAwarded: lambda t, event: replace(t, prizes=event.prizes),
    events.ChipsPutAway: _put_away,
    events.TournamentFinished: lambda t, event: replace(t, stage=FINISHED, tables=()),
}
