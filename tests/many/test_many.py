"""Two processes on one PostgreSQL, players in between, and everything that can happen to them."""

import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.journal.postgres_server import Server, fresh_url
from tests.journal.proxy import Cut
from tests.many.houses import Many, playing, settled_rounds
from tests.many.players import Player

TABLE, NAMES = "sydney", ("ana", "ben", "cho")
PATIENCE = 100.0


def until(says: Callable[[], bool]) -> None:
    """Wait for something that has to come."""
    deadline = time.monotonic() + PATIENCE
    while not says():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def more(players: list[Player], slips: int = 3) -> None:
    """Wait until every player got some more slips registered."""
    wanted = [len(player.acknowledged) + slips for player in players]
    until(
        lambda: all(len(p.acknowledged) >= want or p.wrong for p, want in zip(players, wanted, strict=True))
    )


@pytest.mark.timeout(240)
def test_a_process_killed_in_mid_round_and_cuts_around_commits(tmp_path: Path) -> None:
    """Players go on through the other one; the table is dealt on; nothing acknowledged is lost."""
    url = fresh_url()
    many = Many(url, tmp_path)
    with playing(many, TABLE, NAMES) as players:
        more(players)
        for cut in (Cut.ANSWER, Cut.BEFORE, Cut.LAST_WORD):
            for wire in many.wires:
                wire.cut(cut)
            more(players, 2)
        many.kill(0)
        more(players)
        many.start_again(0)
        many.kill(1)
        more(players)
    assert settled_rounds(url, TABLE, players) >= 2
    assert sum(player.lost for player in players) > 0


@pytest.mark.timeout(240)
def test_a_partition_a_slow_wire_and_a_database_that_restarts(tmp_path: Path) -> None:
    """Who cannot reach the database says no or nothing; who can plays on; all agree in the end."""
    server = Server()
    server.start()
    try:
        many = Many(server.url, tmp_path)
        with playing(many, TABLE, NAMES[:2]) as players:
            more(players)
            many.balancer.targets[1][1].late = many.balancer.targets[1][1].jitter = 0.005
            many.balancer.targets[1][1].slices = 1_000
            more(players)
            server.kill()
            server.start()
            more(players)
            many.wires[0].shut()
            many.balancer.targets[0][1].dead = True
            more(players)
        assert settled_rounds(server.url, TABLE, players) >= 2
    finally:
        server.stop()
