"""The floor: every log of the house over one journal. Commands are decided, written, then published."""

import re
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import NamedTuple

from msgspec.structs import replace

from sicbo.errors import BadInput, Broken, NoSpace, NotFound, Refusal, Taken
from sicbo.house.commit import Seal, Signer, Turn
from sicbo.house.cross_table import homeward, spent, untrue, voucher_of
from sicbo.house.electronic_rolls import refuse_other_dice
from sicbo.house.entries import Asked, founding_text, read_entry
from sicbo.house.identity.receipts import Receipt, receipt_for
from sicbo.house.log_kinds import TABLE, Events, Founding, subject_of
from sicbo.house.log_state import Place, after_records
from sicbo.house.recovery.recovery import recovered
from sicbo.journal.merkle import Tree
from sicbo.journal.record import Draft, Record, chained, checked, start_of
from sicbo.journal.store import Checkpoint, Journal
from sicbo.table.messages.base import Command
from sicbo.table.messages.chip_commands import ExchangeVoucher, RedeemForeignColours
from sicbo.table.messages.events import SlipRegistered, StreakWagered
from sicbo.table.state import Table

Guard = Callable[[Founding, Asked], Refusal | None]
TerminalRule = Callable[[object, Command], Refusal | None]
Veil = Callable[[Command], Command]
Follower = Callable[[Sequence[Record]], None]

TABLE_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}").fullmatch
LONGEST_ID, SEALS_KEPT = 200, 32
NOT_REGISTERED = Refusal(
    "house/space", "Not registered, for the journal has no room: nothing was staked. Try again in a while."
)
UNREADABLE = Refusal("house/ids", "An id has 1 to 200 letters, digits and signs on one line: send another.")
NOT_ITS_OWN = Refusal(
    "house/logs",
    "That is asked of another kind of log: ask a table, a tournament or a promotion for its own.",
)
OTHER_CONTENT = Refusal("house/ids", "That id was used for another command: give this one an id of its own.")


class Answer(NamedTuple):
    """The outcome of a command and the record of it; the record is None if none could be written."""

    outcome: Events | Refusal
    record: Record | None = None
    seal: Seal | None = None

    def receipt(self) -> Receipt | None:
        """Return the signed receipt for a registered slip or Super Streak, or None for any other outcome."""
        if self.record is None or self.seal is None or not _has_receipt(self.outcome):
            return None
        return receipt_for(self.record, self.seal.tree, self.seal.note)


class Floor:
    """All tables and other logs of a house, as the journal has them.

    `veil` replaces names and free text with pseudonyms before anything is decided or written.
    `guard` may refuse a command before its table decides it, for example because a signature is
    missing.
    """

    def __init__(
        self,
        journal: Journal,
        signer: Signer,
        guard: Guard = lambda founding, asked: None,
        veil: Veil | None = None,
    ) -> None:
        self.journal, self.signer, self.guard, self.veil = journal, signer, guard, veil
        self.places = recovered(journal, signer)
        self.followers: list[Follower] = []
        self._seals: deque[tuple[str, Seal]] = deque(maxlen=SEALS_KEPT)
        self.terminal_rule: TerminalRule = lambda state, command: None
        """What the terminals of this house refuse, although the table itself would accept it."""
        self._unsigned = {name: self._seal_now(name) for name in self.places if not self._is_signed(name)}
        self._by_others: dict[str, int] = {}
        self._quiet: dict[str, int] = {}
        self.gone_by: Callable[[str], int] | None = None
        """Milliseconds since the last record of a table arrived, if processes with separate clocks share a
        journal. Time then counts from that record on, and no clock can shorten a notice.
        """

    def found(self, founding: Founding, wall: int = 0) -> None:
        """Start the log of a new table, tournament or promotion."""
        if not TABLE_NAME(founding.table):
            raise BadInput(
                "A table name has up to 64 letters, digits, dots, dashes and underscores, and begins with a "
                "letter or digit: choose another name."
            )
        subject_of(founding.kind)
        if founding.table in self.places:
            raise BadInput(f"Table {founding.table} already exists: choose another name.")
        draft = Draft(wall, founding.house, "founding", founding_text(founding))
        records = chained(founding.table, start_of(founding.table), [draft])
        place = Place.new(records[0])
        seal = Seal(founding.origin, Tree(place.peaks), self.signer)
        self.journal.append(records, [seal.checkpoint(founding.table)])
        self.places[founding.table] = place
        self._tell(records)

    @property
    def tables(self) -> list[str]:
        """The names of all tables, without the other logs."""
        return sorted(name for name, place in self.places.items() if place.founding.kind == TABLE.kind)

    def place(self, table: str) -> Place:
        """Return the state of a log by its name."""
        if table not in self.places:
            raise NotFound("table", table, self.places)
        return self.places[table]

    def handle(self, asked: Sequence[Asked]) -> list[Answer]:
        """Decide each command, write all records in one commit, then update logs and notify followers."""
        if veil := self.veil:
            asked = [_veiled(one, veil(one.command)) for one in asked]
        short = self.journal.full
        while True:
            turns: dict[str, Turn] = {}
            outcomes = [self._taken(turns, one, short) for one in asked]
            if self.gone_by and self._is_behind(asked, outcomes, turns):
                continue
            records = [record for turn in turns.values() for record in turn.records]
            try:
                if records:
                    notes = [one for turn in turns.values() for one in turn.checkpoints()]
                    self.journal.append(
                        records, notes, [one for turn in turns.values() for one in turn.claims]
                    )
            except Taken as error:
                if not self.follow() and all(self.places[name] is one.place for name, one in turns.items()):
                    raise Broken(
                        "A claim of this commit is taken, but no record has it: the journal is inconsistent."
                    ) from error
            except NoSpace as error:
                if short:
                    raise Broken("The disk is completely full: make room, then start again.") from error
                short = True
            else:
                for table, turn in turns.items():
                    if turn.records:  # without records, another process may have written to this log
                        self.places[table] = turn.believed()
                        self._unsigned.pop(table, None)
                        if not turn.signs:
                            self._unsigned[table] = turn.seal
                self._tell(records)
                return self._answers(asked, outcomes, turns)

    def _is_behind(
        self,
        asked: Sequence[Asked],
        outcomes: Sequence[Events | Refusal | None],
        turns: dict[str, Turn],
    ) -> bool:
        """Whether some answer has no record in this commit, and its log has changed in the meantime."""
        pairs = zip(asked, outcomes, strict=True)
        unproven = {
            one.table
            for one, no in pairs
            if no is not None and one.command.id not in turns[one.table].numbers
        }
        if not unproven:
            return False
        self.follow()
        return any(self.places[table] is not turns[table].place for table in unproven)

    def follow(self) -> bool:
        """Read what other processes wrote, and return whether they wrote anything."""
        told = False
        for table in self.journal.heads():
            place = self.places.get(table)
            after = place.head if place else start_of(table)
            news = list(checked(table, after, self.journal.read(table, after.number)))
            if news:
                known = after_records(place, news) if place else after_records(Place.new(news[0]), news[1:])
                self.places[table] = known
                self._by_others[table] = known.head.number
                self._tell(news)
                told = True
        return told

    def sign_all(self) -> None:
        """Write checkpoints for all slips that have none. If the disk is full, the next call does it.

        The house calls this every second. A process signs the slips that it wrote. It signs those of another
        process only if that process has not done so by the second call, because then it has ended.
        """
        for name, size in self._quiet.items():
            if self.places[name].head.number == size and not self._is_signed(name):
                self._unsigned[name] = self._seal_now(name)
        self._quiet, self._by_others = self._by_others, {}
        notes = [seal.checkpoint(name) for name, seal in sorted(self._unsigned.items())]
        if notes:
            with suppress(NoSpace):
                self._keep(notes)
                self._unsigned.clear()

    def _keep(self, notes: list[Checkpoint]) -> None:
        """Write checkpoints, except those that another process has already written."""
        try:
            self.journal.append([], notes)
        except Taken:
            for one in notes:
                with suppress(Taken):
                    self.journal.append([], [one])

    def _is_signed(self, table: str) -> bool:
        """Whether a checkpoint covers the last record of a log."""
        _, covers = self.journal.checkpoints_around(table, self.places[table].head.number)
        return covers is not None

    def _seal_now(self, table: str) -> Seal:
        place = self.places[table]
        return Seal(place.founding.origin, Tree(place.peaks), self.signer)

    def _taken(self, turns: dict[str, Turn], asked: Asked, short: bool) -> Events | Refusal | None:
        """Return the outcome of a command, or None if its id was answered before."""
        turn = self._turn_at(turns, asked.table)
        name = asked.command.id
        if turn.knows(name):
            return None
        if not (0 < len(name) <= LONGEST_ID and name.isprintable() and asked.command.stamp.by.isprintable()):
            return UNREADABLE
        if type(asked.command) not in turn.subject.kinds:
            return NOT_ITS_OWN
        if short and isinstance(asked.command, turn.subject.staking):
            return NOT_REGISTERED
        no = self.guard(turn.place.founding, asked) or self.terminal_rule(turn.state, asked.command)
        no = no or refuse_other_dice(turn.rolls, turn.state, asked.command)
        if isinstance(asked.command, turn.subject.secret):
            told = no or turn.subject.decide(turn.state, asked.command)
            if isinstance(told, Refusal):
                return told
        if isinstance(asked.command, RedeemForeignColours) and asked.command.issuer in self.tables:
            return self._crossing(turns, turn, asked, asked.command, no)
        if isinstance(asked.command, ExchangeVoucher):
            no = no or spent(turn.state, self._others(turns, asked.table), asked.command)
            return turn.take(asked, no, claims=voucher_of(asked.command))
        return turn.take(asked, no)

    def _others(self, turns: dict[str, Turn], table: str) -> list[Table]:
        """Return every other table, with the changes of this commit and of other processes."""
        if self.gone_by:
            self.follow()
        others = [name for name in self.tables if name != table]
        return [turns[name].state if name in turns else self.places[name].state for name in others]

    def _turn_at(self, turns: dict[str, Turn], table: str) -> Turn:
        """Return the part of this commit that concerns one log, and create it on first use."""
        turn = turns.get(table)
        if turn is None:
            since = self.gone_by(table) if self.gone_by else None
            turn = turns[table] = Turn(self.place(table), self.signer, since)
        return turn

    def _crossing(
        self,
        turns: dict[str, Turn],
        turn: Turn,
        asked: Asked,
        command: RedeemForeignColours,
        no: Refusal | None,
    ) -> Events | Refusal:
        """Redeem another table's colour chips. The same commit returns the pieces to that table."""
        issuer = self._turn_at(turns, command.issuer)
        outcome = turn.take(asked, no or untrue(turn.state, issuer.state, command))
        if not isinstance(outcome, Refusal):
            home = homeward(issuer, asked.table, command)
            home = home._replace(command=self.veil(home.command)) if self.veil else home
            issuer.take(home, self.guard(issuer.place.founding, home))
        return outcome

    def _answers(
        self,
        asked: Sequence[Asked],
        outcomes: Sequence[Events | Refusal | None],
        turns: dict[str, Turn],
    ) -> list[Answer]:
        answers = []
        for one, outcome in zip(asked, outcomes, strict=True):
            if outcome is None:
                answers.append(self._again(one))
            elif one.command.id not in turns[one.table].numbers:
                answers.append(Answer(outcome))
            else:
                turn = turns[one.table]
                answers.append(Answer(outcome, turn.record_of(one.command.id), turn.seal))
        return answers

    def _again(self, asked: Asked) -> Answer:
        """Return the answer that this id was given before, or refuse if the id belongs to another command."""
        number = self.places[asked.table].numbers[asked.command.id]
        record = next(iter(self.journal.read(asked.table, number - 1, number)))
        entry = read_entry(record.text)
        if number == 1 or not _same(entry.asked, asked.command):
            return Answer(OTHER_CONTENT)
        seal = self._seal_on(record) if _has_receipt(entry.outcome) else None
        return Answer(entry.outcome, record, seal)

    def _seal_on(self, record: Record) -> Seal:
        """Return a signed tree that covers an old record: the first checkpoint on it, or the tree of now.

        It reads only the records between two checkpoints, and keeps the latest results.
        """
        table, number = record.table, record.number
        for name, seal in self._seals:
            if name == table and seal.tree.base < number <= seal.tree.size:
                return seal
        before, covers = self.journal.checkpoints_around(table, number)
        tree = Tree(before.peaks if before else b"")
        place = self.places[table]
        for one in self.journal.read(table, tree.size, covers.size if covers else place.head.number):
            tree.append(one.hash)
        seal = Seal(place.founding.origin, tree, self.signer, covers.note if covers else "")
        self._seals.append((table, seal))
        return seal

    def _tell(self, records: Sequence[Record]) -> None:
        for follower in self.followers if records else ():
            follower(records)


def _has_receipt(outcome: Events | Refusal) -> bool:
    """Whether an outcome has a receipt: a registered slip or Super Streak has one."""
    return not isinstance(outcome, Refusal) and isinstance(outcome[0], SlipRegistered | StreakWagered)


def _veiled(asked: Asked, command: Command) -> Asked:
    """Return the request with the pseudonymized command, or the same request if nothing changed."""
    return asked if command is asked.command else asked._replace(command=command)


def _same(first: Command, second: Command) -> bool:
    """Whether two commands from the same giver are equal, whatever their times.

    A repeated command may leave out the second person who agreed to the first one.
    """
    stamp = replace(second.stamp, wall=first.stamp.wall, elapsed=first.stamp.elapsed)
    agreed = {"second": getattr(first, "second", "")} if getattr(second, "second", None) == "" else {}
    return first == replace(second, stamp=stamp, **agreed)
