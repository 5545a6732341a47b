"""Old ids: an answer is repeated by reading between two checkpoints, however long the journal has grown."""

from collections.abc import Iterator
from typing import Any

from sicbo.game.policies import Step
from sicbo.game.ranks import Rank
from sicbo.house.identity.receipts import check_receipt
from sicbo.house.maintenance.sample_day import SampleDay
from sicbo.journal.memory import MemoryJournal
from sicbo.journal.record import Record
from sicbo.journal.store import LAST_NUMBER, Checkpoint
from sicbo.table.messages.round import CloseTable
from tests.house.houses import KEY, floor_on


class Counting(MemoryJournal):
    """A journal that counts the records and checkpoints that are read."""

    read_so_far = 0

    def read(self, table: str, after: int = 0, until: int = LAST_NUMBER) -> Iterator[Record]:
        """Yield the records, and count each."""
        return map(self._count, super().read(table, after, until))

    def checkpoints(self, table: str, after: int = 0) -> Iterator[Checkpoint]:
        """Yield the checkpoints, and count each."""
        return map(self._count, super().checkpoints(table, after))

    def _count(self, one: Any) -> Any:
        self.read_so_far += 1
        return one


def test_an_old_id_is_answered_without_reading_to_the_head() -> None:
    """In a journal of thousands of records only those between two checkpoints are read, and only once."""
    journal = Counting()
    day = SampleDay(floor_on(journal), "crown-sydney-2024")
    day.deal(1)
    day.perform_through(Step.PLACE_BETS)
    asked = day.slip(day.players[0])
    (first,) = day.submit(asked)
    day.deal(1)
    day.submit(*(day.command(CloseTable, Rank.DEALER) for _ in range(12_000)))
    day.deal(1)
    before, covers = journal.checkpoints_around("T1", first.record.number if first.record else 0)
    assert before is not None and covers is not None and covers.size - before.size < 50

    journal.read_so_far = 0
    (again,), after_one = day.submit(asked), journal.read_so_far
    (third,) = day.submit(asked)

    assert again.record == third.record == first.record
    receipt = again.receipt()
    assert receipt == third.receipt() and receipt is not None
    assert check_receipt(receipt, [KEY.key.vkey]) is None and receipt.checkpoint == covers.note
    assert after_one <= 1 + covers.size - before.size
    assert journal.read_so_far == after_one + 1


def test_an_id_since_the_last_checkpoint_is_answered_by_the_tree_as_it_stands() -> None:
    """No checkpoint covers it yet, but its receipt is valid."""
    day = SampleDay(floor_on(), "crown-sydney-2024")
    day.open()
    day.perform_through(Step.PLACE_BETS)
    asked = day.slip(day.players[0])
    day.submit(asked)

    (again,) = day.submit(asked)

    receipt = again.receipt()
    assert receipt is not None and check_receipt(receipt, [KEY.key.vkey]) is None
