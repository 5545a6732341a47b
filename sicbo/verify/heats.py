"""A heat of a tournament: a group at a table, its spins so far, and what lies there for the one in play."""

from typing import Any


class Heat:
    """A group at a table."""

    def __init__(
        self, table: str, players: list[str], spins: int, why: str = "round", minutes: int = 0
    ) -> None:
        self.table, self.players, self.spins, self.minutes = table, players, spins, minutes
        self.began: int | None = None
        self.again, self.play_off = why == "repechage", why == "play-off"
        self.phase, self.spin = "waiting", 0
        self.secrets: dict[str, int] = {}
        self.passes: dict[str, int] = {}
        self.dice: list[int] = []
        self.settled: list[dict[str, Any]] = []
        self.clear()

    def clear(self) -> None:
        """The layout without anything on it."""
        self.slips: dict[str, list[Any]] = {}
        self.seals: dict[str, str] = {}
        self.done: set[str] = set()
        self.passing: set[str] = set()


def time_is_up(heat: Heat, elapsed: int) -> bool:
    """Whether a heat that is measured in minutes has had them."""
    return bool(heat.minutes) and heat.began is not None and elapsed - heat.began >= heat.minutes * 60_000
