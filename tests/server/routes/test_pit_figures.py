"""The pit desk: the approved minimum comes from the licence, and the expected tray from the ledger."""

from collections.abc import Iterator
from typing import Any

import pytest

from sicbo.server.live.home_tables import opening_fields
from sicbo.table.round.opening import checklist
from tests.server.floors import running_floor, sign_in
from tests.server.houses import Browser, House

LICENCE = "/licence/crown-sydney-2024"


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A house on the casino floor with one table that was never opened, and no figure in its licence."""
    with running_floor(tmp_path_factory.mktemp("floor"), {}) as (house, owner):
        owner.succeed("POST", "/tables", {"layout": "crown-sydney-2024", "table": "T1"})
        yield house


def open_command(house: House, approved: int | None) -> dict[str, Any]:
    """Return the command to open the table at 5.00 to 500.00 under this approved minimum."""
    table = house.live_house.live_tables["T1"].table
    readings = [one.id for one in table.rules.readings]
    sign = {**opening_fields(table, "floor"), "minimum": 500, "approved_minimum": approved}
    return {"type": "open-table", **sign, "confirmed": [*checklist(table.rulebook), *readings]}


def tray(browser: Browser) -> dict[str, Any]:
    """Return what the pit desk shows of the table's money."""
    said: dict[str, Any] = browser.get("/tables/T1")["desk"]["table_float"]
    return said


def proposed_limits(browser: Browser) -> tuple[int, int, int | None]:
    """Return the minimum and the maximum that the opening form proposes, and the approved minimum."""
    opening = browser.get("/tables/T1")["desk"]["opening"]
    return opening["minimum"], opening["maximum"], opening["approved_minimum"]


def test_the_approved_minimum_comes_from_the_licence_and_not_from_the_opening_form(floor: House) -> None:
    """A manager cannot open a table without the figure of a senior manager; the form then proposes it."""
    manager, owner = sign_in(floor, "max"), sign_in(floor, "kim")
    assert proposed_limits(manager) == (100, 50_000, None)
    refused = manager.send_request("POST", "/tables/T1/commands", open_command(floor, 500))
    assert (refused.status_code, refused.json()["code"]) == (409, "not-now")
    assert "A senior manager has to enter it first" in refused.json()["detail"]
    assert refused.json()["clauses"] == [{"rulebook": "crown-sydney-2024", "clause": "4.2.2"}]
    assert manager.send_request("PUT", LICENCE, {"approved_minimum": 50}).status_code == 403
    assert manager.send_request("GET", "/licence").status_code == 403
    for wrong in (0, -1, 10**9 + 1):
        assert owner.send_request("PUT", LICENCE, {"approved_minimum": wrong}).status_code == 400
    assert owner.send_request("PUT", "/licence/star-sydney-2016", {"approved_minimum": 50}).status_code == 404
    owner.succeed("PUT", LICENCE, {"approved_minimum": 60_000})
    assert proposed_limits(manager) == (60_000, 60_000, 60_000)
    entered = owner.succeed("PUT", LICENCE, {"approved_minimum": 50})
    assert [(one["rulebook"], one["approved_minimum"]) for one in entered] == [("crown-sydney-2024", 50)]
    assert proposed_limits(manager) == (50, 50_000, 50)
    refused = manager.send_request("POST", "/tables/T1/commands", open_command(floor, 500))
    assert "licence is $0.50. Open the table with it" in refused.json()["detail"]
    manager.succeed("POST", "/tables/T1/commands", open_command(floor, 50))
    assert floor.live_house.live_tables["T1"].table.sign is not None


def test_crown_sydney_4_5_lowers_the_minimum_to_no_less_than_the_licence_says(floor: House) -> None:
    """The table was opened at 5.00: 2.00 is lawful, and 0.20 is below the approved minimum."""
    manager = sign_in(floor, "max")
    lower = {"type": "change-limits", "minimum": 200, "maximum": 50_000}
    manager.succeed("POST", "/tables/T1/commands", lower)
    assert manager.view("T1")["sign"]["minimum"] == 200
    refused = manager.send_request("POST", "/tables/T1/commands", {**lower, "minimum": 20})
    assert (refused.status_code, refused.json()["clauses"][0]["clause"]) == (409, "4.2.2"), refused.text


def test_the_tray_is_told_apart_from_the_chips_of_players(floor: House) -> None:
    """After a count of 50,000.00 a player buys 200.00, so 49,800.00 is expected in the tray."""
    manager, second = sign_in(floor, "max"), sign_in(floor, "sue")
    assert tray(manager) == {"expected": None, "with_players": 0, "drop": 0, "counted": None}
    count(manager, second, 5_000_000)
    assert tray(manager)["expected"] == 5_000_000
    buy_chips(floor, manager, 20_000)
    told = tray(manager)
    assert (told["expected"], told["with_players"]) == (4_980_000, 20_000)
    count(manager, second, 4_979_000)
    told = tray(manager)
    assert (told["counted"]["cents"], told["counted"]["variance"]) == (4_979_000, -1_000)
    assert told["expected"] == 4_979_000


def count(manager: Browser, second: Browser, cents: int) -> None:
    """Count the tray as two persons."""
    asked = manager.succeed(
        "POST", "/tables/T1/commands", {"type": "count-float", "cents": cents, "second": ""}
    )
    second.succeed("POST", f"/approvals/{asked['approval']}", {"approve": True})


def buy_chips(floor: House, manager: Browser, cents: int) -> None:
    """Take a seat as a new player and buy value chips for cash."""
    manager.succeed("POST", "/tables/T1/commands", {"type": "take-seat", "player": "p-anna", "seat": 1})
    seated = next(iter(floor.live_house.live_tables["T1"].table.seated))
    order = {"type": "buy-in", "player": seated, "instrument": "value-chip", "cents": cents}
    manager.succeed("POST", "/tables/T1/commands", order)
