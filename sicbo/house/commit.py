"""What one commit will do to one log, decided on a copy that becomes current once the records are written."""

from typing import Protocol

from msgspec.structs import replace

from sicbo.errors import Refusal
from sicbo.house.electronic_rolls import rolls_after
from sicbo.house.entries import CommandRequest, WrittenRecord, entry_text
from sicbo.house.log_state import LogState
from sicbo.journal.merkle import MerkleTree
from sicbo.journal.notes import checkpoint_text
from sicbo.journal.record import Draft, Head, Record, next_record
from sicbo.journal.store import Checkpoint
from sicbo.machine.log_kind import Events


class Signer(Protocol):
    """The interface of what signs for the house."""

    def sign(self, text: str) -> str:
        """Return a note: the text with the house's signature under it."""

    def verified_text(self, note: str) -> str | None:
        """Return the text of a note that the house signed, or None if it did not sign it."""


class SignedTree:
    """The tree of a log after a commit, signed on first use, once for all records of the commit.

    If the journal already has a checkpoint of this tree, `note` is that checkpoint.
    """

    def __init__(self, origin: str, tree: MerkleTree, signer: Signer, note: str = "") -> None:
        self.tree = tree
        self._origin, self._signer, self._note = origin, signer, note

    @property
    def note(self) -> str:
        """The checkpoint note that the house signs on all records so far."""
        if not self._note:
            text = checkpoint_text(self._origin, self.tree.size, self.tree.root())
            self._note = self._signer.sign(text)
        return self._note

    def checkpoint(self, table: str) -> Checkpoint:
        """Return the note as a checkpoint that the journal stores."""
        return Checkpoint(table, self.tree.size, self.note, self.tree.peaks())


class PendingCommit:
    """The part of a commit that concerns one log: each command becomes the next record of the chain.

    `milliseconds_since_last` is in milliseconds. It is given when no clock here can measure the
    elapsed time: it counts from the arrival of the log's last record.
    """

    def __init__(
        self, log_state: LogState, signer: Signer, milliseconds_since_last: int | None = None
    ) -> None:
        self.log_state, self.log_kind = log_state, log_state.founding.log_kind
        self.table = log_state.founding.table
        self.state, self.wall, self.elapsed = log_state.state, log_state.wall, log_state.elapsed
        self.rolls = log_state.rolls
        self.last: Head | Record = log_state.head
        self.written: list[WrittenRecord] = []
        self.needs_checkpoint = False
        """Whether the commit has more than slips, so the house signs it at once."""
        self.claims: list[str] = []
        self.records: dict[str, Record] = {}
        """The records of this commit by their ids."""
        self.signed_tree = SignedTree(log_state.founding.origin, MerkleTree(log_state.peaks), signer)
        self.now = None if milliseconds_since_last is None else log_state.elapsed + milliseconds_since_last

    def has_id(self, name: str) -> bool:
        """Whether an id was answered before, or earlier in this commit."""
        return name in self.log_state.record_numbers or name in self.records

    def decide_command(
        self, request: CommandRequest, refusal: Refusal | None = None, claims: str = ""
    ) -> Events | Refusal:
        """Decide a command, unless it is already refused, and append its record.

        If the command succeeds, `claims` is a key that no other commit of any table can claim.
        """
        stamp = request.command.stamp
        if stamp.wall < self.wall or stamp.elapsed < self.elapsed or self.now is not None:
            request = self._restamp(request)
            stamp = request.command.stamp
        command, log_kind = request.command, self.log_kind
        outcome = refusal or log_kind.decide(self.state, command)
        self.wall, self.elapsed = stamp.wall, stamp.elapsed
        draft = Draft(stamp.wall, stamp.by, command.id, entry_text(request, outcome))
        self.last = record = next_record(self.table, self.last, draft)
        self.written.append(WrittenRecord(record, outcome))
        self.records[record.id] = record
        self.signed_tree.tree.append(record.hash)
        is_staking = log_kind.rules[type(command)].staking
        self.needs_checkpoint = self.needs_checkpoint or not is_staking
        if not isinstance(outcome, Refusal):
            self.state = log_kind.evolve_all(self.state, outcome)
            if claims:
                self.claims.append(claims)
            if not is_staking:
                self.rolls = rolls_after(self.rolls, record, outcome)
        return outcome

    def _restamp(self, request: CommandRequest) -> CommandRequest:
        """Return the command, stamped no earlier than the one before it: the journal's order decides."""
        stamp = request.command.stamp
        elapsed = max(stamp.elapsed, self.elapsed) if self.now is None else self.now
        later = replace(stamp, wall=max(stamp.wall, self.wall), elapsed=elapsed)
        return request._replace(command=replace(request.command, stamp=later))

    def checkpoints(self) -> list[Checkpoint]:
        """The checkpoint to write in this commit: on all records so far, or none if there are only slips."""
        return [self.signed_tree.checkpoint(self.table)] if self.needs_checkpoint else []

    def next_log_state(self) -> LogState:
        """Return the state of the log, now that the records are written."""
        place = self.log_state
        place.record_numbers.update((name, record.number) for name, record in self.records.items())
        return LogState(
            founding=place.founding,
            state=self.state,
            head=Head(self.last.number, self.last.hash),
            peaks=self.signed_tree.tree.peaks(),
            wall=self.wall,
            elapsed=self.elapsed,
            record_numbers=place.record_numbers,
            rolls=self.rolls,
        )
