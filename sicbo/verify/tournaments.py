"""A tournament followed: terms, entries, seats by their draw, every slip settled again, who goes on, prizes.

Terms state every item that their rulebook demands, and everything after is held against them.
"""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import Any

from sicbo.verify import contests, directing, orders, progress, purses, recounts
from sicbo.verify.canonical import Wrong
from sicbo.verify.contests import Event, Tournament, draw_names
from sicbo.verify.heats import Heat, is_of_heat, played, renamed, time_is_up
from sicbo.verify.purses import cents_of
from sicbo.verify.report import TableReport
from sicbo.verify.sense import makes_sense
from sicbo.verify.terms import terms_of

WHO = {
    "re-buy": ("details", "re_buy"),
    "add-on": ("details", "add_on"),
    "buy-back": ("format", "buy_back"),
}
MOST = {"re-buy": "re_buys", "add-on": "add_ons"}
FATES = {"disqualified": "disqualified_chips", "retired": "retired_chips"}
POOL = ("of_fees", "of_buy_ins", "added", "guaranteed", "places", "odd_cents")
EPOCH, MICROSECOND = datetime(1970, 1, 1, tzinfo=UTC), timedelta(microseconds=1)
GONE = ("withdrawn", "substituted")
AFTERWARDS = ("tournament-dispute-raised", "tournament-dispute-decided", "charge-taken", "charge-left")


class Followed(Tournament):
    """What the records of a tournament have to agree with, as far as they were read."""

    def __init__(self, name: str, rulebook: Any, report: TableReport, layout: str = "") -> None:
        self.layout = layout
        super().__init__(rulebook, report)
        self.command: Event = {}
        if not rulebook["terms"]["steps"]:
            raise Wrong("founding", "cannot vouch: its rulebook has no clause on tournaments")
        self.advises = rulebook["terms"]["steps"]["advised"] is not None

    def follow(self, entry: Event) -> None:
        """Check one record and take in what happened."""
        self.command = command = entry["command"]
        if "refusal" in entry:
            self.report.count("refusals")
            return
        events = entry["events"]
        for event in events:
            if event["stamp"] != command["stamp"] or event["command"] != command["id"]:
                raise Wrong("schema", "an event has another stamp or command than its record")
        if is_of_heat(command):
            self.must(not self.over, "order", "something happened after the tournament was over")
            events = played(self, command, events)
        for event in events:
            if event["type"] not in HOW:
                raise Wrong("schema", f"cannot vouch: no tournament knows {str(event['type'])[:40]}")
            if self.over and event["type"] not in AFTERWARDS:
                raise Wrong("order", "something happened after the tournament was over")
            directing.may(self, event)
            HOW[event["type"]](self, event)
        recounts.put_out(self, events)
        orders.as_asked(self, command, events)


def _published(to: Followed, event: Event) -> None:
    hashed = sha256(event["terms"].encode()).hexdigest()
    to.must(hashed == event["sha256"], "terms", "the terms are not those of their hash")
    to.must(event["version"] == to.version + 1 and not to.round, "terms", "terms were published out of order")
    terms = terms_of(event["terms"], to.book, "tournament")
    makes_sense(terms, to.book)
    to.must(terms.get("layout", "") == to.layout, "terms", "the terms are for another layout")
    kept = not to.entrants or _promised(terms) == _promised(to.terms)
    to.must(kept, "terms", "entries were taken on other fees, prizes or draws")
    if to.version and draw_names(terms) != draw_names(to.terms):
        to.commitments = []
    to.version, to.sha256, to.terms = event["version"], hashed, terms
    to.read_layout()


def _promised(terms: Any) -> list[Any]:
    """What nobody who entered may find changed."""
    details, bank = terms["details"], terms["format"]["starting_bank"]
    pool = [terms["pool"][name] for name in POOL]
    return [pool, details["entry_fee"], details["buy_in"], bank, draw_names(terms)]


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
    late = not to.heats and not to.ranked and to.round < entry["late_entry_rounds"]
    to.must(not to.round or late, "entry", "an entry was taken when entries were closed")
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
    _may_buy(to, event["player"], event["what"])
    one = to.entrants[event["player"]]
    one["buy_ins"] += event["cents"]
    one["status"] = "playing"
    to.give(event["player"], event["chips"])


def _may_buy(to: Followed, player: str, what: str) -> None:
    """A re-buy for a bank below the start and an add-on for who plays, a buy-back for who is out."""
    form, details = to.terms["format"], to.terms["details"]
    to.between_spins(player, "eliminated" if what == "buy-back" else "playing")
    one, heat = to.entrants[player], to.heat_of(player)
    if what == "buy-back":
        fits = form["buy_back_offered"] and to.round <= form["buy_back_rounds"]
        fits = fits and one["round"] == to.round and heat is not None and not heat.over
    else:
        one["bought"][what] = one["bought"].get(what, 0) + 1
        fits = one["bought"][what] <= details[MOST[what]]
        fits = fits and (what != "re-buy" or one["bank"] < form["starting_bank"])
    to.must(bool(fits) and not to.ranked, "limits", f"{player} may not buy a {what} now")


def _back(to: Followed, event: Event) -> None:
    one = to.entrants[event["player"]]
    paid, percent = one["fee"] + one["buy_ins"], _percent(to, event)
    to.must(event["cents"] == paid * percent // 100, "money", "something else came back than the terms say")
    if event["type"] == "entry-withdrawn":
        to.must(one["status"] == "entered", "order", "somebody withdrew from play")
        to.must(event["chips"] == one["bank"], "money", "chips stayed with somebody who withdrew")
        one |= {"status": "withdrawn", "bank": 0}
    else:
        to.must(one["status"] not in GONE and not one["refunded"], "money", "an entry was refunded twice")
        kept = paid - event["cents"]
        fee = min(one["fee"], kept)
        one |= {"fee": fee, "buy_ins": kept - fee, "refunded": True}


def _percent(to: Followed, event: Event) -> int:
    """How much of what was paid comes back: by the time of a withdrawal, or by the ground of a refund."""
    entry = to.terms["entry"]
    if event["type"] == "entry-withdrawn":
        free = event["stamp"]["wall"] <= (entry["withdraw_until"] - EPOCH) // MICROSECOND
        return 100 if free else int(entry["withdraw_later"])
    grounds = {one["ground"]: one["percent"] for one in to.terms["conduct"]["refunds"]}
    return int(grounds.get(event["ground"], 0))


def _substituted(to: Followed, event: Event) -> None:
    player, second, conduct = event["player"], event["second"], to.terms["conduct"]
    to.between_spins(player, "entered", "playing")
    there = to.entrants.get(second)
    returns = conduct["substituted"] == "may-return" and there and there["status"] == "substituted"
    fits = second and (there is None or returns) and event["ground"] in conduct["substitute_for"]
    until = (to.terms["entry"]["substitute_until"] - EPOCH) // MICROSECOND
    fits = fits and event["stamp"]["wall"] <= until and not to.ranked
    to.must(bool(fits), "entry", f"{second} may not take the place of {player}")
    before = to.entrants[player]
    to.entrants[second] = {**before, "staff": False}
    to.entrants[player] = {**before, "status": "substituted", "bank": 0}
    for table in to.games.values():
        renamed(table, player, second)
    for heat in to.heats:
        heat.players = [second if one == player else one for one in heat.players]
        for used in (heat.secrets, heat.passes):
            if player in used:
                used[second] = used.pop(player)


def _heat_ended(to: Followed, event: Event) -> None:
    heat = to.at(event["table"], "waiting")
    grounds = {
        "spins": heat.spin == heat.spins,
        "nobody-left": not to.live(heat),
        "time": time_is_up(heat, event["stamp"]["elapsed"]),
        "settled": _is_settled(to, heat),
        "agreed": to.terms["format"]["disposition"] == "cash" and _all_agree(to, heat),
    }
    to.must(grounds.get(event["ground"], False), "order", "a heat ended before its end")
    heat.over = True


def _all_agree(to: Followed, heat: Heat) -> bool:
    return set(to.live(heat)) <= set(to.command.get("players", ()))


def _is_settled(to: Followed, heat: Heat) -> bool:
    """Any bank can still overtake any other: it is known who goes on when no more than those are left."""
    form, live = to.terms["format"], len(to.live(heat))
    plan = form["rounds"][to.round - 1]
    if heat.again:
        return bool(live <= form["repechage_places"])
    if plan["progress"] in ("all", "end", "top-of-table"):
        return bool(live <= {"all": 0, "end": 1}.get(plan["progress"], plan["places"]))
    seats = sum(len(one.players) for one in to.heats)
    places = seats - plan["places"] if plan["progress"] == "all-but-lowest" else plan["places"]
    return bool(sum(len(to.live(one)) for one in to.heats) <= places)


def _penalised(to: Followed, event: Event) -> None:
    costs = {one["name"]: one["chips"] for one in to.terms["conduct"]["penalties"]}
    one = to.entrants[event["player"]]
    there = one["status"] in ("entered", "playing") and not to.ranked
    to.must(there, "order", f"{event['player']} is not in play")
    bank = one["bank"]
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
        to.between_spins(player, "playing")
        to.must(not recounts.enough(to, player), "progress", f"{player} is out with a bank that goes on")
        return 0, []
    to.must(how in FATES and (how != "retired" or not to.ranked), "order", f"{player} is not in play")
    to.between_spins(player, "entered", "playing")
    fate, bank = conduct[FATES[how]], one["bank"]
    heat = to.heat_of(player)
    others = [name for name in to.live(heat) if name != player] if heat else []
    if fate != "shared-at-table" or not others:
        return 0 if fate == "counted" else bank, []
    each = bank // (to.terms["wagers"]["unit"] * len(others)) * to.terms["wagers"]["unit"]
    return bank, [[name, each] for name in others if each]


def _absent(to: Followed, event: Event) -> None:
    to.entrants[event["player"]]["present"] = event["type"] == "entrant-returned"
    to.entrants[event["player"]]["late"] = event.get("late", False)


def _featured(to: Followed, event: Event) -> None:
    wagers, name, player = to.terms["wagers"], event["feature"], event["player"]
    offered = wagers["features"] if wagers.get("features_offered") else []
    plan = next((one for one in offered if one["name"] == name), None)
    if plan is None or plan["chips"] != event["chips"]:
        raise Wrong("conduct", "a feature is not one of the terms")
    heat, used = to.heat_of(player), to.entrants[player]["features"]
    used[name] = used.get(name, 0) + 1
    fits = heat is not None and to.phase(heat) == "waiting" and player in to.live(heat)
    to.must(fits and used[name] <= plan["times"], "limits", "a feature is used up, or out of place")
    to.give(player, event["chips"])


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
    lying = any(table.round for table in to.games.values())
    back = all(one["refunded"] for one in to.entrants.values() if one["status"] not in GONE)
    to.must(back and not lying, "money", "a tournament is called off before everything is given back")
    to.over = True


def _disputed(to: Followed, event: Event) -> None:
    if event["type"] == "tournament-dispute-raised":
        to.disputes.add(event["command"])
    else:
        to.must(event["dispute"] in to.disputes, "order", "a dispute is decided that is not open")
        to.disputes.discard(event["dispute"])
    to.report.count("noted")


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
    "tournament-dispute-raised": _disputed,
    "tournament-dispute-decided": _disputed,
    "feature-used": _featured,
    "chips-put-away": _put_away,
    "tournament-finished": _finished,
    **contests.HOW,
    **progress.HOW,
    **purses.HOW,
    **recounts.HOW,
}
