"""Settlement of one wager, or of a whole slip, against one roll."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from typing import assert_never

from sicbo.errors import BadInput, short_repr
from sicbo.game.bets import Bet
from sicbo.game.dice import Roll
from sicbo.game.layout import Layout, Price
from sicbo.game.limits import NO_LIMITS, Limits, Risk, risk_of_stake, risks_of_stakes
from sicbo.game.money import Cents, Instrument, round_up_to_chips
from sicbo.game.policies import OddAmount
from sicbo.game.reasons import reason_text
from sicbo.game.rulebook.rules import Rules

LARGEST_STAKE = 10**15


class Outcome(Enum):
    """The result of a wager."""

    WON = "won"
    LOST = "lost"
    RETURNED = "returned"


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
    risk: Risk | None = None,
) -> Line:
    """Pay or collect one wager. A stake above the maximum is in play only as far as the rulebook says.

    `risk` says how much is in play if the player has other wagers on the same area.
    """
    bet = layout.bet(wager.bet)
    risk = risk or risk_of_stake(bet, wager.stake, rules, limits, warned=warned)
    price = layout.prices_by_roll[bet.key].get(roll) if risk.amount else None
    if not risk.amount:
        outcome, winnings, collected, clause = Outcome.RETURNED, Cents(0), Cents(0), str(risk.clause)
    elif price is None:
        outcome, winnings, collected, clause = Outcome.LOST, Cents(0), risk.amount, bet.loses
    else:
        outcome = Outcome.WON if price.odds else Outcome.RETURNED
        winnings = payable_winnings(risk.amount * price.odds, rules, limits)
        collected = risk.amount if token_is_kept(wager, rules) else Cents(0)
        clause = ", ".join(dict.fromkeys((bet.wins, price.clause)))
    clause = ", ".join(
        dict.fromkeys((*clause.split(", "), *_further_clauses(wager, price, winnings, risk, rules)))
    )
    returned = Cents(wager.stake - collected)
    assert returned >= 0
    return Line(wager, bet, roll, price, outcome, winnings, returned, collected, clause, risk)


def _further_clauses(
    wager: Wager, price: Price | None, winnings: int, risk: Risk, rules: Rules
) -> Iterator[str]:
    """Yield the clauses that affected the line besides those of the bet: limits, whole chips, tokens."""
    if risk.clause:
        yield from risk.clause.split(", ")
    if price and winnings != risk.amount * price.odds:
        yield rules.limits.odd_amount.clause
    if risk.amount and wager.instrument is Instrument.TOKEN:
        yield rules.wagers.tokens.clause


def settle_slip(
    slip: Slip, roll: Roll, layout: Layout, rules: Rules, limits: Limits = NO_LIMITS, *, warned: bool = False
) -> Settlement:
    """Settle every wager of a slip against one roll."""
    stakes = [(layout.bet(wager.bet), wager.stake) for wager in slip]
    plays = zip(slip, risks_of_stakes(stakes, rules, limits, warned=warned), strict=True)
    return Settlement(roll, tuple(settle(one, roll, layout, rules, limits, risk=risk) for one, risk in plays))


def payable_winnings(winnings: Fraction, rules: Rules, limits: Limits) -> Cents:
    """Return winnings as they are paid: rounded to whole chips if the rulebook says so, exact otherwise."""
    policy = rules.limits.odd_amount.choice
    match policy:
        case OddAmount.PAID_UP:
            return round_up_to_chips(winnings, limits.chip)
        case OddAmount.PAID_A_STEP_UP:
            return Cents(winnings // limits.chip * limits.chip + limits.chip)
        case OddAmount.PAID_DOWN:
            return Cents(winnings // limits.chip * limits.chip)
        case OddAmount.NOT_PROVIDED | OddAmount.NEVER_TAKEN:
            if winnings.denominator != 1:
                pays = f"{rules.limits.odd_amount.clause} pays this stake {winnings} cents"
                raise BadInput(f"{pays}: change the stake so that the winnings are whole cents.")
            return Cents(int(winnings))
        case _:
            assert_never(policy)


def token_is_kept(wager: Wager, rules: Rules) -> bool:
    """Whether the house keeps this token although its bet won."""
    return wager.instrument is Instrument.TOKEN and rules.wagers.tokens.choice.is_kept
