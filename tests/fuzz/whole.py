"""Targets that take a whole bundle, or a file of one: an input says how the honest one is changed."""

import json
import zipfile
from functools import cache
from io import BytesIO
from typing import Any

from sicbo.journal.merkle import Tree
from sicbo.journal.notes import checkpoint_text, sign
from sicbo.journal.record import Draft, chained, start_of
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
"""Three bytes say where, two how many are cut out, one how many of the bytes that follow are put in."""
AS_IT_IS = b"="


@cache
def told() -> Story:
    """A short evening."""
    return from_transcript(BRIEF)


@cache
def honest() -> Made:
    """Its bundle as it should be, in which every record is signed for and witnessed."""
    return told().made()


def published_text() -> bytes:
    """The rulebook of that evening as it is published."""
    return next(text for name, text in honest().files.items() if name.startswith("rulebooks/"))


def edit(at: int, cut: int, put: bytes) -> bytes:
    """One change, as an input has it."""
    return at.to_bytes(3, "big") + cut.to_bytes(2, "big") + bytes([len(put)]) + put


def edited(text: bytes, data: bytes) -> bytes:
    """A text with all the changes of an input made; one that begins with `=` is the text itself."""
    if data.startswith(AS_IT_IS):
        return data[1:]
    while len(data) >= HEAD:
        at, cut, put = int.from_bytes(data[:3], "big"), int.from_bytes(data[3:5], "big"), data[5]
        at %= len(text) + 1
        text = text[:at] + data[HEAD : HEAD + put] + text[at + cut :]
        data = data[HEAD + put :]
    return text


def journal(data: bytes) -> None:
    """No journal but the true one is accepted."""
    made = honest()
    text = edited(made.journal, data)
    assert made.with_file("journal", text).verified().holds == (text == made.journal)


def bundle(data: bytes) -> None:
    """Any file of a bundle may be anything: there is a report, or one sentence."""
    made = honest()
    names = sorted(made.files)
    name = names[data[0] % len(names)] if data else "bundle.json"
    verified(InMemory({**made.files, name: edited(made.files[name], data[1:])}), Evidence(made.trust))


def _paid(told: Any) -> list[Any]:
    return [
        [event.get(name) for name in ("type", "dice", "lit", "lines", "cents")] for event in told["events"]
    ]


def forged(data: bytes) -> None:
    """What an insider wrote, chained and signed by the house: the law is followed as far as it goes.

    Another lawful evening may hold, but after the same command no other dice and no other pay.
    """
    at = data[0] % len(told().entries) if data else 0
    text = edited(told().entries[at].text, data[1:])
    made, drafts = honest(), drafts_of(honest().journal)
    drafts[at + 1] = drafts[at + 1]._replace(text=text)
    records, tree, notes = chained(made.table, start_of(made.table), drafts), Tree(), list[bytes]()
    for record in records:
        tree.append(record.hash)
        if record.number in {head.size for head in heads()}:
            note = sign(checkpoint_text(f"{HOUSE}/{made.table}", record.number, tree.root()), key(HOUSE))
            notes.append(json.dumps(note, ensure_ascii=False).encode() + b"\n")
    lines = b"".join(map(_line, records))
    report = (
        made.with_file("journal", lines)
        .with_file("checkpoints", b"".join(notes))
        .verified(witness=None, receipts=None)
    )
    true = told().entries[at].told
    if report.holds and loosely(text)["command"] == true["command"]:
        assert _paid(loosely(text)) == _paid(true)


def drafts_of(journal: bytes) -> list[Draft]:
    """The records of a journal before they are chained."""
    lines = (line.split(b"\t", 5) for line in journal.splitlines())
    return [
        Draft(int(wall), actor.decode(), asked.decode(), text) for _, wall, actor, asked, _, text in lines
    ]


@cache
def heads() -> tuple[Checkpoint, ...]:
    """What the house signed of the evening, and gave to its players."""
    receipts = [loosely(line)["checkpoint"] for line in honest().receipts.splitlines()]
    return tuple(
        checkpoint_of(note) for note in (*map(loosely, honest().checkpoints.splitlines()), *receipts)
    )


@cache
def zipped() -> bytes:
    """The honest bundle as a zip file; its times are those of no day, so that it is always the same."""
    buffer = BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, text in honest().files.items():
            archive.writestr(zipfile.ZipInfo(name), text, compress_type=zipfile.ZIP_DEFLATED)
    return buffer.getvalue()


def zipped_bundle(data: bytes) -> None:
    """Whatever a zip file is, only the true files are accepted."""
    file: Any = BytesIO(edited(zipped(), data))
    found = InZip(file)
    report = verified(found, Evidence(honest().trust))
    if report.holds:
        assert {name: found.zip.read(name) for name in honest().files} == honest().files


def published(data: bytes) -> None:
    """A published rulebook with something else in it is understood, or refused."""
    law_of.__wrapped__(edited(published_text(), data), "")


def outside(data: bytes) -> None:
    """Receipts and a witness's notes: none but those that the house signed hold."""
    made, keys = honest(), keys_of(loosely(honest().trust))
    which, rest = data[:1], data[1:]
    if which == b"r":
        source = Source("receipts", edited(made.receipts, rest))
        true = receipts_of(Source("receipts", made.receipts), HOUSE, keys)
        for table, found in receipts_of(source, HOUSE, keys).items():
            bound = {(one.number, one.size, one.hash) for one in true.get(table, ())}
            assert {(one.number, one.size, one.hash) for one in found} <= bound
    else:
        source = Source("witness", edited(made.witness, rest))
        for checkpoint, _ in kept_notes(source, f"{HOUSE}/{made.table}", keys):
            assert checkpoint.root in {head.root for head in heads()}
        assert all(origins(source))
