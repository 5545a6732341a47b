"""A test table at The Star with a Super Streak of 10.00, and short methods for it."""

from typing import Any

from sicbo.game.policies import Step
from sicbo.table.log_kind import evolve_all
from sicbo.table.messages.super_streak import PlaceStreak, StreakSettled
from sicbo.table.state import state_hash
from tests.table.dealer import EQUIPMENT, Answer, Dealer

SMALL_ODD, SMALL_EVEN, BIG_ODD, BIG_EVEN, TRIPLE = (1, 2, 4), (1, 2, 5), (4, 5, 6), (2, 4, 6), (5, 5, 5)


class Pit(Dealer):
    """The Star with a Super Streak of 10.00."""

    def __init__(self, readings: dict[str, str] | None = None, **words: Any) -> None:
        super().__init__("star-sydney-2016", readings)
        self.open(equipment=(*EQUIPMENT, "streak screen"), streak_stake=1_000, **words)

    def streak(self, player: str = "ana", side: str = "small", cents: int = 1_000, **words: Any) -> Answer:
        """Place a Super Streak for the next round."""
        played = self.table.round
        number = words.pop("round", played.number if played else self.table.rounds + 1)
        return self.say(PlaceStreak, None, player=player, side=side, cents=cents, round=number, **words)

    def rounds(self, *rolls: tuple[int, int, int]) -> None:
        """Play whole rounds."""
        for roll in rolls:
            self.until(Step.PAY, dice=roll)

    def counts(self, player: str = "ana") -> list[tuple[str, int]]:
        """Return the count of each of a player's wagers."""
        return [(one.stake.bet, one.count) for one in self.table.streaks.wagers.get(player, ())]

    def lines(self) -> list[tuple[str, str, int, str, int]]:
        """Return every settled line: player, bet, length, outcome, winnings."""
        return [
            (event.player, line.stake.bet, line.length, line.outcome, line.winnings)
            for event in self.journal
            if isinstance(event, StreakSettled)
            for line in event.lines
        ]

    def replays(self) -> bool:
        """Return whether the journal alone gives the same state."""
        return state_hash(evolve_all(self.start, self.journal)) == state_hash(self.table)

    def clauses(self) -> list[str]:
        """Return the clauses by which they were settled."""
        return [
            line.clause for event in self.journal if isinstance(event, StreakSettled) for line in event.lines
        ]
