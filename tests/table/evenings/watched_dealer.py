"""A dealer under watch: each event is sent to the invariants as it happens."""

from collections import Counter
from typing import Any

from sicbo.errors import Refusal
from sicbo.game.ranks import Rank
from sicbo.machine.messages import Command, Stamp, encode_message
from sicbo.table.log_kind import TABLE, decide
from sicbo.table.messages.round import RegisterSlip
from sicbo.table.messages.super_streak import PlaceStreak
from tests.table.dealer import Answer, Dealer
from tests.table.evenings.invariants import EVERY
from tests.table.evenings.moments import Books, Moment, Refused, Watcher, moments

NOON = 10**15


class Witness(Dealer):
    """Deals at one table; `seen` counts the kinds of events."""

    def __init__(self, layout: str) -> None:
        super().__init__(layout)
        self.books = Books()
        self.watcher = Watcher(EVERY)
        self.seen: Counter[str] = Counter()
        self.wagers: list[Command] = []
        self.jump(NOON // 1_000_000)

    def say(self, kind: type[Command], /, rank: Rank | None = Rank.SENIOR_MANAGER, **words: Any) -> Answer:
        """Give a command and apply its events."""
        self.given += 1
        wall, elapsed = 1_000_000 * self.given + self.jumped, 1_000 * self.given + self.waited
        stamp = Stamp(words.pop("by", "dana"), rank, wall, elapsed)
        return self.hear(kind(id=f"c{self.given}", stamp=stamp, **words))

    def hear(self, command: Command) -> Answer:
        """Decide a command after encoding and decoding it, and send its events to the invariants."""
        assert TABLE.decode_command(encode_message(command)) == command
        answer = decide(self.table, command)
        if isinstance(answer, Refusal):
            assert answer.clause
            assert answer.says
            self.watcher.see(Moment(Refused(command.id), self.table, self.table, (), self.books, True))
            return answer
        assert answer
        for moment in moments(self.table, answer, self.books):
            assert not isinstance(moment.event, Refused)
            assert encode_message(TABLE.decode_event(encode_message(moment.event))) == encode_message(
                moment.event
            )
            assert moment.event.command == command.id
            self.watcher.see(moment)
            self.table = moment.after
            self.journal.append(moment.event)
            self.seen[type(moment.event).__name__] += 1
        if isinstance(command, RegisterSlip | PlaceStreak):
            self.wagers.append(command)
        return answer
