"""The prizes of a tournament: its pool, and the shares of every place, computed a second time."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from sicbo.verify.canonical import Wrong
from sicbo.verify.contests import Event, Tournament


def cents_of(amount: str) -> int:
    """An amount of the terms in cents."""
    whole, _, rest = amount.replace(",", "").partition(".")
    return int(whole) * 100 + int(rest or 0)


def _fixed(to: Tournament, event: Event) -> None:
    plan = to.terms["pool"]
    to.must(to.ranked and to.pool is None, "order", "a pool is fixed once, when the ranks stand")
    paid = [one for one in to.entrants.values() if one["status"] not in ("withdrawn", "substituted")]
    fees, buy_ins = sum(one["fee"] for one in paid), sum(one["buy_ins"] for one in paid)
    takings = (fees * plan["of_fees"] + buy_ins * plan["of_buy_ins"]) // 100
    added = max(cents_of(plan["added"]), cents_of(plan["guaranteed"]) - takings)
    nobody = all(to.entrants[name]["staff"] for name in to.ranks)
    own = (0, 0) if nobody else (takings, added)
    to.must((event["takings"], event["added"]) == own, "money", "the pool is not that of the terms")
    to.pool = sum(own)


def _awarded(to: Tournament, event: Event) -> None:
    if to.pool is None or to.awarded:
        raise Wrong("order", "prizes are awarded once, of a pool that is fixed")
    to.must(not to.disputes, "order", "prizes are awarded while a dispute is open")
    eligible = [name for name in to.ranks if not to.entrants[name]["staff"]]
    level = to.terms["winners"]["level"] == "draw"
    groups = [[name] for name in eligible] if level else to.groups(eligible, to.terms["winners"]["level"])
    own = _shares(to.pool, to.terms["pool"], groups)
    to.must(event["prizes"] == own, "money", "the prizes are not the shares of the terms")
    staff = [name for name in to.ranks if to.entrants[name]["staff"]]
    to.must(event["passed_over"] == staff, "money", "others are passed over than those of the staff")
    to.must(sum(cents for _, _, cents in own) == to.pool, "money", "the prizes do not come to the pool")
    to.awarded = True
    to.report.count("prizes recomputed", len(own))


def _shares(pool: int, plan: Any, groups: list[list[str]]) -> list[list[Any]]:
    """Place, name and cents of every prize, cents that do not divide as the terms say."""
    paid = plan["places"][: sum(map(len, groups))]
    rows: list[list[Any]] = []
    start = 0
    for group in groups:
        share = sum(paid[start : start + len(group)])
        part = Fraction(pool * share, sum(paid) * len(group)) if share else 0
        rows += [[start + 1, name, part] for name in group if part]
        start += len(group)
    left = pool - sum(int(part) for _, _, part in rows)
    first = [row for row in rows if row[0] == 1]
    lucky = first if plan["odd_cents"] == "first-place" else sorted(rows, key=lambda row: -(row[2] % 1))
    more = {id(row): 0 for row in rows}
    for number in range(left if rows else 0):
        more[id(lucky[number % len(lucky)])] += 1
    return [[place, name, int(part) + more[id(row)]] for row in rows for place, name, part in [row]]


HOW: dict[str, Callable[[Any, Event], None]] = {"pool-fixed": _fixed, "prizes-awarded": _awarded}
