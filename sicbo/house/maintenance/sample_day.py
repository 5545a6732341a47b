"""A sample day at a table, the same for the same seed, for demonstrations, benchmarks and tests.

Its dice are scripted, so no table of a real floor can be founded under it.
"""

import random
from typing import Any

from sicbo.game.policies import Step
from sicbo.game.ranks import Rank
from sicbo.game.rulebook.publication import enum_key
from sicbo.house.entries import CommandRequest, new_founding
from sicbo.house.floor import CommandAnswer, Floor
from sicbo.machine.messages import Command, Stamp
from sicbo.table.messages.parts import Stake
from sicbo.table.messages.round import BuyIn, OpenTable, Perform, RegisterSlip
from sicbo.table.money.racks import payout_instrument
from sicbo.table.state import TableState

EQUIPMENT = ("touch screen", "winning lights", "drop box")
BEGINS = 1_763_258_400_000_000
SECOND = 1_000_000


class SampleDay:
    """Deals a day at one table: slips, replaced slips, refusals, a void and a correction now and then."""

    def __init__(
        self, floor: Floor, layout: str, *, seed: int = 1, players: int = 8, name: str = "T1"
    ) -> None:
        self.floor, self.name = floor, name
        self.random = random.Random(f"{layout} {seed}")
        self.players = [f"p-{self.random.getrandbits(96):024x}" for _ in range(players)]
        self.dealer = f"p-{self.random.getrandbits(96):024x}"
        self.command_count = 0
        if name not in floor.logs:
            floor.found_log(new_founding("sample.example", name, layout), BEGINS)
        self.command_count = floor.logs[name].head.number

    @property
    def table(self) -> TableState:
        """The current state of the table."""
        return self.floor.logs[self.name].table

    def command(
        self, kind: type[Command], /, rank: Rank | None = Rank.SENIOR_MANAGER, **words: Any
    ) -> CommandRequest:
        """Return a command, stamped a tenth of a second after the one before."""
        self.command_count += 1
        by = words.pop("by", self.dealer)
        stamp = Stamp(by, rank, BEGINS + self.command_count * SECOND // 10, self.command_count * 100)
        return CommandRequest(self.name, kind(id=f"{self.name}-{self.command_count}", stamp=stamp, **words))

    def submit(self, *requests: CommandRequest) -> list[CommandAnswer]:
        """Give commands to the floor and return its answers."""
        return self.floor.handle(requests)

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
        money = payout_instrument(self.table)
        self.submit(opening)
        self.submit(
            *(self.command(BuyIn, player=p, cents=10_000_000, instrument=money) for p in self.players)
        )

    def perform_step(self) -> CommandAnswer:
        """Perform the step that is due."""
        return self.submit(self.command_for_step())[0]

    def command_for_step(self) -> CommandRequest:
        """Return the command for the step that is due."""
        due = self.table.due_stage.step
        words: dict[Step, dict[str, Any]] = {
            Step.SPIN: {"tumbles": 3},
            Step.ENTER: {"dice": tuple(self.random.randint(1, 6) for _ in range(3))},
        }
        return self.command(Perform, Rank.DEALER, step=enum_key(due), **words.get(due, {}))

    def slip(self, player: str, wagers: int = 3) -> CommandRequest:
        """Return a slip of a player for the round in play."""
        table = self.table
        assert table.round is not None
        bets = self.random.sample([bet.key for bet in table.layout if not bet.optional], wagers)
        stakes = tuple(Stake(bet, 100 * self.random.randint(5, 40), payout_instrument(table)) for bet in bets)
        before = table.round.slips.get(player)
        version = before.version + 1 if before else 1
        words = {"player": player, "round": table.round.number, "version": version, "stakes": stakes}
        return self.command(RegisterSlip, None, by=player, **words)

    def perform_through(self, step: Step) -> None:
        """Perform all steps up to and including one."""
        while self.table.due_stage.step is not step:
            self.perform_step()
        self.perform_step()

    def deal_round(self) -> None:
        """Deal a round: slips while bets are open, one too late, then the dice."""
        self.perform_through(Step.PLACE_BETS)
        self.submit(*(self.slip(player) for player in self.players))
        self.submit(self.slip(self.random.choice(self.players)))
        late = self.slip(self.players[0])
        self.perform_through(Step.CLOSE)
        self.submit(late)
        last = self.table.stages[-1].step
        self.perform_through(Step.ENTER)
        self.perform_through(last)

    def deal(self, rounds: int) -> None:
        """Open the table if it is closed, and deal a number of rounds."""
        if self.table.sign is None:
            self.open()
        for _ in range(rounds):
            self.deal_round()
