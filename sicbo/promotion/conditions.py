"""The terms of a promotion as data: times, conditions of entry and prizes, and a check of them."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import NamedTuple

from sicbo.errors import BadInput, Refusal, shown
from sicbo.game.layout import Layout
from sicbo.game.rulebook.prize_rules import Promotions
from sicbo.game.rulebook.rules import Rules
from sicbo.terms.lint import Missing, lint, not_complete, strays
from sicbo.terms.loader import Data, Terms, cents, load
from sicbo.terms.paths import look

CASH, TOKENS, LIQUOR = "cash", "tokens", "liquor"
KINDS = (CASH, TOKENS, "appliance", "vehicle", "travel", "real-estate", LIQUOR, "goods")
BY_DRAW, BY_DICE = "draw", "dice"
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MICROSECOND = timedelta(microseconds=1)


class Prize(NamedTuple):
    """A kind of prize: `number` prizes of one kind, each worth `value` cents."""

    name: str
    kind: str
    value: int
    number: int
    alternative: int
    bet: str


class Offer(NamedTuple):
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
    prizes: tuple[Prize, ...]

    def prize(self, name: str) -> Prize:
        """Return a prize by its name."""
        return next(prize for prize in self.prizes if prize.name == name)

    @property
    def largest(self) -> int:
        """The value of the largest single prize."""
        return max(prize.value for prize in self.prizes)


@cache
def offer(text: str) -> Offer:
    """Parse published terms."""
    terms = load(text)
    data = terms.data
    return Offer(
        terms.sha256,
        str(look(data, "award.method")),
        _wall(look(data, "details.starts")),
        _wall(look(data, "entry.closes")),
        _wall(look(data, "award.at")),
        _cents(look(data, "entry.minimum_wager")),
        _count(look(data, "entry.rounds")),
        _count(look(data, "entry.most_tickets")),
        look(data, "claim.present") is True,
        tuple(_prize(one) for one in data["prizes"]),
    )


def not_publishable(text: str, rules: Rules, layout: Layout) -> Refusal | None:
    """Refuse terms that cannot be read, that are incomplete, or that offer a prize that is not allowed."""
    assert rules.promotions is not None
    clause = rules.promotions.offered.clause
    try:
        terms = load(text)
    except BadInput as error:
        return Refusal(clause, str(error))
    if terms.kind != "promotion":
        return Refusal(clause, f"These are the terms of a {terms.kind}: publish those of a promotion.")
    if terms.rulebook != rules.key:
        return Refusal(clause, f"This promotion is held under {rules.key}: write terms for that.")
    return not_complete(wrong(terms, rules, layout))


def wrong(terms: Terms, rules: Rules, layout: Layout) -> tuple[Missing, ...]:
    """Return everything that is wrong with terms, with its clause, in the order of the text."""
    if rules.promotions is None:
        raise BadInput(f"{rules.name} has no clause on promotions: choose another rulebook.")
    items = rules.terms.promotion
    found = [
        *lint(terms.data, items),
        *_prizes(terms.data, rules.promotions, layout),
        *_times(terms.data, items[0].clause),
    ]
    unknown = (
        Missing(rules.promotions.offered.clause, path, "no clause asks for it; leave it out.")
        for path in strays(terms.data, items)
    )
    order = {item.clause: place for place, item in enumerate(items)}
    return (*sorted(found, key=lambda one: order.get(one.clause, -1)), *unknown)


def _prizes(data: Data, rules: Promotions, layout: Layout) -> Iterator[Missing]:
    """Find prizes that are not allowed or contradict each other."""
    several = data.get("prizes")
    prizes = [one for one in several if isinstance(one, dict)] if isinstance(several, list) else []
    names = [one.get("name") for one in prizes]
    details = rules.prizes.clause
    for number, one in enumerate(prizes, 1):
        place, kind = f"prizes[{number}]", str(one.get("kind", ""))
        if kind in rules.barred.choice:
            yield Missing(
                rules.barred.choice[kind], f"{place}.kind", f"{kind} may not be a prize; offer another."
            )
        elif kind and kind not in KINDS:
            yield Missing(
                details, f"{place}.kind", f"{shown(kind)} is no kind of prize; choose {' or '.join(KINDS)}."
            )
        most = rules.liquor
        if kind == LIQUOR and _count(one.get("millilitres")) > most.choice:
            says = f"a prize holds at most {most.choice // 1_000} litres of liquor; offer less."
            yield Missing(most.clause, f"{place}.millilitres", says)
        if kind in (CASH, TOKENS) and _cents(one.get("cash_alternative")):
            says = 'only other prizes have a cash alternative; write "0.00".'
            yield Missing(rules.cash_alternative.clause, f"{place}.cash_alternative", says)
        if one.get("name") and names.count(one.get("name")) > 1:
            yield Missing(details, f"{place}.name", "two prizes have this name; name each.")
        bet = one.get("bet")
        if look(data, "award.method") == BY_DICE and isinstance(bet, str) and bet not in (*layout.prices, ""):
            yield Missing(
                details, f"{place}.bet", f"the layout has no bet {shown(bet)}; name one that it has."
            )


def _times(data: Data, clause: str) -> Iterator[Missing]:
    """Check that entries close after the start and not after the prizes are awarded."""
    starts, closes = look(data, "details.starts"), look(data, "entry.closes")
    awarded = look(data, "award.at")
    if isinstance(starts, datetime) and isinstance(closes, datetime) and starts >= closes:
        yield Missing(
            clause, "entry.closes", "entries close before the promotion starts; mend one of the two."
        )
    by_draw = look(data, "award.method") == BY_DRAW
    if by_draw and isinstance(awarded, datetime) and isinstance(closes, datetime) and awarded < closes:
        yield Missing(clause, "award.at", "the draw comes before entries close; mend one of the two.")


def _prize(one: Data) -> Prize:
    return Prize(
        str(one["name"]),
        str(one["kind"]),
        _cents(one["value"]),
        _count(one["count"]),
        _cents(one.get("cash_alternative")),
        str(one.get("bet", "")),
    )


def _wall(moment: object) -> int:
    return (moment - EPOCH) // MICROSECOND if isinstance(moment, datetime) else 0


def _cents(amount: object) -> int:
    return (cents(amount) or 0) if isinstance(amount, str) else 0


def _count(number: object) -> int:
    return number if isinstance(number, int) and not isinstance(number, bool) else 0


def when(wall: int) -> str:
    """Return a time as refusals state it."""
    return (EPOCH + wall * MICROSECOND).strftime("%d/%m/%Y %H:%M UTC")
