"""The soak: `make long PART=soak`, or `python -m tests.soak [PART …] [--short] [--write]`."""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import textwrap
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from tests.soak.figures import Figures, read_file
from tests.soak.goals import GOALS, MISSED, Goal, said, verdict
from tests.soak.parts import PARTS, Part, chosen, sizes

ROOT = Path(__file__).parents[2]
KEPT, PAGE = ROOT / "docs" / "evidence" / "soak.jsonl", ROOT / "docs" / "evidence" / "soak.md"
MINE = ROOT / "build" / "soak.jsonl"
"""Where figures are kept without --write; git ignores this directory."""
WIDTH, MARGIN = 80, 7
NOBODY = 75
"""The exit code of a part that needed a service elsewhere, which did not answer: neither success nor failure.
"""
TOP = """# The soak

`make long PART=soak` runs every long test, one after another, and compares the figures with the goals.
`SOAK=short` does everything at small sizes in about ten minutes, `PARTS="storm fuzz"` only what it names
(`fuzz` is every `fuzz-…`);
the sizes of each [part](../../tests/soak/parts.py) are environment variables.
The last figures of each part are kept in `build/soak.jsonl`, so a soak may take days;
`ARGS=--write` keeps them in [soak.jsonl](soak.jsonl) and writes this page.
A `+` after a commit means that there were uncommitted changes.

"""


class Run(NamedTuple):
    """A run of a part: its time, commit, sizes, exit code and figures."""

    part: str
    form: str
    commit: str
    date: str
    sizes: dict[str, str]
    code: int
    seconds: float
    figures: Figures


def commit() -> str:
    """Return the current commit, with a + if anything but the soak's own files is changed."""
    said = ["git", "-C", str(ROOT)]
    name = subprocess.run([*said, "rev-parse", "--short", "HEAD"], capture_output=True, text=True).stdout
    but = [":!docs/evidence/soak.md", ":!docs/evidence/soak.jsonl"]
    changed = subprocess.run([*said, "status", "--porcelain", "--", ".", *but], capture_output=True).stdout
    return name.strip() + "+" * bool(changed)


def run(part: Part, *, short: bool) -> Run:
    """Run a part and collect its figures; the part itself prints what failed."""
    size = sizes(part, dict(os.environ), short=short)
    with tempfile.TemporaryDirectory(prefix="soak-") as place:
        noted = Path(place) / "figures"
        env = {**os.environ, **size, "SICBO_FIGURES": str(noted)}
        began, began_at = time.monotonic(), datetime.now(UTC).strftime("%Y-%m-%d")
        code = subprocess.run(part.command, shell=True, cwd=ROOT, env=env).returncode
        took = round(time.monotonic() - began, 1)
        figures = {**read_file(noted), f"seconds of {part.name}": took}
    form = "short" if short else "long"
    return Run(part.name, form, commit(), began_at, size, code, took, figures)


def kept(path: Path) -> dict[tuple[str, str], Run]:
    """Return the last run of each part in each form; runs of parts that no longer exist are dropped."""
    if not path.exists():
        return {}
    runs = [Run(*json.loads(line)) for line in path.read_text(encoding="utf-8").splitlines()]
    parts = {part.name for part in PARTS}
    return {(one.part, one.form): one for one in runs if one.part in parts}


def keep(path: Path, runs: dict[tuple[str, str], Run]) -> None:
    """Write the runs in the order of the parts."""
    order = [part.name for part in PARTS]
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = sorted(runs.values(), key=lambda one: (order.index(one.part), one.form))
    path.write_text("".join(f"{json.dumps(one)}\n" for one in lines), encoding="utf-8")


def counting(runs: dict[tuple[str, str], Run]) -> dict[str, Run]:
    """Return the run of each part that counts: a failed run first, then the long one, then the short one."""
    best: dict[str, Run] = {}
    for one in sorted(runs.values(), key=lambda one: (one.code != 0, one.form == "long")):
        best[one.part] = one
    return best


def together(*several: dict[tuple[str, str], Run]) -> dict[tuple[str, str], Run]:
    """Return the later run of each part in each form; of the same day, the one of the later argument."""
    runs: dict[tuple[str, str], Run] = {}
    for key, one in (item for place in several for item in place.items()):
        if key not in runs or runs[key].date <= one.date:
            runs[key] = one
    return runs


class Row(NamedTuple):
    """A goal, its state, the figures behind it, and their commits."""

    goal: Goal
    state: str
    figures: list[str]
    where: str

    def wide(self) -> str:
        """Return the row as a line of the page."""
        found = ", ".join(self.figures)
        return f"| G{self.goal.number} | {self.goal.says} | {found} | {self.state} | {self.where} |\n"

    def narrow(self) -> str:
        """Return the row as lines of a terminal: the goal, and below it the figures."""
        state, _, why = self.state.replace("*", "").partition(": ")
        name = f"G{self.goal.number}"
        first = textwrap.wrap(
            f"{name:{MARGIN}}{state}: {self.goal.says}", WIDTH, subsequent_indent=" " * MARGIN
        )
        below = ["; ".join(self.figures), why and f"{state}: {why}", self.where and f"by {self.where}"]
        margin = " " * (MARGIN + 2)
        lines = [textwrap.wrap(one, WIDTH, initial_indent=margin, subsequent_indent=margin) for one in below]
        return "\n".join([*first, *(line for several in lines for line in several)]) + "\n"


def rows(runs: dict[str, Run]) -> list[Row]:
    """Compare the goals with the figures."""
    found = []
    for goal in GOALS:
        mine = [runs[part] for part in goal.parts if part in runs]
        figures = {name: value for one in mine for name, value in one.figures.items()}
        stands = verdict(goal, figures, {one.part: one.code for one in mine})
        where = ", ".join(sorted({f"{one.commit} {one.date} {one.form}" for one in mine}))
        found.append(Row(goal, stands.state, said(goal, figures), where))
    return found


def page(found: list[Row]) -> str:
    """Return the table of the page."""
    return "| | goal | measured | | by |\n|---|---|---|---|---|\n" + "".join(one.wide() for one in found)


def main() -> int:
    """Run parts and print the goals; exit with a failure if a part failed or a goal is missed without a
    reason.
    """
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description=__doc__)
    parser.add_argument("parts", nargs="*", help=" ".join(part.name for part in PARTS))
    parser.add_argument("--short", action="store_true", help="run everything at a small size")
    parser.add_argument("--table", action="store_true", help="run nothing; print the kept figures")
    parser.add_argument("--write", action="store_true", help="keep the figures in docs/ and write its page")
    parser.add_argument("--kept", type=Path, default=MINE, help="the file for figures without --write")
    given = parser.parse_args()
    mine = kept(given.kept)
    for part in [] if given.table else chosen(given.parts, short=given.short):
        print(f"== {part.name}: {part.command}", flush=True)
        one = run(part, short=given.short)
        mine[one.part, one.form] = one
        keep(given.kept, mine)
        print(f"== {part.name}: {ended(one.code)}, {one.seconds} s\n")
    runs = together(kept(KEPT), mine)
    found = rows(counting(runs))
    print("\n".join(one.narrow() for one in found))
    if given.write:
        keep(KEPT, runs)
        PAGE.write_text(TOP + page(found), encoding="utf-8")
    failed = [one.part for one in runs.values() if one.code not in (0, NOBODY)]
    silent = [one.part for one in runs.values() if one.code == NOBODY]
    if silent:
        print(f"No answer from a service elsewhere: {' '.join(silent)}.")
    print(f"Failed: {' '.join(failed)}." if failed else "Nothing failed.")
    return 1 if failed or unreasoned([one.state for one in found]) else 0


def ended(code: int) -> str:
    """Return in words how a part ended."""
    if code == NOBODY:
        return "no answer from a service elsewhere"
    return f"FAILED ({code})" if code else "passed"


def unreasoned(states: list[str]) -> list[str]:
    """Return the goals that are missed without a written reason."""
    return [
        state
        for goal, state in zip(GOALS, states, strict=True)
        if state.startswith(MISSED) and not goal.reason
    ]


if __name__ == "__main__":
    sys.exit(main())
