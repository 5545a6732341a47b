"""A process that is behind the others: its answers without a record are true all the same."""

import pytest

from sicbo.errors import Refusal, StorageBroken
from sicbo.game.policies import Step
from sicbo.house.entries import CommandRequest
from sicbo.house.floor import DISK_FULL, Floor
from sicbo.house.maintenance.sample_day import SampleDay
from sicbo.journal.memory import MemoryJournal
from sicbo.table.messages.chips import ExchangeVoucher
from sicbo.table.money.cash import voucher_claim
from tests.house.houses import KEY, floor_on


class Filling(MemoryJournal):
    """A journal whose disk may have no space except for the rounds in play."""

    short = False

    @property
    def is_full(self) -> bool:
        """Whether the disk is full now."""
        return self.short


def behind(journal: MemoryJournal) -> tuple[SampleDay, Floor]:
    """Return a table with open bets, and a second process that is up to date but receives no more updates."""
    day = SampleDay(floor_on(journal), "star-sydney-2016", players=2)
    day.open()
    day.perform_through(Step.PLACE_BETS)
    other = Floor(journal, KEY)
    other.milliseconds_since_last_record = lambda table: 0
    return day, other


def test_f5_an_id_that_another_process_took_is_not_denied_for_want_of_room() -> None:
    """The slip is on the layout, so "nothing was staked" would be false."""
    journal = Filling()
    day, other = behind(journal)
    slip = day.slip(day.players[0])
    [first] = day.submit(slip)
    journal.short = True

    [again] = other.handle([slip])

    assert not isinstance(first.outcome, Refusal)
    assert again.outcome == first.outcome
    assert again.record == first.record


def test_f3_what_no_process_took_is_not_registered_while_there_is_no_room() -> None:
    """A process that is behind reads the journal first, and then refuses."""
    journal = Filling()
    day, other = behind(journal)
    day.submit(day.slip(day.players[0]))
    journal.short = True

    [answer] = other.handle([day.slip(day.players[1])])

    assert answer.outcome == DISK_FULL
    assert other.logs["T1"].head == day.floor.logs["T1"].head


def voucher(day: SampleDay, number: str) -> CommandRequest:
    """Return the command for a voucher that a player brings."""
    player = day.players[0]
    return day.command(ExchangeVoucher, player=player, number=number, kind="promotional", cents=2_500)


def test_a_place_that_another_process_went_on_with_is_not_put_back() -> None:
    """An old id is repeated beside a voucher elsewhere: followers hear of the first table's records once."""
    journal = MemoryJournal()
    day, other = behind(journal)
    elsewhere = SampleDay(day.floor, "crown-sydney-2024", players=2, name="T2")
    elsewhere.open()
    slip = day.slip(day.players[0])
    day.submit(slip)
    other.catch_up()
    told: list[tuple[str, int]] = []
    other.followers.append(
        lambda written: told.extend((one.record.table, one.record.number) for one in written)
    )
    day.submit(day.slip(day.players[1]))

    other.handle([slip, voucher(elsewhere, "V-1")])
    other.catch_up()

    assert other.logs["T1"].head == day.floor.logs["T1"].head
    assert len(told) == len(set(told)) == 2


def test_a_claim_that_no_record_explains_ends_the_process() -> None:
    """Deciding again for ever would block every table of the house."""
    journal = MemoryJournal()
    day, other = behind(journal)
    exchange = voucher(day, "V-1\0" * 20_000)
    assert isinstance(exchange.command, ExchangeVoucher)
    journal.put_aside(voucher_claim(exchange.command), "claimed")

    with pytest.raises(StorageBroken, match="but no record has it"):
        other.handle([exchange])
