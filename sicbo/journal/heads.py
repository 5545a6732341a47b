"""Where chains end, and whether new records follow from there."""

from collections.abc import Iterable, Mapping

from sicbo.errors import JournalError, Taken
from sicbo.journal.record import Head, Record, start_of

LAST = """
WITH RECURSIVE names (name) AS (
    SELECT min("table") FROM record
    UNION ALL SELECT (SELECT min("table") FROM record WHERE "table" > name) FROM names WHERE name IS NOT NULL)
SELECT name, number, hash FROM names JOIN record ON "table" = name
    AND number = (SELECT max(number) FROM record WHERE "table" = name)
"""


def followed(ends: Mapping[str, Head], records: Iterable[Record]) -> dict[str, Head]:
    """Where the chains end that the records go on; refused where a record is not the next of its chain."""
    after: dict[str, Record] = {}
    for record in records:
        table, number = record.table, record.number
        end = after.get(table) or ends.get(table) or start_of(table)
        if number <= end.number:
            raise Taken(table, number)
        if number != end.number + 1 or record.before != end.hash:
            raise JournalError(table, number, "the record that it goes on from is not the last one here")
        after[table] = record
    return {table: Head(last.number, last.hash) for table, last in after.items()}
