"""What persons sign: the fields of a command at a table, and signatures that do not count."""

from pathlib import Path

import msgspec
import pytest

from sicbo.house.entries import PersonSignature
from sicbo.house.identity.keys import Keys, check_signatures, sign_command, signed_text
from sicbo.i18n import message
from sicbo.journal.notes import SigningKey, read_vkey
from sicbo.machine.messages import Stamp, encode_message
from sicbo.table.messages.round import DeclareVoid

WALL = 1_700_000_000_000_000
COMMAND = b'{"ground":"disruption","id":"c-9","second":"p-ben","type":"declare-void"}'


@pytest.fixture
def keys(tmp_path: Path) -> Keys:
    """Return a house with its first key."""
    made = Keys(tmp_path)
    made.new_house_key("sicbo.example")
    return made


def test_what_a_person_signs_is_written_out() -> None:
    """It is the format, then canonical JSON of person, command and table."""
    wanted = (
        b'sicbo-command-1\n{"by":"p-ana","command":{"ground":"disruption","id":"c-9","second":"p-ben",'
        b'"type":"declare-void"},"table":"T1"}'
    )

    assert signed_text("T1", "p-ana", COMMAND) == wanted
    assert signed_text("T1", "p-ana", b' {"type": "declare-void", "second": "p-ben", "stamp": {"by": "x"},'
                  b' "id": "c-9", "ground": "disruption"}') == wanted  # fmt: skip


def test_the_stamp_of_a_command_is_not_signed() -> None:
    """The house stamps the command when it arrives; everything else is signed as it will be written."""
    early, late = (
        encode_message(
            DeclareVoid(id="c-9", stamp=Stamp("p-ana", None, wall, 5), ground="disruption", note="naïve 骰")
        )
        for wall in (1, 2)
    )
    signed = msgspec.json.decode(signed_text("T1", "p-ana", early).partition(b"\n")[2])

    assert early != late
    assert signed_text("T1", "p-ana", early) == signed_text("T1", "p-ana", late)
    assert signed["command"]["note"] == "naïve 骰"
    assert "stamp" not in signed["command"]


ANA, BEN = SigningKey.new("p-ana"), SigningKey.new("p-ben")
PERSONS = {"p-ana": [str(ANA.vkey)], "p-ben": [str(BEN.vkey)]}
BOTH = [sign_command(ANA, "T1", "p-ana", COMMAND), sign_command(BEN, "T1", "p-ben", COMMAND)]


def test_two_persons_sign_one_command() -> None:
    """Each signs with their own key, and no third person signs."""
    assert BOTH[0].key == f"p-ana+{ANA.vkey.hash.hex()}"
    assert check_signatures("T1", COMMAND, BOTH, ["p-ana", "p-ben"], PERSONS) is None
    assert check_signatures("T1", COMMAND, BOTH, ["p-ana"], PERSONS) is None
    assert check_signatures("T1", COMMAND, [], [], PERSONS) is None


def test_a_missing_signature_is_named() -> None:
    """One person cannot sign for two."""
    assert check_signatures("T1", COMMAND, [], ["p-ben", "p-ana"], PERSONS) == message(
        "signatures.missing", people=("p-ana", "p-ben")
    )
    assert check_signatures("T1", COMMAND, [BOTH[0], BOTH[0]], ["p-ana", "p-ben"], PERSONS) == message(
        "signatures.missing", people=("p-ben",)
    )


def forgeries() -> list[tuple[str, bytes, PersonSignature]]:
    """Return tables, commands and signatures that do not belong together."""
    right = BOTH[0]
    return [
        ("T2", COMMAND, right),
        ("T1", COMMAND.replace(b"c-9", b"c-8"), right),
        ("T1", COMMAND.replace(b"p-ben", b"p-eve"), right),
        ("T1", COMMAND, msgspec.structs.replace(right, by="p-ben")),
        ("T1", COMMAND, msgspec.structs.replace(right, by="p-eve")),
        ("T1", COMMAND, msgspec.structs.replace(right, key=BOTH[1].key)),
        ("T1", COMMAND, msgspec.structs.replace(right, signature=BOTH[1].signature)),
        ("T1", COMMAND, msgspec.structs.replace(right, signature="rubbish")),
        ("T1", COMMAND, msgspec.structs.replace(right, signature=right.signature[:-4])),
        ("T1", COMMAND, sign_command(BEN, "T1", "p-ana", COMMAND)),
        ("T1", COMMAND, sign_command(SigningKey.new("p-ana"), "T1", "p-ana", COMMAND)),
    ]


@pytest.mark.parametrize(("table", "command", "signature"), forgeries())
def test_a_signature_on_something_else_does_not_count(
    table: str, command: bytes, signature: PersonSignature
) -> None:
    """It may be for another table, command, person or key; a valid one beside it does not help."""
    assert check_signatures(table, command, [signature], ["p-ana"], PERSONS)
    good = sign_command(ANA, table, "p-ana", command)
    assert check_signatures(table, command, [good], ["p-ana"], PERSONS) is None
    assert check_signatures(table, command, [good, signature], ["p-ana"], PERSONS)


def test_a_key_that_was_replaced_is_no_longer_accepted(keys: Keys, tmp_path: Path) -> None:
    """It may have been stolen."""
    keys.new_person_key("p-ana", tmp_path / "1.key")
    keys.new_person_key("p-ana", tmp_path / "2.key")
    old, new = (
        sign_command(SigningKey.load(tmp_path / name), "T1", "p-ana", COMMAND) for name in ("1.key", "2.key")
    )

    assert check_signatures("T1", COMMAND, [new], ["p-ana"], keys.accepted_keys()) is None
    wrong = check_signatures("T1", COMMAND, [old], ["p-ana"], keys.accepted_keys())
    assert wrong == message("signatures.other-key", signing_key=old.key, person="p-ana")
    assert check_signatures("T1", COMMAND, [old], ["p-ana"], keys.person_keys()) is None
    assert read_vkey(keys.accepted_keys()["p-ana"][0]).id == new.key
