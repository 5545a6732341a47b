"""The checks of a storm, by the numbers of the invariants.

1 to 18 are those of `tests.table.evenings.invariants`, run on every record once it is written; C1 to C6 are
those of a tournament. The rest is about ids, answers, order and durability.
"""

import sys
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence

from msgspec.structs import replace

from sicbo.errors import Refusal
from sicbo.house.entries import read_entry
from sicbo.house.floor import OTHER_CONTENT, Answer
from sicbo.house.identity.receipts import Receipt, check
from sicbo.house.log_kinds import TABLE, TOURNAMENT
from sicbo.house.log_state import Place
from sicbo.house.writer import BUSY
from sicbo.journal.notes import Vkey
from sicbo.journal.record import Record, checked, start_of
from sicbo.table.messages.base import Command
from tests.storm.actors.hands import Hands
from tests.storm.checks.scribes import Scribe
from tests.storm.checks.tournament_checks import CupScribe
from tests.storm.disk import DiskJournal
from tests.storm.messages import Heard

SLIPS = (*TABLE.staking, *TOURNAMENT.staking)
RECEIPTS = 20
"""One answer in this many has its receipt checked."""


def _is_slip(record: Record) -> bool:
    entry = read_entry(record.text)
    return entry.founding is None and isinstance(entry.asked, SLIPS)


class Checks:
    """The checked state of every log, every answer that left the house, and the holder of each console."""

    def __init__(
        self,
        hands: Hands | None = None,
        cups: tuple[str, ...] = (),
        counts: Counter[str] | None = None,
        nanoseconds: Callable[[], int] = lambda: sys.maxsize,
    ) -> None:
        self.hands, self.cups, self.shared = hands, cups, False
        self._nanoseconds = nanoseconds
        """Time elapsed since the storm began; no house can have measured more."""
        self.counts: Counter[str] = Counter() if counts is None else counts
        self.scribes: dict[str, Scribe] = {}
        self.answers: dict[tuple[str, str], tuple[int, bytes, bool]] = {}
        self.consoles: dict[str, str] = {}
        self.receipts: list[Receipt] = []
        self.vkeys: tuple[Vkey, ...] = ()
        self.records = self.left = 0
        self.vouchers: set[str] = set()
        self._heads: dict[str, int] = {}

    def written(self, records: Sequence[Record], journal: DiskJournal) -> bool:
        """Check records that the floor reports as written: they are on disk and consistent. Return whether
        they are new.
        """
        fresh = False
        for record in records:
            assert journal.is_durable(record), "26: the house reports a record that is not on disk"
            if self.shared and self._known(record):
                continue
            scribe, fresh = self._take(record), True
            assert not (scribe.staked and journal.disk.full), "F3: a stake was taken without room for it"
            assert _is_slip(record) or journal.is_signed(record), (
                "K1: a record other than a slip was not signed at once"
            )
        return fresh

    def _known(self, record: Record) -> bool:
        """Whether another process has already reported this record."""
        hashes = self.scribes[record.table].hashes if record.table in self.scribes else []
        if record.number > len(hashes):
            return False
        assert hashes[record.number - 1] == record.hash, "24: two processes report different records"
        return True

    def _take(self, record: Record) -> Scribe:
        if record.table not in self.scribes:
            kind = CupScribe if record.table in self.cups else Scribe
            self.scribes[record.table] = kind(self.hands, self.counts)
            self.scribes[record.table].vouchers = self.vouchers
        scribe = self.scribes[record.table]
        assert record.number == len(scribe.hashes) + 1, "22: a gap in the numbers"
        scribe.take(record)
        gone_by = self._nanoseconds() // 1_000_000
        assert scribe.elapsed <= gone_by, "27: the record has more elapsed time than has passed"
        self.records += 1
        return scribe

    def recovered(self, journal: DiskJournal) -> None:
        """Check the journal after a crash: every reported record is there, and further records were in
        flight.
        """
        for table, scribe in self.scribes.items():
            records = list(checked(table, start_of(table), journal.read(table)))
            known = [record.hash for record in records[: len(scribe.hashes)]]
            assert known == scribe.hashes, "25: a record that the house reported is gone"
            for record in records[len(known) :]:
                self._take(record)

    def recovered_places(self, places: Mapping[str, Place]) -> None:
        """Check that the recovered state equals the state of the checks."""
        for table, place in places.items():
            self.agree(table, place)

    def interrupted(self, tables: Iterable[str], alone: bool) -> None:
        """Note that a process starts: unless others played on, its next command at a table with a round in
        play is the house's.
        """
        for table in tables:
            scribe = self.scribes[table]
            scribe.interrupted, scribe.restarting = alone and scribe.wants_word, alone

    def resumed(self, tables: Iterable[str], said: list[Answer], alone: bool) -> None:
        """Check a started process: interruptions are recorded, and rounds with a result are settled."""
        refused = [one.outcome for one in said if isinstance(one.outcome, Refusal)]
        assert not refused, f"F1: a command of the house was refused: {refused[0].says}"
        for table in tables if alone else ():
            scribe = self.scribes[table]
            scribe.restarting = False
            assert not scribe.interrupted, "F1: an interruption was not recorded"
            assert not scribe.wants_word, "F1: a round is in play as if nothing had happened"

    def agree(self, table: str, place: Place) -> None:
        """Check that table, balances and ids are those that the records give."""
        scribe = self.scribes[table]
        if self.shared and place.head.number < len(scribe.hashes):
            return
        assert scribe.table == place.state, "23: a replay gives another table"
        owned = {key: cents for key, cents in scribe.books.items() if cents}
        assert owned == dict(place.balances.amounts), "1: the books differ"
        assert place.numbers == scribe.ids, "11: the house forgot an id or has one too many"

    def turn(self, places: Mapping[str, Place]) -> None:
        """Note the length of each log when a loop takes a batch."""
        self._heads = {table: place.head.number for table, place in places.items()}

    def in_order(self, answers: list[tuple[Heard, Answer]]) -> None:
        """Check that staff commands come first in a batch: closing betting never waits behind slips."""
        first: dict[str, int] = {}
        for heard, answer in () if self.shared else answers:
            table, record = heard.message.table, answer.record
            if record is None or record.number <= self._heads[table]:
                continue
            if heard.command.stamp.rank is None:
                first[table] = min(record.number, first.get(table, record.number))
        for heard, answer in answers if first else ():
            table, record = heard.message.table, answer.record
            if record is not None and heard.command.stamp.rank is not None and table in first:
                assert record.number < first[table], "F15: a staff command waited behind players"

    def leaving(self, heard: Heard, answer: Answer, journal: DiskJournal) -> None:
        """Check an answer that leaves the house: it is on disk, and equals earlier answers to its id."""
        self.left += 1
        message, record, scribe = heard.message, answer.record, self.scribes[heard.message.table]
        known = scribe.commands.get(message.id)
        if known is not None and answer is not BUSY:
            self._as_before(known, heard.command, answer)
        if record is None:
            assert isinstance(answer.outcome, Refusal), "24: a command was applied without a record"
            return
        assert journal.is_durable(record), "26: an answer is not on disk"
        assert scribe.hashes[record.number - 1] == record.hash, "24: an answer is not in the journal"
        assert record.id == message.id, "11: the answer to another request"
        said = (record.number, record.hash, isinstance(answer.outcome, Refusal))
        assert self.answers.setdefault((message.table, message.id), said) == said, "11: two answers to one id"
        if self.left % RECEIPTS == 0 and (receipt := answer.receipt()) is not None:
            assert check(receipt, self.vkeys) is None, "28: a receipt is not valid"
            self.receipts.append(receipt)

    def _as_before(self, known: Command, command: Command, answer: Answer) -> None:
        """Check a known id: the same command gets the first answer again, another command is refused."""
        if alike(known, command):
            assert answer.record is not None, "11: the house forgot an id"
            return
        self.counts["ids for something else"] += 1
        assert answer.record is None, "11: another command was answered under a known id"
        assert self.shared or answer.outcome == OTHER_CONTENT, (
            "11: another command was accepted under a known id"
        )

    def holds(self, table: str, token: str) -> None:
        """Note who took a console."""
        self.consoles[table] = token

    def acts(self, table: str, token: str) -> None:
        """Check that only the holder of a console acts with its rank."""
        assert self.consoles.get(table) == token, "21: a dealer who does not hold the console deals"


def alike(first: Command, second: Command) -> bool:
    """Whether two commands are equal except for their time: same person, same rank, same content."""
    people = [(one.stamp.by, one.stamp.rank) for one in (first, second)]
    return people[0] == people[1] and replace(second, stamp=first.stamp) == first
