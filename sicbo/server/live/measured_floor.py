"""The floor of a running house: it measures commits, and one thread at a time writes."""

import threading
import time
from collections.abc import Sequence

from sicbo.errors import BadInput, RecordTaken
from sicbo.house.entries import CommandRequest
from sicbo.house.floor import CommandAnswer, Floor
from sicbo.house.identity.keys import Keys
from sicbo.house.identity.pseudonyms import Pseudonyms
from sicbo.house.identity.signatures import HouseSigner, SignatureGuard
from sicbo.house.log_kinds import Founding
from sicbo.house.promotions import promise_seed
from sicbo.house.responsible_gambling import PatronLimits, ResponsibleGambling, with_past_play
from sicbo.house.tournaments import derive_draw_seeds
from sicbo.i18n import message
from sicbo.journal.store import Journal
from sicbo.server.dealing.terminal_limits import refuse_if_over_maximum
from sicbo.server.metrics import Metrics


class MeasuredFloor(Floor):
    """A floor with metrics, on which each writer waits for the one before."""

    def __init__(
        self,
        journal: Journal,
        keys: Keys,
        people: Pseudonyms,
        metrics: Metrics,
        care: ResponsibleGambling | None = None,
    ) -> None:
        self._lock, self._metrics, signed = threading.RLock(), metrics, SignatureGuard(keys)
        self._care = care
        guard = signed if care is None else lambda *said: care(*said) or signed(*said)
        super().__init__(journal, HouseSigner.from_keys(keys), guard, people.pseudonymize)
        self.terminal_rule = refuse_if_over_maximum
        if care is not None:
            self.followers.append(with_past_play(care, journal, self.table_names).follow)

    @property
    def write_lock(self) -> threading.RLock:
        """The lock under which records are written or taken in; its holder sees no change."""
        return self._lock

    def handle(self, requests: Sequence[CommandRequest]) -> list[CommandAnswer]:
        """Decide each command, write all records with one commit, apply them, then notify the followers."""
        with self._lock:
            begun = time.perf_counter()
            answers = super().handle(requests)
            self._metrics.append_seconds.observe(time.perf_counter() - begun)
            self._metrics.count_answers(requests, answers)
            return answers

    def sign_checkpoints(self) -> None:
        """Write checkpoints for all slips that have none, between two commits."""
        with self._lock:
            super().sign_checkpoints()

    def tournament_seeds(self, name: str, draws: Sequence[str]) -> dict[str, bytes]:
        """Return the seeds of a tournament's draws, stored before they are published."""
        with self._lock:
            return derive_draw_seeds(self.journal, name, draws)

    def found_table(self, founding: Founding, wall: int) -> None:
        """Begin the journal of a new table, unless another process has done so."""
        with self._lock:
            try:
                self.found_log(founding, wall)
            except RecordTaken:
                super().catch_up()
                raise BadInput(message("tables.name-taken", name=founding.table)) from None

    def catch_up(self) -> bool:
        """Apply what other processes wrote, between two of our commits; return whether there was any."""
        with self._lock:
            return super().catch_up()

    def set_patron_limits(
        self, player: str, loss: int | None, deposit: int | None, wall: int
    ) -> PatronLimits:
        """Store the limits that a patron sets beside the chain, and return them."""
        assert self._care is not None
        with self._lock:
            return self._care.set_limits(player, loss, deposit, wall)

    def promotion_commitment(self, promotion: str) -> str:
        """Return the commitment to a promotion's seed, which is stored beside the chain."""
        with self._lock:
            return promise_seed(self.journal, promotion)
