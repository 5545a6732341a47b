"""Signing keys of staff: the accepted key of a person, and its revocation."""

from typing import TYPE_CHECKING

from sicbo.journal.notes import read_vkey

if TYPE_CHECKING:
    from sicbo.server.live.house import LiveHouse


def accepted_key_id(house: "LiveHouse", person: str) -> str:
    """Return the id of the accepted key of a person, or an empty string if there is none."""
    vkeys = house.keys.accepted_keys().get(person, ())
    return read_vkey(vkeys[0]).id if vkeys else ""


def revoke_key(house: "LiveHouse", member: str) -> None:
    """Revoke the keys of a removed account, because a new account with the same id is another person."""
    with house.floor.write_lock:
        person = house.people.find_pseudonym(member)
    if person:
        house.keys.withdraw_person_keys(person)
