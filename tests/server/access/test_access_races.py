"""Accounts that change while a request about them is in flight: dismissed staff do not stay signed in."""

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from typing import Any

import httpx
import pytest

from sicbo.server.access.access_database import DatabaseStore
from sicbo.server.access.sessions import Sessions, StaffAccount
from sicbo.server.routes.promotions import promotions
from sicbo.server.routes.tournaments import tournaments
from tests.journal.postgres_server import fresh_url
from tests.processes.players import wait_until
from tests.server.access.hashing_gate import HashingGate, staff_sign_in_of
from tests.server.floors import PIN
from tests.server.houses import new_account
from tests.server.in_process import InProcessHouse, in_process_house

TIMES = 51
NEW, KEY = "93572846", "crown-sydney-2024"
HELD = ("verify", "hash", "")
"""Where the slow request is held while the quick one is done; if empty, both run at once."""


class StaffedFloor:
    """A floor with its owner, and accounts that are made and ended by the dozen."""

    def __init__(self, house: InProcessHouse) -> None:
        self.house, self.gate = house, HashingGate(staff_sign_in_of(house))
        self.owner = new_account(house.live_house, "kim", "senior-manager")
        self.secret = self.gate.hasher.hash(PIN)

    @property
    def sessions(self) -> Sessions:
        """Return the sessions and accounts of the house."""
        return self.house.live_house.sessions

    def new_account(self, member: str, rank: str = "senior-manager") -> str:
        """Make an account with the PIN of the tests, and return the token of a session."""
        staff = StaffAccount(member, member, rank, self.secret)
        self.sessions.add_staff(staff)
        begun = self.sessions.begin_staff(staff)
        assert begun
        return begun[0]

    def change_pin(self, token: str) -> "tuple[str, str, object, str]":
        """Return the request with which a person changes their own PIN."""
        return "PUT", "/session/pin", {"pin": PIN, "new": NEW}, token

    def sign_in(self, member: str, pin: str = PIN) -> "tuple[str, str, object, str]":
        """Return the request with which a person signs in."""
        return "POST", "/sessions", {"id": member, "pin": pin}, ""

    def race(
        self, at: str, slow: tuple[str, str, object, str], quick: tuple[str, str, object, str]
    ) -> tuple[httpx.Response, httpx.Response]:
        """Return the answers to a request that is held at the gate, and to one that is done meanwhile."""
        self.gate.close(at)
        flying = self.house.begin_request(*slow)
        if at:
            self.gate.wait()
            done = self.house.ask(*quick)
            self.gate.open()
        else:
            done = self.house.ask(*quick)
        return flying.result(20), done

    def role(self, token: str) -> str:
        """Return the role of a session's token."""
        said: str = self.house.ask("GET", "/session", token=token).json()["role"]
        return said

    def roles(self, *answers: httpx.Response, also: str = "") -> set[str]:
        """Return the roles of all tokens in these answers."""
        given = [answer.cookies["sicbo"] for answer in answers if "sicbo" in answer.cookies]
        return {self.role(token) for token in (*given, also)}


@pytest.fixture(scope="module")
def pit(tmp_path_factory: pytest.TempPathFactory) -> Iterator[StaffedFloor]:
    """A floor without tables."""
    with in_process_house(tmp_path_factory.mktemp("floor"), profile="floor") as house:
        yield StaffedFloor(house)


def test_a_member_removed_during_a_pin_change_is_out(pit: StaffedFloor) -> None:
    """The account does not come back, whether the old PIN was being checked or the new one hashed."""
    for number in range(TIMES):
        member, at = f"vic{number}", HELD[number % 3]
        token = pit.new_account(member)
        slow, quick = pit.race(at, pit.change_pin(token), ("DELETE", f"/staff/{member}", None, pit.owner))
        assert (quick.status_code, slow.status_code in (401, 403)) == (204, True) or not at
        assert quick.status_code == 204 or slow.status_code == 200, "they changed it before it was removed"
        if quick.status_code == 204:
            assert member not in pit.sessions.staff
            assert pit.roles(slow, also=token) == {"guest"}
            assert pit.house.ask(*pit.sign_in(member, NEW)).status_code in (403, 429)


def test_a_member_demoted_during_a_pin_change_stays_demoted(pit: StaffedFloor) -> None:
    """The rank that the owner gave counts, in the account and in every session."""
    for number in range(TIMES):
        member, at = f"xen{number}", HELD[number % 3]
        token = pit.new_account(member)
        demote = ("PUT", f"/staff/{member}", {"rank": "dealer"}, pit.owner)
        slow, quick = pit.race(at, pit.change_pin(token), demote)
        assert quick.status_code == 200 or not at
        if quick.status_code == 200:
            assert pit.sessions.staff[member].rank == "dealer"
            assert {one.rank for one in pit.sessions.of_member(member)} <= {"dealer"}
        assert slow.status_code in (401, 403) or not at


def test_a_member_removed_during_sign_in_has_no_session(pit: StaffedFloor) -> None:
    """There is no session without an account, and no session that a new account of the same id would get."""
    for number in range(TIMES):
        member = f"may{number}"
        pit.new_account(member)
        at = "verify" if number % 3 else ""
        slow, quick = pit.race(at, pit.sign_in(member), ("DELETE", f"/staff/{member}", None, pit.owner))
        assert quick.status_code == 204
        assert slow.status_code == 403 or not at
        assert pit.sessions.of_member(member) == []
        pit.new_account(member)
        assert pit.roles(slow) == {"guest"}


def test_an_old_pin_opens_nothing_once_it_is_reset(pit: StaffedFloor) -> None:
    """A thief who signs in with it at that moment gets no session, or one that has ended."""
    for number in range(TIMES):
        member = f"pat{number}"
        token = pit.new_account(member)
        at = "verify" if number % 3 else ""
        reset = ("PUT", f"/staff/{member}", {"rank": "manager", "pin": NEW}, pit.owner)
        slow, quick = pit.race(at, pit.sign_in(member), reset)
        assert quick.status_code == 200
        assert slow.status_code == 403 or not at
        assert pit.sessions.of_member(member) == []
        assert pit.roles(slow, also=token) == {"guest"}


def test_a_member_removed_during_step_up_is_out(pit: StaffedFloor) -> None:
    """A token is only given for a session that is still open."""
    for number in range(TIMES):
        member = f"ned{number}"
        token = pit.new_account(member)
        at = "verify" if number % 3 else ""
        proof = ("POST", "/sessions/step-up", {"pin": PIN}, token)
        slow, quick = pit.race(at, proof, ("DELETE", f"/staff/{member}", None, pit.owner))
        assert quick.status_code == 204
        assert slow.status_code in (401, 403) or not at
        assert pit.roles(slow, also=token) == {"guest"}


def test_of_two_concurrent_changes_of_an_account_one_is_refused(pit: StaffedFloor) -> None:
    """Neither change is lost silently."""
    for number in range(TIMES):
        member, other = f"tim{number}", f"boss{number}"
        pit.new_account(member)
        second = pit.new_account(other)
        change = f"/staff/{member}"
        pit.gate.close("hash")
        flying = [
            pit.house.begin_request("PUT", change, {"rank": rank, "pin": NEW}, token)
            for rank, token in (("dealer", pit.owner), ("manager", second))
        ]
        wait_until(lambda: staff_sign_in_of(pit.house).limits.staff_lane.pending_hashes == 2)
        pit.gate.open()
        answers = [one.result(20) for one in flying]
        assert sorted(one.status_code for one in answers) == [200, 409]
        done = next(one for one in answers if one.status_code == 200).json()
        assert pit.sessions.staff[member].rank == done["rank"]


def test_an_owner_who_is_demoted_meanwhile_makes_no_account(pit: StaffedFloor) -> None:
    """The rank of the person who makes or changes an account is checked again after the PIN is hashed."""
    for number in range(TIMES):
        member, made = f"own{number}", f"new{number}"
        token = pit.new_account(member)
        make = ("POST", "/staff", {"id": made, "rank": "manager", "pin": NEW}, token)
        demote = ("PUT", f"/staff/{member}", {"rank": "dealer"}, pit.owner)
        slow, quick = pit.race("hash", make, demote)
        assert (quick.status_code, slow.status_code) == (200, 403)
        assert made not in pit.sessions.staff


def test_an_owner_who_is_demoted_meanwhile_changes_no_account(pit: StaffedFloor) -> None:
    """A former owner cannot give another person a PIN either."""
    for number in range(TIMES):
        member, other = f"ex{number}", f"ally{number}"
        token = pit.new_account(member)
        pit.new_account(other, "dealer")
        change = ("PUT", f"/staff/{other}", {"rank": "senior-manager", "pin": NEW}, token)
        slow, quick = pit.race("hash", change, ("PUT", f"/staff/{member}", {"rank": "dealer"}, pit.owner))
        assert (quick.status_code, slow.status_code) == (200, 403)
        assert pit.sessions.staff[other] == StaffAccount(other, other, "dealer", pit.secret)


ORDERS = {
    "tournaments": (tournaments, "tournament_command", {"type": "appoint-director", "name": "Dora"}),
    "promotions": (promotions, "promotion_command", {"type": "start-promotion"}),
}
ENDS: list[tuple[str, str, object]] = [
    ("DELETE", "/staff/{}", None),
    ("PUT", "/staff/{}", {"rank": "dealer"}),
    ("PUT", "/staff/{}", {"rank": "senior-manager", "pin": NEW}),
]


@pytest.mark.parametrize("kind", ORDERS)
def test_8_an_order_is_not_recorded_if_its_author_changed_while_it_was_read(
    pit: StaffedFloor, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    """The account is read again after another thread has decoded the order, at every desk."""
    module, name, order = ORDERS[kind]
    read, arrived, go_on = getattr(module, name), threading.Event(), threading.Event()

    def read_slowly(*given: Any) -> Any:
        asked = read(*given)
        arrived.set()
        assert go_on.wait(20)
        return asked

    monkeypatch.setattr(module, name, read_slowly)
    draft = {"name": kind, "rulebook": KEY} if kind == "promotions" else {"name": kind, "layout": KEY}
    assert pit.house.ask("POST", f"/{kind}", draft, pit.owner).status_code == 201
    logs = pit.house.live_house.floor.logs
    for number in range(TIMES):
        member, (method, path, body) = f"{kind[:4]}{number}", ENDS[number % 3]
        token, before = pit.new_account(member), logs[kind].head.number
        for event in (arrived, go_on):
            event.clear()
        flying = pit.house.begin_request("POST", f"/{kind}/{kind}/commands", order, token)
        assert arrived.wait(20)
        assert pit.house.ask(method, path.format(member), body, pit.owner).status_code in (200, 204)
        go_on.set()
        answer = flying.result(20)
        assert (answer.status_code, answer.json()["code"]) == (401, "signed-out"), answer.text
        assert logs[kind].head.number == before


def test_a_session_that_ends_while_its_pin_is_looked_at_stays_over(pit: StaffedFloor) -> None:
    """A person may sign out, even from elsewhere, while a PIN is being checked or changed."""
    for number in range(TIMES):
        member = f"out{number}"
        token = pit.new_account(member)
        proof = ("POST", "/sessions/step-up", {"pin": PIN}, token)
        at, slow_one = ("verify", proof) if number % 3 == 0 else (HELD[number % 2], pit.change_pin(token))
        slow, quick = pit.race(at, slow_one, ("DELETE", "/session", None, token))
        assert (quick.status_code, slow.status_code) == (204, 401)
        assert pit.roles(slow, also=token) == {"guest"}
        assert pit.sessions.staff[member].secret == pit.secret
        assert not pit.sessions.of_member(member)


def test_what_a_session_did_last_does_not_open_it_again(pit: StaffedFloor) -> None:
    """The pseudonym of a person is stored for open sessions, not for those that ended."""
    token = pit.new_account("zoe")
    session = pit.sessions.find(token)
    assert session
    pit.sessions.end(session)
    pit.sessions.store_pseudonym(session, "p-zoe")
    assert pit.role(token) == "guest"


def test_a_session_of_staff_counts_only_with_its_account_and_its_rank(pit: StaffedFloor) -> None:
    """A stored session is over if its account is gone or has another rank."""
    for change in ({"rank": "dealer"}, None):
        token = pit.new_account("eva")
        before = pit.sessions.staff["eva"]
        if change is None:
            del pit.sessions.staff["eva"]
        else:
            pit.sessions.staff["eva"] = StaffAccount("eva", "eva", change["rank"], before.secret)
        assert pit.sessions.find(token) is None
        pit.sessions.staff["eva"] = before
        pit.sessions.remove_staff(before)


def test_of_two_processes_none_brings_back_what_the_other_ended() -> None:
    """One process removes the account; the other, which has not noticed, signs in, renews and changes it."""
    url = fresh_url()
    with closing(Sessions(DatabaseStore(url))) as first, closing(Sessions(DatabaseStore(url))) as second:
        for number in range(TIMES):
            member = StaffAccount(f"lee{number}", "Lee", "manager", f"secret {number}")
            first.add_staff(member)
            begun = first.begin_staff(member)
            assert begun
            token, session = begun
            changed = StaffAccount(member.id, "Lee", "manager", "another secret")
            with ThreadPoolExecutor(1) as threads:
                removing = threads.submit(second.remove_staff, member)
                late = first.begin_staff(member)
                renewed = first.renew(session, member)
                is_changed = first.change_staff(member, changed) is not None
            assert (removing.result() is None) is is_changed, "one of the two was told to look again"
            if not is_changed:
                assert first.of_member(member.id) == []
            for known in (token, renewed, late[0] if late else None):
                assert known is None or (first.find(known), second.find(known)) == (None, None)
            assert (first.staff.get(member.id), second.staff.get(member.id)) == (
                (changed, changed) if is_changed else (None, None)
            )


def test_a_process_finds_out_that_another_one_ended_a_session() -> None:
    """A stream of such a session is checked every five seconds, and ends."""
    url = fresh_url()
    with closing(Sessions(DatabaseStore(url))) as first, closing(Sessions(DatabaseStore(url))) as second:
        member = StaffAccount("lee", "Lee", "manager", "secret")
        first.add_staff(member)
        begun = first.begin_staff(member)
        assert begun and not first.has_ended(begun[1])
        second.remove_staff(member)
        assert first.has_ended(begun[1])
