"""One row for each message: no message lacks a part, and no row is counted twice."""

from collections.abc import Iterator
from dataclasses import replace
from typing import TypeVar

import pytest

from sicbo.errors import Refusal
from sicbo.house.log_kinds import LOG_KINDS
from sicbo.i18n import message, places_of
from sicbo.machine.log_kind import Audience, LogKind, event_message, narrate_refusal
from sicbo.machine.messages import Command, Event, tag_of
from sicbo.table.log_kind import TABLE

Message = TypeVar("Message", Command, Event)
KINDS = sorted(LOG_KINDS.values(), key=lambda kind: kind.kind)


def every_subclass(base: type[Message]) -> Iterator[type[Message]]:
    """Yield the classes of the product that derive from a class, at any distance."""
    kinds: list[type[Message]] = base.__subclasses__()
    for kind in kinds:
        if kind.__module__.startswith("sicbo."):
            yield kind
        yield from every_subclass(kind)


def test_every_command_and_every_event_has_exactly_one_row() -> None:
    """A message without a row could never be decided, applied, booked or read."""
    commands = [row.command for kind in KINDS for row in kind.rows]
    events = [row.event for kind in KINDS for row in kind.effects]

    assert sorted(map(tag_of, commands)) == sorted(map(tag_of, every_subclass(Command)))
    assert sorted(map(tag_of, events)) == sorted(map(tag_of, every_subclass(Event)))


def test_no_two_messages_share_a_tag() -> None:
    """A record is read by its tags alone, whichever kind of log it is of."""
    commands = [tag_of(command) for kind in KINDS for command in kind.rules]
    tags = [*commands, *(tag_of(event) for kind in KINDS for event in kind.effect_of)]

    assert len(tags) == len({*tags})


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.kind)
def test_a_row_has_every_part(kind: LogKind) -> None:
    """An effect is not complete without its change, its transfers, its audience and its words."""
    for row in kind.effects:
        assert callable(row.apply)
        assert callable(row.transfers)
        assert callable(row.narrate)
        assert isinstance(row.audience, Audience)
    for rule in kind.rows:
        assert callable(rule.decide)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.kind)
def test_an_event_has_what_its_text_names(kind: LogKind) -> None:
    """By default an event reads as its own text, with its fields as the values."""
    for row in kind.effects:
        if row.narrate is event_message:
            places = places_of(f"event.{tag_of(row.event)}")
            assert places <= {*row.event.__struct_fields__, "by"}, row.event


def test_a_row_that_is_there_twice_is_an_error() -> None:
    """The second of two rows would silently win."""
    with pytest.raises(AssertionError):
        replace(TABLE, rows=(*TABLE.rows, TABLE.rows[0]))
    with pytest.raises(AssertionError):
        replace(TABLE, effects=(*TABLE.effects, TABLE.effects[0]))


def test_the_orders_that_a_person_signs_are_named_by_their_tags() -> None:
    """Of the steps of a round only the entry of the result is signed."""
    assert TABLE.signed_orders == (
        *("agree-limits", "change-limits", "close-table", "correct-result", "credit-float", "declare-void"),
        *("fill-float", "open-table", "perform:enter", "rectify-fault"),
    )


def test_what_concerns_one_player_is_not_public() -> None:
    """Everyone sees who sits where. Slips, chips, sanctions and settlements are their player's own."""
    named = [row for row in TABLE.effects if "player" in row.event.__struct_fields__]
    public = {tag_of(row.event) for row in named if row.audience is Audience.EVERYONE}

    others = {*TABLE.effects} - {*named}
    kept = {tag_of(row.event) for row in others if row.audience is Audience.PLAYER}
    assert public == {"seat-taken", "seat-left"}
    assert len(named) > 30
    assert kept == {
        *("float-filled", "float-credited", "float-counted"),
        "dispute-decided",
        "review-requested",
    }


def test_a_refusal_reads_as_a_refusal() -> None:
    """It has its clause, and is marked."""
    fact = narrate_refusal(Refusal("3.6", message("slips.no-more-bets")))

    assert fact.says == "refused: No more bets in this round. Wait for the next one."
    assert (fact.clause, fact.refused) == ("3.6", True)
