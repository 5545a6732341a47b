"""The console's keys and the display: what the dealer can press at this table, and the results it shows.

Screens draw these keys and results and decide nothing. A key carries what it stands for: a face of a die, a
step of the round, or a void.
"""

from typing import NamedTuple

from sicbo.game.bets import SYMBOLS
from sicbo.game.dice import FACES, Roll
from sicbo.game.layout import Faces
from sicbo.game.policies import Ground, PanelKey, Step
from sicbo.game.rulebook.publication import enum_key
from sicbo.table.state import TableState

TOUCH_SCREEN = "touch screen"
KEY_MEANINGS: dict[PanelKey, Step | Ground] = {
    PanelKey.SPIN: Step.SPIN,
    PanelKey.CLOSE: Step.PRESS_CLOSE,
    PanelKey.COCKED: Ground.NOT_FLAT,
    PanelKey.ENTER: Step.ENTER,
}


class ConsoleKey(NamedTuple):
    """One key: its label, and the face, step or ground of a void that it stands for."""

    label: str
    face: int | None = None
    step: str | None = None
    ground: str | None = None


def keys_of_console(table: TableState) -> tuple[ConsoleKey, ...]:
    """Return the keys of this table's console, the faces first."""
    faces = tuple(ConsoleKey(label, face=face) for label, face in face_labels(table).items())
    return faces + tuple(_action_key(key) for key in _action_panel_keys(table))


def _action_panel_keys(table: TableState) -> tuple[PanelKey, ...]:
    rules = table.rules.round
    ruling = rules.screen if rules.screen and TOUCH_SCREEN in table.equipment else rules.panel
    return tuple(key for key in ruling.choice if key is not PanelKey.FACES) if ruling else ()


def _action_key(key: PanelKey) -> ConsoleKey:
    action = KEY_MEANINGS[key]
    if isinstance(action, Step):
        return ConsoleKey(key.value, step=enum_key(action))
    return ConsoleKey(key.value, ground=enum_key(action))


def face_labels(table: TableState) -> dict[str, int]:
    """Return the face for each face key's label: a number, or the symbol on the dice in use."""
    if table.layout.faces is Faces.SYMBOLS:
        return {symbol.capitalize(): face for symbol, face in SYMBOLS.items()}
    return {str(face): face for face in FACES}


def displayed_results(table: TableState) -> tuple[tuple[int, Roll], ...]:
    """Return the rounds and dice on the table's display, latest first; empty if it has no display."""
    fitting = table.rules.fittings.display
    if fitting is not None and fitting.choice not in table.equipment:
        return ()
    return table.shown[::-1]
