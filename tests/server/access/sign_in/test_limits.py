"""Sign-in limits by a clock that is set by hand: strangers keep no person out, and have few guesses."""

import apsw
import pytest

from sicbo.server.access.attempts import AttemptLimiter
from sicbo.server.access.sessions import StaffAccount
from sicbo.server.access.sign_in import known_browsers
from sicbo.server.access.sign_in.known_browsers import KnownBrowsers, SignInOrigin
from sicbo.server.access.sign_in.limits import LOT_SECONDS, STRANGERS, SignInLimits
from sicbo.server.problems import Problem

GUESSES = 150


class Night:
    """A night of guesses at the PIN of lee: its clock is set by hand, its lots are always the same."""

    def __init__(self) -> None:
        self.time, shelf = 1_800_000_000.0, apsw.Connection(":memory:")
        self.tries, self.known = (
            AttemptLimiter(shelf, "pin.too-many-wrong", lambda: self.time),
            KnownBrowsers(shelf),
        )
        self.limits = SignInLimits(self.tries, self.known)
        self.limits.lots.secret = b"always the same"
        self.lee = StaffAccount("lee", "Lee", "dealer", "secret")

    def tries_in(self, address: str, *, right: bool = False, device: str = "") -> bool:
        """Whether a try at some place is looked at."""
        try:
            admitted = self.limits.admit(self.lee, "lee", SignInOrigin(address, f"browser {address}", device))
        except Problem:
            return False
        if right:
            self.tries.give_back(*admitted.limits)
        return True

    def attack(self, hours: float, strangers: int | None = None) -> dict[str, int]:
        """Strangers guess every ten seconds, each time from the next address; lee comes once a minute."""
        looked_at = dict.fromkeys(("strangers", "new", "device", "address"), 0)
        for second in range(0, int(hours * 3_600), 10):
            self.time += 10
            number = second // 10 % (strangers or second + 1)
            looked_at["strangers"] += self.tries_in(f"2001:db8:{number:x}::/64")
            if second % 60 == 30:
                looked_at["new"] += self.tries_in(f"2001:db9:{second:x}::/64", right=True)
                looked_at["device"] += self.tries_in(f"10.4.{second}", right=True, device="d1")
                looked_at["address"] += self.tries_in("10.5.0.1", right=True)
        return looked_at


def test_150_strangers_at_once_get_few_guesses() -> None:
    """Each from an address of its own: twenty, and one by lot."""
    night = Night()
    assert sum(night.tries_in(f"10.3.0.{number}") for number in range(GUESSES)) <= STRANGERS[0] + 1


@pytest.mark.parametrize("strangers", [None, 100, 1_000])
def test_strangers_starve_no_honest_person(strangers: int | None) -> None:
    """In 690 minutes: at a device and in the house always, at a wholly new place now and then; it was never.

    However many addresses there are, strangers have some thousand guesses a day at most.
    """
    night = Night()
    night.known.remember_house("10.5.0.1")
    minutes = 690
    looked_at = night.attack(minutes / 60, strangers)
    assert (looked_at["device"], looked_at["address"]) == (minutes, minutes)
    assert looked_at["new"] >= 10
    slots_by_lot = minutes * 60 // 120
    assert looked_at["strangers"] <= STRANGERS[0] + minutes * 60 // STRANGERS[1] + slots_by_lot + 20


def test_a_person_who_comes_back_for_every_lot_gets_a_try() -> None:
    """Retry-After names the next lot, a minute away at most; a wrong PIN of one's own ends the lots."""
    night = Night()
    for number in range(STRANGERS[0]):
        assert night.tries_in(f"10.6.0.{number}")
    came = 0
    while True:
        try:
            night.limits.admit(night.lee, "lee", SignInOrigin("10.6.1.1", "new"))
            break
        except Problem as problem:
            assert problem.retry_after is not None and problem.retry_after <= LOT_SECONDS
            night.tries_in("10.6.0.1")
            night.time += problem.retry_after
            came += 1
    assert 0 < came < 60
    for _ in range(60):
        night.tries_in("10.6.2.2")
        assert not night.tries_in("10.6.1.1")
        night.time += 0.1


def test_an_address_is_of_the_house_for_ninety_days(monkeypatch: pytest.MonkeyPatch) -> None:
    """After the last sign-in of any member of staff; a thousand addresses are kept."""
    now = [1_800_000_000.0]
    monkeypatch.setattr("sicbo.server.access.sign_in.known_browsers.time.time", lambda: now[0])
    monkeypatch.setattr(known_browsers, "MOST_OF_HOUSE", 3)
    known = KnownBrowsers(apsw.Connection(":memory:"))
    for number in range(5):
        now[0] += 1
        known.remember_house(f"10.7.0.{number}")
    assert [number for number in range(5) if known.is_of_house(f"10.7.0.{number}")] == [2, 3, 4]
    now[0] += 90 * 86_400 - 1
    assert [number for number in range(5) if known.is_of_house(f"10.7.0.{number}")] == [4]
