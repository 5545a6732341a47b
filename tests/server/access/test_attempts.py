"""Wrong PINs: counted before they are checked, slowed by person and place, and not usable against staff."""

import asyncio
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import apsw
import httpx
import pytest

from sicbo.server.access import attempts
from sicbo.server.access.access_database import DatabaseStore
from sicbo.server.access.attempts import AttemptLimit, AttemptLimiter
from sicbo.server.access.sessions import StaffAccount
from sicbo.server.access.sign_in import known_browsers
from sicbo.server.access.sign_in.known_browsers import KnownBrowsers, SignInOrigin, network_of
from sicbo.server.access.sign_in.limits import (
    MOST_OF_ONE_SOURCE,
    MOST_SIGN_INS,
    OWN,
    STRANGERS,
    Lots,
)
from sicbo.server.problems import Problem
from tests.journal.postgres_server import fresh_url
from tests.server.access.hashing_gate import HashingGate, staff_sign_in_of
from tests.server.floors import PIN
from tests.server.houses import new_account
from tests.server.in_process import InProcessHouse, in_process_house

KEY = "pin.too-many-wrong"
TIMES, GUESSES = 50, 150


class NoLots(Lots):
    """No address is drawn."""

    def draws(self, member_id: str, address: str, now: float) -> bool:
        """Whether this address is drawn: it is not."""
        return False


class StaffedFloor:
    """A floor with a manual clock for wrong PINs, and a member of staff."""

    def __init__(self, house: InProcessHouse) -> None:
        self.house, self.door = house, staff_sign_in_of(house)
        self.gate, self.time = HashingGate(self.door), 1_800_000_000.0
        self.door.attempts.now = lambda: self.time
        self.door.limits.lots = NoLots()
        self._count = 0

    def new_account(self) -> str:
        """Make an account with the PIN of the tests, and return its id."""
        self._count += 1
        member = StaffAccount(f"lee{self._count}", "Lee", "manager", self.gate.hasher.hash(PIN))
        self.house.live_house.sessions.add_staff(member)
        return member.id

    def sign_in(self, member: str, pin: str = PIN, browser: str = "") -> httpx.Response:
        """Sign in over the API, perhaps with the cookie of a known browser."""
        request = {"id": member, "pin": pin}
        return self.house.ask("POST", "/sessions", request, known=browser)

    def guess(self, member: str, address: str, pin: str = "00000000", browser: str = "strange") -> str:
        """Return the result of a guess from some address."""
        signing = self.door.sign_in(self.house.live_house, member, pin, SignInOrigin(address, browser))
        try:
            self.house.run(signing)
        except Problem as problem:
            return problem.code
        return "in"


@pytest.fixture(scope="module")
def pit(tmp_path_factory: pytest.TempPathFactory) -> Iterator[StaffedFloor]:
    """A floor without tables."""
    with in_process_house(tmp_path_factory.mktemp("floor"), profile="floor") as house:
        yield StaffedFloor(house)


def test_of_150_guesses_in_flight_five_are_looked_at(pit: StaffedFloor) -> None:
    """The right PIN, which comes last, is not checked; fifty times, each on another account."""
    for _ in range(TIMES):
        member, before = pit.new_account(), pit.gate.count
        flying = [
            pit.house.begin_request("POST", "/sessions", {"id": member, "pin": f"wrong-{number}"})
            for number in range(GUESSES - 1)
        ]
        flying.append(pit.house.begin_request("POST", "/sessions", {"id": member, "pin": PIN}))
        came = Counter(one.result(60).json().get("code", "in") for one in flying)
        assert came == {"sign-in-refused": OWN[0], "too-many": GUESSES - OWN[0]}
        assert pit.gate.count - before == OWN[0]


def test_five_wrong_pins_and_each_further_one_waits_longer(pit: StaffedFloor) -> None:
    """The right PIN does not help before the time in the answer, and helps after it."""
    member = pit.new_account()
    waits = []
    for _ in range(3):
        while (answer := pit.sign_in(member, "00000000")).status_code == 403:
            pass
        assert (answer.status_code, answer.json()["code"]) == (429, "too-many")
        waits.append(int(answer.headers["retry-after"]))
        pit.time += waits[-1] - 0.01
        assert pit.sign_in(member).status_code == 429
        pit.time += 0.01
    assert waits == [15, 30, 60]
    assert pit.sign_in(member).status_code == 200
    assert pit.sign_in(member, "00000000").status_code == 403, "the wrong ones before are forgotten"
    assert pit.sign_in(pit.new_account()).status_code == 200, "others do not wait"


def test_the_delay_is_said_in_the_language_of_who_asks(pit: StaffedFloor) -> None:
    """The answer contains the seconds."""
    member = pit.new_account()
    for _ in range(6):
        answer = pit.house.ask("POST", "/sessions?lang=zh-Hans", {"id": member, "pin": "00000000"})
    assert answer.json()["detail"] == "密码错误次数过多，请在 15 秒后重试。"


def test_strangers_do_not_slow_staff_who_are_signed_in(pit: StaffedFloor) -> None:
    """After sixty wrong PINs from thirty addresses, the step-up of an open session works as always."""
    member = pit.new_account()
    token = pit.sign_in(member).cookies["sicbo"]
    assert {pit.guess(member, f"10.1.0.{number % 30}") for number in range(60)} == {
        "sign-in-refused",
        "too-many",
    }
    assert pit.house.ask("POST", "/sessions/step-up", {"pin": PIN}, token).status_code == 200


def test_strangers_do_not_slow_known_browsers_and_addresses(pit: StaffedFloor) -> None:
    """A known browser at any address and a known address are not slowed; other places are."""
    member = pit.new_account()
    assert pit.guess(member, "10.2.0.1", PIN, "my browser") == "in"
    for number in range(STRANGERS[0] + 1):
        pit.guess(member, f"10.2.1.{number}")
    assert pit.guess(member, "10.2.2.2", PIN) == "too-many"
    assert pit.guess(member, "10.2.2.2", PIN, "my browser") == "in"
    for _ in range(OWN[0] + 1):
        last = pit.guess(member, "10.2.0.1")
    assert last == "too-many", "of strangers at the same address each has to wait"
    assert pit.guess(member, "10.2.0.1", PIN, "my browser") == "in"
    pit.time += 20
    assert pit.guess(member, "10.2.0.1", PIN) == "in"


def test_a_dealers_first_sign_in_at_a_paired_terminal_is_not_slowed_by_strangers(pit: StaffedFloor) -> None:
    """The terminal's own token says where it is; another's token, or none, is a place like any other."""
    member = pit.new_account()
    devices = pit.house.live_house.devices
    secret, pairing = devices.begin_pairing("console-1", "terminal", "10.8.0.1")
    devices.confirm_pairing(pairing.code, "T1", None, "kim")
    token, device = devices.collect_token(secret)
    for number in range(STRANGERS[0] + 1):
        pit.guess(member, f"10.8.1.{number}")
    body = {"id": member, "pin": PIN}
    assert pit.guess(member, "10.8.2.2", PIN) == "too-many"
    wrong = {"id": member, "pin": "00000000"}
    for _ in range(OWN[0]):
        assert pit.house.ask("POST", "/sessions", wrong, device=token).status_code == 403
    assert pit.house.ask("POST", "/sessions", body, device=token).status_code == 429, "guesses there wait too"
    pit.time += 15
    assert pit.house.ask("POST", "/sessions", body, device=token).status_code == 200
    devices.revoke(device.id)


def test_a_browser_is_known_by_a_cookie_that_opens_nothing(pit: StaffedFloor) -> None:
    """It is given at the first sign-in and kept at the next; after a PIN change it is no longer known."""
    member = pit.new_account()
    first = pit.sign_in(member)
    browser, token = first.cookies["sicbo-known"], first.cookies["sicbo"]
    assert pit.sign_in(member, browser=browser).cookies["sicbo-known"] == browser
    known = pit.house.live_house.sessions.staff[member]
    remembered = KnownBrowsers(pit.house.live_house.sessions.store)
    assert remembered.knows(known, browser)
    changed = pit.house.ask("PUT", "/session/pin", {"pin": PIN, "new": "93572846"}, token)
    assert changed.status_code == 200
    new = pit.house.live_house.sessions.staff[member]
    assert remembered.knows(new, changed.cookies["sicbo-known"])
    assert not remembered.knows(new, browser)
    owner = new_account(pit.house.live_house, f"{member}-owner", "senior-manager")
    assert pit.house.ask("DELETE", f"/staff/{member}", token=owner).status_code == 204
    left = pit.house.live_house.sessions.store.execute("SELECT * FROM known WHERE member = ?", (member,))
    assert left.fetchall() == []


def test_a_thief_at_an_open_console_is_slowed(pit: StaffedFloor) -> None:
    """Five wrong PINs of one session slow that session, but not the person's other one."""
    member = pit.new_account()
    here, there = (pit.sign_in(member).cookies["sicbo"] for _ in range(2))
    asked = [
        pit.house.ask(method, path, body, here).status_code
        for method, path, body in (
            *[("POST", "/sessions/step-up", {"pin": "00000000"})] * 3,
            *[("PUT", "/session/pin", {"pin": "00000000", "new": "93572846"})] * 2,
            ("POST", "/sessions/step-up", {"pin": PIN}),
            ("PUT", "/session/pin", {"pin": PIN, "new": "93572846"}),
        )
    ]
    assert asked == [403] * 5 + [429] * 2
    assert pit.house.ask("POST", "/sessions/step-up", {"pin": PIN}, there).status_code == 200


def test_a_full_sign_in_queue_refuses_at_once_and_leaves_step_up_free(pit: StaffedFloor) -> None:
    """Of two hundred strange sign-ins sixteen wait and the rest are refused; a step-up is answered."""
    member = pit.new_account()
    token = pit.sign_in(member).cookies["sicbo"]
    pit.gate.close("verify", "sign-in")
    body = {"pin": "00000000"}
    flying = [
        pit.house.begin_request("POST", "/sessions", {"id": f"stranger{number}", **body})
        for number in range(200)
    ]
    pit.gate.wait()
    assert pit.house.ask("POST", "/sessions/step-up", {"pin": PIN}, token).status_code == 200
    assert not flying[0].done()
    pit.gate.open()
    answers = [one.result(20) for one in flying]
    assert Counter(one.status_code for one in answers) == {
        403: MOST_OF_ONE_SOURCE,
        503: 200 - MOST_OF_ONE_SOURCE,
    }
    late = next(one for one in answers if one.status_code == 503)
    assert (late.json()["code"], late.headers["retry-after"]) == ("busy", "2")
    assert pit.sign_in(member).status_code == 200, "room is made again"


def test_one_source_does_not_fill_the_lane_of_sign_ins(pit: StaffedFloor) -> None:
    """A flood of different ids from one address leaves room for other sources; all are limited."""

    async def flood() -> tuple[Counter[str], str]:
        async def guess(member: str, address: str) -> str:
            try:
                await pit.door.sign_in(pit.house.live_house, member, PIN, SignInOrigin(address, "strange"))
            except Problem as problem:
                return problem.code
            return "in"

        loop = asyncio.get_running_loop()
        flying = [loop.create_task(guess(f"ghost{number}", "10.9.0.1")) for number in range(100)]
        await asyncio.sleep(0)
        honest = loop.create_task(guess(member, "10.9.0.2"))
        others = [loop.create_task(guess(f"ghost{number}", f"10.9.1.{number}")) for number in range(100)]
        await asyncio.sleep(0)
        pit.gate.open()
        return Counter(await asyncio.gather(*flying, *others)), await honest

    member = pit.new_account()
    pit.gate.close("verify", "sign-in")
    came, honest = pit.house.run(flood())
    assert honest == "in"
    assert came == {"sign-in-refused": MOST_SIGN_INS - 1, "busy": 200 - MOST_SIGN_INS + 1}


def test_delays_grow_to_the_longest() -> None:
    """Five are free, then the delay is 15 s and doubles each time, up to a quarter of an hour."""
    own = AttemptLimit("lee", *OWN)
    assert [own.delay(wrong) for wrong in range(13)] == [0] * 5 + [15, 30, 60, 120, 240, 480, 900, 900]
    assert own.delay(10_000) == 900
    assert AttemptLimit("lee", *STRANGERS).delay(40) == 300


def test_wrong_tries_are_taken_back_by_time() -> None:
    """Each period of the longest delay removes one, and a clock that is set back locks no one out."""
    now = [1_800_000_000.0]
    counts = AttemptLimiter(apsw.Connection(":memory:"), KEY, lambda: now[0])
    lee = AttemptLimit("lee", 2, 100)
    for _ in range(2):
        counts.reserve(lee)
    with pytest.raises(Problem):
        counts.reserve(lee)
    now[0] += 115 + 99
    counts.reserve(lee)
    with pytest.raises(Problem, match="again in 15"):
        counts.reserve(lee)
    now[0] -= 86_400
    counts.reserve(lee)


def test_invented_ids_fill_neither_memory_nor_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """The lowest counts are dropped first, so that those of a guesser stay; after a day all are gone."""
    monkeypatch.setattr(attempts, "MOST_COUNTED", 20)
    now, shelf = [1_800_000_000.0], apsw.Connection(":memory:")
    counts, lee = AttemptLimiter(shelf, KEY, lambda: now[0]), AttemptLimit("lee", *OWN)
    for _ in range(5):
        counts.reserve(lee)
    for number in range(100):
        counts.reserve(AttemptLimit(f"invented {number}", *OWN))
        assert len(shelf.execute("SELECT * FROM tried").fetchall()) <= 20
    with pytest.raises(Problem):
        counts.reserve(lee)
    now[0] += 2 * 86_400
    counts.reserve(lee)
    assert len(shelf.execute("SELECT * FROM tried").fetchall()) == 1


def test_no_id_and_no_address_is_kept_with_a_try() -> None:
    """Only their hash is stored."""
    shelf = apsw.Connection(":memory:")
    AttemptLimiter(shelf, KEY).reserve(AttemptLimit("lee from 10.0.0.1", *OWN))
    [(name, wrong, _)] = shelf.execute("SELECT * FROM tried").fetchall()
    assert (isinstance(name, bytes) and len(name), wrong) == (32, 1)


def test_the_places_of_an_account_are_few(monkeypatch: pytest.MonkeyPatch) -> None:
    """The latest places stay."""
    monkeypatch.setattr(known_browsers, "MOST_KNOWN", 4)
    now = [1_800_000_000]
    monkeypatch.setattr("sicbo.server.access.sign_in.known_browsers.time.time", lambda: now[0])
    shelf, lee = apsw.Connection(":memory:"), StaffAccount("lee", "Lee", "dealer", "secret")
    known = KnownBrowsers(shelf)
    for number in range(9):
        now[0] += 1
        known.remember(lee, f"address {number}", f"browser {number}")
    assert [number for number in range(9) if known.knows(lee, f"browser {number}")] == [7, 8]
    assert len(shelf.execute("SELECT * FROM known").fetchall()) == 4


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("10.0.0.1", "10.0.0.1"),
        ("2001:db8::1:2:3:4", "2001:db8::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("testclient", "testclient"),
        ("", ""),
    ],
)
def test_an_ipv6_network_is_one_source(address: str, network: str) -> None:
    """A household has 2^64 addresses of IPv6."""
    assert network_of(address) == network


def test_all_processes_of_a_house_count_together(tmp_path: Path) -> None:
    """Two processes get six guesses each at the same time, and five are checked, every time."""
    url = fresh_url()
    with closing(DatabaseStore(url)) as first, closing(DatabaseStore(url)) as second:
        counts = [AttemptLimiter(first, KEY), AttemptLimiter(second, KEY)]
        for number in range(TIMES):
            limits = [AttemptLimit(f"lee {number}", *OWN), AttemptLimit(f"anywhere {number}", *STRANGERS)]
            looked_at: list[int] = []

            def guess(
                one: AttemptLimiter, limits: list[AttemptLimit] = limits, looked_at: list[int] = looked_at
            ) -> None:
                for _ in range(6):
                    try:
                        one.reserve(*limits)
                        looked_at.append(1)
                    except Problem:
                        pass

            threads = [threading.Thread(target=guess, args=(one,)) for one in counts]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            assert len(looked_at) == OWN[0]
            counts[0].give_back(*limits)
            counts[1].reserve(*limits)
