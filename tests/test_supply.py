"""The dependencies of the project are locked and hashed, and installed in no other way."""

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
TOOLS = ("fuzz", "supply")
"""Scripts with their own environment: `.in` has the requirements, `.lock` the locked versions."""


def locked_packages(path: str) -> set[str]:
    """Return what a file locks, after checking that every version is exact and every file has its SHA-256."""
    text = (ROOT / path).read_text(encoding="utf-8")
    pins = re.findall(
        r"^([a-z0-9-]+)==[^\n]*\\\n((?:    --hash=sha256:[0-9a-f]{64}(?: \\)?\n)+)", text, re.MULTILINE
    )
    assert len(pins) == len(re.findall(r"^[a-z0-9]", text, re.MULTILINE))
    assert "://" not in text
    return {name for name, _ in pins}


def declared_packages() -> set[str]:
    """Return every dependency in pyproject: those of the product, of every extra and of the tools."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    lists = [
        project["project"]["dependencies"],
        *project["project"]["optional-dependencies"].values(),
        *project["dependency-groups"].values(),
    ]
    return {re.match(r"[\w-]+", one)[0].lower() for part in lists for one in part}  # type: ignore[index]


def test_every_dependency_is_locked_with_its_hashes() -> None:
    """Each has an exact version, and a SHA-256 of every file that may be installed."""
    assert declared_packages() <= locked_packages("requirements.lock")


@pytest.mark.parametrize("tools", TOOLS)
def test_tools_beside_the_project_are_locked_too(tools: str) -> None:
    """Tools on a developer's machine are installed with hashes, and in no other way."""
    asked = (ROOT / "scripts" / f"{tools}.in").read_text(encoding="utf-8").split()
    script = (ROOT / "scripts" / tools).read_text(encoding="utf-8")

    assert {one.partition("==")[0] for one in asked} <= locked_packages(f"scripts/{tools}.lock")
    assert f"--require-hashes --requirements scripts/{tools}.lock" in script
    assert script.count("pip install") == 1


def dependency(name: str, *holes: str, reason: str = "") -> dict[str, object]:
    """Return a dependency as pip-audit reports it."""
    vulns = [{"id": hole} for hole in holes]
    return {"name": name, "skip_reason": reason} if reason else {"name": name, "version": "1", "vulns": vulns}


@pytest.mark.parametrize(
    ("answer", "code", "words"),
    [
        ([dependency("a"), dependency("b")], 0, "No known vulnerability in 2 dependencies."),
        ([dependency("a", "CVE-1"), dependency("b", reason="404")], 1, "Known vulnerabilities: a 1: CVE-1."),
        ([dependency("a"), dependency("b", reason="404")], 1, "no data about b."),
        ([dependency("a", reason="404")], 75, "No vulnerability database answered"),
        (None, 75, "No vulnerability database answered"),
    ],
)
def test_an_audit_without_an_answer_is_neither_a_hole_nor_good_news(
    answer: object, code: int, words: str
) -> None:
    """The findings of pip-audit become one sentence with an exit code of its own."""
    given = "" if answer is None else json.dumps({"dependencies": answer, "fixes": []})
    command = [sys.executable, str(ROOT / "scripts" / "audit.py")]
    asked = subprocess.run(command, input=given, capture_output=True, text=True)

    assert (asked.returncode, words in asked.stdout) == (code, True)


def test_nothing_is_installed_that_is_not_locked() -> None:
    """The setup requires hashes, and installs the project itself without dependencies."""
    setup = (ROOT / "scripts" / "setup").read_text(encoding="utf-8")

    assert "--require-hashes requirements.lock" in setup
    assert "--no-deps --no-build-isolation --editable ." in setup
