"""Who goes on from a round of a tournament, who plays off and who won, found a second time."""

from collections.abc import Callable
from typing import Any

from sicbo.verify.contests import Event, Tournament
from sicbo.verify.heats import Heat


def _played_off(to: Tournament, event: Event) -> None:
    table, players = event["heat"]
    over = not to.ranked and all(heat.over for heat in to.heats)
    last = to.terms["format"]["rounds"][to.round - 1]["progress"] == "end"
    fits = over and last and players == to.level_for_a_prize() and table in to.tables
    to.must(fits and bool(players), "progress", "others play off than are level for a prize")
    for name in players:
        one = to.entrants[name]
        one["played_off"] = one["bank"] if one["played_off"] is None else one["played_off"]
    to.heats.append(Heat(table, players, 1, "play-off"))


def _concluded(to: Tournament, event: Event) -> None:
    to.must(all(heat.over for heat in to.heats), "order", "a round is over before its heats are")
    to.must(event["round"] == to.round, "order", "another round is concluded")
    plan = to.terms["format"]["rounds"][to.round - 1]
    again = bool(to.heats) and to.heats[0].again
    if not to.heats:
        left = to.by_entry("entered", "playing")
        to.must(bool(to.round and not left), "order", "a tournament is concluded that is not played out")
    ending = not to.heats or (plan["progress"] == "end" and not again)
    within = f"repechage {to.round}" if again else f"level {to.round}"
    to.opened("level at the end" if ending else within, event["seed"])
    if ending:
        _ranked(to, event)
        return
    own, lots = _through(to, plan, again=again)
    order = [
        name for group in to.groups([name for heat in to.heats for name in heat.players]) for name in group
    ]
    fits = (event["on"], event["drawn"], event["order"]) == (own, lots, order)
    to.must(fits, "progress", "others go on than the banks and the terms say")
    for name in (name for heat in to.heats for name in to.live(heat)):
        if name not in own:
            to.entrants[name]["status"] = "eliminated"
    to.heats = []


def _through(to: Tournament, plan: Any, *, again: bool) -> tuple[list[str], list[str]]:
    """Who goes on, and whose order was drawn."""
    live = [to.live(heat) for heat in to.heats]
    everybody = [name for names in live for name in names]
    if again:
        return _best(to, everybody, to.terms["format"]["repechage_places"], f"repechage {to.round}")
    if plan["progress"] == "all":
        return everybody, []
    if plan["progress"] == "top-of-table":
        parts = [
            _best(to, names, plan["places"], f"level {to.round} {number}")
            for number, names in enumerate(live, 1)
        ]
        return [name for on, _ in parts for name in on], [name for _, lots in parts for name in lots]
    left = len(everybody) - plan["places"] if plan["progress"] == "all-but-lowest" else plan["places"]
    return _best(to, everybody, max(left, 1), f"level {to.round}")


def _best(to: Tournament, names: list[str], places: int, label: str) -> tuple[list[str], list[str]]:
    on: list[str] = []
    level = to.terms["format"]["level"]
    for group in to.groups(names, level):
        house = places - len(on)
        if house <= 0:
            break
        if len(group) > house and level == "draw":
            lots = to.draw(group, label)
            return on + lots[:house], lots
        on += group
    return on, []


def _ranked(to: Tournament, event: Event) -> None:
    """The final order of everybody who is not disqualified."""
    to.must(not to.level_for_a_prize(), "progress", "some are level for a prize and did not play off")
    own: list[str] = []
    lots: list[str] = []
    for group in to.final():
        drawn = len(group) > 1 and to.terms["winners"]["level"] == "draw"
        came = to.draw(group, "level at the end") if drawn else group
        lots += came if drawn else []
        own += came
    fits = (event["order"], event["drawn"], event["on"]) == (own, lots, [])
    to.must(fits, "progress", "the final order is not that of the banks and the terms")
    to.ranks, to.heats, to.ranked = own, [], True


HOW: dict[str, Callable[[Any, Event], None]] = {
    "play-off-held": _played_off,
    "round-concluded": _concluded,
}
