"""Fields that a command or record leaves out have their usual value."""

from typing import Any

import pytest

from sicbo.machine.messages import Stamp
from sicbo.machine.structs import decoder, encode_sorted
from sicbo.table.messages.people import WinningsFreed
from sicbo.table.messages.round import OpenTable, RoundVoided, TableOpened

STAMP = Stamp("kim", None, 0, 0)
HAPPENED: dict[str, Any] = {"stamp": STAMP, "clause": "1", "command": "c1"}
OPENED: dict[str, Any] = {"minimum": 500, "maximum": None}


@pytest.mark.parametrize(
    ("kind", "said", "usual"),
    [
        (OpenTable, {"id": "c1", "stamp": STAMP, "minimum": 500}, {"unit": 1, "chip": 1, "seats": 0}),
        (
            TableOpened,
            HAPPENED | OPENED | {"unit": 1, "chip": 1, "approved_minimum": None, "equipment": ()},
            {"seats": 0, "confirmed": (), "profile": "home"},
        ),
        (RoundVoided, HAPPENED | {"round": 1, "ground": "FRAUD", "note": ""}, {"stands": False}),
        (WinningsFreed, HAPPENED | {"player": "ana", "round": 1, "cents": 5}, {"kept": False}),
    ],
    ids=lambda value: value.__name__ if isinstance(value, type) else "",
)
def test_what_is_left_out_is_the_usual(kind: type[Any], said: dict[str, Any], usual: dict[str, Any]) -> None:
    """Steps and chips are one cent, there are no seats, wagers are returned, and winnings were withheld."""
    message = decoder(kind)(encode_sorted(kind(**said)))

    assert {name: getattr(message, name) for name in usual} == usual
