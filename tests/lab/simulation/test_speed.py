"""The ratios that benchmarks keep to reveal slowdowns; no test is timed."""

from pathlib import Path

import pytest

from benchmarks import ratios
from benchmarks.simulate import GOALS
from benchmarks.start import CASES


def test_what_has_become_slow_is_named() -> None:
    """A speed under half or a cost over twice the reference is reported; ratios not measured again are
    ignored.
    """
    was = {"speed": {"a": 2.0, "b": 2.0, "c": 1.0}, "cost": {"d": 2.0, "e": 2.0}}
    now = {"speed": {"a": 1.0, "b": 0.9}, "cost": {"d": 4.0, "e": 4.1}}

    assert ratios.slower(now, was) == ["b: 0.9, was 2", "e: 4.1, was 2"]


def test_ratios_are_kept_as_they_are_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each figure is added to the file; figures that are not ratios are only printed."""
    monkeypatch.setattr(ratios, "RATIOS", tmp_path / "ratios.json")
    ratios.show("one / two", 0.5)
    ratios.show("rounds a second / base", 3.0, "goal: 2", kind=ratios.SPEED)
    ratios.show("microseconds", 7.0, kind=None)

    assert ratios.read(tmp_path / "ratios.json") == {
        "speed": {"rounds a second / base": 3.0},
        "cost": {"one / two": 0.5},
    }
    assert capsys.readouterr().out.count("\n") == 3


def test_the_reference_has_what_is_measured() -> None:
    """The reference has the speeds of the simulation and the start of every command, under their current
    names.
    """
    reference = ratios.read(ratios.REFERENCE)

    assert set(reference["speed"]) == set(GOALS)
    assert {f"{name} / python -c pass" for name in CASES} <= set(reference["cost"])
    assert sum("1,000 rounds" in name for name in reference["cost"]) == 4
