"""Opening a house: its journal, its keys, its people and its floor, in a data directory or a database.

A data directory holds `journal.sqlite`, `keys/`, `lock` and `reserve`. With PostgreSQL the journal is at an
address, and the directory holds the keys alone.
"""

from dataclasses import dataclass
from pathlib import Path

from sicbo.errors import BadInput
from sicbo.house.bundles import BundleReader
from sicbo.house.floor import Floor
from sicbo.house.keys import Keys
from sicbo.house.people import People
from sicbo.house.reading import Readable, SqliteReader
from sicbo.house.signing import Guard, HouseSigner
from sicbo.journal.opening import ADDRESSES, open_journal
from sicbo.journal.store import Journal

BUNDLE = "bundle.json"


@dataclass(frozen=True, slots=True)
class House:
    """Everything that a house needs to play; its floor is the way in, and lets no name through."""

    journal: Journal
    keys: Keys
    people: People
    floor: Floor

    def close(self) -> None:
        """Let go of the journal."""
        self.journal.close()

    def __enter__(self) -> "House":
        return self

    def __exit__(self, *reason: object) -> None:
        self.close()


def open_house(where: str, data: Path | None = None) -> House:
    """The house whose journal is there; with PostgreSQL `data` is the directory of its keys."""
    keys = Keys(data_directory(where, data))
    signer = HouseSigner.of(keys)
    journal = open_journal(where)
    people = People(journal)
    try:
        floor = Floor(journal, signer, Guard(keys), people.veiled)
    except BaseException:
        journal.close()
        raise
    return House(journal, keys, people, floor)


def open_reader(where: str) -> Readable:
    """What can be read there, while whoever writes goes on: a data directory, a bundle, or a database."""
    if is_address(where):
        return open_journal(where)
    return BundleReader(Path(where)) if is_bundle(where) else SqliteReader(Path(where))


def public_keys(where: str, data: Path | None = None) -> dict[str, object]:
    """The public keys that go with a journal, as `keys.json` of a bundle has them."""
    if is_bundle(where):
        return BundleReader(Path(where)).keys()
    directory = data_directory(where, data)
    keys = Keys(directory)
    if not keys.house_vkeys():
        raise BadInput(f"There are no keys in {directory}: without them nobody can tell who signed.")
    return keys.public()


def data_directory(where: str, data: Path | None = None) -> Path:
    """Where the keys of a house are."""
    if is_address(where) and data is None:
        raise BadInput("Say with --data DIR where the keys are: a database keeps none.")
    return data or Path(where)


def is_address(where: str) -> bool:
    """Whether this is the address of a database."""
    return where.startswith(ADDRESSES)


def is_bundle(where: str) -> bool:
    """Whether a bundle is there: a zip file, or a directory that says so."""
    path = Path(where)
    return not is_address(where) and (path.is_file() or (path / BUNDLE).exists())
