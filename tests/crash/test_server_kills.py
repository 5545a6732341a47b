"""Kills of the whole server with sockets, sessions and streams: at play, while it starts and as it opens."""

import os
import random
import shutil
from pathlib import Path
from statistics import median

import pytest

from tests.crash.halls import CrashTestHouse
from tests.soak.figures import add_count, set_figure

KILLS = int(os.environ.get("SICBO_SERVER_KILLS", "4"))
EACH = 31
"""Kills of one house, the first while it is made. Then comes another house, so the journal stays small."""


@pytest.mark.timeout(120 + 10 * KILLS)
def test_no_kill_of_a_server_loses_a_slip(tmp_path: Path) -> None:
    """Restarted on the same data and port each time, it loses no answer and does nothing twice."""
    chance, first_slips, before_open = random.Random(KILLS), list[float](), 0
    for first in range(0, KILLS, EACH):
        hall = CrashTestHouse(tmp_path / str(first), chance)
        with hall.play_and_finish():
            for turn in range(min(EACH, KILLS - first) - 1):
                hall.kill(turn)
        assert hall.rounds() > 0
        hall.verify()
        shutil.rmtree(hall.data)
        first_slips += hall.first_slips
        before_open += hall.before_open
        add_count("kills of a server with its sockets", hall.kills)
    add_count("kills of a server before it was open", before_open)
    set_figure("start to first acknowledgement after a kill, median, seconds", round(median(first_slips), 2))
    set_figure("start to first acknowledgement after a kill, slowest, seconds", round(max(first_slips), 2))
