"""Targets that take a whole bundle or one of its files: an input describes changes to the honest one."""

import json
import zipfile
from functools import cache
from io import BytesIO
from typing import Any

from sicbo.journal.merkle import MerkleTree
from sicbo.journal.notes import checkpoint_text, sign_note
from sicbo.journal.record import Draft, chain_records, initial_head
from sicbo.verify.bundle import InMemory, InZip
from sicbo.verify.canonical import loosely
from sicbo.verify.keys import keys_of
from sicbo.verify.notes import Checkpoint, checkpoint_of
from sicbo.verify.outside import Source, kept_notes, origins, receipts_of
from sicbo.verify.rules import law_of
from sicbo.verify.verifier import Evidence, verify as verified
from tests.verify.bundles import HOUSE, Made, Story, _line, from_transcript, key
from tests.verify.test_tamper import BRIEF

HEAD = 6
"""Three bytes for the offset, two for the number of bytes removed, one for how many of the next bytes are
inserted.
"""
AS_IT_IS = b"="


@cache
def short_evening() -> Story:
    """A short evening."""
    return from_transcript(BRIEF)


@cache
def honest_bundle() -> Made:
    """The correct bundle of that evening, in which every record is signed and witnessed."""
    return short_evening().made()


def published_text() -> bytes:
    """The published rulebook of that evening."""
    return next(text for name, text in honest_bundle().files.items() if name.startswith("rulebooks/"))


def encode_edit(at: int, cut: int, put: bytes) -> bytes:
    """Return one change in the form of an input."""
    return at.to_bytes(3, "big") + cut.to_bytes(2, "big") + bytes([len(put)]) + put


def apply_edits(text: bytes, data: bytes) -> bytes:
    """Apply all changes of an input to a text; an input that begins with `=` is the text itself."""
    if data.startswith(AS_IT_IS):
        return data[1:]
    while len(data) >= HEAD:
        at, cut, put = int.from_bytes(data[:3], "big"), int.from_bytes(data[3:5], "big"), data[5]
        at %= len(text) + 1
        text = text[:at] + data[HEAD : HEAD + put] + text[at + cut :]
        data = data[HEAD + put :]
    return text


def journal(data: bytes) -> None:
    """Only the true journal is accepted."""
    made = honest_bundle()
    text = apply_edits(made.journal, data)
    assert made.with_file("journal", text).verified().holds == (text == made.journal)


def bundle(data: bytes) -> None:
    """Any file of a bundle may have any content: the result is a report, or one sentence."""
    made = honest_bundle()
    names = sorted(made.files)
    name = names[data[0] % len(names)] if data else "bundle.json"
    verified(InMemory({**made.files, name: apply_edits(made.files[name], data[1:])}), Evidence(made.trust))


def _payments(told: Any) -> list[Any]:
    return [
        [event.get(name) for name in ("type", "dice", "lit", "lines", "cents")] for event in told["events"]
    ]


def check_forged_records(data: bytes) -> None:
    """Forged records, chained and signed by the house, are checked against the rules.

    Another lawful evening may pass, but the same command never leads to other dice or other payments.
    """
    at = data[0] % len(short_evening().entries) if data else 0
    text = apply_edits(short_evening().entries[at].text, data[1:])
    made, drafts = honest_bundle(), drafts_of(honest_bundle().journal)
    drafts[at + 1] = drafts[at + 1]._replace(text=text)
    records, tree, notes = (
        chain_records(made.table, initial_head(made.table), drafts),
        MerkleTree(),
        list[bytes](),
    )
    for record in records:
        tree.append(record.hash)
        if record.number in {head.size for head in signed_checkpoints()}:
            note = sign_note(checkpoint_text(f"{HOUSE}/{made.table}", record.number, tree.root()), key(HOUSE))
            notes.append(json.dumps(note, ensure_ascii=False).encode() + b"\n")
    lines = b"".join(map(_line, records))
    report = (
        made.with_file("journal", lines)
        .with_file("checkpoints", b"".join(notes))
        .verified(witness=None, receipts=None)
    )
    true = short_evening().entries[at].told
    if report.holds and loosely(text)["command"] == true["command"]:
        assert _payments(loosely(text)) == _payments(true)


def drafts_of(journal: bytes) -> list[Draft]:
    """Return the records of a journal before they are chained."""
    lines = (line.split(b"\t", 5) for line in journal.splitlines())
    return [
        Draft(int(wall), actor.decode(), asked.decode(), text) for _, wall, actor, asked, _, text in lines
    ]


@cache
def signed_checkpoints() -> tuple[Checkpoint, ...]:
    """Return the checkpoints that the house signed and gave to its players."""
    receipts = [loosely(line)["checkpoint"] for line in honest_bundle().receipts.splitlines()]
    return tuple(
        checkpoint_of(note) for note in (*map(loosely, honest_bundle().checkpoints.splitlines()), *receipts)
    )


@cache
def honest_zip() -> bytes:
    """Return the honest bundle as a zip file; its times are constant, so it is always the same."""
    buffer = BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, text in honest_bundle().files.items():
            archive.writestr(zipfile.ZipInfo(name), text, compress_type=zipfile.ZIP_DEFLATED)
    return buffer.getvalue()


def zipped_bundle(data: bytes) -> None:
    """Only a zip file with the true files is accepted."""
    file: Any = BytesIO(apply_edits(honest_zip(), data))
    found = InZip(file)
    report = verified(found, Evidence(honest_bundle().trust))
    if report.holds:
        assert {name: found.zip.read(name) for name in honest_bundle().files} == honest_bundle().files


def check_published_rulebook(data: bytes) -> None:
    """A published rulebook with changes is understood, or refused."""
    law_of.__wrapped__(apply_edits(published_text(), data), "")


def outside(data: bytes) -> None:
    """Only receipts and witness notes that the house signed are valid."""
    made, keys = honest_bundle(), keys_of(loosely(honest_bundle().trust))
    which, rest = data[:1], data[1:]
    if which == b"r":
        source = Source("receipts", apply_edits(made.receipts, rest))
        true = receipts_of(Source("receipts", made.receipts), HOUSE, keys)
        for table, found in receipts_of(source, HOUSE, keys).items():
            bound = {(one.number, one.size, one.hash) for one in true.get(table, ())}
            assert {(one.number, one.size, one.hash) for one in found} <= bound
    else:
        source = Source("witness", apply_edits(made.witness, rest))
        for checkpoint, _ in kept_notes(source, f"{HOUSE}/{made.table}", keys):
            assert checkpoint.root in {head.root for head in signed_checkpoints()}
        assert all(origins(source))
