"""The sites at which a module can be made wrong by one small change, and the changed module."""

import ast
from collections.abc import Iterator
from copy import copy
from pathlib import Path
from typing import Any, NamedTuple

FLIPPED: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
SWAPPED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
}
OTHER_NAMES = {"min": "max", "max": "min", "any": "all", "all": "any"}
UNSEEN = {"annotation", "returns", "decorator_list"}
"""Parts of a node that decide nothing when the program runs."""


class Site(NamedTuple):
    """One wrong change: which node of the module, and which of its variants."""

    path: str
    line: int
    within: str
    before: str
    after: str
    node: int
    variant: int

    @property
    def key(self) -> str:
        """An identity that survives moved lines: the text in `docs/evidence/mutation.md`."""
        return f"{self.path} {self.within}: {self.before} => {self.after}"


def sites(root: Path, path: str) -> Iterator[Site]:
    """Yield every wrong change of a module, in the order of its text."""
    tree = ast.parse((root / path).read_text(encoding="utf-8"))
    for number, (node, within) in enumerate(_walk(tree, "")):
        for variant, changed in enumerate(_variants(node)):
            shown = _shown(node), _shown(changed)
            yield Site(path, getattr(node, "lineno", 0), within or "module", *shown, number, variant)


def mutated(text: str, site: Site) -> ast.Module:
    """Return the module with that change; every line keeps its number."""
    tree = ast.parse(text)
    target = next(node for number, (node, _) in enumerate(_walk(tree, "")) if number == site.node)
    changed = list(_variants(target))[site.variant]

    class Change(ast.NodeTransformer):
        def visit(self, node: ast.AST) -> Any:
            return changed if node is target else self.generic_visit(node)

    return ast.fix_missing_locations(Change().visit(tree))  # type: ignore[no-any-return]


def _walk(node: ast.AST, within: str) -> Iterator[tuple[ast.AST, str]]:
    """Yield every node that can be made wrong, with the function that it is in."""
    if isinstance(node, ast.JoinedStr | ast.Assert) or _of_types(node) or _of_lengths(node):
        return
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        if node.name == "__repr__":
            return
        within = f"{within}.{node.name}" if within else node.name
    yield node, within
    if isinstance(node, ast.Raise):
        return
    for name, value in ast.iter_fields(node):
        if name not in UNSEEN and not (name == "keywords" and isinstance(node, ast.ClassDef)):
            for part in value if isinstance(value, list) else [value]:
                if isinstance(part, ast.AST):
                    yield from _walk(part, within)


def _of_types(node: ast.AST) -> bool:
    """Whether only the type checker reads this node."""
    return isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"


def _of_lengths(node: ast.AST) -> bool:
    """Whether this is the `strict` of a `zip`, which asserts that two lengths are equal."""
    return isinstance(node, ast.keyword) and node.arg == "strict"


def _variants(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the wrong variants of a node."""
    match node:
        case ast.Compare(ops=ops):
            for at, op in enumerate(ops):
                for other in FLIPPED[type(op)]:
                    yield _with(node, ops=[*ops[:at], other(), *ops[at + 1 :]])
        case ast.BoolOp(op=op):
            yield _with(node, op=ast.Or() if isinstance(op, ast.And) else ast.And())
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield operand
        case ast.BinOp(op=op) | ast.AugAssign(op=op) if type(op) in SWAPPED:
            yield _with(node, op=SWAPPED[type(op)]())
        case ast.Constant(value=bool(value)):
            yield ast.copy_location(ast.Constant(not value), node)
        case ast.Constant(value=int(value)):
            yield ast.copy_location(ast.Constant(value + 1), node)
        case ast.Call(func=ast.Name(id=name)) if name in OTHER_NAMES:
            yield _with(node, func=ast.Name(OTHER_NAMES[name], ast.Load()))
        case ast.If(test=ast.Name() | ast.Attribute() | ast.Call() | ast.NamedExpr() as test):
            yield _with(node, test=ast.UnaryOp(ast.Not(), test))
        case ast.Return(value=ast.expr() as value) if not _is_nothing(value):
            yield _with(node, value=ast.Constant(None))
        case ast.Expr(value=ast.Call(func=ast.Name(id="assert_never"))):
            return
        case ast.Raise() | ast.Expr(value=ast.Call()):
            yield ast.copy_location(ast.Pass(), node)
        case _:
            return


def _is_nothing(value: ast.expr) -> bool:
    return isinstance(value, ast.Constant) and value.value in (None, False)


def _with(node: ast.AST, **parts: Any) -> ast.AST:
    changed = copy(node)
    for name, value in parts.items():
        setattr(changed, name, value)
    return changed


def _shown(node: ast.AST) -> str:
    """Return a node as one line; only the test of an `if`."""
    return " ".join(ast.unparse(node.test if isinstance(node, ast.If) else node).split())
