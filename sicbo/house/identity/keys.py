"""Keys: those of the house, the public keys of staff and witnesses, and the signatures of staff."""

import os
import re
from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec

from sicbo.errors import BadInput, shown
from sicbo.house.entries import PersonSignature
from sicbo.journal.heads.heads_file import refuse_unless_file
from sicbo.journal.notes import (
    COSIGNATURE,
    SIGNATURE,
    Key,
    Vkey,
    read_bytes,
    read_note,
    read_vkey,
    sign,
    sync_directory,
    verify,
    written_bytes,
)

ROTATION = "sicbo-key-rotation-1"
COMMAND = b"sicbo-command-1\n"
BY_THE_HOUSE = {
    "begin-round": "seed",
    "commit-seat-draws": "commitments",
    "conclude-round": "seed",
    "draw-prizes": "seed",
    "hold-repechage": "seed",
    "publish-promotion": "commitment",
}
"""What the house adds to a command. The person who signs it does not know it yet, so it is not signed."""
PERSON = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}")
_canonical = msgspec.json.Encoder(order="sorted").encode


class Keys:
    """The keys of one data directory, under `keys/`.

    `house.key` is private; every other file is public. If a rotation or the creation of the first key was
    interrupted, opening the keys completes or reverts it.
    """

    def __init__(self, data: Path) -> None:
        self._place = data / "keys"
        self._house, self._next = self._place / "house.key", self._place / "house.next"
        for path in self._place.glob("*"):
            if not path.is_dir():
                refuse_unless_file(path)
        self._finish()
        if self._house.exists() and not self.house_vkeys():
            self.house()

    def new_house(self, name: str) -> Vkey:
        """Create the key that the house signs with; raise `BadInput` if it has one."""
        key = Key.new(name)
        _own(self._place)
        key.save(self._next)
        try:
            os.link(self._next, self._house)
        except FileExistsError as error:
            raise BadInput(f"{self._house} already exists: rotate the key instead.") from error
        except OSError as error:
            raise BadInput(
                f"{self._house} cannot be created ({error.strerror}): use a file system that has hard links."
            ) from error
        finally:
            self._finish()
        self._list(key.vkey)
        return key.vkey

    def has_house(self) -> bool:
        """Whether the private key is here. A copy for others does not have it."""
        return self._house.exists()

    def house(self) -> Key:
        """Return the key that the house signs with now."""
        if self.house_vkeys() and not self._house.exists():
            says = (
                f"The private key of this house is not at {self._house}: copy it there from where it is kept."
            )
            raise BadInput(says)
        key = Key.load(self._house)
        self._list(key.vkey)
        return key

    def house_vkeys(self) -> list[str]:
        """Return every public key that the house has signed with, the newest last."""
        return _lines(self._place / "house.vkeys")

    def rotate(self, wall: int) -> str:
        """Replace the key of the house with a new one. Both keys sign a note, which is kept for ever."""
        old = self.house()
        new = Key.new(old.name)
        note = sign(f"{ROTATION}\n{old.vkey}\n{new.vkey}\n{wall}\n", old, new)
        new.save(self._next)
        write_whole(self._place / "rotations" / f"{len(self.rotations()) + 1:06}.note", note)
        self._finish()
        return note

    def rotations(self) -> list[str]:
        """Return the notes of all rotations, the oldest first."""
        return [path.read_text("utf-8") for path in sorted((self._place / "rotations").glob("*.note"))]

    def new_person(self, name: str, out: Path) -> Vkey:
        """Create a key for a person: the file `out` is for that person alone, the public key stays here."""
        self._file_of(name)
        key = Key.new(name)
        key.save(out)
        self.add_person(name, key.vkey)
        return key.vkey

    def add_person(self, name: str, vkey: Vkey) -> None:
        """Add the public key of a person. From now on only this key is accepted from them."""
        if vkey.kind != SIGNATURE or vkey.name != name:
            raise BadInput(f"The key {vkey.id} cannot be a key of {name}: give a signing key with that name.")
        _add_line(self._file_of(name), str(vkey))
        self._withdrawn(name).unlink(missing_ok=True)

    def withdraw_person(self, name: str) -> None:
        """Accept no key of a person until another one is added. The old keys stay listed."""
        for vkey in _lines(self._file_of(name))[-1:]:
            write_whole(self._withdrawn(name), f"{vkey}\n")

    def persons(self) -> dict[str, list[str]]:
        """Return all public keys of each person, the newest last."""
        return {path.stem: _lines(path) for path in sorted((self._place / "persons").glob("*.vkey"))}

    def accepted(self) -> dict[str, list[str]]:
        """Return the key of each person that is accepted now, which is the newest unless it is withdrawn."""
        newest = {name: vkeys[-1:] for name, vkeys in self.persons().items()}
        return {name: vkeys for name, vkeys in newest.items() if vkeys != _lines(self._withdrawn(name))}

    def add_witness(self, vkey: Vkey) -> None:
        """Add the public key of a witness."""
        if vkey.kind != COSIGNATURE:
            raise BadInput(
                f"The key of {vkey.name} is not a witness key: ask the witness for its public key."
            )
        _add_line(self._place / "witnesses.vkeys", str(vkey))

    def witnesses(self) -> list[str]:
        """Return the public keys of the witnesses."""
        return _lines(self._place / "witnesses.vkeys")

    def public(self) -> dict[str, object]:
        """Return all public keys, in the form of `keys.json` in a bundle."""
        return {
            "house": self.house_vkeys(),
            "persons": self.persons(),
            "witnesses": self.witnesses(),
            "rotations": self.rotations(),
        }

    def _list(self, vkey: Vkey) -> None:
        _add_line(self._place / "house.vkeys", str(vkey))

    def _file_of(self, name: str) -> Path:
        if not PERSON.fullmatch(name):
            raise BadInput(
                f"A person's name has only letters, digits, dots, dashes and underscores, not {shown(name)}."
            )
        return self._place / "persons" / f"{name}.vkey"

    def _withdrawn(self, name: str) -> Path:
        return self._file_of(name).with_suffix(".withdrawn")

    def _finish(self) -> None:
        """Complete a rotation whose note is written, or delete a new key that no note mentions."""
        if not self._next.exists():
            return
        if self._waiting() in [str(read_rotation(note)[1]) for note in self.rotations()]:
            os.replace(self._next, self._house)
            self.house()
        else:
            self._next.unlink()
        sync_directory(self._place)

    def _waiting(self) -> str | None:
        """Return the public key of an unfinished new key, or None if the file is incomplete."""
        try:
            return str(Key.load(self._next).vkey)
        except BadInput:
            return None


def read_rotation(note: str) -> tuple[Vkey, Vkey, int]:
    """Return the old key, the new key and the time of a rotation that both keys signed."""
    text, _ = read_note(note)
    lines = text.split("\n")
    if len(lines) != 5 or lines[0] != ROTATION or not (lines[3].isascii() and lines[3].isdecimal()):
        raise BadInput(
            "A rotation needs four lines above its signatures: its format, two keys, and the time."
        )
    old, new = read_vkey(lines[1]), read_vkey(lines[2])
    signed = {one.vkey for one in verify(note, (old, new))}
    if old == new or old.name != new.name or signed != {old, new}:
        raise BadInput("A rotation must be signed by the old and the new key, both of the same name.")
    return old, new, int(lines[3])


def followed(trusted: Sequence[Vkey], note: str) -> list[Vkey]:
    """Return the trusted keys after a rotation: the new key is trusted because the old one was."""
    old, new, _ = read_rotation(note)
    if old not in trusted:
        raise BadInput(
            f"The rotation replaces the key {old.id}, which is not trusted here: trust that key first."
        )
    return [new if vkey == old else vkey for vkey in trusted]


def intent(table: str, by: str, command: bytes) -> bytes:
    """Return the text that a person signs: exactly this command, by this person, at this table.

    The stamp is left out, and so is the seed or commitment that only the house has.
    """
    return COMMAND + _canonical({"by": by, "command": said_in(command), "table": table})


def said_in(command: bytes) -> dict[str, object]:
    """Return the fields of a command that a person signs: all but its stamp and what the house adds."""
    said = msgspec.json.decode(command, type=dict[str, object])
    for word in ("stamp", BY_THE_HOUSE.get(str(said.get("type")))):
        said.pop(word or "", None)
    return said


def sign_command(key: Key, table: str, by: str, command: bytes) -> PersonSignature:
    """Return the signature of a person on a command."""
    signed = key.private.sign(intent(table, by, command))
    return PersonSignature(by, key.vkey.id, written_bytes(signed))


def check_signatures(
    table: str,
    command: bytes,
    signatures: Sequence[PersonSignature],
    needed: Sequence[str],
    persons: Mapping[str, Sequence[str]],
) -> str | None:
    """Return what is wrong with the signatures, or None if all needed ones are there and valid."""
    for one in signatures:
        try:
            vkeys = {vkey.id: vkey for vkey in map(read_vkey, persons.get(one.by, ()))}
            signed = read_bytes(one.signature)
        except BadInput as error:
            return str(error)
        if one.key not in vkeys:
            return f"The key {shown(one.key)} is not one that {shown(one.by)} signs with: take the newest."
        if not vkeys[one.key].holds(signed, intent(table, one.by, command)):
            return f"The signature of {one.by} is not on this command: sign it again as it is given."
    missing = sorted(set(needed) - {one.by for one in signatures})
    return f"This command needs the signature of {' and '.join(missing)}." if missing else None


def _lines(path: Path) -> list[str]:
    return path.read_text("utf-8").splitlines() if path.exists() else []


def _add_line(path: Path, line: str) -> None:
    """Move a line to the end of a file, or add it there."""
    lines = [one for one in _lines(path) if one != line]
    if [*lines, line] != _lines(path):
        write_whole(path, "".join(f"{one}\n" for one in [*lines, line]))


def _own(place: Path) -> None:
    """Create a directory that only its owner can read, and its missing parents."""
    for one in (*reversed(place.parents), place):
        if not one.exists():
            one.mkdir(mode=0o700, exist_ok=True)


def write_whole(path: Path, text: str) -> None:
    """Write a file completely or not at all."""
    _own(path.parent)
    made = path.with_name(f"{path.name}.new")
    with made.open("w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    os.replace(made, path)
    sync_directory(path.parent)
