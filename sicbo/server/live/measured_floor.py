"""The floor of a running house: it measures commits, and one thread at a time writes."""

import threading
import time
from collections.abc import Sequence

from sicbo.errors import BadInput, Taken
from sicbo.house.entries import Asked
from sicbo.house.floor import Answer, Floor
from sicbo.house.identity.keys import Keys
from sicbo.house.identity.pseudonyms import People
from sicbo.house.identity.signatures import Guard, HouseSigner
from sicbo.house.log_kinds import Founding
from sicbo.house.promotions import promised
from sicbo.house.responsible_gambling import Care, Limits, followed
from sicbo.house.tournaments import draw_seeds
from sicbo.journal.store import Journal
from sicbo.server.dealing.terminal_limits import over_maximum
from sicbo.server.metrics import Metrics


class MeasuredFloor(Floor):
    """A floor with metrics, on which each writer waits for the one before."""

    def __init__(
        self, journal: Journal, keys: Keys, people: People, metrics: Metrics, care: Care | None = None
    ) -> None:
        self._turn, self._metrics, signed = threading.RLock(), metrics, Guard(keys)
        self._care = care
        guard = signed if care is None else lambda *said: care(*said) or signed(*said)
        super().__init__(journal, HouseSigner.of(keys), guard, people.veiled)
        self.terminal_rule = over_maximum
        if care is not None:
            self.followers.append(followed(care, journal, self.tables).follow)

    @property
    def still(self) -> threading.RLock:
        """The lock under which records are written or taken in; its holder sees no change."""
        return self._turn

    def handle(self, asked: Sequence[Asked]) -> list[Answer]:
        """Decide each command, write all records with one commit, apply them, then notify the followers."""
        with self._turn:
            begun = time.perf_counter()
            answers = super().handle(asked)
            self._metrics.append_seconds.observe(time.perf_counter() - begun)
            self._metrics.count(asked, answers)
            return answers

    def sign_all(self) -> None:
        """Write checkpoints for all slips that have none, between two commits."""
        with self._turn:
            super().sign_all()

    def seeds(self, name: str, draws: Sequence[str]) -> dict[str, bytes]:
        """Return the seeds of a tournament's draws, stored before they are published."""
        with self._turn:
            return draw_seeds(self.journal, name, draws)

    def found_table(self, founding: Founding, wall: int) -> None:
        """Begin the journal of a new table, unless another process has done so."""
        with self._turn:
            try:
                self.found(founding, wall)
            except Taken:
                super().follow()
                raise BadInput(f"There is a table {founding.table} already: choose another name.") from None

    def follow(self) -> bool:
        """Apply what other processes wrote, between two of our commits; return whether there was any."""
        with self._turn:
            return super().follow()

    def limit(self, player: str, loss: int | None, deposit: int | None, wall: int) -> Limits:
        """Store the limits that a patron sets beside the chain, and return them."""
        assert self._care is not None
        with self._turn:
            return self._care.set_limits(player, loss, deposit, wall)

    def promise(self, promotion: str) -> str:
        """Return the commitment to a promotion's seed, which is stored beside the chain."""
        with self._turn:
            return promised(self.journal, promotion)
