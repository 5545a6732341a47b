"""The client against a real process: it follows without a gap and places once, even through a kill."""

import asyncio
import http.client
import signal
from pathlib import Path
from typing import Any

import pytest

from sicbo.client import HouseProblem, Http, Table, Unreachable
from sicbo.errors import SicboError
from tests.server.houses import House
from tests.server.test_crash import running_process


def test_a_round_through_the_client_and_through_a_kill(tmp_path: Path) -> None:
    """The slip is placed before the kill and settled after the restart; the program only awaits events."""
    seen: list[str] = []

    async def plays(address: str, killed: Any) -> None:
        async with Table.connect(address, "sydney", name="Anna") as table:
            async for event in table.events():
                seen.append(event.type)
                if event.type == "bets-opened" and "placed" not in seen:
                    placed = await table.place({"small": 700, "big": 300})
                    again = await table.place({"small": 900})
                    assert (placed.version, again.version, again.rack) == (1, 2, 99_100)
                    seen.append("placed")
                    await asyncio.to_thread(killed)
                    await table.ready()
                elif event.type == "settled":
                    mine = table.settlement(event.round)
                    assert mine and mine.staked == 900 and event.dice == mine.dice
                    assert table.view.result and table.view.result.settled
                    return

    with running_process(tmp_path) as first:
        port = int(first.address.rpartition(":")[2])
        again = []

        def kill_house() -> None:
            first.end(signal.SIGKILL)
            made = running_process(tmp_path, port)
            again.append((made, made.__enter__()))

        asyncio.run(asyncio.wait_for(plays(first.address, kill_house), 100))
        again[0][0].__exit__(None, None, None)
    assert seen.count("bets-opened") >= 1
    assert "bets-closed" in seen
    assert "step-performed" in seen


def test_a_program_hears_what_the_decoder_says() -> None:
    """People read one sentence; programmers also need the place and the reason."""
    said = {"detail": "It cannot be read.", "errors": [{"pointer": "/round", "says": "Expected `int`"}]}
    assert str(HouseProblem(400, said)) == "It cannot be read. (/round: Expected `int`)"


def test_an_answer_that_was_lost_is_asked_for_with_the_same_key(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The slip was registered but the answer was lost; asking again registers nothing twice."""
    dealer = house.browser()
    dealer.console("singapore-1")
    number = dealer.open_bets("singapore-1")
    asked = http.client.HTTPConnection.getresponse
    lost: list[bytes] = []

    def deaf(connection: http.client.HTTPConnection) -> http.client.HTTPResponse:
        answer = asked(connection)
        if not lost and answer.status == 200 and answer.headers["content-type"] == "application/json":
            lost.append(answer.read())
            raise ConnectionResetError("cut")
        return answer

    async def plays() -> int:
        async with Table.connect(house.address, "singapore-1", name="Lena") as table:
            monkeypatch.setattr(http.client.HTTPConnection, "getresponse", deaf)
            placed = await table.place({"small": 500}, number=number)
            assert (
                table.player_view
                and table.player_view.slip
                and table.player_view.slip.version == placed.version == 1
            )
            return placed.number

    number_of_record = asyncio.run(plays())
    assert lost and f'"number":{number_of_record}' in lost[0].decode()


def test_a_no_carries_its_code_and_a_house_that_is_not_there_is_said_so(house: House) -> None:
    """Problems are raised with the house's own text, and retries end."""
    asks = Http(house.address)
    with pytest.raises(HouseProblem) as refused:
        asks.request("PUT", "/tables/sydney/slip", {"round": 1, "version": 1, "stakes": []})
    assert (refused.value.status, refused.value.code) == (401, "signed-out")
    asks.close()
    with pytest.raises(Unreachable, match="does not answer"):
        Http("http://127.0.0.1:9", patience=0.2).request("GET", "/tables")
    with pytest.raises(SicboError, match="Give the address"):
        Http("table.local")
