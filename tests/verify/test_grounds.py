"""Every ground for a void at every step of a round: the verifier believes just what the table takes."""

import json
from collections.abc import Iterator
from copy import deepcopy
from functools import cache
from typing import Any

import pytest

from sicbo.errors import Refusal
from sicbo.game.ranks import Rank
from sicbo.house.entries import CommandRequest, entry_text
from sicbo.machine.log_kind import Events
from sicbo.machine.messages import Stamp
from sicbo.table.log_kind import decide
from sicbo.table.messages.round import DeclareVoid
from sicbo.table.past_rounds import find_round
from sicbo.table.people.voided_wagers import wagers_voided_event
from sicbo.table.round import voids
from sicbo.table.state import TableState
from sicbo.verify.canonical import Wrong
from sicbo.verify.replay import follow
from tests.verify.twisted import Told, told_of

EARLY, LATE = "place your bets", "cover, spin, no more bets, uncover, call, enter 1 2 4, {light}collect, pay"
SIGN = "limits $5 to $500, chips of $5"
LIT, DARK = LATE.format(light="light, "), LATE.format(light="")
SHORT = "cover, spin 3, no more bets, uncover, enter 1 2 4, collect, pay"
COVERED = "no more bets, uncover, call, enter 1 2 4, light, collect, pay"
PRESSED = COVERED.replace("bets,", "bets, press the button,")
STAR = ("cover, spin 3, place your bets", COVERED)
ROUNDS = {
    "canberra-2005  limits $5 to $500": (EARLY, DARK),
    "canberra-2005  limits $5 to $500, readings C-18=until-called": (EARLY, DARK),
    f"crown-sydney-2024  {SIGN}, approved minimum $2": (EARLY, LIT),
    f"crown-sydney-2024  {SIGN}, approved minimum $2, readings S-11=stand": (EARLY, LIT),
    f"crown-melbourne-6.1/a  {SIGN}": (EARLY, LIT),
    f"singapore-etg/1  {SIGN}": (EARLY, SHORT),
    f"singapore-etg/1  {SIGN}, readings SG-11=at-rest": (EARLY, SHORT),
    f"star-sydney-2016  {SIGN}": STAR,
    f"star-sydney-2016  {SIGN}, readings ST-17=every-table": STAR,
    f"star-sydney-2016  {SIGN}, readings ST-14=literal": STAR,
    f"star-sydney-2016  {SIGN}, with touch screen": (STAR[0], PRESSED),
}
MOMENTS = ("spin", "pay", "place-bets")
"""Before the dice are known, after that, and between two rounds."""
RIGHT: dict[str, Any] = {"by": "kim", "rank": Rank.SENIOR_MANAGER, "note": "seen", "second": "lee"}
OTHERWISE: tuple[dict[str, Any], ...] = (
    {"rank": None},
    {"rank": Rank.DEALER},
    {"rank": Rank.SUPERVISOR},
    {"rank": Rank.MANAGER},
    {"note": ""},
    {"second": ""},
    {"second": "kim"},
    {"forfeits": "ana"},
    {"forfeits": "ana", "rank": Rank.DEALER},
    {"forfeits": "zoe"},
    {"player": "ana"},
    {"player": "ana", "bets": ("small",)},
    {"player": "ana", "second": ""},
    {"player": "ana", "note": ""},
    {"player": "ana", "rank": Rank.MANAGER},
    {"player": "ana", "round": 1},
    {"player": "ana", "round": 9},
    {"player": "ana", "forfeits": "ana"},
    {"round": 1},
    {"round": 2},
    {"round": 9},
)


@cache
def rounds_at(table: str) -> Told:
    """Two rounds with wagers that win and lose, and the beginning of a third."""
    early, late = ROUNDS[table]
    one = f"dealer  {early}\nana  $5 on small, $10 on big\nben  $5 on big\ndealer  {late}\n"
    return told_of(table, f"rulebook {table}\n\nana  buys $100\nben  buys $100\n{one}{one}dealer  {early}\n")


def commands(evening: Told, at: int, ground: str, *, every: bool) -> Iterator[DeclareVoid]:
    """The void as it should be said, and with one thing or another about it that may be wrong."""
    when = evening.story.entries[at].command["stamp"]
    for other in ({}, *(OTHERWISE if every else OTHERWISE[1:2])):
        words = RIGHT | other
        stamp = Stamp(words.pop("by"), words.pop("rank"), when["wall"], when["elapsed"])
        yield DeclareVoid(id="v", stamp=stamp, ground=ground, **words)


def forged(table: TableState, command: DeclareVoid) -> Events | None:
    """What would come of it if nobody asked whether it may be; None where no round could be meant."""
    item = next(
        one for one in table.rules.irregularities if voids.GROUNDS_BY_KEY[command.ground] is one.ground
    )
    played = (table.round or table.last) if command.round is None else find_round(table, command.round)
    if played is None or (command.player and (played is not table.round or not played.slips)):
        return None
    if not command.player:
        return voids._void_round(table, command, item, played)
    lying = played.slips[command.player].stakes
    stakes = tuple(one for one in lying if not command.bets or one.bet in command.bets)
    return (wagers_voided_event(table, command, item.clause, stakes, "refunded"),)


def believed(evening: Told, at: int, command: DeclareVoid, events: Events) -> bool:
    """Whether the verifier finds nothing wrong with it."""
    known = deepcopy(evening.known[at], {id(evening.known[at].law): evening.known[at].law})
    try:
        follow(
            known,
            json.loads(entry_text(CommandRequest(evening.story.table, command, ()), events)),
            known=False,
        )
    except Wrong:
        return False
    return not known.report.findings


@pytest.mark.parametrize("table", ROUNDS)
def test_a_void_is_believed_just_where_the_table_takes_it(table: str) -> None:
    """By whom, why, seen by whom, of which round and of whose wagers; and whether it can be so by then."""
    evening = rounds_at(table)
    grounds = {item.ground for item in evening.tables[0].rules.irregularities}
    wrong = []
    entries = evening.story.entries
    for at, entry in enumerate(entries):
        step = entry.command.get("step")
        every = at > len(entries) // 2 and step in MOMENTS
        for name in (name for name, ground in voids.GROUNDS_BY_KEY.items() if ground in grounds):
            for command in commands(evening, at, name, every=every):
                answer = decide(evening.tables[at], command)
                taken = not isinstance(answer, Refusal)
                events = forged(evening.tables[at], command) if isinstance(answer, Refusal) else answer
                if events is not None and believed(evening, at, command, events) != taken:
                    wrong.append((at, step, command, answer))
    assert wrong == []
