"""The terms of a promotion: what is wrong with them by which clause, and what they offer."""

import re
import tomllib
from collections.abc import Iterator
from datetime import UTC, datetime, time, timedelta
from hashlib import sha256
from typing import Any, NamedTuple

from sicbo.verify.decisions import refuse, refuse_if
from sicbo.verify.terms import demanded, look, states

KINDS = ("cash", "tokens", "appliance", "vehicle", "travel", "real-estate", "liquor", "goods")
HEAD = ("kind", "rulebook", "layout", "name")
MONEY = ("cash", "tokens")
EPOCH, MICROSECOND = datetime(1970, 1, 1, tzinfo=UTC), timedelta(microseconds=1)
AMOUNT = re.compile(r"[0-9]{1,13}(\.[0-9]{2})?")
MOST = 2**53


class Prize(NamedTuple):
    """A kind of prize: how many of them there are, each worth `value` cents."""

    name: str
    kind: str
    value: int
    number: int
    alternative: int
    bet: str


class Offer(NamedTuple):
    """What the terms offer; times in microseconds, money in cents."""

    sha256: str
    method: str
    starts: int
    closes: int
    awarded: int
    minimum_wager: int
    rounds: int
    most_tickets: int
    present: bool
    prizes: tuple[Prize, ...]


def offer_in(text: str) -> Offer:
    """Return what published terms offer."""
    data = tomllib.loads(text)
    prizes = tuple(
        Prize(
            str(one["name"]),
            str(one["kind"]),
            cents_in(one["value"]),
            _count(one["count"]),
            cents_in(one.get("cash_alternative")),
            str(one.get("bet", "")),
        )
        for one in data["prizes"]
    )
    return Offer(
        sha256=sha256(text.encode()).hexdigest(),
        method=str(look(data, "award.method")),
        starts=_time(look(data, "details.starts")),
        closes=_time(look(data, "entry.closes")),
        awarded=_time(look(data, "award.at")),
        minimum_wager=cents_in(look(data, "entry.minimum_wager")),
        rounds=_count(look(data, "entry.rounds")),
        most_tickets=_count(look(data, "entry.most_tickets")),
        present=look(data, "claim.present") is True,
        prizes=prizes,
    )


def refuse_if_not_publishable(text: str, book: Any, layout: Any) -> None:
    """Refuse terms that cannot be read, that are incomplete, or that offer a prize that is not allowed."""
    offered = book["promotions"]["offered"]["clause"]
    try:
        data = tomllib.loads(text)
    except (ValueError, RecursionError):
        refuse(offered)
    head = all(isinstance(data.get(key), str) and data[key].strip() for key in ("kind", "rulebook", "name"))
    refuse_if(not head or _is_unfit(data), offered)
    refuse_if((data["kind"], data["rulebook"]) != ("promotion", book["key"]), offered)
    clauses = list(dict.fromkeys(_problems(data, book, layout)))
    refuse_if(clauses, ", ".join(clauses))


def _is_unfit(value: Any) -> bool:
    """Return whether terms contain an inexact number, or a time without a place or a day."""
    if isinstance(value, float | time) or (type(value) is int and abs(value) >= MOST):
        return True
    if isinstance(value, datetime):
        return value.tzinfo is None
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return any(_is_unfit(one) for one in inner)


def _problems(data: Any, book: Any, layout: Any) -> list[str]:
    """Return the clause of everything that is wrong with terms, in the order of the text."""
    items = book["terms"]["promotion"]
    found = [item["clause"] for item in items for value in demanded(data, item) if not states(item, value)]
    found += [*_prize_problems(data, book["promotions"], layout), *_time_problems(data, items[0]["clause"])]
    places = {item["clause"]: place for place, item in enumerate(items)}
    found.sort(key=lambda clause: places.get(clause, -1))
    known = {*HEAD, *(item["path"] for item in items)}
    unknown = [path for path in dict.fromkeys(_written(data)) if path not in known]
    return [*found, *(book["promotions"]["offered"]["clause"] for _ in unknown)]


def _prize_problems(data: Any, law: Any, layout: Any) -> Iterator[str]:
    listed = data.get("prizes")
    prizes = [one for one in listed if isinstance(one, dict)] if isinstance(listed, list) else []
    names, details = [one.get("name") for one in prizes], law["prizes"]["clause"]
    bets = {bet["key"] for bet in layout["bets"]}
    for one in prizes:
        kind, bet = str(one.get("kind", "")), one.get("bet")
        if kind in law["barred"]["choice"]:
            yield law["barred"]["choice"][kind]
        elif kind and kind not in KINDS:
            yield details
        if kind == "liquor" and _count(one.get("millilitres")) > law["liquor"]["choice"]:
            yield law["liquor"]["clause"]
        if kind in MONEY and cents_in(one.get("cash_alternative")):
            yield law["cash_alternative"]["clause"]
        if one.get("name") and names.count(one.get("name")) > 1:
            yield details
        by_dice = look(data, "award.method") == "dice"
        if by_dice and isinstance(bet, str) and bet and bet not in bets:
            yield details


def _time_problems(data: Any, clause: str) -> Iterator[str]:
    starts, closes, awarded = (look(data, path) for path in ("details.starts", "entry.closes", "award.at"))
    if isinstance(starts, datetime) and isinstance(closes, datetime) and starts >= closes:
        yield clause
    by_draw = look(data, "award.method") == "draw"
    if by_draw and isinstance(awarded, datetime) and isinstance(closes, datetime) and awarded < closes:
        yield clause


def _written(data: Any, before: str = "") -> Iterator[str]:
    """Yield every path that has a value, with lists of tables as `prizes[]`."""
    for key, value in data.items():
        path = f"{before}{key}"
        if isinstance(value, dict):
            yield from _written(value, f"{path}.")
        elif isinstance(value, list) and value and all(isinstance(one, dict) for one in value):
            yield path
            for one in value:
                yield from _written(one, f"{path}[].")
        else:
            yield path


def _time(moment: object) -> int:
    return (moment - EPOCH) // MICROSECOND if isinstance(moment, datetime) else 0


def cents_in(amount: object) -> int:
    """Return an amount such as "1,250.00" in cents; anything else is nothing."""
    plain = amount.replace(",", "") if isinstance(amount, str) else ""
    if not AMOUNT.fullmatch(plain):
        return 0
    whole, _, rest = plain.partition(".")
    return int(whole) * 100 + int(rest or 0)


def _count(number: object) -> int:
    return number if type(number) is int else 0
