"""A promotion followed: terms as they were published, the regulator's day, tickets, the draw, and claims.

Terms state every item that their rulebook demands, and everything after is held against them.
"""

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import Any

from sicbo.verify import claims
from sicbo.verify.canonical import Wrong
from sicbo.verify.draws import FORMAT, check_draw
from sicbo.verify.offers import CLAUSES, EVENT_OF, RANKS, SHARED, shaped
from sicbo.verify.report import TableReport
from sicbo.verify.rules import roll_of
from sicbo.verify.terms import terms_of

Event = dict[str, Any]
HOUR, EPOCH = 3_600_000_000, datetime(1970, 1, 1, tzinfo=UTC)

DESK = {"enter-promotion", "count-play", "award-by-dice", "notify-winner"}
ANYBODY = {"raise-complaint", "decide-complaint", "confirm-draw"}
KINDS = {"cash", "tokens", "appliance", "vehicle", "travel", "real-estate", "liquor", "goods"}
IS_HASH = re.compile(r"[0-9a-f]{64}").fullmatch


class Promotion:
    """What the records of a promotion have to agree with, as far as they were read."""

    def __init__(self, name: str, rulebook: Any, report: TableReport, layout: str = "") -> None:
        self.name, self.book, self.report, self.layout = name, rulebook, report, layout
        self.law = rulebook["promotions"]
        self.phase, self.held = "draft", False
        self.terms: Any = {}
        self.commitment, self.fixed, self.scrutineer = "", "", ""
        self.requests: set[str] = set()
        self.sent: dict[str, int] = {}
        self.tickets: dict[str, int] = {}
        self.rounds: dict[str, int] = {}
        self.barred: set[str] = set()
        self.seed, self.label, self.signed = "", "", True
        self.came: list[str] = []
        self.awards: list[list[Any]] = []
        self.notified: set[int] = set()
        self.untold, self.published = False, False
        self.complaints: set[str] = set()
        if not isinstance(self.law, dict):
            raise Wrong("founding", "cannot vouch: its rulebook has no clause on promotions")

    def follow(self, entry: Event) -> None:
        """Check one record and take in what happened."""
        command = entry["command"]
        shaped(command, "command")
        if "refusal" in entry:
            self.report.count("refusals")
            return
        kind = EVENT_OF[command["type"]]
        if [event["type"] for event in entry["events"]] != [kind]:
            raise Wrong("events", f"{command['type']} leads to {kind} and nothing else")
        (event,) = entry["events"]
        shaped(event, "event")
        if event["stamp"] != command["stamp"] or event["command"] != command["id"]:
            raise Wrong("schema", "an event has another stamp or command than its record")
        for name in SHARED[command["type"]]:
            self.must(event[name] == command[name], "events", f"{kind} has another {name} than was asked for")
        self._may(command)
        self.must(not self.held or kind in WHILE_HELD, "promotion", "it goes on while postponed")
        HOW[kind](self, command, event)
        self.must(
            event["clause"] == self._clause(event), "clause", f"{kind} is ruled by {self._clause(event)}"
        )

    def _clause(self, event: Event) -> Any:
        """The clause that rules an event: a ruling's, or that of an item of the terms."""
        if event["type"] == "winner-notified":
            return self.law["notify_by"]["choice"][event["method"]]
        name = CLAUSES[event["type"]]
        if name in self.law:
            return self.law[name]["clause"]
        return next(one["clause"] for one in self.book["terms"]["promotion"] if one["path"] == name)

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

    @property
    def by_draw(self) -> bool:
        """Whether the terms draw the prizes; else the dice give them."""
        return bool(self.terms["award"]["method"] == "draw")

    def claim(self, number: int) -> list[Any]:
        """An award that can be claimed now: won, signed for where somebody oversaw the draw, and open."""
        self.must(self.phase not in ("cancelled", "finished"), "promotion", "a claim on what is over")
        self.must(0 <= number < len(self.awards) and self.signed, "promotion", "there is no such prize")
        award = self.awards[number]
        self.must(award[1] == "open", "promotion", "a claim is settled already")
        return award


def _published(to: Promotion, command: Event, event: Event) -> None:
    before, amends = to.terms, event["type"] == "promotion-amended"
    to.due(*(("running", "closed") if amends else ("draft", "published")))
    hashed = sha256(event["terms"].encode()).hexdigest()
    to.must(hashed == event["sha256"], "promotion", "the terms are not those of their hash")
    to.terms = terms_of(event["terms"], to.book, "promotion")
    to.terms["sha256"] = hashed
    _prizes(to)
    _times(to)
    if amends:
        _amended(to, event, before)
    else:
        promised = not to.by_draw or IS_HASH(event["commitment"])
        to.must(bool(promised), "draw", "a draw is published without the promise of its seed")
        to.phase, to.commitment = "published", event["commitment"]


def _prizes(to: Promotion) -> None:
    """What a prize may not be, and what the list of them has to agree on."""
    law, liquor = to.law["barred"]["choice"], to.law["liquor"]
    (layout,) = (one for one in to.book["layouts"] if one["key"] == to.layout)
    bets = {bet["key"] for bet in layout["bets"]}
    for one in to.terms["prizes"]:
        kind = one["kind"]
        to.must(kind not in law, "terms", f"{law.get(kind)}: {kind} may not be a prize")
        to.must(kind in KINDS, "terms", f"{kind} is no kind of prize")
        much = kind == "liquor" and one["millilitres"] > liquor["choice"]
        to.must(not much, "terms", f"{liquor['clause']}: a prize holds too much liquor")
        instead = kind in ("cash", "tokens") and to.cents(one.get("cash_alternative", "0"))
        to.must(not instead, "terms", "money has a cash alternative")
        to.must(to.by_draw or one["bet"] in bets, "terms", "a prize hangs on a bet that there is not")
    to.must(len(to.prizes) == len(to.terms["prizes"]), "terms", "two prizes have one name")


def _times(to: Promotion) -> None:
    """Entries close after the start, and no later than the draw."""
    starts, closes = to.terms.get("details", {}).get("starts"), to.wall(to.terms["entry"]["closes"])
    to.must(starts is None or to.wall(starts) < closes, "terms", "entries close before the start")
    to.must(
        not to.by_draw or to.wall(to.terms["award"]["at"]) >= closes, "terms", "drawn before entries close"
    )


def _amended(to: Promotion, event: Event, before: Any) -> None:
    """Other terms keep how prizes are given, a list that is closed, and what was won."""
    approved = event["reference"] or to.law["amending"]["choice"] != "authority"
    to.must(bool(approved), "notice", "terms were changed without the regulator's approval")
    to.must(event["before"] == before["sha256"], "promotion", "other terms were in force before")
    same = before["award"]["method"] == to.terms["award"]["method"]
    open_yet = to.phase == "running" or before["entry"]["closes"] == to.terms["entry"]["closes"]
    to.must(same and open_yet, "terms", "how prizes are given, or a closed list, was changed")
    was, now = (
        {one["name"]: (one["kind"], to.cents(one["value"])) for one in terms["prizes"]}
        for terms in (before, to.terms)
    )
    won = [won[1] for won, state, _ in to.awards if state != "refused"]
    for name in set(won):
        kept = now.get(name) == was[name] and to.prizes[name]["count"] >= won.count(name)
        to.must(kept, "terms", "a prize that was won is not in the terms as it was")


def _requested(to: Promotion, command: Event, event: Event) -> None:
    to.must(to.phase != "draft", "promotion", "terms are asked for that are not there")
    to.requests.add(command["id"])


def _sent(to: Promotion, command: Event, event: Event) -> None:
    to.must(event["sha256"] == to.terms.get("sha256"), "notice", "other terms were sent than are in force")
    asked = not event["request"] or event["request"] in to.requests
    to.must(asked and bool(event["reference"]), "notice", "terms were sent without reference or request")
    to.requests.discard(event["request"])
    to.sent.setdefault(event["sha256"], event["stamp"]["wall"])


def _started(to: Promotion, command: Event, event: Event) -> None:
    to.due("published")
    hours, wall = to.law["authority_hours"]["choice"], event["stamp"]["wall"]
    if hours:
        since = to.sent.get(to.terms["sha256"])
        to.must(
            since is not None and wall >= since + hours * HOUR, "notice", "the regulator had too little time"
        )
    late = to.by_draw and wall >= to.wall(to.terms["entry"]["closes"])
    to.must(not late, "promotion", "it starts when nobody can enter")
    starts = to.terms.get("details", {}).get("starts")
    to.must(starts is None or wall >= to.wall(starts), "promotion", "it starts before the time of its terms")
    to.phase = "running"


def _entered(to: Promotion, command: Event, event: Event) -> None:
    to.due("running")
    entry, player, more = to.terms["entry"], event["player"], event["tickets"]
    to.must(event["stamp"]["wall"] < to.wall(entry["closes"]), "promotion", "an entry came too late")
    to.must(player not in to.barred, "promotion", "a barred person entered")
    has, by_play = to.tickets.get(player, 0), event["type"] == "play-counted"
    to.must(by_play == bool(entry["rounds"]), "promotion", "a ticket was given that the terms do not give")
    if by_play:
        enough = event["wager"] >= max(1, to.cents(entry["minimum_wager"]))
        to.must(enough, "limits", "the wager was too small")
        rounds = to.rounds[player] = to.rounds.get(player, 0) + 1
        expected = int(rounds % entry["rounds"] == 0 and has < entry["most_tickets"])
        to.must((event["rounds"], more) == (rounds, expected), "promotion", "tickets are miscounted")
    else:
        to.must(more == 1 and has < entry["most_tickets"], "promotion", "a ticket too many")
    if more:
        to.tickets[player] = has + more


def _barred(to: Promotion, command: Event, event: Event) -> None:
    to.due("published", "running")
    to.must(bool(event["reason"]), "reason", "somebody is barred without a reason")
    to.barred.add(event["player"])
    to.tickets.pop(event["player"], None)


def _closed(to: Promotion, command: Event, event: Event) -> None:
    to.due("running")
    early = event["stamp"]["wall"] < to.wall(to.terms["entry"]["closes"])
    to.must(not early, "promotion", "entries were closed before their time")
    listed = sorted(to.tickets.items()) if to.by_draw else []
    text = "".join(f"{tickets} {name}\n" for name, tickets in listed)
    to.fixed = sha256(text.encode()).hexdigest()
    told = (event["entrants_hash"], event["entrants"], event["tickets"])
    counted = (to.fixed, len(listed), sum(tickets for _, tickets in listed))
    to.must(told == counted, "draw", "the list of entrants is not the one that was closed")
    to.phase = "closed"


def _nominated(to: Promotion, command: Event, event: Event) -> None:
    to.due("running", "closed")
    to.must(event["name"] not in ("", event["stamp"]["by"]), "power", "nobody else is to oversee the draw")
    to.scrutineer = event["name"]


def _drawn(to: Promotion, command: Event, event: Event) -> None:
    to.due("closed")
    to.must(to.by_draw, "promotion", "by the terms the dice give the prizes")
    wall, second = event["stamp"]["wall"], event["second"]
    to.must(wall >= to.wall(to.terms["award"]["at"]), "promotion", "it was drawn before the announced time")
    large = max(to.cents(one["value"]) for one in to.terms["prizes"]) > to.law["scrutineer_above"]["choice"]
    overseen = second == to.scrutineer != event["stamp"]["by"] if second else True
    needed = large and to.law["scrutineer"]["choice"] == "shall"
    to.must(overseen and not (needed and not second), "power", "the draw was not overseen by its scrutineer")
    label = f"{to.name} {command['word']}".rstrip()
    to.must(event["label"] == label, "draw", "the draw has the name of another")
    to.seed, to.label, to.signed = event["seed"], event["label"], not second
    order = [[one["name"], to.cents(one["value"])] for one in to.terms["prizes"] for _ in range(one["count"])]
    given = [won[1:] for won in event["won"]]
    fits = given == order[: len(to.tickets)]
    to.must(fits, "promotion", "the prizes are not those of the terms")
    to.awards = [[won, "open", wall] for won in event["won"]]
    to.came = [player for player, _, _ in event["won"]]
    _recomputed(to)
    to.phase = "drawn"


def _recomputed(to: Promotion) -> None:
    """The draw again, from the list as it was counted here."""
    entrants = [[name, tickets] for name, tickets in sorted(to.tickets.items())]
    told = {"format": FORMAT, "label": to.label, "commitment": to.commitment, "entrants": entrants}
    check_draw(told | {"entrants_hash": to.fixed, "seed": to.seed, "drawn": to.came})
    to.report.count("draws recomputed")


def _confirmed(to: Promotion, command: Event, event: Event) -> None:
    to.due("drawn")
    to.must(not to.signed, "promotion", "there is no draw to sign for")
    to.must(event["stamp"]["by"] == to.scrutineer, "power", "somebody else signed for the scrutineer")
    to.signed = True


def _redrawn(to: Promotion, command: Event, event: Event) -> None:
    to.due("drawn")
    number = event["award"]
    to.must(0 <= number < len(to.awards), "promotion", "there is no such prize")
    award = to.awards[number]
    absent = to.terms["claim"]["present"] and award[1] == "open" and number not in to.notified
    to.must(award[1] == "refused" or absent, "promotion", "a prize was taken from its winner")
    to.must(bool(event["reason"]), "reason", "a prize is drawn again without a reason")
    to.must(event["won"][1:] == award[0][1:], "promotion", "another prize was drawn again")
    to.came.append(event["won"][0])
    _recomputed(to)
    award[:] = [event["won"], "open", event["stamp"]["wall"]]
    to.notified.discard(number)


def _by_dice(to: Promotion, command: Event, event: Event) -> None:
    to.due("running")
    to.must(not to.by_draw, "promotion", "the terms draw the prizes")
    player, prize = command["player"], to.prizes.get(command["prize"])
    if prize is None:
        raise Wrong("promotion", "a prize is given that the terms do not have")
    to.must(player not in to.barred, "promotion", "a barred person has a prize")
    own = [player, prize["name"], to.cents(prize["value"])]
    to.must(event["won"] == own, "money", "another prize is given, or to another")
    given = sum(won[1] == prize["name"] and state != "refused" for won, state, _ in to.awards)
    to.must(given < prize["count"], "promotion", "more prizes are given than there are")
    to.must(_wins(to, prize["bet"], event["dice"]), "promotion", "these dice give no prize")
    least = max(1, to.cents(to.terms["entry"]["minimum_wager"]))
    to.must(command["wager"] >= least, "limits", "the wager was too small")
    to.awards.append([event["won"], "open", event["stamp"]["wall"]])


def _wins(to: Promotion, bet: str, dice: Any) -> bool:
    """Whether dice win a bet of the published layout."""
    (layout,) = (one for one in to.book["layouts"] if one["key"] == to.layout)
    prices = [one["prices"] for one in layout["bets"] if one["key"] == bet]
    return any(roll_of(dice) in price["rolls"] for several in prices for price in several)


HOW: dict[str, Callable[[Promotion, Event, Event], None]] = {
    "promotion-published": _published,
    "promotion-amended": _published,
    "promotion-terms-requested": _requested,
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
    "winner-notified": claims.told,
    "prize-claimed": claims.claimed,
    "claim-refused": claims.refused,
    "promotion-postponed": claims.held,
    "promotion-resumed": claims.resumed,
    "promotion-cancelled": claims.held,
    "inspector-told": claims.inspector_told,
    "winners-published": claims.winners_published,
    "complaint-raised": claims.complained,
    "complaint-decided": claims.complaint_decided,
    "promotion-finished": claims.finished,
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
