"""Slips are registered once, refused with a clause, and visible only to their player."""

import asyncio
import secrets
from collections.abc import Iterator

import httpx
import msgspec
import pytest

from sicbo.house.identity.receipts import Receipt, check_receipt
from sicbo.journal.notes import read_vkey
from tests.server.houses import Browser, House, Json


@pytest.fixture
def at_table(house: House) -> Iterator[tuple[Browser, Browser, int]]:
    """A dealer, a player, and the number of the round whose bets are open."""
    dealer, player = house.browser(), house.browser()
    dealer.console("sydney")
    player.sit("sydney", "Mei")
    number = dealer.open_bets("sydney")
    yield dealer, player, number
    player.succeed("DELETE", "/tables/sydney/seats/mine")
    if dealer.view("sydney")["round"] is not None:
        dealer.finish("sydney", [1, 2, 3])


def problem(answer: httpx.Response, status: int, code: str) -> Json:
    """Return the problem, which must have this status and code."""
    assert answer.headers["content-type"] == "application/problem+json"
    said: Json = answer.json()
    assert (answer.status_code, said["code"], said["status"]) == (status, code, status)
    assert said["type"] == f"/problems/{code}"
    assert said["detail"].endswith((".", "?"))
    return said


def test_the_same_slip_with_the_same_key_is_registered_once(at_table: tuple[Browser, Browser, int]) -> None:
    """The second answer is the first one; other content with that key is refused."""
    _, player, number = at_table
    first = player.slip("sydney", {"small": 500}, number, key="again-and-again")
    second = player.slip("sydney", {"small": 500}, number, key="again-and-again")
    other = player.slip("sydney", {"big": 500}, number, key="again-and-again")

    assert "Idempotency-Replayed" not in first.headers
    assert second.headers["Idempotency-Replayed"] == "true"
    assert second.json()["number"] == first.json()["number"]
    assert player.player_view("sydney")["slip"]["total"] == 500
    assert player.player_view("sydney")["rack"] == 99_500
    problem(other, 422, "key-reused")


def test_a_receipt_holds_against_the_house_s_key(
    house: House, at_table: tuple[Browser, Browser, int]
) -> None:
    """The receipt has the house's signature on a tree that contains this slip."""
    _, player, number = at_table
    answer = player.slip("sydney", {"small": 500}, number).json()
    receipt = msgspec.convert(answer["receipt"], Receipt)
    vkeys = [read_vkey(line) for line in house.live_house.keys.house_vkeys()]

    assert check_receipt(receipt, vkeys) is None
    assert receipt.number == answer["number"]


def test_undo_and_clear_are_slips_too_and_versions_rise_by_one(
    at_table: tuple[Browser, Browser, int],
) -> None:
    """A version that is not the next one is refused with the current version."""
    _, player, number = at_table
    assert player.slip("sydney", {"small": 500}, number, 1).status_code == 200
    assert player.slip("sydney", {}, number, 2).json()["rack"] == 100_000
    stale = problem(player.slip("sydney", {"big": 500}, number, 2), 412, "stale-version")

    assert stale["version"] == 2
    assert player.slip("sydney", {"big": 500}, number, 3).status_code == 200


def test_a_late_slip_is_refused_with_its_clause(at_table: tuple[Browser, Browser, int]) -> None:
    """After the close no slip is registered, and the rack is unchanged."""
    dealer, player, number = at_table
    dealer.deal_until("sydney", "uncover")
    late = problem(player.slip("sydney", {"small": 500}, number), 409, "bets-closed")

    assert late["clauses"] == [{"rulebook": "crown-sydney-2024", "clause": "3.6"}]
    assert late["phase"] == "no-more-bets"
    assert late["allowed"] == []
    assert not late["retryable"]
    assert player.player_view("sydney")["rack"] == 100_000
    refused = dealer.get("/tables/sydney")["desk"]["refused"][-1]
    assert refused["name"] == "Mei"


def test_a_slip_for_another_round_is_never_moved_to_this_one(
    at_table: tuple[Browser, Browser, int],
) -> None:
    """The round is part of the request."""
    _, player, number = at_table
    problem(player.slip("sydney", {"small": 500}, number - 1), 409, "bets-closed")
    assert player.player_view("sydney")["slip"] is None


@pytest.mark.parametrize("stakes", [{"small": 50}, {"small": 50_100}, {"odd": 500}, {"small": 150}])
def test_stakes_that_the_sign_or_layout_does_not_allow_are_refused(
    at_table: tuple[Browser, Browser, int], stakes: dict[str, int]
) -> None:
    """Each refusal names a clause, and nothing is staked."""
    _, player, number = at_table
    said = problem(player.slip("sydney", stakes, number), 422, "slip-refused")
    assert said["clauses"]
    assert player.player_view("sydney")["rack"] == 100_000


@pytest.mark.parametrize("cents", [0, -1, -500])
def test_12_a_stake_that_is_not_positive_is_a_400_and_not_recorded(
    at_table: tuple[Browser, Browser, int], cents: int
) -> None:
    """No chip has such a value, so nothing about it enters the chain."""
    _, player, number = at_table
    before = player.get("/tables/sydney")["seq"]
    refused = problem(player.slip("sydney", {"small": cents}, number), 400, "bad-request")
    assert refused["errors"][0]["pointer"] == "/stakes/0/cents"
    assert player.get("/tables/sydney")["seq"] == before


def test_what_cannot_be_read_is_a_400_that_says_where(at_table: tuple[Browser, Browser, int]) -> None:
    """The test sends invalid JSON, an unknown field, a value of another type, and no key."""
    _, player, number = at_table
    body = {"round": number, "version": 1, "stakes": [{"bet": "small", "cents": "a lot"}]}
    said = problem(player.send_request("PUT", "/tables/sydney/slip", body), 400, "bad-request")
    assert said["errors"]
    problem(player.send_request("PUT", "/tables/sydney/slip", {**body, "tip": 5}), 400, "bad-request")
    headers = {"Idempotency-Key": "some-key-1", "content-type": "application/json"}
    broken = player.http.put("/tables/sydney/slip", content=b"{", headers=headers)
    problem(broken, 400, "bad-request")
    whole = {"round": number, "version": 1, "stakes": []}
    problem(player.http.put("/tables/sydney/slip", json=whole), 400, "key-missing")
    problem(player.send_request("PUT", "/tables/sydney/slip", whole, key="short"), 400, "bad-request")


def unreadable_requests(number: int) -> dict[str, tuple[str, str, object]]:
    """Return requests that do not decode: a slip, a streak, a table, commands, a query."""
    slip = {"round": number, "version": 1, "stakes": [{"bet": "small"}]}
    return {
        "a slip": ("PUT", "/tables/sydney/slip", slip),
        "a list for a slip": ("PUT", "/tables/sydney/slip", []),
        "no round": ("POST", "/tables/star/streaks", {"round": None, "side": "small"}),
        "a table": ("POST", "/tables", {"layout": 1, "table": "x"}),
        "a seat": ("POST", "/tables/sydney/seats", {"seat": "one"}),
        "a command without its type": ("POST", "/tables/sydney/commands", {"player": "me"}),
        "a command": ("POST", "/tables/sydney/commands", {"type": "take-seat", "seat": []}),
        "an unknown command": ("POST", "/tables/sydney/commands", {"type": "dance"}),
        "a query": ("GET", "/tables/sydney/history?n=many", None),
        "an order of a promotion": ("POST", "/promotions/unread/commands", {"type": 5}),
    }


def test_the_words_of_a_decoder_are_for_programs_alone(at_table: tuple[Browser, Browser, int]) -> None:
    """A person reads one sentence in their language; `errors` says which place is wrong and why."""
    dealer, _, number = at_table
    dealer.send_request("POST", "/promotions", {"name": "unread", "rulebook": "star-sydney"})
    for what, (method, path, body) in unreadable_requests(number).items():
        said = problem(dealer.send_request(method, path, body), 400, "bad-request")
        assert said["detail"] == "The house cannot read this request. Reload the page and try again.", what
        assert [one["says"] for one in said["errors"]] != [], what
    slip = {"round": number, "version": 1, "stakes": [{"bet": "small", "cents": []}]}
    said = problem(dealer.send_request("PUT", "/tables/sydney/slip", slip), 400, "bad-request")
    assert said["errors"] == [{"pointer": "/stakes/0/cents", "says": "Expected `int`, got `array`"}]
    headers = {"Idempotency-Key": "some-key-2", "Accept-Language": "vi", "content-type": "application/json"}
    broken = dealer.http.put("/tables/sydney/slip", content=b"{", headers=headers)
    assert problem(broken, 400, "bad-request")["detail"].startswith("Hệ thống không đọc được yêu cầu")


def test_a_player_cannot_see_the_slip_of_another(
    house: House, at_table: tuple[Browser, Browser, int]
) -> None:
    """Others see totals: neither the stream nor the view names the player."""
    _, player, number = at_table
    other = house.browser()
    other.sit("sydney", "Wei")
    with other.stream("sydney") as follows:
        follows.until(lambda seen: seen.view["betting"]["open"])
        player.slip("sydney", {"triple-6": 700}, number)
        follows.until(lambda seen: "triple-6" in seen.view["areas"])
        assert follows.view["areas"]["triple-6"]["stake"] >= 700
        assert follows.mine
        assert follows.mine["slip"] is None
        said = [event["type"] for one in follows.records for event in one["events"]]
        assert "slip-registered" not in said


def test_who_has_no_seat_cannot_wager(house: House, at_table: tuple[Browser, Browser, int]) -> None:
    """Without a session the answer is 401; with a session but no seat it is 403."""
    _, _, number = at_table
    visitor, elsewhere = house.browser(), house.browser()
    elsewhere.sit("singapore-1")
    problem(visitor.slip("sydney", {"small": 500}, number), 401, "signed-out")
    problem(elsewhere.slip("sydney", {"small": 500}, number), 403, "not-seated")


def test_chips_come_again_only_when_none_are_left(at_table: tuple[Browser, Browser, int]) -> None:
    """The gift at home is not a cash machine."""
    dealer, player, number = at_table
    problem(player.send_request("POST", "/tables/sydney/chips"), 409, "not-now")
    player.slip("sydney", {"big": 50_000, "small": 50_000}, number)
    dealer.finish("sydney", [6, 6, 6])
    assert player.player_view("sydney")["rack"] == 0
    assert player.succeed("POST", "/tables/sydney/chips", key="more-chips-1")["mine"]["rack"] == 100_000
    assert player.succeed("POST", "/tables/sydney/chips", key="more-chips-1")["mine"]["rack"] == 100_000
    assert player.player_view("sydney")["net"] == -100_000


def test_twenty_requests_for_chips_at_once_are_one_gift(
    house: House, at_table: tuple[Browser, Browser, int]
) -> None:
    """Each request has its own key, but after the first the player has chips."""
    dealer, player, number = at_table
    player.slip("sydney", {"big": 50_000, "small": 50_000}, number)
    dealer.finish("sydney", [6, 6, 6])
    cookies = {"sicbo": player.http.cookies["sicbo"]}

    async def request_chips() -> list[int]:
        async with httpx.AsyncClient(base_url=f"{house.address}/api/v1", cookies=cookies) as client:
            with house.live_house.floor.write_lock:  # nothing is written until all requests have arrived
                keys = [{"Idempotency-Key": f"gift-at-once-{secrets.token_hex(4)}"} for _ in range(20)]
                requests = [
                    asyncio.create_task(client.post("/tables/sydney/chips", headers=key)) for key in keys
                ]
                await asyncio.wait(requests, timeout=0.5)
            return [answer.status_code for answer in await asyncio.gather(*requests)]

    assert sorted(asyncio.run(request_chips())) == [200, *[409] * 19]
    assert player.player_view("sydney")["rack"] == 100_000


def test_a_player_reads_why_in_their_own_language(at_table: tuple[Browser, Browser, int]) -> None:
    """Too much on Small is refused in English, or in Vietnamese on request, with the same clause."""
    _, player, number = at_table
    said = {"round": number, "version": 1, "stakes": [{"bet": "small", "cents": 90_000}]}
    english, vietnamese = (
        problem(player.send_request("PUT", f"/tables/sydney/slip{lang}", said), 422, "slip-refused")
        for lang in ("", "?lang=vi")
    )
    assert english["detail"].startswith("The maximum is ")
    assert vietnamese["detail"].startswith("Mức tối đa là ")
    assert english["clauses"] == vietnamese["clauses"]
