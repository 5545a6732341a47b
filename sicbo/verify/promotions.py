"""A promotion followed: terms as they were published, the regulator's day, tickets, the draw, and claims.

Terms state every item that their rulebook demands, and everything after is held against them.
"""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import Any

from sicbo.verify.canonical import Wrong
from sicbo.verify.draws import FORMAT, check_draw
from sicbo.verify.report import TableReport
from sicbo.verify.terms import terms_of

Event = dict[str, Any]
HOUR, EPOCH = 3_600_000_000, datetime(1970, 1, 1, tzinfo=UTC)
RANKS = {"dealer": 1, "supervisor": 2, "manager": 3, "senior-manager": 4}
DESK = {"enter-promotion", "count-play", "award-by-dice", "notify-winner"}
ANYBODY = {"raise-complaint", "decide-complaint", "confirm-draw"}


class Promotion:
    """What the records of a promotion have to agree with, as far as they were read."""

    def __init__(self, name: str, rulebook: Any, report: TableReport) -> None:
        self.name, self.book, self.report = name, rulebook, report
        self.law = rulebook["promotions"]
        self.phase, self.held = "draft", False
        self.terms: Any = {}
        self.commitment, self.fixed, self.scrutineer = "", "", ""
        self.sent: dict[str, int] = {}
        self.tickets: dict[str, int] = {}
        self.rounds: dict[str, int] = {}
        self.barred: set[str] = set()
        self.seed, self.label, self.signed = "", "", True
        self.came: list[str] = []
        self.awards: list[list[Any]] = []
        if not isinstance(self.law, dict):
            raise Wrong("founding", "cannot vouch: its rulebook has no clause on promotions")

    def follow(self, entry: Event) -> None:
        """Check one record and take in what happened."""
        command = entry["command"]
        if "refusal" in entry:
            self.report.count("refusals")
            return
        self._may(command)
        for event in entry["events"]:
            if event["stamp"] != command["stamp"] or event["command"] != command["id"]:
                raise Wrong("schema", "an event has another stamp or command than its record")
            if event["type"] not in HOW:
                raise Wrong("schema", f"cannot vouch: no promotion knows {str(event['type'])[:40]}")
            self.must(not self.held or event["type"] in WHILE_HELD, "promotion", "it goes on while postponed")
            HOW[event["type"]](self, event)

    def _may(self, command: Event) -> None:
        kind, rank = command["type"], command["stamp"]["rank"]
        if kind not in ANYBODY:
            least = 1 if kind in DESK else RANKS[self.law["offered"]["choice"]]
            self.must(rank is not None and rank >= least, "power", "somebody of too low a rank acts")

    def must(self, holds: bool, check: str, says: str) -> None:
        """Something that has to hold."""
        if not holds:
            raise Wrong(check, says)

    def due(self, *phases: str) -> None:
        """That it stands where this may happen."""
        self.must(self.phase in phases, "promotion", f"this does not follow on {self.phase}")

    def cents(self, amount: str) -> int:
        """An amount of the terms in cents."""
        whole, _, rest = amount.replace(",", "").partition(".")
        return int(whole) * 100 + int(rest or 0)

    def wall(self, moment: object) -> int:
        """A moment of the terms in microseconds."""
        assert isinstance(moment, datetime)
        return (moment - EPOCH) // timedelta(microseconds=1)

    @property
    def prizes(self) -> dict[str, Any]:
        """The prizes of the terms by name."""
        return {one["name"]: one for one in self.terms["prizes"]}

    def worth(self, won: Any) -> int:
        """That a prize is one of the terms, at its value."""
        player, prize, cents = won
        self.must(prize in self.prizes, "promotion", "a prize is given that the terms do not have")
        self.must(cents == self.cents(self.prizes[prize]["value"]), "money", "a prize has another value")
        self.must(isinstance(player, str), "schema", "a winner has no name")
        return int(cents)


def _published(to: Promotion, event: Event) -> None:
    if event["type"] == "promotion-published":
        to.due("draft", "published")
        to.phase, to.commitment = "published", event["commitment"]
    else:
        to.due("running", "closed")
        approved = event["reference"] or to.law["amending"]["choice"] != "authority"
        to.must(bool(approved), "notice", "terms were changed without the regulator's approval")
    hashed = sha256(event["terms"].encode()).hexdigest()
    to.must(hashed == event["sha256"], "promotion", "the terms are not those of their hash")
    to.terms = terms_of(event["terms"], to.book, "promotion")
    to.terms["sha256"] = hashed
    for one in to.terms["prizes"]:
        kind, law, liquor = one["kind"], to.law["barred"]["choice"], to.law["liquor"]
        to.must(kind not in law, "terms", f"{law.get(kind)}: {kind} may not be a prize")
        much = kind == "liquor" and one["millilitres"] > liquor["choice"]
        to.must(not much, "terms", f"{liquor['clause']}: a prize holds too much liquor")


def _sent(to: Promotion, event: Event) -> None:
    to.must(event["sha256"] == to.terms.get("sha256"), "notice", "other terms were sent than are in force")
    to.sent.setdefault(event["sha256"], event["stamp"]["wall"])


def _started(to: Promotion, event: Event) -> None:
    to.due("published")
    hours, wall = to.law["authority_hours"]["choice"], event["stamp"]["wall"]
    if hours:
        since = to.sent.get(to.terms["sha256"])
        to.must(
            since is not None and wall >= since + hours * HOUR, "notice", "the regulator had too little time"
        )
    starts = to.terms.get("details", {}).get("starts")
    to.must(starts is None or wall >= to.wall(starts), "promotion", "it starts before the time of its terms")
    to.phase = "running"


def _entered(to: Promotion, event: Event) -> None:
    to.due("running")
    entry, player = to.terms["entry"], event["player"]
    to.must(event["stamp"]["wall"] < to.wall(entry["closes"]), "promotion", "an entry came too late")
    to.must(player not in to.barred, "promotion", "a barred person entered")
    more = event["tickets"]
    if event["type"] == "play-counted":
        to.must(
            event["wager"] >= max(1, to.cents(entry["minimum_wager"])), "limits", "the wager was too small"
        )
        to.rounds[player] = to.rounds.get(player, 0) + 1
        whole = to.rounds[player] % entry["rounds"] == 0
        expected = int(whole and to.tickets.get(player, 0) < entry["most_tickets"])
        to.must(
            (event["rounds"], more) == (to.rounds[player], expected), "promotion", "tickets are miscounted"
        )
    else:
        fits = more == 1 and not entry["rounds"] and to.tickets.get(player, 0) < entry["most_tickets"]
        to.must(fits, "promotion", "a ticket was given that the terms do not give")
    if more:
        to.tickets[player] = to.tickets.get(player, 0) + more


def _barred(to: Promotion, event: Event) -> None:
    to.due("published", "running")
    to.barred.add(event["player"])
    to.tickets.pop(event["player"], None)


def _closed(to: Promotion, event: Event) -> None:
    to.due("running")
    early = event["stamp"]["wall"] < to.wall(to.terms["entry"]["closes"])
    to.must(not early, "promotion", "entries were closed before their time")
    listed = sorted(to.tickets.items()) if to.terms["award"]["method"] == "draw" else []
    text = "".join(f"{tickets} {name}\n" for name, tickets in listed)
    to.fixed = sha256(text.encode()).hexdigest()
    told = (event["entrants_hash"], event["entrants"], event["tickets"])
    counted = (to.fixed, len(listed), sum(tickets for _, tickets in listed))
    to.must(told == counted, "draw", "the list of entrants is not the one that was closed")
    to.phase = "closed"


def _nominated(to: Promotion, event: Event) -> None:
    to.due("running", "closed")
    to.scrutineer = event["name"]


def _drawn(to: Promotion, event: Event) -> None:
    to.due("closed")
    wall, second = event["stamp"]["wall"], event["second"]
    to.must(wall >= to.wall(to.terms["award"]["at"]), "promotion", "it was drawn before the announced time")
    large = max(to.cents(one["value"]) for one in to.terms["prizes"]) > to.law["scrutineer_above"]["choice"]
    overseen = second == to.scrutineer != event["stamp"]["by"] if second else True
    needed = large and to.law["scrutineer"]["choice"] == "shall"
    to.must(overseen and not (needed and not second), "power", "the draw was not overseen by its scrutineer")
    to.must(event["label"].startswith(to.name), "draw", "the draw has the name of another")
    to.seed, to.label, to.signed = event["seed"], event["label"], not second
    order = [one["name"] for one in to.terms["prizes"] for _ in range(one["count"])]
    given = [prize for _, prize, _ in event["won"]]
    to.must(
        given == order[: min(len(order), len(to.tickets))],
        "promotion",
        "the prizes are not those of the terms",
    )
    for won in event["won"]:
        to.worth(won)
        to.awards.append([won, "open", event["stamp"]["wall"]])
    to.came = [player for player, _, _ in event["won"]]
    _recomputed(to)
    to.phase = "drawn"


def _recomputed(to: Promotion) -> None:
    """The draw again, from the list as it was counted here."""
    entrants = [[name, tickets] for name, tickets in sorted(to.tickets.items())]
    told = {"format": FORMAT, "label": to.label, "commitment": to.commitment, "entrants": entrants}
    check_draw(told | {"entrants_hash": to.fixed, "seed": to.seed, "drawn": to.came})
    to.report.count("draws recomputed")


def _confirmed(to: Promotion, event: Event) -> None:
    to.due("drawn")
    to.must(event["stamp"]["by"] == to.scrutineer, "power", "somebody else signed for the scrutineer")
    to.signed = True


def _redrawn(to: Promotion, event: Event) -> None:
    to.due("drawn")
    award = to.awards[event["award"]]
    absent = to.terms["claim"]["present"] and award[1] == "open"
    to.must(award[1] == "refused" or absent, "promotion", "a prize was taken from its winner")
    to.must(event["won"][1:] == award[0][1:], "promotion", "another prize was drawn again")
    to.came.append(event["won"][0])
    _recomputed(to)
    award[:] = [event["won"], "open", event["stamp"]["wall"]]


def _by_dice(to: Promotion, event: Event) -> None:
    to.due("running")
    to.must(to.terms["award"]["method"] == "dice", "promotion", "the terms draw the prizes")
    to.worth(event["won"])
    prize = event["won"][1]
    given = sum(won[1] == prize and state != "refused" for won, state, _ in to.awards)
    to.must(given < to.prizes[prize]["count"], "promotion", "more prizes are given than there are")
    to.awards.append([event["won"], "open", event["stamp"]["wall"]])


def _told(to: Promotion, event: Event) -> None:
    to.must(
        to.signed and event["method"] in to.law["notify_by"]["choice"], "promotion", "no way to tell a winner"
    )
    late = (
        event["stamp"]["wall"]
        > to.awards[event["award"]][2] + to.law["notify_winner_days"]["choice"] * 24 * HOUR
    )
    to.must(event["late"] is late, "notice", "it does not say rightly whether a winner was told too late")


def _claimed(to: Promotion, event: Event) -> None:
    award, prize = to.awards[event["award"]], to.prizes[event["won"][1]]
    to.must(
        award[:2] == [event["won"], "open"] and to.signed, "promotion", "a prize is claimed that is not there"
    )
    cash = event["alternative"] or (event["won"][2] if prize["kind"] == "cash" else 0)
    stated = to.cents(prize.get("cash_alternative", "0.00"))
    to.must(event["alternative"] in (0, stated), "money", "the cash alternative is not the stated one")
    to.must(sum(cents for _, cents in event["parts"]) == cash, "money", "the parts do not come to the prize")
    award[1] = "claimed"


def _refused(to: Promotion, event: Event) -> None:
    award, above = to.awards[event["award"]], to.law["keep_refusals_above"]["choice"]
    to.must(award[:2] == [event["won"], "open"], "promotion", "a claim is refused that is not there")
    kept = event["won"][2] > above
    whole = event["name"] and event["place"] and event["reason"]
    to.must(
        event["kept"] == kept and bool(not kept or whole),
        "promotion",
        "a refusal lacks name, address or reason",
    )
    award[1] = "refused"


def _held(to: Promotion, event: Event) -> None:
    told = to.law["integrity"]["choice"] != "at-once" or event["reference"]
    to.must(bool(told), "notice", "the inspectorate was not told at once")
    if event["type"] == "promotion-cancelled":
        to.must(
            all(state != "claimed" for _, state, _ in to.awards), "promotion", "it is cancelled after a claim"
        )
        to.phase, to.held = "cancelled", False
    else:
        to.held = True


def _resumed(to: Promotion, event: Event) -> None:
    to.held = False


def _finished(to: Promotion, event: Event) -> None:
    still = any(state == "open" for _, state, _ in to.awards) and to.phase != "cancelled"
    to.must(not still, "promotion", "it is filed while a prize is neither claimed nor refused")
    to.phase = "finished"


def _noted(to: Promotion, event: Event) -> None:
    to.report.count("noted")


HOW: dict[str, Callable[[Promotion, Event], None]] = {
    "promotion-published": _published,
    "promotion-amended": _published,
    "promotion-terms-requested": _noted,
    "promotion-terms-sent": _sent,
    "promotion-started": _started,
    "entered": _entered,
    "play-counted": _entered,
    "entrant-barred": _barred,
    "promotion-closed": _closed,
    "scrutineer-nominated": _nominated,
    "prizes-drawn": _drawn,
    "draw-confirmed": _confirmed,
    "prize-redrawn": _redrawn,
    "prize-won-by-dice": _by_dice,
    "winner-notified": _told,
    "prize-claimed": _claimed,
    "claim-refused": _refused,
    "promotion-postponed": _held,
    "promotion-resumed": _resumed,
    "promotion-cancelled": _held,
    "inspector-told": _noted,
    "winners-published": _noted,
    "complaint-raised": _noted,
    "complaint-decided": _noted,
    "promotion-finished": _finished,
}
WHILE_HELD = {
    "promotion-terms-requested",
    "promotion-terms-sent",
    "promotion-amended",
    "entrant-barred",
    "promotion-resumed",
    "promotion-cancelled",
    "complaint-raised",
    "complaint-decided",
}
