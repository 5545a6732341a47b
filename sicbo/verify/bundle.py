"""A bundle: a directory, a zip file or a few files in memory, read with limits on everything."""

import io
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import IO, Any, Protocol

from sicbo.verify.canonical import Unusable, Wrong, loosely

FORMAT = "sicbo-bundle-2"
TABLES, JOURNAL, CHECKPOINTS = "tables/", ".journal", ".checkpoints"
LARGEST, LONGEST_LINE, MOST_TABLES = 8 << 20, 8 << 20, 10_000
UNREADABLE = (OSError, EOFError, zipfile.BadZipFile, zlib.error, ValueError, OverflowError)
"""What reading a damaged file raises; a file of a zip that says it lies past the end of any disk, too."""
PACKED = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)


class Bundle(Protocol):
    """Files by name."""

    def open(self, name: str) -> IO[bytes] | None:
        """One file, or None where there is none."""

    def names(self) -> Iterable[str]:
        """The names of the files in its folder of tables, at least."""


class InMemory:
    """A bundle that is held in memory."""

    def __init__(self, files: Mapping[str, bytes]) -> None:
        self.files = files

    def open(self, name: str) -> IO[bytes] | None:
        """One file."""
        return io.BytesIO(self.files[name]) if name in self.files else None

    def names(self) -> Iterable[str]:
        """The names of all files."""
        return self.files


class InDirectory:
    """A bundle that is a directory."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def open(self, name: str) -> IO[bytes] | None:
        """One file."""
        path = self.path / name
        try:
            return path.open("rb") if path.is_file() else None
        except OSError as error:
            raise Unusable(f"{name} cannot be read: {error.strerror}.") from None

    def names(self) -> Iterable[str]:
        """The names of the files of tables."""
        return [f"{TABLES}{path.name}" for path in (self.path / TABLES).glob("*")]


class InZip:
    """A bundle that is a zip file."""

    def __init__(self, path: Path) -> None:
        try:
            self.zip = zipfile.ZipFile(path)
        except (*UNREADABLE, NotImplementedError):
            raise Unusable(f"{path} is neither a directory nor a zip file that can be read.") from None
        names = self.zip.namelist()
        if len(set(names)) < len(names):
            raise Unusable(f"{path} has a file twice: another program may read the other one.")

    def open(self, name: str) -> IO[bytes] | None:
        """One file."""
        try:
            found = self.zip.getinfo(name)
        except KeyError:
            return None
        if found.compress_type not in PACKED:
            raise Unusable(f"{name} cannot be read from the zip file: pack it with deflate, or not at all.")
        try:
            return self.zip.open(found)
        except (*UNREADABLE, RuntimeError):
            raise Unusable(f"{name} cannot be read from the zip file: it is damaged, or locked.") from None

    def names(self) -> Iterable[str]:
        """The names of all files."""
        return self.zip.namelist()


def bundle_at(path: Path) -> Bundle:
    """The bundle at a place."""
    if not path.exists() and ("@" in str(path) or ":/" in str(path)):  # an address, maybe with a password
        raise Unusable("There is no such bundle: export a database first, with `sicbo journal export`.")
    if not path.exists():
        raise Unusable(f"There is no {path}: give a bundle, a directory or a zip file.")
    if (path / "journal.sqlite").exists() and not (path / "bundle.json").exists():
        raise Unusable(
            f"{path} is the data directory of a house: export it first, with `sicbo journal export`."
        )
    return InDirectory(path) if path.is_dir() else InZip(path)


def whole(bundle: Bundle, name: str) -> bytes:
    """A small file of a bundle."""
    found = bundle.open(name)
    if found is None:
        raise Unusable(f"The bundle has no {name}.")
    with found:
        return bounded(found, name)


def bounded(found: IO[bytes], name: str) -> bytes:
    """A small file whole, or a refusal to swallow a large one."""
    try:
        text = found.read(LARGEST + 1)
    except UNREADABLE as error:
        raise Unusable(f"{name} cannot be read: {error}.") from None
    if len(text) > LARGEST:
        raise Unusable(f"{name} is larger than {LARGEST >> 20} MiB.")
    return text


def lines_of(found: IO[bytes], name: str) -> Iterator[bytes]:
    """The lines of a file; one that is too long or unfinished is given as it is, and nothing after it."""
    readline = found.readline
    try:
        while line := readline(LONGEST_LINE):
            yield line
            if line[-1] != 10:
                return
    except UNREADABLE as error:
        raise Unusable(f"{name} cannot be read: {error}.") from None


class Contents:
    """What `bundle.json` says: the house and its tables."""

    def __init__(self, bundle: Bundle) -> None:
        told = json_of(whole(bundle, "bundle.json"), "bundle.json")
        if not isinstance(told, dict) or told.get("format") != FORMAT:
            raise Unusable(f"bundle.json is not of the format {FORMAT}.")
        self.house: Any = told.get("house")
        self.tables: Any = told.get("tables", ())
        fitting = isinstance(self.tables, list) and 0 < len(self.tables) <= MOST_TABLES
        if not isinstance(self.house, str) or not fitting or not all(map(_is_name, self.tables)):
            raise Unusable("bundle.json names no house, or no tables, or impossible ones.")
        if told.keys() - {"format", "house", "tables", "exported"} or len(set(self.tables)) < len(
            self.tables
        ):
            raise Unusable("bundle.json says something unknown, or a table twice.")


def _is_name(name: object) -> bool:
    return (
        isinstance(name, str) and 0 < len(name) <= 100 and not set(name) & set("/\\\n\t\0") and name[0] != "."
    )


def json_of(text: bytes, name: str) -> Any:
    """A small JSON file."""
    try:
        return loosely(text)
    except Wrong as wrong:
        raise Unusable(f"{name}: {wrong}.") from None
