"""Sic Bo, the complete table: approved rulebooks as executable rules, with exact mathematics.

These names are promised; everything else may move.
"""

from sicbo.api import OddsTable, Rulebook, Vector, Vectors, compare, readings
from sicbo.errors import BadInput, NotFound, Refusal, RulebookError, SicboError
from sicbo.game.chips import Cents, Instrument, dollars, money
from sicbo.game.limits import Bounds, Limits
from sicbo.game.settle import Line, Outcome, Settlement, Slip, Wager

__all__ = [
    "BadInput",
    "Bounds",
    "Cents",
    "Instrument",
    "Limits",
    "Line",
    "NotFound",
    "OddsTable",
    "Outcome",
    "Refusal",
    "Rulebook",
    "RulebookError",
    "Settlement",
    "SicboError",
    "Slip",
    "Vector",
    "Vectors",
    "Wager",
    "compare",
    "dollars",
    "money",
    "readings",
]
