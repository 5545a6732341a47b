"""A player's own checks: rolls reproduced from what was opened, and the statement of a session."""

from pathlib import Path

import pytest

from sicbo.game.dice import Roll
from sicbo.house.electronic_rolls import commitment_of, roll_of
from sicbo.server.dealing.tumbler import ElectronicTumbler
from tests.server.houses import Browser, House, running_house

TABLE = "melbourne-a"


class FailsOnce(ElectronicTumbler):
    """A tumbler that fails once with an unexpected error."""

    def __init__(self) -> None:
        super().__init__()
        self.failed = 0

    def roll(self, seed: bytes, close: bytes) -> Roll:
        """Return the roll, but raise an error the first time."""
        self.failed += 1
        if self.failed == 1:
            raise RuntimeError("a cable came loose")
        return super().roll(seed, close)


def play_round(player: Browser, stakes: dict[str, int]) -> int:
    """Play a round that the automatic dealer deals once this player is ready, and return its number."""
    with player.stream(TABLE) as follows:
        number: int = follows.until(lambda seen: seen.view["betting"]["open"])["round"]
        if stakes:
            assert player.slip(TABLE, stakes, number).status_code == 200
        player.succeed("POST", f"/tables/{TABLE}/ready", {"ready": True})
        follows.until(lambda seen: seen.view["result"] and seen.view["result"]["round"] == number)
        follows.until(lambda seen: seen.view["result"]["settled"])
    return number


def test_every_electronic_roll_can_be_made_again(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """The commitment is shown before the bets, and the seed opens it and gives the dice.

    A dealer that meets an unexpected error logs it and deals on with the same seed.
    """
    with running_house(tmp_path, FailsOnce()) as house:
        player = house.browser()
        player.sit(TABLE)
        shown: dict[int, str] = {}
        for _ in range(2):
            with player.stream(TABLE) as follows:
                view = follows.until(lambda seen: seen.view["betting"]["open"])
                shown[view["round"]] = view["tumbler"]["commitment"]
                waiting = player.get(f"/tables/{TABLE}/rolls")
                assert {waiting["round"]: waiting["commitment"]}.items() <= shown.items()
            play_round(player, {})
        rolls = player.get(f"/tables/{TABLE}/rolls", n=3)["rolls"]
    assert [one["round"] for one in rolls] == sorted(shown, reverse=True)
    for one in rolls:
        opened = one["opened"]
        seed, close = bytes.fromhex(opened["seed"]), bytes.fromhex(opened["close"])
        assert opened["commitment"] == shown[one["round"]] == commitment_of(seed)
        assert one["dice"] == list(roll_of(seed, close))
    assert [one.message for one in caplog.records if one.exc_info] == ["dealer"]


def test_a_person_deals_and_there_is_nothing_to_open(house: House) -> None:
    """Dice on the table decide by themselves, so no commitment is claimed."""
    dealer = house.browser()
    dealer.console("canberra")
    dealer.open_bets("canberra")
    dealer.finish("canberra", [1, 2, 3])
    told = dealer.get("/tables/canberra/rolls")
    assert told == {"table": "canberra", "round": None, "commitment": None, "rolls": [], "unopened": []}


def test_a_statement_tells_of_every_round_of_a_session(house: House) -> None:
    """Won, lost and void rounds are listed with their lines; the sum is what the rack gained."""
    dealer, player, other = house.browser(), house.browser(), house.browser()
    dealer.console("sydney")
    mine = player.sit("sydney", "Lan")
    other.sit("sydney", "Bo")
    for dice in ([1, 2, 4], [6, 6, 6], None):
        number = dealer.open_bets("sydney")
        player.slip("sydney", {"small": 500, "single-1": 200}, number)
        other.slip("sydney", {"big": 900}, number)
        if dice:
            dealer.finish("sydney", dice)
    dealer.deal_until("sydney", "enter")
    void = {"type": "declare-void", "ground": "not-flat"}
    dealer.succeed("POST", "/tables/sydney/commands", void)
    told = player.get("/tables/sydney/statement")
    assert [(one["net"], one["staked"], len(one["lines"])) for one in told["rounds"]] == [
        (0, 700, 0),
        (-700, 700, 2),
        (700, 700, 2),
    ]
    assert told["rounds"][0]["void"]["ground"] == "not-flat"
    assert told["rounds"][2]["lines"][0]["clause"].startswith("3.3.2(a)")
    assert told["net"] == player.player_view("sydney")["rack"] - mine["rack"] == 0
    assert told["brought"] == mine["rack"]
    assert (told["name"], told["staked"]) == ("Lan", 2_100)
    assert [one["net"] for one in other.get("/tables/sydney/statement")["rounds"]] == [0, -900, -900]
    assert house.browser().http.get("/tables/sydney/statement").status_code == 401


def test_a_corrected_round_is_stated_as_it_stands_now(house: House) -> None:
    """The statement follows the dice on the table, not the first entry."""
    dealer, player = house.browser(), house.browser()
    dealer.console("melbourne-b")
    player.sit("melbourne-b", "Lan")
    number = dealer.open_bets("melbourne-b")
    player.slip("melbourne-b", {"small": 500}, number)
    dealer.finish("melbourne-b", [6, 6, 5])
    correct = {"type": "correct-result", "dice": [1, 1, 2], "reason": "misread", "second": ""}
    dealer.succeed("POST", "/tables/melbourne-b/commands", correct)
    (one,) = player.get("/tables/melbourne-b/statement")["rounds"]
    assert (one["dice"], one["corrected"], one["net"]) == ([1, 1, 2], True, 500)
