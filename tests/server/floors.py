"""A real floor for the tests: staff of every rank with PINs, and tables opened by the checklist."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sicbo.server.live.home_tables import opening_fields
from sicbo.table.round.opening import checklist
from tests.server.houses import Browser, House, running_house

PIN = "48291357"
STAFF = {
    "kim": "senior-manager",
    "max": "manager",
    "sue": "supervisor",
    "lee": "dealer",
    "ins": "inspector",
}


def sign_in(house: House, member: str) -> Browser:
    """Return the browser of a member of staff who is signed in."""
    browser = house.browser()
    browser.succeed("POST", "/sessions", {"id": member, "pin": PIN})
    return browser


def open_floor_table(owner: Browser, house: House, table: str, layout: str) -> None:
    """Found and open a table of the floor with a confirmed checklist."""
    owner.succeed("POST", "/tables", {"layout": layout, "table": table})
    live = house.live_house.live_tables[table]
    rules, sign = live.table.rules, opening_fields(live.table, "floor")
    if sign["approved_minimum"]:
        approved = {"approved_minimum": sign["approved_minimum"]}
        owner.succeed("PUT", f"/licence/{live.table.rulebook}", approved)
    order = {
        "type": "open-table",
        **sign,
        "confirmed": [*checklist(live.table.rulebook), *(one.id for one in rules.readings)],
    }
    owner.succeed("POST", f"/tables/{table}/commands", order)


@contextmanager
def running_floor(data: Path, tables: dict[str, str], **more: Any) -> Iterator[tuple[House, Browser]]:
    """Run a floor without signed orders, with its owner signed in."""
    with running_house(data, profile="floor", **{"signatures": False, **more}) as house:
        owner = house.browser()
        body = {"code": house.live_house.owner_setup.code, "id": "kim", "name": "Kim Tran", "pin": PIN}
        owner.succeed("POST", "/setup", body)
        for member, rank in list(STAFF.items())[1:]:
            owner.succeed("POST", "/staff", {"id": member, "rank": rank, "pin": PIN})
        for table, layout in tables.items():
            open_floor_table(owner, house, table, layout)
        yield house, owner
