"""`doctor`: what is wrong with a house, what to do about it, and which clause is at risk meanwhile."""

import os
import shutil
import socket
import tempfile
import time
import webbrowser
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Annotated, NamedTuple

import apsw
import httptools
import typer

from sicbo.cli.output import CHECK_FAILED, Json, machine, people
from sicbo.client.http import Http, Problem
from sicbo.errors import SicboError
from sicbo.house.export.readers import tables_of
from sicbo.house.export.sources import open_reader
from sicbo.house.identity.keys import Keys
from sicbo.house.maintenance.self_check import check
from sicbo.house.recovery.history import accepted_losses, lost_records
from sicbo.journal.notes import read_vkey
from sicbo.server.settings import Settings, read_settings

REGISTERED = "Singapore 5.2.1: a bet that was registered stands"
FAULTS = "Crown Sydney 7.5, Crown Melbourne 7.4, The Star 8.8: no play until a fault is put right"
NOTICES = "Crown Sydney 4.5.2, The Star 4.5: the time on a notice"
EVIDENCE = "Crown Sydney 10.12, The Star 9.13: what a dispute is decided by"
RESTORE = (
    "Stop. Keep this directory as it is: it is evidence. Restore a backup beside it: docs/guides/operator.md."
)
LEAST_FREE, SLOW_SYNC, OLDEST = 256 << 20, 0.25, 1_700_000_000


class Finding(NamedTuple):
    """One thing that was looked at: whether it is well, what was seen, what to do, what is at risk."""

    name: str
    well: bool
    says: str
    do: str = ""
    clause: str = ""


def directory(settings: Settings) -> Finding:
    """The data directory: there, ours alone, writable."""
    data = settings.data
    if not data.exists():
        return Finding("data", True, f"{data} is not there yet: the first start makes it.")
    if not os.access(data, os.W_OK | os.X_OK):
        return Finding(
            "data",
            False,
            f"{data} cannot be written.",
            "Give it to the account that runs sicbo: chown it.",
            REGISTERED,
        )
    if data.stat().st_mode & 0o077:
        return Finding("data", False, f"Others may read {data}.", f"chmod 700 {data}", EVIDENCE)
    return Finding("data", True, str(data))


def space(settings: Settings) -> Finding:
    """Room on the disk."""
    free = shutil.disk_usage(_nearest(settings.data)).free
    says = f"{free >> 20} MiB free"
    do = "Make room, or move the data directory to a larger disk."
    return Finding("disk", free >= LEAST_FREE, says, do, f"{REGISTERED}; {FAULTS}")


def sync(settings: Settings) -> Finding:
    """Whether the disk says when something is written, and how soon."""
    do = "Use a local disk whose writes can be synced, not a network share."
    try:
        with tempfile.NamedTemporaryFile(dir=_nearest(settings.data)) as file:
            file.write(b"sicbo")
            file.flush()
            began = time.perf_counter()
            os.fsync(file.fileno())
            took = time.perf_counter() - began
    except OSError as error:
        return Finding("fsync", False, f"Nothing can be synced there: {error.strerror}.", do, REGISTERED)
    return Finding("fsync", took < SLOW_SYNC, f"{1000 * took:.1f} ms", do, REGISTERED)


def keys(settings: Settings) -> Finding:
    """The key that the house signs with."""
    if not (settings.data / "keys").exists():
        return Finding("keys", True, "No key yet: the first start makes one.")
    try:
        return Finding("keys", True, Keys(settings.data).house().vkey.id)
    except (SicboError, OSError) as error:
        return Finding(
            "keys",
            False,
            str(error),
            "Bring back keys/house.key from its safe: see docs/reference/keys.md.",
            EVIDENCE,
        )


def library(settings: Settings) -> Finding:
    """The SQLite that is linked in; the journal refuses one that is too old."""
    return Finding("sqlite", True, f"{apsw.sqlite_lib_version()}, httptools {httptools.__version__}")


def clock(settings: Settings) -> Finding:
    """The machine's clock: not absurd, and not behind what the journal has seen, or not too far."""
    do = "Set the clock, and keep it by NTP or PTP."
    if time.time() < OLDEST:
        return Finding("clock", False, time.strftime("%Y-%m-%d"), do, NOTICES)
    try:
        ahead = (_last_wall(settings) / 1_000_000) - time.time()
    except SicboError:
        ahead = 0.0  # what is wrong with the journal is said in its own line
    if ahead > 1:
        starts = "goes on from the journal's time" if ahead <= settings.clock_behind else "does not start"
        says = f"The journal is {ahead:.0f} s ahead of this machine: the house {starts}."
        return Finding("clock", False, says, do, NOTICES)
    return Finding("clock", True, time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()))


def port(settings: Settings) -> Finding:
    """Whether the port is free; a house that answers there is well too."""
    where = (settings.host, settings.port)
    with socket.socket(socket.AF_INET6 if ":" in settings.host else socket.AF_INET) as made:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            made.bind(where)
        except OSError as error:
            says = f"{settings.host}:{settings.port}: {error.strerror}."
            return Finding("port", True, f"{says} `serve` takes the next free one.")
    return Finding("port", True, f"{settings.host}:{settings.port} is free.")


def browser(settings: Settings) -> Finding:
    """A browser to open the lobby in."""
    try:
        return Finding("browser", True, webbrowser.get().__class__.__name__)
    except webbrowser.Error:
        return Finding("browser", True, "None here: open the printed address on another machine.")


def journal(settings: Settings) -> Finding:
    """Every chain, checkpoint and ledger of the journal."""
    if not (settings.data / "journal.sqlite").exists():
        return Finding("journal", True, "There is none yet.")
    vkeys = [read_vkey(line) for line in Keys(settings.data).house_vkeys()]
    try:
        with closing(open_reader(str(settings.data))) as held:
            sound = [check(held, name, vkeys) for name in tables_of(held)]
    except SicboError as error:
        return Finding("journal", False, str(error), RESTORE, f"{REGISTERED}; {EVIDENCE}")
    return Finding("journal", True, f"{len(sound)} tables, {sum(one.records for one in sound)} records hold.")


def history(settings: Settings) -> Finding:
    """Whether the journal still has what was acknowledged, and what was once lost and accepted."""
    try:
        lost = lost_records(settings.journal or str(settings.data), settings.data)
        accepted = len(accepted_losses(settings.data))
    except SicboError as error:
        return Finding("history", False, str(error), RESTORE, REGISTERED)
    if lost:
        return Finding(
            "history", False, f"Records are lost: {'; '.join(map(str, lost))}.", RESTORE, REGISTERED
        )
    if not accepted:
        return Finding("history", True, "The journal has all that was acknowledged.")
    return Finding("history", True, f"Losses on record: {accepted}. See {settings.data}/keys/losses.")


LOOKS: tuple[Callable[[Settings], Finding], ...] = (
    directory,
    space,
    sync,
    keys,
    library,
    clock,
    port,
    browser,
    history,
    journal,
)


def _nearest(path: Path) -> Path:
    """The path, or the nearest directory above it that exists."""
    return next(one for one in (path, *path.parents) if one.is_dir())


def _last_wall(settings: Settings) -> int:
    if not (settings.data / "journal.sqlite").exists():
        return 0
    with closing(open_reader(str(settings.data))) as held:
        heads = held.heads()
        lasts = (list(held.read(name, head.number - 1)) for name, head in heads.items())
        return max((last[0].wall for last in lasts if last), default=0)


def _running(address: str) -> Iterator[Finding]:
    """What a running house says of itself."""
    with closing(Http(address, patience=2.0)) as house:
        try:
            ready = house.get("/readyz")
        except Problem as problem:
            ready = problem.said
        except SicboError as error:
            yield Finding("ready", False, str(error), "Look into its log, or start it.", FAULTS)
            return
    for name, well in ready["checks"].items():
        yield Finding(name, well, "as the house says", "Look into its log.", FAULTS)
    for says in ready.get("warnings", ()):
        yield Finding("witness", False, says, "Start the witness, or ask whoever runs it.", EVIDENCE)


def doctor(
    data: Annotated[Path | None, typer.Option("--data", help="The directory of the house.")] = None,
    at: Annotated[str | None, typer.Option("--at", help="Ask a running house instead.")] = None,
    json_wanted: Json = False,
) -> None:
    """Look a house over: what is wrong, what to do, which clause is at risk; exit code 3 if anything is."""
    if at is not None:
        found = list(_running(at))
    else:
        settings = read_settings({"data": data})
        found = [look(settings) for look in LOOKS]
    if json_wanted:
        machine([one._asdict() for one in found])
    else:
        for one in found:
            people().print(f"{'well ' if one.well else 'WRONG'}  {one.name:8} {one.says}", soft_wrap=True)
            if not one.well:
                people().print(
                    f"       {'':8} Do: {one.do}\n       {'':8} At risk: {one.clause}.", soft_wrap=True
                )
    if not all(one.well for one in found):
        raise typer.Exit(CHECK_FAILED)
