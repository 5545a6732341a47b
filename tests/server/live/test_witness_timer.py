"""A running house submits its checkpoints to a witness automatically, and plays on if the witness is away."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

import httpx
import pytest

from sicbo.cli.main import main
from sicbo.house.identity.keys import Keys
from sicbo.house.witness.http import Server
from sicbo.house.witness.witness import Witness
from sicbo.journal.notes import COSIGNATURE, Key, read_checkpoint, read_vkey, verify
from tests.server.houses import WAIT, House, running

INSPECTOR = Key.new("inspector.example", COSIGNATURE)
HOUSE = "home.sicbo"


@contextmanager
def witnessing(store: Path, data: Path, port: int = 0) -> Iterator[Server]:
    """Run a witness that trusts the house whose keys are in a directory."""
    trusted = [read_vkey(line) for line in Keys(data).house_vkeys()]
    with (
        closing(Witness(store, INSPECTOR, trusted)) as witness,
        Server(("127.0.0.1", port), witness) as server,
    ):
        thread = threading.Thread(target=server.serve_forever, args=(0.02,))
        thread.start()
        yield server
        server.shutdown()
        thread.join()


def until(holds: Callable[[], bool]) -> None:
    """Wait until a condition holds."""
    deadline = time.monotonic() + WAIT
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def cosigned(house: House, table: str) -> int:
    """Return the largest size of a table that the witness has signed, according to the journal."""
    known = [read_vkey(line) for line in house.room.keys.house_vkeys()]
    sizes = [0]
    for one in house.room.journal.checkpoints(table):
        if INSPECTOR.vkey in [signed.vkey for signed in verify(one.note, [*known, INSPECTOR.vkey])]:
            sizes.append(read_checkpoint(one.note).size)
    return max(sizes)


def newest(house: House, table: str) -> int:
    """Return the size of the newest checkpoint of a table."""
    return max((one.size for one in house.room.journal.checkpoints(table)), default=0)


def warnings(house: House) -> list[str]:
    """Return the house's present warnings."""
    answer = httpx.get(f"{house.address}/readyz")
    assert answer.status_code == 200, answer.text
    said: list[str] = answer.json()["warnings"]
    return said


def close_bets(house: House, table: str) -> None:
    """Deal until the house has signed for the close of betting."""
    browser = house.browser()
    browser.sit(table)
    browser.console(table, "dealer")
    browser.open_bets(table)
    browser.deal(table, "enter")


def test_16_a_witness_is_asked_by_a_timer_and_play_goes_on_without_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Cosignatures are stored automatically; a witness that is away causes a warning until it is back."""
    data, store = tmp_path / "house", tmp_path / "witness"
    Keys(data).new_house(HOUSE)
    Keys(data).add_witness(INSPECTOR.vkey)
    with ExitStack() as later:
        with witnessing(store, data) as witness:
            port = witness.server_address[1]
            house = later.enter_context(running(data, witnesses=(witness.url,), witness_seconds=0.1))
            close_bets(house, "sydney")
            until(lambda: 0 < cosigned(house, "sydney") == newest(house, "sydney"))
            assert warnings(house) == []
        close_bets(house, "canberra")
        until(lambda: warnings(house) != [])
        assert "cannot be read" in warnings(house)[0]
        assert newest(house, "canberra") > cosigned(house, "canberra")
        assert main(["doctor", "--at", house.address]) == 3
        assert "FAIL   witness" in capsys.readouterr().out
        assert "sicbo_witness_failures_total 0.0" not in httpx.get(f"{house.address}/metrics").text
        with witnessing(store, data, port):
            until(lambda: 0 < cosigned(house, "canberra") == newest(house, "canberra"))
            until(lambda: warnings(house) == [])


def test_16_a_house_that_knows_no_key_of_its_witness_says_so(tmp_path: Path) -> None:
    """The warning lasts until the key is added, beside the running house."""
    data = tmp_path / "house"
    Keys(data).new_house(HOUSE)
    with (
        witnessing(tmp_path / "witness", data) as witness,
        running(data, profile="floor", witnesses=(witness.url,), witness_seconds=0.1) as house,
    ):
        until(lambda: any("No witness key" in one for one in warnings(house)))
        Keys(data).add_witness(INSPECTOR.vkey)
        until(lambda: warnings(house) == [])
