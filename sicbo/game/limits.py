"""Minimum, maximum and unit of a wager, and how each rulebook treats a wager outside them."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import assert_never

from sicbo.errors import BadInput, Refusal
from sicbo.game.bets import Bet
from sicbo.game.frozen import FrozenDict
from sicbo.game.layout import Layout
from sicbo.game.money import Cents, money
from sicbo.game.policies import (
    AboveMaximum,
    AboveMaximumSeen,
    BelowMinimum,
    BelowMinimumSeen,
    Notice,
    NoticeKind,
)
from sicbo.game.rulebook.rules import Rules
from sicbo.words import Message, message, to_one


@dataclass(frozen=True, slots=True)
class Bounds:
    """The smallest and the largest stake of one player on one area. A maximum of None means no maximum."""

    minimum: int = 1
    maximum: int | None = None

    def __post_init__(self) -> None:
        if self.minimum < 1 or (self.maximum is not None and self.maximum < self.minimum):
            top = "" if self.maximum is None else f" to {self.maximum}"
            raise BadInput(f"Limits start at 1 or more and rise, so they cannot be {self.minimum}{top}.")


@dataclass(frozen=True, slots=True)
class Limits:
    """The table's sign: bounds for every area, special bounds for some, the unit, and the smallest chip paid.

    `approved_minimum` is the regulator's own figure, which Crown Sydney 4.2.2 uses beside that of the sign.
    """

    bounds: Bounds = Bounds()
    areas: Mapping[str, Bounds] = FrozenDict()
    unit: int = 1
    chip: int = 1
    approved_minimum: int | None = None

    def __post_init__(self) -> None:
        if self.unit < 1 or self.chip < 1:
            raise BadInput(f"Unit and smallest chip are at least 1 cent, not {self.unit} and {self.chip}.")
        object.__setattr__(self, "areas", FrozenDict(self.areas))

    def of(self, bet: Bet) -> Bounds:
        """Return the bounds of one bet: its own, its family's, or the table's."""
        return self.areas.get(bet.key) or self.areas.get(bet.family) or self.bounds


@dataclass(frozen=True, slots=True)
class Risk:
    """How much of a stake is in play. If it is not the whole stake: by which clause, and why."""

    amount: Cents
    clause: str | None = None
    says: str | None = None
    warns: bool = False
    note: Message | None = None


NO_LIMITS = Limits()


def not_taken(bet: Bet, stake: int, layout: Layout, rules: Rules, limits: Limits) -> Refusal | None:
    """Refuse a stake offered while betting is open, or return None if it may be placed as it is."""
    bounds, terms = limits.of(bet), rules.limits
    if stake < bounds.minimum:
        return _too_little(bounds.minimum, terms.below_minimum_seen.clause, terms.below_minimum_seen.choice)
    if bounds.maximum is not None and stake > bounds.maximum:
        return _too_much(
            stake, bounds.maximum, terms.above_maximum_seen.clause, terms.above_maximum_seen.choice
        )
    if (stake - bounds.minimum) % limits.unit:
        least, unit = money(bounds.minimum), money(limits.unit)
        says = f"Stakes here are {least} and steps of {unit} above it: change the one on {bet.key}."
        return Refusal(terms.unit.clause, says)
    if terms.odd_amount.choice.refuses_stake:
        for price in layout.prices[bet.key]:
            if stake * price.odds % limits.chip:
                odds, pays = to_one(price.odds), money(stake)
                says = (
                    f"{odds} to 1 does not pay {pays} exactly: change the stake of {bet.key} so that it does."
                )
                return Refusal(price.clause, says)
    return None


def _too_little(minimum: int, clause: str, policy: BelowMinimumSeen) -> Refusal | None:
    match policy:
        case BelowMinimumSeen.TOP_UP_OR_RETRACT:
            return Refusal(
                clause, f"The minimum is {money(minimum)}: top the wager up to it, or take it back."
            )
        case BelowMinimumSeen.NEVER_TAKEN:
            return Refusal(clause, f"The minimum is {money(minimum)}: stake at least that.")
        case BelowMinimumSeen.RIDES | BelowMinimumSeen.MAY_BE_REFUSED:
            return None
        case _:
            assert_never(policy)


def _too_much(stake: int, maximum: int, clause: str, policy: AboveMaximumSeen) -> Refusal | None:
    match policy:
        case AboveMaximumSeen.REDUCED:
            excess = money(stake - maximum)
            return Refusal(
                clause, f"The maximum is {money(maximum)}: reduce the wager to it, or take back {excess}."
            )
        case AboveMaximumSeen.NEVER_TAKEN:
            return Refusal(clause, f"The maximum is {money(maximum)}: stake at most that.")
        case AboveMaximumSeen.RIDES:
            return None
        case _:
            assert_never(policy)


def at_risk(bet: Bet, stake: int, rules: Rules, limits: Limits, *, warned: bool = False) -> Risk:
    """Return how much of a stake found on the layout after the close is in play.

    `warned` says whether the player was warned before that wagers under the minimum will be returned.
    """
    bounds = limits.of(bet)
    if stake < bounds.minimum:
        return _under(stake, bounds.minimum, rules, limits, warned)
    if bounds.maximum is not None and stake > bounds.maximum:
        return _over(stake, bounds.maximum, rules)
    return Risk(Cents(stake))


def risks(stakes: Sequence[tuple[Bet, int]], rules: Rules, limits: Limits, *, warned: bool) -> Iterator[Risk]:
    """Yield how much of each stake of one player is in play, per area if the rulebook counts areas."""
    alone = len({bet.key for bet, _ in stakes}) == len(stakes)
    if alone or rules.limits.per.choice.is_by_wager:
        yield from (at_risk(bet, stake, rules, limits, warned=warned) for bet, stake in stakes)
        return
    totals: Counter[str] = Counter()
    for bet, stake in stakes:
        totals[bet.key] += stake
    room: dict[str, Risk] = {}
    for bet, stake in stakes:
        risk = room.get(bet.key) or at_risk(bet, totals[bet.key], rules, limits, warned=warned)
        mine = min(stake, risk.amount)
        room[bet.key] = replace(risk, amount=Cents(risk.amount - mine))
        yield replace(risk, amount=Cents(mine))


def _under(stake: int, minimum: int, rules: Rules, limits: Limits, warned: bool) -> Risk:
    ruling = rules.limits.below_minimum
    match ruling.choice:
        case BelowMinimum.STANDS:
            return _noted(stake, ruling.clause, "limit.stands", minimum)
        case BelowMinimum.STANDS_ONCE if warned:
            return _noted(0, ruling.clause, "limit.warned", minimum)
        case BelowMinimum.STANDS_ONCE:
            return _noted(stake, ruling.clause, "limit.stands-once", minimum, warns=True)
        case BelowMinimum.VOID_UNDER_APPROVED:
            return _under_two_minimums(stake, minimum, rules, limits)
        case BelowMinimum.NEVER_TAKEN:
            return _noted(0, ruling.clause, "limit.minimum", minimum)
        case _:
            assert_never(ruling.choice)


def _under_two_minimums(stake: int, minimum: int, rules: Rules, limits: Limits) -> Risk:
    ruling = rules.limits.below_minimum
    if limits.approved_minimum is None:
        raise BadInput(f"Set the approved minimum: {ruling.clause} needs it beside the sign's.")
    if stake < limits.approved_minimum:
        return _noted(0, ruling.clause, "limit.approved", limits.approved_minimum)
    sign = rules.limits.below_sign
    if sign.choice.is_returned:
        return _noted(0, sign.clause, "limit.sign-returned", minimum)
    return _noted(stake, sign.clause, "limit.sign-stands", minimum)


def _over(stake: int, maximum: int, rules: Rules) -> Risk:
    ruling = rules.limits.above_maximum
    match ruling.choice:
        case AboveMaximum.CUT:
            return _noted(maximum, ruling.clause, "limit.cut", maximum)
        case AboveMaximum.STANDS:
            return _noted(stake, ruling.clause, "limit.whole", maximum)
        case AboveMaximum.NEVER_TAKEN:
            return _noted(0, ruling.clause, "limit.maximum", maximum)
        case _:
            assert_never(ruling.choice)


def _noted(amount: int, clause: str, key: str, limit: int, *, warns: bool = False) -> Risk:
    note = message(key, limit=money(limit))
    words = note.say()
    return Risk(Cents(amount), clause, f"{words[0].upper()}{words[1:]}.", warns, note)


def notice_to_change(old: Bounds, new: Bounds, rules: Rules, *, players_present: bool) -> tuple[str, Notice]:
    """Return the clause and the notice for a change of bounds. A higher minimum may need a longer notice."""
    terms = rules.limits
    if new.minimum <= old.minimum:
        return terms.change.clause, terms.change.choice
    if terms.raise_minimum.choice.is_waived_when_empty and not players_present:
        return terms.raise_minimum.clause, Notice(NoticeKind.NONE)
    return terms.raise_notice.clause, terms.raise_notice.choice
