"""The tests that run each line: collected once, and used for every mutant."""

import json
import os
import subprocess
import sys
from collections import defaultdict
from pathlib import Path
from typing import NamedTuple

from coverage import CoverageData

ROOT = Path(__file__).parent.parent.parent
SEARCHED = (
    *(f"tests/{part}" for part in ("game", "rulebooks", "machine", "clauses", "table", "verify")),
    *(f"tests/{part}" for part in ("tournament", "promotion", "draws")),
    *(f"tests/house/{part}" for part in ("identity", "export", "maintenance/test_self_check.py")),
    *(f"tests/house/test_{part}.py" for part in ("floor", "promotions", "responsible_gambling")),
    "tests/server/access",
    *(f"tests/server/routes/test_{part}.py" for part in ("signed_tournaments", "promotions", "tournaments")),
    "tests/maths/test_reading_costs.py",
    "tests/test_rulebook.py",
    "tests/test_errors.py",
    "--ignore=tests/table/evenings/test_machine.py",
    "--ignore=tests/table/test_determinism.py",
)
"""Random evenings are left out, as they are for coverage: deciding code has tests of its own."""


AT_IMPORT = ""
"""The name that coverage gives to the time in which no test runs."""


class LineTests(NamedTuple):
    """Tests of a line, quickest first, whether they run the line themselves, and whether an import does."""

    tests: list[str]
    through: bool
    at_import: bool


class TestsByLine:
    """The tests of every line, quickest first."""

    def __init__(self, place: Path) -> None:
        self.seconds: dict[str, float] = {}
        self._of: dict[str, dict[int, set[str]]] = defaultdict(lambda: defaultdict(set))
        for path in sorted(place.glob("*.seconds")):
            self.seconds |= json.loads(path.read_text(encoding="utf-8"))
        for path in sorted(place.glob("*.lines*")):
            data = CoverageData(str(path))
            data.read()
            for file in data.measured_files():
                of = self._of[str(Path(file).relative_to(ROOT))]
                for line, contexts in data.contexts_by_lineno(file).items():
                    of[line].update(one for one in contexts if one in self.seconds or one == AT_IMPORT)

    def tests_of(self, path: str, line: int, budget: float) -> LineTests:
        """Return tests of a line for this many seconds; without any, those of its module and part."""
        of, own = self._of[path], f"tests/{Path(path).parts[1]}/"
        contexts = of.get(line, set())
        through = contexts - {AT_IMPORT}
        near = {name for name in self.seconds if name.startswith(own)}
        tests = through or near.union(*of.values()) - {AT_IMPORT} or set(self.seconds)
        chosen: list[str] = []
        spent = 0.0
        for test in sorted(tests, key=lambda name: (self.seconds[name], name)):
            spent += self.seconds[test]
            if chosen and spent > budget:
                break
            chosen.append(test)
        return LineTests(chosen, bool(through), AT_IMPORT in contexts)


def note_lines(place: Path) -> TestsByLine:
    """Run the searched tests and note their lines; they must pass before anything is changed."""
    place.mkdir(parents=True, exist_ok=True)
    for old in place.iterdir():
        old.unlink()
    command = [sys.executable, "-m", "pytest", "-n", "2", "-p", "tests.mutation.plugin", *SEARCHED]
    env = {**os.environ, "SICBO_LINES": str(place)}
    subprocess.run(command, cwd=ROOT, env=env, check=True, stdout=sys.stderr)
    return TestsByLine(place)
