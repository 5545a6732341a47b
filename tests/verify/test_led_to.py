"""What a command leads to: an event left out, told twice, or borrowed from another record is found."""

from collections.abc import Iterator
from copy import deepcopy
from functools import cache
from typing import Any

import pytest

from sicbo.table.transcript.parser import parse_transcript
from sicbo.table.transcript.player import play_transcript
from sicbo.verify.leads import MANY
from tests.verify.bundles import ROOT, Entry
from tests.verify.twisted import Told, Twist, findings, told_of

Event = dict[str, Any]
WRITTEN = {
    "a wrong entry that is a fault of the lights": """
rulebook star-sydney-2016  limits $5 to $500, super streak $10, with streak screen, readings ST-18=as-lights
ana         buys $100
dealer      cover, spin 3, place your bets, no more bets, uncover, call, enter 1 2 4, light, collect, pay
ana         $10 super streak on small
dealer      cover, spin 3, place your bets, no more bets, uncover, call, enter 1 2 4
supervisor  correct to 1 2 5 seen by kim because the dice were misread
dealer      light, collect, pay
""",
    "a debt that no Super Streak pays": """
rulebook star-sydney-2016  limits $5 to $500, super streak $10, with streak screen, readings ST-13=refunded
ana         buys $1,000
dealer      cover, spin 3, place your bets, no more bets, uncover, call, enter 1 2 4, light, collect, pay
ana         $10 super streak on small
dealer      cover, spin 3, place your bets
ana         $990 on big
dealer      no more bets, uncover, call, enter 1 2 4, light, collect
ana         cashes out $490
supervisor  void fraud with ana forfeiting seen by kim because she moved a chip
owes        ana $490
rack        ana $10
""",
    "winnings that wait": """
rulebook crown-melbourne-6.1/a  limits $5 to $500, chips of $5
ana             buys $100
dealer          record device by ana because a watch counted results
senior-manager  withhold the winnings of ana because she used a watch
dealer          place your bets
ana             $25 on small, $5 on big
dealer          cover, spin, no more bets, uncover, call, enter 1 2 4, light, collect, pay
supervisor      correct to 1 2 5 seen by kim because of a misread die
held            ana $25
""",
    "a debt of an earlier correction": """
rulebook crown-melbourne-6.1/a  limits $5 to $500, chips of $5
ana         buys $20
dealer      place your bets
ana         $20 on small
dealer      cover, spin, no more bets, uncover, call, enter 1 2 4, light, collect, pay
ana         cashes out $40
supervisor  correct to 4 5 6 seen by kim because of a misread die
owes        ana $40
ana         buys $50
dealer      place your bets
ana         $10 on small
dealer      void exposed-early
rack        ana $50
owes        ana $40
""",
}
NAMES = (
    "canberra-correction",
    "canberra-limits",
    "canberra-operator-voids",
    "canberra-voids",
    "canberra-warned-for-a-round",
    "crown-sydney-conduct",
    "crown-sydney-spin-again",
    "melbourne-kept-winnings",
    "melbourne-voids-and-correction",
    "singapore-damaged-dice",
    "singapore-late-errors",
    "star-streaks-cut-short",
    "star-super-streak-faults",
    "star-super-streak-twelve",
)


@cache
def told(name: str) -> Told:
    """A transcript, or one that is written here."""
    if name in WRITTEN:
        return told_of(name, WRITTEN[name].lstrip())
    return told_of(name, (ROOT / "tests" / "rounds" / f"{name}.round").read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", WRITTEN)
def test_an_evening_goes_as_it_is_written(name: str) -> None:
    """The transcript comes out as it says; that nothing is found in it is seen when it is told."""
    assert play_transcript(parse_transcript(WRITTEN[name].lstrip())).differences == ()
    assert told(name).name == name


def borrowed(evening: Told, at: int) -> Iterator[Event]:
    """Of every kind that a command may lead to the first events of the evening, as if they belonged here."""
    entry, known = evening.story.entries[at], evening.known[at]
    played = known.round or known.last
    for kind in sorted(MANY[entry.command["type"]][1]):
        every = [event for one in evening.story.entries for event in one.events if event["type"] == kind]
        for event in every[:4]:
            mine = deepcopy(event) | {"stamp": entry.command["stamp"], "command": entry.id}
            yield mine
            if "round" in mine and played is not None:
                yield mine | {"round": played.number}


def otherwise(evening: Told, at: int) -> Iterator[tuple[str, list[Event]]]:
    """The events of a record with one of them left out or told twice, or with one more."""
    events = evening.story.entries[at].events
    for place, event in enumerate(events):
        yield f"without {event['type']}", [*events[:place], *events[place + 1 :]]
        yield f"{event['type']} twice", [*events[:place], event, *events[place:]]
        yield f"{event['type']} at the end", [*events, event]
    for event in borrowed(evening, at):
        for place in sorted({0, len(events) - 1, len(events)}):
            yield f"{event['type']} at {place}", [*events[:place], event, *events[place:]]


def kinds_of(entry: Entry) -> tuple[str, ...]:
    """What a record is like: its command, and what came of it."""
    command = entry.command
    step = command.get("step") or command.get("ground") or command.get("fault") or ""
    return (command["type"], step, *sorted({event["type"] for event in entry.events}))


@pytest.mark.parametrize("name", [*NAMES, *WRITTEN])
def test_nothing_comes_of_a_command_but_what_has_to(name: str) -> None:
    """Money given back, a round counted, a fault on record: too little, too much, or of another round."""
    evening, seen, believed = told(name), set(), []
    for at, entry in enumerate(evening.story.entries):
        kinds = kinds_of(entry)
        if entry.command["type"] in MANY and entry.events and kinds not in seen:
            seen.add(kinds)
            for what, events in otherwise(evening, at):
                forged = Entry({**entry.told, "events": deepcopy(events)}, entry.wall, entry.actor, entry.id)
                if not findings(Twist(evening, at, at), forged):
                    believed.append((at, what))
    assert believed == []
