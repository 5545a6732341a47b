"""What must hold after everything that happens, by the numbers under which the invariants were designed.

1 to 18 are those of `tests.table.invariants`, shown every record once it is written. The scribe that shows
them keeps a table of its own, from the records alone. The rest is about ids, answers, order and durability.
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from sicbo.errors import Refusal
from sicbo.house.entries import Asked, Entry, entry_text, read_entry
from sicbo.house.floor import Answer
from sicbo.house.places import Place
from sicbo.house.receipts import Receipt, check
from sicbo.journal.notes import Vkey
from sicbo.journal.record import Record, checked, start_of
from sicbo.table.commands import CorrectResult, PlaceStreak, RegisterSlip
from sicbo.table.decide import NEEDS
from sicbo.table.events import ResultCorrected, RoundVoided, SlipRegistered, StreakWagered
from sicbo.table.messages import Command
from sicbo.table.state import Table
from tests.storm.disk import DiskJournal
from tests.table.invariants import EVERY
from tests.table.machine_moments import Books, Moment, Refused, Watcher, moments

if TYPE_CHECKING:
    from tests.storm.house import Message

RECEIPTS = 20
"""For one answer in so many a receipt is asked for."""


class Scribe:
    """Reads every record of a table as it is written, and believes nothing else."""

    def __init__(self) -> None:
        self.table: Table | None = None
        self.books, self.watcher = Books(), Watcher(EVERY)
        self.hashes: list[bytes] = []
        self.ids: dict[str, int] = {}
        self.wall = self.elapsed = 0

    def take(self, record: Record) -> None:
        """One more record: the next of its chain, later than the one before, under an id of its own."""
        entry = read_entry(record.text)
        assert record.id not in self.ids, f"11: id {record.id} was answered twice"
        assert record.wall >= self.wall, "27: a record is stamped before the one before it"
        self.ids[record.id], self.wall = record.number, record.wall
        self.hashes.append(record.hash)
        if entry.founding is not None:
            self.table = entry.founding.new_state()
            return
        command = entry.asked
        stamp = command.stamp
        assert (stamp.wall, command.id) == (record.wall, record.id), "22: a record is not its command's"
        assert stamp.elapsed >= self.elapsed, "27: time went backwards"
        self.elapsed = stamp.elapsed
        written = entry_text(Asked(record.table, command, entry.signatures), entry.outcome)
        assert written == record.text, "22: a record is not canonical"
        self._happened(command, entry)

    def _happened(self, command: Command, entry: Entry) -> None:
        assert self.table is not None
        if entry.refusal is not None:
            refused = Moment(Refused(command.id), self.table, self.table, (), self.books, True)
            self.watcher.see(refused)
            return
        self._allowed(command, entry)
        for moment in moments(self.table, entry.events, self.books):
            self.watcher.see(moment)
            self.table = moment.after

    def _allowed(self, command: Command, entry: Entry) -> None:
        """What was done is what was asked, by somebody who may."""
        assert self.table is not None
        act, stamp, event = NEEDS.get(type(command)), command.stamp, entry.events[0]
        if act is not None:
            power = self.table.rules.power(act)
            assert power is not None, "19: nobody may do that"
            assert stamp.rank is not None and stamp.rank >= power.rank, "19: somebody of too low a rank"
        if isinstance(command, RegisterSlip) and isinstance(event, SlipRegistered):
            asked = (command.player, command.round, command.version, command.stakes)
            assert asked == (event.player, event.round, event.version, event.stakes), "10: another slip"
            assert stamp.by == command.player, "19: a slip by somebody else"
        if isinstance(command, PlaceStreak) and isinstance(event, StreakWagered):
            assert (command.player, command.round) == (event.player, event.round), "10: another streak"
        if isinstance(command, CorrectResult) and command.round is not None:
            rounds = {one.round for one in entry.events if isinstance(one, ResultCorrected | RoundVoided)}
            assert rounds == {command.round}, "10: another round was corrected"


class Checks:
    """Every scribe, every answer that left the house, and who holds which console."""

    def __init__(self) -> None:
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
        scribe = self.scribes.setdefault(record.table, Scribe())
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
        assert scribe.table == place.table, "23: a replay gives another table"
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
