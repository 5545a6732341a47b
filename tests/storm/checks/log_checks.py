"""Checks of a log: each reads every record as it is written, and derives its state from records alone."""

from collections import Counter
from typing import Any

from sicbo.game.policies import Step
from sicbo.game.rulebook.publication import enum_key
from sicbo.house.entries import CommandRequest, Entry, entry_text, read_entry
from sicbo.house.interruptions import HOUSE
from sicbo.house.log_kinds import Founding
from sicbo.journal.record import Record
from sicbo.machine.messages import Command
from sicbo.table.log_kind import TABLE
from sicbo.table.messages.chips import VoucherExchanged
from sicbo.table.messages.faults import ReportFault
from sicbo.table.messages.round import (
    CorrectResult,
    DeclareVoid,
    Perform,
    RegisterSlip,
    ResultCorrected,
    RoundVoided,
    SlipRegistered,
    StepPerformed,
)
from sicbo.table.messages.super_streak import PlaceStreak, StreakWagered
from sicbo.table.money.racks import payout_instrument
from sicbo.table.people.tournament_use import PLAY_COMMANDS
from sicbo.table.state import TableState
from sicbo.tournament.messages.heats import HeatRegisterSlip
from sicbo.tournament.messages.spins import SealSlip
from tests.storm.actors.staff_keys import StaffKeys
from tests.storm.checks.tally import count_record
from tests.table.evenings.invariants import EVERY
from tests.table.evenings.moments import Books, Moment, Refused, Watcher, moments

STAKING = (RegisterSlip, PlaceStreak, HeatRegisterSlip, SealSlip)
PAYING = (Step.LIGHT, Step.COLLECT, Step.PAY)


class LogCheck:
    """The checked state of a table, derived from its records alone."""

    def __init__(self, staff_keys: StaffKeys | None = None, counts: Counter[str] | None = None) -> None:
        self.staff_keys = staff_keys
        self.counts: Counter[str] = Counter() if counts is None else counts
        self.founding: Founding | None = None
        self.table: Any = None
        self.books, self.watcher = Books(), Watcher(EVERY)
        self.hashes: list[bytes] = []
        self.ids: dict[str, int] = {}
        self.commands: dict[str, Command] = {}
        self.wall = self.elapsed = 0
        self.interrupted = self.staked = self.restarting = False
        self.vouchers: set[str] = set()

    def take(self, record: Record) -> None:
        """Check one more record: the next of its chain, later than the one before, with an unused id."""
        entry = read_entry(record.text)
        assert record.id not in self.ids, f"11: id {record.id} was answered twice"
        assert record.wall >= self.wall, "27: a record is stamped before the one before it"
        self.ids[record.id], self.wall = record.number, record.wall
        self.hashes.append(record.hash)
        if entry.founding is not None:
            self.founding, self.table = entry.founding, entry.founding.new_state()
            return
        command = entry.decoded_command
        stamp = command.stamp
        assert (stamp.wall, command.id) == (record.wall, record.id), "22: a record is not its command's"
        assert stamp.elapsed >= self.elapsed, "27: time went backwards"
        self.elapsed, self.commands[record.id] = stamp.elapsed, command
        self.staked = isinstance(command, STAKING)
        asked = CommandRequest(record.table, command, entry.signatures)
        assert entry_text(asked, entry.outcome) == record.text, "22: a record is not canonical"
        if self.staff_keys is not None and self.founding is not None and entry.refusal is None:
            assert self.staff_keys.is_signed(self.founding, asked, entry.signatures), (
                "20: a signature is missing"
            )
        if command.stamp.by == HOUSE and isinstance(command, ReportFault):
            assert self.restarting, "F1: an interruption is recorded although others played on"
        if self.interrupted:
            self._check_first_after_interruption(command)
        count_record(self.counts, command, entry)
        self._check_outcome(command, entry)

    @property
    def must_record_restart(self) -> bool:
        """Whether a restart has to record something: an interruption, or payments that are due."""
        table = self.table
        if table.round is None or (table.round.dice and table.round.void_due):
            return False
        if table.round.dice is None:
            return "power" not in table.faults
        return table.due_stage.step in PAYING

    def _check_first_after_interruption(self, command: Command) -> None:
        """Check the first command after an interruption: the house records the interruption."""
        self.interrupted = False
        assert command.stamp.by == HOUSE, "F1: play went on after an interruption"
        said = isinstance(command, ReportFault) and command.fault == "power"
        assert said or "power" in self.table.faults, "F1: an interruption was not recorded first"

    def _check_outcome(self, command: Command, entry: Entry) -> None:
        if entry.refusal is not None:
            refused = Moment(Refused(command.id), self.table, self.table, (), self.books, True)
            self.watcher.see(refused)
            return
        before: TableState = self.table
        self._check_author(command, entry)
        for moment in moments(self.table, entry.events, self.books):
            self.watcher.see(moment)
            self.table = moment.after
        if isinstance(command, CorrectResult | DeclareVoid):
            self._check_debts(before)

    def _check_debts(self, before: TableState) -> None:
        """Check that a player who owes a wrong payment keeps nothing that came with the same command."""
        after: TableState = self.table
        kind = payout_instrument(after)
        for player, owed in after.debts.items():
            if owed > before.debts.get(player, 0) and not _has_other_chips(after, player, kind):
                assert not after.rack(player, kind), "F8: a debt was made and not set off"

    def _check_author(self, command: Command, entry: Entry) -> None:
        """Check that the events are those that the command asks for, and that its author may give it."""
        assert not (self.table.designated and isinstance(command, PLAY_COMMANDS)), (
            "C7: play at a tournament's table"
        )
        rule, stamp = TABLE.rules.get(type(command)), command.stamp
        act = rule.act if rule else None
        if act is not None:
            power = self.table.rules.power(act)
            assert power is not None, "19: no rank may give this command"
            assert stamp.rank is not None and stamp.rank >= power.rank, "19: the author's rank is too low"
        if isinstance(command, CorrectResult | DeclareVoid):
            self._check_second_person(command, entry)
        self._check_events(command, entry)

    def _check_second_person(self, command: CorrectResult | DeclareVoid, entry: Entry) -> None:
        """Check that two people correct a result, and that a void has the rank that its clause names."""
        alone = command.second in ("", command.stamp.by)
        if isinstance(command, CorrectResult):
            assert not alone, "20: a correction by one person"
            return
        ranks = [
            one.rank for one in self.table.rules.irregularities if enum_key(one.ground) == command.ground
        ]
        assert command.stamp.rank is not None and ranks, "19: a void without a rank"
        assert command.stamp.rank >= ranks[0], "19: a void by too low a rank"
        played = self.table.round
        if played is not None and command.round in (None, played.number):
            assert played.dice is None or not alone, "20: a result was made void by one person"

    def _check_events(self, command: Command, entry: Entry) -> None:
        event = entry.events[0]
        if isinstance(command, RegisterSlip) and isinstance(event, SlipRegistered):
            asked = (command.player, command.round, command.version, command.stakes)
            assert asked == (event.player, event.round, event.version, event.stakes), "10: another slip"
            assert command.stamp.by == command.player, "19: a slip by another person"
        if isinstance(command, PlaceStreak) and isinstance(event, StreakWagered):
            assert (command.player, command.round) == (event.player, event.round), "10: another streak"
        if isinstance(event, VoucherExchanged):
            assert event.number not in self.vouchers, "F5: a voucher was spent twice"
            self.vouchers.add(event.number)
        if isinstance(command, Perform):
            done = {one.round for one in entry.events if isinstance(one, StepPerformed)}
            assert done <= {command.round}, "10: a step was applied to another round"
        if isinstance(command, CorrectResult | DeclareVoid) and command.round is not None:
            rounds = {one.round for one in entry.events if isinstance(one, ResultCorrected | RoundVoided)}
            assert rounds <= {command.round}, "10: another round was corrected"


def _has_other_chips(table: TableState, player: str, kind: str) -> bool:
    """Whether a player staked or holds anything but the table's money, so that a debt may be of that."""
    kept = [one for one in (table.round, table.last, *table.past) if one is not None]
    slips = [one.slips[player] for one in kept if player in one.slips]
    staked = {stake.instrument for slip in slips for stake in slip.stakes}
    return bool(staked - {kind}) or any(who == player and what != kind for who, what in table.racks)
