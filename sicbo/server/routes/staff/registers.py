"""Register routes: read-only, for inspectors and managers."""

import asyncio
from typing import Annotated

from litestar import Response, get
from litestar.params import QueryParameter

from sicbo.house.export.registers import REGISTERS, Entered, as_csv, only, registers
from sicbo.server.access.sessions import INSPECTOR
from sicbo.server.live.house import Room
from sicbo.server.problems import Problem
from sicbo.server.requests import Asking, room_of, who
from sicbo.server.schemas import table as table_schemas

MAY_LOOK = ("manager", "senior-manager", INSPECTOR)
MOST_ROWS = 2_000
Day = Annotated[str, QueryParameter(pattern=r"^([0-9A-Za-z -]{0,30})$")]
Register = Annotated[str, QueryParameter(pattern=r"^([a-z-]{0,20})$")]


class RowShape(table_schemas.Shape, frozen=True):
    """A row of a register."""

    register: str
    day: str
    at: str
    log: str
    record: int
    what: str
    by: str
    rank: str
    clause: str
    after: int | None
    says: str


class RegistersShape(table_schemas.Shape, frozen=True):
    """Rows of the registers, latest first, and the registers and days to choose from."""

    registers: tuple[str, ...]
    days: tuple[str, ...]
    rows: tuple[RowShape, ...]


def _looked_at(request: Asking) -> Room:
    room = room_of(request)
    if not room.settings.at_home and who(request).rank not in MAY_LOOK:
        raise Problem("authority-required", "Sign in as an inspector or a manager.", required_rank="manager")
    return room


def _rows(room: Room, day: str, register: str) -> tuple[list[Entered], list[str]]:
    with room.reading() as journal:
        every = list(only(registers(journal, room.people.meant), register))
    days = sorted({row.day for row in every}, reverse=True)
    return [row for row in every if day in ("", row.day)], days


@get("/registers")
async def view(request: Asking, day: Day = "", register: Register = "") -> RegistersShape:
    """List incidents, disputes, refused claims, exclusions and other entries, of one gaming day or of all."""
    rows, days = await asyncio.to_thread(_rows, _looked_at(request), day, register)
    latest = sorted(rows, key=lambda row: row.at, reverse=True)[:MOST_ROWS]
    return RegistersShape(
        registers=tuple(REGISTERS), days=tuple(days), rows=tuple(RowShape(**row._asdict()) for row in latest)
    )


@get("/registers.csv", media_type="text/csv")
async def sheet(request: Asking, day: Day = "", register: Register = "") -> Response[str]:
    """Return the same rows as a CSV file."""
    rows, _ = await asyncio.to_thread(_rows, _looked_at(request), day, register)
    headers = {"content-disposition": 'attachment; filename="registers.csv"'}
    return Response(as_csv(iter(rows)), media_type="text/csv", headers=headers)


ROUTES = [view, sheet]
