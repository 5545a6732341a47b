"""Sic Bo, the complete table: approved rulebooks as executable rules, with exact mathematics.

The names in `__all__` are the public API; everything else may change. Each name is imported at its first use,
so that `import sicbo` is fast.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sicbo.errors import BadInput, NotFound, Refusal, RulebookError, SicboError
    from sicbo.game.limits import Bounds, Limits
    from sicbo.game.money import Cents, Instrument, dollars
    from sicbo.game.settlement import Line, Outcome, Settlement, Slip, Wager
    from sicbo.i18n import money
    from sicbo.rulebook import OddsTable, Rulebook, Vector, Vectors, compare, readings

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

_NAMES_BY_MODULE = {
    "sicbo.rulebook": "OddsTable Rulebook Vector Vectors compare readings",
    "sicbo.errors": "BadInput NotFound Refusal RulebookError SicboError",
    "sicbo.game.money": "Cents Instrument dollars",
    "sicbo.i18n": "money",
    "sicbo.game.limits": "Bounds Limits",
    "sicbo.game.settlement": "Line Outcome Settlement Slip Wager",
}
_MODULE_BY_NAME = {name: home for home, names in _NAMES_BY_MODULE.items() for name in names.split()}


def __getattr__(name: str) -> Any:
    """Import a public name from its module at its first use."""
    if name not in _MODULE_BY_NAME:
        raise AttributeError(f"module 'sicbo' has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(_MODULE_BY_NAME[name]), name)
    return value


def __dir__() -> list[str]:
    """Return the public names."""
    return __all__
