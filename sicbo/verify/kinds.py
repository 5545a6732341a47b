"""Kinds of logs that are decided again: how each begins, what it expects, and the fields of its orders."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from sicbo.verify.decisions import Order
from sicbo.verify.promotion import decide as promotion
from sicbo.verify.promotion.orders import SHAPES
from sicbo.verify.promotion.state import Promotion
from sicbo.verify.rules import Law
from sicbo.verify.schema import COMMAND_SHAPES, Shape
from sicbo.verify.table import decide as table
from sicbo.verify.table.state import Table


class Kind(NamedTuple):
    """One kind of log. `new` takes the name of a log, its law, the published rulebook, and its layout."""

    new: Callable[[str, Law, Any, str], Any]
    expected: Callable[[Any, Order], dict[str, Any]]
    shapes: Mapping[str, Shape]


KINDS = {
    "table": Kind(lambda name, law, book, layout: Table(name, law), table.expected, COMMAND_SHAPES),
    "promotion": Kind(
        lambda name, law, book, layout: Promotion(name, book, layout), promotion.expected, SHAPES
    ),
}
