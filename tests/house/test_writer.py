"""The writer: staff first, a limited queue, one answer for each token, and an end when storage breaks."""

import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import Future
from pathlib import Path

import pytest

from sicbo.errors import Refusal, StorageBroken
from sicbo.game.policies import Step
from sicbo.house.entries import CommandRequest
from sicbo.house.floor import CommandAnswer, Floor
from sicbo.house.maintenance.sample_day import SampleDay
from sicbo.house.writer import BUSY, LARGEST_BATCH, STOPPED, STORAGE_EXIT, Writer, resolve_futures
from sicbo.journal.memory import MemoryJournal
from sicbo.journal.record import Record
from sicbo.journal.store import Checkpoint
from tests.house.houses import KEY, floor_on

LAYOUT = "crown-sydney-2024"
SECONDS = 30
ROOT = Path(__file__).parents[2]


class GatedJournal(MemoryJournal):
    """A journal whose next commit waits until a gate is opened."""

    def __init__(self) -> None:
        super().__init__()
        self.gate, self.begun = threading.Event(), threading.Event()
        self.gate.set()

    def append(
        self, records: Sequence[Record], checkpoints: Sequence[Checkpoint] = (), claims: Sequence[str] = ()
    ) -> None:
        self.begun.set()
        assert self.gate.wait(SECONDS)
        super().append(records, checkpoints, claims)


class DeliveredAnswers:
    """All delivered answers, batch by batch."""

    def __init__(self) -> None:
        self.batches: list[list[tuple[str, CommandAnswer]]] = []

    def __call__(self, answers: list[tuple[str, CommandAnswer]]) -> None:
        self.batches.append(answers)

    @property
    def tokens(self) -> list[str]:
        return [token for batch in self.batches for token, _ in batch]

    def to(self, token: str) -> CommandAnswer:
        (answer,) = [answer for batch in self.batches for one, answer in batch if one == token]
        return answer


@pytest.fixture
def journal() -> GatedJournal:
    """Return a journal that can be held up."""
    return GatedJournal()


@pytest.fixture
def day(journal: GatedJournal) -> SampleDay:
    """Return a table with open bets."""
    day = SampleDay(Floor(journal, KEY), LAYOUT)
    day.open()
    day.perform_through(Step.PLACE_BETS)
    return day


def hold_writer(journal: GatedJournal, loop: Writer[str], first: CommandRequest) -> None:
    """Keep the writer busy with one command until the gate is opened."""
    journal.begun.clear()
    journal.gate.clear()
    loop.submit("first", first)
    assert journal.begun.wait(SECONDS)


def test_staff_go_before_players_who_came_earlier(journal: GatedJournal, day: SampleDay) -> None:
    """Closing the bets never waits behind slips; slips after it are too late."""
    answers = DeliveredAnswers()
    loop = Writer(day.floor, answers)
    closing = [day.command_for_step()]
    slips = [day.slip(player) for player in day.players]
    hold_writer(journal, loop, slips[0])
    for number, slip in enumerate(slips[1:], 1):
        loop.submit(f"slip {number}", slip)
    loop.submit("staff", closing[0])
    journal.gate.set()
    loop.stop()

    assert answers.tokens == ["first", "staff", *(f"slip {number}" for number in range(1, len(slips)))]
    assert [len(batch) for batch in answers.batches] == [1, len(slips)]
    assert not isinstance(answers.to("staff").outcome, Refusal)


def test_when_too_many_wait_a_player_hears_so_at_once_and_staff_still_have_room(
    journal: GatedJournal, day: SampleDay
) -> None:
    """The player's slip is not staked, and the same id can be used again."""
    answers = DeliveredAnswers()
    loop = Writer(day.floor, answers, queue_limit=2)
    slips = [day.slip(player) for player in day.players[:5]]
    closing = day.command_for_step()
    hold_writer(journal, loop, slips[0])
    for number, slip in enumerate(slips[1:], 1):
        loop.submit(f"slip {number}", slip)
    at_once = list(answers.tokens)
    loop.submit("staff", closing)
    journal.gate.set()
    loop.stop()

    assert at_once == ["slip 3", "slip 4"]
    assert answers.to("slip 3") is BUSY and answers.to("slip 4") is BUSY
    assert answers.to("staff") is not BUSY
    assert Counter(answers.tokens) == Counter(["first", "slip 1", "slip 2", "slip 3", "slip 4", "staff"])
    assert slips[3].command.id not in day.floor.logs["T1"].record_numbers


def test_stopping_answers_what_waits_and_refuses_what_comes_later(
    journal: GatedJournal, day: SampleDay
) -> None:
    """More commands wait than one batch takes."""
    answers = DeliveredAnswers()
    loop = Writer(day.floor, answers)
    slip = day.slip(day.players[0])
    hold_writer(journal, loop, slip)
    for number in range(LARGEST_BATCH + 5):
        loop.submit(f"{number}", slip)
    journal.gate.set()
    loop.stop()
    loop.submit("late", day.slip(day.players[1]))

    assert len(answers.tokens) == LARGEST_BATCH + 7
    assert {len(batch) for batch in answers.batches} == {1, LARGEST_BATCH, 5}
    assert answers.to("late") is STOPPED
    record = answers.to("first").record
    assert record is not None
    assert all(answer.record == record for batch in answers.batches[:-1] for _, answer in batch)


def test_a_command_for_no_table_is_refused_without_effect(day: SampleDay) -> None:
    """The command never reaches the floor."""
    answers = DeliveredAnswers()
    loop = Writer(day.floor, answers)
    slip = day.slip(day.players[0])
    loop.submit("nowhere", slip._replace(table="T9"))
    loop.submit("here", slip)
    loop.stop()

    nowhere = answers.to("nowhere").outcome
    assert isinstance(nowhere, Refusal) and nowhere.clause == "house/tables"
    assert not isinstance(answers.to("here").outcome, Refusal)


def test_many_threads_get_one_answer_for_each_token() -> None:
    """Each token is answered, whether its command is registered, refused or turned away."""
    day = SampleDay(floor_on(), LAYOUT, players=16)
    day.open()
    day.perform_through(Step.PLACE_BETS)
    futures: dict[str, list[Future[CommandAnswer]]] = {player: [] for player in day.players}
    loop: Writer[Future[CommandAnswer]] = Writer(day.floor, resolve_futures, queue_limit=8)
    slips = {player: [day.slip(player) for _ in range(20)] for player in day.players}

    def play(player: str) -> None:
        for slip in slips[player]:
            future: Future[CommandAnswer] = Future()
            futures[player].append(future)
            loop.submit(future, slip)

    threads = [threading.Thread(target=play, args=(player,)) for player in day.players]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    loop.stop()

    answers = [future.result(timeout=0) for mine in futures.values() for future in mine]
    numbers = [answer.record.number for answer in answers if answer.record]
    assert len(answers) == 16 * 20
    assert len(set(numbers)) == len(numbers) == len(answers) - answers.count(BUSY)


def test_a_caller_who_gave_up_does_not_disturb_the_others(journal: GatedJournal, day: SampleDay) -> None:
    """A cancelled future is left alone, but its command counts."""
    loop: Writer[Future[CommandAnswer]] = Writer(day.floor, resolve_futures)
    gone, stays = Future[CommandAnswer](), Future[CommandAnswer]()
    journal.gate.clear()
    asked = day.slip(day.players[0])
    loop.submit(gone, asked)
    assert gone.cancel()
    journal.gate.set()
    loop.submit(stays, day.slip(day.players[1]))

    assert not isinstance(stays.result(SECONDS).outcome, Refusal)
    loop.stop()
    assert asked.command.id in day.floor.logs["T1"].record_numbers


def test_a_broken_journal_answers_no_command(day: SampleDay) -> None:
    """The contents of the disk are unknown then, and later commands are refused."""

    class BrokenJournal(MemoryJournal):
        def append(
            self,
            records: Sequence[Record],
            checkpoints: Sequence[Checkpoint] = (),
            claims: Sequence[str] = (),
        ) -> None:
            raise StorageBroken("The sync failed.")

    answers, broken = DeliveredAnswers(), list[StorageBroken]()
    slip = day.slip(day.players[0])
    day.floor.journal = BrokenJournal()
    loop = Writer(day.floor, answers, on_broken=broken.append)
    loop.submit("slip", slip)
    loop.stop()
    loop.submit("later", slip)

    assert [str(error) for error in broken] == ["The sync failed."]
    assert answers.tokens == ["later"]


CHILD = """
import sys
from sicbo.errors import StorageBroken
from sicbo.game.policies import Step
from sicbo.house.writer import Writer
from sicbo.house.maintenance.sample_day import SampleDay
from sicbo.journal.memory import MemoryJournal
from tests.house.houses import floor_on

class Bad(MemoryJournal):
    def append(self, records, checkpoints=(), claims=()):
        raise {error}

day = SampleDay(floor_on(), "crown-sydney-2024")
day.open()
asked = day.command_for_step()
day.floor.journal = Bad()
loop = Writer(day.floor, lambda answers: sys.stdout.write("answered"))
loop.submit("one", asked)
loop.stop()
sys.stdout.write("still here")
"""


@pytest.mark.parametrize(
    ("error", "says"),
    [('StorageBroken("The sync failed.")', "The sync failed."), ('ValueError("a bug")', "a bug")],
)
def test_broken_storage_and_unforeseen_errors_end_the_process(error: str, says: str) -> None:
    """The process ends at once with the exit code for storage, and without any answer."""
    ended = subprocess.run(
        [sys.executable, "-c", CHILD.format(error=error)],
        capture_output=True,
        text=True,
        timeout=SECONDS,
        cwd=ROOT,
    )

    assert ended.returncode == STORAGE_EXIT
    assert says in ended.stderr and ended.stdout == ""
