"""Processes on one PostgreSQL with players between them, and everything that can happen to them."""

from pathlib import Path

import pytest

from tests.journal.postgres_server import Server, fresh_url
from tests.journal.proxy import Cut
from tests.processes.agreement import playing, settled_rounds
from tests.processes.balancer import Toxics
from tests.processes.houses import Many
from tests.processes.players import more, until
from tests.processes.terminals import Terminal

TABLE, NAMES, SCREENS = "sydney", ("ana", "ben", "cho"), ("dai", "eva")


@pytest.mark.timeout(240)
def test_a_process_killed_in_mid_round_and_cuts_around_commits(tmp_path: Path) -> None:
    """One of four processes is left: players and screens continue through it, and nothing is lost."""
    url = fresh_url()
    many = Many(url, tmp_path, 4)
    with playing(many, TABLE, NAMES[:1], SCREENS) as players:
        more(players)
        for cut in (Cut.ANSWER, Cut.BEFORE, Cut.LAST_WORD):
            many.cut(cut)
            more(players, 1)
        many.kill(0)
        more(players)
        many.start_again(0)
        for dies in (1, 2, 3):
            many.kill(dies)
        more(players)
    assert settled_rounds(url, TABLE, players) >= 2
    assert all(player.lost for player in players if isinstance(player, Terminal))


@pytest.mark.timeout(240)
def test_a_partition_a_slow_wire_and_a_database_that_restarts(tmp_path: Path) -> None:
    """A process without the database refuses or is silent; the others play on; then all show the same."""
    server = Server()
    server.start()
    try:
        many = Many(server.url, tmp_path)
        with playing(many, TABLE, NAMES[:1], SCREENS[:1]) as players:
            more(players)
            many.balancer.poison(1, Toxics(late=0.005, jitter=0.005, slices=1_000))
            more(players)
            server.kill()
            server.start()
            more(players)
            many.wires[0].drop()
            many.balancer.poison(0, Toxics(dead=True))
            more(players)
            many.wires[0].takes.set()
            many.balancer.poison(0, Toxics())
            many.back(0, players[0])
            more(players, 1)
        assert settled_rounds(server.url, TABLE, players) >= 2
    finally:
        server.stop()


@pytest.mark.timeout(240)
def test_a_follower_that_lags_and_a_wire_that_falls_silent(tmp_path: Path) -> None:
    """One of three processes receives no notifications, and decides on old records until it reads again.

    Then the connection of another passes no data and does not close. That process refuses until the
    connection is back, or ends after its patience and is restarted.
    """
    url = fresh_url()
    many = Many(url, tmp_path, 3)
    silent, deaf, table = many.wires[0], many.wires[2], f"/tables/{TABLE}"
    with playing(many, TABLE, NAMES[:2], SCREENS[:1]) as players:
        more(players, 1)
        deaf.hears.clear()
        more(players, 2)
        seen = max(said["seq"] for player in players for said in player.acknowledged.values())
        until(lambda: bool(many.says(2, table, players[0]).get("seq", 0) >= seen))
        assert deaf.held > 0
        silent.flows.clear()
        until(lambda: many.ended(0) or many.says(0, table, players[0]).get("code") == "no-database")
        more(players, 1)
        silent.flows.set()
        deaf.hears.set()
        many.back(0, players[0])
        more(players, 1)
    assert settled_rounds(url, TABLE, players) >= 2
