"""Faults: who must be told, whether play stops, and which terminals are cut off."""

from collections.abc import Iterator
from typing import NamedTuple

from sicbo.verify.decisions import Event, Order, OrderRow, event, refuse, refuse_if, repeated
from sicbo.verify.table.state import Fault, Table
from sicbo.verify.table.super_streak import end_by_light_fault

LIGHTS = ("lights-dark", "lights-wrong")
CUTS = ("power", "terminals")
KINDS = (*LIGHTS, "display-wrong", "equipment", "tumbler", "dice", *CUTS)
PEOPLE = ("manager", "inspector", "surveillance")
KIND_OF_GROUND = {
    "tumbler-fault": "tumbler",
    "tumbler-broken": "tumbler",
    "dice-broken": "dice",
    "dice-damaged": "dice",
    "equipment": "equipment",
    "interrupted": "power",
}
LIGHT_TERMS = {"dice-decide": ("manager", False), "dice-decide-and-stop": ("inspector", True)}


class Terms(NamedTuple):
    """What a rulebook says of a kind of fault; with `always`, play stops even if it is mended at once."""

    clause: str
    tell: str | None = None
    stops: bool = False
    halts: bool = False
    always: bool = False


def report_fault(table: Table, order: Order) -> Iterator[Event]:
    """Record a fault, with the rulebook's terms for it."""
    kind = order["fault"]
    refuse_if(kind not in KINDS, resume_clause(table))
    terms = fault_terms(table, kind)
    known = table.faults.get(kind)
    more = kind == "terminals" and known is not None and set(order["players"]) - set(known.players)
    refuse_if(known is not None and not more, terms.clause)
    yield fault_event(table, order, kind, terms)
    if kind in LIGHTS:
        yield from end_by_light_fault(table, order)


def fault_event(table: Table, order: Order, kind: str, terms: Terms) -> Event:
    """Return the report of a fault, by an order of its own or by another that leads to it."""
    own = order["type"] == "report-fault"
    mended = own and order["mended"]
    return event(
        order,
        "fault-reported",
        terms.clause,
        fault=kind,
        round=table.round.number if table.round else None,
        note=order["note"] if own else "",
        mended=mended,
        tell=terms.tell,
        stops=terms.stops and (terms.always or not mended),
        halts=terms.halts,
        void_due=_void_due(table, kind) if own else None,
        players=order["players"] if own else [],
    )


def fault_terms(table: Table, kind: str) -> Terms:
    """Return who must be told of a fault of this kind, and whether it stops play."""
    choice, clause = table.law.choice, table.law.clause
    if kind in LIGHTS:
        tell, always = LIGHT_TERMS.get(choice["faults.lights"], (None, False))
        return Terms(clause["faults.lights"], tell, stops=tell is not None, always=always)
    if kind == "display-wrong" and choice["faults.display"] in ("information", "disregarded"):
        return Terms(clause["faults.display"])
    if kind in CUTS and choice["faults.interruption"] != "not-provided":
        rounds, *terminals = clause["faults.interruption"].split(", ")
        return Terms((terminals or [rounds])[-1] if kind == "terminals" else rounds, stops=kind == "power")
    if choice["faults.malfunction"] == "stops-play":
        return Terms(clause["faults.malfunction"], "manager", stops=True, halts=kind != "display-wrong")
    found = _irregularity(table, kind)
    if found is None:
        return Terms(resume_clause(table))
    ground = table.law.grounds[found]
    return Terms(ground.clause, stops=ground.repairs, halts=ground.repairs)


def _irregularity(table: Table, kind: str) -> str | None:
    """Return the first ground by which such a fault leaves a round without a result."""
    return next((ground for ground in table.law.grounds if KIND_OF_GROUND.get(ground) == kind), None)


def _void_due(table: Table, kind: str) -> str | None:
    """Return the ground on which the round in play must be void now, or None if it need not be."""
    ground = _irregularity(table, kind)
    if table.round is None or ground is None or table.law.grounds[ground].may:
        return None
    return ground.replace("-", "_").upper() if _forces_void(table, ground) else None


def _forces_void(table: Table, ground: str) -> bool:
    choice = table.law.choice
    assert table.round is not None
    match ground:
        case "tumbler-fault":
            running = table.has_done("spin") and table.round.dice is None
            return running and choice["faults.tumbler_fault"] == "must"
        case "interrupted":
            return choice["faults.interruption"] == "by-outcome" and not has_outcome(table)
        case "dice-broken" | "dice-damaged":
            return not (choice["faults.damaged_dice"] == "until-called" and table.has_done("call"))
        case _:
            return False


def has_outcome(table: Table) -> bool:
    """Return whether the round in play has an outcome."""
    return table.has_done("spin" if table.law.choice["faults.established"] == "at-rest" else "uncover")


def notify_person(table: Table, order: Order) -> Iterator[Event]:
    """Record that a person was told of a fault."""
    fault = _fault_on_record(table, order)
    refuse_if(order["whom"] not in PEOPLE or not order["name"] or order["whom"] in fault.told, fault.clause)
    yield repeated(order, "person-notified", fault.clause)


def rectify_fault(table: Table, order: Order) -> Iterator[Event]:
    """Record a fault as repaired, once the person who must be told has been."""
    fault = _fault_on_record(table, order)
    refuse_if(fault.awaits_notification, fault.clause)
    yield repeated(order, "fault-rectified", resume_clause(table))


def _fault_on_record(table: Table, order: Order) -> Fault:
    return table.faults.get(order["fault"]) or refuse(resume_clause(table))


def resume_clause(table: Table) -> str:
    """Return the clause on who lets play go on after a fault."""
    return table.law.powers["resume-after-fault"].clause


def refuse_if_play_stopped(table: Table) -> None:
    """Refuse a step while a fault stops play."""
    for fault in table.faults.values():
        waits = table.round is None or (fault.halts and table.round.dice is None)
        refuse_if(fault.stops and waits, resume_clause(table))


def refuse_if_cut_off(table: Table, player: str) -> None:
    """Refuse a slip while play is interrupted, or from a terminal that is cut off."""
    if power := table.faults.get("power"):
        refuse(power.clause)
    fault = table.faults.get("terminals")
    if fault is not None and not fault.mended and player in fault.players:
        refuse(fault.clause)


def apply_fault(table: Table, event: Event) -> None:
    """Put a fault on record, unless it is over already."""
    if table.round is not None and event["void_due"]:
        table.round.void_due = event["void_due"]
    before = table.faults.get(event["fault"])
    told, players = (before.told, before.players) if before else ((), ())
    fields = {name: event[name] for name in ("clause", "tell", "mended", "stops", "halts")}
    fault = Fault(**fields, told=told, players=tuple(dict.fromkeys((*players, *event["players"]))))
    if not fault.is_over:
        table.faults[event["fault"]] = fault


def apply_notification(table: Table, event: Event) -> None:
    """Record who was told; the fault may be over with that."""
    fault = table.faults[event["fault"]]
    fault = fault._replace(told=(*fault.told, event["whom"]))
    table.faults[event["fault"]] = fault
    if fault.is_over:
        del table.faults[event["fault"]]


def apply_rectified(table: Table, event: Event) -> None:
    """Take a fault off the record."""
    del table.faults[event["fault"]]


ORDERS = {
    "report-fault": OrderRow(report_fault, "deal"),
    "notify-person": OrderRow(notify_person, "deal"),
    "rectify-fault": OrderRow(rectify_fault, "resume-after-fault"),
}
EFFECTS = {
    "fault-reported": apply_fault,
    "person-notified": apply_notification,
    "fault-rectified": apply_rectified,
}
