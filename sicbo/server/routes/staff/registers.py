"""Register routes: read-only, for inspectors and managers."""

import asyncio
from typing import Annotated

from litestar import Response, get
from litestar.params import QueryParameter

from sicbo.house.export.registers import REGISTERS, RegisterRow, register_rows, rows_as_csv, rows_of_register
from sicbo.i18n import message
from sicbo.server.access.sessions import INSPECTOR
from sicbo.server.live.house import LiveHouse
from sicbo.server.problems import Problem
from sicbo.server.requests import ApiRequest, current_session, house_of
from sicbo.server.schemas import table as table_schemas

REGISTER_RANKS = ("manager", "senior-manager", INSPECTOR)
MOST_ROWS = 2_000
Day = Annotated[str, QueryParameter(pattern=r"^([0-9A-Za-z -]{0,30})$")]
Register = Annotated[str, QueryParameter(pattern=r"^([a-z-]{0,20})$")]


class RegisterRowShape(table_schemas.Shape, frozen=True):
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
    message: table_schemas.MessageShape


class RegistersShape(table_schemas.Shape, frozen=True):
    """Rows of the registers, latest first, and the registers and days to choose from."""

    registers: tuple[str, ...]
    days: tuple[str, ...]
    rows: tuple[RegisterRowShape, ...]


def _require_inspector(request: ApiRequest) -> LiveHouse:
    house = house_of(request)
    if not house.settings.at_home and current_session(request).rank not in REGISTER_RANKS:
        raise Problem("authority-required", message("session.manager-required"), required_rank="manager")
    return house


def _register_rows(house: LiveHouse, day: str, register: str) -> tuple[list[RegisterRow], list[str]]:
    with house.open_reading() as journal:
        every = list(rows_of_register(register_rows(journal, house.people.name_of), register))
    days = sorted({row.day for row in every}, reverse=True)
    return [row for row in every if day in ("", row.day)], days


def _row_shape(row: RegisterRow) -> RegisterRowShape:
    words = table_schemas.MessageShape(**row.message.data())
    return RegisterRowShape(**row._asdict() | {"message": words})


@get("/registers")
async def list_registers(request: ApiRequest, day: Day = "", register: Register = "") -> RegistersShape:
    """List incidents, disputes, refused claims, exclusions and other entries, of one gaming day or of all."""
    rows, days = await asyncio.to_thread(_register_rows, _require_inspector(request), day, register)
    latest = sorted(rows, key=lambda row: row.at, reverse=True)[:MOST_ROWS]
    return RegistersShape(
        registers=tuple(REGISTERS),
        days=tuple(days),
        rows=tuple(_row_shape(row) for row in latest),
    )


@get("/registers.csv", media_type="text/csv")
async def export_registers(request: ApiRequest, day: Day = "", register: Register = "") -> Response[str]:
    """Return the same rows as a CSV file."""
    rows, _ = await asyncio.to_thread(_register_rows, _require_inspector(request), day, register)
    headers = {"content-disposition": 'attachment; filename="registers.csv"'}
    return Response(rows_as_csv(iter(rows)), media_type="text/csv", headers=headers)


ROUTES = [list_registers, export_registers]
