"""A sample day at a table, the same for the same seed, for demonstrations, benchmarks and tests.

Its dice are scripted, so no table of a real floor can be founded under it.
"""

import random
from typing import Any

from sicbo.game.policies import Step
from sicbo.game.ranks import Rank
from sicbo.game.rulebook.publication import key_of
from sicbo.house.entries import Asked, founded
from sicbo.house.floor import Answer, Floor
from sicbo.table.messages.base import Stake, Stamp
from sicbo.table.messages.commands import AnyCommand, BuyIn, OpenTable, Perform, RegisterSlip
from sicbo.table.money.racks import money_of
from sicbo.table.state import Table

EQUIPMENT = ("touch screen", "winning lights", "drop box")
BEGINS = 1_763_258_400_000_000
SECOND = 1_000_000


class Day:
    """Deals a day at one table: slips, replaced slips, refusals, a void and a correction now and then."""

    def __init__(
        self, floor: Floor, layout: str, *, seed: int = 1, players: int = 8, name: str = "T1"
    ) -> None:
        self.floor, self.name = floor, name
        self.random = random.Random(f"{layout} {seed}")
        self.players = [f"p-{self.random.getrandbits(96):024x}" for _ in range(players)]
        self.dealer = f"p-{self.random.getrandbits(96):024x}"
        self.given = 0
        if name not in floor.places:
            floor.found(founded("sample.example", name, layout), BEGINS)
        self.given = floor.places[name].head.number

    @property
    def table(self) -> Table:
        """The current state of the table."""
        return self.floor.places[self.name].table

    def command(
        self, kind: type[AnyCommand], /, rank: Rank | None = Rank.SENIOR_MANAGER, **words: Any
    ) -> Asked:
        """Return a command, stamped a tenth of a second after the one before."""
        self.given += 1
        by = words.pop("by", self.dealer)
        stamp = Stamp(by, rank, BEGINS + self.given * SECOND // 10, self.given * 100)
        return Asked(self.name, kind(id=f"{self.name}-{self.given}", stamp=stamp, **words))

    def ask(self, *asked: Asked) -> list[Answer]:
        """Give commands to the floor and return its answers."""
        return self.floor.handle(asked)

    def open(self) -> None:
        """Open the table and let every player buy in."""
        opening = self.command(
            OpenTable,
            minimum=500,
            maximum=50_000,
            unit=100,
            chip=50,
            approved_minimum=500,
            equipment=EQUIPMENT,
        )
        money = money_of(self.table)
        self.ask(opening)
        self.ask(*(self.command(BuyIn, player=p, cents=10_000_000, instrument=money) for p in self.players))

    def step(self) -> Answer:
        """Perform the step that is due."""
        return self.ask(self.command_for_step())[0]

    def command_for_step(self) -> Asked:
        """Return the command for the step that is due."""
        due = self.table.due.step
        words: dict[Step, dict[str, Any]] = {
            Step.SPIN: {"tumbles": 3},
            Step.ENTER: {"dice": tuple(self.random.randint(1, 6) for _ in range(3))},
        }
        return self.command(Perform, Rank.DEALER, step=key_of(due), **words.get(due, {}))

    def slip(self, player: str, wagers: int = 3) -> Asked:
        """Return a slip of a player for the round in play."""
        table = self.table
        assert table.round is not None
        bets = self.random.sample([bet.key for bet in table.layout if not bet.optional], wagers)
        stakes = tuple(Stake(bet, 100 * self.random.randint(5, 40), money_of(table)) for bet in bets)
        before = table.round.slips.get(player)
        version = before.version + 1 if before else 1
        words = {"player": player, "round": table.round.number, "version": version, "stakes": stakes}
        return self.command(RegisterSlip, None, by=player, **words)

    def until(self, step: Step) -> None:
        """Perform all steps up to and including one."""
        while self.table.due.step is not step:
            self.step()
        self.step()

    def round(self) -> None:
        """Deal a round: slips while bets are open, one too late, then the dice."""
        self.until(Step.PLACE_BETS)
        self.ask(*(self.slip(player) for player in self.players))
        self.ask(self.slip(self.random.choice(self.players)))
        late = self.slip(self.players[0])
        self.until(Step.CLOSE)
        self.ask(late)
        last = self.table.stages[-1].step
        self.until(Step.ENTER)
        self.until(last)

    def deal(self, rounds: int) -> None:
        """Open the table if it is closed, and deal a number of rounds."""
        if self.table.sign is None:
            self.open()
        for _ in range(rounds):
            self.round()
