"""Turns: what one commit will do at one table, decided on a copy that is believed only once it is written."""

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
    """Whoever signs for the house."""

    def sign(self, text: str) -> str:
        """A note: the text with the house's signature under it."""

    def signed(self, note: str) -> str | None:
        """The text of a note that the house signed; None where it did not."""


class Seal:
    """The tree of a table after a commit; signed when first asked for, once for all records of the commit.

    A checkpoint that the journal has of this tree is its `note`.
    """

    def __init__(self, origin: str, tree: Tree, signer: Signer, note: str = "") -> None:
        self.tree = tree
        self._origin, self._signer, self._note = origin, signer, note

    @property
    def note(self) -> str:
        """The house's signed word on every record so far."""
        if not self._note:
            text = checkpoint_text(self._origin, self.tree.size, self.tree.root())
            self._note = self._signer.sign(text)
        return self._note

    def checkpoint(self, table: str) -> Checkpoint:
        """The same as the journal of a table keeps it."""
        return Checkpoint(table, self.tree.size, self.note, self.tree.peaks())


class Turn:
    """One table's part of a commit: each command is decided and becomes the next record of the chain.

    `since` is how long ago its last record was heard of, in milliseconds, where no clock here can tell how
    much time has gone by.
    """

    def __init__(self, place: Place, signer: Signer, since: int | None = None) -> None:
        self.place, self.subject = place, place.founding.subject
        self.state, self.wall, self.elapsed = place.state, place.wall, place.elapsed
        self.rolls = place.rolls
        self.last: Head | Record = place.head
        self.moved: list[Transfer] = []
        self.records: list[Record] = []
        self.signs = False
        """Whether the commit has more than slips, so that the house signs for it at once."""
        self.claims: list[str] = []
        self.numbers: dict[str, int] = {}
        self.seal = Seal(place.founding.origin, Tree(place.peaks), signer)
        self.now = None if since is None else place.elapsed + since

    def knows(self, name: str) -> bool:
        """Whether an id was answered before, or is being answered in this very commit."""
        return name in self.place.numbers or name in self.numbers

    def record_of(self, name: str) -> Record:
        """The record of this commit that answers an id."""
        return self.records[self.numbers[name] - self.place.head.number - 1]

    def take(self, asked: Asked, refusal: Refusal | None = None, claims: str = "") -> Events | Refusal:
        """Decide a command, unless it is refused already, and write its record.

        What it `claims`, if it is done, no other commit of any table can claim.
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
        """The command, stamped no earlier than the one before it: the order of the journal decides."""
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
        """What the house signs with this very commit: all records so far, unless there are only slips."""
        return [self.seal.checkpoint(self.place.founding.table)] if self.signs else []

    def believed(self) -> Place:
        """The place now that the records are written."""
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
