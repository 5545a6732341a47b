"""Reading heads files in tests."""

from pathlib import Path

from sicbo.journal.heads.heads_file import read_heads
from sicbo.journal.record import Head


def heads_in(path: Path) -> dict[str, Head] | None:
    """Return the heads in a heads file; None if there is no file."""
    known = read_heads(path)
    return known.heads if known else None
