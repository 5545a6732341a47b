"""Electronic rolls at the floor: a committed round takes the roll of its opened seed, and nothing else."""

import pytest
from msgspec.structs import replace

from sicbo.errors import Refusal
from sicbo.game.policies import Step
from sicbo.game.ranks import Rank
from sicbo.house.electronic_rolls import COMMIT, OPEN, commitment_of, roll_of
from sicbo.house.entries import Asked
from sicbo.house.floor import Answer
from sicbo.house.maintenance.sample_day import Day
from sicbo.journal.memory import MemoryJournal
from sicbo.table.messages.commands import CorrectResult
from tests.house.houses import facts, floor_on, snapshotted

SEED = bytes(range(32))
OTHER = (6, 6, 6)


def named(asked: Asked, name: str) -> Asked:
    """Return the same command with another id."""
    return asked._replace(command=replace(asked.command, id=name))


def committed(layout: str = "singapore-etg/1", commitment: str = commitment_of(SEED)) -> Day:
    """Return a table in a committed round whose result is due."""
    day = Day(floor_on(), layout)
    day.open()
    day.ask(named(day.command_for_step(), COMMIT + commitment))
    day.until(Step.UNCOVER)
    while day.table.due.step is not Step.ENTER:
        day.step()
    return day


def rolled(day: Day) -> tuple[int, int, int]:
    """Return the roll that the round was committed to."""
    close = day.floor.places["T1"].rolls[-1].close
    assert close is not None
    return roll_of(SEED, close)


def entered(day: Day, dice: tuple[int, int, int], name: str = "") -> Answer:
    """Return the answer to an entry of these dice."""
    command = replace(day.command_for_step().command, dice=dice)
    (answer,) = day.ask(Asked("T1", replace(command, id=name or command.id)))
    return answer


def is_refused(answer: Answer) -> bool:
    """Whether dice were refused because of the tumbler; any other answer must be an acceptance."""
    no = answer.outcome
    assert not isinstance(no, Refusal) or no.clause == "house/dice", no
    return isinstance(no, Refusal)


@pytest.mark.parametrize(
    ("own", "name"),
    [
        (False, ""),
        (True, ""),
        (False, f"{OPEN}{SEED.hex()}"),
        (True, f"{OPEN}{bytes(32).hex()}"),
        (True, f"{OPEN}{SEED.hex().upper()}"),
        (True, f"{OPEN}{SEED.hex()} "),
        (True, f"{OPEN}x"),
    ],
)
def test_a_committed_round_accepts_its_opened_roll_and_nothing_else(own: bool, name: str) -> None:
    """Other dice are refused, and so are the right dice without the seed that opens the commitment."""
    day = committed()
    assert is_refused(entered(day, rolled(day) if own else OTHER, name))
    again = "-2" if name == OPEN + SEED.hex() else ""
    assert not is_refused(entered(day, rolled(day), OPEN + SEED.hex() + again))
    assert day.floor.places["T1"].rolls[-1].dice == rolled(day)


def test_a_round_without_a_commitment_is_entered_by_hand() -> None:
    """It is entered as on every floor, and a late or a second commitment changes nothing."""
    day = Day(floor_on(), "singapore-etg/1")
    day.open()
    day.until(Step.SPIN)
    day.ask(named(day.command_for_step(), COMMIT + commitment_of(SEED)))
    day.until(Step.UNCOVER)
    assert not is_refused(entered(day, OTHER, f"{OPEN}{SEED.hex()}"))
    assert day.floor.places["T1"].rolls[-1].seed is None
    day = Day(floor_on(), "singapore-etg/1")
    day.open()
    day.ask(named(day.command_for_step(), COMMIT + commitment_of(SEED)))
    day.ask(named(day.command_for_step(), COMMIT + commitment_of(bytes(32))))
    assert day.floor.places["T1"].rolls[-1].commitment == commitment_of(SEED)


def test_a_commitment_that_is_none_lets_nothing_be_entered() -> None:
    """If no seed can open the commitment, the round can only be void."""
    day = committed(commitment="x")
    assert is_refused(entered(day, rolled(day), OPEN + SEED.hex()))


@pytest.mark.parametrize("later", [0, 1, 9])
def test_a_committed_round_is_not_corrected_to_other_dice(later: int) -> None:
    """The round in play, the last and earlier ones are covered; hand-entered ones are corrected as usual."""
    day = committed()
    roll, number = rolled(day), day.table.round_due
    entered(day, roll, OPEN + SEED.hex())
    day.until(Step.PAY)
    for _ in range(later):
        day.until(Step.PAY)
    correct = day.command(
        CorrectResult, Rank.SENIOR_MANAGER, dice=OTHER, second="somebody", reason="misread", round=number
    )
    assert is_refused(day.ask(correct)[0])
    same = replace(correct.command, id="the-same", dice=roll)
    assert not is_refused(day.ask(Asked("T1", same))[0])
    if later:
        by_hand = replace(correct.command, id="by-hand", round=number + 1)
        assert not is_refused(day.ask(Asked("T1", by_hand))[0])


def test_another_process_and_a_restart_know_what_was_committed() -> None:
    """They read it from the records, or from a snapshot and the records after it."""
    day = committed()
    journal = day.floor.journal
    other = floor_on(MemoryJournal())
    other.journal = journal
    other.follow()
    snapshotted(day.floor)
    for floor in (other, floor_on(journal)):
        assert facts(floor.places["T1"]) == facts(day.floor.places["T1"])
        again = Day(floor, "singapore-etg/1")
        again.dealer = day.dealer
        assert is_refused(entered(again, OTHER, f"asked-of-{id(floor)}"))


def test_what_is_known_of_rolls_is_bounded() -> None:
    """A table keeps only the rounds that a correction can reach."""
    day = committed()
    entered(day, rolled(day), OPEN + SEED.hex())
    day.until(Step.PAY)
    for _ in range(20):
        day.until(Step.PAY)
    rolls = day.floor.places["T1"].rolls
    assert [one.round for one in rolls] == list(range(10, 22))
