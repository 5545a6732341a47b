"""Settlement of one wager, or of a whole slip, against one roll."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from typing import Final, assert_never

from sicbo.errors import BadInput, short_repr
from sicbo.game.bets import Bet
from sicbo.game.dice import Roll
from sicbo.game.layout import Layout, Price
from sicbo.game.limits import NO_LIMITS, Limits, Risk, risks_of_stakes
from sicbo.game.money import Cents, Instrument
from sicbo.game.policies import OddAmount
from sicbo.game.reasons import reason_text
from sicbo.game.rulebook.rules import Rules

LARGEST_STAKE: Final = 10**15
NOTHING: Final = Cents(0)


class Outcome(Enum):
    """The result of a wager."""

    WON = "won"
    LOST = "lost"
    RETURNED = "returned"


WON, LOST, RETURNED, TOKEN = Outcome.WON, Outcome.LOST, Outcome.RETURNED, Instrument.TOKEN
"""The members that settlement of every stake needs; looking them up in their class takes longer."""


@dataclass(frozen=True, slots=True)
class Wager:
    """A player's money on a bet: whole cents, or tokens of that value."""

    bet: str
    stake: int
    instrument: Instrument = Instrument.VALUE_CHIP

    def __post_init__(self) -> None:
        if type(self.stake) is not int:
            raise BadInput(
                f"A stake is a whole number of cents, not {short_repr(self.stake)}: write 2500 for 25.00."
            )
        if not 0 < self.stake <= LARGEST_STAKE:
            given = short_repr(self.stake)
            raise BadInput(
                f"A stake lies between 1 and {LARGEST_STAKE}, not {given}: change it on {self.bet}."
            )


class Slip:
    """All wagers of one player in a round, with at most one for each bet and kind of stake."""

    __slots__ = ("wagers",)

    def __init__(self, wagers: Mapping[str, int] | Iterable[Wager]) -> None:
        if isinstance(wagers, Mapping):
            wagers = (Wager(bet, stake) for bet, stake in wagers.items())
        self.wagers = tuple(wagers)
        if len({(wager.bet, wager.instrument) for wager in self.wagers}) != len(self.wagers):
            raise BadInput("A slip names each bet once: add the stakes together.")

    def __iter__(self) -> Iterator[Wager]:
        return iter(self.wagers)

    def __len__(self) -> int:
        return len(self.wagers)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Slip) and self.wagers == other.wagers

    def __hash__(self) -> int:
        return hash(self.wagers)

    def __repr__(self) -> str:
        return f"Slip({{{', '.join(f'{wager.bet!r}: {wager.stake}' for wager in self)}}})"

    @property
    def stake(self) -> int:
        """The sum of all stakes."""
        return sum(wager.stake for wager in self)


@dataclass(frozen=True, slots=True)
class Line:
    """The settlement of one wager, with its clauses."""

    wager: Wager
    target: Bet
    roll: Roll
    price: Price | None
    outcome: Outcome
    winnings: Cents
    returned: Cents
    collected: Cents
    clause: str
    risk: Risk

    @property
    def bet(self) -> str:
        """The key of the bet."""
        return self.wager.bet

    @property
    def area(self) -> str:
        """The betting area, which has the same key as its bet."""
        return self.bet

    @property
    def odds(self) -> Fraction | None:
        """The odds paid, to one, or None if the bet did not win."""
        return self.price.odds if self.price else None

    @property
    def net(self) -> int:
        """What the player gained or lost in chips. A token does not count as chips."""
        return self.winnings - (0 if self.wager.instrument is Instrument.TOKEN else self.collected)

    def reason(self, language: str = "en") -> str:
        """Say in one sentence about the dice why this wager won, lost or went back."""
        return reason_text(self, language)


@dataclass(frozen=True, slots=True)
class Settlement:
    """A slip settled against a roll, with one line for each wager."""

    roll: Roll
    lines: tuple[Line, ...]

    def __repr__(self) -> str:
        lines = ", ".join(f"{line.bet} {line.outcome.value} {line.net}" for line in self)
        return f"<Settlement of {'-'.join(map(str, self.roll))}: {lines}; net {self.net}>"

    def __iter__(self) -> Iterator[Line]:
        return iter(self.lines)

    def __len__(self) -> int:
        return len(self.lines)

    @property
    def net(self) -> int:
        """What the player gained or lost in chips."""
        return sum(line.net for line in self.lines)


def settle(
    wager: Wager,
    roll: Roll,
    layout: Layout,
    rules: Rules,
    limits: Limits = NO_LIMITS,
    *,
    warned: bool = False,
) -> Line:
    """Pay or collect one wager. A stake above the maximum is in play only as far as the rulebook says."""
    (line,) = settle_slip(Slip([wager]), roll, layout, rules, limits, warned=warned)
    return line


def settle_slip(
    slip: Slip, roll: Roll, layout: Layout, rules: Rules, limits: Limits = NO_LIMITS, *, warned: bool = False
) -> Settlement:
    """Settle every wager of a slip against one roll."""
    bets, stakes = [wager.bet for wager in slip], [wager.stake for wager in slip]
    risks = risks_of_stakes(bets, stakes, layout, rules, limits, warned=warned)
    plays = zip(slip, risks, strict=True)
    return Settlement(roll, tuple(_line(one, roll, layout, rules, limits, risk) for one, risk in plays))


def _line(wager: Wager, roll: Roll, layout: Layout, rules: Rules, limits: Limits, risk: Risk | None) -> Line:
    bet, price = layout.bet(wager.bet), layout.prices_by_roll[roll].get(wager.bet)
    outcome, winnings, collected, clause = payment(
        bet, wager.stake, wager.instrument, price, risk, rules, limits
    )
    returned, risk = Cents(wager.stake - collected), risk or Risk(Cents(wager.stake))
    assert returned >= 0
    price = price if risk.amount else None
    return Line(wager, bet, roll, price, outcome, winnings, returned, collected, clause, risk)


def payment(
    bet: Bet,
    stake: int,
    instrument: Instrument,
    price: Price | None,
    risk: Risk | None,
    rules: Rules,
    limits: Limits,
) -> tuple[Outcome, Cents, Cents, str]:
    """Return what a stake is paid if its bet has this price, or what is collected if it has none.

    `risk` says how much of the stake is in play if it is not plainly within the limits.
    """
    further: list[str] = []
    if risk:
        stake, further = risk.amount, risk.clause.split(", ") if risk.clause else []
        if not stake:
            return RETURNED, NOTHING, NOTHING, str(risk.clause)
    outcome, winnings, collected, clause = LOST, NOTHING, Cents(stake), bet.loses
    if price:
        above, below = price.ratio
        outcome, clause = WON if above else RETURNED, price.cited
        winnings = payable_winnings(stake * above, below, rules, limits)
        collected = Cents(stake) if token_is_kept(instrument, rules) else NOTHING
        if winnings * below != stake * above:
            further.append(rules.limits.odd_amount.clause)
    if instrument is TOKEN:
        further.append(rules.wagers.tokens.clause)
    if further:
        clause = ", ".join(dict.fromkeys((*clause.split(", "), *further)))
    return outcome, winnings, collected, clause


def payable_winnings(above: int, below: int, rules: Rules, limits: Limits) -> Cents:
    """Return winnings of `above / below` cents as they are paid: in whole chips if the rulebook says so."""
    ruling, chip = rules.limits.odd_amount, limits.chip
    chips, rest = divmod(above, below * chip)
    match ruling.choice:
        case OddAmount.PAID_UP:
            return Cents((chips + bool(rest)) * chip)
        case OddAmount.PAID_A_STEP_UP:
            return Cents((chips + 1) * chip)
        case OddAmount.PAID_DOWN:
            return Cents(chips * chip)
        case OddAmount.NOT_PROVIDED | OddAmount.NEVER_TAKEN:
            if above % below:
                pays = f"{ruling.clause} pays this stake {Fraction(above, below)} cents"
                raise BadInput(f"{pays}: change the stake so that the winnings are whole cents.")
            return Cents(above // below)
        case _:
            assert_never(ruling.choice)


def token_is_kept(instrument: Instrument, rules: Rules) -> bool:
    """Whether the house keeps a token although its bet won."""
    return instrument is TOKEN and rules.wagers.tokens.choice.is_kept
