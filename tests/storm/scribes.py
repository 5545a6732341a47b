"""Scribes: each reads every record of a log as it is written, and keeps a state of its own from them."""

from typing import Any

from sicbo.house.entries import Asked, Entry, entry_text, read_entry
from sicbo.house.subjects import Founding
from sicbo.journal.record import Record
from sicbo.table.commands import CorrectResult, PlaceStreak, RegisterSlip
from sicbo.table.decide import NEEDS
from sicbo.table.designation import PLAY
from sicbo.table.events import ResultCorrected, RoundVoided, SlipRegistered, StreakWagered
from sicbo.table.messages import Command
from tests.storm.hands import Hands
from tests.table.invariants import EVERY
from tests.table.machine_moments import Books, Moment, Refused, Watcher, moments


class Scribe:
    """Reads every record of a table as it is written, and believes nothing else."""

    def __init__(self, hands: Hands | None = None) -> None:
        self.hands = hands
        self.founding: Founding | None = None
        self.table: Any = None
        self.books, self.watcher = Books(), Watcher(EVERY)
        self.hashes: list[bytes] = []
        self.ids: dict[str, int] = {}
        self.wall = self.elapsed = 0

    def take(self, record: Record) -> None:
        """One more record: the next of its chain, later than the one before, under an id of its own."""
        entry = read_entry(record.text)
        assert record.id not in self.ids, f"11: id {record.id} was answered twice"
        assert record.wall >= self.wall, "27: a record is stamped before the one before it"
        self.ids[record.id], self.wall = record.number, record.wall
        self.hashes.append(record.hash)
        if entry.founding is not None:
            self.founding, self.table = entry.founding, entry.founding.new_state()
            return
        command = entry.asked
        stamp = command.stamp
        assert (stamp.wall, command.id) == (record.wall, record.id), "22: a record is not its command's"
        assert stamp.elapsed >= self.elapsed, "27: time went backwards"
        self.elapsed = stamp.elapsed
        asked = Asked(record.table, command, entry.signatures)
        assert entry_text(asked, entry.outcome) == record.text, "22: a record is not canonical"
        if self.hands is not None and self.founding is not None and entry.refusal is None:
            assert self.hands.under(self.founding, asked, entry.signatures), "20: nobody signed an order"
        self._happened(command, entry)

    def _happened(self, command: Command, entry: Entry) -> None:
        if entry.refusal is not None:
            refused = Moment(Refused(command.id), self.table, self.table, (), self.books, True)
            self.watcher.see(refused)
            return
        self._allowed(command, entry)
        for moment in moments(self.table, entry.events, self.books):
            self.watcher.see(moment)
            self.table = moment.after

    def _allowed(self, command: Command, entry: Entry) -> None:
        """What was done is what was asked, by somebody who may."""
        assert not (self.table.designated and isinstance(command, PLAY)), "C7: play at a tournament's table"
        act, stamp, event = NEEDS.get(type(command)), command.stamp, entry.events[0]
        if act is not None:
            power = self.table.rules.power(act)
            assert power is not None, "19: nobody may do that"
            assert stamp.rank is not None and stamp.rank >= power.rank, "19: somebody of too low a rank"
        if isinstance(command, RegisterSlip) and isinstance(event, SlipRegistered):
            asked = (command.player, command.round, command.version, command.stakes)
            assert asked == (event.player, event.round, event.version, event.stakes), "10: another slip"
            assert stamp.by == command.player, "19: a slip by somebody else"
        if isinstance(command, PlaceStreak) and isinstance(event, StreakWagered):
            assert (command.player, command.round) == (event.player, event.round), "10: another streak"
        if isinstance(command, CorrectResult) and command.round is not None:
            rounds = {one.round for one in entry.events if isinstance(one, ResultCorrected | RoundVoided)}
            assert rounds == {command.round}, "10: another round was corrected"
