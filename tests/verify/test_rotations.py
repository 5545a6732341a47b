"""Rotations: a key that the house gave up signs for the past, and for nothing after it."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from sicbo.house.entries import read_record
from sicbo.house.export.bundles import export_bundle
from sicbo.house.floor import Floor
from sicbo.house.identity.keys import Keys
from sicbo.house.identity.receipts import receipt_for, write_receipt
from sicbo.house.identity.signatures import HouseSigner
from sicbo.house.maintenance.sample_day import SampleDay
from sicbo.house.witness.witness import Cosigned, Witness, WitnessRefusal
from sicbo.journal.memory import MemoryJournal
from sicbo.journal.merkle import MerkleTree
from sicbo.journal.notes import COSIGNATURE, SigningKey, checkpoint_text, sign_note
from sicbo.journal.store import Checkpoint
from sicbo.verify.bundle import bundle_at
from sicbo.verify.outside import Source
from sicbo.verify.report import Report
from sicbo.verify.verifier import NOTHING, Evidence, verify

HOUSE = "sample.example"
GIVEN_UP = "signed only with a key that the house had given up by then"
INSPECTOR = SigningKey.new("inspector.example", COSIGNATURE)


@dataclass
class Night:
    """A table whose house rotated its key after the first round; `old` is the key that was stolen."""

    path: Path
    keys: Keys
    old: SigningKey
    journal: MemoryJournal
    old_records: int

    @property
    def records(self) -> int:
        """How many records there are."""
        return self.journal.heads()["T1"].number

    def tree(self, size: int) -> MerkleTree:
        """The tree over so many records."""
        tree = MerkleTree()
        for record in list(self.journal.read("T1"))[:size]:
            tree.append(record.hash)
        return tree

    def note(self, key: SigningKey, size: int) -> str:
        """What somebody with that key signs for so many records."""
        return sign_note(checkpoint_text(f"{HOUSE}/T1", size, self.tree(size).root()), key)

    def report(self, evidence: Evidence = NOTHING, **keys: object) -> Report:
        """The verifier's word on all of it."""
        made = self.path / f"bundle-{len(list(self.path.iterdir()))}.zip"
        export_bundle(
            self.journal, ["T1"], {**self.keys.public_keys(), **keys}, made, HouseSigner.from_keys(self.keys)
        )
        return verify(bundle_at(made), evidence)


def played(path: Path, wait: int = 0) -> Night:
    """A night; the note of the rotation is dated so many microseconds after the last record before it."""
    keys, journal = Keys(path), MemoryJournal()
    keys.new_house_key(HOUSE)
    old = keys.house_key()
    SampleDay(Floor(journal, HouseSigner.from_keys(keys)), "canberra-2005", players=2).deal(1)
    first = list(journal.read("T1"))
    keys.rotate(first[-1].wall + wait)
    SampleDay(Floor(journal, HouseSigner.from_keys(keys)), "canberra-2005", players=2).deal(1)
    return Night(path, keys, old, journal, len(first))


@pytest.fixture
def night(tmp_path: Path) -> Iterator[Night]:
    """A night with an honest rotation."""
    yield played(tmp_path)


def said(report: Report) -> list[tuple[int, str]]:
    """Every finding: at which record, and what."""
    return [(one.number, one.says) for one in report.every]


def test_an_honest_rotation_leaves_old_and_new_checkpoints_standing(night: Night) -> None:
    """What the old key signed in its time counts, and receipts of that time do."""
    report = night.report()

    assert said(report) == []
    assert report.tables[0].counts["checkpoints"] == len(list(night.journal.checkpoints("T1")))


def test_a_stolen_old_key_signs_for_no_later_record(night: Night) -> None:
    """The thief signs a checkpoint at the end with the key that was given up: the verifier names it.

    It vouches for what was signed before, and for nothing on the thief's word.
    """
    end = night.records
    night.journal._checkpoints["T1"] = [
        Checkpoint("T1", one.size, night.note(night.old, end), one.peaks) if one.size == end else one
        for one in night.journal.checkpoints("T1")
    ]

    report, before = night.report(), [one.size for one in night.journal.checkpoints("T1")][-2]
    assert said(report) == [(end, f"the checkpoint is {GIVEN_UP}")]
    assert report.tables[0].vouched == before == end - 1


def test_after_the_new_key_the_old_one_is_out_whatever_the_clock_said(tmp_path: Path) -> None:
    """A rotation dated into the future by a wrong clock does not let the old key sign for more records."""
    night = played(tmp_path, wait=3_600_000_000)
    end = night.records
    assert said(night.report()) == []
    night.journal._checkpoints["T1"][-1] = Checkpoint("T1", end, night.note(night.old, end), b"")

    assert said(night.report()) == [(end, f"the checkpoint is {GIVEN_UP}")]


def test_a_receipt_of_the_old_key_on_a_later_record_is_refused(night: Night) -> None:
    """And so is what a witness was made to hold."""
    end = night.records
    note = night.note(night.old, end)
    slip = [record for record in night.journal.read("T1") if b'"slip-registered"' in record.text][-1]
    (event,) = read_record(slip).events
    receipt = write_receipt(receipt_for(slip, event, night.tree(end), note)) + b"\n"
    held = Evidence(
        witnesses=(Source("inspector", json.dumps(note).encode() + b"\n"),),
        receipts=(Source("purse", receipt),),
    )

    assert said(night.report(held)) == [
        (end, f"what inspector holds is {GIVEN_UP}"),
        (end, f"receipt 1 is {GIVEN_UP}"),
    ]


def test_a_key_that_is_given_up_twice_is_pointed_out(night: Night) -> None:
    """A thief of the old key signs a rotation of their own: which one is the house's, it has to say."""
    thief = SigningKey.new(HOUSE)
    text = f"sicbo-key-rotation-1\n{night.old.vkey}\n{thief.vkey}\n1\n"
    report = night.report(rotations=[*night.keys.rotations(), sign_note(text, night.old, thief)])

    assert [one.says for one in report.findings] == [
        "the house gave up one key twice: ask it which rotation is its own"
    ]


def test_the_witness_refuses_the_old_key_once_it_knows_the_rotation(night: Night, tmp_path: Path) -> None:
    """It cosigned the old key's checkpoint before; for more records only the new key will do."""
    proof_from = MerkleTree(night.tree(night.old_records).peaks())
    for record in list(night.journal.read("T1"))[night.old_records :]:
        proof_from.append(record.hash)
    proof = proof_from.consistency_proof()
    before = Witness(tmp_path / "w", INSPECTOR, [night.old.vkey])
    assert isinstance(before.add(0, [], night.note(night.old, night.old_records)), Cosigned)
    before.close()
    after = Witness(tmp_path / "w", INSPECTOR, [night.keys.house_key().vkey])

    refused = after.add(night.old_records, proof, night.note(night.old, night.records))
    assert isinstance(refused, WitnessRefusal)
    assert refused.status == 403
    taken = after.add(night.old_records, proof, night.note(night.keys.house_key(), night.records))
    assert isinstance(taken, Cosigned)
    after.close()
