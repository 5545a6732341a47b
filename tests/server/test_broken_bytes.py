"""A real house with one broken byte in a text of its files: it does not start, and a sentence says why."""

import shutil
from contextlib import closing
from pathlib import Path

import apsw
import pytest

from sicbo.house.opening import open_house
from sicbo.house.recovery.snapshots import take_snapshot
from sicbo.journal.sqlite import FILE
from sicbo.server.access.access_database import FILE_NAME
from tests.server.houses import new_account, running_house
from tests.server.test_lost_records import start


@pytest.fixture(scope="module")
def stopped(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A stopped house with a player, an account and a snapshot."""
    data = tmp_path_factory.mktemp("stopped") / "house"
    with running_house(data) as house:
        house.browser().sit("sydney", "Mei")
        new_account(house.live_house, "kim", "manager")
    with open_house(str(data)) as opened:
        signer = opened.floor.signer
        opened.journal.keep_snapshot(take_snapshot(opened.floor.logs["sydney"], signer))
    return data


@pytest.mark.parametrize(
    ("file", "place"),
    [
        (FILE, "aside.value"),
        (FILE, "snapshot.note"),
        (FILE_NAME, "staff.name"),
        (FILE_NAME, "session.name"),
        ("keys/house.vkeys", ""),
    ],
)
def test_21_a_broken_byte_beside_the_chain_is_a_sentence(
    stopped: Path, tmp_path: Path, file: str, place: str
) -> None:
    """Names, snapshots, accounts, sessions and public keys are read at the start too."""
    data = tmp_path / "house"
    shutil.copytree(stopped, data)
    if place:
        table, column = place.split(".")
        with closing(apsw.Connection(str(data / file))) as database:
            broken = f"""cast(x'ff' || cast(substr("{column}", 2) AS BLOB) AS TEXT)"""
            database.execute(
                f"UPDATE {table} SET {column} = {broken} WHERE rowid = (SELECT max(rowid) FROM {table})"
            )
            assert database.changes() == 1
    else:
        (data / file).write_bytes(b"\xff" + (data / file).read_bytes()[1:])

    ended = start(data)

    assert (ended.returncode, ended.stdout) == (7, "")
    assert "cannot be read" in ended.stderr and "not valid UTF-8" in ended.stderr
    assert "newest backup" in ended.stderr
    assert "Traceback" not in ended.stderr
