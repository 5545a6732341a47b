"""A rulebook at one of its layouts: the main entry point of the library."""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

from sicbo import rulebooks
from sicbo.errors import BadInput, NotFound, short_repr
from sicbo.game.bets import Bet
from sicbo.game.dice import EVERY_ROLL, Roll, as_roll, rolls_made_of
from sicbo.game.layout import Layout
from sicbo.game.limits import NO_LIMITS, Limits, refuse_if_outside_limits, risk_of_stake
from sicbo.game.money import Instrument
from sicbo.game.reasons import dealer_call
from sicbo.game.rulebook.clauses import Clause
from sicbo.game.rulebook.publication import canonical_json, rulebook_sha256
from sicbo.game.rulebook.readings import Reading
from sicbo.game.rulebook.rules import Rules
from sicbo.game.settlement import Settlement, Slip, Wager, settle_slip

if TYPE_CHECKING:
    from sicbo.lab.output.plots import PlottableComparison
    from sicbo.lab.simulation.rounds import Progress
    from sicbo.lab.simulation.run import Run
    from sicbo.maths.distribution import Distribution
    from sicbo.maths.edge import BetReturn
    from sicbo.maths.findings import Remark
    from sicbo.maths.super_streak import StreakChain

SlipLike = Slip | Mapping[str, int] | Iterable[Wager]


@dataclass(frozen=True)
class Rulebook:
    """One approved rulebook at one of its layouts, under the chosen readings."""

    name: str
    rules: Rules
    layout: Layout

    @classmethod
    def load(cls, name: str, readings: Mapping[str, str] | None = None) -> "Rulebook":
        """Load `crown-sydney`, `crown-melbourne-6.1/b`, …; `readings` replace the default ones."""
        if not isinstance(name, str):
            raise BadInput(
                f"The name of a rulebook is text, for example crown-sydney, not {short_repr(name)}."
            )
        rules, layout = rulebooks.get_layout(name)
        if readings:
            rules = rules.with_readings(readings)
        return cls(rulebooks.full_layout_name(rules, layout), rules, rules.layout(layout.key))

    @classmethod
    def from_toml(cls, text: str) -> "Rulebook":
        """Return a custom rulebook: `id`, `extends`, then the changes in `[odds]` and `[round]`."""
        from sicbo.rulebooks.custom import custom_rules

        rules = custom_rules(text)
        return cls(rules.key, rules, rules.layouts[0])

    def __repr__(self) -> str:
        taken = f", {dict(self.rules.chosen)}" if self.rules.chosen else ""
        return f"Rulebook({self.name!r}{taken})"

    @property
    def sha256(self) -> str:
        """The SHA-256 of the rulebook's published form under these readings."""
        return rulebook_sha256(self.rules)

    def cite(self) -> str:
        """Return a citation of this rulebook for a paper or a log."""
        signed = f", {self.rules.approval.signed:%d %B %Y}" if self.rules.approval.signed else ""
        return f"{self.rules.name} Sic Bo {self.rules.version}{signed}, sha256:{self.sha256}"

    def publish(self) -> bytes:
        """Return the canonical JSON that journals and verifiers read."""
        return canonical_json(self.rules)

    def odds_table(self) -> "OddsTable":
        """Return what every bet pays and its house edge, Super Streak bets included."""
        from sicbo.maths.edge import bet_returns
        from sicbo.maths.super_streak import streak_returns

        return OddsTable(self.name, (*bet_returns(self.layout, self.rules), *streak_returns(self.rules)))

    def edge(self, bet: str) -> Fraction:
        """Return the exact house edge of a bet; a positive edge favours the house."""
        if str(bet).startswith("streak-") and self.rules.super_streak:
            return self.streak(bet.removeprefix("streak-")).edge
        from sicbo.maths.edge import house_edge

        return house_edge(self.layout, self.bet(bet).key)

    def bet(self, key: str) -> Bet:
        """Return the bet with this key; for an unknown key, the error suggests similar bets or layouts."""
        if not isinstance(key, str):
            raise BadInput(f"The key of a bet is text, for example small or total-9, not {short_repr(key)}.")
        try:
            return self.layout.bet(key)
        except NotFound:
            known = [bet.key for bet in self.layout]
            raise NotFound(
                f"bet at {self.layout.name}",
                key,
                known,
                _same_bet_hint(self.layout, key) or _where_offered(key),
            ) from None

    def settle(self, slip: SlipLike, roll: Iterable[int], limits: Limits = NO_LIMITS) -> Settlement:
        """Settle a slip against a roll; the order of the dice does not matter.

        Stakes outside the limits are settled as if found after the close. A stake whose winnings cannot be
        paid exactly is refused if the rulebook never takes such a stake.
        """
        slip = self.slip(slip)
        for wager in slip:
            bet = self.bet(wager.bet)
            risk = risk_of_stake(bet, wager.stake, self.rules, limits).amount
            refusal = (
                refuse_if_outside_limits(bet, risk, self.layout, self.rules, Limits(chip=limits.chip))
                if risk
                else None
            )
            if refusal:
                raise BadInput(str(refusal))
        return settle_slip(slip, as_roll(roll), self.layout, self.rules, limits)

    def slip(self, slip: SlipLike) -> Slip:
        """Return a slip whose bets are all on this layout; tokens only if the rulebook takes them."""
        slip = slip if isinstance(slip, Slip) else Slip(_checked_wagers(slip))
        tokens = self.rules.wagers.tokens
        for wager in slip:
            self.bet(wager.bet)
            if wager.instrument is Instrument.TOKEN and not tokens.choice.is_stake:
                raise BadInput(
                    f"{self.rules.name} does not accept tokens as a stake ({tokens.clause}): wager chips."
                )
        return slip

    def lit_areas(self, roll: Iterable[int]) -> frozenset[str]:
        """Return the keys of the areas that light up."""
        return frozenset(self.layout.lit_areas[as_roll(roll)])

    def call(self, roll: Iterable[int], lang: str = "en") -> str:
        """Return the dealer's call."""
        return dealer_call(as_roll(roll), self.rules, self.layout, lang)

    def distribution(self, slip: SlipLike, rounds: int = 1, limits: Limits = NO_LIMITS) -> "Distribution":
        """Return the exact distribution of a slip's net result over a number of rounds."""
        from sicbo.maths.distribution import slip_distribution

        one = slip_distribution(self.slip(slip), self.layout, self.rules, limits)
        return one if rounds == 1 else one.rounds(rounds)

    def simulate(
        self,
        slip: SlipLike,
        rounds: int,
        seed: int | None = None,
        *,
        level: str = "path",
        workers: int = 1,
        cluster: str | None = None,
        limits: Limits = NO_LIMITS,
        progress: "Progress | None" = None,
    ) -> "Run":
        """Simulate rounds of a slip, next to the exact values; `level` is totals, path or wagers.

        The same seed gives the same run for any number of workers, locally or on a cluster.
        """
        from sicbo.lab.simulation.payoffs import SlipPayoffs
        from sicbo.lab.simulation.simulate import simulate

        deal = SlipPayoffs(self.layout, self.rules, self.slip(slip), limits)
        return simulate(
            deal, self.name, rounds, seed, level=level, workers=workers, cluster=cluster, progress=progress
        )

    def streak(self, side: str = "small") -> "StreakChain":
        """Return Super Streak as an exact Markov chain, if the rulebook offers it."""
        from sicbo.maths.super_streak import streak_chain

        if self.rules.super_streak is None:
            raise NotFound(f"Super Streak at {self.name}", side, rulebooks.with_super_streak())
        return streak_chain(self.rules, side)

    def readings(self) -> tuple[Reading, ...]:
        """Return the readings of ambiguous clauses: IDs, clauses, options, defaults."""
        return self.rules.readings

    def lint(self) -> "tuple[Remark, ...]":
        """Return the problems of the text: player edges, gaps, contradictions."""
        from sicbo.maths.findings import find_remarks

        return find_remarks(self.rules)

    def clause(self, clause_id: str) -> Clause:
        """Return one clause, paraphrased, with its state and its tests."""
        return rulebooks.clause_registry(self.rules.key)[clause_id]

    def vectors(self, stake: int = 100) -> "Vectors":
        """Return every bet against each of the 216 rolls."""
        return Vectors(self, stake)


def _checked_wagers(slip: Mapping[str, int] | Iterable[Wager]) -> Mapping[str, int] | tuple[Wager, ...]:
    """Return the contents of a slip, after checking that each is a wager."""
    if isinstance(slip, Mapping):
        return slip
    parts = tuple(slip) if isinstance(slip, Iterable) else (slip,)
    for part in parts:
        if not isinstance(part, Wager):
            raise BadInput(f'A slip is {{"small": 2500}} or a list of wagers, not {short_repr(part)}.')
    return parts


def _where_offered(bet: str) -> str:
    names = [name for name in rulebooks.every_layout() if bet in rulebooks.get_layout(name)[1].prices]
    return f"It is offered at {', '.join(names)}." if names else ""


def _same_bet_hint(layout: Layout, bet: str) -> str:
    """Return a hint if three faces, as in double-single-112, are another bet of this layout."""
    faces = bet.rpartition("-")[2]
    if len(faces) != 3 or not set(faces) <= set("123456"):
        return ""
    rolls = rolls_made_of(*map(int, faces))
    same = next((other.key for other in layout if other.winning_rolls == rolls), "")
    return f"Those three dice are {same} there." if same else ""


class OddsTable:
    """What every bet of a layout pays and its house edge; iterate it, index it by bet, or print it."""

    def __init__(self, name: str, rows: "tuple[BetReturn, ...]") -> None:
        self.name = name
        self._rows = {row.bet: row for row in rows}

    def __iter__(self) -> "Iterator[BetReturn]":
        return iter(self._rows.values())

    def __len__(self) -> int:
        return len(self._rows)

    def __getitem__(self, bet: str) -> "BetReturn":
        try:
            return self._rows[bet]
        except KeyError:
            raise NotFound(f"bet at {self.name}", bet, self._rows, _where_offered(bet)) from None

    def __str__(self) -> str:
        rows = [("bet", "pays", "wins", "house edge", "clause"), *map(_odds_cells, self)]
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        return "\n".join(
            "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
            for row in rows
        )

    __repr__ = __str__

    def _repr_html_(self) -> str:
        rows = "".join(
            "<tr>" + "".join(f"<td>{cell}</td>" for cell in _odds_cells(row)) + "</tr>" for row in self
        )
        return f"<table><tr><th>bet<th>pays<th>wins<th>house edge<th>clause</tr>{rows}</table>"


def _odds_cells(row: "BetReturn") -> tuple[str, str, str, str, str]:
    return (
        row.bet,
        " / ".join(map(str, row.pays.values())),
        f"{row.wins}/216" if row.wins else "–",
        str(row.edge),
        row.clause,
    )


@dataclass(frozen=True, slots=True)
class Vector:
    """The net result of one stake on one bet and one roll, with its clause."""

    layout: str
    bet: str
    dice: Roll
    stake: int
    net: Fraction
    pays: Fraction | None
    clause: str

    @property
    def area(self) -> str:
        """The betting area, which has the key of its bet."""
        return self.bet

    def __str__(self) -> str:
        return f"{self.layout} {self.bet} {'-'.join(map(str, self.dice))}"

    def record(self) -> dict[str, object]:
        """Return the vector in the form of the conformance suite."""
        return {
            "bet": self.bet,
            "roll": list(self.dice),
            "pays": None if self.pays is None else str(self.pays),
        }


class Vectors:
    """The conformance suite of a layout: every bet against each of the 216 rolls."""

    def __init__(self, book: Rulebook, stake: int) -> None:
        self._book, self._stake = book, Wager("every bet", stake).stake

    def __len__(self) -> int:
        return len(self._book.layout) * len(EVERY_ROLL)

    def __iter__(self) -> Iterator[Vector]:
        for bet in self._book.layout:
            for roll, prices in self._book.layout.prices_by_roll.items():
                price = prices.get(bet.key)
                net = Fraction(-self._stake) if price is None else self._stake * price.odds
                clause = price.cited if price else bet.loses
                yield Vector(
                    self._book.name, bet.key, roll, self._stake, net, price.odds if price else None, clause
                )

    def to_jsonl(self, path: str | Path) -> None:
        """Write one JSON object per line."""
        lines = (json.dumps(vector.record()) + "\n" for vector in self)
        Path(path).write_text("".join(lines), encoding="utf-8")


def readings(name: str) -> tuple[Reading, ...]:
    """Return the readings of a rulebook."""
    return Rulebook.load(name).readings() if "/" in name else rulebooks.get_rulebook(name).readings


def compare(names: Iterable[str]) -> "PlottableComparison":
    """Compare several layouts side by side."""
    from sicbo.lab.output.plots import PlottableComparison

    return PlottableComparison(
        [(rulebooks.full_layout_name(*found), *found) for found in map(rulebooks.get_layout, names)]
    )
