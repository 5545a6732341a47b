"""The clock of the house: elapsed time continues from the journal, and the wall time never runs back."""

from sicbo.game.ranks import Rank
from sicbo.house.clock import Clock

SECOND = 1_000_000_000


def test_time_gone_by_goes_on_from_the_journals_in_milliseconds() -> None:
    """With a minute on record and the machine up for an hour, a second and a half adds exactly that."""
    hands = [3600 * SECOND]
    clock = Clock(elapsed=60_000, now=lambda: 0, monotonic=lambda: hands[0])
    first = clock.stamp("dana", Rank.DEALER)
    hands[0] += 1_500_999_999
    second = clock.stamp("ana", None)

    assert (first.by, first.rank, first.elapsed) == ("dana", Rank.DEALER, 60_000)
    assert (second.by, second.rank, second.elapsed) == ("ana", None, 61_500)


def test_the_wall_is_in_microseconds_and_never_goes_back() -> None:
    """It never runs back behind the journal or itself, even if the machine's clock is set back an hour."""
    wall = [10 * SECOND]
    clock = Clock(wall=11_000_000, now=lambda: wall[0], monotonic=lambda: 0)
    told = [clock.stamp("house", None).wall]
    for seconds in (12, 3_612, 12):
        wall[0] = seconds * SECOND
        told.append(clock.stamp("house", None).wall)

    assert told == [11_000_000, 12_000_000, 3_612_000_000, 3_612_000_000]


def test_the_wall_goes_on_while_the_machine_is_behind_the_journal() -> None:
    """If the machine is an hour behind the journal, three seconds are three seconds, to the microsecond."""
    machine, hands = [10 * SECOND], [50 * SECOND]
    clock = Clock(wall=3_610_000_000, now=lambda: machine[0], monotonic=lambda: hands[0])
    told = []
    for _ in range(3):
        told.append(clock.stamp("house", None).wall)
        machine[0] += SECOND
        hands[0] += SECOND + 1_000

    assert told == [3_610_000_000, 3_611_000_001, 3_612_000_002]
    assert round(clock.seconds_ahead) == 3_600


def test_the_wall_goes_on_after_the_machine_was_set_back() -> None:
    """The clock is set back an hour while the house runs, and counts again once it has caught up."""
    machine, hands = [5_000 * SECOND], [0]
    clock = Clock(now=lambda: machine[0], monotonic=lambda: hands[0])
    told = [clock.stamp("house", None).wall]
    for moved in (1 - 3_600, 1, 7_200):
        machine[0] += moved * SECOND
        hands[0] += SECOND
        told.append(clock.stamp("house", None).wall)

    assert told == [5_000_000_000, 5_001_000_000, 5_002_000_000, 8_602_000_000]


def test_what_is_due_in_time_gone_by_is_told_as_a_time_on_the_wall() -> None:
    """The wall time of a due moment does not move as time passes, and moves if the clock is set forward."""
    machine, hands = [100 * SECOND], [7 * SECOND]
    clock = Clock(elapsed=60_000, now=lambda: machine[0], monotonic=lambda: hands[0])
    clock.stamp("house", None)
    due = clock.elapsed_time + 20_000
    told = []
    for moved in (0, 5, 3_605):
        machine[0] += moved * SECOND
        hands[0] += min(moved, 5) * SECOND
        clock.stamp("house", None)
        told.append(clock.wall_at(due))

    assert told == [120_000_000, 120_000_000, 3_720_000_000]
