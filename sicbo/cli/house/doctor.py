"""`doctor`: diagnose a house; report each problem, its remedy and the clause at risk."""

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

from sicbo.cli.output import CHECK_FAILED, JsonOption, console, print_json
from sicbo.client.http import HouseProblem, Http
from sicbo.errors import SicboError
from sicbo.house.export.readers import log_names
from sicbo.house.export.sources import open_reader
from sicbo.house.identity.keys import Keys
from sicbo.house.maintenance.self_check import check_log
from sicbo.house.recovery.history import accepted_losses, lost_records
from sicbo.journal.notes import read_vkey
from sicbo.server.settings import Settings, read_settings

REGISTERED = "Singapore 5.2.1: a registered bet stands"
FAULTS = "Crown Sydney 7.5, Crown Melbourne 7.4, The Star 8.8: no play until a fault is rectified"
NOTICES = "Crown Sydney 4.5.2, The Star 4.5: the time on a notice"
EVIDENCE = "Crown Sydney 10.12, The Star 9.13: what a dispute is decided by"
RESTORE = "Stop. Keep this directory as evidence, and restore a backup next to it: docs/guides/operator.md."
LEAST_FREE_BYTES, SLOW_SYNC_SECONDS, EARLIEST_PLAUSIBLE_TIME = 256 << 20, 0.25, 1_700_000_000


class Diagnosis(NamedTuple):
    """The result of one check: whether it passed, what was found, the remedy and the clause at risk."""

    name: str
    well: bool
    says: str
    do: str = ""
    clause: str = ""


def check_directory(settings: Settings) -> Diagnosis:
    """Check that the data directory exists, is private and can be written."""
    data = settings.data
    if not data.exists():
        return Diagnosis("data", True, f"{data} does not exist yet; the first start creates it.")
    if not os.access(data, os.W_OK | os.X_OK):
        return Diagnosis(
            "data",
            False,
            f"{data} is not writable.",
            "Change its owner to the account that runs sicbo (chown).",
            REGISTERED,
        )
    if data.stat().st_mode & 0o077:
        return Diagnosis("data", False, f"{data} is readable by other users.", f"chmod 700 {data}", EVIDENCE)
    return Diagnosis("data", True, str(data))


def check_disk_space(settings: Settings) -> Diagnosis:
    """Check the free space on the disk."""
    free = shutil.disk_usage(_nearest_directory(settings.data)).free
    says = f"{free >> 20} MiB free"
    do = "Free some space, or move the data directory to a larger disk."
    return Diagnosis("disk", free >= LEAST_FREE_BYTES, says, do, f"{REGISTERED}; {FAULTS}")


def check_fsync(settings: Settings) -> Diagnosis:
    """Check that the disk confirms synced writes, and how quickly."""
    do = "Use a local disk that supports fsync, not a network share."
    try:
        with tempfile.NamedTemporaryFile(dir=_nearest_directory(settings.data)) as file:
            file.write(b"sicbo")
            file.flush()
            began = time.perf_counter()
            os.fsync(file.fileno())
            took = time.perf_counter() - began
    except OSError as error:
        return Diagnosis("fsync", False, f"Cannot sync files there: {error.strerror}.", do, REGISTERED)
    return Diagnosis("fsync", took < SLOW_SYNC_SECONDS, f"{1000 * took:.1f} ms", do, REGISTERED)


def check_keys(settings: Settings) -> Diagnosis:
    """Check the signing key of the house."""
    if not (settings.data / "keys").exists():
        return Diagnosis("keys", True, "No key yet; the first start creates one.")
    try:
        return Diagnosis("keys", True, Keys(settings.data).house_key().vkey.id)
    except (SicboError, OSError) as error:
        return Diagnosis(
            "keys",
            False,
            str(error),
            "Restore keys/house.key from its safe copy: see docs/reference/keys.md.",
            EVIDENCE,
        )


def report_sqlite(settings: Settings) -> Diagnosis:
    """Report the linked SQLite version; the journal itself refuses a version that is too old."""
    return Diagnosis("sqlite", True, f"{apsw.sqlite_lib_version()}, httptools {httptools.__version__}")


def check_clock(settings: Settings) -> Diagnosis:
    """Check that the clock is plausible and not behind the journal."""
    do = "Set the clock, and synchronise it by NTP or PTP."
    if time.time() < EARLIEST_PLAUSIBLE_TIME:
        return Diagnosis("clock", False, time.strftime("%Y-%m-%d"), do, NOTICES)
    try:
        ahead = (_last_recorded_time(settings) / 1_000_000) - time.time()
    except SicboError:
        ahead = 0.0  # a problem of the journal is reported by its own check
    if ahead > 1:
        starts = (
            "continues from the time of the journal" if ahead <= settings.clock_behind else "does not start"
        )
        says = f"The journal is {ahead:.0f} s ahead of this machine; the house {starts}."
        return Diagnosis("clock", False, says, do, NOTICES)
    return Diagnosis("clock", True, time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()))


def check_port(settings: Settings) -> Diagnosis:
    """Check whether the port is free; a port in use is not a failure."""
    where = (settings.host, settings.port)
    with socket.socket(socket.AF_INET6 if ":" in settings.host else socket.AF_INET) as made:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            made.bind(where)
        except OSError as error:
            says = f"{settings.host}:{settings.port}: {error.strerror}."
            return Diagnosis("port", True, f"{says} `serve` uses the next free port.")
    return Diagnosis("port", True, f"{settings.host}:{settings.port} is free.")


def check_browser(settings: Settings) -> Diagnosis:
    """Check for a browser to open the lobby in."""
    try:
        return Diagnosis("browser", True, webbrowser.get().__class__.__name__)
    except webbrowser.Error:
        return Diagnosis("browser", True, "No browser found. Open the printed address on another machine.")


def check_journal(settings: Settings) -> Diagnosis:
    """Check every chain, checkpoint and ledger of the journal."""
    if not (settings.data / "journal.sqlite").exists():
        return Diagnosis("journal", True, "No journal yet.")
    vkeys = [read_vkey(line) for line in Keys(settings.data).house_vkeys()]
    try:
        with closing(open_reader(str(settings.data))) as held:
            sound = [check_log(held, name, vkeys) for name in log_names(held)]
    except SicboError as error:
        return Diagnosis("journal", False, str(error), RESTORE, f"{REGISTERED}; {EVIDENCE}")
    return Diagnosis(
        "journal", True, f"{len(sound)} tables and {sum(one.records for one in sound)} records are intact."
    )


def check_history(settings: Settings) -> Diagnosis:
    """Check that the journal has every acknowledged record, and count the losses accepted before."""
    try:
        lost = lost_records(settings.journal or str(settings.data), settings.data)
        accepted = len(accepted_losses(settings.data))
    except SicboError as error:
        return Diagnosis("history", False, str(error), RESTORE, REGISTERED)
    if lost:
        return Diagnosis(
            "history", False, f"Records are lost: {'; '.join(map(str, lost))}.", RESTORE, REGISTERED
        )
    if not accepted:
        return Diagnosis("history", True, "The journal has every acknowledged record.")
    return Diagnosis(
        "history", True, f"Accepted losses on record: {accepted}. See {settings.data}/keys/losses."
    )


CHECKS: tuple[Callable[[Settings], Diagnosis], ...] = (
    check_directory,
    check_disk_space,
    check_fsync,
    check_keys,
    report_sqlite,
    check_clock,
    check_port,
    check_browser,
    check_history,
    check_journal,
)


def _nearest_directory(path: Path) -> Path:
    """Return the path, or its nearest ancestor that is a directory."""
    return next(one for one in (path, *path.parents) if one.is_dir())


def _last_recorded_time(settings: Settings) -> int:
    if not (settings.data / "journal.sqlite").exists():
        return 0
    with closing(open_reader(str(settings.data))) as held:
        heads = held.heads()
        lasts = (list(held.read(name, head.number - 1)) for name, head in heads.items())
        return max((last[0].wall for last in lasts if last), default=0)


def _check_running_house(address: str) -> Iterator[Diagnosis]:
    """Yield the checks that a running house reports about itself."""
    with closing(Http(address, patience=2.0)) as house:
        try:
            ready = house.get_page("/readyz")
        except HouseProblem as problem:
            ready = problem.content
        except SicboError as error:
            yield Diagnosis("ready", False, str(error), "Check its log, or start it.", FAULTS)
            return
    for name, well in ready["checks"].items():
        yield Diagnosis(name, well, "reported by the house", "Check its log.", FAULTS)
    for says in ready.get("warnings", ()):
        yield Diagnosis("witness", False, says, "Start the witness, or ask its operator.", EVIDENCE)


def doctor(
    data: Annotated[Path | None, typer.Option("--data", help="Data directory of the house.")] = None,
    at: Annotated[
        str | None, typer.Option("--at", help="Check the running house at this URL instead.")
    ] = None,
    json_wanted: JsonOption = False,
) -> None:
    """Diagnose a house: each problem, its remedy and the clause at risk; exit code 3 on failure."""
    if at is not None:
        found = list(_check_running_house(at))
    else:
        settings = read_settings({"data": data})
        found = [look(settings) for look in CHECKS]
    if json_wanted:
        print_json([one._asdict() for one in found])
    else:
        for one in found:
            console().print(f"{'ok   ' if one.well else 'FAIL '}  {one.name:8} {one.says}", soft_wrap=True)
            if not one.well:
                console().print(
                    f"       {'':8} Remedy: {one.do}\n       {'':8} At risk: {one.clause}.", soft_wrap=True
                )
    if not all(one.well for one in found):
        raise typer.Exit(CHECK_FAILED)
