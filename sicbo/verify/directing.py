"""Who acts in a tournament: a rank of the floor, or the director or a deputy who is present."""

from sicbo.verify.contests import Event, Tournament
from sicbo.verify.rules import RANKS

MANAGED = {
    "tournament-published", "regulator-advised", "seat-draws-committed", "director-appointed",
    "tables-designated", "entry-refunded", "tournament-cancelled",
}  # fmt: skip
DESK = {
    "tournament-entered", "entry-refused", "terms-signed", "more-bought", "entry-withdrawn",
    "entrant-returned",
}  # fmt: skip
DIRECTED = {
    "charge-left", "start-moved", "entrants-briefed", "entrant-substituted", "round-begun",
    "round-concluded", "repechage-held", "play-off-held", "penalty-imposed", "entrant-absent", "phone-used",
    "seal-lapsed", "tournament-dispute-decided", "pool-fixed", "prizes-awarded", "chips-put-away",
    "tournament-finished",
}  # fmt: skip
ENDED = ("time", "settled", "agreed")
"""Grounds on which somebody ends a heat; on any other it ends with a spin."""


def may(to: Tournament, event: Event) -> None:
    """Whether whoever gave the command has the rank for what came of it, or directs and is there."""
    kind, by, rank = event["type"], event["stamp"]["by"], event["stamp"]["rank"] or 0
    to.must(rank >= _least(kind), "power", "somebody of too low a rank acts")
    directed = kind in DIRECTED
    directed = directed or (kind == "entrant-out" and event["how"] == "disqualified")
    directed = directed or (kind == "heat-ended" and event["ground"] in ENDED)
    to.must(not directed or by in to.present, "power", "neither director nor deputy is there to act")


def _least(kind: str) -> int:
    """The rank that something asks for."""
    return RANKS["manager"] if kind in MANAGED else RANKS["dealer"] if kind in DESK else 0
