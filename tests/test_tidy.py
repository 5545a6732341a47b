"""The style of the project, enforced: what here never needs an exception, or lists it with its reason."""

import ast
import os
import re
from collections.abc import Iterator
from enum import EnumType
from functools import cache
from pathlib import Path

import pytest

from sicbo.game import policies
from sicbo.rulebooks import every_rulebook

ROOT = Path(__file__).parent.parent
FOLDERS = ("sicbo", "tests", "scripts", "examples", "benchmarks")
MODULES = sorted(path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py"))
PURE_PARTS = (
    *("draws", "errors.py", "game", "ledger", "maths", "promotion", "rulebooks"),
    *("table", "terms", "tournament", "words"),
)
PURE = [
    path
    for path in MODULES
    if path.is_relative_to(ROOT / "sicbo") and path.parts[len(ROOT.parts) + 1] in PURE_PARTS
]
MADE = {
    ".git",
    ".hypothesis",
    ".fuzz",
    "__pycache__",
    "dist",
    "build",
    "htmlcov",
}

NOT_POLICIES = {"Ground", "NoticeKind", "Offence", "PanelKey", "Step", "Suspicion"}
"""What happens or is named at a table; a rulebook does not choose between them."""
POLICIES = {label for label, kind in vars(policies).items() if isinstance(kind, EnumType)} - NOT_POLICIES

LONGEST_LINE, LONGEST_FUNCTION, LONGEST_MODULE, LARGEST_FILE = 110, 40, 400, 200_000
LONG_MODULES: dict[str, str] = {}
LARGE_FILES = {"requirements.lock": "every version with all of its hashes"}
FLOATS = {"sicbo/maths/distribution.py": "the standard deviation and what people are shown are rounded"}

OUTSIDE_WORLD = {"random", "secrets", "time", "socket", "urllib", "subprocess"}
CLOCKS = {"now", "utcnow", "today"}
CODE_FROM_DATA = {"eval", "exec", "compile", ".system", ".popen", ".md5", ".sha1"}
UNSAFE_PACKAGES = {"pickle", "marshal", "shelve", "subprocess", "xml", "yaml"}
UNSAFE_IN_PAGES = re.compile(
    r"\b(?:innerHTML|outerHTML|insertAdjacentHTML|eval|document\.write|new Function)\b"
)
UNDONE = re.compile(r"\b(?:TO" r"DO|FIX" r"ME|X" r"XX)\b")
SKIPPED = re.compile(r"mark\.(?:skip|xfail)|pytest\.(?:skip|xfail|importorskip)|unittest\.(?:skip|mock)")


def name(path: Path) -> str:
    """A path as it is written in the repository."""
    return path.relative_to(ROOT).as_posix()


@cache
def tree(path: Path) -> ast.Module:
    """What a module says."""
    return ast.parse(path.read_text(encoding="utf-8"))


def functions(path: Path) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """Every function of a module, methods and inner ones too."""
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


def calls(path: Path) -> Iterator[tuple[int, str]]:
    """Every call in a module: its line, and the last word of what is called."""
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            yield node.lineno, node.func.id
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            yield node.lineno, f".{node.func.attr}"


def imports(path: Path) -> Iterator[tuple[int, str]]:
    """Every import of a module: its line, and the package it is from."""
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, item.name.partition(".")[0]) for item in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.lineno, node.module.partition(".")[0]


def our_files() -> Iterator[Path]:
    """Every file of the repository that is not made by a tool."""
    for folder, inner, files in os.walk(ROOT):
        inner[:] = sorted(name for name in inner if not made(name))
        yield from (Path(folder, name) for name in sorted(files) if not made(name))


def made(name: str) -> bool:
    """Whether a tool makes files or folders of this name."""
    return name in MADE or name.endswith("_cache") or name.startswith((".coverage", ".venv"))


def test_the_walk_finds_the_project() -> None:
    """A tidy test that looks at nothing would pass."""
    assert ROOT / "sicbo" / "game" / "dice.py" in PURE
    assert ROOT / "README.md" in set(our_files())
    assert not any(name(path).startswith("sicbo/cli") for path in PURE)


def test_lines_are_at_most_110_columns() -> None:
    """Two pages side by side fit on a screen."""
    long = [
        f"{name(path)}:{number}"
        for path in MODULES
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if len(line) > LONGEST_LINE
    ]
    assert long == []


def test_functions_are_at_most_40_lines() -> None:
    """A function fits on a page, its signature and docstring included."""
    long = [
        f"{name(path)}:{node.lineno} {node.name}"
        for path in MODULES
        for node in functions(path)
        if node.end_lineno and node.end_lineno - node.lineno + 1 > LONGEST_FUNCTION
    ]
    assert long == []


def test_modules_are_at_most_400_lines() -> None:
    """A module that grows further is asked to split."""
    long = {
        name(path) for path in MODULES if len(path.read_text(encoding="utf-8").splitlines()) > LONGEST_MODULE
    }
    assert long == LONG_MODULES.keys()


@pytest.mark.parametrize("path", MODULES, ids=name)
def test_a_module_begins_with_a_sentence(path: Path) -> None:
    """Its first line says what it is for."""
    first = (ast.get_docstring(tree(path)) or "").partition("\n")[0]

    assert first.endswith((".", ":", "?"))
    assert first[0].isupper() or first.startswith("`")


def test_what_is_public_says_what_it_is() -> None:
    """Every public class, function and method of the package has a docstring that begins with a sentence."""
    silent = [
        f"{name(path)}:{node.lineno} {node.name}"
        for path in MODULES
        if name(path).startswith("sicbo/")
        for node in public(tree(path))
        if not (ast.get_docstring(node) or "").partition("\n")[0].endswith((".", ":"))
    ]
    assert silent == []


def public(node: ast.Module | ast.ClassDef) -> Iterator[ast.ClassDef | ast.FunctionDef]:
    """The classes and functions of a module, and the methods of its classes, that others may use."""
    for child in node.body:
        if isinstance(child, ast.ClassDef | ast.FunctionDef) and not child.name.startswith("_"):
            yield child
            if isinstance(child, ast.ClassDef):
                yield from public(child)


def test_the_rules_and_the_mathematics_make_no_floats() -> None:
    """Money is an integer, odds and probabilities are fractions."""
    found = {name(path) for path in PURE for _, called in calls(path) if called == "float"}
    assert found <= FLOATS.keys()


def test_the_rules_and_the_mathematics_know_no_clock_and_no_chance() -> None:
    """Time, dice and identity arrive as arguments."""
    imported = [
        f"{name(path)}:{line} {what}"
        for path in PURE
        for line, what in imports(path)
        if what in OUTSIDE_WORLD
    ]
    called = [
        f"{name(path)}:{line} {what}" for path in PURE for line, what in calls(path) if what[1:] in CLOCKS
    ]
    assert imported + called == []


def test_policies_are_read_by_name_and_matched_in_one_place() -> None:
    """A new member of a policy is demanded by the type checker: no code elsewhere compares with a member.

    A policy answers questions (`choice.is_returned`), each by a `match` that ends with `assert_never`.
    """
    found = [
        f"{name(path)}:{node.lineno}"
        for path in MODULES
        if name(path).startswith("sicbo/")
        and not name(path).startswith(("sicbo/game/policies/", "sicbo/verify/"))
        for node in ast.walk(tree(path))
        if isinstance(node, ast.Compare)
        for side in (node.left, *node.comparators)
        for part in ast.walk(side)
        if isinstance(part, ast.Attribute) and isinstance(part.value, ast.Name) and part.value.id in POLICIES
    ]
    assert found == []


def test_only_the_command_line_speaks() -> None:
    """A library that prints cannot be used by another program."""
    found = [
        f"{name(path)}:{line}"
        for path in MODULES
        if name(path).startswith("sicbo/") and not name(path).startswith("sicbo/cli/")
        for line, called in calls(path)
        if called == "print"
    ]
    assert found == []


def test_no_code_is_made_from_data() -> None:
    """Nothing that comes in is run, unpickled, handed to a shell or set as HTML; no hash that is broken."""
    ours = [path for path in MODULES if path.is_relative_to(ROOT / "sicbo")]
    called = [f"{name(path)}:{line}" for path in ours for line, word in calls(path) if word in CODE_FROM_DATA]
    imported = [
        f"{name(path)}:{line}" for path in ours for line, word in imports(path) if word in UNSAFE_PACKAGES
    ]
    pages = [
        name(path)
        for path in sorted((ROOT / "sicbo" / "web").rglob("*.js"))
        if UNSAFE_IN_PAGES.search(path.read_text(encoding="utf-8"))
    ]
    assert called + imported + pages == []


def test_no_casino_is_named_outside_its_folder() -> None:
    """A new casino is one new folder: neither code nor screens list rulebooks."""
    keys = re.compile("|".join(re.escape(key) for key in every_rulebook()))
    ours = [path for path in MODULES if path.is_relative_to(ROOT / "sicbo")]
    in_code = [
        f"{name(path)}:{node.lineno} {node.value[:40]}"
        for path in ours
        if not name(path).startswith(("sicbo/rulebooks/", "sicbo/verify/"))
        for node in ast.walk(tree(path))
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.count("\n") == 0
        if " " not in node.value and keys.search(node.value)
    ]
    in_screens = [
        name(path)
        for path in sorted((ROOT / "sicbo" / "web").rglob("*.js"))
        if re.search(f"[\"'](?:{keys.pattern})", path.read_text(encoding="utf-8"))
    ]
    assert in_code + in_screens == []


def test_nothing_is_left_undone_or_skipped() -> None:
    """What is not done is in the registry of clauses or in the issues; a test runs or is not there."""
    found = [
        f"{name(path)}:{number}"
        for path in MODULES
        if path != Path(__file__)
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if UNDONE.search(line) or SKIPPED.search(line)
    ]
    assert found == []


def test_no_file_is_large() -> None:
    """A repository is read, not downloaded."""
    large = {name(path) for path in our_files() if path.stat().st_size > LARGEST_FILE}
    assert large <= LARGE_FILES.keys()
