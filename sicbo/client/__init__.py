"""The client: drive a live table of a running house from Python.

async with Table.connect("http://localhost:8000", "sydney", name="Anna") as table:
    async for event in table.events():
        if event.type == "bets-opened":
            receipt = await table.place({"small": 1_000})
        elif event.type == "settled":
            print(event.dice, table.settlement(event.round))
"""

from sicbo.client.http import HouseProblem, Http, Unreachable
from sicbo.client.pairing import Enrolled, Pairing, pair, wait_for_approval
from sicbo.client.table import Placed, StreamEvent, Table

__all__ = [
    "Enrolled",
    "HouseProblem",
    "Http",
    "Pairing",
    "Placed",
    "StreamEvent",
    "Table",
    "Unreachable",
    "pair",
    "wait_for_approval",
]
