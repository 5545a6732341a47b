"""Erasure of a person by name or pseudonym, from the records beside the chain and from the session store.

A guest's name is stored with a number, because two guests of one name are two persons; staff are stored under
their id. A person who asks to be erased gives neither, so both stores are searched.
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
    """The pseudonyms that were erased, and those of texts that still mention the name."""

    whom: list[str]
    mentions: list[str]


class Bearer(NamedTuple):
    """A person: the name in commands, the pseudonym in the chain (empty if none), and all names in use."""

    person: str
    pseudonym: str
    names: frozenset[str]


def erase(where: str, who: str) -> Erased:
    """Erase the person with this name or pseudonym from a data directory or database, permanently."""
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
    """Open the session store of a house, or an empty one in memory if the house has none."""
    if is_address(where):
        return Database(where)
    return open_file(Path(where)) if (Path(where) / FILE).exists() else apsw.Connection(":memory:")


def _bearers(kept: Mapping[str, str], sessions: Sessions) -> list[Bearer]:
    """Return every person whose name is known, beside the chain or in the session store."""
    pseudonyms = {one.person: one.pseudonym for one in sessions.all()}
    pseudonyms |= {name_in(value) or "": key for key, value in kept.items() if key.startswith("p-")}
    names = {person: {person, person.partition("#")[0]} for person in (*pseudonyms, *sessions.staff)}
    for one in sessions.all():
        names[one.person].add(one.name)
    for member in sessions.staff.values():
        names[member.id].add(member.name)
    return [Bearer(person, pseudonyms.get(person, ""), frozenset(names[person])) for person in names]


def _meant(bearers: list[Bearer], who: str) -> list[Bearer]:
    """Return the person with this name, or none; if there are several, the caller has to choose."""
    exact = [one for one in bearers if who in (one.person, one.pseudonym)]
    found = exact or [one for one in bearers if _plain(who) in map(_plain, one.names)]
    if len(found) > 1:
        which = ", ".join(sorted(one.pseudonym or one.person for one in found))
        raise BadInput(
            f"Nothing was erased: {len(found)} people are called {shown(who)}. Give one of: {which}."
        )
    return found


def _refuse_kept(journal: Journal, sessions: Sessions, meant: list[Bearer], called: list[str]) -> None:
    """Refuse to erase present staff, and details that the law requires to be kept."""
    if any(one.person in sessions.staff for one in meant):
        raise BadInput("Nothing was erased: this person has a staff account. End the account first.")
    kept = kept_by_law(journal)
    names = [*called, *(one.pseudonym for one in meant)]
    if clause := next((kept[one] for one in names if one in kept), ""):
        raise BadInput(f"Nothing was erased: the details of a refused claim have to be kept ({clause}).")


def _mentions(kept: Mapping[str, str], names: set[str]) -> list[str]:
    """Return the texts that mention one of these names."""
    sought = [_plain(name) for name in names if not is_veiled(name)]
    texts = {key: _plain(name_in(value) or "") for key, value in kept.items() if key.startswith("t-")}
    return sorted(key for key, text in texts.items() if any(name in text for name in sought))


def _plain(name: str) -> str:
    return " ".join(name.split()).casefold()
