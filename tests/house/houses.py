"""Houses for tests: a floor with a key of its own, over any journal."""

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from sicbo.errors import BadInput
from sicbo.house.floor import Floor
from sicbo.house.log_state import Place
from sicbo.house.recovery.snapshots import taken
from sicbo.journal.memory import MemoryJournal
from sicbo.journal.notes import Key, read_note, sign, verify
from sicbo.journal.store import Journal
from sicbo.table.state import state_hash


class HouseKey:
    """Signs for the house of a test."""

    def __init__(self, key: Key | None = None) -> None:
        self.key = key or Key.new("sample.example")

    def sign(self, text: str) -> str:
        """A note."""
        return sign(text, self.key)

    def signed(self, note: str) -> str | None:
        """Its text, if this key signed it."""
        try:
            return read_note(note)[0] if verify(note, [self.key.vkey]) else None
        except BadInput:
            return None


KEY = HouseKey(
    Key("sample.example", Ed25519PrivateKey.from_private_bytes(b"the key of a test's house".ljust(32)))
)


def floor_on(journal: Journal | None = None) -> Floor:
    """A floor over a journal; in memory where none is given."""
    return Floor(journal or MemoryJournal(), KEY)


def facts(place: Place) -> tuple[object, ...]:
    """Everything that must be the same after recovery."""
    return (
        place.founding,
        state_hash(place.table),
        sorted(place.balances.amounts.items(), key=repr),
        place.head,
        place.peaks,
        place.wall,
        place.elapsed,
        dict(place.numbers),
        place.rolls,
    )


def snapshotted(floor: Floor) -> None:
    """Keep a snapshot of every table."""
    for place in floor.places.values():
        floor.journal.keep(taken(place, KEY))
