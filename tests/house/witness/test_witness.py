"""The witness: what it cosigns, what it refuses, and that it never forgets what it has answered."""

import json
import threading
from collections.abc import Callable, Iterator
from http import HTTPStatus
from pathlib import Path

import apsw
import pytest

from sicbo.errors import StorageBroken
from sicbo.house.witness.witness import Conflict, Cosigned, Witness, WitnessAnswer, WitnessRefusal, unix_time
from sicbo.journal.notes import COSIGNATURE, SigningKey, Vkey, read_checkpoint, sign_note, verify_note
from tests.house.logs import Log, new_log

INSPECTOR = SigningKey.new("inspector.example", COSIGNATURE)
Opened = Callable[..., Witness]


@pytest.fixture
def log() -> Log:
    """Return a house and its log."""
    return new_log()


@pytest.fixture
def open_witness(tmp_path: Path, log: Log) -> Iterator[Opened]:
    """Return a function that opens witnesses of that house over one directory, and close them afterwards."""
    made: list[Witness] = []

    def open_one(*more: Vkey, clock: Callable[[], int] = lambda: 1700) -> Witness:
        made.append(Witness(tmp_path / "witness", INSPECTOR, [log.key.vkey, *more], clock))
        return made[-1]

    yield open_one
    for one in made:
        one.close()


@pytest.fixture
def witness(open_witness: Opened) -> Witness:
    """Return a witness that trusts that house."""
    return open_witness()


def show_step(witness: Witness, log: Log, old: int, new: int) -> WitnessAnswer:
    """Return the witness's answer to an honest step from one size to another."""
    return witness.add(old, log.proof(old, new), log.note(new))


def is_cosigned(answer: WitnessAnswer, note: str) -> bool:
    """Whether the answer is the inspector's cosignature on that note."""
    return isinstance(answer, Cosigned) and verify_note(note + answer.lines, [INSPECTOR.vkey])[0].time == 1700


def test_a_log_that_grows_is_cosigned_at_every_step(witness: Witness, log: Log) -> None:
    """Submitting the same size again works too."""
    for old, new in ((0, 1), (1, 7), (7, 8), (8, 8), (8, 64), (64, 100)):
        assert is_cosigned(show_step(witness, log, old, new), log.note(new))
    assert [read_checkpoint(note).size for note in witness.export()] == [1, 7, 8, 64, 100]
    assert list(witness.contradictions()) == []


def test_an_empty_log_can_be_cosigned(witness: Witness, log: Log) -> None:
    """The empty tree is the beginning of every tree."""
    assert is_cosigned(show_step(witness, log, 0, 0), log.note(0))
    assert is_cosigned(show_step(witness, log, 0, 5), log.note(5))


def test_what_is_exported_bears_the_signatures_of_house_and_witness(witness: Witness, log: Log) -> None:
    """Any other signature that was added to the note is removed."""
    stranger = SigningKey.new("stranger.example")
    text = log.note(5).partition("\n\n")[0] + "\n"
    witness.add(0, [], sign_note(text, stranger, log.key, stranger))
    (note,) = witness.export()

    assert [line.name for line in read_checkpoint(note).signatures] == ["sicbo.example", "inspector.example"]
    assert {signed.vkey for signed in verify_note(note, [log.key.vkey, INSPECTOR.vkey])} == {
        log.key.vkey,
        INSPECTOR.vkey,
    }
    assert json.loads(json.dumps(note)) == note


def test_a_log_with_another_size_is_told_the_right_one(witness: Witness, log: Log) -> None:
    """A house that knows nothing asks with size zero."""
    assert show_step(witness, log, 3, 7) == Conflict(0)
    show_step(witness, log, 0, 7)
    assert show_step(witness, log, 0, 9) == Conflict(7)
    assert show_step(witness, log, 6, 9) == Conflict(7)
    assert show_step(witness, log, 8, 9) == Conflict(7)
    assert is_cosigned(show_step(witness, log, 7, 9), log.note(9))


def test_each_table_has_a_log_of_its_own(witness: Witness, log: Log) -> None:
    """The known size of one log says nothing about another."""
    other = log.fork(0)._replace(origin="sicbo.example/T2")
    show_step(witness, log, 0, 50)

    assert is_cosigned(show_step(witness, other, 0, 50), other.note(50))
    assert show_step(witness, other, 0, 60) == Conflict(50)


def test_two_different_trees_of_the_same_size_are_not_both_cosigned(witness: Witness, log: Log) -> None:
    """The house shows the regulator another history; its own signature is kept as proof."""
    other = log.fork(30)
    show_step(witness, log, 0, 50)

    for old in (0, 20, 50):
        assert show_step(witness, other, old, 50) == Conflict(50)
    assert witness.add(50, [], other.note(50)) == Conflict(50)
    assert list(witness.contradictions()) == [other.note(50)]
    assert [read_checkpoint(note).root for note in witness.export()] == [read_checkpoint(log.note(50)).root]


def test_another_history_is_found_at_an_older_size_too(witness: Witness, log: Log) -> None:
    """It is found even when the log has grown long after."""
    other = log.fork(30)
    show_step(witness, log, 0, 50)
    show_step(witness, log, 50, 90)

    assert show_step(witness, other, 0, 50) == Conflict(90)
    assert list(witness.contradictions()) == [other.note(50)]


def test_another_history_that_goes_on_is_refused(witness: Witness, log: Log) -> None:
    """Its proof leads from a tree that was never shown."""
    other = log.fork(30)
    show_step(witness, log, 0, 50)

    answer = show_step(witness, other, 50, 60)
    assert isinstance(answer, WitnessRefusal)
    assert answer.status == HTTPStatus.UNPROCESSABLE_ENTITY
    assert is_cosigned(show_step(witness, log, 50, 60), log.note(60))


def test_a_log_that_was_rolled_back_is_refused(witness: Witness, log: Log) -> None:
    """Last week's backup has less than the witness knows, and cannot continue in another way."""
    show_step(witness, log, 0, 50)
    restored = log.fork(30)

    assert show_step(witness, log, 0, 30) == Conflict(50)
    assert show_step(witness, log, 30, 40) == Conflict(50)
    assert show_step(witness, restored, 30, 70) == Conflict(50)
    tried = (witness.add(50, [], log.note(30)), show_step(witness, restored, 50, 70))
    assert [one.status for one in tried if isinstance(one, WitnessRefusal)] == [400, 422]
    assert [read_checkpoint(note).size for note in witness.export()] == [50]


@pytest.mark.parametrize("forgery", ["dropped", "added", "flipped", "swapped", "none", "from zero"])
def test_a_forged_proof_is_refused(witness: Witness, log: Log, forgery: str) -> None:
    """Nothing is stored."""
    show_step(witness, log, 0, 21)
    proof = log.proof(21, 90)
    old, forged = {
        "dropped": (21, proof[1:]),
        "added": (21, [*proof, bytes(32)]),
        "flipped": (21, [*proof[:2], bytes(32), *proof[3:]]),
        "swapped": (21, [proof[1], proof[0], *proof[2:]]),
        "none": (21, []),
        "from zero": (21, log.proof(20, 90)),
    }[forgery]
    answer = witness.add(old, forged, log.note(90))

    assert isinstance(answer, WitnessRefusal)
    assert answer.status == HTTPStatus.UNPROCESSABLE_ENTITY
    assert "from the 21 known records" in answer.says
    assert [read_checkpoint(note).size for note in witness.export()] == [21]


def test_a_first_checkpoint_needs_no_proof_and_takes_none(witness: Witness, log: Log) -> None:
    """C2SP defines it so."""
    answer = witness.add(0, [bytes(32)], log.note(5))

    assert isinstance(answer, WitnessRefusal)
    assert answer.status == HTTPStatus.UNPROCESSABLE_ENTITY


def test_only_trusted_houses_are_cosigned(witness: Witness, log: Log) -> None:
    """Unknown logs, unknown keys, false signatures and invalid notes each have their own status."""
    thief = log._replace(key=SigningKey.new("sicbo.example"))
    stranger = log._replace(key=SigningKey.new("other.example"), origin="other.example/T1")
    intruder = log._replace(origin="other.example/T1")
    cases = {
        stranger.note(5): HTTPStatus.NOT_FOUND,
        intruder.note(5): HTTPStatus.NOT_FOUND,
        thief.note(5): HTTPStatus.FORBIDDEN,
        log.note(5).replace("\n5\n", "\n6\n"): HTTPStatus.FORBIDDEN,
        "rubbish": HTTPStatus.BAD_REQUEST,
        sign_note("sicbo.example/T1\n5\n", log.key): HTTPStatus.BAD_REQUEST,
    }

    for note, status in cases.items():
        answer = witness.add(0, [], note)
        assert isinstance(answer, WitnessRefusal)
        assert answer.status == status
        assert answer.says.endswith(".")
    assert list(witness.export()) == []


def test_a_rotated_house_goes_on_where_it_was(open_witness: Opened, log: Log) -> None:
    """The log stays, and the new key is trusted as well."""
    newer = log._replace(key=SigningKey.new("sicbo.example"))
    show_step(open_witness(), log, 0, 10)
    witness = open_witness(newer.key.vkey)

    assert show_step(witness, newer, 0, 20) == Conflict(10)
    assert is_cosigned(show_step(witness, newer, 10, 20), newer.note(20))


def test_a_witness_started_again_remembers(open_witness: Opened, log: Log) -> None:
    """It remembers everything that it has cosigned."""
    first = open_witness()
    show_step(first, log, 0, 10)
    show_step(first, log.fork(3), 0, 10)
    exported = list(first.export())
    first.close()
    again = open_witness()

    assert list(again.export()) == exported
    assert len(list(again.contradictions())) == 1
    assert show_step(again, log, 0, 20) == Conflict(10)


def test_the_time_is_that_of_the_clock(open_witness: Opened, log: Log) -> None:
    """It is in seconds, as a cosignature defines it."""
    answer = show_step(open_witness(clock=unix_time), log, 0, 1)

    assert isinstance(answer, Cosigned)
    signed = verify_note(log.note(1) + answer.lines, [INSPECTOR.vkey])[0]
    assert signed.time is not None
    assert 1_700_000_000 < signed.time <= unix_time()


def test_of_askers_who_race_one_wins_and_the_others_are_told(witness: Witness, log: Log) -> None:
    """Many threads submit different honest steps from the same size: the known size never shrinks."""
    size = 0
    while size < 90:
        answers: dict[int, WitnessAnswer] = {}
        start = threading.Barrier(8)

        def step(new: int, old: int, said: dict[int, WitnessAnswer], together: threading.Barrier) -> None:
            request = old, log.proof(old, new), log.note(new)
            together.wait()
            said[new] = witness.add(*request)

        threads = [
            threading.Thread(target=step, args=(size + more, size, answers, start)) for more in range(1, 9)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        winners = [new for new, answer in answers.items() if isinstance(answer, Cosigned)]

        assert len(winners) == 1
        assert {answer for answer in answers.values() if not isinstance(answer, Cosigned)} == {
            Conflict(winners[0])
        }
        size = winners[0]


def test_two_processes_over_one_store_cannot_cosign_two_histories(open_witness: Opened, log: Log) -> None:
    """Checking and storing are one step for both of them."""
    other = log.fork(0)
    for size in range(1, 20):
        pair = [open_witness(), open_witness()]
        origin = f"sicbo.example/T{size}"
        sides = [one._replace(origin=origin) for one in (log, other)]
        answers: list[WitnessAnswer] = []
        start = threading.Barrier(2)

        def step(witness: Witness, side: Log, said: list[WitnessAnswer], together: threading.Barrier) -> None:
            note = side.note(5)
            together.wait()
            said.append(witness.add(0, [], note))

        threads = [
            threading.Thread(target=step, args=(one, side, answers, start))
            for one, side in zip(pair, sides, strict=True)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

        assert sorted(type(answer).__name__ for answer in answers) == ["Conflict", "Cosigned"]
        for one in pair:
            one.close()


class LyingDisk(apsw.VFS):
    """A file layer whose syncs can be made to fail."""

    def __init__(self) -> None:
        self.fails = False
        super().__init__("lying", "unix")

    def xOpen(self, name: object, flags: list[int]) -> apsw.VFSFile:  # noqa: N802
        """Open a file of this layer."""
        return LyingFile(self, name, flags)


class LyingFile(apsw.VFSFile):
    """A file whose syncs fail when its disk does."""

    def __init__(self, disk: LyingDisk, name: object, flags: list[int]) -> None:
        self.disk = disk
        super().__init__("unix", name, flags)  # type: ignore[arg-type]

    def xSync(self, flags: int) -> None:  # noqa: N802
        """Make the file durable, or fail."""
        if self.disk.fails:
            raise apsw.IOError
        super().xSync(flags)


def test_without_a_durable_store_there_is_no_cosignature(tmp_path: Path, log: Log) -> None:
    """After a failed sync, nothing is answered until the witness is started again."""
    disk = LyingDisk()
    witness = Witness(tmp_path, INSPECTOR, [log.key.vkey], lambda: 1700, vfs="lying")
    show_step(witness, log, 0, 5)
    disk.fails = True
    with pytest.raises(StorageBroken, match="cannot store"):
        show_step(witness, log, 5, 9)
    disk.fails = False
    with pytest.raises(StorageBroken, match="cannot store"):
        show_step(witness, log, 5, 9)
    witness.close()
    disk.unregister()
    again = Witness(tmp_path, INSPECTOR, [log.key.vkey], lambda: 1700)
    known = [read_checkpoint(note).size for note in again.export()][-1]

    assert is_cosigned(show_step(again, log, known, 20), log.note(20))
    again.close()


def test_whatever_fails_while_it_decides_leaves_the_store_as_it_was(open_witness: Opened, log: Log) -> None:
    """Here the clock fails."""

    def fail() -> int:
        raise ZeroDivisionError

    witness = open_witness(clock=fail)
    with pytest.raises(ZeroDivisionError):
        show_step(witness, log, 0, 5)
    again = open_witness()

    assert list(again.export()) == []
    assert is_cosigned(show_step(again, log, 0, 5), log.note(5))
