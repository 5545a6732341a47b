"""Houses for tests: a floor with its own key over any journal."""

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from sicbo.errors import BadInput
from sicbo.house.floor import Floor
from sicbo.house.log_state import LogState
from sicbo.house.recovery.snapshots import take_snapshot
from sicbo.journal.memory import MemoryJournal
from sicbo.journal.notes import SigningKey, read_note, sign_note, verify_note
from sicbo.journal.store import Journal
from sicbo.table.state import state_hash


class HouseKey:
    """The signer of a test's house."""

    def __init__(self, key: SigningKey | None = None) -> None:
        self.key = key or SigningKey.new("sample.example")

    def sign(self, text: str) -> str:
        """Return a note: the text with the signature under it."""
        return sign_note(text, self.key)

    def verified_text(self, note: str) -> str | None:
        """Return the text of a note, or None if this key did not sign it."""
        try:
            return read_note(note)[0] if verify_note(note, [self.key.vkey]) else None
        except BadInput:
            return None


KEY = HouseKey(
    SigningKey("sample.example", Ed25519PrivateKey.from_private_bytes(b"the key of a test's house".ljust(32)))
)


def floor_on(journal: Journal | None = None) -> Floor:
    """Return a floor over a journal, by default a new one in memory."""
    return Floor(journal or MemoryJournal(), KEY)


def recovered_facts(log_state: LogState) -> tuple[object, ...]:
    """Return everything that must be the same after recovery."""
    return (
        log_state.founding,
        state_hash(log_state.table),
        sorted(log_state.balances.amounts.items(), key=repr),
        log_state.head,
        log_state.peaks,
        log_state.wall,
        log_state.elapsed,
        dict(log_state.record_numbers),
        log_state.rolls,
    )


def take_snapshots(floor: Floor) -> None:
    """Store a snapshot of every log."""
    for place in floor.logs.values():
        floor.journal.keep_snapshot(take_snapshot(place, KEY))
