"""The template of `new` is complete once a person has filled in the blanks, for every rulebook."""

import re
from pathlib import Path

import pytest

from sicbo.cli.main import main
from sicbo.rulebooks import every_rulebook

EVERY = [
    (kind, rules.key)
    for rules in every_rulebook().values()
    for kind in ("tournament", "promotion")
    if getattr(rules.terms, kind)
]


@pytest.mark.parametrize(("kind", "book"), EVERY)
def test_a_template_that_is_filled_in_lints_clean(
    kind: str, book: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """With every blank filled in and every commented line enabled, nothing is missing."""
    assert main([kind, "new", book, "--name", "Autumn"]) == 0
    text = capsys.readouterr().out
    head, dot, rest = text.partition("\n\n")
    rest = re.sub(r'^(\w+) = ""$', r'\1 = "R. Chen"', rest, flags=re.M)
    rest = re.sub(r"^# (\w+ = \d{4}-.*)$", r"\1", rest, flags=re.M)
    (tmp_path / "terms.toml").write_text(head + dot + rest, encoding="utf-8")

    assert main([kind, "lint", str(tmp_path / "terms.toml")]) == 0, capsys.readouterr().out
    assert "Complete" in capsys.readouterr().out
