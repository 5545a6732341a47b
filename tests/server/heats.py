"""Spins at a heat over HTTP: the step that is due, slips, and a whole spin."""

from collections.abc import Callable
from typing import Any

Order = Callable[..., Any]
CHIP = "tournament-chip"


def heat_at(cup: Any, table: str = "T1") -> Any:
    """Return the heat at a table."""
    return next((heat for heat in cup["heats"] if heat["table"] == table), None)


def deal(order: Order, cup: Any, until: str = "", dice: tuple[int, int, int] = (1, 2, 4)) -> Any:
    """Perform the steps of a spin at the first table until one is due, or to the end of the spin."""
    number = heat_at(cup)["number"]
    while (heat := heat_at(cup)) and heat["number"] == number and heat["due"] != until:
        words: dict[str, Any] = {"step": heat["due"], "round": number}
        more: dict[str, dict[str, Any]] = {"spin": {"tumbles": 3}, "enter": {"dice": list(dice)}}
        cup = order("heat-perform", table="T1", **words, **more.get(heat["due"], {}))
    return cup


def slip_words(cup: Any, player: str, bet: str, chips: int) -> dict[str, Any]:
    """Return the words of an entrant's slip on one bet, or of an empty slip."""
    heat = heat_at(cup)
    version = heat["versions"].get(player, 0) + 1
    stakes = [[bet, chips, CHIP]] if chips else []
    return {"table": "T1", "player": player, "round": heat["number"], "version": version, "stakes": stakes}


def place(order: Order, cup: Any, player: str, bet: str, chips: int) -> Any:
    """Register an entrant's slip on one bet."""
    return order("heat-register-slip", **slip_words(cup, player, bet, chips))


def spin(order: Order, cup: Any, chips: Callable[[int], int] = lambda seat: 100) -> Any:
    """Play a spin at the first table that small wins; `chips` says what each seat has on small."""
    cup = deal(order, cup, "close")
    for seat, player in enumerate(heat_at(cup)["players"], 1):
        cup = place(order, cup, player, "small", chips(seat))
    return deal(order, cup)
