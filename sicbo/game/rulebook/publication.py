"""A rulebook as canonical JSON, and its hash, by which journals and PAR sheets identify it."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from datetime import date
from enum import Enum
from fractions import Fraction
from functools import cache

from sicbo.game.dice import Rolls
from sicbo.game.layout import Layout, Pay, Price
from sicbo.game.rulebook.rules import Rules

FORMAT = "sicbo-rulebook-1"


def published(rules: Rules) -> dict[str, object]:
    """Return everything that a rulebook decides, as plain JSON values."""
    return {"format": FORMAT, **_record(rules)}


def canonical(rules: Rules) -> bytes:
    """Return the canonical bytes: sorted keys, no spaces, UTF-8, no floats."""
    return json.dumps(published(rules), sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def sha256(rules: Rules) -> str:
    """Return the hash of the canonical form, which identifies the rulebook under its readings."""
    return hashlib.sha256(canonical(rules)).hexdigest()


@cache
def key_of(member: Enum) -> str:
    """Return an enum member as it is written outside Python: VOID_UNDER_APPROVED is void-under-approved."""
    return member.name.lower().replace("_", "-")


def roll_keys(rolls: Rolls) -> list[str]:
    """Return a set of rolls as sorted digits. Every set in a rulebook holds a roll in all its orders."""
    return sorted({"".join(map(str, sorted(roll))) for roll in rolls})


def plain(value: object) -> object:
    """Return any value of a rulebook as JSON."""
    match value:
        case Enum():
            return key_of(value)
        case None | bool() | int() | str():
            return value
        case Fraction() | date():
            return str(value)
        case frozenset():
            return roll_keys(value)
        case Pay():
            return {"clause": value.clause, "odds": str(value.odds), "on": list(value.on), "tier": value.tier}
        case Layout():
            return _layout(value)
        case Mapping():
            return {str(plain(key)): plain(item) for key, item in value.items()}
        case tuple():
            return [plain(item) for item in value]
        case _ if is_dataclass(value):
            return _record(value)
        case _:
            raise TypeError(f"A rulebook cannot hold a {type(value).__name__}: {value!r}")


def _record(value: object) -> dict[str, object]:
    assert is_dataclass(value)
    return {part.name: plain(getattr(value, part.name)) for part in fields(value) if part.compare}


def _layout(layout: Layout) -> dict[str, object]:
    return {
        "key": layout.key,
        "name": layout.name,
        "clause": layout.clause,
        "faces": plain(layout.faces),
        "orientation": layout.orientation,
        "bets": [
            {
                "key": bet.key,
                "family": bet.family,
                "name": bet.name,
                "wins": bet.wins,
                "loses": bet.loses,
                "optional": bet.optional,
                "prices": [_price(price) for price in layout.prices[bet.key]],
            }
            for bet in layout.bets
        ],
        "areas": [_record(area) for area in layout.areas],
    }


def _price(price: Price) -> dict[str, object]:
    return {
        "tier": price.tier,
        "odds": str(price.odds),
        "clause": price.clause,
        "rolls": roll_keys(price.rolls),
    }
