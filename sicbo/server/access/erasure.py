"""Erasing a person under the name that people know: from beside the chain, and from the shelf of sessions.

A guest's name is kept with a number behind it, since two of one name are two persons; staff are kept under
their id. Whoever asks to be erased says neither, so both are looked through.
"""

from collections.abc import Mapping
from contextlib import ExitStack, closing
from pathlib import Path
from typing import NamedTuple

import apsw

from sicbo.errors import BadInput, shown
from sicbo.house.export.registers import kept_by_law
from sicbo.house.export.sources import is_address
from sicbo.house.identity.pseudonyms import People, is_veiled, name_in
from sicbo.journal.opening import open_journal
from sicbo.journal.store import Journal
from sicbo.server.access.devices import Devices
from sicbo.server.access.session_store import FILE, Database, Shelf, open_file, rewrite
from sicbo.server.access.sessions import Sessions


class Erased(NamedTuple):
    """What was forgotten, by pseudonym, and the pseudonyms of texts that still mention the name."""

    whom: list[str]
    mentions: list[str]


class Bearer(NamedTuple):
    """Somebody: what commands call them, what the chain does (nothing yet, perhaps), and as whom they go."""

    person: str
    pseudonym: str
    names: frozenset[str]


def erase(where: str, who: str) -> Erased:
    """Forget for good whom a name or a pseudonym means, in a data directory or a database."""
    with ExitStack() as opened:
        journal = opened.enter_context(closing(open_journal(where)))
        shelf = opened.enter_context(closing(_shelf(where)))
        sessions, devices, people = Sessions(shelf), Devices(shelf), People(journal)
        meant = _meant(_bearers(journal.asides(), sessions), who)
        _refuse_kept(journal, sessions, meant, people.pseudonyms(who))
        for person, pseudonym, _ in meant:
            for session in [one for one in sessions.all() if one.person == person]:
                sessions.end(session)
            devices.forget(person, pseudonym)
        rewrite(shelf, "session", "device")
        whom = people.erase(who)
        for person, pseudonym, _ in meant:
            if pseudonym not in whom:
                people.erase(pseudonym)
                whom.append(pseudonym or person)
        names = {name for one in meant for name in one.names} or {who}
        return Erased(whom, _mentions(journal.asides(), names))


def _shelf(where: str) -> Shelf:
    """The shelf of a house; where there is none, an empty one that nobody keeps."""
    if is_address(where):
        return Database(where)
    return open_file(Path(where)) if (Path(where) / FILE).exists() else apsw.Connection(":memory:")


def _bearers(kept: Mapping[str, str], sessions: Sessions) -> list[Bearer]:
    """Everybody whose name is known, beside the chain or on the shelf."""
    pseudonyms = {one.person: one.pseudonym for one in sessions.all()}
    pseudonyms |= {name_in(value) or "": key for key, value in kept.items() if key.startswith("p-")}
    names = {person: {person, person.partition("#")[0]} for person in (*pseudonyms, *sessions.staff)}
    for one in sessions.all():
        names[one.person].add(one.name)
    for member in sessions.staff.values():
        names[member.id].add(member.name)
    return [Bearer(person, pseudonyms.get(person, ""), frozenset(names[person])) for person in names]


def _meant(bearers: list[Bearer], who: str) -> list[Bearer]:
    """The one who is meant, if there is one; of several it has to be said which."""
    exact = [one for one in bearers if who in (one.person, one.pseudonym)]
    found = exact or [one for one in bearers if _plain(who) in map(_plain, one.names)]
    if len(found) > 1:
        which = ", ".join(sorted(one.pseudonym or one.person for one in found))
        raise BadInput(f"Nothing was erased: {len(found)} people go by {shown(who)}. Say which: {which}.")
    return found


def _refuse_kept(journal: Journal, sessions: Sessions, meant: list[Bearer], called: list[str]) -> None:
    """Whoever still works here, and what the law keeps, is not erased."""
    if any(one.person in sessions.staff for one in meant):
        raise BadInput("Nothing was erased: this is the account of somebody of the staff. End it first.")
    kept = kept_by_law(journal)
    names = [*called, *(one.pseudonym for one in meant)]
    if clause := next((kept[one] for one in names if one in kept), ""):
        raise BadInput(f"Nothing was erased: the details of a refused claim have to be kept ({clause}).")


def _mentions(kept: Mapping[str, str], names: set[str]) -> list[str]:
    """The texts in which one of these names stands."""
    sought = [_plain(name) for name in names if not is_veiled(name)]
    texts = {key: _plain(name_in(value) or "") for key, value in kept.items() if key.startswith("t-")}
    return sorted(key for key, text in texts.items() if any(name in text for name in sought))


def _plain(name: str) -> str:
    return " ".join(name.split()).casefold()
