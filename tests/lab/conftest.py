"""Fixtures shared by the tests of the simulator."""

import pytest

from sicbo import Rulebook
from sicbo.lab.simulation.payoffs import SlipPayoffs

MIXED = {"small": 10, "odd": 10, "single-3": 5, "total-9": 5, "domino-25": 5, "double-4": 2, "triple-6": 1}


@pytest.fixture(scope="session")
def melbourne() -> Rulebook:
    """The layout of the benchmarks."""
    return Rulebook.load("crown-melbourne-6.1/a")


@pytest.fixture(scope="session")
def mixed_slip(melbourne: Rulebook) -> SlipPayoffs:
    """Seven wagers, so that a row of results is not a whole number of words."""
    return SlipPayoffs(melbourne.layout, melbourne.rules, melbourne.slip(MIXED))
