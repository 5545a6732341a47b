"""Signed notes, checkpoints and cosignatures, against the published examples and against forgeries."""

import base64
import os
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from sicbo.errors import BadInput
from sicbo.journal.notes import (
    COSIGNATURE,
    Key,
    Vkey,
    checkpoint_text,
    cosign,
    joined,
    pruned,
    read_checkpoint,
    read_note,
    read_vkey,
    sign,
    verify,
)

GO_SECRET = "PRIVATE+KEY+PeterNeumann+c74f20a3+AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz"
GO_VKEY = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW"
GO_TEXT = (
    "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n"
)
GO_NOTE = (
    f"{GO_TEXT}\n— PeterNeumann "
    "x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n"
)
C2SP_VKEY = "example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k"
C2SP_NOTE = (
    "This is an example message.\n\n— example.com/foo "
    "Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=\n"
)
SOFA_NOTE = (
    "example.com/behind-the-sofa\n20852163\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n\n"
    "— example.com/behind-the-sofa "
    "Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=\n"
    "— witness.example.com/w1 "
    "jWbPPwAAAABkGFDLEZMHwSRaJNiIDoe9DYn/zXcrtPHeolMI5OWXEhZCB9dl"
    "rDJsX3b2oyin1nPZqhf5nNo0xUe+mbIUBkBIfZ+qnA==\n"
)

HOUSE = Key.new("sicbo.example")
WITNESS = Key.new("inspector.example", COSIGNATURE)
ROOT = bytes(range(32))
NOTE = sign(checkpoint_text("sicbo.example/T1", 1042, ROOT), HOUSE)


def test_the_example_of_the_go_library_comes_out_byte_for_byte() -> None:
    """Key, hash, signature and note equal those of golang.org/x/mod/sumdb/note."""
    key = Key.read(GO_SECRET)

    assert str(key.vkey) == GO_VKEY
    assert key.vkey.hash.hex() == "c74f20a3"
    assert key.secret() == GO_SECRET
    assert sign(GO_TEXT, key) == GO_NOTE
    assert [signed.vkey for signed in verify(GO_NOTE, [read_vkey(GO_VKEY)])] == [key.vkey]


def test_the_example_of_c2sp_holds() -> None:
    """The verifier key and message of the signed-note page are valid."""
    vkey = read_vkey(C2SP_VKEY)

    assert verify(C2SP_NOTE, [vkey])[0].time is None
    with pytest.raises(BadInput, match="is not valid"):
        verify(C2SP_NOTE.replace("an example", "no example"), [vkey])


def test_the_checkpoint_that_c2sp_shows_is_read() -> None:
    """It has an origin, a size, a root and two signatures, the second with its time in seconds."""
    head = read_checkpoint(SOFA_NOTE)

    assert (head.origin, head.size) == ("example.com/behind-the-sofa", 20852163)
    assert head.root == base64.b64decode("CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=")
    assert [line.name for line in head.signatures] == [
        "example.com/behind-the-sofa",
        "witness.example.com/w1",
    ]
    assert int.from_bytes(head.signatures[1].signature[:8], "big") == 1679315147
    assert "".join(map(str, head.signatures)) == SOFA_NOTE.partition("\n\n")[2]


def test_a_cosignature_is_over_header_time_and_text() -> None:
    """The message is as tlog-cosignature defines it, with a key hash of its own kind."""
    line = cosign(NOTE, WITNESS, 1679315147)
    _, (signature,) = read_note(f"x\n\n{line}")
    text = NOTE.partition("\n\n")[0]

    WITNESS.private.public_key().verify(
        signature.signature[8:], f"cosignature/v1\ntime 1679315147\n{text}\n".encode()
    )
    assert WITNESS.vkey.hash != Vkey(WITNESS.name, 1, WITNESS.vkey.public).hash
    times = [signed.time for signed in verify(NOTE + line, [HOUSE.vkey, WITNESS.vkey])]
    assert times == [None, 1679315147]


def test_a_cosignature_with_another_time_does_not_hold() -> None:
    """The time is part of what was signed."""
    line = cosign(NOTE, WITNESS, 1679315147)
    raw = bytearray(base64.b64decode(line.split(" ")[2]))
    raw[11] ^= 1
    moved = f"— {WITNESS.name} {base64.b64encode(raw).decode()}\n"

    with pytest.raises(BadInput, match=r"signature of inspector\.example is not valid"):
        verify(NOTE + moved, [HOUSE.vkey, WITNESS.vkey])
    assert verify(NOTE + moved, [HOUSE.vkey])


def test_a_cosignature_from_beyond_all_time_does_not_hold() -> None:
    """The time is at most 2^63 - 1, even if a larger one is signed."""
    line = cosign(NOTE, WITNESS, 2**63)

    with pytest.raises(BadInput, match="is not valid"):
        verify(NOTE + line, [WITNESS.vkey])


def test_unknown_keys_are_passed_over_and_known_ones_must_hold() -> None:
    """A signature by an unknown key is ignored, even if it has the name of a known one."""
    namesake = Key.new(HOUSE.name)
    twice = sign("text\n", namesake, HOUSE, HOUSE)

    assert [signed.vkey for signed in verify(twice, [HOUSE.vkey])] == [HOUSE.vkey]
    with pytest.raises(BadInput, match="No known key"):
        verify(twice, [Key.new(HOUSE.name).vkey])
    with pytest.raises(BadInput, match="No known key"):
        verify(twice, [])


def test_a_cut_signature_does_not_hold() -> None:
    """A signature of 63 bytes is refused, and so is a plain signature in place of a cosignature."""
    raw = base64.b64decode(NOTE.rpartition(" ")[2])
    cut = NOTE.rpartition(" ")[0] + f" {base64.b64encode(raw[:-1]).decode()}\n"
    plain = WITNESS.private.sign(NOTE.partition("\n\n")[0].encode() + b"\n")
    wrong = f"— {WITNESS.name} {base64.b64encode(WITNESS.vkey.hash + plain).decode()}\n"

    for note in (cut, NOTE + wrong):
        with pytest.raises(BadInput, match="is not valid"):
            verify(note, [HOUSE.vkey, WITNESS.vkey])


@given(st.integers(0, len(NOTE) - 1), st.characters(codec="utf-8"))
def test_no_letter_of_a_signed_checkpoint_can_be_changed(at: int, letter: str) -> None:
    """With any letter replaced the note is refused, or it is the same note."""
    changed = NOTE[:at] + letter + NOTE[at + 1 :]
    try:
        read_checkpoint(changed)
        verify(changed, [HOUSE.vkey])
    except BadInput:
        assert changed != NOTE
    else:
        assert changed == NOTE


def test_a_text_may_have_empty_lines_and_the_last_one_ends_it() -> None:
    """The text may have empty lines, as the poem on the page of C2SP has."""
    text = "one\n\ntwo\n\n\nthree — four\n"

    assert read_note(sign(text, HOUSE))[0] == text
    assert verify(sign(text, HOUSE), [HOUSE.vkey])


GOOD_LINE = GO_NOTE.partition("\n\n")[2]


@pytest.mark.parametrize(
    ("note", "says"),
    [
        ("", "ends with a newline"),
        ("text", "ends with a newline"),
        ("text\n", "A note is a text"),
        ("text\n\n", "A note is a text"),
        (f"\n\n{GOOD_LINE}", "A note is a text"),
        (f"text\n{GOOD_LINE}", "A note is a text"),
        (f"text\n\n{GOOD_LINE}"[:-1], "ends with a newline"),
        (f"text\r\n\n{GOOD_LINE}", "control characters"),
        (f"te\txt\n\n{GOOD_LINE}", "control characters"),
        (f"te\ud800xt\n\n{GOOD_LINE}", "UTF-8"),
        (f"text\n\n- {GOOD_LINE[2:]}", "a dash, a name and base64"),
        (f"text\n\n—{GOOD_LINE[2:]}", "a dash, a name and base64"),
        ("text\n\n— name\n", "a dash, a name and base64"),
        (f"text\n\n—  {GOOD_LINE[2:]}", "complete base64"),
        ("text\n\n—  AAAAAAAA\n", "no spaces and no plus"),
        ("text\n\n— na+me AAAAAAAA\n", "no spaces and no plus"),
        ("text\n\n— na\u2003me AAAAAAAA\n", "no spaces and no plus"),
        ("text\n\n— name AAAAAA==\n", "too short"),
        ("text\n\n— name AAAAAAA\n", "complete base64"),
        ("text\n\n— name AAAAAAB=\n", "complete base64"),
        ("text\n\n— name AAAA*AAAA\n", "complete base64"),
        ("text\n\n— name AAAAAAAA AAAA\n", "complete base64"),
        ("text\n\n— name ÄAAAAAAA\n", "complete base64"),
        ("text\n\n— name \n", "complete base64"),
        ("text\n\n" + GOOD_LINE * 101, "at most 100 signatures"),
        ("text\n" * 20_000 + "\n" + GOOD_LINE, "at most 65536 characters"),
    ],
)
def test_a_note_that_is_not_one_is_refused_in_one_sentence(note: str, says: str) -> None:
    """One sentence says what is wrong with the note."""
    with pytest.raises(BadInput, match=says):
        read_note(note)


def test_a_note_may_have_a_hundred_signatures() -> None:
    """A hundred signatures are accepted; C2SP requires at least sixteen."""
    assert len(read_note("text\n\n" + GOOD_LINE * 100)[1]) == 100


SOFA_ROOT = "CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I="


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("origin\n5\n", "three lines"),
        (f"origin\n5\n{SOFA_ROOT}\nmore\n", "three lines"),
        (f"\n5\n{SOFA_ROOT}\n", "three lines"),
        (f"origin\n05\n{SOFA_ROOT}\n", "leading zeroes"),
        (f"origin\n-5\n{SOFA_ROOT}\n", "whole number"),
        (f"origin\n+5\n{SOFA_ROOT}\n", "whole number"),
        (f"origin\n5.0\n{SOFA_ROOT}\n", "whole number"),
        (f"origin\n ٥\n{SOFA_ROOT}\n", "whole number"),
        (f"origin\n٥\n{SOFA_ROOT}\n", "whole number"),
        (f"origin\n\n{SOFA_ROOT}\n", "whole number"),
        (f"origin\n9223372036854775808\n{SOFA_ROOT}\n", "whole number"),
        (f"origin\n{'9' * 5000}\n{SOFA_ROOT}\n", "whole number"),
        ("origin\n5\nAAAA\n", "32 bytes"),
        (f"origin\n5\n{SOFA_ROOT[:-2]}J=\n", "base64"),
        (f"origin\n5\n {SOFA_ROOT}\n", "base64"),
        ("origin\n5\n*\n", "base64"),
    ],
)
def test_a_checkpoint_that_is_not_one_is_refused_in_one_sentence(text: str, says: str) -> None:
    """It is refused even if its signature is valid."""
    note = sign(text, HOUSE)

    assert verify(note, [HOUSE.vkey])
    with pytest.raises(BadInput, match=says):
        read_checkpoint(note)


def test_sizes_go_from_nothing_to_the_largest() -> None:
    """Every size from zero to the largest is read as it is written."""
    for size in (0, 1, 10, 2**63 - 1):
        assert read_checkpoint(sign(checkpoint_text("origin", size, ROOT), HOUSE)).size == size


@pytest.mark.parametrize("origin", ["", "two\nlines"])
def test_an_origin_is_one_line(origin: str) -> None:
    """With more lines the checkpoint would say something else."""
    with pytest.raises(BadInput, match="one line"):
        checkpoint_text(origin, 1, ROOT)


@pytest.mark.parametrize("text", ["text", "te\x00xt\n", "\udfff\n"])
def test_what_cannot_be_a_note_is_not_signed(text: str) -> None:
    """A house cannot verify a signature over a text that is not a note."""
    with pytest.raises(BadInput):
        sign(text, HOUSE)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "PeterNeumann",
        "PeterNeumann+c74f20a3",
        GO_VKEY.replace("c74f20a3", "C74F20A3"),
        GO_VKEY.replace("c74f20a3", "c74f20a4"),
        GO_VKEY.replace("c74f20a3", "c7 4f 20 a3"),
        GO_VKEY.replace("PeterNeumann", "PeterNewmann"),
        GO_VKEY.replace("PeterNeumann", ""),
        GO_VKEY.replace("+ARpc", "+BRpc"),
        GO_VKEY[:-4],
        GO_VKEY + "=",
        GO_VKEY + "\n",
        GO_VKEY.replace("PeterNeumann", "Peter Neumann"),
    ],
)
def test_a_public_key_that_is_not_whole_is_refused(text: str) -> None:
    """Name, hash and key have to match."""
    with pytest.raises(BadInput):
        read_vkey(text)


def test_a_key_speaks_for_its_name_and_the_tables_below() -> None:
    """A name with the same beginning is not covered."""
    vkey = HOUSE.vkey

    assert vkey.covers("sicbo.example")
    assert vkey.covers("sicbo.example/T1")
    assert not vkey.covers("sicbo.example2/T1")
    assert not vkey.covers("sicbo")


def test_a_key_is_kept_in_a_file_for_its_owner_only(tmp_path: Path) -> None:
    """A key that was saved and loaded is the same key."""
    path = tmp_path / "house.key"
    HOUSE.save(path)

    assert path.stat().st_mode & 0o777 == 0o600
    assert path.read_text().startswith("PRIVATE+KEY+sicbo.example+")
    assert Key.load(path).secret() == HOUSE.secret()
    assert Key.load(path).vkey == HOUSE.vkey


def test_the_kind_of_a_key_is_kept_with_it(tmp_path: Path) -> None:
    """A witness's key remains a witness's key."""
    WITNESS.save(tmp_path / "witness.key")

    assert Key.load(tmp_path / "witness.key").vkey == WITNESS.vkey
    assert Key.load(tmp_path / "witness.key").kind == COSIGNATURE


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o660, 0o611])
def test_a_key_that_others_can_read_is_refused(tmp_path: Path, mode: int) -> None:
    """Such a key may be compromised."""
    path = tmp_path / "house.key"
    HOUSE.save(path)
    os.chmod(path, mode)

    with pytest.raises(BadInput, match="Other users can read"):
        Key.load(path)


def test_a_key_is_never_overwritten_and_needs_a_place(tmp_path: Path) -> None:
    """The old file is unchanged."""
    path = tmp_path / "house.key"
    HOUSE.save(path)

    with pytest.raises(BadInput, match="cannot be made"):
        Key.new("other").save(path)
    with pytest.raises(BadInput, match="cannot be made"):
        HOUSE.save(tmp_path / "nowhere" / "house.key")
    with pytest.raises(BadInput, match="cannot be read"):
        Key.load(tmp_path / "nowhere" / "house.key")
    assert Key.load(path).vkey == HOUSE.vkey


@pytest.mark.parametrize(
    "secret",
    [
        GO_VKEY,
        GO_SECRET.removeprefix("PRIVATE+KEY+"),
        GO_SECRET.replace("c74f20a3", "c74f20a4"),
        GO_SECRET.replace("+AYEK", "+AYEL"),
        GO_SECRET[:-1],
        "",
        "\x00" * 99,
    ],
)
def test_what_is_not_a_private_key_is_refused(secret: str) -> None:
    """A public key, a changed key and a truncated key are refused."""
    with pytest.raises(BadInput):
        Key.read(secret)


@pytest.mark.parametrize("name", ["", "two words", "a+b", "a\nb", "a\x1fb"])
def test_a_key_has_a_name_that_notes_can_bear(name: str) -> None:
    """A name has no spaces and no plus."""
    with pytest.raises(BadInput, match="name of a key"):
        Key.new(name)


def test_a_private_key_is_not_shown_by_accident() -> None:
    """A private key does not appear in a log or a traceback."""
    seed = base64.b64encode(b"\x01" + HOUSE.private.private_bytes_raw()).decode()
    assert seed in HOUSE.secret()

    assert seed not in repr(HOUSE)
    assert str(HOUSE.vkey) in str(HOUSE)


def test_cosignatures_of_known_witnesses_are_put_on_the_note() -> None:
    """A newer cosignature replaces an older one, and lines of unknown keys are left out."""
    stranger = Key.new("stranger.example", COSIGNATURE)
    lines = cosign(NOTE, stranger, 5) + cosign(NOTE, WITNESS, 6)
    first = joined(NOTE, lines, [WITNESS.vkey])
    second = joined(first, cosign(NOTE, WITNESS, 7), [WITNESS.vkey])

    assert first == NOTE + cosign(NOTE, WITNESS, 6)
    assert second == NOTE + cosign(NOTE, WITNESS, 7)
    assert pruned(second, [HOUSE.vkey]) == NOTE


def test_a_witness_that_answers_rubbish_leaves_the_note_alone() -> None:
    """The note stays the same if the answer has an unknown line, a false one, or none."""
    stranger = Key.new("stranger.example", COSIGNATURE)
    other = sign(checkpoint_text("sicbo.example/T1", 1043, ROOT), HOUSE)

    unknown, false = cosign(NOTE, stranger, 5), cosign(other, WITNESS, 5)
    for lines in (unknown, false, "", "rubbish", "\n"):
        with pytest.raises(BadInput):
            joined(NOTE, lines, [WITNESS.vkey])
