"""The state of a table: only what the next decision needs, so that it does not grow with play."""

import hashlib
from functools import cache

from sicbo import rulebooks
from sicbo.game.layout import Layout
from sicbo.game.limits import Bounds, Limits
from sicbo.game.policies import Step
from sicbo.game.rulebook.publication import enum_key
from sicbo.game.rulebook.rules import Rules, Stage
from sicbo.game.super_streak import StreakRun
from sicbo.machine.accounts import DROP, AccountPlace, rack_account
from sicbo.machine.ledger import CASH, Balances
from sicbo.machine.structs import Map, Struct, encode_state, replace
from sicbo.table.messages.parts import AreaLimits, Stake
from sicbo.table.messages.round import SettledLine
from sicbo.table.messages.super_streak import SettledStreak
from sicbo.table.open_items import Dispute, Fault, Seat

Readings = tuple[tuple[str, str], ...]


class LimitsSign(Struct, frozen=True):
    """The limits on the table's sign, in cents."""

    minimum: int
    maximum: int | None
    unit: int
    chip: int
    approved_minimum: int | None
    areas: tuple[AreaLimits, ...] = ()


class AgreedLimits(Struct, frozen=True):
    """One player's own limits; without a minimum, they only raise the maximum of the sign."""

    minimum: int | None
    maximum: int | None


class PostedNotice(Struct, frozen=True):
    """A notice in force: what it announces, and when it is served (elapsed time, or completed spins)."""

    minimum: int | None
    maximum: int | None
    due: int
    spins: int
    round: int
    areas: tuple[AreaLimits, ...] = ()


class RegisteredSlip(Struct, frozen=True):
    """A player's stakes on the layout."""

    version: int
    stakes: tuple[Stake, ...]


class SoldColour(Struct, frozen=True):
    """A colour that was sold: the value of each piece, and what shows that value."""

    value: int
    shown_by: str


class RunningStreak(Struct, frozen=True):
    """A Super Streak wager in play: the side it follows, its count, and the round it was placed for."""

    stake: Stake
    side: str | None
    count: int
    round: int


class StreakState(Struct, frozen=True):
    """The run of every line, and each player's Super Streak wagers; no runs if it was never offered."""

    runs: tuple[StreakRun, ...] = ()
    wagers: Map[str, tuple[RunningStreak, ...]] = Map()


class Round(Struct, frozen=True):
    """A round: how many of its steps are done, what lies on the layout, and what the dice showed.

    `withheld` is what was withheld of each player's winnings, and `released` whether it then went to the
    player or to the house. `doubted` are the players whose winnings the house kept; anything more they win in
    the round is withheld too.
    """

    number: int
    done: int = 0
    dice: tuple[int, int, int] | None = None
    void_due: str | None = None
    slips: Map[str, RegisteredSlip] = Map()
    collected: Map[str, tuple[SettledLine, ...]] = Map()
    paid: Map[str, tuple[SettledLine, ...]] = Map()
    sign: LimitsSign | None = None
    agreed: Map[str, AgreedLimits] = Map()
    lights_failed: bool = False
    streaks: StreakState | None = None
    streak_how: str = ""
    streak_lines: Map[str, tuple[SettledStreak, ...]] = Map()
    warned: frozenset[str] = frozenset()
    withheld: Map[str, int] = Map()
    released: Map[str, bool] = Map()
    doubted: frozenset[str] = frozenset()


class TableState(Struct, frozen=True):
    """One table under one rulebook, layout and set of readings."""

    name: str
    rulebook: str
    layout_key: str
    readings: Readings = ()
    sign: LimitsSign | None = None
    equipment: tuple[str, ...] = ()
    balances: Balances = Balances()
    rounds: int = 0
    spins: int = 0
    round: Round | None = None
    last: Round | None = None
    past: tuple[Round, ...] = ()
    shown: tuple[tuple[int, tuple[int, int, int]], ...] = ()
    warned: frozenset[str] = frozenset()
    notices: Map[str, PostedNotice] = Map()
    agreed: Map[str, AgreedLimits] = Map()
    profile: str = "home"
    on_duty: frozenset[str] = frozenset()
    colours: tuple[str, ...] = ()
    sets: Map[str, SoldColour] = Map()
    colour_only: frozenset[str] = frozenset()
    vouchers: Map[str, str] = Map()
    surrendered: Map[tuple[str, str], int] = Map()
    drop_at_opening: int = 0
    is_float_counted: bool = False
    streak_stake: int | None = None
    streak_final: bool = False
    streaks: StreakState = StreakState()
    faults: Map[str, Fault] = Map()
    idle: bool = False
    seats: int = 0
    seated: Map[str, Seat] = Map()
    offences: Map[str, tuple[str, ...]] = Map()
    sanctions: Map[str, tuple[str, ...]] = Map()
    disputes: Map[str, Dispute] = Map()
    designated: str = ""
    chips: str = ""
    """The only kind of chip that is played, at a tournament's table."""

    @property
    def rules(self) -> Rules:
        """The rulings that govern this table."""
        return rules_of(self.rulebook, self.readings)

    @property
    def layout(self) -> Layout:
        """The bets and odds of this table."""
        return layout_of(self.rulebook, self.readings, self.layout_key)

    @property
    def limits(self) -> Limits:
        """The limits on the sign; a round keeps those under which it began."""
        return limits_of_sign(self.sign_in_force)

    @property
    def sign_in_force(self) -> LimitsSign:
        """The sign that governs the round in play, or else the next one."""
        sign = self.round.sign if self.round and self.round.sign else self.sign
        assert sign is not None
        return sign

    def limits_of(self, player: str) -> Limits:
        """Return the limits for a player: the agreed ones, if the rulebook lets them count."""
        agreed = (self.round.agreed if self.round else self.agreed).get(player)
        if agreed is None or self.rules.limits.measured_by.choice.is_by_sign:
            return limits_of_sign(self.sign_in_force)
        return limits_of_sign(sign_for_player(self.sign_in_force, agreed))

    @property
    def stages(self) -> tuple[Stage, ...]:
        """The steps of a round with this table's equipment; one without wagers may end with the lights."""
        return _stages(self.rulebook, self.readings, self.equipment, self.idle)

    @property
    def due_stage(self) -> Stage:
        """The next step of the round."""
        return self.stages[self.round.done if self.round else 0]

    @property
    def round_number_due(self) -> int:
        """The number of the round in play, or of the one that begins next."""
        return self.round.number if self.round else self.rounds + 1

    @property
    def takes_wagers(self) -> bool:
        """Whether bets are invited and not yet closed."""
        if self.round is None:
            return False
        opens, closes = _betting_window(self.rulebook, self.readings, self.equipment, self.idle)
        return opens <= self.round.done < closes

    def has_done(self, step: Step) -> bool:
        """Return whether this round has passed a step."""
        done = self.round.done if self.round else 0
        return any(stage.step is step for stage in self.stages[:done])

    def rack(self, player: str, instrument: str) -> int:
        """Return how much of an instrument a player has before them."""
        return self.balances.amount_of(rack_account(player), instrument)

    @property
    def racks(self) -> dict[tuple[str, str], int]:
        """What every player has before them, by player and instrument."""
        return self.balances.held_by_player(AccountPlace.RACK)

    @property
    def suspense(self) -> dict[tuple[str, str], int]:
        """What is withheld from every player, by player and instrument."""
        return self.balances.held_by_player(AccountPlace.SUSPENSE)

    @property
    def debts(self) -> dict[str, int]:
        """What players received in error and could not give back, in cents over all instruments."""
        debts: dict[str, int] = {}
        for (player, _), cents in self.balances.held_by_player(AccountPlace.RECEIVABLE).items():
            debts[player] = debts.get(player, 0) - cents
        return debts

    @property
    def drop(self) -> int:
        """The cash in the drop box since the table opened."""
        return self.balances.amount_of(DROP, CASH) - self.drop_at_opening


def sign_for_player(sign: LimitsSign, agreed: AgreedLimits) -> LimitsSign:
    """Return the sign with a player's own limits on it."""
    if agreed.minimum is not None:
        return replace(sign, minimum=agreed.minimum, maximum=agreed.maximum)
    if sign.maximum is None or agreed.maximum is None:
        return replace(sign, maximum=None)
    return replace(sign, maximum=max(sign.maximum, agreed.maximum))


@cache
def rules_of(rulebook: str, readings: Readings) -> Rules:
    """Return the rulings of a rulebook under these readings."""
    return rulebooks.get_rulebook(rulebook).with_readings(dict(readings))


@cache
def layout_of(rulebook: str, readings: Readings, key: str) -> Layout:
    """Return a layout of a rulebook under these readings."""
    return rules_of(rulebook, readings).layout(key)


@cache
def limits_of_sign(sign: LimitsSign) -> Limits:
    """Return the limits on a sign as the game counts with them."""
    return Limits(
        Bounds(sign.minimum, sign.maximum),
        areas={one.area: Bounds(one.minimum, one.maximum) for one in sign.areas},
        unit=sign.unit,
        chip=sign.chip,
        approved_minimum=sign.approved_minimum,
    )


@cache
def _stages(rulebook: str, readings: Readings, equipment: tuple[str, ...], idle: bool) -> tuple[Stage, ...]:
    rules = rules_of(rulebook, readings).round
    unsettled = idle and rules.idle.choice.ends_at_lights
    return tuple(
        stage
        for stage in rules.order.choice
        if (stage.equipment is None or stage.equipment in equipment)
        and not (unsettled and stage.step in (Step.COLLECT, Step.PAY))
    )


@cache
def _betting_window(
    rulebook: str, readings: Readings, equipment: tuple[str, ...], idle: bool
) -> tuple[int, int]:
    """Return how many steps are done when bets open, and when they close."""
    steps = [stage.step for stage in _stages(rulebook, readings, equipment, idle)]
    return steps.index(Step.PLACE_BETS) + 1, steps.index(Step.CLOSE) + 1


def canonical_state(table: TableState) -> bytes:
    """Return the state as canonical bytes, the same on every machine and with every hash seed."""
    return encode_state(table)


def state_hash(table: TableState) -> str:
    """Return the SHA-256 of the canonical state."""
    return hashlib.sha256(canonical_state(table)).hexdigest()


STEPS_BY_KEY = {enum_key(step): step for step in Step}
