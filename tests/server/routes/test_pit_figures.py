"""The pit desk: the approved minimum comes from the licence, and the expected tray from the ledger."""

from collections.abc import Iterator
from typing import Any

import pytest

from sicbo.server.live.home_tables import sign_for
from sicbo.table.round.opening import checklist
from tests.server.floors import flooring, signed_in
from tests.server.houses import Browser, House

LICENCE = "/licence/crown-sydney-2024"


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A house on the casino floor with one table that was never opened, and no figure in its licence."""
    with flooring(tmp_path_factory.mktemp("floor"), {}) as (house, owner):
        owner.done("POST", "/tables", {"layout": "crown-sydney-2024", "table": "T1"})
        yield house


def opening(house: House, approved: int | None) -> dict[str, Any]:
    """Return the command to open the table at 5.00 to 500.00 under this approved minimum."""
    table = house.room.lives["T1"].table
    readings = [one.id for one in table.rules.readings]
    sign = {**sign_for(table, "floor"), "minimum": 500, "approved_minimum": approved}
    return {"type": "open-table", **sign, "confirmed": [*checklist(table.rulebook), *readings]}


def the_tray(browser: Browser) -> dict[str, Any]:
    """Return what the pit desk shows of the table's money."""
    said: dict[str, Any] = browser.get("/tables/T1")["desk"]["table_float"]
    return said


def test_the_approved_minimum_comes_from_the_licence_and_not_from_the_opening_form(floor: House) -> None:
    """A manager cannot open a table before a senior manager entered the figure, nor with another one."""
    manager, owner = signed_in(floor, "max"), signed_in(floor, "kim")
    assert manager.get("/tables/T1")["desk"]["opening"]["approved_minimum"] is None
    refused = manager.ask("POST", "/tables/T1/commands", opening(floor, 500))
    assert (refused.status_code, refused.json()["code"]) == (409, "not-now")
    assert "a senior manager enters it first" in refused.json()["detail"]
    assert refused.json()["clauses"] == [{"rulebook": "crown-sydney-2024", "clause": "4.2.2"}]
    assert manager.ask("PUT", LICENCE, {"approved_minimum": 50}).status_code == 403
    assert manager.ask("GET", "/licence").status_code == 403
    for wrong in (0, -1, 10**9 + 1):
        assert owner.ask("PUT", LICENCE, {"approved_minimum": wrong}).status_code == 400
    assert owner.ask("PUT", "/licence/star-sydney-2016", {"approved_minimum": 50}).status_code == 404
    entered = owner.done("PUT", LICENCE, {"approved_minimum": 50})
    assert [(one["rulebook"], one["approved_minimum"]) for one in entered] == [("crown-sydney-2024", 50)]
    assert manager.get("/tables/T1")["desk"]["opening"]["approved_minimum"] == 50
    refused = manager.ask("POST", "/tables/T1/commands", opening(floor, 500))
    assert "licence is 0.50: open the table with that" in refused.json()["detail"]
    manager.done("POST", "/tables/T1/commands", opening(floor, 50))
    assert floor.room.lives["T1"].table.sign is not None


def test_crown_sydney_4_5_lowers_the_minimum_to_no_less_than_the_licence_says(floor: House) -> None:
    """The table was opened at 5.00: 2.00 is lawful, and 0.20 is below the approved minimum."""
    manager = signed_in(floor, "max")
    lower = {"type": "change-limits", "minimum": 200, "maximum": 50_000}
    manager.done("POST", "/tables/T1/commands", lower)
    assert manager.view("T1")["sign"]["minimum"] == 200
    refused = manager.ask("POST", "/tables/T1/commands", {**lower, "minimum": 20})
    assert (refused.status_code, refused.json()["clauses"][0]["clause"]) == (409, "4.2.2"), refused.text


def test_the_tray_is_told_apart_from_the_chips_of_players(floor: House) -> None:
    """After a count of 50,000.00 a player buys 200.00, so 49,800.00 is expected in the tray."""
    manager, second = signed_in(floor, "max"), signed_in(floor, "sue")
    assert the_tray(manager) == {"expected": None, "with_players": 0, "drop": 0, "counted": None}
    count(manager, second, 5_000_000)
    assert the_tray(manager)["expected"] == 5_000_000
    bought(floor, manager, 20_000)
    told = the_tray(manager)
    assert (told["expected"], told["with_players"]) == (4_980_000, 20_000)
    count(manager, second, 4_979_000)
    told = the_tray(manager)
    assert (told["counted"]["cents"], told["counted"]["variance"]) == (4_979_000, -1_000)
    assert told["expected"] == 4_979_000


def count(manager: Browser, second: Browser, cents: int) -> None:
    """Count the tray as two persons."""
    asked = manager.done("POST", "/tables/T1/commands", {"type": "count-float", "cents": cents, "second": ""})
    second.done("POST", f"/approvals/{asked['approval']}", {"approve": True})


def bought(floor: House, manager: Browser, cents: int) -> None:
    """Take a seat as a new player and buy value chips for cash."""
    manager.done("POST", "/tables/T1/commands", {"type": "take-seat", "player": "p-anna", "seat": 1})
    seated = next(iter(floor.room.lives["T1"].table.seated))
    order = {"type": "buy-in", "player": seated, "instrument": "value-chip", "cents": cents}
    manager.done("POST", "/tables/T1/commands", order)
