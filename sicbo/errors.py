"""Every way to say no.

    Refusal                 a value: which clause says no, and what to do instead
    SicboError              an exception that carries one sentence for a person
     ├─ BadInput            dice, stakes or a slip that cannot be (exit 2)
     ├─ NotFound            an unknown name, with the nearest known ones (exit 4)
     ├─ RulebookError       a rulebook file that contradicts itself
     ├─ JournalError        a chain that does not hold: table, record, what is wrong (exit 3)
     └─ StorageError        what cannot be stored, or be sure to be (exit 7)
         ├─ Taken           another process wrote that number first: decide again
         ├─ NoSpace         the disk is full: nothing of it was written
         ├─ Broken          nobody can know what is on disk: stop the process, then recover
         ├─ InUse           another process has this data directory
         └─ LostRecords     records that were acknowledged are not in the journal any more

Everything else that is raised is a bug.
"""

import errno
from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches

LONGEST_SHOWN = 60


def shown(value: object) -> str:
    """A value as a sentence can bear it, however long it is."""
    if isinstance(value, int) and value.bit_length() > 200:
        return "a number of more than sixty digits"
    try:
        text = repr(value)
    except ValueError:  # a number inside is too long to be written
        return f"a very long {type(value).__name__}"
    return text if len(text) <= LONGEST_SHOWN else f"{text[: LONGEST_SHOWN - 1]}…"


@dataclass(frozen=True, slots=True)
class Refusal:
    """A no that names its clause and says what to do instead.

    Where time alone will make it a yes, `earliest` is when: in milliseconds elapsed at the table, as in the
    stamp of a command. Where completed spins are counted instead, `spins` is how many are wanting.
    """

    clause: str
    says: str
    earliest: int | None = None
    spins: int | None = None

    def __str__(self) -> str:
        return f"{self.says} ({self.clause})"


class SicboError(Exception):
    """A sentence for the person who asked."""


class BadInput(SicboError, ValueError):
    """What was given cannot be: the sentence says what can."""


class NotFound(SicboError, LookupError):
    """No such name; the sentence offers the nearest ones, or ends in a better hint."""

    def __init__(self, kind: str, name: str, known: Iterable[str], hint: str = "") -> None:
        names = list(known)
        asked = str(name)[:LONGEST_SHOWN]
        reordered = [known for known in names if sorted(known) == sorted(asked)]
        near = reordered or get_close_matches(asked, names, n=3, cutoff=0.55)
        if near:
            offer = f"Did you mean {' or '.join(near)}?"
        elif names:
            offer = f"Known: {', '.join(names[:12])}{' …' if len(names) > 12 else ''}."
        else:
            offer = "There are none."
        super().__init__(f"There is no {kind} {shown(name)}. {hint or offer}")


class RulebookError(SicboError):
    """A rulebook that cannot be right: the sentence names the file's key and the clause."""


class JournalError(SicboError):
    """A chain that does not hold, with the first record that cannot be vouched for."""

    def __init__(self, table: str, number: int, wrong: str) -> None:
        self.table, self.number, self.wrong = table, number, wrong.rstrip(".")
        super().__init__(
            f"Table {table}, record {number}: {self.wrong}. Nothing from there on can be vouched for."
        )


class StorageError(SicboError):
    """What cannot be stored, or be sure to be."""


ADVICE = {
    errno.ENOSPC: "Make room, then try again.",
    errno.EDQUOT: "Make room, then try again.",
    errno.EFBIG: "Make room, then try again.",
    errno.EACCES: "Give it to the account that runs sicbo.",
    errno.EPERM: "Give it to the account that runs sicbo.",
    errno.EROFS: "Choose a place that can be written.",
    errno.ENOTDIR: "Choose a directory, not a file.",
    errno.EISDIR: "Choose a file, not a directory.",
}


def unstored(error: Exception, place: object = None) -> StorageError | None:
    """What an error of the system or of SQLite says to a person; None for any other, which is a bug.

    SQLite's errors are told by the name of their module: most commands never load it.
    """
    if isinstance(error, OSError):
        where = f"{place} cannot be" if place else f"{error.filename or 'Something'} cannot be read or"
        do = ADVICE.get(error.errno or 0, "Look at the disk, then try again.")
        return StorageError(f"{where} written: {error.strerror or error}. {do}")
    if type(error).__module__ == "apsw":
        return StorageError(f"A database cannot be read or written ({error}): take the newest backup.")
    return None


class Taken(StorageError):
    """Another process wrote that number first: decide again on what it wrote."""

    def __init__(self, table: str, number: int) -> None:
        self.table, self.number = table, number
        super().__init__(f"Record {number} of table {table} is already written: decide again.")


class NoSpace(StorageError):
    """The disk is full: nothing of the commit was written."""


class Broken(StorageError):
    """Nobody can know what is on disk: stop the process and recover from the journal."""


class InUse(StorageError):
    """Another process has this data directory."""


class LostRecords(StorageError):
    """Records that were acknowledged are not in the journal any more: nothing may go on from there."""
