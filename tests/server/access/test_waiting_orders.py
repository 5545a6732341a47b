"""Orders that wait for a second person, as long as the first person's account is unchanged."""

from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest

from sicbo.server.access.approvals import Approvals
from sicbo.server.access.sessions import Session, StaffAccount
from sicbo.server.problems import Problem
from tests.server.access.test_approvals import KIM, order
from tests.server.access.test_signatures import Signer, accept
from tests.server.floors import PIN, running_floor, sign_in
from tests.server.houses import Browser, House

COUNT = {"type": "count-float", "cents": 500_000, "second": ""}


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[House, Browser]]:
    """A floor with one open table, and its owner."""
    with running_floor(tmp_path_factory.mktemp("floor"), {"T1": "crown-sydney-2024"}) as (house, owner):
        yield house, owner


def give_count(browser: Browser, cents: int = 500_000) -> str:
    """Return the id under which a count of the float waits."""
    waits = browser.send_request("POST", "/tables/T1/commands", {**COUNT, "cents": cents})
    assert waits.status_code == 202, waits.text
    name: str = waits.json()["approval"]
    return name


@pytest.mark.parametrize(
    ("method", "body"),
    [
        ("DELETE", None),
        ("PUT", {"rank": "dealer"}),
        ("PUT", {"rank": "manager", "pin": "93572846"}),
    ],
)
def test_an_order_is_dropped_if_its_authors_account_changed(
    floor: tuple[House, Browser], method: str, body: object
) -> None:
    """If the account is removed, or gets another rank or PIN, the order can no longer be approved."""
    house, owner = floor
    owner.succeed("POST", "/staff", {"id": "mia", "rank": "manager", "pin": PIN})
    name = give_count(sign_in(house, "mia"))
    assert [one["approval"] for one in owner.get("/approvals")] == [name]
    owner.send_request(method, "/staff/mia", body).raise_for_status()
    assert owner.get("/approvals") == []
    agreed = sign_in(house, "max").send_request("POST", f"/approvals/{name}", {"approve": True})
    assert agreed.status_code == 404
    if method != "DELETE":
        owner.send_request("DELETE", "/staff/mia").raise_for_status()


def test_an_order_is_dropped_though_another_process_changed_the_account() -> None:
    """The account is looked up together with the order, so no notification is needed."""
    accounts = {"kim": KIM}
    approvals, session = Approvals(accounts), Session(b"", "lee", "Lee", "manager")
    for changed in (
        None,
        StaffAccount("kim", "Kim", "dealer", "secret"),
        StaffAccount("kim", "Kim", "manager", "other"),
    ):
        accounts["kim"] = KIM
        name = approvals.add("kim", order(1), 0, signed=False).id
        assert approvals.find(name, "lee", 0).shape(session).by == "kim"
        if changed is None:
            del accounts["kim"]
        else:
            accounts["kim"] = changed
        with pytest.raises(Problem, match="does not wait for approval"):
            approvals.find(name, "lee", 0)


def test_an_order_that_was_agreed_to_and_not_written_ends_with_its_account() -> None:
    """The journal could not be written, and the first person left before the second asks again."""
    accounts = {"kim": KIM}
    approvals = Approvals(accounts)
    waiting = approvals.add("kim", order(1), 0, signed=False)
    waiting.second = "lee"
    approvals.refuse_if_changed(approvals.find(waiting.id, "lee", 0))
    del accounts["kim"]
    with pytest.raises(Problem, match="does not wait for approval"):
        approvals.refuse_if_changed(approvals.find(waiting.id, "lee", 0))


def test_an_order_does_not_wait_once_its_account_is_gone_or_of_another_rank() -> None:
    """The account changed while the order was in flight."""
    for accounts in ({}, {"kim": StaffAccount("kim", "Kim", "dealer", "secret")}):
        with pytest.raises(Problem, match="Your account has changed"):
            Approvals(accounts).add("kim", order(1), 0, signed=False)


def test_only_its_author_or_a_higher_rank_withdraws_an_order(floor: tuple[House, Browser]) -> None:
    """A dealer and a person of the same rank cannot; the list says whether one may."""
    house, owner = floor
    owner.succeed("POST", "/staff", {"id": "ned", "rank": "manager", "pin": PIN})
    author = sign_in(house, "max")
    for member, may in (("lee", False), ("ned", False), ("max", True), ("kim", True)):
        name, browser = give_count(author), sign_in(house, member)
        assert {one["may_withdraw"] for one in browser.get("/approvals")} == {may}
        answer = browser.send_request("POST", f"/approvals/{name}", {"approve": False})
        assert answer.status_code == (204 if may else 403)
        if not may:
            assert "higher rank" in answer.json()["detail"]
    for one in author.get("/approvals"):
        author.send_request("POST", f"/approvals/{one['approval']}", {"approve": False}).raise_for_status()
    owner.send_request("DELETE", "/staff/ned").raise_for_status()


def test_the_same_key_with_other_words_is_refused_at_once(floor: tuple[House, Browser]) -> None:
    """It is refused while the order waits, at its approval and once recorded; the same words are not."""
    house, _ = floor
    first, second, key = sign_in(house, "max"), sign_in(house, "kim"), "the-key-of-a-count"

    def submit(cents: int) -> tuple[int, str]:
        answer = first.send_request("POST", "/tables/T1/commands", {**COUNT, "cents": cents}, key)
        return answer.status_code, answer.json().get("code", "")

    assert submit(500_000) == (202, "")
    assert submit(400_000) == (422, "key-reused")
    [waiting] = second.get("/approvals")
    second.succeed("POST", f"/approvals/{waiting['approval']}", {"approve": True})
    assert submit(400_000) == (422, "key-reused")
    house.live_house.approvals = Approvals(house.live_house.sessions.staff)
    assert submit(400_000) == (422, "key-reused")
    assert submit(500_000) == (200, "")
    assert second.get("/approvals") == []


def test_8_the_key_of_an_order_that_waits_is_taken_for_every_other_order(
    floor: tuple[House, Browser],
) -> None:
    """An order that needs no second person cannot use it either; the one that waits is approved as ever."""
    house, owner = floor
    owner.succeed("POST", "/staff", {"id": "pam", "rank": "manager", "pin": PIN})
    first, key, path = sign_in(house, "pam"), "the-key-that-waits", "/tables/T1/commands"
    assert first.send_request("POST", path, COUNT, key).status_code == 202
    limits = {"type": "change-limits", "minimum": 1_500, "maximum": 50_000}
    before = house.live_house.live_table("T1").seq
    for browser in (first, owner):
        answer = browser.send_request("POST", path, limits, key)
        assert (answer.status_code, answer.json()["code"]) == (422, "key-reused")
    assert house.live_house.live_table("T1").seq == before
    [waiting] = owner.get("/approvals")
    owner.succeed("POST", f"/approvals/{waiting['approval']}", {"approve": True})
    assert first.send_request("POST", path, COUNT, key).status_code == 200
    owner.send_request("DELETE", "/staff/pam").raise_for_status()


def test_8_an_order_that_waits_is_the_same_once_its_author_has_a_pseudonym(
    floor: tuple[House, Browser],
) -> None:
    """The first record of a person names the pseudonym; a retry after it is no other order."""
    house, owner = floor
    owner.succeed("POST", "/staff", {"id": "una", "rank": "manager", "pin": PIN})
    first, key, path = sign_in(house, "una"), "the-key-of-a-retry", "/tables/T1/commands"
    waits = first.send_request("POST", path, COUNT, key)
    first.send_request("POST", path, {"type": "change-limits", "minimum": 1_500, "maximum": 50_000})
    again = first.send_request("POST", path, COUNT, key)
    assert (again.status_code, again.json()) == (202, waits.json())
    owner.send_request("DELETE", "/staff/una").raise_for_status()


def test_8_an_order_waits_again_if_its_second_person_left_before_it_was_recorded() -> None:
    """The author asks again, and the order has no second person any more."""
    lee = StaffAccount("lee", "Lee", "manager", "secret")
    accounts, asked = {"kim": KIM, "lee": lee}, order(1)
    approvals = Approvals(accounts)
    waiting = approvals.add("kim", asked, 0, signed=False)
    waiting.approve(asked._replace(signatures=()), lee)
    assert approvals.add("kim", order(1), 0, signed=False).second == "lee"
    accounts["lee"] = StaffAccount("lee", "Lee", "dealer", "secret")
    kept = approvals.add("kim", order(1), 0, signed=False)
    assert (kept, kept.second, kept.asked) == (waiting, "", asked)


def test_a_new_account_of_an_old_id_inherits_nothing(floor: tuple[House, Browser]) -> None:
    """It gets no accepted or offered key, no session and no order."""
    house, owner = floor
    person = {"id": "ida", "rank": "manager", "pin": PIN}
    owner.succeed("POST", "/staff", person)
    ida = Signer(house, "ida")
    accept(owner, "ida", ida.offer()["offered"])
    give_count(ida.browser)
    state = ida.offer()
    assert state["key"] and state["offered"]
    owner.send_request("DELETE", "/staff/ida").raise_for_status()
    owner.succeed("POST", "/staff", person)
    assert ida.browser.get("/session")["role"] == "guest"
    again = Signer(house, "ida")
    assert again.browser.get("/session/key") == {"id": "ida", "key": "", "offered": ""}
    assert owner.get("/approvals") == []
    again.key = ida.key
    accept(owner, "ida", again.offer()["offered"])


def test_a_key_is_not_accepted_if_its_account_ends_meanwhile(
    floor: tuple[House, Browser], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The account is looked up again when the key is written."""
    house, owner = floor
    owner.succeed("POST", "/staff", {"id": "uma", "rank": "manager", "pin": PIN})
    key, kept = Signer(house, "uma").offer()["offered"], house.live_house.keys.add_person_key
    person = house.live_house.people.pseudonym("uma")

    def slow(*given: Any) -> None:
        owner.send_request("DELETE", "/staff/uma").raise_for_status()
        kept(*given)

    monkeypatch.setattr(house.live_house.keys, "add_person_key", slow)
    with closing(sign_in(house, "kim").http) as other:
        assert other.put("/staff/uma/key", json={"key": key}).status_code == 409
    assert person not in house.live_house.keys.accepted_keys()
