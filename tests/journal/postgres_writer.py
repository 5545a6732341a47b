"""A process that appends to a journal in PostgreSQL as fast as it can, and notes what was acknowledged."""

import sys
from itertools import cycle
from pathlib import Path

from sicbo.journal.postgres import PostgresJournal
from sicbo.journal.record import Draft, Head, chained, start_of

LARGEST_COMMIT = 5


def write(url: str, acknowledged: Path, enough: Path) -> None:
    """Append commits of one to five records until there are enough; note each acknowledged number."""
    journal = PostgresJournal(url, patience=60)
    head = journal.heads().get("T1", start_of("T1"))
    with acknowledged.open("a") as noted:
        for size in cycle(range(1, LARGEST_COMMIT + 1)):
            drafts = [Draft(1, "p-1", f"id-{head.number + place}", b"{}") for place in range(size)]
            records = chained("T1", head, drafts)
            journal.append(records)
            head = Head(records[-1].number, records[-1].hash)
            noted.write(f"{head.number}\n")
            noted.flush()
            if enough.exists():
                break
    journal.close()


if __name__ == "__main__":
    write(sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3]))
