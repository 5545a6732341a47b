"""Every text that the program or a screen asks for is in the catalogues, and every text is asked for."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from sicbo.i18n import LANGUAGES, PLACE, catalogue, places_of

ROOT = Path(__file__).parent.parent / "sicbo"
PYTHON = sorted(path for path in ROOT.rglob("*.py") if "verify" not in path.parts)
SCREENS = sorted([*ROOT.glob("web/**/*.js"), *ROOT.glob("web/**/*.html")])
KEY = re.compile(r"""["'`]([a-z][a-z0-9-]*(?:\.[\w-]+)+)["'`]""")
BEGINNING = re.compile(r"""["'`]([a-z][a-z0-9-]*\.(?:[\w-]+[.-])*)\$?\{""")
NAMED = re.compile(r"""named\(["']([a-z][a-z-]*)["']""")
CHOICE = re.compile(r"""choice\("[\w-]+", "([a-z.-]+)\"""")
PREFIXES = ("bet.", "chips.", "family.", "stake.", "number.", "symbol.", "colour.", "call.")
"""The beginnings of keys that the formats of `sicbo.i18n` put together."""


def messages() -> Iterator[tuple[str, str, frozenset[str] | None]]:
    """Yield each `message("key", name=...)` of the program: where it stands, its key, its values."""
    for path in PYTHON:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "message" and node.args:
                key = node.args[0]
                if isinstance(key, ast.Constant):
                    names = [word.arg for word in node.keywords]
                    given = None if None in names else frozenset(filter(None, names))
                    yield f"{path.relative_to(ROOT)}:{node.lineno}", str(key.value), given


def test_every_message_of_the_program_has_a_text_with_its_values() -> None:
    """A message without a text, or without a value that its text names, would be seen only on a screen."""
    wrong = [
        f"{where} {key}"
        for where, key, names in messages()
        if key not in catalogue("en") or (names is not None and places_of(key) != names)
    ]
    assert wrong == []


def test_every_text_of_the_screens_exists() -> None:
    """Each key that a script or a page names is in the catalogue."""
    first = {key.split(".")[0] for key in catalogue("en")}
    wrong = [
        f"{path.relative_to(ROOT)}: {key}"
        for path in SCREENS
        for key in KEY.findall(path.read_text(encoding="utf-8"))
        if key.split(".")[0] in first and key not in catalogue("en") and not key.endswith((".js", ".json"))
    ]
    assert wrong == []


def test_every_text_is_asked_for() -> None:
    """A text that nothing names is deleted."""
    everything = "\n".join(path.read_text(encoding="utf-8") for path in (*PYTHON, *SCREENS))
    used = {*KEY.findall(everything), *re.findall(r"""["'`]([a-z][a-z-]*)["'`]""", everything)}
    families = [f"{family}." for family in NAMED.findall(everything)]
    families += [f"{key}-" for key in CHOICE.findall(everything)]
    beginnings = (*PREFIXES, *formats(), *BEGINNING.findall(everything), *families)
    assert [key for key in catalogue("en") if key not in used and not key.startswith(beginnings)] == []


def formats() -> tuple[str, ...]:
    """Return the beginnings of keys that texts name as the format of a value."""
    texts = (ROOT / "locales" / "en.json").read_text(encoding="utf-8")
    return tuple({f"{form}." for form in re.findall(r"\{\w+:([\w-]+)\}", texts)})


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_no_text_is_left_in_english(language: str) -> None:
    """A sentence that equals the English one has not been translated."""
    english, other = catalogue("en"), catalogue(language)
    same = [key for key, text in english.items() if other[key] == text]
    assert [
        key for key in same if len(re.findall("[A-Za-z]{2,}", PLACE.sub("", str(english[key])))) > 3
    ] == []
