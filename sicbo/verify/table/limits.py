"""Limits: the sign, notices of a change or of closing, and limits agreed with single players."""

from collections.abc import Iterator, Sequence
from typing import Any

from sicbo.verify.decisions import Event, Order, OrderRow, Refused, refuse, refuse_if, repeated
from sicbo.verify.rules import Bet
from sicbo.verify.table.people import refuse_if_not_permitted
from sicbo.verify.table.state import Notice, Sign, Table

ACTS = {"limits": "change-limits", "table": "close-table", "super-streak": "close-super-streak"}
LONGEST_SECONDS = 86_400


def refuse_if_limits_invalid(
    table: Table, minimum: int, maximum: int | None, areas: Sequence[Any] = (), approved: int | None = None
) -> None:
    """Refuse limits that no sign may show; `approved` is the regulator's own minimum."""
    law = table.law
    per = law.clause["limits.per"]
    for _, least, most in (("", minimum, maximum), *areas):
        refuse_if(least < 1 or (most is not None and most < least), per)
        refuse_if(approved is not None and least < approved, law.clause["limits.below_minimum"])
    names = [area for area, *_ in areas]
    families = {bet.family for bet in law.bets.values()}
    refuse_if(any(name not in families and name not in law.bets for name in names), per)
    refuse_if(len(set(names)) != len(names), per)


def give_notice(table: Table, order: Order) -> Iterator[Event]:
    """Give notice, with the figure and the time that its clause demands."""
    clause, notice = _permitted_ruling(table, order)
    subject, seconds = order["subject"], order["in_seconds"]
    refuse_if(table.sign is None or subject in table.notices, clause)
    assert table.sign is not None
    if subject == "limits":
        if order["minimum"] is None:
            refuse(clause)
        limits = order["minimum"], order["maximum"], order["areas"]
        refuse_if_limits_invalid(table, *limits, table.sign.approved)
    milliseconds, spins = _length(table, notice)
    least, now = milliseconds // 1000, order["stamp"]["elapsed"]
    may_leave_out = subject == "limits" and table.law.choice["limits.raise_minimum"] != "sign"
    left_out = seconds is None and least and not may_leave_out
    if left_out or (seconds is not None and not least <= seconds <= LONGEST_SECONDS):
        raise Refused(clause, earliest=now + least * 1000)
    due = now + (milliseconds if seconds is None else seconds * 1000)
    names = ("subject", "minimum", "maximum", "areas")
    counted = table.spins + spins if spins else 0
    yield repeated(order, "notice-given", clause, *names, due=due, spins=counted)


def withdraw_notice(table: Table, order: Order) -> Iterator[Event]:
    """Withdraw a notice."""
    clause, _ = _permitted_ruling(table, order)
    refuse_if(order["subject"] not in table.notices, clause)
    yield repeated(order, "notice-withdrawn", clause)


def _permitted_ruling(table: Table, order: Order) -> tuple[str, Any]:
    """Return the clause on a notice and how long it runs, if the giver may give it."""
    subject, law = order["subject"], table.law
    refuse_if(subject not in ACTS, law.clause["conduct.closing"])
    refuse_if_not_permitted(table, order, ACTS[subject])
    name = "conduct.closing"
    if subject == "limits":
        name = "limits.raise_notice"
    elif subject == "super-streak" and law.has_streaks:
        name = "super_streak.closing"
    return law.clause[name], law.choice[name]


def change_limits(table: Table, order: Order) -> Iterator[Event]:
    """Change the sign; a higher minimum needs the notice that the rulebook demands."""
    law, sign = table.law, table.sign
    if sign is None:
        refuse(law.clause["limits.change"])
    unit = sign.unit if order["unit"] is None else order["unit"]
    chip = sign.chip if order["chip"] is None else order["chip"]
    refuse_if(unit < 1 or chip < 1, law.clause["limits.per"])
    limits = order["minimum"], order["maximum"], order["areas"]
    refuse_if_limits_invalid(table, *limits, sign.approved)
    areas = tuple(tuple(area) for area in order["areas"])
    new = Sign(order["minimum"], order["maximum"], unit, chip, sign.approved, areas)
    name = _notice_for(table, sign, new)
    clause = law.clause[f"limits.{name}"]
    if name != "raise_minimum":
        notice = law.choice[f"limits.{name}"]
        refuse_if_notice_unserved(table, order, "limits", clause, notice)
        refuse_if(notice["kind"] != "none" and _differs_from_notice(table, new), clause)
    names = ("minimum", "maximum", "areas")
    yield repeated(order, "limits-changed", clause, *names, unit=unit, chip=chip)


def _notice_for(table: Table, old: Sign, new: Sign) -> str:
    """Return the ruling on a change: of limits, of a higher minimum, or of one at an empty table."""
    if not any(_rises(bet, old, new) for bet in table.law.bets.values()) and new.minimum <= old.minimum:
        return "change"
    empty = not table.has_players()
    waived = empty and table.law.choice["limits.raise_minimum"] == "sign-unless-empty"
    return "raise_minimum" if waived else "raise_notice"


def _rises(bet: Bet, old: Sign, new: Sign) -> bool:
    return new.bounds(bet)[0] > old.bounds(bet)[0]


def _differs_from_notice(table: Table, new: Sign) -> bool:
    """Return whether new limits differ from those of the notice in force."""
    posted = table.notices.get("limits")
    if posted is None:
        return False
    areas = [list(area) for area in new.areas]
    announced = posted.minimum, [area[:2] for area in posted.areas]
    if announced != (new.minimum, [area[:2] for area in areas]):
        return True
    whole = table.law.choice["limits.raise_minimum"] == "notice"
    return whole and (posted.maximum, posted.areas) != (new.maximum, areas)


def refuse_if_notice_unserved(table: Table, order: Order, subject: str, clause: str, notice: Any) -> None:
    """Refuse a change until its notice has run, or if none was given."""
    if notice["kind"] == "none":
        return
    now, posted = order["stamp"]["elapsed"], table.notices.get(subject)
    if posted is not None:
        _refuse_until(clause, now, posted.due - now, posted.spins - table.spins)
        return
    _refuse_until(clause, now, *_length(table, notice))
    refuse(clause)


def _refuse_until(clause: str, now: int, milliseconds: int, spins: int) -> None:
    spins_left = spins if spins > 0 else None
    if milliseconds > 0:
        raise Refused(clause, earliest=now + milliseconds, spins=spins_left)
    if spins_left:
        raise Refused(clause, spins=spins_left)


def _length(table: Table, notice: Any) -> tuple[int, int]:
    """Return how long a notice given now would run: in milliseconds, or in spins that begin after it."""
    match notice["kind"]:
        case "minutes":
            return notice["count"] * 60_000, 0
        case "spins":
            return 0, notice["count"] + (table.round is not None)
        case _:
            return 0, 0


def agree_limits(table: Table, order: Order) -> Iterator[Event]:
    """Give a player other limits from the next round on, or end them."""
    clause, sign = table.law.clause["limits.personal"], table.sign
    minimum, maximum = order["minimum"], order["maximum"]
    if sign is None:
        refuse(clause)
    if minimum is None and maximum is None:
        refuse_if(order["player"] not in table.agreed, clause)
        yield repeated(order, "limits-agreed", clause, "player", "minimum", "maximum")
        return
    policy = table.law.choice["limits.personal"]
    raised = sign.maximum is not None and maximum is not None and maximum > sign.maximum
    fits = {
        "marker-both": True,
        "marker-maximum": minimum is None and raised,
        "sign-both": minimum is not None and raised,
    }.get(policy, False)
    refuse_if(not fits or not order["marked"], clause)
    least = sign.minimum if minimum is None else minimum
    most = sign.maximum if maximum is None else maximum
    refuse_if_limits_invalid(table, least, most, approved=sign.approved)
    own = None if policy == "marker-maximum" else least
    yield repeated(order, "limits-agreed", clause, "player", minimum=own, maximum=most)


def apply_notice(table: Table, given: Event) -> None:
    """Put a notice up."""
    within = table.round.number if table.round else 0
    fields = {name: given[name] for name in ("minimum", "maximum", "areas", "due", "spins")}
    table.notices[given["subject"]] = Notice(**fields, round=within)


def apply_changed(table: Table, changed: Event) -> None:
    """Change the sign, and remove the notice that announced it."""
    assert table.sign is not None
    areas = tuple(tuple(area) for area in changed["areas"])
    fields = {name: changed[name] for name in ("minimum", "maximum", "unit", "chip")}
    table.sign = table.sign._replace(**fields, areas=areas)
    posted = table.notices.get("limits")
    if posted is not None and posted.minimum == changed["minimum"]:
        del table.notices["limits"]


def apply_agreed(table: Table, agreed: Event) -> None:
    """Set a player's own limits, or remove them."""
    limits = agreed["minimum"], agreed["maximum"]
    table.agreed[agreed["player"]] = limits
    if limits == (None, None):
        del table.agreed[agreed["player"]]


ORDERS = {
    "give-notice": OrderRow(give_notice),
    "withdraw-notice": OrderRow(withdraw_notice),
    "change-limits": OrderRow(change_limits, "change-limits"),
    "agree-limits": OrderRow(agree_limits, "agree-personal-limits"),
}
EFFECTS = {
    "notice-given": apply_notice,
    "notice-withdrawn": lambda table, event: table.notices.pop(event["subject"]),
    "limits-changed": apply_changed,
    "limits-agreed": apply_agreed,
}
