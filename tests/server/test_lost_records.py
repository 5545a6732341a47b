"""A real house whose journal lost acknowledged records after a kill does not start."""

import re
import shutil
import signal
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from sicbo.journal.heads.heads_file import HEADS
from sicbo.journal.sqlite import FILE
from tests.journal.heads import heads_in
from tests.server.houses import WAIT, Browser
from tests.server.test_crash import running_process, start_process

WAL = f"{FILE}-wal"
FRAME, HEADER = 4096 + 24, 32


class KilledHouse(NamedTuple):
    """A house that was killed, and how many records of one table a reader has seen."""

    data: Path
    seen: int


@pytest.fixture(scope="module")
def killed_house(tmp_path_factory: pytest.TempPathFactory) -> KilledHouse:
    """Kill a house when some dozen acknowledged slips are only in the write-ahead log."""
    data = tmp_path_factory.mktemp("killed") / "house"
    with running_process(data) as house:
        player = Browser(house.address)
        player.sit("sydney", "Mei")
        with player.stream("sydney") as follows:
            number = follows.until(lambda seen: seen.view["betting"]["open"])["round"]
            for version in range(1, 31):
                answer = player.slip("sydney", {"small": 100 * version}, number, version)
                assert answer.status_code == 200, answer.text
        seen = answer.json()["number"]
        player.http.close()
        house.end(signal.SIGKILL)
    return KilledHouse(data, seen)


def start(data: Path) -> subprocess.CompletedProcess[str]:
    """Start the house, and return its output and exit code."""
    process = start_process(data, 0)
    try:
        said, complaint = process.communicate(timeout=WAIT)
    finally:
        process.kill()
    return subprocess.CompletedProcess([], process.returncode, said, complaint)


def flip_one_bit(data: Path) -> None:
    """Flip a bit in the middle of the log, where a frame has its page."""
    content = bytearray((data / WAL).read_bytes())
    frames = (len(content) - HEADER) // FRAME
    content[HEADER + frames // 2 * FRAME + 2000] ^= 1
    (data / WAL).write_bytes(content)


def remove_main_file(data: Path) -> None:
    """Remove the main file and keep its log."""
    (data / FILE).unlink()


@pytest.mark.parametrize("damage", [flip_one_bit, remove_main_file])
def test_16_a_house_does_not_start_on_a_journal_that_lost_acknowledged_records(
    killed_house: KilledHouse, tmp_path: Path, damage: Callable[[Path], None]
) -> None:
    """After SIGKILL and a flipped bit or a missing main file, the error has the figures."""
    data = tmp_path / "house"
    shutil.copytree(killed_house.data, data)
    had = heads_in(data / HEADS)
    assert had is not None and had["sydney"].number >= killed_house.seen
    damage(data)
    before = {path.name: path.read_bytes() for path in data.iterdir() if path.name in (FILE, WAL, HEADS)}

    ended = start(data)

    assert (ended.returncode, ended.stdout) == (7, "")
    assert "has lost records that were acknowledged" in ended.stderr
    assert re.search(rf"sydney has \d+ of {had['sydney'].number} records", ended.stderr)
    assert "sicbo journal accept-loss" in ended.stderr
    after = {path.name: path.read_bytes() for path in data.iterdir() if path.name in (FILE, WAL, HEADS)}
    assert after == before, "the evidence was changed"
