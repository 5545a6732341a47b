"""Powers: which act a command is, and the least rank that the published rulebook gives it to."""

from typing import Any

from sicbo.verify.notices import ACTS
from sicbo.verify.state import Table

DEAL = (
    "buy-in", "cash-out", "perform", "report-fault", "notify-person", "stop-idle-spins", "spin-for-practice",
    "record-offence", "call-final-streaks", "issue-colours", "redeem-colours", "redeem-foreign-colours",
    "exchange-voucher", "fill-float", "credit-float", "count-float", "sign-on", "sign-off",
)  # fmt: skip
ACT_OF = {
    **dict.fromkeys(DEAL, "deal"),
    "open-table": "open-table",
    "designate-table": "designate-table",
    "release-table": "designate-table",
    "begin-gaming-day": "open-table",
    "close-table": "close-table",
    "declare-void": "declare-void",
    "correct-result": "correct-result",
    "change-limits": "change-limits",
    "agree-limits": "agree-personal-limits",
    "rectify-fault": "resume-after-fault",
    "direct-idle-spins": "idle-spin",
    "require-to-vacate": "vacate-seat",
    "void-players-wagers": "void-offenders-wagers",
    "exclude-from-game": "exclude-from-game",
    "exclude-from-casino": "exclude-from-casino",
    "lift-exclusion": "exclude-from-game",
    "refer": "refer",
    "detain": "detain",
    "end-detention": "detain",
    "withhold-winnings": "withhold-winnings",
    "determine-suspense": "withhold-winnings",
    "refuse-wager": "refuse-wager",
    "close-streaks": "close-super-streak",
    "require-colours": "require-colour-chips",
    "surrender-colours": "verify-foreign-chips",
}
ANYBODY = frozenset(
    (
        "register-slip", "place-streak", "take-seat", "leave-seat", "raise-dispute", "request-review",
        "buy-credits", "dispense-ticket", "decide-dispute", "review-dispute",
    )
)  # fmt: skip


def may(table: Table, command: dict[str, Any]) -> None:
    """Whether whoever gave a command that was followed had the rank for it."""
    name = command["type"]
    if name in ANYBODY:
        return
    act = ACT_OF.get(name) or ACTS.get(command.get("subject", ""), "")
    power = table.law.powers.get(act)
    if power is None:
        table.wrong("power", f"nobody may {name} under this rulebook")
    elif (command["stamp"]["rank"] or 0) < power.rank:
        by = command["stamp"]["by"]
        table.wrong(
            "power", f"{by} may not {name}: clause {power.clause} asks for rank {power.rank} or above"
        )
