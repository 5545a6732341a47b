"""Routes about the rules: rulebooks, clauses, layouts with every area, and why a bet wins or loses."""

from litestar import Response, get
from litestar.params import FromPath, FromQuery

from sicbo import rulebooks
from sicbo.errors import BadInput
from sicbo.game.dice import as_roll
from sicbo.i18n import message
from sicbo.rulebook import Rulebook
from sicbo.server.access.authentication import language_of
from sicbo.server.requests import ApiRequest, house_of
from sicbo.server.schemas.rules import (
    DEFAULT_STAKE,
    Bets,
    ClauseText,
    Explanation,
    LayoutShape,
    RulebookDetails,
    RulebookShape,
    Stake,
)
from sicbo.server.views.rules import explain_bets, layout_details, rulebook_details, rulebook_fields


@get("/rulebooks")
async def list_rulebooks(request: ApiRequest) -> list[RulebookShape]:
    """List the rulebooks."""
    return [RulebookShape(**rulebook_fields(rules)) for rules in rulebooks.every_rulebook().values()]


@get("/rulebooks/{rulebook:str}")
async def show_rulebook(rulebook: FromPath[str]) -> RulebookDetails:
    """Return one rulebook."""
    return rulebook_details(rulebooks.get_rulebook(rulebook).key)


@get("/rulebooks/{rulebook:str}/clauses/{clause:path}")
async def show_clause(rulebook: FromPath[str], clause: FromPath[str]) -> ClauseText:
    """Return one clause in our words."""
    found = rulebooks.clause_registry(rulebooks.get_rulebook(rulebook).key)[clause.lstrip("/")]
    return ClauseText(clause=found.id, kind=found.kind, says=found.says)


@get(["/layouts/{rulebook:str}", "/layouts/{rulebook:str}/{key:str}"])
async def show_layout(
    request: ApiRequest, rulebook: FromPath[str], key: FromPath[str] = ""
) -> Response[LayoutShape]:
    """Return one layout with every area. It changes only if the rulebook changes, as its ETag shows."""
    name = f"{rulebook}/{key}" if key else rulebook
    at_home = house_of(request).settings.at_home
    shape = layout_details(rulebooks.full_layout_name(*rulebooks.get_layout(name)), edges=at_home)
    headers = {"etag": f'"{shape.sha256[:32]}"', "cache-control": "no-cache"}
    return Response(shape, headers=headers)


@get(["/layouts/{rulebook:str}/explain", "/layouts/{rulebook:str}/{key:str}/explain"])
async def explain_dice(
    request: ApiRequest,
    rulebook: FromPath[str],
    dice: FromQuery[str],
    bets: Bets = None,
    stake: Stake = DEFAULT_STAKE,
    key: FromPath[str] = "",
) -> Explanation:
    """Explain why bets win or lose on given dice, written as 1,4,4."""
    faces = dice.split(",")
    if not all(face.isascii() and face.isdecimal() and len(face) == 1 for face in faces):
        raise BadInput(message("analysis.dice-form"))
    opened = Rulebook.load(f"{rulebook}/{key}" if key else rulebook)
    return explain_bets(opened, as_roll(map(int, faces)), bets, stake, language_of(request))


ROUTES = [list_rulebooks, show_rulebook, show_clause, show_layout, explain_dice]
