"""Keys: the house's own, the public ones of staff and witnesses, and what staff sign with theirs."""

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
"""What the house adds to a command: nobody who signs it knows that yet, so no signature covers it."""
PERSON = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}")
_canonical = msgspec.json.Encoder(order="sorted").encode


class Keys:
    """The keys of one data directory, under `keys/`.

    `house.key` is private; every other file is public. A rotation or a first key that was cut off is ended,
    or undone, when the keys are next opened.
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
        """Make the key that the house signs with; refused where there is one."""
        key = Key.new(name)
        _own(self._place)
        key.save(self._next)
        try:
            os.link(self._next, self._house)
        except FileExistsError as error:
            raise BadInput(f"{self._house} is there: a house has one key, and may rotate it.") from error
        except OSError as error:
            raise BadInput(
                f"{self._house} cannot be made ({error.strerror}): keep it where files may have two names."
            ) from error
        finally:
            self._finish()
        self._list(key.vkey)
        return key.vkey

    def has_house(self) -> bool:
        """Whether the private key is here; a copy for others does not have it."""
        return self._house.exists()

    def house(self) -> Key:
        """The key that the house signs with now."""
        if self.house_vkeys() and not self._house.exists():
            says = f"The private key of this house is not at {self._house}: put the copy there that was kept."
            raise BadInput(says)
        key = Key.load(self._house)
        self._list(key.vkey)
        return key

    def house_vkeys(self) -> list[str]:
        """Every public key that the house ever signed with, the newest last."""
        return _lines(self._place / "house.vkeys")

    def rotate(self, wall: int) -> str:
        """Put a new house key in place of the old one; the note, which both sign, is kept for ever."""
        old = self.house()
        new = Key.new(old.name)
        note = sign(f"{ROTATION}\n{old.vkey}\n{new.vkey}\n{wall}\n", old, new)
        new.save(self._next)
        write_whole(self._place / "rotations" / f"{len(self.rotations()) + 1:06}.note", note)
        self._finish()
        return note

    def rotations(self) -> list[str]:
        """The notes of all rotations, the oldest first."""
        return [path.read_text("utf-8") for path in sorted((self._place / "rotations").glob("*.note"))]

    def new_person(self, name: str, out: Path) -> Vkey:
        """Make a key for a person: the file `out` is for that person alone, the public half stays here."""
        self._file_of(name)
        key = Key.new(name)
        key.save(out)
        self.add_person(name, key.vkey)
        return key.vkey

    def add_person(self, name: str, vkey: Vkey) -> None:
        """Take in the public key of a person; from now on only this one is accepted of them."""
        if vkey.kind != SIGNATURE or vkey.name != name:
            raise BadInput(f"The key {vkey.id} is not one that {name} signs with: it bears their own name.")
        _add_line(self._file_of(name), str(vkey))
        self._withdrawn(name).unlink(missing_ok=True)

    def withdraw_person(self, name: str) -> None:
        """Accept no key of a person from now on, until another one is taken in; the old ones stay listed."""
        for vkey in _lines(self._file_of(name))[-1:]:
            write_whole(self._withdrawn(name), f"{vkey}\n")

    def persons(self) -> dict[str, list[str]]:
        """All public keys of each person, the newest last."""
        return {path.stem: _lines(path) for path in sorted((self._place / "persons").glob("*.vkey"))}

    def accepted(self) -> dict[str, list[str]]:
        """The one key of each person that is accepted now, if it is not withdrawn."""
        newest = {name: vkeys[-1:] for name, vkeys in self.persons().items()}
        return {name: vkeys for name, vkeys in newest.items() if vkeys != _lines(self._withdrawn(name))}

    def add_witness(self, vkey: Vkey) -> None:
        """Take in the public key of a witness."""
        if vkey.kind != COSIGNATURE:
            raise BadInput(f"The key of {vkey.name} is not that of a witness: ask for the one it shows.")
        _add_line(self._place / "witnesses.vkeys", str(vkey))

    def witnesses(self) -> list[str]:
        """The public keys of the witnesses."""
        return _lines(self._place / "witnesses.vkeys")

    def public(self) -> dict[str, object]:
        """Every public key, as `keys.json` of a bundle has them."""
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
            raise BadInput(f"A person is named by letters, digits, dots and dashes, not {shown(name)}.")
        return self._place / "persons" / f"{name}.vkey"

    def _withdrawn(self, name: str) -> Path:
        return self._file_of(name).with_suffix(".withdrawn")

    def _finish(self) -> None:
        """End a rotation whose note is written; forget a new key that no note speaks of."""
        if not self._next.exists():
            return
        if self._waiting() in [str(read_rotation(note)[1]) for note in self.rotations()]:
            os.replace(self._next, self._house)
            self.house()
        else:
            self._next.unlink()
        sync_directory(self._place)

    def _waiting(self) -> str | None:
        """The public half of a new key that was written before the power went, if it was written whole."""
        try:
            return str(Key.load(self._next).vkey)
        except BadInput:
            return None


def read_rotation(note: str) -> tuple[Vkey, Vkey, int]:
    """The old key, the new one and the time of a rotation that both of them signed."""
    text, _ = read_note(note)
    lines = text.split("\n")
    if len(lines) != 5 or lines[0] != ROTATION or not (lines[3].isascii() and lines[3].isdecimal()):
        raise BadInput("A rotation has four lines above its signatures: its format, two keys, and the time.")
    old, new = read_vkey(lines[1]), read_vkey(lines[2])
    signed = {one.vkey for one in verify(note, (old, new))}
    if old == new or old.name != new.name or signed != {old, new}:
        raise BadInput("A rotation is signed by the old key and by the new one, both of the same name.")
    return old, new, int(lines[3])


def followed(trusted: Sequence[Vkey], note: str) -> list[Vkey]:
    """The trusted keys after a rotation: the new one is trusted because the old one was."""
    old, new, _ = read_rotation(note)
    if old not in trusted:
        raise BadInput(
            f"The rotation is of the key {old.id}, which is not trusted here: trust that one first."
        )
    return [new if vkey == old else vkey for vkey in trusted]


def intent(table: str, by: str, command: bytes) -> bytes:
    """What a person signs: that they, at this table, want exactly this command.

    Its stamp is left out, and the seed or promise that only the house has.
    """
    return COMMAND + _canonical({"by": by, "command": said_in(command), "table": table})


def said_in(command: bytes) -> dict[str, object]:
    """What a person says in a command: all but its stamp and what the house adds."""
    said = msgspec.json.decode(command, type=dict[str, object])
    for word in ("stamp", BY_THE_HOUSE.get(str(said.get("type")))):
        said.pop(word or "", None)
    return said


def sign_command(key: Key, table: str, by: str, command: bytes) -> PersonSignature:
    """The signature of a person on a command."""
    signed = key.private.sign(intent(table, by, command))
    return PersonSignature(by, key.vkey.id, written_bytes(signed))


def check_signatures(
    table: str,
    command: bytes,
    signatures: Sequence[PersonSignature],
    needed: Sequence[str],
    persons: Mapping[str, Sequence[str]],
) -> str | None:
    """Nothing where each needed person signed and every signature holds; else what is wrong."""
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
    """Put a line at the end of a file, where it is not there already."""
    lines = [one for one in _lines(path) if one != line]
    if [*lines, line] != _lines(path):
        write_whole(path, "".join(f"{one}\n" for one in [*lines, line]))


def _own(place: Path) -> None:
    """Make a directory that nobody else reads, and every one above it that is not there."""
    for one in (*reversed(place.parents), place):
        if not one.exists():
            one.mkdir(mode=0o700, exist_ok=True)


def write_whole(path: Path, text: str) -> None:
    """Write a file as a whole or not at all."""
    _own(path.parent)
    made = path.with_name(f"{path.name}.new")
    with made.open("w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    os.replace(made, path)
    sync_directory(path.parent)
