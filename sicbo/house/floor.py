"""The floor: every table of the house over one journal. Decide, write durably, then believe, then tell."""

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from sicbo.errors import BadInput, Broken, NoSpace, NotFound, Refusal, Taken
from sicbo.house.crossing import homeward, spent, untrue, voucher_of
from sicbo.house.entries import Asked, founding_text, read_entry
from sicbo.house.places import Place, after_records
from sicbo.house.receipts import Receipt, receipt_for
from sicbo.house.recovery import recovered
from sicbo.house.subjects import TABLE, Events, Founding, subject_of
from sicbo.house.turns import Seal, Signer, Turn
from sicbo.journal.merkle import Tree
from sicbo.journal.record import Draft, Record, chained, checked, start_of
from sicbo.journal.store import Journal
from sicbo.table.chip_commands import ExchangeVoucher, RedeemForeignColours
from sicbo.table.events import SlipRegistered, StreakWagered
from sicbo.table.messages import Command
from sicbo.table.state import Table

Guard = Callable[[Founding, Asked], Refusal | None]
Veil = Callable[[Command], Command]
Follower = Callable[[Sequence[Record]], None]

TABLE_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}").fullmatch
LONGEST_ID = 200
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
    """What came of a command, and the record that says so; no record where none could be written."""

    outcome: Events | Refusal
    record: Record | None = None
    seal: Seal | None = None

    def receipt(self) -> Receipt | None:
        """The signed receipt for a registered slip; None for anything else."""
        if self.record is None or self.seal is None or isinstance(self.outcome, Refusal):
            return None
        if not isinstance(self.outcome[0], SlipRegistered | StreakWagered):
            return None
        return receipt_for(self.record, self.seal.tree, self.seal.note)


class Floor:
    """All tables of a house, as the journal has them.

    `veil` replaces names and free text before anything is decided or written: `People.veiled` in a house
    where people play. `guard` may then refuse a command before the table is asked: for want of a person's
    signature, say.
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
        self.gone_by: Callable[[str], int] | None = None
        """Milliseconds since a table's last record was heard of, where processes with clocks of their own
        share a journal: then time counts from that record on, and no clock can shorten a notice.
        """

    def found(self, founding: Founding, wall: int = 0) -> None:
        """Begin the journal of a new table, or another log."""
        if not TABLE_NAME(founding.table):
            raise BadInput(
                "A table is named by up to 64 letters, digits, dots and dashes: choose such a name."
            )
        subject_of(founding.kind)
        if founding.table in self.places:
            raise BadInput(f"There is a table {founding.table} already: choose another name.")
        draft = Draft(wall, founding.house, "founding", founding_text(founding))
        records = chained(founding.table, start_of(founding.table), [draft])
        self.journal.append(records)
        self.places[founding.table] = Place.new(records[0])
        self._tell(records)

    @property
    def tables(self) -> list[str]:
        """The names of all tables, without the other logs."""
        return sorted(name for name, place in self.places.items() if place.founding.kind == TABLE.kind)

    def place(self, table: str) -> Place:
        """A table by its name."""
        if table not in self.places:
            raise NotFound("table", table, self.places)
        return self.places[table]

    def handle(self, asked: Sequence[Asked]) -> list[Answer]:
        """Decide each command, write all with one commit, then believe, then tell."""
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
                    notes = [one for turn in turns.values() for one in turn.checkpoints]
                    self.journal.append(
                        records, notes, [one for turn in turns.values() for one in turn.claims]
                    )
            except Taken as error:
                if not self.follow() and all(self.places[name] is one.place for name, one in turns.items()):
                    raise Broken("What this commit claims is claimed by no record: stop.") from error
            except NoSpace as error:
                if short:
                    raise Broken("The disk is full to the last byte: make room, then start again.") from error
                short = True
            else:
                for table, turn in turns.items():
                    if turn.records:  # another process may have gone on where nothing was written
                        self.places[table] = turn.believed()
                self._tell(records)
                return self._answers(asked, outcomes, turns)

    def _is_behind(
        self,
        asked: Sequence[Asked],
        outcomes: Sequence[Events | Refusal | None],
        turns: dict[str, Turn],
    ) -> bool:
        """Whether something would be answered that no commit proves, and others wrote meanwhile."""
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
        """Believe what other processes wrote; whether they wrote anything."""
        told = False
        for table in self.journal.heads():
            place = self.places.get(table)
            after = place.head if place else start_of(table)
            news = list(checked(table, after, self.journal.read(table, after.number)))
            if news:
                known = after_records(place, news) if place else after_records(Place.new(news[0]), news[1:])
                self.places[table] = known
                self._tell(news)
                told = True
        return told

    def _taken(self, turns: dict[str, Turn], asked: Asked, short: bool) -> Events | Refusal | None:
        """What comes of a command; None where its id was answered before."""
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
        no = self.guard(turn.place.founding, asked)
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
        """Every other table as this commit leaves it so far, and as other processes wrote it."""
        if self.gone_by:
            self.follow()
        others = [name for name in self.tables if name != table]
        return [turns[name].state if name in turns else self.places[name].state for name in others]

    def _turn_at(self, turns: dict[str, Turn], table: str) -> Turn:
        """What this commit does at a table so far."""
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
        """What comes of changing another table's colour chips; the same commit takes them home."""
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
        """The answer that was given to this id, or a refusal where it now stands for something else."""
        number = self.places[asked.table].numbers[asked.command.id]
        record = next(iter(self.journal.read(asked.table, number - 1)))
        entry = read_entry(record.text)
        if number == 1 or not _same(entry.asked, asked.command):
            return Answer(OTHER_CONTENT)
        return Answer(entry.outcome, record, self._seal_on(record))

    def _seal_on(self, record: Record) -> Seal:
        """A seal on a record of old: the tree from the checkpoint before it up to where it ends now."""
        before = [note.peaks for note in self.journal.checkpoints(record.table) if note.size < record.number]
        tree = Tree(before[-1] if before else b"")
        for later in self.journal.read(record.table, tree.size):
            tree.append(later.hash)
        return Seal(self.places[record.table].founding.origin, tree, self.signer)

    def _tell(self, records: Sequence[Record]) -> None:
        for follower in self.followers if records else ():
            follower(records)


def _veiled(asked: Asked, command: Command) -> Asked:
    """What was asked, with its veiled command; the same where there was nothing to veil."""
    return asked if command is asked.command else asked._replace(command=command)


def _same(first: Command, second: Command) -> bool:
    """Whether two commands ask the same of the table, whenever each was given; who gives it counts."""
    stamp = replace(second.stamp, wall=first.stamp.wall, elapsed=first.stamp.elapsed)
    return first == replace(second, stamp=stamp)
