"""The stream of a tournament: every record arrives, streams resume, and no one sees more than they may."""

import json
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import InvalidStatus

from tests.server.heats import deal, spin
from tests.server.houses import FollowedStream, running_house
from tests.server.routes.test_tournaments import CUP, begin_tournament, give


def play(desk: Any, rich: int) -> Any:
    """Play a spin at the first table that small wins; one player bets more than the others."""
    return spin(partial(give, desk), desk.get(CUP), lambda seat: rich if seat == 1 else 100)


def leads(follows: FollowedStream, bank: int) -> None:
    """Read on until an entrant leads with this many chips."""
    follows.until(lambda seen: seen.view["rows"] and seen.view["rows"][0]["bank"] == bank)


def test_a_board_follows_without_a_gap_and_resumes_after_a_cut(tmp_path: Path) -> None:
    """Every `after` is the `seq` before; what was missed comes as the first update after a cut."""
    with running_house(tmp_path) as house:
        desk = house.browser()
        begin_tournament(desk)
        with house.browser().board("lunar") as wall:
            play(desk, 700)
            leads(wall, 10_700)
            assert wall.kinds[:2] == ["hello", "snapshot"] and set(wall.kinds[2:]) <= {"news", "clock"}
            assert wall.view["seq"] == wall.seq
            since = wall.seq
        cup = play(desk, 900)
        with house.browser().board("lunar", since) as again:
            leads(again, 11_600)
            assert (again.kinds, again.seq, again.mine) == (["hello", "news"], cup["seq"], None)
        with house.browser().board("lunar", 10**9) as future:
            leads(future, 11_600)
            assert future.kinds == ["hello", "snapshot"]


def test_the_wall_sees_numbers_and_the_desk_names(tmp_path: Path) -> None:
    """Both follow the same records; the wall shows only permitted names, and neither shows sealed wagers."""
    with running_house(tmp_path) as house:
        desk = house.browser()
        cup = begin_tournament(desk)
        cup = deal(partial(give, desk), cup, "close")
        give(desk, "seal-slip", table="T1", player=cup["heats"][0]["players"][0], commitment="5e" * 32)
        with house.browser().board("lunar") as wall, desk.board("lunar") as own:
            for follows in (wall, own):
                follows.until(lambda seen: bool(seen.view))
            named = {row["name"] for row in own.view["rows"]}
            assert "Player 2" in named and own.view["choices"]
            assert "Player 2" not in json.dumps(wall.view) and wall.view["choices"] is None
            assert wall.view["heats"][0]["seals"] == own.view["heats"][0]["seals"]


def test_server_sent_events_tell_the_same(tmp_path: Path) -> None:
    """A reader resumes from `Last-Event-ID`."""
    with running_house(tmp_path) as house:
        desk = house.browser()
        seq = begin_tournament(desk)["seq"]
        address = f"{desk.address}/api/v1{CUP}/events"
        with httpx.stream("GET", address, headers={"Last-Event-ID": str(seq - 3)}, timeout=20) as answer:
            lines = answer.iter_lines()
            data = [
                json.loads(line[5:]) for line in (next(lines) for _ in range(8)) if line.startswith("data:")
            ]
        assert [one["t"] for one in data] == ["hello", "news"]
        assert (data[1]["after"], data[1]["seq"], len(data[1]["view"]["rows"])) == (seq - 3, seq, 8)


def test_a_tournament_that_is_none_has_no_stream(tmp_path: Path) -> None:
    """This holds for sockets and for server-sent events."""
    with running_house(tmp_path) as house:
        with pytest.raises(InvalidStatus):
            house.browser().board("solar")
        assert house.browser().http.get("/tournaments/solar/events").status_code == 404
