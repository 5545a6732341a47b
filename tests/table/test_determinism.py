"""The same evening gives the same bytes with every hash seed."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from sicbo.game.policies import Step
from sicbo.machine.messages import encode_message
from sicbo.rulebooks import every_layout
from sicbo.table.messages.round import BuyIn, CorrectResult, DeclareVoid
from sicbo.table.state import state_hash
from tests.table.dealer import Dealer

ROOT = Path(__file__).parent.parent.parent
SEEDS = ("0", "1", "random")


def evening(layout: str) -> Dealer:
    """Return a fixed evening with many players, a correction, a void and a round still open."""
    dealer = Dealer(layout)
    dealer.open()
    money = dealer.table.rules.wagers.stakes.choice[0].name.lower().replace("_", "-")
    players = [f"player-{number}" for number in range(20)]
    for player in players:
        dealer.say(BuyIn, player=player, cents=100_000, instrument=money)
    for dice in ((1, 4, 4), (6, 6, 6), (2, 3, 5)):
        dealer.until(Step.PLACE_BETS)
        for number, player in enumerate(players):
            dealer.bet(player, {"small": 500 + 100 * number, "big": 1_000, f"total-{4 + number % 14}": 500})
        dealer.until(Step.PAY, dice=dice)
    dealer.say(CorrectResult, dice=(1, 2, 4), second="kim", reason="misread")
    dealer.until(Step.PLACE_BETS)
    dealer.bet("ana", {"small": 2_500})
    dealer.until(Step.SPIN)
    dealer.say(DeclareVoid, ground="disruption", note="a brawl")
    dealer.until(Step.PLACE_BETS)
    for player in players[:5]:
        dealer.bet(player, {"big": 1_500})
    return dealer


def fingerprint(layout: str) -> str:
    """Return the hash of the state after the evening, and the length of its journal."""
    dealer = evening(layout)
    return (
        f"{layout} {state_hash(dealer.table)} {sum(len(encode_message(event)) for event in dealer.journal)}"
    )


def under(seed: str) -> str:
    """Return the result of every evening in another Python process with this hash seed."""
    code = (
        "from sicbo.rulebooks import every_layout; from tests.table.test_determinism import fingerprint; "
        "print(*map(fingerprint, every_layout()), sep='\\n')"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": seed},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout


@pytest.mark.parametrize("seed", SEEDS)
def test_the_state_hash_does_not_depend_on_the_hash_seed(seed: str) -> None:
    """Sets and dicts may have another order there; the state and the journal stay the same."""
    assert under(seed).split("\n")[:-1] == [fingerprint(layout) for layout in every_layout()]


def test_the_text_of_every_event_of_an_evening_has_sorted_keys_and_no_spaces() -> None:
    """Any JSON library can then write the same bytes."""
    dealer = Dealer("star-sydney-2016")
    dealer.open()
    dealer.until(Step.PLACE_BETS)
    dealer.bet("ana", {"small": 1_000})
    dealer.until(Step.PAY)
    for event in dealer.journal:
        text = encode_message(event)
        plain = json.dumps(json.loads(text), sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        assert text == plain.encode()
