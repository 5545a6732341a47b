"""One reading alone: whatever another program could read in another way is not accepted."""

import json
import os
import warnings
import zipfile
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest

from sicbo.journal.notes import SigningKey, sign_note
from sicbo.verify.bundle import InDirectory, InZip
from sicbo.verify.canonical import Unusable, Wrong, unwrapped
from sicbo.verify.keys import Keys, key_of
from sicbo.verify.notes import rotated
from sicbo.verify.verifier import Evidence, verify
from tests.verify.bundles import HOUSE, ROUNDS, Made, from_transcript, key
from tests.verify.test_tamper import looked_at, small

HALF = b"\\ud800"


def refused(made: Made) -> bool:
    """Whether something is found, or nothing can be verified."""
    report = looked_at(made)
    return report is None or report.code == 3


def with_bundled(name: str, old: bytes, new: bytes) -> Made:
    """The small bundle with one of its files changed."""
    made = small()
    assert old in made.files[name]
    return replace(made, files={**made.files, name: made.files[name].replace(old, new, 1)})


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b'"round":1', b'"round":7,"round":1'),
        (b'"round":1', b'"round":01'),
        (b'"round":1', b'"round":1.0'),
        (b'"round":1', b'"round":true'),
        (b'"round":1', b'"round":"1"'),
        (b'"player":"', b'"player":"' + HALF),
        (b'"checkpoint":"', b'"checkpoint":"' + HALF),
        (b'"table":"', b'"table":"\\u0000'),
        (b'"proof":["', b'"proof":["='),
        (b"{", b"\xef\xbb\xbf{"),
        (b"}", b"}\0"),
        (b"}", b"} {}"),
        (b"\n", b"\n\n"),
    ],
    ids=range(13),
)
def test_a_receipt_is_read_in_one_way(old: bytes, new: bytes) -> None:
    """A key twice, other forms of a number, half a letter, a byte order mark, something behind it."""
    receipts = small().receipts
    assert old in receipts
    assert refused(replace(small(), receipts=receipts.replace(old, new, 1)))


def test_a_receipt_has_small_hex_digits() -> None:
    """Bytes have one hash, and it is written in one way."""
    told = json.loads(small().receipts.splitlines()[0])
    for other in (told["hash"].upper(), f" {told['hash']}", f"{told['hash'][:32]} {told['hash'][32:]}"):
        assert other != told["hash"]
        assert refused(replace(small(), receipts=json.dumps(told | {"hash": other}).encode() + b"\n"))


def test_ends_of_lines_as_another_system_writes_them_say_the_same() -> None:
    """Mail may change them in what others hold; a journal is bytes."""
    made = small()
    receipts, notes = made.receipts.replace(b"\n", b"\r\n"), made.checkpoints.replace(b"\n", b"\r\n")

    assert made.receipts.endswith(b"\n")
    assert replace(made, receipts=receipts, witness=notes).verified().code == 0
    assert replace(made, receipts=made.receipts[:-1]).verified().code == 0
    assert refused(made.with_file("journal", made.journal.replace(b"\n", b"\r\n")))
    assert refused(made.with_file("checkpoints", made.checkpoints[:-1]))


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("bundle.json", b"{", b'{"tables":["X"],'),
        ("bundle.json", b'"tables": ["', b'"tables": ["' + HALF),
        ("bundle.json", b'"house": "', b'"house": "' + HALF),
        ("bundle.json", b"}", b"}\0"),
        ("bundle.json", b"{", b"\xef\xbb\xbf{"),
        ("keys.json", b"{", b'{"house":[],'),
        ("keys.json", b'"house": ["', b'"house": ["' + HALF),
    ],
    ids=range(7),
)
def test_the_small_files_are_read_in_one_way(name: str, old: bytes, new: bytes) -> None:
    """A key twice, half a letter, a byte order mark, something behind it: nothing is verified by guessing."""
    made = with_bundled(name, old, new)
    with pytest.raises(Unusable, match=r"each key once|follows its JSON"):
        (made if name == "bundle.json" else replace(made, trust=made.files[name])).verified()


@pytest.mark.parametrize("number", range(2, 14))
def test_an_actor_that_is_no_text_is_found_at_every_record(number: int) -> None:
    """Also where a record is taken at a glance; the chain is whole."""
    made, lines = small(), []
    before = sha256(b"sicbo-journal-1\n" + made.table.encode()).digest()
    for at, line in enumerate(made.journal.splitlines(), 1):
        fields = line.split(b"\t")
        fields[2] = b"\xff" + fields[2] if at == number else fields[2]
        told = b"\n".join((made.table.encode(), *fields[:4], fields[5]))
        before = sha256(before + told).digest()
        fields[4] = before.hex().encode()
        lines.append(b"\t".join(fields) + b"\n")

    report = made.with_file("journal", b"".join(lines)).verified(receipts=None, witness=None)

    assert (number, "stamp") in {(one.number, one.check) for one in report.every}
    assert "chain" not in {one.check for one in report.every}


@pytest.mark.parametrize("end", ["journal", "checkpoints"])
def test_whatever_is_left_of_a_table_that_is_not_listed_is_found(end: str) -> None:
    """Nobody hides a table by leaving its name out, or its journal."""
    more = replace(small(), files={**small().files, f"tables/T2.{end}": b"x"})
    assert [one.says for one in more.verified().every] == [
        f"there is a tables/T2.{end}, which bundle.json does not list"
    ]


def test_a_table_that_only_the_witness_knows_is_told() -> None:
    """A bundle may be of one table; whoever asked for all of them has to hear of the others."""
    other = json.dumps(sign_note(f"{HOUSE}/T2\n5\n{'A' * 43}=\n", key(HOUSE))).encode() + b"\n"
    stranger = json.dumps(sign_note(f"b.example/T3\n5\n{'A' * 43}=\n", key("b.example"))).encode() + b"\n"

    report = small().verified(witness=small().witness + other + stranger)

    assert report.code == 0
    assert [line for line in report.said if "witnesses hold" in line] == [
        f"witnesses hold notes of {HOUSE}/T2, which the bundle does not show"
    ]


def test_a_zip_file_that_has_a_file_twice_is_refused(tmp_path: Path) -> None:
    """One program reads the first, another one the last; a remark and a file of others do no harm."""
    path = tmp_path / "night.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.comment = b"for the regulator"
        archive.writestr("read me.txt", b"hello")
        for name, text in small().files.items():
            archive.writestr(name, text)
    assert verify(InZip(path), Evidence(small().trust)).code == 0

    with zipfile.ZipFile(path, "a") as archive, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        archive.writestr("bundle.json", small().files["bundle.json"])
    with pytest.raises(Unusable, match="a file twice"):
        InZip(path)


def test_only_files_are_read_from_a_directory(tmp_path: Path) -> None:
    """Neither a folder nor a pipe, which would never end."""
    (tmp_path / "tables").mkdir()
    os.mkfifo(tmp_path / "keys.json")

    assert InDirectory(tmp_path).open("tables") is None
    assert InDirectory(tmp_path).open("keys.json") is None


@pytest.mark.parametrize("time", ["01", "+1", " 1", "1_0", "\u0661", "\u00b2", "", "9" * 5_000])
def test_the_time_of_a_rotation_is_written_in_one_way(time: str) -> None:
    """Digits of other scripts, signs and noughts before it are no time, whoever signed them."""
    old, new = SigningKey.new(HOUSE), SigningKey.new(HOUSE)
    note = sign_note(f"sicbo-key-rotation-1\n{old.vkey}\n{new.vkey}\n{time}\n", old, new)
    keys = Keys((key_of(str(old.vkey)),), {}, (), (note,))

    with pytest.raises(Wrong, match=r"says something else|no signed note"):
        rotated(keys)
    good = sign_note(f"sicbo-key-rotation-1\n{old.vkey}\n{new.vkey}\n17\n", old, new)
    assert rotated(keys._replace(rotations=(good,)))[1] == 1


@pytest.mark.parametrize("given", [7, None, ["AAAA"], "AAA", "AAB=", "AA\nAA", "ÄÄÄÄ"])
def test_bytes_are_a_text_of_base64_in_its_one_form(given: object) -> None:
    """Whatever else stands there is a finding, and no accident of the verifier."""
    with pytest.raises(Wrong):
        unwrapped(given)


def test_bytes_have_the_length_that_is_asked_for() -> None:
    """Three bytes are three, and nothing where none is asked for."""
    assert unwrapped("AAAA") == unwrapped("AAAA", 3) == bytes(3)
    with pytest.raises(Wrong):
        unwrapped("AAAA", 4)


@pytest.mark.parametrize("name", ["table", "player", "hash", "round", "version", "number"])
def test_a_receipt_has_no_field_of_another_kind(name: str) -> None:
    """One alone is enough, and said so."""
    told = json.loads(small().receipts.splitlines()[0])
    told[name] = 7 if isinstance(told[name], str) else "7"
    found = replace(small(), receipts=json.dumps(told).encode() + b"\n").verified()

    assert any("its fields are of other kinds" in finding.says for finding in found.every)


def test_receipts_of_a_table_that_is_not_shown_are_no_record_of_it() -> None:
    """The finding is on the table, and on none of its records."""
    told = from_transcript(ROUNDS[0])
    elsewhere = replace(told, table="T99").made()
    found = told.made().verified(receipts=elsewhere.receipts)

    assert ("T99", 0) in [(one.table, one.number) for one in found.every if one.check == "receipt"]
