"""The console's keys and the display: what the dealer can press at this table, and the results it shows.

Screens draw these keys and results and decide nothing. A key carries what it stands for: a face of a die, a
step of the round, or a void.
"""

from typing import NamedTuple

from sicbo.game.bets import SYMBOLS
from sicbo.game.dice import FACES, Roll
from sicbo.game.layout import Faces
from sicbo.game.policies import Ground, PanelKey, Step
from sicbo.game.rulebook.publication import key_of
from sicbo.table.state import Table

SCREEN = "touch screen"
STANDS_FOR: dict[PanelKey, Step | Ground] = {
    PanelKey.SPIN: Step.SPIN,
    PanelKey.CLOSE: Step.PRESS_CLOSE,
    PanelKey.COCKED: Ground.NOT_FLAT,
    PanelKey.ENTER: Step.ENTER,
}


class Key(NamedTuple):
    """One key: its label, and the face, step or ground of a void that it stands for."""

    label: str
    face: int | None = None
    step: str | None = None
    ground: str | None = None


def keys(table: Table) -> tuple[Key, ...]:
    """Return the keys of this table's console, the faces first."""
    faces = tuple(Key(label, face=face) for label, face in labels(table).items())
    return faces + tuple(_acting(key) for key in _further(table))


def _further(table: Table) -> tuple[PanelKey, ...]:
    rules = table.rules.round
    ruling = rules.screen if rules.screen and SCREEN in table.equipment else rules.panel
    return tuple(key for key in ruling.choice if key is not PanelKey.FACES) if ruling else ()


def _acting(key: PanelKey) -> Key:
    meant = STANDS_FOR[key]
    if isinstance(meant, Step):
        return Key(key.value, step=key_of(meant))
    return Key(key.value, ground=key_of(meant))


def labels(table: Table) -> dict[str, int]:
    """Return the face for each face key's label: a number, or the symbol on the dice in use."""
    if table.layout.faces is Faces.SYMBOLS:
        return {symbol.capitalize(): face for symbol, face in SYMBOLS.items()}
    return {str(face): face for face in FACES}


def displayed(table: Table) -> tuple[tuple[int, Roll], ...]:
    """Return the rounds and dice on the table's display, latest first; empty if it has no display."""
    fitting = table.rules.fittings.display
    if fitting is not None and fitting.choice not in table.equipment:
        return ()
    return table.shown[::-1]
