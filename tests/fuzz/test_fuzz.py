"""What was kept from fuzzing, tried again: nothing is raised but what is declared, and nothing takes long."""

import random
import time

import pytest

from tests.fuzz.__main__ import SLOWEST, mutated
from tests.fuzz.corpus import PLACE, kept
from tests.fuzz.targets import TARGETS, honest, tried

SEED = 20_250_101
MUTATIONS = 60


@pytest.mark.parametrize("name", TARGETS)
def test_what_was_kept_is_answered_as_declared(name: str) -> None:
    """Each input, and some changed ones: accepted or refused, in less than fifty milliseconds."""
    inputs, chance = kept(name), random.Random(SEED)
    assert inputs
    tried(name, inputs[0])
    for data in (*inputs, *(mutated(chance, inputs) for _ in range(MUTATIONS))):
        taken = min(_time(name, data) for _ in range(2))
        assert taken < SLOWEST, f"{taken:.3f} s for {data[:100]!r}"


def _time(name: str, data: bytes) -> float:
    begun = time.thread_time()
    tried(name, data)
    return time.thread_time() - begun


def test_every_target_accepts_something() -> None:
    """A target that refuses everything would find nothing.

    Signatures are made anew in each run, and a kept journal is of the law as it was then.
    """
    keys = {"note", "receipt", "vkey", "bundle", "journal"}
    assert tried("journal", honest().journal)
    refusing = [name for name in TARGETS if not any(tried(name, data) for data in kept(name))]
    assert set(refusing) <= keys


def test_the_inputs_stay_small() -> None:
    """They are read by people too."""
    assert sum(path.stat().st_size for path in PLACE.iterdir()) < 200_000
