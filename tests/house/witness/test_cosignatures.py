"""The house's side of the witness: proofs from its own journal, and the answer when records are lost."""

import contextlib
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from sicbo.house.witness.cosignatures import cosign_latest
from sicbo.house.witness.witness import Conflict, Cosigned, Witness, WitnessAnswer, WitnessRefusal
from sicbo.journal.memory import MemoryJournal
from sicbo.journal.merkle import MerkleTree
from sicbo.journal.notes import (
    COSIGNATURE,
    SigningKey,
    checkpoint_text,
    read_checkpoint,
    sign_note,
    verify_note,
)
from sicbo.journal.record import Draft, chain_records, initial_head
from sicbo.journal.store import Checkpoint

HOUSE = SigningKey.new("sicbo.example")
INSPECTOR = SigningKey.new("inspector.example", COSIGNATURE)


def journal_of(sizes: Sequence[int], text: bytes = b"{}", count: int | None = None) -> MemoryJournal:
    """Return a journal with checkpoints at these sizes; `count` is the number of records."""
    journal = MemoryJournal()
    drafts = [
        Draft(number, "p-ana", f"id-{number}", text) for number in range(count or max(sizes, default=3))
    ]
    records = chain_records("T1", initial_head("T1"), drafts)
    tree, notes = MerkleTree(), []
    for record in records:
        tree.append(record.hash)
        if tree.size in sizes:
            note = sign_note(checkpoint_text("sicbo.example/T1", tree.size, tree.root()), HOUSE)
            notes.append(Checkpoint("T1", tree.size, note, tree.peaks()))
    journal.append(records, notes)
    return journal


@pytest.fixture
def witness(tmp_path: Path) -> Iterator[Witness]:
    """Return a witness that trusts the house."""
    with contextlib.closing(Witness(tmp_path, INSPECTOR, [HOUSE.vkey], lambda: 1700)) as made:
        yield made


def sizes_of(witness: Witness) -> list[int]:
    """Return the sizes that the witness has cosigned."""
    return [read_checkpoint(note).size for note in witness.export()]


def test_the_newest_checkpoint_is_cosigned_and_kept(witness: Witness) -> None:
    """The other checkpoints are unchanged, because the newest one includes them."""
    journal = journal_of([3, 8, 13])

    assert cosign_latest(journal, "T1", witness.add, [INSPECTOR.vkey]) == 13
    times = [
        [signed.time for signed in verify_note(one.note, [HOUSE.vkey, INSPECTOR.vkey])]
        for one in journal.checkpoints("T1")
    ]
    assert times == [[None], [None], [None, 1700]]
    assert sizes_of(witness) == [13]


def test_a_table_that_went_on_is_cosigned_again(witness: Witness) -> None:
    """It works from the size that the house remembers, from zero, and from a size without a checkpoint."""
    assert cosign_latest(journal_of([3]), "T1", witness.add, [INSPECTOR.vkey]) == 3
    assert cosign_latest(journal_of([3, 8]), "T1", witness.add, [INSPECTOR.vkey], known=3) == 8
    assert cosign_latest(journal_of([3, 8, 13]), "T1", witness.add, [INSPECTOR.vkey]) == 13
    assert cosign_latest(journal_of([21], count=30), "T1", witness.add, [INSPECTOR.vkey]) == 21
    assert cosign_latest(journal_of([21], count=30), "T1", witness.add, [INSPECTOR.vkey]) == 21
    assert sizes_of(witness) == [3, 8, 13, 21]


def test_without_a_new_checkpoint_no_witness_is_asked() -> None:
    """The known size stays the same."""

    def ask(*asked: object) -> WitnessAnswer:
        raise AssertionError

    assert cosign_latest(journal_of([]), "T1", ask, []) == 0
    assert cosign_latest(journal_of([3]), "T1", ask, [], known=3) == 3
    assert cosign_latest(journal_of([3]), "T2", ask, []) == 0


def test_a_journal_that_lost_records_is_told_to_stop(witness: Witness) -> None:
    """The house uses an older backup, and the witness knows more than the house does."""
    cosign_latest(journal_of([13]), "T1", witness.add, [INSPECTOR.vkey])
    told = cosign_latest(journal_of([8]), "T1", witness.add, [INSPECTOR.vkey])

    assert "knows 13 records of T1, and our newest checkpoint is on 8: records are lost" in str(told)


def test_another_history_is_told_to_stop(witness: Witness) -> None:
    """The other history has the same size, or a larger one."""
    cosign_latest(journal_of([13]), "T1", witness.add, [INSPECTOR.vkey])
    same = cosign_latest(journal_of([13], text=b"[]"), "T1", witness.add, [INSPECTOR.vkey])
    larger = cosign_latest(journal_of([21], text=b"[]"), "T1", witness.add, [INSPECTOR.vkey])

    assert "knows another history of T1" in str(same)
    assert "does not lead from the 13 known records" in str(larger)
    assert sizes_of(witness) == [13]


@pytest.mark.parametrize(
    "answer", [Cosigned("rubbish\n"), Cosigned(""), WitnessRefusal(404, "No trusted key.")]
)
def test_an_answer_that_is_no_cosignature_changes_nothing(answer: WitnessAnswer) -> None:
    """The house keeps its note unchanged, and reports what is wrong."""
    journal = journal_of([3])
    before = list(journal.checkpoints("T1"))

    said = cosign_latest(journal, "T1", lambda old, proof, note: answer, [INSPECTOR.vkey])
    assert isinstance(said, str)
    assert said.endswith(".")
    assert list(journal.checkpoints("T1")) == before


def test_a_witness_that_always_says_another_size_is_asked_twice_only() -> None:
    """It cannot keep the house busy."""
    asked: list[int] = []

    def ask(old: int, proof: Sequence[bytes], note: str) -> WitnessAnswer:
        asked.append(old)
        return Conflict(len(asked))

    assert "another history" in str(cosign_latest(journal_of([5]), "T1", ask, [INSPECTOR.vkey]))
    assert asked == [0, 1]
