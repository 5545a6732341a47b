"""The terms of a tournament as data: fees, rounds, wagers and prizes, with a check for contradictions."""

import re
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta
from functools import cache, lru_cache

from sicbo import rulebooks
from sicbo.errors import BadInput
from sicbo.game.rulebook.required_terms import Item
from sicbo.game.rulebook.rules import Rules
from sicbo.i18n import Message, message
from sicbo.machine.structs import Struct, ValidationError, convert
from sicbo.terms.lint import TermsProblem, find_problems, unknown_paths
from sicbo.terms.loader import Terms, parse_cents, parse_terms

EPOCH, MICROSECOND = datetime(1970, 1, 1, tzinfo=UTC), timedelta(microseconds=1)
TOP_OF_TABLE, TOP_OVERALL, ALL_BUT_LOWEST, ALL, END = (
    "top-of-table",
    "top-overall",
    "all-but-lowest",
    "all",
    "end",
)


class TournamentDetails(Struct, frozen=True):
    """Time, place, price and number of entrants."""

    starts: datetime
    entry_fee: str
    buy_in: str
    re_buy: str
    re_buys: int
    add_on: str
    add_ons: int
    fewest: int
    most: int
    location: str
    notice_minutes: int


class EntryTerms(Struct, frozen=True):
    """Who may enter, how, and until when an entry can be withdrawn."""

    methods: tuple[str, ...]
    withdraw_until: datetime
    withdraw_later: int
    substitute_until: datetime
    late_entry_rounds: int
    criteria_apply: bool = False
    may_refuse: bool = False
    staff_event: bool = False
    signed_copies: bool = False


class RoundPlan(Struct, frozen=True):
    """One round: its heats, the length of a session, and how many entrants progress."""

    name: str
    spins: int
    minutes: int
    heats: int
    banks: str
    tables: int
    progress: str
    places: int


class Format(Struct, frozen=True):
    """The rounds, the starting bank, buy-backs and repechages."""

    rounds: tuple[RoundPlan, ...]
    level: str
    starting_bank: int
    disposition: str
    chip_value: str
    buy_back_offered: bool = False
    buy_back: str = "0.00"
    buy_back_rounds: int = 0
    repechage_offered: bool = False
    repechage_places: int = 0
    repechage_spins: int = 0


class FeatureTerms(Struct, frozen=True):
    """A feature that every entrant may use up to `times` times, for `chips` chips each time."""

    name: str
    chips: int
    times: int


class Wagering(Struct, frozen=True):
    """The chips, the compulsory wager, and the limits on wagers."""

    chips: str
    compulsory: int
    if_not_made: str
    unit: int
    maximum: int
    secret_offered: bool = False
    secret: int = 0
    passes_offered: bool = False
    passes: int = 0
    features_offered: bool = False
    features: tuple[FeatureTerms, ...] = ()


class Elimination(Struct, frozen=True):
    """When an entrant is eliminated."""

    rule: str


class Winners(Struct, frozen=True):
    """What happens when entrants tie for a prize."""

    level: str


class PoolTerms(Struct, frozen=True):
    """The sources of the prize pool and its shares."""

    of_fees: int
    of_buy_ins: int
    added: str
    guaranteed: str
    places: tuple[int, ...]
    odd_cents: str


class PenaltyTerms(Struct, frozen=True):
    """A penalty and its cost in chips."""

    name: str
    chips: int


class RefundPlan(Struct, frozen=True):
    """The percentage refunded on a ground."""

    ground: str
    percent: int


class Behaviour(Struct, frozen=True):
    """Penalties, disqualification, substitutes, refunds, and the consequences of absence."""

    penalties: tuple[PenaltyTerms, ...]
    disqualified_for: tuple[str, ...]
    substitute_for: tuple[str, ...]
    refunds: tuple[RefundPlan, ...]
    late: str
    absent: str
    phone: str
    substituted: str
    disqualified_chips: str
    retired_chips: str


class Plan(Struct, frozen=True):
    """The terms of a tournament, parsed for play."""

    name: str
    rulebook: str
    details: TournamentDetails
    entry: EntryTerms
    format: Format
    wagers: Wagering
    elimination: Elimination
    winners: Winners
    pool: PoolTerms
    conduct: Behaviour
    layout: str = ""


@lru_cache(maxsize=32)
def plan_of(text: str) -> Plan:
    """Return the plan of terms that passed lint."""
    return convert(parse_terms(text).data, Plan)


def price_in_cents(written: str) -> int:
    """Return an amount of the terms in cents."""
    amount = parse_cents(written)
    assert amount is not None, "Lint accepts no other amount."
    return amount


def wall_time(moment: datetime) -> int:
    """Return a time of the terms in microseconds since 1970, as in stamps."""
    return (moment - EPOCH) // MICROSECOND


@cache
def clause_of_item(rulebook: str, path: str) -> str:
    """Return the clause that requires the item of the terms at this path."""
    return next(
        item.clause for item in rulebooks.get_rulebook(rulebook).terms.tournament if item.path == path
    )


def lint_tournament(terms: Terms) -> tuple[TermsProblem, ...]:
    """Return everything that keeps these terms from being published, with its clause."""
    rules = rulebooks.get_rulebook(terms.rulebook)
    items = rules.terms.tournament
    if terms.kind != "tournament":
        raise BadInput(message("terms.wrong-kind", kind=terms.kind, wanted="tournament"))
    if not items:
        raise BadInput(message("terms.no-tournaments", rulebook=rules.name))
    missing = find_problems(terms.data, items)
    prevail = clause_of_item(rules.key, "conduct.rules_prevail")
    odd = [
        TermsProblem(prevail, path, message("terms-check.not-an-item"))
        for path in unknown_paths(terms.data, items)
    ]
    if missing or odd:
        return (*missing, *odd)
    try:
        plan = plan_of(terms.text)
    except ValidationError as error:
        return (_unreadable_answer(str(error), items, prevail),)
    return tuple(
        TermsProblem(clause_of_item(rules.key, path), path, says)
        for path, says in _contradictions(plan, rules)
    )


def _unreadable_answer(error: str, items: Iterable[Item], prevail: str) -> TermsProblem:
    """Report an answer of the wrong type, such as a number in a list of names, by its item."""
    place = error.partition(" - at `$.")[2]
    path = re.sub(r"\[[^]]*\]", "[]", place.rstrip("`")).removesuffix("[]")
    clause = next((item.clause for item in items if item.path == path), prevail)
    return TermsProblem(clause, path, message("terms-check.unreadable"))


def _contradictions(plan: Plan, rules: Rules) -> Iterator[tuple[str, Message]]:
    details, entry, wagers, pool = plan.details, plan.entry, plan.wagers, plan.pool
    if not 2 <= details.fewest <= details.most:
        yield "details.fewest", message("terms-check.fewest-entrants")
    if plan.layout not in [layout.key for layout in rules.layouts]:
        yield "conduct.rules_prevail", message("terms-check.layout-unknown")
    if not entry.withdraw_until <= details.starts:
        yield "entry.withdraw_until", message("terms-check.withdrawal-after-start")
    if entry.withdraw_later > 100:
        yield "entry.withdraw_later", message("terms-check.above-100-percent")
    yield from _round_contradictions(plan)
    if wagers.unit < 1 or wagers.compulsory % wagers.unit or plan.format.starting_bank < wagers.compulsory:
        yield "wagers.compulsory", message("terms-check.compulsory-wager")
    if plan.format.starting_bank < 1 or plan.format.starting_bank % max(wagers.unit, 1):
        yield "format.starting_bank", message("terms-check.starting-bank")
    if (plan.format.disposition == "cash") is not (price_in_cents(plan.format.chip_value) > 0):
        yield "format.disposition", message("terms-check.chip-value")
    if pool.of_fees > 100 or pool.of_buy_ins > 100:
        yield "pool.of_fees", message("terms-check.above-100-percent")
    if sum(pool.places) != 100 or min(pool.places) < 1:
        yield "pool.places", message("terms-check.pool-shares", percent=sum(pool.places))
    if any(refund.percent > 100 for refund in plan.conduct.refunds):
        yield "conduct.refunds", message("terms-check.above-100-percent")
    if plan.conduct.phone == "penalty" and "phone" not in [one.name for one in plan.conduct.penalties]:
        yield "conduct.phone", message("terms-check.phone-penalty")


def _round_contradictions(plan: Plan) -> Iterator[tuple[str, Message]]:
    last = len(plan.format.rounds)
    for number, part in enumerate(plan.format.rounds, 1):
        if bool(part.spins) == bool(part.minutes):
            yield "format.rounds", message("terms-check.round-length", round=number)
        if not 1 <= part.tables <= part.heats:
            yield "format.rounds[].tables", message("terms-check.round-tables", round=number)
        if (part.progress == END) is not (number == last):
            yield (
                "format.rounds[].progress",
                message("terms-check.round-end", round=number),
            )
        if part.progress not in (ALL, END) and not part.places:
            yield "format.rounds[].places", message("terms-check.round-places", round=number)
        if number == 1 and part.banks != "fresh":
            yield "format.rounds[].banks", message("terms-check.first-round-banks")
