"""Twisted stories: a command changed in one word, or given at another moment, and what the table says to it.

What the table takes goes on record as the table tells it. What it refuses goes on record as if it had been
done: as it was done at its own moment, but for the changed word.
"""

import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from copy import deepcopy
from functools import cache
from typing import Any, NamedTuple

from msgspec import DecodeError

from sicbo.errors import Refusal
from sicbo.game.rulebook.publication import canonical_json
from sicbo.house.entries import CommandRequest, entry_text
from sicbo.table.log_kind import TABLE, decide, evolve_all
from sicbo.table.state import TableState, rules_of
from sicbo.table.transcript import player
from sicbo.table.transcript.parser import parse_transcript
from sicbo.table.transcript.player import play_transcript
from sicbo.verify.canonical import Wrong
from sicbo.verify.evidence.log import UNFOLLOWED
from sicbo.verify.replay import follow
from sicbo.verify.report import TableReport
from sicbo.verify.rules import law_of
from sicbo.verify.state import Table as Known
from tests.verify.bundles import ROUNDS, Entry, Story, listening, story

Place = tuple[str | int, ...]
NAMES = ("ana", "ben", "cho", "dana", "kim")
UNTOUCHED = {("type",), ("id",), ("stamp", "wall"), ("stamp", "elapsed")}


class Told(NamedTuple):
    """A transcript as a story, with the table before each command, and with what the verifier knows of it."""

    name: str
    story: Story
    tables: list[TableState]
    known: list[Known]


class Twist(NamedTuple):
    """One command of a story that is given at a moment of it, perhaps with another word in it."""

    told: Told
    at: int
    given: int
    place: Place = ()
    word: Any = None

    def __str__(self) -> str:
        said = f"{self.place} is {self.word!r}" if self.place else "as it was"
        return f"{self.told.name}: command {self.given} before {self.at}, {said}"


@cache
def every_told() -> list[Told]:
    """All transcripts."""
    return [told_of(path.stem, path.read_text(encoding="utf-8")) for path in ROUNDS]


def told_of(name: str, text: str) -> Told:
    """One transcript."""
    with listening(player) as said:
        start = play_transcript(parse_transcript(text)).start
    tables = [start]
    for _, answer in said:
        tables.append(tables[-1] if isinstance(answer, Refusal) else evolve_all(tables[-1], answer))
    told = story(start, said)
    return Told(name, told, tables, _followed(told))


def _followed(told: Story) -> list[Known]:
    """What the verifier knows before each record."""
    law = law_of(canonical_json(rules_of(told.rulebook, told.readings)), told.layout)
    known = [Known(told.table, law, TableReport(told.table))]
    for entry in told.entries:
        known.append(_copied(known[-1]))
        follow(known[-1], deepcopy(entry.told), known=False)
        assert not known[-1].report.findings
    return known


def _copied(known: Known) -> Known:
    return deepcopy(known, {id(known.law): known.law})


def findings(twist: Twist, entry: Entry) -> list[str]:
    """What the verifier finds wrong with a record at the moment of a twist."""
    known = _copied(twist.told.known[twist.at])
    try:
        follow(known, entry.told, known=False)
    except (Wrong, *UNFOLLOWED) as wrong:
        return [str(wrong)]
    return [finding.says for finding in known.report.findings]


@cache
def other_words() -> dict[tuple[str, str], list[Twist]]:
    """Every word of every command made another, once for each rulebook, by rulebook and command."""
    found: dict[tuple[str, str], list[Twist]] = defaultdict(list)
    seen: set[object] = set()
    for told in every_told():
        for at, entry in enumerate(told.story.entries):
            command = entry.command
            kind, book = command["type"], told.story.rulebook
            for place, value in words(command):
                for turn, word in enumerate(others(place, value)):
                    key = (book, kind, command.get("step"), _shape(place), turn, bool(entry.events))
                    if key not in seen:
                        seen.add(key)
                        found[book, kind].append(Twist(told, at, at, place, word))
    return dict(found)


@cache
def other_moments() -> dict[tuple[str, str], list[Twist]]:
    """Every command that was followed, given at other moments: once for each thing that the table says."""
    found: dict[tuple[str, str], list[Twist]] = defaultdict(list)
    seen: set[object] = set()
    for told in every_told():
        entries = told.story.entries
        firsts = {_kind(entry): given for given, entry in reversed([*enumerate(entries)]) if entry.events}
        for at, table in enumerate(told.tables[:-1]):
            for (kind, step), given in firsts.items():
                twist = Twist(told, at, given)
                answer = decide(table, _command(_moved(twist)))
                said = answer.clause if isinstance(answer, Refusal) else [type(one) for one in answer]
                key = (told.story.rulebook, kind, step, str(said), table.due_stage.step)
                if key not in seen:
                    seen.add(key)
                    found[told.story.rulebook, kind].append(twist)
    return dict(found)


@cache
def other_events() -> dict[str, list[tuple[int, Twist]]]:
    """Every word of every event made another, once for each rulebook, with the place of the event."""
    found: dict[str, list[tuple[int, Twist]]] = defaultdict(list)
    seen: set[object] = set()
    for told in every_told():
        book = told.story.rulebook
        for given, entry in enumerate(told.story.entries):
            for at, event in enumerate(entry.events):
                for place, value in words(event):
                    for turn, word in enumerate(one for one in others(place, value) if one != value):
                        key = (book, entry.command["type"], event["type"], _shape(place), turn)
                        if key not in seen:
                            seen.add(key)
                            found[book].append((at, Twist(told, given, given, place, word)))
    return found


@cache
def refused_and_done() -> dict[str, list[tuple[Twist, Entry]]]:
    """Every command that a table refused, on record as if it had been followed, by rulebook."""
    every = [(told.story.rulebook, entry) for told in every_told() for entry in told.story.entries]
    done = {(book, _kind(entry)): entry for book, entry in every if entry.events}
    found: dict[str, list[tuple[Twist, Entry]]] = defaultdict(list)
    for told in every_told():
        for at, entry in enumerate(told.story.entries):
            like = done.get((told.story.rulebook, _kind(entry)))
            if not entry.events and like is not None:
                forged = deepcopy(entry)
                forged.told = {"command": forged.command, "events": deepcopy(like.events)}
                for event in forged.events:
                    event |= {"stamp": forged.command["stamp"], "command": forged.id}
                    event |= {
                        name: word
                        for name, word in forged.command.items()
                        if name in event and name not in ("type", "stamp") and word is not None
                    }
                _lying_before(told.tables[at], forged)
                found[told.story.rulebook].append((Twist(told, at, at), forged))
    return found


def _lying_before(table: TableState, forged: Entry) -> None:
    """Let a forged slip say rightly what it takes the place of."""
    if forged.command["type"] == "register-slip":
        slip = table.round.slips.get(forged.command["player"]) if table.round else None
        lying = slip.stakes if slip else ()
        forged.events[0]["before"] = [[one.bet, one.cents, one.instrument] for one in lying]


def twisted(twist: Twist) -> tuple[Entry, bool] | None:
    """The record of a twist, and whether the table takes it; None where it cannot be said."""
    entry = _moved(twist)
    if twist.place:
        put(entry.command, twist.place, twist.word)
    try:
        command = _command(entry)
    except DecodeError:
        return None
    answer = decide(twist.told.tables[twist.at], command)
    taken = not isinstance(answer, Refusal)
    if taken:
        entry.told = json.loads(entry_text(CommandRequest(twist.told.story.table, command, ()), answer))
    elif not entry.events:
        return None
    else:
        for event in entry.events:
            _agree(event, twist)
    return entry, taken


def _moved(twist: Twist) -> Entry:
    """The command as it is given at that moment, under an id of its own where it is not its own moment."""
    entries = twist.told.story.entries
    entry, near = deepcopy(entries[twist.given]), entries[twist.at]
    if twist.at != twist.given:
        entry.wall, entry.id = near.wall, "moved"
        for message in (entry.command, *entry.events):
            message["stamp"] |= {name: near.command["stamp"][name] for name in ("wall", "elapsed")}
            message["command" if message is not entry.command else "id"] = "moved"
    return entry


def _agree(event: Any, twist: Twist) -> None:
    """Let an event say what its command says."""
    place = twist.place
    if place[:1] == ("stamp",) or (place and place[0] in event and type(event[place[0]]) is not int):
        put(event, place, twist.word)
    elif place and place[0] in event:
        event[place[0]] = twist.word


def _command(entry: Entry) -> Any:
    return TABLE.decode_command(json.dumps(entry.command).encode())


def _kind(entry: Entry) -> tuple[str, str]:
    return entry.command.get("type", ""), entry.command.get("step", "")


def words(said: Any, place: Place = ()) -> Iterator[tuple[Place, Any]]:
    """Every word of a command, of lists the first, by where it stands."""
    if isinstance(said, dict):
        for name, part in said.items():
            yield from words(part, (*place, name))
    elif isinstance(said, list):
        for part in said[:1]:
            yield from words(part, (*place, 0))
    elif place not in UNTOUCHED:
        yield place, said


def others(place: Place, value: Any) -> Sequence[Any]:
    """What a word might be instead."""
    if place == ("stamp", "rank"):
        return [rank for rank in (None, 1, 2, 3, 4) if rank != value]
    if isinstance(value, bool):
        return (not value,)
    if isinstance(value, int):
        return (value + 1, value - 1, 0, -1) if value else (1, -1)
    if isinstance(value, str):
        return ("", f"{value}x", *(name for name in NAMES if value in NAMES and name != value))
    return (1, "x")


def _shape(place: Place) -> Place:
    return tuple("*" if isinstance(part, int) else part for part in place)


def put(said: Any, place: Place, word: Any) -> None:
    for part in place[:-1]:
        said = said[part]
    said[place[-1]] = word
