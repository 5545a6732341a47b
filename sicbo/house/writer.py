"""The writer: the one thread that takes all waiting commands and has the floor answer them in batches.

Batches form by themselves: the longer a commit takes, the more commands wait for the next. Staff commands go
first, so closing the bets never waits behind a thousand slips. Every second, and at the end, the house signs
the slips that no checkpoint covers yet.
"""

import os
import sys
import threading
import time
import traceback
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from typing import Generic, TypeVar

from sicbo.errors import Broken, Refusal, shown
from sicbo.house.entries import Asked
from sicbo.house.floor import Answer, Floor

Token = TypeVar("Token")
Deliver = Callable[[list[tuple[Token, Answer]]], None]

LARGEST_BATCH = 2_000
SIGN_SECONDS = 1.0
"""The longest time that a slip waits until the house signs it in the journal."""
STORAGE_EXIT = 7
BUSY = Answer(
    Refusal("house/queue", "Not registered, for too many wait already: nothing was staked. Try again.")
)
STOPPED = Answer(
    Refusal(
        "house/stopped", "Not registered, for the house is stopping: nothing was staked. Ask again later."
    )
)


def end_process(error: Broken) -> None:
    """End the process at once. Nothing unacknowledged counts, and recovery reads what is on disk."""
    sys.stderr.write(f"{error}\n")
    sys.stderr.flush()
    os._exit(STORAGE_EXIT)


class Loop(Generic[Token]):
    """Feeds a floor from any number of threads. Answers go to `deliver`, a whole batch at a time.

    With `driven` no thread is started: the caller runs each batch by calling `turn`.
    """

    def __init__(
        self,
        floor: Floor,
        deliver: Deliver[Token],
        *,
        most: int = 20_000,
        broken: Callable[[Broken], None] = end_process,
        driven: bool = False,
    ) -> None:
        self.floor, self._deliver, self._most, self._broken = floor, deliver, most, broken
        self._staff: deque[tuple[Token, Asked]] = deque()
        self._players: deque[tuple[Token, Asked]] = deque()
        self._lock = threading.Lock()
        self._waiting = threading.Condition(self._lock)
        self._ends = False
        self._thread = threading.Thread(target=self._run, name="floor", daemon=True)
        if not driven:
            self._thread.start()

    def submit(self, token: Token, asked: Asked) -> None:
        """Add a command to the queue. A command that cannot wait there is answered at once."""
        with self._lock:
            refused = self._refused(asked)
            if refused is None:
                idle = not (self._staff or self._players)
                staff = asked.command.stamp.rank is not None
                (self._staff if staff else self._players).append((token, asked))
                if idle:
                    self._waiting.notify()
        if refused is not None:
            self._deliver([(token, refused)])

    def _refused(self, asked: Asked) -> Answer | None:
        if self._ends:
            return STOPPED
        if asked.table not in self.floor.places:
            says = f"There is no table {shown(asked.table)} in this house: name one that it has."
            return Answer(Refusal("house/tables", says))
        full = asked.command.stamp.rank is None and len(self._players) >= self._most
        return BUSY if full else None

    def stop(self) -> None:
        """Answer the waiting commands, then end."""
        with self._waiting:
            self._ends = True
            self._waiting.notify()
        self._thread.join()

    def _run(self) -> None:
        try:
            due = 0.0
            while self.turn(SIGN_SECONDS):
                if time.monotonic() >= due:
                    self.floor.sign_all()
                    due = time.monotonic() + SIGN_SECONDS
            self.floor.sign_all()
        except Broken as error:
            self._broken(error)
        except Exception as error:
            traceback.print_exc()
            self._broken(Broken(f"The floor stopped because of an unexpected error: {error!r}."))
        finally:
            with self._waiting:
                self._ends = True

    def turn(self, patience: float | None = None) -> bool:
        """Answer one batch, waiting at most `patience` seconds for a command; return False at the end."""
        batch = self._next(patience)
        if batch:
            tokens, asked = zip(*batch, strict=True)
            self._deliver(list(zip(tokens, self.floor.handle(asked), strict=True)))
        return batch is not None

    def _next(self, patience: float | None) -> list[tuple[Token, Asked]] | None:
        """Return the next batch, staff first: empty if no command came in time, None at the end."""
        with self._waiting:
            while not (self._staff or self._players or self._ends):
                if not self._waiting.wait(patience):
                    return []
            if not (self._staff or self._players):
                return None
            batch = list(self._staff)
            self._staff.clear()
            while self._players and len(batch) < LARGEST_BATCH:
                batch.append(self._players.popleft())
            return batch


def to_futures(answers: list[tuple["Future[Answer]", Answer]]) -> None:
    """Resolve the future of each answer, unless it was cancelled."""
    for future, answer in answers:
        if future.set_running_or_notify_cancel():
            future.set_result(answer)
