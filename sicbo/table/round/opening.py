"""Opening a table: the checklist and the readings that staff confirm, and who is on duty."""

from functools import cache

from msgspec.structs import replace

from sicbo.errors import Refusal
from sicbo.game.ranks import Act
from sicbo.rulebooks import clause_registry, get_rulebook
from sicbo.table.messages.base import TableCommand
from sicbo.table.messages.chip_commands import SignOff, SignOn
from sicbo.table.messages.chip_events import SignedOff, SignedOn
from sicbo.table.messages.commands import OpenTable
from sicbo.table.messages.events import TableOpened
from sicbo.table.open_items import event_fields
from sicbo.table.state import TableState

FLOOR_PROFILE = "floor"
PROFILES = ("home", "training", FLOOR_PROFILE)


@cache
def checklist(rulebook: str) -> tuple[str, ...]:
    """Return the clauses that staff confirm before the floor opens: its duties, in the text's order."""
    duties = {clause for duty in get_rulebook(rulebook).duties for clause in duty.clause.split(", ")}
    return tuple(clause.id for clause in clause_registry(rulebook) if clause.id in duties)


def refuse_if_not_ready(table: TableState, command: OpenTable) -> Refusal | None:
    """Return why the table cannot open yet: an unknown profile, a bad colour set, or unconfirmed items."""
    if command.profile not in PROFILES:
        return Refusal(
            table.rules.limits.per.clause,
            f"{command.profile} is no profile: open as one of {', '.join(PROFILES)}.",
        )
    if refusal := _refuse_if_colour_set_invalid(table, command):
        return refusal
    if command.profile != FLOOR_PROFILE:
        return None
    duties = [clause for clause in checklist(table.rulebook) if clause not in command.confirmed]
    readings = [reading for reading in table.rules.readings if reading.id not in command.confirmed]
    if not duties and not readings:
        return None
    missing = [*(f"clause {clause}" for clause in duties), *(f"reading {one.id}" for one in readings)]
    clause = duties[0] if duties else readings[0].clause
    return Refusal(clause, f"Confirm before opening: {', '.join(missing)}.")


def _refuse_if_colour_set_invalid(table: TableState, command: OpenTable) -> Refusal | None:
    """Refuse a set of fewer than two colours, one with a colour twice, or any where colours are not used."""
    ruling = table.rules.wagers.colour_value
    if not command.colours:
        return None
    if not ruling.choice.has_colours:
        return Refusal(ruling.clause, "There are no colour chips here: open without colours.")
    if len(command.colours) < 2 or len(set(command.colours)) != len(command.colours):
        return Refusal(ruling.clause, "Name at least two colours of the set, each once.")
    return None


def reset_for_opening(table: TableState, event: TableOpened) -> TableState:
    """Return the table with its colours set, the drop at zero and the float still to be counted."""
    return replace(
        table,
        profile=event.profile,
        colours=event.colours,
        colour_only=frozenset(),
        drop=0,
        chips=None,
    )


def sign_on(table: TableState, command: SignOn) -> tuple[SignedOn] | Refusal:
    """Come on duty."""
    if command.stamp.by in table.on_duty:
        return Refusal(_clause(table), f"{command.stamp.by} is on duty already: go on dealing.")
    return (SignedOn(**event_fields(command, _clause(table))),)


def sign_off(table: TableState, command: SignOff) -> tuple[SignedOff] | Refusal:
    """Go off duty; on the floor, a round is never left without a dealer."""
    if command.stamp.by not in table.on_duty:
        return Refusal(_clause(table), f"{command.stamp.by} is not on duty: sign on first.")
    if table.profile == FLOOR_PROFILE and table.round is not None and len(table.on_duty) == 1:
        return Refusal(
            _clause(table), f"Finish round {table.round.number} first, or have another dealer sign on."
        )
    return (SignedOff(**event_fields(command, _clause(table))),)


def refuse_if_not_on_duty(table: TableState, command: TableCommand) -> Refusal | None:
    """Return why a person may not deal on the floor: they did not sign on."""
    if table.profile != FLOOR_PROFILE or command.stamp.by in table.on_duty:
        return None
    return Refusal(_clause(table), f"Sign on at this table first, {command.stamp.by}.")


def _clause(table: TableState) -> str:
    power = table.rules.power(Act.DEAL)
    assert power is not None
    return power.clause


def apply_signed_on(table: TableState, event: SignedOn) -> TableState:
    """Record a person as on duty."""
    return replace(table, on_duty=table.on_duty | {event.stamp.by})


def apply_signed_off(table: TableState, event: SignedOff) -> TableState:
    """Record a person as off duty."""
    return replace(table, on_duty=table.on_duty - {event.stamp.by})
