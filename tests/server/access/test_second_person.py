"""Recent PINs and second persons: which commands need them, who may approve what, and for how long."""

import time
from collections.abc import Iterator

import pytest
from websockets.exceptions import ConnectionClosed

from sicbo.server.access import approvals, sessions
from tests.server.floors import PIN, flooring, signed_in
from tests.server.houses import Browser, House

COUNT = {"type": "count-float", "cents": 500_000, "second": ""}
CLOSING = {"type": "close-table"}


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A floor with one open table."""
    with flooring(tmp_path_factory.mktemp("floor"), {"T1": "crown-sydney-2024"}) as (house, _):
        yield house


def code(browser: Browser, path: str, body: object, method: str = "POST") -> str:
    """Return the code of the problem with which an order is refused."""
    said: str = browser.ask(method, path, body).json()["code"]
    return said


def ages(house: House, member: str, seconds: float) -> None:
    """Make the last PIN of a person older by some seconds."""
    for session in house.room.sessions.of_member(member):
        session.proved = time.monotonic() - seconds


def test_after_five_minutes_a_command_that_moves_law_or_money_wants_the_pin_again(floor: House) -> None:
    """The refused command is not recorded; after the PIN the same key works."""
    browser = signed_in(floor, "max")
    ages(floor, "max", sessions.STEP_UP_SECONDS + 1)
    before = browser.get("/tables/T1")["seq"]
    notice = {"type": "change-limits", "minimum": 100, "maximum": 60_000}
    refused = browser.ask("POST", "/tables/T1/commands", notice, key="limits-again")
    assert (refused.status_code, refused.json()["code"]) == (403, "step-up-required")
    assert browser.get("/tables/T1")["seq"] == before
    browser.done("POST", "/sessions/step-up", {"pin": PIN})
    browser.done("POST", "/tables/T1/commands", notice, key="limits-again")
    assert browser.view("T1")["sign"]["maximum"] == 60_000


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("POST", "/staff", {"id": "eve", "rank": "dealer", "pin": PIN}),
        ("PUT", "/staff/lee", {"rank": "manager"}),
        ("DELETE", "/staff/lee", None),
    ],
)
def test_whoever_changes_accounts_gives_the_pin_again(
    floor: House, method: str, path: str, body: object
) -> None:
    """An unattended console cannot make a manager; the list can still be read."""
    owner = signed_in(floor, "kim")
    ages(floor, "kim", sessions.STEP_UP_SECONDS + 1)
    assert code(owner, path, body, method) == "step-up-required"
    assert len(owner.get("/staff")) == 5


def test_dealing_wants_no_pin_again(floor: House) -> None:
    """Commands of every round are not held up."""
    dealer = signed_in(floor, "lee")
    dealer.console("T1")
    ages(floor, "lee", sessions.STEP_UP_SECONDS + 1)
    assert dealer.perform("T1", "place-bets")["events"][0]["type"] == "step-performed"
    dealer.done("POST", "/sessions/step-up", {"pin": PIN})
    void = {"type": "declare-void", "ground": "disruption", "note": "shouting"}
    assert code(dealer, "/tables/T1/commands", void) == "authority-required"
    dealer.finish("T1", [1, 2, 4])


def test_the_token_is_new_after_signing_in_and_after_the_pin(floor: House) -> None:
    """The old token becomes invalid; the session keeps its console and everything else."""
    browser = signed_in(floor, "lee")
    browser.console("T1")
    old = browser.http.cookies["sicbo"]
    with browser.stream("T1") as follows:
        follows.until(lambda seen: seen.desk and seen.desk["holds_console"])
        browser.done("POST", "/sessions/step-up", {"pin": PIN})
        new = browser.http.cookies["sicbo"]
        assert new != old
        assert browser.get("/session")["consoles"] == [{"table": "T1", "rank": "dealer"}]
        number = browser.open_bets("T1")
        follows.until(lambda seen: seen.view["round"] == number)
        assert follows.desk
        assert follows.desk["holds_console"]
        browser.finish("T1", [1, 2, 4])
    stolen = floor.browser()
    stolen.http.cookies.set("sicbo", old)
    assert stolen.get("/session")["role"] == "guest"
    browser.done("POST", "/sessions", {"id": "lee", "pin": PIN})
    assert browser.http.cookies["sicbo"] not in (old, new)


def test_a_wrong_pin_steps_nobody_up_and_counts_as_a_wrong_sign_in(floor: House) -> None:
    """Another person's PIN does not help, and a player has no PIN."""
    browser, player = signed_in(floor, "sue"), floor.browser()
    assert code(browser, "/sessions/step-up", {"pin": "000000"}) == "sign-in-refused"
    assert code(player, "/sessions/step-up", {"pin": PIN}) == "signed-out"


def test_a_second_person_agrees_to_exactly_what_was_asked(floor: House) -> None:
    """A waiting command is identified by its hash; other figures under the same key are refused at once."""
    first, second = signed_in(floor, "kim"), signed_in(floor, "max")
    waits = first.ask("POST", "/tables/T1/commands", COUNT, key="count-the-float")
    assert waits.status_code == 202
    name = waits.json()["approval"]
    again = first.ask("POST", "/tables/T1/commands", COUNT, key="count-the-float")
    other = first.ask("POST", "/tables/T1/commands", {**COUNT, "cents": 1}, key="count-the-float")
    assert again.json()["approval"] == name
    assert (other.status_code, other.json()["code"]) == (422, "key-reused")
    listed = second.get("/approvals")
    assert [(one["approval"], one["command"]["cents"]) for one in listed] == [(name, 500_000)]
    assert listed[0]["expires_at"] > listed[0]["at"]
    before = first.get("/tables/T1")["seq"]
    done = second.done("POST", f"/approvals/{name}", {"approve": True})
    assert done["events"][0]["data"]["cents"] == 500_000
    assert first.get("/tables/T1")["seq"] == before + 1
    for replayed in (
        second.ask("POST", f"/approvals/{name}", {"approve": True}),
        first.ask("POST", "/tables/T1/commands", COUNT, key="count-the-float"),
    ):
        assert replayed.headers["Idempotency-Replayed"] == "true"
        assert replayed.json()["number"] == done["number"]
    assert signed_in(floor, "sue").ask("POST", f"/approvals/{name}", {"approve": True}).status_code == 404
    assert second.get("/approvals") == []


def test_nobody_is_their_own_second_person(floor: House) -> None:
    """Another browser does not help, nor does naming a person who has not approved."""
    first, again = signed_in(floor, "kim"), signed_in(floor, "kim")
    for named in ("", "max"):
        name = first.ask("POST", "/tables/T1/commands", {**COUNT, "second": named}).json()["approval"]
        assert code(again, f"/approvals/{name}", {"approve": True}) == "authority-required"
        if named:
            assert (
                code(signed_in(floor, "sue"), f"/approvals/{name}", {"approve": True}) == "authority-required"
            )
        assert signed_in(floor, "max").ask("POST", f"/approvals/{name}", {"approve": True}).status_code == 200


def test_the_second_person_is_of_the_rank_that_the_command_wants(floor: House) -> None:
    """A correction needs two persons of its rank: a dealer cannot approve it."""
    dealer, first, second = signed_in(floor, "lee"), signed_in(floor, "kim"), signed_in(floor, "max")
    dealer.console("T1")
    dealer.open_bets("T1")
    dealer.finish("T1", [1, 2, 4])
    order = {"type": "correct-result", "dice": [1, 2, 5], "second": "", "reason": "misread"}
    name = first.ask("POST", "/tables/T1/commands", order).json()["approval"]
    refused = dealer.ask("POST", f"/approvals/{name}", {"approve": True}).json()
    assert (refused["code"], bool(refused["required_rank"])) == ("authority-required", True)
    assert code(signed_in(floor, "ins"), f"/approvals/{name}", {"approve": True}) == "authority-required"
    ages(floor, "max", sessions.STEP_UP_SECONDS + 1)
    assert code(second, f"/approvals/{name}", {"approve": True}) == "step-up-required"
    second.done("POST", "/sessions/step-up", {"pin": PIN})
    second.done("POST", f"/approvals/{name}", {"approve": True})
    assert second.view("T1")["result"]["dice"] == [1, 2, 5]


def test_what_nobody_agrees_to_in_time_is_dropped(floor: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """After ten minutes it is as if the command had not been given."""
    first, second = signed_in(floor, "kim"), signed_in(floor, "max")
    assert approvals.APPROVAL_SECONDS == 600
    monkeypatch.setattr(approvals, "APPROVAL_SECONDS", 0)
    name = first.ask("POST", "/tables/T1/commands", COUNT).json()["approval"]
    assert second.get("/approvals") == []
    assert second.ask("POST", f"/approvals/{name}", {"approve": True}).status_code == 404


def test_what_would_be_refused_anyway_does_not_wait_for_anybody(floor: House) -> None:
    """The first person's rank is checked first, and the refusal is recorded."""
    dealer = signed_in(floor, "lee")
    before = dealer.get("/tables/T1")["seq"]
    order = {"type": "correct-result", "dice": [1, 2, 5], "second": "", "reason": "misread"}
    assert code(dealer, "/tables/T1/commands", order) == "authority-required"
    assert dealer.get("/tables/T1")["seq"] == before + 1


def test_a_changed_rank_counts_at_once_and_a_removed_account_is_out(floor: House) -> None:
    """Sessions follow the account of their person, and no one can change their own account."""
    owner = signed_in(floor, "kim")
    owner.done("POST", "/staff", {"id": "pat", "rank": "manager", "pin": PIN})
    pat = signed_in(floor, "pat")
    owner.done("PUT", "/staff/pat", {"rank": "dealer"})
    assert code(pat, "/tables/T1/commands", CLOSING) == "authority-required"
    assert code(owner, "/staff/kim", {"rank": "dealer"}, "PUT") == "not-now"
    assert code(owner, "/staff/eve", {"rank": "dealer"}, "PUT") == "not-found"
    with pat.stream("T1") as follows:
        follows.until(lambda seen: seen.desk)
        assert owner.http.delete("/staff/pat").status_code == 204
        with pytest.raises(ConnectionClosed):
            while True:
                follows.next()
    assert pat.get("/session")["role"] == "guest"
    assert code(pat, "/sessions", {"id": "pat", "pin": PIN}) == "sign-in-refused"
