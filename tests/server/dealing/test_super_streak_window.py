"""Super Streak at home: the automatic dealer gives people time to place one."""

import time
from collections.abc import Iterator
from datetime import datetime

import pytest

from sicbo.server.dealing import super_streak_window
from tests.server.houses import FollowedStream, House, Json, running_house

SECONDS = 0.6


@pytest.fixture(scope="module")
def dealt_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A house that deals without pauses except this window, which is shorter here."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(super_streak_window, "STREAK_SECONDS", SECONDS)
        with running_house(tmp_path_factory.mktemp("house"), betting_seconds=0.05) as house:
            yield house


def follow_until_open(follows: FollowedStream) -> int:
    """Follow until a record makes a Super Streak possible, and return how many records there were."""
    follows.until(lambda seen: not can_place(seen.view["streak"]))
    follows.until(lambda seen: seen.records and can_place(seen.view["streak"]))
    return len(follows.records)


def begins_round(record: Json) -> bool:
    """Return whether a record is the first step of a round."""
    return any(event["data"].get("step") == "place-bets" for event in record["events"])


def seconds_between(earlier: Json, later: Json) -> float:
    """Return the seconds between two records by the house's clock, however late they reached us."""
    return (datetime.fromisoformat(later["at"]) - datetime.fromisoformat(earlier["at"])).total_seconds()


def can_place(streak: dict[str, object]) -> bool:
    """Whether a wager is taken on some side."""
    sides = streak["sides"]
    assert isinstance(sides, list)
    return bool(streak["takes"]) and any(side["open"] for side in sides)


def test_the_window_is_at_least_five_seconds_long() -> None:
    """It does not depend on the dealer's pace; only the tests in this file shorten it."""
    assert super_streak_window.STREAK_SECONDS >= 5


def test_the_dealer_waits_while_a_super_streak_can_be_bought(dealt_house: House) -> None:
    """It waits between the end of a round and the spin, if a person is there and an area is open."""
    player = dealt_house.browser()
    player.sit("star")
    with player.stream("star") as follows:
        for _ in range(3):
            known = follow_until_open(follows)
            follows.until(lambda seen: not can_place(seen.view["streak"]))
            assert seconds_between(*follows.records[known - 1 : known + 1]) >= SECONDS - 0.01


def test_a_super_streak_is_bought_for_the_round_that_the_view_names(dealt_house: House) -> None:
    """Between two rounds there is no round in play, and the streak names the round to which it belongs."""
    player = dealt_house.browser()
    player.sit("star")
    with player.stream("star") as follows:
        follow_until_open(follows)
        streak = follows.view["streak"]
        side = next(one["side"] for one in streak["sides"] if one["open"])
        player.succeed("POST", "/tables/star/streaks", {"round": streak["round"], "side": side})
    assert [one["side"] for one in player.player_view("star")["streaks"]] == [side]


def test_who_comes_to_a_table_that_waited_has_the_whole_window(dealt_house: House) -> None:
    """If a table paused while its window was open, the window starts again when a person sits down."""
    first, player = dealt_house.browser(), dealt_house.browser()
    first.sit("star")
    with first.stream("star") as follows:
        follow_until_open(follows)
    dealt_house.live_house.live_tables["star"].heard_at.clear()
    while not player.view("star")["dealer"]["pause"]:
        time.sleep(0.02)
    assert can_place(player.view("star")["streak"])
    time.sleep(SECONDS)
    since = time.monotonic()
    player.sit("star")
    with player.stream("star") as follows:
        follows.until(lambda seen: not can_place(seen.view["streak"]))
    assert time.monotonic() - since >= SECONDS - 0.1


def test_there_is_no_wait_at_a_table_without_super_streak(dealt_house: House) -> None:
    """Canberra has no Super Streak, and its rounds follow at the dealer's pace."""
    player = dealt_house.browser()
    player.sit("canberra")
    with player.stream("canberra") as follows:
        follows.until(lambda seen: len(seen.view["history"]) >= 3)
    assert follows.view["streak"] is None
    begins = [at for at, one in enumerate(follows.records) if begins_round(one)]
    pauses = [seconds_between(*follows.records[at - 1 : at + 1]) for at in begins if at]
    assert min(pauses) < SECONDS
