"""`bankroll` for a player's chances with a strategy, `exposure` for the house's view of the same slips."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from sicbo.cli.lab.simulate import Seed, parse_whole_number
from sicbo.cli.output import (
    JsonOption,
    LayoutName,
    PlotOption,
    ReadingOption,
    Stakes,
    console,
    load_rulebook,
    parse_slip,
    print_json,
    print_table,
)
from sicbo.errors import BadInput, NotFound
from sicbo.game.limits import Bounds, Limits
from sicbo.game.settlement import Slip
from sicbo.i18n import money
from sicbo.maths.figures import format_percent

if TYPE_CHECKING:
    from fractions import Fraction

    from sicbo.bankroll import Strategy, StrategyComparison
    from sicbo.rulebook import Rulebook

STRATEGIES = ("flat", "martingale", "dalembert", "fibonacci", "labouchere", "paroli", "kelly")

Bank = Annotated[int, typer.Option("--bank", help="Initial bankroll, in cents.")]
NightRounds = Annotated[str, typer.Option("--rounds", "-n", help="Rounds in one night.")]
StrategyNames = Annotated[
    str,
    typer.Option(
        "--strategy",
        help="`all`, or a comma-separated list of " + ", ".join(STRATEGIES) + ".",
    ),
]
Target = Annotated[
    int | None, typer.Option("--target", help="Stop when the bankroll reaches this amount, in cents.")
]
TrialCount = Annotated[str, typer.Option("--trials", help="Number of simulated nights per strategy.")]


def bankroll(
    layout: LayoutName,
    stakes: Stakes,
    bank: Bank = 100_000,
    target: Target = None,
    rounds: NightRounds = "200",
    trials: TrialCount = "10000",
    strategy: StrategyNames = "all",
    maximum: Annotated[int | None, typer.Option("--max", help="Table maximum, in cents.")] = None,
    chip: Annotated[int, typer.Option("--chip", help="Smallest chip used to pay winnings, in cents.")] = 1,
    seed: Seed = None,
    plot: PlotOption = None,
    reading: ReadingOption = None,
    json_wanted: JsonOption = False,
) -> None:
    """Compute the exact risk of ruin, and compare betting strategies by simulation."""
    from sicbo import bankroll as rolls

    book = load_rulebook(layout, reading)
    slip, limits = parse_slip(stakes, book), Limits(Bounds(1, maximum), chip=chip)
    chosen = _chosen_strategies(strategy, book, slip)
    nights, times = parse_whole_number(rounds, "--rounds"), parse_whole_number(trials, "--trials")
    reach = None if target is None else rolls.reach(book, slip, bank, target, limits=limits)
    found = rolls.compare(book, chosen, bank, nights, times, seed, target, limits)
    exact = {name: _exact_ruin(book, one, bank, nights, target, limits) for name, one in chosen.items()}
    if json_wanted:
        print_json(_comparison_record(found, exact, reach))
    else:
        _print_comparison(found, exact, reach, slip)
    if plot:
        from sicbo.lab.output.plots import save_plot

        save_plot(found.plot(), plot)


def _chosen_strategies(wanted: str, book: "Rulebook", slip: Slip) -> "dict[str, Strategy]":
    from sicbo import bankroll as rolls

    names = STRATEGIES if wanted == "all" else tuple(wanted.split(","))
    for name in names:
        if name not in STRATEGIES:
            raise NotFound("strategy", name, STRATEGIES)
    return {
        name: rolls.kelly(book, slip) if name == "kelly" else getattr(rolls, name)(slip) for name in names
    }


def _exact_ruin(
    book: "Rulebook", strategy: "Strategy", bank: int, rounds: int, target: int | None, limits: Limits
) -> "Fraction | None":
    """Return the exact probability of ruin, or None if the chain is too long."""
    from sicbo import bankroll as rolls

    try:
        return rolls.ends(book, strategy, bank, rounds, target, limits).ruin
    except BadInput:
        return None


def _comparison_record(
    found: "StrategyComparison", exact: "dict[str, Fraction | None]", reach: "Fraction | None"
) -> dict[str, Any]:
    rows = [
        row | {"exact ruin": None if exact[row["strategy"]] is None else float(exact[row["strategy"]] or 0)}
        for row in found.rows()
    ]
    first = next(iter(found.trials.values()))
    facts = {"bank": first.bank, "rounds": first.rounds, "trials": len(first), "seed": first.seed}
    return facts | {"flat_reaches_target": None if reach is None else float(reach), "strategies": rows}


def _print_comparison(
    found: "StrategyComparison", exact: "dict[str, Fraction | None]", reach: "Fraction | None", slip: Slip
) -> None:
    first = next(iter(found.trials.values()))
    said = f"{money(first.bank)} over {first.rounds} rounds of {money(slip.stake)}"
    console().print(f"{said}, {len(first):,} trials, seed {first.seed}\n")
    columns = ("strategy", "ahead", "ruined", "± 95 %", "exact", "mean bank", "lost of staked")
    body = []
    for row in found.rows():
        ruin = exact[row["strategy"]]
        body.append(
            (
                row["strategy"],
                f"{row['ahead']:.4f}",
                f"{row['ruined']:.4f}",
                f"{(row['ruined to'] - row['ruined from']) / 2:.4f}",
                "" if ruin is None else f"{float(ruin):.6f}",
                money(round(row["mean bank"])),
                f"{100 * row['lost of staked']:.2f} %",
            )
        )
    print_table(columns, body, right=columns[1:])
    if reach is not None:
        console().print(f"\nFlat stakes reach the target with an exact probability of {float(reach):.8f}.")
    console().print(
        f"\nThe house edge of the slip is {format_percent(first.edge)}. No staking system changes it."
    )


def exposure(
    layout: LayoutName,
    stakes: Stakes,
    players: Annotated[int, typer.Option("--players", help="Number of players who bet this slip.")] = 1,
    rounds: NightRounds = "400",
    risk: Annotated[float, typer.Option("--risk", help="Acceptable probability of needing a fill.")] = 0.01,
    reading: ReadingOption = None,
    json_wanted: JsonOption = False,
) -> None:
    """Show the house's exposure: hold, volatility, worst roll and the float required."""
    from sicbo import bankroll as rolls

    book = load_rulebook(layout, reading)
    seen = rolls.exposure(book, [(parse_slip(stakes, book), players)], parse_whole_number(rounds, "--rounds"))
    facts = seen.facts(risk)
    if json_wanted:
        print_json({"layout": book.name, "players": players, **facts})
        return
    roll = "-".join(map(str, facts["worst_roll"]))
    rows = [
        ("staked per round", money(facts["staked_a_round"])),
        ("hold", f"{facts['hold']} ({format_percent(seen.hold)})"),
        (
            "mean and sd of a round",
            f"{money(round(facts['mean_a_round']))}, {money(round(facts['sd_a_round']))}",
        ),
        (
            f"mean and sd of {facts['rounds']:,} rounds",
            f"{money(round(facts['mean']))}, {money(round(facts['sd']))}",
        ),
        ("worst roll", f"{roll} costs {money(facts['exposure'])}"),
        (f"float for a risk of {risk:g} in {facts['rounds']:,} rounds", money(facts["float"])),
    ]
    print_table(("", ""), rows)
