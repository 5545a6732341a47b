"""Places to crash in: memory where the machine has a directory for it, and the real disk."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

MEMORY = Path("/dev/shm")


@contextmanager
def fast_directory() -> Iterator[Path]:
    """A directory that is gone afterwards, in memory if there is such a place."""
    place = MEMORY if MEMORY.is_dir() and os.access(MEMORY, os.W_OK) else None
    with tempfile.TemporaryDirectory(prefix="sicbo-", dir=place) as name:
        yield Path(name)
