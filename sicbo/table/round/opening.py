"""Opening a table: the checklist and the readings that staff confirm, and who is on duty."""

from functools import cache

from msgspec.structs import replace

from sicbo.errors import Refusal
from sicbo.game.ranks import Act
from sicbo.rulebooks import clauses_of, get
from sicbo.table.messages.base import Command
from sicbo.table.messages.chip_commands import SignOff, SignOn
from sicbo.table.messages.chip_events import SignedOff, SignedOn
from sicbo.table.messages.commands import OpenTable
from sicbo.table.messages.events import TableOpened
from sicbo.table.open_items import facts
from sicbo.table.state import Table

FLOOR = "floor"
PROFILES = ("home", "training", FLOOR)


@cache
def checklist(rulebook: str) -> tuple[str, ...]:
    """Return the clauses that staff confirm before the floor opens: its duties, in the text's order."""
    duties = {clause for duty in get(rulebook).duties for clause in duty.clause.split(", ")}
    return tuple(clause.id for clause in clauses_of(rulebook) if clause.id in duties)


def not_ready(table: Table, command: OpenTable) -> Refusal | None:
    """Return why the table cannot open yet: an unknown profile, a bad colour set, or unconfirmed items."""
    if command.profile not in PROFILES:
        return Refusal(
            table.rules.limits.per.clause,
            f"{command.profile} is no profile: open as one of {', '.join(PROFILES)}.",
        )
    if refusal := _no_set(table, command):
        return refusal
    if command.profile != FLOOR:
        return None
    duties = [clause for clause in checklist(table.rulebook) if clause not in command.confirmed]
    readings = [reading for reading in table.rules.readings if reading.id not in command.confirmed]
    if not duties and not readings:
        return None
    missing = [*(f"clause {clause}" for clause in duties), *(f"reading {one.id}" for one in readings)]
    clause = duties[0] if duties else readings[0].clause
    return Refusal(clause, f"Confirm before opening: {', '.join(missing)}.")


def _no_set(table: Table, command: OpenTable) -> Refusal | None:
    """Refuse a set of fewer than two colours, one with a colour twice, or any where colours are not used."""
    ruling = table.rules.wagers.colour_value
    if not command.colours:
        return None
    if not ruling.choice.has_colours:
        return Refusal(ruling.clause, "There are no colour chips here: open without colours.")
    if len(command.colours) < 2 or len(set(command.colours)) != len(command.colours):
        return Refusal(ruling.clause, "Name at least two colours of the set, each once.")
    return None


def opened(table: Table, event: TableOpened) -> Table:
    """Return the table with its colours set, the drop at zero and the float still to be counted."""
    return replace(
        table,
        profile=event.profile,
        colours=event.colours,
        colour_only=frozenset(),
        drop=0,
        chips=None,
    )


def sign_on(table: Table, command: SignOn) -> tuple[SignedOn] | Refusal:
    """Come on duty."""
    if command.stamp.by in table.on_duty:
        return Refusal(_clause(table), f"{command.stamp.by} is on duty already: go on dealing.")
    return (SignedOn(**facts(command, _clause(table))),)


def sign_off(table: Table, command: SignOff) -> tuple[SignedOff] | Refusal:
    """Go off duty; on the floor, a round is never left without a dealer."""
    if command.stamp.by not in table.on_duty:
        return Refusal(_clause(table), f"{command.stamp.by} is not on duty: sign on first.")
    if table.profile == FLOOR and table.round is not None and len(table.on_duty) == 1:
        return Refusal(
            _clause(table), f"Finish round {table.round.number} first, or have another dealer sign on."
        )
    return (SignedOff(**facts(command, _clause(table))),)


def not_on_duty(table: Table, command: Command) -> Refusal | None:
    """Return why a person may not deal on the floor: they did not sign on."""
    if table.profile != FLOOR or command.stamp.by in table.on_duty:
        return None
    return Refusal(_clause(table), f"Sign on at this table first, {command.stamp.by}.")


def _clause(table: Table) -> str:
    power = table.rules.power(Act.DEAL)
    assert power is not None
    return power.clause


def signed_on(table: Table, event: SignedOn) -> Table:
    """Record a person as on duty."""
    return replace(table, on_duty=table.on_duty | {event.stamp.by})


def signed_off(table: Table, event: SignedOff) -> Table:
    """Record a person as off duty."""
    return replace(table, on_duty=table.on_duty - {event.stamp.by})
