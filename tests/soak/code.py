"""Figures counted in the sources: assertions that stay on, and requirements without an answer."""

import ast
import sys
from pathlib import Path

from tests.asvs import PAGE, partial_requirements, unanswered_requirements
from tests.soak.figures import set_figure

ROOT = Path(__file__).parents[2]
CORE = ("game", "machine", "table", "tournament", "promotion")


def main() -> int:
    """Count and note the figures."""
    nodes = [
        node
        for part in CORE
        for path in sorted((ROOT / "sicbo" / part).rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    ]
    functions = sum(isinstance(node, ast.FunctionDef) for node in nodes)
    asserts = sum(isinstance(node, ast.Assert) for node in nodes)
    page = PAGE.read_text(encoding="utf-8")
    without, partly = unanswered_requirements(page), partial_requirements(page)
    set_figure("assertions a function", round(asserts / functions, 2))
    set_figure("requirements of ASVS without a test or a reason", len(without))
    set_figure("requirements of ASVS that hold only in part", len(partly))
    print(f"{asserts} assertions in {functions} functions.")
    print(f"Requirements of ASVS without a test or a reason: {', '.join(without) or 'none'}.")
    print(f"With a reason, because they hold only in part: {', '.join(partly)}.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
