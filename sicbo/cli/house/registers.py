"""`registers`: the records that the rules require, for one gaming day or for all."""

import sys
from contextlib import closing
from typing import Annotated

import typer

from sicbo.cli.output import JsonOption, print_json
from sicbo.house.export.registers import (
    REGISTERS,
    register_rows as entered,
    row_record,
    rows_as_csv,
    rows_of_register,
)
from sicbo.house.export.sources import open_reader

Where = Annotated[str, typer.Argument(metavar="WHERE", help="A data directory, bundle or PostgreSQL URL.")]


def registers(
    where: Where,
    day: Annotated[
        str, typer.Option("--day", help="Gaming day, for example 2026-02-14; all days by default.")
    ] = "",
    register: Annotated[
        str, typer.Option("--register", help=f"Only this register: {', '.join(REGISTERS)}.")
    ] = "",
    json_wanted: JsonOption = False,
) -> None:
    """Print required registers as CSV: incidents, disputes, refused claims, exclusions, limits."""
    with closing(open_reader(where)) as journal:
        aside = getattr(journal, "aside", lambda key: None)
        rows = rows_of_register(
            entered(journal, lambda name: (aside(name) or "").partition("\n")[2] or None, day), register
        )
        if json_wanted:
            print_json([row_record(row) for row in rows])
        else:
            sys.stdout.write(rows_as_csv(rows))
