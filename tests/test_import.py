"""The cost of an import: only the standard library, and nothing that has to be installed."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
LOADED = (
    "import json, sys; before = set(sys.modules); import {}; "
    "print(json.dumps(sorted(set(sys.modules) - before)))"
)
INSTALLED = {"numpy", "typer", "rich", "click", "msgspec", "flint", "matplotlib", "hypothesis", "pytest"}


def loaded_by(module: str) -> set[str]:
    """Return what one import loads in a fresh Python: our modules by full name, others by package."""
    command = [sys.executable, "-c", LOADED.format(module)]
    clean = {name: value for name, value in os.environ.items() if not name.startswith("COVERAGE")}
    ran = subprocess.run(command, cwd=ROOT, env=clean, capture_output=True, check=True, text=True)
    names: list[str] = json.loads(ran.stdout)
    return {name if name.startswith("sicbo") else name.partition(".")[0] for name in names}


@pytest.mark.parametrize(
    "module",
    [
        "sicbo",
        "sicbo.environments.vectors",
        "sicbo.maths.findings",
        "sicbo.maths.par_sheet",
        "sicbo.maths.comparison",
        "sicbo.rulebooks.star_sydney_2016.rulebook",
    ],
)
def test_the_library_needs_only_the_standard_library(module: str) -> None:
    """Installed packages are not loaded."""
    found = {name for name in loaded_by(module) if not name.startswith("sicbo")}

    assert not found & INSTALLED
    assert found <= sys.stdlib_module_names


def test_importing_sicbo_leaves_mathematics_rulebooks_and_commands_for_later() -> None:
    """They are loaded when they are first used."""
    found = loaded_by("sicbo, sicbo.rulebook")

    assert "sicbo.rulebook" in found
    assert not any(name.startswith(("sicbo.cli", "sicbo.maths.", "sicbo.rulebooks.")) for name in found)


def test_importing_sicbo_loads_nothing_of_it_until_a_name_is_asked_for() -> None:
    """That keeps the import far below 150 ms."""
    ours = {name for name in loaded_by("sicbo") if name.startswith("sicbo")}

    assert ours == {"sicbo"}


def test_help_loads_no_command_and_says_what_each_says_of_itself(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """A changed help text must change in `summaries` too, or the two pages differ."""
    from sicbo.cli import main

    main.main(["--help"])
    short = capsys.readouterr().out
    main.app(args=["--help"], prog_name="sicbo", standalone_mode=False)
    asked = "import sicbo.cli.main as m; m.main(['--help']); m.main(['--version']); import sicbo"
    code = f"import contextlib, io\nwith contextlib.redirect_stdout(io.StringIO()): {asked}\nimport json"
    loaded = loaded_by(f"json; exec({code!r})")

    assert short == capsys.readouterr().out
    assert {name for name in loaded if name.startswith("sicbo.cli.")} == {
        "sicbo.cli.main",
        "sicbo.cli.help_summaries",
    }


def test_a_name_that_is_not_promised_is_not_there() -> None:
    """It raises `AttributeError` as in any module, and `dir` shows the exported names."""
    import sicbo

    with pytest.raises(AttributeError, match="no attribute 'Roulette'"):
        sicbo.Roulette  # noqa: B018
    assert dir(sicbo) == sorted(sicbo.__all__)


def test_everything_promised_is_there() -> None:
    """No name is exported twice."""
    import sicbo

    assert len(sicbo.__all__) == len(set(sicbo.__all__))
    assert all(hasattr(sicbo, name) for name in sicbo.__all__)
    assert {"Rulebook", "Slip", "Wager", "Limits", "compare", "readings", "dollars"} <= set(sicbo.__all__)
