"""Houses for tests: a floor with its own key over any journal."""

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
    """The signer of a test's house."""

    def __init__(self, key: Key | None = None) -> None:
        self.key = key or Key.new("sample.example")

    def sign(self, text: str) -> str:
        """Return a note: the text with the signature under it."""
        return sign(text, self.key)

    def signed(self, note: str) -> str | None:
        """Return the text of a note, or None if this key did not sign it."""
        try:
            return read_note(note)[0] if verify(note, [self.key.vkey]) else None
        except BadInput:
            return None


KEY = HouseKey(
    Key("sample.example", Ed25519PrivateKey.from_private_bytes(b"the key of a test's house".ljust(32)))
)


def floor_on(journal: Journal | None = None) -> Floor:
    """Return a floor over a journal, by default a new one in memory."""
    return Floor(journal or MemoryJournal(), KEY)


def facts(place: Place) -> tuple[object, ...]:
    """Return everything that must be the same after recovery."""
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
    """Store a snapshot of every log."""
    for place in floor.places.values():
        floor.journal.keep(taken(place, KEY))
