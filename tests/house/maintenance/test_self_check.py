"""Self-check: the whole chain, every checkpoint, a replay, and the ledger."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from sicbo.errors import JournalError
from sicbo.house.entries import new_founding
from sicbo.house.maintenance.sample_day import SampleDay
from sicbo.house.maintenance.self_check import CheckedLog, check_log
from sicbo.journal.memory import MemoryJournal
from sicbo.journal.merkle import MerkleTree
from sicbo.journal.notes import SigningKey, checkpoint_text, sign_note
from sicbo.journal.record import Draft, Head, Record, chain_records, initial_head
from sicbo.journal.store import LAST_NUMBER, Checkpoint
from tests.house.evenings import EVERY, journal_of_transcript
from tests.house.houses import KEY, floor_on

VKEYS = [KEY.key.vkey]
Change = Callable[[list[Record]], list[Record]]


class Changed(MemoryJournal):
    """A journal whose records or checkpoints were changed."""

    def __init__(
        self, true: MemoryJournal, records: Change | None = None, notes: Callable[[Any], Any] = list
    ) -> None:
        super().__init__()
        self.changed = (records or list)(list(true.read("T1")))
        self.notes = notes(list(true.checkpoints("T1")))

    def heads(self) -> Any:
        last = self.changed[-1]
        return {"T1": Head(last.number, last.hash)}

    def read(self, table: str, after: int = 0, until: int = LAST_NUMBER) -> Iterator[Record]:
        return iter(self.changed[after:until])

    def checkpoints(self, table: str, after: int = 0) -> Iterator[Checkpoint]:
        return iter(self.notes)


def rechained_records(records: list[Record]) -> list[Record]:
    """Return the records with new hashes, as an attacker with the whole database could make them."""
    return chain_records("T1", initial_head("T1"), [Draft(*record[2:6]) for record in records])


def with_text(number: int, old: bytes, new: bytes) -> Change:
    """Return a change of one record's text that computes all hashes again."""

    def change(records: list[Record]) -> list[Record]:
        record = records[number - 1]
        assert old in record.text
        records[number - 1] = record._replace(text=record.text.replace(old, new, 1))
        return rechained_records(records)

    return change


@pytest.fixture(scope="module")
def day() -> MemoryJournal:
    """Return a day of three rounds."""
    floor = floor_on(MemoryJournal())
    SampleDay(floor, "crown-sydney-2024").deal(3)
    assert isinstance(floor.journal, MemoryJournal)
    return floor.journal


@pytest.mark.parametrize("name", EVERY)
def test_every_transcript_holds(name: str) -> None:
    """Each transcript was dealt on a real floor."""
    found = check_log(journal_of_transcript(name), "T1", VKEYS)

    assert found.records == journal_of_transcript(name).heads()["T1"].number
    assert found.checkpoints == len(list(journal_of_transcript(name).checkpoints("T1")))


def test_a_sound_table_is_counted(day: MemoryJournal, monkeypatch: pytest.MonkeyPatch) -> None:
    """The counts are right however often the tree is trimmed."""
    monkeypatch.setattr("sicbo.house.maintenance.self_check.TRIM", 7)

    assert check_log(day, "T1", VKEYS) == CheckedLog(
        "T1", "crown-sydney-2024", records=70, checkpoints=33, rounds=3, refusals=3
    )


def test_a_changed_record_is_named(day: MemoryJournal) -> None:
    """It is the first record that does not follow from the one before."""

    def change(records: list[Record]) -> list[Record]:
        records[30] = records[30]._replace(actor="stranger")
        return records

    with pytest.raises(JournalError, match="Table T1, record 31: its hash"):
        check_log(Changed(day, change), "T1", VKEYS)


def test_a_rehashed_chain_is_named_by_its_first_checkpoint(day: MemoryJournal) -> None:
    """Only the house can sign."""
    with pytest.raises(JournalError, match="record 10: the checkpoint on it was signed for other"):
        check_log(Changed(day, with_text(3, b"10000000", b"10000001")), "T1", VKEYS)


def test_what_the_table_cannot_follow_is_named(day: MemoryJournal) -> None:
    """An invalid step, an invalid text and a missing founding are each named."""
    with pytest.raises(JournalError, match="record 3: its text cannot be read"):
        check_log(Changed(day, with_text(3, b"value-brought", b"value-thought")), "T1", VKEYS)
    slip = next(record.number for record in day.read("T1") if b"slip-registered" in record.text)
    early = with_text(slip - 1, b'"events":[{', b'"events":[],"refusal":{"clause":"","says":""},"x":[{')
    with pytest.raises(JournalError, match="cannot be read"):
        check_log(Changed(day, early), "T1", VKEYS)

    def without_bets(records: list[Record]) -> list[Record]:
        return rechained_records([*records[:10], *records[slip - 1 :]])

    with pytest.raises(JournalError, match=r"record 11: its events cannot be applied \(Assertion"):
        check_log(Changed(day, without_bets), "T1", VKEYS)
    with pytest.raises(JournalError, match="record 1: it does not found the table"):
        check_log(Changed(day, lambda records: rechained_records(records[1:])), "T1", VKEYS)


def test_another_version_of_the_rulebook_is_said(day: MemoryJournal) -> None:
    """The table was founded under another version."""
    sha = new_founding("sample.example", "T1", "crown-sydney-2024").sha256.encode()

    with pytest.raises(JournalError, match="record 1: it names another version of crown-sydney-2024"):
        check_log(Changed(day, with_text(1, sha, b"0" * 64)), "T1", VKEYS)


def test_the_ledger_has_to_balance(day: MemoryJournal) -> None:
    """More chips than there are cannot be taken away."""
    taken = with_text(3, b'"type":"value-brought"', b'"type":"chips-taken"')

    def change(records: list[Record]) -> list[Record]:
        records[2] = records[2]._replace(text=records[2].text.replace(b'"instrument":"value-chip",', b""))
        return taken(records)[:5]

    with pytest.raises(JournalError, match="record 5: the ledger does not balance after it"):
        check_log(Changed(day, change, lambda notes: []), "T1", VKEYS)


def signed_checkpoint(
    day: MemoryJournal, size: int, origin: str = "sample.example/T1", key: SigningKey = KEY.key
) -> Checkpoint:
    """Return a checkpoint on a number of records, signed with any key."""
    tree = MerkleTree()
    for record in list(day.read("T1"))[:size]:
        tree.append(record.hash)
    return Checkpoint("T1", size, sign_note(checkpoint_text(origin, size, tree.root()), key), tree.peaks())


def test_checkpoints_have_to_be_the_houses_own(day: MemoryJournal) -> None:
    """They must be signed with a key of the house, for this log, these records and the peaks of this tree."""
    size = next(iter(day.checkpoints("T1"))).size

    def wrong(note: Checkpoint) -> str:
        with pytest.raises(JournalError) as error:
            check_log(Changed(day, notes=lambda notes: [note, *notes[1:]]), "T1", VKEYS)
        return f"{error.value.number}: {error.value.wrong}"

    stranger, other = (
        signed_checkpoint(day, size, key=SigningKey.new("stranger.example")),
        signed_checkpoint(day, size - 1),
    )
    assert wrong(stranger).startswith(f"{size}: the checkpoint on it is invalid: No known key signed")
    assert (
        wrong(signed_checkpoint(day, size, "sample.example/T2"))
        == f"{size}: the checkpoint on it was signed for other records"
    )
    assert wrong(other._replace(size=size)) == f"{size}: the checkpoint on it was signed for other records"
    assert wrong(signed_checkpoint(day, size)._replace(peaks=other.peaks)).startswith(
        f"{size}: the peaks stored"
    )
    assert wrong(signed_checkpoint(day, size)._replace(note="x")).startswith(
        f"{size}: the checkpoint on it is invalid"
    )


def test_an_older_key_signs_no_more_once_a_newer_one_has(day: MemoryJournal) -> None:
    """A thief of a retired key can sign nothing with it."""
    first, second, third, *_, last = (one.size for one in day.checkpoints("T1"))
    newer = SigningKey.new(KEY.key.vkey.name)
    both = [*VKEYS, newer.vkey]
    turned = [
        signed_checkpoint(day, first),
        signed_checkpoint(day, second, key=newer),
        signed_checkpoint(day, last, key=newer),
    ]
    back = [*turned[:2], signed_checkpoint(day, third)]
    assert check_log(Changed(day, notes=lambda _: turned), "T1", both).checkpoints == 3
    with pytest.raises(JournalError, match=f"record {third}: .* No known key signed this"):
        check_log(Changed(day, notes=lambda _: back), "T1", both)


@pytest.mark.parametrize("kept", [0, 1, 5])
def test_every_record_but_a_slip_is_under_a_checkpoint(day: MemoryJournal, kept: int) -> None:
    """A deleted checkpoint is noticed at the first record that the house had to sign."""
    missed = list(day.checkpoints("T1"))[kept].size
    with pytest.raises(JournalError, match=f"record {missed}: the house must sign it"):
        check_log(Changed(day, notes=lambda notes: notes[:kept]), "T1", VKEYS)
    last = list(day.checkpoints("T1"))[-1:]
    assert check_log(Changed(day, notes=lambda _: last), "T1", VKEYS).checkpoints == 1


def test_a_tail_that_was_cut_off_is_told_by_its_checkpoint(day: MemoryJournal) -> None:
    """The house had signed more records."""
    with pytest.raises(JournalError, match="record 66: it is missing, but a checkpoint covers 66 records"):
        check_log(Changed(day, lambda records: records[:65]), "T1", VKEYS)


def test_a_checkpoint_that_came_while_we_read_is_left_for_the_next_time(day: MemoryJournal) -> None:
    """By then the journal has its records."""

    class Growing(Changed):
        """A journal that has grown since its end was read."""

        looks = 0

        def heads(self) -> Any:
            self.looks += 1
            return day.heads() if self.looks > 1 else {"T1": Head(65, b"")}

    assert check_log(Growing(day), "T1", VKEYS).records == 65


def test_a_table_that_was_only_founded_holds() -> None:
    """The house signs the founding at once."""
    floor = floor_on()
    floor.found_log(new_founding("sample.example", "T1", "singapore-etg/2"))

    assert check_log(floor.journal, "T1", VKEYS) == CheckedLog("T1", "singapore-etg/2", 1, 1, 0, 0)
