"""The witness: `witness serve`, `witness export`."""

import contextlib
import json
import sys
from pathlib import Path
from typing import Annotated

import typer

from sicbo.errors import BadInput
from sicbo.house.identity.keys import ROTATION, followed, read_rotation
from sicbo.house.witness.http import Server
from sicbo.house.witness.witness import Witness
from sicbo.journal.notes import COSIGNATURE, Key, Vkey, read_vkey

app = typer.Typer(help="Remember, outside the house, what the house has signed.")

KEY_FILE = "witness.key"
Data = Annotated[Path, typer.Option("--data", help="The data directory of the witness.")]


@app.command()
def serve(
    data: Data,
    trust: Annotated[
        list[str],
        typer.Option("--trust", metavar="VKEY|FILE", help="A house's key, a file of them, or a rotation."),
    ],
    port: Annotated[int, typer.Option("--port", help="Where to listen; 0 takes a free one.")] = 8470,
    host: Annotated[str, typer.Option("--host", help="The address to listen on.")] = "127.0.0.1",
    name: Annotated[
        str | None, typer.Option("--name", help="The witness's name, at the first start.")
    ] = None,
) -> None:
    """Cosign the checkpoints of the houses that are trusted, until it is stopped."""
    key, houses = _key(data, name), trusted(trust)
    with contextlib.closing(Witness(data, key, houses)) as witness, _listening(host, port, witness) as server:
        if not (data / KEY_FILE).exists():
            key.save(data / KEY_FILE)
        sys.stderr.write(f"{key.vkey}\nlistening on {server.url}\n")
        sys.stderr.flush()
        with contextlib.suppress(KeyboardInterrupt):
            server.serve_forever()


@app.command()
def export(
    data: Data,
    contradictions: Annotated[
        bool, typer.Option("--contradictions", help="What a house signed against its own word.")
    ] = False,
) -> None:
    """Every checkpoint that was cosigned, one JSON string a line: the verifier's --witness FILE."""
    if not (data / KEY_FILE).exists():
        raise BadInput(f"There is no witness in {data}: start one with `sicbo witness serve`.")
    with contextlib.closing(Witness(data, Key.load(data / KEY_FILE), [])) as witness:
        for note in witness.contradictions() if contradictions else witness.export():
            sys.stdout.write(f"{json.dumps(note, ensure_ascii=False)}\n")


def _listening(host: str, port: int, witness: Witness) -> Server:
    try:
        return Server((host, port), witness)
    except OSError as error:
        raise BadInput(f"Cannot listen at {host}, port {port}: {error.strerror}.") from None


def _key(data: Path, name: str | None) -> Key:
    """The witness's own key; at its first start a new one, which is kept once it listens."""
    path = data / KEY_FILE
    if not path.exists():
        if name is None:
            raise BadInput("A new witness needs a name: give --name, as in inspector.example.")
        return Key.new(name, COSIGNATURE)
    key = Key.load(path)
    if name not in (None, key.name):
        raise BadInput(f"This witness is {key.name}: leave --name out, or give it another directory.")
    return key


def trusted(given: list[str]) -> list[Vkey]:
    """The keys that are meant: each a key, a file with one a line, or a rotation of one given before.

    A key that a rotation leads away from is not trusted, wherever else it is listed.
    """
    vkeys: list[Vkey] = []
    retired: set[Vkey] = set()
    for one in given:
        text = _given(one)
        if text.startswith(ROTATION):
            vkeys = followed(vkeys, text)
            retired.add(read_rotation(text)[0])
        else:
            try:
                vkeys += map(read_vkey, filter(None, text.splitlines()))
            except BadInput as error:
                raise BadInput(f"--trust {one[:60]}: {error}") from None
    return [vkey for vkey in dict.fromkeys(vkeys) if vkey not in retired]


def _given(one: str) -> str:
    """A key as it was given, or what is in the file that was."""
    if "+" in one and not Path(one).exists():
        return one
    try:
        return Path(one).read_text("utf-8")
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or "it is no text"
        raise BadInput(
            f"--trust {one[:60]} cannot be read ({why}): give a key, or a file with one a line."
        ) from None
