"""Dealers, who follow the rulebook's order, and managers, who open, correct, void, change limits and mend."""

from collections.abc import Callable
from typing import Any

from sicbo.game.policies import Ground, Step
from sicbo.game.publish import key_of
from sicbo.table.commands import (
    BuyIn,
    CashOut,
    ChangeLimits,
    CorrectResult,
    DeclareVoid,
    GiveNotice,
    OpenTable,
    Perform,
)
from sicbo.table.fault_messages import NotifyPerson, RectifyFault, ReportFault
from sicbo.table.racks import money_of
from sicbo.table.state import Table
from tests.storm.actors import Actor
from tests.storm.house import AUTHORITY, TAKES_CONSOLE, House, Message, Reply
from tests.storm.weather import SECOND
from tests.storm.world import World
from tests.table.machine_play import FITTED

BETTING, SWIZZLE = 8 * SECOND, 2 * SECOND
LIMITS = ((500, 50_000), (500, 20_000), (500, None), (1_000, 50_000), (300, 80_000))
BOUGHT, LOW = 200_000, 60_000
SECOND_PERSON = "kim"
Dice = tuple[int, int, int]


class Truth:
    """What the dice really show in each round, whatever is entered; triples come often."""

    def __init__(self, world: World) -> None:
        self._random, self._dice = world.random, dict[tuple[str, int], Dice]()

    def of(self, table: str, number: int) -> Dice:
        """The dice of a round."""
        return self._dice.setdefault((table, number), self.any())

    def any(self) -> Dice:
        """Some dice."""
        if self._random.random() < 0.3:
            return (self._random.randint(1, 6),) * 3
        first, second, third = (self._random.randint(1, 6) for _ in range(3))
        return first, second, third


class Dealer(Actor):
    """Holds the console and performs the step that is due; another dealer may take it away."""

    period = SECOND
    staff = True

    def __init__(self, world: World, house: House, table: str, name: str, truth: Truth) -> None:
        super().__init__(world, house, table, name)
        self.truth, self.closes_at, self.closes = truth, 0, 0
        self.stops: Callable[[], bool] = lambda: False
        self.terminals: list[str] = []

    def take(self) -> None:
        """Take the console."""
        self.ask(TAKES_CONSOLE)

    def act(self, table: Table) -> None:
        """Perform the step that is due, once players had their time; twice where the finger slips."""
        if table.sign is None or (table.round and table.round.void_due) or self._waits(table):
            return
        if table.round is None and self.stops():
            return
        step = table.due.step
        words: dict[str, Any] = {}
        if step is Step.SPIN:
            words = {"tumbles": 2 if self.world.chance(self.world.weather.few_tumbles) else 3}
        if step is Step.ENTER:
            words = {"dice": self._read(table)}
        self.ask(Perform, step=key_of(step), **words)
        if self.world.chance(self.world.weather.double_click):
            self.world.counts["double clicks"] += 1
            self.mention(Perform, step=key_of(step), **words)

    def _read(self, table: Table) -> Dice:
        """The dice, or what somebody makes of them who does not look."""
        if self.world.chance(self.world.weather.wrong_result):
            return self.truth.any()
        return self.truth.of(self.table, table.round.number if table.round else table.rounds + 1)

    def _waits(self, table: Table) -> bool:
        """Whether players still have time; the network may be at its worst just before the close."""
        if table.round is None or not table.takes_wagers:
            return False
        if self.closes != table.round.number:
            self.closes, self.closes_at = table.round.number, self.world.now + BETTING
            if self.world.chance(self.world.weather.swizzle):
                self.world.after(BETTING - SWIZZLE, self._swizzle)
        return self.world.now < self.closes_at

    def _swizzle(self) -> None:
        """Clog half of the terminals, one by one; they come back in any order."""
        world = self.world
        for name in world.random.sample(self.terminals, (len(self.terminals) + 1) // 2):
            world.after(world.random.randint(0, SWIZZLE), world.clog, name, "house", 3 * BETTING)

    def answered(self, message: Message, reply: Reply) -> None:
        """Somebody else has the console: take it back now and then."""
        if reply.problem == AUTHORITY and self.world.chance(0.5):
            self.take()


class SecondDealer(Dealer):
    """Comes to the same console now and then, and deals until the first one takes it back."""

    period = 3 * SECOND

    def act(self, table: Table) -> None:
        """Take the console, or perform a step with it."""
        if self.world.chance(self.world.weather.second_dealer):
            self.world.counts["takeovers"] += 1
            self.take()
        elif self.world.weather.second_dealer:
            super().act(table)

    def answered(self, message: Message, reply: Reply) -> None:
        """Whoever lost it lets it be."""


class Manager(Actor):
    """Of the highest rank: opens the table, sells chips, mends faults, corrects, voids, changes limits."""

    period = 3 * SECOND
    staff = True

    def __init__(self, world: World, house: House, table: str, name: str, truth: Truth) -> None:
        super().__init__(world, house, table, name, "senior-manager")
        self.truth, self.chip = truth, world.random.choice((1, 100, 250))
        self.players: list[str] = []

    def act(self, table: Table) -> None:
        """The first thing that has to be done; else, at times, something else."""
        if table.sign is None:
            self._open(table)
        elif table.round and table.round.void_due:
            self._void(table.round.void_due, table)
        elif not (self._mend(table) or self._sell(table) or self._correct(table)):
            self._meddle(table)

    def _open(self, table: Table) -> None:
        streaks = table.rules.super_streak is not None
        self.ask(
            OpenTable,
            minimum=500,
            maximum=50_000,
            chip=self.chip,
            approved_minimum=200,
            equipment=FITTED,
            streak_stake=1_000 if streaks else None,
        )

    def _void(self, ground: str, table: Table) -> None:
        self.world.counts["voids"] += 1
        number = table.round.number if table.round else None
        self.ask(DeclareVoid, ground=key_of(Ground[ground]), note="n", second=SECOND_PERSON, round=number)

    def _mend(self, table: Table) -> bool:
        for kind, fault in sorted(table.faults.items()):
            if fault.tell is not None and fault.tell not in fault.told:
                self.ask(NotifyPerson, fault=kind, whom=fault.tell, name="kim")
            else:
                self.ask(RectifyFault, fault=kind)
            return True
        return False

    def _sell(self, table: Table) -> bool:
        money = money_of(table)
        for player in self.players:
            if table.rack(player, money) < LOW:
                self.ask(BuyIn, player=player, cents=BOUGHT, instrument=money)
                return True
        return False

    def _correct(self, table: Table) -> bool:
        """Whatever was entered wrongly is corrected, as soon as somebody notices."""
        for number, dice in table.shown[-3:]:
            truth = self.truth.of(self.table, number)
            if dice != truth and self.world.chance(0.4):
                self.world.counts["corrections"] += 1
                named = number if self.world.random.random() < 0.8 else None
                self.ask(CorrectResult, dice=truth, second=SECOND_PERSON, reason="r", round=named)
                return True
        return False

    def _meddle(self, table: Table) -> None:
        weather, world, random = self.world.weather, self.world, self.world.random
        if world.chance(weather.void) and table.round:
            self._void(random.choice([item.ground for item in table.rules.irregularities]).name, table)
        elif world.chance(weather.limits):
            world.counts["limit changes"] += 1
            minimum, maximum = random.choice(LIMITS)
            if random.random() < 0.3:
                self.ask(GiveNotice, subject="limits", minimum=minimum, maximum=maximum, in_seconds=1_200)
            else:
                self.ask(ChangeLimits, minimum=minimum, maximum=maximum)
        elif world.chance(weather.fault):
            kind = random.choice(("tumbler", "lights", "display-wrong", "dice", "equipment"))
            self.ask(ReportFault, fault=kind, mended=random.random() < 0.3)
        elif world.chance(weather.conduct) and self.players:
            player = random.choice(self.players)
            self.ask(CashOut, player=player, cents=random.choice((100, BOUGHT, 10 * BOUGHT)))
