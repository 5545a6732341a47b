"""Bots: players who sit at a home table and make small wagers, so that a person does not play alone."""

import asyncio
import random
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from sicbo.server.live.live_table import BOT_MARK, LiveTable
from sicbo.table.messages.parts import Stake
from sicbo.table.messages.people import TakeSeat
from sicbo.table.messages.round import BuyIn, RegisterSlip
from sicbo.table.money.racks import payout_instrument

if TYPE_CHECKING:
    from sicbo.server.live.house import LiveHouse

BOT_NAMES = ("Lotus", "Pearl", "Jade", "Amber", "Coral", "Ivory", "Opal")
BUY_IN_CENTS = 100_000
LOW_STAKES = 20
"""A bot with fewer minimum stakes than this buys in again."""
FAVOURITES = ("small", "big", "odd", "even")
SECOND = 1_000


class Bots:
    """The bots of one table. Their random numbers are their own and never affect the dice."""

    def __init__(self, house: "LiveHouse", live: LiveTable) -> None:
        self.house, self.live = house, live
        self._random = random.Random()
        self._tasks: set[asyncio.Task[None]] = set()

    async def take_seats(self, wanted: int) -> None:
        """Take the last seats of the table, with chips of their own."""
        table = self.live.table
        for number, name in enumerate(BOT_NAMES[: min(wanted, max(table.seats - 1, 0))]):
            person = f"{name}{BOT_MARK}-{self.live.name}"
            sat = self.house.new_command(
                self.live.name, TakeSeat, person, None, player=person, seat=table.seats - number
            )
            await self.house.submit(sat)
            await self._buy_in(person)

    async def _buy_in(self, person: str) -> None:
        money = payout_instrument(self.live.table)
        await self.house.submit_as_house(
            self.live.name, BuyIn, player=person, cents=BUY_IN_CENTS, instrument=money
        )

    def schedule_slips(self, closes: int) -> None:
        """Let each bot place a slip after a moment, now that bets are open."""
        window = (closes - self.house.clock.elapsed_time) / SECOND
        for player in self.live.bots:
            task = asyncio.create_task(self._place_slip(player, self._random.uniform(0.1, 0.6) * window))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _place_slip(self, player: str, wait: float) -> None:
        await asyncio.sleep(wait)
        table = self.house.live_table(self.live.name).table
        played = table.round
        if played is None or not table.takes_wagers or self.house.stopping:
            return
        if table.rack(player, payout_instrument(table)) < LOW_STAKES * table.limits.bounds.minimum:
            await self._buy_in(player)
        before = played.slips.get(player)
        words: dict[str, Any] = {
            "player": player,
            "round": played.number,
            "version": before.version + 1 if before else 1,
            "stakes": self._random_slip(),
        }
        await self.house.submit(self.house.new_command(self.live.name, RegisterSlip, player, None, **words))

    def _random_slip(self) -> tuple[Stake, ...]:
        """Return a slip that usually has one even-money bet, and a few others."""
        table, chance = self.live.table, self._random
        money = payout_instrument(table)
        bets = [bet.key for bet in table.layout if not bet.optional]
        wanted = [chance.choice([key for key in FAVOURITES if key in bets])] if chance.random() < 0.8 else []
        wanted += chance.sample(bets, chance.randint(0 if wanted else 1, 3))
        return tuple(Stake(bet, self._random_stake(bet), money) for bet in dict.fromkeys(wanted))

    def _random_stake(self, bet: str) -> int:
        """Return the minimum of an area and some units more, or the minimum alone if its maximum is lower."""
        limits = self.live.table.limits
        bounds = limits.bounds_of(self.live.table.layout.bet(bet))
        cents = bounds.minimum + limits.unit * self._random.choice((0, 0, 1, 4, 9))
        return cents if bounds.maximum is None or cents <= bounds.maximum else bounds.minimum

    def cancel(self) -> None:
        """Cancel the slips that have not been placed yet."""
        for task in list(self._tasks):
            with suppress(RuntimeError):
                task.cancel()
