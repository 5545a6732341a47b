"""What pip-audit's answer means: `pip-audit --format json … | python scripts/audit.py`."""

import json
import sys

GOOD, HOLE, NOBODY = 0, 1, 75
"""How it ends; 75 is "try again later" among the codes of sendmail."""


def judged(answer: str) -> tuple[str, int]:
    """One sentence and the code: holes first, then what nobody could look up."""
    try:
        asked = json.loads(answer)["dependencies"]
    except ValueError:
        asked = []
    skipped = [one["name"] for one in asked if "skip_reason" in one]
    holes = [
        f"{one['name']} {one['version']}: {hole['id']}" for one in asked for hole in one.get("vulns", ())
    ]
    if holes:
        return f"Known holes: {', '.join(holes)}.", HOLE
    if len(skipped) == len(asked):
        return (
            "Nobody could be asked: no database of advisories answered, so no hole is known of or ruled out.",
            NOBODY,
        )
    if skipped:
        return f"No known hole in the others, but nobody knows of {', '.join(skipped)}.", HOLE
    return f"No known hole in {len(asked)} dependencies.", GOOD


if __name__ == "__main__":
    said, code = judged(sys.stdin.read())
    print(said)
    sys.exit(code)
