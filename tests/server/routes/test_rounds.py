"""A round of every layout, dealt and played over HTTP and followed on the stream."""

from datetime import datetime
from pathlib import Path

import pytest

from sicbo import rulebooks
from sicbo.house.electronic_rolls import commitment_of, roll_of
from sicbo.rulebook import Rulebook
from sicbo.server.live.home_tables import TABLE_NAMES
from tests.server.houses import House, running_house

DICE = [4, 1, 4]


@pytest.mark.parametrize("layout", rulebooks.every_layout())
def test_a_round_by_http_is_the_same_on_the_stream(house: House, layout: str) -> None:
    """A player sits, registers, and wins or loses by the rulebook; the stream has every record number."""
    table, book = TABLE_NAMES[layout], Rulebook.load(layout)
    dealer, player = house.browser(), house.browser()
    dealer.console(table)
    player.sit(table, "Mei")
    stakes = {book.layout.areas[0].bet: 600, book.layout.areas[-1].bet: 400}
    with player.stream(table) as follows:
        number = dealer.open_bets(table)
        follows.until(lambda seen: seen.view["phase"] == "betting")
        registered = player.slip(table, stakes, number).json()
        assert registered["state"] == "REGISTERED"
        assert registered["rack"] == 99_000
        follows.until(lambda seen: seen.mine["slip"] and seen.view["areas"])
        assert follows.mine
        assert follows.mine["slip"]["number"] == registered["number"]
        assert {bet: total["stake"] for bet, total in follows.view["areas"].items()} == stakes
        seen = dealer.finish(table, DICE)
        follows.until(lambda seen: seen.mine["settlement"] and seen.view["phase"] == "waiting")

    law = book.settle(stakes, DICE)
    assert follows.mine["settlement"]["net"] == law.net
    assert follows.mine["rack"] == 100_000 + law.net
    assert follows.mine["net"] == law.net
    reasons = {line["bet"]: line["why"] for line in follows.mine["settlement"]["lines"]}
    assert reasons == {line.bet: line.reason() for line in law}
    assert set(follows.view["result"]["lit"]) == book.lit_areas(DICE)
    assert follows.view["result"]["call"]["vi"] == book.call(DICE, "vi")
    assert seen["house"] == -law.net
    done = [event["data"] for one in follows.records for event in one["events"]]
    steps = [data["step"] for data in done if "step" in data]
    assert steps == [step["step"] for step in follows.view["steps"]]


def test_the_automatic_dealer_waits_for_a_player_and_deals_when_all_are_ready(tmp_path: Path) -> None:
    """Without players no round is dealt. Bots wager, the roll has a commitment, and its seed opens it."""
    with running_house(tmp_path, bots=3, betting_seconds=30.0) as house:
        player = house.browser()
        assert player.view("star")["dealer"]["pause"]
        assert player.view("star")["round"] is None
        player.sit("star")
        with player.stream("star") as follows:
            follows.until(lambda seen: seen.view["phase"] == "betting" and seen.view["betting"]["closes_at"])
            number, commitment = follows.view["round"], follows.view["tumbler"]["commitment"]
            assert player.slip("star", {"small": 500, "big": 500}, number).status_code == 200
            player.succeed("POST", "/tables/star/ready", {"ready": True})
            follows.until(lambda seen: seen.view["result"] and seen.view["result"]["settled"])
            result = follows.view["result"]
            follows.until(lambda seen: seen.mine["settlement"])

    opened = result["opened"]
    assert opened["commitment"] == commitment == commitment_of(bytes.fromhex(opened["seed"]))
    assert tuple(result["dice"]) == roll_of(bytes.fromhex(opened["seed"]), bytes.fromhex(opened["close"]))
    assert len([seat for seat in follows.view["seats"] if seat["bot"]]) == 3
    assert follows.mine
    assert follows.mine["settlement"]["round"] == number


def test_a_player_who_needs_longer_has_twice_the_time(tmp_path: Path) -> None:
    """From the next round on bets are taken for 40 s instead of 20. This needs a seat."""
    with running_house(tmp_path, betting_seconds=20.0, help_line="Ask at the desk") as house:
        player = house.browser()
        assert player.get("/session")["help_line"] == "Ask at the desk"
        player.sit("canberra")
        assert (
            house.browser().send_request("PUT", "/tables/canberra/longer", {"longer": True}).status_code
            == 401
        )
        spans = []
        with player.stream("canberra") as follows:
            for _ in range(2):
                view = follows.until(lambda seen: seen.view["betting"]["closes_at"])
                betting, number = view["betting"], view["round"]
                opened, closes = (datetime.fromisoformat(betting[at]) for at in ("opened_at", "closes_at"))
                spans.append(round((closes - opened).total_seconds()))
                player.succeed("PUT", "/tables/canberra/longer", {"longer": True})
                player.succeed("POST", "/tables/canberra/ready", {"ready": True})
                follows.until(lambda seen, before=number: seen.view["round"] not in (None, before))
            assert [seat["longer"] for seat in follows.view["seats"]] == [True]
    assert spans == [20, 40]


def test_bots_put_slips_down_while_bets_are_open(tmp_path: Path) -> None:
    """The bots' stakes are on the layout before the close."""
    with running_house(tmp_path, bots=2, betting_seconds=0.6) as house:
        player = house.browser()
        player.sit("melbourne-b")
        with player.stream("melbourne-b") as follows:
            view = follows.until(lambda seen: sum(one["stake"] for one in seen.view["areas"].values()) > 0)
            assert view["betting"]["open"]
            assert [seat["bot"] for seat in view["seats"]] == [False, True, True]


def test_a_void_gives_back_every_stake_and_says_why(house: House) -> None:
    """The stake is back on the rack, and every screen shows the ground and its clause."""
    dealer, player = house.browser(), house.browser()
    dealer.console("sydney")
    player.sit("sydney")
    number = dealer.open_bets("sydney")
    player.slip("sydney", {"big": 1_000}, number)
    dealer.deal_until("sydney", "call")
    void = {"type": "declare-void", "ground": "not-flat"}
    dealer.succeed("POST", "/tables/sydney/commands", void)

    view, mine = player.view("sydney"), player.player_view("sydney")
    assert view["history"][0] == {"round": number, "void": "not-flat"}
    assert view["result"]["void"]["clause"] == "7.1.1"
    assert mine["rack"] == 100_000
    assert mine["settlement"]["void"]["ground"] == "not-flat"
    assert mine["settlement"]["returned"] == 1_000


def test_a_correction_settles_by_the_dice_with_the_house_as_second_person(house: House) -> None:
    """At home one person may correct a result, because the house itself is the second person."""
    dealer, player = house.browser(), house.browser()
    dealer.console("canberra")
    player.sit("canberra")
    number = dealer.open_bets("canberra")
    player.slip("canberra", {"small": 1_000}, number)
    dealer.finish("canberra", [6, 6, 5])
    assert player.player_view("canberra")["rack"] == 99_000

    body = {"type": "correct-result", "dice": [1, 2, 4], "reason": "misread", "second": ""}
    dealer.succeed("POST", "/tables/canberra/commands", body)

    assert player.player_view("canberra")["rack"] == 101_000
    assert player.view("canberra")["history"][0] == {"round": number, "dice": [1, 2, 4], "corrected": True}


def test_super_streak_is_placed_at_the_amount_on_the_sign(house: House) -> None:
    """The Star's side wager is open once a run was broken."""
    dealer, player = house.browser(), house.browser()
    dealer.console("star")
    player.sit("star")
    for dice in ([1, 1, 2], [6, 6, 5], [1, 1, 2]):
        dealer.open_bets("star")
        dealer.finish("star", dice)
    streak = player.view("star")["streak"]
    side = next(side["side"] for side in streak["sides"] if side["open"])
    placed = player.succeed("POST", "/tables/star/streaks", {"round": streak["round"], "side": side})

    assert placed["total"] == 500
    assert player.player_view("star")["streaks"][0]["bet"] == f"streak-{side}"
    dealer.open_bets("star")
    assert not player.view("star")["streak"]["takes"]
    late = player.send_request("POST", "/tables/star/streaks", {"round": streak["round"] + 1, "side": "odd"})
    assert (late.status_code, late.json()["code"]) == (409, "bets-closed")


def test_one_dealer_deals_each_table_and_gives_no_step_twice(tmp_path: Path) -> None:
    """Also in a new house: two rounds of every table are dealt, and no command of the house is refused."""
    with running_house(tmp_path, betting_seconds=0.05) as house:
        names = list(house.live_house.live_tables)
        readers = [house.browser().stream(name) for name in names]
        for follows in readers:
            with follows:
                follows.until(lambda seen: len(seen.view["history"]) >= 2)
        for name in names:
            refused = house.live_house.live_tables[name].history.refusals
            assert [one.message for one in refused] == [], name


def test_a_dealer_hears_why_not_in_their_own_language(house: House) -> None:
    """Both the refused actions in the staff view and a refused command use the dealer's language."""
    dealer = house.browser(**{"Accept-Language": "vi"})
    dealer.console("singapore-2")
    dealer.open_bets("singapore-2")
    actions = dealer.get("/tables/singapore-2")["desk"]["actions"]
    pay = next(one for one in actions if one["step"] == "pay")
    assert pay["refusal"].startswith("Bước tiếp theo: ")
    refused = dealer.send_request(
        "POST", "/tables/singapore-2/commands", {"type": "perform", "step": "pay"}
    ).json()
    assert (refused["detail"], refused["code"]) == (pay["refusal"], "not-now")
