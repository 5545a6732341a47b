"""The state of a promotion: what its events have made of it so far."""

from typing import Any

from sicbo.verify.decisions import Event
from sicbo.verify.promotion.terms import Offer, Prize, offer_in

DRAFT, PUBLISHED, RUNNING, CLOSED, DRAWN, CANCELLED, FINISHED = (
    *("draft", "published", "running", "closed", "drawn"),
    *("cancelled", "finished"),
)
OPEN, CLAIMED, REFUSED = "open", "claimed", "refused"


class Promotion:
    """One promotion as its events have made it."""

    def __init__(self, name: str, book: Any, layout: str) -> None:
        self.name, self.book, self.law = name, book, book["promotions"]
        if not isinstance(self.law, dict):
            raise TypeError("The rulebook has no clause on promotions.")
        (self.layout,) = (one for one in book["layouts"] if one["key"] == layout)
        self.phase, self.held = DRAFT, ""
        self.offer: Offer | None = None
        self.commitment, self.scrutineer, self.seed, self.label = "", "", "", ""
        self.requests: set[str] = set()
        self.sent: dict[str, int] = {}
        self.barred: set[str] = set()
        self.played: dict[str, int] = {}
        self.tickets: dict[str, int] = {}
        self.came = 0
        self.confirmed = self.tell_inspector = self.published = False
        self.awards: list[dict[str, Any]] = []
        self.complaints: set[str] = set()

    def clause(self, name: str) -> str:
        """Return the clause of a ruling, or of an item of the terms."""
        if name in self.law:
            return str(self.law[name]["clause"])
        return str(next(item["clause"] for item in self.book["terms"]["promotion"] if item["path"] == name))

    def choice(self, name: str) -> Any:
        """Return what a ruling decides."""
        return self.law[name]["choice"]

    @property
    def terms(self) -> Offer:
        """What the terms in force offer."""
        assert self.offer is not None
        return self.offer

    @property
    def entrants(self) -> list[tuple[str, int]]:
        """The entrants with their tickets, in the order of their names."""
        return sorted(self.tickets.items())

    def prize(self, name: str) -> Prize:
        """Return a prize by its name."""
        return next(one for one in self.terms.prizes if one.name == name)

    def given(self, name: str) -> int:
        """Return how many of a prize are won and not refused."""
        return sum(one["won"][1] == name and one["claim"] != REFUSED for one in self.awards)


def apply_event(promotion: Promotion, event: Event) -> None:
    """Take in what happened."""
    kind, wall = event["type"], event["stamp"]["wall"]
    match kind:
        case "promotion-published" | "promotion-amended":
            promotion.offer = offer_in(event["terms"])
            if kind == "promotion-published":
                promotion.phase, promotion.commitment = PUBLISHED, event["commitment"]
        case "promotion-terms-requested":
            promotion.requests.add(event["command"])
        case "promotion-terms-sent":
            promotion.requests.discard(event["request"])
            promotion.sent.setdefault(event["sha256"], wall)
        case "entered" | "play-counted":
            _apply_tickets(promotion, event)
        case "entrant-barred":
            promotion.barred.add(event["player"])
            promotion.tickets.pop(event["player"], None)
        case "scrutineer-nominated":
            promotion.scrutineer = event["name"]
        case "prizes-drawn":
            promotion.phase, promotion.seed, promotion.label = DRAWN, event["seed"], event["label"]
            promotion.awards = [_award(won, wall) for won in event["won"]]
            promotion.came, promotion.confirmed = len(promotion.awards), not event["second"]
        case "draw-confirmed":
            promotion.confirmed = True
        case "prize-redrawn":
            promotion.came += 1
            promotion.awards[event["award"]] = _award(event["won"], wall)
        case "prize-won-by-dice":
            promotion.awards.append(_award(event["won"], wall))
        case "winner-notified":
            promotion.awards[event["award"]]["told"] = event["method"]
        case "prize-claimed" | "claim-refused":
            promotion.awards[event["award"]]["claim"] = CLAIMED if kind == "prize-claimed" else REFUSED
        case _:
            _apply_end(promotion, event)


def _apply_tickets(promotion: Promotion, event: Event) -> None:
    player = event["player"]
    if event["type"] == "play-counted":
        promotion.played[player] = event["rounds"]
    if event["tickets"]:
        promotion.tickets[player] = promotion.tickets.get(player, 0) + event["tickets"]


def _award(won: list[Any], wall: int) -> dict[str, Any]:
    return {"won": won, "at": wall, "told": "", "claim": OPEN}


def _apply_end(promotion: Promotion, event: Event) -> None:
    match event["type"]:
        case "promotion-started":
            promotion.phase = RUNNING
        case "promotion-closed":
            promotion.phase = CLOSED
        case "promotion-postponed":
            promotion.held = event["reason"]
        case "promotion-resumed":
            promotion.held = ""
        case "promotion-cancelled":
            promotion.phase, promotion.held, promotion.tell_inspector = CANCELLED, "", not event["reference"]
        case "inspector-told":
            promotion.tell_inspector = False
        case "winners-published":
            promotion.published = True
        case "complaint-raised":
            promotion.complaints.add(event["command"])
        case "complaint-decided":
            promotion.complaints.discard(event["complaint"])
        case "promotion-finished":
            promotion.phase = FINISHED
