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
from sicbo.journal.record import Head, initial_head, verify_chain
from tests.journal.postgres_server import PostgresServer
from tests.journal.postgres_writer import LARGEST_COMMIT
from tests.soak.figures import add_count

KILLS = int(os.environ.get("SICBO_PG_KILLS", "20"))
ROOT = Path(__file__).parent.parent.parent


class WriterProcess:
    """A process that appends, with the file of its acknowledged records."""

    def __init__(self, url: str, home: Path) -> None:
        self.noted, self.enough = home / "acknowledged", home / "enough"
        self.noted.touch()
        command = (sys.executable, "-m", "tests.journal.postgres_writer")
        self.process = subprocess.Popen([*command, url, str(self.noted), str(self.enough)], cwd=ROOT)

    @property
    def acknowledged_number(self) -> int:
        """The last number that was acknowledged to the process."""
        whole, _, _ = self.noted.read_text().rpartition("\n")
        return int(whole.rpartition("\n")[2] or 0)

    def wait_for_progress(self) -> None:
        """Wait until a new record is acknowledged."""
        before = self.acknowledged_number
        while self.acknowledged_number == before:
            assert self.process.poll() is None
            time.sleep(0.005)

    def kill(self) -> None:
        """Kill the process."""
        self.process.kill()
        self.process.wait()


@pytest.fixture
def server() -> Iterator[PostgresServer]:
    """A server for this test alone."""
    own = PostgresServer()
    own.start()
    yield own
    own.stop()


@pytest.mark.timeout(0)
def test_nothing_acknowledged_is_lost(server: PostgresServer, tmp_path: Path) -> None:
    """After each kill: acknowledged <= recovered <= acknowledged + in flight, and the chain is whole.

    Every second time the writer is killed too; otherwise it has to find out itself what became of its commit.
    """
    chance = Random(20)
    head = initial_head("T1")
    writer = WriterProcess(server.url, tmp_path)
    for kill in range(KILLS):
        writer.wait_for_progress()
        time.sleep(chance.uniform(0, 0.1))
        server.kill()
        if kill % 2:
            writer.kill()
        acknowledged = writer.acknowledged_number
        server.start()
        head = recovered_head(server, head)
        assert acknowledged <= head.number
        if kill % 2:
            assert head.number <= acknowledged + LARGEST_COMMIT
            writer = WriterProcess(server.url, tmp_path)
    writer.wait_for_progress()
    writer.enough.touch()

    assert writer.process.wait(60) == 0
    assert recovered_head(server, head).number == writer.acknowledged_number > KILLS
    add_count("kills of PostgreSQL", KILLS)


def recovered_head(server: PostgresServer, head: Head) -> Head:
    """Return where the chain ends now, after checking all records since the last look."""
    journal = PostgresJournal(server.url)
    for record in verify_chain("T1", head, journal.read("T1", head.number)):
        head = Head(record.number, record.hash)
    journal.close()
    return head
