"""Malformed evidence: whatever a file is made of, the verifier says one sentence and never falls over."""

import base64
import importlib.util
import json
import sys
import zipfile
from collections.abc import Callable
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from sicbo.journal.merkle import MerkleTree
from sicbo.journal.notes import COSIGNATURE, SigningKey, checkpoint_text, cosignature_line, sign_note
from sicbo.verify import canonical, ids, keys as verify_keys, notes, persons, report, verifier
from sicbo.verify.__main__ import main
from sicbo.verify.bundle import InDirectory, InZip, bundle_at
from sicbo.verify.canonical import Unusable, Wrong
from sicbo.verify.evidence import log
from sicbo.verify.keys import key_of
from sicbo.verify.notes import checkpoint_of, note_of, signed_by
from sicbo.verify.outside import Source
from sicbo.verify.report import Report
from sicbo.verify.rules import law_of
from sicbo.verify.verifier import evidence_at
from tests.verify.bundles import HOUSE, Made, assert_found, key, witness_key
from tests.verify.lies import Entries, asked
from tests.verify.test_bundle import put
from tests.verify.test_planted import told
from tests.verify.test_tamper import small

ROOT = sha256(b"").digest()


def zipped(made: Made, path: Path) -> Path:
    """A bundle as a zip file that is not pressed, so that its bytes can be changed."""
    with zipfile.ZipFile(path, "w") as file:
        for name, text in made.files.items():
            file.writestr(name, text)
    return path


@pytest.mark.parametrize("end", ["journal", "checkpoints"])
def test_a_zip_file_with_a_bit_that_fell_over_is_unusable(
    end: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """In the journal or in what the house signed: one sentence and the exit code 2."""
    made, path = small(), zipped(small(), tmp_path / "bundle.zip")
    text = made.files[f"tables/{made.table}.{end}"]
    written = bytearray(path.read_bytes())
    written[written.index(text) + len(text) - 5] ^= 1
    path.write_bytes(written)

    assert main([str(path)]) == 2
    assert f"tables/{made.table}.{end} cannot be read: Bad CRC-32" in capsys.readouterr().err


def test_a_small_file_with_a_bit_that_fell_over_is_unusable(tmp_path: Path) -> None:
    """The list of tables is read whole."""
    path = zipped(small(), tmp_path / "bundle.zip")
    written = bytearray(path.read_bytes())
    written[written.index(b"sicbo-bundle-2")] ^= 1
    path.write_bytes(written)

    with pytest.raises(Unusable, match=r"bundle\.json cannot be read: Bad CRC-32"):
        verifier.verify(bundle_at(path))


def test_what_a_zip_file_lacks_or_locks_is_said(tmp_path: Path) -> None:
    """A name that is not in there is no file; one under a password cannot be read."""
    path = zipped(small(), tmp_path / "bundle.zip")
    assert InZip(path).open("nothing") is None
    written = path.read_bytes().replace(b"PK\1\2\x14\3\x14\0\0\0", b"PK\1\2\x14\3\x14\0\1\0")
    path.write_bytes(written)

    with pytest.raises(Unusable, match=r"bundle\.json cannot be read from the zip file"):
        InZip(path).open("bundle.json")


def test_files_that_cannot_be_opened_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a directory, among what others hold, and the trusted keys."""
    put(small(), tmp_path)

    def locked(*given: object, **named: object) -> Any:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", locked)
    with pytest.raises(Unusable, match=r"bundle\.json cannot be read: Permission denied"):
        InDirectory(tmp_path / "bundle").open("bundle.json")
    with pytest.raises(Unusable, match=r"receipts cannot be read: Permission denied"):
        list(Source("receipts", tmp_path / "receipts"))
    with pytest.raises(Unusable, match=r"trust cannot be read: Permission denied"):
        evidence_at(tmp_path / "trust", (), ())


def test_a_house_is_no_bundle_and_a_bundle_has_its_files(tmp_path: Path) -> None:
    """The data directory has to be exported first."""
    (tmp_path / "journal.sqlite").touch()
    with pytest.raises(Unusable, match="export it first"):
        bundle_at(tmp_path)
    made = small()
    files = {name: text for name, text in made.files.items() if name != "keys.json"}
    with pytest.raises(Unusable, match=r"The bundle has no keys\.json"):
        replace(made, files=files).verified()


def test_a_table_without_checkpoints_is_not_vouched_for() -> None:
    """The file may be missing; then the first record is not covered, though the list of logs has its size."""
    made = small()
    files = {name: text for name, text in made.files.items() if not name.endswith(".checkpoints")}
    found = replace(made, files=files).verified(receipts=None, witness=None)

    assert [(one.check, one.number) for one in found.every] == [("checkpoint", 1)]
    assert found.tables[0].vouched == 0


def test_no_room_for_a_temporary_file_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ids go to disk chunk by chunk; a full disk is no fault of the journal."""
    monkeypatch.setattr(log, "CHUNK", 4)
    assert small().verified().code == 0

    def full() -> Any:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("tempfile.TemporaryFile", full)
    with pytest.raises(Unusable, match="No temporary file can be written: No space left on device"):
        small().verified()


def test_two_ids_with_one_hash_are_told_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    """The journal is read once more, and no id came twice."""
    for module in (log, ids):
        monkeypatch.setattr(module, "hash", len, raising=False)

    assert small().verified().code == 0


def founded(change: Callable[[Any], object], more: dict[str, bytes] | None = None) -> Report:
    """The report on a journal whose first record says something else, chained anew, with further files."""
    made, written = replace(small(), files={**small().files, **(more or {})}), []
    before = sha256(b"sicbo-journal-1\n" + made.table.encode()).digest()
    for line in made.journal.splitlines():
        fields = line.split(b"\t")
        if fields[0] == b"1":
            said = json.loads(fields[5])
            change(said["founding"])
            fields[5] = canonical.written(said).encode()
        before = sha256(before + b"\n".join((made.table.encode(), *fields[:4], fields[5]))).digest()
        fields[4] = before.hex().encode()
        written.append(b"\t".join(fields) + b"\n")
    return made.with_file("journal", b"".join(written)).verified(receipts=None, witness=None)


FOUNDINGS: dict[str, Callable[[Any], object]] = {
    "cannot vouch: the first record does not found the table": lambda said: said.update(more=1),
    "cannot vouch: this verifier knows no log of kind poker": lambda said: said.update(kind="poker"),
    "it founds another table, or one of another house": lambda said: said.update(house="other.example"),
    "it names no rulebook": lambda said: said.update(sha256="../keys"),
    "the published rulebook is another, or has other readings": lambda said: said.update(rulebook="x"),
    "cannot vouch: its rulebook has no clause on tournaments": lambda said: said.update(kind="tournament"),
}


@pytest.mark.parametrize("says", FOUNDINGS)
def test_a_founding_that_founds_nothing_known_is_found(says: str) -> None:
    """At the first record; nothing after it is vouched for."""
    found = founded(FOUNDINGS[says])

    assert [(one.number, one.says) for one in found.every] == [(1, says)]
    assert found.tables[0].vouched == 0


def test_a_rulebook_that_cannot_be_read_is_wrong() -> None:
    """Another format, or two prices for one roll."""
    (text,) = (text for name, text in small().files.items() if name.startswith("rulebooks/"))
    book = json.loads(text)
    price = next(bet for bet in book["layouts"][0]["bets"])["prices"][0]
    price["rolls"].append(price["rolls"][0])
    for changed, says in (
        (json.loads(text) | {"format": "x"}, "the format is not"),
        (book, "has no one price on"),
    ):
        with pytest.raises(Wrong, match=f"cannot be read: .*{says}"):
            law_of(canonical.written(changed).encode(), "")


LINE = f"— {HOUSE} {base64.b64encode(b'12345').decode()}\n"
NOTES = {
    "it is no signed note": "x" * 100_001,
    "it bears more than 100 signatures": f"a\n\n{LINE * 101}",
    "a signature under it is too short": "a\n\n— b MTIz\n",
}


@pytest.mark.parametrize("says", NOTES)
def test_a_note_in_another_form_is_none(says: str) -> None:
    """Too long, too many signatures, one that is too short."""
    with pytest.raises(Wrong, match=says):
        note_of(NOTES[says])


def test_a_note_and_base64_are_texts() -> None:
    """A number is neither."""
    with pytest.raises(Wrong, match="it is no signed note"):
        checkpoint_of(5)
    with pytest.raises(Wrong, match="base64 is a text"):
        canonical.unwrapped(5)


def test_a_note_that_only_a_witness_signed_is_not_of_the_house() -> None:
    """Whoever cosigns does so under the name of the house."""
    signed = sign_note(checkpoint_text(HOUSE, 1, ROOT), key(HOUSE))
    note = note_of(signed.rpartition("\n\n")[0] + "\n\n" + cosignature_line(signed, witness_key(), 5))
    trusted = verify_keys.keys_of(
        {"house": [str(key(HOUSE).vkey)], "witnesses": [str(witness_key().vkey)]},
    )

    with pytest.raises(Wrong, match="the house has not signed it"):
        signed_by(note, trusted)


def test_a_rotation_needs_both_keys_and_one_that_is_known() -> None:
    """Signed by the new key alone, or begun at a key that nobody gave."""
    old, new, known = SigningKey.new(HOUSE), SigningKey.new(HOUSE), SigningKey.new(HOUSE)
    text = f"{notes.ROTATION}\n{old.vkey}\n{new.vkey}\n5\n"
    alone = sign_note(text, new)
    both = sign_note(text, old) + sign_note(text, new).rpartition("\n\n")[2]
    for note, says in ((alone, "not signed by both"), (both, "begins at a key that nobody gave")):
        trusted = verify_keys.keys_of({"house": [str(known.vkey)], "rotations": [note]})
        with pytest.raises(Wrong, match=says):
            notes.rotated(trusted)


def test_keys_of_another_form_are_none() -> None:
    """An unknown kind, a hash that is not its own, a list that is none."""
    name, short, coded = str(key(HOUSE).vkey).split("+", 2)
    other = base64.b64encode(b"\x09" + base64.b64decode(coded)[1:]).decode()
    with pytest.raises(Unusable, match="is of kind 9; 1 and 4 are known"):
        key_of(f"{name}+{short}+{other}")
    with pytest.raises(Unusable, match="does not bear its own hash"):
        key_of(f"{name}+{'0' * 8}+{coded}")
    with pytest.raises(Unusable, match="under each person"):
        verify_keys.keys_of({"persons": []})
    with pytest.raises(Unusable, match="Keys come in lists"):
        verify_keys.keys_of({"house": {}})
    assert COSIGNATURE == verify_keys.COSIGNATURE


def test_a_witness_whose_notes_shrink_or_cannot_be_read_is_named() -> None:
    """The notes of one log rise in size; a line that is none ends what is told of hidden tables."""
    made = small()
    first, *_, last = made.witness.splitlines(keepends=True)

    shrunk = made.verified(witness=last + first)
    unread = made.verified(witness=b"nothing\n" + made.witness)

    assert "line 2 of witness: its sizes do not rise" in [one.says for one in shrunk.every]
    assert any(one.says.startswith("line 1 of witness: ") for one in unread.every)


def test_a_receipt_on_a_longer_journal_shows_that_its_end_was_cut_off() -> None:
    """Its record is there; what the house signed with it counted further records."""
    made = small()
    told = json.loads(made.receipts.splitlines()[0])
    records = made.journal.splitlines(keepends=True)
    hashes = [bytes.fromhex(line.split(b"\t")[4].decode()) for line in records]
    longer = MerkleTree()
    for bound in [*hashes, sha256(b"cut off").digest()]:
        longer.append(bound)
    size = len(hashes) + 1
    note = sign_note(checkpoint_text(f"{HOUSE}/{made.table}", size, longer.root()), key(HOUSE))
    proof = [base64.b64encode(node).decode() for node in longer.inclusion_proof(told["number"])]
    receipt = json.dumps(told | {"proof": proof, "checkpoint": note}, ensure_ascii=False).encode()

    found = made.verified(receipts=receipt + b"\n")

    says = f"a receipt stands on {size} records, the journal has {size - 1}"
    assert [(one.check, one.says) for one in found.every] == [("receipt", says)]


def test_every_field_is_written() -> None:
    """A field that is left out is found, also one that has a default."""

    def shorter(entries: Entries) -> None:
        del asked(entries, "buy-in").command["instrument"]

    assert_found(told("crown-sydney-plain"), shorter)


def test_signatures_of_persons_come_in_a_short_list() -> None:
    """A word is none, and neither is a list without end."""
    trusted = verify_keys.keys_of({})
    lists: tuple[object, ...] = ("mine", [{}] * 1_000)
    for given in lists:
        with pytest.raises(Wrong, match="signatures come in a short list"):
            persons.check("T1", {"command": {}, "signatures": given}, trusted, needed=True)


def test_a_python_without_the_fast_encoder_writes_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """Slower, letter for letter."""
    told = {"b": [1, "é\n", None], "a": {"d": True, "c": -5}}
    monkeypatch.setattr("json.encoder.c_make_encoder", None)
    slow = canonical._encoder()

    assert "".join(slow(told, 0)) == canonical.written(told)


def test_without_cryptography_everything_but_signatures_is_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is said aloud, and the exit code is not 0."""
    assert verify_keys.__file__ is not None
    with monkeypatch.context() as bare:
        bare.setitem(sys.modules, "cryptography.exceptions", None)
        spec = importlib.util.spec_from_file_location("sicbo.verify.bare_keys", verify_keys.__file__)
        assert spec is not None and spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        bare.setitem(sys.modules, spec.name, module)
        spec.loader.exec_module(module)
    assert module.CAN_CHECK is False
    for one in (notes, verifier):
        monkeypatch.setattr(one, "CAN_CHECK", False)

    found = small().verified()

    assert (found.every, found.code) == ([], 3)
    assert found.said[0].startswith("signatures were NOT checked")
    assert report.verdict(found).startswith("NOT VERIFIED: chain and money hold; signatures NOT checked")
