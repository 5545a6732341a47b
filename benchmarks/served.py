"""The two servers of `benchmarks/server.py`: a house with a hall full of terminals, and a bare echo."""

import asyncio
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import uvicorn
from litestar import Litestar, Response, WebSocket, post, put, websocket
from litestar.params import JSONBody

from sicbo.errors import Refusal
from sicbo.server.access.sessions import StaffAccount
from sicbo.server.live.home_tables import opening_fields
from sicbo.server.live.house import LiveHouse
from sicbo.server.main import reduce_garbage_collection, shorten_thread_switches, uvicorn_config
from sicbo.server.routes.play.slips import SlipRequest
from sicbo.server.settings import Settings
from sicbo.table.messages.people import TakeSeat
from sicbo.table.messages.round import BuyIn, OpenTable
from sicbo.table.round.opening import checklist

TABLE, CHIPS = "hall", 10_000_000


async def furnish(room: LiveHouse, terminals: int) -> dict[str, Any]:
    """Open a table with every player seated; return the tokens of the players, the device and the dealer."""
    live = await room.found_table(TABLE, "crown-sydney-2024")
    rules = live.table.rules
    confirmed = (*checklist(live.table.rulebook), *(one.id for one in rules.readings))
    words: dict[str, Any] = {
        **opening_fields(live.table, "floor"),
        "seats": terminals,
        "confirmed": confirmed,
    }
    opened = await room.submit_as_house(TABLE, OpenTable, **words)
    assert not isinstance(opened.outcome, Refusal), opened.outcome
    money, tokens = "value-chip", []
    for number in range(1, terminals + 1):
        token, session = room.sessions.begin_player(f"player{number}#bench", f"Player {number}")
        sat = room.new_command(TABLE, TakeSeat, session.person, None, player=session.person, seat=number)
        answer = await room.submit(sat)
        assert answer.record is not None
        session.pseudonym = answer.record.actor
        await room.submit_as_house(TABLE, BuyIn, player=session.pseudonym, cents=CHIPS, instrument=money)
        tokens.append(token)
    secret, pairing = room.devices.begin_pairing("bench", "terminal", "127.0.0.1")
    room.devices.confirm_pairing(pairing.code, TABLE, None, "bench")
    dealer = StaffAccount("dealer.id", "Dealer", "senior-manager", "no PIN opens it")
    room.sessions.add_staff(dealer)
    begun = room.sessions.begin_staff(dealer)
    assert begun is not None
    return {"players": tokens, "device": room.devices.collect_token(secret)[0], "dealer": begun[0]}


def house(data: Path, port: int, terminals: int, connections: int) -> None:
    """Run the house; print the tokens on one line once every player is seated."""
    settings = Settings(
        data=data, port=port, profile="floor", signatures=False, rate=1_000_000, connections=connections
    )
    under_way: list[asyncio.Future[None]] = []  # keeps references to running tasks

    def report_started(room: LiveHouse) -> None:
        async def ready() -> None:
            print(msgspec.json.encode(await furnish(room, terminals)).decode(), flush=True)

        under_way.append(asyncio.ensure_future(ready()))

    config = uvicorn_config(settings, on_open=report_started)
    config.port = port
    uvicorn.Server(config).run()


def echo(port: int) -> None:
    """Run a server on the same stack that decodes a slip, echoes it, and sends one event to readers."""
    readers: set[asyncio.Queue[str]] = set()

    @put("/slip", status_code=200)
    async def slip(data: JSONBody[SlipRequest]) -> Response[SlipRequest]:
        return Response(data)

    @post("/tell/{size:int}", status_code=200)
    async def tell(size: int) -> int:
        for reader in readers:
            reader.put_nowait("x" * size)
        return len(readers)

    @websocket("/stream")
    async def stream(socket: WebSocket[Any, Any, Any]) -> None:
        await socket.accept(subprotocols="sicbo.v1")
        queue: asyncio.Queue[str] = asyncio.Queue()
        readers.add(queue)
        while True:
            await socket.send_data(await queue.get(), mode="text")

    config = uvicorn_config(Settings(data=Path("nowhere"), rate=1_000_000, connections=100_000))
    app = Litestar([slip, tell, stream], logging_config=None)
    config.app, config.port, config.lifespan = app, port, "off"
    print("{}", flush=True)
    uvicorn.Server(config).run()


SERVERS: dict[str, Callable[..., None]] = {
    "house": lambda port, data, *counts: house(Path(data), int(port), *map(int, counts)),
    "echo": lambda port, *_: echo(int(port)),
}

if __name__ == "__main__":
    reduce_garbage_collection()
    shorten_thread_switches()
    SERVERS[sys.argv[1]](*sys.argv[2:])
