"""The state of a tournament: its terms, its people, its heats and their spins, who is where."""

import hashlib
from collections.abc import Iterator

import msgspec
from immutables import Map
from msgspec.structs import replace

from sicbo.errors import BadInput
from sicbo.game.layout import Layout
from sicbo.game.rulebook.required_terms import Steps
from sicbo.game.rulebook.rules import Rules
from sicbo.table.messages.base import Stake
from sicbo.table.state import Readings, layout_of, rules_of
from sicbo.tournament.format import END, Plan, RoundPlan, clause_of, plan_of
from sicbo.tournament.messages.events import Prize
from sicbo.tournament.messages.spins import SettledSlip

CHIP = "tournament-chip"
ENTERED, PLAYING, ELIMINATED, DISQUALIFIED, RETIRED, WITHDRAWN, SUBSTITUTED = (
    "entered",
    "playing",
    "eliminated",
    "disqualified",
    "retired",
    "withdrawn",
    "substituted",
)
OPEN, CLOSED, WAITING, OVER = "open", "closed", "waiting", "over"
DRAFT, ENTRIES, ROUND, BETWEEN, RANKED, FINISHED, CANCELLED = (
    "draft",
    "entries",
    "round",
    "between",
    "ranked",
    "finished",
    "cancelled",
)


class Entrant(msgspec.Struct, frozen=True):
    """Somebody in the tournament: what they paid, where they stand, what they have used.

    `counts` are the banks after each spin of the round, `played_off` the bank at which a play-off was held,
    `final` the chips that were put away at the end.
    """

    number: int
    fee: int
    buy_ins: int
    bank: int
    status: str = ENTERED
    staff: bool = False
    publicity: bool = False
    briefed: bool = False
    signed: bool = False
    present: bool = True
    late: bool = False
    round: int = 0
    re_buys: int = 0
    add_ons: int = 0
    refunded: bool = False
    warnings: int = 0
    features: Map[str, int] = Map()
    counts: tuple[int, ...] = ()
    played_off: int | None = None
    final: int = 0


class Corrected(msgspec.Struct, frozen=True, array_like=True):
    """A spin whose dice were entered wrongly."""

    spin: int
    entered: tuple[int, int, int]
    dice: tuple[int, int, int]


class Heat(msgspec.Struct, frozen=True):
    """A group at a table: its spins so far, and what lies there for the one in play.

    `secrets` and `passes` count what each entrant has used in this session. `dice` and `settled` are the last
    result, `corrected` the spins whose dice were entered wrongly: number, what was entered, what lay there.
    """

    table: str
    players: tuple[str, ...]
    spins: int
    minutes: int
    phase: str = WAITING
    spin: int = 0
    began: int | None = None
    slips: Map[str, tuple[Stake, ...]] = Map()
    seals: Map[str, str] = Map()
    opened: frozenset[str] = frozenset()
    lapsed: frozenset[str] = frozenset()
    passing: frozenset[str] = frozenset()
    secrets: Map[str, int] = Map()
    passes: Map[str, int] = Map()
    last: Map[str, int] = Map()
    repechage: bool = False
    play_off: bool = False
    dice: tuple[int, int, int] | None = None
    settled: tuple[SettledSlip, ...] = ()
    corrected: tuple[Corrected, ...] = ()


class Ruled(msgspec.Struct, frozen=True):
    """A dispute that waits for the director."""

    player: str


class Tournament(msgspec.Struct, frozen=True):
    """One tournament under one rulebook and layout."""

    name: str
    rulebook: str
    layout_key: str = ""
    readings: Readings = ()
    stage: str = DRAFT
    terms: str = ""
    version: int = 0
    advised: int = 0
    starts: int = 0
    commitments: tuple[str, ...] = ()
    director: str = ""
    deputies: frozenset[str] = frozenset()
    present: frozenset[str] = frozenset()
    tables: tuple[str, ...] = ()
    entrants: Map[str, Entrant] = Map()
    round: int = 0
    heats: tuple[Heat, ...] = ()
    ranks: tuple[str, ...] = ()
    prizes: tuple[Prize, ...] = ()
    repechages: int = 0
    disputes: Map[str, Ruled] = Map()

    @property
    def rules(self) -> Rules:
        """The rulings that govern the game."""
        return rules_of(self.rulebook, self.readings)

    @property
    def layout(self) -> Layout:
        """The bets and odds of the game."""
        return layout_of(self.rulebook, self.readings, self.layout_key)

    @property
    def steps(self) -> Steps:
        """The clauses of what a tournament needs beside its terms."""
        steps = self.rules.terms.steps
        if steps is None:
            raise BadInput(f"No clause of {self.rulebook} provides for tournaments: choose another rulebook.")
        return steps

    @property
    def plan(self) -> Plan:
        """The terms as the tournament counts with them."""
        return plan_of(self.terms)

    @property
    def played(self) -> RoundPlan:
        """The round in play, or the one just over."""
        return self.plan.format.rounds[max(self.round, 1) - 1]

    @property
    def ending(self) -> bool:
        """Whether its conclusion ends it all: the last round is played, or nobody is left for the next."""
        return not self.heats or (self.played.progress == END and not self.heats[0].repechage)

    def clause(self, path: str) -> str:
        """The clause by which the terms state what is at a path."""
        return clause_of(self.rulebook, path)

    def active(self) -> tuple[Heat, ...]:
        """The heats of the session in play: those whose tables no earlier heat still needs."""
        heats: dict[str, Heat] = {}
        for heat in self.heats:
            if heat.phase != OVER:
                heats.setdefault(heat.table, heat)
        return tuple(heats.values())

    def heat(self, table: str) -> Heat | None:
        """The heat that is played at a table now."""
        return next((heat for heat in self.active() if heat.table == table), None)

    def heat_of(self, player: str) -> Heat | None:
        """The heat in which an entrant plays now, or last played in this round."""
        mine = [heat for heat in self.heats if player in heat.players]
        return mine[-1] if mine else None

    def live(self, heat: Heat) -> Iterator[str]:
        """Who still plays in a heat, in the order of the seats."""
        return (name for name in heat.players if self.entrants[name].status == PLAYING)

    def staked(self, player: str) -> int:
        """What an entrant has on the layout."""
        return sum(stake.cents for heat in self.active() for stake in heat.slips.get(player, ()))

    def worth(self, player: str) -> int:
        """What an entrant is ranked by: the bank, what lies on the layout, what was put away at the end."""
        entrant = self.entrants[player]
        return entrant.bank + self.staked(player) + entrant.final


def put(tournament: Tournament, player: str, **changes: object) -> Tournament:
    """The tournament with an entrant changed."""
    entrant = replace(tournament.entrants[player], **changes)
    return replace(tournament, entrants=tournament.entrants.set(player, entrant))


def paid(tournament: Tournament, player: str, chips: int) -> Tournament:
    """The tournament with so many chips more, or fewer, in an entrant's bank."""
    return put(tournament, player, bank=tournament.entrants[player].bank + chips)


def with_heat(tournament: Tournament, table: str, **changes: object) -> Tournament:
    """The tournament with the heat that is played at a table changed."""
    now = tournament.heat(table)
    heats = tuple(replace(heat, **changes) if heat is now else heat for heat in tournament.heats)
    return replace(tournament, heats=heats)


def canonical(tournament: Tournament) -> bytes:
    """The state as one byte form, the same on every machine and hash seed."""
    return msgspec.json.encode(tournament, enc_hook=_plain, order="deterministic")


def state_hash(tournament: Tournament) -> str:
    """The hash of the canonical state."""
    return hashlib.sha256(canonical(tournament)).hexdigest()


def _plain(value: object) -> object:
    assert isinstance(value, Map), f"A tournament cannot hold a {type(value).__name__}."
    return sorted([key, item] for key, item in value.items())
