"""An actor of the storm: it keeps the id of a request until it is answered, and sends it again."""

from typing import Any

from sicbo.house.floor import NOT_REGISTERED
from sicbo.house.writer import BUSY, STOPPED
from tests.storm.house import House
from tests.storm.messages import LOOKS, NO_SESSION, Message, Reply, View
from tests.storm.weather import SECOND
from tests.storm.world import World

NOT_YET = (NOT_REGISTERED, BUSY.outcome, STOPPED.outcome)
PATIENCE = 4
FORGETS = 0.2
"""The chance that a restarting terminal forgets its pending request."""


class Actor:
    """A person at a table. A request is stored before it is sent, so that a restart does not lose it."""

    period = 2 * SECOND
    staff = restarts = False

    def __init__(self, world: World, house: House, table: str, name: str, rank: str = "") -> None:
        self.world, self.house, self.table, self.name = world, house, table, name
        self.person = f"p-{world.random.getrandbits(96):024x}"
        self.rank, self.token = rank, house.session(self.person, rank)
        if house.hands is not None and self.staff:
            house.hands.give(self.person)
        self.view: View | None = None
        self.pending: Message | None = None
        self.given = self.ticks = self.dark_until = 0
        self.resting = False
        house.tells(table, name, self.see)
        world.after(world.random.randint(0, self.period), self.tick)

    def tick(self) -> None:
        """Send an unanswered request again, fetch the state if none has come, or else act."""
        self.ticks += 1
        world = self.world
        world.after(world.random.randint(self.period // 2, 3 * self.period // 2), self.tick)
        if self.restarts and world.chance(world.weather.restart):
            self._go_dark()
        if world.now < self.dark_until:
            return
        if self.view is None or self.ticks % PATIENCE == 0:
            self._send(self.message(LOOKS, {}, self.see))
        if self.pending is not None:
            self._send(self.pending)
        elif self.view is not None and not self.resting:
            self.act(self.view.table)

    def _go_dark(self) -> None:
        """Restart, sometimes between a click and its answer; messages that come meanwhile are lost."""
        world = self.world
        world.counts["terminal restarts"] += 1
        world.counts["terminal restarts with an answer pending"] += self.pending is not None
        self.view, self.dark_until = None, world.now + world.random.randint(0, 4 * SECOND)
        if world.random.random() < FORGETS:
            self.pending = None

    def act(self, table: Any) -> None:
        """Act on the state of the table."""

    def answered(self, message: Message, reply: Reply) -> None:
        """Handle the answer to a request."""

    def see(self, view: View) -> None:
        """Take over a state that is newer than the last one."""
        if self.world.now >= self.dark_until and (self.view is None or view.seq > self.view.seq):
            self.view = view

    def message(self, kind: type[Any] | str, words: dict[str, Any], replies: Any) -> Message:
        """Return a request with a new id."""
        self.given += 1
        name, hands = f"{self.name}-{self.given}", self.house.hands
        if hands is None or not self.staff or isinstance(kind, str):
            return Message(self.name, self.token, self.table, kind, name, words, replies)
        signed = hands.sign(self.table, self.person, kind, name, words)
        return Message(self.name, self.token, self.table, kind, name, words, replies, signatures=signed)

    def ask(self, kind: type[Any] | str, /, **words: Any) -> Message:
        """Send a request, and repeat it until it is answered."""
        self.pending = self.message(kind, words, self.hear)
        self._send(self.pending)
        return self.pending

    def mention(self, kind: type[Any], /, around: bool = False, **words: Any) -> Message:
        """Send a request once, and ignore the answer."""
        message = self.message(kind, words, lambda reply: None)._replace(around=around)
        self._send(message)
        return message

    def _send(self, message: Message) -> None:
        self.world.send(self.name, "house", self.house.hear, message)

    def hear(self, reply: Reply) -> None:
        """Take a reply; one that says "not now" leaves the request pending."""
        pending = self.pending
        if pending is None or reply.id != pending.id or self.world.now < self.dark_until:
            return
        if reply.problem == NO_SESSION:
            self.world.counts["sessions lapsed"] += 1
            self.token = self.house.session(self.person, self.rank)
            self.pending = pending._replace(token=self.token)
            return
        if reply.answer is not None and reply.answer.outcome in NOT_YET:
            return
        self.pending = None
        self.answered(pending, reply)
