"""A dealer for tests: gives commands, keeps the events, and checks that each can be encoded and decoded."""

from typing import Any

from sicbo.errors import Refusal
from sicbo.game.policies import Step
from sicbo.game.ranks import Rank
from sicbo.game.rulebook.publication import enum_key
from sicbo.machine.messages import Command, Event, Stamp, encode_message
from sicbo.table.log_kind import TABLE, decide, evolve
from sicbo.table.messages.parts import Stake
from sicbo.table.messages.round import BuyIn, OpenTable, Perform, RegisterSlip
from sicbo.table.state import TableState
from tests.table.sentences import refusal_fault

EQUIPMENT = ("touch screen", "winning lights", "drop box")
Answer = tuple[Event, ...] | Refusal


class Dealer:
    """Deals at one table and keeps all of its commands and events."""

    def __init__(self, layout: str, readings: dict[str, str] | None = None) -> None:
        rulebook, _, key = layout.partition("/")
        self.table = TableState("T1", rulebook, key, tuple(sorted((readings or {}).items())))
        self.start = self.table
        self.journal: list[Event] = []
        self.given = 0
        self.waited = 0
        self.jumped = 0

    def say(self, kind: type[Command], /, rank: Rank | None = Rank.SENIOR_MANAGER, **words: Any) -> Answer:
        """Give a command and apply its events."""
        self.given += 1
        wall = 1_000_000 * self.given + self.jumped
        stamp = Stamp(words.pop("by", "dana"), rank, wall, self.elapsed_time)
        command = kind(id=f"c{self.given}", stamp=stamp, **words)
        assert TABLE.decode_command(encode_message(command)) == command
        answer = decide(self.table, command)
        if isinstance(answer, Refusal):
            assert refusal_fault(self.table.rulebook, answer) is None, answer
        else:
            for event in answer:
                assert encode_message(TABLE.decode_event(encode_message(event))) == encode_message(event)
                self.table = evolve(self.table, event)
                self.journal.append(event)
        return answer

    @property
    def elapsed_time(self) -> int:
        """The elapsed milliseconds in the stamp of the last command."""
        return 1_000 * self.given + self.waited

    def wait(self, seconds: int) -> None:
        """Let time pass, less the second that the next command takes."""
        self.waited += 1_000 * seconds - 1_000

    def jump(self, seconds: int) -> None:
        """Move only the wall clock."""
        self.jumped += 1_000_000 * seconds

    def open(self, minimum: int = 500, maximum: int | None = 50_000, chip: int = 1, **words: Any) -> Answer:
        """Open the table, with two players who have bought in."""
        known: dict[str, Any] = {"approved_minimum": 200, "equipment": EQUIPMENT} | words
        answer = self.say(OpenTable, minimum=minimum, maximum=maximum, chip=chip, **known)
        money = enum_key(self.table.rules.wagers.stakes.choice[0])
        for player in ("ana", "ben"):
            self.say(BuyIn, player=player, cents=1_000_000, instrument=money)
        return answer

    def do(self, step: str, rank: Rank | None = Rank.DEALER, **words: Any) -> Answer:
        """Perform one step."""
        return self.say(Perform, rank, step=step, **words)

    def until(self, step: Step, tumbles: int = 3, dice: tuple[int, int, int] = (1, 4, 4)) -> None:
        """Perform the steps of a round up to and including one of them."""
        while True:
            due = self.table.due_stage.step
            known: dict[Step, dict[str, Any]] = {Step.SPIN: {"tumbles": tumbles}, Step.ENTER: {"dice": dice}}
            answer = self.do(enum_key(due), **known.get(due, {}))
            assert not isinstance(answer, Refusal), answer
            if due is step:
                return

    def bet(self, player: str, stakes: dict[str, int], version: int | None = None, **words: Any) -> Answer:
        """Register a slip of chips."""
        played = self.table.round
        number = words.pop("round", played.number if played else self.table.rounds + 1)
        before = played.slips.get(player) if played else None
        kind = words.pop("instrument", enum_key(self.table.rules.wagers.stakes.choice[0]))
        slip = tuple(Stake(bet, cents, kind) for bet, cents in stakes.items())
        next_version = (before.version if before else 0) + 1
        return self.say(
            RegisterSlip, None, player=player, round=number, version=version or next_version, stakes=slip
        )

    def rack(self, player: str, kind: str | None = None) -> int:
        """Return what a player has before them."""
        return self.table.rack(player, kind or enum_key(self.table.rules.wagers.stakes.choice[0]))
