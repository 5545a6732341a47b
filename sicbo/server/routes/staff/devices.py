"""Device routes: a terminal or display asks to be paired, the pit desk approves, the device takes a token."""

from typing import Any, Literal

import msgspec
from litestar import Response, delete, get, post
from litestar.params import FromPath, JSONBody

from sicbo.errors import BadInput
from sicbo.game.ranks import Rank
from sicbo.i18n import message
from sicbo.server.access.authentication import device_cookie, require_recent_pin
from sicbo.server.access.devices import INTERVAL, PAIRING_SECONDS, Device
from sicbo.server.access.sessions import RANKS, Session
from sicbo.server.access.staff_names import is_displayable
from sicbo.server.problems import Problem
from sicbo.server.requests import ApiRequest, current_device, current_session, house_of, source_of
from sicbo.server.schemas import table as table_schemas
from sicbo.server.schemas.times import iso_time


class PairingRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The name and role of a device that asks to be paired."""

    name: str
    role: Literal["terminal", "display"] = "terminal"


class PairingShape(table_schemas.Shape, frozen=True):
    """A pairing: `user_code` for the device to show, and `device_code` for it to keep secret."""

    device_code: str
    user_code: str
    verification_uri: str
    expires_in: int
    interval: int


class PairingApproval(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The code that the device shows, and the table and seat at which it is placed."""

    user_code: str
    table: str
    seat: int | None = None


class TokenRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The secret of a pairing."""

    device_code: str


class DeviceShape(table_schemas.Shape, frozen=True):
    """An enrolled device."""

    device: str
    name: str
    role: str
    table: str
    seat: int | None
    approved_by: str
    since: str


class EnrolledDevice(DeviceShape, frozen=True):
    """An enrolled device with its token, which is shown only once."""

    token: str


def _device_fields(device: Device) -> dict[str, Any]:
    return {
        "device": device.id,
        "name": device.name,
        "role": device.role,
        "table": device.place,
        "seat": device.seat,
        "approved_by": device.by,
        "since": iso_time(device.made * 1_000_000),
    }


def _require_supervisor(request: ApiRequest) -> Session:
    """Return the caller's session, or raise `authority-required` if the caller ranks below supervisor."""
    asks = current_session(request)
    if RANKS.get(asks.rank, 0) < Rank.SUPERVISOR:
        raise Problem("authority-required", message("devices.ask-supervisor"), required_rank="supervisor")
    return asks


@post("/devices/pairings", status_code=201)
async def begin_pairing(request: ApiRequest, data: JSONBody[PairingRequest]) -> PairingShape:
    """Start a pairing. Show `user_code`, then request the token every `interval` seconds."""
    name = " ".join(data.name.split())
    if not is_displayable(name):
        raise BadInput(message("session.name-form"))
    secret, pairing = house_of(request).devices.begin_pairing(name, data.role, source_of(request))
    return PairingShape(
        device_code=secret,
        user_code=pairing.code,
        verification_uri="/pit",
        expires_in=PAIRING_SECONDS,
        interval=INTERVAL,
    )


@post("/devices/approvals", status_code=200)
async def approve_pairing(request: ApiRequest, data: JSONBody[PairingApproval]) -> DeviceShape:
    """Approve the device that shows this code, for a table or for one seat of it."""
    house, asks = house_of(request), _require_supervisor(request)
    require_recent_pin(asks)
    live = house.live_table(data.table)
    if data.seat is not None and not 1 <= data.seat <= max(live.table.seats, 1):
        raise BadInput(message("devices.no-such-seat", table=live.name, seats=live.table.seats))
    return DeviceShape(
        **_device_fields(house.devices.confirm_pairing(data.user_code, live.name, data.seat, asks.person))
    )


@post("/devices/tokens", status_code=200)
async def take_token(request: ApiRequest, data: JSONBody[TokenRequest]) -> Response[EnrolledDevice]:
    """Take the token of an approved device. A browser keeps it as a cookie."""
    token, device = house_of(request).devices.collect_token(data.device_code)
    shape = EnrolledDevice(**_device_fields(device), token=token)
    return Response(shape, cookies=[device_cookie(request, token)])


@get("/devices")
async def list_devices(request: ApiRequest) -> list[DeviceShape]:
    """List the enrolled devices."""
    _require_supervisor(request)
    return [DeviceShape(**_device_fields(one)) for one in house_of(request).devices.all_devices()]


@get("/devices/mine")
async def show_own_device(request: ApiRequest) -> DeviceShape:
    """Return the device that sent this request."""
    device = current_device(request)
    if device is None:
        raise Problem("device-required", message("devices.not-enrolled"))
    return DeviceShape(**_device_fields(device))


@delete("/devices/{device:str}", status_code=204)
async def revoke_device(request: ApiRequest, device: FromPath[str]) -> None:
    """Revoke a device and end its streams."""
    house = house_of(request)
    require_recent_pin(_require_supervisor(request))
    gone = house.devices.revoke(device)
    for live in house.live_tables.values():
        for reader in [one for one in live.stream.readers if one.device == gone.id]:
            reader.end()


ROUTES = [begin_pairing, approve_pairing, take_token, list_devices, show_own_device, revoke_device]
