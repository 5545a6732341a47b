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
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from typing import Generic, TypeVar

from sicbo.errors import LONGEST_SHOWN, Refusal, StorageBroken
from sicbo.house.entries import CommandRequest
from sicbo.house.floor import CommandAnswer, Floor
from sicbo.i18n import message

Token = TypeVar("Token")
DeliverAnswers = Callable[[list[tuple[Token, CommandAnswer]]], None]

LARGEST_BATCH = 2_000
SIGN_SECONDS = 1.0
"""The longest time that a slip waits until the house signs it in the journal."""
STORAGE_EXIT = 7
BUSY = CommandAnswer(Refusal("house/queue", message("house.queue-full")))
STOPPED = CommandAnswer(Refusal("house/stopped", message("house.stopping")))


def end_process(error: StorageBroken) -> None:
    """End the process at once. Nothing unacknowledged counts, and recovery reads what is on disk."""
    sys.stderr.write(f"{error}\n")
    sys.stderr.flush()
    os._exit(STORAGE_EXIT)


class Writer(Generic[Token]):
    """Feeds a floor from any number of threads. Answers go to `deliver`, a whole batch at a time.

    With `without_thread` no thread is started: the caller runs each batch by calling `answer_batch`.
    """

    def __init__(
        self,
        floor: Floor,
        deliver: DeliverAnswers[Token],
        *,
        queue_limit: int = 20_000,
        on_broken: Callable[[StorageBroken], None] = end_process,
        without_thread: bool = False,
    ) -> None:
        self.floor, self._deliver, self._queue_limit, self._on_broken = floor, deliver, queue_limit, on_broken
        self._staff: deque[tuple[Token, CommandRequest]] = deque()
        self._players: deque[tuple[Token, CommandRequest]] = deque()
        self._lock = threading.Lock()
        self._waiting = threading.Condition(self._lock)
        self._is_stopping = False
        self._thread = threading.Thread(target=self._run, name="floor", daemon=True)
        if not without_thread:
            self._thread.start()

    def submit(self, token: Token, request: CommandRequest) -> None:
        """Add a command to the queue. A command that cannot wait there is answered at once."""
        self.submit_all([(token, request)])

    def submit_all(self, submitted: Sequence[tuple[Token, CommandRequest]]) -> None:
        """Add several commands to the queue, in their order."""
        answered: list[tuple[Token, CommandAnswer]] = []
        with self._lock:
            if submitted and not (self._staff or self._players):
                self._waiting.notify()
            for one in submitted:
                token, request = one
                answer = self._immediate_answer(request)
                if answer is not None:
                    answered.append((token, answer))
                elif request.command.stamp.rank is not None:
                    self._staff.append(one)
                else:
                    self._players.append(one)
        if answered:
            self._deliver(answered)

    def _immediate_answer(self, request: CommandRequest) -> CommandAnswer | None:
        if self._is_stopping:
            return STOPPED
        if request.table not in self.floor.logs:
            says = message("house.unknown-table", table=request.table[:LONGEST_SHOWN])
            return CommandAnswer(Refusal("house/tables", says))
        full = request.command.stamp.rank is None and len(self._players) >= self._queue_limit
        return BUSY if full else None

    def stop(self) -> None:
        """Answer the waiting commands, then end."""
        with self._waiting:
            self._is_stopping = True
            self._waiting.notify()
        self._thread.join()

    def _run(self) -> None:
        try:
            due = 0.0
            while self.answer_batch(SIGN_SECONDS):
                if time.monotonic() >= due:
                    self.floor.sign_checkpoints()
                    due = time.monotonic() + SIGN_SECONDS
            self.floor.sign_checkpoints()
        except StorageBroken as error:
            self._on_broken(error)
        except Exception as error:
            traceback.print_exc()
            self._on_broken(StorageBroken(f"The floor stopped because of an unexpected error: {error!r}."))
        finally:
            with self._waiting:
                self._is_stopping = True

    def answer_batch(self, patience: float | None = None) -> bool:
        """Answer one batch, waiting at most `patience` seconds for a command; return False at the end."""
        batch = self._next_batch(patience)
        if batch:
            tokens, requests = zip(*batch, strict=True)
            self._deliver(list(zip(tokens, self.floor.handle(requests), strict=True)))
        return batch is not None

    def _next_batch(self, patience: float | None) -> list[tuple[Token, CommandRequest]] | None:
        """Return the next batch, staff first: empty if no command came in time, None at the end."""
        with self._waiting:
            while not (self._staff or self._players or self._is_stopping):
                if not self._waiting.wait(patience):
                    return []
            if not (self._staff or self._players):
                return None
            batch = list(self._staff)
            self._staff.clear()
            while self._players and len(batch) < LARGEST_BATCH:
                batch.append(self._players.popleft())
            return batch


def resolve_futures(answers: list[tuple["Future[CommandAnswer]", CommandAnswer]]) -> None:
    """Resolve the future of each answer, unless it was cancelled."""
    for future, answer in answers:
        if future.set_running_or_notify_cancel():
            future.set_result(answer)
