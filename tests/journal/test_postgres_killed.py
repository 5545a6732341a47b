"""PostgreSQL is killed under load many times: nothing that was acknowledged is lost."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from sicbo.journal.postgres import PostgresJournal
from sicbo.journal.record import Head, checked, start_of
from tests.journal.postgres_server import Server
from tests.journal.postgres_writer import LARGEST_COMMIT
from tests.soak.figures import counted

KILLS = int(os.environ.get("SICBO_PG_KILLS", "20"))
ROOT = Path(__file__).parent.parent.parent


class Writer:
    """A process that appends, with the file of its acknowledged records."""

    def __init__(self, url: str, home: Path) -> None:
        self.noted, self.enough = home / "acknowledged", home / "enough"
        self.noted.touch()
        command = (sys.executable, "-m", "tests.journal.postgres_writer")
        self.process = subprocess.Popen([*command, url, str(self.noted), str(self.enough)], cwd=ROOT)

    @property
    def acknowledged(self) -> int:
        """The last number that was acknowledged to the process."""
        whole, _, _ = self.noted.read_text().rpartition("\n")
        return int(whole.rpartition("\n")[2] or 0)

    def goes_on(self) -> None:
        """Wait until a new record is acknowledged."""
        before = self.acknowledged
        while self.acknowledged == before:
            assert self.process.poll() is None
            time.sleep(0.005)

    def kill(self) -> None:
        """Kill the process."""
        self.process.kill()
        self.process.wait()


@pytest.fixture
def server() -> Iterator[Server]:
    """A server for this test alone."""
    own = Server()
    own.start()
    yield own
    own.stop()


@pytest.mark.timeout(0)
def test_nothing_acknowledged_is_lost(server: Server, tmp_path: Path) -> None:
    """After each kill: acknowledged <= recovered <= acknowledged + in flight, and the chain is whole.

    Every second time the writer is killed too; otherwise it has to find out itself what became of its commit.
    """
    chance = Random(20)
    head = start_of("T1")
    writer = Writer(server.url, tmp_path)
    for kill in range(KILLS):
        writer.goes_on()
        time.sleep(chance.uniform(0, 0.1))
        server.kill()
        if kill % 2:
            writer.kill()
        acknowledged = writer.acknowledged
        server.start()
        head = recovered(server, head)
        assert acknowledged <= head.number
        if kill % 2:
            assert head.number <= acknowledged + LARGEST_COMMIT
            writer = Writer(server.url, tmp_path)
    writer.goes_on()
    writer.enough.touch()

    assert writer.process.wait(60) == 0
    assert recovered(server, head).number == writer.acknowledged > KILLS
    counted("kills of PostgreSQL", KILLS)


def recovered(server: Server, head: Head) -> Head:
    """Return where the chain ends now, after checking all records since the last look."""
    journal = PostgresJournal(server.url)
    for record in checked("T1", head, journal.read("T1", head.number)):
        head = Head(record.number, record.hash)
    journal.close()
    return head
