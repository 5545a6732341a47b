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
from sicbo.i18n import message
from sicbo.maths.comparison import differences
from sicbo.maths.findings import find_remarks as remarks_on
from sicbo.rulebook import Rulebook
from sicbo.server.access.authentication import language_of, session_of
from sicbo.server.calculation_worker import DistributionShape
from sicbo.server.calculations import Calculations, refuse_if_too_many_results
from sicbo.server.problems import Problem
from sicbo.server.requests import ApiRequest, house_of, source_of
from sicbo.server.schemas import table as table_schemas
from sicbo.server.schemas.rules import EdgeShape, Explanation
from sicbo.server.views.rules import explain_slip, percent

MOST_ROUNDS, MOST_BETS, MOST_CENTS = 100, 50, 10**9
Cents = Annotated[int, Meta(ge=1, le=MOST_CENTS)]
Stakes = Annotated[dict[str, Cents], Meta(min_length=1, max_length=MOST_BETS)]


class AnalysisSlip(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A layout and the stakes of a slip, in cents."""

    layout: str
    stakes: Stakes


class AnalysisRoll(AnalysisSlip, frozen=True, forbid_unknown_fields=True):
    """A slip and the dice to settle it by."""

    dice: tuple[int, int, int]


class AnalysisRounds(AnalysisSlip, frozen=True, forbid_unknown_fields=True):
    """A slip and the number of rounds to play it for."""

    rounds: Annotated[int, Meta(ge=1, le=MOST_ROUNDS)] = 1


class SlipPrice(table_schemas.Shape, frozen=True):
    """The average cost of a slip: for each bet and for the whole slip."""

    bets: dict[str, EdgeShape]
    slip: EdgeShape


class DifferenceShape(table_schemas.Shape, frozen=True):
    """One difference between two rulebooks."""

    section: str
    what: str
    first: str
    second: str


class FindingShape(table_schemas.Shape, frozen=True):
    """An oddity of an approved text."""

    where: str
    kind: str
    clause: str
    says: str
    reading: str | None


def _require_analysis(request: ApiRequest, layout: str) -> Rulebook:
    """Return a layout for analysis, or refuse a player on the casino floor, who gets no advice."""
    house = house_of(request)
    session = session_of(house, request)
    if not house.settings.at_home and (session is None or not session.rank):
        raise Problem("advice-not-permitted", message("analysis.not-on-floor"))
    return Rulebook.load(layout)


@post("/analysis/settle", status_code=200)
async def settle_slip(request: ApiRequest, data: JSONBody[AnalysisRoll]) -> Explanation:
    """Return what a slip would win or lose on these dice, with the reasons."""
    book = _require_analysis(request, data.layout)
    stakes = {book.bet(bet).key: cents for bet, cents in data.stakes.items()}
    return explain_slip(book, as_roll(data.dice), stakes, language_of(request))


@post("/analysis/price", status_code=200)
async def price_slip(request: ApiRequest, data: JSONBody[AnalysisSlip]) -> SlipPrice:
    """Return the exact house edge of each bet and of the whole slip."""
    book = _require_analysis(request, data.layout)
    edges = {bet: book.edge(bet) for bet in data.stakes}
    lost = sum((edges[bet] * cents for bet, cents in data.stakes.items()), Fraction())
    whole = lost / sum(data.stakes.values())
    shown = {bet: EdgeShape(exact=str(edge), percent=percent(edge)) for bet, edge in edges.items()}
    return SlipPrice(bets=shown, slip=EdgeShape(exact=str(whole), percent=percent(whole)))


@post("/analysis/distribution", status_code=200)
async def slip_distribution(request: ApiRequest, data: JSONBody[AnalysisRounds]) -> DistributionShape:
    """Return the exact distribution of a slip over several rounds.

    The calculation stops if the caller disconnects.
    """
    book, stakes = _require_analysis(request, data.layout), dict(data.stakes)
    refuse_if_too_many_results(book.distribution(stakes), data.rounds)
    calculations: Calculations = request.app.state.calculations
    calculation = calculations.distribution(_calculation_owner(request), data.layout, stakes, data.rounds)
    work, disconnect = asyncio.create_task(calculation), asyncio.create_task(_wait_for_disconnect(request))
    try:
        await asyncio.wait({work, disconnect}, return_when=asyncio.FIRST_COMPLETED)
        if not work.done():
            raise Problem(
                "bad-request",
                message("analysis.disconnected"),
            )
        return work.result()
    finally:
        work.cancel()
        disconnect.cancel()


def _calculation_owner(request: ApiRequest) -> str:
    """Return the key by which simultaneous calculations are counted: the session, or else the address."""
    session = session_of(house_of(request), request)
    return session.token.hex() if session else f"from {source_of(request)}"


async def _wait_for_disconnect(request: ApiRequest) -> None:
    """Wait until the caller closes the connection."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


@get("/rulebooks/{rulebook:str}/diff/{other:str}")
async def list_differences(rulebook: FromPath[str], other: FromPath[str]) -> list[DifferenceShape]:
    """List the differences between two rulebooks: bets and odds, rulings, voids, powers."""
    found = (rulebooks.full_layout_name(*rulebooks.get_layout(name)) for name in (rulebook, other))
    return list(_differences(*found))


@cache
def _differences(first: str, second: str) -> tuple[DifferenceShape, ...]:
    """Return the differences between two layouts, cached because they never change while the server runs."""
    return tuple(
        DifferenceShape(section=one.section, what=one.what, first=one.first, second=one.second)
        for one in differences(*((name, *rulebooks.get_layout(name)) for name in (first, second)))
    )


@get("/rulebooks/{rulebook:str}/findings")
async def list_findings(rulebook: FromPath[str]) -> list[FindingShape]:
    """List the oddities of a rulebook: bets with a player edge, gaps, broken references."""
    return list(_findings(rulebooks.get_rulebook(rulebook).key))


@cache
def _findings(rulebook: str) -> tuple[FindingShape, ...]:
    """Return the oddities of a rulebook, cached because they never change while the server runs."""
    return tuple(
        FindingShape(
            where=one.where, kind=one.kind.value, clause=one.clause, says=one.says, reading=one.reading
        )
        for one in remarks_on(rulebooks.get_rulebook(rulebook))
    )


ROUTES = [settle_slip, price_slip, slip_distribution, list_differences, list_findings]
