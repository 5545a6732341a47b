"""The clock of the house: time goes on from the journal's, as fast as it goes by, and the wall never back."""

from sicbo.game.authority import Rank
from sicbo.house.clock import Clock

SECOND = 1_000_000_000


def test_time_gone_by_goes_on_from_the_journals_in_milliseconds() -> None:
    """A minute is on record, the machine has run for an hour, and a second and a half goes by."""
    hands = [3600 * SECOND]
    clock = Clock(elapsed=60_000, now=lambda: 0, monotonic=lambda: hands[0])
    first = clock.stamp("dana", Rank.DEALER)
    hands[0] += 1_500_999_999
    second = clock.stamp("ana", None)

    assert (first.by, first.rank, first.elapsed) == ("dana", Rank.DEALER, 60_000)
    assert (second.by, second.rank, second.elapsed) == ("ana", None, 61_500)


def test_the_wall_is_in_microseconds_and_never_goes_back() -> None:
    """Neither behind the journal nor behind itself, though somebody sets the clock back by an hour."""
    wall = [10 * SECOND]
    clock = Clock(wall=11_000_000, now=lambda: wall[0], monotonic=lambda: 0)
    told = [clock.stamp("house", None).wall]
    for seconds in (12, 3_612, 12):
        wall[0] = seconds * SECOND
        told.append(clock.stamp("house", None).wall)

    assert told == [11_000_000, 12_000_000, 3_612_000_000, 3_612_000_000]
