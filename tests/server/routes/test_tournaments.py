"""Tournaments over HTTP: terms, entries, seats, a sealed wager, and what everyone may see."""

import hashlib
from functools import partial
from typing import Any

from tests.server.heats import deal, place, slip_words, spin
from tests.server.houses import Browser, House, running_house
from tests.tournament.test_formats import terms_with
from tests.tournament.tournaments import terms_of

CUP = "/tournaments/lunar"


def give(browser: Browser, kind: str, **said: Any) -> Any:
    """Give a command that must be accepted."""
    return browser.succeed("POST", f"{CUP}/commands", {"type": kind, **said})


def refusal(browser: Browser, kind: str, **said: Any) -> Any:
    """Give a command that must be refused, and return the problem."""
    answer = browser.send_request("POST", f"{CUP}/commands", {"type": kind, **said})
    assert answer.status_code >= 400
    return answer.json()


def draft_desk(house: House) -> Browser:
    """Return the desk of a drafted tournament at Crown Sydney."""
    desk = house.browser()
    desk.succeed("POST", "/tournaments", {"name": "lunar", "layout": "crown-sydney"})
    return desk


def test_a_tournament_is_run_from_the_desks(tmp_path: Any) -> None:
    """It is published, entered, drawn and dealt. The public board shows numbers and never a sealed slip."""
    with running_house(tmp_path) as house:
        desk = draft_desk(house)
        begin = desk.get("/tournament-terms/crown-sydney-2024")["terms"]
        lacking = desk.succeed("POST", "/tournament-terms", {"terms": begin})
        assert {one["clause"] for one in lacking["missing"]} == {"1.1/tournament-terms-and-conditions"}
        incomplete = refusal(desk, "publish-tournament", terms=begin)
        assert incomplete["clauses"][0]["clause"] == "1.1/tournament-terms-and-conditions"
        text = past_terms()
        give(desk, "publish-tournament", terms=text)
        assert "<h1>Lunar Cup</h1>" in desk.http.get(f"{CUP}/terms").text
        assert refusal(desk, "enter-tournament", **entry(text, "Ana"))["code"] == "not-now"
        cup = fill_entries(desk, text)
        unready = refusal(desk, "begin-round")["detail"]
        assert unready.startswith("Brief these entrants first: Player 1, Player 2")
        give(desk, "brief-entrants", players=[row["player"] for row in cup["rows"]])
        cup = give(desk, "begin-round")
        assert [len(heat["players"]) for heat in cup["heats"]] == [4, 4]
        names = {row["name"] for row in house.browser().get(CUP)["rows"]}
        assert "Player 1" in names and "Player 2" not in names and "#02" in names
        _one_spin(house, desk, cup)


def past_terms() -> str:
    """Return complete terms of a tournament whose start has come."""
    return terms_of("crown-sydney-2024").replace("2026-02-1", "2020-02-1")


def fill_entries(desk: Browser, text: str) -> Any:
    """Publish the terms, enter eight players, appoint a director and designate two tables."""
    give(desk, "commit-seat-draws")
    give(desk, "appoint-director")
    give(desk, "take-charge")
    give(desk, "designate-tables", tables=["T1", "T2"], location="Main floor, pit 4")
    for number in range(1, 9):
        cup = give(desk, "enter-tournament", **entry(text, f"Player {number}", publicity=number == 1))
    return cup


def begin_tournament(desk: Browser, terms: str = "") -> Any:
    """Start a tournament of eight in its first round."""
    terms = terms or past_terms()
    desk.succeed("POST", "/tournaments", {"name": "lunar", "layout": "crown-sydney"})
    give(desk, "publish-tournament", terms=terms)
    cup = fill_entries(desk, terms)
    give(desk, "brief-entrants", players=[row["player"] for row in cup["rows"]])
    return give(desk, "begin-round")


def entry(text: str, player: str, **more: Any) -> dict[str, Any]:
    """Return an entry at the price of the terms."""
    accepted = hashlib.sha256(text.encode()).hexdigest()
    said = {"player": player, "method": "desk", "cents": 12_000, "accepted": accepted, "admitted": True}
    return said | more


def _one_spin(house: House, desk: Browser, cup: Any) -> None:
    order = partial(give, desk)
    cup = deal(order, cup, "close")
    sly, other, *rest = cup["heats"][0]["players"]
    salt, slip = "5a" * 16, [["small", 700, "tournament-chip"]]
    line = f"sicbo-secret-1 {salt} T1 1 1 1 small=700\n"
    seal = hashlib.sha256(line.encode()).hexdigest()
    give(desk, "seal-slip", table="T1", player=sly, commitment=seal)
    place(order, cup, other, "big", 500)
    for name in rest:
        place(order, cup, name, "small", 100)
    cup = deal(order, cup, "uncover")
    seen = house.browser().http.get(CUP).text
    assert salt not in seen and seal in seen and cup["heats"][0]["sealed"] == [sly]
    assert refusal(desk, "heat-perform", table="T1", step="uncover")["clauses"][0]["clause"] == "8.4.4(c)"
    give(desk, "open-seal", table="T1", player=sly, salt=salt, stakes=slip)
    cup = deal(order, cup)
    first = cup["rows"][0]
    assert (first["player"], first["bank"], first["this_spin"], first["secrets"]) == (sly, 10_700, 700, 1)
    assert [one["cents"] for one in cup["prizes"]] == [100_000, 60_000, 40_000]


def test_what_is_not_there_and_who_may_not_is_said(tmp_path: Any) -> None:
    """An unknown name, a rulebook without tournaments and an unreadable command are refused."""
    with running_house(tmp_path) as house:
        desk = draft_desk(house)
        assert desk.get("/tournaments")[0]["stage"] == "draft"
        assert house.browser().http.get("/tournaments/solar").status_code == 404
        assert house.browser().http.get(f"{CUP}/terms").status_code == 404
        assert house.browser().http.get("/tournament-terms/canberra-2005").status_code == 404
        bad = desk.send_request("POST", "/tournaments", {"name": "no good", "layout": "crown-sydney"})
        assert bad.status_code == 400
        none = desk.send_request("POST", "/tournaments", {"name": "cup", "layout": "canberra"})
        assert "no clause on tournaments" in none.text
        assert refusal(desk, "dance")["code"] == "bad-request"
        assert house.browser().send_request("POST", f"{CUP}/commands", {"type": "retire"}).status_code == 401


def test_the_board_keeps_ranks_and_banks_after_the_prizes(tmp_path: Any) -> None:
    """Tied entrants share a rank with the chips that they ended with, as in the prizes."""
    with running_house(tmp_path) as house:
        desk = house.browser()
        terms = terms_with("crown-sydney-2024", [(2, 0, 1, "fresh", 1, "end", 0)], {"winners.level": "share"})
        cup = begin_tournament(desk, terms.replace("2026-02-1", "2020-02-1"))
        for _ in range(2):
            cup = spin(partial(give, desk), cup, lambda seat: 500 if seat <= 2 else 100)
        ranked = give(desk, "conclude-round")["rows"]
        awarded = give(desk, "award-prizes")
    assert [(row["rank"], row["bank"]) for row in ranked] == [(1, 11_000)] * 2 + [(3, 10_200)] * 6
    assert [(row["rank"], row["bank"]) for row in awarded["rows"]] == [(1, 11_000)] * 2 + [(3, 10_200)] * 6
    assert {prize["place"] for prize in awarded["prizes"]} == {1, 3}


def test_an_entrant_seals_on_a_device_of_their_own(tmp_path: Any) -> None:
    """A code opens the page once. From there only this entrant wagers, and no other device can."""
    with running_house(tmp_path) as house:
        desk, phone, other = house.browser(), house.browser(), house.browser()
        cup = begin_tournament(desk)
        sly, friend = cup["heats"][0]["players"][:2]
        code = desk.succeed("POST", f"{CUP}/codes", {"player": sly})["code"]
        assert phone.get(f"{CUP}/seat")["player"] == ""
        assert phone.send_request("POST", f"{CUP}/seat", {"code": "BCDF-GHJK"}).status_code == 404
        assert phone.succeed("POST", f"{CUP}/seat", {"code": code.lower()})["player"] == sly
        assert other.send_request("POST", f"{CUP}/seat", {"code": code}).status_code == 404
        cup = deal(partial(give, desk), cup, "close")
        slip = {"type": "heat-register-slip", **slip_words(cup, friend, "big", 300)}
        mine = phone.succeed("POST", f"{CUP}/seat/commands", slip)
        assert (mine["player"], mine["slip"]) == (sly, [["big", 300]])
        assert (mine["round"], mine["version"]) == (1, 1)
        assert desk.get(CUP)["heats"][0]["wagered"] == [sly]
        for step in ("close", "enter"):
            said = {"type": "heat-perform", "table": "T1", "step": step, "dice": [1, 2, 4]}
            assert phone.send_request("POST", f"{CUP}/seat/commands", said).status_code == 403
        again = desk.succeed("POST", f"{CUP}/codes", {"player": sly})["code"]
        assert other.succeed("POST", f"{CUP}/seat", {"code": again})["slip"] == [["big", 300]]
        assert phone.send_request("POST", f"{CUP}/seat/commands", slip).status_code == 401
        assert other.send_request("DELETE", f"{CUP}/seat").status_code == 204
        assert other.get(f"{CUP}/seat")["player"] == ""
        assert desk.send_request("POST", f"{CUP}/codes", {"player": "p-none"}).status_code == 404
        assert house.browser().send_request("POST", f"{CUP}/codes", {"player": sly}).status_code == 403
