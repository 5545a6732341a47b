"""Signed notes and checkpoints in the formats of C2SP: signed-note, tlog-checkpoint, tlog-cosignature."""

import base64
import binascii
import os
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from sicbo.errors import BadInput, short_repr
from sicbo.i18n import message
from sicbo.journal.ed25519 import is_public_key, is_signature

SIGNATURE, COSIGNATURE = 0x01, 0x04
KINDS = (SIGNATURE, COSIGNATURE)
PRIVATE = "PRIVATE+KEY+"
DASH = "— "
MOST_SIGNATURES = 100
LONGEST_NOTE = 64 << 10
LARGEST = 2**63 - 1
HASH_BYTES, KEY_BYTES, SIGNATURE_BYTES, TIME_BYTES = 4, 32, 64, 8
has_control = re.compile("[\x00-\x09\x0b-\x1f]").search


class Vkey(NamedTuple):
    """A public key: its owner, what it may sign (a note, or a cosignature with its time), and the key."""

    name: str
    kind: int
    public: bytes

    @property
    def hash(self) -> bytes:
        """Four bytes that distinguish keys with the same name."""
        return sha256(f"{self.name}\n".encode() + bytes([self.kind]) + self.public).digest()[:HASH_BYTES]

    @property
    def id(self) -> str:
        """The name and hash, by which signatures of commands refer to a key."""
        return f"{self.name}+{self.hash.hex()}"

    def __str__(self) -> str:
        return f"{self.id}+{to_base64(bytes([self.kind]) + self.public)}"

    def may_sign_for(self, origin: str) -> bool:
        """Return whether this key may sign for a log: the log with its own name, or a table below it."""
        return origin == self.name or origin.startswith(f"{self.name}/")

    def is_signed_by_key(self, signature: bytes, message: bytes) -> bool:
        """Return whether this key signed the message, by the strict reading of RFC 8032."""
        if not is_public_key(self.public) or not is_signature(signature):
            return False
        try:
            Ed25519PublicKey.from_public_bytes(self.public).verify(signature, message)
        except InvalidSignature:
            return False
        return True


@dataclass(frozen=True, repr=False)
class SigningKey:
    """A private key with the name and kind of its public key."""

    name: str
    private: Ed25519PrivateKey
    kind: int = SIGNATURE

    @classmethod
    def new(cls, name: str, kind: int = SIGNATURE) -> "SigningKey":
        """Generate a key from the system's random source."""
        return cls(_valid_key_name(name), Ed25519PrivateKey.generate(), kind)

    @cached_property
    def vkey(self) -> Vkey:
        """The public key."""
        return Vkey(self.name, self.kind, self.private.public_key().public_bytes_raw())

    @cached_property
    def hash(self) -> bytes:
        """The hash of the public key, which is in every signature."""
        return self.vkey.hash

    def secret(self) -> str:
        """Return the whole key as one line, only for its file."""
        return f"{PRIVATE}{self.vkey.id}+{to_base64(bytes([self.kind]) + self.private.private_bytes_raw())}"

    def __repr__(self) -> str:
        return f"Key({self.vkey})"

    @classmethod
    def parse(cls, secret: str) -> "SigningKey":
        """Parse a private key from its line."""
        name, hashed, kind, seed = _parse_key(secret.removeprefix(PRIVATE))
        key = cls(name, Ed25519PrivateKey.from_private_bytes(seed), kind)
        if not secret.startswith(PRIVATE) or key.vkey.hash.hex() != hashed:
            raise BadInput(
                "This is not a private key: the line has to begin with PRIVATE+KEY and be unchanged."
            )
        return key

    def save(self, path: Path) -> None:
        """Write the key to a new file that only its owner can read."""
        try:
            handle = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY | os.O_CLOEXEC, 0o600)
        except OSError as error:
            raise BadInput(
                f"{path} cannot be made ({error.strerror}): name a new file where you may write."
            ) from error
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(f"{self.secret()}\n")
            file.flush()
            os.fsync(handle)
        sync_directory(path.parent)

    @classmethod
    def load(cls, path: Path) -> "SigningKey":
        """Read a key from its file; refuse a file that other users can read."""
        try:
            file = path.open(encoding="utf-8", errors="replace")
        except OSError as error:
            raise BadInput(
                f"The key {path} cannot be read ({error.strerror}): make one with `sicbo keys`."
            ) from error
        with file:
            if os.fstat(file.fileno()).st_mode & 0o077:
                raise BadInput(
                    f"Other users can read {path}: make a new key, and protect it with `chmod 600`."
                )
            return cls.parse(file.read(LONGEST_NOTE).removesuffix("\n"))


class Signature(NamedTuple):
    """One line below a note: the name and hash of a key, and its signature."""

    name: str
    hash: bytes
    signature: bytes

    def __str__(self) -> str:
        return f"{DASH}{self.name} {to_base64(self.hash + self.signature)}\n"


class ValidSignature(NamedTuple):
    """A valid signature: its key, and its time in seconds if it is a cosignature."""

    vkey: Vkey
    time: int | None


class TreeHead(NamedTuple):
    """The content of a checkpoint: the log, its number of records, the root of their tree, and signatures."""

    origin: str
    size: int
    root: bytes
    signatures: tuple[Signature, ...]


def read_vkey(text: str) -> Vkey:
    """Parse a public key from `name+hash+base64`."""
    name, hashed, kind, public = _parse_key(text)
    if Vkey(name, kind, public).hash.hex() != hashed:
        raise BadInput(
            f"The key {short_repr(text)} is damaged: its hash is not that of its name and key. Copy it again."
        )
    return make_vkey(name, kind, public)


def make_vkey(name: str, kind: int, public: bytes) -> Vkey:
    """Make a public key from its bytes; refuse keys with which signatures can be forged."""
    if len(public) != KEY_BYTES:
        raise BadInput(message("signatures.wrong-key-length", bytes=KEY_BYTES, found=len(public)))
    if not is_public_key(public):
        raise BadInput(message("signatures.unsafe-key", name=short_repr(name)))
    return Vkey(name, kind, public)


def checkpoint_text(origin: str, size: int, root: bytes) -> str:
    """Return the three lines that a house signs."""
    if not origin or "\n" in origin:
        raise BadInput(f"The origin of a checkpoint is one line, not {short_repr(origin)}.")
    return f"{origin}\n{size}\n{to_base64(root)}\n"


def sign_note(text: str, *keys: SigningKey) -> str:
    """Return a text as a note with the signatures of these keys."""
    raw = _note_bytes(text)
    lines = [str(Signature(key.name, key.hash, key.private.sign(raw))) for key in keys]
    return f"{text}\n{''.join(lines)}"


def cosignature_line(note: str, key: SigningKey, time: int) -> str:
    """Return the line with which a witness confirms that it saw a checkpoint, at a second since 1970."""
    text, _ = read_note(note)
    signature = key.private.sign(_cosignature_message(text, time))
    return str(Signature(key.name, key.hash, time.to_bytes(TIME_BYTES, "big") + signature))


def read_note(note: str) -> tuple[str, tuple[Signature, ...]]:
    """Return the text of a note and its signatures, none of them checked yet."""
    if len(note) > LONGEST_NOTE:
        raise BadInput(f"A note has at most {LONGEST_NOTE} characters, not {len(note)}.")
    _note_bytes(note)
    text, blank, below = note.rpartition("\n\n")
    lines = below.split("\n")
    if not text or not blank or lines.pop() != "" or not lines:
        raise BadInput("A note is a text, an empty line, and lines of signatures, each ended by a newline.")
    if len(lines) > MOST_SIGNATURES:
        raise BadInput(f"A note has at most {MOST_SIGNATURES} signatures, not {len(lines)}.")
    return f"{text}\n", tuple(map(_parse_signature, lines))


def read_checkpoint(note: str) -> TreeHead:
    """Parse a checkpoint; refuse anything but origin, size and root."""
    text, signatures = read_note(note)
    lines = text.split("\n")
    if len(lines) != 4 or not lines[0]:
        raise BadInput("A checkpoint has three lines above its signatures: origin, size and root.")
    origin, size, root, _ = lines
    hashed = from_base64(root)
    if len(hashed) != KEY_BYTES:
        raise BadInput(f"The root of a checkpoint is 32 bytes in base64, not {short_repr(root)}.")
    return TreeHead(origin, read_size(size), hashed, signatures)


def read_size(text: str) -> int:
    """Parse a number of records in decimal without leading zeroes."""
    if not (text.isascii() and text.isdecimal() and len(text) <= len(str(LARGEST))) or int(text) > LARGEST:
        raise BadInput(f"A size is a whole number of at most {LARGEST}, not {short_repr(text)}.")
    if text != str(int(text)):
        raise BadInput(f"A size has no leading zeroes, not {short_repr(text)}.")
    return int(text)


def verify_note(note: str, vkeys: Iterable[Vkey]) -> list[ValidSignature]:
    """Return the signatures of known keys; refuse a note with an invalid one, or with none."""
    text, signatures = read_note(note)
    known = {(vkey.name, vkey.hash): vkey for vkey in vkeys}
    found: dict[Vkey, ValidSignature] = {}
    for line in signatures:
        vkey = known.get((line.name, line.hash))
        if vkey:
            found.setdefault(vkey, _valid_signature(vkey, line, text))
    if not found:
        raise BadInput("No known key signed this: get the public key from its owner, by another channel.")
    return list(found.values())


def prune_signatures(note: str, vkeys: Iterable[Vkey]) -> str:
    """Return a note with the signatures of these keys only, without those that others may have added."""
    text, signatures = read_note(note)
    known = {(vkey.name, vkey.hash) for vkey in vkeys}
    kept = {(line.name, line.hash): line for line in signatures if (line.name, line.hash) in known}
    if not kept:
        raise BadInput("No known key signed this: get the public key from its owner, by another channel.")
    return f"{text}\n{''.join(map(str, kept.values()))}"


def add_cosignatures(note: str, lines: str, vkeys: Sequence[Vkey]) -> str:
    """Return a note with the cosignatures of known witnesses added; other lines are left out."""
    text, before = read_note(note)
    offered = prune_signatures(f"{text}\n{lines}", vkeys)
    new = {signed.vkey for signed in verify_note(offered, vkeys)}
    kept = [line for line in before if (line.name, line.hash) not in {(one.name, one.hash) for one in new}]
    return f"{text}\n{''.join(map(str, [*kept, *read_note(offered)[1]]))}"


def to_base64(raw: bytes) -> str:
    """Return bytes as base64."""
    return base64.b64encode(raw).decode()


def from_base64(text: str) -> bytes:
    """Return bytes from base64 in its one canonical form."""
    try:
        raw = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        raw = b""
    if not raw or to_base64(raw) != text:
        raise BadInput(message("signatures.not-base64", text=short_repr(text)))
    return raw


def sync_directory(directory: Path) -> None:
    """Sync a directory, so that the names in it survive a power cut."""
    handle = os.open(directory, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _valid_signature(vkey: Vkey, line: Signature, text: str) -> ValidSignature:
    """Return a signature of a known key, or refuse it if it is invalid."""
    stamp, signature = b"", line.signature
    if vkey.kind == COSIGNATURE:
        stamp, signature = signature[:TIME_BYTES], signature[TIME_BYTES:]
    time = int.from_bytes(stamp, "big")
    message = _cosignature_message(text, time) if stamp else text.encode()
    if len(signature) != SIGNATURE_BYTES or time > LARGEST or not vkey.is_signed_by_key(signature, message):
        raise BadInput(f"The signature of {vkey.name} is not valid: this is not the text that it signed.")
    return ValidSignature(vkey, time if stamp else None)


def _cosignature_message(text: str, time: int) -> bytes:
    return f"cosignature/v1\ntime {time}\n{text}".encode()


def _parse_signature(line: str) -> Signature:
    dash, space, rest = line.partition(" ")
    name, gap, text = rest.partition(" ")
    if f"{dash}{space}" != DASH or not gap:
        raise BadInput(f"A signature is a dash, a name and base64 on one line, not {short_repr(line)}.")
    signed = from_base64(text)
    if len(signed) <= HASH_BYTES:
        raise BadInput(f"The signature of {short_repr(name)} is too short.")
    return Signature(_valid_key_name(name), signed[:HASH_BYTES], signed[HASH_BYTES:])


def _parse_key(text: str) -> tuple[str, str, int, bytes]:
    """Split a key into name, hash, kind and bytes."""
    parts = text.split("+", 2)
    if len(parts) != 3:
        raise BadInput("A key is written name+hash+base64 on one line.")
    name, hashed, coded = parts
    raw = from_base64(coded)
    if len(raw) != 1 + KEY_BYTES or raw[0] not in KINDS:
        raise BadInput(f"The key of {short_repr(name)} is not an Ed25519 key of a known kind.")
    return _valid_key_name(name), hashed, raw[0], raw[1:]


def _valid_key_name(name: str) -> str:
    if not name or "+" in name or any(letter.isspace() or letter < " " for letter in name):
        raise BadInput(f"The name of a key has no spaces and no plus, not {short_repr(name)}.")
    return name


def _note_bytes(text: str) -> bytes:
    """Return a text as bytes, if it is allowed in a note."""
    if has_control(text):
        raise BadInput("A note has no control characters except newlines.")
    if not text.endswith("\n"):
        raise BadInput("A note ends with a newline.")
    try:
        return text.encode()
    except UnicodeEncodeError as error:
        raise BadInput("A note is valid UTF-8.") from error
