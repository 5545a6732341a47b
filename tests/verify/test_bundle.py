"""Unusable, hostile and half-trusted input: one sentence, a bounded effort, the right exit code."""

import json
import subprocess
import sys
import zipfile
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from io import BytesIO
from itertools import pairwise
from pathlib import Path

import pytest

from sicbo.cli.main import main
from sicbo.journal.notes import SigningKey
from sicbo.verify import ids
from sicbo.verify.__main__ import folded
from sicbo.verify.bundle import lines_of
from sicbo.verify.canonical import Unusable, Wrong, understood, written
from sicbo.verify.ids import Ids, first_repeat
from tests.verify.bundles import HOUSE, ROOT, Made, from_transcript


@cache
def made() -> Made:
    """A small bundle."""
    return from_transcript(ROOT / "tests" / "rounds" / "canberra-correction.round").made()


def put(made: Made, place: Path) -> Path:
    """A bundle as a directory, with what others hold beside it."""
    for name, text in made.files.items():
        path = place / "bundle" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text)
    for name in ("witness", "receipts", "trust"):
        (place / name).write_bytes(getattr(made, name))
    return place / "bundle"


@pytest.mark.parametrize(
    "text",
    [
        b'{"a": 1}',
        b'{"b":1,"a":1}',
        b'{"a":1,"a":2}',
        b'{"a":1.5}',
        b'{"a":1e400}',
        b'{"a":NaN}',
        b'{"a":-0}',
        b'{"a":01}',
        b'{"a":"\\u0041"}',
        b'{"a":"\\/"}',
        b'{"a":"\\ud800"}',
        b'{"a":1}x',
        b'{"a":"\xff"}',
        b"[" * 100_000 + b"]" * 100_000,
        b'{"a":' + b"9" * 5_000 + b"}",
        b"",
    ],
    ids=range(16),
)
def test_a_text_in_another_form_is_not_canonical(text: bytes) -> None:
    """Spaces, order, twice the same key, floats, escapes that need not be, depth, endless numbers."""
    with pytest.raises(Wrong, match=r"canonical|whole numbers"):
        understood(text)


def test_canonical_text_is_read_and_written() -> None:
    """What is read is written as the same bytes."""
    text = '{"a":[1,-2,null,true],"b":"é\\n\\u0001\\"","c":{}}'.encode()
    assert written(understood(text)).encode() == text


def changed(name: str, text: bytes) -> Callable[[], Made]:
    """The bundle with another file."""
    return lambda: replace(made(), files={**made().files, name: text})


BUNDLE = {"format": "sicbo-bundle-2", "house": HOUSE, "tables": ["transcript"]}


@pytest.mark.parametrize(
    ("broken", "says"),
    [
        (changed("bundle.json", b"{}"), "not of the format"),
        (changed("bundle.json", b"nonsense"), "no JSON"),
        (changed("bundle.json", json.dumps(BUNDLE | {"tables": ["../../etc"]}).encode()), "impossible"),
        (changed("bundle.json", json.dumps(BUNDLE | {"tables": ["T" * 101]}).encode()), "impossible"),
        (changed("bundle.json", json.dumps(BUNDLE | {"tables": []}).encode()), "no tables"),
        (
            changed("bundle.json", json.dumps(BUNDLE | {"tables": ["T9"]}).encode()),
            "has no tables/T9.journal",
        ),
        (changed("bundle.json", json.dumps(BUNDLE | {"more": 1}).encode()), "unknown"),
        (changed("bundle.json", b" " * (9 << 20)), "larger than"),
        (changed("keys.json", b"[]"), "house, persons, witnesses"),
        (changed("keys.json", b'{"house":["x+1+y"]}'), "no base64"),
        (changed("keys.json", b'{"house":["nothing"]}'), "is no key"),
    ],
    ids=range(11),
)
def test_unusable_input_is_said_in_one_sentence(broken: Callable[[], Made], says: str) -> None:
    """What is wrong with it, and nothing else."""
    with pytest.raises(Unusable, match=says):
        broken().verified()


def test_another_rulebook_under_the_same_name_is_found() -> None:
    """The published rulebook has the hash that is its name, or nothing is verified."""
    (name,) = (name for name in made().files if name.startswith("rulebooks/"))
    other = made().files[name].replace(b'"odds":"1"', b'"odds":"2"')

    report = replace(made(), files={**made().files, name: other}).verified()

    assert report.code == 3
    assert [finding.check for finding in report.every] == ["rulebook"]


def test_an_endless_line_ends_the_reading() -> None:
    """A line longer than any record, of more than eight mebibytes, is not swallowed whole."""
    endless = b"x" * (8 * 1024 * 1024 + 10)
    report = made().with_file("journal", made().journal + endless).verified()
    (first, *_) = lines_of(BytesIO(endless), "journal")

    assert len(first) == 8 * 1024 * 1024
    assert report.tables[0].first is not None
    assert report.tables[0].first.check == "sequence"


def test_an_empty_journal_is_not_verified() -> None:
    """Nothing at all is not a journal that holds."""
    assert made().with_file("journal", b"").verified().code == 3


def test_a_false_key_of_the_house_is_found() -> None:
    """Trusted keys from outside count, not those of the bundle."""
    told = json.loads(made().trust) | {"house": [str(SigningKey.new(HOUSE).vkey)]}

    report = made().verified(trust=json.dumps(told).encode())

    assert report.code == 3
    assert "signature" in {finding.check for finding in report.every}


def test_a_repeated_id_is_found_across_what_was_put_on_disk() -> None:
    """Two parts on disk and one in memory; one id in the first and in the last."""
    kept = Ids()
    names = [b"a", b"b", b"c", b"d", b"e", b"b"]
    for at, name in enumerate(names):
        kept.add(hash(name))
        if at in (1, 3):
            kept.spill()

    hashes = kept.repeated()
    kept.close()

    assert hashes == {hash(b"b")}
    assert first_repeat(iter(names), hashes) == 6
    assert first_repeat(iter(names[:5]), hashes) is None


def test_ids_on_disk_are_read_whole_and_once() -> None:
    """Each part is longer than what is read of it at a time, and ends in between."""
    kept, count = Ids(), 1_300
    parts = [range(at, at + count) for at in (0, count, 2 * count)]
    for part in parts:
        for one in part:
            kept.add(one)
        kept.spill()
    again = {0, count - 1, count, 2 * count + 700, 3 * count - 1}
    for one in again:
        kept.add(one)

    assert kept.file is not None
    assert [list(ids._numbers(kept.file, *ends)) for ends in pairwise(kept.ends)] == [*map(list, parts)]
    assert kept.repeated() == again
    kept.close()


def test_the_command_gives_the_report_and_its_exit_code(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """0 where all holds, 3 where something is found, 2 where there is nothing to verify."""
    place = put(made(), tmp_path)
    more = [f"--{name}={tmp_path / name}" for name in ("witness", "receipts", "trust")]

    assert main(["verify", str(place), *more]) == 0
    assert capsys.readouterr().out.endswith("VERIFIED\n")
    assert main(["verify", str(place), *more, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["verified"] is True
    (place / "tables" / "transcript.journal").write_bytes(made().journal[:-1])
    assert main(["verify", str(place)]) == 3
    assert "Cannot vouch from record" in capsys.readouterr().out
    assert main(["verify", str(tmp_path / "nothing")]) == 2
    assert main(["verify", str(place), "--trust", str(tmp_path / "nothing")]) == 2
    (tmp_path / "no.zip").write_bytes(b"PK nothing")
    assert main(["verify", str(tmp_path / "no.zip")]) == 2
    assert "neither a directory nor a zip file" in capsys.readouterr().err


def test_a_long_line_is_folded_between_words_and_indented() -> None:
    """As wide as the window, whatever it says; a word that is wider stays whole."""
    line = (
        "    record 24: register-slip, by p-1, clause 3.6: No more bets in this round. Wait for the next one."
    )
    parts = list(folded(line, 60))

    assert [len(part) <= 60 for part in parts] == [True, True]
    assert parts[0].startswith("    record 24") and parts[1].startswith("      ")
    assert " ".join(" ".join(parts).split()) == line.strip()
    assert list(folded(line, 200)) == [line]
    assert list(folded("x" * 90, 80)) == ["x" * 90]


def test_one_file_runs_with_a_bare_python(tmp_path: Path) -> None:
    """Built by scripts/verifier; without cryptography it says what it did not check, and does not say 0."""
    place, pyz = put(made(), tmp_path), tmp_path / "sicbo-verify.pyz"
    subprocess.run([ROOT / "scripts" / "verifier", pyz], check=True, capture_output=True)
    with zipfile.ZipFile(pyz) as archive:
        names = {Path(name).parts[:2] for name in archive.namelist() if name.startswith("sicbo/")}

    bare = subprocess.run([sys.executable, "-I", "-S", pyz, place], capture_output=True, text=True)
    full = subprocess.run([sys.executable, pyz, place], capture_output=True, text=True)

    assert names == {("sicbo",), ("sicbo", "__init__.py"), ("sicbo", "verify")}
    assert bare.returncode == 3
    assert "chain and money hold; signatures NOT checked" in bare.stdout
    assert (full.returncode, full.stderr) == (0, "")
    assert full.stdout.endswith("VERIFIED\n")
