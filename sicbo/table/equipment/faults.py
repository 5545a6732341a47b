"""Faults: what does not work, who must be notified of it, and when play may go on."""

from dataclasses import dataclass
from typing import assert_never

from sicbo.errors import Refusal
from sicbo.game.policies import (
    Ground,
    LightFault,
    Step,
)
from sicbo.game.ranks import Act
from sicbo.game.rulebook.rules import Irregularity, Power
from sicbo.i18n import Message, message
from sicbo.machine.ledger import no_transfers
from sicbo.machine.log_kind import Audience, Effect, Rule
from sicbo.machine.messages import Command, Event, event_fields, event_from_command
from sicbo.machine.structs import replace
from sicbo.table.messages.faults import (
    FaultRectified,
    FaultReported,
    NotifyPerson,
    PersonNotified,
    RectifyFault,
    ReportFault,
)
from sicbo.table.open_items import Fault
from sicbo.table.round.super_streak import end_by_light_fault
from sicbo.table.state import TableState

Events = tuple[Event, ...]
LIGHT_FAULTS = ("lights-dark", "lights-wrong")
CUT_FAULTS = ("power", "terminals")
FAULT_KINDS = (*LIGHT_FAULTS, "display-wrong", "equipment", "tumbler", "dice", *CUT_FAULTS)
NOTIFIABLE_PEOPLE = ("manager", "inspector", "surveillance")
FAULT_KIND_OF_GROUND = {
    Ground.TUMBLER_FAULT: "tumbler",
    Ground.TUMBLER_BROKEN: "tumbler",
    Ground.DICE_BROKEN: "dice",
    Ground.DICE_DAMAGED: "dice",
    Ground.EQUIPMENT: "equipment",
    Ground.INTERRUPTED: "power",
}


@dataclass(frozen=True, slots=True)
class FaultTerms:
    """A rulebook's terms for a kind of fault; with `always`, play stops even if it is mended at once."""

    clause: str
    tell: str | None = None
    stops: bool = False
    halts: bool = False
    always: bool = False


def report_fault(table: TableState, command: ReportFault) -> Events | Refusal:
    """Record a fault, with this rulebook's terms for it."""
    if command.fault not in FAULT_KINDS:
        clause = resume_power(table).clause
        return Refusal(clause, message("faults.unknown-kind", known=FAULT_KINDS))
    terms = fault_terms(table, command.fault)
    if command.fault in table.faults and not _cuts_off_more_terminals(table, command):
        return Refusal(terms.clause, message("faults.already-reported", fault=command.fault))
    ends = end_by_light_fault(table, command) if command.fault in LIGHT_FAULTS else ()
    return (fault_reported_event(table, command, terms, command.fault, mended=command.mended), *ends)


def _cuts_off_more_terminals(table: TableState, command: ReportFault) -> bool:
    """Return whether more terminals are cut off than those on record."""
    known = table.faults[command.fault].players
    return command.fault == "terminals" and any(player not in known for player in command.players)


def fault_reported_event(
    table: TableState, command: Command, terms: FaultTerms, kind: str, *, mended: bool = False
) -> FaultReported:
    """Build the event that reports a fault."""
    by_report = isinstance(command, ReportFault)
    return FaultReported(
        **event_fields(command, terms.clause),
        fault=kind,
        round=table.round.number if table.round else None,
        note=command.note if isinstance(command, ReportFault) else "",
        mended=mended,
        tell=terms.tell,
        stops=terms.stops and (terms.always or not mended),
        halts=terms.halts,
        void_due=_void_due(table, kind) if by_report else None,
        players=command.players if isinstance(command, ReportFault) else (),
    )


def fault_terms(table: TableState, kind: str) -> FaultTerms:
    """Return who must be notified of a fault of this kind, and whether it stops play."""
    faults, resume = table.rules.faults, resume_power(table)
    if kind in LIGHT_FAULTS:
        return _light_fault_terms(table)
    if kind == "display-wrong" and faults.display.choice.is_without_effect:
        return FaultTerms(faults.display.clause)
    if kind in CUT_FAULTS and faults.interruption.choice.is_provided:
        clauses = faults.interruption.clause.split(", ")  # rounds first, terminals last
        return FaultTerms(clauses[-1 if kind == "terminals" else 0], stops=kind == "power")
    if faults.malfunction.choice.stops_play:
        return FaultTerms(faults.malfunction.clause, "manager", stops=True, halts=kind != "display-wrong")
    item = irregularity_for_fault(table, kind)
    if item is None:
        return FaultTerms(resume.clause)
    stops = item.afterwards.waits_for_repair
    return FaultTerms(item.clause, stops=stops, halts=stops)


def _light_fault_terms(table: TableState) -> FaultTerms:
    ruling = table.rules.faults.lights
    match ruling.choice:
        case LightFault.DICE_DECIDE:
            return FaultTerms(ruling.clause, "manager", stops=True)
        case LightFault.DICE_DECIDE_AND_STOP:
            return FaultTerms(ruling.clause, "inspector", stops=True, always=True)
        case LightFault.RESULT_STANDS | LightFault.INFORMATION_ONLY:
            return FaultTerms(ruling.clause)
        case _:
            assert_never(ruling.choice)


def irregularity_for_fault(table: TableState, kind: str) -> Irregularity | None:
    """Return the first irregularity by which such a fault leaves a round without a result."""
    matches = (item for item in table.rules.irregularities if FAULT_KIND_OF_GROUND.get(item.ground) == kind)
    return next(matches, None)


def _void_due(table: TableState, kind: str) -> str | None:
    """Return the ground on which the round in play must be void now, or None if it need not be."""
    item = irregularity_for_fault(table, kind)
    if table.round is None or item is None or not _forces_void(table, item.ground):
        return None
    return item.ground.name if item.demand.is_mandatory else None


def _forces_void(table: TableState, ground: Ground) -> bool:
    faults = table.rules.faults
    assert table.round is not None
    match ground:
        case Ground.TUMBLER_FAULT:
            running = table.has_done(Step.SPIN) and table.round.dice is None
            return running and faults.tumbler_fault.choice.is_mandatory
        case Ground.INTERRUPTED:
            return faults.interruption.choice.needs_outcome and not has_outcome(table)
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


def has_outcome(table: TableState) -> bool:
    """Return whether the round in play has an outcome: some bet has won or lost."""
    at_rest = table.rules.faults.established.choice.is_at_rest
    return table.has_done(Step.SPIN if at_rest else Step.UNCOVER)


def notify_person(table: TableState, command: NotifyPerson) -> Events | Refusal:
    """Record that a person was notified of a fault."""
    fault = table.faults.get(command.fault)
    if fault is None:
        return _unknown_fault(table, command.fault)
    if command.whom not in NOTIFIABLE_PEOPLE or not command.name:
        return Refusal(fault.clause, message("faults.person-missing", known=NOTIFIABLE_PEOPLE))
    if command.whom in fault.told:
        return Refusal(fault.clause, message("faults.already-told", whom=command.whom, fault=fault.kind))
    notified = event_from_command(PersonNotified, command, fault.clause)
    return (notified,)


def rectify_fault(table: TableState, command: RectifyFault) -> Events | Refusal:
    """Record a fault as repaired, once the person who must be notified has been."""
    fault = table.faults.get(command.fault)
    if fault is None:
        return _unknown_fault(table, command.fault)
    if _awaits_notification(fault):
        return Refusal(fault.clause, message("faults.tell-first", whom=fault.tell, fault=fault.kind))
    clause = resume_power(table).clause
    return (event_from_command(FaultRectified, command, clause),)


def refuse_if_play_stopped(table: TableState) -> Refusal | None:
    """Return why play has to wait, and what is missing, or None if it may go on."""
    if not table.faults:
        return None
    power = resume_power(table)
    for kind, fault in sorted(table.faults.items()):
        if fault.stops and (table.round is None or (fault.halts and table.round.dice is None)):
            whom = fault.tell if _awaits_notification(fault) else None
            title = table.rules.title(power.rank)
            return Refusal(power.clause, message("faults.play-stopped", fault=kind, whom=whom, title=title))
    return None


def refuse_if_cut_off(table: TableState, player: str) -> Refusal | None:
    """Return why a player's terminal takes no slip now; the player keeps what is not registered."""
    if power := table.faults.get("power"):
        return Refusal(power.clause, message("faults.play-interrupted"))
    fault = table.faults.get("terminals")
    if fault is None or fault.mended or player not in fault.players:
        return None
    return Refusal(fault.clause, message("faults.terminal-cut-off"))


def _awaits_notification(fault: Fault) -> bool:
    return fault.tell is not None and fault.tell not in fault.told


def _unknown_fault(table: TableState, kind: str) -> Refusal:
    says = message("faults.not-on-record", fault=kind, known=tuple(sorted(table.faults)))
    return Refusal(resume_power(table).clause, says)


def resume_power(table: TableState) -> Power:
    """Who lets play go on after a fault, by which clause."""
    power = table.rules.power(Act.RESUME_AFTER_FAULT)
    assert power is not None
    return power


def _apply_fault_reported(table: TableState, event: FaultReported) -> TableState:
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
    over = event.mended and not event.stops and not _awaits_notification(fault)
    return table if over else replace(table, faults=table.faults.set(event.fault, fault))


def _apply_person_notified(table: TableState, event: PersonNotified) -> TableState:
    fault = table.faults[event.fault]
    fault = replace(fault, told=(*fault.told, event.whom))
    over = fault.mended and not fault.stops and not _awaits_notification(fault)
    faults = table.faults.delete(event.fault) if over else table.faults.set(event.fault, fault)
    return replace(table, faults=faults)


def _apply_fault_rectified(table: TableState, event: FaultRectified) -> TableState:
    return replace(table, faults=table.faults.delete(event.fault))


def _describe_fault_reported(event: FaultReported) -> Message:
    details = (
        *((message("faults.mended-at-once"),) if event.mended else ()),
        *((message("faults.cut-off", players=event.players),) if event.players else ()),
        *((event.note,) if event.note else ()),
        *((message("faults.tell", whom=event.tell),) if event.tell else ()),
        *((message("faults.stops-play"),) if event.stops else ()),
    )
    return message("event.fault-reported", fault=event.fault, details=details)


RULES = (
    Rule(ReportFault, decide=report_fault, act=Act.DEAL),
    Rule(NotifyPerson, decide=notify_person, act=Act.DEAL),
    Rule(RectifyFault, decide=rectify_fault, act=Act.RESUME_AFTER_FAULT, signed=True),
)
EFFECTS = (
    Effect(
        FaultReported,
        apply=_apply_fault_reported,
        transfers=no_transfers,
        audience=Audience.EVERYONE,
        narrate=_describe_fault_reported,
    ),
    Effect(
        PersonNotified,
        apply=_apply_person_notified,
        transfers=no_transfers,
        audience=Audience.EVERYONE,
    ),
    Effect(
        FaultRectified,
        apply=_apply_fault_rectified,
        transfers=no_transfers,
        audience=Audience.EVERYONE,
    ),
)
