"""The keys of a house: created, rotated, lost, interrupted half-way; and the keys of persons."""

import os
from pathlib import Path

import pytest

from sicbo.errors import BadInput
from sicbo.house.identity.keys import Keys, keys_after_rotation, read_rotation
from sicbo.journal.notes import COSIGNATURE, SigningKey, sign_note, verify_note

WALL = 1_700_000_000_000_000
COMMAND = b'{"ground":"disruption","id":"c-9","second":"p-ben","type":"declare-void"}'


@pytest.fixture
def keys(tmp_path: Path) -> Keys:
    """Return a house with its first key."""
    made = Keys(tmp_path)
    made.new_house_key("sicbo.example")
    return made


def test_a_house_has_one_key_that_only_its_owner_reads(tmp_path: Path) -> None:
    """A second `new` is refused."""
    keys = Keys(tmp_path)
    vkey = keys.new_house_key("sicbo.example")
    path = tmp_path / "keys" / "house.key"

    assert path.stat().st_mode & 0o777 == 0o600
    assert path.parent.stat().st_mode & 0o777 == 0o700
    assert keys.house_key().vkey == vkey
    with pytest.raises(BadInput, match="already exists: rotate the key"):
        keys.new_house_key("sicbo.example")
    assert Keys(tmp_path).house_key().vkey == vkey


def test_where_files_have_one_name_only_no_key_is_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Some file systems have no hard links: the error says so, and nothing unfinished is left."""

    def refuse(*_: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", refuse)
    with pytest.raises(BadInput, match="use a file system that has hard links"):
        Keys(tmp_path).new_house_key("sicbo.example")
    assert not (tmp_path / "keys" / "house.key").exists()


def test_what_holds_keys_is_closed_to_everybody_else(tmp_path: Path) -> None:
    """This includes the directory that the first key creates; a person's key may come before the house's."""
    Keys(tmp_path / "house").new_house_key("sicbo.example")
    Keys(tmp_path / "early").new_person_key("ana", tmp_path / "ana.key")
    made = ("house", "house/keys", "early", "early/keys", "early/keys/persons")

    assert [(tmp_path / name).stat().st_mode & 0o777 for name in made] == [0o700] * 5


def test_looking_for_keys_makes_nothing(tmp_path: Path) -> None:
    """A mistyped directory stays empty."""
    keys = Keys(tmp_path / "typo")

    assert keys.public_keys() == {"house": [], "persons": {}, "witnesses": [], "rotations": []}
    with pytest.raises(BadInput, match="cannot be read"):
        keys.house_key()
    assert list(tmp_path.iterdir()) == []


def test_a_rotation_is_signed_by_the_old_key_and_the_new_one(keys: Keys) -> None:
    """Its text has four lines; the old private key is deleted, and every public key is kept."""
    old = keys.house_key()
    note = keys.rotate(WALL)
    new = keys.house_key()

    assert note.partition("\n\n")[0] == f"sicbo-key-rotation-1\n{old.vkey}\n{new.vkey}\n{WALL}"
    assert {signed.vkey for signed in verify_note(note, [old.vkey, new.vkey])} == {old.vkey, new.vkey}
    assert read_rotation(note) == (old.vkey, new.vkey, WALL)
    assert old.name == new.name
    assert keys.house_vkeys() == [str(old.vkey), str(new.vkey)]


def test_all_rotations_are_kept_in_their_order(keys: Keys, tmp_path: Path) -> None:
    """There are eleven, each from the key before, and a new reader finds the same."""
    notes = [keys.rotate(WALL + turn) for turn in range(11)]
    steps = [read_rotation(note) for note in keys.rotations()]

    assert keys.rotations() == notes
    assert [new for _, new, _ in steps[:-1]] == [old for old, _, _ in steps[1:]]
    assert len(keys.house_vkeys()) == 12
    assert Keys(tmp_path).public_keys() == keys.public_keys()
    private = [path for path in tmp_path.rglob("*") if path.is_file() and "PRIVATE" in path.read_text()]
    assert private == [tmp_path / "keys" / "house.key"]


class PowerCut(Exception):
    """A simulated power cut: nothing after it happened."""


@pytest.mark.parametrize("done", range(20))
def test_a_rotation_cut_off_anywhere_is_ended_or_undone(
    done: int, keys: Keys, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After any number of syncs and renames there is one private key, the one that the notes lead to."""
    old, left = keys.house_key().vkey, done

    def cut(function: str) -> None:
        real = getattr(os, function)

        def run_step(*given: object) -> object:
            nonlocal left
            if left == 0:
                raise PowerCut
            left -= 1
            return real(*given)

        monkeypatch.setattr(os, function, run_step)

    for function in ("fsync", "replace"):
        cut(function)
    try:
        keys.rotate(WALL)
    except PowerCut:
        assert left == 0
    else:
        assert done > 5
    monkeypatch.undo()
    again = Keys(tmp_path)
    rotations = [read_rotation(note) for note in again.rotations()]

    assert again.house_key().vkey == (rotations[0][1] if rotations else old)
    assert again.house_vkeys()[-1] == str(again.house_key().vkey)
    assert not (tmp_path / "keys" / "house.next").exists()
    again.rotate(WALL + 1)
    assert len(again.rotations()) == len(rotations) + 1


def done_on_disk(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str]]:
    """Return a list of all later syncs, renames and removals, each with its path."""
    done: list[tuple[str, str]] = []
    fsync, rename, unlink = os.fsync, os.replace, os.unlink

    def record_sync(handle: int) -> None:
        done.append(("sync", os.readlink(f"/proc/self/fd/{handle}")))
        fsync(handle)

    def record_rename(source: Path, target: Path) -> None:
        done.extend((("from", str(source)), ("to", str(target))))
        rename(source, target)

    def record_removal(path: Path) -> None:
        done.append(("to", str(path)))
        unlink(path)

    monkeypatch.setattr(os, "fsync", record_sync)
    monkeypatch.setattr(os, "replace", record_rename)
    monkeypatch.setattr(os, "unlink", record_removal)
    return done


def test_a_file_is_synced_before_it_gets_its_name_and_the_name_after(
    keys: Keys, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So no name belongs to half a key, and no deleted key comes back."""
    done = done_on_disk(monkeypatch)
    keys.rotate(WALL)
    SigningKey.new("sicbo.example").save(tmp_path / "keys" / "house.next")
    Keys(tmp_path)

    sources = [(at, path) for at, (what, path) in enumerate(done) if what == "from"]
    names = [(at, path) for at, (what, path) in enumerate(done) if what == "to"]
    assert len(sources) >= 3 and len(names) >= 4
    assert all(("sync", path) in done[:at] for at, path in sources)
    assert all(("sync", str(Path(path).parent)) in done[at:] for at, path in names)


def test_what_is_synced_is_written(keys: Keys, monkeypatch: pytest.MonkeyPatch) -> None:
    """No part of a file is still in a buffer of the process."""
    sizes: list[int] = []
    monkeypatch.setattr(os, "fsync", lambda file: sizes.append(os.fstat(file).st_size))
    keys.rotate(WALL)

    assert sizes and 0 not in sizes


def test_a_new_key_that_was_half_written_is_forgotten(keys: Keys, tmp_path: Path) -> None:
    """The power failed while the key was saved, and no note mentions it."""
    before = keys.house_key().vkey
    half = tmp_path / "keys" / "house.next"
    half.write_text("PRIVATE+KEY+sic")
    half.chmod(0o600)

    assert Keys(tmp_path).house_key().vkey == before
    assert not half.exists()


def test_a_first_key_that_was_cut_off_is_made_again_or_listed(tmp_path: Path) -> None:
    """Killed while saving, there is no key; killed before the public key is listed, it is listed later."""
    keys = Keys(tmp_path)
    keys.new_house_key("sicbo.example")
    saved, listed = (tmp_path / "keys" / name for name in ("house.key", "house.vkeys"))
    listed.unlink()

    assert Keys(tmp_path).house_vkeys() == [str(keys.house_key().vkey)]

    listed.unlink()
    saved.rename(tmp_path / "keys" / "house.next")
    again = Keys(tmp_path)
    assert again.house_vkeys() == []
    assert again.new_house_key("sicbo.example") == again.house_key().vkey
    assert sorted(path.name for path in (tmp_path / "keys").iterdir()) == ["house.key", "house.vkeys"]


def test_a_lost_key_can_be_followed_by_one_that_no_note_leads_to(keys: Keys, tmp_path: Path) -> None:
    """The old public key stays listed, so that its signatures can be checked."""
    lost = keys.house_key().vkey
    (tmp_path / "keys" / "house.key").unlink()
    found = Keys(tmp_path).new_house_key("sicbo.example")

    assert Keys(tmp_path).house_vkeys() == [str(lost), str(found)]
    assert keys.rotations() == []


@pytest.mark.parametrize(
    "text",
    [
        "sicbo-key-rotation-2\n{old}\n{new}\n1\n",
        "sicbo-key-rotation-1\n{old}\n{new}\n",
        "sicbo-key-rotation-1\n{old}\n{new}\n1\nmore\n",
        "sicbo-key-rotation-1\n{old}\n{new}\n-1\n",
        "sicbo-key-rotation-1\n{old}\n{new}\n١\n",
        "sicbo-key-rotation-1\n{old}\n{old}\n1\n",
        "sicbo-key-rotation-1\n{old}\n{other}\n1\n",
        "sicbo-key-rotation-1\n{old}\nrubbish\n1\n",
    ],
)
def test_a_rotation_that_says_something_else_is_refused(text: str) -> None:
    """It is refused even if both keys signed it."""
    old, new, other = SigningKey.new("a"), SigningKey.new("a"), SigningKey.new("b")
    said = text.format(old=old.vkey, new=new.vkey, other=other.vkey)

    with pytest.raises(BadInput):
        read_rotation(sign_note(said, old, new, other))


def test_a_rotation_needs_both_signatures() -> None:
    """A thief of one key cannot make a rotation, and a forger cannot change one."""
    old, new = SigningKey.new("a"), SigningKey.new("a")
    text = f"sicbo-key-rotation-1\n{old.vkey}\n{new.vkey}\n1\n"
    both = sign_note(text, old, new)

    assert read_rotation(both) == (old.vkey, new.vkey, 1)
    for wrong in (sign_note(text, old), sign_note(text, new), both.replace("\n1\n", "\n2\n")):
        with pytest.raises(BadInput):
            read_rotation(wrong)


def test_who_trusted_the_old_key_trusts_the_new_one() -> None:
    """The old key is no longer trusted; a rotation of a key that was never trusted is refused."""
    old, new, other = SigningKey.new("a"), SigningKey.new("a"), SigningKey.new("b")
    note = sign_note(f"sicbo-key-rotation-1\n{old.vkey}\n{new.vkey}\n1\n", old, new)

    assert keys_after_rotation([other.vkey, old.vkey], note) == [other.vkey, new.vkey]
    with pytest.raises(BadInput, match="not trusted here"):
        keys_after_rotation([other.vkey], note)


def test_a_persons_key_goes_to_the_person(keys: Keys, tmp_path: Path) -> None:
    """The person gets the private file, and the house keeps the public key."""
    vkey = keys.new_person_key("p-ana", tmp_path / "ana.key")

    assert SigningKey.load(tmp_path / "ana.key").vkey == vkey
    assert (tmp_path / "keys" / "persons" / "p-ana.vkey").read_text() == f"{vkey}\n"
    assert keys.person_keys() == {"p-ana": [str(vkey)]}


def test_a_newer_key_of_a_person_is_the_one_accepted(keys: Keys, tmp_path: Path) -> None:
    """The older key stays listed for its signatures; adding the same key twice changes nothing."""
    first = keys.new_person_key("p-ana", tmp_path / "1.key")
    second = keys.new_person_key("p-ana", tmp_path / "2.key")
    own = SigningKey.new("p-ben").vkey
    keys.add_person_key("p-ben", own)
    keys.add_person_key("p-ben", own)

    assert keys.person_keys() == {"p-ana": [str(first), str(second)], "p-ben": [str(own)]}
    assert keys.accepted_keys() == {"p-ana": [str(second)], "p-ben": [str(own)]}


@pytest.mark.parametrize("name", ["", "..", "../house", "a/b", ".hidden", "two words", "a" * 101, "naïve"])
def test_a_persons_name_cannot_lead_out_of_its_directory(keys: Keys, tmp_path: Path, name: str) -> None:
    """No key is made for such a name."""
    with pytest.raises(BadInput):
        keys.new_person_key(name, tmp_path / "out.key")
    assert not (tmp_path / "out.key").exists()
    assert keys.person_keys() == {}


def test_each_kind_of_key_has_its_place(keys: Keys) -> None:
    """Witness keys and persons' keys are not interchangeable, and no person can have another's key."""
    witness, person = SigningKey.new("inspector.example", COSIGNATURE).vkey, SigningKey.new("p-ana").vkey
    keys.add_witness_key(witness)

    assert keys.witness_keys() == [str(witness)]
    with pytest.raises(BadInput, match="not a witness key"):
        keys.add_witness_key(person)
    with pytest.raises(BadInput, match="cannot be a key of"):
        keys.add_person_key("inspector.example", witness)
    with pytest.raises(BadInput, match="cannot be a key of"):
        keys.add_person_key("p-ben", person)


def test_the_public_keys_are_those_of_a_bundle(keys: Keys, tmp_path: Path) -> None:
    """They equal `keys.json` of the bundle."""
    person = keys.new_person_key("p-ana", tmp_path / "ana.key")
    witness = SigningKey.new("inspector.example", COSIGNATURE).vkey
    keys.add_witness_key(witness)
    first = keys.house_key().vkey
    note = keys.rotate(WALL)

    assert keys.public_keys() == {
        "house": [str(first), str(keys.house_key().vkey)],
        "persons": {"p-ana": [str(person)]},
        "witnesses": [str(witness)],
        "rotations": [note],
    }
    assert "PRIVATE" not in str(keys.public_keys())
