"""Mutation testing: `python -m tests.mutation --mutants 200`, or `make long PART=mutation`."""

import argparse
import ast
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue
from random import Random
from typing import NamedTuple

from tests.mutation.lines import ROOT, SEARCHED, LineTests, TestsByLine, note_lines
from tests.mutation.nursery import KILLED, NOT_PLANTED, PROCESSES, SURVIVED, TOO_LONG
from tests.mutation.sites import MutationSite, mutated_module, sites
from tests.soak.figures import set_figure
from tests.soak.sizes import positive_integer

AREAS: dict[str, tuple[str, ...]] = {
    "game": ("sicbo/game/**/*.py",),
    "machine": ("sicbo/machine/*.py",),
    "table": ("sicbo/table/**/*.py",),
    "authority": (
        "sicbo/game/ranks.py",
        "sicbo/table/authority.py",
        "sicbo/table/people/tournament_use.py",
        "sicbo/tournament/authority.py",
        "sicbo/house/identity/signatures.py",
        "sicbo/house/identity/keys.py",
        "sicbo/server/access/required_rank.py",
        "sicbo/server/access/approvals.py",
    ),
    "verify": ("sicbo/verify/*.py", "sicbo/verify/evidence/*.py"),
}
NOT_DECIDING = re.compile(r"/(transcript|narration|__main__|report|glance)")
"""Modules that write and read texts for people."""
EXPLAINED = ROOT / "docs" / "evidence" / "mutation.md"
LEFT_OUT = shutil.ignore_patterns(".*", "dist", "build", "screenshots")
BUDGET, LONGEST, EVERY = 30.0, 600, 1 << 40


class PlannedMutant(NamedTuple):
    """A mutant and the tests that have to fail for it."""

    area: str
    site: MutationSite
    reach: LineTests


def sample_sites(
    count: int, seed: int, areas: Collection[str] = tuple(AREAS)
) -> Iterator[tuple[str, MutationSite]]:
    """Return a sample with equally many sites of each area, at least one, always the same for a seed; a small
    area gives all.
    """
    taken: set[str] = set()
    for area in sorted(AREAS, key=lambda name: name != "authority"):
        paths = sorted({str(one.relative_to(ROOT)) for each in AREAS[area] for one in ROOT.glob(each)})
        mine = [path for path in paths if path not in taken and not NOT_DECIDING.search(path)]
        taken.update(mine)
        if area not in areas:
            continue
        found = [site for path in mine for site in sites(ROOT, path)]
        chosen = Random(f"{seed} {area}").sample(found, min(len(found), max(1, count // len(areas))))
        yield from ((area, site) for site in sorted(chosen))


def run_in_forks(planted: list[PlannedMutant], place: Path, searched: Iterable[str]) -> list[str]:
    """Return the outcome of each mutant, each in a fork of a process that has collected the tests."""
    asked = place / "mutants"
    lines = (json.dumps([one.site, one.reach.tests]) for one in planted)
    asked.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-p", "tests.mutation.nursery", "-p", "no:xdist", *searched]
    env = {**os.environ, "SICBO_MUTANTS": str(asked)}
    subprocess.run(command, cwd=ROOT, env=env, check=True, stdout=subprocess.DEVNULL)
    fates = asked.with_suffix(".fates").read_text(encoding="utf-8").splitlines()
    found = dict(line.split(" ", 1) for line in fates)
    return [found[str(number)] for number in range(len(planted))]


class ProjectCopies:
    """Copies of the project, one for each process: slower, but nothing is imported before the change."""

    def __init__(self, place: Path) -> None:
        self._free: SimpleQueue[Path] = SimpleQueue()
        for number in range(PROCESSES):
            copy = place / str(number)
            shutil.copytree(ROOT, copy, ignore=LEFT_OUT)
            self._free.put(copy)

    def outcome(self, planted: PlannedMutant) -> str:
        """Plant one mutant, run its tests, the package's own first, and restore the module."""
        copy = self._free.get()
        module = copy / planted.site.path
        text = module.read_text(encoding="utf-8")
        try:
            module.write_text(ast.unparse(mutated_module(text, planted.site)), encoding="utf-8")
            own = f"tests/{module.relative_to(copy).parts[1]}/"
            near = [test for test in planted.reach.tests if test.startswith(own)]
            far = [test for test in planted.reach.tests if not test.startswith(own)]
            fates = (self._run(copy, module, tests) for tests in (near, far) if tests)
            return next((fate for fate in fates if fate != SURVIVED), SURVIVED)
        finally:
            module.write_text(text, encoding="utf-8")
            self._free.put(copy)

    def _run(self, copy: Path, module: Path, tests: list[str]) -> str:
        for stale in module.parent.glob(f"__pycache__/{module.stem}.*"):
            stale.unlink()
        choice = copy / "choice.json"
        choice.write_text(json.dumps(tests), encoding="utf-8")
        files = sorted({test.partition("::")[0] for test in tests})
        command = [sys.executable, "-m", "pytest", "-x", "-p", "tests.mutation.plugin", *files]
        env = os.environ | {
            "SICBO_CHOICE": str(choice),
            "PYTHONPATH": str(copy),
            "PYTHONDONTWRITEBYTECODE": "1",
        }
        try:
            ran = subprocess.run(
                command, cwd=copy, env=env, capture_output=True, timeout=LONGEST, check=False
            )
        except subprocess.TimeoutExpired:
            return TOO_LONG
        return SURVIVED if ran.returncode == 0 else KILLED


def outcomes(planted: list[PlannedMutant], place: Path, searched: Iterable[str]) -> list[str]:
    """Return the outcome of every mutant; code that runs at import is tried in a copy of the project."""
    quick = [number for number, one in enumerate(planted) if one.reach.through or not one.reach.at_import]
    found = [NOT_PLANTED] * len(planted)
    fated = run_in_forks([planted[number] for number in quick], place, searched)
    for number, fate in zip(quick, fated, strict=True):
        found[number] = fate
    slow = [
        number
        for number, one in enumerate(planted)
        if found[number] == NOT_PLANTED or (found[number] == SURVIVED and one.reach.at_import)
    ]
    for number, fate in zip(slow, run_in_copies([planted[number] for number in slow], place), strict=True):
        found[number] = fate
    return found


def run_in_copies(planted: list[PlannedMutant], place: Path) -> list[str]:
    """Return the outcome of each mutant in a copy of the project."""
    with tempfile.TemporaryDirectory(dir=place) as copies, ThreadPoolExecutor(PROCESSES) as pool:
        return list(pool.map(ProjectCopies(Path(copies)).outcome, planted))


def retry_survivors(
    planted: list[PlannedMutant], found: list[str], lines: TestsByLine, place: Path
) -> list[str]:
    """Run every test of its line, slow ones too, for each survivor that the page does not explain."""
    known = listed_survivors(EXPLAINED)
    more = {
        number: one._replace(reach=lines.tests_of(one.site.path, one.site.line, LONGEST / 2))
        for number, one in enumerate(planted)
        if found[number] == SURVIVED and one.site.key not in known
    }
    more = {number: one for number, one in more.items() if one.reach.tests != planted[number].reach.tests}
    again = dict(zip(more, run_in_copies([*more.values()], place), strict=True))
    return [again.get(number, fate) for number, fate in enumerate(found)]


def named_tests(tests: list[str]) -> LineTests:
    """Return the tests of these files or names; they must pass before anything is changed."""
    command = [sys.executable, "-m", "pytest", "-p", "no:xdist", *tests]
    subprocess.run(command, cwd=ROOT, check=True, stdout=sys.stderr)
    command.append("--collect-only")
    said = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    found = [line for line in said.splitlines() if "::" in line]
    assert found, "a mutant without tests would count as killed"
    return LineTests(found, True, False)


def listed_survivors(page: Path) -> set[str]:
    """Return the survivors that a page lists."""
    return set(re.findall(r"^- `(.+)`", page.read_text(encoding="utf-8"), re.MULTILINE))


def print_scores(planted: list[PlannedMutant], found: list[str], known: set[str]) -> int:
    """Print the score of each area and every survivor; return how many are not explained."""
    print(f"| {'area':9} | mutants | killed | too long | explained | survived | score |")
    print("|---|---|---|---|---|---|---|")
    fated = list(zip(planted, found, strict=True))
    for area in (*AREAS, "all"):
        mine = [(one, fate) for one, fate in fated if area in (one.area, "all")]
        count = Counter(fate for _, fate in mine)
        excused = sum(fate == SURVIVED and one.site.key in known for one, fate in mine)
        left = count[SURVIVED] - excused
        score = 100 * (len(mine) - count[SURVIVED]) / max(1, len(mine) - excused)
        print(
            f"| {area:9} | {len(mine):7} | {count[KILLED]:6} | {count[TOO_LONG]:8} | {excused:9} "
            f"| {left:8} | {score:4.1f}% |"
        )
    set_figure("mutants", len(fated))
    set_figure("mutation score, per cent", round(score, 1))
    alive = [one for one, fate in fated if fate == SURVIVED and one.site.key not in known]
    for one in alive:
        print(f"{one.site.path}:{one.site.line} survived {len(one.reach.tests)} tests\n- `{one.site.key}`")
    return len(alive)


def main() -> int:
    """Plant a sample and print what survives; exit with a failure if the page does not explain a survivor."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutation", description=__doc__)
    parser.add_argument(
        "--mutants", type=positive_integer, default=200, help="how many mutants over all areas"
    )
    parser.add_argument("--area", choices=AREAS, help="only this area")
    parser.add_argument("--seed", type=int, default=1, help="another sample")
    parser.add_argument(
        "--lines", type=Path, help="the file in which an earlier run noted the tests of each line"
    )
    parser.add_argument("--only", type=Path, help="a page with survivors; try only these")
    parser.add_argument(
        "--by", nargs="+", help="the tests to try them with, for example new ones; no lines are noted"
    )
    given = parser.parse_args()
    areas = [given.area] if given.area else tuple(AREAS)
    chosen = list(sample_sites(EVERY if given.only else given.mutants, given.seed, areas))
    if given.only:
        wanted = listed_survivors(given.only)
        chosen = [one for one in chosen if one[1].key in wanted]
    with tempfile.TemporaryDirectory(prefix="mutation-") as place:
        if given.by:
            reach = named_tests(given.by)
            planted = [PlannedMutant(area, site, reach) for area, site in chosen]
            found = outcomes(planted, Path(place), given.by)
        else:
            noted = given.lines if given.lines and given.lines.is_dir() else None
            lines = TestsByLine(noted) if noted else note_lines(given.lines or Path(place) / "lines")
            planted = [
                PlannedMutant(area, site, lines.tests_of(site.path, site.line, BUDGET))
                for area, site in chosen
            ]
            found = outcomes(planted, Path(place), SEARCHED)
            found = retry_survivors(planted, found, lines, Path(place))
    return 1 if print_scores(planted, found, listed_survivors(EXPLAINED)) else 0


if __name__ == "__main__":
    sys.exit(main())
