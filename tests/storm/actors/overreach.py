"""Staff who try more than they may: commands above their rank, or as their own second person."""

from typing import Any

from sicbo.game.rulebook.publication import enum_key
from sicbo.table.messages.faults import RectifyFault
from sicbo.table.messages.round import (
    AgreeLimits,
    ChangeLimits,
    CloseTable,
    CorrectResult,
    DeclareVoid,
    GiveNotice,
)
from sicbo.table.state import TableState
from tests.storm.actors.actor import Actor
from tests.storm.actors.staff import TrueDice
from tests.storm.fault_rates import SECOND
from tests.storm.house import SimulatedHouse
from tests.storm.world import World

RANKS = ("dealer", "dealer", "supervisor", "manager", "senior-manager")


class OverreachingStaff(Actor):
    """Staff of any rank who give any command of a table, without a second person."""

    period = 4 * SECOND
    staff = True

    def __init__(self, world: World, house: SimulatedHouse, table: str, name: str, truth: TrueDice) -> None:
        super().__init__(world, house, table, name, world.random.choice(RANKS))
        self.truth = truth
        self.players: list[str] = []

    def act(self, table: TableState) -> None:
        """Give a command alone."""
        world, random = self.world, self.world.random
        if not world.chance(world.fault_rates.overreach) or table.sign is None:
            return
        world.counts["orders above a rank or alone"] += 1
        second = random.choice((self.person, self.person, ""))
        ground = enum_key(random.choice(table.rules.irregularities).ground)
        shown = [number for number, _ in table.shown[-1:]]
        orders: list[tuple[type[Any], dict[str, Any]]] = [
            (DeclareVoid, {"ground": ground, "note": "n", "second": second, "round": table.round_number_due}),
            (ChangeLimits, {"minimum": random.choice((300, 1_000)), "maximum": 50_000}),
            (GiveNotice, {"subject": "limits", "minimum": 1_000, "maximum": 50_000, "in_seconds": 1_200}),
            (AgreeLimits, {"player": random.choice(self.players), "maximum": 90_000, "marked": True}),
            *((RectifyFault, {"fault": kind}) for kind in sorted(table.faults)),
            *((CorrectResult, self._correction(number, second)) for number in (*shown, *shown)),
        ]
        if self.house.staff_keys is None:
            orders.append((CloseTable, {}))
        kind, words = random.choice(orders)
        self.send_until_answered(kind, **words)

    def _correction(self, number: int, second: str) -> dict[str, Any]:
        dice = self.truth.dice_of(self.table, number)
        return {"dice": dice, "second": second, "reason": "r", "round": number}
