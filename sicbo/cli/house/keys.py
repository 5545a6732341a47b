"""The keys of a house: `keys new`, `rotate`, `show`, `person`, `witness`."""

import sys
import time
from pathlib import Path
from typing import Annotated

import typer

from sicbo.cli.output import Json, heading, machine, people
from sicbo.errors import BadInput
from sicbo.house.export.readers import SqliteReader
from sicbo.house.identity.keys import Keys
from sicbo.journal.notes import read_vkey
from sicbo.journal.sqlite import FILE

app = typer.Typer(help="The keys that a house signs with, and those it accepts.")

Data = Annotated[Path, typer.Option("--data", help="The data directory of the house.")]
Name = Annotated[str, typer.Argument(metavar="NAME", help="As in sicbo.example: the first half of its logs.")]


@app.command()
def new(name: Name, data: Data) -> None:
    """Make the key of a new house; its public half is printed."""
    sys.stdout.write(f"{Keys(data).new_house(name)}\n")


@app.command()
def rotate(data: Data) -> None:
    """Put a new house key in place of the old one; the note that both signed is printed."""
    sys.stdout.write(Keys(data).rotate(max(time.time_ns() // 1000, _last_written(data))))


def _last_written(data: Path) -> int:
    """The time of the newest record here, which the old key may have signed for: clocks are set back."""
    if not (data / FILE).exists():
        return 0
    journal = SqliteReader(data)
    try:
        ends = journal.heads().items()
        return max((next(journal.read(table, end.number - 1)).wall for table, end in ends), default=0)
    finally:
        journal.close()


@app.command()
def show(data: Data, json_wanted: Json = False) -> None:
    """Every public key, as a bundle has them."""
    keys = Keys(data)
    if not keys.house_vkeys():
        raise BadInput(f"There are no keys in {data}: make one with `sicbo keys new`.")
    if json_wanted:
        machine(keys.public())
        return
    parts = {"house": keys.house_vkeys(), **keys.persons(), "witnesses": keys.witnesses()}
    for part, vkeys in parts.items():
        heading(part)
        for vkey in vkeys:
            people().print(f"  {vkey}", soft_wrap=True)
    count = len(keys.rotations())
    people().print(f"\n{count} rotation{'' if count == 1 else 's'}.")


@app.command()
def person(
    name: Annotated[str, typer.Argument(metavar="PERSON", help="As the journal calls them: p-…")],
    data: Data,
    out: Annotated[Path | None, typer.Option("--out", help="Make a key, and put it here for them.")] = None,
    vkey: Annotated[str | None, typer.Option("--vkey", help="Take in a public key of their own.")] = None,
) -> None:
    """Accept a person's key from now on: a new one, or the public half of one they made."""
    if (out is None) == (vkey is None):
        raise BadInput("Give --out for a new key, or --vkey for one that they have.")
    keys = Keys(data)
    if out is not None:
        made = keys.new_person(name, out)
    else:
        made = read_vkey(vkey or "")
        keys.add_person(name, made)
    sys.stdout.write(f"{made}\n")


@app.command()
def witness(
    vkey: Annotated[str, typer.Argument(metavar="VKEY", help="As the witness shows it.")], data: Data
) -> None:
    """Accept a witness's cosignatures."""
    Keys(data).add_witness(read_vkey(vkey))
