"""Slips and Super Streaks: a player's wagers, answered once they are durable.

A slip does not pass through Litestar, which takes longer with a request than the rest of the house takes with
a slip. Its route is there all the same, so that the document has it.
"""

from time import monotonic
from typing import Annotated, Any

import msgspec
from litestar import Litestar, Response, post, put
from litestar.params import FromPath, JSONBody

from sicbo.house.entries import CommandRequest
from sicbo.house.identity.receipts import Receipt
from sicbo.i18n import message
from sicbo.server.access.authentication import command_id_of
from sicbo.server.access.sessions import Session
from sicbo.server.commands.bodies import refuse_unknown_words
from sicbo.server.commands.field_types import MOST_ENTRIES, BetText, FromOne, InstrumentText, SideText
from sicbo.server.http.error_responses import answer_problem
from sicbo.server.http.load_shedding import WaitingSlips
from sicbo.server.http.security import NO_STORE, Application, Receive, Scope, Send
from sicbo.server.live.stalled_journal import refuse_if_stalled
from sicbo.server.problems import Problem
from sicbo.server.requests import (
    ApiRequest,
    KeyHeader,
    StrictRequest,
    decode_body,
    house_of,
    player_session,
    recorded_answer,
)
from sicbo.server.schemas import table as table_schemas
from sicbo.server.schemas.times import iso_time
from sicbo.table.messages.parts import Stake
from sicbo.table.messages.round import RegisterSlip
from sicbo.table.messages.super_streak import PlaceStreak
from sicbo.table.money.racks import payout_instrument

SLIP_PATH = ["api", "v1", "tables", "slip"]
JSON_HEADER = (b"content-type", b"application/json")


class StakeRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One wager of a slip."""

    bet: BetText
    cents: FromOne
    instrument: InstrumentText | None = None


class SlipRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A whole slip."""

    round: FromOne
    version: FromOne
    stakes: Annotated[tuple[StakeRequest, ...], msgspec.Meta(max_length=MOST_ENTRIES["stakes"])]


class StreakRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A Super Streak on a side."""

    round: FromOne
    side: SideText


class SlipRegistration(table_schemas.Shape, frozen=True):
    """Proof that a slip is durable."""

    state: str
    seq: int
    number: int
    round: int
    version: int
    total: int
    rack: int
    registered_at: str
    receipt: Receipt


Registration = tuple[SlipRegistration, dict[str, str]]
"""A registration, and the header that marks one that was given before."""


async def register_slip(request: ApiRequest, table: str, slip: SlipRequest, key: str | None) -> Registration:
    """Register a whole slip in place of the previous one."""
    house, given = house_of(request), command_id_of(key)
    live = house.live_table(table)
    session = player_session(request, live)
    money, player = payout_instrument(live.table), session.pseudonym
    stakes = tuple([Stake(one.bet, one.cents, one.instrument or money) for one in slip.stakes])
    command = RegisterSlip(
        id=given,
        stamp=house.clock.stamp(player, None),
        player=player,
        round=slip.round,
        version=slip.version,
        stakes=stakes,
    )
    if any(one.instrument != money for one in stakes):
        refuse_unknown_words(command, colours=house.chip_colours())
    total = sum(one.cents for one in stakes)
    return await _register_wager(request, CommandRequest(table, command), session, money, total)


async def _register_wager(
    request: ApiRequest, asked: CommandRequest, session: Session, money: str, total: int
) -> Registration:
    house = house_of(request)
    answer, headers = await recorded_answer(house, asked, request)
    receipt, record, place = answer.receipt(), answer.record, house.floor.logs[asked.table]
    assert receipt is not None and record is not None
    done = SlipRegistration(
        state="REGISTERED",
        seq=place.head.number,
        number=record.number,
        round=receipt.round,
        version=receipt.version,
        total=total,
        rack=place.table.rack(session.pseudonym, money),
        registered_at=iso_time(record.wall),
        receipt=receipt,
    )
    return done, headers


@put("/tables/{table:str}/slip", status_code=200)
async def put_slip(
    request: ApiRequest, table: FromPath[str], data: JSONBody[SlipRequest], key: KeyHeader = None
) -> Response[SlipRegistration]:
    """Register a whole slip in place of the previous one."""
    done, headers = await register_slip(request, table, data, key)
    return Response(done, headers=headers)


@post("/tables/{table:str}/streaks", status_code=200)
async def place_streak(
    request: ApiRequest, table: FromPath[str], data: JSONBody[StreakRequest], key: KeyHeader = None
) -> Response[SlipRegistration]:
    """Place a Super Streak at the amount on the sign."""
    house, given = house_of(request), command_id_of(key)
    live = house.live_table(table)
    session = player_session(request, live)
    cents, money = live.table.streak_stake or 0, payout_instrument(live.table)
    said: dict[str, Any] = {
        "player": session.pseudonym,
        "round": data.round,
        "side": data.side,
        "cents": cents,
        "instrument": money,
    }
    asked = house.new_command(table, PlaceStreak, session.pseudonym, None, given, **said)
    done, headers = await _register_wager(request, asked, session, money, cents)
    return Response(done, headers=headers)


class SlipRoute:
    """Middleware that answers slips. While too many slips wait for too long, a new one is rejected with 503.

    A slip counts as waiting from when its body is complete.
    """

    def __init__(self, app: Application, api: Litestar, waiting: WaitingSlips) -> None:
        self.app, self._api, self._waiting = app, api, waiting
        problem = Problem("busy", message("requests.too-many-slips"))
        self._status, self._body = problem.status, problem.body("/")
        self._headers = [
            (b"content-type", b"application/problem+json"),
            (b"content-length", str(len(self._body)).encode()),
            (b"retry-after", str(problem.retry_after).encode()),
            NO_STORE,
        ]

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer a slip, and pass on any other request."""
        table = table_of_slip(scope)
        if table is None:
            await self.app(scope, receive, send)
            return
        scope["litestar_app"] = self._api
        request = StrictRequest(scope, receive, send)
        try:
            body = await _whole_body(receive)
            if not self._waiting.admit(monotonic()):
                await _send(send, self._status, self._headers, self._body)
                return
            try:
                await refuse_if_stalled(request)
                slip = decode_body(request, body, SlipRequest)
                key = request.headers.get("idempotency-key")
                done, headers = await register_slip(request, table, slip, key)
            finally:
                self._waiting.remove()
        except Exception as error:
            response = answer_problem(request, error).to_asgi_response(None, request)
            await response(scope, receive, send)
            return
        said = msgspec.json.encode(done)
        head = [JSON_HEADER, (b"content-length", str(len(said)).encode()), NO_STORE]
        head += [(name.lower().encode(), value.encode()) for name, value in headers.items()]
        await _send(send, 200, head, said)


def table_of_slip(scope: Scope) -> str | None:
    """Return the table of a player's slip, or None for any other request."""
    if scope["type"] != "http" or scope["method"] != "PUT":
        return None
    parts = [part for part in scope["path"].split("/") if part]
    return parts[3] if len(parts) == 5 and [*parts[:3], parts[4]] == SLIP_PATH else None


async def _send(send: Send, status: int, headers: list[tuple[bytes, bytes]], body: bytes) -> None:
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


async def _whole_body(receive: Receive) -> bytes:
    """Return the body of a request, once all of it has arrived."""
    message = await receive()
    body: bytes = message.get("body", b"")
    while message.get("more_body", False):
        message = await receive()
        body += message.get("body", b"")
    return body


ROUTES = [put_slip, place_streak]
