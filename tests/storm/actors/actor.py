"""An actor of the storm: it keeps the id of a request until it is answered, and sends it again."""

from typing import Any

from sicbo.house.floor import DISK_FULL
from sicbo.house.writer import BUSY, STOPPED
from tests.storm.fault_rates import SECOND
from tests.storm.house import SimulatedHouse
from tests.storm.messages import FETCH_STATE, NO_SESSION, Reply, Request, SeenState
from tests.storm.world import World

RETRYABLE = (DISK_FULL, BUSY.outcome, STOPPED.outcome)
FETCH_EVERY = 4
FORGET_CHANCE = 0.2
"""The chance that a restarting terminal forgets its pending request."""


class Actor:
    """A person at a table. A request is stored before it is sent, so that a restart does not lose it."""

    period = 2 * SECOND
    staff = restarts = False

    def __init__(self, world: World, house: SimulatedHouse, table: str, name: str, rank: str = "") -> None:
        self.world, self.house, self.table, self.name = world, house, table, name
        self.person = f"p-{world.random.getrandbits(96):024x}"
        self.rank, self.token = rank, house.session(self.person, rank)
        if house.staff_keys is not None and self.staff:
            house.staff_keys.add_key(self.person)
        self.view: SeenState | None = None
        self.pending: Request | None = None
        self.given = self.ticks = self.dark_until = 0
        self.resting = False
        house.add_follower(table, name, self.take_state)
        world.schedule(world.random.randint(0, self.period), self.tick)

    def tick(self) -> None:
        """Send an unanswered request again, fetch the state if none has come, or else act."""
        self.ticks += 1
        world = self.world
        world.schedule(world.random.randint(self.period // 2, 3 * self.period // 2), self.tick)
        if self.restarts and world.chance(world.fault_rates.restart):
            self._restart_terminal()
        if world.now < self.dark_until:
            return
        if self.view is None or self.ticks % FETCH_EVERY == 0:
            self._send(self.new_request(FETCH_STATE, {}, self.take_state))
        if self.pending is not None:
            self._send(self.pending)
        elif self.view is not None and not self.resting:
            self.act(self.view.table)

    def _restart_terminal(self) -> None:
        """Restart, sometimes between a click and its answer; messages that come meanwhile are lost."""
        world = self.world
        world.counts["terminal restarts"] += 1
        world.counts["terminal restarts with an answer pending"] += self.pending is not None
        self.view, self.dark_until = None, world.now + world.random.randint(0, 4 * SECOND)
        if world.random.random() < FORGET_CHANCE:
            self.pending = None

    def act(self, table: Any) -> None:
        """Act on the state of the table."""

    def on_answer(self, message: Request, reply: Reply) -> None:
        """Handle the answer to a request."""

    def take_state(self, view: SeenState) -> None:
        """Take over a state that is newer than the last one."""
        if self.world.now >= self.dark_until and (self.view is None or view.seq > self.view.seq):
            self.view = view

    def new_request(self, kind: type[Any] | str, words: dict[str, Any], replies: Any) -> Request:
        """Return a request with a new id."""
        self.given += 1
        name, hands = f"{self.name}-{self.given}", self.house.staff_keys
        if hands is None or not self.staff or isinstance(kind, str):
            return Request(self.name, self.token, self.table, kind, name, words, replies)
        signed = hands.sign(self.table, self.person, kind, name, words)
        return Request(self.name, self.token, self.table, kind, name, words, replies, signatures=signed)

    def send_until_answered(self, kind: type[Any] | str, /, **words: Any) -> Request:
        """Send a request, and repeat it until it is answered."""
        self.pending = self.new_request(kind, words, self.on_reply)
        self._send(self.pending)
        return self.pending

    def send_once(self, kind: type[Any], /, around: bool = False, **words: Any) -> Request:
        """Send a request once, and ignore the answer."""
        message = self.new_request(kind, words, lambda reply: None)._replace(around=around)
        self._send(message)
        return message

    def _send(self, message: Request) -> None:
        self.world.send(self.name, "house", self.house.submit, message)

    def on_reply(self, reply: Reply) -> None:
        """Take a reply; one that says "not now" leaves the request pending."""
        pending = self.pending
        if pending is None or reply.id != pending.id or self.world.now < self.dark_until:
            return
        if reply.problem == NO_SESSION:
            self.world.counts["sessions lapsed"] += 1
            self.token = self.house.session(self.person, self.rank)
            self.pending = pending._replace(token=self.token)
            return
        if reply.answer is not None and reply.answer.outcome in RETRYABLE:
            return
        self.pending = None
        self.on_answer(pending, reply)
