"""A real floor for the tests: staff of every rank with PINs, and tables opened by the checklist."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sicbo.server.live.home_tables import sign_for
from sicbo.table.round.opening import checklist
from tests.server.houses import Browser, House, running

PIN = "48291357"
STAFF = {
    "kim": "senior-manager",
    "max": "manager",
    "sue": "supervisor",
    "lee": "dealer",
    "ins": "inspector",
}


def signed_in(house: House, member: str) -> Browser:
    """Return the browser of a member of staff who is signed in."""
    browser = house.browser()
    browser.done("POST", "/sessions", {"id": member, "pin": PIN})
    return browser


def opened(owner: Browser, house: House, table: str, layout: str) -> None:
    """Found and open a table of the floor with a confirmed checklist."""
    owner.done("POST", "/tables", {"layout": layout, "table": table})
    live = house.room.lives[table]
    rules, sign = live.table.rules, sign_for(live.table, "floor")
    if sign["approved_minimum"]:
        approved = {"approved_minimum": sign["approved_minimum"]}
        owner.done("PUT", f"/licence/{live.table.rulebook}", approved)
    order = {
        "type": "open-table",
        **sign,
        "confirmed": [*checklist(live.table.rulebook), *(one.id for one in rules.readings)],
    }
    owner.done("POST", f"/tables/{table}/commands", order)


@contextmanager
def flooring(data: Path, tables: dict[str, str], **more: Any) -> Iterator[tuple[House, Browser]]:
    """Run a floor without signed orders, with its owner signed in."""
    with running(data, profile="floor", **{"signatures": False, **more}) as house:
        owner = house.browser()
        body = {"code": house.room.setup.code, "id": "kim", "name": "Kim Tran", "pin": PIN}
        owner.done("POST", "/setup", body)
        for member, rank in list(STAFF.items())[1:]:
            owner.done("POST", "/staff", {"id": member, "rank": rank, "pin": PIN})
        for table, layout in tables.items():
            opened(owner, house, table, layout)
        yield house, owner
