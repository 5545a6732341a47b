"""The kind of log that a promotion is: the rows of all its subjects."""

from sicbo.errors import Refusal
from sicbo.machine.log_kind import LogKind
from sicbo.machine.messages import Command
from sicbo.promotion import claims, closing, draw, entries, publication
from sicbo.promotion.authority import PromotionRule, check_command, refuse_if_rank_too_low
from sicbo.promotion.state import Promotion

PROMOTION = LogKind(
    kind="promotion",
    state=Promotion,
    new_state=Promotion,
    rows=(*publication.RULES, *entries.RULES, *draw.RULES, *claims.RULES, *closing.RULES),
    effects=(*publication.EFFECTS, *entries.EFFECTS, *draw.EFFECTS, *claims.EFFECTS, *closing.EFFECTS),
    check=check_command,
)
decide, evolve, evolve_all = PROMOTION.decide, PROMOTION.evolve, PROMOTION.evolve_all


def rank_refusal(promotion: Promotion, command: Command) -> Refusal | None:
    """Return why the rank of the command's giver is too low, or None if it is high enough."""
    rule = PROMOTION.rules[type(command)]
    assert isinstance(rule, PromotionRule)
    return refuse_if_rank_too_low(promotion, command, rule.least)
