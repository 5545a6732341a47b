"""The exact distribution of a slip's net result, over one round or many."""

from bisect import bisect_left, bisect_right
from collections.abc import ItemsView, Iterator, Mapping, ValuesView
from fractions import Fraction
from functools import cached_property, reduce
from html import escape
from itertools import accumulate, zip_longest
from math import ceil, comb, floor, gcd, sqrt
from typing import Any, Final

from sicbo.errors import BadInput, SicboError
from sicbo.game.dice import Roll
from sicbo.game.layout import Layout
from sicbo.game.limits import NO_LIMITS, Limits, risks_of_stakes
from sicbo.game.money import Instrument
from sicbo.game.rulebook.rules import Rules
from sicbo.game.settlement import Slip, payable_winnings
from sicbo.maths.polynomials import FLINT, PLAIN, PolynomialPower, multiply_polynomials

MOST_ROWS: Final = 60
FEW_RESULTS: Final = 30_000

Number = int | float | Fraction


class Distribution(Mapping[int, Fraction]):
    """Every possible net result with its exact probability. The weights have no common divisor."""

    def __init__(self, weights: Mapping[int, int]) -> None:
        """Create a distribution from positive whole weights. Probabilities are shares of their sum."""
        if not weights or min(weights.values()) < 1:
            raise BadInput("A distribution has at least one result, and every weight is above zero.")
        common = gcd(*weights.values())
        self._weights = {net: weights[net] // common for net in sorted(weights)}

    @property
    def method(self) -> str:
        """The method that computed the latest answer."""
        return PLAIN

    @cached_property
    def total(self) -> int:
        """The sum of all weights."""
        return sum(self._weights.values())

    @cached_property
    def mean(self) -> Fraction:
        """The average net result."""
        return Fraction(sum(net * weight for net, weight in self._weights.items()), self.total)

    @cached_property
    def variance(self) -> Fraction:
        """The mean square distance from the mean."""
        squares = sum(net * net * weight for net, weight in self._weights.items())
        return Fraction(squares, self.total) - self.mean**2

    @property
    def sd(self) -> float:
        """The standard deviation, rounded to a float."""
        return sqrt(self.variance)

    @property
    def worst(self) -> int:
        """The lowest net result."""
        return next(iter(self._weights))

    @property
    def best(self) -> int:
        """The highest net result."""
        return next(reversed(self._weights))

    @cached_property
    def ahead(self) -> Fraction:
        """The probability of a gain."""
        return Fraction(self.total - self._weight_to(0), self.total)

    def cdf(self, net: Number) -> Fraction:
        """Return the probability of at most `net`."""
        return Fraction(self._weight_to(floor(net)), self.total)

    def probability(self, net: int) -> Fraction:
        """Return the probability of exactly `net`, zero if it is impossible."""
        return Fraction(self._weight(net), self.total)

    def quantile(self, share: Number) -> int:
        """Return the lowest net result that is not exceeded with probability `share`; 0.95 means 19/20."""
        part = Fraction(str(share)) if isinstance(share, float) else Fraction(share)
        if not 0 <= part <= 1:
            raise BadInput(f"A share lies between 0 and 1, not {share}.")
        return self._first_net_reaching(max(1, ceil(part * self.total)))

    def rounds(self, n: int, method: str | None = None) -> "Distribution":
        """Return the distribution of `n` independent rounds.

        `method` is "flint" or "plain Python". If it is None, each question uses the faster one.
        """
        if type(n) is not int or n < 1:
            raise BadInput(f"The number of rounds is at least 1, not {n}.")
        if n == 1:
            return self
        if method != FLINT and self._combination_count(n) < min(FEW_RESULTS, self._step_count(n)):
            return Distribution(reduce(multiply_polynomials, [self._weights] * n))
        return RoundsDistribution(self, n, method)

    def most_results(self, n: int) -> int:
        """Return how many results must be visited, at most, to compute `n` rounds."""
        ways, steps = self._combination_count(n), self._step_count(n)
        return ways if ways < min(FEW_RESULTS, steps) else steps + 1

    def _combination_count(self, n: int) -> int:
        """Return in how many ways `n` rounds can combine the results of one, whatever their order."""
        return comb(n + len(self._weights) - 1, n)

    def _step_count(self, n: int) -> int:
        """Return how many steps lead from the worst result of `n` rounds to the best."""
        return n * (self.best - self.worst) // self._step

    def weights(self) -> Iterator[tuple[int, int]]:
        """Yield every net result with its weight, from the worst."""
        return iter(self._weights.items())

    def __add__(self, other: object) -> "Distribution":
        if not isinstance(other, Distribution):
            return NotImplemented
        return Distribution(multiply_polynomials(dict(self.weights()), dict(other.weights())))

    def __iter__(self) -> Iterator[int]:
        return (net for net, _ in self.weights())

    def __len__(self) -> int:
        return len(self._weights)

    def __getitem__(self, net: int) -> Fraction:
        if not (weight := self._weight(net)):
            raise KeyError(net)
        return Fraction(weight, self.total)

    def __contains__(self, net: object) -> bool:
        return isinstance(net, int) and self._weight(net) > 0

    def items(self) -> ItemsView[int, Fraction]:
        """Return every net result with its probability, from the worst."""
        return DistributionItems(self)

    def values(self) -> ValuesView[Fraction]:
        """Return every probability, from the worst result on."""
        return DistributionValues(self)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Distribution):
            return NotImplemented
        if (self.worst, self.best, self.mean) != (other.worst, other.best, other.mean):
            return False
        return all(mine == theirs for mine, theirs in zip_longest(self.weights(), other.weights()))

    def __hash__(self) -> int:
        return hash((self.worst, self.best, self.mean))

    def __repr__(self) -> str:
        return f"<{type(self).__name__} from {self.worst} to {self.best}, mean {float(self.mean):.6f}>"

    def to_dict(self) -> dict[str, object]:
        """Return the distribution as JSON values, with fractions as text."""
        return {
            "mean": str(self.mean),
            "variance": str(self.variance),
            "worst": self.worst,
            "best": self.best,
            "ahead": str(self.ahead),
            "pmf": {str(net): str(share) for net, share in self.items()},
        }

    def plot(self, axes: Any = None) -> Any:
        """Draw the probabilities with matplotlib and return its axes."""
        try:
            from matplotlib import pyplot
        except ImportError:
            raise SicboError("matplotlib is not installed: install sicbo[plot] to draw.") from None
        axes = axes or pyplot.subplots()[1]
        nets, weights = zip(*self.weights(), strict=True)
        axes.vlines(nets, 0, [weight / self.total for weight in weights])
        axes.set(xlabel="net result", ylabel="probability", ylim=(0, None))
        return axes

    def _repr_markdown_(self) -> str:
        head, rows = self._summary_and_rows()
        body = "".join(f"| {net} | {share} | {near} |\n" for net, share, near in rows)
        return f"{head}\n" + (f"\n| net | probability | decimal |\n|---:|---:|---:|\n{body}" if body else "")

    def _repr_html_(self) -> str:
        head, rows = self._summary_and_rows()
        body = "".join(f"<tr><td>{net}</td><td>{share}</td><td>{near}</td></tr>" for net, share, near in rows)
        title = "<tr><th>net</th><th>probability</th><th>decimal</th></tr>"
        return f"<p>{escape(head)}</p>" + (f"<table>{title}{body}</table>" if body else "")

    def _summary_and_rows(self) -> tuple[str, list[tuple[int, Fraction, str]]]:
        """Return a line for a reader, and the rows of a table if there are few."""
        head = f"{self.worst} to {self.best}, mean {self.mean} = {float(self.mean):.6f}, sd {self.sd:.6f}"
        few = len(self) <= MOST_ROWS
        return head, [(net, share, f"{float(share):.6f}") for net, share in self.items()] if few else []

    @cached_property
    def _step(self) -> int:
        """The greatest common divisor of the distances between results."""
        return gcd(*(net - self.worst for net in self._weights)) or 1

    @cached_property
    def _sums(self) -> tuple[list[int], list[int]]:
        return list(self._weights), list(accumulate(self._weights.values(), initial=0))

    def _weight(self, net: int) -> int:
        return self._weights.get(net, 0)

    def _weight_to(self, net: int) -> int:
        nets, sums = self._sums
        return sums[bisect_right(nets, net)]

    def _first_net_reaching(self, weight: int) -> int:
        nets, sums = self._sums
        return nets[bisect_left(sums, weight) - 1]


class DistributionItems(ItemsView[int, Fraction]):
    """The items of a distribution, computed in one pass instead of one look-up each."""

    _mapping: Distribution

    def __iter__(self) -> Iterator[tuple[int, Fraction]]:
        total = self._mapping.total
        return ((net, Fraction(weight, total)) for net, weight in self._mapping.weights())


class DistributionValues(ValuesView[Fraction]):
    """The values of a distribution, computed in one pass."""

    _mapping: Distribution

    def __iter__(self) -> Iterator[Fraction]:
        return (share for _, share in self._mapping.items())


class RoundsDistribution(Distribution):
    """Many independent rounds. Moments come from one round, everything else from a power of its polynomial.

    The product of polynomials whose coefficients have no common divisor has none either (Gauss). So the
    weights are in lowest terms.
    """

    def __init__(self, one: Distribution, n: int, method: str | None = None) -> None:
        self._one, self._n = one, n
        terms = {(net - one.worst) // one._step: weight for net, weight in one.weights()}
        self._power = PolynomialPower(terms, n, method)

    @property
    def method(self) -> str:
        """The method that computed the latest answer: "flint" or "plain Python"."""
        return self._power.method

    @cached_property
    def total(self) -> int:
        """The sum of all weights."""
        return self._power.total

    @cached_property
    def mean(self) -> Fraction:
        """The average net result."""
        return self._n * self._one.mean

    @cached_property
    def variance(self) -> Fraction:
        """The mean square distance from the mean."""
        return self._n * self._one.variance

    @property
    def worst(self) -> int:
        """The lowest net result."""
        return self._n * self._one.worst

    @property
    def best(self) -> int:
        """The highest net result."""
        return self._n * self._one.best

    def rounds(self, n: int, method: str | None = None) -> Distribution:
        """Return the distribution of `n` times these rounds."""
        return self._one.rounds(n * self._n, method) if type(n) is int and n > 0 else super().rounds(n)

    def weights(self) -> Iterator[tuple[int, int]]:
        """Yield every net result with its weight, from the worst."""
        nets = range(self.worst, self.best + 1, self._one._step)
        return ((net, weight) for net, weight in zip(nets, self._power.coefficients(), strict=True) if weight)

    def __add__(self, other: object) -> Distribution:
        if isinstance(other, RoundsDistribution) and other._one == self._one:
            return self._one.rounds(self._n + other._n)
        return super().__add__(other)

    def __len__(self) -> int:
        return self._power.nonzero_count()

    def _weight(self, net: int) -> int:
        place, off = divmod(net - self.worst, self._one._step)
        return 0 if off else self._power.coefficient(place)

    def _weight_to(self, net: int) -> int:
        return self._power.sum_below((net - self.worst) // self._one._step + 1)

    def _first_net_reaching(self, weight: int) -> int:
        return self.worst + self._one._step * self._power.first_reaching(weight)


def slip_distribution(
    slip: Slip, layout: Layout, rules: Rules, limits: Limits = NO_LIMITS, *, warned: bool = False
) -> Distribution:
    """Return the distribution of a slip's net result in one round, as `settle_slip` settles it."""
    weights: dict[int, int] = {}
    for net, kind in zip(nets_by_kind(slip, layout, rules, limits, warned), layout.roll_kinds, strict=True):
        weights[net] = weights.get(net, 0) + len(kind)
    return Distribution(weights)


def worst_and_best(
    slip: Slip, layout: Layout, rules: Rules, limits: Limits = NO_LIMITS, *, warned: bool = False
) -> tuple[tuple[Roll, int], tuple[Roll, int]]:
    """Return the first roll with the lowest net result and the first with the highest, with their results."""
    nets = nets_by_kind(slip, layout, rules, limits, warned)
    rolls = [(kind[0], net) for kind, net in zip(layout.roll_kinds, nets, strict=True)]
    return min(rolls, key=lambda each: each[1]), max(rolls, key=lambda each: each[1])


def nets_by_kind(slip: Slip, layout: Layout, rules: Rules, limits: Limits, warned: bool) -> list[int]:
    """Return the slip's net result for each kind of roll: minus all stakes, plus what winning bets return."""
    nets, lost = [0] * len(layout.roll_kinds), 0
    bets, stakes = [wager.bet for wager in slip], [wager.stake for wager in slip]
    risks = risks_of_stakes(bets, stakes, layout, rules, limits, warned=warned)
    for wager, risk in zip(slip, risks, strict=True):
        in_play = risk.amount if risk else wager.stake
        stake = 0 if wager.instrument is Instrument.TOKEN else in_play
        lost += stake
        for price, kinds in layout.price_kinds[wager.bet] if in_play else ():
            above, below = price.ratio
            gain = stake + payable_winnings(in_play * above, below, rules, limits)
            for kind in kinds:
                nets[kind] += gain
    return [net - lost for net in nets]
