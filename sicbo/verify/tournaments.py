"""A tournament followed: terms, entries, seats by their draw, every slip settled again, who goes on, prizes.

Terms state every item that their rulebook demands, and everything after is held against them.
"""

from collections.abc import Callable
from hashlib import sha256
from typing import Any

from sicbo.verify import contests, progress, purses, recounts
from sicbo.verify.canonical import Wrong
from sicbo.verify.contests import Event, Tournament, draw_names
from sicbo.verify.purses import cents_of
from sicbo.verify.report import TableReport
from sicbo.verify.terms import terms_of

WHO = {
    "re-buy": ("details", "re_buy"),
    "add-on": ("details", "add_on"),
    "buy-back": ("format", "buy_back"),
}
FATES = {"disqualified": "disqualified_chips", "retired": "retired_chips"}
GROUNDS = ("spins", "nobody-left", "time", "settled", "agreed")
GONE = ("withdrawn", "substituted")
AFTERWARDS = ("tournament-dispute-raised", "tournament-dispute-decided", "charge-taken", "charge-left")


class Followed(Tournament):
    """What the records of a tournament have to agree with, as far as they were read."""

    def __init__(self, name: str, rulebook: Any, report: TableReport, layout: str = "") -> None:
        self.layout = layout
        super().__init__(rulebook, report)
        if not rulebook["terms"]["steps"]:
            raise Wrong("founding", "cannot vouch: its rulebook has no clause on tournaments")
        self.advises = rulebook["terms"]["steps"]["advised"] is not None

    def follow(self, entry: Event) -> None:
        """Check one record and take in what happened."""
        command = entry["command"]
        if "refusal" in entry:
            self.report.count("refusals")
            return
        for event in entry["events"]:
            if event["stamp"] != command["stamp"] or event["command"] != command["id"]:
                raise Wrong("schema", "an event has another stamp or command than its record")
            if event["type"] not in HOW:
                raise Wrong("schema", f"cannot vouch: no tournament knows {str(event['type'])[:40]}")
            if self.over and event["type"] not in AFTERWARDS:
                raise Wrong("order", "something happened after the tournament was over")
            HOW[event["type"]](self, event)


def _published(to: Followed, event: Event) -> None:
    hashed = sha256(event["terms"].encode()).hexdigest()
    to.must(hashed == event["sha256"], "terms", "the terms are not those of their hash")
    to.must(event["version"] == to.version + 1 and not to.round, "terms", "terms were published out of order")
    terms = terms_of(event["terms"], to.book, "tournament")
    to.must(terms.get("layout", "") == to.layout, "terms", "the terms are for another layout")
    if to.version and draw_names(terms) != draw_names(to.terms):
        to.commitments = []
    to.version, to.sha256, to.terms = event["version"], hashed, terms
    to.read_layout()


def _advised(to: Followed, event: Event) -> None:
    to.must(event["version"] == to.version, "notice", "the regulator was told of another version")
    to.advised = event["version"]


def _committed(to: Followed, event: Event) -> None:
    to.must(not to.entrants, "draw", "the draws were promised too late")
    to.commitments = event["commitments"]
    to.promises()


def _charge(to: Followed, event: Event) -> None:
    by = event["stamp"]["by"]
    if event["type"] == "director-appointed":
        to.present.discard(to.director)
        to.director = event["name"]
    elif event["type"] == "deputy-appointed":
        to.must(by == to.director, "power", "somebody else than the director appointed a deputy")
        to.deputies.add(event["name"])
    elif event["type"] == "charge-taken":
        to.must(by == to.director or by in to.deputies, "power", "somebody else took charge")
        to.present.add(by)
    else:
        to.present.discard(by)


def _tables(to: Followed, event: Event) -> None:
    to.tables = event["tables"]


def _entered(to: Followed, event: Event) -> None:
    details, entry, name = to.terms["details"], to.terms["entry"], event["player"]
    ready = to.version and to.commitments and (to.advised or not to.advises)
    to.must(bool(ready), "order", "an entry was taken before terms, notice and draws were published")
    asked = (cents_of(details["entry_fee"]), cents_of(details["buy_in"]), to.terms["format"]["starting_bank"])
    to.must(
        (event["fee"], event["buy_in"], event["bank"]) == asked, "money", "an entry has another price or bank"
    )
    to.must(event["accepted"] == to.sha256, "terms", "other terms were accepted than are published")
    there = sum(one["status"] not in GONE for one in to.entrants.values())
    to.must(name not in to.entrants and there < details["most"], "entry", "an entry too many")
    staffed = not event["staff"] or (entry.get("staff_event") and event["second"])
    to.must(bool(staffed), "entry", "a member of staff plays without an approval")
    to.enter(event)


def _bought(to: Followed, event: Event) -> None:
    section, key = WHO[event["what"]]
    asked = cents_of(to.terms[section][key])
    bank = to.terms["format"]["starting_bank"]
    to.must((event["cents"], event["chips"]) == (asked, bank), "money", "chips were sold at another price")
    one = to.entrants[event["player"]]
    one["buy_ins"] += event["cents"]
    one["status"] = "playing"
    to.give(event["player"], event["chips"])


def _back(to: Followed, event: Event) -> None:
    one = to.entrants[event["player"]]
    paid = one["fee"] + one["buy_ins"]
    to.must(0 <= event["cents"] <= paid, "money", "more came back than was paid")
    kept = paid - event["cents"]
    if event["type"] == "entry-withdrawn":
        to.must(event["chips"] == one["bank"], "money", "chips stayed with somebody who withdrew")
        one |= {"status": "withdrawn", "bank": 0, "fee": kept, "buy_ins": 0}
    else:
        fee = min(one["fee"], kept)
        one |= {"fee": fee, "buy_ins": kept - fee}


def _substituted(to: Followed, event: Event) -> None:
    player, second = event["player"], event["second"]
    before = to.entrants[player]
    to.entrants[second] = {**before, "staff": False}
    to.entrants[player] = {**before, "status": "substituted", "bank": 0, "fee": 0, "buy_ins": 0}
    for heat in to.heats:
        heat.players = [second if one == player else one for one in heat.players]
        heat.settled = [one | {"player": second} if one["player"] == player else one for one in heat.settled]
        for used in (heat.secrets, heat.passes):
            if player in used:
                used[second] = used.pop(player)


def _heat_ended(to: Followed, event: Event) -> None:
    heat = to.at(event["table"], "waiting")
    to.must(event["ground"] in GROUNDS, "order", "a heat ended on no ground")
    if event["ground"] == "spins":
        to.must(heat.spin == heat.spins, "order", "a heat ended before its last spin")
    heat.phase = "over"


def _penalised(to: Followed, event: Event) -> None:
    costs = {one["name"]: one["chips"] for one in to.terms["conduct"]["penalties"]}
    bank = to.entrants[event["player"]]["bank"]
    fits = event["penalty"] in costs and event["chips"] == min(costs[event["penalty"]], bank)
    to.must(fits, "conduct", "a penalty is not one of the terms")
    to.give(event["player"], -event["chips"])


def _out(to: Followed, event: Event) -> None:
    fits = (event["chips"], event["shared"]) == _left_behind(to, event["player"], event["how"])
    to.must(fits, "money", "the chips of somebody who is out do not go as the terms say")
    for name, chips in event["shared"]:
        to.give(name, chips)
    to.give(event["player"], -event["chips"])
    to.entrants[event["player"]]["status"] = event["how"]
    if event["how"] == "disqualified" and event["player"] in to.ranks:
        to.ranks.remove(event["player"])


def _left_behind(to: Followed, player: str, how: str) -> tuple[int, list[list[Any]]]:
    """The chips that somebody leaves who is out, and who else has some of them."""
    one, conduct = to.entrants[player], to.terms["conduct"]
    if how == "eliminated":
        to.must(not recounts.enough(to, player), "progress", f"{player} is out with a bank that goes on")
        return 0, []
    to.must(how in FATES and one["status"] in ("entered", "playing"), "order", f"{player} is not in play")
    fate, bank = conduct[FATES[how]], one["bank"]
    heat = next((one for one in to.heats if player in one.players and one.phase != "over"), None)
    others = [name for name in to.live(heat) if name != player] if heat else []
    each = bank // (to.terms["wagers"]["unit"] * max(len(others), 1)) * to.terms["wagers"]["unit"]
    shares = fate == "shared-at-table" and each
    return 0 if fate == "counted" else bank, [[name, each] for name in others if shares]


def _absent(to: Followed, event: Event) -> None:
    to.entrants[event["player"]]["present"] = event["type"] == "entrant-returned"
    to.entrants[event["player"]]["late"] = event.get("late", False)


def _featured(to: Followed, event: Event) -> None:
    gives = {one["name"]: one["chips"] for one in to.terms["wagers"].get("features", [])}
    to.must(gives.get(event["feature"]) == event["chips"], "conduct", "a feature is not one of the terms")
    to.give(event["player"], event["chips"])


def _put_away(to: Followed, event: Event) -> None:
    banks = [[name, one["bank"]] for name, one in to.entrants.items() if one["bank"]]
    to.must(sorted(event["banks"]) == sorted(banks), "money", "other banks were put away than there are")
    cash = to.terms["format"]["disposition"] == "cash"
    to.must(event["cash"] == cash, "money", "what becomes of the chips is not as the terms say")
    for name, _ in banks:
        to.entrants[name]["bank"] = 0


def _known(to: Followed, event: Event) -> None:
    for name in event["players"] if "players" in event else [event["player"]]:
        to.must(name in to.entrants, "entry", f"{name} is not entered")
    to.report.count("noted")


def _finished(to: Followed, event: Event) -> None:
    to.must(event["tables"] == to.tables, "order", "other tables are free again than it had")
    left = any(one["bank"] for one in to.entrants.values())
    to.must(to.awarded and not left, "order", "a tournament is over before prizes and chips are given out")
    to.over = True


def _cancelled(to: Followed, event: Event) -> None:
    to.must(not to.ranked, "order", "a tournament is called off when its ranks stand")
    to.over = True


def _noted(to: Followed, event: Event) -> None:
    to.report.count("noted")


HOW: dict[str, Callable[[Any, Event], None]] = {
    "tournament-published": _published,
    "regulator-advised": _advised,
    "seat-draws-committed": _committed,
    "director-appointed": _charge,
    "deputy-appointed": _charge,
    "charge-taken": _charge,
    "charge-left": _charge,
    "tables-designated": _tables,
    "start-moved": _noted,
    "tournament-cancelled": _cancelled,
    "tournament-entered": _entered,
    "entry-refused": _noted,
    "terms-signed": _known,
    "more-bought": _bought,
    "entry-withdrawn": _back,
    "entry-refunded": _back,
    "entrant-substituted": _substituted,
    "entrants-briefed": _known,
    "tournament-practised": _noted,
    "heat-ended": _heat_ended,
    "penalty-imposed": _penalised,
    "entrant-out": _out,
    "entrant-absent": _absent,
    "entrant-returned": _absent,
    "phone-used": _known,
    "tournament-dispute-raised": _noted,
    "tournament-dispute-decided": _noted,
    "feature-used": _featured,
    "chips-put-away": _put_away,
    "tournament-finished": _finished,
    **contests.HOW,
    **progress.HOW,
    **purses.HOW,
    **recounts.HOW,
}
