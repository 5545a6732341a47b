"""The shapes of what a record says: as it has to be, and with one thing in it that is of another kind."""

from collections.abc import Callable
from typing import Any

import pytest

from sicbo.verify import schema
from sicbo.verify.canonical import Wrong

STAKE = ["small", 500, "value-chip"]
LINE = {
    "clause": "6.3/small",
    "collected": 0,
    "outcome": "won",
    "returned": 500,
    "stake": STAKE,
    "winnings": 500,
}
STREAK = LINE | {"ends": "", "length": 3}
STAKES: list[Any] = [
    None, "abc", {}, [], STAKE[:2], [*STAKE, 1], tuple(STAKE),
    [1, 500, "value-chip"], ["small", "500", "value-chip"], ["small", True, "value-chip"], ["small", 500, 1],
]  # fmt: skip
LINES: list[Any] = [
    None, [], {}, {name: word for name, word in LINE.items() if name != "outcome"}, LINE | {"more": 1},
    *(LINE | {"stake": stake} for stake in STAKES),
    *(LINE | {name: word} for name in ("winnings", "returned", "collected") for word in ("1", None, True)),
]  # fmt: skip
HELD: list[Any] = [
    None,
    "ab",
    {},
    [],
    ["credit"],
    ["credit", 5, 5],
    [5, 5],
    ["credit", "5"],
    ["credit", True],
]
WON: list[Any] = [
    None, "abc", [], ["ana", "car"], ["ana", "car", 1, 1], [1, "car", 1], ["ana", 1, 1], ["ana", "car", "1"],
]  # fmt: skip
AREAS: list[Any] = [
    None, "abc", [], ["triple", 5], ["triple", 5, 9, 9], [5, 5, 9], ["triple", "5", 9], ["triple", None, 9],
    ["triple", 5, "9"],
]  # fmt: skip
DICE: list[Any] = [
    "123", (1, 2, 3), {}, [], [1, 2], [1, 2, 3, 4], ["1", 2, 3], [1, "2", 3], [1, 2, None], [True, 2, 3],
]  # fmt: skip
ONE: dict[str, tuple[Callable[[Any], bool], list[Any], list[Any]]] = {
    "a stake": (schema._stake, [STAKE, ["", 0, ""]], STAKES),
    "a settled line": (
        schema._wager_line,
        [LINE, LINE | {"change": 1}],
        [
            *LINES,
            *(LINE | {"change": word} for word in (0, -1, "1", True)),
            *(line | {"change": 1} for line in LINES[2:]),
        ],
    ),
    "a settled Super Streak": (
        schema._streak_line,
        [STREAK, STREAK | {"length": 0}],
        [LINE, STREAK | {"length": "3"}, STREAK | {"change": 1}, *({**STREAK, **line} for line in LINES[4:])],
    ),
    "something held": (schema._held, [["credit", 5], ["", 0]], HELD),
    "a prize": (schema._won, [["ana", "car", 1]], WON),
    "limits of an area": (schema._area, [["triple", 5, 9], ["triple", 5, None]], AREAS),
    "dice": (schema._dice, [[1, 2, 3], [6, 6, 6]], [None, *DICE]),
}


@pytest.mark.parametrize("name", ONE)
def test_one_thing_of_another_kind_is_enough(name: str) -> None:
    """Whatever else is as it should be; and what is as it should be holds, in a list too."""
    holds, good, bad = ONE[name]
    every = schema._each(holds)

    assert [holds(value) for value in good] == [True] * len(good)
    assert [value for value in bad if holds(value)] == []
    assert every([]) is every(good) is True
    assert [value for value in bad if every([*good, value]) or every([value, *good])] == []
    assert not every(tuple(good))
    assert not every(dict.fromkeys(map(str, good)))


@pytest.mark.parametrize(
    ("code", "good", "bad"),
    [
        ("S", [[], ["small", ""]], ["small", None, ["small", 1], [None, "small"], {"small": 1}]),
        ("D", [[1, 2, 3]], [None, *DICE]),
        ("D?", [None, [1, 2, 3]], DICE),
        ("k", [STAKE], STAKES),
        ("K", [[], [STAKE, STAKE]], ["abc", {}, None, *([STAKE, stake] for stake in STAKES)]),
        ("L", [[], [LINE, LINE | {"change": 5}]], [{}, *([LINE, line] for line in LINES)]),
        ("M", [[], [STREAK]], [{}, [STREAK, LINE]]),
        ("H", [[], [["credit", 5]]], [{}, *([["credit", 5], one] for one in HELD)]),
        ("A", [[], [["triple", 5, None]]], [{}, *([["triple", 5, 9], one] for one in AREAS)]),
        ("w", [["ana", "car", 1]], WON),
        ("W", [[], [["ana", "car", 1]]], [{}, *([["ana", "car", 1], one] for one in WON)]),
    ],
)
def test_every_code_stands_for_its_shape(code: str, good: list[Any], bad: list[Any]) -> None:
    """What a message's field may hold, and what it may not."""
    (shape,) = schema.shapes(f"told what:{code}", ("id",)).values()

    def message(value: Any) -> dict[str, Any]:
        return {"type": "told", "id": "1", "stamp": {}, "what": value}

    assert not any(shape.check(message(value)) for value in good)
    for value in bad:
        with pytest.raises(Wrong, match="told has what of another kind"):
            shape.check(message(value))


def test_an_event_has_stakes_of_something_and_a_command_may_ask_for_none() -> None:
    """A command that asks for stakes of nothing is refused by the table, and so on record."""
    (event,) = schema.shapes("told what:K", ("clause", "command")).values()
    (command,) = schema.shapes("told what:K", ("id",)).values()
    nothing = [["small", 0, "value-chip"]]

    assert not command.check({"type": "told", "id": "1", "stamp": {}, "what": nothing})
    with pytest.raises(Wrong, match="told has what of another kind"):
        event.check({"type": "told", "clause": "1", "command": "1", "stamp": {}, "what": nothing})


def test_an_event_has_stakes_that_every_reader_reads_alike() -> None:
    """Below two to the power of 53: a number from there on is another one to some."""
    (event,) = schema.shapes("told what:K", ("clause", "command")).values()
    told = {"type": "told", "clause": "1", "command": "1", "stamp": {}}

    assert not event.check({**told, "what": [["small", 2**53 - 1, "value-chip"]]})
    with pytest.raises(Wrong, match="told has what of another kind"):
        event.check({**told, "what": [["small", 2**53, "value-chip"]]})


def test_what_may_be_absent_is_put_in_and_nothing_else_may_be() -> None:
    """A text that nobody gave is none, a number that may be null is; a field without a default is missed."""
    (shape,) = schema.shapes("told who:s note:s~ round:i?~", ("id",)).values()
    short: dict[str, Any] = {"type": "told", "id": "1", "stamp": {}, "who": "ana"}
    full = short | {"note": "", "round": None}

    assert shape.check(short)
    assert short == full
    assert shape.check(short) is False
    with pytest.raises(Wrong, match=r"told lacks id, who$"):
        shape.check({"type": "told", "stamp": {}, "note": ""})
    with pytest.raises(Wrong, match="cannot vouch: unknown less, more in told"):
        shape.check(full | {"more": 1, "less": 1})
    for name in ("who", "id", "note", "round"):
        with pytest.raises(Wrong, match=f"told has a {name} of another kind"):
            shape.check(full | {name: True})


GOOD = {"by": "kim", "elapsed": 1, "rank": None, "wall": 1}


def test_a_stamp_says_who_as_what_and_when() -> None:
    """With a rank or without; four things, each of its kind."""
    schema.stamp_of(GOOD)
    schema.stamp_of(GOOD | {"rank": 4})


@pytest.mark.parametrize(
    ("stamp", "says"),
    [
        (None, "a stamp has by"),
        ([*GOOD], "a stamp has by"),
        ({}, "a stamp has by"),
        (GOOD | {"more": 1}, "a stamp has by"),
        (GOOD | {"wall": "1"}, "a stamp says who"),
        (GOOD | {"elapsed": None}, "a stamp says who"),
        (GOOD | {"by": 1}, "a stamp says who"),
        (GOOD | {"rank": "4"}, "a stamp says who"),
        (GOOD | {"rank": True}, "a stamp says who"),
    ],
)
def test_a_stamp_of_another_kind_is_none(stamp: Any, says: str) -> None:
    """One word alone is enough."""
    with pytest.raises(Wrong, match=says):
        schema.stamp_of(stamp)
