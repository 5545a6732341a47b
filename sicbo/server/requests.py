"""Requests: the caller, the table and the response, for every route."""

import re
import time
from functools import cache
from typing import Annotated, Any

import msgspec
from litestar import Request, Response
from litestar.datastructures import State
from litestar.params import HeaderParameter

from sicbo.errors import Refusal
from sicbo.game.rulebook.publication import enum_key
from sicbo.house.entries import CommandRequest
from sicbo.house.floor import CommandAnswer
from sicbo.house.identity.signatures import order_kind
from sicbo.i18n import message
from sicbo.server.access.authentication import (
    device_token_of,
    language_of,
    require_recent_pin,
    session_of,
)
from sicbo.server.access.devices import TERMINAL, Device
from sicbo.server.access.sessions import INSPECTOR, RANKS, Session
from sicbo.server.access.sign_in.known_browsers import network_of
from sicbo.server.commands.field_types import message_for
from sicbo.server.live.house import LiveHouse
from sicbo.server.live.live_table import LiveTable
from sicbo.server.live.table_stream import event_shape
from sicbo.server.logs import log
from sicbo.server.problems import ErrorShape, Problem, error_at, unreadable_request
from sicbo.server.schemas import staff as staff_schemas
from sicbo.server.schemas.times import iso_time
from sicbo.server.views.player import player_view
from sicbo.server.views.refusals import table_refusal_problem
from sicbo.server.views.staff import staff_view
from sicbo.server.views.table import table_view
from sicbo.server.write_budget import submit_within_budget
from sicbo.table.messages.parts import AreaLimits, Stake
from sicbo.table.messages.round import RegisterSlip

TABLE_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9-]{0,30}")
HIGHEST_RANK = "senior-manager"
ApiRequest = Request[Any, Any, State]
REPLAYED = {"Idempotency-Replayed": "true"}
KeyHeader = Annotated[str | None, HeaderParameter(name="Idempotency-Key")]


JSON = "application/json"
POSITIONS = {"areas": AreaLimits.__struct_fields__, "stakes": Stake.__struct_fields__}
"""The fields of what a command sends as an array in an array."""


class StrictRequest(Request[Any, Any, State]):
    """A request whose body is decoded once, as the exact type that its route takes."""

    async def json(self) -> Any:
        """Return the body, without converting text or fractions to integers."""
        body_type = self.route_handler.parsed_fn_signature.parameters["data"].annotation
        return decode_body(self, await self.body(), body_type)


def decode_body(request: ApiRequest, body: bytes, body_type: Any) -> Any:
    """Return a body as its type, or raise the problem that names the place of the error."""
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != JSON:
        raise Problem("wrong-type", message("requests.not-json", type=JSON))
    try:
        return _decoder(body_type).decode(body)
    except msgspec.DecodeError as error:
        raise _decoding_problem(error) from None


@cache
def _decoder(body_type: Any) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(body_type)


def _decoding_problem(error: msgspec.DecodeError) -> Problem:
    """Return the problem for a decoding error: a sentence about the field, or the decoder's own message."""
    says, found, place = str(error).rpartition(" - at `$")
    if not found:
        return unreadable_request(error_at("", place))
    known = error_at(place.rstrip("`").removeprefix("."), says)
    *_, before, last = ("", *known.pointer.split("/"))
    field = next(name for name in reversed(known.pointer.split("/")) if not name.isdigit())
    if last.isdigit() and before.isdigit() and field in POSITIONS:
        field = POSITIONS[field][int(last)]
    if about_field := message_for(says, field):
        shown = ErrorShape(pointer=known.pointer, says=about_field.say())
        return Problem("bad-request", about_field, errors=(shown,))
    return unreadable_request(known)


def house_of(request: Any) -> LiveHouse:
    """Return the running house."""
    house: LiveHouse = request.app.state.house
    return house


def source_of(request: ApiRequest) -> str:
    """Return the address or network that a request comes from, as a configured proxy reports it."""
    return network_of(request.client.host) if request.client else ""


def current_session(request: ApiRequest) -> Session:
    """Return the caller's session, or raise `signed-out`."""
    session = session_of(house_of(request), request)
    if session is None:
        raise Problem("signed-out", message("session.required"))
    return session


def acting_session(request: ApiRequest) -> Session:
    """Return the session of a caller who may give commands; inspectors have read-only access."""
    session = current_session(request)
    if session.rank == INSPECTOR:
        raise Problem("authority-required", message("session.inspectors-read-only"))
    return session


def current_device(connection: Any) -> Device | None:
    """Return the enrolled device that sent a request."""
    return house_of(connection).devices.find(device_token_of(connection))


def player_terminal(request: ApiRequest, live: LiveTable) -> Device | None:
    """Return the terminal at which a player acts: an enrolled one of this table on a floor, None at home."""
    if house_of(request).settings.at_home:
        return None
    device = current_device(request)
    if device is None or device.role != TERMINAL or device.place != live.name:
        raise Problem("device-required", message("devices.no-terminal-of-table"))
    return device


def player_session(request: ApiRequest, live: LiveTable) -> Session:
    """Return the session of a caller who has a seat or chips at the table."""
    session, device = acting_session(request), player_terminal(request, live)
    known = session.pseudonym
    seat = live.table.seated.get(known)
    if device and device.seat and (seat is None or seat.number != device.seat):
        raise Problem("not-seated", message("devices.other-seat", seat=device.seat))
    if not live.has_player(known):
        raise Problem("not-seated", message("tables.seat-required"))
    live.heard_at[known] = time.monotonic()
    return session


def staff_session(request: ApiRequest, table: str) -> tuple[Session, str]:
    """Return the caller's session and rank at a table."""
    session = acting_session(request)
    rank = house_of(request).rank_at(session, table)
    if not rank:
        raise Problem(
            "authority-required", message("session.staff-or-console-required"), required_rank="dealer"
        )
    return session, rank


async def give_command(
    house: LiveHouse, asked: CommandRequest, request: ApiRequest | None = None
) -> tuple[CommandAnswer, LiveTable, dict[str, str]]:
    """Return the answer to a command, or raise its refusal as a problem; a header marks a repeated answer.

    The sender of `request` pays for the record from a write budget; the house itself has no budget.
    """
    answer, headers = await recorded_answer(house, asked, request)
    return answer, house.live_table(asked.table), headers


async def recorded_answer(
    house: LiveHouse, asked: CommandRequest, request: ApiRequest | None
) -> tuple[CommandAnswer, dict[str, str]]:
    """Return the answer to a command with the header that marks a repeated one, or raise its refusal."""
    known = asked.command.id in house.floor.logs[asked.table].record_numbers
    answer = await (submit_within_budget(request, house, asked) if request else house.submit_in_time(asked))
    refused = isinstance(answer.outcome, Refusal)
    if isinstance(asked.command, RegisterSlip):
        house.metrics.count_slip(asked.table, "refused" if refused else "registered")
    if asked.command.stamp.rank is not None:
        _log_order(asked, answer, house.live_table(asked.table))
    if isinstance(answer.outcome, Refusal):
        raise table_refusal_problem(answer.outcome, asked, house.live_table(asked.table))
    return answer, REPLAYED if known else {}


def _log_order(asked: CommandRequest, answer: CommandAnswer, live: LiveTable) -> None:
    """Log an order of staff with its table, record number and rank, but without names and amounts."""
    rank, played = asked.command.stamp.rank, live.table.round
    if rank is not None:
        said = {
            "table": asked.table,
            "round": played.number if played else None,
            "seq": answer.record.number if answer.record else None,
            "actor_role": enum_key(rank),
            "refused": isinstance(answer.outcome, Refusal),
        }
        log.info(order_kind(asked), extra=said)


async def store_pseudonym(house: LiveHouse, session: Session, answer: CommandAnswer) -> None:
    """Store the pseudonym of a session's person, once the journal has one."""
    if not session.pseudonym and answer.record is not None:
        house.sessions.store_pseudonym(session, answer.record.actor)


def whole_table(
    request: ApiRequest, live: LiveTable, session: Session | None = None
) -> staff_schemas.WholeTable:
    """Return the parts of a table that the caller may see."""
    house = house_of(request)
    session = session or session_of(house, request)
    player = session.pseudonym if session else ""
    rank = house.rank_at(session, live.name)
    return staff_schemas.WholeTable(
        seq=live.seq,
        view=table_view(live),
        mine=player_view(live, player, language_of(request)) if live.has_player(player) else None,
        desk=staff_view(house, live, rank, session, language_of(request)) if session and rank else None,
    )


def json_response(
    content: object, status: int = 200, headers: dict[str, str] | None = None
) -> Response[bytes]:
    """Return a response in JSON."""
    return Response(
        msgspec.json.encode(content),
        status_code=status,
        headers=headers or {},
        media_type="application/json",
    )


def done_shape(live: LiveTable, answer: CommandAnswer) -> staff_schemas.CommandResult:
    """Return the effect of a command, for its sender."""
    assert answer.record is not None and not isinstance(answer.outcome, Refusal)
    return staff_schemas.CommandResult(
        seq=live.seq,
        number=answer.record.number,
        at=iso_time(answer.record.wall),
        events=tuple(map(event_shape, answer.outcome)),
    )


def session_and_rank(request: ApiRequest) -> tuple[Session | None, str]:
    """Return the caller's session and rank: at home the highest rank, on a floor that of staff."""
    house = house_of(request)
    session = session_of(house, request)
    if house.settings.at_home:
        return session, HIGHEST_RANK
    return session, session.rank if session and session.rank in RANKS else ""


def require_staff(request: ApiRequest) -> Session:
    """Return the caller's session, or raise `authority-required` if the caller is not staff."""
    asks = current_session(request)
    if not asks.rank:
        raise Problem("authority-required", message("session.staff-required"), required_rank="dealer")
    return asks


def require_senior_manager(request: ApiRequest) -> Session:
    """Return the caller's session, or raise `authority-required` if the caller is not a senior manager.

    A change also needs a recent PIN.
    """
    asks = current_session(request)
    if asks.rank != HIGHEST_RANK:
        raise Problem(
            "authority-required", message("session.senior-manager-required"), required_rank=HIGHEST_RANK
        )
    if request.method != "GET":
        require_recent_pin(asks)
    return asks
