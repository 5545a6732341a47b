"""The sentences of the table's refusals, read from the source, and what each of them must be like."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from sicbo.errors import Refusal
from sicbo.i18n import PLACE, catalogue
from sicbo.rulebooks import clause_registry
from tests.test_i18n import templates

ROOT = Path(__file__).parent.parent.parent / "sicbo"
GAP = "…"

TIMED = (
    *("notices.unserved", "notices.time-missing", "notices.time-invalid"),
    "seats.not-idle-long-enough",
)
"""The refusals that time or completed spins end."""


class Site(NamedTuple):
    """A place in the source that refuses, and a sentence that it can give, with gaps for what varies."""

    where: str
    says: str


@cache
def sites() -> tuple[Site, ...]:
    """Every sentence of the functions in the table and the game that refuse."""
    paths = sorted([*(ROOT / "table").rglob("*.py"), *(ROOT / "game").rglob("*.py")])
    return tuple(site for path in paths for site in _sites(path))


def _sites(path: Path) -> Iterator[Site]:
    for function in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(function, ast.FunctionDef) and _refuses(function):
            for call in _calls(function, "message"):
                assert isinstance(call.args[0], ast.Constant), f"{path}:{call.lineno}"
                where = f"{path.relative_to(ROOT).with_suffix('').as_posix()}:{call.lineno}"
                yield from (Site(where, says) for says in sentences_of(str(call.args[0].value)))


def _refuses(function: ast.FunctionDef) -> bool:
    """Whether a function refuses, or returns what another function refuses with."""
    returns = ast.unparse(function.returns) if function.returns else ""
    return any(_calls(function, "Refusal")) or returns == "Message | None"


def _calls(function: ast.FunctionDef, name: str) -> Iterator[ast.Call]:
    for node in ast.walk(function):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name:
            yield node


def sentences_of(key: str) -> Iterator[str]:
    """Yield the English sentences of a text, with gaps for its values."""
    yield from (PLACE.sub(GAP, template) for template in templates(catalogue("en")[key]))


def refusal_fault(rulebook: str, refusal: Refusal) -> str | None:
    """Return what is wrong with a refusal: a clause that is not in this rulebook, or its sentence."""
    unknown = [clause for clause in refusal.clause.split(", ") if clause not in clause_registry(rulebook)]
    says = refusal.says[0].upper() + refusal.says[1:]  # a player's name begins the sentence as it was given
    if unknown:
        return f"there is no clause {unknown[0]}"
    if _names_time(refusal) is ((refusal.earliest, refusal.spins) == (None, None)):
        return "its sentence and its fields do not agree on when"
    return wrong_with(says)


def _names_time(refusal: Refusal) -> bool:
    values = dict(refusal.message.values)
    ends = values.get("seconds", 0), values.get("spins")
    return refusal.message.key in TIMED and ends != (None, None)


def wrong_with(says: str) -> str | None:
    """Return what a sentence lacks: a full stop or a capital."""
    if says.strip() == GAP:
        return None
    if not says.endswith("."):
        return "it has no full stop"
    if not (says[0].isupper() or says[0].isdigit() or says.startswith((GAP, "“"))):
        return "it begins with a small letter"
    return None
