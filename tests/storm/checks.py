"""What must hold after everything that happens, by the numbers under which the invariants were designed.

1 to 18 are those of `tests.table.invariants`, shown every record by a scribe once it is written; C1 to C6 are
those of a tournament. The rest is about ids, answers, order and durability.
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from sicbo.errors import Refusal
from sicbo.house.floor import Answer
from sicbo.house.places import Place
from sicbo.house.receipts import Receipt, check
from sicbo.journal.notes import Vkey
from sicbo.journal.record import Record, checked, start_of
from tests.storm.cup_checks import CupScribe
from tests.storm.disk import DiskJournal
from tests.storm.hands import Hands
from tests.storm.scribes import Scribe

if TYPE_CHECKING:
    from tests.storm.house import Message

RECEIPTS = 20
"""For one answer in so many a receipt is asked for."""


class Checks:
    """Every scribe, every answer that left the house, and who holds which console."""

    def __init__(self, hands: Hands | None = None, cups: tuple[str, ...] = ()) -> None:
        self.hands, self.cups = hands, cups
        self.scribes: dict[str, Scribe] = {}
        self.answers: dict[tuple[str, str], tuple[int, bytes, bool]] = {}
        self.consoles: dict[str, bytes] = {}
        self.receipts: list[Receipt] = []
        self.vkeys: tuple[Vkey, ...] = ()
        self.records = self.left = 0

    def written(self, records: Sequence[Record], journal: DiskJournal) -> None:
        """The floor says that records are written: they are on disk by now, and they hold."""
        for record in records:
            assert journal.is_durable(record), "26: the house speaks of a record that is not on disk"
            self._take(record)

    def _take(self, record: Record) -> None:
        if record.table not in self.scribes:
            kind = CupScribe if record.table in self.cups else Scribe
            self.scribes[record.table] = kind(self.hands)
        scribe = self.scribes[record.table]
        assert record.number == len(scribe.hashes) + 1, "22: a gap in the numbers"
        scribe.take(record)
        self.records += 1

    def recovered(self, journal: DiskJournal) -> None:
        """After a crash: all that was ever spoken of is there, and what is more was on its way."""
        for table, scribe in self.scribes.items():
            records = list(checked(table, start_of(table), journal.read(table)))
            known = [record.hash for record in records[: len(scribe.hashes)]]
            assert known == scribe.hashes, "25: a record that the house spoke of is gone"
            for record in records[len(known) :]:
                self._take(record)

    def recovered_places(self, places: Mapping[str, Place]) -> None:
        """What the house makes of its journal is what the scribes make of it."""
        for table, place in places.items():
            self.agree(table, place)

    def agree(self, table: str, place: Place) -> None:
        """Table, balances and ids are those that the records give."""
        scribe = self.scribes[table]
        assert scribe.table == place.state, "23: a replay gives another table"
        owned = {key: cents for key, cents in scribe.books.items() if cents}
        assert owned == dict(place.balances.amounts), "1: the books differ"
        assert place.numbers == scribe.ids, "11: the house forgot an id, or made one up"

    def leaving(self, message: "Message", answer: Answer, journal: DiskJournal) -> None:
        """An answer leaves the house: it is on disk, and the same that this id ever had."""
        self.left += 1
        record = answer.record
        if record is None:
            assert isinstance(answer.outcome, Refusal), "24: something was done that no record says"
            return
        assert journal.is_durable(record), "26: an answer is not on disk"
        scribe = self.scribes[message.table]
        assert scribe.hashes[record.number - 1] == record.hash, "24: an answer is not in the journal"
        assert record.id == message.id, "11: the answer to something else"
        said = (record.number, record.hash, isinstance(answer.outcome, Refusal))
        assert self.answers.setdefault((message.table, message.id), said) == said, "11: two answers to one id"
        if self.left % RECEIPTS == 0 and (receipt := answer.receipt()) is not None:
            assert check(receipt, self.vkeys) is None, "28: a receipt does not hold"
            self.receipts.append(receipt)

    def holds(self, table: str, token: bytes) -> None:
        """Somebody took a console."""
        self.consoles[table] = token

    def acts(self, table: str, token: bytes) -> None:
        """Somebody acts with the rank of a console: nobody but who holds it."""
        assert self.consoles.get(table) == token, "21: somebody deals who does not hold the console"
