"""The stream: no gaps or duplicates, missed records come again, and readers who do not read are dropped."""

import asyncio
import json
import socket
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import msgspec
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from sicbo.server.live import table_stream
from sicbo.server.live.screen_log import ScreenLog, ScreenReport
from sicbo.server.views.table import table_view
from tests.server.houses import Browser, House, running_house


def test_a_reader_who_comes_back_gets_what_was_missed(house: House) -> None:
    """With `since` the reader gets the missed records and the whole view; if too old, a snapshot."""
    dealer = house.browser()
    dealer.console("sydney")
    with dealer.stream("sydney") as before:
        view = before.until(lambda seen: True)
        assert before.kinds == ["hello", "snapshot"]
        since = before.seq
    number = dealer.open_bets("sydney")
    dealer.finish("sydney", [2, 3, 4])
    with dealer.stream("sydney", since) as again:
        again.until(lambda seen: True)
        assert again.kinds == ["hello", "news"]
        steps = [event["data"].get("step") for one in again.records for event in one["events"]]
        assert "close" in steps
        assert again.view["result"]["round"] == number
        assert set(again.view) == set(view)
    with dealer.stream("sydney", 10**9) as future:
        future.until(lambda seen: True)
        assert future.kinds == ["hello", "snapshot"]


def test_many_readers_hear_the_same_without_a_gap(house: House) -> None:
    """This includes readers who join late: `after` is always the `seq` before, and all views end alike."""
    dealer, player = house.browser(), house.browser()
    dealer.console("melbourne-a")
    player.sit("melbourne-a")
    early = dealer.stream("melbourne-a")
    number = dealer.open_bets("melbourne-a")
    late = []
    for version in range(1, 21):
        player.slip("melbourne-a", {"small": 100 * version}, number, version)
        if version % 5 == 0:
            late.append(house.browser().stream("melbourne-a"))
    dealer.finish("melbourne-a", [1, 2, 4])
    views = []
    for follows in (early, *late):
        with follows:
            follows.until(lambda seen: seen.view["phase"] == "waiting" and seen.view["result"])
            views.append(follows.view)
    assert all(view == views[0] for view in views)


def test_all_readers_learn_who_is_ready_though_it_is_in_no_record(house: House) -> None:
    """In an update without records, `after` and `seq` are the same."""
    dealer, player = house.browser(), house.browser()
    dealer.console("singapore-2")
    player.sit("singapore-2")
    with dealer.stream("singapore-2") as follows:
        follows.until(lambda seen: True)
        player.succeed("POST", "/tables/singapore-2/ready", {"ready": True})
        follows.until(lambda seen: any(seat["ready"] for seat in seen.view["seats"]))


def test_an_update_is_sent_even_if_a_request_took_the_record_in_first(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Thousands of readers ask for the last record's number at every beat, and one may ask first."""
    deliver, dealer = house.live_house._deliver_on_loop, house.browser()
    dealer.console("sydney")

    def after_a_beat(answers: list[Any]) -> None:
        house.live_house.live_table("sydney")
        deliver(answers)

    monkeypatch.setattr(house.live_house, "_deliver_on_loop", after_a_beat)
    with dealer.stream("sydney") as follows:
        follows.until(lambda seen: True)
        while "sydney" in house.live_house._update_tasks:  # an earlier update must not carry it along
            time.sleep(0.01)
        dealer.open_bets("sydney")
        follows.until(lambda seen: "place-bets" in steps(seen.records))


def steps(records: list[Any]) -> list[str]:
    """Return the steps in some records."""
    return [event["data"].get("step") for one in records for event in one["events"]]


def test_staff_see_their_desk_and_every_locked_action_says_why(house: House) -> None:
    """The next legal step is allowed; the others name the clause that locks them."""
    dealer = house.browser()
    dealer.console("star", "dealer")
    with dealer.stream("star") as follows:
        follows.until(lambda seen: seen.desk)
        desk = follows.desk
    assert desk
    assert [one["step"] for one in desk["actions"] if one["next"]] == [dealer.view("star")["due"]["step"]]
    locked = [one for one in desk["actions"] if not one["allowed"]]
    assert locked
    assert all(one["refusal"] and one["clause"] for one in locked)
    limits = next(one for one in desk["actions"] if one["type"] == "change-limits")
    assert "casino supervisor" in limits["refusal"] or "rank" in limits["refusal"]


def test_the_stream_as_server_sent_events(house: House) -> None:
    """The messages are the same, each with its kind and number."""
    browser = house.browser()
    lines = []
    with browser.http.stream("GET", "/tables/canberra/events") as answer:
        assert answer.headers["content-type"].startswith("text/event-stream")
        for line in answer.iter_lines():
            lines.append(line)
            if line.startswith("data:") and '"snapshot"' in line:
                snapshot = json.loads(line.removeprefix("data:"))
                break
    assert "event: hello" in lines
    assert "event: snapshot" in lines
    assert f"id: {snapshot['seq']}" in lines
    assert snapshot["view"]["table"] == "canberra"


@pytest.mark.parametrize("message", ["not json", '{"t": "perform"}', '{"t": "painted"}'])
def test_a_reader_that_says_anything_else_is_sent_away(house: House, message: str) -> None:
    """Commands go over HTTP; the stream only takes reports of what was painted."""
    with house.browser().stream("sydney") as follows:
        follows.socket.send('{"t": "painted", "seq": 3, "at": ""}')
        follows.socket.send(message)
        with pytest.raises(ConnectionClosed) as closed:
            while True:
                follows.socket.recv(timeout=10)
    assert closed.value.rcvd
    assert closed.value.rcvd.code == 1008


def report_painted(browser: Browser, table: str, *shown: object) -> None:
    """Report on the stream that these records were shown, and wait until the reports have arrived."""
    with browser.stream(table) as follows:
        for seq in shown:
            follows.socket.send(json.dumps({"t": "painted", "seq": seq, "at": "2025-11-16T03:44:01.250Z"}))
        follows.socket.send("that is all")
        with pytest.raises(ConnectionClosed):
            while True:
                follows.socket.recv(timeout=10)


def test_who_has_shown_a_record_can_be_asked(house: House) -> None:
    """A screen reports what it has painted; the audit lists which screens had shown a record, and when."""
    player = house.browser()
    player.sit("star", "Wei")
    head = house.live_house.live_table("star").seq
    report_painted(player, "star", head - 1, head)
    told = player.get("/audit/star/painted")
    assert [(one["screen"], one["who"], one["seq"]) for one in told] == [
        ("player", "Wei", head - 1),
        ("player", "Wei", head),
    ]
    assert told[0]["at"] == "2025-11-16T03:44:01.250Z"
    assert told[0]["heard_at"].endswith("Z")
    assert [one["seq"] for one in player.get("/audit/star/painted", since=head)] == [head]


def test_the_screen_log_takes_each_record_once_and_from_known_screens_only(house: House) -> None:
    """Strangers add nothing; a session cannot repeat a record, go back, or report a future one."""
    table = "canberra"
    report_painted(house.browser(), table, *range(1, 200))
    player = house.browser()
    player.sit(table, "Mei")
    head = house.live_house.live_table(table).seq
    report_painted(player, table, 0, -1, head + 1, 2**53, *[head - 1] * 20, *[head] * 20, head - 1, 1)
    report_painted(player, table, head - 1, head)
    assert [one["seq"] for one in player.get(f"/audit/{table}/painted")] == [head - 1, head]


def test_one_screen_cannot_fill_the_log_with_old_records() -> None:
    """It can only report new records: one entry for each, like every other screen."""
    log = ScreenLog()
    shown = ScreenReport(screen="player", who="", seq=0, at="", heard_at="")
    for seq in range(1, 5_001):
        log.add("mallory", msgspec.structs.replace(shown, seq=seq), 5_000)
    assert len(log.since(0)) <= 101
    for number in range(3_000):
        log.add(f"screen {number}", msgspec.structs.replace(shown, seq=5_000), 5_000)
    assert len(log.since(0)) == 2_000


def test_another_site_may_not_follow(house: House) -> None:
    """A page of another site cannot read a player's table with the player's cookie."""
    with pytest.raises(InvalidStatus) as refused:
        house.browser().stream("sydney", additional_headers={"Origin": "https://evil.example"})
    assert refused.value.response.status_code == 403
    house.browser().stream("sydney", additional_headers={"Origin": house.address}).__exit__(None, None, None)


def test_a_reader_who_does_not_read_is_dropped_and_others_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Little may wait for one reader, and the others miss nothing."""
    monkeypatch.setattr("sicbo.server.http.protocol.READER_SECONDS", 0.2)
    monkeypatch.setattr("sicbo.server.http.protocol.READER_BYTES", 1_024)
    with running_house(tmp_path, send_buffer=4_096) as house:
        dealer, player = house.browser(), house.browser()
        dealer.console("singapore-3")
        player.sit("singapore-3")
        slow = _deaf(house, "/api/v1/tables/singapore-3/stream")
        readers = house.live_house.live_tables["singapore-3"].stream.readers
        with player.stream("singapore-3") as follows:
            number = dealer.open_bets("singapore-3")
            for version in range(1, 200):
                stakes = {f"total-{total}": 100 + 100 * (version % 7) for total in range(4, 18)}
                player.slip("singapore-3", stakes, number, version)
                follows.until(lambda seen: seen.mine["slip"])
                follows.until(lambda seen, now=version: seen.mine["slip"]["version"] == now)
                if len(readers) == 1:
                    break
            assert [reader.player for reader in readers] == [follows.mine["player"] if follows.mine else ""]
        slow.close()


def test_a_reader_with_a_full_queue_is_told_nothing_more() -> None:
    """Its queue ends with the end marker."""
    reader = table_stream.StreamReader("", "", None, "en")
    for number in range(table_stream.QUEUE_LENGTH + 1):
        reader.send("news", number, b"{}")

    assert reader.is_dropped
    assert reader.queue.get_nowait() is None
    assert reader.queue.empty()


def _deaf(house: House, path: str) -> socket.socket:
    """Return the socket of a reader with a small window that never reads."""
    address = httpx.URL(house.address)
    made = socket.socket()
    made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2_048)
    made.connect((address.host, address.port))
    lines = (
        f"GET {path} HTTP/1.1",
        f"Host: {address.netloc.decode()}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Protocol: sicbo.v1",
    )
    made.sendall("\r\n".join((*lines, "", "")).encode())
    return made


def test_what_is_each_reader_s_own_is_told_with_pauses_unless_news_waits(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise the floor would wait for thousands of them; readers without changes cost no pause."""
    view, told, paused = (
        table_view(house.live_house.live_table("star")),
        table_stream.TableStream(),
        list[float](),
    )

    async def record_pause(seconds: float) -> None:
        paused.append(seconds)

    def own(reader: table_stream.StreamReader) -> tuple[bytes, bytes]:
        return b"1", b"null"

    def while_news_comes(reader: table_stream.StreamReader) -> tuple[bytes, bytes]:
        told._unsent.append((9, b"{}"))
        return b"2", b"null"

    for number in range(2 * table_stream.SLICE):
        told.readers.add(table_stream.StreamReader(f"player{number}", "", None, "en"))
    known = SimpleNamespace(sleep=record_pause, QueueFull=asyncio.QueueFull)
    monkeypatch.setattr(table_stream, "asyncio", known)
    told.touch_all()
    asyncio.run(told.send_update(1, view, own))
    asyncio.run(told.send_update(2, view, own))
    told.touch_all()
    asyncio.run(told.send_update(3, view, while_news_comes))
    assert paused == [table_stream.PAUSE_SECONDS] * 2 + [0, 0] + [0, 0]
