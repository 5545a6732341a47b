"""Limits agreed with one player, and the marker or sign that shows them."""

from typing import assert_never

from msgspec.structs import replace

from sicbo.errors import Refusal
from sicbo.game.policies import PersonalLimits
from sicbo.table.limits.sign import cannot_stand
from sicbo.table.messages.commands import AgreeLimits
from sicbo.table.messages.events import AnyEvent, LimitsAgreed
from sicbo.table.open_items import happened
from sicbo.table.state import Agreed, Sign, Table


def agree(table: Table, command: AgreeLimits) -> tuple[AnyEvent, ...] | Refusal:
    """Give a player other limits from the next round on, as far as the rulebook lets them differ."""
    ruling = table.rules.limits.personal
    if table.sign is None:
        return Refusal(ruling.clause, "The table is closed: open it first.")
    if command.minimum is None and command.maximum is None:
        if command.player not in table.agreed:
            return Refusal(ruling.clause, f"{command.player} has no other limits: name the ones to agree.")
        return (_agreed(command, ruling.clause, None, None),)
    if wrong := _not_so(ruling.choice, command, table.sign):
        return Refusal(ruling.clause, wrong)
    only_maximum = ruling.choice.has_maximum_only
    minimum = table.sign.minimum if command.minimum is None else command.minimum
    maximum = table.sign.maximum if command.maximum is None else command.maximum
    return cannot_stand(table, minimum, maximum, approved=table.sign.approved_minimum) or (
        _agreed(command, ruling.clause, None if only_maximum else minimum, maximum),
    )


def _not_so(policy: PersonalLimits, command: AgreeLimits, sign: Sign) -> str | None:
    """Return what the rulebook does not let differ, or what must show the difference first."""
    match policy:
        case PersonalLimits.MARKER_BOTH:
            return None if command.marked else "Mark the player's position first."
        case PersonalLimits.MARKER_MAXIMUM:
            if command.minimum is not None:
                return "Only the maximum may differ: leave the minimum as it is on the sign."
            return _not_more(command, sign) or (
                None if command.marked else "Put the marker with the new limit beside the player first."
            )
        case PersonalLimits.SIGN_BOTH:
            if command.minimum is None:
                return "Name the player's minimum too: the sign shows both limits."
            return _not_more(command, sign) or (
                None if command.marked else "Put the sign with both of the player's limits up first."
            )
        case PersonalLimits.NONE:
            return "Players have no limits of their own here: keep to the sign."
        case _:
            assert_never(policy)


def _not_more(command: AgreeLimits, sign: Sign) -> str | None:
    if sign.maximum is None or command.maximum is None or command.maximum <= sign.maximum:
        return "Name a maximum above that of the sign: nothing else may be agreed."
    return None


def _agreed(command: AgreeLimits, clause: str, minimum: int | None, maximum: int | None) -> LimitsAgreed:
    return happened(LimitsAgreed, command, clause, minimum=minimum, maximum=maximum)


def was_agreed(table: Table, event: LimitsAgreed) -> Table:
    """Set a player's own limits, or remove them."""
    if event.minimum is None and event.maximum is None:
        return replace(table, agreed=table.agreed.delete(event.player))
    return replace(table, agreed=table.agreed.set(event.player, Agreed(event.minimum, event.maximum)))
