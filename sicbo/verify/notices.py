"""Signs and notices: what had to be announced, for how long, and the limits and closures that followed."""

from typing import Any

from sicbo.verify.desk import can_stand
from sicbo.verify.state import Notice, Sign, Table
from sicbo.verify.undone import listed

Event = dict[str, Any]
DEMANDS = {
    "limits": "limits.raise_notice",
    "table": "conduct.closing",
    "super-streak": "super_streak.closing",
}
ACTS = {"limits": "change-limits", "table": "close-table", "super-streak": "close-super-streak"}
FREE = {"kind": "none"}
LONGEST = 86_400
"""How far ahead a sign may say that something changes: a day, in seconds."""


def _demand(table: Table, subject: str) -> Any:
    name = DEMANDS.get(subject, "")
    return table.law.choice.get(name, table.law.choice["conduct.closing"])


def given(table: Table, command: Event, event: Event) -> None:
    """A notice was put up, with the time that its clause demands."""
    subject, demand = event["subject"], _demand(table, event["subject"])
    table.must(subject in DEMANDS and table.sign is not None, "notice", f"a notice of {subject}")
    table.must(subject not in table.notices, "notice", "that notice stands already")
    least = demand["count"] * 60 if demand["kind"] == "minutes" else 0
    seconds = least if command["in_seconds"] is None else command["in_seconds"]
    due = command["stamp"]["elapsed"] + seconds * 1000
    timely = least <= seconds <= LONGEST and event["due"] == due
    table.must(timely, "notice", f"the sign must stand for {least} seconds")
    if least and (subject != "limits" or table.law.choice["limits.raise_minimum"] == "sign"):
        table.must(command["in_seconds"] is not None, "notice", "a sign without its time")
    spins = table.spins + demand["count"] + (table.round is not None) if demand["kind"] == "spins" else 0
    table.must(event["spins"] == spins, "notice", f"the notice is served at spin {spins}")
    within = table.round.number if table.round else 0
    figures = (event["minimum"], event["maximum"], event["areas"])
    if subject == "limits" and table.sign is not None:
        table.must(event["minimum"] is not None, "notice", "a sign without its minimum")
        areas = tuple((area, low, high) for area, low, high in event["areas"])
        new = table.sign._replace(minimum=event["minimum"] or 0, maximum=event["maximum"], areas=areas)
        can_stand(table, new)
    table.notices[subject] = Notice(*figures, event["due"], event["spins"], within)


def withdrawn(table: Table, command: Event, event: Event) -> None:
    """A notice was taken back."""
    table.must(table.notices.pop(event["subject"], None), "notice", "no such notice stands")


def _served(table: Table, command: Event, subject: str, demand: Any) -> None:
    """Whether the notice that a change needs has run its time."""
    if demand["kind"] == "none":
        return
    notice = table.notices.get(subject)
    if notice is None:
        table.wrong("notice", f"no notice of it was given: {demand['count']} {demand['kind']}")
        return
    early = notice.due - command["stamp"]["elapsed"]
    table.must(early <= 0, "notice", f"it comes {early} ms before its notice has run")
    spins = notice.spins - table.spins
    table.must(spins <= 0, "notice", f"it comes {spins} spins before its notice has run")


def limits_changed(table: Table, command: Event, event: Event) -> None:
    """Another sign stands; a higher minimum only after the notice that the rulebook demands."""
    old = table.sign
    if old is None:
        table.wrong("limits", "the limits of a closed table change")
        return
    for name in ("unit", "chip"):
        asked = getattr(old, name) if command[name] is None else command[name]
        table.must(event[name] == asked, "limits", f"the {name} is not the one asked for")
    areas = tuple((area, low, high) for area, low, high in event["areas"])
    new = Sign(event["minimum"], event["maximum"], event["unit"], event["chip"], old.approved, areas)
    can_stand(table, new)
    clause, demand = _needed(table, old, new)
    table.must(event["clause"] == clause, "clause", f"{clause} rules this change of the limits")
    _served(table, command, "limits", demand)
    notice = table.notices.get("limits")
    if demand["kind"] != "none" and notice is not None:
        whole = table.law.choice["limits.raise_minimum"] == "notice"
        same = _minima(notice.minimum, notice.areas) == _minima(new.minimum, areas)
        told = not whole or (notice.maximum == new.maximum and _most(notice.areas) == _most(areas))
        table.must(same and told, "notice", "the notice announced other limits")
    if notice is not None and notice.minimum == new.minimum:
        del table.notices["limits"]
    most = "no maximum" if new.maximum is None else f"maximum {new.maximum}"
    said = f"minimum {old.minimum} to {new.minimum}, {most}"
    table.report.note("limit changes", listed(table, command, event, said, f"notice: {demand['kind']}"))
    table.sign = new


def _minima(minimum: int | None, areas: Any) -> tuple[int | None, list[tuple[str, int]]]:
    return minimum, [(area, low) for area, low, _ in areas]


def _most(areas: Any) -> list[Any]:
    return [high for *_, high in areas]


def _needed(table: Table, old: Sign, new: Sign) -> tuple[str, Any]:
    """The clause and the notice that a change of the sign needs: a higher minimum may need more."""
    law = table.law
    before = {bet.key: old.bounds(bet)[0] for bet in law.bets.values()}
    rises = any(new.bounds(bet)[0] > before[bet.key] for bet in law.bets.values())
    if not rises and new.minimum <= old.minimum:
        return law.clause["limits.change"], law.choice["limits.change"]
    raising = "limits.raise_minimum"
    if law.choice[raising] == "sign-unless-empty" and not table.is_present():
        return law.clause[raising], FREE
    return law.clause["limits.raise_notice"], law.choice["limits.raise_notice"]


def limits_agreed(table: Table, command: Event, event: Event) -> None:
    """One player's own limits, as far as the rulebook lets them differ, shown by a marker or sign."""
    player, sign, policy = event["player"], table.sign, table.law.choice["limits.personal"]
    minimum, maximum = event["minimum"], event["maximum"]
    said = f"limits of {player}: {minimum} to {maximum}"
    table.report.note("limit changes", listed(table, command, event, said, policy))
    if sign is None:
        table.wrong("limits", "limits are agreed at a closed table")
        return
    agreed = dict(table.agreed)
    if command["minimum"] is None and command["maximum"] is None:
        ends = minimum is None and maximum is None and player in agreed
        table.must(ends, "limits", f"{player} has no limits of their own")
        agreed.pop(player, None)
    else:
        _may_differ(table, command, event, sign, policy)
        agreed[player] = (minimum, maximum)
    table.agreed = agreed


def _may_differ(table: Table, command: Event, event: Event, sign: Sign, policy: str) -> None:
    minimum, maximum = event["minimum"], event["maximum"]
    table.must(command["marked"], "limits", "no marker or sign shows these limits")
    lower = sign.minimum if command["minimum"] is None else command["minimum"]
    upper = sign.maximum if command["maximum"] is None else command["maximum"]
    own = (None if policy == "marker-maximum" else lower, upper)
    table.must(own == (minimum, maximum), "limits", "other limits are agreed than were asked for")
    can_stand(table, sign._replace(minimum=lower, maximum=upper, areas=()))
    if policy in ("marker-maximum", "sign-both"):
        more = sign.maximum is not None and upper is not None and upper > sign.maximum
        table.must(more, "limits", "only a higher maximum may be agreed")
    if policy == "marker-maximum":
        table.must(command["minimum"] is None, "limits", "only the maximum may differ")
    if policy == "sign-both":
        table.must(command["minimum"] is not None, "limits", "the sign shows the maximum alone")


def closed(table: Table, command: Event, event: Event) -> None:
    """The table closed between two rounds, after its notice where players are present."""
    table.must(table.sign is not None and table.round is None, "order", "a table closes within a round")
    table.must(not table.streaks.wagers, "streak", "the table closes while a Super Streak runs")
    if table.is_present():
        _served(table, command, "table", table.law.choice["conduct.closing"])
    table.put_away()
    table.sign, table.idle, table.streak_stake = None, False, None
    table.notices, table.agreed, table.seated = {}, {}, {}


def final_called(table: Table, command: Event, event: Event) -> None:
    """The final call for Super Streak, after its sign was put up."""
    offered = table.streak_stake is not None and not table.streak_final
    table.must(offered, "streak", "there is no Super Streak to call")
    told = "super-streak" in table.notices or not table.is_present()
    table.must(told, "notice", "the final call comes before the sign")
    table.streak_final = True


def streaks_closed(table: Table, command: Event, event: Event) -> None:
    """Super Streak closed after sign and final call, when none runs any more."""
    table.must(table.streak_stake is not None, "streak", "there is no Super Streak to close")
    if table.is_present():
        _served(table, command, "super-streak", _demand(table, "super-streak"))
        table.must(table.streak_final, "notice", "no final call was made")
    table.must(not table.streaks.wagers, "streak", "Super Streak closes while one runs")
    table.streak_stake = None
    table.notices.pop("super-streak", None)


def day_begun(table: Table, command: Event, event: Event) -> None:
    """Another gaming day: yesterday's last round makes way, and warnings that last a day are over."""
    table.must(table.round is None, "order", "a gaming day begins within a round")
    table.put_away()
    table.warned = set()
