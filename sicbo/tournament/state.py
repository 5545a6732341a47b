"""The state of a tournament: its terms, entrants, heats and spins, and where each entrant plays."""

import hashlib
from collections.abc import Iterator

from sicbo.errors import BadInput
from sicbo.game.layout import Layout
from sicbo.game.policies import Step
from sicbo.game.rulebook.required_terms import TournamentSteps
from sicbo.game.rulebook.rules import Rules
from sicbo.i18n import message
from sicbo.machine.accounts import layout_account, rack_account
from sicbo.machine.ledger import TOURNAMENT_CHIP, Balances
from sicbo.machine.structs import Map, Struct, encode_state, replace
from sicbo.table.messages.parts import Stake
from sicbo.table.state import LimitsSign, Readings, Round, TableState, layout_of, rules_of
from sicbo.tournament.format import END, Plan, RoundPlan, clause_of_item, plan_of
from sicbo.tournament.messages.events import Prize

CHIP = TOURNAMENT_CHIP
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
    """A group of entrants at a table: its spins so far, and what the table does not know of the spin in play.

    `secrets` and `passes` count what each entrant has used in this session. `passing` and `excused` need no
    wager on this spin: they played a pass card, or staff voided their wager. `last` is what each entrant
    gained or lost on the last spin. `corrected` lists the spins whose dice were entered wrongly.
    """

    table: str
    players: tuple[str, ...]
    spins: int
    minutes: int
    over: bool = False
    spin: int = 0
    began: int | None = None
    seals: Map[str, str] = Map()
    opened: frozenset[str] = frozenset()
    lapsed: frozenset[str] = frozenset()
    passing: frozenset[str] = frozenset()
    excused: frozenset[str] = frozenset()
    secrets: Map[str, int] = Map()
    passes: Map[str, int] = Map()
    last: Map[str, int] = Map()
    repechage: bool = False
    play_off: bool = False
    corrected: tuple[SpinCorrection, ...] = ()

    @property
    def waiting_seals(self) -> list[str]:
        """The entrants whose sealed slips are neither opened nor lapsed."""
        return sorted(set(self.seals) - self.opened - self.lapsed)


class TournamentDispute(Struct, frozen=True):
    """A dispute that waits for the director's decision."""

    player: str


class Tournament(Struct, frozen=True):
    """A tournament under one rulebook and one layout.

    Its balances are those of its tables: `table_states` have none of their own.
    """

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
    table_states: Map[str, TableState] = Map()
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
            if not heat.over:
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

    def table_state(self, table: str) -> TableState:
        """Return a table of the tournament, open under the limits of the terms for tournament chips alone."""
        wagers = self.plan.wagers
        unit, maximum = wagers.unit, wagers.maximum or None
        sign = LimitsSign(minimum=unit, maximum=maximum, unit=unit, chip=1, approved_minimum=unit)
        state = self.table_states.get(table) or TableState(
            table, self.rulebook, self.layout_key, self.readings, chips=CHIP
        )
        return replace(state, sign=sign, balances=self.balances)

    def with_table_state(self, state: TableState) -> "Tournament":
        """Return the tournament with the new state of one of its tables, and the balances in it."""
        kept = replace(state, balances=Balances())
        return replace(self, balances=state.balances, table_states=self.table_states.set(state.name, kept))

    def round_of(self, heat: Heat) -> Round | None:
        """Return the round in play of a heat, or None between two spins."""
        state = self.table_states.get(heat.table)
        return state.round if state and self.heat_at(heat.table) is heat else None

    def phase_of(self, heat: Heat) -> str:
        """Return what a heat is at: betting is open or closed, it waits for the next spin, or it is over."""
        if heat.over:
            return OVER
        if self.round_of(heat) is None:
            return WAITING
        return CLOSED if self.table_states[heat.table].has_done(Step.CLOSE) else OPEN

    def is_in_spin(self, player: str) -> bool:
        """Whether a spin is in play at an entrant's table."""
        heat = self.heat_of(player)
        return heat is not None and self.round_of(heat) is not None

    def stakes_of(self, heat: Heat, player: str) -> tuple[Stake, ...]:
        """Return an entrant's stakes on the spin in play."""
        played = self.round_of(heat)
        slip = played.slips.get(player) if played else None
        return slip.stakes if slip else ()

    def bank_of(self, player: str) -> int:
        """Return the chips that an entrant has, without those on the layout."""
        return self.balances.amount_of(rack_account(player), CHIP)

    def chips_staked(self, player: str) -> int:
        """Return the chips that an entrant has on the layout."""
        return self.balances.amount_of(layout_account(player), CHIP)

    def ranking_chips(self, player: str) -> int:
        """Return the chips by which an entrant is ranked: bank, layout, and chips put away at the end."""
        return self.bank_of(player) + self.chips_staked(player) + self.entrants[player].final


def with_entrant(tournament: Tournament, player: str, **changes: object) -> Tournament:
    """Return the tournament with one entrant changed."""
    entrant = replace(tournament.entrants[player], **changes)
    return replace(tournament, entrants=tournament.entrants.set(player, entrant))


def with_heat(tournament: Tournament, heat: Heat, **changes: object) -> Tournament:
    """Return the tournament with a change to one of its heats."""
    heats = tuple(replace(one, **changes) if one is heat else one for one in tournament.heats)
    return replace(tournament, heats=heats)


def canonical_state(tournament: Tournament) -> bytes:
    """Return the state as canonical bytes, the same on every machine and for every hash seed."""
    return encode_state(tournament)


def state_hash(tournament: Tournament) -> str:
    """Return the hash of the canonical state."""
    return hashlib.sha256(canonical_state(tournament)).hexdigest()
