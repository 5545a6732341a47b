"""A cluster deals the same run: two workers of dask, over TCP."""

from collections.abc import Iterator

import pytest
from distributed import LocalCluster

from sicbo import Rulebook
from sicbo.lab.simulation.workers import FIRST


@pytest.fixture
def address() -> Iterator[str]:
    """The address of a scheduler with two workers, for one test."""
    with LocalCluster(  # type: ignore[no-untyped-call]
        n_workers=2, threads_per_worker=1, processes=False, protocol="tcp", dashboard_address=None
    ) as cluster:
        yield cluster.scheduler_address


def test_the_same_seed_gives_the_same_run_on_a_cluster(address: str) -> None:
    """Total, lowest point and every count agree, in pieces dealt by two workers."""
    book, slip, rounds = Rulebook.load("crown-sydney"), {"small": 2_500, "triple-6": 100}, 3 * FIRST + 5
    here = book.simulate(slip, rounds, seed=11)
    there = book.simulate(slip, rounds, seed=11, cluster=address)

    assert (there.total, there.lowest) == (here.total, here.lowest)
    assert there.counts.tolist() == here.counts.tolist()
