"""The soak: goals are data, figures add up, and no failure is hidden by a later success of another form."""

import re
from pathlib import Path
from typing import Any

import pytest

from tests.fuzz.targets import TARGETS
from tests.soak import __main__ as soak
from tests.soak.figures import counted, measured, read_file
from tests.soak.goals import FAILED, GOALS, MISSED, REACHED, UNKNOWN, Goal, Least, Most, Told, verdict
from tests.soak.parts import PARTS, Part, chosen, sizes

ROOT = Path(__file__).parents[2]
GOAL = Goal(1, "kills", ("crash",), (Least("kills", 10), Most("lost", 0)), "no time")


def ran(part: str, form: str = "long", code: int = 0, **figures: float) -> soak.Run:
    """Return a run of a part."""
    return soak.Run(part, form, "abc1234", "2026-01-01", {}, code, 1.0, figures)


def test_there_are_twenty_two_goals_and_every_part_that_they_rest_on() -> None:
    """The goals are in order, every goal names existing parts, and every size is used."""
    assert [goal.number for goal in GOALS] == list(range(1, 23))
    assert {part for goal in GOALS for part in goal.parts} <= {part.name for part in PARTS}
    assert all(goal.parts for goal in GOALS)
    assert not any("\n" in part.command for part in PARTS)
    programs = [path for part in ("tests", "benchmarks") for path in (ROOT / part).rglob("*.py")]
    readers = [*programs, ROOT / "Makefile", *(ROOT / "scripts" / name for name in ("bench", "fuzz", "long"))]
    texts = [path.read_text(encoding="utf-8") for path in readers if "soak" not in path.parts]
    for name in (name for part in PARTS for name in part.sizes):
        assert any(name in text for text in texts), name
    targets = set(re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    made = [part.command.split()[1:] for part in PARTS if part.command.startswith("make ")]
    assert {target for command in made for target in command if "=" not in target} <= targets


def test_a_goal_is_reached_missed_failed_or_not_measured() -> None:
    """A failure counts before a goal that is reached, and a missing figure is not assumed to be good."""
    good: dict[str, float] = {"kills": 10, "lost": 0}
    assert verdict(GOAL, good, {"crash": 0}) == (REACHED, "kills: 10, lost: 0")
    assert verdict(GOAL, {**good, "lost": 1}, {"crash": 0}).state == f"{MISSED}: lost; no time"
    assert verdict(GOAL, good, {"crash": 1}).state == f"{FAILED}: crash"
    assert verdict(GOAL, {"kills": 10}, {"crash": 0}).state == f"{UNKNOWN}: lost"
    assert verdict(GOAL, {}, {}).state == f"{UNKNOWN}: crash"
    told = GOAL._replace(wants=(Told("in part"),))
    assert verdict(told, {"in part": 6}, {"crash": 0}) == (REACHED, "in part: 6")


def test_figures_add_up_or_take_the_place_of_those_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is written if SICBO_FIGURES is not set."""
    monkeypatch.delenv("SICBO_FIGURES", raising=False)
    counted("kills", 1)
    monkeypatch.setenv("SICBO_FIGURES", str(tmp_path / "noted"))
    for kills in (2, 3):
        counted("kills", kills)
        measured("score", kills)

    assert read_file(tmp_path / "noted") == {"kills": 5, "score": 3}
    assert read_file(tmp_path / "nowhere") == {}


def test_sizes_are_the_environment_s_or_those_of_the_form() -> None:
    """A part without a short form is left out of the short soak unless it is named."""
    part = Part("p", "true", {"SEEDS": ("900", "9")})
    assert sizes(part, {}, short=False) == {"SEEDS": "900"}
    assert sizes(part, {}, short=True) == {"SEEDS": "9"}
    assert sizes(part, {"SEEDS": "5"}, short=True) == {"SEEDS": "5"}
    left_out = {part.name for part in PARTS} - {part.name for part in chosen([], short=True)}
    assert left_out == {"storm-versions", "evenings", "mutation", "supply", "coverage", "test"}
    assert [part.name for part in chosen(["test"], short=True)] == ["test"]
    with pytest.raises(SystemExit, match=r"There is no part rain\. Parts: proofs"):
        chosen(["rain"], short=False)


def test_every_fuzzed_target_is_a_part_and_all_are_chosen_by_one_word() -> None:
    """The figure of one target never replaces another's, and a missed goal names the figure that is short."""
    names = [*(f"fuzz-{name}" for name in TARGETS), "fuzz-sockets"]
    assert [part.name for part in chosen(["fuzz"], short=True)] == names
    assert [part.name for part in chosen(["fuzz-note"], short=True)] == ["fuzz-note"]
    assert [part.name for part in chosen(["storm"], short=True)] == ["storm"]
    goal = next(goal for goal in GOALS if goal.number == 7)
    assert list(goal.parts) == names
    figures = {f"inputs of {name}": 1_000_000.0 for name in TARGETS}
    figures |= {"inputs of note": 2_000.0, "socket inputs": 100_000.0}
    stands = verdict(goal, figures, dict.fromkeys(names, 0))
    assert stands.state.startswith(f"{MISSED}: inputs of note;")
    assert stands.measured == f"inputs of each of {len(TARGETS)}: 2,000 to 1,000,000, socket inputs: 100,000"


def test_what_is_kept_is_the_last_of_each_form_and_a_failure_counts_first(tmp_path: Path) -> None:
    """A long run that passed does not hide a short one that failed."""
    runs = {(one.part, one.form): one for one in (ran("crash", kills=7), ran("crash", "short", 1))}
    soak.keep(tmp_path / "kept", runs)

    assert soak.kept(tmp_path / "kept") == runs
    assert soak.counting(runs)["crash"].code == 1
    assert soak.counting({("crash", "long"): ran("crash", kills=7)})["crash"].figures == {"kills": 7}
    rows = soak.rows(soak.counting(runs))
    assert rows[0].state == f"{FAILED}: crash"
    assert soak.page(rows).count("\n| G") == 22


def test_a_terminal_gets_narrow_lines() -> None:
    """Lines have at most eighty columns and every word of the page."""
    figures = {f"storm {name}": 123_456_789.5 for name in ("crashes", "lost", "repeated")}
    rows = soak.rows({"storm": ran("storm")._replace(figures=figures)})
    for row in rows:
        shown = row.narrow()
        assert max(map(len, shown.splitlines())) <= 80
        for part in (row.goal.says, "; ".join(row.figures), row.where):
            assert part in " ".join(shown.split())


def test_a_stranger_s_figures_are_kept_beside_those_of_the_page() -> None:
    """The later run of both files counts; on the same day the local one."""
    page = {("crash", "long"): ran("crash", kills=7), ("fuzz", "long"): ran("fuzz")}
    mine = {
        ("crash", "long"): ran("crash", kills=8),
        ("fuzz", "long"): ran("fuzz")._replace(date="2025-12-31"),
    }
    runs = soak.together(page, mine)

    assert runs["crash", "long"].figures == {"kills": 8}
    assert runs["fuzz", "long"].date == "2026-01-01"
    ignored = (ROOT / ".gitignore").read_text(encoding="utf-8").splitlines()
    assert f"{soak.MINE.parent.relative_to(ROOT)}/" in ignored


def test_a_part_that_fails_ends_the_soak_with_a_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """The later parts still run, and the table says which part failed."""
    parts = (
        Part("fuzz-note", "exit 3"),
        Part("supply", "exit 75"),
        Part("code", ".venv/bin/python -m tests.soak.code"),
    )
    given: dict[str, Any] = {"chosen": lambda *_, short: list(parts), "KEPT": tmp_path / "page"}
    for name, value in given.items():
        monkeypatch.setattr(soak, name, value)
    monkeypatch.setattr("sys.argv", ["soak", "--short", "--kept", str(tmp_path / "kept")])

    assert soak.main() == 1
    said = capfd.readouterr().out
    assert "fuzz-note: FAILED (3)" in said and "code: passed" in said
    assert "supply: no answer from a service elsewhere" in said
    assert "Failed: fuzz-note." in said
    assert not (tmp_path / "page").exists()
    assert set(soak.kept(tmp_path / "kept")) == {(part.name, "short") for part in parts}


def test_the_page_is_written_from_the_figures_that_are_kept() -> None:
    """The page equals what `--write` writes, also after parts or goals were changed."""
    found = soak.rows(soak.counting(soak.kept(soak.KEPT)))

    assert soak.PAGE.read_text(encoding="utf-8") == soak.TOP + soak.page(found)
