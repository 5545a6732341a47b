"""Find a browser: an installed one, Debian's, or Playwright's own; otherwise print what to install.

`python -m tests.browser.finding` installs it once, before several workers look for it at the same time.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

INSTALLED = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "microsoft-edge",
)
APPLICATIONS = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
)
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
MISSING = (
    "No browser was found for the tests of the screens. "
    "Install Chromium or Chrome (on Debian: apt install chromium), "
    "or run `.venv/bin/playwright install chromium`, or name one in SICBO_BROWSER."
)


DEBIAN = (["update", "-q"], ["install", "-y", "-q", "chromium", "fonts-noto-cjk"])
"""Fonts too: without them no test sees whether a Chinese word is cut."""


class NoBrowser(Exception):
    """There is no browser, and none could be installed."""


def browser_path() -> str | None:
    """Return the path of the browser, or None for Playwright's own."""
    named = os.environ.get("SICBO_BROWSER")
    if named:
        if shutil.which(named) is None:
            raise NoBrowser(f"SICBO_BROWSER names {named}, which cannot be run. {MISSING}")
        return named
    found = _installed_browser()
    if found is None and _debian_root():
        for words in DEBIAN:
            subprocess.run(["apt-get", *words], capture_output=True, check=False)
        found = _installed_browser()
    if found is not None:
        return found
    brought = subprocess.run(
        [sys.executable, "-m", "playwright", "install", "chromium"], capture_output=True, check=False
    )
    if brought.returncode != 0:
        raise NoBrowser(MISSING)
    return None


def _installed_browser() -> str | None:
    known = [path for name in INSTALLED if (path := shutil.which(name))]
    known += [path for path in APPLICATIONS if Path(path).exists()]
    return known[0] if known else None


def _debian_root() -> bool:
    return Path("/etc/debian_version").exists() and os.geteuid() == 0 and shutil.which("apt-get") is not None


if __name__ == "__main__":
    try:
        browser_path()
    except NoBrowser as error:
        sys.exit(str(error))
