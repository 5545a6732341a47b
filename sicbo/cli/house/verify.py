"""`verify`: check a bundle against the approved rules, without trusting its author."""

from pathlib import Path
from typing import Annotated

import typer

from sicbo.cli.output import Json
from sicbo.verify.__main__ import run

Bundle = Annotated[Path, typer.Argument(metavar="BUNDLE", help="The bundle, a directory or a zip file.")]
Trust = Annotated[
    Path | None, typer.Option("--trust", help="File of trusted keys, in the format of keys.json.")
]
Witness = Annotated[
    list[Path] | None,
    typer.Option("--witness", help="File of notes from a witness, one per line; may be repeated."),
]
Receipts = Annotated[
    list[Path] | None, typer.Option("--receipts", help="File of receipts, one per line; may be repeated.")
]


def verify(
    bundle: Bundle,
    trust: Trust = None,
    witness: Witness = None,
    receipts: Receipts = None,
    json_wanted: Json = False,
) -> None:
    """Verify a bundle: chains, signatures, limits, powers, settlements; exit code 3 on failure."""
    code = run(bundle, trust, witness or [], receipts or [], as_data=json_wanted)
    if code:
        raise typer.Exit(code)
