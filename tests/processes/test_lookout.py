"""A process that receives no notifications: a screen that knows newer records is not shown older ones."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from sicbo.errors import StorageError
from sicbo.house.identity.keys import Keys
from sicbo.journal.store import Journal
from sicbo.server.live import cluster, house as room
from tests.journal.postgres_server import fresh_url
from tests.server.houses import Browser, House, running
from tests.server.test_crash import seen_by


class Deaf:
    """A listener that hears nothing."""

    def __init__(self, journal: Journal, heard: Callable[[], None]) -> None:
        self.heard = heard

    def stop(self) -> None:
        """Do nothing, because it never started."""


@pytest.fixture
def two(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[House, House]]:
    """Run two houses on one journal, of which the second receives no notifications."""
    url = fresh_url()
    Keys(tmp_path).new_house("many.example")
    with ExitStack() as undo:
        first = undo.enter_context(running(tmp_path, journal=url))
        monkeypatch.setattr(room, "Listener", Deaf)
        yield first, undo.enter_context(running(tmp_path, journal=url))


def elsewhere(browser: Browser, house: House) -> Browser:
    """Return the same browser at another house, closed with that house."""
    house.browsers.append(seen_by(browser, house.address))
    return house.browsers[-1]


def test_a_screen_that_comes_back_through_one_that_lags_sees_nothing_twice(two: tuple[House, House]) -> None:
    """It knows a record from the first house; the second looks for that record before it answers."""
    player = Browser(two[0].address)
    player.console("sydney")
    player.open_bets("sydney")
    since = player.get("/tables/sydney")["seq"]
    behind = elsewhere(player, two[1])

    assert two[1].room.lives["sydney"].seq < since
    with behind.stream("sydney", since) as follows:
        follows.seq = since
        follows.until(lambda seen: True)
        assert follows.kinds == ["hello", "news"]
        assert follows.seq == since


def test_who_sat_down_elsewhere_gets_what_is_theirs_once_it_is_heard_of(two: tuple[House, House]) -> None:
    """The second house treats a player as a stranger only until it reads of the seat."""
    player = Browser(two[0].address)
    player.sit("star")
    behind = elsewhere(player, two[1])
    with behind.stream("star") as follows:
        follows.until(lambda seen: True)
        assert follows.mine is None
        two[1].room.lookout.look()
        follows.until(lambda seen: seen.mine and seen.mine["rack"])


def test_what_is_written_while_a_table_is_read_is_taken_in_once(two: tuple[House, House]) -> None:
    """A process that starts beside another reads only up to its own state; the rest arrives as an update."""
    dealer = two[0].browser()
    dealer.console("sydney")
    dealer.open_bets("sydney")
    dealer.finish("sydney", [1, 2, 4])
    behind = two[1].room

    behind._liven("sydney")
    behind.lookout.look()

    chronicle = behind.live("sydney").chronicle
    assert [one.round for one in chronicle.past] == [1]
    assert chronicle.rounds == two[0].room.live("sydney").chronicle.rounds


def test_a_house_that_lost_the_journal_sends_screens_away(
    two: tuple[House, House], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It would show an old table as if it were live; the load balancer learns of it too."""
    monkeypatch.setattr(cluster, "UNSEEN_SECONDS", 0.0)
    with two[1].browser().stream("sydney") as follows:
        assert [follows.next()["t"], follows.next()["t"]] == ["hello", "snapshot"]
        with pytest.raises(ConnectionClosed, match="1013"):
            follows.socket.recv(timeout=10)
    assert httpx.get(f"{two[1].address}/readyz").status_code == 503


def test_who_hears_that_the_database_is_away_may_ask_another_process(
    two: tuple[House, House], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The connection closes with the answer, because a kept one would lead to the same process again."""

    def away(token: str, *, used: bool = True) -> None:
        raise StorageError("The house cannot reach its database: try again in a moment.")

    player = two[1].browser()
    player.sit("star")
    monkeypatch.setattr(two[1].room.sessions, "of", away)
    answer = player.http.get("/tables/star")
    assert (answer.status_code, answer.json()["code"]) == (503, "no-database")
    assert (answer.headers["connection"], answer.headers["retry-after"]) == ("close", "1")
    assert answer.json()["retryable"]
