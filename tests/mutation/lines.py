"""Which tests go through which line: run once, and asked for every mutant."""

import json
import os
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

from coverage import CoverageData

ROOT = Path(__file__).parent.parent.parent
SEARCHED = (
    *(f"tests/{part}" for part in ("game", "rulebooks", "ledger", "clauses", "table", "verify")),
    "tests/tournament",
    "tests/promotion",
    *(f"tests/server/test_{part}.py" for part in ("approvals", "matrix", "two_persons", "people")),
    "tests/test_api.py",
    "tests/test_errors.py",
    "--ignore=tests/table/test_machine.py",
    "--ignore=tests/table/test_determinism.py",
)
"""Random evenings are left out, as they are for coverage: what decides has tests of its own."""


class Lines:
    """The tests of every line, the quickest first."""

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
                    of[line].update(one for one in contexts if one in self.seconds)

    def tests(self, path: str, line: int, budget: float) -> tuple[list[str], bool]:
        """Those that go through a line, then others of its module, for so many seconds in all.

        And whether any goes through the line itself, after its module was imported.
        """
        of = self._of[path]
        through = of.get(line, set())
        others = set().union(*of.values()) - through
        chosen: list[str] = []
        spent = 0.0
        for group in (through, others):
            for test in sorted(group, key=lambda name: (self.seconds[name], name)):
                spent += self.seconds[test]
                if chosen and spent > budget:
                    return chosen, bool(through)
                chosen.append(test)
        return chosen, bool(through)


def note_lines(place: Path) -> Lines:
    """Run the tests that are searched and note their lines; they must hold before anything is changed."""
    place.mkdir(parents=True, exist_ok=True)
    for old in place.iterdir():
        old.unlink()
    command = [sys.executable, "-m", "pytest", "-n", "2", "-p", "tests.mutation.plugin", *SEARCHED]
    env = {**os.environ, "SICBO_LINES": str(place)}
    subprocess.run(command, cwd=ROOT, env=env, check=True, stdout=sys.stderr)
    return Lines(place)
