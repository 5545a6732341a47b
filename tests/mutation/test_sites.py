"""The mutator makes exactly its stated changes, one at a time, and the changed function is what runs."""

import ast
from collections import defaultdict
from pathlib import Path
from types import FunctionType

import pytest

from sicbo.game import money
from tests.mutation.__main__ import AREAS, EVERY, EXPLAINED, listed, sampled
from tests.mutation.nursery import plant
from tests.mutation.sites import Site, mutated, sites

CASES: tuple[tuple[str, set[str]], ...] = (
    ("return a < b", {"return None", "return a <= b", "return a >= b"}),
    ("return a == b and c", {"return None", "return a != b and c", "return a == b or c"}),
    ("a = not b", {"a = b"}),
    ("a = b + 1", {"a = b - 1", "a = b + 2"}),
    ("a -= b * c", {"a += b * c", "a -= b // c"}),
    ("a = True", {"a = False"}),
    ("a = min(b)", {"a = max(b)"}),
    ("raise Wrong(1)", {"pass"}),
    ("told(a)", {"pass"}),
    ("assert a < b", set()),
    ("a = f'{b + 1}'", set()),
    ("return None", set()),
    ("a = zip(b, strict=True)", set()),
    ("assert_never(a)", set()),
)


@pytest.mark.parametrize(("text", "wanted"), CASES, ids=[text for text, _ in CASES])
def test_a_line_has_its_wrong_changes_and_no_other(text: str, wanted: set[str], tmp_path: Path) -> None:
    """Comparisons, connectives, sums, constants, returns and calls change; texts and assertions do not."""
    module = f"def f(a: int = b + c) -> d | e:\n    {text}\n"
    (tmp_path / "m.py").write_text(module, encoding="utf-8")
    found = [site for site in sites(tmp_path, "m.py") if site.line == 2]

    bodies = {ast.unparse(mutated(module, site)).splitlines()[1].strip() for site in found}

    assert bodies == wanted
    assert all(site.within == "f" and site.key.startswith("m.py f: ") for site in found)


def test_an_if_is_turned_round_and_an_annotation_is_not_looked_at(tmp_path: Path) -> None:
    """An `if` is negated; annotations are not changed, because only the type checker reads them."""
    module = "x: int | None = 1\nif TYPE_CHECKING:\n    y = 1\nif x:\n    y = z\n"
    (tmp_path / "m.py").write_text(module, encoding="utf-8")

    assert [(site.line, site.after) for site in sites(tmp_path, "m.py")] == [(1, "2"), (4, "not x")]


def test_a_planted_change_is_what_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    """The function's code object is changed, so every reference to the function runs the mutant."""
    function = money.dollars
    assert isinstance(function, FunctionType)
    monkeypatch.setattr(function, "__code__", function.__code__)
    root = Path(money.__file__).parent.parent.parent
    found = [one for one in sites(root, "sicbo/game/money.py") if one.within == "dollars"]
    chosen = next(one for one in found if one.after == "Fraction(amount) // 100")
    assert function(200) == 20_000

    plant(chosen, defaultdict(list, {("sicbo.game.money", "dollars"): [function]}))

    assert money.dollars(200) == 2


def test_a_sample_is_the_same_every_time_and_has_every_area() -> None:
    """A seed gives the same sample, and every survivor explained on the page still exists."""
    first, second = list(sampled(50, 1)), list(sampled(50, 1))
    every: list[Site] = [site for _, site in sampled(10**9, 1)]

    assert first == second != list(sampled(50, 2))
    assert {area for area, _ in first} == set(AREAS)
    assert listed(EXPLAINED) <= {site.key for site in every}


def test_what_is_explained_can_be_planted() -> None:
    """Every explained survivor can be planted; a reason for removed code is not needed."""
    there = {site.key for _, site in sampled(EVERY, 1)}

    assert listed(EXPLAINED) <= there
