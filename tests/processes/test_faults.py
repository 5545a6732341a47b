"""Random sequences of faults: whatever happens in whatever order, nothing is lost and all agree."""

import os
import random
from pathlib import Path

import pytest

from tests.journal.postgres_server import Server
from tests.processes.agreement import playing, settled_rounds
from tests.processes.faults import Misfortunes
from tests.processes.houses import Many
from tests.soak.figures import counted

MISFORTUNES = int(os.environ.get("SICBO_MISFORTUNES", "4"))
IN_A_ROW = 25


@pytest.mark.timeout(120 + 30 * min(MISFORTUNES, IN_A_ROW))
@pytest.mark.parametrize("seed", range(1, 1 + -(-MISFORTUNES // IN_A_ROW)))
def test_nothing_is_lost_whatever_happens(seed: int, tmp_path: Path) -> None:
    """There are two to four processes with players and screens; the name of the test has the seed."""
    few = min(MISFORTUNES, IN_A_ROW)
    server = Server()
    server.start()
    try:
        many = Many(server.url, tmp_path, random.Random(seed).randint(2, 4))
        with playing(many, "sydney", ("ana",), ("ben", "cho")) as players:
            misfortunes = Misfortunes(seed, many, server, players)
            for _ in range(few):
                misfortunes.befall()
            misfortunes.heal()
        assert settled_rounds(server.url, "sydney", players) >= 1
    finally:
        server.stop()
    counted("misfortunes of many processes", few)
    counted("slips acknowledged in misfortunes", sum(len(player.acknowledged) for player in players))
