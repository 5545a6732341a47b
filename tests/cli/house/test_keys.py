"""Keys and the witness on the command line."""

import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from sicbo.cli.house.witness import trusted
from sicbo.errors import BadInput
from sicbo.house.entries import founded
from sicbo.house.identity.keys import Keys, read_rotation
from sicbo.house.opening import open_house
from sicbo.house.witness.http import ask
from sicbo.house.witness.witness import Conflict, Cosigned
from sicbo.journal.notes import COSIGNATURE, Key, read_checkpoint, read_vkey
from tests.cli.test_cli import Said
from tests.house.logs import new_log

Capture = pytest.CaptureFixture[str]


def test_a_house_gets_its_key_and_rotates_it(tmp_path: Path, capsys: Capture) -> None:
    """The printed keys and notes can be given to the regulator."""
    made = Said(capsys, "keys", "new", "sicbo.example", "--data", str(tmp_path))
    note = Said(capsys, "keys", "rotate", "--data", str(tmp_path))
    shown = Said(capsys, "keys", "show", "--data", str(tmp_path), "--json").json
    old, new, wall = read_rotation(note.out)

    assert made.out == f"{old}\n"
    assert shown["house"] == [str(old), str(new)]
    assert shown["rotations"] == [note.out]
    assert wall > 1_700_000_000_000_000


def test_persons_and_witnesses_are_taken_in(tmp_path: Path, capsys: Capture) -> None:
    """A person gets a new key or brings a public one; a witness brings a public one."""
    data = ("--data", str(tmp_path))
    own, witness = Key.new("p-ben").vkey, Key.new("inspector.example", COSIGNATURE).vkey
    Said(capsys, "keys", "new", "sicbo.example", *data)
    made = Said(capsys, "keys", "person", "p-ana", "--out", str(tmp_path / "ana.key"), *data)
    Said(capsys, "keys", "person", "p-ben", "--vkey", str(own), *data)
    Said(capsys, "keys", "witness", str(witness), *data)
    shown = Said(capsys, "keys", "show", *data)

    assert made.out == f"{Key.load(tmp_path / 'ana.key').vkey}\n"
    assert Keys(tmp_path).persons() == {"p-ana": [made.out.strip()], "p-ben": [str(own)]}
    assert all(str(vkey) in shown.out for vkey in (own, witness))
    assert "0 rotations." in shown.out


@pytest.mark.parametrize(
    "arguments",
    [
        ("keys", "person", "p-ana"),
        ("keys", "person", "p-ana", "--vkey", "rubbish"),
        ("keys", "person", "p-ana", "--vkey", "a+b+c", "--out", "x"),
        ("keys", "witness", "rubbish"),
        ("keys", "rotate"),
        ("keys", "show"),
        ("keys", "new", "two words"),
        ("witness", "export"),
        ("witness", "serve", "--trust", "rubbish"),
        ("witness", "serve", "--trust", "rubbish", "--name", "inspector.example"),
    ],
)
def test_what_cannot_be_is_said_in_one_sentence(
    arguments: tuple[str, ...], tmp_path: Path, capsys: Capture
) -> None:
    """The exit code is 2."""
    said = Said(capsys, *arguments, "--data", str(tmp_path / "data"))

    assert said.code == 2
    assert len(said.err.splitlines()) == 1
    assert said.err.endswith(".\n")


def test_a_rotation_is_no_earlier_than_what_the_old_key_signed_for(tmp_path: Path, capsys: Capture) -> None:
    """If the clock was set back since the last record, honest checkpoints would otherwise look late."""
    Said(capsys, "keys", "new", "sicbo.example", "--data", str(tmp_path))
    far = 9_000_000_000_000_000
    with open_house(str(tmp_path)) as house:
        house.floor.found(founded("sicbo.example", "T1", "canberra-2005"), far)
    note = Said(capsys, "keys", "rotate", "--data", str(tmp_path))

    assert read_rotation(note.out)[2] == far


def test_a_witness_trusts_keys_files_and_rotations(tmp_path: Path) -> None:
    """A rotation counts only after the key that it replaces."""
    keys, other = Keys(tmp_path), Key.new("other.example").vkey
    first = keys.new_house("sicbo.example")
    (tmp_path / "rotation").write_text(keys.rotate(1))
    (tmp_path / "keys.txt").write_text(f"{first}\n\n{other}\n")

    assert trusted([str(first)]) == [first]
    assert trusted([str(tmp_path / "keys.txt")]) == [first, other]
    assert trusted([str(tmp_path / "keys.txt"), str(tmp_path / "rotation")]) == [keys.house().vkey, other]
    (tmp_path / "keys.txt").write_text(f"{first}\n{other}\n{keys.house().vkey}\n")
    rotated = [str(tmp_path / "keys.txt"), str(tmp_path / "rotation"), str(first)]
    assert set(trusted(rotated)) == {other, keys.house().vkey}
    with pytest.raises(BadInput, match="not trusted here"):
        trusted([str(tmp_path / "rotation"), str(first)])


def test_a_witness_serves_is_stopped_and_exports(tmp_path: Path, capsys: Capture) -> None:
    """The witness runs as a process, from its first start to the file for the verifier."""
    log = new_log(20)
    command = [sys.executable, "-m", "sicbo", "witness", "serve", "--data", str(tmp_path), "--port", "0"]
    command += ["--trust", str(log.key.vkey)]
    for name, old, new in ((["--name", "inspector.example"], 0, 5), ([], 5, 20)):
        with subprocess.Popen([*command, *name], stderr=subprocess.PIPE, text=True) as process:
            assert process.stderr
            vkey, where = read_vkey(process.stderr.readline().strip()), process.stderr.readline().split()[-1]
            answer = ask(where, old, log.proof(old, new), log.note(new))
            conflict = ask(where, new, [], log.forked(3).note(new))
            process.send_signal(signal.SIGINT)
            assert process.stderr.read() == ""

        assert process.returncode == 0
        assert vkey.name == "inspector.example"
        assert isinstance(answer, Cosigned)
        assert conflict == Conflict(new)
    notes = Said(capsys, "witness", "export", "--data", str(tmp_path)).out.splitlines()
    against = Said(capsys, "witness", "export", "--data", str(tmp_path), "--contradictions").out.splitlines()

    assert [read_checkpoint(json.loads(line)).size for line in notes] == [5, 20]
    assert [json.loads(line) for line in against] == [log.forked(3).note(5), log.forked(3).note(20)]
    said = Said(capsys, "witness", "serve", "--data", str(tmp_path), "--trust", "x", "--name", "other")
    assert said.code == 2
    assert "This witness is named inspector.example" in said.err
