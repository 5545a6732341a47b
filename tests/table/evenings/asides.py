"""Asides: rules around the play, chosen as one of many so that they do not crowd out the play itself."""

from collections.abc import Callable
from typing import Any, TypeVar

from hypothesis import event, strategies as st

Function = TypeVar("Function", bound=Callable[..., None])
When = Callable[[Any], Any]
Drawn = dict[str, st.SearchStrategy[Any]]

ASIDES: dict[str, tuple[When, Drawn]] = {}


def ALWAYS(machine: Any) -> bool:  # noqa: N802
    """Return True: an aside that may happen at any moment."""
    return True


def aside(when: When, **drawn: st.SearchStrategy[Any]) -> Callable[[Function], Function]:
    """Register a method as an aside of its class, with these arguments, for moments when `when` is true."""

    def register_aside(function: Function) -> Function:
        ASIDES[function.__name__] = when, drawn
        return function

    return register_aside


def one_of(machine: Any, of: type, data: st.DataObject) -> None:
    """Run one aside of a class."""
    names = sorted(name for name in vars(of) if name in ASIDES and ASIDES[name][0](machine))
    name = data.draw(st.sampled_from(names))
    event(name)
    getattr(machine, name)(**data.draw(st.fixed_dictionaries(ASIDES[name][1])))
