"""A terminal enforces the maximum at every table; a dealer at a cloth follows the rulebook's own rule."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest

from sicbo.errors import Refusal
from sicbo.server.dealing.bots import Bots
from sicbo.table.messages.parts import Stake
from sicbo.table.messages.round import RegisterSlip
from tests.server.houses import Browser, House

MAXIMUM = 50_000
CLAUSES = {
    "canberra": "3.5",
    "melbourne-a": "4.2.2",
    "melbourne-b": "4.2.2",
    "star": "4.3",
    "sydney": "4.2.4",
    "singapore-1": "3.3",
}
IN_FLIGHT = ((MAXIMUM, 1), (60_000, 2), (60_000, 1))
"""Three slips sent at once: the stake of each, and how many versions it is ahead."""
TIMES = 50


@pytest.fixture
def star(house: House) -> Iterator[tuple[Browser, Browser, int]]:
    """The Star with open bets: a dealer, a player and the round, which is finished afterwards."""
    dealer, player = house.browser(), house.browser()
    dealer.console("star")
    player.sit("star")
    yield dealer, player, dealer.open_bets("star")
    dealer.finish("star", [1, 2, 4])
    player.succeed("DELETE", "/tables/star/seats/mine")


def assert_refused(answer: httpx.Response, clause: str) -> None:
    """Check the refusal of a slip over the maximum."""
    said = answer.json()
    assert (answer.status_code, said["code"]) == (422, "slip-refused")
    assert said["detail"].startswith("The maximum is $500")
    assert [one["clause"] for one in said["clauses"]] == [clause]


@pytest.mark.parametrize("table", CLAUSES)
def test_a_terminal_stops_at_the_maximum_on_every_table(house: House, table: str) -> None:
    """A slip of one unit over it is refused with the limit and the clause, and nothing is staked."""
    dealer, player = house.browser(), house.browser()
    dealer.console(table)
    player.sit(table)
    number = dealer.open_bets(table)
    assert_refused(player.slip(table, {"big": MAXIMUM + 100}, number), CLAUSES[table])
    assert player.player_view(table)["rack"] == 100_000
    assert player.player_view(table)["slip"] is None
    assert player.slip(table, {"big": MAXIMUM}, number).status_code == 200


def test_the_same_refusal_is_given_again_and_what_stood_stands(star: tuple[Browser, Browser, int]) -> None:
    """It is recorded under its key like any other, and the previous slip keeps its version."""
    _, player, number = star
    assert player.slip("star", {"small": MAXIMUM}, number, key="stands-at-500").status_code == 200
    for _ in range(2):
        assert_refused(player.slip("star", {"small": 60_000}, number, 2, key="over-the-limit"), "4.3")
    again = player.slip("star", {"small": MAXIMUM}, number, key="stands-at-500")
    assert again.headers["idempotency-replayed"] == "true"
    assert player.slip("star", {"small": MAXIMUM, "odd": 100}, number, 2).json()["rack"] == 49_900


def test_a_dealer_who_places_for_a_player_keeps_the_rule_of_the_cloth(
    star: tuple[Browser, Browser, int],
) -> None:
    """Chips found late play up to the maximum; the player's terminal keeps them and adds no more."""
    dealer, player, number = star
    stakes = [["small", 60_000, "value-chip"]]
    order = {
        "type": "register-slip",
        "player": player.player_view("star")["player"],
        "round": number,
        "version": 1,
    }
    dealer.succeed("POST", "/tables/star/commands", {**order, "stakes": stakes})
    assert_refused(player.slip("star", {"small": 60_100}, number, 2), "4.3")
    assert player.slip("star", {"small": 60_000, "odd": 100}, number, 2).status_code == 200
    assert player.slip("star", {"small": 55_000}, number, 3).status_code == 200
    assert_refused(player.slip("star", {"small": 60_000}, number, 4), "4.3")


def test_limits_of_an_area_and_of_a_player_count_at_the_terminal(house: House) -> None:
    """The sign has a lower maximum for one area, and a player has a higher one from the next round."""
    dealer, player, other = house.browser(), house.browser(), house.browser()
    dealer.console("star")
    for one in (player, other):
        one.sit("star")
    areas = [["any-triple", 100, 1_000]]
    limits = {"minimum": 100, "maximum": MAXIMUM}
    dealer.succeed("POST", "/tables/star/commands", {"type": "change-limits", **limits, "areas": areas})
    agreed = {
        "type": "agree-limits",
        "player": player.player_view("star")["player"],
        "minimum": 100,
        "marked": True,
    }
    dealer.succeed("POST", "/tables/star/commands", {**agreed, "maximum": 70_000})
    number = dealer.open_bets("star")
    over = player.slip("star", {"any-triple": 1_100}, number)
    assert (over.status_code, over.json()["detail"]) == (422, "The maximum is $10. Bet at most that.")
    assert player.slip("star", {"small": 70_000, "any-triple": 1_000}, number).status_code == 200
    assert_refused(other.slip("star", {"small": 70_000}, number), "4.3")
    dealer.finish("star", [1, 2, 4])
    dealer.succeed("POST", "/tables/star/commands", {"type": "change-limits", **limits, "areas": []})


def test_of_slips_in_flight_none_goes_over_the_maximum(star: tuple[Browser, Browser, int]) -> None:
    """Each is decided on the state at its recording, not at its sending."""
    _, player, number = star
    version = 0
    with ThreadPoolExecutor(3) as pool:
        for turn in range(TIMES):
            bet = ("small", "big", "odd")[turn % 3]
            sent = [({bet: cents}, number, version + ahead) for cents, ahead in IN_FLIGHT]
            answers = list(pool.map(lambda one: player.slip("star", *one), sent))
            assert {one.status_code for one in answers} <= {200, 412, 422}
            slip = player.player_view("star")["slip"]
            assert all(stake["cents"] <= MAXIMUM for stake in slip["stakes"]) if slip else True
            version = slip["version"] if slip else 0


def test_slips_of_one_commit_see_one_another(house: House, star: tuple[Browser, Browser, int]) -> None:
    """The second of two slips recorded together goes over the maximum and is refused."""
    _, player, number = star
    me = player.player_view("star")["player"]

    def slip_request(version: int, cents: int) -> Any:
        stakes = (Stake("small", cents, "value-chip"),)
        said = {"player": me, "round": number, "version": version, "stakes": stakes}
        return house.live_house.new_command("star", RegisterSlip, me, None, **said)

    first, second = house.live_house.floor.handle([slip_request(1, MAXIMUM), slip_request(2, 60_000)])
    assert not isinstance(first.outcome, Refusal)
    assert isinstance(second.outcome, Refusal)
    assert (second.outcome.clause, second.record is not None) == ("4.3", True)


def test_after_the_close_the_close_is_what_is_said(house: House) -> None:
    """A slip that would be refused anyway gets the table's own reason."""
    dealer, player = house.browser(), house.browser()
    dealer.console("canberra")
    player.sit("canberra")
    number = dealer.open_bets("canberra")
    dealer.finish("canberra", [1, 2, 4])
    late = player.slip("canberra", {"small": 60_000}, number).json()
    assert late["code"] == "bets-closed"
    assert "maximum" not in late["detail"]


def test_bots_keep_to_the_maximum_too(house: House) -> None:
    """Random slips stay within the limits of a sign with little room."""
    dealer = house.browser()
    dealer.console("star")
    small = {"type": "change-limits", "minimum": 100, "maximum": 200}
    dealer.succeed("POST", "/tables/star/commands", small)
    live = house.live_house.live_table("star")
    bots = Bots(house.live_house, live)
    assert max(stake.cents for _ in range(200) for stake in bots._random_slip()) <= 200
    dealer.succeed("POST", "/tables/star/commands", {**small, "maximum": MAXIMUM})
