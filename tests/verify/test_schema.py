"""The verifier's own list of messages, held against those of the table: neither has one more."""

import typing
from collections.abc import Mapping
from typing import Any

import msgspec

from sicbo.promotion.commands import PaymentPart
from sicbo.promotion.events import PrizeWon
from sicbo.promotion.log_kind import PROMOTION
from sicbo.table.log_kind import TABLE
from sicbo.table.messages.parts import AreaLimits, Stake
from sicbo.table.messages.round import SettledLine
from sicbo.table.messages.super_streak import SettledStreak
from sicbo.verify.leads import MAIN
from sicbo.verify.powers import ACT_OF, ANYBODY
from sicbo.verify.promotion import orders
from sicbo.verify.replay import HOW
from sicbo.verify.schema import COMMAND_SHAPES, COMMANDS, EVENT_SHAPES, EVENTS

CODES: dict[Any, str] = {
    str: "s",
    int: "i",
    bool: "b",
    int | None: "i?",
    str | None: "s?",
    tuple[str, ...]: "S",
    tuple[Stake, ...]: "K",
    Stake: "k",
    tuple[SettledLine, ...]: "L",
    tuple[SettledStreak, ...]: "M",
    tuple[int, int, int]: "D",
    tuple[int, int, int] | None: "D?",
    tuple[tuple[str, int], ...]: "H",
    tuple[AreaLimits, ...]: "A",
}


def written(messages: Any, common: tuple[str, ...], codes: Mapping[Any, str] = CODES) -> dict[str, set[str]]:
    """What the table can say, as the verifier would write it down."""
    told = {}
    for kind in messages:
        hints = typing.get_type_hints(kind)
        told[kind.__struct_config__.tag] = {
            f"{one.name}:{codes[hints[one.name]]}{'' if one.required else '~'}"
            for one in msgspec.structs.fields(kind)
            if one.name not in common
        }
    return told


def listed(text: str) -> dict[str, set[str]]:
    """What the verifier knows."""
    rows = [line.split() for line in text.strip().splitlines()]
    return {name: set(fields) for name, *fields in rows}


def test_the_verifier_knows_every_command_and_every_field() -> None:
    """Names, types, and which may be absent."""
    assert listed(COMMANDS) == written(TABLE.rules, ("id", "stamp"))


def test_the_verifier_knows_every_event_and_every_field() -> None:
    """Names, types, and which may be absent."""
    assert listed(EVENTS) == written(TABLE.effect_of, ("stamp", "clause", "command"))


def test_what_may_be_absent_means_the_same_to_both() -> None:
    """The default of the table is that of the verifier."""
    for messages, shapes in ((TABLE.rules, COMMAND_SHAPES), (TABLE.effect_of, EVENT_SHAPES)):
        for kind in messages:
            defaults = {
                one.name: list(one.default) if isinstance(one.default, tuple) else one.default
                for one in msgspec.structs.fields(kind)
                if not one.required
            }
            assert shapes[str(kind.__struct_config__.tag)].defaults == defaults


def test_every_command_has_its_power_and_its_point_and_every_event_is_followed() -> None:
    """Nothing is let through because nobody looks at it."""
    commands = listed(COMMANDS).keys()
    assert commands == MAIN.keys()
    assert commands == ACT_OF.keys() | ANYBODY | {"give-notice", "withdraw-notice"}
    assert listed(EVENTS).keys() == HOW.keys()


def test_the_verifier_knows_every_order_of_a_promotion() -> None:
    """Names and types; none may be absent where a promotion writes them all."""
    more = {tuple[PaymentPart, ...]: "H", PrizeWon: "w", tuple[PrizeWon, ...]: "W"}
    told = written(PROMOTION.rules, ("id", "stamp"), CODES | more)
    plain = {name: {one.rstrip("~") for one in fields} for name, fields in told.items()}
    assert listed(orders.COMMANDS) == plain
