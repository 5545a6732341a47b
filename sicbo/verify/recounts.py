"""A spin of a tournament that was corrected to its dice, settled a third time."""

from collections.abc import Callable
from typing import Any

from sicbo.verify.canonical import Wrong
from sicbo.verify.contests import Event, Tournament, paid
from sicbo.verify.heats import Heat
from sicbo.verify.rules import roll_of


def _meant(to: Tournament, event: Event) -> Heat:
    """The heat whose last spin it is; nothing may have begun at its table since."""
    found, played_off = None, any(heat.play_off for heat in to.heats)
    for heat in (one for one in to.heats if one.table == event["table"]):
        to.must(heat.phase in ("waiting", "over"), "order", "a result was corrected after the next spin")
        found = heat if heat.dice and heat.play_off == played_off else None if heat.play_off else found
    if found is None or (event["spin"], event["entered"]) != (found.spin, found.dice):
        raise Wrong("order", "a result was corrected that was not entered so")
    return found


def _corrected(to: Tournament, event: Event) -> None:
    heat, roll = _meant(to, event), roll_of(event["dice"])
    to.must(event["second"] not in ("", event["stamp"]["by"]), "power", "nobody else saw the corrected dice")
    to.must(
        [_wagers(one) for one in event["slips"]] == [_wagers(one) for one in heat.settled],
        "settlement",
        "a correction settles other wagers than lay there",
    )
    changes = []
    for was, now in zip(heat.settled, event["slips"], strict=True):
        before = sum(line["winnings"] + line["returned"] for line in was["lines"])
        chips = _change(to, now["player"], sum(paid(to, line, roll) for line in now["lines"]) - before)
        changes += [[now["player"], chips]] if chips else []
    to.must(event["changes"] == changes, "money", "a correction gives or takes something else")
    to.must(roll != roll_of(heat.dice), "order", "a result was corrected to what was entered")
    deserted = heat.phase == "over" and not to.live(heat)
    for name, chips in changes:
        to.give(name, chips)
        to.entrants[name]["counts"][-1] += chips
    names = [one["player"] for one in event["slips"]]
    back = [name for name in names if to.entrants[name]["status"] == "eliminated" and enough(to, name)]
    to.must(event["back"] == back, "progress", "a correction brings others back than it has to")
    unplayed = not heat.spins or heat.spin < heat.spins
    to.must(event["reopened"] == bool(back and unplayed and deserted), "order", "a heat goes on or does not")
    for name in back:
        to.entrants[name]["status"] = "playing"
    heat.phase = "waiting" if event["reopened"] else heat.phase
    heat.dice, heat.settled = event["dice"], event["slips"]
    to.report.count("corrections")


def _wagers(slip: Event) -> tuple[Any, ...]:
    """What does not depend on the dice."""
    stakes = [line["stake"] for line in slip["lines"]]
    return slip["player"], stakes, slip["forfeited"], slip["warned"]


def _change(to: Tournament, player: str, chips: int) -> int:
    one, kept = to.entrants[player], to.terms["conduct"]["retired_chips"]
    if one["status"] == "disqualified" or (one["status"] == "retired" and kept != "counted"):
        return 0
    return max(chips, -int(one["bank"]))


def enough(to: Tournament, player: str) -> bool:
    """Whether a bank is not below what the terms eliminate at."""
    least = {"below-compulsory": max(to.terms["wagers"]["compulsory"], 1), "no-chips": 1}
    return bool(to.entrants[player]["bank"] >= least.get(to.terms["elimination"]["rule"], 0))


def put_out(to: Tournament, events: list[Event]) -> None:
    """Whom a spin or its correction leaves with too small a bank is out by the same record."""
    spins = [event for event in events if event["type"] in ("spin-settled", "spin-corrected")]
    for name in (slip["player"] for event in spins for slip in event["slips"]):
        fits = to.entrants[name]["status"] != "playing" or enough(to, name)
        to.must(fits, "progress", f"{name} stays in play with too small a bank")


HOW: dict[str, Callable[[Any, Event], None]] = {"spin-corrected": _corrected}
