"""Bundles: what a regulator receives, as a directory or a zip file. The same journal gives the same bytes."""

import os
import shutil
import zipfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, NamedTuple, Protocol

import msgspec

from sicbo.errors import BadInput, JournalError, storage_error_for
from sicbo.game.rulebook.publication import canonical_json, rulebook_sha256
from sicbo.house.commit import Signer
from sicbo.house.export.manifest import FILE as MANIFEST, listed_logs, signed_manifest
from sicbo.house.export.readers import JournalReader, founding_of
from sicbo.house.log_kinds import Founding
from sicbo.i18n import message
from sicbo.journal.notes import read_checkpoint, sync_directory
from sicbo.journal.record import Head, Record, initial_head
from sicbo.journal.store import Checkpoint
from sicbo.table.state import rules_of
from sicbo.verify.bundle import Contents, bounded, bundle_at, json_of, lines_of, whole
from sicbo.verify.canonical import Unusable
from sicbo.verify.keys import keys_of

FORMAT = "sicbo-bundle-2"
ZIP = ".zip"
BEGAN = (1980, 1, 1, 0, 0, 0)
MODE = 0o100600 << 16
UNIX = 3
LONGEST_NAME = 100
_encode = msgspec.json.Encoder(order="sorted").encode


class ExportedLog(NamedTuple):
    """One log of a bundle, with the number of its records and checkpoints."""

    table: str
    records: int
    checkpoints: int


class Sink(Protocol):
    """A destination for the files of a bundle."""

    def put(self, name: str, parts: Iterable[bytes]) -> int:
        """Write a file from its parts and return their number."""


class _FolderSink:
    def __init__(self, path: Path) -> None:
        self.path = path

    def put(self, name: str, parts: Iterable[bytes]) -> int:
        place = self.path / name
        place.parent.mkdir(mode=0o700, exist_ok=True)
        with open_private(place) as file:
            count = _write_parts(parts, file)
            file.flush()
            os.fsync(file.fileno())
        return count


class _ZipSink:
    def __init__(self, file: zipfile.ZipFile) -> None:
        self.file = file

    def put(self, name: str, parts: Iterable[bytes]) -> int:
        info = zipfile.ZipInfo(name, BEGAN)
        info.compress_type, info.create_system, info.external_attr = zipfile.ZIP_DEFLATED, UNIX, MODE
        with self.file.open(info, "w", force_zip64=True) as file:
            return _write_parts(parts, file)


def _write_parts(parts: Iterable[bytes], file: IO[bytes]) -> int:
    count = 0
    for part in parts:
        file.write(part)
        count += 1
    return count


@contextmanager
def atomic_path(out: Path) -> Iterator[Path]:
    """Provide a temporary path, and rename it to a new path `out` once it is written completely."""
    if out.exists():
        raise BadInput(f"{out} already exists: choose another name.")
    if not out.parent.is_dir():
        raise BadInput(f"There is no folder {out.parent}: make it first.")
    making = out.with_name(f"{out.name}.new")
    discard(making)
    try:
        yield making
        os.replace(making, out)
        sync_directory(out.parent)
    except OSError as error:
        raise storage_error_for(error, out) or error from error
    finally:
        discard(making)


def discard(path: Path) -> None:
    """Delete a file or a folder if it exists."""
    if path.is_dir():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


def open_private(path: Path) -> IO[bytes]:
    """Open a file for writing that only its owner can read."""
    return open(path, "wb", opener=lambda name, flags: os.open(name, flags, 0o600))


@contextmanager
def _open_sink(out: Path) -> Iterator[Sink]:
    with atomic_path(out) as making:
        if out.suffix == ZIP:
            with open_private(making) as whole_file:
                with zipfile.ZipFile(whole_file, "w") as file:
                    yield _ZipSink(file)
                whole_file.flush()
                os.fsync(whole_file.fileno())
        else:
            making.mkdir(mode=0o700)
            yield _FolderSink(making)


def export_bundle(
    journal: JournalReader,
    tables: Sequence[str] | None,
    keys: Mapping[str, object],
    out: Path,
    manifest: Signer | str | None,
) -> list[ExportedLog]:
    """Write some or all logs of a journal as a bundle. They are not judged: that is the verifier's task.

    The manifest is either signed now or a note that the house signed earlier. In the second case the bundle
    ends where the note does. Without a manifest the verifier reports that there is none.
    """
    heads = journal.heads()
    if isinstance(manifest, str):
        tables, heads = _limited_to_manifest(manifest, heads, tables)
    tables = sorted(heads) if tables is None else tables
    if not tables:
        raise BadInput(message("export.nothing"))
    firsts = {table: founding_of(next(iter(journal.read(table)))) for table in tables}
    house = _check_one_house(firsts)
    lasts = [next(iter(journal.read(table, heads[table].number - 1))) for table in tables]
    contents = {
        "format": FORMAT,
        "house": house,
        "tables": list(tables),
        "exported": max(record.wall for record in lasts),
    }
    books = {founding.sha256: _rulebook_text(founding) for founding in firsts.values()}
    if manifest is not None and not isinstance(manifest, str):
        manifest = signed_manifest(journal, heads, house, set(tables), manifest)
    with _open_sink(out) as sink:
        sink.put("bundle.json", [_encode(contents)])
        sink.put("keys.json", [_encode(keys)])
        if manifest is not None:
            sink.put(MANIFEST, [manifest.encode()])
        for name in sorted(books):
            sink.put(f"rulebooks/{name}.json", [books[name]])
        return [_export_log(sink, journal, table, heads[table].number) for table in tables]


def _limited_to_manifest(
    note: str, heads: Mapping[str, Head], requested: Sequence[str] | None
) -> tuple[list[str], dict[str, Head]]:
    """Return the logs that an old manifest shows, if they are in the journal, and where it says they end."""
    listed = listed_logs(note)
    shown = sorted(name for name, one in listed.items() if one.shown)
    if requested is not None and sorted(requested) != shown:
        raise BadInput(
            f"The house signed its list of logs for a bundle of {', '.join(shown)}: "
            "export without --table, or on the machine that has the house's key."
        )
    ends = {name: head for name, head in heads.items() if name in shown}
    for name, (number, _) in ends.items():
        ends[name] = Head(min(number, listed[name].size), b"")
    return sorted(ends), ends


def _check_one_house(firsts: Mapping[str, Founding]) -> str:
    for table in firsts:
        if len(table) > LONGEST_NAME or table.startswith(".") or set(table) & set("/\\\n\t\0"):
            raise BadInput(message("export.bad-name", table=repr(table)))
    houses = sorted({founding.house for founding in firsts.values()})
    if len(houses) > 1:
        raise BadInput(message("export.several-houses", houses=tuple(houses)))
    return houses[0]


def _rulebook_text(founding: Founding) -> bytes:
    rules = rules_of(founding.rulebook, founding.readings)
    if rulebook_sha256(rules) != founding.sha256:
        raise BadInput(message("export.other-version", table=founding.table, rulebook=founding.rulebook))
    return canonical_json(rules)


def _export_log(sink: Sink, journal: JournalReader, table: str, end: int) -> ExportedLog:
    records = sink.put(f"tables/{table}.journal", _record_lines(journal.read(table), end))
    notes = (_encode(one.note) + b"\n" for one in journal.checkpoints(table) if one.size <= end)
    return ExportedLog(table, records, sink.put(f"tables/{table}.checkpoints", notes))


def _record_lines(records: Iterable[Record], end: int) -> Iterator[bytes]:
    for record in records:
        if record.number > end:
            return
        head = f"{record.number}\t{record.wall}\t{record.actor}\t{record.id}\t{record.hash.hex()}\t"
        yield b"%b%b\n" % (head.encode(), record.text)


class BundleReader:
    """A bundle that is read like a journal. Nothing in it is trusted before it is checked."""

    def __init__(self, path: Path) -> None:
        try:
            self._bundle = bundle_at(path)
            self._tables: list[str] = Contents(self._bundle).tables
        except Unusable as error:
            raise BadInput(str(error)) from None

    def keys(self) -> dict[str, object]:
        """Return the public keys in the bundle."""
        try:
            found: dict[str, object] = json_of(whole(self._bundle, "keys.json"), "keys.json")
            known = keys_of(found)
        except Unusable as error:
            raise BadInput(str(error)) from None
        if not known.house:
            raise BadInput("keys.json has no key of the house, so the signatures cannot be checked.")
        return found

    def heads(self) -> dict[str, Head]:
        """Return the end of each log's chain."""
        ends = {}
        for table in self._tables:
            for record in self.read(table):
                ends[table] = Head(record.number, record.hash)
        return ends

    def read(self, table: str, after: int = 0) -> Iterator[Record]:
        """Yield the records of a log in order, those after a number."""
        number, before = initial_head(table)
        for line in self._lines_of(f"tables/{table}.journal"):
            number += 1
            record = _read_record(table, number, before, line)
            before = record.hash
            if number > after:
                yield record

    def checkpoints(self, table: str, after: int = 0) -> Iterator[Checkpoint]:
        """Yield the checkpoints of a log in order of size, those of more than `after` records."""
        for line in self._lines_of(f"tables/{table}.checkpoints"):
            try:
                note = msgspec.json.decode(line, type=str)
                size = read_checkpoint(note).size
            except (msgspec.MsgspecError, UnicodeDecodeError, BadInput) as error:
                raise JournalError(table, 1, f"a checkpoint cannot be read: {error}") from None
            if size > after:
                yield Checkpoint(table, size, note, b"")

    def checkpoints_around(self, table: str, number: int) -> tuple[Checkpoint | None, Checkpoint | None]:
        """Return the last checkpoint before a record, and the first one that covers it."""
        before, covers = None, None
        for one in self.checkpoints(table):
            if one.size >= number:
                covers = one
                break
            before = one
        return before, covers

    def manifest(self) -> str | None:
        """Return the house's signed list of its logs, or None if the bundle has none."""
        try:
            found = self._bundle.open(MANIFEST)
            if found is None:
                return None
            with found:
                return bounded(found, MANIFEST).decode()
        except (Unusable, UnicodeDecodeError) as error:
            raise BadInput(f"{MANIFEST} cannot be read: {error}") from None

    def close(self) -> None:
        """Do nothing: files are open only while they are read."""

    def _lines_of(self, name: str) -> Iterator[bytes]:
        try:
            found = self._bundle.open(name)
        except Unusable as error:
            raise BadInput(str(error)) from None
        if found is None:
            raise BadInput(f"The bundle has no {name}.")
        try:
            with found:
                yield from lines_of(found, name)
        except Unusable as error:
            raise BadInput(str(error)) from None


def _read_record(table: str, number: int, before: bytes, line: bytes) -> Record:
    parts = line.split(b"\t", 5)
    try:
        stated_number, wall, actor, command_id, hash_text, text = (part.decode() for part in parts)
        assert text.endswith("\n")
        return Record(
            table,
            int(stated_number),
            int(wall),
            actor,
            command_id,
            text[:-1].encode(),
            before,
            bytes.fromhex(hash_text),
        )
    except (ValueError, AssertionError):
        raise JournalError(table, number, "its line is not that of a record") from None
