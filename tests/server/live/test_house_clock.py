"""A machine whose clock is set back or forward: dealing continues, and things expire by elapsed time."""

import time
from contextlib import closing
from pathlib import Path

import pytest

from sicbo.cli.house.doctor import check_clock
from sicbo.errors import BadInput
from sicbo.house.entries import new_founding
from sicbo.house.export.sources import open_reader
from sicbo.house.floor import Floor
from sicbo.house.identity.keys import Keys
from sicbo.house.identity.signatures import HouseSigner
from sicbo.journal.opening import open_journal
from sicbo.server.live.house import LiveHouse
from sicbo.server.settings import Settings
from tests.server.floors import running_floor, sign_in
from tests.server.houses import House, running_house

TABLE, HOUR = "sydney", 3_600
NANOSECOND = 10**9
SLOW_START = 30
"""Seconds that a start may take on a busy machine: less than any time by which a clock is set."""


def set_clock(house: House, seconds: int) -> None:
    """Set the machine's clock of a house forward by some seconds, or back."""
    house.live_house.clock._now = lambda: time.time_ns() + seconds * NANOSECOND


def pass_time(house: House, seconds: int) -> None:
    """Let some seconds elapse at once, without a change of the wall clock."""
    house.live_house.clock._start -= seconds * NANOSECOND


def written_ahead(data: Path, seconds: int) -> None:
    """Write a journal whose last record is some seconds ahead of this machine."""
    data.mkdir(exist_ok=True)
    keys = Keys(data)
    keys.new_house_key("home.sicbo")
    journal = open_journal(data)
    founding = new_founding("home.sicbo", "T1", "crown-sydney-2024")
    Floor(journal, HouseSigner.from_keys(keys)).found_log(founding, (int(time.time()) + seconds) * 1_000_000)
    journal.close()


def test_the_automatic_dealer_deals_on_when_the_clock_is_set_back(tmp_path: Path) -> None:
    """After an hour back during betting, rounds come as before and the house's time continues."""
    with running_house(tmp_path, betting_seconds=0.2) as house:
        player = house.browser()
        player.sit(TABLE)
        with player.stream(TABLE) as follows:
            follows.until(lambda seen: seen.view["betting"]["open"])
            set_clock(house, -HOUR)
            before, first = house.live_house.wall_time(), follows.view["round"]
            follows.until(lambda seen: seen.view["round"] == first + 2)
        assert house.live_house.wall_time() - before >= 200_000
        assert round(house.live_house.clock.seconds_ahead) == HOUR


def test_the_automatic_dealer_takes_bets_as_long_when_the_clock_is_set_forward(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """After an hour forward the bets stay open for their minute, and screens get the new closing time."""
    with running_house(tmp_path, betting_seconds=60, console_seconds=0.5) as house:
        player = house.browser()
        player.sit(TABLE)
        with player.stream(TABLE) as follows:
            closes = follows.until(lambda seen: seen.view["betting"]["open"])["betting"]["closes_at"]
            set_clock(house, HOUR)
            follows.until(lambda seen: seen.view["betting"]["closes_at"] != closes)
        live = house.live_house.live_table(TABLE)
        assert live.table.takes_wagers
        assert 30 < (live.closes_at_wall - house.live_house.wall_time()) / 1_000_000 <= 60
    assert "clock-behind" not in [one.message for one in caplog.records]


def test_a_preview_and_an_approval_expire_by_the_time_gone_by(tmp_path: Path) -> None:
    """An hour on the wall clock changes nothing; a minute and ten minutes of elapsed time do."""
    with running_floor(tmp_path, {"T1": "crown-sydney-2024"}) as (house, owner):
        owner.succeed("POST", "/tables/T1/console", {})
        owner.deal_until("T1", "enter")
        seen = owner.succeed("POST", "/tables/T1/result", {"dice": [1, 2, 4]})["preview"]
        count = {"type": "count-float", "cents": 500_000, "second": ""}
        assert owner.send_request("POST", "/tables/T1/commands", count).status_code == 202
        second = sign_in(house, "max")
        set_clock(house, HOUR)
        assert len(second.get("/approvals")) == 1
        set_clock(house, -HOUR)
        pass_time(house, 59)
        owner.succeed("POST", "/tables/T1/result/confirm", {"preview": seen}, "confirmed")
        assert len(second.get("/approvals")) == 1
        pass_time(house, 540)
        owner.deal_until("T1", "place-bets")
        owner.deal_until("T1", "enter")
        late = owner.succeed("POST", "/tables/T1/result", {"dice": [1, 2, 4]})["preview"]
        pass_time(house, 61)
        refused = owner.send_request("POST", "/tables/T1/result/confirm", {"preview": late})
        assert refused.json()["code"] == "preview-gone"
        assert second.get("/approvals") == []


def test_a_start_with_a_clock_far_behind_the_journal_is_refused(tmp_path: Path) -> None:
    """At eleven minutes behind, the error gives both times and a remedy, and nothing is written."""
    written_ahead(tmp_path, 660)
    says = r"6[3-6]\d seconds earlier\. Set the machine.s clock, .* start with SICBO_CLOCK_BEHIND=6[3-6]\d or"
    with pytest.raises(BadInput, match=says):
        LiveHouse(Settings(data=tmp_path))
    with closing(open_reader(str(tmp_path))) as journal:
        assert journal.heads()["T1"].number == 1
    assert check_clock(Settings(data=tmp_path)).says.endswith("the house does not start.")


@pytest.mark.parametrize(("behind", "most"), [(540, 600), (660, 700)])
def test_a_start_with_a_clock_behind_the_journal_is_announced(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, behind: int, most: int
) -> None:
    """At nine minutes, or more if allowed, the house continues from the journal and logs the difference."""
    written_ahead(tmp_path, behind)
    with running_house(tmp_path, clock_behind=most, console_seconds=0.5) as house:
        first = house.live_house.wall_time()
        time.sleep(0.01)
        assert house.live_house.wall_time() - first >= 10_000
        assert behind - SLOW_START < house.live_house.clock.seconds_ahead <= behind
        set_clock(house, -HOUR)
        while len(said := [one.__dict__ for one in caplog.records if one.message == "clock-behind"]) < 2:
            time.sleep(0.01)
        for one, ahead in zip(said, (behind, behind + HOUR), strict=True):
            assert ahead - SLOW_START < one["seconds"] <= ahead
