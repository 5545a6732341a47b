"""Marks along a journal: checkpoints of the house, notes of witnesses and receipts, each at its size."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from sicbo.verify.canonical import Wrong
from sicbo.verify.keys import Keys
from sicbo.verify.manifest import Log
from sicbo.verify.notes import NEVER, Checkpoint, checkpoint_of, signed_by, signed_until
from sicbo.verify.outside import Receipt, Source, by_size, kept_notes, note_in
from sicbo.verify.report import TableReport
from sicbo.verify.tree import EMPTY, Tree


class Stream:
    """One thing after the other, each with the record at which it is due."""

    def __init__(self, things: Iterator[tuple[int, Any]]) -> None:
        self.things = things
        self.due = NEVER
        self.thing: Any = None
        self.next()

    def next(self) -> None:
        """Go on to the one after."""
        self.due, self.thing = next(self.things, (NEVER, None))


class Given(NamedTuple):
    """What was given from outside for one table, and what the house's list of logs says of it."""

    witnesses: tuple[Source, ...]
    receipts: tuple[Receipt, ...]
    listed: Log | None


class Marks:
    """Everything that has to agree with the tree at some size."""

    def __init__(self, origin: str, house: Source, keys: Keys, given: Given, report: TableReport) -> None:
        self.origin, self.keys, self.report = origin, keys, report
        self.tree = Tree()
        self.last = self.until = self.end = 0
        self.house = Stream(self._guarded(self._checkpoints(house)))
        self.witnesses = [Stream(self._guarded(self._witnessed(one))) for one in given.witnesses]
        numbered = sorted((one.number, one) for one in given.receipts)
        self.receipts = Stream(iter(numbered))
        self.trees = Stream((one.size, one) for one in by_size(given.receipts))
        self.is_listed = given.listed is not None
        self.listed = Stream(iter([(given.listed.size, given.listed)] if given.listed else []))
        self.streams = [self.house, *self.witnesses, self.receipts, self.trees, self.listed]
        self.due = min(stream.due for stream in self.streams)

    def _guarded(self, things: Iterator[tuple[int, Any]]) -> Iterator[tuple[int, Any]]:
        """A stream that ends at what cannot be read, which is put down."""
        try:
            yield from things
        except Wrong as wrong:
            self.report.wrong(self.tree.size + 1, wrong.check, str(wrong))

    def _checkpoints(self, source: Source) -> Iterator[tuple[int, Any]]:
        last = 0
        for number, line in enumerate(source, 1):
            try:
                checkpoint = checkpoint_of(note_in(line))
                if not line.endswith(b"\n") or checkpoint.origin != self.origin or checkpoint.size <= last:
                    raise Wrong("checkpoint", "it is of another log, or its size does not rise")
                witnesses = signed_by(checkpoint.note, self.keys)
            except Wrong as wrong:
                raise Wrong(wrong.check, f"checkpoint {number}: {wrong}") from None
            last = checkpoint.size
            yield checkpoint.size, (checkpoint, witnesses)

    def _witnessed(self, source: Source) -> Iterator[tuple[int, Any]]:
        for checkpoint, cosigned in kept_notes(source, self.origin, self.keys):
            if checkpoint.size:
                yield checkpoint.size, (checkpoint, cosigned, source.name)
            elif checkpoint.root != EMPTY:
                raise Wrong("witness", f"{source.name} holds another root of a log without records")

    def reached(self, number: int, wall: int, bound: bytes, entry: Any) -> None:
        """The record at which something is due, and its time."""
        root = self.tree.root()
        if self.house.due == number:
            self._house_said(number, wall, root)
        for stream in self.witnesses:
            while stream.due == number:
                self._witness_holds(number, wall, root, *stream.thing)
                stream.next()
        if self.listed.due == number:
            self._listed_here(number, wall, root)
        while self.receipts.due == number:
            self._receipt_holds(number, bound, entry, self.receipts.thing)
            self.receipts.next()
        while self.trees.due == number:
            receipt = self.trees.thing
            says = f"receipt {receipt.line} stands on another history up to here"
            if receipt.root != root:
                self.report.wrong(number, "receipt", says)
            self._in_its_time(number, wall, receipt.until, f"receipt {receipt.line}")
            self.trees.next()
        self.due = min(stream.due for stream in self.streams)

    def _in_its_time(self, number: int, wall: int, until: int, what: str) -> bool:
        """A key that the house gave up signs for nothing later, nor for more than a newer one did before."""
        if until < max(wall, self.until):
            says = f"{what} is signed only with a key that the house had given up by then"
            self.report.wrong(number, "signature", says)
            return False
        return True

    def _house_said(self, number: int, wall: int, root: bytes) -> None:
        checkpoint, witnesses = self.house.thing
        until = signed_until(checkpoint.note, self.keys)
        in_time = self._in_its_time(number, wall, until, "the checkpoint")
        self.until = max(self.until, until)
        if checkpoint.root == root:
            self.report.signed = number if in_time else self.report.signed
        else:
            self.report.wrong(number, "checkpoint", "the house signed another history up to here")
        self.report.count("checkpoints")
        if witnesses:
            self.report.count("cosigned")
        self.last = number
        self.house.next()

    def _listed_here(self, number: int, wall: int, root: bytes) -> None:
        """The house's list of logs says that this one ends here."""
        log = self.listed.thing
        in_time = self._in_its_time(number, wall, log.until, "the list of all logs")
        if log.root == root:
            self.report.signed = number if in_time else self.report.signed
        else:
            self.report.wrong(number, "manifest", "the house listed this log with another history up to here")
        self.end = number
        self.listed.next()

    def _witness_holds(
        self, number: int, wall: int, root: bytes, checkpoint: Checkpoint, cosigned: int, name: str
    ) -> None:
        self._in_its_time(number, wall, signed_until(checkpoint.note, self.keys), f"what {name} holds")
        if checkpoint.root != root:
            self.report.wrong(number, "witness", f"{name} holds another history up to here")
        elif self.last != number:
            self.report.wrong(number, "checkpoint", f"{name} holds a checkpoint that the house does not show")
        self.report.count("witness notes")

    def _receipt_holds(self, number: int, bound: bytes, entry: Any, receipt: Receipt) -> None:
        self.report.count("receipts")
        command = entry.get("command")
        told = command if type(command) is dict else {}
        slip = (told.get("player"), told.get("round"), told.get("version", 0))
        if bound != receipt.hash or slip != receipt.slip or "events" not in entry:
            says = f"receipt {receipt.line} is for another record: {receipt.slip[0]}, round {receipt.slip[1]}"
            self.report.wrong(number, "receipt", says)

    def ended(self, records: int, sealed: int) -> None:
        """After the last record: nothing may be due any more, and what had to be signed is.

        `sealed` is the first record but a slip after the last checkpoint, or one that it covers.
        """
        end = records + 1
        if self.house.due != NEVER:
            says = f"the house signed {self.house.due} records, the journal has {records}: its end is cut off"
            self.report.wrong(end, "checkpoint", says)
        elif sealed > self.last:
            says = f"expected a checkpoint that covers record {sealed}, found none"
            self.report.wrong(sealed, "checkpoint", says)
        self._tail(records)
        for stream in self.witnesses:
            if stream.due != NEVER:
                saw = f"{stream.thing[2]} saw {stream.due} records"
                self.report.wrong(end, "witness", f"{saw}, the journal has {records}: its end is cut off")
        if self.receipts.due != NEVER:
            says = f"receipt {self.receipts.thing.line} is for record {self.receipts.due}, which is not there"
            self.report.wrong(end, "receipt", says)
        elif self.trees.due != NEVER:
            says = f"a receipt stands on {self.trees.due} records, the journal has {records}"
            self.report.wrong(end, "receipt", says)

    def _tail(self, records: int) -> None:
        """The log ends where the house listed that it does; without a list, at a checkpoint."""
        if self.listed.due != NEVER:
            says = f"expected {self.listed.due:,} records, as the house listed, found {records:,}"
            self.report.wrong(records + 1, "manifest", says)
        elif self.is_listed and records > self.end:
            says = f"expected {self.end:,} records, as the house listed, found {records:,}"
            self.report.wrong(self.end + 1, "manifest", says)
        elif not self.is_listed and records > self.last:
            says = f"expected a checkpoint on record {records:,}, found none after record {self.last:,}"
            self.report.wrong(self.last + 1, "checkpoint", says)
