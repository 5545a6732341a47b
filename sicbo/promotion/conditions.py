"""The terms of a promotion as data: times, conditions of entry and prizes, and a check of them."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import NamedTuple

from sicbo.errors import BadInput, Refusal, short_repr
from sicbo.game.layout import Layout
from sicbo.game.rulebook.prize_rules import Promotions
from sicbo.game.rulebook.rules import Rules
from sicbo.i18n import message
from sicbo.terms.lint import TermsProblem, find_problems, refuse_if_incomplete, unknown_paths
from sicbo.terms.loader import Terms, TermsData, parse_cents, parse_terms
from sicbo.terms.paths import value_at

CASH, TOKENS, LIQUOR = "cash", "tokens", "liquor"
PRIZE_KINDS = (CASH, TOKENS, "appliance", "vehicle", "travel", "real-estate", LIQUOR, "goods")
BY_DRAW, BY_DICE = "draw", "dice"
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MICROSECOND = timedelta(microseconds=1)


class PrizeTerms(NamedTuple):
    """A kind of prize: `number` prizes of one kind, each worth `value` cents."""

    name: str
    kind: str
    value: int
    number: int
    alternative: int
    bet: str


class PromotionTerms(NamedTuple):
    """The terms, parsed for use; times in microseconds, money in cents.

    `starts` is 0 if the rulebook does not ask for a time.
    """

    sha256: str
    method: str
    starts: int
    closes: int
    awarded: int
    minimum_wager: int
    rounds: int
    most_tickets: int
    present: bool
    prizes: tuple[PrizeTerms, ...]

    def prize(self, name: str) -> PrizeTerms:
        """Return a prize by its name."""
        return next(prize for prize in self.prizes if prize.name == name)

    @property
    def largest(self) -> int:
        """The value of the largest single prize."""
        return max(prize.value for prize in self.prizes)


@cache
def parse_promotion_terms(text: str) -> PromotionTerms:
    """Parse published terms."""
    terms = parse_terms(text)
    data = terms.data
    return PromotionTerms(
        terms.sha256,
        str(value_at(data, "award.method")),
        _wall_time(value_at(data, "details.starts")),
        _wall_time(value_at(data, "entry.closes")),
        _wall_time(value_at(data, "award.at")),
        _cents(value_at(data, "entry.minimum_wager")),
        _count(value_at(data, "entry.rounds")),
        _count(value_at(data, "entry.most_tickets")),
        value_at(data, "claim.present") is True,
        tuple(_parse_prize(one) for one in data["prizes"]),
    )


def refuse_if_not_publishable(text: str, rules: Rules, layout: Layout) -> Refusal | None:
    """Refuse terms that cannot be read, that are incomplete, or that offer a prize that is not allowed."""
    assert rules.promotions is not None
    clause = rules.promotions.offered.clause
    try:
        terms = parse_terms(text)
    except BadInput as error:
        return Refusal(clause, error.message)
    if terms.kind != "promotion":
        return Refusal(clause, message("terms.wrong-kind", kind=terms.kind, wanted="promotion"))
    if terms.rulebook != rules.key:
        return Refusal(clause, message("promotion-terms.wrong-rulebook", rulebook=rules.key))
    return refuse_if_incomplete(errors_in_terms(terms, rules, layout))


def errors_in_terms(terms: Terms, rules: Rules, layout: Layout) -> tuple[TermsProblem, ...]:
    """Return everything that is wrong with terms, with its clause, in the order of the text."""
    if rules.promotions is None:
        raise BadInput(message("terms.no-promotions", rulebook=rules.name))
    items = rules.terms.promotion
    found = [
        *find_problems(terms.data, items),
        *_prize_errors(terms.data, rules.promotions, layout),
        *_time_errors(terms.data, items[0].clause),
    ]
    unknown = (
        TermsProblem(rules.promotions.offered.clause, path, message("terms-check.not-an-item"))
        for path in unknown_paths(terms.data, items)
    )
    order = {item.clause: place for place, item in enumerate(items)}
    return (*sorted(found, key=lambda one: order.get(one.clause, -1)), *unknown)


def _prize_errors(data: TermsData, rules: Promotions, layout: Layout) -> Iterator[TermsProblem]:
    """Find prizes that are not allowed or contradict each other."""
    listed = data.get("prizes")
    prizes = [one for one in listed if isinstance(one, dict)] if isinstance(listed, list) else []
    names = [one.get("name") for one in prizes]
    details = rules.prizes.clause
    for number, one in enumerate(prizes, 1):
        place, kind = f"prizes[{number}]", str(one.get("kind", ""))
        if kind in rules.barred.choice:
            yield TermsProblem(
                rules.barred.choice[kind],
                f"{place}.kind",
                message("terms-check.prize-not-allowed", kind=kind),
            )
        elif kind and kind not in PRIZE_KINDS:
            yield TermsProblem(
                details,
                f"{place}.kind",
                message("terms-check.prize-kind-unknown", kind=short_repr(kind), kinds=PRIZE_KINDS),
            )
        most = rules.liquor
        if kind == LIQUOR and _count(one.get("millilitres")) > most.choice:
            says = message("terms-check.too-much-liquor", litres=most.choice // 1_000)
            yield TermsProblem(most.clause, f"{place}.millilitres", says)
        if kind in (CASH, TOKENS) and _cents(one.get("cash_alternative")):
            says = message("terms-check.no-cash-alternative")
            yield TermsProblem(rules.cash_alternative.clause, f"{place}.cash_alternative", says)
        if one.get("name") and names.count(one.get("name")) > 1:
            yield TermsProblem(details, f"{place}.name", message("terms-check.prize-name-twice"))
        bet = one.get("bet")
        if (
            value_at(data, "award.method") == BY_DICE
            and isinstance(bet, str)
            and bet not in (*layout.prices, "")
        ):
            yield TermsProblem(
                details, f"{place}.bet", message("terms-check.bet-unknown", bet=short_repr(bet))
            )


def _time_errors(data: TermsData, clause: str) -> Iterator[TermsProblem]:
    """Check that entries close after the start and not after the prizes are awarded."""
    starts, closes = value_at(data, "details.starts"), value_at(data, "entry.closes")
    awarded = value_at(data, "award.at")
    if isinstance(starts, datetime) and isinstance(closes, datetime) and starts >= closes:
        yield TermsProblem(clause, "entry.closes", message("terms-check.closes-before-start"))
    by_draw = value_at(data, "award.method") == BY_DRAW
    if by_draw and isinstance(awarded, datetime) and isinstance(closes, datetime) and awarded < closes:
        yield TermsProblem(clause, "award.at", message("terms-check.draw-before-close"))


def _parse_prize(one: TermsData) -> PrizeTerms:
    return PrizeTerms(
        str(one["name"]),
        str(one["kind"]),
        _cents(one["value"]),
        _count(one["count"]),
        _cents(one.get("cash_alternative")),
        str(one.get("bet", "")),
    )


def _wall_time(moment: object) -> int:
    return (moment - EPOCH) // MICROSECOND if isinstance(moment, datetime) else 0


def _cents(amount: object) -> int:
    return (parse_cents(amount) or 0) if isinstance(amount, str) else 0


def _count(number: object) -> int:
    return number if isinstance(number, int) and not isinstance(number, bool) else 0
