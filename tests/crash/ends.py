"""The end of every wager: collected, paid, returned, forfeited, void or refused, and never twice."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from sicbo.errors import Refusal
from sicbo.game.policies import Ground, Step
from sicbo.game.ranks import Rank
from sicbo.game.rulebook.publication import enum_key
from sicbo.house.entries import CommandRequest, read_entry
from sicbo.house.floor import Floor
from sicbo.house.maintenance.sample_day import SampleDay
from sicbo.journal.store import Journal
from sicbo.machine.messages import Command, Event
from sicbo.table.messages.faults import NotifyPerson, RectifyFault
from sicbo.table.messages.parts import Stake
from sicbo.table.messages.people import WagerRefused, WagersForfeited, WagersVoided
from sicbo.table.messages.round import (
    DeclareVoid,
    RoundVoided,
    SettlementReversed,
    SlipRegistered,
    StepPerformed,
    WagersCollected,
    WagersPaid,
    WagersReturned,
)

WagerCounts = Counter[tuple[int, str, Stake]]


def events_of(journal: Journal) -> Iterator[Event]:
    """Yield every event of table T1."""
    for record in journal.read("T1"):
        yield from read_entry(record.text).events


def wrong_ends(journal: Journal) -> list[tuple[int, str, Stake]]:
    """Return the wagers of finished rounds that have no end, or more than one."""
    registered: dict[tuple[int, str], tuple[Stake, ...]] = {}
    ended: WagerCounts = Counter()
    over: set[int] = set()
    for event in events_of(journal):
        match event:
            case SlipRegistered():
                registered[event.round, event.player] = event.stakes
            case WagersCollected() | WagersPaid():
                ended.update((event.round, event.player, line.stake) for line in event.lines)
            case SettlementReversed():
                ended.subtract((event.round, event.player, line.stake) for line in event.lines)
            case WagersReturned() | WagersForfeited() | WagersVoided() | WagerRefused():
                ended.update((event.round, event.player, stake) for stake in event.stakes)
            case RoundVoided():
                over.add(event.round)
            case StepPerformed() if event.step == enum_key(Step.PAY):
                over.add(event.round)
    expected: WagerCounts = Counter(
        (number, player, stake)
        for (number, player), stakes in registered.items()
        for stake in stakes
        if number in over
    )
    return sorted({*(expected - ended), *(ended - expected)}, key=repr)


class RestartStaff(SampleDay):
    """Staff who deal on after a restart, with command ids that were not used before."""

    def command(
        self, kind: type[Command], /, rank: Rank | None = Rank.SENIOR_MANAGER, **words: Any
    ) -> CommandRequest:
        """Return a command with an id of the staff's own."""
        asked = super().command(kind, rank, **words)
        return asked._replace(command=replace(asked.command, id=f"staff-{self.command_count}"))


def finish_round(floor: Floor, *, void: bool = False) -> SampleDay:
    """Let staff end the round in play after a restart: void if due or requested, otherwise dealt."""
    day = RestartStaff(floor, "")
    rectify_faults(day)
    if day.table.round is not None and (day.table.round.void_due or void):
        due = day.table.round.void_due
        ground = enum_key(Ground[due]) if due else "disruption"
        second = day.players[0] if day.table.round.dice else ""
        submit_accepted(day, DeclareVoid, ground=ground, note="the house stopped", second=second)
        rectify_faults(day)
    while day.table.round is not None:
        assert not isinstance(day.perform_step().outcome, Refusal)
    balances = floor.logs["T1"].balances
    assert balances.accounts_with_wrong_sign() == []
    assert not balances.unbalanced_kinds()
    return day


def rectify_faults(day: SampleDay) -> None:
    """Record the notices that the interruption requires, and resume play."""
    if day.table.round and day.table.round.void_due:
        return
    for whom in ("manager", "inspector"):
        if "power" in day.table.faults and whom not in day.table.faults["power"].told:
            submit_accepted(day, NotifyPerson, fault="power", whom=whom, name="Kim")
    if "power" in day.table.faults:
        submit_accepted(day, RectifyFault, fault="power", note="running again")


def submit_accepted(day: SampleDay, kind: type[Command], **words: object) -> None:
    """Give a command of the highest rank that must be accepted."""
    (answer,) = day.submit(day.command(kind, Rank.SENIOR_MANAGER, **words))
    assert not isinstance(answer.outcome, Refusal), answer.outcome
