"""Limits agreed with one player, and the marker or sign that shows them."""

from typing import assert_never

from sicbo.errors import Refusal
from sicbo.game.policies import PersonalLimits
from sicbo.game.ranks import Act
from sicbo.i18n import Message, message
from sicbo.machine.ledger import no_transfers
from sicbo.machine.log_kind import Audience, Effect, Rule
from sicbo.machine.messages import Event, event_from_command
from sicbo.machine.structs import replace
from sicbo.table.limits.sign import refuse_if_limits_invalid
from sicbo.table.messages.round import AgreeLimits, LimitsAgreed
from sicbo.table.state import AgreedLimits, LimitsSign, TableState


def agree_limits(table: TableState, command: AgreeLimits) -> tuple[Event, ...] | Refusal:
    """Give a player other limits from the next round on, as far as the rulebook lets them differ."""
    ruling = table.rules.limits.personal
    if table.sign is None:
        return Refusal(ruling.clause, message("table.closed"))
    if command.minimum is None and command.maximum is None:
        if command.player not in table.agreed:
            return Refusal(ruling.clause, message("personal-limits.none-agreed", player=command.player))
        return (_limits_agreed(command, ruling.clause, None, None),)
    if wrong := _policy_violation(ruling.choice, command, table.sign):
        return Refusal(ruling.clause, wrong)
    only_maximum = ruling.choice.has_maximum_only
    minimum = table.sign.minimum if command.minimum is None else command.minimum
    maximum = table.sign.maximum if command.maximum is None else command.maximum
    return refuse_if_limits_invalid(table, minimum, maximum, approved=table.sign.approved_minimum) or (
        _limits_agreed(command, ruling.clause, None if only_maximum else minimum, maximum),
    )


def _policy_violation(policy: PersonalLimits, command: AgreeLimits, sign: LimitsSign) -> Message | None:
    """Return what the rulebook does not let differ, or what must show the difference first."""
    match policy:
        case PersonalLimits.MARKER_BOTH:
            return None if command.marked else message("personal-limits.mark-position")
        case PersonalLimits.MARKER_MAXIMUM:
            if command.minimum is not None:
                return message("personal-limits.maximum-only")
            return _maximum_violation(command, sign) or (
                None if command.marked else message("personal-limits.put-marker")
            )
        case PersonalLimits.SIGN_BOTH:
            if command.minimum is None:
                return message("personal-limits.minimum-missing")
            return _maximum_violation(command, sign) or (
                None if command.marked else message("personal-limits.put-sign")
            )
        case PersonalLimits.NONE:
            return message("personal-limits.not-provided")
        case _:
            assert_never(policy)


def _maximum_violation(command: AgreeLimits, sign: LimitsSign) -> Message | None:
    if sign.maximum is None or command.maximum is None or command.maximum <= sign.maximum:
        return message("personal-limits.not-above-sign")
    return None


def _limits_agreed(
    command: AgreeLimits, clause: str, minimum: int | None, maximum: int | None
) -> LimitsAgreed:
    return event_from_command(LimitsAgreed, command, clause, minimum=minimum, maximum=maximum)


def apply_limits_agreed(table: TableState, event: LimitsAgreed) -> TableState:
    """Set a player's own limits, or remove them."""
    if event.minimum is None and event.maximum is None:
        return replace(table, agreed=table.agreed.delete(event.player))
    return replace(table, agreed=table.agreed.set(event.player, AgreedLimits(event.minimum, event.maximum)))


RULES = (Rule(AgreeLimits, decide=agree_limits, act=Act.AGREE_PERSONAL_LIMITS, signed=True),)
EFFECTS = (
    Effect(
        LimitsAgreed,
        apply=apply_limits_agreed,
        transfers=no_transfers,
        audience=Audience.PLAYER,
    ),
)
