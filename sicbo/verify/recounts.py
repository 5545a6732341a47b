"""A counted spin whose result was corrected, and who is out or back because of a spin."""

from collections.abc import Callable
from typing import Any

from sicbo.verify.canonical import Wrong
from sicbo.verify.contests import Event, Tournament
from sicbo.verify.heats import Heat


def _meant(to: Tournament, event: Event) -> Heat:
    """The heat whose last spin it is; nothing may have begun at its table since."""
    played_off = any(heat.play_off for heat in to.heats)
    there = [heat for heat in to.heats if heat.table == event["table"] and heat.play_off == played_off]
    found = [heat for heat in (there[-1:] if played_off else there) if heat.spin]
    if not found or found[-1].spin != event["spin"]:
        raise Wrong("order", "a result was corrected that was not entered so")
    return found[-1]


def _recounted(to: Tournament, event: Event) -> None:
    heat, table = _meant(to, event), to.games[event["table"]]
    to.spun = heat
    slips = table.last.slips if table.last else {}
    moved = {name: to.entrants[name]["bank"] - to.before[name] for name in heat.players if name in slips}
    changes = [[name, chips] for name, chips in moved.items() if chips and not _gone(to, name)]
    kept = [[name, -chips] for name, chips in moved.items() if chips and _gone(to, name)]
    told = (event["changes"], event["kept"])
    to.must(told == (changes, kept), "money", "a correction gives or takes something else")
    deserted = heat.over and not to.live(heat)
    for name, chips in kept:
        to.give(name, chips)
    for name, chips in changes:
        to.entrants[name]["counts"][-1] += chips
    back = [name for name in heat.players if to.entrants[name]["status"] == "eliminated" and enough(to, name)]
    to.must(event["back"] == back, "progress", "a correction brings others back than it has to")
    unplayed = not heat.spins or heat.spin < heat.spins
    to.must(event["reopened"] == bool(back and unplayed and deserted), "order", "a heat goes on or does not")
    for name in back:
        to.entrants[name]["status"] = "playing"
    heat.over = heat.over and not event["reopened"]
    table.owed.clear()


def _gone(to: Tournament, player: str) -> bool:
    """Whether somebody is out for good, whose bank a correction leaves alone."""
    status, kept = to.entrants[player]["status"], to.terms["conduct"]["retired_chips"]
    return bool(status == "disqualified" or (status == "retired" and kept != "counted"))


def enough(to: Tournament, player: str) -> bool:
    """Whether a bank is not below what the terms eliminate at."""
    least = {"below-compulsory": max(to.terms["wagers"]["compulsory"], 1), "no-chips": 1}
    return bool(to.entrants[player]["bank"] >= least.get(to.terms["elimination"]["rule"], 0))


def put_out(to: Tournament, events: list[Event]) -> None:
    """Whom a spin or its correction leaves with too small a bank is out by the same record."""
    spun = any(event["type"] in ("spin-counted", "spin-recounted") for event in events)
    for name in to.spun.players if spun and to.spun else ():
        fits = to.entrants[name]["status"] != "playing" or enough(to, name)
        to.must(fits, "progress", f"{name} stays in play with too small a bank")


HOW: dict[str, Callable[[Any, Event], None]] = {"spin-recounted": _recounted}
