"""The sentences of the table's refusals, read from the source, and what each of them must contain."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from itertools import product
from pathlib import Path
from typing import NamedTuple

from sicbo.errors import Refusal
from sicbo.rulebooks import clause_registry

ROOT = Path(__file__).parent.parent.parent / "sicbo"
GAP = "…"

# What to do after a refusal: a clause of every sentence begins with one of these.
DO_THIS = re.compile(
    r"(add|ask|bring|buy|call|change|choose|close|confirm|count|declare|do|exclude|"
    r"finish|give|go|hand|have|hold|invite|keep|leave|let|make|mark|name|offer|"
    r"open|place|play|present|put|raise|read|record|redeem|reduce|say|sell|send|"
    r"set|settle|show|sign|spin|stake|state|take|tell|top|use|void|wait|withdraw)\b"
)


# If a sentence only says what to do, one of these shows what is wrong.
WHAT_IS_WRONG = re.compile(r"[:;]|\b(first|at least|at most|until|which)\b")


class Site(NamedTuple):
    """A place in the source that refuses, and a sentence that it can give, with gaps for what varies."""

    where: str
    says: str


@cache
def sites() -> tuple[Site, ...]:
    """Every sentence of every `Refusal(…)` in the table and the game."""
    paths = sorted([*(ROOT / "table").rglob("*.py"), *(ROOT / "game").rglob("*.py")])
    return tuple(site for path in paths for site in _sites(path))


def refusals_in_source() -> int:
    """Return how often the source builds a refusal, counted without reading the sentences."""
    paths = [*(ROOT / "table").rglob("*.py"), *(ROOT / "game").rglob("*.py")]
    return sum(len(re.findall(r"(?<![\w.])Refusal\(", path.read_text(encoding="utf-8"))) for path in paths)


def _sites(path: Path) -> Iterator[Site]:
    module = ast.parse(path.read_text(encoding="utf-8"))
    for function in _functions(module):
        for call in _own(function):
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "Refusal":
                for says in sorted(set(_texts(call.args[1], function, module))):
                    yield Site(f"{path.relative_to(ROOT).with_suffix('').as_posix()}:{call.lineno}", says)


def _functions(module: ast.Module) -> list[ast.FunctionDef]:
    return [node for node in ast.walk(module) if isinstance(node, ast.FunctionDef)]


def _own(function: ast.FunctionDef) -> Iterator[ast.AST]:
    return (node for node in ast.walk(function) if node is not function)


def _texts(node: ast.expr | None, function: ast.FunctionDef, module: ast.Module) -> list[str]:
    """Return every text that an expression can be; names and helpers of the same module are followed."""
    match node:
        case ast.Constant(value=str(text)):
            return [text]
        case ast.JoinedStr(values=values):
            parts = [_texts(value, function, module) for value in values]
            return ["".join(choice) for choice in product(*parts)]
        case ast.FormattedValue(value=value):
            return _texts(value, function, module)
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            pairs = product(_texts(left, function, module), _texts(right, function, module))
            return [first + second for first, second in pairs]
        case ast.IfExp(body=body, orelse=other):
            return _texts(body, function, module) + _texts(other, function, module)
        case ast.Name(id=name):
            return _assigned_texts(name, function, module)
        case ast.Call(func=ast.Name(id=name)):
            return _returned_texts(name, module)
        case _:
            return [GAP]


def _assigned_texts(name: str, function: ast.FunctionDef, module: ast.Module) -> list[str]:
    values: list[ast.expr | None] = []
    for node in _own(function):
        match node:
            case ast.Assign(targets=[ast.Name(id=target)], value=value) if target == name:
                values.append(value)
            case ast.NamedExpr(target=ast.Name(id=target), value=value) if target == name:
                values.append(value)
    return [text for value in values for text in _texts(value, function, module)] or [GAP]


def _returned_texts(name: str, module: ast.Module) -> list[str]:
    """Return what a helper of the same module can return, or a gap if that is not text."""
    found = [function for function in _functions(module) if function.name == name]
    if not found or not found[0].returns or "str" not in ast.unparse(found[0].returns):
        return [GAP]
    values = [node.value for node in _own(found[0]) if isinstance(node, ast.Return)]
    texts = [text for value in values for text in _branches(value, found[0], module)]
    return texts or [GAP]


def _branches(value: ast.expr | None, function: ast.FunctionDef, module: ast.Module) -> list[str]:
    match value:
        case None | ast.Constant(value=None):
            return []
        case ast.BoolOp(values=values):
            return [text for one in values for text in _branches(one, function, module)]
        case ast.IfExp(body=body, orelse=other):
            return _branches(body, function, module) + _branches(other, function, module)
        case _:
            return _texts(value, function, module)


def refusal_fault(rulebook: str, refusal: Refusal) -> str | None:
    """Return what is wrong with a refusal: a clause that is not in this rulebook, or its sentence."""
    unknown = [clause for clause in refusal.clause.split(", ") if clause not in clause_registry(rulebook)]
    says = refusal.says[0].upper() + refusal.says[1:]  # a player's name begins the sentence as it was given
    timed = (refusal.earliest, refusal.spins) != (None, None)
    if unknown:
        return f"there is no clause {unknown[0]}"
    if ("earliest after" in says or "wait until it is 3" in says) is not timed:
        return "its sentence and its fields do not agree on when"
    return wrong_with(says)


def wrong_with(says: str) -> str | None:
    """Return what a sentence lacks: a full stop, a capital, the error, an instruction or a time."""
    if says.strip() == GAP:
        return None
    if not says.endswith("."):
        return "it has no full stop"
    if not (says[0].isupper() or says[0].isdigit() or says.startswith(GAP)):
        return "it begins with a small letter"
    if "earliest after" in says or re.search("there (is|are) n", says) or says.startswith("Next: "):
        return None
    parts = [part.strip().lower() for part in re.split(r"[:;.]", says)]
    if DO_THIS.match(parts[0]) and not WHAT_IS_WRONG.search(says):
        return "it does not say what is wrong"
    return None if any(DO_THIS.match(part) for part in parts) else "it does not say what to do"
