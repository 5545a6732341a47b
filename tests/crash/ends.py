"""The end of every wager: collected, paid, returned, forfeited, void or refused, and never twice."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from sicbo.errors import Refusal
from sicbo.game.policies import Ground, Step
from sicbo.game.ranks import Rank
from sicbo.game.rulebook.publication import key_of
from sicbo.house.entries import Asked, read_entry
from sicbo.house.floor import Floor
from sicbo.house.maintenance.sample_day import Day
from sicbo.journal.store import Journal
from sicbo.table.messages.base import Stake
from sicbo.table.messages.commands import AnyCommand, DeclareVoid
from sicbo.table.messages.events import (
    AnyEvent,
    RoundVoided,
    SettlementReversed,
    SlipRegistered,
    StepPerformed,
    WagersCollected,
    WagersPaid,
    WagersReturned,
)
from sicbo.table.messages.faults import NotifyPerson, RectifyFault
from sicbo.table.messages.people import WagerRefused, WagersForfeited, WagersVoided

Wagers = Counter[tuple[int, str, Stake]]


def events_of(journal: Journal) -> Iterator[AnyEvent]:
    """Yield every event of table T1."""
    for record in journal.read("T1"):
        yield from read_entry(record.text).events


def wrong_ends(journal: Journal) -> list[tuple[int, str, Stake]]:
    """Return the wagers of finished rounds that have no end, or more than one."""
    laid: dict[tuple[int, str], tuple[Stake, ...]] = {}
    ended: Wagers = Counter()
    over: set[int] = set()
    for event in events_of(journal):
        match event:
            case SlipRegistered():
                laid[event.round, event.player] = event.stakes
            case WagersCollected() | WagersPaid():
                ended.update((event.round, event.player, line.stake) for line in event.lines)
            case SettlementReversed():
                ended.subtract((event.round, event.player, line.stake) for line in event.lines)
            case WagersReturned() | WagersForfeited() | WagersVoided() | WagerRefused():
                ended.update((event.round, event.player, stake) for stake in event.stakes)
            case RoundVoided():
                over.add(event.round)
            case StepPerformed() if event.step == key_of(Step.PAY):
                over.add(event.round)
    meant: Wagers = Counter(
        (number, player, stake)
        for (number, player), stakes in laid.items()
        for stake in stakes
        if number in over
    )
    return sorted({*(meant - ended), *(ended - meant)}, key=repr)


class Staff(Day):
    """Staff who deal on after a restart, with command ids that were not used before."""

    def command(
        self, kind: type[AnyCommand], /, rank: Rank | None = Rank.SENIOR_MANAGER, **words: Any
    ) -> Asked:
        """Return a command with an id of the staff's own."""
        asked = super().command(kind, rank, **words)
        return asked._replace(command=replace(asked.command, id=f"staff-{self.given}"))


def finished(floor: Floor, *, void: bool = False) -> Day:
    """Let staff end the round in play after a restart: void if due or requested, otherwise dealt."""
    day = Staff(floor, "")
    mended(day)
    if day.table.round is not None and (day.table.round.void_due or void):
        due = day.table.round.void_due
        ground = key_of(Ground[due]) if due else "disruption"
        second = day.players[0] if day.table.round.dice else ""
        said(day, DeclareVoid, ground=ground, note="the house stopped", second=second)
        mended(day)
    while day.table.round is not None:
        assert not isinstance(day.step().outcome, Refusal)
    balances = floor.places["T1"].balances
    assert balances.wrong() == []
    assert not balances.uneven()
    return day


def mended(day: Day) -> None:
    """Record the notices that the interruption requires, and resume play."""
    if day.table.round and day.table.round.void_due:
        return
    for whom in ("manager", "inspector"):
        if "power" in day.table.faults and whom not in day.table.faults["power"].told:
            said(day, NotifyPerson, fault="power", whom=whom, name="Kim")
    if "power" in day.table.faults:
        said(day, RectifyFault, fault="power", note="running again")


def said(day: Day, kind: type[AnyCommand], **words: object) -> None:
    """Give a command of the highest rank that must be accepted."""
    (answer,) = day.ask(day.command(kind, Rank.SENIOR_MANAGER, **words))
    assert not isinstance(answer.outcome, Refusal), answer.outcome
