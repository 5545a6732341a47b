"""The law of a table, read from its published rulebook: rulings, powers, and what every roll pays."""

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from hashlib import sha256
from typing import Any, NamedTuple

from sicbo.verify.canonical import Wrong, understood, written

FORMAT = "sicbo-rulebook-1"
RANKS = {"dealer": 1, "supervisor": 2, "manager": 3, "senior-manager": 4}
FACES = range(1, 7)
RULED_BY = {
    "wagers.stakes": ("slip-registered", "value-brought", "chips-taken", "ticket-dispensed"),
    "wagers.colour_value": ("colours-issued", "colours-redeemed"),
    "wagers.foreign_chips": ("foreign-colours-redeemed", "colours-surrendered"),
    "limits.per": ("table-opened",),
    "limits.personal": ("limits-agreed",),
    "limits.below_minimum": ("player-warned",),
    "conduct.closing": ("table-closed",),
    "conduct.disputes": ("review-requested",),
    "round.idle": ("idle-spins-directed", "idle-spins-stopped"),
    "round.order": ("practice-spun",),
    "super_streak.placed": ("streak-wagered",),
    "super_streak.closing": ("final-streaks-called", "streaks-closed"),
    "super_streak.on_lights": ("streak-end-forced",),
    "faults.wrong_entry": ("streak-reversed", "streaks-rewound"),
}
ACTED_BY = {
    "deal": ("signed-on", "signed-off"),
    "resume-after-fault": ("fault-rectified",),
    "exclude-from-game": ("exclusion-lifted",),
    "detain": ("detention-ended",),
    "refuse-wager": ("wager-refused",),
    "withhold-winnings": ("winnings-withheld", "suspense-determined"),
    "require-colour-chips": ("colours-required",),
}
FIRST_OF = {
    ("super_streak.on_new_day", "round.order"): ("gaming-day-begun",),
    ("conduct.idle_rounds_before_vacating", "round.begins"): ("seat-taken", "seat-left"),
    ("fittings.tray", "wagers.stakes"): ("float-filled", "float-credited", "float-counted"),
}
"""What is ruled by the first of two clauses that a rulebook has."""
SECTIONS = ("limits", "wagers", "round", "faults", "conduct", "super_streak", "fittings")


class Price(NamedTuple):
    """What a bet pays on a roll: so many for so many, the clause that says so, and all clauses of the win."""

    pays: int
    per: int
    clause: str
    won_by: str


class Bet(NamedTuple):
    """A bet of the layout: its clauses, and its price on each roll that wins it."""

    key: str
    family: str
    wins: str
    loses: str
    prices: Mapping[str, Price]


class Stage(NamedTuple):
    """A step of the round, with its clause and the equipment that it needs."""

    step: str
    clause: str
    equipment: str | None


class Ground(NamedTuple):
    """A ground on which a round is void: who may say so and what goes back."""

    clause: str
    rank: int
    may: bool
    repairs: bool
    returned: str
    wager_too: bool
    returned_by: str | None


class Power(NamedTuple):
    """The least rank for an act, and the offence that it presupposes."""

    rank: int
    clause: str
    only: str | None


class Law:
    """Everything that decides at one table under its rulebook, readings and layout."""

    def __init__(self, book: Mapping[str, Any], layout: str) -> None:
        self.key: str = book["key"]
        self.name: str = book["name"]
        self.choice: dict[str, Any] = {}
        self.clause: dict[str, str] = {}
        for section in SECTIONS:
            for name, ruling in (book[section] or {}).items():
                if isinstance(ruling, dict):
                    self.choice[f"{section}.{name}"] = ruling["choice"]
                    self.clause[f"{section}.{name}"] = ruling["clause"]
        self.has_streaks = book["super_streak"] is not None
        steps = book["terms"]["steps"]
        self.exclusive: str | None = steps["exclusive"] if steps else None
        self.designated: str | None = steps["designated"] if steps else None
        self.tray: str | None = self.choice.get("fittings.tray")
        self.cash: str | None = self.choice.get("fittings.cash")
        self.markers: str | None = self.choice.get("fittings.markers")
        self.money: str = self.choice["wagers.stakes"][0]
        self.instruments = frozenset(self.choice["wagers.stakes"])
        self.stages = tuple(
            Stage(one["step"], one["clause"], one["equipment"]) for one in self.choice["round.order"]
        )
        self.grounds = {
            one["ground"]: _ground(one, self.choice["faults.void"]) for one in book["irregularities"]
        }
        self._read_people(book)
        duties = {clause for one in book["duties"] for clause in one["clause"].split(", ")}
        self.duties = tuple(
            dict.fromkeys(clause for one in book["duties"] for clause in one["clause"].split(", "))
        )
        self.readings = tuple((one["id"], one["clause"]) for one in book["readings"])
        self.to_confirm = duties | {one["id"] for one in book["readings"]}
        self.chosen = book["chosen"]
        self.defaults = {one["id"]: one["options"][0]["key"] for one in book["readings"]}
        self.ruled_by = self._clauses()
        self._read_layout(book, layout)
        self._read_limits()
        self._read_streaks()

    def _clauses(self) -> dict[str, str]:
        """The clause of every kind of event that has one clause only."""
        steps = {stage.step: stage.clause for stage in self.stages}
        ruled = {"wagers-collected": steps["collect"], "wagers-paid": steps["pay"]}
        ruled["result-entered"] = steps["enter"]
        for (first, second), events in FIRST_OF.items():
            known = first if first in self.clause else second
            ruled |= dict.fromkeys(events, self.clause[known])
        if self.exclusive is not None:
            ruled |= dict.fromkeys(("table-designated", "table-released"), self.exclusive)
        for name, events in RULED_BY.items():
            ruled |= dict.fromkeys(events, self.clause[name]) if name in self.clause else {}
        for act, events in ACTED_BY.items():
            ruled |= dict.fromkeys(events, self.powers[act].clause) if act in self.powers else {}
        return ruled

    def _read_people(self, book: Mapping[str, Any]) -> None:
        """Who may do what, what nobody may, and what a rank is called."""
        self.powers = {
            one["act"]: Power(RANKS[one["rank"]], one["clause"], one["only"])
            for one in reversed(book["powers"])
        }
        told = (book["promotions"] or {}).get("disputes")
        if told is not None:
            self.powers["promotion"] = Power(RANKS[told["choice"]], told["clause"], None)
        self.forbidden = {one["offence"]: one["unless"] for one in book["conduct"]["forbidden"]}
        self.forbidden_by = {one["offence"]: one["clause"] for one in book["conduct"]["forbidden"]}
        self.titles = {RANKS[rank]: title for rank, title in book["titles"].items()}

    def _read_layout(self, book: Mapping[str, Any], layout: str) -> None:
        (found,) = (one for one in book["layouts"] if one["key"] == layout)
        self.layout_clause: str = found["clause"]
        self.bets = {one["key"]: bet_of(one) for one in found["bets"]}
        self.tiers = {one["key"]: [_tier(price) for price in one["prices"]] for one in found["bets"]}
        self.lit = {
            roll: [key for key, bet in self.bets.items() if roll in bet.prices] for roll in EVERY_ROLL
        }

    def _read_limits(self) -> None:
        """The rulings that every slip and every line asks for."""
        choice = self.choice
        self.stakes_clause = written(self.clause["wagers.stakes"]).encode()
        self.refuses_under = choice["limits.below_minimum_seen"] in ("top-up-or-retract", "never-taken")
        self.refuses_over = choice["limits.above_maximum_seen"] in ("reduced", "never-taken")
        self.per_area = choice["limits.per"] == "area"
        self.by_agreement = choice["limits.measured_by"] == "agreed"
        self.odd_amount = choice["limits.odd_amount"]
        self.tokens_kept = choice["wagers.tokens"] == "kept"
        self.reaches_back = (
            choice["faults.wrong_entry"] == "dice-decide" or choice["faults.damaged_dice"] == "every-affected"
        )

    def _read_streaks(self) -> None:
        """Of Super Streak: the side of every roll on each line, and what each length pays."""
        if not self.has_streaks:
            return
        self.lines = [tuple(line) for line in self.choice["super_streak.lines"]]
        sides = {side: set(rolls) for side, rolls in self.choice["super_streak.sides"].items()}
        self.side_of = {
            roll: [next((side for side in line if roll in sides[side]), None) for line in self.lines]
            for roll in EVERY_ROLL
        }
        self.streak_pays = {
            int(length): Fraction(odds) for length, odds in self.choice["super_streak.pays"].items()
        }
        self.shortest = self.choice["super_streak.shortest"]
        self.longest = max(self.streak_pays)

    def is_read(self, readings: Mapping[str, str]) -> bool:
        """Whether these are the readings under which it was published; a default may be named or not."""
        named = {name: option for name, option in readings.items() if self.defaults.get(name) != option}
        return bool(named == self.chosen)

    def title(self, rank: int) -> str:
        """What the rulebook calls a rank; the next one up where it has no title of its own."""
        return str(next(self.titles[step] for step in sorted(self.titles) if step >= rank))

    def rulings(self, *names: str) -> tuple[Any, ...]:
        """The choices of several rulings."""
        return tuple(self.choice[name] for name in names)


EVERY_ROLL = tuple(f"{a}{b}{c}" for a in FACES for b in FACES if b >= a for c in FACES if c >= b)


def roll_of(dice: object) -> str:
    """Three dice as the published tables name them: the digits from the lowest to the highest."""
    if not isinstance(dice, list) or len(dice) != 3:
        raise Wrong("result", "a result has three dice")
    if any(type(die) is not int or not 1 <= die <= 6 for die in dice):
        raise Wrong("result", f"no dice show {str(dice)[:40]}")
    return "".join(map(str, sorted(dice)))


def is_triple(roll: str) -> bool:
    """Whether all three dice show the same."""
    return roll[0] == roll[2]


def _ground(one: Mapping[str, Any], else_returned: str) -> Ground:
    return Ground(
        one["clause"],
        RANKS[one["rank"]],
        one["demand"] == "may",
        one["afterwards"] == "when-repaired",
        one["returned"] or else_returned,
        one["wager_too"],
        one["returned_by"],
    )


def _tier(price: Mapping[str, Any]) -> Price:
    odds = Fraction(price["odds"])
    return Price(odds.numerator, odds.denominator, price["clause"], "")


def bet_of(one: Mapping[str, Any]) -> Bet:
    """A bet as a published layout has it."""
    prices: dict[str, Price] = {}
    for price in one["prices"]:
        for roll in price["rolls"]:
            if roll not in EVERY_ROLL or roll in prices:
                raise ValueError(f"{one['key']} has no one price on {roll}")
            odds, clause = Fraction(price["odds"]), price["clause"]
            won_by = ", ".join(dict.fromkeys(filter(None, (one["wins"], clause))))
            prices[roll] = Price(odds.numerator, odds.denominator, clause, won_by)
    return Bet(one["key"], one["family"], one["wins"] or "", one["loses"] or "", prices)


@lru_cache(maxsize=64)
def law_of(text: bytes, layout: str) -> Law:
    """The law in a published rulebook, for one of its layouts."""
    try:
        book = understood(text)
        if book["format"] != FORMAT:
            raise ValueError(f"the format is not {FORMAT}")
        return Law(book, layout)
    except (Wrong, ValueError, LookupError, TypeError, AttributeError, ArithmeticError) as error:
        raise Wrong("rulebook", f"the published rulebook cannot be read: {str(error)[:100]}") from None


def named(text: bytes) -> str:
    """The name of a published rulebook: its hash."""
    return sha256(text).hexdigest()
