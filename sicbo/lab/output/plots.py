"""Plots: distributions, bankrolls, house edges across rulebooks, roads with fair shares.

Each function returns a matplotlib figure, which a notebook shows and `save_plot` writes as PNG or SVG. Money
is in dollars. Error bars and bands cover 95 % of the runs of fair dice.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from importlib import import_module
from math import sqrt
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sicbo.errors import BadInput, StorageError
from sicbo.game.dice import EVERY_ROLL, OUTCOMES, TRIPLES, Roll
from sicbo.game.layout import Layout
from sicbo.game.settlement import Slip
from sicbo.i18n import money
from sicbo.maths.comparison import Comparison
from sicbo.maths.distribution import Distribution
from sicbo.maths.edge import house_edge

if TYPE_CHECKING:
    from sicbo.lab.simulation.run import Run
    from sicbo.lab.simulation.strategy_trials import Trials

PLOT_SUFFIXES = (".png", ".svg")
SHOWN, FAIR, FAINT, THIRD = "#0072b2", "#d55e00", "#999999", "#009e73"
COLOURS = (SHOWN, FAIR, THIRD, "#cc79a7", "#e69f00", "#56b4e9", "#000000", FAINT, "#f0e442")
"""Colours that colour-blind readers can distinguish (Okabe and Ito); the markers differ too."""
MARKERS = "os^DvP*X<"
ROAD_ROWS, ROAD_COLUMNS = 6, 40
Z, TAIL, TICKS, LONGEST = 1.96, 1e-6, 20, 80


def empty_figure(
    rows: int = 1, height: float = 4.5, columns: int = 1, **options: Any
) -> tuple[Any, list[Any]]:
    """Return an empty figure and its axes, row by row."""
    try:
        made = import_module("matplotlib.figure").Figure
    except ImportError:
        raise BadInput("Plotting requires matplotlib: pip install 'sicbo[plot]'.") from None
    drawn = made(figsize=(9, height * rows), layout="constrained")
    axes = drawn.subplots(rows, columns, squeeze=False, **options)
    return drawn, [axis for row in axes for axis in row]


def format_thousands(axis: Any, unit: int = 1) -> None:
    """Label an axis with thousands separators, in multiples of `unit`."""
    ticker = import_module("matplotlib.ticker")
    axis.set_major_formatter(ticker.FuncFormatter(lambda value, _: f"{value / unit:,.10g}"))


def check_plot_format(path: Path) -> None:
    """Refuse a file name whose format cannot be written."""
    if path.suffix.lower() not in PLOT_SUFFIXES:
        raise BadInput(f"A plot must be a .png or .svg file, not {path.name}.")


def save_plot(drawn: Any, path: Path) -> None:
    """Write a figure as PNG or SVG, reproducibly."""
    check_plot_format(path)
    params = import_module("matplotlib").rc_context({"svg.hashsalt": "sicbo"})
    try:
        with params:
            drawn.savefig(path, dpi=120, metadata={"Date": None} if path.suffix.lower() == ".svg" else None)
    except OSError as error:
        raise StorageError(f"Cannot write {path}: {error.strerror or error}.") from None


def slip_title(slip: Slip) -> str:
    """Return the title of a slip."""
    said = ", ".join(f"{money(wager.stake)} on {wager.bet}" for wager in slip)
    return said if len(said) <= LONGEST else f"{len(slip)} wagers"


def run_plot(run: "Run") -> Any:
    """Plot the histogram of a run with the exact shares, and its bankroll if the path is known."""
    drawn, axes = empty_figure(2 if run.walk else 1)
    nets = sorted({*run.histogram, *run.deal.exact})
    places, low_high = range(len(nets)), [value / 100 for value in run.ci()]
    seen = [run.histogram.get(net, 0) / run.played for net in nets]
    axes[0].bar(places, seen, color=SHOWN, label="simulated")
    fair = [float(run.deal.exact.probability(net)) for net in nets]
    _plot_fair_share(
        axes[0], places, fair, [Z * sqrt(share * (1 - share) / run.played) for share in fair], "exact"
    )
    few = places[:: max(1, len(nets) // TICKS)]
    axes[0].set_xticks(few, [money(nets[place]) for place in few], rotation=60 if len(few) > 8 else 0)
    axes[0].set(xlabel="net of a round, dollars", ylabel="share of the rounds")
    drawn.suptitle(f"{slip_title(run.deal.slip)} at {run.name}")
    axes[0].set_title(
        f"{run.played:,} rounds, seed {run.seed}: mean {float(run.mean) / 100:.5g}, "
        f"95 % interval {low_high[0]:.5g} to {low_high[1]:.5g}, exact {float(run.exact) / 100:.5g}",
        fontsize="medium",
    )
    axes[0].legend()
    if run.walk:
        _plot_bankroll(axes[1], run)
    return drawn


def _plot_fair_share(
    axis: Any, places: Sequence[int], fair: list[float], wide: list[float], name: str
) -> None:
    """Plot the expected values with their 95 % range."""
    said = f"{name}, with 95 % range"
    axis.errorbar(places, fair, wide, fmt="_", color=FAIR, markersize=14, capsize=4, label=said)


def _plot_bankroll(axis: Any, run: "Run") -> None:
    """Plot one bankroll, its exact mean, and the 95 % band."""
    walked = run.path()
    rounds = [n for n, _ in walked]
    mean, sd = float(run.exact), run.deal.exact.sd
    axis.plot(rounds, [total / 100 for _, total in walked], color=SHOWN, linewidth=1, label="this run")
    axis.plot(rounds, [n * mean / 100 for n in rounds], color=FAIR, linestyle="--", label="exact mean")
    low, high = ([(n * mean + z * sd * sqrt(n)) / 100 for n in rounds] for z in (-Z, Z))
    axis.fill_between(rounds, low, high, color=FAINT, alpha=0.25, label="95 of 100 runs")
    axis.axhline(0, color="black", linewidth=0.5)
    axis.set(xlabel="round", ylabel="bankroll, dollars")
    format_thousands(axis.xaxis)
    format_thousands(axis.yaxis)
    axis.legend()


def distribution_plot(found: Distribution, title: str) -> Any:
    """Plot the probability of every net result that is at all likely."""
    drawn, (axis,) = empty_figure()
    found.plot(axis)
    low, high = found.quantile(TAIL), found.quantile(1 - TAIL)
    house = (high - low) / 20 or 1
    mean = float(found.mean)
    axis.axvline(0, color=FAINT, linewidth=1)
    axis.axvline(mean, color=FAIR, linestyle="--", label=f"mean {mean / 100:,.2f}")
    axis.set(title=title, xlabel="net result, dollars", xlim=(low - house, high + house))
    format_thousands(axis.xaxis, 100)
    axis.legend()
    return drawn


class PlottableComparison(Comparison):
    """Several layouts side by side, with a plot."""

    def plot(self) -> Any:
        """Plot the house edges of all bets."""
        return edges_plot(self.layouts)


def edges_plot(layouts: Mapping[str, Layout]) -> Any:
    """Plot house edges across layouts; bets of a family with equal edges everywhere share a row."""
    groups: dict[tuple[str, tuple[float | None, ...]], list[str]] = {}
    for bet in {bet.key: bet for layout in layouts.values() for bet in layout}.values():
        edges = tuple(
            100 * float(house_edge(layout, bet.key)) if bet.key in layout else None
            for layout in layouts.values()
        )
        groups.setdefault((bet.family, edges), []).append(bet.key)
    rows = [_row_label(bets) for bets in groups.values()]
    drawn, (axis,) = empty_figure(height=2 + len(rows) * (0.2 + 0.03 * len(layouts)))
    for number, name in enumerate(layouts):
        offset = 0.7 * ((number + 0.5) / len(layouts) - 0.5)
        offered = [(row, edges[number]) for row, (_, edges) in enumerate(groups) if edges[number] is not None]
        axis.scatter(
            [edge for _, edge in offered], [row + offset for row, _ in offered], s=72 // (len(layouts) + 1),
            color=COLOURS[number % len(COLOURS)], marker=MARKERS[number % len(MARKERS)], label=name, zorder=3,
        )  # fmt: skip
    axis.set_yticks(range(len(rows)), rows, fontsize="small")
    axis.set_ylim(len(rows) - 0.5, -0.5)
    for row in range(0, len(rows), 2):
        axis.axhspan(row - 0.5, row + 0.5, color=FAINT, alpha=0.12, linewidth=0)
    axis.axvline(0, color="black", linewidth=0.8)
    axis.grid(axis="x", alpha=0.4)
    axis.set(
        xlabel="house edge, % of the stake; below 0 the player has the edge", title="House edge of each bet"
    )
    drawn.legend(loc="outside lower center", ncols=4, fontsize="small")
    return drawn


def _row_label(bets: list[str]) -> str:
    """Return the label of bets that share a row."""
    return ", ".join(bets) if len(bets) < 3 else f"{bets[0]} … {bets[-1]} ({len(bets)})"


def paths_plot(trials: "Mapping[str, Trials]") -> Any:
    """Plot bankrolls of strategies: the median, the middle half, and the middle 90 %."""
    columns = 1 if len(trials) < 4 else 2
    rows = -(-len(trials) // columns)
    drawn, axes = empty_figure(rows, 2.8 if rows > 1 else 4.5, columns, sharex=True, sharey=True)
    for axis, (name, found) in zip(axes, trials.items(), strict=False):
        marks = found.quantiles()
        rounds = [row["round"] for row in marks]
        for low, high, shade in (("5 %", "95 %", 0.2), ("25 %", "75 %", 0.4)):
            bounds = ([row[mark] / 100 for row in marks] for mark in (low, high))
            axis.fill_between(rounds, *bounds, color=SHOWN, alpha=shade, label=f"{low} to {high}")
        axis.plot(rounds, [row["50 %"] / 100 for row in marks], color=FAIR, label="median")
        axis.axhline(found.bank / 100, color="black", linewidth=0.5, linestyle=":", label="at the start")
        axis.set_title(
            f"{name}: ahead {found.ahead.mean():.1%}, ruined {found.ruined.mean():.1%}", fontsize="medium"
        )
        axis.set(xlabel="round", ylabel="bank, dollars")
        axis.label_outer()
        format_thousands(axis.yaxis)
    for axis in axes[max(len(trials) - columns, 0) : len(trials)]:
        axis.tick_params(labelbottom=True)
        axis.set_xlabel("round")
    for unused in axes[len(trials) :]:
        unused.set_axis_off()
    first = next(iter(trials.values()))
    drawn.suptitle(f"Banks of {len(first):,} trials, seed {first.seed}")
    drawn.legend(*axes[0].get_legend_handles_labels(), loc="outside lower center", ncols=4, fontsize="small")
    return drawn


def dice_plot(rolls: Sequence[Roll], source: str = "dice") -> Any:
    """Plot the latest rolls as a road, and every total with its fair share."""
    drawn, (road, axis) = empty_figure(2, 3.6, height_ratios=(1, 2.2))
    _plot_road(road, rolls)
    counts, fair = Counter(map(sum, rolls)), Counter(map(sum, EVERY_ROLL))
    totals = range(3, 19)
    axis.bar(totals, [counts[total] for total in totals], color=SHOWN, label="seen")
    shares = [fair[total] / OUTCOMES for total in totals]
    wide = [Z * sqrt(len(rolls) * share * (1 - share)) for share in shares]
    _plot_fair_share(axis, totals, [len(rolls) * share for share in shares], wide, "fair share")
    axis.set(xlabel="total of the dice", ylabel="rolls")
    axis.set_title("Past results do not change the odds.", fontsize="medium")
    axis.set_xticks(totals)
    format_thousands(axis.yaxis)
    axis.legend()
    drawn.suptitle(f"{len(rolls):,} rolls of {source}")
    return drawn


def _plot_road(axis: Any, rolls: Sequence[Roll]) -> None:
    """Plot small, big and triple in columns; a new one begins when the side changes or it is full."""
    marks: list[tuple[int, int, str]] = []
    column = row = 0
    last = ""
    for roll in rolls[-ROAD_COLUMNS * 2 :]:
        side = "T" if roll in TRIPLES else "S" if sum(roll) <= 10 else "B"
        if last:
            column, row = (column, row + 1) if side == last and row + 1 < ROAD_ROWS else (column + 1, 0)
        marks.append((column, row, side))
        last = side
    colours = {"S": SHOWN, "B": FAIR, "T": THIRD}
    for x, y, side in marks:
        axis.text(x, y, side, color=colours[side], ha="center", va="center", fontweight="bold")
    axis.set(xlim=(-1, max(column, 10) + 1), ylim=(ROAD_ROWS - 0.5, -0.5))
    axis.set_title(f"The last {len(marks)}: S small, B big, T triple", fontsize="medium")
    axis.set_axis_off()
