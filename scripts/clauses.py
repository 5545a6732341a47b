"""Write the tests that prove each clause into the registry: `python scripts/clauses.py [--check]`."""

import csv
import io
import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from sicbo.rulebooks import clauses_of, every_rulebook, module_of  # noqa: E402
from tests.clauses.proves import tests_by_clause  # noqa: E402


def modules_of(key: str) -> list[ModuleType]:
    """Return the modules that contain a rulebook's clause tests: the main one and its continuations."""
    folder = module_of(key)
    names = sorted(path.stem for path in (ROOT / "tests" / "clauses" / folder).glob("test_*.py"))
    names.sort(key=lambda name: name != "test_law")
    return [import_module(f"tests.clauses.{folder}.{name}") for name in names]


def current(key: str) -> str:
    """Return the registry of a rulebook with its column of tests brought up to date."""
    registry = clauses_of(key)
    tests = tests_by_clause(modules_of(key), registry)
    out = io.StringIO()
    table = csv.writer(out, lineterminator="\n")
    table.writerow(["clause", "kind", "state", "where", "tests", "says"])
    for clause in registry:
        row = [
            clause.id,
            clause.kind,
            clause.state.value,
            clause.where,
            " ".join(tests[clause.id]),
            clause.says,
        ]
        table.writerow(row)
    return out.getvalue()


def main() -> int:
    """Write every registry, or with --check report the outdated ones."""
    stale = []
    for key in every_rulebook():
        path = ROOT / "sicbo" / "rulebooks" / module_of(key) / "clauses.csv"
        text = current(key)
        if path.read_text(encoding="utf-8") != text:
            stale.append(key)
            if "--check" not in sys.argv:
                path.write_text(text, encoding="utf-8")
    if stale and "--check" in sys.argv:
        print(f"Outdated: {', '.join(stale)}. Run `make docs`.")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
