"""What can be counted in the sources: assertions that stay on, and requirements that do not hold yet."""

import ast
import re
import sys
from pathlib import Path

from tests.soak.figures import measured

ROOT = Path(__file__).parents[2]
CORE = ("game", "ledger", "table", "tournament", "promotion")
ROW = re.compile(r"^\| \d+\.\d+\.\d+.*\|$", re.MULTILINE)


def main() -> int:
    """Count, and note it."""
    nodes = [
        node
        for part in CORE
        for path in sorted((ROOT / "sicbo" / part).rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    ]
    functions = sum(isinstance(node, ast.FunctionDef) for node in nodes)
    asserts = sum(isinstance(node, ast.Assert) for node in nodes)
    rows = ROW.findall((ROOT / "docs" / "security.md").read_text(encoding="utf-8"))
    open_rows = sum("**" in row for row in rows)
    measured("assertions a function", round(asserts / functions, 2))
    measured("rows of ASVS answered", len(rows) - open_rows)
    measured("rows of ASVS that do not hold", open_rows)
    print(f"{asserts} assertions in {functions} functions; of {len(rows)} rows {open_rows} do not hold.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
