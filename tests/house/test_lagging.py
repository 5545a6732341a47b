"""A process that is behind the others: what it answers without a record is true all the same."""

import pytest

from sicbo.errors import Broken, Refusal
from sicbo.game.policies import Step
from sicbo.house.cross_table import voucher_of
from sicbo.house.entries import Asked
from sicbo.house.floor import NOT_REGISTERED, Floor
from sicbo.house.maintenance.sample_day import Day
from sicbo.journal.memory import MemoryJournal
from sicbo.table.messages.chip_commands import ExchangeVoucher
from tests.house.houses import KEY, floor_on


class Filling(MemoryJournal):
    """A journal whose disk may have no room but for the rounds in play."""

    short = False

    @property
    def full(self) -> bool:
        """Whether it is so now."""
        return self.short


def behind(journal: MemoryJournal) -> tuple[Day, Floor]:
    """A table with bets open, and a second process that knows as much and hears of nothing more."""
    day = Day(floor_on(journal), "star-sydney-2016", players=2)
    day.open()
    day.until(Step.PLACE_BETS)
    other = Floor(journal, KEY)
    other.gone_by = lambda table: 0
    return day, other


def test_f5_an_id_that_another_process_took_is_not_denied_for_want_of_room() -> None:
    """Its slip lies on the layout: "nothing was staked" would be a lie, for it was."""
    journal = Filling()
    day, other = behind(journal)
    slip = day.slip(day.players[0])
    [first] = day.ask(slip)
    journal.short = True

    [again] = other.handle([slip])

    assert not isinstance(first.outcome, Refusal)
    assert again.outcome == first.outcome
    assert again.record == first.record


def test_f3_what_no_process_took_is_not_registered_while_there_is_no_room() -> None:
    """As before: whoever is behind looks at the journal, and then says no."""
    journal = Filling()
    day, other = behind(journal)
    day.ask(day.slip(day.players[0]))
    journal.short = True

    [answer] = other.handle([day.slip(day.players[1])])

    assert answer.outcome == NOT_REGISTERED
    assert other.places["T1"].head == day.floor.places["T1"].head


def voucher(day: Day, number: str) -> Asked:
    """A voucher that a player brings."""
    player = day.players[0]
    return day.command(ExchangeVoucher, player=player, number=number, kind="promotional", cents=2_500)


def test_a_place_that_another_process_went_on_with_is_not_put_back() -> None:
    """An id of old is asked for beside a voucher elsewhere: news of the first table is told once."""
    journal = MemoryJournal()
    day, other = behind(journal)
    elsewhere = Day(day.floor, "crown-sydney-2024", players=2, name="T2")
    elsewhere.open()
    slip = day.slip(day.players[0])
    day.ask(slip)
    other.follow()
    told: list[tuple[str, int]] = []
    other.followers.append(lambda records: told.extend((one.table, one.number) for one in records))
    day.ask(day.slip(day.players[1]))

    other.handle([slip, voucher(elsewhere, "V-1")])
    other.follow()

    assert other.places["T1"].head == day.floor.places["T1"].head
    assert len(told) == len(set(told)) == 2


def test_a_claim_that_no_record_explains_ends_the_process() -> None:
    """Deciding anew for ever would hold up every table of the house."""
    journal = MemoryJournal()
    day, other = behind(journal)
    exchange = voucher(day, "V-1\0" * 20_000)
    assert isinstance(exchange.command, ExchangeVoucher)
    journal.put_aside(voucher_of(exchange.command), "claimed")

    with pytest.raises(Broken, match="claimed by no record"):
        other.handle([exchange])
