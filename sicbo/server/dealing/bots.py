"""Bots: players who sit at a home table and make small wagers, so that a person does not play alone."""

import asyncio
import random
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from sicbo.server.live.live_table import BOT, Live
from sicbo.table.messages.base import Stake
from sicbo.table.messages.commands import BuyIn, RegisterSlip
from sicbo.table.messages.people import TakeSeat
from sicbo.table.money.racks import money_of

if TYPE_CHECKING:
    from sicbo.server.live.house import Room

NAMES = ("Lotus", "Pearl", "Jade", "Amber", "Coral", "Ivory", "Opal")
CHIPS = 100_000
LOW = 20
"""A bot with fewer minimum stakes than this buys in again."""
FAVOURITES = ("small", "big", "odd", "even")
SECOND = 1_000


class Bots:
    """The bots of one table. Their random numbers are their own and never affect the dice."""

    def __init__(self, room: "Room", live: Live) -> None:
        self.room, self.live = room, live
        self._chance = random.Random()
        self._tasks: set[asyncio.Task[None]] = set()

    async def sit(self, wanted: int) -> None:
        """Take the last seats of the table, with chips of their own."""
        table = self.live.table
        for number, name in enumerate(NAMES[: min(wanted, max(table.seats - 1, 0))]):
            person = f"{name}{BOT}-{self.live.name}"
            sat = self.room.asked(
                self.live.name, TakeSeat, person, None, player=person, seat=table.seats - number
            )
            await self.room.ask(sat)
            await self._buy(person)

    async def _buy(self, person: str) -> None:
        money = money_of(self.live.table)
        await self.room.order(self.live.name, BuyIn, player=person, cents=CHIPS, instrument=money)

    def invited(self, closes: int) -> None:
        """Let each bot place a slip after a moment, now that bets are open."""
        window = (closes - self.room.clock.elapsed) / SECOND
        for player in self.live.bots:
            task = asyncio.create_task(self._wager(player, self._chance.uniform(0.1, 0.6) * window))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _wager(self, player: str, wait: float) -> None:
        await asyncio.sleep(wait)
        table = self.room.live(self.live.name).table
        played = table.round
        if played is None or not table.takes_wagers or self.room.stopping:
            return
        if table.rack(player, money_of(table)) < LOW * table.limits.bounds.minimum:
            await self._buy(player)
        before = played.slips.get(player)
        words: dict[str, Any] = {
            "player": player,
            "round": played.number,
            "version": before.version + 1 if before else 1,
            "stakes": self._slip(),
        }
        await self.room.ask(self.room.asked(self.live.name, RegisterSlip, player, None, **words))

    def _slip(self) -> tuple[Stake, ...]:
        """Return a slip that usually has one even-money bet, and a few others."""
        table, chance = self.live.table, self._chance
        money = money_of(table)
        bets = [bet.key for bet in table.layout if not bet.optional]
        wanted = [chance.choice([key for key in FAVOURITES if key in bets])] if chance.random() < 0.8 else []
        wanted += chance.sample(bets, chance.randint(0 if wanted else 1, 3))
        return tuple(Stake(bet, self._stake(bet), money) for bet in dict.fromkeys(wanted))

    def _stake(self, bet: str) -> int:
        """Return the minimum of an area and some units more, or the minimum alone if its maximum is lower."""
        limits = self.live.table.limits
        bounds = limits.of(self.live.table.layout.bet(bet))
        cents = bounds.minimum + limits.unit * self._chance.choice((0, 0, 1, 4, 9))
        return cents if bounds.maximum is None or cents <= bounds.maximum else bounds.minimum

    def cancel(self) -> None:
        """Cancel the slips that have not been placed yet."""
        for task in list(self._tasks):
            with suppress(RuntimeError):
                task.cancel()
