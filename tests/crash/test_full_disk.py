"""A full disk and a read-only disk, through the whole house, on a real file system of a few megabytes."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.soak.figures import counted

APART = (["unshare", "--mount"], ["unshare", "--mount", "--map-root-user"])
ROOT = Path(__file__).parents[2]


def test_on_a_full_disk_slips_are_refused_and_the_round_is_finished(tmp_path: Path) -> None:
    """Slips are refused as not registered, play goes on with space, and the process ends without.

    A read-only disk ends the process too, and none starts on it, but it can still be read.
    """
    for apart in APART:
        tried = subprocess.run([*apart, "mount", "-t", "tmpfs", "tmpfs", str(tmp_path)], capture_output=True)
        if tried.returncode == 0:
            break
    else:
        pytest.fail(
            "A small disk cannot be mounted here, not even in a namespace (unshare, mount): allow it."
        )

    ended = subprocess.run(
        [*apart, sys.executable, "-m", "tests.crash.full_disk", str(tmp_path)],
        capture_output=True,
        text=True,
        cwd=ROOT,
        timeout=60,
    )

    assert (ended.returncode, ended.stdout) == (0, "well"), ended.stderr
    assert "Read-only file system. Choose a writable path." in ended.stderr
    counted("read-only disks", 1)
