"""The limits sign: which limits it may show, and how they read."""

from collections.abc import Iterable, Sequence

from sicbo.errors import Refusal
from sicbo.i18n import Message, message
from sicbo.table.messages.parts import AreaLimits
from sicbo.table.state import TableState


def limits_messages(
    minimum: int | None, maximum: int | None, areas: Iterable[AreaLimits]
) -> tuple[Message, ...]:
    """Return the limits of a sign in words: those of the table, then those of single areas."""
    return (
        _range_message(minimum, maximum),
        *(
            message("limits.of-area", limits=_range_message(one.minimum, one.maximum), area=one.area)
            for one in areas
        ),
    )


def _range_message(minimum: int | None, maximum: int | None) -> Message:
    return message("limits.range", minimum=minimum, maximum=maximum)


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
            return Refusal(terms.per.clause, message("limits-sign.limits-invalid"))
        if approved is not None and area.minimum < approved:
            says = message("limits-sign.below-approved-minimum", approved=approved)
            return Refusal(terms.below_minimum.clause, says)
    return _refuse_if_areas_invalid(table, [area.area for area in areas])


def _refuse_if_areas_invalid(table: TableState, names: Sequence[str]) -> Refusal | None:
    """Return why an area's limits are invalid: no bet or kind of bets has that name, or it is named twice."""
    clause = table.rules.limits.per.clause
    families = tuple(dict.fromkeys(bet.family for bet in table.layout))
    unknown = [name for name in names if name not in families and name not in table.layout]
    if unknown:
        return Refusal(clause, message("limits-sign.unknown-area", area=unknown[0], kinds=families))
    if len(set(names)) != len(names):
        return Refusal(clause, message("limits-sign.area-named-twice"))
    return None
