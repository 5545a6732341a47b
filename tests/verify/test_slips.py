"""Slips: every amount near a limit in every kind of chip is believed just where the table takes it."""

import json
from copy import deepcopy
from functools import cache
from itertools import product
from typing import Any

import pytest
from msgspec.structs import replace

from sicbo.errors import Refusal
from sicbo.house.entries import CommandRequest, entry_text
from sicbo.machine.accounts import WORLD, rack_account
from sicbo.machine.ledger import Transfer
from sicbo.machine.messages import Stamp
from sicbo.table.log_kind import decide
from sicbo.table.messages.parts import Stake
from sicbo.table.messages.round import RegisterSlip, SlipRegistered
from sicbo.verify.replay import follow
from tests.verify.twisted import Told, told_of

MELBOURNE = "crown-melbourne-6.1/a"
OPEN = {
    "canberra-2005  limits $5 to $500, units of $5": "",
    "canberra-2005  limits $7 to $502, units of $5": "",
    "canberra-2005  limits $0.01 and up, units of $0.01": "",
    "canberra-2005  limits $5 to $200": "senior-manager  agree up to $500 with ana, marked\n",
    "canberra-2005  limits $5 to $300": "senior-manager  agree up to $400 with ana, marked\n"
    "senior-manager  announce a minimum of $5\nsenior-manager  put up limits $5 and up\n",
    "crown-sydney-2024  limits $5 to $500, $10 to $50 on double, chips of $5, approved minimum $2": "",
    f"{MELBOURNE}  limits $5 to $500, chips of $5, colours red blue": "dealer  sell ana 60 red at $5\n",
    f"{MELBOURNE}  limits $5 and up, chips of $5": "",
    "singapore-etg/1  limits $1 to $500, chips of $0.50": "",
    "star-sydney-2016  limits $5 to $500, $10 to $50 on double-1, chips of $1": "",
}
LARGEST = 10**15
CENTS = (
    -500,
    0,
    1,
    2,
    199,
    200,
    500,
    501,
    505,
    700,
    800,
    1_000,
    5_000,
    5_500,
    20_500,
    50_000,
    50_001,
    50_200,
    50_500,
)
KINDS = ("value-chip", "credit", "token", "colour-chip", "colour-chip:red", "colour-chip:blue", "paper")
Stakes = tuple[Stake, ...]


def every_slip(money: str) -> list[Stakes]:
    """One stake of each amount and kind, and several together."""
    one = [(Stake("small", *each),) for each in product((*CENTS, LARGEST, LARGEST + 1), (money,))]
    other = [(Stake(bet, 500, kind),) for bet, kind in product(("small", "double-1", "seven"), KINDS)]
    areas = [(Stake("double-1", cents, money),) for cents in CENTS]
    small, red = Stake("small", 500, money), Stake("small", 500, "colour-chip:red")
    both = [(small, small), (small, red), (red, red), (small, Stake("big", 500, money))]
    more = [(Stake("small", 25_000, money), Stake("small", 25_500, "colour-chip:red"))]
    return [*one, *other, *areas, *both, *more, (small, Stake("big", 0, money)), ()]


@cache
def opened(table: str) -> Told:
    """A table at which bets are open, and another step that is about to be done."""
    first = "cover, spin 3, place your bets" if "star" in table else "place your bets"
    return told_of(
        table, f"rulebook {table}\n\nana  buys $900\n{OPEN[table]}dealer  {first}\ndealer  cover\n"
    )


@pytest.mark.parametrize("table", OPEN)
def test_a_slip_is_believed_just_where_the_table_takes_it(table: str) -> None:
    """However much she has: also in the form of a slip that was read before, when no shape is looked at."""
    evening = opened(table)
    at = len(evening.story.entries) - 1
    stamp = evening.story.entries[at].command["stamp"]
    known, there = evening.known[at], evening.tables[at]
    wrong = []
    plenty = {("ana", kind): 2**60 for kind in ("value-chip", "credit", "token")}
    gifts = [Transfer(kind, cents, WORLD, rack_account(name)) for (name, kind), cents in plenty.items()]
    there = replace(there, balances=there.balances.after_transfers(gifts))
    clause = known.law.clause["wagers.stakes"]
    for stakes in every_slip(known.law.money):
        told: dict[str, Any] = {"player": "ana", "round": 1, "version": 1, "stakes": stakes}
        slip = RegisterSlip(id="s", stamp=Stamp("ana", None, stamp["wall"], stamp["elapsed"]), **told)
        answer = decide(there, slip)
        taken = not isinstance(answer, Refusal)
        event = SlipRegistered(stamp=slip.stamp, clause=clause, command="s", before=(), **told)
        look = deepcopy(known, {id(known.law): known.law})
        look.racks |= plenty
        follow(look, json.loads(entry_text(CommandRequest(table, slip, ()), (event,))), known=True)
        if taken == bool(look.report.findings):
            wrong.append((stakes, answer, look.report.findings))
    assert wrong == []
