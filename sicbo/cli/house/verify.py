"""`verify`: a bundle held against the approved rules, without trusting whoever wrote it."""

from pathlib import Path
from typing import Annotated

import typer

from sicbo.cli.output import Json
from sicbo.verify.__main__ import run

Bundle = Annotated[Path, typer.Argument(metavar="BUNDLE", help="A directory or a zip file.")]
Trust = Annotated[Path | None, typer.Option("--trust", help="Keys that you trust, in the form of keys.json.")]
Witness = Annotated[
    list[Path] | None,
    typer.Option("--witness", help="What a witness keeps, one note a line; may be repeated."),
]
Receipts = Annotated[
    list[Path] | None, typer.Option("--receipts", help="Receipts, one a line; may be repeated.")
]


def verify(
    bundle: Bundle,
    trust: Trust = None,
    witness: Witness = None,
    receipts: Receipts = None,
    json_wanted: Json = False,
) -> None:
    """Verify a bundle: chain, signatures, every limit, power and settlement; exit code 3 if one fails."""
    code = run(bundle, trust, witness or [], receipts or [], as_data=json_wanted)
    if code:
        raise typer.Exit(code)
