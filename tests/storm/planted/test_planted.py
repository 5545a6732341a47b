"""The storm finds the planted bugs: the quick ones here, all of them with `make long PART=proof`."""

import pytest

from tests.storm.planted.bugs import BUGS, Bug
from tests.storm.planted.more_bugs import MORE_BUGS
from tests.storm.planted.tournament_bugs import CUP_BUGS
from tests.storm.proof import caught

RARE = {
    "Super Streak resolved on a void",
    "a void round settled at a restart",
    "correction applied to the next round",
    "rounding leak of one unit",
    "timestamp used for order",
    "voucher taken at two tables",
}
"""Bugs that take more seeds than `make test` has time for; `make long PART=proof` finds these too."""


@pytest.mark.parametrize("bug", [bug for bug in BUGS if bug.name not in RARE], ids=lambda bug: bug.name)
def test_a_planted_bug_is_found(bug: Bug) -> None:
    """A few seeds find each bug, all of which pass without it."""
    assert caught(bug, seeds=20) is not None


@pytest.mark.parametrize("bug", [bug for bug in MORE_BUGS if bug.name not in RARE], ids=lambda bug: bug.name)
def test_what_a_stranger_planted_is_found(bug: Bug) -> None:
    """Checks of answers, ids, ranks, second persons, notices, restarts, full disks and rounds find them."""
    assert caught(bug, seeds=30) is not None


@pytest.mark.parametrize("bug", CUP_BUGS, ids=lambda bug: bug.name)
def test_a_bug_of_a_tournament_is_found(bug: Bug) -> None:
    """Checks of banks, seats, sealed slips, ranks, prizes, tables and signatures find them."""
    assert caught(bug, seeds=50) is not None


def test_there_are_sixteen_of_them() -> None:
    """There are sixteen bugs with distinct names."""
    assert len({bug.name for bug in BUGS}) == 16
    assert {bug.name for bug in (*BUGS, *MORE_BUGS)} > RARE
