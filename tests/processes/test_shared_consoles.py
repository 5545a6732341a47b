"""Consoles of a house of several processes: each process hears every heartbeat, whichever received it."""

from contextlib import closing

from sicbo.server.access.access_database import DatabaseStore
from sicbo.server.access.sessions import Console, Session, Sessions
from sicbo.server.dealing.console_heartbeats import Heartbeats
from tests.journal.postgres_server import fresh_url


def test_a_beat_taken_by_one_process_is_heard_by_the_other() -> None:
    """A minute counts from the last heartbeat; a console that another person took meanwhile stays theirs."""
    url, hands = fresh_url(), [100.0]
    with closing(DatabaseStore(url)) as first, closing(DatabaseStore(url)) as second:
        here, there = (Heartbeats(shelf, 60, lambda: hands[0]) for shelf in (first, second))
        kim, lee = (Session(token, "kim", "Kim") for token in (b"kim", b"lee"))
        sessions, others = Sessions(first), Sessions(second)
        sessions.hold("T1", kim, "dealer")
        held = others.consoles["T1"]
        silences = [there.is_silent("T1", held)]
        for wait, beats in ((40, True), (40, False), (20, False)):
            hands[0] += wait
            if beats:
                here.beat("T1")
            silences.append(there.is_silent("T1", held))
        assert silences == [False, False, False, True]
        sessions.hold("T1", lee, "dealer")
        others.release("T1", held.token)
        assert sessions.consoles["T1"] == Console(lee.token, "dealer")
