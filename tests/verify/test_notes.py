"""Signed notes and keys to the letter: what is just still one, and what is just no longer one."""

import base64
import json
from hashlib import sha256

import pytest

from sicbo.journal.notes import SigningKey, sign_note
from sicbo.verify.canonical import Unusable, Wrong
from sicbo.verify.keys import Keys, joined, key_of, keys_of
from sicbo.verify.notes import NEVER, checkpoint_of, note_of, rotated, signed_until
from tests.verify.bundles import HOUSE, key, witness_key
from tests.verify.test_tamper import small

ROOT = sha256(b"").digest()
ORIGIN = f"{HOUSE}/T1"
CODED = base64.b64encode(ROOT).decode()
SHORTEST = f"— {HOUSE} {base64.b64encode(b'12345').decode()}\n"
"""A line under a note with the hash of a key and a signature of one byte."""
TEXT = f"{ORIGIN}\n5\n{CODED}\n"


def test_the_longest_note_and_the_most_signatures_are_read() -> None:
    """A hundred thousand letters, a hundred signatures, and a signature of one byte."""
    filler = "x" * (100_000 - len(TEXT) - len(f"\n\n{SHORTEST}"))
    longest = note_of(f"{TEXT}{filler}\n\n{SHORTEST}")
    most = note_of(f"{TEXT}\n{SHORTEST * 100}")

    assert longest.text == f"{TEXT}{filler}\n"
    assert [(line.name, line.hash, line.signature) for line in most.lines] == [(HOUSE, b"1234", b"5")] * 100


NO_NOTES = {
    "longer by one letter": (f"{'x' * (100_000 - len(SHORTEST) - 1)}\n\n{SHORTEST}", "no signed note$"),
    "without an empty line": (f"{ORIGIN}\n{SHORTEST}", "text, an empty line, signatures"),
    "without its last newline": (f"{TEXT}\n{SHORTEST}"[:-1], "text, an empty line, signatures"),
    "with a tabulator": (f"{TEXT}a\tb\n\n{SHORTEST}", "text, an empty line, signatures"),
    "with another newline": (f"{TEXT}a\r\n\n{SHORTEST}", "text, an empty line, signatures"),
    "a line with a shorter dash": (f"{TEXT}\n-{SHORTEST[1:]}", "a line under it is no signature"),
    "a line without a space": (f"{TEXT}\n— {HOUSE}\n", "a line under it is no signature"),
    "a line without a name": (f"{TEXT}\n—  MTIzNDU=\n", "a line under it is no signature"),
    "a line of a hash alone": (f"{TEXT}\n— {HOUSE} MTIzNA==\n", "a signature under it is too short"),
}


@pytest.mark.parametrize("name", NO_NOTES)
def test_anything_else_is_no_note(name: str) -> None:
    """One thing alone is enough, and it is named."""
    text, says = NO_NOTES[name]
    with pytest.raises(Wrong, match=says):
        note_of(text)


def test_a_checkpoint_may_have_further_lines() -> None:
    """As the format lets a log add some; none of them is empty."""
    read = checkpoint_of(f"{TEXT}more\nand more\n\n{SHORTEST}")

    assert (read.origin, read.size, read.root) == (ORIGIN, 5, ROOT)


@pytest.mark.parametrize(
    "text",
    [
        f"{ORIGIN}\n5\n",
        f"\n5\n{CODED}\n",
        f"{TEXT}\nmore\n",
        f"{TEXT}more\n\neven more\n",
    ],
    ids=["no root", "no origin", "an empty line first", "an empty line later"],
)
def test_a_checkpoint_has_origin_size_and_root(text: str) -> None:
    """And no empty line among those that may follow."""
    with pytest.raises(Wrong, match="it lacks origin, size or root"):
        checkpoint_of(f"{text}\n{SHORTEST}")


@pytest.mark.parametrize("size", [0, 1, 10, 2**62])
def test_a_size_is_a_number_up_to_the_largest(size: int) -> None:
    """From an empty log up to more records than there can be."""
    assert checkpoint_of(f"{ORIGIN}\n{size}\n{CODED}\n\n{SHORTEST}").size == size


@pytest.mark.parametrize(
    "size", [str(2**62 + 1), "1" + "0" * 19, "9" * 5_000, "", "00", "01", "-1", "٣", "1 "]
)
def test_any_other_size_is_no_number(size: str) -> None:
    """Too large, endless, or in another form than the one."""
    with pytest.raises(Wrong, match="its size is no number"):
        checkpoint_of(f"{ORIGIN}\n{size}\n{CODED}\n\n{SHORTEST}")


def test_a_key_may_have_a_name_of_two_hundred_letters() -> None:
    """And of no letter more; nor of none."""
    assert key_of(str(SigningKey.new("n" * 200).vkey)).name == "n" * 200
    for name in ("n" * 201, ""):
        plain = b"\1" + bytes(32)
        hashed = sha256(name.encode() + b"\n" + plain).digest()[:4].hex()
        with pytest.raises(Unusable, match="does not bear its own hash"):
            key_of(f"{name}+{hashed}+{base64.b64encode(plain).decode()}")


def test_each_kind_of_outside_key_takes_the_place_of_the_bundles() -> None:
    """Where none of a kind is given, those of the bundle count; which were given is told."""
    mine, theirs = (
        keys_of({"house": [house], "persons": {"ana": [house]}, "witnesses": [house]})
        for house in (str(key("mine").vkey), str(key("theirs").vkey))
    )
    nothing = keys_of({})

    assert joined(None, theirs) is theirs
    assert joined(nothing, theirs) == theirs
    assert joined(mine, theirs) == mine._replace(outside=("house", "persons", "witnesses"))
    for kind in ("house", "persons", "witnesses"):
        one = nothing._replace(**{kind: getattr(mine, kind)})
        assert joined(one, theirs) == theirs._replace(**{kind: getattr(mine, kind)}, outside=(kind,))


def test_a_witness_that_is_not_trusted_has_not_cosigned() -> None:
    """Whose cosignature counts is for the regulator to say, not for the bundle."""
    told = json.loads(small().trust)
    other = told | {"witnesses": [str(key("other.example", 4).vkey)]}
    found = small().verified(trust=json.dumps(other).encode())

    says = f"nobody gave the key with which {witness_key().name} signed"
    assert says in {one.says.partition(": ")[2] for one in found.every}
    without = json.dumps({**told, "witnesses": []}).encode()
    assert small().verified(trust=without).every == []


def followed(old: SigningKey, *notes: str) -> Keys:
    """The keys of a house that began with one of them, after what these notes say."""
    given = {"house": [str(old.vkey)], "rotations": list(notes)}
    return rotated(keys_of(given))[0]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("sicbo-key-rotation-2\n{old}\n{new}\n1\n", "says something else"),
        ("sicbo-key-rotation-1\n{old}\n{new}\n1\nmore\n", "says something else"),
        ("sicbo-key-rotation-1\n{old}\n{new}\n-1\n", "says something else"),
        ("sicbo-key-rotation-1\n{old}\n{old}\n1\n", "not signed by both"),
    ],
)
def test_a_rotation_says_one_thing_alone(text: str, says: str) -> None:
    """Even where both keys signed what it says."""
    old, new = SigningKey.new(HOUSE), SigningKey.new(HOUSE)

    with pytest.raises(Wrong, match=says):
        followed(old, sign_note(text.format(old=old.vkey, new=new.vkey), old, new))


def test_a_rotation_whose_words_were_changed_is_not_signed() -> None:
    """Both hands are under it, and neither is under this time."""
    old, new = SigningKey.new(HOUSE), SigningKey.new(HOUSE)
    note = sign_note(f"sicbo-key-rotation-1\n{old.vkey}\n{new.vkey}\n1\n", old, new)

    assert len(followed(old, note).house) == 2
    with pytest.raises(Wrong, match="is false"):
        followed(old, note.replace("\n1\n", "\n2\n"))


def test_a_note_under_which_the_newer_key_stands_too_is_not_of_the_past() -> None:
    """The old key counts until the rotation, both together as long as the new one."""
    old, new = SigningKey.new(HOUSE), SigningKey.new(HOUSE)
    keys = followed(old, sign_note(f"sicbo-key-rotation-1\n{old.vkey}\n{new.vkey}\n7\n", old, new))

    assert signed_until(note_of(sign_note(TEXT, old)), keys) == 7
    assert signed_until(note_of(sign_note(TEXT, new, old)), keys) == NEVER
