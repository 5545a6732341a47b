"""The floor: every log of the house over one journal. Commands are decided, written, then published."""

import re
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

import msgspec
from msgspec.structs import replace

from sicbo.errors import BadInput, NoSpace, NotFound, RecordTaken, Refusal, StorageBroken
from sicbo.game.ranks import Rank
from sicbo.house.commit import PendingCommit, SignedTree, Signer
from sicbo.house.electronic_rolls import refuse_other_dice
from sicbo.house.entries import CommandRequest, WrittenRecord, founding_text, read_entry, read_record
from sicbo.house.identity.receipts import Receipt, receipt_for
from sicbo.house.log_kinds import Founding, log_kind_of
from sicbo.house.log_state import LogState, apply_records, unused_ids
from sicbo.house.recovery.recovery import recover_logs
from sicbo.i18n import message
from sicbo.journal.merkle import MerkleTree
from sicbo.journal.record import Draft, Record, chain_records, initial_head, verify_chain
from sicbo.journal.store import Checkpoint, Journal
from sicbo.machine.log_kind import Events, FollowUp, LogKind, OtherLogs
from sicbo.machine.messages import Command, Stamp
from sicbo.table.log_kind import TABLE

Guard = Callable[[Founding, CommandRequest], Refusal | None]
TerminalRule = Callable[[object, Command], Refusal | None]
Pseudonymize = Callable[[Command], Command]
Follower = Callable[[Sequence[WrittenRecord]], None]

is_log_name = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}").fullmatch
LONGEST_ID, SIGNED_TREES_KEPT, HOUSE = 200, 32, "house"
DISK_FULL = Refusal("house/space", message("house.journal-full"))
BAD_ID = Refusal("house/ids", message("house.bad-id"))
WRONG_LOG_KIND = Refusal("house/logs", message("house.other-log-kind"))
ID_TAKEN = Refusal("house/ids", message("house.id-used"))


class CommandAnswer(msgspec.Struct, frozen=True):
    """The outcome of a command and the record of it; the record is None if none could be written.

    A command whose sender gets a receipt has the signed tree on which the receipt is made.
    """

    outcome: Events | Refusal
    record: Record | None = None
    signed_tree: SignedTree | None = None

    def receipt(self) -> Receipt | None:
        """Return the signed receipt for a slip or a Super Streak, or None for any other command."""
        if self.record is None or self.signed_tree is None or isinstance(self.outcome, Refusal):
            return None
        return receipt_for(self.record, self.outcome[0], self.signed_tree.tree, self.signed_tree.note)


class Floor:
    """All tables and other logs of a house, as the journal has them.

    `pseudonymize` replaces names and free text with pseudonyms before anything is decided or written.
    `guard` may refuse a command before its table decides it, for example because a signature is
    missing.
    """

    def __init__(
        self,
        journal: Journal,
        signer: Signer,
        guard: Guard | None = None,
        pseudonymize: Pseudonymize | None = None,
    ) -> None:
        self.journal, self.signer, self.guard, self.pseudonymize = journal, signer, guard, pseudonymize
        self.logs = recover_logs(journal, signer)
        self.followers: list[Follower] = []
        self._signed_trees: deque[tuple[str, SignedTree]] = deque(maxlen=SIGNED_TREES_KEPT)
        self.terminal_rule: TerminalRule | None = None
        """What the terminals of this house refuse of a wager, although the table itself would accept it."""
        self._unsigned_trees = {
            name: self._current_signed_tree(name) for name in self.logs if not self._is_signed(name)
        }
        self._written_by_others: dict[str, int] = {}
        self._left_by_others: dict[str, int] = {}
        self.milliseconds_since_last_record: Callable[[str], int] | None = None
        """Milliseconds since the last record of a table arrived, if processes with separate clocks share a
        journal. Time then counts from that record on, and no clock can shorten a notice.
        """

    def found_log(self, founding: Founding, wall: int = 0) -> None:
        """Start the log of a new table, tournament or promotion."""
        if not is_log_name(founding.table):
            raise BadInput(message("house.bad-log-name"))
        log_kind_of(founding.kind)
        if founding.table in self.logs:
            raise BadInput(message("house.name-taken", name=founding.table))
        draft = Draft(wall, founding.house, "founding", founding_text(founding))
        records = chain_records(founding.table, initial_head(founding.table), [draft])
        log_state = LogState.new(records[0])
        signed_tree = SignedTree(founding.origin, MerkleTree(log_state.peaks), self.signer)
        self.journal.append(records, [signed_tree.checkpoint(founding.table)])
        self.logs[founding.table] = log_state
        self._notify_followers([WrittenRecord(records[0], ())])

    @property
    def table_names(self) -> list[str]:
        """The names of all tables, without the other logs."""
        return sorted(name for name, place in self.logs.items() if place.founding.kind == TABLE.kind)

    def log(self, name: str) -> LogState:
        """Return the state of a log by its name."""
        if name not in self.logs:
            raise NotFound("table", name, self.logs)
        return self.logs[name]

    def handle(self, requests: Sequence[CommandRequest]) -> list[CommandAnswer]:
        """Decide each command, write all records in one commit, then update logs and notify followers."""
        if self.pseudonymize:
            requests = _with_pseudonyms(requests, self.pseudonymize)
        is_disk_full = self.journal.is_full
        while True:
            commits: dict[str, PendingCommit] = {}
            outcomes = [self._decide_request(commits, one, is_disk_full) for one in requests]
            if self.milliseconds_since_last_record and self._is_behind(requests, outcomes, commits):
                continue
            written = [one for turn in commits.values() for one in turn.written]
            try:
                if written:
                    notes = [one for turn in commits.values() for one in turn.checkpoints()]
                    claims = [one for turn in commits.values() for one in turn.claims]
                    self.journal.append([one.record for one in written], notes, claims)
            except RecordTaken as error:
                if not self.catch_up() and all(
                    self.logs[name] is one.log_state for name, one in commits.items()
                ):
                    raise StorageBroken(
                        "A claim of this commit is taken, but no record has it: the journal is inconsistent."
                    ) from error
            except NoSpace as error:
                if is_disk_full:
                    raise StorageBroken(
                        "The disk is completely full: make room, then start again."
                    ) from error
                is_disk_full = True
            else:
                for table, turn in commits.items():
                    if turn.written:  # without records, another process may have written to this log
                        self.logs[table] = turn.next_log_state()
                        self._unsigned_trees.pop(table, None)
                        if not turn.needs_checkpoint:
                            self._unsigned_trees[table] = turn.signed_tree
                self._notify_followers(written)
                return self._answers(requests, outcomes, commits)

    def _is_behind(
        self,
        requests: Sequence[CommandRequest],
        outcomes: Sequence[Events | Refusal | None],
        commits: dict[str, PendingCommit],
    ) -> bool:
        """Whether some answer has no record in this commit, and its log has changed in the meantime."""
        pairs = zip(requests, outcomes, strict=True)
        unproven = {
            one.table
            for one, no in pairs
            if no is not None and one.command.id not in commits[one.table].records
        }
        if not unproven:
            return False
        self.catch_up()
        return any(self.logs[table] is not commits[table].log_state for table in unproven)

    def catch_up(self) -> bool:
        """Read what other processes wrote, and return whether they wrote anything."""
        has_changed = False
        for table in self.journal.heads():
            before = self.logs.get(table)
            after = before.head if before else initial_head(table)
            new_records = list(verify_chain(table, after, self.journal.read(table, after.number)))
            if new_records:
                log_state = (
                    apply_records(before, new_records)
                    if before
                    else apply_records(LogState.new(new_records[0]), new_records[1:])
                )
                self.logs[table] = log_state
                self._written_by_others[table] = log_state.head.number
                self._notify_followers(list(map(read_record, new_records)))
                has_changed = True
        return has_changed

    def sign_checkpoints(self) -> None:
        """Write checkpoints for all slips that have none. If the disk is full, the next call does it.

        The house calls this every second. A process signs the slips that it wrote. It signs those of another
        process only if that process has not done so by the second call, because then it has ended.
        """
        for name, size in self._left_by_others.items():
            if self.logs[name].head.number == size and not self._is_signed(name):
                self._unsigned_trees[name] = self._current_signed_tree(name)
        self._left_by_others, self._written_by_others = self._written_by_others, {}
        notes = [seal.checkpoint(name) for name, seal in sorted(self._unsigned_trees.items())]
        if notes:
            with suppress(NoSpace):
                self._write_checkpoints(notes)
                self._unsigned_trees.clear()

    def _write_checkpoints(self, notes: list[Checkpoint]) -> None:
        """Write checkpoints, except those that another process has already written."""
        try:
            self.journal.append([], notes)
        except RecordTaken:
            for one in notes:
                with suppress(RecordTaken):
                    self.journal.append([], [one])

    def _is_signed(self, table: str) -> bool:
        """Whether a checkpoint covers the last record of a log."""
        _, covers = self.journal.checkpoints_around(table, self.logs[table].head.number)
        return covers is not None

    def _current_signed_tree(self, table: str) -> SignedTree:
        log_state = self.logs[table]
        return SignedTree(log_state.founding.origin, MerkleTree(log_state.peaks), self.signer)

    def _decide_request(
        self, commits: dict[str, PendingCommit], request: CommandRequest, is_disk_full: bool
    ) -> Events | Refusal | None:
        """Return the outcome of a command, or None if its id was answered before."""
        commit = commits.get(request.table) or self._begin_commit(commits, request.table)
        command, name = request.command, request.command.id
        if commit.has_id(name):
            return None
        if not (0 < len(name) <= LONGEST_ID and name.isprintable() and command.stamp.by.isprintable()):
            return BAD_ID
        rule = commit.log_kind.rules.get(type(command))
        if rule is None:
            return WRONG_LOG_KIND
        if is_disk_full and rule.staking:
            return DISK_FULL
        refusal = self.guard(commit.log_state.founding, request) if self.guard else None
        if rule.staking:
            if refusal is None and self.terminal_rule is not None:
                refusal = self.terminal_rule(commit.state, command)
            return commit.decide_command(request, refusal)
        refusal = refusal or refuse_other_dice(commit.rolls, commit.state, command)
        if rule.secret:
            outcome = refusal or commit.log_kind.decide(commit.state, command)
            if isinstance(outcome, Refusal):
                return outcome
        if rule.others is not None:
            return self._decide_with_others(commits, request, rule.others, refusal)
        return commit.decide_command(request, refusal)

    def _decide_with_others(
        self,
        commits: dict[str, PendingCommit],
        request: CommandRequest,
        rule: OtherLogs,
        refusal: Refusal | None,
    ) -> Events | Refusal:
        """Decide a command that concerns other logs, and have another log record it in the same commit.

        A command that its own log refuses is left to that log, which gives its own reason.
        """
        commit, command = commits[request.table], request.command
        states = self._other_states(commits, request.table)
        if refusal is None and not isinstance(commit.log_kind.decide(commit.state, command), Refusal):
            refusal = rule.refuse(commit.state, states, command)
        outcome = commit.decide_command(request, refusal, claims=rule.claim(command))
        follow_up = None if isinstance(outcome, Refusal) else rule.follow_up(commit.state, command)
        if follow_up and follow_up.log in states:
            other = commits.get(follow_up.log) or self._begin_commit(commits, follow_up.log)
            self._give_follow_up(other, follow_up, command)
        return outcome

    def _other_states(self, commits: dict[str, PendingCommit], table: str) -> dict[str, Any]:
        """Return the other logs of a kind, with the changes of this commit and of other processes."""
        if self.milliseconds_since_last_record:
            self.catch_up()
        kind = self.logs[table].founding.kind
        names = [name for name, log in self.logs.items() if log.founding.kind == kind and name != table]
        return {name: commits[name].state if name in commits else self.logs[name].state for name in names}

    def _give_follow_up(self, commit: PendingCommit, follow_up: FollowUp, because: Command) -> None:
        """Give a command of the house because of another one, at the same time."""
        command = follow_up.command(
            id=next(unused_ids("home", commit.last.number, commit.has_id)),
            stamp=Stamp(HOUSE, Rank.SENIOR_MANAGER, because.stamp.wall, because.stamp.elapsed),
            **follow_up.fields,
        )
        if self.pseudonymize:
            command = self.pseudonymize(command)
        request = CommandRequest(follow_up.log, command)
        refusal = self.guard(commit.log_state.founding, request) if self.guard else None
        commit.decide_command(request, refusal)

    def _begin_commit(self, commits: dict[str, PendingCommit], table: str) -> PendingCommit:
        """Begin the part of this commit that concerns one log."""
        since_last = self.milliseconds_since_last_record
        commit = commits[table] = PendingCommit(
            self.log(table), self.signer, since_last(table) if since_last else None
        )
        return commit

    def _answers(
        self,
        requests: Sequence[CommandRequest],
        outcomes: Sequence[Events | Refusal | None],
        commits: dict[str, PendingCommit],
    ) -> list[CommandAnswer]:
        answers = []
        for one, outcome in zip(requests, outcomes, strict=True):
            if outcome is None:
                answers.append(self._repeat_answer(one))
                continue
            commit = commits[one.table]
            record = commit.records.get(one.command.id)
            proof = commit.signed_tree if record and _has_receipt(commit.log_kind, one.command) else None
            answers.append(CommandAnswer(outcome, record, proof))
        return answers

    def _repeat_answer(self, request: CommandRequest) -> CommandAnswer:
        """Return the answer that this id was given before, or refuse if the id belongs to another command."""
        number = self.logs[request.table].record_numbers[request.command.id]
        record = next(iter(self.journal.read(request.table, number - 1, number)))
        entry = read_entry(record.text)
        if number == 1 or not _is_same_command(entry.decoded_command, request.command):
            return CommandAnswer(ID_TAKEN)
        log_kind = self.logs[request.table].founding.log_kind
        has_receipt = _has_receipt(log_kind, entry.decoded_command)
        return CommandAnswer(
            entry.outcome, record, self._signed_tree_covering(record) if has_receipt else None
        )

    def _signed_tree_covering(self, record: Record) -> SignedTree:
        """Return a signed tree that covers an old record: the first checkpoint on it, or the tree of now.

        It reads only the records between two checkpoints, and keeps the latest results.
        """
        table, number = record.table, record.number
        for name, signed_tree in self._signed_trees:
            if name == table and signed_tree.tree.base < number <= signed_tree.tree.size:
                return signed_tree
        before, covers = self.journal.checkpoints_around(table, number)
        tree = MerkleTree(before.peaks if before else b"")
        log_state = self.logs[table]
        for one in self.journal.read(table, tree.size, covers.size if covers else log_state.head.number):
            tree.append(one.hash)
        signed_tree = SignedTree(log_state.founding.origin, tree, self.signer, covers.note if covers else "")
        self._signed_trees.append((table, signed_tree))
        return signed_tree

    def _notify_followers(self, written: Sequence[WrittenRecord]) -> None:
        for follower in self.followers if written else ():
            follower(written)


def _has_receipt(log_kind: LogKind, command: Command) -> bool:
    """Whether the sender of a command gets a receipt if it succeeds."""
    return log_kind.rules[type(command)].receipt


def _with_pseudonyms(requests: Sequence[CommandRequest], veil: Pseudonymize) -> list[CommandRequest]:
    """Return requests with pseudonyms in place of names; one without names stays the same object."""
    return [
        one if (command := veil(one.command)) is one.command else one._replace(command=command)
        for one in requests
    ]


def _is_same_command(first: Command, second: Command) -> bool:
    """Whether two commands from the same giver are equal, whatever their times.

    A repeated command may leave out the second person who agreed to the first one.
    """
    stamp = replace(second.stamp, wall=first.stamp.wall, elapsed=first.stamp.elapsed)
    agreed = {"second": getattr(first, "second", "")} if getattr(second, "second", None) == "" else {}
    return first == replace(second, stamp=stamp, **agreed)
