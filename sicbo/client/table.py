"""A live table for a player's program: follow it, place slips, read their outcome."""

import asyncio
import secrets
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from typing import Any

import msgspec
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.typing import Subprotocol

from sicbo.client.http import BASE, Http
from sicbo.i18n import message_from
from sicbo.server.schemas.table import PlayerView, SettlementShape, TableView

PROTOCOL = Subprotocol("sicbo.v1")
SETTLEMENTS_KEPT = 100
RECONNECT_SECONDS = 0.2
Json = dict[str, Any]


class StreamEvent(msgspec.Struct, frozen=True):
    """Something that happened.

    `type` is the type of the house's event, such as `step-performed`. Three more follow from the state of the
    table, whatever its rulebook calls the step: `bets-opened`, `bets-closed` and `settled`, which a void
    round has too.
    """

    type: str
    seq: int
    round: int
    dice: tuple[int, int, int] | None = None
    void: str | None = None
    clause: str = ""
    says: str = ""
    data: Json = {}


class Placed(msgspec.Struct, frozen=True):
    """A registered slip: `number` is its record, `receipt` is what the house signed."""

    state: str
    seq: int
    number: int
    round: int
    version: int
    total: int
    rack: int
    registered_at: str
    receipt: Json


class Table:
    """A live table. Use `connect` to make one."""

    def __init__(self, http: Http, name: str) -> None:
        self.http, self.name = http, name
        self._view: Json = {}
        self._mine: Json | None = None
        self._seq: int | None = None
        self._settled: dict[int, SettlementShape] = {}
        self._place_lock = asyncio.Lock()
        self._events: asyncio.Queue[StreamEvent] = asyncio.Queue()
        self._follow_task: asyncio.Task[None] | None = None

    @classmethod
    @asynccontextmanager
    async def connect(
        cls,
        address: str,
        table: str = "",
        *,
        name: str = "",
        seat: int | None = None,
        device: str = "",
        session: str = "",
        patience: float = 30.0,
    ) -> AsyncIterator["Table"]:
        """Connect to a table of the house at `address`, and sit down if `name` is given.

        `device` is the token of an enrolled terminal, which knows its table and seat. `session` is the cookie
        of a player who already sits there.
        """
        http, made = Http(address, device=device, session=session, patience=patience), None
        try:
            if not table:
                table = (await asyncio.to_thread(http.request, "GET", "/devices/mine"))["table"]
            made = cls(http, table)
            if name:
                body = {"name": name, "seat": seat}
                answer = await made._request("POST", "seats", body, secrets.token_urlsafe(16))
                made._mine = answer["mine"]
            await made._load()
            yield made
        finally:
            if made is not None:
                await made._stop_following()
            http.close()

    @property
    def view(self) -> TableView:
        """The public view of the table, as last received."""
        return msgspec.convert(self._view, TableView)

    @property
    def player_view(self) -> PlayerView | None:
        """The player's own view, or None for a spectator."""
        return msgspec.convert(self._mine, PlayerView | None)

    def settlement(self, number: int) -> SettlementShape | None:
        """Return the settlement of a round for this player, or None if they had no wager in it."""
        return self._settled.get(number)

    async def place(self, stakes: Mapping[str, int], *, number: int | None = None) -> Placed:
        """Register a whole slip in cents, in place of the one before; return its receipt once it is durable.

        Every attempt has the same key, so the slip is registered once or not at all.
        """
        async with self._place_lock:
            number = self._view["round"] if number is None else number
            slip = (self._mine or {}).get("slip")
            lines: list[Json] = [{"bet": bet, "cents": cents} for bet, cents in stakes.items()]
            body = {
                "round": number or 0,
                "version": slip["version"] + 1 if slip and slip["round"] == number else 1,
                "stakes": lines,
            }
            answer = await self._request("PUT", "slip", body, secrets.token_urlsafe(16))
            placed = msgspec.convert(answer, Placed)
            if self._mine is not None:
                kept = [{**one, "instrument": self._view["money"]} for one in lines]
                self._mine["slip"] = {name: answer[name] for name in ("round", "version", "total", "number")}
                self._mine["slip"]["stakes"], self._mine["rack"] = kept, placed.rack
            return placed

    async def ready(self, *, ready: bool = True) -> None:
        """Tell the automatic dealer that this player is ready; it deals as soon as every player is."""
        await self._request("POST", "ready", {"ready": ready}, "")

    async def leave(self) -> None:
        """Leave the seat."""
        await self._request("DELETE", "seats/mine", None, secrets.token_urlsafe(16))

    async def _request(self, method: str, path: str, body: object, key: str) -> Any:
        return await asyncio.to_thread(self.http.request, method, f"/tables/{self.name}/{path}", body, key)

    async def _load(self) -> None:
        whole = await asyncio.to_thread(self.http.request, "GET", f"/tables/{self.name}")
        self._update(whole)

    async def events(self) -> AsyncIterator[StreamEvent]:
        """Yield every event from the first call on, without a gap. A lost connection is opened again."""
        if self._follow_task is None:
            if self._view["betting"]["open"]:
                self._events.put_nowait(self._state_event("bets-opened", self._view["round"]))
            self._follow_task = asyncio.create_task(self._follow())
        while True:
            yield await self._events.get()

    async def _follow(self) -> None:
        while True:
            with suppress(OSError, ConnectionClosed, InvalidHandshake, TimeoutError):
                await self._follow_connection()
            await asyncio.sleep(RECONNECT_SECONDS)

    async def _stop_following(self) -> None:
        if self._follow_task is not None:
            self._follow_task.cancel()
            await asyncio.wait([self._follow_task])

    async def _follow_connection(self) -> None:
        address = self.http.address.replace("http", "ws", 1)
        since = "" if self._seq is None else f"?since={self._seq}"
        async with connect(
            f"{address}{BASE}/tables/{self.name}/stream{since}",
            subprotocols=[PROTOCOL],
            compression=None,
            max_size=None,
            additional_headers=self.http.headers(),
        ) as socket:
            while True:
                message: Json = msgspec.json.decode(await socket.recv())
                if message["t"] in ("snapshot", "news"):
                    for event in self._events_of(message):
                        self._events.put_nowait(event)

    def _events_of(self, message: Json) -> list[StreamEvent]:
        """Return the events of a message: those of its records, and those that follow from what changed."""
        before = {name: self._view.get(name) for name in ("betting", "result")}
        self._update(message)
        events = [
            StreamEvent(one["type"], record["seq"], one["data"].get("round") or 0, **_event_fields(one))
            for record in message.get("records", ())
            for one in record["events"]
        ]
        was_open, is_open = (before["betting"] or {}).get("open"), self._view["betting"]["open"]
        if was_open and not is_open:
            events.append(self._state_event("bets-closed", self._view["round"]))
        result = self._view["result"]
        if result and result["settled"] and (before["result"] or {}) != result:
            events.append(self._state_event("settled", result["round"], result))
        if is_open and not was_open:
            events.append(self._state_event("bets-opened", self._view["round"]))
        return events

    def _state_event(self, kind: str, number: int | None, result: Json | None = None) -> StreamEvent:
        dice, void = (result["dice"], result["void"]) if result else (None, None)
        return StreamEvent(kind, self._seq or 0, number or 0, dice and tuple(dice), void and void["ground"])

    def _update(self, message: Json) -> None:
        self._seq = message["seq"]
        self._view.update(message["view"])
        if "mine" in message:
            self._mine = message["mine"]
        settled = (self._mine or {}).get("settlement")
        if settled:
            shape = msgspec.convert(settled, SettlementShape)
            self._settled[shape.round] = shape
            while len(self._settled) > SETTLEMENTS_KEPT:
                del self._settled[min(self._settled)]


def _event_fields(event: Json) -> Json:
    dice = event["data"].get("dice")
    return {
        "dice": tuple(dice) if dice else None,
        "clause": event["clause"],
        "says": message_from(event["message"]).say(),
        "data": event["data"],
    }
