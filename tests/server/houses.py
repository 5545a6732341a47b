"""Running houses for the tests: a real uvicorn in a thread, and browsers that talk to it."""

import itertools
import secrets
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import msgspec
import uvicorn
from argon2 import PasswordHasher, profiles
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Subprotocol

from sicbo.server.access.sessions import StaffAccount
from sicbo.server.dealing.tumbler import Tumbler
from sicbo.server.live.house import LiveHouse
from sicbo.server.main import uvicorn_config
from sicbo.server.settings import Settings

Json = dict[str, Any]
PROTOCOL = "sicbo.v1"
WAIT = 20.0


class House:
    """A running house: its address, and its insides for inspection."""

    def __init__(self, address: str, room: LiveHouse) -> None:
        self.address, self.live_house = address, room
        self.browsers: list[Browser] = []

    def browser(self, **headers: str) -> "Browser":
        """Return a new browser without a session."""
        self.browsers.append(Browser(self.address, headers))
        return self.browsers[-1]


class Browser:
    """A browser, with a session once its person has sat down."""

    def __init__(self, address: str, headers: dict[str, str] | None = None) -> None:
        self.address = address
        self.http = httpx.Client(base_url=f"{address}/api/v1", headers=headers, timeout=WAIT)
        self.keys = (f"test-key-{id(self):x}-{number}" for number in itertools.count())

    def get(self, path: str, **query: Any) -> Any:
        """Return the content at an address, which must exist."""
        answer = self.http.get(path, params=query)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def send_request(
        self, method: str, path: str, body: object = None, key: str | None = None
    ) -> httpx.Response:
        """Send a request, with a new key unless one is given."""
        headers = {"Idempotency-Key": next(self.keys) if key is None else key}
        return self.http.request(method, path, json=body, headers=headers)

    def succeed(self, method: str, path: str, body: object = None, key: str | None = None) -> Any:
        """Send a request that must succeed."""
        answer = self.send_request(method, path, body, key)
        assert answer.status_code < 300, answer.text
        return answer.json() if answer.content else None

    def sit(self, table: str, name: str = "Anna") -> Json:
        """Sit down, and return the player's own part."""
        mine: Json = self.succeed("POST", f"/tables/{table}/seats", {"name": name})["mine"]
        return mine

    def console(self, table: str, rank: str = "senior-manager") -> Json:
        """Take a console, and return the staff view."""
        desk: Json = self.succeed("POST", f"/tables/{table}/console", {"rank": rank, "name": "Kim"})["desk"]
        return desk

    def open_bets(self, table: str) -> int:
        """Deal until bets are open, and return the number of the round."""
        while not (view := self.view(table))["betting"]["open"]:
            step = view["due"]["step"]
            self.perform(table, step, **({"tumbles": 3} if step == "spin" else {}))
        number: int = view["round"]
        return number

    def finish(self, table: str, dice: list[int]) -> Json:
        """Preview and confirm a result, finish the round, and return the preview."""
        self.deal_until(table, "enter")
        seen: Json = self.succeed("POST", f"/tables/{table}/result", {"dice": dice})
        self.succeed("POST", f"/tables/{table}/result/confirm", {"preview": seen["preview"]})
        while (view := self.view(table))["round"] is not None:
            self.perform(table, view["due"]["step"])
        return seen

    def view(self, table: str) -> Json:
        """Return the view of a table."""
        view: Json = self.get(f"/tables/{table}")["view"]
        return view

    def player_view(self, table: str) -> Json:
        """Return the player's own part at a table."""
        mine: Json = self.get(f"/tables/{table}")["mine"]
        return mine

    def slip(
        self, table: str, stakes: dict[str, int], round_: int, version: int = 1, key: str = ""
    ) -> httpx.Response:
        """Send a slip."""
        body = {
            "round": round_,
            "version": version,
            "stakes": [{"bet": bet, "cents": cents} for bet, cents in stakes.items()],
        }
        return self.send_request("PUT", f"/tables/{table}/slip", body, key or None)

    def perform(self, table: str, step: str, **said: Any) -> Json:
        """Perform a step of the round."""
        body = {"type": "perform", "step": step, **said}
        done: Json = self.succeed("POST", f"/tables/{table}/commands", body)
        return done

    def deal_until(self, table: str, until: str) -> None:
        """Perform every step before this one."""
        while (step := self.view(table)["due"]["step"]) != until:
            self.perform(table, step, **({"tumbles": 3} if step == "spin" else {}))

    def stream(self, table: str, since: int | None = None, **more: Any) -> "FollowedStream":
        """Follow a table."""
        return FollowedStream(self, f"tables/{table}", since, **more)

    def board(self, name: str, since: int | None = None) -> "FollowedStream":
        """Follow a tournament."""
        return FollowedStream(self, f"tournaments/{name}", since)


class FollowedStream:
    """The stream of a table or tournament, with the state that a screen keeps."""

    def __init__(
        self, browser: Browser, path: str, since: int | None = None, silence: float = WAIT, **more: Any
    ) -> None:
        address = browser.address.replace("http", "ws", 1)
        query = f"?since={since}" if since is not None else ""
        cookies = "; ".join(f"{one.name}={one.value}" for one in browser.http.cookies.jar)
        more.setdefault("additional_headers", {"Cookie": cookies} if cookies else {})
        self._connecting = connect(
            f"{address}/api/v1/{path}/stream{query}",
            subprotocols=[Subprotocol(PROTOCOL)],
            compression=None,
            max_size=None,
            **more,
        )
        self.socket: ClientConnection = self._connecting.__enter__()
        self._silence = silence
        self.view: Json = {}
        self.mine: Json | None = None
        self.desk: Json | None = None
        self.records: list[Json] = []
        self.seq: int | None = None
        self.kinds: list[str] = []

    def next(self) -> Json:
        """Return the next message and apply it as a screen does; a gap in the numbers fails the test."""
        message: Json = msgspec.json.decode(self.socket.recv(timeout=self._silence))
        self.kinds.append(message["t"])
        if message["t"] == "snapshot":
            self.view, self.mine, self.desk = message["view"], message["mine"], message.get("desk")
            self.seq = message["seq"]
        elif message["t"] == "news":
            assert self.seq is None or message["after"] == self.seq
            self.seq = message["seq"]
            self.view.update(message["view"])
            self.mine = message.get("mine", self.mine)
            self.desk = message.get("desk", self.desk)
            self.records += message.get("records", ())
        return message

    def until(self, holds: Any) -> Json:
        """Read until the view satisfies a condition."""
        while not (self.view and holds(self)):
            self.next()
        return self.view

    def __enter__(self) -> "FollowedStream":
        return self

    def __exit__(self, *reason: Any) -> None:
        self._connecting.__exit__(*reason)


def new_account(room: LiveHouse, member: str, rank: str) -> str:
    """Make an account with an unknown PIN, and return the token of a session."""
    secret = PasswordHasher.from_parameters(profiles.CHEAPEST).hash(secrets.token_hex())
    staff = StaffAccount(member, member.title(), rank, secret)
    room.sessions.add_staff(staff)
    begun = room.sessions.begin_staff(staff)
    assert begun
    return begun[0]


@contextmanager
def running_house(
    data: Path, tumbler: Tumbler | None = None, send_buffer: int = 0, **more: Any
) -> Iterator[House]:
    """Run a house in a thread, with a quick automatic dealer and without a rate limit by default."""
    given: Json = {"pace": 0.0, "betting_seconds": 60.0, "rate": 100_000, "bots": 0, **more}
    rooms: list[LiveHouse] = []
    plays = threading.Event()

    def report_started(room: LiveHouse) -> None:
        rooms.append(room)
        plays.set()

    listener = socket.create_server(("127.0.0.1", 0))
    if send_buffer:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, send_buffer)
    server = uvicorn.Server(uvicorn_config(Settings(data=data, **given), tumbler, report_started))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    try:
        assert plays.wait(WAIT), "The house does not start."
        house = House(f"http://127.0.0.1:{listener.getsockname()[1]}", rooms[0])
        yield house
        for browser in house.browsers:
            browser.http.close()
    finally:
        server.should_exit = True
        thread.join(WAIT)
        listener.close()
