"""Faults, seats, offences, sanctions and disputes: what stands on record and what may follow from it."""

from typing import Any, NamedTuple

from sicbo.verify.report import Listed
from sicbo.verify.rules import roll_of
from sicbo.verify.state import Fault, Table

Event = dict[str, Any]
LIGHTS, CUTS = ("lights-dark", "lights-wrong"), ("power", "terminals")
KIND_OF = {
    "tumbler-fault": "tumbler",
    "tumbler-broken": "tumbler",
    "dice-broken": "dice",
    "dice-damaged": "dice",
    "equipment": "equipment",
    "interrupted": "power",
}
KINDS = (*LIGHTS, *CUTS, "display-wrong", "equipment", "tumbler", "dice")
SANCTIONS = {
    "void-players-wagers": "void-offenders-wagers",
    "exclude-from-game": "exclude-from-game",
    "exclude-from-casino": "exclude-from-casino",
    "refer": "refer",
    "detain": "detain",
    "withhold-winnings": "withhold-winnings",
}
MATTERS = {"dispute": "decide-dispute", "unforeseen": "resolve-unforeseen", "promotion": "promotion"}
"""Which power decides on what was raised."""


class Terms(NamedTuple):
    """What follows from a fault: by which clause, who hears of it, whether the next round waits or this one.

    Where it waits `always`, mending the fault at once does not help.
    """

    clause: str
    tell: str | None = None
    stops: bool = False
    halts: bool = False
    always: bool = False


def reported(table: Table, command: Event, event: Event) -> None:
    """A fault is on record, with what the rulebook makes of it."""
    kind, by_report = event["fault"], command["type"] == "report-fault"
    terms = _terms(table, kind)
    if command["type"] == "declare-void":
        terms = terms._replace(stops=True, halts=True)
    own: Event = {
        "tell": terms.tell,
        "stops": terms.stops and (terms.always or not event["mended"]),
        "halts": terms.halts,
        "void_due": _void_due(table, kind) if by_report else None,
        "round": table.began,
    }
    if not by_report:
        kind_of_it = "lights-wrong" if command["type"] == "correct-result" else KIND_OF.get(command["ground"])
        own |= {"fault": kind_of_it, "note": "", "mended": False, "players": []}
    told = {name: event[name] for name in own}
    table.must(kind in KINDS and own == told, "fault", f"the rulebook makes {own} of it, on record is {told}")
    before = table.faults.get(kind)
    known = before.players if before else ()
    if by_report:
        further = kind == "terminals" and any(player not in known for player in event["players"])
        table.must(before is None or further, "fault", "that fault is on record already")
    if table.round is not None and event["void_due"]:
        table.round.void_due = event["void_due"]
    fault = Fault(
        event["tell"],
        before.told if before else (),
        event["mended"],
        event["stops"],
        event["halts"],
        tuple(dict.fromkeys((*known, *event["players"]))),
    )
    _keep(table, kind, fault)


def _keep(table: Table, kind: str, fault: Fault) -> None:
    """A fault that is mended, stops nothing and of which everybody heard is over."""
    if fault.mended and not fault.stops and (fault.tell is None or fault.tell in fault.told):
        table.faults.pop(kind, None)
    else:
        table.faults[kind] = fault


def clause_of_fault(table: Table, kind: str) -> str:
    """The clause that says what a fault leads to."""
    return _terms(table, kind).clause


def _terms(table: Table, kind: str) -> Terms:
    """What the rulebook makes of a kind of fault."""
    choice, clause = table.law.choice, table.law.clause
    lights, display, cut = (choice[f"faults.{name}"] for name in ("lights", "display", "interruption"))
    if kind in LIGHTS:
        stops = lights == "dice-decide-and-stop"
        tell = "inspector" if stops else "manager" if lights == "dice-decide" else None
        return Terms(clause["faults.lights"], tell, stops=tell is not None, always=stops)
    if kind == "display-wrong" and display in ("information", "disregarded"):
        return Terms(clause["faults.display"])
    if kind in CUTS and cut != "not-provided":
        ruled_by = clause["faults.interruption"].split(", ")
        on_rounds, on_terminals = ruled_by[0], ruled_by[-1]
        return Terms(on_rounds, stops=True) if kind == "power" else Terms(on_terminals)
    if choice["faults.malfunction"] == "stops-play":
        return Terms(clause["faults.malfunction"], "manager", stops=True, halts=kind != "display-wrong")
    ground = next((one for name, one in table.law.grounds.items() if KIND_OF.get(name) == kind), None)
    if ground is None:
        return Terms(table.law.powers["resume-after-fault"].clause)
    return Terms(ground.clause, stops=ground.repairs, halts=ground.repairs)


def _void_due(table: Table, kind: str) -> str | None:
    """The ground on which the round in play can only be void now, as the journal writes it."""
    law, played = table.law, table.round
    name = next((name for name in law.grounds if KIND_OF.get(name) == kind), None)
    if played is None or name is None or law.grounds[name].may:
        return None
    choice, steps = law.choice, played.steps
    running = "spin" in steps and played.dice is None
    rests = "spin" if choice["faults.established"] == "at-rest" else "uncover"
    damaged = not (choice["faults.damaged_dice"] == "until-called" and "call" in steps)
    compels = {
        "tumbler-fault": running and choice["faults.tumbler_fault"] == "must",
        "interrupted": choice["faults.interruption"] == "by-outcome" and rests not in steps,
        "dice-broken": damaged,
        "dice-damaged": damaged,
    }
    return name.upper().replace("-", "_") if compels.get(name) else None


def notified(table: Table, command: Event, event: Event) -> None:
    """Somebody was told of a fault."""
    fault = table.faults.get(event["fault"])
    if fault is None:
        table.wrong("fault", "somebody is told of a fault that is not on record")
        return
    whom = event["whom"]
    fresh = whom in ("manager", "inspector", "surveillance") and whom not in fault.told and event["name"]
    table.must(fresh, "fault", f"{whom} is no one to be told, or was told before")
    _keep(table, event["fault"], fault._replace(told=(*fault.told, whom)))


def rectified(table: Table, command: Event, event: Event) -> None:
    """A fault is put right, once everybody heard of it who has to."""
    fault = table.faults.pop(event["fault"], None)
    told = fault is not None and (fault.tell is None or fault.tell in fault.told)
    table.must(told, "fault", "a fault is put right that is not on record, or of which nobody was told")


def idle_directed(table: Table, command: Event, event: Event) -> None:
    """Spins without wagers, where the rulebook provides for them."""
    provided = table.law.choice["round.idle"] != "not-provided"
    table.must(
        provided and table.sign and table.round is None and not table.idle, "order", "spins without wagers"
    )
    table.idle = True
    table.lay_out()
    table.must(event["last"] == table.stages[-1].step, "order", f"the last step is {table.stages[-1].step}")


def idle_stopped(table: Table, command: Event, event: Event) -> None:
    """Rounds are ordinary ones again."""
    table.must(table.idle, "order", "no spins without wagers were directed")
    table.idle = False
    table.lay_out()


def designated(table: Table, command: Event, event: Event) -> None:
    """A tournament has the table, between two rounds, where the rulebook knows tournaments."""
    free = table.law.exclusive is not None and table.round is None and not table.designated
    table.must(free and event["tournament"], "order", "the table is not free to be a tournament's")
    table.designated = event["tournament"]


def released(table: Table, command: Event, event: Event) -> None:
    """The table is open to other play again."""
    table.must(table.designated, "order", "no tournament had the table")
    table.designated = ""


def practised(table: Table, command: Event, event: Event) -> None:
    """A spin for practice between two rounds."""
    roll_of(event["dice"])
    table.must(table.round is None, "order", "practice within a round")


def seat_taken(table: Table, command: Event, event: Event) -> None:
    """A player sat down where nobody sits."""
    player, seat = event["player"], event["seat"]
    free = seat not in [taken for taken, _ in table.seated.values()] and player not in table.seated
    table.must(free and 1 <= seat <= table.seats, "seat", f"seat {seat} is not free")
    table.seated[player] = (seat, -1 if table.round else 0)


def seat_left(table: Table, command: Event, event: Event) -> None:
    """A seat is free again; who has to go has not wagered for long enough at a full table."""
    player = event["player"]
    if player not in table.seated:
        table.wrong("seat", f"{player} has no seat")
        return
    _, without = table.seated[player]
    table.must(
        event["required"] == (command["type"] == "require-to-vacate"), "seat", "who wanted it is unclear"
    )
    if event["required"]:
        rounds = table.law.choice.get("conduct.idle_rounds_before_vacating")
        full = len(table.seated) >= table.seats
        lawful = rounds is not None and full and without >= rounds
        table.must(lawful, "seat", f"{player} need not make room")
    del table.seated[player]


def offence(table: Table, command: Event, event: Event) -> None:
    """Forbidden conduct is on record."""
    unless = table.law.forbidden.get(event["offence"])
    table.must(unless is not None and event["note"], "sanction", f"{event['offence']} is not forbidden here")
    excused = command["excuse"] and unless != "never" and command["excuse"] == unless
    table.must(not excused, "sanction", "what makes it lawful was the case")
    table.offences.setdefault(event["player"], set()).add(event["offence"])


def sanctioned(table: Table, command: Event, event: Event) -> None:
    """A sanction that the rulebook gives for an offence on record."""
    player, act = event["player"], event["sanction"]
    table.must(SANCTIONS.get(command["type"]) == act, "sanction", f"{command['type']} leads to {act}")
    offences, power = table.offences.get(player, set()), table.law.powers.get(act)
    marks = table.sanctions.setdefault(player, set())
    lawful = bool(offences) and power is not None and (power.only is None or power.only in offences)
    combine = table.law.choice["conduct.sanctions"]
    one_only = combine == "one" and bool(marks)
    apart = combine == "together" and act == "void-offenders-wagers" and "exclude-from-game" not in marks
    lawful = lawful and not one_only and not apart
    if act == "detain":
        lawful = lawful and _may_be_detained(table, command, event)
    else:
        table.must(_refers(command, event), "sanction", f"{act} has another reference than it needs")
    table.must(lawful, "sanction", f"{act} falls on {player} without ground")
    table.must(event["note"], "reason", "a sanction has no reason")
    stamp = command["stamp"]
    said = Listed(
        table.number, f"{act}, {player}", stamp["by"], stamp["rank"], event["clause"], event["note"]
    )
    table.report.note("sanctions", said)
    marks.add(act)
    if act.startswith("exclude-from-"):
        table.seated.pop(player, None)


def _refers(command: Event, event: Event) -> bool:
    """Whether a sanction refers to what it has to: an order, the police or an inspector, or to nothing."""
    act, reference = event["sanction"], event["reference"]
    if act == "refer":
        return reference in ("inspector", "police") and bool(reference == command["to"])
    if act == "exclude-from-casino":
        return bool(reference)
    return not reference


def _may_be_detained(table: Table, command: Event, event: Event) -> bool:
    """Whether a place and a suspicion that the rulebook lists are named, and a device is on record."""
    player, suspicion = event["player"], command["statute"] or "device"
    listed = suspicion in table.law.choice.get("conduct.detention", ())
    said = command["place"] and event["reference"] == f"{command['place']}, {suspicion}"
    found = suspicion != "device" or "device" in table.offences.get(player, ())
    return bool(listed and said and found) and "detain" not in table.sanctions[player]


def detention_ended(table: Table, command: Event, event: Event) -> None:
    """The police arrived, or a reason is on record why nobody waits for them."""
    marks = table.sanctions.get(event["player"], set())
    table.must("detain" in marks, "sanction", f"{event['player']} is not detained")
    table.must(event["name"] or event["note"], "reason", "a detention ends without police or reason")
    marks.discard("detain")


def lifted(table: Table, command: Event, event: Event) -> None:
    """A player may take part again."""
    marks = table.sanctions.get(event["player"], set())
    table.must("exclude-from-game" in marks, "sanction", "no exclusion stands")
    marks.discard("exclude-from-game")


def withheld(table: Table, command: Event, event: Event) -> None:
    """Winnings go into suspense, once: just what was paid to somebody whose winnings are held back."""
    player, played = event["player"], table.played(event["round"])
    won = sum(line["winnings"] for line in played.paid.get(player, ())) if played else 0
    waits = played is not None and table.holds_back(player, played)
    table.must(waits and event["cents"] == won > 0, "sanction", f"{player} won {won} cents in that round")
    if played is not None:
        table.must(player not in played.withheld, "sanction", f"what {player} won is held back twice")
        played.withheld[player] = event["cents"]
    key = (player, table.law.money)
    table.take_back(*key, event["cents"])
    table.suspense[key] = table.suspense.get(key, 0) + event["cents"]


def freed(table: Table, command: Event, event: Event) -> None:
    """What was held back of a round comes out of suspense or from the house, before it is taken back."""
    player, played = event["player"], table.played(event["round"])
    key = (player, table.law.money)
    held = played.withheld.pop(player, 0) if played else 0
    released = played.released.get(player) if played else None
    table.must(
        event["cents"] == held > 0 and not released,
        "correction",
        f"{held} cents of {player} are held back of that round",
    )
    kept = released is False
    table.must(event["kept"] == kept, "correction", "winnings come back from where they are not")
    table.give(*key, event["cents"])
    if event["kept"]:
        return
    left = table.suspense.pop(key, event["cents"]) - event["cents"]
    if left > 0:
        table.suspense[key] = left


def determined(table: Table, command: Event, event: Event) -> None:
    """What was held back goes to the player or to the house."""
    player = event["player"]
    held = sorted([kind, cents] for (who, kind), cents in table.suspense.items() if who == player)
    table.must(held and held == event["held"], "sanction", "not what was held back is determined")
    table.must(
        event["released"] == command["release"] and event["note"], "reason", "the determination is unclear"
    )
    for kind, cents in event["held"]:
        table.suspense.pop((player, kind), None)
        if event["released"]:
            table.give(player, kind, cents)
    for played in (table.round, table.last, *table.past):
        if played is not None and player in played.withheld:
            played.released.setdefault(player, event["released"])
            (played.doubted.discard if played.released[player] else played.doubted.add)(player)
    table.sanctions.get(player, set()).discard("withhold-winnings")


def raised(table: Table, command: Event, event: Event) -> None:
    """A dispute is open under the id of its command."""
    played = table.round or table.last
    table.must(event["round"] == (played.number if played else None), "dispute", "it names another round")
    decided_here = MATTERS.get(event["matter"]) in table.law.powers
    table.must(decided_here and event["about"], "dispute", "nobody here decides on such a matter")
    table.disputes[event["command"]] = {"kind": event["matter"], "by": None, "review": False}
    table.report.count("disputes")


def decided(table: Table, command: Event, event: Event) -> None:
    """A dispute was decided by the rank for it; who is not satisfied heard of the inspector."""
    law, stamp = table.law, command["stamp"]
    dispute = table.disputes.get(event["dispute"])
    review = command["type"] == "review-dispute"
    if dispute is None or event["review"] != review or dispute["review"] != review:
        table.wrong("dispute", "no such dispute waits for that decision")
        return
    power = law.powers.get("review-dispute" if review else MATTERS.get(dispute["kind"], ""))
    rank = stamp["rank"]
    may = power is not None and rank is not None and rank >= power.rank
    table.must(may, "power", "a dispute is decided without the rank for it")
    table.must(
        not review or stamp["by"] != dispute["by"], "second person", "a decision is reviewed by its author"
    )
    table.must(event["decision"], "reason", "a dispute ends without a decision")
    told = event["satisfied"] or event["told_of_inspector"]
    table.must(
        told or law.choice["conduct.disputes"] != "inspector", "dispute", "nobody spoke of the inspector"
    )
    reviewed = law.choice["conduct.disputes"] == "commission" or "review-dispute" in law.powers
    final = review or event["satisfied"] or dispute["kind"] == "promotion" or not reviewed
    table.must(event["final"] == final, "dispute", "whether it is final is not as ruled")
    if event["final"]:
        del table.disputes[event["dispute"]]
    else:
        dispute["by"] = stamp["by"]


def review_requested(table: Table, command: Event, event: Event) -> None:
    """A review was asked for, of a decided dispute, once."""
    dispute = table.disputes.get(event["dispute"])
    ready = dispute is not None and dispute["by"] is not None and not dispute["review"]
    table.must(ready, "dispute", "there is no decision to review")
    leaves = table.law.choice["conduct.disputes"] == "commission"
    power = table.law.powers.get("review-dispute")
    reviewer = "commission" if leaves else table.law.title(power.rank) if power else ""
    same = event["leaves"] == leaves and event["reviewer"] == reviewer
    table.must(same and reviewer, "dispute", "who reviews is not as ruled")
    if dispute is not None:
        dispute["review"] = True
        if leaves:
            del table.disputes[event["dispute"]]
