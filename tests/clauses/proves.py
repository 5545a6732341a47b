"""The clauses that a test proves: the one in its name, and those it lists."""

import re
from collections.abc import Callable, Iterable
from types import ModuleType
from typing import TypeVar

from sicbo.game.rulebook.clauses import Registry

Test = TypeVar("Test", bound=Callable[..., None])


def proves(*clauses: str) -> Callable[[Test], Test]:
    """Mark a test as proving further clauses than the one in its name."""

    def mark(test: Test) -> Test:
        test.proves = clauses  # type: ignore[attr-defined]
        return test

    return mark


def slug(clause: str) -> str:
    """Return a clause as it appears in a test's name: 3.3.4(a)(ii) is 3_3_4_a_ii."""
    return re.sub(r"[^0-9A-Za-z]+", "_", clause).strip("_").lower()


def named_clause(test: str, clauses: Iterable[str]) -> str | None:
    """Return the longest clause that matches a test's name, or None."""
    fitting = [clause for clause in clauses if test.startswith(f"test_{slug(clause)}_")]
    return max(fitting, key=lambda clause: len(slug(clause)), default=None)


def tests_by_clause(modules: Iterable[ModuleType], registry: Registry) -> dict[str, list[str]]:
    """Return the tests that prove each clause."""
    found: dict[str, list[str]] = {clause.id: [] for clause in registry}
    for name, test in (item for module in modules for item in vars(module).items()):
        if name.startswith("test_"):
            named = named_clause(name, found)
            for clause in dict.fromkeys([*([named] if named else []), *getattr(test, "proves", ())]):
                found[clause].append(name)
    return found
