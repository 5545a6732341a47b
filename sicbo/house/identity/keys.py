"""Keys: those of the house, the public keys of staff and witnesses, and the signatures of staff."""

import os
import re
from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec

from sicbo.errors import LONGEST_SHOWN, BadInput, StorageError, short_repr
from sicbo.house.entries import PersonSignature
from sicbo.i18n import Message, message
from sicbo.journal.heads.heads_file import refuse_unless_file
from sicbo.journal.notes import (
    COSIGNATURE,
    SIGNATURE,
    SigningKey,
    Vkey,
    from_base64,
    read_note,
    read_vkey,
    sign_note,
    sync_directory,
    to_base64,
    verify_note,
)

ROTATION = "sicbo-key-rotation-1"
COMMAND = b"sicbo-command-1\n"
HOUSE_FIELDS = {
    "begin-round": "seed",
    "commit-seat-draws": "commitments",
    "conclude-round": "seed",
    "draw-prizes": "seed",
    "hold-repechage": "seed",
    "publish-promotion": "commitment",
}
"""What the house adds to a command. The person who signs it does not know it yet, so it is not signed."""
PERSON_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}")
_canonical = msgspec.json.Encoder(order="sorted").encode


class Keys:
    """The keys of one data directory, under `keys/`.

    `house.key` is private; every other file is public. If a rotation or the creation of the first key was
    interrupted, opening the keys completes or reverts it.
    """

    def __init__(self, data: Path) -> None:
        self._directory = data / "keys"
        self._house, self._next = self._directory / "house.key", self._directory / "house.next"
        for path in self._directory.glob("*"):
            if not path.is_dir():
                refuse_unless_file(path)
        self._complete_rotation()
        if self._house.exists() and not self.house_vkeys():
            self.house_key()

    def new_house_key(self, name: str) -> Vkey:
        """Create the key that the house signs with; raise `BadInput` if it has one."""
        key = SigningKey.new(name)
        _make_private_directory(self._directory)
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
            self._complete_rotation()
        self._list_house_key(key.vkey)
        return key.vkey

    def has_house_key(self) -> bool:
        """Whether the private key is here. A copy for others does not have it."""
        return self._house.exists()

    def house_key(self) -> SigningKey:
        """Return the key that the house signs with now."""
        if self.house_vkeys() and not self._house.exists():
            says = (
                f"The private key of this house is not at {self._house}: copy it there from where it is kept."
            )
            raise BadInput(says)
        key = SigningKey.load(self._house)
        self._list_house_key(key.vkey)
        return key

    def house_vkeys(self) -> list[str]:
        """Return every public key that the house has signed with, the newest last."""
        return _lines(self._directory / "house.vkeys")

    def rotate(self, wall: int) -> str:
        """Replace the key of the house with a new one. Both keys sign a note, which is kept for ever."""
        old = self.house_key()
        new = SigningKey.new(old.name)
        note = sign_note(f"{ROTATION}\n{old.vkey}\n{new.vkey}\n{wall}\n", old, new)
        new.save(self._next)
        write_atomically(self._directory / "rotations" / f"{len(self.rotations()) + 1:06}.note", note)
        self._complete_rotation()
        return note

    def rotations(self) -> list[str]:
        """Return the notes of all rotations, the oldest first."""
        return [path.read_text("utf-8") for path in sorted((self._directory / "rotations").glob("*.note"))]

    def new_person_key(self, name: str, out: Path) -> Vkey:
        """Create a key for a person: the file `out` is for that person alone, the public key stays here."""
        self._file_of(name)
        key = SigningKey.new(name)
        key.save(out)
        self.add_person_key(name, key.vkey)
        return key.vkey

    def add_person_key(self, name: str, vkey: Vkey) -> None:
        """Add the public key of a person. From now on only this key is accepted from them."""
        if vkey.kind != SIGNATURE or vkey.name != name:
            raise BadInput(f"The key {vkey.id} cannot be a key of {name}: give a signing key with that name.")
        _add_line(self._file_of(name), str(vkey))
        self._withdrawn_file(name).unlink(missing_ok=True)

    def withdraw_person_keys(self, name: str) -> None:
        """Accept no key of a person until another one is added. The old keys stay listed."""
        for vkey in _lines(self._file_of(name))[-1:]:
            write_atomically(self._withdrawn_file(name), f"{vkey}\n")

    def person_keys(self) -> dict[str, list[str]]:
        """Return all public keys of each person, the newest last."""
        return {path.stem: _lines(path) for path in sorted((self._directory / "persons").glob("*.vkey"))}

    def accepted_keys(self) -> dict[str, list[str]]:
        """Return the key of each person that is accepted now, which is the newest unless it is withdrawn."""
        newest = {name: vkeys[-1:] for name, vkeys in self.person_keys().items()}
        return {name: vkeys for name, vkeys in newest.items() if vkeys != _lines(self._withdrawn_file(name))}

    def add_witness_key(self, vkey: Vkey) -> None:
        """Add the public key of a witness."""
        if vkey.kind != COSIGNATURE:
            raise BadInput(
                f"The key of {vkey.name} is not a witness key: ask the witness for its public key."
            )
        _add_line(self._directory / "witnesses.vkeys", str(vkey))

    def witness_keys(self) -> list[str]:
        """Return the public keys of the witnesses."""
        return _lines(self._directory / "witnesses.vkeys")

    def public_keys(self) -> dict[str, object]:
        """Return all public keys, in the form of `keys.json` in a bundle."""
        return {
            "house": self.house_vkeys(),
            "persons": self.person_keys(),
            "witnesses": self.witness_keys(),
            "rotations": self.rotations(),
        }

    def _list_house_key(self, vkey: Vkey) -> None:
        _add_line(self._directory / "house.vkeys", str(vkey))

    def _file_of(self, name: str) -> Path:
        if not PERSON_NAME.fullmatch(name):
            raise BadInput(
                "A person's name has only letters, digits, dots, dashes and underscores, "
                f"not {short_repr(name)}."
            )
        return self._directory / "persons" / f"{name}.vkey"

    def _withdrawn_file(self, name: str) -> Path:
        return self._file_of(name).with_suffix(".withdrawn")

    def _complete_rotation(self) -> None:
        """Complete a rotation whose note is written, or delete a new key that no note mentions."""
        if not self._next.exists():
            return
        if self._next_vkey() in [str(read_rotation(note)[1]) for note in self.rotations()]:
            os.replace(self._next, self._house)
            self.house_key()
        else:
            self._next.unlink()
        sync_directory(self._directory)

    def _next_vkey(self) -> str | None:
        """Return the public key of an unfinished new key, or None if the file is incomplete."""
        try:
            return str(SigningKey.load(self._next).vkey)
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
    signed = {one.vkey for one in verify_note(note, (old, new))}
    if old == new or old.name != new.name or signed != {old, new}:
        raise BadInput("A rotation must be signed by the old and the new key, both of the same name.")
    return old, new, int(lines[3])


def keys_after_rotation(trusted: Sequence[Vkey], note: str) -> list[Vkey]:
    """Return the trusted keys after a rotation: the new key is trusted because the old one was."""
    old, new, _ = read_rotation(note)
    if old not in trusted:
        raise BadInput(
            f"The rotation replaces the key {old.id}, which is not trusted here: trust that key first."
        )
    return [new if vkey == old else vkey for vkey in trusted]


def signed_text(table: str, by: str, command: bytes) -> bytes:
    """Return the text that a person signs: exactly this command, by this person, at this table.

    The stamp is left out, and so is the seed or commitment that only the house has.
    """
    return COMMAND + _canonical({"by": by, "command": signed_fields(command), "table": table})


def signed_fields(command: bytes) -> dict[str, object]:
    """Return the fields of a command that a person signs: all but its stamp and what the house adds."""
    fields = msgspec.json.decode(command, type=dict[str, object])
    for word in ("stamp", HOUSE_FIELDS.get(str(fields.get("type")))):
        fields.pop(word or "", None)
    return fields


def sign_command(key: SigningKey, table: str, by: str, command: bytes) -> PersonSignature:
    """Return the signature of a person on a command."""
    signed = key.private.sign(signed_text(table, by, command))
    return PersonSignature(by, key.vkey.id, to_base64(signed))


def check_signatures(
    table: str,
    command: bytes,
    signatures: Sequence[PersonSignature],
    needed: Sequence[str],
    persons: Mapping[str, Sequence[str]],
) -> Message | None:
    """Return what is wrong with the signatures, or None if all needed ones are there and valid."""
    for one in signatures:
        try:
            vkeys = {vkey.id: vkey for vkey in map(read_vkey, persons.get(one.by, ()))}
            signed = from_base64(one.signature)
        except BadInput as error:
            return error.message
        if one.key not in vkeys:
            key, person = one.key[:LONGEST_SHOWN], one.by[:LONGEST_SHOWN]
            return message("signatures.other-key", signing_key=key, person=person)
        if not vkeys[one.key].is_signed_by_key(signed, signed_text(table, one.by, command)):
            return message("signatures.not-valid", person=one.by)
    missing = tuple(sorted(set(needed) - {one.by for one in signatures}))
    return message("signatures.missing", people=missing) if missing else None


def _lines(path: Path) -> list[str]:
    try:
        return path.read_text("utf-8").splitlines() if path.exists() else []
    except UnicodeDecodeError as error:
        says = f"{path} cannot be read (it is not valid UTF-8): take that file from the newest backup."
        raise StorageError(says) from error


def _add_line(path: Path, line: str) -> None:
    """Move a line to the end of a file, or add it there."""
    lines = [one for one in _lines(path) if one != line]
    if [*lines, line] != _lines(path):
        write_atomically(path, "".join(f"{one}\n" for one in [*lines, line]))


def _make_private_directory(directory: Path) -> None:
    """Create a directory that only its owner can read, and its missing parents."""
    for one in (*reversed(directory.parents), directory):
        if not one.exists():
            one.mkdir(mode=0o700, exist_ok=True)


def write_atomically(path: Path, text: str) -> None:
    """Write a file completely or not at all."""
    _make_private_directory(path.parent)
    temporary = path.with_name(f"{path.name}.new")
    with temporary.open("w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    os.replace(temporary, path)
    sync_directory(path.parent)
