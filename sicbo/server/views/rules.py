"""Rulebooks and layouts as the screens show them, and why a bet wins or loses."""

from decimal import Decimal
from fractions import Fraction
from functools import cache
from typing import Any

from sicbo import i18n, rulebooks
from sicbo.game.bets import COLOURS, SYMBOLS
from sicbo.game.dice import Roll
from sicbo.game.layout import CLOTH_HEIGHT, CLOTH_WIDTH, Faces, Layout
from sicbo.game.rulebook.publication import enum_key
from sicbo.game.rulebook.rules import Rules
from sicbo.game.super_streak import PREFIX
from sicbo.maths.edge import house_edge
from sicbo.rulebook import Rulebook
from sicbo.server.schemas import table as table_schemas
from sicbo.server.schemas.rules import (
    AreaShape,
    EdgeShape,
    Explanation,
    ExplanationLine,
    GroundShape,
    LayoutName,
    LayoutShape,
    RankShape,
    ReadingShape,
    RulebookDetails,
    StageShape,
    StreakArea,
    SymbolShape,
)
from sicbo.server.views.table import odds_text


def bet_names(key: str) -> table_schemas.LocalizedText:
    """Return the name of a bet in every language."""
    return {language: i18n.bet_name(key, language) for language in i18n.LANGUAGES}


def rulebook_fields(rules: Rules) -> dict[str, Any]:
    """Return what a list shows of a rulebook."""
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
        **rulebook_fields(rules),
        steps=tuple(
            StageShape(enum_key(one.step), one.clause, one.equipment) for one in rules.round.order.choice
        ),
        ranks=tuple(RankShape(enum_key(rank), title) for rank, title in sorted(rules.titles.items())),
        grounds=tuple(
            GroundShape(
                ground=enum_key(one.ground),
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
