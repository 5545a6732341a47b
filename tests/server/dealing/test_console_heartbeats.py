"""A console that falls silent returns its table to the automatic dealer, or is shown as away."""

import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import apsw
import pytest

from sicbo.server.access.sessions import Console
from sicbo.server.dealing.console_heartbeats import Heartbeats
from tests.server.floors import running_floor, sign_in
from tests.server.houses import Browser, FollowedStream, House, running_house

TABLE = "sydney"
PATIENCE, SHORT = 4.0, 0.1
"""Seconds without a beat: more than a busy machine takes between two steps, and almost none."""
HELD = Console(b"token", "dealer")


def fall_silent(house: House) -> None:
    """Treat every console as silent from now on, unless it beats."""
    house.live_house.heartbeats.seconds = SHORT


def beat_for(browser: Browser, table: str, seconds: float) -> None:
    """Send beats for some seconds."""
    ends = time.monotonic() + seconds
    while time.monotonic() < ends:
        told = browser.succeed("POST", f"/tables/{table}/console/heartbeat")
        time.sleep(told["next_in_seconds"])


def is_dealt_by(kind: str) -> Callable[[FollowedStream], bool]:
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
    with running_house(tmp_path, betting_seconds=0.2, console_seconds=PATIENCE) as house:
        player, dealer = house.browser(), house.browser()
        number = deal_until(dealer, until)
        player.sit(TABLE)
        with player.stream(TABLE) as follows:
            follows.until(is_dealt_by("console"))
            fall_silent(house)
            follows.until(is_dealt_by("automatic"))
            follows.until(lambda seen: (seen.view["round"] or 0) > number)
            assert {one["round"] for one in follows.view["history"]} >= {number}
        lost = dealer.send_request("POST", f"/tables/{TABLE}/console/heartbeat")
        assert (lost.status_code, lost.json()["code"]) == (409, "console-held")
        assert not dealer.get(f"/tables/{TABLE}")["desk"]


def deal_until(dealer: Browser, until: str) -> int:
    """Deal a round by hand up to a step, and return its number."""
    dealer.console(TABLE)
    number = dealer.open_bets(TABLE)
    dealer.deal_until(TABLE, "enter" if until == "collect" else until)
    if until == "collect":
        seen = dealer.succeed("POST", f"/tables/{TABLE}/result", {"dice": [1, 2, 4]})
        dealer.succeed("POST", f"/tables/{TABLE}/result/confirm", {"preview": seen["preview"]})
    return number


def test_a_console_that_beats_or_deals_keeps_its_table(tmp_path: Path) -> None:
    """It does so for longer than the time limit; a stranger has no console to beat for."""
    with running_house(tmp_path, betting_seconds=0.2, console_seconds=PATIENCE) as house:
        dealer = house.browser()
        dealer.console(TABLE)
        house.live_house.heartbeats.seconds = 2.0
        beat_for(dealer, TABLE, 3.0)
        assert dealer.view(TABLE)["dealer"] == {"kind": "console", "name": "Kim", "pause": False}
        stranger = house.browser().send_request("POST", f"/tables/{TABLE}/console/heartbeat")
        assert stranger.json()["code"] == "console-held"


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[House, Browser]]:
    """A floor with a table for each test."""
    tables = dict.fromkeys(("T1", "T2", "T3"), "crown-sydney-2024")
    with running_floor(tmp_path_factory.mktemp("floor"), tables, console_seconds=PATIENCE) as found:
        yield found


def dealer_browser(house: House, table: str) -> Browser:
    """Return the browser of the dealer Lee at the console of a table with open bets."""
    lee = sign_in(house, "lee")
    lee.succeed("POST", f"/tables/{table}/console", {})
    lee.open_bets(table)
    return lee


def test_a_floor_shows_that_the_dealer_is_away_until_play_goes_on(floor: tuple[House, Browser]) -> None:
    """The holder returns and still has the console; later a supervisor takes over and ends the round."""
    house, owner = floor
    lee, sue = dealer_browser(house, "T1"), sign_in(house, "sue")
    with house.browser().stream("T1") as display:
        fall_silent(house)
        display.until(is_dealt_by("away"))
        assert display.view["dealer"]["name"] == "lee"
        house.live_house.heartbeats.seconds = PATIENCE
        lee.succeed("POST", "/tables/T1/console/heartbeat")
        display.until(is_dealt_by("console"))
        fall_silent(house)
        display.until(is_dealt_by("away"))
        assert owner.view("T1")["dealer"]["kind"] == "away"
        house.live_house.heartbeats.seconds = PATIENCE
        sue.succeed("POST", "/tables/T1/console", {})
        display.until(lambda seen: seen.view["dealer"] == {"kind": "console", "name": "sue", "pause": False})
        told = lee.send_request("POST", "/tables/T1/console/heartbeat")
        assert told.json()["code"] == "console-held"
        sue.finish("T1", [1, 2, 4])


def test_a_round_that_its_dealer_signed_out_of_shows_the_dealer_away(floor: tuple[House, Browser]) -> None:
    """The console is free and the round waits for a dealer; between rounds no dealer is missing."""
    house, owner = floor
    lee = dealer_browser(house, "T2")
    with house.browser().stream("T2") as display:
        lee.succeed("DELETE", "/session")
        display.until(is_dealt_by("away"))
        owner.succeed("POST", "/tables/T2/console", {})
        owner.finish("T2", [1, 2, 4])
        owner.succeed("DELETE", "/tables/T2/console")
        display.until(is_dealt_by("none"))


def test_beats_alone_do_not_keep_staff_signed_in(floor: tuple[House, Browser]) -> None:
    """Staff who give no order for an hour are signed out, whatever their page sends automatically."""
    house, _ = floor
    lee, sessions = dealer_browser(house, "T3"), house.live_house.sessions
    session = sessions.holder("T3")
    assert session is not None
    before = sessions._used_at[session.token] = session.made - 1_000
    assert lee.send_request("POST", "/tables/T3/console/heartbeat").status_code == 200
    assert sessions.last_used(session) == before


def test_a_console_that_was_held_before_a_restart_falls_silent_too(tmp_path: Path) -> None:
    """It has its whole time again, then the automatic dealer continues."""
    with running_house(tmp_path) as house:
        deal_until(house.browser(), "close")
    with running_house(tmp_path, betting_seconds=0.2, console_seconds=PATIENCE) as house:
        assert house.live_house.sessions.holder(TABLE) is not None
        player = house.browser()
        player.sit(TABLE)
        fall_silent(house)
        with player.stream(TABLE) as follows:
            follows.until(is_dealt_by("automatic"))
            follows.until(lambda seen: (seen.view["round"] or 0) > 1)
