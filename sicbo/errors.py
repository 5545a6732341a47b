"""Refusals, and the exceptions that the project raises.

    Refusal                 a value: the clause that refuses, and what to do instead
    SicboError              an exception whose message is one sentence for a person
     ├─ BadInput            impossible dice, stakes or slip (exit 2)
     ├─ NotFound            an unknown name, with the nearest known ones (exit 4)
     ├─ RulebookError       a rulebook file that contradicts itself
     ├─ JournalError        a broken chain: table, record, what is wrong (exit 3)
     └─ StorageError        data that could not be stored, or may not have been (exit 7)
         ├─ Taken           another process already wrote that record number: decide again
         ├─ NoSpace         the disk is full: nothing of the commit was written
         ├─ Broken          the state of the disk is unknown: stop the process, then recover
         ├─ InUse           another process has this data directory
         └─ LostRecords     acknowledged records are missing from the journal

Any other exception is a bug.
"""

import errno
from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches

from sicbo.i18n import Message, message

LONGEST_SHOWN = 60


def short_repr(value: object) -> str:
    """Return the `repr` of a value, shortened so that it fits into a sentence."""
    if isinstance(value, int) and value.bit_length() > 200:
        return "a number of more than sixty digits"
    try:
        text = repr(value)
    except ValueError:  # a number inside has too many digits for Python to write
        return f"a very long {type(value).__name__}"
    return text if len(text) <= LONGEST_SHOWN else f"{text[: LONGEST_SHOWN - 1]}…"


@dataclass(frozen=True, slots=True)
class Refusal:
    """A refusal: the clause that refuses, and a message that says what to do instead.

    If waiting is enough, `earliest` is the time from which the request is allowed, in milliseconds elapsed at
    the table, as in the stamp of a command. If completed spins are counted instead, `spins` is how many are
    missing.
    """

    clause: str
    message: Message
    earliest: int | None = None
    spins: int | None = None

    @property
    def says(self) -> str:
        """The message in English."""
        return self.message.say()

    def __str__(self) -> str:
        return f"{self.says} ({self.clause})"


class SicboError(Exception):
    """Base class of all errors whose message is meant for the person who made the request."""

    def __init__(self, says: Message | str) -> None:
        self._says = says
        super().__init__(says if isinstance(says, str) else says.say())

    @property
    def message(self) -> Message:
        """The sentence as a message, for a reader of another language."""
        return self._says if isinstance(self._says, Message) else message("text", text=str(self))


class BadInput(SicboError, ValueError):
    """An impossible input. The message says what is allowed."""


class NotFound(SicboError, LookupError):
    """An unknown name. The message offers the nearest known names, or gives a hint."""

    def __init__(self, kind: str, name: str, known: Iterable[str], hint: str = "") -> None:
        names = list(known)
        name_text = str(name)[:LONGEST_SHOWN]
        reordered = [known for known in names if sorted(known) == sorted(name_text)]
        near = reordered or get_close_matches(name_text, names, n=3, cutoff=0.55)
        if near:
            offer = f"Did you mean {' or '.join(near)}?"
        elif names:
            offer = f"Known: {', '.join(names[:12])}{' …' if len(names) > 12 else ''}."
        else:
            offer = "None are known."
        super().__init__(f"Unknown {kind}: {short_repr(name)}. {hint or offer}")


class RulebookError(SicboError):
    """A rulebook that contradicts itself. The message names the key in the file and the clause."""


class JournalError(SicboError):
    """A broken chain, with the first record that cannot be trusted."""

    def __init__(self, table: str, number: int, wrong: str) -> None:
        self.table, self.number, self.wrong = table, number, wrong.rstrip(".")
        super().__init__(
            f"Table {table}, record {number}: {self.wrong}. The records from there on cannot be trusted."
        )


class StorageError(SicboError):
    """Data that could not be stored, or may not have been."""


ADVICE = {
    errno.ENOSPC: "Make room, then try again.",
    errno.EDQUOT: "Make room, then try again.",
    errno.EFBIG: "Make room, then try again.",
    errno.EACCES: "Give the account that runs sicbo access to it.",
    errno.EPERM: "Give the account that runs sicbo access to it.",
    errno.EROFS: "Choose a writable path.",
    errno.ENOTDIR: "Choose a directory, not a file.",
    errno.EISDIR: "Choose a file, not a directory.",
}


def storage_error_for(error: Exception, path: object = None) -> StorageError | None:
    """Convert an error of the system or of SQLite to a `StorageError`, or return None: other errors are bugs.

    SQLite's errors are recognised by the name of their module, because most commands never load it.
    """
    if isinstance(error, OSError):
        where = f"{path} cannot be" if path else f"{error.filename or 'Something'} cannot be read or"
        do = ADVICE.get(error.errno or 0, "Check the disk, then try again.")
        return StorageError(f"{where} written: {error.strerror or error}. {do}")
    if type(error).__module__ == "apsw":
        return StorageError(f"A database cannot be read or written ({error}): restore the newest backup.")
    return None


class RecordTaken(StorageError):
    """Another process already wrote that record number: read what it wrote and decide again."""

    def __init__(self, table: str, number: int) -> None:
        self.table, self.number = table, number
        super().__init__(f"Record {number} of table {table} is already written: decide again.")


class UnreadableText(StorageError):
    """A text in the journal is not valid UTF-8."""


class NoSpace(StorageError):
    """The disk is full: nothing of the commit was written."""


class StorageBroken(StorageError):
    """The state of the disk is unknown: stop the process and recover from the journal."""


class InUse(StorageError):
    """Another process has this data directory."""


class LostRecords(StorageError):
    """Acknowledged records are missing from the journal: stop, and do not continue from there."""
