"""Opening a table: the checklist and the readings that staff confirm, and who is on duty."""

from functools import cache

from sicbo.errors import Refusal
from sicbo.game.ranks import Act
from sicbo.i18n import Message, message
from sicbo.machine.accounts import DROP
from sicbo.machine.ledger import CASH, no_transfers
from sicbo.machine.log_kind import Audience, Effect, Events, Rule
from sicbo.machine.messages import Command, event_fields, event_from_command
from sicbo.machine.structs import Map, replace
from sicbo.rulebooks import clause_registry, get_rulebook
from sicbo.table.limits.notices import TABLE_SUBJECT, has_players, refuse_if_notice_unserved
from sicbo.table.limits.sign import limits_messages, refuse_if_limits_invalid
from sicbo.table.messages.chips import SignedOff, SignedOn, SignOff, SignOn
from sicbo.table.messages.round import CloseTable, OpenTable, TableClosed, TableOpened
from sicbo.table.past_rounds import archive_last_round
from sicbo.table.preconditions import refuse_during_round
from sicbo.table.round.super_streak import refuse_if_not_offerable, refuse_if_streaks_running
from sicbo.table.round.super_streak_state import offer_super_streak
from sicbo.table.state import LimitsSign, TableState

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
            message("opening.unknown-profile", profile=command.profile, profiles=PROFILES),
        )
    if refusal := _refuse_if_colour_set_invalid(table, command):
        return refusal
    if command.profile != FLOOR_PROFILE:
        return None
    duties = tuple(clause for clause in checklist(table.rulebook) if clause not in command.confirmed)
    readings = tuple(reading for reading in table.rules.readings if reading.id not in command.confirmed)
    if not duties and not readings:
        return None
    clause = duties[0] if duties else readings[0].clause
    missing = tuple(reading.id for reading in readings)
    return Refusal(clause, message("opening.confirm-first", clauses=duties, readings=missing))


def _refuse_if_colour_set_invalid(table: TableState, command: OpenTable) -> Refusal | None:
    """Refuse a set of fewer than two colours, one with a colour twice, or any where colours are not used."""
    ruling = table.rules.wagers.colour_value
    if not command.colours:
        return None
    if not ruling.choice.has_colours:
        return Refusal(ruling.clause, message("opening.no-colour-chips"))
    if len(command.colours) < 2 or len(set(command.colours)) != len(command.colours):
        return Refusal(ruling.clause, message("opening.too-few-colours"))
    return None


def reset_for_opening(table: TableState, event: TableOpened) -> TableState:
    """Return the table with its colours set, the drop at zero and the float still to be counted."""
    return replace(
        table,
        profile=event.profile,
        colours=event.colours,
        colour_only=frozenset(),
        drop_at_opening=table.balances.amount_of(DROP, CASH),
        is_float_counted=False,
    )


def sign_on(table: TableState, command: SignOn) -> tuple[SignedOn] | Refusal:
    """Come on duty."""
    if command.stamp.by in table.on_duty:
        return Refusal(_clause(table), message("opening.on-duty-already", by=command.stamp.by))
    return (SignedOn(**event_fields(command, _clause(table))),)


def sign_off(table: TableState, command: SignOff) -> tuple[SignedOff] | Refusal:
    """Go off duty; on the floor, a round is never left without a dealer."""
    if command.stamp.by not in table.on_duty:
        return Refusal(_clause(table), message("opening.not-on-duty", by=command.stamp.by))
    if table.profile == FLOOR_PROFILE and table.round is not None and len(table.on_duty) == 1:
        return Refusal(_clause(table), message("opening.last-dealer", round=table.round.number))
    return (SignedOff(**event_fields(command, _clause(table))),)


def refuse_if_not_on_duty(table: TableState, command: Command) -> Refusal | None:
    """Return why a person may not deal on the floor: they did not sign on."""
    if table.profile != FLOOR_PROFILE or command.stamp.by in table.on_duty:
        return None
    return Refusal(_clause(table), message("opening.sign-on-first", by=command.stamp.by))


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


def open_table(table: TableState, command: OpenTable) -> Events | Refusal:
    """Open the table under a valid sign; Crown Sydney's approved minimum has no default."""
    terms = table.rules.limits
    if table.sign is not None:
        return Refusal(terms.per.clause, message("opening.table-open-already"))
    if command.unit < 1 or command.chip < 1:
        return Refusal(terms.per.clause, message("limits-sign.unit-or-chip-invalid"))
    if terms.below_minimum.choice.needs_approved_minimum and command.approved_minimum is None:
        return Refusal(terms.below_minimum.clause, message("opening.approved-minimum-missing"))
    refusal = (
        refuse_if_limits_invalid(
            table, command.minimum, command.maximum, command.areas, command.approved_minimum
        )
        or refuse_if_not_ready(table, command)
        or refuse_if_not_offerable(table, command)
    )
    if refusal:
        return refusal
    return (event_from_command(TableOpened, command, terms.per.clause),)


def close_table(table: TableState, command: CloseTable) -> Events | Refusal:
    """Close the table between two rounds, after the notice that is owed to the players present."""
    clause = table.rules.conduct.closing.clause
    if table.sign is None:
        return Refusal(clause, message("opening.table-closed-already"))
    if refusal := refuse_during_round(table, clause) or refuse_if_streaks_running(table):
        return refusal
    if has_players(table):
        closing = table.rules.conduct.closing.choice
        if refusal := refuse_if_notice_unserved(table, command.stamp, TABLE_SUBJECT, clause, closing):
            return refusal
    return (TableClosed(**event_fields(command, clause)),)


def _apply_table_opened(table: TableState, event: TableOpened) -> TableState:
    sign = LimitsSign(
        event.minimum, event.maximum, event.unit, event.chip, event.approved_minimum, event.areas
    )
    table = offer_super_streak(table, event)
    return reset_for_opening(replace(table, sign=sign, equipment=event.equipment, seats=event.seats), event)


def _apply_table_closed(table: TableState, event: TableClosed) -> TableState:
    return replace(
        archive_last_round(table),
        sign=None,
        notices=Map(),
        agreed=Map(),
        seated=Map(),
        idle=False,
        streak_stake=None,
    )


def _narrate_table_opened(event: TableOpened) -> Message:
    details = list(limits_messages(event.minimum, event.maximum, event.areas))
    if event.colours:
        details.append(message("opening.colours", colours=event.colours))
    if event.streak_stake is not None:
        details.append(message("opening.super-streak", stake=event.streak_stake))
    if event.seats:
        details.append(message("opening.seats", seats=event.seats))
    return message("event.table-opened", profile=event.profile, details=tuple(details))


RULES = (
    Rule(OpenTable, decide=open_table, act=Act.OPEN_TABLE, signed=True),
    Rule(CloseTable, decide=close_table, act=Act.CLOSE_TABLE, signed=True),
    Rule(SignOn, decide=sign_on, act=Act.DEAL),
    Rule(SignOff, decide=sign_off, act=Act.DEAL),
)
EFFECTS = (
    Effect(
        SignedOn,
        apply=apply_signed_on,
        transfers=no_transfers,
        audience=Audience.EVERYONE,
    ),
    Effect(
        SignedOff,
        apply=apply_signed_off,
        transfers=no_transfers,
        audience=Audience.EVERYONE,
    ),
    Effect(
        TableOpened,
        apply=_apply_table_opened,
        transfers=no_transfers,
        audience=Audience.EVERYONE,
        narrate=_narrate_table_opened,
    ),
    Effect(
        TableClosed,
        apply=_apply_table_closed,
        transfers=no_transfers,
        audience=Audience.EVERYONE,
    ),
)
