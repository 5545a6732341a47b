"""Routes about the rules: rulebooks, clauses, layouts with every area, and why a bet wins or loses."""

from decimal import Decimal
from fractions import Fraction
from functools import cache
from typing import Annotated, Any

from litestar import Response, get
from litestar.params import FromPath, FromQuery, QueryParameter

from sicbo import i18n, rulebooks
from sicbo.errors import BadInput
from sicbo.game.bets import COLOURS, SYMBOLS
from sicbo.game.dice import Roll, as_roll
from sicbo.game.layout import CLOTH_HEIGHT, CLOTH_WIDTH, Faces, Layout
from sicbo.game.rulebook.publication import enum_key
from sicbo.game.rulebook.rules import Rules
from sicbo.game.super_streak import PREFIX
from sicbo.maths.edge import house_edge
from sicbo.rulebook import Rulebook
from sicbo.server.access.authentication import language_of
from sicbo.server.requests import ApiRequest, house_of
from sicbo.server.schemas import table as table_schemas
from sicbo.server.views.table import odds_text

DEFAULT_STAKE = 1_000


class LayoutName(table_schemas.Shape, frozen=True):
    """A layout of a rulebook."""

    layout: str
    name: str
    areas: int
    faces: str


class RulebookShape(table_schemas.Shape, frozen=True):
    """A rulebook in a list."""

    rulebook: str
    name: str
    version: str
    cite: str
    sha256: str
    layouts: tuple[LayoutName, ...]
    tournaments: bool
    promotions: bool


class StageShape(table_schemas.Shape, frozen=True):
    """A step of the round. A step with `equipment` is left out at a table that does not have it."""

    step: str
    says: str
    clause: str
    equipment: str | None


class RankShape(table_schemas.Shape, frozen=True):
    """A rank and its title in this rulebook."""

    rank: str
    title: str


class GroundShape(table_schemas.Shape, frozen=True):
    """A ground for a void; `must` if the void is compulsory."""

    ground: str
    says: str
    clause: str
    must: bool


class ReadingShape(table_schemas.Shape, frozen=True):
    """A reading of unclear words."""

    id: str
    clause: str
    about: str
    chosen: str


class RulebookDetails(RulebookShape, frozen=True):
    """A rulebook with its steps, ranks, grounds for a void and readings."""

    steps: tuple[StageShape, ...]
    ranks: tuple[RankShape, ...]
    grounds: tuple[GroundShape, ...]
    readings: tuple[ReadingShape, ...]
    super_streak: bool


class ClauseText(table_schemas.Shape, frozen=True):
    """A clause in our words."""

    clause: str
    kind: str
    says: str


class SymbolShape(table_schemas.Shape, frozen=True):
    """The symbol and colour of a face, for dice with symbols."""

    face: int
    key: str
    colour: str
    name: table_schemas.LocalizedText


class EdgeShape(table_schemas.Shape, frozen=True):
    """The average share of a stake that the house keeps: exact, and in per cent."""

    exact: str
    percent: str


class AreaShape(table_schemas.Shape, frozen=True):
    """An area of the layout: its place, its name and what it pays."""

    bet: str
    group: str
    family: str
    x: int
    y: int
    width: int
    height: int
    order: int
    reconstructed: bool
    optional: bool
    name: table_schemas.LocalizedText
    odds: tuple[str, ...]
    wins: int
    clause: str
    pays_clause: str
    edge: EdgeShape | None


class StreakArea(table_schemas.Shape, frozen=True):
    """An area of Super Streak."""

    bet: str
    side: str
    name: table_schemas.LocalizedText


class LayoutShape(table_schemas.Shape, frozen=True):
    """A layout with all that is needed to draw the cloth."""

    layout: str
    rulebook: str
    name: str
    sha256: str
    width: int
    height: int
    orientation: str
    faces: str
    symbols: tuple[SymbolShape, ...]
    groups: tuple[str, ...]
    areas: tuple[AreaShape, ...]
    streaks: tuple[StreakArea, ...]


class ExplanationLine(table_schemas.Shape, frozen=True):
    """Why one bet won or lost."""

    bet: str
    name: str
    stake: int
    outcome: str
    net: int
    odds: str | None
    lit: bool
    clause: str
    why: str


class Explanation(table_schemas.Shape, frozen=True):
    """Why bets won or lost on a roll."""

    round: int | None
    dice: tuple[int, int, int]
    total: int
    lines: tuple[ExplanationLine, ...]


def bet_names(key: str) -> table_schemas.LocalizedText:
    """Return the name of a bet in every language."""
    return {language: i18n.bet_name(key, language) for language in i18n.LANGUAGES}


def _rulebook_fields(rules: Rules) -> dict[str, Any]:
    layouts = tuple(
        LayoutName(rulebooks.full_layout_name(rules, one), one.name, len(one), enum_key(one.faces))
        for one in rules.layouts
    )
    opened = Rulebook(layouts[0].layout, rules, rules.layouts[0])
    return {
        "rulebook": rules.key,
        "name": rules.name,
        "version": rules.version,
        "cite": opened.cite(),
        "sha256": opened.sha256,
        "layouts": layouts,
        "tournaments": rules.tournaments is not None,
        "promotions": rules.promotions is not None,
    }


@cache
def rulebook_details(key: str) -> RulebookDetails:
    """Return a rulebook with its steps, ranks, grounds for a void and readings."""
    rules = rulebooks.get_rulebook(key)
    return RulebookDetails(
        **_rulebook_fields(rules),
        steps=tuple(
            StageShape(enum_key(one.step), one.step.value, one.clause, one.equipment)
            for one in rules.round.order.choice
        ),
        ranks=tuple(RankShape(enum_key(rank), title) for rank, title in sorted(rules.titles.items())),
        grounds=tuple(
            GroundShape(
                ground=enum_key(one.ground),
                says=one.ground.value,
                clause=one.clause,
                must=one.demand.is_mandatory,
            )
            for one in rules.irregularities
        ),
        readings=tuple(
            ReadingShape(
                id=one.id,
                clause=one.clause,
                about=one.asks,
                chosen=dict(rules.chosen).get(one.id, one.default.key),
            )
            for one in rules.readings
        ),
        super_streak=rules.super_streak is not None,
    )


def percent(share: Fraction) -> str:
    """Return a share in per cent with two decimal places."""
    return f"{Decimal(share.numerator * 100) / Decimal(share.denominator):.2f}"


@cache
def layout_details(name: str, *, edges: bool) -> LayoutShape:
    """Return a layout with all that is needed to draw the cloth."""
    rules, layout = rulebooks.get_layout(name)
    sides = [side for line in rules.super_streak.lines.choice for side in line] if rules.super_streak else []
    return LayoutShape(
        layout=rulebooks.full_layout_name(rules, layout),
        rulebook=rules.key,
        name=layout.name,
        sha256=Rulebook(name, rules, layout).sha256,
        width=CLOTH_WIDTH,
        height=CLOTH_HEIGHT,
        orientation=layout.orientation,
        faces=enum_key(layout.faces),
        symbols=_symbol_shapes() if layout.faces is Faces.SYMBOLS else (),
        groups=tuple(dict.fromkeys(area.group for area in layout.areas)),
        areas=_area_shapes(layout, edges),
        streaks=tuple(
            StreakArea(bet=f"{PREFIX}{side}", side=side, name=bet_names(f"{PREFIX}{side}")) for side in sides
        ),
    )


def _symbol_shapes() -> tuple[SymbolShape, ...]:
    colours = {face: colour for colour, faces in COLOURS.items() for face in faces}
    return tuple(
        SymbolShape(
            face=face,
            key=key,
            colour=colours[face],
            name={language: i18n.symbol(face).say(language) for language in i18n.LANGUAGES},
        )
        for key, face in SYMBOLS.items()
    )


def _area_shapes(layout: Layout, edges: bool) -> tuple[AreaShape, ...]:
    shown = []
    for area in layout.areas:
        bet, prices = layout.bet(area.bet), layout.prices[area.bet]
        edge = house_edge(layout, bet.key)
        shown.append(
            AreaShape(
                bet=bet.key,
                group=area.group,
                family=bet.family,
                x=area.x,
                y=area.y,
                width=area.width,
                height=area.height,
                order=area.order,
                reconstructed=area.reconstructed,
                optional=bet.optional is not None,
                name=bet_names(bet.key),
                odds=tuple(odds_text(price.odds) for price in prices),
                wins=len(bet.winning_rolls),
                clause=bet.wins,
                pays_clause=prices[0].clause,
                edge=EdgeShape(exact=str(edge), percent=percent(edge)) if edges else None,
            )
        )
    return tuple(shown)


def explain_bets(
    book: Rulebook, dice: Roll, bets: list[str] | None, stake: int, language: str, number: int | None = None
) -> Explanation:
    """Explain why each of these bets won or lost; without `bets`, every bet of the layout."""
    keys = list(dict.fromkeys(bets)) if bets else [area.bet for area in book.layout.areas]
    return explain_slip(book, dice, {book.bet(key).key: stake for key in keys}, language, number)


def explain_slip(
    book: Rulebook, dice: Roll, stakes: dict[str, int], language: str, number: int | None = None
) -> Explanation:
    """Explain the outcome of each line of a slip."""
    lit = book.lit_areas(dice)
    lines = tuple(
        ExplanationLine(
            bet=line.bet,
            name=i18n.bet_name(line.bet, language),
            stake=stakes[line.bet],
            outcome=line.outcome.value,
            net=line.net,
            odds=odds_text(line.odds) if line.odds is not None else None,
            lit=line.bet in lit,
            clause=line.clause,
            why=line.reason(language),
        )
        for line in book.settle(dict(stakes), dice)
    )
    return Explanation(round=number, dice=dice, total=sum(dice), lines=lines)


@get("/rulebooks")
async def list_rulebooks(request: ApiRequest) -> list[RulebookShape]:
    """List the rulebooks."""
    return [RulebookShape(**_rulebook_fields(rules)) for rules in rulebooks.every_rulebook().values()]


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


Bets = Annotated[list[str] | None, QueryParameter(name="bet")]
Stake = Annotated[int, QueryParameter(name="stake", ge=1, le=10**9)]


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
        raise BadInput("Write the dice as 1,4,4.")
    opened = Rulebook.load(f"{rulebook}/{key}" if key else rulebook)
    return explain_bets(opened, as_roll(map(int, faces)), bets, stake, language_of(request))


ROUTES = [list_rulebooks, show_rulebook, show_clause, show_layout, explain_dice]
