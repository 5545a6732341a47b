"""What the project is made of: locked, hashed, and installed no other way."""

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parent.parent
LOCK = (ROOT / "requirements.lock").read_text(encoding="utf-8")
PINS = re.findall(
    r"^([a-z0-9-]+)==[^\n]*\\\n((?:    --hash=sha256:[0-9a-f]{64}(?: \\)?\n)+)", LOCK, re.MULTILINE
)


def wanted() -> set[str]:
    """Whatever pyproject asks for: the product, every extra and the tools."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    lists = [
        project["project"]["dependencies"],
        *project["project"]["optional-dependencies"].values(),
        *project["dependency-groups"].values(),
    ]
    return {re.match(r"[\w-]+", one)[0].lower() for part in lists for one in part}  # type: ignore[index]


def test_every_dependency_is_locked_with_its_hashes() -> None:
    """An exact version, with a SHA-256 of every file that may be installed."""
    names = [name for name, _ in PINS]

    assert len(names) == len(re.findall(r"^[a-z0-9]", LOCK, re.MULTILINE))
    assert wanted() <= set(names)


def test_nothing_is_installed_that_is_not_locked() -> None:
    """The setup wants hashes, and takes the project itself without asking for more."""
    setup = (ROOT / "scripts" / "setup").read_text(encoding="utf-8")

    assert "--require-hashes requirements.lock" in setup
    assert "--no-deps --no-build-isolation --editable ." in setup
