"""`keys`: the keys of a house, its people and its witnesses."""

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

app = typer.Typer(help="Manage the keys that a house signs with and the keys that it accepts.")

Data = Annotated[Path, typer.Option("--data", help="Data directory of the house.")]
Name = Annotated[
    str,
    typer.Argument(
        metavar="NAME", help="Name of the house, for example sicbo.example; its logs begin with it."
    ),
]


@app.command()
def new(name: Name, data: Data) -> None:
    """Create the key of a new house and print its public half."""
    sys.stdout.write(f"{Keys(data).new_house(name)}\n")


@app.command()
def rotate(data: Data) -> None:
    """Replace the key of the house and print the note signed by the old and the new key."""
    sys.stdout.write(Keys(data).rotate(max(time.time_ns() // 1000, _last_written(data))))


def _last_written(data: Path) -> int:
    """Return the time of the newest record; the old key may have signed it before the clock was set back."""
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
    """Show every public key, as bundles contain them."""
    keys = Keys(data)
    if not keys.house_vkeys():
        raise BadInput(f"{data} contains no keys. Create one with `sicbo keys new`.")
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
    name: Annotated[
        str, typer.Argument(metavar="PERSON", help="Pseudonym of the person in the journal: p-…")
    ],
    data: Data,
    out: Annotated[Path | None, typer.Option("--out", help="Create a key and write it to this file.")] = None,
    vkey: Annotated[
        str | None, typer.Option("--vkey", help="Accept this public key, which the person created.")
    ] = None,
) -> None:
    """Accept a person's key from now on: a new key, or a public key that the person created."""
    if (out is None) == (vkey is None):
        raise BadInput("Give either --out for a new key or --vkey for an existing public key.")
    keys = Keys(data)
    if out is not None:
        made = keys.new_person(name, out)
    else:
        made = read_vkey(vkey or "")
        keys.add_person(name, made)
    sys.stdout.write(f"{made}\n")


@app.command()
def witness(
    vkey: Annotated[
        str, typer.Argument(metavar="VKEY", help="Public key of the witness, as the witness prints it.")
    ],
    data: Data,
) -> None:
    """Accept the cosignatures of a witness."""
    Keys(data).add_witness(read_vkey(vkey))
