"""`registers`: the records that the rules require, for one gaming day or for all."""

import sys
from contextlib import closing
from typing import Annotated

import typer

from sicbo.cli.output import Json, machine
from sicbo.house.export.registers import REGISTERS, as_csv, only, registers as entered
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
    json_wanted: Json = False,
) -> None:
    """Print required registers as CSV: incidents, disputes, refused claims, exclusions, limits."""
    with closing(open_reader(where)) as journal:
        aside = getattr(journal, "aside", lambda key: None)
        rows = only(
            entered(journal, lambda name: (aside(name) or "").partition("\n")[2] or None, day), register
        )
        if json_wanted:
            machine([row._asdict() for row in rows])
        else:
            sys.stdout.write(as_csv(rows))
