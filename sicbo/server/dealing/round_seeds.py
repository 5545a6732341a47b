"""Seeds of the electronic tumbler at a table: committed to before the close, kept until the round is over."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from sicbo.errors import Refusal
from sicbo.game.dice import Roll
from sicbo.game.policies import Ground, Step
from sicbo.game.ranks import Rank
from sicbo.game.rulebook.publication import key_of
from sicbo.house.electronic_rolls import COMMIT, OPEN, Rolling
from sicbo.house.log_state import Place, free_ids
from sicbo.server.dealing.tumbler import new_seed
from sicbo.server.live.live_table import Live
from sicbo.table.decide import decide
from sicbo.table.equipment.faults import stopped
from sicbo.table.messages.commands import DeclareVoid
from sicbo.table.state import Table

if TYPE_CHECKING:
    from sicbo.server.live.house import Room

LOST = "The seed of the electronic roll is lost."
NEVER = "The bets were closed without a commitment to an electronic roll."
OVER_WITH_THE_ROUND = (LOST, NEVER)
"""Why a round has no roll although the tumbler works: the next round has a seed of its own."""
NO_ROLL = (Ground.TUMBLER_FAULT, Ground.INTERRUPTED, Ground.TOO_FEW_TUMBLES)
"""The grounds on which a round without a roll may be void, the most specific first."""
NEEDS_SEED = (Step.CLOSE, Step.UNCOVER, Step.ENTER)


class RoundSeeds:
    """The seeds of a table's rounds, for its automatic dealer."""

    def __init__(self, room: "Room", live: Live) -> None:
        self.room, self.live = room, live

    @property
    def _rolling(self) -> Rolling:
        """The electronic roll of the round that is due, as far as it is known."""
        rolling, number = self.live.chronicle.rolling, self.live.table.round_due
        return rolling if rolling.round == number else Rolling(number)

    def commit(self) -> str:
        """Store a seed if the round has none and bets are not closing; return the id that commits to it."""
        table = self.live.table
        closing = table.due.step is Step.CLOSE or table.has_done(Step.CLOSE)
        if closing or self._rolling.commitment:
            return ""
        seed, commitment = new_seed()
        self.room.sessions.keep_seed(commitment, seed, over=self.live.chronicle.rolling.commitment)
        return COMMIT + commitment

    def refused(self, key: str) -> None:
        """Delete the seed of a commitment whose step was refused."""
        if key.startswith(COMMIT):
            self.room.sessions.forget_seed(key.removeprefix(COMMIT))

    def missing(self) -> str:
        """Return why the round in play cannot have a roll, or nothing if it can or needs none yet."""
        if self.live.table.round is None or self.live.table.due.step not in NEEDS_SEED:
            return ""
        if not self._rolling.commitment:
            return NEVER
        return "" if self.room.sessions.seed(self._rolling.commitment) else LOST

    def roll(self) -> tuple[Roll, str]:
        """Return the dice of the committed seed, and the id that reveals it; `Unfit` for a bad source."""
        rolling = self._rolling
        seed = self.room.sessions.seed(rolling.commitment or "")
        assert seed is not None and rolling.close is not None, LOST
        name, known = OPEN + seed.hex(), self.live.place.numbers
        if name in known:
            name = next(free_ids(name, self.live.seq, known.__contains__))
        return self.room.tumbler.roll(seed, rolling.close), name

    def ground(self) -> str | None:
        """Return the first ground of the rulebook on which a round without a roll is void now."""
        stamp = self.room.clock.stamp("house", Rank.SENIOR_MANAGER)
        for ground in map(key_of, NO_ROLL):
            trial = DeclareVoid(id="trial", stamp=stamp, ground=ground)
            if not isinstance(decide(self.live.table, trial), Refusal):
                return ground
        return None

    def over(self) -> bool:
        """Whether the last round was void because its seed was missing, so the tumbler's fault is over."""
        past = self.live.chronicle.past
        void = past[0].void if past else None
        return void is not None and void.note in [
            self.room.people.called(why, "t") for why in OVER_WITH_THE_ROUND
        ]

    def rolls_now(self) -> bool:
        """Whether the committed roll is due; it is entered automatically even if a person deals."""
        table, played = self.live.table, self.live.table.round
        due = played is not None and not played.void_due and table.due.step is Step.ENTER
        return due and bool(self._rolling.commitment) and stopped(table) is None


def needed(places: Iterable[Place]) -> set[str]:
    """Return the commitments of the rounds in play, whose seeds are needed."""
    tables = [place for place in places if isinstance(place.state, Table) and place.rolls]
    last = [(place.table.round, place.rolls[-1]) for place in tables]
    return {one.commitment or "" for played, one in last if played and played.number == one.round}
