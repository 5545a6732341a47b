"""The look of the screens: nothing overlaps or is cut, and axe finds no accessibility barrier."""

from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Page, expect

from tests.browser.conftest import LANGUAGES, House, Visit
from tests.browser.dealing import SIZES
from tests.browser.scenes import SCENES

FAULTS = (Path(__file__).parent / "faults.js").read_text(encoding="utf-8")
GRAVE = ("serious", "critical")
SCREENS = ("lobby", "terminal-melbourne-b", "console-entry", "display-numbers", "pit", "replay")
"""One scene of each screen; the long form looks at all of them."""
PATHS = (
    "/",
    "/table/melbourne-b",
    "/console/star",
    "/display/star",
    "/pit",
    "/replay",
    "/promotions",
    "/registers",
    "/tournament",
)


def grave(page: Page) -> list[str]:
    """Return what axe-core calls serious or critical."""
    found = Axe().run(page).response["violations"]
    return [
        f"{one['id']}: {node['html'][:120]}"
        for one in found
        if one["impact"] in GRAVE
        for node in one["nodes"]
    ]


def laid_out(page: Page) -> list[str]:
    """Return the faults of the layout, behind every tab of the cloth too."""
    faults: list[str] = page.evaluate(FAULTS)
    if page.locator("dialog[open]").count() == 0:
        for tab in page.locator("sb-cloth[data-mode=tabs] [role=tab]").all():
            tab.click()
            faults += page.evaluate(FAULTS)
    return faults


@pytest.mark.parametrize("scene", SCREENS)
def test_axe_finds_nothing_serious(visit: Visit, house: House, scene: str) -> None:
    """Names, roles, contrast and order of every screen are accessible."""
    page = visit("/replay")
    SCENES[scene](page, house)
    assert grave(page) == []


@pytest.mark.thorough
@pytest.mark.parametrize("scene", SCENES)
def test_nothing_overlaps_or_is_cut(visit: Visit, house: House, scene: str) -> None:
    """At three widths, in four languages: no sideways scrolling, no overlap, no cut word, no tiny target."""
    page = visit("/replay")
    SCENES[scene](page, house)
    found: list[str] = []
    for width, height in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        for language in LANGUAGES:
            page.evaluate(
                "(lang) => import('/shared/words.js').then(({ setLanguage }) => setLanguage(lang))", language
            )
            expect(page.locator("html")).to_have_attribute("lang", language)
            expect(page.locator("sb-header .link")).to_have_attribute("data-state", "live")
            found += [f"{width} {language}: {fault}" for fault in laid_out(page)]
        found += [f"{width}: {fault}" for fault in grave(page)]
    assert not found, "\n".join(found)


def test_every_language_has_the_same_messages(visit: Visit, house: House) -> None:
    """All four catalogues of every screen have the same keys and placeholders, and no empty text."""
    page = visit()
    for path in PATHS:
        page.goto(f"{house.address}{path}")
        words = page.evaluate("import('/shared/words.js').then(({ CATALOGUES }) => CATALOGUES)")
        assert sorted(words) == sorted(LANGUAGES)
        english = {key: sorted(places(text)) for key, text in words["en"].items()}
        for lang in LANGUAGES:
            assert {key: sorted(places(text)) for key, text in words[lang].items()} == english
            assert all(words[lang].values())


def places(text: str) -> list[str]:
    """Return the placeholders of a message."""
    return [part.split("}")[0] for part in text.split("{")[1:]]
