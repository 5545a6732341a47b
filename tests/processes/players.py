"""Players who continue through any process: they keep an id until it is answered, and every answer."""

import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any
from uuid import NAMESPACE_OID, uuid5

import httpx

from tests.server.houses import Browser

ASIDE = (502, 503, 504)
PATIENCE = 100.0


class Player(threading.Thread):
    """A player at a browser who stakes in every round.

    `sent` has every slip by its id: stakes, round and version. `acknowledged` has the slips that the house
    accepted. `pause` is the seconds between two slips.
    """

    def __init__(self, address: str, table: str, name: str, pause: float = 0.1) -> None:
        super().__init__(name=name, daemon=True)
        self.address, self.table, self.pause = address, table, pause
        self.browser = Browser(address)
        self.browser.http.timeout = httpx.Timeout(3.0)
        self.acknowledged: dict[str, dict[str, Any]] = {}
        self.sent: dict[str, tuple[dict[str, int], int, int]] = {}
        self.refused: set[str] = set()
        self.lost = self.given = 0
        self.rests = False
        self.wrong = ""
        self._ends = threading.Event()

    def run(self) -> None:
        """Sit down and play until stopped."""
        try:
            self.again(lambda: self.browser.sit(self.table, self.name))
            self.play()
        except Exception as error:
            self.wrong = repr(error)

    def play(self) -> None:
        """Stake until stopped."""
        while not self._ends.is_set():
            self._stake()

    def stop(self) -> None:
        """Finish the present slip, and stop."""
        self._ends.set()
        self.join(60)
        self.browser.http.close()

    def again(self, work: Any) -> Any:
        """Repeat a request until it is answered, and open a failed connection again at another process."""
        while True:
            with suppress(httpx.TransportError):
                return work()
            self.lost += 1
            time.sleep(0.05)

    def _stake(self) -> None:
        whole = self.again(lambda: self.browser.http.get(f"/tables/{self.table}"))
        if whole.status_code in ASIDE:
            time.sleep(0.05)
            return
        assert whole.status_code == 200, whole.text
        view, mine = whole.json()["view"], whole.json()["mine"]
        if not view["betting"]["open"] or mine is None or self.rests:
            time.sleep(self.pause)
            return
        self.given += 1
        version = (mine["slip"] or {"version": 0})["version"] + 1
        stakes = {"small": 100, "big": 100} if self.given % 2 else {"odd": 200}
        self.stake(stakes, view["round"], version)
        time.sleep(self.pause)

    def stake(self, stakes: dict[str, int], round_: int, version: int) -> dict[str, Any] | None:
        """Send a slip under its own id until it is answered, and return the answer if it was accepted."""
        key = str(uuid5(NAMESPACE_OID, f"{self.name}-{self.given:08d}"))
        sent = self.sent[f"web-{key}"] = stakes, round_, version
        answer = self.again(lambda: self.browser.slip(self.table, *sent, key))
        while answer.status_code in ASIDE:
            time.sleep(0.05)
            answer = self.again(lambda: self.browser.slip(self.table, *sent, key))
        assert answer.status_code < 500, answer.text
        if answer.status_code != 200:
            self.refused.add(f"web-{key}")
            return None
        said: dict[str, Any] = answer.json()
        self.acknowledged[f"web-{key}"] = said
        return said


def until(says: Callable[[], object], told: Callable[[], object] = str) -> None:
    """Wait for a condition; if it does not come true, fail with a description of the state."""
    deadline = time.monotonic() + PATIENCE
    while not says():
        assert time.monotonic() < deadline, told()
        time.sleep(0.02)


def latest_round(player: Player) -> int:
    """Return the last round in which a player registered a slip."""
    return max((one["round"] for one in list(player.acknowledged.values())), default=0)


def more(players: Sequence[Player], slips: int = 3) -> None:
    """Wait until every player has registered more slips."""
    wanted = [len(player.acknowledged) + slips for player in players]
    until(
        lambda: all(len(p.acknowledged) >= want or p.wrong for p, want in zip(players, wanted, strict=True)),
        lambda: [(p.name, want - len(p.acknowledged)) for p, want in zip(players, wanted, strict=True)],
    )
    assert [player.wrong for player in players if player.wrong] == []


def past(players: Sequence[Player], last: int) -> None:
    """Wait until every player has registered a slip in a later round than the one that was cut."""
    until(lambda: all(latest_round(player) > last or player.wrong for player in players))
