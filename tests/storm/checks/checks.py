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
from sicbo.house.floor import ID_TAKEN, CommandAnswer
from sicbo.house.identity.receipts import Receipt, check_receipt
from sicbo.house.log_state import LogState
from sicbo.house.writer import BUSY
from sicbo.journal.notes import Vkey
from sicbo.journal.record import Record, initial_head, verify_chain
from sicbo.machine.messages import Command
from sicbo.table.log_kind import TABLE
from sicbo.tournament.log_kind import TOURNAMENT
from tests.storm.actors.staff_keys import StaffKeys
from tests.storm.checks.log_checks import LogCheck
from tests.storm.checks.tournament_checks import TournamentLogCheck
from tests.storm.disk import DiskJournal
from tests.storm.messages import TakenRequest

SLIPS = (*TABLE.staking_commands, *TOURNAMENT.staking_commands)
RECEIPT_EVERY = 20
"""One answer in this many has its receipt checked."""


def _is_slip(record: Record) -> bool:
    entry = read_entry(record.text)
    return entry.founding is None and isinstance(entry.decoded_command, SLIPS)


class Checks:
    """The checked state of every log, every answer that left the house, and the holder of each console."""

    def __init__(
        self,
        staff_keys: StaffKeys | None = None,
        tournaments: tuple[str, ...] = (),
        counts: Counter[str] | None = None,
        nanoseconds: Callable[[], int] = lambda: sys.maxsize,
    ) -> None:
        self.staff_keys, self.tournaments, self.shared = staff_keys, tournaments, False
        self._nanoseconds = nanoseconds
        """Time elapsed since the storm began; no house can have measured more."""
        self.counts: Counter[str] = Counter() if counts is None else counts
        self.logs: dict[str, LogCheck] = {}
        self.answers: dict[tuple[str, str], tuple[int, bytes, bool]] = {}
        self.consoles: dict[str, str] = {}
        self.receipts: list[Receipt] = []
        self.vkeys: tuple[Vkey, ...] = ()
        self.records = self.answers_sent = 0
        self.vouchers: set[str] = set()
        self._heads: dict[str, int] = {}

    def check_written(self, records: Sequence[Record], journal: DiskJournal) -> bool:
        """Check records that the floor reports as written: they are on disk and consistent. Return whether
        they are new.
        """
        fresh = False
        for record in records:
            assert journal.is_durable(record), "26: the house reports a record that is not on disk"
            if self.shared and self._is_known(record):
                continue
            scribe, fresh = self._take(record), True
            assert not (scribe.staked and journal.disk.full), "F3: a stake was taken without room for it"
            assert _is_slip(record) or journal.is_signed(record), (
                "K1: a record other than a slip was not signed at once"
            )
        return fresh

    def _is_known(self, record: Record) -> bool:
        """Whether another process has already reported this record."""
        hashes = self.logs[record.table].hashes if record.table in self.logs else []
        if record.number > len(hashes):
            return False
        assert hashes[record.number - 1] == record.hash, "24: two processes report different records"
        return True

    def _take(self, record: Record) -> LogCheck:
        if record.table not in self.logs:
            kind = TournamentLogCheck if record.table in self.tournaments else LogCheck
            self.logs[record.table] = kind(self.staff_keys, self.counts)
            self.logs[record.table].vouchers = self.vouchers
        scribe = self.logs[record.table]
        assert record.number == len(scribe.hashes) + 1, "22: a gap in the numbers"
        scribe.take(record)
        gone_by = self._nanoseconds() // 1_000_000
        assert scribe.elapsed <= gone_by, "27: the record has more elapsed time than has passed"
        self.records += 1
        return scribe

    def check_recovered_journal(self, journal: DiskJournal) -> None:
        """Check the journal after a crash: every reported record is there, and further records were in
        flight.
        """
        for table, scribe in self.logs.items():
            records = list(verify_chain(table, initial_head(table), journal.read(table)))
            known = [record.hash for record in records[: len(scribe.hashes)]]
            assert known == scribe.hashes, "25: a record that the house reported is gone"
            for record in records[len(known) :]:
                self._take(record)

    def check_recovered_logs(self, places: Mapping[str, LogState]) -> None:
        """Check that the recovered state equals the state of the checks."""
        for table, place in places.items():
            self.check_log(table, place)

    def note_start(self, tables: Iterable[str], alone: bool) -> None:
        """Note that a process starts: unless others played on, its next command at a table with a round in
        play is the house's.
        """
        for table in tables:
            scribe = self.logs[table]
            scribe.interrupted, scribe.restarting = alone and scribe.must_record_restart, alone

    def check_started(self, tables: Iterable[str], said: list[CommandAnswer], alone: bool) -> None:
        """Check a started process: interruptions are recorded, and rounds with a result are settled."""
        refused = [one.outcome for one in said if isinstance(one.outcome, Refusal)]
        assert not refused, f"F1: a command of the house was refused: {refused[0].says}"
        for table in tables if alone else ():
            scribe = self.logs[table]
            scribe.restarting = False
            assert not scribe.interrupted, "F1: an interruption was not recorded"
            assert not scribe.must_record_restart, "F1: a round is in play as if nothing had happened"

    def check_log(self, table: str, place: LogState) -> None:
        """Check that table, balances and ids are those that the records give."""
        scribe = self.logs[table]
        if self.shared and place.head.number < len(scribe.hashes):
            return
        assert scribe.table == place.state, "23: a replay gives another table"
        owned = {key: cents for key, cents in scribe.books.items() if cents}
        assert owned == dict(place.balances.amounts), "1: the books differ"
        assert place.record_numbers == scribe.ids, "11: the house forgot an id or has one too many"

    def note_batch(self, places: Mapping[str, LogState]) -> None:
        """Note the length of each log when a loop takes a batch."""
        self._heads = {table: place.head.number for table, place in places.items()}

    def check_order(self, answers: list[tuple[TakenRequest, CommandAnswer]]) -> None:
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

    def check_answer(self, heard: TakenRequest, answer: CommandAnswer, journal: DiskJournal) -> None:
        """Check an answer that leaves the house: it is on disk, and equals earlier answers to its id."""
        self.answers_sent += 1
        message, record, scribe = heard.message, answer.record, self.logs[heard.message.table]
        known = scribe.commands.get(message.id)
        if known is not None and answer is not BUSY:
            self._check_known_id(known, heard.command, answer)
        if record is None:
            assert isinstance(answer.outcome, Refusal), "24: a command was applied without a record"
            return
        assert journal.is_durable(record), "26: an answer is not on disk"
        assert scribe.hashes[record.number - 1] == record.hash, "24: an answer is not in the journal"
        assert record.id == message.id, "11: the answer to another request"
        said = (record.number, record.hash, isinstance(answer.outcome, Refusal))
        assert self.answers.setdefault((message.table, message.id), said) == said, "11: two answers to one id"
        if self.answers_sent % RECEIPT_EVERY == 0 and (receipt := answer.receipt()) is not None:
            assert check_receipt(receipt, self.vkeys) is None, "28: a receipt is not valid"
            self.receipts.append(receipt)

    def _check_known_id(self, known: Command, command: Command, answer: CommandAnswer) -> None:
        """Check a known id: the same command gets the first answer again, another command is refused."""
        if is_same_command(known, command):
            assert answer.record is not None, "11: the house forgot an id"
            return
        self.counts["ids for something else"] += 1
        assert answer.record is None, "11: another command was answered under a known id"
        assert self.shared or answer.outcome == ID_TAKEN, "11: another command was accepted under a known id"

    def note_console(self, table: str, token: str) -> None:
        """Note who took a console."""
        self.consoles[table] = token

    def check_console(self, table: str, token: str) -> None:
        """Check that only the holder of a console acts with its rank."""
        assert self.consoles.get(table) == token, "21: a dealer who does not hold the console deals"


def is_same_command(first: Command, second: Command) -> bool:
    """Whether two commands are equal except for their time: same person, same rank, same content."""
    people = [(one.stamp.by, one.stamp.rank) for one in (first, second)]
    return people[0] == people[1] and replace(second, stamp=first.stamp) == first
