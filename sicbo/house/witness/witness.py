"""The witness: an independent memory of what the house has signed, as C2SP tlog-witness defines it."""

import contextlib
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from http import HTTPStatus
from pathlib import Path
from typing import NamedTuple

import apsw

from sicbo.errors import BadInput, StorageBroken
from sicbo.journal.merkle import EMPTY, is_consistent
from sicbo.journal.notes import (
    SigningKey,
    TreeHead,
    Vkey,
    add_cosignatures,
    cosignature_line,
    prune_signatures,
    read_checkpoint,
    verify_note,
)

FILE = "witness.sqlite"
SCHEMA = """
CREATE TABLE IF NOT EXISTS checkpoint (
    origin TEXT NOT NULL, size INTEGER NOT NULL, note TEXT NOT NULL, PRIMARY KEY (origin, size)) STRICT;
CREATE TABLE IF NOT EXISTS contradiction (note TEXT PRIMARY KEY) STRICT;
"""
LATEST = "SELECT note FROM checkpoint WHERE origin = ? ORDER BY size DESC LIMIT 1"
AT_SIZE = "SELECT note FROM checkpoint WHERE origin = ? AND size = ?"
BUSY_MS = 10_000


class Cosigned(NamedTuple):
    """The witness stored the checkpoint: its signature lines for the note."""

    lines: str


class Conflict(NamedTuple):
    """The witness knows the log at another size than the house expected, or with another root."""

    size: int


class WitnessRefusal(NamedTuple):
    """The witness refused, with the status that C2SP defines and the reason."""

    status: int
    says: str


WitnessAnswer = Cosigned | Conflict | WitnessRefusal


def unix_time() -> int:
    """Return the time in seconds since 1970."""
    return int(time.time())


class Witness:
    """Stores every checkpoint durably before cosigning it, and cosigns none that contradicts an earlier one.

    `trusted` are the keys of houses; each may sign for the logs under its own name. `vfs` names the file
    layer of SQLite to use, which tests make fail.
    """

    def __init__(
        self,
        directory: Path,
        key: SigningKey,
        trusted: Sequence[Vkey],
        clock: Callable[[], int] = unix_time,
        vfs: str | None = None,
    ) -> None:
        directory.mkdir(parents=True, exist_ok=True)
        self.key, self._trusted, self._clock = key, tuple(trusted), clock
        self._lock = threading.Lock()
        self._connection = apsw.Connection(str(directory / FILE), vfs=vfs)
        self._connection.set_busy_timeout(BUSY_MS)
        self._connection.execute("PRAGMA journal_mode = WAL").fetchall()
        self._connection.execute("PRAGMA synchronous = FULL")
        self._connection.execute(SCHEMA)
        self._broken = ""

    def add(self, old_size: int, proof: Sequence[bytes], note: str) -> WitnessAnswer:
        """Cosign a checkpoint that the house signed, if it extends what is known of its log."""
        try:
            head = read_checkpoint(note)
        except BadInput as error:
            return WitnessRefusal(HTTPStatus.BAD_REQUEST, str(error))
        vkeys = [vkey for vkey in self._trusted if vkey.may_sign_for(head.origin)]
        if not vkeys:
            return WitnessRefusal(HTTPStatus.NOT_FOUND, f"No trusted key signs for {head.origin}.")
        try:
            verify_note(note, vkeys)
        except BadInput as error:
            return WitnessRefusal(HTTPStatus.FORBIDDEN, str(error))
        if old_size > head.size:
            return WitnessRefusal(HTTPStatus.BAD_REQUEST, "The old size is larger than the checkpoint's.")
        return self._store(old_size, proof, head, prune_signatures(note, vkeys))

    def export(self) -> Iterator[str]:
        """Return every cosigned checkpoint, by log and size, as the verifier's `--witness` reads them."""
        return self._notes("SELECT note FROM checkpoint ORDER BY origin, size")

    def contradictions(self) -> Iterator[str]:
        """Return the checkpoints that contradict earlier ones of their house: two histories of one log."""
        return self._notes("SELECT note FROM contradiction ORDER BY rowid")

    def close(self) -> None:
        """Close the file, once no other thread uses it."""
        with self._lock:
            self._connection.close()

    def _notes(self, query: str) -> Iterator[str]:
        with self._lock:
            return iter([str(note) for (note,) in self._connection.execute(query)])

    def _store(self, old_size: int, proof: Sequence[bytes], head: TreeHead, note: str) -> WitnessAnswer:
        """Check and store as one step, so no other thread or process comes between."""
        with self._lock:
            if self._broken:
                raise StorageBroken(self._broken)
            try:
                with self._transaction():
                    return self._decide(old_size, proof, head, note)
            except apsw.Error as error:
                self._broken = f"The witness cannot store ({error}): check the disk, then start it again."
                raise StorageBroken(self._broken) from error

    @contextlib.contextmanager
    def _transaction(self) -> Iterator[None]:
        """Run a transaction that is on disk when it ends, or rolled back if it fails."""
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._connection.execute("COMMIT")
        except BaseException:
            with contextlib.suppress(apsw.Error):
                self._connection.execute("ROLLBACK")
            raise

    def _decide(self, old_size: int, proof: Sequence[bytes], head: TreeHead, note: str) -> WitnessAnswer:
        latest = self._find_checkpoint(LATEST, head.origin)
        same = self._find_checkpoint(AT_SIZE, head.origin, head.size)
        if same and same.root != head.root:
            self._connection.execute("INSERT OR IGNORE INTO contradiction VALUES (?)", (note,))
            return Conflict(latest.size if latest else 0)
        size, root = (latest.size, latest.root) if latest else (0, EMPTY)
        if old_size != size:
            return Conflict(size)
        if not is_consistent(size, root, head.size, head.root, proof):
            says = f"The proof does not lead from the {size} known records to these {head.size}."
            return WitnessRefusal(HTTPStatus.UNPROCESSABLE_ENTITY, says)
        lines = cosignature_line(note, self.key, self._clock())
        kept = (head.origin, head.size, add_cosignatures(note, lines, [self.key.vkey]))
        self._connection.execute("INSERT OR REPLACE INTO checkpoint VALUES (?, ?, ?)", kept)
        return Cosigned(lines)

    def _find_checkpoint(self, query: str, *values: str | int) -> TreeHead | None:
        for (note,) in self._connection.execute(query, values):
            return read_checkpoint(note)
        return None
