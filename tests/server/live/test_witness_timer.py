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
from sicbo.house.witness.http import WitnessServer
from sicbo.house.witness.witness import Witness
from sicbo.journal.notes import COSIGNATURE, SigningKey, read_checkpoint, read_vkey, verify_note
from tests.server.houses import WAIT, House, running_house

INSPECTOR = SigningKey.new("inspector.example", COSIGNATURE)
HOUSE = "home.sicbo"


@contextmanager
def run_witness(store: Path, data: Path, port: int = 0) -> Iterator[WitnessServer]:
    """Run a witness that trusts the house whose keys are in a directory."""
    trusted = [read_vkey(line) for line in Keys(data).house_vkeys()]
    with (
        closing(Witness(store, INSPECTOR, trusted)) as witness,
        WitnessServer(("127.0.0.1", port), witness) as server,
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


def cosigned_size(house: House, table: str) -> int:
    """Return the largest size of a table that the witness has signed, according to the journal."""
    known = [read_vkey(line) for line in house.live_house.keys.house_vkeys()]
    sizes = [0]
    for one in house.live_house.journal.checkpoints(table):
        if INSPECTOR.vkey in [signed.vkey for signed in verify_note(one.note, [*known, INSPECTOR.vkey])]:
            sizes.append(read_checkpoint(one.note).size)
    return max(sizes)


def newest(house: House, table: str) -> int:
    """Return the size of the newest checkpoint of a table."""
    return max((one.size for one in house.live_house.journal.checkpoints(table)), default=0)


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
    browser.deal_until(table, "enter")


def test_16_a_witness_is_asked_by_a_timer_and_play_goes_on_without_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Cosignatures are stored automatically; a witness that is away causes a warning until it is back."""
    data, store = tmp_path / "house", tmp_path / "witness"
    Keys(data).new_house_key(HOUSE)
    Keys(data).add_witness_key(INSPECTOR.vkey)
    with ExitStack() as later:
        with run_witness(store, data) as witness:
            port = witness.server_address[1]
            house = later.enter_context(running_house(data, witnesses=(witness.url,), witness_seconds=0.1))
            close_bets(house, "sydney")
            until(lambda: 0 < cosigned_size(house, "sydney") == newest(house, "sydney"))
            assert warnings(house) == []
        close_bets(house, "canberra")
        until(lambda: warnings(house) != [])
        assert "cannot be read" in warnings(house)[0]
        assert newest(house, "canberra") > cosigned_size(house, "canberra")
        assert main(["doctor", "--at", house.address]) == 3
        assert "FAIL   witness" in capsys.readouterr().out
        assert "sicbo_witness_failures_total 0.0" not in httpx.get(f"{house.address}/metrics").text
        with run_witness(store, data, port):
            until(lambda: 0 < cosigned_size(house, "canberra") == newest(house, "canberra"))
            until(lambda: warnings(house) == [])


def test_16_a_house_that_knows_no_key_of_its_witness_says_so(tmp_path: Path) -> None:
    """The warning lasts until the key is added, beside the running house."""
    data = tmp_path / "house"
    Keys(data).new_house_key(HOUSE)
    with (
        run_witness(tmp_path / "witness", data) as witness,
        running_house(data, profile="floor", witnesses=(witness.url,), witness_seconds=0.1) as house,
    ):
        until(lambda: any("No witness key" in one for one in warnings(house)))
        Keys(data).add_witness_key(INSPECTOR.vkey)
        until(lambda: warnings(house) == [])
