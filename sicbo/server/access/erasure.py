"""Erasure of a person by name or pseudonym, from the records beside the chain and from the session store.

A guest's name is stored with a number, because two guests of one name are two persons; staff are stored under
their id. A person who asks to be erased gives neither, so both stores are searched.
"""

from collections.abc import Mapping
from contextlib import ExitStack, closing
from pathlib import Path
from typing import NamedTuple

import apsw

from sicbo.errors import BadInput, short_repr
from sicbo.house.export.registers import unerasable_pseudonyms
from sicbo.house.export.sources import is_address
from sicbo.house.identity.pseudonyms import Pseudonyms, is_pseudonym, stored_name
from sicbo.journal.opening import open_journal
from sicbo.journal.store import Journal
from sicbo.server.access.access_database import (
    FILE_NAME,
    DatabaseStore,
    SessionStore,
    open_session_file,
    rewrite_tables,
)
from sicbo.server.access.devices import Devices
from sicbo.server.access.sessions import Sessions


class ErasureResult(NamedTuple):
    """The pseudonyms that were erased, and those of texts that still mention the name."""

    pseudonyms: list[str]
    mentions: list[str]


class KnownPerson(NamedTuple):
    """A person: the name in commands, the pseudonym in the chain (empty if none), and all names in use."""

    person: str
    pseudonym: str
    names: frozenset[str]


def erase(where: str, who: str) -> ErasureResult:
    """Erase the person with this name or pseudonym from a data directory or database, permanently."""
    with ExitStack() as opened:
        journal = opened.enter_context(closing(open_journal(where)))
        store = opened.enter_context(closing(_open_store(where)))
        sessions, devices, people = Sessions(store), Devices(store), Pseudonyms(journal)
        matching = _matching_people(_known_people(journal.asides(), sessions), who)
        _refuse_if_kept(journal, sessions, matching, people.all_pseudonyms(who))
        for person, pseudonym, _ in matching:
            for session in [one for one in sessions.all_sessions() if one.person == person]:
                sessions.end(session)
            devices.replace_confirmer(person, pseudonym)
        rewrite_tables(store, "session", "device")
        whom = people.erase(who)
        for person, pseudonym, _ in matching:
            if pseudonym not in whom:
                people.erase(pseudonym)
                whom.append(pseudonym or person)
        names = {name for one in matching for name in one.names} or {who}
        return ErasureResult(whom, _texts_mentioning(journal.asides(), names))


def _open_store(where: str) -> SessionStore:
    """Open the session store of a house, or an empty one in memory if the house has none."""
    if is_address(where):
        return DatabaseStore(where)
    return (
        open_session_file(Path(where)) if (Path(where) / FILE_NAME).exists() else apsw.Connection(":memory:")
    )


def _known_people(kept: Mapping[str, str], sessions: Sessions) -> list[KnownPerson]:
    """Return every person whose name is known, beside the chain or in the session store."""
    pseudonyms = {one.person: one.pseudonym for one in sessions.all_sessions()}
    pseudonyms |= {stored_name(value) or "": key for key, value in kept.items() if key.startswith("p-")}
    names = {person: {person, person.partition("#")[0]} for person in (*pseudonyms, *sessions.staff)}
    for one in sessions.all_sessions():
        names[one.person].add(one.name)
    for member in sessions.staff.values():
        names[member.id].add(member.name)
    return [KnownPerson(person, pseudonyms.get(person, ""), frozenset(names[person])) for person in names]


def _matching_people(bearers: list[KnownPerson], who: str) -> list[KnownPerson]:
    """Return the person with this name, or none; if there are several, the caller has to choose."""
    exact = [one for one in bearers if who in (one.person, one.pseudonym)]
    found = exact or [one for one in bearers if _plain(who) in map(_plain, one.names)]
    if len(found) > 1:
        which = ", ".join(sorted(one.pseudonym or one.person for one in found))
        raise BadInput(
            f"Nothing was erased: {len(found)} people are called {short_repr(who)}. Give one of: {which}."
        )
    return found


def _refuse_if_kept(
    journal: Journal, sessions: Sessions, matching: list[KnownPerson], called: list[str]
) -> None:
    """Refuse to erase present staff, and details that the law requires to be kept."""
    if any(one.person in sessions.staff for one in matching):
        raise BadInput("Nothing was erased: this person has a staff account. End the account first.")
    kept = unerasable_pseudonyms(journal)
    names = [*called, *(one.pseudonym for one in matching)]
    if clause := next((kept[one] for one in names if one in kept), ""):
        raise BadInput(f"Nothing was erased: the details of a refused claim have to be kept ({clause}).")


def _texts_mentioning(kept: Mapping[str, str], names: set[str]) -> list[str]:
    """Return the texts that mention one of these names."""
    sought = [_plain(name) for name in names if not is_pseudonym(name)]
    texts = {key: _plain(stored_name(value) or "") for key, value in kept.items() if key.startswith("t-")}
    return sorted(key for key, text in texts.items() if any(name in text for name in sought))


def _plain(name: str) -> str:
    return " ".join(name.split()).casefold()
