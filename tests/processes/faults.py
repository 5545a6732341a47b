"""Random faults in a house of many processes, one after the other by a seed, some at the same time."""

import random
import signal
import time
from collections.abc import Callable, Sequence

from tests.journal.postgres_server import Server
from tests.journal.proxy import Cut
from tests.processes.balancer import Toxics
from tests.processes.houses import Many
from tests.processes.players import Player, more

Cure = Callable[[], object]
LONGEST = 3.0


class Misfortunes:
    """A sequence of faults by a seed. At least one process always stays healthy."""

    def __init__(self, seed: int, many: Many, server: Server, players: Sequence[Player]) -> None:
        self.many, self.server, self.players = many, server, players
        self._chance = random.Random(seed)
        self._ill: dict[int, Cure] = {}
        self._kinds = (self._killed, self._silent, self._deaf, self._frozen, self._slow, self._unanswered)
        self._left: list[Callable[[], str]] = []
        self.told: list[str] = []

    def befall(self) -> None:
        """Cause one more fault while play goes on, and repair some of the earlier ones."""
        if not self._left:
            self._left = [*(self._struck for _ in self._kinds), self._cut, self._restarted]
            self._chance.shuffle(self._left)
        self.told.append(self._left.pop()())
        self._watched()
        self._more()
        for index in [index for index in self._ill if self._chance.random() < 0.6]:
            self._cured(index)

    def heal(self) -> None:
        """Repair everything, and play on."""
        for index in list(self._ill):
            self._cured(index)
        for wire in self.many.wires:
            wire.spare()
        self._watched()
        self._more()

    def _more(self) -> None:
        """Check that every player goes on, and report the whole sequence if one does not."""
        try:
            more(self.players, 1)
        except AssertionError as error:
            error.add_note(f"{', '.join(self.told)}; ill: {sorted(self._ill)}")
            raise

    def _watched(self) -> None:
        """Restart a healthy process that ended because the database was away for longer than it waits."""
        for index in range(len(self.many.processes)):
            if index not in self._ill and self.many.ended(index):
                self.many.start_again(index)

    def _cured(self, index: int) -> None:
        self._ill.pop(index)()
        self.many.back(index, self.players[0])

    def _struck(self) -> str:
        """Cause a fault in one process. If all others have one, one of them is repaired first."""
        if len(self._ill) >= len(self.many.processes) - 1:
            self._cured(self._chance.choice(list(self._ill)))
        index = self._chance.choice([i for i in range(len(self.many.processes)) if i not in self._ill])
        kind = self._chance.choice(self._kinds)
        self._ill[index] = kind(index)
        return f"{kind.__name__} {index}"

    def _cut(self) -> str:
        where = self._chance.choice(list(Cut))
        self.many.cut(where)
        return f"cut {where.name}"

    def _restarted(self) -> str:
        self.server.kill()
        time.sleep(self._chance.random())
        self.server.start()
        return "database killed"

    def _killed(self, index: int) -> Cure:
        self.many.kill(index)
        return lambda: self.many.start_again(index)

    def _silent(self, index: int) -> Cure:
        """Its connection to the database passes no data and does not close."""
        self.many.wires[index].flows.clear()
        self._wait()
        return self.many.wires[index].flows.set

    def _deaf(self, index: int) -> Cure:
        """It receives no notifications, and decides on old records."""
        self.many.wires[index].hears.clear()
        return self.many.wires[index].hears.set

    def _frozen(self, index: int) -> Cure:
        """It is suspended, and resumes with old records."""
        process = self.many.processes[index].process
        process.send_signal(signal.SIGSTOP)
        self._wait()
        return lambda: process.send_signal(signal.SIGCONT)

    def _slow(self, index: int) -> Cure:
        """Its clients hear from it late, and in small pieces."""
        slices = self._chance.choice((1_000, 4_000))
        return self._poisoned(index, Toxics(late=0.002, jitter=0.01, slices=slices))

    def _unanswered(self, index: int) -> Cure:
        """Its clients receive nothing from it, and it receives nothing from them."""
        return self._poisoned(index, Toxics(dead=True))

    def _poisoned(self, index: int, toxics: Toxics) -> Cure:
        self.many.balancer.poison(index, toxics)
        return lambda: self.many.balancer.poison(index, Toxics())

    def _wait(self) -> None:
        time.sleep(self._chance.random() * LONGEST)
