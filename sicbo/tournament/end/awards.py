"""Awards: the pool is fixed and shared to the last cent, chips are put away, and the tables are released."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from sicbo.errors import Refusal
from sicbo.i18n import Message, message
from sicbo.machine.accounts import DROP, POOL, WORLD
from sicbo.machine.ledger import CASH, Transfer, move, no_transfers
from sicbo.machine.log_kind import Audience, Effect, Events
from sicbo.machine.messages import event_fields
from sicbo.machine.structs import replace
from sicbo.tournament.authority import TournamentRule, refuse_if_not_directing
from sicbo.tournament.before.entry_desk import entrants_in_order
from sicbo.tournament.chip_transfers import bank_transfers
from sicbo.tournament.end.prizes import prize_pool, prize_shares
from sicbo.tournament.messages import commands, events
from sicbo.tournament.play.ties import DRAW, rank_key
from sicbo.tournament.state import FINISHED, RANKED, Tournament, with_entrant


def award_prizes(tournament: Tournament, command: commands.AwardPrizes) -> Events | Refusal:
    """Award the prizes, once the ranks are final and no dispute is open."""
    clause = tournament.clause("pool.places")
    if refusal := refuse_if_not_directing(tournament, command):
        return refusal
    if tournament.stage != RANKED:
        return Refusal(clause, message("tournament-awards.round-open"))
    if tournament.disputes:
        return Refusal(
            tournament.clause("conduct.disputes"),
            message("tournament-awards.dispute-open"),
        )
    groups, passed_over = prize_groups(tournament)
    takings, added = current_pool(tournament) if groups else (0, 0)
    plan = tournament.plan.pool
    won = prize_shares(takings + added, plan.places, groups, plan.odd_cents)
    form = tournament.plan.format
    banks = tuple(
        (name, bank) for name in entrants_in_order(tournament) if (bank := tournament.bank_of(name))
    )
    event_fields_of_pool = event_fields(command, tournament.clause("pool.of_fees"))
    return (
        events.PoolFixed(**event_fields_of_pool, takings=takings, added=added),
        events.PrizesAwarded(
            **event_fields(command, clause),
            prizes=tuple(events.Prize(*one) for one in won),
            passed_over=tuple(passed_over),
        ),
        events.ChipsPutAway(
            **event_fields(command, tournament.clause("format.disposition")),
            banks=banks,
            cash=form.disposition == "cash",
        ),
        events.TournamentFinished(
            **event_fields(command, tournament.steps.exclusive), tables=tournament.tables
        ),
    )


def current_pool(tournament: Tournament) -> tuple[int, int]:
    """Return the pool so far, in cents: the part from the takings, and the part that the house adds."""
    entrants = [tournament.entrants[name] for name in entrants_in_order(tournament)]
    fees, buy_ins = sum(one.fee for one in entrants), sum(one.buy_ins for one in entrants)
    return prize_pool(tournament.plan.pool, fees, buy_ins)


def prize_groups(tournament: Tournament) -> tuple[list[list[str]], list[str]]:
    """Return the entrants eligible for prizes, tied ones together, and the staff who are passed over."""
    entrants = tournament.entrants
    eligible = [name for name in tournament.ranks if not entrants[name].staff]
    passed_over = [name for name in tournament.ranks if entrants[name].staff]
    return final_groups(tournament, eligible), passed_over


def final_groups(tournament: Tournament, names: Sequence[str]) -> list[list[str]]:
    """Return names in their final order, tied ones together. A draw leaves no ties."""
    tie_break = tournament.plan.winners.level
    if tie_break == DRAW:
        return [[name] for name in names]
    groups = groupby(names, key=lambda name: rank_key(tournament, name, tie_break))
    return [list(group) for _, group in groups]


def _apply_chips_put_away(tournament: Tournament, event: events.ChipsPutAway) -> Tournament:
    for player, chips in event.banks:
        tournament = with_entrant(tournament, player, final=chips)
    return tournament


def _book_pool(event: events.PoolFixed, before: Tournament) -> Iterator[Transfer]:
    yield from move(CASH, event.takings, DROP, POOL)
    yield from move(CASH, event.added, WORLD, POOL)


def _book_prizes(event: events.PrizesAwarded, before: Tournament) -> Iterator[Transfer]:
    for prize in event.prizes:
        yield from move(CASH, prize.cents, POOL, WORLD)


def _book_chips_put_away(event: events.ChipsPutAway, before: Tournament) -> Iterator[Transfer]:
    for player, chips in event.banks:
        yield from bank_transfers(player, -chips)


def _prizes_message(event: events.PrizesAwarded) -> Message:
    prizes = tuple(
        message("tournament.prize-won", place=one.place, player=one.player, cents=one.cents)
        for one in event.prizes
    )
    return message("event.prizes-awarded", prizes=prizes)


RULES = (TournamentRule(commands.AwardPrizes, decide=award_prizes, signed=True),)
EFFECTS = (
    Effect(
        events.PoolFixed,
        apply=lambda t, event: t,
        transfers=_book_pool,
        audience=Audience.EVERYONE,
        narrate=lambda event: message("event.pool-fixed", cents=event.takings + event.added),
    ),
    Effect(
        events.PrizesAwarded,
        apply=lambda t, event: replace(t, prizes=event.prizes),
        transfers=_book_prizes,
        audience=Audience.EVERYONE,
        narrate=_prizes_message,
    ),
    Effect(
        events.ChipsPutAway,
        apply=_apply_chips_put_away,
        transfers=_book_chips_put_away,
        audience=Audience.EVERYONE,
    ),
    Effect(
        events.TournamentFinished,
        apply=lambda t, event: replace(t, stage=FINISHED, tables=()),
        transfers=no_transfers,
        audience=Audience.EVERYONE,
    ),
)
