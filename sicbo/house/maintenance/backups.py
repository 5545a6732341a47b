"""Backups: a copy of a house while it plays, and what a restored copy lacks."""

import os
import shutil
from collections.abc import Iterable
from contextlib import ExitStack, closing
from pathlib import Path
from typing import NamedTuple

import apsw

from sicbo.errors import BadInput, NotFound, StorageError
from sicbo.house.export.bundles import made
from sicbo.house.export.manifest import FILE as MANIFEST, houses_in, signed_manifest
from sicbo.house.export.readers import Readable, SqliteReader, entry_of, open_file
from sicbo.house.identity.keys import Keys
from sicbo.house.identity.receipts import Receipt
from sicbo.house.identity.signatures import HouseSigner
from sicbo.house.recovery.history import make_heads
from sicbo.journal.notes import Key, read_checkpoint, sync_directory
from sicbo.journal.record import Head
from sicbo.journal.sqlite import FILE

NOTHING = Head(0, b"")
PRIVATE = ("house.key", "house.next")


def back_up(directory: Path, out: Path) -> dict[str, Head]:
    """Copy a house, except its private key, into a new folder; return the end of each log.

    The copy has the journal and the server's files beside it: accounts, devices, consoles, and the seeds that
    are still secret. All of it shows one moment, however long the copying takes, because the seed of a round
    in play is deleted when the next round begins. Only read transactions are used, so the writer is neither
    stopped nor waited for.
    """
    with ExitStack() as opened:
        sources = {FILE: opened.enter_context(closing(SqliteReader(directory))).connection}
        for beside in sorted({*directory.glob("*.sqlite")} - {directory / FILE}):
            sources[beside.name] = opened.enter_context(closing(open_file(beside)))
            sources[beside.name].execute("BEGIN")
        _begin_reading(sources.values())
        with made(out) as making:
            making.mkdir(mode=0o700)
            for name, source in sources.items():
                _copy(source, making / name)
            keys = directory / "keys"
            if keys.is_dir():
                shutil.copytree(keys, making / "keys", ignore=shutil.ignore_patterns(*PRIVATE))
            _sign_list(making, directory)
            sync_directory(making)
    return _heads(out)


def _begin_reading(connections: Iterable[apsw.Connection]) -> None:
    """Start the read transactions of these connections, the journal's first.

    A seed is written before its commitment and kept until the next one. So the files seen just after the
    journal have every seed that the journal needs.
    """
    try:
        for connection in connections:
            connection.execute("SELECT count(*) FROM sqlite_schema").fetchall()
    except apsw.Error as error:
        raise StorageError(f"The house cannot be read ({error}): check its disk.") from error


def _copy(source: apsw.Connection, target: Path) -> None:
    target.touch(mode=0o600)
    copy = apsw.Connection(str(target))
    try:
        with copy.backup("main", source, "main") as progress:
            progress.step()
        copy.pragma("journal_mode", "delete")
    except apsw.Error as error:
        raise StorageError(f"The backup cannot be written ({error}): make room, then try again.") from error
    finally:
        copy.close()


def _sign_list(copy: Path, directory: Path) -> None:
    """Write the house's signed list of logs into a copy, so that it can be verified without the key."""
    keys = Keys(directory)
    with closing(SqliteReader(copy)) as reader:
        heads = reader.heads()
        houses = houses_in(reader, heads)
        if len(houses) != 1 or not keys.has_house():
            return
        note = signed_manifest(reader, heads, houses.pop(), set(heads), HouseSigner.of(keys))
    with (copy / MANIFEST).open("w", encoding="utf-8") as file:
        file.write(note)
        file.flush()
        os.fsync(file.fileno())


def _heads(directory: Path) -> dict[str, Head]:
    copy = SqliteReader(directory)
    try:
        return copy.heads()
    finally:
        copy.close()


def restore(backup: Path, directory: Path, key: Path | None = None) -> dict[str, Head]:
    """Restore a backup to a new data directory, with the private key if given; return the end of each log."""
    if not (backup / FILE).is_file():
        raise NotFound("backup", str(backup), (), "Make one with `sicbo journal backup`.")
    with made(directory) as making:
        shutil.copytree(backup, making)
        making.chmod(0o700)
        for file in making.glob("*.sqlite"):
            file.chmod(0o600)
        if key is not None:
            _put_key(making, key)
        heads = _heads(making)
        make_heads(making, heads)
        return heads


def _put_key(directory: Path, key: Path) -> None:
    """Copy the private key into a data directory. It must be the key that the house signed with last."""
    vkeys, found = Keys(directory).house_vkeys(), Key.load(key)
    if vkeys and str(found.vkey) != vkeys[-1]:
        raise BadInput(f"{key} is not the key that this house signed with last: give that one.")
    found.save(directory / "keys" / PRIVATE[0])


class Loss(NamedTuple):
    """What a log lacks: records, and events if they can be counted.

    `differs` is the last record that both have, if its contents differ.
    """

    table: str
    records: int
    events: int | None = None
    differs: int | None = None


def lost_against(restored: Readable, original: Readable) -> list[Loss]:
    """Return what a restored journal lacks, log by log, compared with the original or a bundle of it."""
    here, there = restored.heads(), original.heads()
    return [
        _loss(table, here.get(table, NOTHING).number, there.get(table, NOTHING).number, restored, original)
        for table in sorted({*here, *there})
    ]


def _loss(table: str, have: int, had: int, restored: Readable, original: Readable) -> Loss:
    common, lost = min(have, had), max(0, had - have)
    if common and _hash_of(restored, table, common) != _hash_of(original, table, common):
        return Loss(table, lost, differs=common)
    events = sum(len(entry_of(record).events) for record in original.read(table, have))
    return Loss(table, lost, events)


def _hash_of(journal: Readable, table: str, number: int) -> bytes:
    return next(journal.read(table, number - 1)).hash


def lost_since(restored: Readable, notes: Iterable[str], receipts: Iterable[Receipt]) -> list[Loss]:
    """Return what a restored journal lacks at least, according to the notes of a witness and receipts."""
    seen: dict[str, int] = {}
    for table, number in (*map(_noted, notes), *((one.table, one.number) for one in receipts)):
        seen[table] = max(number, seen.get(table, 0))
    here = restored.heads()
    return [
        Loss(table, max(0, number - here.get(table, NOTHING).number))
        for table, number in sorted(seen.items())
    ]


def _noted(note: str) -> tuple[str, int]:
    head = read_checkpoint(note)
    return head.origin.rpartition("/")[2], head.size
