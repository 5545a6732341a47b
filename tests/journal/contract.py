"""The contract of every journal: one class of tests, run on each kind of store."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

import pytest

from sicbo.errors import JournalError, RecordTaken
from sicbo.journal.opening import open_journal
from sicbo.journal.record import Draft, Head, Record, chain_records, initial_head, verify_chain
from sicbo.journal.store import CLAIMED, Checkpoint, Journal, Snapshot

TEXTS = (
    '{"command":{"do":"wager","bet":"small"}}',
    '{"note":"Grüße, 骰寶, 🎲, אבג, \\u0000 \\n"}',
    '{"long":"' + "x" * 9000 + '"}',
    "{}",
)


def make_drafts(number: int, *, start: int = 0, text: str = "") -> list[Draft]:
    """Return this many drafts, each with its own id."""
    return [
        Draft(1_700_000_000_000_000 + n, f"p-{n:024x}", f"id-{n}", (text or TEXTS[n % 4]).encode())
        for n in range(start, start + number)
    ]


def make_records(table: str, number: int, head: Head | None = None) -> list[Record]:
    """Return this many records of a table, from its start or from a head on."""
    head = head or initial_head(table)
    return chain_records(table, head, make_drafts(number, start=head.number))


def evening_commits(seed: int) -> list[list[Record]]:
    """Return commits of several tables, as an evening of play makes them, the same for the same seed."""
    chance = Random(seed)
    heads = {table: initial_head(table) for table in ("T1", "T2", "Tisch Grün", "骰寶")}
    commits = []
    for _ in range(40):
        commit = []
        for table in chance.sample(sorted(heads), chance.randint(1, 4)):
            more = make_records(table, chance.randint(1, 5), heads[table])
            heads[table] = Head(more[-1].number, more[-1].hash)
            commit += more
        chance.shuffle(commit)
        commits.append(sorted(commit, key=lambda record: record.number))
    return commits


class Contract:
    """The tests; the subclass of each journal says where it is and whether it outlasts the process."""

    lasts = True

    @pytest.fixture
    def address(self, tmp_path: Path) -> str | Path:
        """The address of the journal."""
        raise NotImplementedError

    @pytest.fixture
    def journal(self, address: str | Path) -> Iterator[Journal]:
        """An empty journal."""
        opened = open_journal(address)
        yield opened
        opened.close()

    def test_an_empty_journal_has_nothing(self, journal: Journal) -> None:
        """It has no heads and no records, and it is not full."""
        assert journal.heads() == {}
        assert list(journal.read("T1")) == []
        assert list(journal.checkpoints("T1")) == []
        assert journal.snapshot("T1") is None
        assert journal.aside("p-1") is None
        assert not journal.is_full

    def test_what_is_appended_is_read_again(self, journal: Journal) -> None:
        """Every field of every record comes back, with text in any script and of any length."""
        written = make_records("T1", 12)
        journal.append(written[:5])
        journal.append(written[5:])

        assert list(journal.read("T1")) == written
        assert list(journal.read("T1", 9)) == written[9:]
        assert list(journal.read("T1", 12)) == []
        assert list(verify_chain("T1", initial_head("T1"), journal.read("T1"))) == written
        assert journal.heads() == {"T1": Head(12, written[-1].hash)}

    def test_many_tables_share_one_commit(self, journal: Journal) -> None:
        """Each chain stays separate, however the commits mix them."""
        commits = evening_commits(seed=4)
        for commit in commits:
            journal.append(commit)

        everything = [record for commit in commits for record in commit]
        for table in {record.table for record in everything}:
            own = [record for record in everything if record.table == table]
            assert list(journal.read(table)) == own
            assert journal.heads()[table] == Head(own[-1].number, own[-1].hash)
        assert journal.heads().keys() == {record.table for record in everything}

    def test_a_long_journal_is_read_in_order(self, journal: Journal) -> None:
        """More records than one page are read in order, and so are some written during the reading."""
        written = chain_records("T1", initial_head("T1"), make_drafts(2_500, text="{}"))
        journal.append(written[:2_400])
        reading = journal.read("T1")
        first = [next(reading) for _ in range(10)]
        journal.append(written[2_400:])

        assert first == written[:10]
        assert list(reading) in (written[10:2_400], written[10:])
        assert list(journal.read("T1", 995)) == written[995:]

    def test_nothing_to_append_is_no_commit(self, journal: Journal) -> None:
        """An empty list is accepted and writes nothing."""
        journal.append([])
        assert journal.heads() == {}

    def test_a_taken_number_is_refused(self, journal: Journal) -> None:
        """A second record with the same number is never written, not even an identical one."""
        first, second = make_records("T1", 2)
        other = chain_records("T1", initial_head("T1"), make_drafts(1, start=70))
        journal.append([first])

        for again in ([first], other):
            with pytest.raises(RecordTaken) as refused:
                journal.append(again)
            assert (refused.value.table, refused.value.number) == ("T1", 1)
        journal.append([second])

        assert list(journal.read("T1")) == [first, second]

    def test_a_commit_with_a_taken_number_writes_nothing(self, journal: Journal) -> None:
        """All or nothing is written, whichever of the tables has a taken number."""
        journal.append(make_records("T2", 3))
        commit = [*make_records("T1", 2), *make_records("T2", 2), *make_records("T3", 1)]

        with pytest.raises(RecordTaken) as refused:
            journal.append(commit, [Checkpoint("T1", 2, "a note", b"peaks")])

        assert refused.value.table == "T2"
        assert journal.heads().keys() == {"T2"}
        assert list(journal.checkpoints("T1")) == []

    def test_a_gap_is_refused(self, journal: Journal) -> None:
        """A record that does not follow the last one would leave a gap in the chain."""
        written = make_records("T1", 5)
        journal.append(written[:2])

        for hole in (written[3:], [written[2], written[4]], make_records("T2", 3)[1:]):
            with pytest.raises(JournalError):
                journal.append(hole)

        assert list(journal.read("T1")) == written[:2]
        assert journal.heads().keys() == {"T1"}

    def test_another_chain_is_not_gone_on_with(self, journal: Journal) -> None:
        """The right number after the wrong record is refused too."""
        journal.append(make_records("T1", 1))
        foreign = chain_records("T1", initial_head("T1"), make_drafts(2, start=50))

        with pytest.raises(JournalError) as refused:
            journal.append(foreign[1:])

        assert (refused.value.table, refused.value.number) == ("T1", 2)

    def test_checkpoints_lie_beside_the_records(self, journal: Journal) -> None:
        """They are read in order of size, and a later cosignature replaces the note."""
        written = make_records("T1", 8)
        notes = [Checkpoint("T1", size, f"— house {size} é", bytes([size])) for size in (2, 5, 8)]
        journal.append(written[:5], [notes[1], Checkpoint("T2", 5, "another's", b"")])
        journal.append([], [notes[0]])
        journal.append(written[5:], [notes[2]])

        assert list(journal.checkpoints("T1")) == notes
        assert list(journal.checkpoints("T1", 5)) == [notes[2]]

        journal.cosign("T1", 5, "— house 5 é\n— witness")
        journal.cosign("T9", 5, "of no log")
        assert [one.note for one in journal.checkpoints("T1")] == [
            "— house 2 é", "— house 5 é\n— witness", "— house 8 é",
        ]  # fmt: skip
        assert [one.note for one in journal.checkpoints("T2")] == ["another's"]
        assert list(journal.checkpoints("T9")) == []

    def test_the_checkpoints_around_a_record_are_found_by_its_number(self, journal: Journal) -> None:
        """The last one before the record and the first one that covers it are found, if they exist."""
        notes = [Checkpoint("T1", size, f"note {size}", bytes([size])) for size in (2, 5, 8)]
        journal.append(make_records("T1", 9), [*notes, Checkpoint("T2", 4, "another's", b"")])

        assert journal.checkpoints_around("T1", 1) == (None, notes[0])
        assert journal.checkpoints_around("T1", 2) == (None, notes[0])
        assert journal.checkpoints_around("T1", 3) == (notes[0], notes[1])
        assert journal.checkpoints_around("T1", 8) == (notes[1], notes[2])
        assert journal.checkpoints_around("T1", 9) == (notes[2], None)
        assert journal.checkpoints_around("T9", 1) == (None, None)
        assert [one.number for one in journal.read("T1", 2, 5)] == [3, 4, 5]

    def test_a_size_is_signed_once(self, journal: Journal) -> None:
        """A second checkpoint of one size is refused, and its records are not written."""
        written = make_records("T1", 2)
        journal.append(written[:1], [Checkpoint("T1", 1, "first", b"1")])

        with pytest.raises(RecordTaken) as refused:
            journal.append(written[1:], [Checkpoint("T1", 1, "second", b"2")])

        assert (refused.value.table, refused.value.number) == ("T1", 1)
        assert list(journal.checkpoints("T1")) == [Checkpoint("T1", 1, "first", b"1")]
        assert list(journal.read("T1")) == written[:1]
        journal.append(written[1:])

    def test_the_last_snapshot_is_kept(self, journal: Journal) -> None:
        """Each table has one, until it is deleted."""
        first, second = Snapshot("T1", 3, b"\x00state", "a note"), Snapshot("T1", 9, b"", "")
        other = Snapshot("T2", 1, b"other", "note")
        for snapshot in (first, other, second):
            journal.keep_snapshot(snapshot)

        assert (journal.snapshot("T1"), journal.snapshot("T2")) == (second, other)
        journal.forget_snapshot("T1")
        journal.forget_snapshot("T9")
        assert (journal.snapshot("T1"), journal.snapshot("T2")) == (None, other)

    def test_what_is_put_aside_can_be_erased(self, journal: Journal) -> None:
        """Names and salts can be erased, because the chain does not contain them."""
        journal.append(make_records("T1", 2))
        journal.put_aside("p-1", "Ana Müller")
        journal.put_aside("p-1", "Ana Müller-Ruiz")
        journal.put_aside("p-2", "Ben")

        assert journal.aside("p-1") == "Ana Müller-Ruiz"
        assert journal.asides() == {"p-1": "Ana Müller-Ruiz", "p-2": "Ben"}
        journal.erase("p-1")
        journal.erase("p-9")

        assert (journal.aside("p-1"), journal.aside("p-2")) == (None, "Ben")
        assert list(verify_chain("T1", initial_head("T1"), journal.read("T1"))) == make_records("T1", 2)
        journal.put_aside("p-1", "another Ana")
        assert journal.aside("p-1") == "another Ana"

    def test_it_is_the_same_after_reopening(self, journal: Journal, address: str | Path) -> None:
        """Everything kept is still there, and the chain continues where it ended."""
        written = make_records("T1", 4)
        note, snapshot = Checkpoint("T1", 3, "note", b"peaks"), Snapshot("T1", 3, b"state", "note")
        journal.append(written[:3], [note])
        journal.keep_snapshot(snapshot)
        journal.put_aside("p-1", "Ana")
        journal.close()

        again = open_journal(address)
        try:
            kept = (
                list(again.read("T1")),
                list(again.checkpoints("T1")),
                again.snapshot("T1"),
                again.aside("p-1"),
            )
            assert kept == ((written[:3], [note], snapshot, "Ana") if self.lasts else ([], [], None, None))
            again.append(written[3:] if self.lasts else written)
            assert again.heads() == {"T1": Head(4, written[3].hash)}
        finally:
            again.close()

    def test_a_claim_is_made_once_and_a_commit_that_makes_it_again_is_not_written(
        self, journal: Journal
    ) -> None:
        """The second commit writes nothing, at whichever table the claim is made."""
        journal.append(make_records("T1", 1), claims=["voucher 7"])
        second = make_records("T2", 2)
        with pytest.raises(RecordTaken) as refused:
            journal.append(second, [Checkpoint("T2", 2, "note", b"peaks")], ["voucher 8", "voucher 7"])

        assert (refused.value.table, refused.value.number) == ("T2", 1)
        assert journal.heads().keys() == {"T1"}
        assert list(journal.checkpoints("T2")) == []
        assert (journal.aside("voucher 7"), journal.aside("voucher 8")) == (CLAIMED, None)
        journal.append(second, claims=["voucher 8"])
        assert list(journal.read("T2")) == second

    def test_the_first_to_join_is_alone(self, journal: Journal) -> None:
        """The first to join is alone, also when it asks again."""
        for _ in range(2):
            with journal.join_play() as alone:
                assert alone

    def test_no_other_process_appended(self, journal: Journal) -> None:
        """Our own commits do not wake a waiting reader."""
        journal.wait_for_append(0)
        journal.append(make_records("T1", 1))
        assert not journal.wait_for_append(0.02)

    def test_threads_may_ask_while_one_writes(self, journal: Journal) -> None:
        """A thread that looks up a name never blocks the writer."""
        journal.put_aside("name", "Mei " * 2_000)
        head = initial_head("T1")
        with ThreadPoolExecutor(3) as others:
            asking = [others.submit(lambda: [journal.aside("name") for _ in range(400)]) for _ in range(3)]
            for _ in range(100):
                (more,) = make_records("T1", 1, head)
                journal.append([more])
                head = Head(more.number, more.hash)
            assert {name for one in asking for name in one.result()} == {"Mei " * 2_000}
        assert journal.heads() == {"T1": head}
