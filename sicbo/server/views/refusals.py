"""Refusals of the house or a table as problems of the API, with what is allowed now."""

from typing import Any

from sicbo.errors import Refusal
from sicbo.game.rulebook.publication import enum_key
from sicbo.house.entries import CommandRequest
from sicbo.machine.messages import Stamp
from sicbo.server.access.required_rank import required_rank
from sicbo.server.live.live_table import LiveTable
from sicbo.server.problems import HOUSE_CODES, ClauseShape, Problem
from sicbo.server.schemas.times import iso_time
from sicbo.server.views.table import round_phase, takes_streaks
from sicbo.table.authority import refuse_if_not_permitted
from sicbo.table.limits.notices import seconds_until
from sicbo.table.log_kind import TABLE
from sicbo.table.messages.round import RegisterSlip
from sicbo.table.messages.super_streak import PlaceStreak
from sicbo.table.state import TableState


def table_refusal_problem(refusal: Refusal, asked: CommandRequest, live: LiveTable) -> Problem:
    """Return a refusal of the house or a table as a problem."""
    table, command = live.table, asked.command
    if refusal.clause in HOUSE_CODES:
        return Problem(HOUSE_CODES[refusal.clause], refusal.message)
    code, more = "not-now", dict[str, Any]()
    if isinstance(command, RegisterSlip):
        code = _slip_code(table, command)
        slip = table.round.slips.get(command.player) if table.round else None
        more["version"] = slip.version if slip else 0
    elif isinstance(command, PlaceStreak):
        code = "slip-refused" if takes_streaks(table) else "bets-closed"
    elif (wanted := required_rank(table, command)) is not None:
        code, more["required_rank"] = "authority-required", table.rules.title(wanted)
    elif (act := TABLE.rules[type(command)].act) and refuse_if_not_permitted(table, command, act) == refusal:
        code = "authority-required"
    clauses = tuple(ClauseShape(rulebook=table.rulebook, clause=one) for one in refusal.clause.split(", "))
    return Problem(
        code,
        refusal.message,
        clauses=clauses,
        seq=live.seq,
        phase=round_phase(table),
        allowed=allowed_now(table, staff=command.stamp.rank is not None),
        earliest_at=_earliest_time(refusal, command.stamp),
        after_seconds=seconds_until(refusal, command.stamp),
        after_spins=refusal.spins,
        **more,
    )


def _earliest_time(refusal: Refusal, stamp: Stamp) -> str | None:
    """Return the earliest lawful time, by the clock that stamped the command."""
    if refusal.earliest is None:
        return None
    return iso_time(stamp.wall + (refusal.earliest - stamp.elapsed) * 1_000)


def _slip_code(table: TableState, command: RegisterSlip) -> str:
    played = table.round
    if played is None or not table.takes_wagers or played.number != command.round or played.void_due:
        return "bets-closed"
    slip = played.slips.get(command.player)
    return "slip-refused" if command.version == (slip.version if slip else 0) + 1 else "stale-version"


def allowed_now(table: TableState, *, staff: bool) -> tuple[str, ...]:
    """Return what is allowed now: steps and commands for staff, kinds of wagers for players."""
    now = round_phase(table)
    if not staff:
        may = (("slip", now == "betting"), ("streak", takes_streaks(table)))
        return tuple(what for what, taken in may if taken)
    special = {
        "shut": ("open-table",),
        "void-due": ("declare-void",),
        "stopped": ("notify-person", "rectify-fault"),
    }
    return special.get(now) or (enum_key(table.due_stage.step), "declare-void")
