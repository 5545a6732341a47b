"""Canonical form and known shape at a glance, by what a text looks like between its strings.

A text without a backslash falls apart at its quotes into what is in strings and what is between them. Take
the digits out of the latter, and what is left, with the names of the fields and the types of the messages,
says everything about form and shape. A text that looks the same as one that was found canonical is so too.
"""

from collections.abc import Callable
from contextlib import suppress
from operator import itemgetter
from typing import Any

from sicbo.verify.canonical import read, understood

LONGEST, MOST = 3_000, 4_096
DIGITS = b"0123456789"


class Forms:
    """What canonical texts have looked like so far; it forgets everything before it grows large."""

    def __init__(self) -> None:
        self.learnt = 0
        self.known: dict[bytes, tuple[Callable[[list[bytes]], Any], set[Any]]] = {}

    def understood(self, text: bytes) -> tuple[Any, bool]:
        """What a canonical text says, and whether one of the same shape was learnt before."""
        if len(text) < LONGEST and b"\\" not in text:
            parts = text.split(b'"')
            known = self.known.get(_between(parts))
            if known is not None and known[0](parts) in known[1]:
                with suppress(ValueError, RecursionError):
                    plain = text.decode()
                    value, end = read(plain)
                    if end == len(plain):
                        return value, True
        return understood(text), False

    def learn(self, text: bytes) -> None:
        """Remember what a text looks like that is canonical and has a known shape."""
        if len(text) >= LONGEST or b"\\" in text:
            return
        parts = text.split(b'"')
        between = _between(parts)
        fields = [at for at in range(1, len(parts), 2) if parts[at + 1][:1] == b":"]
        types = [at for at in fields if parts[at] == b"type" and parts[at + 1] == b":"]
        places = [*fields, *(at + 2 for at in types)]
        if len(places) < 2 or b"-" in between:
            return
        if self.learnt >= MOST:
            self.known.clear()
            self.learnt = 0
        look = itemgetter(*places)
        known = self.known.setdefault(between, (look, set()))
        if known[0](parts) == look(parts):
            known[1].add(look(parts))
            self.learnt += 1


def _between(parts: list[bytes]) -> bytes:
    """What is between the strings without its digits, unless a list then looks empty that is not."""
    between = b'"'.join(parts[::2])
    bare = between.translate(None, DIGITS)
    return bare if bare.count(b"[]") == between.count(b"[]") else between
