"""An immutable mapping: read like a dict, hashed, pickled and copied like a tuple."""

from typing import Any, NoReturn, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class FrozenDict(dict[K, V]):
    """An immutable dict, so that rulebooks and settlements can be hashed, pickled and copied.

    Look-ups are those of a plain dict. It can be hashed only if its values can.
    """

    __slots__ = ()

    def _refuse(self, *_: Any, **__: Any) -> NoReturn:
        raise TypeError("This mapping cannot be changed: copy it with dict() first.")

    __setitem__ = __delitem__ = __ior__ = clear = pop = popitem = setdefault = update = _refuse

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(frozenset(self.items()))

    def __reduce__(self) -> tuple[type["FrozenDict[K, V]"], tuple[dict[K, V]]]:
        return FrozenDict, (dict(self),)

    def __repr__(self) -> str:
        return f"FrozenDict({dict(self)})"


def freeze(value: object) -> object:
    """Return the value with every dict in it replaced by a `FrozenDict`, at every depth."""
    if isinstance(value, dict):
        return FrozenDict({key: freeze(part) for key, part in value.items()})
    return value
