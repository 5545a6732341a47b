"""Seeds of the electronic tumbler at a table: committed to before the close, kept until the round is over."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from sicbo.errors import Refusal
from sicbo.game.dice import Roll
from sicbo.game.policies import Ground, Step
from sicbo.game.ranks import Rank
from sicbo.game.rulebook.publication import enum_key
from sicbo.house.electronic_rolls import COMMIT_PREFIX, OPEN_PREFIX, CommittedRoll
from sicbo.house.log_state import LogState, unused_ids
from sicbo.server.dealing.tumbler import new_seed
from sicbo.server.live.live_table import LiveTable
from sicbo.table.equipment.faults import refuse_if_play_stopped
from sicbo.table.log_kind import decide
from sicbo.table.messages.round import DeclareVoid
from sicbo.table.state import TableState

if TYPE_CHECKING:
    from sicbo.server.live.house import LiveHouse

SEED_LOST = "The seed of the electronic roll is lost."
NEVER_COMMITTED = "The bets were closed without a commitment to an electronic roll."
ONE_ROUND_FAULTS = (SEED_LOST, NEVER_COMMITTED)
"""Why a round has no roll although the tumbler works: the next round has a seed of its own."""
NO_ROLL_GROUNDS = (Ground.TUMBLER_FAULT, Ground.INTERRUPTED, Ground.TOO_FEW_TUMBLES)
"""The grounds on which a round without a roll may be void, the most specific first."""
NEEDS_SEED = (Step.CLOSE, Step.UNCOVER, Step.ENTER)


class RoundSeeds:
    """The seeds of a table's rounds, for its automatic dealer."""

    def __init__(self, house: "LiveHouse", live: LiveTable) -> None:
        self.house, self.live = house, live

    @property
    def _current_roll(self) -> CommittedRoll:
        """The electronic roll of the round that is due, as far as it is known."""
        rolling, number = self.live.history.rolling, self.live.table.round_number_due
        return rolling if rolling.round == number else CommittedRoll(number)

    def commit(self) -> str:
        """Store a seed if the round has none and bets are not closing; return the id that commits to it."""
        table = self.live.table
        closing = table.due_stage.step is Step.CLOSE or table.has_done(Step.CLOSE)
        if closing or self._current_roll.commitment:
            return ""
        seed, commitment = new_seed()
        self.house.sessions.store_seed(commitment, seed, over=self.live.history.rolling.commitment)
        return COMMIT_PREFIX + commitment

    def forget_commitment(self, key: str) -> None:
        """Delete the seed of a commitment whose step was refused."""
        if key.startswith(COMMIT_PREFIX):
            self.house.sessions.delete_seed(key.removeprefix(COMMIT_PREFIX))

    def missing_seed_reason(self) -> str:
        """Return why the round in play cannot have a roll, or nothing if it can or needs none yet."""
        if self.live.table.round is None or self.live.table.due_stage.step not in NEEDS_SEED:
            return ""
        if not self._current_roll.commitment:
            return NEVER_COMMITTED
        return "" if self.house.sessions.seed(self._current_roll.commitment) else SEED_LOST

    def committed_roll(self) -> tuple[Roll, str]:
        """Return the dice of the committed seed, and the id that reveals it; `Unfit` for a bad source."""
        rolling = self._current_roll
        seed = self.house.sessions.seed(rolling.commitment or "")
        assert seed is not None and rolling.close is not None, SEED_LOST
        name, known = OPEN_PREFIX + seed.hex(), self.live.log_state.record_numbers
        if name in known:
            name = next(unused_ids(name, self.live.seq, known.__contains__))
        return self.house.tumbler.roll(seed, rolling.close), name

    def void_ground(self) -> str | None:
        """Return the first ground of the rulebook on which a round without a roll is void now."""
        stamp = self.house.clock.stamp("house", Rank.SENIOR_MANAGER)
        for ground in map(enum_key, NO_ROLL_GROUNDS):
            trial = DeclareVoid(id="trial", stamp=stamp, ground=ground)
            if not isinstance(decide(self.live.table, trial), Refusal):
                return ground
        return None

    def is_seed_fault_over(self) -> bool:
        """Whether the last round was void because its seed was missing, so the tumbler's fault is over."""
        past = self.live.history.outcomes
        void = past[0].void if past else None
        return void is not None and void.note in [
            self.house.people.find_pseudonym(why, "t") for why in ONE_ROUND_FAULTS
        ]

    def is_roll_due(self) -> bool:
        """Whether the committed roll is due; it is entered automatically even if a person deals."""
        table, played = self.live.table, self.live.table.round
        due = played is not None and not played.void_due and table.due_stage.step is Step.ENTER
        return due and bool(self._current_roll.commitment) and refuse_if_play_stopped(table) is None


def needed_commitments(places: Iterable[LogState]) -> set[str]:
    """Return the commitments of the rounds in play, whose seeds are needed."""
    tables = [place for place in places if isinstance(place.state, TableState) and place.rolls]
    last = [(place.table.round, place.rolls[-1]) for place in tables]
    return {one.commitment or "" for played, one in last if played and played.number == one.round}
