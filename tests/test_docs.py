"""The documents agree with the code."""

import doctest
import enum
import importlib
import inspect
import pkgutil
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer

import sicbo
import sicbo.game
from sicbo.cli.main import app
from sicbo.i18n import PLACE
from tests.test_i18n import texts

ROOT = Path(__file__).parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
EXAMPLES = sorted((ROOT / "examples").glob("*.py"))
COMMANDS: dict[str, Any] = typer.main.get_command(app).commands  # type: ignore[attr-defined]
NAMES = sorted(COMMANDS)
LINK = re.compile(r"\]\((?![a-z]+:)([^)#\s]*)(?:#([^)\s]*))?\)")


def name(path: Path) -> str:
    """Return a path relative to the repository."""
    return path.relative_to(ROOT).as_posix()


def text(page: str) -> str:
    """Return the text of a page."""
    return (ROOT / page).read_text(encoding="utf-8")


def enums_of_the_game() -> Iterator[str]:
    """Yield the classes of the closed vocabulary, from every module of `sicbo.game`."""
    for module in pkgutil.walk_packages(sicbo.game.__path__, "sicbo.game."):
        for label, value in vars(importlib.import_module(module.name)).items():
            if inspect.isclass(value) and issubclass(value, enum.Enum) and value.__module__ == module.name:
                yield label


def anchors(page: Path) -> set[str]:
    """Return the headings of a page as links name them."""
    heads = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in heads}


@pytest.mark.parametrize(
    "page",
    [
        "README.md",
        "docs/concepts/bets-and-layouts.md",
        "docs/concepts/rulebooks-and-readings.md",
        "docs/guides/developer.md",
        "docs/guides/laboratory.md",
        "docs/guides/mathematician.md",
    ],
)
def test_what_a_page_shows_in_python_is_what_happens(page: str) -> None:
    """The examples of a page run unchanged."""
    found = doctest.testfile(str(ROOT / page), module_relative=False)

    assert found.attempted > 3
    assert found.failed == 0


def test_every_command_is_documented_and_every_documented_command_exists() -> None:
    """The headings of docs/reference/cli.md are the commands."""
    headings = re.findall(r"^### `sicbo ([\w-]+)", text("docs/reference/cli.md"), re.MULTILINE)

    assert sorted(headings) == sorted(NAMES)


@pytest.mark.parametrize("command", NAMES)
def test_every_option_of_a_command_is_documented(command: str) -> None:
    """At least one of its spellings is on the page."""
    page = text("docs/reference/cli.md")
    parts = getattr(COMMANDS[command], "commands", {command: COMMANDS[command]})
    assert [label for label in parts if label not in page] == []
    for parameter in (one for part in parts.values() for one in part.params):
        if parameter.opts[0].startswith("-"):
            assert any(f"{spelling}" in page for spelling in parameter.opts), parameter.opts


def test_the_console_blocks_name_commands_that_exist() -> None:
    """A renamed command must be renamed in the documents too."""
    shown = {
        match
        for page in PAGES
        for match in re.findall(r"^\$ (?:\.venv/bin/)?sicbo ([\w-]+)", page.read_text(encoding="utf-8"), re.M)
    }

    assert shown
    assert shown <= set(NAMES)


def test_every_test_that_the_page_on_security_names_exists() -> None:
    """A requirement whose test was renamed is no longer proven by it."""
    named = set(re.findall(r"`(test_\w+)`", text("docs/evidence/security.md")))
    there = {
        found
        for module in (ROOT / "tests").rglob("test_*.py")
        for found in re.findall(r"^def (test_\w+)", module.read_text(encoding="utf-8"), re.MULTILINE)
    }

    assert len(named) > 50
    assert named - there == set()


def test_every_word_of_the_vocabulary_is_explained() -> None:
    """Each enum under `sicbo.game` has its line in the glossary or on the developer's page."""
    explained = text("docs/reference/glossary.md") + text("docs/guides/developer.md")

    assert [label for label in enums_of_the_game() if f"`{label}`" not in explained] == []


def test_every_promised_name_is_explained() -> None:
    """Every export of `sicbo` is on the developer's page."""
    assert [label for label in sicbo.__all__ if f"`{label}`" not in text("docs/guides/developer.md")] == []
    assert sorted(sicbo.__all__) == list(sicbo.__all__)


@pytest.mark.parametrize(
    "guide", ["player", "dealer", "pit-manager", "tournament-director", "promotions-manager"]
)
def test_a_guide_names_what_is_on_the_screens(guide: str) -> None:
    """Each text in italics is a text of a screen, or its beginning up to a figure or a full stop."""
    screens = set(texts("en"))
    shown = screens | {re.split(r"[:.]? ?\{|[:.]", found)[0] for found in screens}
    page = re.sub(r"```.*?```", "", text(f"docs/guides/{guide}.md"), flags=re.DOTALL)
    named = {" ".join(found.split()) for found in re.findall(r"(?<![*\w])\*([^*]+)\*(?!\*)", page)}
    whole = {found for found in screens if "{" in found and re.search("[a-z]{3}", PLACE.sub("", found))}
    forms = [re.compile(".+".join(map(re.escape, re.split(r"\{[^}]*\}", found)))) for found in whole]

    assert len(named) > 20
    assert {one for one in named - shown if not any(form.fullmatch(one) for form in forms)} == set()


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_relative_links_lead_somewhere(page: Path) -> None:
    """A link leads to a file, and to a heading of it if it names one."""
    for target, anchor in LINK.findall(page.read_text(encoding="utf-8")):
        there = (page.parent / target).resolve() if target else page

        assert there.exists(), target
        assert not anchor or anchor in anchors(there), f"{target}#{anchor}"


@pytest.mark.parametrize("example", EXAMPLES, ids=name)
def test_an_example_runs_and_answers(example: Path) -> None:
    """It has under forty lines and writes nothing to standard error."""
    done = subprocess.run([sys.executable, example], capture_output=True, text=True, check=False, cwd=ROOT)

    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.strip()
    assert len(example.read_text(encoding="utf-8").splitlines()) < 40


def test_every_example_is_linked_from_the_developers_page() -> None:
    """The page links to every example."""
    page = text("docs/guides/developer.md")

    assert EXAMPLES
    assert [name(example) for example in EXAMPLES if f"../{name(example)}" not in page] == []


def test_the_changelog_says_first_who_is_paid_differently() -> None:
    """Every release begins with Money."""
    releases = text("CHANGELOG.md").split("\n## ")[1:]

    assert releases
    for release in releases:
        assert re.findall(r"^### (.+)$", release, re.MULTILINE)[0] == "Money"


def test_the_changelog_lists_the_defaults_as_they_are() -> None:
    """The house edges in the table of defaults are those of the rulebooks."""
    rows = re.findall(
        r"^\| ([\w.-]+) \| ([A-Z]+-\d+) \| .+ \| ([\w-]+) (-?\d+/\d+) \|$", text("CHANGELOG.md"), re.MULTILINE
    )
    layouts = {"crown-melbourne-6.1": "crown-melbourne-6.1/b", "singapore-etg": "singapore-etg/2"}
    bets = {
        "colour": "colour-red",
        "colour-double": "colour-double-red",
        "four": "four-1234",
        "streak": "streak-small",
    }

    assert len(rows) >= 8
    for rulebook, reading, bet, edge in rows:
        book = sicbo.Rulebook.load(layouts.get(rulebook, rulebook))
        assert reading in {one.id for one in book.readings()}
        assert str(book.edge(bets.get(bet, bet))) == edge
