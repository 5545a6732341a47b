"""The limits sign: which limits it may show, and its text for everyone at the table."""

from collections.abc import Iterator, Sequence

from sicbo.errors import Refusal
from sicbo.i18n import message, money
from sicbo.table.messages.parts import AreaLimits
from sicbo.table.state import PostedNotice, TableState


def sign_lines(table: TableState, elapsed: int) -> tuple[str, ...]:
    """Return the text of the sign at a moment: limits, those of single areas, the unit, a coming change."""
    return tuple(_generate_sign_lines(table, elapsed)) if table.sign is not None else ()


def _generate_sign_lines(table: TableState, elapsed: int) -> Iterator[str]:
    sign = table.sign_in_force
    yield f"Each wager: {_range_text(sign.minimum, sign.maximum)}"
    for area in sign.areas:
        yield f"{area.area}: {_range_text(area.minimum, area.maximum)}"
    if sign.unit > 1:
        yield f"In steps of {money(sign.unit)} above the minimum"
    coming = table.notices.get("limits")
    if coming is not None:
        yield _coming_change(coming, elapsed)


def _coming_change(posted: PostedNotice, elapsed: int) -> str:
    left = max(0, -(-(posted.due - elapsed) // 1000))
    return f"After {left} more seconds: {_range_text(posted.minimum or 1, posted.maximum)}"


def _range_text(minimum: int, maximum: int | None) -> str:
    most = "no maximum" if maximum is None else f"maximum {money(maximum)}"
    return f"minimum {money(minimum)}, {most}"


def refuse_if_limits_invalid(
    table: TableState,
    minimum: int,
    maximum: int | None,
    areas: Sequence[AreaLimits] = (),
    approved: int | None = None,
) -> Refusal | None:
    """Return why a sign or marker may not show these limits; `approved` is the regulator's own minimum."""
    terms = table.rules.limits
    whole = AreaLimits("every area", minimum, maximum)
    for area in (whole, *areas):
        if area.minimum < 1 or (area.maximum is not None and area.maximum < area.minimum):
            return Refusal(terms.per.clause, message("sign.set-minimum-least-cent-maximum"))
        if approved is not None and area.minimum < approved:
            says = message("sign.approved-minimum", approved=approved)
            return Refusal(terms.below_minimum.clause, says)
    return _refuse_if_areas_invalid(table, [area.area for area in areas])


def _refuse_if_areas_invalid(table: TableState, names: Sequence[str]) -> Refusal | None:
    """Return why an area's limits are invalid: no bet or kind of bets has that name, or it is named twice."""
    clause = table.rules.limits.per.clause
    families = list(dict.fromkeys(bet.family for bet in table.layout))
    unknown = [name for name in names if name not in families and name not in table.layout]
    if unknown:
        kinds = ", ".join(families)
        return Refusal(clause, message("sign.no-bet-called", unknown=unknown[0], kinds=kinds))
    if len(set(names)) != len(names):
        return Refusal(clause, message("sign.area-stands-twice-sign"))
    return None
