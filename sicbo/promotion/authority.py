"""Authority to give a promotion's commands, and what may still be done while it is postponed."""

from dataclasses import dataclass
from enum import Enum

from sicbo.errors import Refusal
from sicbo.game.ranks import Rank
from sicbo.i18n import message
from sicbo.machine.log_kind import Rule
from sicbo.machine.messages import Command
from sicbo.promotion.state import Promotion


class Least(Enum):
    """The lowest rank that may give a command."""

    ANYONE = "anyone: the deciding function checks who complains, decides or signs"
    DEALER = "any rank of the promotion desk"
    OFFERING = "the rank that the rulebook names for offering promotions"


@dataclass(frozen=True)
class PromotionRule(Rule):
    """The row of a promotion's command: its lowest rank, and whether it may be given while postponed."""

    least: Least
    while_postponed: bool = False


def check_command(promotion: Promotion, command: Command, rule: PromotionRule) -> Refusal | None:
    """Refuse a person of too low a rank, and most commands while the promotion is postponed."""
    if refusal := refuse_if_rank_too_low(promotion, command, rule.least):
        return refusal
    if promotion.held and not rule.while_postponed:
        says = message("promotion-authority.postponed")
        return Refusal(promotion.law.integrity.clause, says)
    return None


def refuse_if_rank_too_low(promotion: Promotion, command: Command, least: Least) -> Refusal | None:
    """Refuse a person below the rank that the rulebook names; entries are taken by any rank of the desk."""
    if least is Least.ANYONE:
        return None
    ruling = promotion.law.offered
    rank = Rank.DEALER if least is Least.DEALER else ruling.choice
    if command.stamp.rank is not None and command.stamp.rank >= rank:
        return None
    return Refusal(ruling.clause, message("authority.rank-required", title=promotion.rules.title(rank)))
