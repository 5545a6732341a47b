"""Colour chips of one table redeemed at another: the house checks what is closed, in one commit."""

from typing import Any

import pytest
from msgspec.structs import replace

from sicbo.errors import Refusal
from sicbo.game.policies import NoticeKind
from sicbo.game.ranks import Rank
from sicbo.house.entries import CommandRequest, read_entry
from sicbo.house.floor import CommandAnswer
from sicbo.house.maintenance.sample_day import EQUIPMENT, SampleDay
from sicbo.journal.memory import MemoryJournal
from sicbo.table.messages.chips import ExchangeVoucher, IssueColours, RedeemForeignColours
from sicbo.table.messages.round import CashOut, CloseTable, GiveNotice, OpenTable
from tests.house.houses import floor_on, recovered_facts

FITTED = (*EQUIPMENT, "distinctive markers", "marker buttons")
SIGN: dict[str, Any] = {"minimum": 500, "maximum": 50_000, "approved_minimum": 500, "equipment": FITTED}
CROSS = ("crown-sydney-2024", "crown-melbourne-6.1/a", "star-sydney-2016")


class TwoTables:
    """Two tables, A and B; a player holds ten red pieces of A at 10.00 each."""

    def __init__(self, layout: str) -> None:
        self.journal = MemoryJournal()
        self.floor = floor_on(self.journal)
        self.a, self.b = (SampleDay(self.floor, layout, name=name, players=2) for name in "AB")
        self.ana = self.a.players[0]
        for day in (self.a, self.b):
            day.open()
        self.close_issuer()
        self.open_issuer()
        perform(self.a, IssueColours, player=self.ana, colour="red", pieces=10, value=1_000)

    def open_issuer(self) -> None:
        """Open A with colours and a marker for each value."""
        perform(self.a, OpenTable, **SIGN, colours=("red", "blue"))

    def close_issuer(self) -> None:
        """Close A with the notice that it owes."""
        owed = self.a.table.rules.conduct.closing.choice
        minutes = owed.kind is NoticeKind.MINUTES
        perform(self.a, GiveNotice, subject="table", in_seconds=owed.count * 60 if minutes else None)
        self.a.command_count += owed.count * 600 if minutes else 0
        for _ in range(0 if minutes else owed.count):
            self.a.perform_through(self.a.table.stages[-1].step)
        perform(self.a, CloseTable)

    def command(self, rank: Rank = Rank.MANAGER, **words: Any) -> CommandRequest:
        """Return the command to redeem four red pieces of A at B."""
        said: dict[str, Any] = {"issuer": "A", "issuer_closed": True, "colour": "red", "traced": 1_000}
        return self.b.command(
            RedeemForeignColours, rank, **(said | {"player": self.ana, "pieces": 4} | words)
        )

    def redeem(self, **words: Any) -> CommandAnswer:
        """Redeem the pieces."""
        return self.b.submit(self.command(**words))[0]

    @property
    def chips_held(self) -> tuple[int, int]:
        """Return what the player holds: colour chips at A, value chips at B."""
        return self.a.table.rack(self.ana, "colour-chip:red"), self.b.table.rack(self.ana, "value-chip")


def perform(day: SampleDay, kind: Any, /, **said: Any) -> None:
    """Give a command that must not be refused."""
    (answer,) = day.submit(day.command(kind, **said))
    assert not isinstance(answer.outcome, Refusal), answer.outcome


@pytest.fixture(params=CROSS)
def house(request: pytest.FixtureRequest) -> TwoTables:
    """Return two tables of a rulebook that lets colour chips be redeemed elsewhere."""
    return TwoTables(request.param)


def refusal_text(house: TwoTables, answer: CommandAnswer) -> str:
    """Return the sentence of a refusal under the clause of its rulebook."""
    assert isinstance(answer.outcome, Refusal), answer.outcome
    assert answer.outcome.clause == house.a.table.rules.wagers.foreign_chips.clause
    return answer.outcome.says


def test_an_open_table_cannot_be_called_closed(house: TwoTables) -> None:
    """The manager says that A is closed, but the house knows that it is open, and also when it reopens."""
    before = house.chips_held

    assert refusal_text(house, house.redeem()) == "Table A is open. Redeem its colour chips there."
    house.close_issuer()
    assert not isinstance(house.redeem().outcome, Refusal)
    house.open_issuer()
    assert refusal_text(house, house.redeem()) == "Table A is open. Redeem its colour chips there."
    assert house.chips_held == (before[0] - 4_000, before[1] + 4_000)


@pytest.mark.parametrize("traced", [None, 500, 100_000])
def test_what_the_table_sold_them_at_is_what_they_count_for(house: TwoTables, traced: int | None) -> None:
    """Neither the lowest minimum nor another figure counts, as long as the house knows the value."""
    house.close_issuer()
    before = house.chips_held

    says = refusal_text(house, house.redeem(traced=traced, lowest=500))

    assert says in (
        "Table A sold red chips at $10. State that value as traced.",
        "The pieces have no value yet. State the value traced.",
    )
    assert house.chips_held == before


def test_changing_and_taking_home_are_one_commit(house: TwoTables) -> None:
    """If the redemption is on disk, so is the return of the pieces, under an id that no player can block."""
    house.close_issuer()
    guessed = house.floor.logs["A"].head.number + 2
    squatting = house.a.command(CashOut, player=house.ana, cents=1)
    house.a.submit(squatting._replace(command=replace(squatting.command, id=f"home-{guessed}")))
    commits: list[set[str]] = []
    house.floor.followers.append(lambda written: commits.append({one.record.table for one in written}))

    answer = house.redeem()

    assert commits == [{"A", "B"}]
    assert answer.record is not None and read_entry(answer.record.text).outcome == answer.outcome
    (last,) = house.journal.read("A", house.floor.logs["A"].head.number - 1)
    assert last.actor == "house" and last.id == f"home-{guessed + 1}"
    again = floor_on(house.journal)
    assert [recovered_facts(again.logs[name]) for name in "AB"] == [
        recovered_facts(house.floor.logs[name]) for name in "AB"
    ]
    assert again.logs["A"].table.rack(house.ana, "colour-chip:red") == 6_000


def test_asked_once_more_nothing_crosses_twice(house: TwoTables) -> None:
    """One id has one answer, in the same batch too, and A receives one surrender."""
    house.close_issuer()
    asked = house.command()
    number = house.floor.logs["A"].head.number

    first, second = house.b.submit(asked, asked)
    (third,) = house.b.submit(asked)

    assert first.record == second.record == third.record
    assert house.floor.logs["A"].head.number == number + 1


def test_closing_and_changing_in_one_batch_hold_together(house: TwoTables) -> None:
    """The order of the batch decides, and each answer has its own record."""
    house.a.submit(house.a.command(GiveNotice, subject="table", in_seconds=1_200))
    house.a.command_count += 12_000
    for _ in range(3):
        house.a.perform_through(house.a.table.stages[-1].step)
    close = house.a.command(CloseTable)
    change = house.command()
    after = house.a.command(CashOut, player=house.ana, cents=100)

    answers = house.floor.handle([close, change, after])

    for asked, answer in zip([close, change, after], answers, strict=True):
        assert answer.record is not None and answer.record.id == asked.command.id
        assert not isinstance(answer.outcome, Refusal)


def test_what_another_process_opened_meanwhile_is_not_closed() -> None:
    """Of two processes over one journal, the one with the old state cannot write, and then refuses."""
    house = TwoTables("crown-melbourne-6.1/a")
    house.close_issuer()
    other = SampleDay(floor_on(house.journal), "crown-melbourne-6.1/a", name="A", players=2)
    perform(other, OpenTable, **SIGN, colours=("red", "blue"))

    assert refusal_text(house, house.redeem()) == "Table A is open. Redeem its colour chips there."


def test_chips_of_a_table_that_the_house_does_not_have_are_the_staffs_word(house: TwoTables) -> None:
    """The house has no better information, so it accepts what staff say."""
    assert not isinstance(house.redeem(issuer="Roulette-9").outcome, Refusal)


def test_what_the_table_refuses_it_refuses_in_its_own_words(house: TwoTables) -> None:
    """A dealer learns whom to call, although A is open too."""
    (answer,) = house.b.submit(house.command(Rank.DEALER))

    assert isinstance(answer.outcome, Refusal)
    assert answer.outcome.says.startswith("Your rank may not verify the exchange")


def test_a_voucher_is_spent_once_in_the_whole_house() -> None:
    """A voucher taken at A is refused at B under B's clause, in the same commit too."""
    floor = floor_on(MemoryJournal())
    a, b = SampleDay(floor, "crown-sydney-2024", name="A"), SampleDay(floor, "star-sydney-2016", name="B")
    for day in (a, b):
        day.open()
    first, second = (
        day.command(ExchangeVoucher, player=day.players[0], number="V-1", kind="promotional", cents=2_500)
        for day in (a, b)
    )

    taken, refused = floor.handle([first, second])

    assert not isinstance(taken.outcome, Refusal)
    assert isinstance(refused.outcome, Refusal)
    assert refused.outcome.clause == b.table.rules.wagers.vouchers.clause
    assert refused.outcome.says.startswith("Voucher V-1 has been changed already at table A")
    perform(b, ExchangeVoucher, player=b.players[0], number="V-2", kind="promotional", cents=2_500)
    assert (a.table.rack(a.players[0], "token"), b.table.rack(b.players[0], "token")) == (2_500, 2_500)
    assert floor_on(floor.journal).logs["B"].table.vouchers == b.table.vouchers


def test_of_two_processes_that_are_given_one_voucher_one_takes_it() -> None:
    """Neither process knows of the other's commit when it decides. The second decides again and refuses."""
    floor = floor_on(MemoryJournal())
    a, b = SampleDay(floor, "crown-sydney-2024", name="A"), SampleDay(floor, "star-sydney-2016", name="B")
    for day in (a, b):
        day.open()
    elsewhere = floor_on(floor.journal)
    said: dict[str, Any] = {"number": "V-1", "kind": "promotional", "cents": 2_500}
    first = a.command(ExchangeVoucher, player=a.players[0], **said)
    second = b.command(ExchangeVoucher, player=b.players[0], **said)

    (taken,) = floor.handle([first])
    (refused,) = elsewhere.handle([second])

    assert not isinstance(taken.outcome, Refusal)
    assert isinstance(refused.outcome, Refusal)
    assert refused.outcome.says.startswith("Voucher V-1 has been changed already at table A")
    assert elsewhere.logs["B"].table.rack(b.players[0], "token") == 0


def test_a_spent_voucher_stays_spent_when_the_table_opens_again() -> None:
    """When The Star closes and opens again, yesterday's voucher is refused there and at the other table."""
    house = TwoTables("star-sydney-2016")
    said: dict[str, Any] = {"player": house.ana, "number": "V-9", "kind": "promotional", "cents": 1_000}
    perform(house.a, ExchangeVoucher, **said)
    house.close_issuer()
    house.open_issuer()
    for day in (house.a, house.b):
        (answer,) = day.submit(day.command(ExchangeVoucher, **said))
        assert isinstance(answer.outcome, Refusal)
        assert "changed already" in answer.outcome.says
