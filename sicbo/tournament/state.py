"""The state of a tournament: its terms, entrants, heats and spins, and where each entrant plays."""

import hashlib
from collections.abc import Iterator

from sicbo.errors import BadInput
from sicbo.game.layout import Layout
from sicbo.game.rulebook.required_terms import TournamentSteps
from sicbo.game.rulebook.rules import Rules
from sicbo.i18n import message
from sicbo.machine.ledger import Balances
from sicbo.machine.structs import Map, Struct, encode_state, replace
from sicbo.table.messages.parts import Stake
from sicbo.table.state import Readings, layout_of, rules_of
from sicbo.tournament.format import END, Plan, RoundPlan, clause_of_item, plan_of
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


class Entrant(Struct, frozen=True):
    """An entrant: what they paid, their status, and what they have used.

    `counts` are the banks after each spin of the round. `played_off` is the bank with which the entrant went
    into a play-off. `final` is the number of chips put away at the end.
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


class SpinCorrection(Struct, frozen=True, array_like=True):
    """A spin whose dice were entered wrongly."""

    spin: int
    entered: tuple[int, int, int]
    dice: tuple[int, int, int]


class Heat(Struct, frozen=True):
    """A group of entrants at a table: its spins so far, and the slips of the spin in play.

    `secrets` and `passes` count what each entrant has used in this session. `dice` and `settled` are the last
    result. `corrected` lists the spins whose dice were entered wrongly: number, dice entered, dice shown.
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
    corrected: tuple[SpinCorrection, ...] = ()


class TournamentDispute(Struct, frozen=True):
    """A dispute that waits for the director's decision."""

    player: str


class Tournament(Struct, frozen=True):
    """A tournament under one rulebook and one layout."""

    name: str
    rulebook: str
    layout_key: str = ""
    readings: Readings = ()
    balances: Balances = Balances()
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
    disputes: Map[str, TournamentDispute] = Map()

    @property
    def rules(self) -> Rules:
        """The rulings that govern the game."""
        return rules_of(self.rulebook, self.readings)

    @property
    def layout(self) -> Layout:
        """The bets and odds of the game."""
        return layout_of(self.rulebook, self.readings, self.layout_key)

    @property
    def steps(self) -> TournamentSteps:
        """The clauses for the steps that every tournament needs beside its terms."""
        steps = self.rules.terms.steps
        if steps is None:
            raise BadInput(message("terms.no-tournaments", rulebook=self.rules.name))
        return steps

    @property
    def plan(self) -> Plan:
        """The terms, parsed for play."""
        return plan_of(self.terms)

    @property
    def round_plan(self) -> RoundPlan:
        """The plan of the round in play, or of the round that has just ended."""
        return self.plan.format.rounds[max(self.round, 1) - 1]

    @property
    def is_ending(self) -> bool:
        """Whether a conclusion now ends the tournament: no further round, or no entrant left for it."""
        return not self.heats or (self.round_plan.progress == END and not self.heats[0].repechage)

    def clause(self, path: str) -> str:
        """Return the clause that requires the item of the terms at this path."""
        return clause_of_item(self.rulebook, path)

    def active_heats(self) -> tuple[Heat, ...]:
        """Return the heats of the session in play: those whose tables are not needed by an earlier heat."""
        heats: dict[str, Heat] = {}
        for heat in self.heats:
            if heat.phase != OVER:
                heats.setdefault(heat.table, heat)
        return tuple(heats.values())

    def heat_at(self, table: str) -> Heat | None:
        """Return the heat that is being played at a table."""
        return next((heat for heat in self.active_heats() if heat.table == table), None)

    def heat_of(self, player: str) -> Heat | None:
        """Return the heat in which an entrant plays now, or played last in this round."""
        mine = [heat for heat in self.heats if player in heat.players]
        return mine[-1] if mine else None

    def live_entrants(self, heat: Heat) -> Iterator[str]:
        """Yield the entrants who still play in a heat, in the order of their seats."""
        return (name for name in heat.players if self.entrants[name].status == PLAYING)

    def chips_staked(self, player: str) -> int:
        """Return the chips that an entrant has on the layout."""
        return sum(stake.cents for heat in self.active_heats() for stake in heat.slips.get(player, ()))

    def ranking_chips(self, player: str) -> int:
        """Return the chips by which an entrant is ranked: bank, layout, and chips put away at the end."""
        entrant = self.entrants[player]
        return entrant.bank + self.chips_staked(player) + entrant.final


def with_entrant(tournament: Tournament, player: str, **changes: object) -> Tournament:
    """Return the tournament with one entrant changed."""
    entrant = replace(tournament.entrants[player], **changes)
    return replace(tournament, entrants=tournament.entrants.set(player, entrant))


def with_chips_added(tournament: Tournament, player: str, chips: int) -> Tournament:
    """Return the tournament with chips added to an entrant's bank, or taken if `chips` is negative."""
    return with_entrant(tournament, player, bank=tournament.entrants[player].bank + chips)


def with_heat(tournament: Tournament, table: str, **changes: object) -> Tournament:
    """Return the tournament with a change to the heat that is being played at a table."""
    now = tournament.heat_at(table)
    heats = tuple(replace(heat, **changes) if heat is now else heat for heat in tournament.heats)
    return replace(tournament, heats=heats)


def canonical_state(tournament: Tournament) -> bytes:
    """Return the state as canonical bytes, the same on every machine and for every hash seed."""
    return encode_state(tournament)


def state_hash(tournament: Tournament) -> str:
    """Return the hash of the canonical state."""
    return hashlib.sha256(canonical_state(tournament)).hexdigest()
