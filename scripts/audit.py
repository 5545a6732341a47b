"""Interpret the output of pip-audit: `pip-audit --format json … | python scripts/audit.py`."""

import json
import sys

GOOD, HOLE, NOBODY = 0, 1, 75
"""Exit codes; 75 is "try again later" among the codes of sendmail."""


def judged(answer: str) -> tuple[str, int]:
    """Return one sentence and the exit code: vulnerabilities first, then what could not be looked up."""
    try:
        asked = json.loads(answer)["dependencies"]
    except ValueError:
        asked = []
    skipped = [one["name"] for one in asked if "skip_reason" in one]
    holes = [
        f"{one['name']} {one['version']}: {hole['id']}" for one in asked for hole in one.get("vulns", ())
    ]
    if holes:
        return f"Known vulnerabilities: {', '.join(holes)}.", HOLE
    if len(skipped) == len(asked):
        return (
            "No vulnerability database answered, so vulnerabilities are neither found nor ruled out.",
            NOBODY,
        )
    if skipped:
        return f"No known vulnerability in the others, but no data about {', '.join(skipped)}.", HOLE
    return f"No known vulnerability in {len(asked)} dependencies.", GOOD


if __name__ == "__main__":
    said, code = judged(sys.stdin.read())
    print(said)
    sys.exit(code)
