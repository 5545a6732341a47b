"""Dealing in tests: a session that holds consoles, and a round step by step."""

import uuid
from contextlib import suppress
from typing import Any

from playwright.sync_api import APIRequestContext, Page, expect

from tests.browser.conftest import HouseProcess

SIZES = {390: 844, 1280: 800, 1920: 1080}
FRESH = ".act-button[data-fresh]"
"""The next action has just changed: the console ignores a press so soon, because it was meant for the
previous action.
"""


def api_answer(api: APIRequestContext, house: HouseProcess, method: str, path: str, body: Any = None) -> Any:
    """Return the API's answer to a request."""
    answer = api.fetch(
        f"{house.address}/api/v1{path}",
        method=method,
        data=body,
        headers={"Idempotency-Key": str(uuid.uuid4()), "Origin": house.address},
    )
    assert answer.ok, answer.text()
    return answer.json()


def take_seat(page: Page, house: HouseProcess, table: str, name: str) -> None:
    """Give this browser a seat, and with it a session."""
    api_answer(page.request, house, "POST", f"/tables/{table}/seats", {"name": name})


def found_table(page: Page, house: HouseProcess, layout: str, table: str) -> None:
    """Found a table with the session of this browser, which gets one at a seat that it leaves again."""
    take_seat(page, house, "canberra", "Host")
    api_answer(page.request, house, "DELETE", "/tables/canberra/seats/mine")
    api_answer(page.request, house, "POST", "/tables", {"layout": layout, "table": table})


def open_console(page: Page, house: HouseProcess, table: str, rank: str = "senior-manager") -> None:
    """Let this browser hold a console, and open it."""
    api_answer(page.request, house, "POST", f"/tables/{table}/console", {"rank": rank})
    page.goto(f"{house.address}/console/{table}?lang=en")
    expect(page.locator("#hand-over")).to_be_visible()


def view_of(page: Page, house: HouseProcess, table: str) -> Any:
    """Return the public view of a table."""
    return api_answer(page.request, house, "GET", f"/tables/{table}")["view"]


def due_step(page: Page) -> str | None:
    """Return the step that the bar shows as the next."""
    step: str | None = page.evaluate("document.querySelector('#steps [aria-current=step]')?.dataset.step")
    return step


def do_step(page: Page, step: str, dice: str = "414") -> None:
    """Do one step by the keyboard, as soon as the console takes it."""
    expect(page.locator(FRESH)).to_have_count(0)
    if step == "spin":
        for _ in range(3):
            page.keyboard.press("Space")
        page.keyboard.press("Enter")
    elif step == "enter":
        for face in dice:
            page.keyboard.press(face)
        expect(page.locator("#entry .call")).to_be_visible()
        page.keyboard.press("Enter")
        page.keyboard.press("Enter")
    else:
        page.keyboard.press("Space")


def wait_until_done(page: Page, step: str) -> None:
    """Wait until that step is no longer the next."""
    done = page.locator(f'#steps [data-step="{step}"]:not([aria-current=step])')
    expect(done).to_have_count(1, timeout=4_000)


def deal_until(page: Page, last: str, dice: str = "414") -> None:
    """Deal until that step is the next. A press too soon or too late does nothing, and is repeated."""
    for _ in range(30):
        expect(page.locator(FRESH)).to_have_count(0)
        step = due_step(page)
        if step == last:
            return
        assert step is not None
        with suppress(AssertionError):
            do_step(page, step, dice)
            wait_until_done(page, step)
    raise AssertionError(f"{last} never came")


def deal_by_hand(page: Page, house: HouseProcess, table: str) -> None:
    """Begin a round with dice that staff key in: the round in play may use the electronic tumbler."""
    view = view_of(page, house, table)
    if view["round"] is not None and view["tumbler"]["commitment"]:
        deal_until(page, view["steps"][0]["step"])
