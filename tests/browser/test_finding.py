"""The tests find a browser or say what to do; they are never skipped."""

import os
import subprocess
import sys

from tests.browser.finding import MISSING


def test_a_named_browser_that_is_not_there_is_a_sentence() -> None:
    """A browser in SICBO_BROWSER that cannot be run leads to one sentence that says what to install."""
    found = subprocess.run(
        [sys.executable, "-m", "tests.browser.finding"],
        env={**os.environ, "SICBO_BROWSER": "/nowhere/chrome"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert found.returncode == 1
    assert found.stderr.strip() == f"SICBO_BROWSER names /nowhere/chrome, which cannot be run. {MISSING}"
