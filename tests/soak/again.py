"""Run the tests again and again: `python -m tests.soak.again`, SICBO_RUNS times, until one run fails."""

import os
import subprocess
import sys
import time

from tests.soak.figures import counted, measured


def main() -> int:
    """Run `make test` repeatedly; note how many runs passed in a row and how long the slowest took."""
    slowest, env = 0.0, {name: value for name, value in os.environ.items() if not name.startswith("SICBO_")}
    for number in range(1, int(os.environ.get("SICBO_RUNS", "1")) + 1):
        began = time.monotonic()
        code = subprocess.run(["make", "test"], env=env).returncode
        took = time.monotonic() - began
        print(f"run {number}: {'passed' if code == 0 else f'FAILED ({code})'}, {took:.0f} s", flush=True)
        if code:
            return code
        slowest = max(slowest, took)
        counted("runs without a flicker", 1)
        measured("slowest run of the tests, seconds", round(slowest, 1))
    return 0


if __name__ == "__main__":
    sys.exit(main())
