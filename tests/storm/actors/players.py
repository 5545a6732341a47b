"""Terminals that retry, and attackers who try everything that the rank check and the floor should stop."""

from collections.abc import Callable
from typing import Any

from sicbo.errors import Refusal
from sicbo.table.messages.parts import Stake
from sicbo.table.messages.round import (
    BuyIn,
    ChangeLimits,
    CorrectResult,
    DeclareVoid,
    Perform,
    RegisterSlip,
    SlipRegistered,
)
from sicbo.table.messages.super_streak import PlaceStreak
from sicbo.table.money.racks import payout_instrument
from sicbo.table.state import TableState
from tests.storm.actors.actor import Actor
from tests.storm.fault_rates import SECOND
from tests.storm.house import SimulatedHouse
from tests.storm.messages import Reply, Request
from tests.storm.world import World

CENTS = (500, 500, 1_000, 1_000, 2_500, 20_000)
ODD = (300, 700, 1_025, 60_000, 90_000)
LIKELY = ("small", "big", "odd", "even")
DOUBLES = tuple(f"double-{face}" for face in range(1, 7))
SIDES = ("small", "big", "odd", "even")


def stakes_at(table: TableState, world: World, wild: bool = False) -> tuple[Stake, ...]:
    """Return a few wagers: mostly within the limits."""
    random, money = world.random, payout_instrument(table)
    known = [bet.key for bet in table.layout]
    some = random.sample(known, random.randint(1, 3))
    likely = [bet for bet in LIKELY if bet in table.layout]
    if likely and random.random() < 0.5:
        some = list(dict.fromkeys([random.choice(likely), *some]))
    amounts = ODD if wild else CENTS
    return tuple(Stake(bet, random.choice(amounts), money) for bet in some)


def other_chips(table: TableState, world: World, player: str) -> tuple[Stake, ...]:
    """Return a wager of tokens, or of the colour chips that a player has."""
    kinds = [kind for who, kind in sorted(table.racks) if who == player and kind != payout_instrument(table)]
    if not kinds:
        return ()
    kind = world.random.choice(kinds)
    colour = table.sets.get(kind.partition(":")[2])
    cents = colour.value * world.random.randint(1, 4) if colour else world.random.choice(CENTS)
    return (Stake(world.random.choice(DOUBLES), cents, kind),)


class Terminal(Actor):
    """A player's terminal: it registers slips while bets are open, and remembers an unanswered one through a
    restart.
    """

    restarts = True

    def act(self, table: TableState) -> None:
        """Register a slip, change it, retract it, or place a streak wager."""
        world = self.world
        if table.streak_stake is not None and world.chance(0.1):
            self.send_until_answered(
                PlaceStreak,
                round=table.round_number_due,
                side=world.random.choice(SIDES),
                cents=table.streak_stake,
            )
        elif table.takes_wagers and table.round is not None and world.chance(0.6):
            before = table.round.slips.get(self.person)
            version = before.version + 1 if before else 1
            stakes = stakes_at(table, world, world.chance(0.1)) if world.chance(0.9) else ()
            if world.chance(world.fault_rates.chips):
                stakes = (*stakes, *other_chips(table, world, self.person))
            self.send_until_answered(RegisterSlip, round=table.round.number, version=version, stakes=stakes)

    def on_answer(self, message: Request, reply: Reply) -> None:
        """Assert that the registered slip has the stakes and the round of the request."""
        if reply.answer is None or isinstance(reply.answer.outcome, Refusal):
            return
        event = reply.answer.outcome[0]
        if isinstance(event, SlipRegistered):
            assert event.player == self.person, "another player's slip"
            assert event.round == message.words["round"], "a slip was moved to another round"
            assert event.stakes == message.words["stakes"], "a slip was changed on its way"


class Attacker(Actor):
    """A player who attacks the house."""

    period = 2 * SECOND

    def __init__(
        self, world: World, house: SimulatedHouse, table: str, name: str, victims: list[str]
    ) -> None:
        super().__init__(world, house, table, name)
        self.victims = victims
        self.sent: list[Request] = []

    def act(self, table: TableState) -> None:
        """Try one attack."""
        if self.world.chance(self.world.fault_rates.attack):
            self.world.counts["attacks"] += 1
            attack = self.world.random.choice(ATTACKS)
            if (message := attack(self, table)) is not None:
                self.sent.append(message)

    def slip(self, table: TableState, number: int, version: int = 1, **words: Any) -> Request:
        """Return a slip for a round."""
        given: dict[str, Any] = {"stakes": stakes_at(table, self.world)} | words
        return self.send_once(RegisterSlip, round=number, version=version, **given)

    def slip_for_another(self, table: TableState) -> Request:
        """Send a slip in another player's name: the server replaces the name by the attacker's own."""
        return self.slip(table, table.rounds, player=self.world.random.choice(self.victims))

    def slip_for_wrong_round(self, table: TableState) -> Request:
        """Send a slip for a future round, or for one that ended long ago."""
        return self.slip(table, table.rounds + self.world.random.choice((-1, 1, 7)))

    def slip_with_impossible_stakes(self, table: TableState) -> Request:
        """Send impossible stakes."""
        money = payout_instrument(table)
        mad = (
            (Stake("small", -500, money),),
            (Stake("small", 0, money),),
            (Stake("seven", 500, money),),
            (Stake("small", 1 << 60, money),),
            (Stake("small", 500, "promise"),),
            (Stake("small", 500, money), Stake("small", 500, money)),
            (Stake("small", 500, "token"),),
        )
        return self.slip(table, table.rounds, stakes=self.world.random.choice(mad))

    def reuse_id(self, table: TableState) -> Request | None:
        """Send another command under a used id."""
        if not self.sent:
            return None
        old = self.world.random.choice(self.sent)
        if old.kind is RegisterSlip:
            self._send(old._replace(words=old.words | {"stakes": stakes_at(table, self.world)}))
        return None

    def replay(self, table: TableState) -> Request | None:
        """Send every earlier request again."""
        for old in self.sent[-3:]:
            self._send(old)
        return None

    def staff_command(self, table: TableState) -> Request:
        """Send a staff command, through the rank check and past it."""
        random = self.world.random
        orders: tuple[tuple[Any, dict[str, Any]], ...] = (
            (Perform, {"step": "enter", "dice": (6, 6, 6), "round": table.round_number_due}),
            (Perform, {"step": "close", "round": table.round_number_due}),
            (BuyIn, {"player": self.person, "cents": 1_000_000}),
            (CorrectResult, {"dice": (6, 6, 6), "second": "kim", "reason": "r"}),
            (DeclareVoid, {"ground": "disruption", "note": "n"}),
            (ChangeLimits, {"minimum": 1, "maximum": None}),
        )
        kind, words = random.choice(orders)
        return self.send_once(kind, random.random() < 0.5, **words)

    def odd_id(self, table: TableState) -> None:
        """Send an id that no record can have."""
        odd = self.world.random.choice(("", "x" * 300, "a\nb", "restart-7", "founding"))
        message = self.new_request(RegisterSlip, {}, lambda reply: None)
        words = {"round": table.rounds, "version": 1, "stakes": stakes_at(table, self.world)}
        self._send(message._replace(id=odd, words=words))


ATTACKS: tuple[Callable[[Attacker, TableState], Request | None], ...] = (
    Attacker.slip_for_another,
    Attacker.slip_for_wrong_round,
    Attacker.slip_with_impossible_stakes,
    Attacker.reuse_id,
    Attacker.replay,
    Attacker.staff_command,
    Attacker.odd_id,
)
