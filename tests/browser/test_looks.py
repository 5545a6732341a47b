"""The look of the screens: nothing overlaps or is cut, and axe finds no accessibility barrier."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Page, expect

from sicbo.i18n import BETS, catalogue, places_of, say
from tests.browser.conftest import LANGUAGES, HouseProcess, Visit
from tests.browser.dealing import SIZES
from tests.browser.scenes import SCENES
from tests.test_i18n import places

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


def serious_violations(page: Page) -> list[str]:
    """Return what axe-core calls serious or critical."""
    found = Axe().run(page).response["violations"]
    return [
        f"{one['id']}: {node['html'][:120]}"
        for one in found
        if one["impact"] in GRAVE
        for node in one["nodes"]
    ]


def layout_faults(page: Page) -> list[str]:
    """Return the faults of the layout, behind every tab of the cloth too."""
    faults: list[str] = page.evaluate(FAULTS)
    if page.locator("dialog[open]").count() == 0:
        for tab in page.locator("sb-cloth[data-mode=tabs] [role=tab]").all():
            tab.click()
            faults += page.evaluate(FAULTS)
    return faults


@pytest.mark.parametrize("scene", SCREENS)
def test_axe_finds_nothing_serious(visit: Visit, house: HouseProcess, scene: str) -> None:
    """Names, roles, contrast and order of every screen are accessible."""
    page = visit("/replay")
    SCENES[scene](page, house)
    assert serious_violations(page) == []


@pytest.mark.thorough
@pytest.mark.parametrize("scene", SCENES)
def test_nothing_overlaps_or_is_cut(visit: Visit, house: HouseProcess, scene: str) -> None:
    """At three widths, in four languages: no sideways scrolling, no overlap, no cut word, no tiny target."""
    page = visit("/replay")
    SCENES[scene](page, house)
    found: list[str] = []
    for width, height in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        for language in LANGUAGES:
            page.evaluate(
                "(lang) => import('/shared/i18n.js').then(({ setLanguage }) => setLanguage(lang))", language
            )
            expect(page.locator("html")).to_have_attribute("lang", language)
            expect(page.locator("sb-header .link")).to_have_attribute("data-state", "live")
            found += [f"{width} {language}: {fault}" for fault in layout_faults(page)]
        found += [f"{width}: {fault}" for fault in serious_violations(page)]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_browser_renders_every_message_as_the_house_does(visit: Visit, language: str) -> None:
    """Every text, every bet and every case of a text reads the same in the browser and in Python.

    Only times differ: a screen shows the time of its reader.
    """
    page = visit("/", lang=language)
    samples: list[dict[str, Any]] = [{"key": key, "values": values} for key, values in sample_messages()]
    told = page.evaluate(
        "(samples) => import('/shared/i18n.js').then(({ tell }) => samples.map(tell))", samples
    )
    assert told == [say(one["key"], language, **one["values"]) for one in samples]


def sample_messages() -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield every text with values that suit its places: nothing, one and many."""
    for key, text in catalogue("en").items():
        if any(form == "moment" for _, form in places(text)):
            continue
        for value in (0, 1, 1_234_550, -250):
            yield key, {name: sample_value(key, name, value) for name in places_of(key)}
    for bet in BETS:
        yield "stake", {"bet": bet, "cents": 12_550, "chips": "colour-chip:red"}


def sample_value(key: str, name: str, value: int) -> Any:
    """Return a value in the form that a place of a text takes."""
    forms = {form for place, form in places(catalogue("en")[key]) if place == name}
    match (forms - {"case"} or {""}).pop():
        case "stakes":
            return [["small", value, "value-chip"]] if value else []
        case "dice":
            return [1, 2, 3]
        case "bet":
            return "total-9"
        case "chips":
            return "token"
        case "odds":
            return "17/2"
        case _:
            return value
