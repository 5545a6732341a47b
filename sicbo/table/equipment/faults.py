"""Faults: what does not work, who must be notified of it, and when play may go on."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, assert_never

from msgspec.structs import replace

from sicbo.errors import Refusal
from sicbo.game.policies import (
    Ground,
    Lights,
    Step,
)
from sicbo.game.ranks import Act
from sicbo.game.rulebook.rules import Irregularity, Power
from sicbo.table.messages.base import Command
from sicbo.table.messages.events import AnyEvent
from sicbo.table.messages.faults import (
    FaultRectified,
    FaultReported,
    NotifyPerson,
    PersonNotified,
    RectifyFault,
    ReportFault,
)
from sicbo.table.open_items import Fault, facts, happened
from sicbo.table.round.super_streak import on_lights
from sicbo.table.state import Table

Events = tuple[AnyEvent, ...]
LIGHTS = ("lights-dark", "lights-wrong")
CUTS = ("power", "terminals")
KINDS = (*LIGHTS, "display-wrong", "equipment", "tumbler", "dice", *CUTS)
PEOPLE = ("manager", "inspector", "surveillance")
KIND_OF = {
    Ground.TUMBLER_FAULT: "tumbler",
    Ground.TUMBLER_BROKEN: "tumbler",
    Ground.DICE_BROKEN: "dice",
    Ground.DICE_DAMAGED: "dice",
    Ground.EQUIPMENT: "equipment",
    Ground.INTERRUPTED: "power",
}


@dataclass(frozen=True, slots=True)
class Terms:
    """A rulebook's terms for a kind of fault; with `always`, play stops even if it is mended at once."""

    clause: str
    tell: str | None = None
    stops: bool = False
    halts: bool = False
    always: bool = False


def report(table: Table, command: ReportFault) -> Events | Refusal:
    """Record a fault, with this rulebook's terms for it."""
    if command.fault not in KINDS:
        clause = resume_power(table).clause
        return Refusal(clause, f"{command.fault} is no kind of fault: say one of {', '.join(KINDS)}.")
    terms = terms_of(table, command.fault)
    if command.fault in table.faults and not _further(table, command):
        return Refusal(terms.clause, f"That is on record already ({command.fault}): have it put right.")
    ends = on_lights(table, command) if command.fault in LIGHTS else ()
    return (reported(table, command, terms, command.fault, mended=command.mended), *ends)


def _further(table: Table, command: ReportFault) -> bool:
    """Return whether more terminals are cut off than those on record."""
    known = table.faults[command.fault].players
    return command.fault == "terminals" and any(player not in known for player in command.players)


def reported(
    table: Table, command: Command, terms: Terms, kind: str, *, mended: bool = False
) -> FaultReported:
    """Build the event that reports a fault."""
    told = isinstance(command, ReportFault)
    return FaultReported(
        **facts(command, terms.clause),
        fault=kind,
        round=table.round.number if table.round else None,
        note=command.note if isinstance(command, ReportFault) else "",
        mended=mended,
        tell=terms.tell,
        stops=terms.stops and (terms.always or not mended),
        halts=terms.halts,
        void_due=_void_due(table, kind) if told else None,
        players=command.players if isinstance(command, ReportFault) else (),
    )


def terms_of(table: Table, kind: str) -> Terms:
    """Return who must be notified of a fault of this kind, and whether it stops play."""
    faults, resume = table.rules.faults, resume_power(table)
    if kind in LIGHTS:
        return _by_lights(table)
    if kind == "display-wrong" and faults.display.choice.is_without_effect:
        return Terms(faults.display.clause)
    if kind in CUTS and faults.interruption.choice.is_provided:
        clauses = faults.interruption.clause.split(", ")  # rounds first, terminals last
        return Terms(clauses[-1 if kind == "terminals" else 0], stops=kind == "power")
    if faults.malfunction.choice.stops_play:
        return Terms(faults.malfunction.clause, "manager", stops=True, halts=kind != "display-wrong")
    item = irregularity(table, kind)
    if item is None:
        return Terms(resume.clause)
    stops = item.afterwards.waits_for_repair
    return Terms(item.clause, stops=stops, halts=stops)


def _by_lights(table: Table) -> Terms:
    ruling = table.rules.faults.lights
    match ruling.choice:
        case Lights.DICE_DECIDE:
            return Terms(ruling.clause, "manager", stops=True)
        case Lights.DICE_DECIDE_AND_STOP:
            return Terms(ruling.clause, "inspector", stops=True, always=True)
        case Lights.RESULT_STANDS | Lights.INFORMATION_ONLY:
            return Terms(ruling.clause)
        case _:
            assert_never(ruling.choice)


def irregularity(table: Table, kind: str) -> Irregularity | None:
    """Return the first irregularity by which such a fault leaves a round without a result."""
    found = (item for item in table.rules.irregularities if KIND_OF.get(item.ground) == kind)
    return next(found, None)


def _void_due(table: Table, kind: str) -> str | None:
    """Return the ground on which the round in play must be void now, or None if it need not be."""
    item = irregularity(table, kind)
    if table.round is None or item is None or not _compels(table, item.ground):
        return None
    return item.ground.name if item.demand.is_mandatory else None


def _compels(table: Table, ground: Ground) -> bool:
    faults = table.rules.faults
    assert table.round is not None
    match ground:
        case Ground.TUMBLER_FAULT:
            running = table.has_done(Step.SPIN) and table.round.dice is None
            return running and faults.tumbler_fault.choice.is_mandatory
        case Ground.INTERRUPTED:
            return faults.interruption.choice.needs_outcome and not established(table)
        case Ground.DICE_BROKEN | Ground.DICE_DAMAGED:
            called = faults.damaged_dice.choice.ends_at_call and table.has_done(Step.CALL)
            return not called
        case (
            Ground.NOT_FLAT
            | Ground.EXPOSED_EARLY
            | Ground.TOO_FEW_TUMBLES
            | Ground.NOT_ACTIVATED
            | Ground.BUTTON_NOT_PRESSED
            | Ground.TUMBLER_BROKEN
            | Ground.EQUIPMENT
            | Ground.DISRUPTION
            | Ground.FRAUD
            | Ground.IMPRACTICAL
        ):
            return False
        case _:
            assert_never(ground)


def established(table: Table) -> bool:
    """Return whether the round in play has an outcome: some bet has won or lost."""
    at_rest = table.rules.faults.established.choice.is_at_rest
    return table.has_done(Step.SPIN if at_rest else Step.UNCOVER)


def notify(table: Table, command: NotifyPerson) -> Events | Refusal:
    """Record that a person was notified of a fault."""
    fault = table.faults.get(command.fault)
    if fault is None:
        return _no_such(table, command.fault)
    if command.whom not in PEOPLE or not command.name:
        return Refusal(fault.clause, f"Say by name who was told: {', '.join(PEOPLE)}.")
    if command.whom in fault.told:
        return Refusal(fault.clause, f"The {command.whom} was told of {fault.kind}: record nothing more.")
    told = happened(PersonNotified, command, fault.clause)
    return (told,)


def rectify(table: Table, command: RectifyFault) -> Events | Refusal:
    """Record a fault as repaired, once the person who must be notified has been."""
    fault = table.faults.get(command.fault)
    if fault is None:
        return _no_such(table, command.fault)
    if _untold(fault):
        return Refusal(fault.clause, f"Tell the {fault.tell} of it first and record that: {fault.kind}.")
    clause = resume_power(table).clause
    return (happened(FaultRectified, command, clause),)


def stopped(table: Table) -> Refusal | None:
    """Return why play has to wait, and what is missing, or None if it may go on."""
    if not table.faults:
        return None
    power = resume_power(table)
    for kind, fault in sorted(table.faults.items()):
        if fault.stops and (table.round is None or (fault.halts and table.round.dice is None)):
            title = table.rules.title(power.rank)
            says = f"Play waits for a fault ({kind}): let this rank or above record it mended: {title}."
            if _untold(fault):
                says = (
                    f"Play waits for a fault ({kind}): tell the {fault.tell}, "
                    f"then let this rank or above record it mended: {title}."
                )
            return Refusal(power.clause, says)
    return None


def cut_off(table: Table, player: str) -> Refusal | None:
    """Return why a player's terminal takes no slip now; the player keeps what is not registered."""
    if power := table.faults.get("power"):
        return Refusal(power.clause, "Play was interrupted: wait until staff resume or void the round.")
    fault = table.faults.get("terminals")
    if fault is None or fault.mended or player not in fault.players:
        return None
    return Refusal(
        fault.clause, "This terminal is cut off: wait until it is mended; what is registered plays."
    )


def _untold(fault: Fault) -> bool:
    return fault.tell is not None and fault.tell not in fault.told


def _no_such(table: Table, kind: str) -> Refusal:
    known = ", ".join(sorted(table.faults)) or "none"
    return Refusal(resume_power(table).clause, f"No fault {kind} is on record: name one that is ({known}).")


def resume_power(table: Table) -> Power:
    """Who lets play go on after a fault, by which clause."""
    power = table.rules.power(Act.RESUME_AFTER_FAULT)
    assert power is not None
    return power


def _reported(table: Table, event: FaultReported) -> Table:
    if table.round and event.void_due:
        table = replace(table, round=replace(table.round, void_due=event.void_due))
    before = table.faults.get(event.fault)
    fault = Fault(
        event.fault,
        event.clause,
        event.tell,
        before.told if before else (),
        event.mended,
        event.stops,
        event.halts,
        tuple(dict.fromkeys((*(before.players if before else ()), *event.players))),
    )
    over = event.mended and not event.stops and not _untold(fault)
    return table if over else replace(table, faults=table.faults.set(event.fault, fault))


def _notified(table: Table, event: PersonNotified) -> Table:
    fault = table.faults[event.fault]
    fault = replace(fault, told=(*fault.told, event.whom))
    over = fault.mended and not fault.stops and not _untold(fault)
    faults = table.faults.delete(event.fault) if over else table.faults.set(event.fault, fault)
    return replace(table, faults=faults)


def _rectified(table: Table, event: FaultRectified) -> Table:
    return replace(table, faults=table.faults.delete(event.fault))


HOW: dict[type[Any], Callable[[Table, Any], Events | Refusal]] = {
    ReportFault: report,
    NotifyPerson: notify,
    RectifyFault: rectify,
}
NEEDS: dict[type[Any], Act] = {
    ReportFault: Act.DEAL,
    NotifyPerson: Act.DEAL,
    RectifyFault: Act.RESUME_AFTER_FAULT,
}
EVOLVES: dict[type[Any], Callable[[Table, Any], Table]] = {
    FaultReported: _reported,
    PersonNotified: _notified,
    FaultRectified: _rectified,
}
