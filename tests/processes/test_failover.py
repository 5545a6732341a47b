"""Failover: the machine of the database is lost, its synchronous standby takes over, and the house pauses."""

import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from sicbo.errors import StorageBroken, StorageError
from sicbo.journal.postgres import PostgresJournal
from tests.journal.contract import make_records
from tests.journal.postgres_server import HOST, STANDBY, PostgresServer
from tests.processes.agreement import play_through, settled_rounds
from tests.processes.houses import ManyProcesses
from tests.processes.players import latest_round, wait_for_slips, wait_past_round
from tests.soak.figures import add_count

FAILOVERS = int(os.environ.get("SICBO_FAILOVERS", "1"))
FROZEN_SECONDS = 0.5


@pytest.fixture
def pair() -> Iterator[list[PostgresServer]]:
    """Run a primary that waits for its standby, and the standby."""
    servers = [PostgresServer(), PostgresServer()]
    try:
        primary, standby = servers
        primary.start()
        standby.follow(primary)
        primary.wait_for(STANDBY)
        yield servers
    finally:
        for server in servers:
            server.stop()


@pytest.mark.timeout(60 + 60 * FAILOVERS)
def test_a_standby_that_is_promoted_has_everything_acknowledged(
    pair: list[PostgresServer], tmp_path: Path
) -> None:
    """While the standby is away nothing is acknowledged.

    The primary is killed with slips in mid-commit, and the standby has only what is on its disk. The same
    processes, sessions and rounds continue there.
    """
    primary, standby = pair
    hosts = ",".join(f"{HOST}:{server.port}" for server in pair)
    url = f"postgresql://postgres@{hosts}/postgres?target_session_attrs=read-write"
    many = ManyProcesses(url, tmp_path, wired=False)
    with play_through(many, "sydney", ("ana", "ben", "cho")) as players:
        for again in range(FAILOVERS):
            if again:
                primary, standby = standby, primary
                standby.follow(primary)
                primary.wait_for(STANDBY)
            wait_for_slips(players)
            standby.send_signal(signal.SIGSTOP)
            time.sleep(0.5)
            said = [len(player.acknowledged) for player in players]
            cut = max(latest_round(player) for player in players)
            time.sleep(FROZEN_SECONDS)
            assert [len(player.acknowledged) for player in players] == said
            primary.kill()
            standby.kill()
            standby.start()
            standby.promote()
            wait_past_round(players, cut)
        assert [process.process.poll() for process in many.processes] == [None, None]
    assert settled_rounds(url, "sydney", players) >= 1
    add_count("failovers", FAILOVERS)


@pytest.mark.timeout(60)
def test_what_no_standby_may_have_is_not_believed(pair: list[PostgresServer]) -> None:
    """A primary that is killed in mid-commit shows the commit when it is back.

    A process that opens the journal waits until the standby has the commit, because what is read may be
    acknowledged.
    """
    primary, standby = pair
    journal, whole = PostgresJournal(primary.url, patience=0, silence=0.5), make_records("T1", 2)
    standby.send_signal(signal.SIGSTOP)
    with pytest.raises(StorageBroken):
        journal.append(whole)
    journal.close()
    primary.kill()
    primary.start()

    with psycopg.connect(primary.url) as plain:
        assert plain.execute("SELECT count(*) FROM record").fetchall() == [(2,)]
    with pytest.raises(StorageError, match="did not answer in time"):
        PostgresJournal(primary.url, silence=0.5)

    standby.send_signal(signal.SIGCONT)
    again = PostgresJournal(primary.url)
    assert list(again.read("T1")) == whole
    again.close()
