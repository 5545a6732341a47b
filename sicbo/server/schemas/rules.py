"""Shapes about the rules: rulebooks, layouts with every area, and why a bet wins or loses."""

from typing import Annotated

from litestar.params import QueryParameter

from sicbo.server.schemas import table as table_schemas

DEFAULT_STAKE = 1_000
Bets = Annotated[list[str] | None, QueryParameter(name="bet")]
Stake = Annotated[int, QueryParameter(name="stake", ge=1, le=10**9)]


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
    clause: str
    equipment: str | None


class RankShape(table_schemas.Shape, frozen=True):
    """A rank and its title in this rulebook."""

    rank: str
    title: str


class GroundShape(table_schemas.Shape, frozen=True):
    """A ground for a void; `must` if the void is compulsory."""

    ground: str
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
