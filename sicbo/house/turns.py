"""Turns: what one commit will do at one table, decided on a copy that is believed only once it is written."""

from typing import Protocol

from msgspec.structs import replace

from sicbo.errors import Refusal
from sicbo.house.entries import Asked, entry_text
from sicbo.house.places import Place
from sicbo.house.subjects import Events
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
    """The tree of a table after a commit; signed when first asked for, once for all records of the commit."""

    def __init__(self, origin: str, tree: Tree, signer: Signer) -> None:
        self.tree = tree
        self._origin, self._signer, self._note = origin, signer, ""

    @property
    def note(self) -> str:
        """The house's signed word on every record so far."""
        self._note = self._note or noted(self._origin, self.tree, self._signer)
        return self._note


def noted(origin: str, tree: Tree, signer: Signer) -> str:
    """A signed checkpoint of a tree as it stands."""
    return signer.sign(checkpoint_text(origin, tree.size, tree.root()))


class Turn:
    """One table's part of a commit: each command is decided and becomes the next record of the chain.

    `since` is how long ago its last record was heard of, in milliseconds, where no clock here can tell how
    much time has gone by.
    """

    def __init__(self, place: Place, signer: Signer, since: int | None = None) -> None:
        self.place, self.subject = place, place.founding.subject
        self.state, self.wall, self.elapsed = place.state, place.wall, place.elapsed
        self.last: Head | Record = place.head
        self.moved: list[Transfer] = []
        self.records: list[Record] = []
        self.checkpoints: list[Checkpoint] = []
        self.claims: list[str] = []
        self.numbers: dict[str, int] = {}
        self.seal = Seal(place.founding.origin, Tree(place.peaks), signer)
        self.now = None if since is None else place.elapsed + since
        self._signer = signer

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
        subject, sealed = self.subject, False
        outcome = refusal or subject.decide(self.state, asked.command)
        if not isinstance(outcome, Refusal):
            for event in outcome:
                self.moved += subject.transfers(event, self.state)
                self.state = subject.evolve(self.state, event)
                sealed = sealed or subject.seals(event)
            self.claims += [claims] if claims else []
        self.wall, self.elapsed = stamp.wall, stamp.elapsed
        self._record(Draft(stamp.wall, stamp.by, asked.command.id, entry_text(asked, outcome)))
        if sealed:
            self._checkpoint()
        return outcome

    def _in_time(self, asked: Asked) -> Asked:
        """The command, stamped no earlier than the one before it: the order of the journal decides."""
        stamp = asked.command.stamp
        elapsed = max(stamp.elapsed, self.elapsed) if self.now is None else self.now
        later = replace(stamp, wall=max(stamp.wall, self.wall), elapsed=elapsed)
        return asked._replace(command=replace(asked.command, stamp=later))

    def _record(self, draft: Draft) -> None:
        self.last = record = follow(self.place.founding.table, self.last, draft)
        self.records.append(record)
        self.numbers[record.id] = record.number
        self.seal.tree.append(record.hash)

    def _checkpoint(self) -> None:
        """The house signs for all records so far: bets are closed, or a round is settled."""
        tree, founding = self.seal.tree, self.place.founding
        note = noted(founding.origin, tree, self._signer)
        self.checkpoints.append(Checkpoint(founding.table, tree.size, note, tree.peaks()))

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
        )
