"""The operator's check of a journal: chain, checkpoints, a replay of every log, and the ledger.

It uses the program that wrote the journal. The verifier is independent: it shares nothing with this program.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from sicbo.errors import BadInput, JournalError
from sicbo.game.rulebook.publication import rulebook_sha256
from sicbo.house.export.readers import JournalReader, checked_records, entry_of, founding_of
from sicbo.house.log_kinds import Founding
from sicbo.journal.merkle import MerkleTree
from sicbo.journal.notes import Vkey, read_checkpoint, verify_note
from sicbo.journal.record import Record
from sicbo.journal.store import Checkpoint
from sicbo.table.state import rules_of

TRIM = 1_000
CANNOT_APPLY = (ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError)


class CheckedLog(NamedTuple):
    """A log that passed the check, and how much of it was checked."""

    table: str
    layout: str
    records: int
    checkpoints: int
    rounds: int
    refusals: int


def check_log(journal: JournalReader, table: str, vkeys: Sequence[Vkey]) -> CheckedLog:
    """Check every record and checkpoint of a log; `JournalError` names the first one that is wrong."""
    records = checked_records(journal, table)
    first = next(records)
    founding = founding_of(first)
    _refuse_other_rulebook(founding)
    replay, notes, seen = _Replay(founding), _CheckpointChecks(journal, founding, vkeys), 0
    unsigned = 0  # the first record so far that the house had to sign and has not
    for number, record in enumerate(_prepend(first, records), 1):
        replay.apply_record(record)
        if notes.check_at(record, replay.tree):
            seen, unsigned = seen + 1, 0
            replay.check_balances(number)
        elif not replay.is_slip and not unsigned:
            unsigned = number
    replay.check_balances(number)
    notes.check_end(number)
    if unsigned:
        raise JournalError(table, unsigned, "the house must sign it, but no checkpoint covers it")
    name = f"{founding.rulebook}/{founding.layout}".rstrip("/")
    return CheckedLog(table, name, number, seen, getattr(replay.state, "rounds", 0), replay.refusals)


def _prepend(first: Record, rest: Iterator[Record]) -> Iterator[Record]:
    yield first
    yield from rest


def _refuse_other_rulebook(founding: Founding) -> None:
    if rulebook_sha256(rules_of(founding.rulebook, founding.readings)) != founding.sha256:
        raise JournalError(
            founding.table, 1, f"it names another version of {founding.rulebook} than this program has"
        )


class _Replay:
    """The state and tree of a log, record by record."""

    def __init__(self, founding: Founding) -> None:
        self.founding, self.log_kind, self.state = founding, founding.log_kind, founding.new_state()
        self.tree, self.refusals = MerkleTree(), 0
        self.is_slip = False
        """Whether the last record is a slip. The house signs any other record at once."""

    def apply_record(self, record: Record) -> None:
        """Apply a record."""
        entry = entry_of(record)
        self.refusals += entry.refusal is not None
        self.is_slip = entry.founding is None and isinstance(
            entry.decoded_command, self.log_kind.staking_commands
        )
        try:
            for event in entry.events:
                self.state = self.log_kind.evolve(self.state, event)
        except CANNOT_APPLY as error:
            says = f"its events cannot be applied ({type(error).__name__})"
            raise JournalError(record.table, record.number, says) from error
        self.tree.append(record.hash)
        if self.tree.size - self.tree.base >= TRIM:
            self.tree.trim()

    def check_balances(self, number: int) -> None:
        """Check that the balances are even and that no account has the wrong sign."""
        balances = self.state.balances
        broken = balances.unbalanced_kinds() or balances.accounts_with_wrong_sign()
        if broken:
            raise JournalError(self.founding.table, number, "the ledger does not balance after it")


class _CheckpointChecks:
    """The checkpoints of a log, each compared with the tree when the tree has as many records.

    The keys of the house are listed from the oldest on. Once a newer key has signed, older keys are no longer
    accepted.
    """

    def __init__(self, journal: JournalReader, founding: Founding, vkeys: Sequence[Vkey]) -> None:
        self._founding, self._vkeys = founding, vkeys
        self._journal = journal
        self._remaining = journal.checkpoints(founding.table)
        self._next = next(self._remaining, None)

    def check_at(self, record: Record, tree: MerkleTree) -> bool:
        """Check the checkpoint that ends with this record, and return whether there is one."""
        note = self._next
        if note is None or note.size > record.number:
            return False
        self._check(note, record.number, tree)
        self._next = next(self._remaining, None)
        return True

    def check_end(self, number: int) -> None:
        """Check that no checkpoint covers more records than there are."""
        table = self._founding.table
        if self._next is not None and self._next.size > self._journal.heads()[table].number:
            raise JournalError(
                table, number + 1, f"it is missing, but a checkpoint covers {self._next.size} records"
            )

    def _check(self, note: Checkpoint, number: int, tree: MerkleTree) -> None:
        table, origin = self._founding.table, self._founding.origin
        try:
            head = read_checkpoint(note.note)
            signed = verify_note(note.note, self._vkeys)
        except BadInput as error:
            raise JournalError(table, number, f"the checkpoint on it is invalid: {error}") from None
        self._vkeys = self._vkeys[max(self._vkeys.index(one.vkey) for one in signed) :]
        if (head.origin, head.size, note.size) != (origin, number, number) or head.root != tree.root():
            raise JournalError(table, number, "the checkpoint on it was signed for other records")
        if note.peaks and note.peaks != tree.peaks():
            raise JournalError(
                table, number, "the peaks stored with its checkpoint differ from those of the tree"
            )
