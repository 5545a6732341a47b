"""Super Streak counted by hand: every wager is counted from all results since it was placed."""

from collections import Counter
from copy import deepcopy
from dataclasses import dataclass, field

Dice = tuple[int, int, int]
Proceeds = dict[str, Counter[str]]

LINES = {"small": "size", "big": "size", "odd": "parity", "even": "parity"}
PAYS = {4: 6, 5: 10, 6: 15, 7: 20, 8: 35, 9: 50, 10: 75, 11: 100, 12: 500}
LONGEST = 12


def sides(dice: Dice) -> set[str]:
    """Return the sides that a result belongs to; a triple has none."""
    if len(set(dice)) == 1:
        return set()
    return {"small" if sum(dice) <= 10 else "big", "odd" if sum(dice) % 2 else "even"}


@dataclass
class Streak:
    """One wager and every result that it has seen."""

    player: str
    side: str
    cents: int
    kind: str
    round: int
    seen: list[Dice] = field(default_factory=list)

    @property
    def told(self) -> list[bool]:
        """Return, for each result with sides, whether it was like the wager."""
        return [self.side in sides(dice) for dice in self.seen if sides(dice)]

    @property
    def length(self) -> int:
        """Return how many like results came before the first unlike one."""
        told = self.told
        return told.index(False) if False in told else len(told)

    @property
    def over(self) -> bool:
        """Return whether the run broke or cannot grow."""
        return False in self.told or self.length >= LONGEST

    def brings(self, money: str) -> Counter[str]:
        """Return what the player gets at the end; the house keeps a token."""
        if self.length not in PAYS:
            return Counter()
        gets = Counter({money: self.cents * PAYS[self.length]})
        if self.kind != "token":
            gets[self.kind] += self.cents
        return gets


class StreakBook:
    """All Super Streaks of one table, and the results of the gaming day."""

    def __init__(self, money: str) -> None:
        self.money = money
        self.amount: int | None = None
        self.known = self.final = False
        self.wagers: list[Streak] = []
        self.results: list[Dice] = []
        self.before: tuple[list[Streak], list[Dice]] | None = None
        self.brought: Proceeds = {}

    def open(self, amount: int | None) -> None:
        """Open with the amount on the sign, or without Super Streak."""
        self.amount, self.final = amount, False
        self.known = self.known or amount is not None

    def run(self, side: str) -> list[bool]:
        """Return the latest results of a side's line, newest first, back to the start of the run."""
        line = {one for one, of in LINES.items() if of == LINES[side]}
        told = [sides(dice) & line for dice in reversed(self.results) if sides(dice)]
        alike = next((n for n, one in enumerate(told) if one != told[0]), len(told))
        return [side in one for one in told[:alike]]

    def takes(self, player: str, side: str, cents: int) -> bool:
        """Return whether a wager is open on this side, at this amount, for this player."""
        if side not in LINES or self.amount is None or self.final or cents != self.amount:
            return False
        mine = any(one.player == player and one.side == side for one in self.wagers)
        return self.run(side) == [True] and not mine

    def place(self, player: str, side: str, cents: int, kind: str, number: int) -> None:
        """Add a wager."""
        self.wagers.append(Streak(player, side, cents, kind, number))

    def turn(self, dice: Dice, forced: bool) -> Proceeds:
        """End a round: return what each player gets for the streaks that end with it."""
        if not self.known:
            return {}
        self.before = deepcopy(self.wagers), list(self.results)
        self.results.append(dice)
        for one in self.wagers:
            one.seen.append(dice)
        ended = [one for one in self.wagers if one.over or forced]
        self.wagers = [one for one in self.wagers if one not in ended]
        self.brought = {one.player: Counter() for one in ended}
        for one in ended:
            self.brought[one.player].update(one.brings(self.money))
        return self.brought

    def void(self, player: str) -> list[Streak]:
        """Return all of an offender's wagers; no correction restores them."""
        gone = [one for one in self.wagers if one.player == player]
        keys = {(player, one.side, one.round) for one in gone}
        self.wagers = [one for one in self.wagers if one.player != player]
        if self.before is not None:
            kept = [one for one in self.before[0] if (one.player, one.side, one.round) not in keys]
            self.before = kept, self.before[1]
        return gone

    def dark(self, number: int) -> tuple[list[Streak], Proceeds]:
        """Handle a light fault found after a round: later wagers are returned, all others end."""
        since, ended = self.since(number), [one for one in self.wagers if one.round <= number]
        self.wagers = []
        brought: Proceeds = {one.player: Counter() for one in ended}
        for one in ended:
            brought[one.player].update(one.brings(self.money))
            self.brought.setdefault(one.player, Counter()).update(one.brings(self.money))
        return since, brought

    def since(self, number: int) -> list[Streak]:
        """Return the wagers placed after a round, which are returned when it is corrected."""
        return [one for one in self.wagers if one.round > number]

    def rewind(self) -> Proceeds:
        """Restore everything as before the round; return what players have to give back."""
        assert self.before is not None
        self.wagers, self.results = self.before
        return self.brought
