"""Analysis routes: settle, price, distribution, comparison. Players get no advice on the casino floor."""

import asyncio
from fractions import Fraction
from functools import cache
from typing import Annotated

import msgspec
from litestar import get, post
from litestar.params import FromPath, JSONBody
from msgspec import Meta

from sicbo import rulebooks
from sicbo.game.dice import as_roll
from sicbo.maths.comparison import differences
from sicbo.maths.findings import lint as remarks_on
from sicbo.rulebook import Rulebook
from sicbo.server.access.authentication import language_of, session_of
from sicbo.server.calculation_worker import Distributed
from sicbo.server.calculations import Calculations, refuse_too_many_results
from sicbo.server.problems import Problem
from sicbo.server.requests import Asking, room_of, source_of
from sicbo.server.routes.public.rules import EdgeShape, Explained, explained_slip, percent
from sicbo.server.schemas import table as table_schemas

MOST_ROUNDS, MOST_BETS, MOST_CENTS = 100, 50, 10**9
Cents = Annotated[int, Meta(ge=1, le=MOST_CENTS)]
Stakes = Annotated[dict[str, Cents], Meta(min_length=1, max_length=MOST_BETS)]


class GivenSlip(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A layout and the stakes of a slip, in cents."""

    layout: str
    stakes: Stakes


class GivenRoll(GivenSlip, frozen=True, forbid_unknown_fields=True):
    """A slip and the dice to settle it by."""

    dice: tuple[int, int, int]


class GivenRounds(GivenSlip, frozen=True, forbid_unknown_fields=True):
    """A slip and the number of rounds to play it for."""

    rounds: Annotated[int, Meta(ge=1, le=MOST_ROUNDS)] = 1


class Priced(table_schemas.Shape, frozen=True):
    """The average cost of a slip: for each bet and for the whole slip."""

    bets: dict[str, EdgeShape]
    slip: EdgeShape


class DifferenceShape(table_schemas.Shape, frozen=True):
    """One difference between two rulebooks."""

    section: str
    what: str
    first: str
    second: str


class RemarkShape(table_schemas.Shape, frozen=True):
    """An oddity of an approved text."""

    where: str
    kind: str
    clause: str
    says: str
    reading: str | None


def _laboratory(request: Asking, layout: str) -> Rulebook:
    """Return a layout for analysis, or refuse a player on the casino floor, who gets no advice."""
    room = room_of(request)
    session = session_of(room, request)
    if not room.settings.at_home and (session is None or not session.rank):
        raise Problem(
            "advice-not-permitted", "Players get no advice on the casino floor: use the analysis at home."
        )
    return Rulebook.load(layout)


@post("/analysis/settle", status_code=200)
async def settle(request: Asking, data: JSONBody[GivenRoll]) -> Explained:
    """Return what a slip would win or lose on these dice, with the reasons."""
    book = _laboratory(request, data.layout)
    stakes = {book.bet(bet).key: cents for bet, cents in data.stakes.items()}
    return explained_slip(book, as_roll(data.dice), stakes, language_of(request))


@post("/analysis/price", status_code=200)
async def price(request: Asking, data: JSONBody[GivenSlip]) -> Priced:
    """Return the exact house edge of each bet and of the whole slip."""
    book = _laboratory(request, data.layout)
    edges = {bet: book.edge(bet) for bet in data.stakes}
    lost = sum((edges[bet] * cents for bet, cents in data.stakes.items()), Fraction())
    whole = lost / sum(data.stakes.values())
    shown = {bet: EdgeShape(exact=str(edge), percent=percent(edge)) for bet, edge in edges.items()}
    return Priced(bets=shown, slip=EdgeShape(exact=str(whole), percent=percent(whole)))


@post("/analysis/distribution", status_code=200)
async def distribution(request: Asking, data: JSONBody[GivenRounds]) -> Distributed:
    """Return the exact distribution of a slip over several rounds.

    The calculation stops if the caller disconnects.
    """
    book, stakes = _laboratory(request, data.layout), dict(data.stakes)
    refuse_too_many_results(book.distribution(stakes), data.rounds)
    calculations: Calculations = request.app.state.calculations
    asked = calculations.distribution(_caller(request), data.layout, stakes, data.rounds)
    work, gone = asyncio.create_task(asked), asyncio.create_task(_left(request))
    try:
        await asyncio.wait({work, gone}, return_when=asyncio.FIRST_COMPLETED)
        if not work.done():
            raise Problem(
                "bad-request",
                "The connection was closed before the answer was ready: send the request again.",
            )
        return work.result()
    finally:
        work.cancel()
        gone.cancel()


def _caller(request: Asking) -> str:
    """Return the key by which simultaneous calculations are counted: the session, or else the address."""
    session = session_of(room_of(request), request)
    return session.token.hex() if session else f"from {source_of(request)}"


async def _left(request: Asking) -> None:
    """Wait until the caller closes the connection."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


@get("/rulebooks/{rulebook:str}/diff/{other:str}")
async def difference(rulebook: FromPath[str], other: FromPath[str]) -> list[DifferenceShape]:
    """List the differences between two rulebooks: bets and odds, rulings, voids, powers."""
    found = (rulebooks.name_of(*rulebooks.get_layout(name)) for name in (rulebook, other))
    return list(_differences(*found))


@cache
def _differences(first: str, second: str) -> tuple[DifferenceShape, ...]:
    """Return the differences between two layouts, cached because they never change while the server runs."""
    return tuple(
        DifferenceShape(section=one.section, what=one.what, first=one.first, second=one.second)
        for one in differences(*((name, *rulebooks.get_layout(name)) for name in (first, second)))
    )


@get("/rulebooks/{rulebook:str}/findings")
async def findings(rulebook: FromPath[str]) -> list[RemarkShape]:
    """List the oddities of a rulebook: bets with a player edge, gaps, broken references."""
    return list(_remarks(rulebooks.get(rulebook).key))


@cache
def _remarks(rulebook: str) -> tuple[RemarkShape, ...]:
    """Return the oddities of a rulebook, cached because they never change while the server runs."""
    return tuple(
        RemarkShape(
            where=one.where, kind=one.kind.value, clause=one.clause, says=one.says, reading=one.reading
        )
        for one in remarks_on(rulebooks.get(rulebook))
    )


ROUTES = [settle, price, distribution, difference, findings]
