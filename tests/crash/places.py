"""Directories to crash in: in memory if the machine has a directory for it, otherwise on disk."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

MEMORY = Path("/dev/shm")


@contextmanager
def fast_directory() -> Iterator[Path]:
    """A temporary directory, in memory if possible."""
    place = MEMORY if MEMORY.is_dir() and os.access(MEMORY, os.W_OK) else None
    with tempfile.TemporaryDirectory(prefix="sicbo-", dir=place) as name:
        yield Path(name)
