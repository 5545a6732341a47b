"""Opening a house: its journal, keys, pseudonyms and floor, from a data directory or a database.

A data directory holds `journal.sqlite`, `heads`, `keys/`, `lock` and `reserve`. With PostgreSQL the journal
is at an address, and the directory holds only the keys and the heads file.
"""

from dataclasses import dataclass
from pathlib import Path

from sicbo.house.export.sources import data_directory
from sicbo.house.floor import Floor
from sicbo.house.identity.keys import Keys
from sicbo.house.identity.pseudonyms import People
from sicbo.house.identity.signatures import Guard, HouseSigner
from sicbo.house.recovery.history import open_kept
from sicbo.journal.store import Journal


@dataclass(frozen=True, slots=True)
class House:
    """An open house. All commands go through its floor, which replaces names with pseudonyms."""

    journal: Journal
    keys: Keys
    people: People
    floor: Floor

    def close(self) -> None:
        """Close the journal."""
        self.journal.close()

    def __enter__(self) -> "House":
        return self

    def __exit__(self, *reason: object) -> None:
        self.close()


def open_house(where: str, data: Path | None = None) -> House:
    """Open the house of a journal. With PostgreSQL, `data` is the directory of its keys."""
    directory = data_directory(where, data)
    keys = Keys(directory)
    signer = HouseSigner.of(keys)
    journal = open_kept(where, directory)
    people = People(journal)
    try:
        floor = Floor(journal, signer, Guard(keys), people.veiled)
    except BaseException:
        journal.close()
        raise
    return House(journal, keys, people, floor)
