"""Pictures: distributions, bankrolls, house edges across rulebooks, a road with its fair share.

Each function gives a matplotlib figure, which a notebook shows and `save_plot` writes as PNG or SVG.
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
from sicbo.maths.distribution import Distribution
from sicbo.maths.edge import house_edge

if TYPE_CHECKING:
    from sicbo.sim.run import Run
    from sicbo.sim.trials import Trials

FORMS = (".png", ".svg")
SHOWN, FAIR, FAINT = "#0072b2", "#d55e00", "#999999"
"""Colours that stay apart for the colour-blind (Okabe and Ito)."""
ROAD_ROWS, ROAD_COLUMNS = 6, 40


def figure(rows: int = 1, height: float = 4.5) -> tuple[Any, list[Any]]:
    """An empty figure with so many axes, one above the other."""
    try:
        made = import_module("matplotlib.figure").Figure
    except ImportError:
        raise BadInput("A plot needs a library that is not there: pip install 'sicbo[plot]'.") from None
    drawn = made(figsize=(9, height * rows), layout="constrained")
    axes = drawn.subplots(rows, 1, squeeze=False)
    return drawn, [row[0] for row in axes]


def check_form(path: Path) -> None:
    """Refuse a picture that could not be written in the end."""
    if path.suffix.lower() not in FORMS:
        raise BadInput(f"A plot is written as .png or .svg, not {path.name}: change the name of the file.")


def save_plot(drawn: Any, path: Path) -> None:
    """Write a figure as PNG or SVG, the same bytes every time."""
    check_form(path)
    params = import_module("matplotlib").rc_context({"svg.hashsalt": "sicbo"})
    try:
        with params:
            drawn.savefig(path, dpi=120, metadata={"Date": None} if path.suffix.lower() == ".svg" else None)
    except OSError as error:
        raise StorageError(f"{path} cannot be written: {error.strerror or error}.") from None


def run_plot(run: "Run") -> Any:
    """The histogram of a run beside the exact shares, and its bankroll where the path was walked."""
    drawn, axes = figure(2 if run.walk else 1)
    nets = sorted({*run.histogram, *run.deal.exact})
    places = range(len(nets))
    axes[0].bar(
        places, [run.histogram.get(net, 0) / run.played for net in nets], color=SHOWN, label="simulated"
    )
    fair = [float(run.deal.exact.probability(net)) for net in nets]
    axes[0].scatter(places, fair, color=FAIR, marker="_", s=200, label="exact", zorder=3)
    few = places[:: max(1, len(nets) // 20)]
    axes[0].set_xticks(few, [f"{nets[place] / 100:,.2f}" for place in few], rotation=60)
    axes[0].set(title=str(run), xlabel="net of a round", ylabel="share")
    axes[0].title.set_fontsize("small")
    axes[0].legend()
    if run.walk:
        _bankroll(axes[1], run)
    return drawn


def _bankroll(axis: Any, run: "Run") -> None:
    """One bankroll, its exact mean, and where 95 of a hundred lie."""
    walked = run.path()
    rounds = [n for n, _ in walked]
    mean, sd = float(run.exact), run.deal.exact.sd
    axis.plot(rounds, [total / 100 for _, total in walked], color=SHOWN, linewidth=1, label="this run")
    axis.plot(rounds, [n * mean / 100 for n in rounds], color=FAIR, linestyle="--", label="exact mean")
    low, high = ([(n * mean + z * sd * sqrt(n)) / 100 for n in rounds] for z in (-1.96, 1.96))
    axis.fill_between(rounds, low, high, color=FAINT, alpha=0.25, label="95 of 100 runs")
    axis.set(xlabel="round", ylabel="bankroll")
    axis.legend()


def distribution_plot(found: Distribution, title: str) -> Any:
    """Every net result that can be, and how likely it is."""
    drawn, (axis,) = figure()
    found.plot(axis)
    axis.axvline(0, color=FAINT, linewidth=1)
    axis.set(title=title, xlabel="net result, in cents")
    return drawn


def edges_plot(layouts: Mapping[str, Layout]) -> Any:
    """House edges of bets across layouts: a group of bars for each bet, the house gains to the right."""
    edges = {
        name: {bet.key: float(house_edge(layout, bet.key)) for bet in layout}
        for name, layout in layouts.items()
    }
    bets = list(dict.fromkeys(bet for row in edges.values() for bet in row))
    drawn, (axis,) = figure(height=max(4.5, 0.28 * len(bets) * max(1, len(edges) / 2)))
    thick = 0.8 / len(edges)
    for number, (layout, row) in enumerate(edges.items()):
        offered = [(place, 100 * row[bet]) for place, bet in enumerate(bets) if bet in row]
        axis.barh(
            [place + number * thick for place, _ in offered],
            [edge for _, edge in offered],
            thick,
            label=layout,
        )
    axis.set_yticks([place + 0.4 - thick / 2 for place in range(len(bets))], bets, fontsize="small")
    axis.margins(y=0.01)
    axis.invert_yaxis()
    axis.axvline(0, color="black", linewidth=0.8)
    axis.set(xlabel="house edge, per cent", title="What each bet costs")
    axis.legend()
    return drawn


def paths_plot(trials: "Mapping[str, Trials]") -> Any:
    """Bankrolls of strategies: the median, and where the middle half and 90 of a hundred lie."""
    drawn, axes = figure(len(trials), height=3.2)
    for axis, (name, found) in zip(axes, trials.items(), strict=True):
        marks = found.quantiles()
        rounds = [row["round"] for row in marks]
        for low, high, shade in (("5 %", "95 %", 0.2), ("25 %", "75 %", 0.4)):
            bounds = ([row[mark] / 100 for row in marks] for mark in (low, high))
            axis.fill_between(rounds, *bounds, color=SHOWN, alpha=shade, label=f"{low} to {high}")
        axis.plot(rounds, [row["50 %"] / 100 for row in marks], color=FAIR, label="median")
        axis.set(title=name, xlabel="round", ylabel="bank")
        axis.legend(fontsize="small")
    return drawn


def dice_plot(rolls: Sequence[Roll]) -> Any:
    """The latest rolls as a road, and every total beside its fair share."""
    drawn, (road, axis) = figure(2)
    _road(road, rolls)
    counts = Counter(map(sum, rolls))
    totals = range(3, 19)
    fair = Counter(map(sum, EVERY_ROLL))
    axis.bar(totals, [counts[total] for total in totals], color=SHOWN, label="seen")
    expected = [len(rolls) * fair[total] / OUTCOMES for total in totals]
    axis.scatter(totals, expected, color=FAIR, marker="_", s=300, label="fair share", zorder=3)
    axis.set(
        xlabel="total", ylabel="rolls", title=f"{len(rolls):,} rolls; past results do not change the odds"
    )
    axis.set_xticks(totals)
    axis.legend()
    return drawn


def _road(axis: Any, rolls: Sequence[Roll]) -> None:
    """Small, big and triple in columns: a new column where the side changes or the column is full."""
    marks: list[tuple[int, int, str]] = []
    column = row = 0
    last = ""
    for roll in rolls[-ROAD_COLUMNS * 2 :]:
        side = "T" if roll in TRIPLES else "S" if sum(roll) <= 10 else "B"
        if last:
            column, row = (column, row + 1) if side == last and row + 1 < ROAD_ROWS else (column + 1, 0)
        marks.append((column, row, side))
        last = side
    colours = {"S": SHOWN, "B": FAIR, "T": "#009e73"}
    for x, y, side in marks:
        axis.text(x, y, side, color=colours[side], ha="center", va="center", fontweight="bold")
    axis.set(xlim=(-1, max(column, 10) + 1), ylim=(ROAD_ROWS, -1), title="road: small, big, triple")
    axis.set_axis_off()
