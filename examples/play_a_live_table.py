"""How does a program play at a live table? This one starts its own house and plays three rounds."""

import asyncio
import os
import subprocess
import sys
import tempfile

from sicbo import money
from sicbo.client import Table

QUICK = {"SICBO_PACE": "0.02", "SICBO_BOTS": "0", "PYTHONUNBUFFERED": "1"}
SERVE = [sys.executable, "-m", "sicbo", "serve", "--no-browser", "--port", "0", "--data"]


async def play(address: str) -> None:
    async with Table.connect(address, "sydney", name="Anna") as table:
        settled = 0
        async for event in table.events():
            if event.type == "bets-opened":
                placed = await table.place({"small": 1_000, "domino-14": 500})
                print(f"round {placed.round}: {money(placed.total)} registered as record {placed.number}")
                await table.ready()
            elif event.type == "settled" and (mine := table.settlement(event.round)):
                print(f"round {event.round}: {event.dice}, net {money(mine.net)}")
                settled += 1
            if settled == 3:
                return


os.environ.update(QUICK)
with (
    tempfile.TemporaryDirectory() as data,
    subprocess.Popen([*SERVE, data], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as house,
):
    asyncio.run(play(house.stdout.readline().split()[-1]))
    house.terminate()
