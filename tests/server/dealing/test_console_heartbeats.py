"""A console that falls silent returns its table to the automatic dealer, or is shown as away."""

import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import apsw
import pytest

from sicbo.server.access.sessions import Console
from sicbo.server.dealing.console_heartbeats import Heartbeats
from tests.server.floors import flooring, signed_in
from tests.server.houses import Browser, Following, House, running

TABLE = "sydney"
PATIENCE, SHORT = 4.0, 0.1
"""Seconds without a beat: more than a busy machine takes between two steps, and almost none."""
HELD = Console(b"token", "dealer")


def fall_silent(house: House) -> None:
    """Treat every console as silent from now on, unless it beats."""
    house.room.heartbeats.seconds = SHORT


def beaten(browser: Browser, table: str, seconds: float) -> None:
    """Send beats for some seconds."""
    ends = time.monotonic() + seconds
    while time.monotonic() < ends:
        told = browser.done("POST", f"/tables/{table}/console/heartbeat")
        time.sleep(told["next_in_seconds"])


def deals(kind: str) -> Callable[[Following], bool]:
    """Return a test of whether a screen shows this kind of dealer."""
    return lambda seen: seen.view["dealer"]["kind"] == kind


def test_a_console_is_silent_once_it_has_not_beaten_for_a_minute(tmp_path: Path) -> None:
    """A beat, another holder and a restart reset the time; a beat right after another does not count."""
    hands = [100.0]
    with closing(apsw.Connection(str(tmp_path / "shelf.sqlite"))) as file:
        heartbeats = Heartbeats(file, 60, lambda: hands[0])

        def silent(after: float, held: Console = HELD) -> bool:
            hands[0] += after
            return heartbeats.is_silent("T1", held)

        assert [silent(0), silent(59), silent(1)] == [False, False, True]
        heartbeats.beat("T1")
        assert [silent(0), silent(5)] == [False, False]
        heartbeats.beat("T1")
        assert [silent(54), silent(1)] == [False, True]
        assert not silent(0, Console(b"another", "dealer"))
        assert silent(60, Console(b"another", "dealer"))
        heartbeats = Heartbeats(file, 60, lambda: hands[0])
        assert [silent(0), silent(59), silent(1)] == [False, False, True]


@pytest.mark.parametrize("until", ["uncover", "collect"])
def test_a_home_table_returns_to_the_automatic_dealer(tmp_path: Path, until: str) -> None:
    """The round ends from any step at which the console falls silent, and another begins."""
    with running(tmp_path, betting_seconds=0.2, console_seconds=PATIENCE) as house:
        player, dealer = house.browser(), house.browser()
        number = dealt(dealer, until)
        player.sit(TABLE)
        with player.stream(TABLE) as follows:
            follows.until(deals("console"))
            fall_silent(house)
            follows.until(deals("automatic"))
            follows.until(lambda seen: (seen.view["round"] or 0) > number)
            assert {one["round"] for one in follows.view["history"]} >= {number}
        lost = dealer.ask("POST", f"/tables/{TABLE}/console/heartbeat")
        assert (lost.status_code, lost.json()["code"]) == (409, "console-held")
        assert not dealer.get(f"/tables/{TABLE}")["desk"]


def dealt(dealer: Browser, until: str) -> int:
    """Deal a round by hand up to a step, and return its number."""
    dealer.console(TABLE)
    number = dealer.open_bets(TABLE)
    dealer.deal(TABLE, "enter" if until == "collect" else until)
    if until == "collect":
        seen = dealer.done("POST", f"/tables/{TABLE}/result", {"dice": [1, 2, 4]})
        dealer.done("POST", f"/tables/{TABLE}/result/confirm", {"preview": seen["preview"]})
    return number


def test_a_console_that_beats_or_deals_keeps_its_table(tmp_path: Path) -> None:
    """It does so for longer than the time limit; a stranger has no console to beat for."""
    with running(tmp_path, betting_seconds=0.2, console_seconds=PATIENCE) as house:
        dealer = house.browser()
        dealer.console(TABLE)
        house.room.heartbeats.seconds = 1.0
        beaten(dealer, TABLE, 2.5)
        assert dealer.view(TABLE)["dealer"] == {"kind": "console", "name": "Kim", "pause": False}
        stranger = house.browser().ask("POST", f"/tables/{TABLE}/console/heartbeat")
        assert stranger.json()["code"] == "console-held"


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[House, Browser]]:
    """A floor with a table for each test."""
    tables = dict.fromkeys(("T1", "T2", "T3"), "crown-sydney-2024")
    with flooring(tmp_path_factory.mktemp("floor"), tables, console_seconds=PATIENCE) as found:
        yield found


def dealing(house: House, table: str) -> Browser:
    """Return the browser of the dealer Lee at the console of a table with open bets."""
    lee = signed_in(house, "lee")
    lee.done("POST", f"/tables/{table}/console", {})
    lee.open_bets(table)
    return lee


def test_a_floor_shows_that_the_dealer_is_away_until_somebody_goes_on(floor: tuple[House, Browser]) -> None:
    """The holder returns and still has the console; later a supervisor takes over and ends the round."""
    house, owner = floor
    lee, sue = dealing(house, "T1"), signed_in(house, "sue")
    with house.browser().stream("T1") as display:
        fall_silent(house)
        display.until(deals("away"))
        assert display.view["dealer"]["name"] == "lee"
        house.room.heartbeats.seconds = PATIENCE
        lee.done("POST", "/tables/T1/console/heartbeat")
        display.until(deals("console"))
        fall_silent(house)
        display.until(deals("away"))
        assert owner.view("T1")["dealer"]["kind"] == "away"
        house.room.heartbeats.seconds = PATIENCE
        sue.done("POST", "/tables/T1/console", {})
        display.until(lambda seen: seen.view["dealer"] == {"kind": "console", "name": "sue", "pause": False})
        told = lee.ask("POST", "/tables/T1/console/heartbeat")
        assert told.json()["code"] == "console-held"
        sue.finish("T1", [1, 2, 4])


def test_a_round_that_its_dealer_signed_out_of_shows_the_dealer_away(floor: tuple[House, Browser]) -> None:
    """The console is free and the round waits for a dealer; between rounds no dealer is missing."""
    house, owner = floor
    lee = dealing(house, "T2")
    with house.browser().stream("T2") as display:
        lee.done("DELETE", "/session")
        display.until(deals("away"))
        owner.done("POST", "/tables/T2/console", {})
        owner.finish("T2", [1, 2, 4])
        owner.done("DELETE", "/tables/T2/console")
        display.until(deals("none"))


def test_beats_alone_keep_nobody_signed_in(floor: tuple[House, Browser]) -> None:
    """Staff who give no order for an hour are signed out, whatever their page sends automatically."""
    house, _ = floor
    lee, sessions = dealing(house, "T3"), house.room.sessions
    session = sessions.holder("T3")
    assert session is not None
    before = sessions._used[session.token] = session.made - 1_000
    assert lee.ask("POST", "/tables/T3/console/heartbeat").status_code == 200
    assert sessions.last_used(session) == before


def test_a_console_that_was_held_before_a_restart_falls_silent_too(tmp_path: Path) -> None:
    """It has its whole time again, then the automatic dealer continues."""
    with running(tmp_path) as house:
        dealt(house.browser(), "close")
    with running(tmp_path, betting_seconds=0.2, console_seconds=PATIENCE) as house:
        assert house.room.sessions.holder(TABLE) is not None
        player = house.browser()
        player.sit(TABLE)
        fall_silent(house)
        with player.stream(TABLE) as follows:
            follows.until(deals("automatic"))
            follows.until(lambda seen: (seen.view["round"] or 0) > 1)
