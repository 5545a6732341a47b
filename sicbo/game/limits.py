"""Minimum, maximum and unit of a wager, and how each rulebook treats a wager outside them."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import assert_never

from sicbo.errors import BadInput, Refusal
from sicbo.game.bets import Bet
from sicbo.game.frozen import FrozenDict
from sicbo.game.layout import Layout
from sicbo.game.money import Cents
from sicbo.game.policies import (
    AboveMaximum,
    AboveMaximumSeen,
    BelowMinimum,
    BelowMinimumSeen,
    Notice,
    NoticeKind,
)
from sicbo.game.rulebook.rules import Rules
from sicbo.i18n import Message, message


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

    def bounds_of(self, bet: Bet) -> Bounds:
        """Return the bounds of one bet: its own, its family's, or the table's."""
        return self.areas.get(bet.key) or self.areas.get(bet.family) or self.bounds


@dataclass(frozen=True, slots=True)
class Risk:
    """How much of a stake is in play. If it is not the whole stake: by which clause, and why."""

    amount: Cents
    clause: str | None = None
    warns: bool = False
    note: Message | None = None


NO_LIMITS = Limits()


def refuse_if_outside_limits(
    bet: Bet, stake: int, layout: Layout, rules: Rules, limits: Limits
) -> Refusal | None:
    """Refuse a stake offered while betting is open, or return None if it may be placed as it is."""
    bounds, terms = limits.bounds_of(bet), rules.limits
    if stake < bounds.minimum:
        return _refuse_if_below_minimum(
            bounds.minimum, terms.below_minimum_seen.clause, terms.below_minimum_seen.choice
        )
    if bounds.maximum is not None and stake > bounds.maximum:
        return _refuse_if_above_maximum(
            stake, bounds.maximum, terms.above_maximum_seen.clause, terms.above_maximum_seen.choice
        )
    if (stake - bounds.minimum) % limits.unit:
        says = message("limits.not-whole-units", minimum=bounds.minimum, unit=limits.unit, bet=bet.key)
        return Refusal(terms.unit.clause, says)
    if terms.odd_amount.choice.refuses_stake:
        for price in layout.prices[bet.key]:
            above, below = price.ratio
            if stake * above % (below * limits.chip):
                says = message("limits.winnings-not-exact", odds=str(price.odds), stake=stake, bet=bet.key)
                return Refusal(price.clause, says)
    return None


def _refuse_if_below_minimum(minimum: int, clause: str, policy: BelowMinimumSeen) -> Refusal | None:
    match policy:
        case BelowMinimumSeen.TOP_UP_OR_RETRACT:
            return Refusal(clause, message("limits.below-minimum-seen", minimum=minimum))
        case BelowMinimumSeen.NEVER_TAKEN:
            return Refusal(clause, message("limits.below-minimum", minimum=minimum))
        case BelowMinimumSeen.RIDES | BelowMinimumSeen.MAY_BE_REFUSED:
            return None
        case _:
            assert_never(policy)


def _refuse_if_above_maximum(
    stake: int, maximum: int, clause: str, policy: AboveMaximumSeen
) -> Refusal | None:
    match policy:
        case AboveMaximumSeen.REDUCED:
            excess = stake - maximum
            return Refusal(clause, message("limits.above-maximum-seen", maximum=maximum, excess=excess))
        case AboveMaximumSeen.NEVER_TAKEN:
            return Refusal(clause, message("limits.above-maximum", maximum=maximum))
        case AboveMaximumSeen.RIDES:
            return None
        case _:
            assert_never(policy)


def risk_of_stake(bet: Bet, stake: int, rules: Rules, limits: Limits, *, warned: bool = False) -> Risk:
    """Return how much of a stake found on the layout after the close is in play.

    `warned` says whether the player was warned before that wagers under the minimum will be returned.
    """
    bounds = limits.bounds_of(bet)
    if stake < bounds.minimum:
        return _risk_below_minimum(stake, bounds.minimum, rules, limits, warned)
    if bounds.maximum is not None and stake > bounds.maximum:
        return _risk_above_maximum(stake, bounds.maximum, rules)
    return Risk(Cents(stake))


def risks_of_stakes(
    bets: Sequence[str], stakes: Sequence[int], layout: Layout, rules: Rules, limits: Limits, *, warned: bool
) -> Sequence[Risk | None]:
    """Return how much of each stake of one player is in play, per area if the rulebook counts areas.

    None means all of a stake that is plainly within the limits.
    """
    least, most, alone = limits.bounds.minimum, limits.bounds.maximum, len(set(bets)) == len(bets)
    within = stakes and least <= min(stakes) and (most is None or max(stakes) <= most)
    if within and alone and not limits.areas:
        return [None] * len(stakes)
    placed = [(layout.bet(key), stake) for key, stake in zip(bets, stakes, strict=True)]
    if alone or rules.limits.per.choice.is_by_wager:
        return [risk_of_stake(bet, stake, rules, limits, warned=warned) for bet, stake in placed]
    totals: Counter[str] = Counter()
    for bet, stake in placed:
        totals[bet.key] += stake
    areas = {bet.key: risk_of_stake(bet, totals[bet.key], rules, limits, warned=warned) for bet, _ in placed}
    return [_share_of_area(areas, bet.key, stake) for bet, stake in placed]


def _share_of_area(areas: dict[str, Risk], key: str, stake: int) -> Risk:
    """Return how much of a stake is in play, and leave the rest of its area to the stakes that follow."""
    area = areas[key]
    share = Cents(min(stake, area.amount))
    areas[key] = replace(area, amount=Cents(area.amount - share))
    return replace(area, amount=share)


def _risk_below_minimum(stake: int, minimum: int, rules: Rules, limits: Limits, warned: bool) -> Risk:
    ruling = rules.limits.below_minimum
    match ruling.choice:
        case BelowMinimum.STANDS:
            return _risk_with_note(stake, ruling.clause, "limit.stands", minimum)
        case BelowMinimum.STANDS_ONCE if warned:
            return _risk_with_note(0, ruling.clause, "limit.warned", minimum)
        case BelowMinimum.STANDS_ONCE:
            return _risk_with_note(stake, ruling.clause, "limit.stands-once", minimum, warns=True)
        case BelowMinimum.VOID_UNDER_APPROVED:
            return _risk_below_two_minimums(stake, minimum, rules, limits)
        case BelowMinimum.NEVER_TAKEN:
            return _risk_with_note(0, ruling.clause, "limit.minimum", minimum)
        case _:
            assert_never(ruling.choice)


def _risk_below_two_minimums(stake: int, minimum: int, rules: Rules, limits: Limits) -> Risk:
    ruling = rules.limits.below_minimum
    if limits.approved_minimum is None:
        raise BadInput(f"Set the approved minimum: {ruling.clause} needs it beside the sign's.")
    if stake < limits.approved_minimum:
        return _risk_with_note(0, ruling.clause, "limit.approved", limits.approved_minimum)
    sign = rules.limits.below_sign
    if sign.choice.is_returned:
        return _risk_with_note(0, sign.clause, "limit.sign-returned", minimum)
    return _risk_with_note(stake, sign.clause, "limit.sign-stands", minimum)


def _risk_above_maximum(stake: int, maximum: int, rules: Rules) -> Risk:
    ruling = rules.limits.above_maximum
    match ruling.choice:
        case AboveMaximum.CUT:
            return _risk_with_note(maximum, ruling.clause, "limit.cut", maximum)
        case AboveMaximum.STANDS:
            return _risk_with_note(stake, ruling.clause, "limit.whole", maximum)
        case AboveMaximum.NEVER_TAKEN:
            return _risk_with_note(0, ruling.clause, "limit.maximum", maximum)
        case _:
            assert_never(ruling.choice)


def _risk_with_note(amount: int, clause: str, key: str, limit: int, *, warns: bool = False) -> Risk:
    return Risk(Cents(amount), clause, warns, message(key, limit=limit))


def required_notice(old: Bounds, new: Bounds, rules: Rules, *, players_present: bool) -> tuple[str, Notice]:
    """Return the clause and the notice for a change of bounds. A higher minimum may need a longer notice."""
    terms = rules.limits
    if new.minimum <= old.minimum:
        return terms.change.clause, terms.change.choice
    if terms.raise_minimum.choice.is_waived_when_empty and not players_present:
        return terms.raise_minimum.clause, Notice(NoticeKind.NONE)
    return terms.raise_notice.clause, terms.raise_notice.choice
