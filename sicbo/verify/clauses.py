"""By which clause each thing happened: the one that the rulebook gives for it, at that moment."""

from collections.abc import Callable
from typing import Any

from sicbo.verify.conduct import MATTERS, clause_of_fault
from sicbo.verify.notices import DEMANDS
from sicbo.verify.rules import is_triple, roll_of
from sicbo.verify.state import Table

Event = dict[str, Any]
COUNTED = {
    "lights": "on_lights",
    "closing": "on_closing",
    "void": "on_void",
    "invalidated": "on_invalidated",
    "new-day": "on_new_day",
}


def check(table: Table, command: Event, event: Event) -> None:
    """Whether an event names the clause that rules it, seen from what stood before its record."""
    kind = event["type"]
    ruled = table.law.ruled_by.get(kind)
    if ruled is None and kind in RULED:
        ruled = RULED[kind](table, command, event)
    if ruled is not None and event["clause"] != ruled:
        table.wrong("clause", f"{kind} is ruled by {ruled}, not by {event['clause']}")


def _undone(table: Table, command: Event, event: Event) -> str | None:
    """What a correction takes back, and what a void takes back and gives."""
    law = table.law
    if command["type"] == "correct-result":
        return law.clause["faults.wrong_entry"]
    if event["type"] == "wagers-forfeited" and event["player"] == command["forfeits"]:
        return law.clause["conduct.offenders_wager"]
    ground = law.grounds.get(command["ground"])
    return ground.returned_by or law.clause["faults.void"] if ground else None


def _voided(table: Table, command: Event, event: Event) -> str | None:
    """Wagers of one player are void on a ground, or for an offence."""
    if command["type"] == "declare-void":
        ground = table.law.grounds.get(command["ground"])
        return ground.clause if ground else None
    return _power(table, "void-offenders-wagers")


def _power(table: Table, act: str) -> str | None:
    power = table.law.powers.get(act)
    return power.clause if power else None


def _sanctioned(table: Table, command: Event, event: Event) -> str | None:
    return _power(table, event["sanction"])


def _decided(table: Table, command: Event, event: Event) -> str | None:
    if command["type"] == "review-dispute":
        return _power(table, "review-dispute")
    dispute = table.disputes.get(event["dispute"])
    return _power(table, MATTERS[dispute["kind"]]) if dispute else None


def _raised(table: Table, command: Event, event: Event) -> str | None:
    if event["matter"] == "promotion":
        return _power(table, "promotion")
    return table.law.clause["conduct.disputes"]


def _offence(table: Table, command: Event, event: Event) -> str | None:
    return table.law.forbidden_by.get(event["offence"])


def _fault(table: Table, command: Event, event: Event) -> str | None:
    return clause_of_fault(table, event["fault"])


def _notice(table: Table, command: Event, event: Event) -> str | None:
    return table.law.clause.get(DEMANDS.get(event["subject"], ""))


def _voucher(table: Table, command: Event, event: Event) -> str | None:
    name = "wagers.tokens" if event["instrument"] == "token" else "wagers.vouchers"
    return table.law.clause[name]


def _advanced(table: Table, command: Event, event: Event) -> str | None:
    name = COUNTED.get(event["how"])
    if name is None:
        name = "on_triple" if is_triple(roll_of(event["dice"])) else "sides"
    return table.law.clause.get(f"super_streak.{name}")


def _streak(table: Table, command: Event, event: Event) -> str | None:
    return ", ".join(dict.fromkeys(line["clause"] for line in event["lines"]))


def _streak_back(table: Table, command: Event, event: Event) -> str | None:
    """Super Streaks go back: an offender's, or those that came after what is corrected or went dark."""
    if command["type"] == "void-players-wagers":
        return _power(table, "void-offenders-wagers")
    played = table.round or table.last
    counted = command["type"] == "correct-result" and played is not None and played.before is not None
    return table.law.clause.get(f"super_streak.{'opens' if counted else 'on_lights'}")


RULED: dict[str, Callable[[Table, Event, Event], str | None]] = {
    **dict.fromkeys(("settlement-reversed", "winnings-freed", "debt-set-off"), _undone),
    **dict.fromkeys(("wagers-returned", "wagers-forfeited"), _undone),
    **dict.fromkeys(("fault-reported", "person-notified"), _fault),
    **dict.fromkeys(("notice-given", "notice-withdrawn"), _notice),
    "wagers-voided": _voided,
    "player-sanctioned": _sanctioned,
    "dispute-decided": _decided,
    "dispute-raised": _raised,
    "offence-recorded": _offence,
    "voucher-exchanged": _voucher,
    "streaks-advanced": _advanced,
    "streak-settled": _streak,
    "streak-returned": _streak_back,
}
