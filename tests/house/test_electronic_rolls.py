"""Electronic rolls at the floor: a committed round takes the roll of its opened seed, and nothing else."""

import pytest
from msgspec.structs import replace

from sicbo.errors import Refusal
from sicbo.game.policies import Step
from sicbo.game.ranks import Rank
from sicbo.house.electronic_rolls import COMMIT_PREFIX, OPEN_PREFIX, commitment_of, roll_of
from sicbo.house.entries import CommandRequest
from sicbo.house.floor import CommandAnswer
from sicbo.house.maintenance.sample_day import SampleDay
from sicbo.journal.memory import MemoryJournal
from sicbo.table.messages.round import CorrectResult
from tests.house.houses import floor_on, recovered_facts, take_snapshots

SEED = bytes(range(32))
OTHER = (6, 6, 6)


def with_id(asked: CommandRequest, name: str) -> CommandRequest:
    """Return the same command with another id."""
    return asked._replace(command=replace(asked.command, id=name))


def committed_day(layout: str = "singapore-etg/1", commitment: str = commitment_of(SEED)) -> SampleDay:
    """Return a table in a committed round whose result is due."""
    day = SampleDay(floor_on(), layout)
    day.open()
    day.submit(with_id(day.command_for_step(), COMMIT_PREFIX + commitment))
    day.perform_through(Step.UNCOVER)
    while day.table.due_stage.step is not Step.ENTER:
        day.perform_step()
    return day


def committed_dice(day: SampleDay) -> tuple[int, int, int]:
    """Return the roll that the round was committed to."""
    close = day.floor.logs["T1"].rolls[-1].close
    assert close is not None
    return roll_of(SEED, close)


def enter_dice(day: SampleDay, dice: tuple[int, int, int], name: str = "") -> CommandAnswer:
    """Return the answer to an entry of these dice."""
    command = replace(day.command_for_step().command, dice=dice)
    (answer,) = day.submit(CommandRequest("T1", replace(command, id=name or command.id)))
    return answer


def is_refused(answer: CommandAnswer) -> bool:
    """Whether dice were refused because of the tumbler; any other answer must be an acceptance."""
    no = answer.outcome
    assert not isinstance(no, Refusal) or no.clause == "house/dice", no
    return isinstance(no, Refusal)


@pytest.mark.parametrize(
    ("own", "name"),
    [
        (False, ""),
        (True, ""),
        (False, f"{OPEN_PREFIX}{SEED.hex()}"),
        (True, f"{OPEN_PREFIX}{bytes(32).hex()}"),
        (True, f"{OPEN_PREFIX}{SEED.hex().upper()}"),
        (True, f"{OPEN_PREFIX}{SEED.hex()} "),
        (True, f"{OPEN_PREFIX}x"),
    ],
)
def test_a_committed_round_accepts_its_opened_roll_and_nothing_else(own: bool, name: str) -> None:
    """Other dice are refused, and so are the right dice without the seed that opens the commitment."""
    day = committed_day()
    assert is_refused(enter_dice(day, committed_dice(day) if own else OTHER, name))
    again = "-2" if name == OPEN_PREFIX + SEED.hex() else ""
    assert not is_refused(enter_dice(day, committed_dice(day), OPEN_PREFIX + SEED.hex() + again))
    assert day.floor.logs["T1"].rolls[-1].dice == committed_dice(day)


def test_a_round_without_a_commitment_is_entered_by_hand() -> None:
    """It is entered as on every floor, and a late or a second commitment changes nothing."""
    day = SampleDay(floor_on(), "singapore-etg/1")
    day.open()
    day.perform_through(Step.SPIN)
    day.submit(with_id(day.command_for_step(), COMMIT_PREFIX + commitment_of(SEED)))
    day.perform_through(Step.UNCOVER)
    assert not is_refused(enter_dice(day, OTHER, f"{OPEN_PREFIX}{SEED.hex()}"))
    assert day.floor.logs["T1"].rolls[-1].seed is None
    day = SampleDay(floor_on(), "singapore-etg/1")
    day.open()
    day.submit(with_id(day.command_for_step(), COMMIT_PREFIX + commitment_of(SEED)))
    day.submit(with_id(day.command_for_step(), COMMIT_PREFIX + commitment_of(bytes(32))))
    assert day.floor.logs["T1"].rolls[-1].commitment == commitment_of(SEED)


def test_a_commitment_that_is_none_lets_nothing_be_entered() -> None:
    """If no seed can open the commitment, the round can only be void."""
    day = committed_day(commitment="x")
    assert is_refused(enter_dice(day, committed_dice(day), OPEN_PREFIX + SEED.hex()))


@pytest.mark.parametrize("later", [0, 1, 9])
def test_a_committed_round_is_not_corrected_to_other_dice(later: int) -> None:
    """The round in play, the last and earlier ones are covered; hand-entered ones are corrected as usual."""
    day = committed_day()
    roll, number = committed_dice(day), day.table.round_number_due
    enter_dice(day, roll, OPEN_PREFIX + SEED.hex())
    day.perform_through(Step.PAY)
    for _ in range(later):
        day.perform_through(Step.PAY)
    correct = day.command(
        CorrectResult, Rank.SENIOR_MANAGER, dice=OTHER, second="second", reason="misread", round=number
    )
    assert is_refused(day.submit(correct)[0])
    same = replace(correct.command, id="the-same", dice=roll)
    assert not is_refused(day.submit(CommandRequest("T1", same))[0])
    if later:
        by_hand = replace(correct.command, id="by-hand", round=number + 1)
        assert not is_refused(day.submit(CommandRequest("T1", by_hand))[0])


def test_another_process_and_a_restart_know_what_was_committed() -> None:
    """They read it from the records, or from a snapshot and the records after it."""
    day = committed_day()
    journal = day.floor.journal
    other = floor_on(MemoryJournal())
    other.journal = journal
    other.catch_up()
    take_snapshots(day.floor)
    for floor in (other, floor_on(journal)):
        assert recovered_facts(floor.logs["T1"]) == recovered_facts(day.floor.logs["T1"])
        again = SampleDay(floor, "singapore-etg/1")
        again.dealer = day.dealer
        assert is_refused(enter_dice(again, OTHER, f"asked-of-{id(floor)}"))


def test_what_is_known_of_rolls_is_bounded() -> None:
    """A table keeps only the rounds that a correction can reach."""
    day = committed_day()
    enter_dice(day, committed_dice(day), OPEN_PREFIX + SEED.hex())
    day.perform_through(Step.PAY)
    for _ in range(20):
        day.perform_through(Step.PAY)
    rolls = day.floor.logs["T1"].rolls
    assert [one.round for one in rolls] == list(range(10, 22))
