"""Refusals of the house or a table as problems of the API, with what is allowed now."""

from typing import Any

from sicbo.errors import Refusal
from sicbo.game.rulebook.publication import key_of
from sicbo.house.entries import Asked
from sicbo.server.access.required_rank import rank_wanted
from sicbo.server.live.live_table import Live
from sicbo.server.problems import HOUSE_CODES, ClauseShape, Problem
from sicbo.server.schemas.times import when
from sicbo.server.views.table import phase, takes_streaks
from sicbo.table.authority import may_not
from sicbo.table.decide import NEEDS
from sicbo.table.limits.notices import seconds_until
from sicbo.table.messages.base import Stamp
from sicbo.table.messages.commands import PlaceStreak, RegisterSlip
from sicbo.table.state import Table


def refused(refusal: Refusal, asked: Asked, live: Live) -> Problem:
    """Return a refusal of the house or a table as a problem."""
    table, command = live.table, asked.command
    if refusal.clause in HOUSE_CODES:
        return Problem(HOUSE_CODES[refusal.clause], refusal.says)
    code, more = "not-now", dict[str, Any]()
    if isinstance(command, RegisterSlip):
        code = _slip_code(table, command)
        slip = table.round.slips.get(command.player) if table.round else None
        more["version"] = slip.version if slip else 0
    elif isinstance(command, PlaceStreak):
        code = "slip-refused" if takes_streaks(table) else "bets-closed"
    elif (wanted := rank_wanted(table, command)) is not None:
        code, more["required_rank"] = "authority-required", table.rules.title(wanted)
    elif (act := NEEDS.get(type(command))) and may_not(table, command, act) == refusal:
        code = "authority-required"
    clauses = tuple(ClauseShape(rulebook=table.rulebook, clause=one) for one in refusal.clause.split(", "))
    return Problem(
        code,
        refusal.says,
        clauses=clauses,
        seq=live.seq,
        phase=phase(table),
        allowed=allowed(table, staff=command.stamp.rank is not None),
        earliest_at=_earliest(refusal, command.stamp),
        after_seconds=seconds_until(refusal, command.stamp),
        after_spins=refusal.spins,
        **more,
    )


def _earliest(refusal: Refusal, stamp: Stamp) -> str | None:
    """Return the earliest lawful time, by the clock that stamped the command."""
    if refusal.earliest is None:
        return None
    return when(stamp.wall + (refusal.earliest - stamp.elapsed) * 1_000)


def _slip_code(table: Table, command: RegisterSlip) -> str:
    played = table.round
    if played is None or not table.takes_wagers or played.number != command.round or played.void_due:
        return "bets-closed"
    slip = played.slips.get(command.player)
    return "slip-refused" if command.version == (slip.version if slip else 0) + 1 else "stale-version"


def allowed(table: Table, *, staff: bool) -> tuple[str, ...]:
    """Return what is allowed now: steps and commands for staff, kinds of wagers for players."""
    now = phase(table)
    if not staff:
        may = (("slip", now == "betting"), ("streak", takes_streaks(table)))
        return tuple(what for what, taken in may if taken)
    special = {
        "shut": ("open-table",),
        "void-due": ("declare-void",),
        "stopped": ("notify-person", "rectify-fault"),
    }
    return special.get(now) or (key_of(table.due.step), "declare-void")
