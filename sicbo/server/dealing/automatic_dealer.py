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
from sicbo.game.rulebook.publication import enum_key
from sicbo.machine.messages import Command
from sicbo.server.dealing.bots import Bots
from sicbo.server.dealing.console_heartbeats import AUTOMATIC, CONSOLE, show_dealer
from sicbo.server.dealing.round_seeds import RoundSeeds
from sicbo.server.dealing.super_streak_window import StreakWindow
from sicbo.server.dealing.tumbler import UnfitTumbler
from sicbo.server.live.live_table import LiveTable
from sicbo.server.logs import log
from sicbo.table.messages.faults import NotifyPerson, RectifyFault, ReportFault
from sicbo.table.messages.round import DeclareVoid, Perform

if TYPE_CHECKING:
    from sicbo.server.live.house import LiveHouse

SECOND = 1_000
"""In milliseconds: the dealer counts elapsed time, which does not change when a clock is set."""
ROUND_PAUSE_SECONDS = 5.0
"""Seconds between two rounds, so that people see what they won."""
STEP_WAITS = {
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
CLOSE_LEADS = {Step.COVER: 4.0, Step.SPIN: 3.0}
"""Seconds before the close, for steps that are done while bets are still taken."""
TUMBLES = 3
SELF_MENDING_FAULTS = ("power", "terminals")
"""Faults that are over once the house runs again; any other waits for a person."""
IDLE_SECONDS = 1.0
LONGER_FACTOR = 2
"""The factor for players who need more time: the house lengthens a real-time event, not the page."""


class AutomaticDealer:
    """Deals one table while its console is not held."""

    def __init__(self, house: "LiveHouse", live: LiveTable) -> None:
        self.house, self.live = house, live
        self.bots, self.seeds = Bots(house, live), RoundSeeds(house, live)
        self._streak_window = StreakWindow()
        self._wake_event = asyncio.Event()
        self._acted_at = house.clock.elapsed_time
        self._is_stopping, self._shown_close = False, 0
        self._task = asyncio.create_task(self._run(), name=f"dealer {live.name}")

    def wake(self) -> None:
        """Look at the table again: a player came or is ready, or the console was taken or released."""
        self._wake_event.set()

    async def finish(self) -> None:
        """Finish the round in play without pauses, then stop dealing."""
        self._is_stopping = True
        self.wake()
        await self._task

    def cancel(self) -> None:
        """Stop immediately."""
        self._task.cancel()
        self.bots.cancel()

    async def _run(self) -> None:
        while not (self._is_stopping and self._is_finished()):
            self._wake_event.clear()
            try:
                wait = await self._act()
            except StorageError:
                wait = IDLE_SECONDS
            except Exception:
                log.exception("dealer", extra={"table": self.live.name})
                if self._is_stopping:
                    return
                wait = IDLE_SECONDS
            if wait > 0 and not self._is_stopping:
                with suppress(TimeoutError):
                    async with asyncio.timeout(wait):
                        await self._wake_event.wait()

    def _is_finished(self) -> bool:
        live = self.house.live_table(self.live.name)
        theirs = not self.house.claims.try_claim(live.name)
        return theirs or live.table.round is None or self._is_console_held() or not self.house.is_playing

    def _is_console_held(self) -> bool:
        holder = self.house.sessions.holder(self.live.name)
        if holder is not None:
            show_dealer(self.house, self.live, CONSOLE, holder.name)
        return holder is not None

    def _show_dealing(self, *, paused: bool) -> None:
        show_dealer(self.house, self.live, AUTOMATIC, "", paused)

    async def _act(self) -> float:
        """Do what is due, and return how long to wait."""
        live = self.house.live_table(self.live.name)
        table = live.table
        if not self.house.claims.try_claim(live.name):
            return self._show_other_process()
        if self._is_console_held() or table.sign is None:
            self._set_close(0)
            return await self._perform_step() if self.seeds.is_roll_due() else IDLE_SECONDS
        if table.round is not None and table.round.void_due:
            ground = enum_key(Ground[table.round.void_due])
            return await self._submit(DeclareVoid, ground=ground)
        if table.faults:
            return await self._mend_faults()
        streaks = self._streak_window.seconds_left(live, self._time_factor())
        shared = self.house.settings.is_shared
        watched = bool(live.stream.readers or (live.seated_people() if shared else live.present_people()))
        if table.round is None and not watched:
            self._show_dealing(paused=True)
            return IDLE_SECONDS
        self._show_dealing(paused=False)
        left = max((self._due_at() - self.house.clock.elapsed_time) / SECOND, streaks)
        return min(left, IDLE_SECONDS) if left > 0 and not self._is_stopping else await self._perform_step()

    def _show_other_process(self) -> float:
        """Show what another process deals, until its claim is free."""
        live, table = self.live, self.live.table
        if not self._is_console_held():
            self._show_dealing(paused=False)
        betting = table.takes_wagers and not live.closes_at_elapsed
        if betting or not table.takes_wagers:
            ends = self.house.clock.elapsed_time + int(self.house.settings.betting_seconds * SECOND)
            self._set_close(ends if betting else 0)
        return IDLE_SECONDS

    def _due_at(self) -> int:
        """Return when the step that is due is to be done, in milliseconds of elapsed time."""
        live, settings, now = self.live, self.house.settings, self.house.clock.elapsed_time
        table, step = live.table, live.table.due_stage.step
        if table.takes_wagers:
            if not live.closes_at_elapsed:
                self._set_close(now + int(settings.betting_seconds * self._time_factor() * SECOND))
                self.bots.schedule_slips(live.closes_at_elapsed)
            people = live.present_people()
            self._set_close(
                now
                if people and people <= live.ready_players and live.closes_at_elapsed > now
                else live.closes_at_elapsed
            )
            lead = min(CLOSE_LEADS.get(step, 0.0) * settings.pace, settings.betting_seconds / 2)
            return live.closes_at_elapsed - int(lead * SECOND)
        self._set_close(0)
        seconds = ROUND_PAUSE_SECONDS if table.round is None else STEP_WAITS[step]
        return self._acted_at + int(seconds * settings.pace * SECOND)

    def _time_factor(self) -> int:
        """Return the factor by which players here have more time."""
        return LONGER_FACTOR if self.live.longer_time_players & set(self.live.table.seated) else 1

    def _set_close(self, closes: int) -> None:
        """Set when the bets close, and update the screens if that has changed."""
        live = self.live
        live.closes_at_elapsed = closes
        if self._shown_close != live.closes_at_wall:
            self._shown_close = live.closes_at_wall
            self.house.schedule_update(live.name)

    async def _perform_step(self) -> float:
        """Perform the step that is due."""
        table = self.live.table
        step = table.due_stage.step
        said: dict[str, Any] = {"round": table.round_number_due}
        if why := self.seeds.missing_seed_reason():
            return await self._void_without_roll(why)
        key = self.seeds.commit()
        if step is Step.SPIN:
            said["tumbles"] = TUMBLES
        if step is Step.ENTER:
            try:
                said["dice"], key = self.seeds.committed_roll()
            except UnfitTumbler as error:
                wait = await self._submit(ReportFault, fault="tumbler", note=str(error))
                played = self.house.live_table(self.live.name).table.round
                return (
                    wait if played is None or played.void_due else await self._void_without_roll(str(error))
                )
        wait = await self._submit(Perform, Rank.DEALER, key, step=enum_key(step), **said)
        if wait:
            self.seeds.forget_commitment(key)
        return wait

    async def _void_without_roll(self, why: str) -> float:
        """Void a round that cannot have a roll, on the ground that its rulebook gives for that."""
        ground = self.seeds.void_ground()
        return await self._submit(DeclareVoid, ground=ground, note=why) if ground else IDLE_SECONDS

    async def _mend_faults(self) -> float:
        """Notify the required person of an interruption, and resume play; other faults wait for staff."""
        faults = self.live.table.faults
        ours = (*SELF_MENDING_FAULTS, "tumbler") if self.seeds.is_seed_fault_over() else SELF_MENDING_FAULTS
        kind = next((kind for kind in ours if kind in faults), None)
        if kind is None:
            self._show_dealing(paused=True)
            return 0 if self._is_stopping and await self._give_up() else IDLE_SECONDS
        fault = faults[kind]
        if fault.tell is not None and fault.tell not in fault.told:
            return await self._submit(NotifyPerson, fault=kind, whom=fault.tell, name="house")
        return await self._submit(RectifyFault, fault=kind, note="the house runs again")

    async def _give_up(self) -> bool:
        """Stop without waiting for a person: the round stays as it is in the journal."""
        self._task.cancel()
        return True

    async def _submit(
        self, kind: type[Command], rank: Rank = Rank.SENIOR_MANAGER, key: str = "", **said: Any
    ) -> float:
        answer = await self.house.submit(
            self.house.new_command(self.live.name, kind, "house", rank, key, **said)
        )
        self._acted_at = self.house.clock.elapsed_time
        return IDLE_SECONDS if isinstance(answer.outcome, Refusal) else 0
