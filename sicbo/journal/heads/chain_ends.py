"""The ends of chains: whether new records follow from them, and whether a journal still has all records."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, Protocol

from sicbo.errors import JournalError, LostRecords, Taken
from sicbo.journal.record import Head, Record, start_of

MOST_NAMED = 5

LAST = """
WITH RECURSIVE names (name) AS (
    SELECT min("table") FROM record
    UNION ALL SELECT (SELECT min("table") FROM record WHERE "table" > name) FROM names WHERE name IS NOT NULL)
SELECT name, number, hash FROM names JOIN record ON "table" = name
    AND number = (SELECT max(number) FROM record WHERE "table" = name)
"""


def followed(ends: Mapping[str, Head], records: Iterable[Record]) -> dict[str, Head]:
    """Return the new heads after these records; refuse a record that is not the next of its chain."""
    after: dict[str, Record] = {}
    for record in records:
        table, number = record.table, record.number
        end = after.get(table) or ends.get(table) or start_of(table)
        if number <= end.number:
            raise Taken(table, number)
        if number != end.number + 1 or record.before != end.hash:
            raise JournalError(table, number, "the record before it is not the last one here")
        after[table] = record
    return {table: Head(last.number, last.hash) for table, last in after.items()}


class Chains(Protocol):
    """A journal whose logs can be read."""

    def heads(self) -> dict[str, Head]:
        """Return the head of each log."""

    def read(self, table: str, after: int = 0) -> Iterator[Record]:
        """Return the records of a log in order, those after a number."""


class Shortfall(NamedTuple):
    """A log that lost records: the head that was acknowledged, and the head that it has now.

    If it has as many records or more, the record with that number is not the acknowledged one.
    """

    log: str
    had: Head
    has: Head

    def error(self) -> JournalError:
        """Return an error that names the first lost record."""
        return JournalError(self.log, min(self.had.number, self.has.number + 1), f"it is lost: {self}")

    def __str__(self) -> str:
        if self.has.number < self.had.number:
            return f"{self.log} has {self.has.number:,} of {self.had.number:,} records"
        return f"record {self.had.number:,} of {self.log} is not the one that was acknowledged"


def shortfalls(known: Mapping[str, Head], journal: Chains) -> list[Shortfall]:
    """Return the logs in which a journal is behind the acknowledged heads or differs from them."""
    ends = journal.heads() if known else {}
    pairs = ((log, had, ends.get(log) or start_of(log)) for log, had in sorted(known.items()))
    return [Shortfall(log, had, has) for log, had, has in pairs if not _holds(journal, log, had, has)]


def _holds(journal: Chains, log: str, had: Head, has: Head) -> bool:
    if has.number <= had.number:
        return has == had
    return next(journal.read(log, had.number - 1)).hash == had.hash


def refuse_shortfalls(where: object, found: Sequence[Shortfall]) -> None:
    """Refuse to continue with a journal that has lost records."""
    if not found:
        return
    worst = sorted(found, key=lambda one: one.has.number - one.had.number)
    named = "; ".join(map(str, worst[:MOST_NAMED]))
    more = f"; and {len(found) - MOST_NAMED:,} more logs" if len(found) > MOST_NAMED else ""
    raise LostRecords(
        f"The journal in {where} has lost records that were acknowledged: {named}{more}. Nothing was "
        "changed. Keep it as it is, and restore the newest backup into a new directory. If nothing better is "
        "left, `sicbo journal accept-loss` puts the loss on record and lets the house start."
    )
