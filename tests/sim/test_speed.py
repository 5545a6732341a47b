"""The benchmark of the simulation says what has become slow; it is run by hand, never timed by a test."""

from benchmarks.simulate import slower


def test_what_has_become_slow_is_named() -> None:
    """Below half of the reference, or not measured at all."""
    assert slower({"a": 1.0, "b": 0.9}, {"a": 2.0, "b": 2.0, "c": 1.0}) == ["b", "c"]
