"""Electronic rolls: a round that was committed to a seed takes the roll of that seed, and no other dice.

The id of a step before the close commits to a seed, and the id of the entry opens it. The commitments are
read from the records, so every process, every restart and every way to give a command sees the same ones.
"""

import hashlib
import hmac
from collections.abc import Iterable, Iterator
from itertools import count, islice
from typing import Any

import msgspec
from msgspec.structs import replace

from sicbo.errors import Refusal
from sicbo.game.dice import Roll, as_roll
from sicbo.game.policies import Step
from sicbo.game.rulebook.publication import enum_key
from sicbo.i18n import message
from sicbo.journal.record import Record
from sicbo.machine.messages import Command
from sicbo.table.messages.round import CorrectResult, Perform, ResultEntered, StepPerformed
from sicbo.table.past_rounds import ROUNDS_KEPT
from sicbo.table.state import TableState

LABEL = b"sicbo-roll-1\n"
REJECTED_FROM = 252
"""Bytes from this value on are discarded: the rest divides into six equal parts."""
COMMIT_PREFIX, OPEN_PREFIX = "commit-", "open-"
CLOSE, ENTER = enum_key(Step.CLOSE), enum_key(Step.ENTER)
ROLLS_KEPT = ROUNDS_KEPT + 2
"""The rounds that a table keeps, the round just settled and the round in play."""


def commitment_of(seed: bytes) -> str:
    """Return the commitment to a seed, which is published before the round."""
    return hashlib.sha256(seed).hexdigest()


def stream_of(seed: bytes, close: bytes) -> Iterator[int]:
    """Yield the bytes that a roll is made of."""
    for number in count():
        yield from hmac.digest(seed, LABEL + close + number.to_bytes(4, "big"), "sha256")


def roll_of(seed: bytes, close: bytes) -> Roll:
    """Return the roll of a seed and a closing record. Anyone can repeat the calculation."""
    faces = (byte % 6 + 1 for byte in stream_of(seed, close) if byte < REJECTED_FROM)
    return as_roll(islice(faces, 3))


def seed_in(name: str) -> str | None:
    """Return the seed that an id opens, or None if it opens none. The id of a second try ends in a number."""
    return name.removeprefix(OPEN_PREFIX).partition("-")[0] if name.startswith(OPEN_PREFIX) else None


class CommittedRoll(msgspec.Struct, frozen=True):
    """A round's commitment, the hash of the record that closed its bets, and the seed once it is open."""

    round: int = 0
    commitment: str | None = None
    close: bytes | None = None
    seed: str | None = None

    @property
    def dice(self) -> Roll | None:
        """The roll, or None while the seed is secret."""
        return self.roll_from(self.seed) if self.seed else None

    def roll_from(self, seed: str) -> Roll | None:
        """Return the roll of a seed in hex, or None if the seed does not open the commitment."""
        try:
            value = bytes.fromhex(seed)
        except ValueError:
            return None
        if self.close is None or commitment_of(value) != self.commitment or value.hex() != seed:
            return None
        return roll_of(value, self.close)


def committed_roll_after(
    before: CommittedRoll, record: Record, event: StepPerformed | ResultEntered
) -> CommittedRoll:
    """Return what is known of a round's roll after one of the round's events."""
    now = before if before.round == event.round else CommittedRoll(event.round)
    if isinstance(event, ResultEntered):
        seed = seed_in(record.id) if now.commitment else None
        return now if seed is None else replace(now, seed=seed)
    if event.step == CLOSE:
        return replace(now, close=record.hash)
    if now.commitment is None and now.close is None and record.id.startswith(COMMIT_PREFIX):
        return replace(now, commitment=record.id.removeprefix(COMMIT_PREFIX))
    return now


def rolls_after(
    rolls: tuple[CommittedRoll, ...], record: Record, events: Iterable[Any]
) -> tuple[CommittedRoll, ...]:
    """Return what is known of the rolls of a table's last rounds after one of its records."""
    for event in events:
        if isinstance(event, StepPerformed | ResultEntered):
            last = rolls[-1] if rolls else CommittedRoll()
            now = committed_roll_after(last, record, event)
            if now is not last:
                kept = rolls[:-1] if now.round == last.round else rolls
                rolls = (*kept, now)[-ROLLS_KEPT:]
    return rolls


def refuse_other_dice(
    rolls: tuple[CommittedRoll, ...], table: TableState, command: Command
) -> Refusal | None:
    """Refuse dice for a committed round that are not the roll of its opened seed."""
    if isinstance(command, Perform):
        played, dice = table.round, command.dice
        is_entry = command.step == ENTER and table.due_stage.step is Step.ENTER
        if played is None or not is_entry or command.round not in (None, played.number):
            return None
    elif isinstance(command, CorrectResult):
        played, dice = table.round or table.last, command.dice
    else:
        return None
    number = command.round if command.round is not None else played.number if played else 0
    committed = next((one for one in rolls if one.round == number and one.commitment), None)
    if committed is None:
        return None
    roll = committed.roll_from(seed_in(command.id) or "") if isinstance(command, Perform) else committed.dice
    if roll is not None and sorted(roll) == sorted(dice or ()):
        return None
    says = message("house.electronic-dice", round=number)
    return Refusal("house/dice", says)
