"""Dealers, who follow the rulebook's order and name the round that they mean."""

from collections.abc import Callable
from typing import Any

from sicbo.game.policies import Step
from sicbo.game.rulebook.publication import key_of
from sicbo.table.messages.commands import Perform
from sicbo.table.state import Table
from tests.storm.actors.actor import Actor
from tests.storm.house import House
from tests.storm.messages import AUTHORITY, TAKES_CONSOLE, Message, Reply
from tests.storm.weather import SECOND
from tests.storm.world import World

BETTING, SWIZZLE = 8 * SECOND, 2 * SECOND
FROZEN = (0, 0, 8, 15, 25, 40)
"""Seconds until a frozen screen sends the second click."""
Dice = tuple[int, int, int]


class Truth:
    """What the dice really show in each round, whatever is entered; triples are frequent."""

    def __init__(self, world: World) -> None:
        self._random, self._dice = world.random, dict[tuple[str, int], Dice]()

    def of(self, table: str, number: int) -> Dice:
        """Return the dice of a round."""
        return self._dice.setdefault((table, number), self.any())

    def any(self) -> Dice:
        """Return random dice."""
        if self._random.random() < 0.3:
            return (self._random.randint(1, 6),) * 3
        first, second, third = (self._random.randint(1, 6) for _ in range(3))
        return first, second, third


class Dealer(Actor):
    """A dealer who holds the console and performs the step that is due; another dealer may take it away."""

    period = SECOND
    staff = True

    def __init__(self, world: World, house: House, table: str, name: str, truth: Truth) -> None:
        super().__init__(world, house, table, name)
        self.truth, self.closes_at, self.closes = truth, 0, 0
        self.stops: Callable[[], bool] = lambda: False
        self.terminals: list[str] = []

    def tick(self) -> None:
        """Send an unanswered step again; sometimes fetch the state instead, and perform what seems due by
        then.
        """
        if self.pending is not None and self.world.chance(self.world.weather.double_click):
            self.pending = None
        super().tick()

    def take(self) -> None:
        """Take the console."""
        self.ask(TAKES_CONSOLE)

    def act(self, table: Table) -> None:
        """Perform the step that is due after players had their time; sometimes send it twice by a double
        click.
        """
        if table.sign is None or (table.round and table.round.void_due) or self._waits(table):
            return
        if table.round is None and (self.stops() or self._disputed(table)):
            return
        step = table.due.step
        words: dict[str, Any] = {"step": key_of(step), "round": table.round_due}
        if step is Step.SPIN:
            words |= {"tumbles": 2 if self.world.chance(self.world.weather.few_tumbles) else 3}
        if step is Step.ENTER:
            words |= {"dice": self._read(table)}
        self.ask(Perform, **words)
        if self.world.chance(self.world.weather.double_click):
            self.world.counts["double clicks"] += 1
            again = self.message(Perform, words, lambda reply: None)
            self.world.after(self.world.random.choice(FROZEN) * SECOND, self._send, again)

    def _read(self, table: Table) -> Dice:
        """Return the dice, sometimes misread."""
        if self.world.chance(self.world.weather.wrong_result):
            self.world.counts["wrong results"] += 1
            return self.truth.any()
        return self.truth.of(self.table, table.round_due)

    def _disputed(self, table: Table) -> bool:
        """Whether the last result is wrong and players stop the dealer from going on."""
        if not table.shown:
            return False
        number, dice = table.shown[-1]
        return dice != self.truth.of(self.table, number) and self.world.chance(0.8)

    def _waits(self, table: Table) -> bool:
        """Whether players still have time to bet; the network may be at its worst just before the close."""
        if table.round is None or not table.takes_wagers:
            return False
        if self.closes != table.round.number:
            self.closes, self.closes_at = table.round.number, self.world.now + BETTING
            if self.world.chance(self.world.weather.swizzle):
                self.world.after(BETTING - SWIZZLE, self._swizzle)
        return self.world.now < self.closes_at

    def _swizzle(self) -> None:
        """Block half of the terminals one by one; their messages then arrive in any order."""
        world = self.world
        world.counts["swizzles"] += 1
        for name in world.random.sample(self.terminals, (len(self.terminals) + 1) // 2):
            world.after(world.random.randint(0, SWIZZLE), world.clog, name, "house", 3 * BETTING)

    def answered(self, message: Message, reply: Reply) -> None:
        """Sometimes take the console back from another dealer."""
        if reply.problem == AUTHORITY and self.world.chance(0.5):
            self.take()


class SecondDealer(Dealer):
    """A second dealer who sometimes takes the console, and deals until the first one takes it back."""

    period = 3 * SECOND

    def act(self, table: Table) -> None:
        """Take the console, or perform a step with it."""
        if self.world.chance(self.world.weather.second_dealer):
            self.world.counts["takeovers"] += 1
            self.take()
        elif self.world.weather.second_dealer:
            super().act(table)

    def answered(self, message: Message, reply: Reply) -> None:
        """Accept the loss of the console."""
