"""The kept inputs raise only declared exceptions, and none takes long."""

import random
import time
from pathlib import Path

import pytest

from tests.fuzz.__main__ import mutated
from tests.fuzz.corpus import PLACE, begins, keep, kept
from tests.fuzz.front import BODIES
from tests.fuzz.keeping import found, merge
from tests.fuzz.oracle import SLOWEST, Oracle
from tests.fuzz.targets import TARGETS, Target, tried
from tests.verify.bundles import HOUSE, key

SEED = 20_250_101
MUTATIONS = 60


@pytest.mark.parametrize("name", TARGETS)
def test_what_was_kept_is_answered_as_declared(name: str) -> None:
    """Each input and some mutations are accepted or refused in less than fifty milliseconds."""
    inputs, chance = begins(name), random.Random(SEED)
    assert inputs
    for data in inputs:
        tried(name, data)
    judge = Oracle(name)
    for data in (*inputs, *(mutated(chance, inputs) for _ in range(MUTATIONS))):
        judge(data)
    assert 0 < judge.slowest < SLOWEST


def test_every_target_accepts_something() -> None:
    """A target that refuses everything would find nothing."""
    refusing = [name for name in TARGETS if not any(tried(name, data) for data in begins(name))]
    assert refusing == []


def test_every_body_that_a_route_declares_is_tried() -> None:
    """Every body type of a route is a type of the target, and an input names it."""
    named = {data.partition(b"\n")[0] for data in begins("body")}
    assert len(BODIES) > 25
    assert BODIES.keys() <= named


def slow(data: bytes) -> None:
    """Take time in proportion to the length."""
    begun = time.thread_time()
    while time.thread_time() - begun < 0.03 * len(data):
        pass


def test_an_input_that_is_slow_is_a_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise a decoder that works for a second would go unnoticed."""
    monkeypatch.setitem(TARGETS, "note", Target(slow, ()))
    judge = Oracle("note")
    judge(b"a")
    with pytest.raises(AssertionError, match="ms for 3 bytes"):
        judge(b"abc")


def test_an_input_that_wants_much_memory_is_a_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    """One input that raises the peak memory by fifty megabytes is a finding."""
    held = iter([100_000, 140_000, 200_000])
    monkeypatch.setattr("tests.fuzz.oracle.most_held", lambda: next(held))
    judge = Oracle("note")
    judge(b"a")
    with pytest.raises(AssertionError, match="58 MB for 3 bytes"):
        judge(b"abc")


def test_what_goes_a_new_way_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An input without a new step is not kept, nor is a large one."""
    monkeypatch.setattr("tests.fuzz.corpus.PLACE", tmp_path)
    monkeypatch.setattr("tests.fuzz.keeping.FOUND", tmp_path)
    keep("vkey", [b"x"])
    (tmp_path / "vkey").mkdir()
    for name, data in (
        ("a", b"x+1"),
        ("b", b"x+2"),
        ("c", str(key(HOUSE).vkey).encode()),
        ("d", b"x" * 9_999),
    ):
        (tmp_path / "vkey" / name).write_bytes(data)
    assert merge("vkey", found("vkey")) == kept("vkey")[1:]
    assert len(kept("vkey")) in (2, 3)
    assert merge("vkey", found("vkey")) == []


def test_the_inputs_stay_small() -> None:
    """The inputs are small, because people read them too."""
    assert sum(path.stat().st_size for path in PLACE.iterdir()) < 250_000
