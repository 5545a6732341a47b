"""Time in a house of several processes: no clock of any process can shorten a notice."""

from typing import Any

from sicbo.errors import Refusal
from sicbo.game.ranks import Rank
from sicbo.house.clock import Clock
from sicbo.house.entries import CommandRequest, new_founding
from sicbo.house.floor import CommandAnswer, Floor
from sicbo.house.maintenance.sample_day import EQUIPMENT
from sicbo.journal.memory import MemoryJournal
from sicbo.machine.messages import Command
from sicbo.table.messages.round import BuyIn, ChangeLimits, GiveNotice, OpenTable
from tests.house.houses import KEY

MINUTE = 60


class Process:
    """A process with its own clock, on a shared journal."""

    def __init__(self, journal: MemoryJournal, ahead: int) -> None:
        self.seconds, self.heard = ahead, ahead
        self.floor = Floor(journal, KEY)
        self.clock = Clock(now=lambda: 10**18, monotonic=lambda: self.seconds * 10**9)
        self.clock._start = 0
        self.floor.milliseconds_since_last_record = lambda table: (self.seconds - self.heard) * 1_000
        self.floor.followers.append(lambda records: self.hear())

    def hear(self) -> None:
        """Receive the notification that something was written."""
        self.heard = self.seconds

    def say(self, name: str, kind: type[Command], **words: Any) -> CommandAnswer:
        """Give a command as the highest rank."""
        stamp = self.clock.stamp("kim", Rank.SENIOR_MANAGER)
        return self.floor.handle([CommandRequest("T1", kind(id=name, stamp=stamp, **words))])[0]


def test_a_notice_given_at_one_process_runs_its_time_at_another() -> None:
    """One process has run for half an hour longer, and twenty minutes are twenty minutes at both."""
    journal = MemoryJournal()
    old = Process(journal, ahead=90 * MINUTE)
    old.floor.found_log(new_founding("sample.example", "T1", "crown-sydney-2024"), 1)
    old.say("open", OpenTable, minimum=500, maximum=50_000, approved_minimum=200, equipment=EQUIPMENT)
    old.say("buys", BuyIn, player="ana", cents=100_000)
    young = Process(journal, ahead=5)
    old.seconds += 30 * MINUTE
    young.say("sign", GiveNotice, subject="limits", minimum=1_000, maximum=50_000, in_seconds=20 * MINUTE)

    early = old.say("early", ChangeLimits, minimum=1_000, maximum=50_000)
    old.seconds += 19 * MINUTE
    still_early = old.say("still", ChangeLimits, minimum=1_000, maximum=50_000)
    old.seconds += MINUTE
    in_time = old.say("now", ChangeLimits, minimum=1_000, maximum=50_000)

    assert isinstance(early.outcome, Refusal)
    assert isinstance(still_early.outcome, Refusal)
    assert not isinstance(in_time.outcome, Refusal)
