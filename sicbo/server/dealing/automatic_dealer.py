"""The automatic dealer: performs the rulebook's steps at one table, each at its time.

It contains no casino's rules: the order of steps comes from the table. It keeps no important state between
two actions, so it can be stopped anywhere. After a restart it resolves an interruption by the rules.
"""

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from sicbo.errors import Refusal, StorageError
from sicbo.game.policies import Ground, Step
from sicbo.game.ranks import Rank
from sicbo.game.rulebook.publication import key_of
from sicbo.server.dealing.bots import Bots
from sicbo.server.dealing.console_heartbeats import AUTOMATIC, CONSOLE, show_dealer
from sicbo.server.dealing.round_seeds import RoundSeeds
from sicbo.server.dealing.super_streak_window import StreakWindow
from sicbo.server.dealing.tumbler import Unfit
from sicbo.server.live.live_table import Live
from sicbo.server.logs import log
from sicbo.table.messages.commands import AnyCommand, DeclareVoid, Perform
from sicbo.table.messages.faults import NotifyPerson, RectifyFault, ReportFault

if TYPE_CHECKING:
    from sicbo.server.live.house import Room

SECOND = 1_000
"""In milliseconds: the dealer counts elapsed time, which does not change when a clock is set."""
PAUSE = 5.0
"""Seconds between two rounds, so that people see what they won."""
WAITS = {
    Step.COVER: 0.5,
    Step.SPIN: 1.0,
    Step.PLACE_BETS: 2.0,
    Step.PRESS_CLOSE: 0.2,
    Step.UNCOVER: 1.2,
    Step.CALL: 0.6,
    Step.ENTER: 0.2,
    Step.LIGHT: 0.3,
    Step.COLLECT: 1.2,
    Step.PAY: 1.2,
}
"""Seconds before each step, after the previous one."""
LEADS = {Step.COVER: 4.0, Step.SPIN: 3.0}
"""Seconds before the close, for steps that are done while bets are still taken."""
TUMBLES = 3
OURS = ("power", "terminals")
"""Faults that are over once the house runs again; any other waits for a person."""
IDLE_SECONDS = 1.0
LONGER = 2
"""The factor for players who need more time: the house lengthens a real-time event, not the page."""


class Dealer:
    """Deals one table while its console is not held."""

    def __init__(self, room: "Room", live: Live) -> None:
        self.room, self.live = room, live
        self.bots, self.seeds = Bots(room, live), RoundSeeds(room, live)
        self._streaks = StreakWindow()
        self._woken = asyncio.Event()
        self._acted = room.clock.elapsed
        self._ends, self._shown = False, 0
        self._task = asyncio.create_task(self._run(), name=f"dealer {live.name}")

    def wake(self) -> None:
        """Look at the table again: a player came or is ready, or the console was taken or released."""
        self._woken.set()

    async def finish(self) -> None:
        """Finish the round in play without pauses, then stop dealing."""
        self._ends = True
        self.wake()
        await self._task

    def cancel(self) -> None:
        """Stop immediately."""
        self._task.cancel()
        self.bots.cancel()

    async def _run(self) -> None:
        while not (self._ends and self._over()):
            self._woken.clear()
            try:
                wait = await self._act()
            except StorageError:
                wait = IDLE_SECONDS
            except Exception:
                log.exception("dealer", extra={"table": self.live.name})
                if self._ends:
                    return
                wait = IDLE_SECONDS
            if wait > 0 and not self._ends:
                with suppress(TimeoutError):
                    async with asyncio.timeout(wait):
                        await self._woken.wait()

    def _over(self) -> bool:
        live = self.room.live(self.live.name)
        theirs = not self.room.claims.mine(live.name)
        return theirs or live.table.round is None or self._held() or not self.room.plays

    def _held(self) -> bool:
        holder = self.room.sessions.holder(self.live.name)
        if holder is not None:
            show_dealer(self.room, self.live, CONSOLE, holder.name)
        return holder is not None

    def _show(self, *, paused: bool) -> None:
        show_dealer(self.room, self.live, AUTOMATIC, "", paused)

    async def _act(self) -> float:
        """Do what is due, and return how long to wait."""
        live = self.room.live(self.live.name)
        table = live.table
        if not self.room.claims.mine(live.name):
            return self._watch()
        if self._held() or table.sign is None:
            self._plan(0)
            return await self._perform() if self.seeds.rolls_now() else IDLE_SECONDS
        if table.round is not None and table.round.void_due:
            ground = key_of(Ground[table.round.void_due])
            return await self._order(DeclareVoid, ground=ground)
        if table.faults:
            return await self._mended()
        streaks = self._streaks.seconds_left(live, self._longer())
        shared = self.room.settings.shared
        watched = bool(live.stream.readers or (live.people_at_the_table() if shared else live.present()))
        if table.round is None and not watched:
            self._show(paused=True)
            return IDLE_SECONDS
        self._show(paused=False)
        left = max((self._time() - self.room.clock.elapsed) / SECOND, streaks)
        return min(left, IDLE_SECONDS) if left > 0 and not self._ends else await self._perform()

    def _watch(self) -> float:
        """Show what another process deals, until its claim is free."""
        live, table = self.live, self.live.table
        if not self._held():
            self._show(paused=False)
        betting = table.takes_wagers and not live.closes
        if betting or not table.takes_wagers:
            ends = self.room.clock.elapsed + int(self.room.settings.betting_seconds * SECOND)
            self._plan(ends if betting else 0)
        return IDLE_SECONDS

    def _time(self) -> int:
        """Return when the step that is due is to be done, in milliseconds of elapsed time."""
        live, settings, now = self.live, self.room.settings, self.room.clock.elapsed
        table, step = live.table, live.table.due.step
        if table.takes_wagers:
            if not live.closes:
                self._plan(now + int(settings.betting_seconds * self._longer() * SECOND))
                self.bots.invited(live.closes)
            people = live.present()
            self._plan(now if people and people <= live.ready and live.closes > now else live.closes)
            lead = min(LEADS.get(step, 0.0) * settings.pace, settings.betting_seconds / 2)
            return live.closes - int(lead * SECOND)
        self._plan(0)
        seconds = PAUSE if table.round is None else WAITS[step]
        return self._acted + int(seconds * settings.pace * SECOND)

    def _longer(self) -> int:
        """Return the factor by which players here have more time."""
        return LONGER if self.live.longer & set(self.live.table.seated) else 1

    def _plan(self, closes: int) -> None:
        """Set when the bets close, and update the screens if that has changed."""
        live = self.live
        live.closes = closes
        if self._shown != live.closes_at:
            self._shown = live.closes_at
            self.room.stir(live.name)

    async def _perform(self) -> float:
        """Perform the step that is due."""
        table = self.live.table
        step = table.due.step
        said: dict[str, Any] = {"round": table.round_due}
        if why := self.seeds.missing():
            return await self._no_roll(why)
        key = self.seeds.commit()
        if step is Step.SPIN:
            said["tumbles"] = TUMBLES
        if step is Step.ENTER:
            try:
                said["dice"], key = self.seeds.roll()
            except Unfit as error:
                wait = await self._order(ReportFault, fault="tumbler", note=str(error))
                played = self.room.live(self.live.name).table.round
                return wait if played is None or played.void_due else await self._no_roll(str(error))
        wait = await self._order(Perform, Rank.DEALER, key, step=key_of(step), **said)
        if wait:
            self.seeds.refused(key)
        return wait

    async def _no_roll(self, why: str) -> float:
        """Void a round that cannot have a roll, on the ground that its rulebook gives for that."""
        ground = self.seeds.ground()
        return await self._order(DeclareVoid, ground=ground, note=why) if ground else IDLE_SECONDS

    async def _mended(self) -> float:
        """Notify the required person of an interruption, and resume play; other faults wait for staff."""
        faults = self.live.table.faults
        ours = (*OURS, "tumbler") if self.seeds.over() else OURS
        kind = next((kind for kind in ours if kind in faults), None)
        if kind is None:
            self._show(paused=True)
            return 0 if self._ends and await self._given_up() else IDLE_SECONDS
        fault = faults[kind]
        if fault.tell is not None and fault.tell not in fault.told:
            return await self._order(NotifyPerson, fault=kind, whom=fault.tell, name="house")
        return await self._order(RectifyFault, fault=kind, note="the house runs again")

    async def _given_up(self) -> bool:
        """Stop without waiting for a person: the round stays as it is in the journal."""
        self._task.cancel()
        return True

    async def _order(
        self, kind: type[AnyCommand], rank: Rank = Rank.SENIOR_MANAGER, key: str = "", **said: Any
    ) -> float:
        answer = await self.room.ask(self.room.asked(self.live.name, kind, "house", rank, key, **said))
        self._acted = self.room.clock.elapsed
        return IDLE_SECONDS if isinstance(answer.outcome, Refusal) else 0
