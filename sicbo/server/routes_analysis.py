"""Routes of the laboratory: settle, price, distribute, compare. On the floor nobody advises a player."""

import asyncio
from fractions import Fraction
from typing import Annotated

import msgspec
from litestar import get, post
from litestar.params import FromPath, JSONBody
from msgspec import Meta

from sicbo import rulebooks
from sicbo.api import Rulebook
from sicbo.game.dice import as_roll
from sicbo.maths.compare import differences
from sicbo.maths.distribution import Distribution
from sicbo.maths.lint import lint as remarks_on
from sicbo.server import shapes
from sicbo.server.asking import Asking, room_of
from sicbo.server.identity import language_of, session_of
from sicbo.server.problems import Problem
from sicbo.server.routes_rules import EdgeShape, Explained, explained_slip, percent

MOST_ROUNDS, MOST_BETS, MOST_CENTS = 100, 50, 10**9
Cents = Annotated[int, Meta(ge=1, le=MOST_CENTS)]
Stakes = Annotated[dict[str, Cents], Meta(min_length=1, max_length=MOST_BETS)]
QUANTILES = (5, 25, 50, 75, 95)


class GivenSlip(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A slip at a layout, in cents."""

    layout: str
    stakes: Stakes


class GivenRoll(GivenSlip, frozen=True, forbid_unknown_fields=True):
    """The same, and the dice."""

    dice: tuple[int, int, int]


class GivenRounds(GivenSlip, frozen=True, forbid_unknown_fields=True):
    """The same, over so many rounds."""

    rounds: Annotated[int, Meta(ge=1, le=MOST_ROUNDS)] = 1


class Priced(shapes.Shape, frozen=True):
    """What a slip costs on average: by bet, and in all."""

    bets: dict[str, EdgeShape]
    slip: EdgeShape


class Distributed(shapes.Shape, frozen=True):
    """The exact distribution of a slip's net result, in cents."""

    rounds: int
    mean: str
    variance: str
    worst: int
    best: int
    ahead: str
    quantiles: dict[str, int]


class DifferenceShape(shapes.Shape, frozen=True):
    """Where two rulebooks differ."""

    section: str
    what: str
    first: str
    second: str


class RemarkShape(shapes.Shape, frozen=True):
    """Something odd about an approved text."""

    where: str
    kind: str
    clause: str
    says: str
    reading: str | None


def _laboratory(request: Asking, layout: str) -> Rulebook:
    """A layout to work with; on the floor nobody advises a player."""
    room = room_of(request)
    session = session_of(room, request)
    if not room.settings.at_home and (session is None or not session.rank):
        raise Problem("advice-not-permitted", "On the floor nobody is advised how to play: ask at home.")
    return Rulebook.load(layout)


@post("/analysis/settle", status_code=200)
async def settle(request: Asking, data: JSONBody[GivenRoll]) -> Explained:
    """What a slip would come to on these dice, and why."""
    book = _laboratory(request, data.layout)
    stakes = {book.bet(bet).key: cents for bet, cents in data.stakes.items()}
    return explained_slip(book, as_roll(data.dice), stakes, language_of(request))


@post("/analysis/price", status_code=200)
async def price(request: Asking, data: JSONBody[GivenSlip]) -> Priced:
    """The exact house edge of each bet, and of the slip as a whole."""
    book = _laboratory(request, data.layout)
    edges = {bet: book.edge(bet) for bet in data.stakes}
    lost = sum((edges[bet] * cents for bet, cents in data.stakes.items()), Fraction())
    whole = lost / sum(data.stakes.values())
    shown = {bet: EdgeShape(exact=str(edge), percent=percent(edge)) for bet, edge in edges.items()}
    return Priced(bets=shown, slip=EdgeShape(exact=str(whole), percent=percent(whole)))


@post("/analysis/distribution", status_code=200)
async def distribution(request: Asking, data: JSONBody[GivenRounds]) -> Distributed:
    """The exact distribution of a slip over some rounds."""
    book = _laboratory(request, data.layout)
    found = await asyncio.to_thread(book.distribution, dict(data.stakes), data.rounds)
    return await asyncio.to_thread(_distributed, found, data.rounds)


def _distributed(found: Distribution, rounds: int) -> Distributed:
    return Distributed(
        rounds=rounds,
        mean=str(found.mean),
        variance=str(found.variance),
        worst=found.worst,
        best=found.best,
        ahead=str(found.ahead),
        quantiles={f"{share}%": found.quantile(share / 100) for share in QUANTILES},
    )


@get("/rulebooks/{rulebook:str}/diff/{other:str}")
async def difference(rulebook: FromPath[str], other: FromPath[str]) -> list[DifferenceShape]:
    """Where two rulebooks differ: bets and odds, rulings, voids, powers."""
    first, second = ((name, *rulebooks.get_layout(name)) for name in (rulebook, other))
    return [
        DifferenceShape(section=one.section, what=one.what, first=one.first, second=one.second)
        for one in differences(first, second)
    ]


@get("/rulebooks/{rulebook:str}/findings")
async def findings(rulebook: FromPath[str]) -> list[RemarkShape]:
    """What is odd about a text: player edges, gaps, broken references."""
    return [
        RemarkShape(
            where=one.where, kind=one.kind.value, clause=one.clause, says=one.says, reading=one.reading
        )
        for one in remarks_on(rulebooks.get(rulebook))
    ]


ROUTES = [settle, price, distribution, difference, findings]
