"""A heat: spins at a table that is followed like any other, with what the terms ask for besides."""

from copy import copy
from typing import Any

from sicbo.verify.canonical import Wrong
from sicbo.verify.replay import follow
from sicbo.verify.report import TableReport
from sicbo.verify.rules import Law
from sicbo.verify.state import Round, Sign, Table

Event = dict[str, Any]
CHIP, AT_HEAT = "tournament-chip", "heat"
SHOWING = ("uncover", "call", "enter")
"""Steps that show the dice: no sealed slip waits any more."""
EVENTS = {
    "step-performed", "slip-registered", "result-entered", "wagers-collected", "wagers-paid",
    "wagers-returned", "wagers-voided", "wagers-forfeited", "round-voided", "settlement-reversed",
    "debt-set-off",
    "result-corrected", "fault-reported", "person-notified", "fault-rectified",
}  # fmt: skip
COMMANDS = {
    "perform", "register-slip", "declare-void", "correct-result", "report-fault", "notify-person",
    "rectify-fault",
}  # fmt: skip


class Heat:
    """Who plays at a table, and what they have used."""

    def __init__(
        self, table: str, players: list[str], spins: int, why: str = "round", minutes: int = 0
    ) -> None:
        self.table, self.players, self.spins, self.minutes = table, players, spins, minutes
        self.began: int | None = None
        self.again, self.play_off = why == "repechage", why == "play-off"
        self.over, self.spin = False, 0
        self.secrets: dict[str, int] = {}
        self.passes: dict[str, int] = {}
        self.clear()

    def clear(self) -> None:
        """What belongs to one spin alone, at its end."""
        self.seals: dict[str, str] = {}
        self.done: set[str] = set()
        self.passing: set[str] = set()
        self.excused: set[str] = set()


def time_is_up(heat: Heat, elapsed: int) -> bool:
    """Whether a heat that is measured in minutes has had them."""
    return bool(heat.minutes) and heat.began is not None and elapsed - heat.began >= heat.minutes * 60_000


class HeatTable(Table):
    """A table of a tournament, at which the first thing that is wrong ends the following."""

    def __init__(self, name: str, law: Law, report: TableReport) -> None:
        own = copy(law)
        own.money, own.instruments = CHIP, frozenset((CHIP,))
        super().__init__(name, own, report)
        self.lay_out()

    def wrong(self, check: str, says: str) -> None:
        """What breaks the law is wrong with the tournament."""
        raise Wrong(check, says)

    def must(self, holds: object, check: str, says: str) -> None:
        """What has to hold."""
        if not holds:
            raise Wrong(check, says)


def is_of_heat(message: Event) -> bool:
    """Whether a command or an event is one of a table, at a heat."""
    prefix, _, kind = str(message["type"]).partition("-")
    return prefix == AT_HEAT and kind in COMMANDS | EVENTS


def played(to: Any, command: Event, events: list[Event]) -> list[Event]:
    """Follow the table; the events that come besides from the tournament."""
    order, table = _of_table(command, command["table"], COMMANDS), _table(to, command["table"])
    own = [event for event in events if is_of_heat(event)]
    to.must(own == events[: len(own)], "events", "a table acts after what follows from it")
    heat = next((one for one in to.heats if one.table == table.name and not one.over), None)
    before, banks = table.round, {name: one["bank"] for name, one in to.entrants.items()}
    _may(to, order, table, heat)
    table.racks = {(name, CHIP): bank for name, bank in banks.items() if bank}
    follow(
        table, {"command": order, "events": [_of_table(one, table.name, EVENTS) for one in own]}, known=False
    )
    for name, one in to.entrants.items():
        one["bank"] = table.racks.get((name, CHIP), 0)
    if heat is not None:
        _take_in(heat, order, table, before)
    rest, ended = events[len(own) :], before is not None and table.last is before
    corrected = order["type"] == "correct-result" and before is None
    first = "spin-counted" if ended else "spin-recounted" if corrected else None
    to.must(
        (rest[0]["type"] if rest else None) == first, "events", "a spin is counted once, when it is settled"
    )
    to.before = banks
    return rest


def _of_table(message: Event, table: str, known: set[str]) -> Event:
    """A message of a heat as its table has it."""
    kind = str(message["type"]).partition("-")[2]
    if kind not in known or message.get("table") != table:
        raise Wrong(
            "schema", f"cannot vouch: {str(message['type'])[:60]} is none of a heat, or of another table"
        )
    return {name: value for name, value in message.items() if name != "table"} | {"type": kind}


def _table(to: Any, name: str) -> HeatTable:
    """A table of the tournament, under the limits of its terms."""
    to.must(name in to.tables, "order", f"{name} is no table of the tournament")
    table: HeatTable = to.games.setdefault(name, HeatTable(name, to.law, to.report))
    unit, most = to.terms["wagers"]["unit"], to.terms["wagers"]["maximum"] or None
    table.sign = Sign(unit, most, unit, 1, unit, ())
    return table


def _may(to: Any, order: Event, table: Table, heat: Heat | None) -> None:
    """What the tournament asks for besides the table."""
    kind, stamp = order["type"], order["stamp"]
    if kind in ("perform", "register-slip", "declare-void"):
        if heat is None:
            raise Wrong("order", f"no heat is played at {table.name}")
        to.must(kind == "perform" or table.round is not None, "order", "no spin is in play")
    if kind == "perform" and heat is not None:
        if table.round is None:
            to.must(bool(to.present), "power", "a spin began with neither director nor deputy present")
            to.must(
                not time_is_up(heat, stamp["elapsed"]), "order", "a spin began after the time of its heat"
            )
            to.must(heat.spin < (heat.spins or heat.spin + 1), "order", "a spin too many")
        opened = order["step"] not in SHOWING or heat.done == set(heat.seals)
        to.must(opened, "seal", "the dice were seen before every seal was open")
    result = table.round or table.last
    if kind == "correct-result" and result is not None:
        to.must(
            sorted(order["dice"]) != sorted(result.dice or []),
            "order",
            "a result was corrected to what was entered",
        )
    if kind == "register-slip" and heat is not None:
        player = order["player"]
        to.must(player not in heat.seals and player not in heat.passing, "slip", "a second wager for a spin")
        to.may_wager(heat, player, order["stakes"])


def _take_in(heat: Heat, order: Event, table: Table, before: Round | None) -> None:
    """What the heat keeps of the spin in play."""
    if order["type"] == "perform" and heat.began is None:
        heat.began = order["stamp"]["elapsed"]
    if order["type"] == "declare-void" and order["player"]:
        heat.excused.add(order["player"])
    elif order["type"] == "declare-void" and table.round is None:
        for used, names in ((heat.secrets, heat.seals), (heat.passes, heat.passing)):
            for name in names:
                used[name] -= 1
        heat.clear()


def wagered(table: Table, player: str) -> bool:
    """Whether somebody has a wager on the spin that was settled last."""
    return table.last is not None and bool(table.last.slips.get(player, (0, []))[1])


def renamed(table: Table, player: str, second: str) -> None:
    """A substitute has what a player has in the spin that was settled last."""
    if table.last is not None:
        kept: tuple[dict[str, Any], ...] = (table.last.slips, table.last.collected, table.last.paid)
        for amounts in kept:
            if player in amounts:
                amounts[second] = amounts.pop(player)


def opened(table: Table, player: str, stakes: list[Any]) -> None:
    """An opened slip lies on the layout like any other."""
    if table.round is None:
        raise Wrong("seal", "a seal was opened outside a spin")
    table.round.slips[player] = (table.round.slips.get(player, (0, []))[0] + 1, stakes)
