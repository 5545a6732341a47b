"""Dealers, who follow the rulebook's order and name the round that they mean."""

from collections.abc import Callable
from typing import Any

from sicbo.game.policies import Step
from sicbo.game.rulebook.publication import enum_key
from sicbo.table.messages.round import Perform
from sicbo.table.state import TableState
from tests.storm.actors.actor import Actor
from tests.storm.fault_rates import SECOND
from tests.storm.house import SimulatedHouse
from tests.storm.messages import AUTHORITY, TAKE_CONSOLE, Reply, Request
from tests.storm.world import World

BETTING, SWIZZLE = 8 * SECOND, 2 * SECOND
FROZEN_SECONDS = (0, 0, 8, 15, 25, 40)
"""Seconds until a frozen screen sends the second click."""
Dice = tuple[int, int, int]


class TrueDice:
    """What the dice really show in each round, whatever is entered; triples are frequent."""

    def __init__(self, world: World) -> None:
        self._random, self._dice = world.random, dict[tuple[str, int], Dice]()

    def dice_of(self, table: str, number: int) -> Dice:
        """Return the dice of a round."""
        return self._dice.setdefault((table, number), self.random_dice())

    def random_dice(self) -> Dice:
        """Return random dice."""
        if self._random.random() < 0.3:
            return (self._random.randint(1, 6),) * 3
        first, second, third = (self._random.randint(1, 6) for _ in range(3))
        return first, second, third


class Dealer(Actor):
    """A dealer who holds the console and performs the step that is due; another dealer may take it away."""

    period = SECOND
    staff = True

    def __init__(self, world: World, house: SimulatedHouse, table: str, name: str, truth: TrueDice) -> None:
        super().__init__(world, house, table, name)
        self.truth, self.closes_at, self.closes = truth, 0, 0
        self.stops: Callable[[], bool] = lambda: False
        self.terminals: list[str] = []

    def tick(self) -> None:
        """Send an unanswered step again; sometimes fetch the state instead, and perform what seems due by
        then.
        """
        if self.pending is not None and self.world.chance(self.world.fault_rates.double_click):
            self.pending = None
        super().tick()

    def take_console(self) -> None:
        """Take the console."""
        self.send_until_answered(TAKE_CONSOLE)

    def act(self, table: TableState) -> None:
        """Perform the step that is due after players had their time; sometimes send it twice by a double
        click.
        """
        if table.sign is None or (table.round and table.round.void_due) or self._players_have_time(table):
            return
        if table.round is None and (self.stops() or self._is_disputed(table)):
            return
        step = table.due_stage.step
        words: dict[str, Any] = {"step": enum_key(step), "round": table.round_number_due}
        if step is Step.SPIN:
            words |= {"tumbles": 2 if self.world.chance(self.world.fault_rates.few_tumbles) else 3}
        if step is Step.ENTER:
            words |= {"dice": self._read_dice(table)}
        self.send_until_answered(Perform, **words)
        if self.world.chance(self.world.fault_rates.double_click):
            self.world.counts["double clicks"] += 1
            again = self.new_request(Perform, words, lambda reply: None)
            self.world.schedule(self.world.random.choice(FROZEN_SECONDS) * SECOND, self._send, again)

    def _read_dice(self, table: TableState) -> Dice:
        """Return the dice, sometimes misread."""
        if self.world.chance(self.world.fault_rates.wrong_result):
            self.world.counts["wrong results"] += 1
            return self.truth.random_dice()
        return self.truth.dice_of(self.table, table.round_number_due)

    def _is_disputed(self, table: TableState) -> bool:
        """Whether the last result is wrong and players stop the dealer from going on."""
        if not table.shown:
            return False
        number, dice = table.shown[-1]
        return dice != self.truth.dice_of(self.table, number) and self.world.chance(0.8)

    def _players_have_time(self, table: TableState) -> bool:
        """Whether players still have time to bet; the network may be at its worst just before the close."""
        if table.round is None or not table.takes_wagers:
            return False
        if self.closes != table.round.number:
            self.closes, self.closes_at = table.round.number, self.world.now + BETTING
            if self.world.chance(self.world.fault_rates.swizzle):
                self.world.schedule(BETTING - SWIZZLE, self._block_terminals)
        return self.world.now < self.closes_at

    def _block_terminals(self) -> None:
        """Block half of the terminals one by one; their messages then arrive in any order."""
        world = self.world
        world.counts["swizzles"] += 1
        for name in world.random.sample(self.terminals, (len(self.terminals) + 1) // 2):
            world.schedule(world.random.randint(0, SWIZZLE), world.block_link, name, "house", 3 * BETTING)

    def on_answer(self, message: Request, reply: Reply) -> None:
        """Sometimes take the console back from another dealer."""
        if reply.problem == AUTHORITY and self.world.chance(0.5):
            self.take_console()


class SecondDealer(Dealer):
    """A second dealer who sometimes takes the console, and deals until the first one takes it back."""

    period = 3 * SECOND

    def act(self, table: TableState) -> None:
        """Take the console, or perform a step with it."""
        if self.world.chance(self.world.fault_rates.second_dealer):
            self.world.counts["takeovers"] += 1
            self.take_console()
        elif self.world.fault_rates.second_dealer:
            super().act(table)

    def on_answer(self, message: Request, reply: Reply) -> None:
        """Accept the loss of the console."""
