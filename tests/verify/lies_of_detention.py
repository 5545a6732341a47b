"""Lies about detentions: on what suspicion, where, how often, and how they ended."""

from typing import Any

from tests.verify.lies import Entries, asked, both, copied


def _detained(entries: Entries, statute: str, place: str = "room 3") -> None:
    entry = asked(entries, "detain")
    entry.command.update(statute=statute, place=place)
    entry.events[0]["reference"] = f"{place}, {statute or 'device'}"


def detained_on_another_suspicion(entries: Entries) -> None:
    _detained(entries, "crimes-act-74")


def detained_for_no_device(entries: Entries) -> None:
    """Of ben only a side bet is on record."""
    _detained(entries, "")


def detained_nowhere(entries: Entries) -> None:
    _detained(entries, "crimes-act-82", place="")


def detained_twice(entries: Entries) -> None:
    entry = asked(entries, "detain")
    copied(entries, entry, entries.index(entry) + 1, "twice")


def _let_go(entries: Entries, **words: Any) -> None:
    both(asked(entries, "end-detention"), **words)


def let_go_without_police(entries: Entries) -> None:
    _let_go(entries, name="", note="")


def let_go_who_was_free(entries: Entries) -> None:
    _let_go(entries, player="ana")
