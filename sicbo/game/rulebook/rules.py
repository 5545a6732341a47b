"""The structure of a rulebook: every ruling with its clause, and the readings of unclear words.

A rulebook file is one `Rules` in the order of the approved text. `Rules.read` gives the same rules under
other readings; an option states only what it changes.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields, is_dataclass, replace
from datetime import date
from fractions import Fraction
from functools import cached_property
from typing import Any

from sicbo.errors import NotFound, RulebookError
from sicbo.game.dice import Rolls
from sicbo.game.frozen import FrozenDict
from sicbo.game.layout import Layout
from sicbo.game.money import Instrument
from sicbo.game.policies import (
    AboveMaximum,
    AboveMaximumSeen,
    AfterTwelve,
    Afterwards,
    BelowMinimum,
    BelowMinimumSeen,
    BelowSign,
    Button,
    Call,
    ColourValue,
    CountFrom,
    CountsBy,
    DamagedDice,
    Demand,
    Display,
    Established,
    Finality,
    ForcedEnd,
    ForeignChips,
    Freeze,
    Ground,
    Idle,
    InError,
    Interruption,
    LateError,
    Lights,
    Malfunction,
    Measured,
    Moment,
    Notice,
    OddAmount,
    Offence,
    OffendersWager,
    OffUnit,
    PanelKey,
    Per,
    PersonalLimits,
    RaiseMinimum,
    Returned,
    RoundBegins,
    Sanctions,
    SecondColour,
    SharedColour,
    Side,
    Spoken,
    Step,
    Streak,
    StreakClosing,
    StreakPays,
    StreakPlaced,
    Suspicion,
    TokenOnWin,
    Uncured,
    Unless,
    Voucher,
    WarningLasts,
    Window,
    WrongEntry,
)
from sicbo.game.ranks import Act, Rank
from sicbo.game.rulebook.prize_rules import Promotions
from sicbo.game.rulebook.readings import Finding, Option, Reading, patched
from sicbo.game.rulebook.required_terms import NOTHING_DEMANDED, Demanded
from sicbo.game.rulebook.ruling import Ruling as Ruling


@dataclass(frozen=True, slots=True)
class Approval:
    """Who approved the text, when, and under what reference."""

    by: str
    reference: str
    signed: date | None
    operator: str
    regulator: str
    effective: str


@dataclass(frozen=True, slots=True)
class Wagers:
    """What may be staked, how, and when a wager can no longer be changed."""

    stakes: Ruling[tuple[Instrument, ...]]
    spoken: Ruling[Spoken]
    tokens: Ruling[TokenOnWin]
    vouchers: Ruling[Voucher]
    colour_value: Ruling[ColourValue]
    foreign_chips: Ruling[ForeignChips]
    second_colour: Ruling[SecondColour]
    shared_colour: Ruling[SharedColour]
    late: Ruling[Freeze]
    fixed_at: Ruling[Moment]
    in_error: Ruling[InError]


@dataclass(frozen=True, slots=True)
class LimitRules:
    """What happens to wagers outside the limits, and how limits change."""

    below_minimum_seen: Ruling[BelowMinimumSeen]
    below_minimum: Ruling[BelowMinimum]
    below_sign: Ruling[BelowSign]
    warning: Ruling[WarningLasts]
    above_maximum_seen: Ruling[AboveMaximumSeen]
    above_maximum: Ruling[AboveMaximum]
    uncured: Ruling[Uncured]
    per: Ruling[Per]
    unit: Ruling[OffUnit]
    odd_amount: Ruling[OddAmount]
    measured_by: Ruling[Measured]
    personal: Ruling[PersonalLimits]
    change: Ruling[Notice]
    raise_minimum: Ruling[RaiseMinimum]
    raise_notice: Ruling[Notice]


@dataclass(frozen=True, slots=True)
class Stage:
    """A step of the round and the clause that orders it; `equipment` if only some tables have the step."""

    clause: str
    step: Step
    equipment: str | None = None


@dataclass(frozen=True, slots=True)
class RoundRules:
    """The order of the round, and the keys of the entry panel or touch screen if the text names them."""

    begins: Ruling[RoundBegins]
    order: Ruling[tuple[Stage, ...]]
    tumbles: Ruling[int]
    button: Ruling[Button]
    call: Ruling[Call]
    idle: Ruling[Idle]
    panel: Ruling[tuple[PanelKey, ...]] | None = None
    screen: Ruling[tuple[PanelKey, ...]] | None = None


@dataclass(frozen=True, slots=True)
class Irregularity:
    """A ground on which a round has no result: who declares it and what follows.

    `wager_too` if single wagers may also be voided on this ground; `returned` if something else than
    `faults.void` is returned, and `returned_by` if another clause says so.
    """

    clause: str
    ground: Ground
    demand: Demand
    rank: Rank
    afterwards: Afterwards
    says: str
    wager_too: bool = False
    returned: Returned | None = None
    returned_by: str | None = None


@dataclass(frozen=True, slots=True)
class Faults:
    """What a void gives back, and faults that void nothing: wrong lights, wrong entries, power cuts."""

    void: Ruling[Returned]
    tumbler_fault: Ruling[Demand]
    damaged_dice: Ruling[DamagedDice]
    lights: Ruling[Lights]
    malfunction: Ruling[Malfunction]
    wrong_entry: Ruling[WrongEntry]
    display: Ruling[Display]
    late_error: Ruling[LateError]
    interruption: Ruling[Interruption]
    established: Ruling[Established]


@dataclass(frozen=True, slots=True)
class SuperStreak:
    """A wager on a run of like results, settled when the run ends."""

    lines: Ruling[tuple[tuple[str, str], ...]]
    sides: Ruling[Mapping[str, Rolls]]
    placed: Ruling[StreakPlaced]
    opens: Ruling[Window]
    side: Ruling[Side]
    count_from: Ruling[CountFrom]
    on_triple: Ruling[Streak]
    on_void: Ruling[Streak]
    on_invalidated: Ruling[Streak]
    on_lights: Ruling[ForcedEnd]
    on_new_day: Ruling[Streak]
    shortest: Ruling[int]
    pays: Ruling[Mapping[int, Fraction]]
    pays_when: Ruling[StreakPays]
    after_twelve: Ruling[AfterTwelve]
    counts_by: Ruling[CountsBy]
    stake: Ruling[str]
    closing: Ruling[Notice]
    on_closing: Ruling[StreakClosing]


@dataclass(frozen=True, slots=True)
class Power:
    """An act, the lowest rank that may do it, and the clause; `only` limits the power to one offence."""

    clause: str
    act: Act
    rank: Rank
    says: str
    only: Offence | None = None


@dataclass(frozen=True, slots=True)
class Prohibition:
    """Conduct that is forbidden, and what makes it lawful."""

    clause: str
    offence: Offence
    unless: Unless
    says: str


@dataclass(frozen=True, slots=True)
class Conduct:
    """Rules on closing, seats, disputes, forbidden conduct, and the grounds of detention if there are any."""

    closing: Ruling[Notice]
    idle_rounds_before_vacating: Ruling[int] | None
    disputes: Ruling[Finality]
    offenders_wager: Ruling[OffendersWager]
    sanctions: Ruling[Sanctions]
    forbidden: tuple[Prohibition, ...]
    detention: Ruling[tuple[Suspicion, ...]] | None = None


@dataclass(frozen=True, slots=True)
class Duty:
    """A clause that only a person can perform, and what that person records or confirms."""

    clause: str
    by: str
    says: str
    recorded: str


@dataclass(frozen=True, slots=True)
class Fittings:
    """Equipment that an action at the table needs; None if no clause mentions it."""

    cash: Ruling[str] | None = None
    tray: Ruling[str] | None = None
    markers: Ruling[str] | None = None
    display: Ruling[str] | None = None


@dataclass(frozen=True)
class Rules:
    """Every ruling of one approved text, under the chosen readings.

    `base` holds the rules from which these were read, because an option states only what it changes there. A
    copy made with `replace` has no base, and further readings start from that copy.
    """

    key: str
    name: str
    version: str
    approval: Approval
    titles: Mapping[Rank, str]
    layouts: tuple[Layout, ...]
    wagers: Wagers
    limits: LimitRules
    round: RoundRules
    irregularities: tuple[Irregularity, ...]
    faults: Faults
    powers: tuple[Power, ...]
    conduct: Conduct
    super_streak: SuperStreak | None = None
    promotions: Promotions | None = None
    fittings: Fittings = Fittings()
    tournaments: Ruling[str] | None = None
    terms: Demanded = NOTHING_DEMANDED
    duties: tuple[Duty, ...] = ()
    readings: tuple[Reading, ...] = ()
    findings: tuple[Finding, ...] = ()
    chosen: Mapping[str, str] = FrozenDict()
    base: "Rules | None" = field(init=False, default=None, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "titles", FrozenDict(self.titles))
        object.__setattr__(self, "chosen", FrozenDict(self.chosen))

    def __hash__(self) -> int:
        """Hash what distinguishes two rulebooks; hashing every ruling would take milliseconds."""
        return hash((self.key, self.version, self.chosen))

    def layout(self, key: str = "") -> Layout:
        """Return the layout with that key. The key may be empty if the rulebook has one layout."""
        for layout in self.layouts:
            if layout.key == key:
                return layout
        named = [f"{self.key}/{layout.key}".rstrip("/") for layout in self.layouts]
        hint = "" if key else f"It has several layouts: {', '.join(named)}."
        raise NotFound("layout", f"{self.key}/{key}" if key else self.key, named, hint)

    def reading(self, reading_id: str) -> Reading:
        """Return the reading with that id, or raise `NotFound` with the known ones."""
        for reading in self.readings:
            if reading.id == reading_id:
                return reading
        raise NotFound(f"reading at {self.key}", reading_id, [reading.id for reading in self.readings])

    def read(self, choices: Mapping[str, str]) -> "Rules":
        """Return the same rules under these readings instead of the defaults."""
        wanted = {**self.chosen, **choices}
        taken = {name: self.reading(name).option(key) for name, key in wanted.items()}
        base = self.base or self
        rules, chosen = base, dict(base.chosen)
        for reading in self.readings:
            option = taken.get(reading.id, reading.default)
            if option is not reading.default:
                rules, chosen[reading.id] = _apply(rules, option), option.key
        rules = replace(rules, chosen=chosen)
        object.__setattr__(rules, "base", base)
        return rules

    def title(self, rank: Rank) -> str:
        """Return this rulebook's title for a rank, or that of the next rank up if it has none."""
        return next(title for step, title in sorted(self.titles.items()) if step >= rank)

    def power(self, act: Act) -> Power | None:
        """Return the power that grants an act, or None if the rulebook does not grant it."""
        return self._powers.get(act)

    @cached_property
    def _powers(self) -> Mapping[Act, Power]:
        return {power.act: power for power in reversed(self.powers)}

    def rulings(self) -> Iterator[tuple[str, Ruling[Any]]]:
        """Yield every ruling with its dotted name, in the order of the file."""
        for part in fields(self):
            yield from _rulings(part.name, getattr(self, part.name))


def _rulings(name: str, value: object) -> Iterator[tuple[str, Ruling[Any]]]:
    if isinstance(value, Ruling):
        yield name, value
    elif is_dataclass(value) and not isinstance(value, (Layout, Rules, type)):
        for part in fields(value):
            yield from _rulings(f"{name}.{part.name}", getattr(value, part.name))


def _apply(rules: Rules, option: Option) -> Rules:
    if option.wins or option.pays:
        rules = replace(rules, layouts=tuple(patched(layout, option) for layout in rules.layouts))
    for name, choice in option.rulings.items():
        rules = _with(rules, name.split("."), choice)
    return rules


def _with(part: Any, path: list[str], choice: object) -> Any:
    name, *rest = path
    value = getattr(part, name)
    if isinstance(value, tuple) and rest:
        ground, *inner = rest
        if ground not in {item.ground.name for item in value}:
            raise RulebookError(f"A reading changes {name}.{ground}, which the rulebook does not have.")
        changed = (_with(item, inner, choice) if item.ground.name == ground else item for item in value)
        return replace(part, **{name: tuple(changed)})
    if rest:
        return replace(part, **{name: _with(value, rest, choice)})
    return replace(part, **{name: replace(value, choice=choice) if isinstance(value, Ruling) else choice})
