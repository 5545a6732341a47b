"""What one commit will do to one log, decided on a copy that becomes current once the records are written."""

from typing import Protocol

from msgspec.structs import replace

from sicbo.errors import Refusal
from sicbo.house.electronic_rolls import rolls_after
from sicbo.house.entries import Asked, entry_text
from sicbo.house.log_kinds import Events
from sicbo.house.log_state import Place
from sicbo.journal.merkle import Tree
from sicbo.journal.notes import checkpoint_text
from sicbo.journal.record import Draft, Head, Record, follow
from sicbo.journal.store import Checkpoint
from sicbo.ledger.transfers import Transfer


class Signer(Protocol):
    """The interface of what signs for the house."""

    def sign(self, text: str) -> str:
        """Return a note: the text with the house's signature under it."""

    def signed(self, note: str) -> str | None:
        """Return the text of a note that the house signed, or None if it did not sign it."""


class Seal:
    """The tree of a log after a commit, signed on first use, once for all records of the commit.

    If the journal already has a checkpoint of this tree, `note` is that checkpoint.
    """

    def __init__(self, origin: str, tree: Tree, signer: Signer, note: str = "") -> None:
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


class Turn:
    """The part of a commit that concerns one log: each command becomes the next record of the chain.

    `since` is in milliseconds. It is given when no clock here can measure the
    elapsed time: it counts from the arrival of the log's last record.
    """

    def __init__(self, place: Place, signer: Signer, since: int | None = None) -> None:
        self.place, self.subject = place, place.founding.subject
        self.state, self.wall, self.elapsed = place.state, place.wall, place.elapsed
        self.rolls = place.rolls
        self.last: Head | Record = place.head
        self.moved: list[Transfer] = []
        self.records: list[Record] = []
        self.signs = False
        """Whether the commit has more than slips, so the house signs it at once."""
        self.claims: list[str] = []
        self.numbers: dict[str, int] = {}
        self.seal = Seal(place.founding.origin, Tree(place.peaks), signer)
        self.now = None if since is None else place.elapsed + since

    def knows(self, name: str) -> bool:
        """Whether an id was answered before, or earlier in this commit."""
        return name in self.place.numbers or name in self.numbers

    def record_of(self, name: str) -> Record:
        """Return the record of this commit that answers an id."""
        return self.records[self.numbers[name] - self.place.head.number - 1]

    def take(self, asked: Asked, refusal: Refusal | None = None, claims: str = "") -> Events | Refusal:
        """Decide a command, unless it is already refused, and append its record.

        If the command succeeds, `claims` is a key that no other commit of any table can claim.
        """
        stamp = asked.command.stamp
        if stamp.wall < self.wall or stamp.elapsed < self.elapsed or self.now is not None:
            asked = self._in_time(asked)
            stamp = asked.command.stamp
        subject = self.subject
        outcome = refusal or subject.decide(self.state, asked.command)
        if not isinstance(outcome, Refusal):
            for event in outcome:
                self.moved += subject.transfers(event, self.state)
                self.state = subject.evolve(self.state, event)
            self.claims += [claims] if claims else []
        self.wall, self.elapsed = stamp.wall, stamp.elapsed
        record = self._record(Draft(stamp.wall, stamp.by, asked.command.id, entry_text(asked, outcome)))
        if not isinstance(outcome, Refusal):
            self.rolls = rolls_after(self.rolls, record, outcome)
        self.signs = self.signs or not isinstance(asked.command, subject.staking)
        return outcome

    def _in_time(self, asked: Asked) -> Asked:
        """Return the command, stamped no earlier than the one before it: the journal's order decides."""
        stamp = asked.command.stamp
        elapsed = max(stamp.elapsed, self.elapsed) if self.now is None else self.now
        later = replace(stamp, wall=max(stamp.wall, self.wall), elapsed=elapsed)
        return asked._replace(command=replace(asked.command, stamp=later))

    def _record(self, draft: Draft) -> Record:
        self.last = record = follow(self.place.founding.table, self.last, draft)
        self.records.append(record)
        self.numbers[record.id] = record.number
        self.seal.tree.append(record.hash)
        return record

    def checkpoints(self) -> list[Checkpoint]:
        """The checkpoint to write in this commit: on all records so far, or none if there are only slips."""
        return [self.seal.checkpoint(self.place.founding.table)] if self.signs else []

    def believed(self) -> Place:
        """Return the state of the log, now that the records are written."""
        place = self.place
        place.numbers.update(self.numbers)
        return Place(
            founding=place.founding,
            state=self.state,
            balances=place.balances.after(self.moved),
            head=Head(self.last.number, self.last.hash),
            peaks=self.seal.tree.peaks(),
            wall=self.wall,
            elapsed=self.elapsed,
            numbers=place.numbers,
            rolls=self.rolls,
        )
