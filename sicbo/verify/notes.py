"""Signed notes: checkpoints of a journal, and the rotations of the house's keys."""

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from sicbo.verify.canonical import Wrong, unwrapped
from sicbo.verify.keys import CAN_CHECK, COSIGNATURE, Key, Keys, is_signed, key_of

LONGEST_NOTE, MOST_SIGNATURES, MOST = 100_000, 100, 1 << 62
DASH = "— "
CONTROL = re.compile("[\x00-\x09\x0b-\x1f]")
NUMBER = re.compile("0|[1-9][0-9]{0,18}")
ROTATION = "sicbo-key-rotation-1"
NEVER = 1 << 63


class Line(NamedTuple):
    """One signature under a note: by whom, the key it refers to, and its bytes."""

    name: str
    hash: bytes
    signature: bytes


class Note(NamedTuple):
    """A text with the signatures under it."""

    text: str
    lines: tuple[Line, ...]


class Checkpoint(NamedTuple):
    """What the house said: of which log, how many records, and the root over them."""

    origin: str
    size: int
    root: bytes
    note: Note


def note_of(text: str, longest: int = LONGEST_NOTE) -> Note:
    """A signed note, read strictly."""
    if len(text) > longest:
        raise Wrong("checkpoint", "it is no signed note")
    body, found, rest = text.rpartition("\n\n")
    if not found or not rest.endswith("\n") or CONTROL.search(text):
        raise Wrong("checkpoint", "it is no signed note: text, an empty line, signatures")
    lines = rest[:-1].split("\n")
    if len(lines) > MOST_SIGNATURES:
        raise Wrong("checkpoint", f"it bears more than {MOST_SIGNATURES} signatures")
    return Note(body + "\n", tuple(map(_line, lines)))


def _line(text: str) -> Line:
    name, found, coded = text.removeprefix(DASH).partition(" ")
    if not text.startswith(DASH) or not found or not name:
        raise Wrong("checkpoint", "a line under it is no signature")
    plain = unwrapped(coded)
    if len(plain) < 5:
        raise Wrong("checkpoint", "a signature under it is too short")
    return Line(name, plain[:4], plain[4:])


def checkpoint_of(text: object) -> Checkpoint:
    """A note on a journal, without judging who signed it."""
    if not isinstance(text, str):
        raise Wrong("checkpoint", "it is no signed note")
    return _checkpoint(text)


@lru_cache(maxsize=1 << 8)
def _checkpoint(text: str) -> Checkpoint:
    note = note_of(text)
    lines = note.text[:-1].split("\n")
    if len(lines) < 3 or not lines[0] or "" in lines[3:]:
        raise Wrong("checkpoint", "it lacks origin, size or root")
    size = number_of(lines[1])
    if size is None:
        raise Wrong("checkpoint", "its size is no number")
    return Checkpoint(lines[0], size, unwrapped(lines[2], 32), note)


def number_of(text: str) -> int | None:
    """A whole number in its one form; None for anything else, and for more than there can be."""
    return int(text) if NUMBER.fullmatch(text) and int(text) <= MOST else None


def _known(keys: Iterable[Key], line: Line) -> Key | None:
    return next((key for key in keys if key.name == line.name and key.hash == line.hash), None)


def signed_by(note: Note, keys: Keys) -> tuple[str, ...]:
    """The witnesses who cosigned a note that the house has signed; it is wrong if anything under it is."""
    if not CAN_CHECK:
        return ()
    by_house, witnesses = False, []
    for line in note.lines:
        key = _known((*keys.house, *keys.witnesses), line)
        if key is None:
            raise Wrong("signature", f"nobody gave the key with which {line.name} signed")
        _must_hold(note, line, key)
        if key in keys.house:
            by_house = True
        else:
            witnesses.append(key.name)
    if not by_house:
        raise Wrong("signature", "the house has not signed it")
    return tuple(witnesses)


def signed_until(note: Note, keys: Keys) -> int:
    """Until when the house signed with the newest key under a note; never is the time of one still in use."""
    signing = [key for line in note.lines if (key := _known(keys.house, line)) is not None]
    return max((keys.retired.get(key, NEVER) for key in signing), default=NEVER)


def _must_hold(note: Note, line: Line, key: Key) -> None:
    """A plain signature is over the text; a cosignature also over its time."""
    signature, message = line.signature, note.text.encode()
    if key.kind == COSIGNATURE:
        seconds = int.from_bytes(signature[:8], "big")
        signature, message = signature[8:], f"cosignature/v1\ntime {seconds}\n".encode() + message
    if len(signature) != 64 or not is_signed(key.public, signature, message):
        raise Wrong("signature", f"the signature of {line.name} is false")


def rotated(keys: Keys) -> tuple[Keys, int]:
    """The keys with every one that a known key of the house was rotated to or from, and how many were.

    A rotation is a note of four lines: its format, the old key, the new key, the time. Both keys sign it,
    and the old one counts for nothing that is later.
    """
    count = 0
    for text in keys.rotations if CAN_CHECK else ():
        note = note_of(text)
        lines = note.text[:-1].split("\n")
        time = number_of(lines[3]) if len(lines) == 4 and lines[0] == ROTATION else None
        if time is None:
            raise Wrong("signature", "a rotation of keys says something else")
        old, new = key_of(lines[1]), key_of(lines[2])
        signed = {_known((old, new), line) for line in note.lines}
        if old == new or old.name != new.name or signed != {old, new}:
            raise Wrong("signature", "a rotation of keys is not signed by both of them")
        for line in note.lines:
            key = old if line.hash == old.hash else new
            _must_hold(note, line, key)
        if not {old, new} & {*keys.house}:
            raise Wrong("signature", "a rotation of keys begins at a key that nobody gave")
        if old in keys.retired:
            raise Wrong("signature", "the house gave up one key twice: ask it which rotation is its own")
        house, retired = dict.fromkeys((*keys.house, old, new)), {**keys.retired, old: time}
        keys = keys._replace(house=tuple(house), retired=retired)
        count += 1
    return keys, count
