"""Ambiguities, problems and differences of the approved texts: `readings`, `lint`, `diff`, `publish`."""

import sys
from collections.abc import Sequence
from typing import Annotated

import typer

from sicbo import rulebooks as books
from sicbo.cli.output import (
    CHECK_FAILED,
    BookName,
    Json,
    LayoutName,
    Plot,
    ReadAs,
    book_of,
    chosen,
    heading,
    machine,
    people,
    say,
    table,
)
from sicbo.errors import BadInput
from sicbo.game.rulebook.publication import canonical, sha256
from sicbo.game.rulebook.readings import Option, Reading
from sicbo.game.rulebook.rules import Rules
from sicbo.maths.comparison import differences
from sicbo.maths.figures import brief
from sicbo.maths.findings import Remark, by_kind, lint as remarks_on
from sicbo.maths.reading_costs import option_edges


def readings(rulebook: BookName, reading: ReadAs = None, json_wanted: Json = False) -> None:
    """Show the ambiguous wording of a rulebook, its possible readings and what each one costs."""
    rules = book_of(rulebook).read(chosen(reading))
    if json_wanted:
        machine([_record(rules, item) for item in rules.readings])
        return
    for item in rules.readings:
        heading(f"{item.id}  {item.clause}")
        say(item.asks)
        for option in item.options:
            costs = option_edges(rules, item, option).items()
            figures = "; ".join(f"{name} {brief(value)}" for name, value in costs)
            text = f"{option.key}: {option.says}{f' [{figures}]' if figures else ''}"
            say(text, "* " if option.key == _taken(rules, item) else "  ")
        say(f"Why {item.default.key}: {item.why}\n")
    people().print("* is the reading in force. Figures after a bet are exact house edges.")
    people().print("Choose another reading with --reading ID=OPTION.")


def _taken(rules: Rules, item: Reading) -> str:
    return rules.chosen.get(item.id, item.default.key)


def _figures(rules: Rules, item: Reading, option: Option) -> dict[str, str]:
    return {name: str(value) for name, value in option_edges(rules, item, option).items()}


def _record(rules: Rules, item: Reading) -> dict[str, object]:
    return {
        "id": item.id,
        "clause": item.clause,
        "kind": item.kind.value,
        "asks": item.asks,
        "why": item.why,
        "default": item.default.key,
        "taken": _taken(rules, item),
        "options": [
            {"key": option.key, "says": option.says, "figures": _figures(rules, item, option)}
            for option in item.options
        ],
    }


def lint(
    rulebook: Annotated[
        str | None, typer.Argument(metavar="[RULEBOOK]", help="Name of a rulebook, for example star-sydney.")
    ] = None,
    every: Annotated[bool, typer.Option("--all", help="Check every rulebook.")] = False,
    reading: ReadAs = None,
    json_wanted: Json = False,
) -> None:
    """Report problems in an approved text: player edges, gaps, broken references, illegible odds."""
    if every == (rulebook is not None):
        raise BadInput("Give either a rulebook or --all.")
    if every and reading:
        raise BadInput("--reading needs a rulebook and cannot be combined with --all.")
    wanted = [book_of(rulebook)] if rulebook else list(books.every_rulebook().values())
    found = by_kind(one for rules in wanted for one in remarks_on(rules.read(chosen(reading))))
    if json_wanted:
        machine([_remark(one) for one in found])
    else:
        print_remarks(found)
        people().print(f"\n{len(found)} findings.")
    raise typer.Exit(CHECK_FAILED if found else 0)


def _remark(one: Remark) -> dict[str, object]:
    return {
        "where": one.where,
        "kind": one.kind.value,
        "clause": one.clause,
        "says": one.says,
        "reading": one.reading,
        "figures": {
            option: {name: str(edge) for name, edge in edges.items()} for option, edges in one.figures.items()
        },
    }


def print_remarks(found: Sequence[Remark]) -> None:
    """Print each finding with its location and its description."""
    for one in found:
        heading(f"{one.where}  {one.kind.value}  {one.clause}" + (f"  {one.reading}" if one.reading else ""))
        say(one.says)


def diff(first: LayoutName, second: LayoutName, plot: Plot = None, json_wanted: Json = False) -> None:
    """Compare two layouts and their rulebooks: bets and odds, rulings, voids, powers."""
    a, b = ((name, *books.get_layout(name)) for name in (first, second))
    found = list(differences(a, b))
    if plot:
        from sicbo.lab.output.plots import edges_plot, save_plot

        save_plot(edges_plot({name: layout for name, _, layout in (a, b)}), plot)
    if json_wanted:
        machine(
            [
                {"section": one.section, "what": one.what, "first": one.first, "second": one.second}
                for one in found
            ]
        )
        return
    table(("what", first, second), [(one.what, one.first, one.second) for one in found])
    people().print(f"\n{len(found)} differences.")


def publish(rulebook: BookName, reading: ReadAs = None) -> None:
    """Print a rulebook as canonical JSON, and its SHA-256 on standard error."""
    rules = book_of(rulebook).read(chosen(reading))
    sys.stdout.buffer.write(canonical(rules))
    sys.stderr.write(f"{rules.key} sha256 {sha256(rules)}\n")
