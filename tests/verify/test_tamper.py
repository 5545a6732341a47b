"""Tampering: twelve ways that an insider might try, and many thousand small ones by chance.

SICBO_MUTATIONS=1000000 in the environment tries as many as it says, other ones each time.
"""

import json
import random
from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from functools import cache
from os import environ
from typing import Any

import pytest

from sicbo.journal.merkle import MerkleTree
from sicbo.journal.notes import SigningKey
from sicbo.verify.canonical import Unusable
from sicbo.verify.lines import difference
from sicbo.verify.report import Report, lines
from sicbo.verify.tree import root_by_proof
from tests.soak.figures import add_count
from tests.verify.bundles import HOUSE, Entry, Made, Story, from_transcript

SIGNED = ("declare-void", "open-table", "perform:enter")
WRITTEN = """
rulebook crown-sydney-2024  limits $5 to $500, chips of $5, approved minimum $2, with drop box
ana      buys $200
ben      buys $100
dealer   place your bets
ana      $25 on small, $5 on total-9
ben      $10 on big
dealer   cover, spin, no more bets, uncover, call, enter 1 4 4, light, collect, pay
dealer   place your bets
ana      $5 on small
ben      $5 on big
"""
BRIEF = """
rulebook canberra-2005  limits $5 to $200, chips of $1
ana      buys $50
dealer   place your bets
ana      $5 on small
dealer   cover, spin, no more bets, uncover, call, enter 1 4 4, collect, pay
"""


@cache
def evening() -> Story:
    """A settled round, and a second one in which two slips lie that no checkpoint covers."""
    return from_transcript(WRITTEN, signed=SIGNED)


@cache
def honest() -> Made:
    """The bundle as it should be; the last checkpoint is on the last record before the slips."""
    made = evening().made(also=[17])
    notes = made.checkpoints.splitlines(keepends=True)
    return replace(made.with_file("checkpoints", b"".join(notes[:-1])), witness=b"".join(notes[:-1]))


def sizes(made: Made) -> list[int]:
    """How many records each checkpoint is on."""
    return [int(json.loads(line).split("\n")[1]) for line in made.checkpoints.splitlines()]


def cut(made: Made, records: int) -> Made:
    """The journal without its end."""
    return made.with_file("journal", b"".join(made.journal.splitlines(keepends=True)[:records]))


def without_checkpoints(made: Made, kept: int) -> Made:
    """The first checkpoints alone."""
    return made.with_file("checkpoints", b"".join(made.checkpoints.splitlines(keepends=True)[:kept]))


def richer(entries: list[Entry]) -> None:
    """A lie that keeps every rule: ben brought more than ben did."""
    entry = entries[2]
    assert entry.command["player"] == "ben"
    entry.command["cents"] = entry.events[0]["cents"] = 90_000


def anew(house: SigningKey | None = None, checkpoints: int | None = None) -> Made:
    """The lie, chained anew; what others hold is as it was."""
    made, lie = honest(), evening().changed(richer).made(house, also=[17])
    told = made.with_file("journal", lie.journal)
    if house is not None:
        told = told.with_file("checkpoints", b"".join(lie.checkpoints.splitlines(keepends=True)[:-1]))
        told = replace(told, files={**told.files, "manifest.note": lie.files["manifest.note"]})
    return without_checkpoints(told, checkpoints) if checkpoints is not None else told


def stolen() -> SigningKey:
    """The key of the house in the wrong hands."""
    from tests.verify.bundles import key

    return key(HOUSE)


def one_byte() -> Made:
    """One letter of one record."""
    return honest().with_file("journal", honest().journal.replace(b"small", b"smaLl", 1))


def deleted() -> Made:
    """One record taken out."""
    lines = honest().journal.splitlines(keepends=True)
    return honest().with_file("journal", b"".join([*lines[:4], *lines[5:]]))


def swapped() -> Made:
    """Two records in the wrong order."""
    lines = honest().journal.splitlines(keepends=True)
    return honest().with_file("journal", b"".join([*lines[:4], lines[5], lines[4], *lines[6:]]))


def older_backup() -> Made:
    """Everything as it was at the first checkpoint."""
    return without_checkpoints(cut(honest(), sizes(honest())[0]), 1)


def appended_live() -> Made:
    """A result that nobody gave, put in through the house itself: chained and signed as it should be."""
    other = evening().changed(lambda entries: None)
    for step in ("cover", "spin", "close", "uncover", "call", "enter"):
        other.entries.append(_live(other.entries, step))
    made = other.made()
    return replace(made, witness=made.checkpoints)


def _live(entries: list[Entry], step: str) -> Entry:
    """What the step of the first round was, as a database operator would copy it for the second."""
    found = next(one for one in entries if one.command.get("step") == step and one.events)
    entry, near = deepcopy(found), entries[-1]
    entry.id = entry.command["id"] = f"live-{step}"
    entry.wall = near.wall
    entry.told.pop("signatures", None)
    for event in entry.events:
        event.update(command=entry.id, round=2)
    for message in (entry.command, *entry.events):
        message["stamp"] = message["stamp"] | {"wall": near.wall, "elapsed": near.command["stamp"]["elapsed"]}
    return entry


TAMPERED: list[tuple[str, Callable[[], Made], str, int]] = [
    ("one byte changed", one_byte, "chain", 6),
    ("a record deleted", deleted, "sequence", 5),
    ("two records swapped", swapped, "sequence", 5),
    ("the end cut after the last checkpoint", lambda: cut(honest(), 18), "manifest", 19),
    ("the end cut past a checkpoint", lambda: cut(honest(), 15), "checkpoint", 16),
    (
        "the same, and the newest checkpoint deleted",
        lambda: without_checkpoints(cut(honest(), 15), 1),
        "checkpoint",
        11,
    ),
    ("a record changed and the chain recomputed", anew, "receipt", 6),
    ("the same, and the checkpoints deleted", lambda: anew(checkpoints=0), "checkpoint", 1),
    ("the same, signed anew with the stolen key", lambda: anew(stolen()), "receipt", 6),
    ("an older backup", older_backup, "manifest", 11),
    ("a second journal for the regulator", lambda: anew(stolen()), "receipt", 6),
    ("a false record appended live", appended_live, "person", 25),
]


def test_the_evening_is_clean_as_it_is() -> None:
    """Nothing found, everything checked."""
    assert honest().verified().every == []
    assert honest().verified().code == 0


@pytest.mark.parametrize(
    ("made", "check", "number"), [row[1:] for row in TAMPERED], ids=[row[0] for row in TAMPERED]
)
def test_twelve_tamperings_are_caught_and_the_record_is_named(
    made: Callable[[], Made], check: str, number: int
) -> None:
    """With a witness, receipts and personal signatures every one of the twelve is seen."""
    report = made().verified()

    first = report.tables[0].first
    assert report.code == 3
    assert first is not None
    assert (first.check, first.number) == (check, number)
    add_count("tamperings caught", 1)


@pytest.mark.parametrize("made", [row[1] for row in TAMPERED[6:11]], ids=[row[0] for row in TAMPERED[6:11]])
def test_a_witness_alone_sees_another_history(made: Callable[[], Made]) -> None:
    """Without any receipt, what the witness keeps tells."""
    report = made().verified(receipts=None)

    assert "witness" in {finding.check for finding in report.every}


def test_without_a_witness_or_receipts_the_report_says_what_would_not_show() -> None:
    """A journal signed anew with a stolen key looks whole to itself, and the report says so."""
    made = evening().changed(richer).made()

    report = made.verified(witness=None, receipts=None)

    assert report.code == 0
    assert any("no witness was asked" in said for said in report.said)
    assert any("no receipts were given" in said for said in report.said)


@pytest.mark.parametrize("kept", [0, 1])
def test_what_the_house_did_not_sign_is_not_vouched_for(kept: int) -> None:
    """Whoever takes the last checkpoints away may have changed anything behind those that are left."""
    whole = [0, *sizes(honest())]
    report = without_checkpoints(honest(), kept).verified(witness=None, receipts=None)

    [finding] = report.every
    assert (finding.number, finding.check, report.code) == (whole[kept] + 1, "checkpoint", 3)
    assert report.tables[0].vouched == whole[kept]
    assert honest().verified().tables[0].vouched == honest().verified().tables[0].records


def test_a_checkpoint_on_another_history_vouches_for_nothing() -> None:
    """The lie lies before the first one: from the first record on nothing is sure."""
    report = anew().verified(witness=None, receipts=None)

    assert {one.number for one in report.every if one.check == "checkpoint"} == {*sizes(honest())}
    assert report.tables[0].vouched == 0
    written = "\n".join(lines(report))
    assert written.count("the house signed another history") == 1
    assert f"up to here (and so at {len(sizes(honest())) - 1} more)" in written


def test_a_journal_that_the_bundle_does_not_list_is_found() -> None:
    """Nobody hides a table by leaving its name out."""
    more = replace(honest(), files={**honest().files, "tables/T2.journal": b"x"})
    assert [(one.check, one.says) for one in more.verified().every] == [
        ("bundle", "there is a tables/T2.journal, which bundle.json does not list")
    ]


def test_records_that_nobody_signed_are_found() -> None:
    """All after the last checkpoint, where no list of logs signs for the end either."""
    files = {name: text for name, text in honest().files.items() if name != "manifest.note"}
    report = replace(honest(), files=files).verified(witness=None, receipts=None)

    assert [(one.number, one.check, one.says) for one in report.every] == [
        (0, "manifest", "expected manifest.note, the list of all logs signed by the house, found none"),
        (18, "checkpoint", "expected a checkpoint on record 19, found none after record 17"),
    ]
    assert report.tables[0].vouched == 17


def test_a_false_settlement_is_told_with_the_clause_of_its_price() -> None:
    """So that whoever reads it can look the price up."""
    line = {"stake": ["big", 500, "value-chip"], "outcome": "won", "winnings": 500, "clause": "6.3/big"}
    says = difference([line], [line | {"winnings": 900}])
    assert says == "big: winnings is 900, by the rulebook 500 (6.3/big)"


MUTATIONS = int(environ.get("SICBO_MUTATIONS", "10000"))
PARTS = 8
SEED = None if "SICBO_MUTATIONS" in environ else 20260


@cache
def small() -> Made:
    """The smallest bundle with a round in it; the witness holds every checkpoint."""
    made = from_transcript(BRIEF).made()
    return replace(made, witness=made.checkpoints)


def mutated(text: bytes, chance: random.Random) -> bytes:
    """One small change: a bit, a byte, a cut, something put in, twice, or elsewhere."""
    at, kind = chance.randrange(len(text)), chance.randrange(10)
    end = at + chance.randint(1, 40)
    match kind:
        case 0 | 1 | 2:
            return text[:at] + bytes([text[at] ^ 1 << chance.randrange(8)]) + text[at + 1 :]
        case 3:
            return text[:at] + bytes([chance.randrange(256)]) + text[at + 1 :]
        case 4:
            return text[:at]
        case 5:
            return text[:at] + text[end:]
        case 6:
            return text[:at] + text[at:end] + text[at:]
        case 7:
            at = chance.randint(0, len(text))
            return text[:at] + chance.randbytes(chance.randint(1, 4)) + text[at:]
    lines = text.splitlines(keepends=True)
    line, other = chance.randrange(len(lines)), chance.randrange(len(lines))
    if kind == 8:
        lines[line], lines[other] = lines[other], lines[line]
    else:
        lines.insert(other, lines[line])
    return b"".join(lines)


def looked_at(made: Made) -> Report | None:
    """The report; None where the input is unusable, which is as good as caught."""
    try:
        return made.verified()
    except Unusable:
        return None


@pytest.mark.parametrize("part", range(PARTS))
def test_no_mutation_of_a_journal_is_accepted(part: int) -> None:
    """Whatever changes a byte of the journal's file is caught."""
    chance = random.Random(None if SEED is None else SEED + part)
    made = small()
    for _ in range(MUTATIONS * 3 // 4 // PARTS):
        journal = mutated(made.journal, chance)
        report = looked_at(made.with_file("journal", journal))
        assert journal == made.journal or report is None or report.code == 3, journal
    add_count("forgeries", MUTATIONS * 3 // 4 // PARTS)


def notes(text: bytes) -> list[str]:
    """What the checkpoints in a file say, without who signed them."""
    return [json.loads(line).rpartition("\n\n")[0] for line in text.splitlines()]


def slips(text: bytes) -> list[Any]:
    """What the receipts in a file say."""
    return [json.loads(line) for line in text.splitlines()]


@pytest.mark.parametrize("part", range(PARTS))
def test_no_mutation_of_checkpoints_or_receipts_says_something_else(part: int) -> None:
    """What is still accepted says word for word the same; a receipt may be missing, a checkpoint may not."""
    chance = random.Random(None if SEED is None else -SEED - part)
    made = small()
    for _ in range(MUTATIONS // 8 // PARTS):
        checkpoints = mutated(made.checkpoints, chance)
        report = looked_at(made.with_file("checkpoints", checkpoints))
        if report is not None and report.code == 0:
            assert notes(checkpoints) == notes(made.checkpoints)
        receipts = mutated(made.receipts, chance)
        report = looked_at(replace(made, receipts=receipts))
        if report is not None and report.code == 0:
            assert all(slip in slips(made.receipts) for slip in slips(receipts))
    add_count("forgeries", 2 * (MUTATIONS // 8 // PARTS))


@pytest.mark.parametrize("stray", [b"\x0b", b"\x0c", b"\x1c", b"\x1f", b"\xc2\x85"])
def test_only_the_spaces_of_json_may_stand_around_a_receipt(stray: bytes) -> None:
    """Other bytes that some programs take for a space are a change like any other."""
    made = small()
    for text in (stray + made.receipts, made.receipts.rstrip(b"\n") + stray + b"\n"):
        report = looked_at(replace(made, receipts=text))
        assert report is None or report.code == 3


@pytest.mark.parametrize("size", [1, 2, 3, 7, 8, 33, 100])
def test_forged_proofs_lead_nowhere(size: int) -> None:
    """Every node of a proof counts, the first, the last and those between; so do its length and the place."""
    chance = random.Random(size)
    tree, hashes = MerkleTree(), [chance.randbytes(32) for _ in range(size)]
    for bound in hashes:
        tree.append(bound)
    for index, bound in enumerate(hashes):
        proof = tree.inclusion_proof(index + 1)
        forgeries = [[*proof, b"\0" * 32]]
        for at in range(len(proof)):
            forgeries.append([*proof[:at], chance.randbytes(32), *proof[at + 1 :]])
            forgeries.append(proof[:at] + proof[at + 1 :])
        assert root_by_proof(bound, index, size, proof) == tree.root()
        assert root_by_proof(bound, size, size, proof) is None
        assert all(root_by_proof(bound, index, size, forged) != tree.root() for forged in forgeries)
