"""A whole house that is killed many times: `sicbo serve`, players, followers, one directory."""

import json
import random
import signal
import socket
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path

from sicbo.cli.main import main
from sicbo.house.export.readers import SqliteReader
from sicbo.server.live.home_tables import FOUNDING_RECORD, TABLE_NAMES as HOME
from tests.crash.followers import Follower
from tests.processes.agreement import rounds_that_hold
from tests.processes.players import Player, wait_for_slips, wait_until
from tests.server.test_crash import Process, start_process

TABLES = ("sydney", "star", "singapore-1", "melbourne-a", "canberra")
NAMES = ("ana", "ben")
PORTS = range(20_000, 30_000)
"""Ports that the system does not assign by itself, so no client takes one between two starts."""
PAUSE = 0.02
PACE = {"SICBO_BETTING_SECONDS": "0.15", "SICBO_PACE": "0.01"}
FIRST_KILL, AT_PLAY, OPENING = 1.5, 0.5, 0.15
"""The longest time in seconds until a kill: while the house is made, at play, and as the house opens."""


class CrashTestHouse:
    """A house with its players and followers; every answer is compared with the journal after every kill."""

    def __init__(self, data: Path, chance: random.Random) -> None:
        self.data, self.chance, self.port = data, chance, free_port()
        address = f"http://127.0.0.1:{self.port}"
        self.players = [
            Player(address, table, f"{name}-{table}", PAUSE) for table in TABLES for name in NAMES
        ]
        self.followers = [Follower(address, table) for table in TABLES]
        self.clients: list[Player | Follower] = [*self.followers, *self.players]
        self.first_slips: list[float] = []
        """Seconds from each start after a kill to the first acknowledged slip."""
        self.kills = self.before_open = 0
        self._opens_in = FIRST_KILL
        self._process: Process | None = None

    @contextmanager
    def play_and_finish(self) -> Iterator[None]:
        """Open after a kill while the house is made, let everyone play, and finally finish and close."""
        try:
            self._kill_while_starting()
            self._open()
            for one in self.clients:
                one.start()
            wait_for_slips(self.players, 1)
            yield
            self._open_after_a_kill()
            wait_for_slips(self.players, 1)
            self._resend_slips(self.players)
            _stop_all(self.players)
            assert self._end_process(signal.SIGTERM) in (0, -signal.SIGTERM)
            _stop_all(self.followers)
            self._check()
        finally:
            if self._process is not None:
                self._end_process(signal.SIGKILL)

    def kill(self, turn: int) -> None:
        """Kill the house at play, the next time while it starts, the next as it opens; then check."""
        if turn % 3 == 0:
            if self._process is None:
                self._open_after_a_kill()
                self._resend_slips(self.chance.sample(self.players, 2))
            time.sleep(self.chance.uniform(0, AT_PLAY))
            self._end_process(signal.SIGKILL)
        elif turn % 3 == 1:
            self._kill_while_starting()
        else:
            self._open()
            time.sleep(self.chance.uniform(0, OPENING))
            self._end_process(signal.SIGKILL)
        self._check()

    def _open(self) -> None:
        began = time.monotonic()
        self._process = Process(self.data, self.port, **PACE)
        self._opens_in = time.monotonic() - began
        assert self._process.address.endswith(f":{self.port}"), self._process.said

    def _open_after_a_kill(self) -> None:
        before, began = self._count_acknowledged(), time.monotonic()
        self._open()
        wait_until(lambda: self._count_acknowledged() > before or bool(self._client_errors()))
        self.first_slips.append(time.monotonic() - began)

    def _kill_while_starting(self) -> None:
        process = start_process(self.data, self.port, **PACE)
        time.sleep(self.chance.uniform(0, self._opens_in))
        process.kill()
        self.kills += 1
        said, complaint = process.communicate()
        assert not _logged_errors(complaint)
        self.before_open += "open at" not in said

    def _end_process(self, how: signal.Signals) -> int:
        assert self._process is not None
        process, self._process = self._process.process, None
        process.send_signal(how)
        self.kills += how is signal.SIGKILL
        _, complaint = process.communicate(timeout=60)
        assert not _logged_errors(complaint)
        return process.returncode

    def _count_acknowledged(self) -> int:
        return sum(len(player.acknowledged) for player in self.players)

    def _client_errors(self) -> list[str]:
        return [one.wrong for one in self.clients if one.wrong]

    def _resend_slips(self, players: list[Player]) -> None:
        """Send acknowledged slips again: each gets its first answer, whichever process runs the house now."""
        for player in players:
            name = self.chance.choice(list(player.acknowledged))
            first, key = player.acknowledged[name], name.removeprefix("web-")
            again = player.browser.slip(player.table, *player.sent[name], key)
            assert again.headers.get("Idempotency-Replayed") == "true", again.text
            kept = ("state", "number", "round", "version", "total", "registered_at")
            assert [again.json()[field] for field in kept] == [first[field] for field in kept]

    def _check(self) -> None:
        """Check that answers and updates are kept, nothing is settled twice, and every invariant holds."""
        assert self._client_errors() == []
        with closing(SqliteReader(self.data)) as journal:
            for follower in self.followers:
                follower.check(journal)
            for table in TABLES:
                rounds_that_hold(journal, table, [one for one in self.players if one.table == table])

    def rounds(self) -> int:
        """Return the number of settled rounds; every table of a home exists and was opened."""
        with closing(SqliteReader(self.data)) as journal:
            heads = journal.heads()
            assert heads.keys() == set(HOME.values())
            assert all(head.number > FOUNDING_RECORD for head in heads.values())
            return sum(rounds_that_hold(journal, table, ()) for table in TABLES)

    def verify(self) -> None:
        """Check with the regulator's tool the journal and every receipt that a player got."""
        bundle, receipts = self.data / "bundle", self.data / "receipts"
        given = [answer["receipt"] for player in self.players for answer in player.acknowledged.values()]
        receipts.write_text("".join(f"{json.dumps(one)}\n" for one in given), encoding="utf-8")
        assert main(["journal", "check", str(self.data)]) == 0
        assert main(["journal", "export", str(self.data), "--to", str(bundle)]) == 0
        assert main(["verify", str(bundle), "--receipts", str(receipts)]) == 0


def free_port() -> int:
    """Return a port on which no process listens."""
    for port in random.SystemRandom().sample(PORTS, len(PORTS)):
        with socket.socket() as tried:
            if tried.connect_ex(("127.0.0.1", port)):
                return port
    raise AssertionError("Every port is taken.")


def _stop_all(everybody: Sequence[Player | Follower]) -> None:
    """Stop all of them at the same time."""
    with ThreadPoolExecutor(len(everybody)) as apart:
        list(apart.map(lambda one: one.stop(), everybody))


def _logged_errors(complaint: str) -> list[str]:
    """Return the errors that the house logged."""
    return [line for line in complaint.splitlines() if '"error"' in line or "Traceback" in line]
