"""`simulate`: a simulated slip next to the exact values."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from math import ceil, log10
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console

from sicbo.cli.output import (
    JsonOption,
    LayoutName,
    PlotOption,
    ReadingOption,
    Stakes,
    check_writable,
    console,
    format_signed,
    load_rulebook,
    parse_slip,
    print_json,
    print_table,
)
from sicbo.errors import BadInput
from sicbo.i18n import money

if TYPE_CHECKING:
    from sicbo.lab.simulation.run import Run

MOST_BARS, BAR_WIDTH = 24, 20

Rounds = Annotated[str, typer.Option("--rounds", "-n", help="Number of rounds, for example 1000000 or 1e9.")]
Seed = Annotated[
    int | None, typer.Option("--seed", help="Random seed, for a reproducible run; random by default.")
]
Level = Annotated[
    str, typer.Option("--level", help="Detail: totals (any number of rounds at once), path or wagers.")
]
Workers = Annotated[
    int,
    typer.Option("--workers", "-w", help="Number of worker threads; totals never need more than one."),
]
Cluster = Annotated[
    str | None,
    typer.Option("--cluster", metavar="ADDRESS", help="Run on the dask scheduler at this address (tcp://…)."),
]
Save = Annotated[
    Path | None,
    typer.Option(
        "--save",
        metavar="FILE",
        help="Write the rounds, or the totals, to this Parquet file.",
        callback=check_writable,
    ),
]


def simulate(
    layout: LayoutName,
    stakes: Stakes,
    rounds: Rounds = "1e6",
    seed: Seed = None,
    level: Level = "totals",
    workers: Workers = 1,
    cluster: Cluster = None,
    plot: PlotOption = None,
    save: Save = None,
    reading: ReadingOption = None,
    json_wanted: JsonOption = False,
) -> None:
    """Simulate a slip: mean, interval and histogram next to the exact values."""
    book = load_rulebook(layout, reading)
    slip, count = parse_slip(stakes, book), parse_whole_number(rounds, "--rounds")
    with _progress_bar("dealing", count, level != "totals") as bar:
        on_progress = bar and (lambda done, mean: bar(done, f"mean {mean / 100:.4f}"))
        run = book.simulate(
            slip, count, seed, level=level, workers=workers, cluster=cluster, progress=on_progress
        )
        run.counts, run.lowest  # noqa: B018  all dealing belongs under the bar
    if json_wanted:
        print_json(run.facts() | {"sha256": book.sha256})
    else:
        _print_run(run)
    if save:
        with _progress_bar("saving", count, level != "totals") as bar:
            run.save(save, progress=bar)
    if plot:
        from sicbo.lab.output.plots import run_plot, save_plot

        save_plot(run_plot(run), plot)


def parse_whole_number(given: str, option: str) -> int:
    """Parse a whole number such as 1000000, 1_000_000, 1,000,000 or 1e6."""
    try:
        number = Fraction(given.replace(",", "").replace("_", "")) if len(given) < 40 else Fraction(1, 2)
    except (ValueError, ZeroDivisionError):
        number = Fraction(1, 2)
    if number.denominator != 1 or abs(number) > 10**18:
        raise BadInput(f"{option} must be a whole number, for example 1000000 or 1e9, not {given[:40]!r}.")
    return int(number)


@contextmanager
def _progress_bar(doing: str, rounds: int, wanted: bool) -> Iterator[Callable[..., None] | None]:
    """Show a progress bar if standard error is a terminal; yield the function that updates it."""
    if not (wanted and sys.stderr.isatty()):
        yield None
        return
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.percentage:>3.0f} %"))
    with Progress(*columns, TimeRemainingColumn(), console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(doing, total=rounds)
        yield lambda done, said=doing: bar.update(task, completed=done, description=said)


def _print_run(run: "Run") -> None:
    console().print(
        f"{run.played:,} round{'s' * (run.played > 1)} at {run.name}, {run.level}, seed {run.seed}\n"
    )
    columns = ("bet", "stake", "exact", "simulated", "95 % interval", "exact is")
    rows, places = run.summary(), _decimal_places(run.standard_error)
    body = []
    for row in rows:
        exact, mean, low, high = (
            _format_cents(row[name], places) for name in ("exact", "simulated", "low", "high")
        )
        where = "inside" if row["inside"] else "outside"
        body.append((row["bet"], money(row["stake"]), exact, mean, f"{low} .. {high}", where))
    print_table(columns, body, right=columns[1:5])
    error = _format_cents(run.standard_error, places)
    console().print(f"\nmean of a round {_format_cents(float(run.mean), places)}, standard error {error}")
    if run.rough:
        console().print(
            "With so few rounds the intervals are approximate: some results are expected less than once."
        )
    if run.lowest is not None:
        console().print(f"final bankroll {format_signed(run.total)}, lowest {format_signed(run.lowest)}")
    console().print()
    _print_histogram(run)


def _decimal_places(error: float) -> int:
    """Return the number of decimals that shows the error with two significant digits, from 4 to 8."""
    return min(8, max(4, 4 - ceil(log10(error)))) if error else 4


def _format_cents(value: float, places: int) -> str:
    return f"{value / 100:,.{places}f}"


def _print_histogram(run: "Run") -> None:
    """Print each net result with its simulated and its exact share; many results are grouped."""
    nets = sorted({*run.histogram, *run.deal.exact})
    step = -(-len(nets) // MOST_BARS)
    groups = [nets[at : at + step] for at in range(0, len(nets), step)]
    shares = [sum(run.histogram.get(net, 0) for net in group) / run.played for group in groups]
    fair = [float(sum(run.deal.exact.probability(net) for net in group)) for group in groups]
    most = max(*shares, *fair)
    rows = [
        (
            format_signed(group[0])
            if len(group) == 1
            else f"{format_signed(group[0])} to {format_signed(group[-1])}",
            f"{share:.6f}",
            f"{even:.6f}",
            "█" * round(BAR_WIDTH * share / most),
        )
        for group, share, even in zip(groups, shares, fair, strict=True)
    ]
    print_table(
        ("net of a round", "share", "fair share", ""), rows, right=("net of a round", "share", "fair share")
    )
