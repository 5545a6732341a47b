"""Turns: what one commit will do at one table, decided on a copy that is believed only once it is written."""

import dataclasses
from typing import Protocol

from msgspec.structs import replace

from sicbo.errors import Refusal
from sicbo.house.entries import Asked, entry_text
from sicbo.house.places import Place
from sicbo.house.subjects import Events
from sicbo.journal.merkle import Tree
from sicbo.journal.notes import checkpoint_text
from sicbo.journal.record import Draft, Head, Record, chained
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
    """One table's part of a commit."""

    def __init__(self, place: Place) -> None:
        self.place, self.subject = place, place.founding.subject
        self.state = place.state
        self.moved: list[Transfer] = []
        self.drafts: list[Draft] = []
        self.ids: set[str] = set()
        self.marks: set[int] = set()
        self.wall, self.elapsed = place.wall, place.elapsed

    def knows(self, name: str) -> bool:
        """Whether an id was answered before, or is being answered in this very commit."""
        return name in self.place.numbers or name in self.ids

    def take(self, asked: Asked, refusal: Refusal | None = None) -> Events | Refusal:
        """Decide a command, unless it is refused already, and draft its record."""
        asked = self._in_time(asked)
        command = asked.command
        outcome = refusal or self.subject.decide(self.state, command)
        if not isinstance(outcome, Refusal):
            for event in outcome:
                self.moved += self.subject.transfers(event, self.state)
                self.state = self.subject.evolve(self.state, event)
                if self.subject.seals(event):
                    self.marks.add(len(self.drafts))
        stamp = command.stamp
        self.wall, self.elapsed = stamp.wall, stamp.elapsed
        self.drafts.append(Draft(stamp.wall, stamp.by, command.id, entry_text(asked, outcome)))
        self.ids.add(command.id)
        return outcome

    def _in_time(self, asked: Asked) -> Asked:
        """The command, stamped no earlier than the one before it: the order of the journal decides."""
        stamp = asked.command.stamp
        if stamp.wall >= self.wall and stamp.elapsed >= self.elapsed:
            return asked
        later = replace(stamp, wall=max(stamp.wall, self.wall), elapsed=max(stamp.elapsed, self.elapsed))
        return asked._replace(command=replace(asked.command, stamp=later))

    def write(self, signer: Signer) -> tuple[list[Record], Seal, list[Checkpoint]]:
        """The records of this turn, their seal, and a checkpoint after each that closes bets or settles."""
        place, origin = self.place, self.place.founding.origin
        records = chained(place.founding.table, place.head, self.drafts)
        tree, checkpoints = Tree(place.peaks), []
        for index, record in enumerate(records):
            tree.append(record.hash)
            if index in self.marks:
                note = noted(origin, tree, signer)
                checkpoints.append(Checkpoint(record.table, tree.size, note, tree.peaks()))
        return records, Seal(origin, tree, signer), checkpoints

    def believed(self, records: list[Record], seal: Seal) -> Place:
        """The place now that the records are written."""
        last = records[-1]
        self.place.numbers.update((record.id, record.number) for record in records)
        return dataclasses.replace(
            self.place,
            state=self.state,
            balances=self.place.balances.after(self.moved),
            head=Head(last.number, last.hash),
            peaks=seal.tree.peaks(),
            wall=last.wall,
            elapsed=self.elapsed,
        )
