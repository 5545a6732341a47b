"""Prices of bets: `odds`, `vectors`, `par`."""

import json
import sys
from pathlib import Path
from typing import Annotated

import typer

from sicbo.cli.output import Json, LayoutName, ReadAs, heading, machine, opened, pays, people, table
from sicbo.errors import BadInput
from sicbo.maths.edge import Return
from sicbo.maths.figures import percent, root
from sicbo.maths.par_sheet import FORMS, sheet
from sicbo.maths.super_streak import streak_sides
from sicbo.rulebook import Rulebook

PAIRED = {"small": "small-big", "big": "small-big", "odd": "odd-even", "even": "odd-even"}


def odds(
    layout: LayoutName,
    bet: Annotated[
        str | None, typer.Argument(metavar="[BET]", help="Only this bet, for example small or domino-14.")
    ] = None,
    reading: ReadAs = None,
    json_wanted: Json = False,
) -> None:
    """Show what every bet of a layout pays, and its exact house edge."""
    book = opened(layout, reading)
    every = book.odds_table()
    rows = list(every) if bet is None else [every[bet]]
    if json_wanted:
        machine({"layout": book.name, "sha256": book.sha256, "bets": [_record(row) for row in rows]})
    else:
        _print_odds(book, [[row] for row in rows] if bet else _grouped(rows))


def _print_odds(book: Rulebook, groups: list[list[Return]]) -> None:
    streaks = len(streak_sides(book.rules))
    areas = f"{len(book.layout)} areas" + (f" and {streaks} streak bets" if streaks else "")
    heading(f"{book.rules.name} {book.rules.version}, {areas}, data sha256 {book.sha256[:12]}…")
    body = [(_label(group), *_cells(group[0])) for group in groups]
    columns = ("bet", "pays to 1", "wins", "house edge", "", "sd", "clause")
    table(columns, body, right=("wins", "house edge", "", "sd"))
    gains = [_label(group) for group in groups if group[0].edge < 0]
    if gains:
        people().print(
            f"\nThe player has the edge on: {'; '.join(gains)}. See `sicbo lint {book.rules.key}`."
        )


def _cells(row: Return) -> tuple[str, ...]:
    clause = row.clause.partition(",")[0].partition("/")[0]
    return (
        pays(row.pays),
        str(row.wins or "–"),
        str(row.edge),
        percent(row.edge),
        root(row.variance, 3),
        clause,
    )


def _record(row: Return) -> dict[str, object]:
    return {
        "bet": row.bet,
        "name": row.name,
        "clause": row.clause,
        "wins": row.wins or None,
        "pays": {str(tier): str(price) for tier, price in row.pays.items()},
        "house_edge": str(row.edge),
        "variance": str(row.variance),
        "reading": row.reading,
    }


def _grouped(rows: list[Return]) -> list[list[Return]]:
    """Group the bets of a family that have one price; small and big are a family, odd and even another."""
    groups: dict[tuple[object, ...], list[Return]] = {}
    for row in rows:
        family = PAIRED.get(row.bet) or row.bet.rpartition("-")[0] or row.bet
        groups.setdefault((family, tuple(row.pays.items()), row.edge, row.wins), []).append(row)
    return list(groups.values())


def _label(group: list[Return]) -> str:
    first, last = group[0].bet, group[-1].bet
    if len(group) == 1:
        return first
    if len(group) == 2:
        return f"{first}, {last.rpartition('-')[2]}"
    return f"{first.rpartition('-')[0]} ({len(group)})"


def vectors(layout: LayoutName, reading: ReadAs = None) -> None:
    """Print conformance test vectors: one JSON line for each bet and each of the 216 rolls."""
    for vector in opened(layout, reading).vectors():
        sys.stdout.write(json.dumps(vector.record()) + "\n")


def par(
    layout: LayoutName,
    folder: Annotated[
        Path, typer.Option("-o", "--output", metavar="FOLDER", help="Directory to write the four files to.")
    ],
    reading: ReadAs = None,
    json_wanted: Json = False,
) -> None:
    """Write the PAR sheet of a layout as text, CSV, JSON and HTML; the output is reproducible."""
    book = opened(layout, reading)
    made = sheet(book.name, book.rules, book.layout)
    files = {folder / f"par-{book.name.replace('/', '-')}.{ending}": form for ending, form in FORMS.items()}
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for path, form in files.items():
            path.write_text(form(made), encoding="utf-8", newline="\n")
    except OSError as error:
        raise BadInput(
            f"Cannot write to {folder}: {error.strerror}. Choose another directory with -o."
        ) from None
    if json_wanted:
        machine({"layout": book.name, "sha256": book.sha256, "files": [str(path) for path in files]})
    else:
        sys.stdout.writelines(f"wrote {path}\n" for path in files)
