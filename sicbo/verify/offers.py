"""Every command and event of a promotion by name, its fields, what leads to what, and by which clause."""

from typing import Any

from sicbo.verify.canonical import Wrong
from sicbo.verify.schema import shapes, stamp_of

RANKS = {"dealer": 1, "supervisor": 2, "manager": 3, "senior-manager": 4}
COMMANDS = """
publish-promotion terms:s commitment:s
amend-promotion terms:s reference:s
request-promotion-terms reference:s
send-promotion-terms reference:s request:s
start-promotion
enter-promotion player:s
count-play player:s table:s round:i wager:i
bar-entrant player:s reason:s
close-promotion
nominate-scrutineer name:s
draw-prizes seed:s second:s word:s
confirm-draw
redraw-prize award:i reason:s
award-by-dice player:s prize:s table:s round:i dice:D wager:i
notify-winner award:i method:s note:s
claim-prize award:i present:b alternative:b parts:H voucher:s
refuse-claim award:i reason:s informed:b name:s place:s
postpone-promotion reason:s reference:s
resume-promotion reason:s
cancel-promotion reason:s reference:s
tell-inspector reference:s
publish-winners place:s
raise-complaint player:s about:s
decide-complaint complaint:s decision:s satisfied:b told_of_inspector:b
finish-promotion
"""
EVENTS = """
promotion-published terms:s sha256:s commitment:s
promotion-amended terms:s sha256:s before:s reference:s
promotion-terms-requested reference:s
promotion-terms-sent sha256:s reference:s request:s
promotion-started
entered player:s tickets:i
play-counted player:s table:s round:i wager:i rounds:i tickets:i
entrant-barred player:s reason:s
promotion-closed entrants_hash:s entrants:i tickets:i
scrutineer-nominated name:s
prizes-drawn seed:s label:s second:s won:W
draw-confirmed
prize-redrawn award:i won:w reason:s
prize-won-by-dice won:w table:s round:i dice:D
winner-notified award:i method:s note:s late:b
prize-claimed award:i won:w alternative:i parts:H voucher:s
claim-refused award:i won:w reason:s name:s place:s kept:b
promotion-postponed reason:s reference:s
promotion-resumed reason:s
promotion-cancelled reason:s reference:s
inspector-told reference:s
winners-published place:s
complaint-raised player:s about:s
complaint-decided complaint:s decision:s satisfied:b told_of_inspector:b
promotion-finished
"""
SHAPES = {"command": shapes(COMMANDS, ("id",)), "event": shapes(EVENTS, ("clause", "command"))}
EVENT_OF = dict(zip(SHAPES["command"], SHAPES["event"], strict=True))
"""A command leads to one event: the texts above have both in the same order."""
COMMON = {"stamp", "type", "clause", "command", "id"}
OTHERWISE = {"claim-prize": {"alternative", "parts"}}
SHARED = {
    command: tuple(
        sorted(
            (shape.names & SHAPES["event"][EVENT_OF[command]].names) - COMMON - OTHERWISE.get(command, set())
        )
    )
    for command, shape in SHAPES["command"].items()
}
CLAUSES = {
    "promotion-published": "terms",
    "promotion-amended": "amending",
    "promotion-terms-requested": "authority_hours",
    "promotion-terms-sent": "authority_hours",
    "promotion-started": "offered",
    "entered": "entry.criteria",
    "play-counted": "entry.criteria",
    "entrant-barred": "tell_refused",
    "promotion-closed": "entry.closes",
    "scrutineer-nominated": "scrutineer",
    "prizes-drawn": "award.method",
    "draw-confirmed": "scrutineer",
    "prize-redrawn": "award.method",
    "prize-won-by-dice": "award.method",
    "prize-claimed": "claim.method",
    "claim-refused": "keep_refusals_above",
    "promotion-postponed": "integrity",
    "promotion-resumed": "integrity",
    "promotion-cancelled": "integrity",
    "inspector-told": "integrity",
    "winners-published": "winners.published",
    "complaint-raised": "disputes",
    "complaint-decided": "disputes",
    "promotion-finished": "offered",
}
"""The ruling, or the item of the terms, whose clause an event names."""


def shaped(message: Any, what: str) -> None:
    """Whether a message is one of a promotion, with just its fields."""
    shape = SHAPES[what].get(message["type"])
    if shape is None:
        raise Wrong("schema", f"cannot vouch: no promotion knows {str(message['type'])[:40]}")
    shape.check(message)
    stamp_of(message["stamp"])
