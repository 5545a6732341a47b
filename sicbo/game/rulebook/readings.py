"""Unclear words: the ways to read them, what each way changes, and what is odd about a text."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum
from fractions import Fraction

from sicbo.errors import NotFound
from sicbo.game.bets import Tiers
from sicbo.game.frozen import FrozenDict, freeze
from sicbo.game.layout import Layout, Pay


class FindingKind(Enum):
    """What is odd about a clause of the text, the gravest first. Findings are sorted in this order."""

    PLAYER_EDGE = "PLAYER-EDGE"
    CONFLICT = "CONFLICT"
    AMBIGUOUS = "AMBIGUOUS"
    TEXT_GAP = "TEXT-GAP"
    ILLEGIBLE = "ILLEGIBLE"
    XREF = "XREF"
    NOTE = "NOTE"


@dataclass(frozen=True, slots=True)
class Finding:
    """Something odd in the approved text, with its clause."""

    kind: FindingKind
    clause: str
    says: str


@dataclass(frozen=True, slots=True)
class Option:
    """One way to read unclear words, expressed as what it changes.

    `wins` gives bets other winning rolls, `pays` has other rows of the pay table (matched by clause and
    tier), `rulings` has other choices by their dotted name, as in `limits.above_maximum`. `figures` are exact
    worked examples that no layout shows by itself, such as the house edge of a stake of 7 paid in chips of 5.
    """

    key: str
    says: str
    wins: Mapping[str, Tiers] = FrozenDict()
    pays: tuple[Pay, ...] = ()
    rulings: Mapping[str, object] = FrozenDict()
    figures: Mapping[str, Fraction] = FrozenDict()

    def __post_init__(self) -> None:
        for name in ("wins", "rulings", "figures"):
            object.__setattr__(self, name, freeze(getattr(self, name)))

    def __repr__(self) -> str:
        return f"<Option {self.key}>"


@dataclass(frozen=True, slots=True)
class Reading:
    """Unclear words, the ways to read them, and why the first way is the default."""

    id: str
    clause: str
    kind: FindingKind
    asks: str
    options: tuple[Option, ...]
    why: str

    def __repr__(self) -> str:
        return f"<Reading {self.id} of {self.clause}: {' or '.join(option.key for option in self.options)}>"

    @property
    def default(self) -> Option:
        """The option in force unless another is chosen."""
        return self.options[0]

    def touched(self, layout: Layout) -> list[str]:
        """Return the bets of a layout whose winning rolls or odds change with an option."""
        mine = {pay.clause for pay in layout.pays}
        names = {name for option in self.options for name in option.wins}
        names |= {on for option in self.options for pay in option.pays if pay.clause in mine for on in pay.on}
        return [bet.key for bet in layout.bets if bet.key in names or bet.family in names]

    def option(self, key: str) -> Option:
        """Return the option with that key, or raise `NotFound` with the known ones."""
        for option in self.options:
            if option.key == key:
                return option
        raise NotFound(f"option of reading {self.id}", key, [option.key for option in self.options])


def patched(layout: Layout, option: Option) -> Layout:
    """Return the layout as it is under an option."""
    mine = {pay.clause for pay in layout.pays}
    new = tuple(pay for pay in option.pays if pay.clause in mine)
    replaced = {(pay.clause, pay.tier) for pay in new}
    kept = tuple(pay for pay in layout.pays if (pay.clause, pay.tier) not in replaced)
    bets = tuple(replace(bet, tiers=option.wins.get(bet.key, bet.tiers)) for bet in layout.bets)
    return replace(layout, bets=bets, pays=(*kept, *new))
