"""Asides: what happens around the play, one of many at a time, so that the play itself is not crowded out."""

from collections.abc import Callable
from typing import Any, TypeVar

from hypothesis import event, strategies as st

Function = TypeVar("Function", bound=Callable[..., None])
When = Callable[[Any], Any]
Drawn = dict[str, st.SearchStrategy[Any]]

ASIDES: dict[str, tuple[When, Drawn]] = {}


def ALWAYS(machine: Any) -> bool:  # noqa: N802
    """An aside that may happen at any moment."""
    return True


def aside(when: When, **drawn: st.SearchStrategy[Any]) -> Callable[[Function], Function]:
    """Let a method be one of the asides of its class, with these arguments, while `when` holds."""

    def known(function: Function) -> Function:
        ASIDES[function.__name__] = when, drawn
        return function

    return known


def one_of(machine: Any, of: type, data: st.DataObject) -> None:
    """Let one aside of a class happen."""
    names = sorted(name for name in vars(of) if name in ASIDES and ASIDES[name][0](machine))
    name = data.draw(st.sampled_from(names))
    event(name)
    getattr(machine, name)(**data.draw(st.fixed_dictionaries(ASIDES[name][1])))
