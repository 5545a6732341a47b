"""`witness`: run a checkpoint witness and export what it has cosigned."""

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

app = typer.Typer(help="Run an independent checkpoint witness.")

KEY_FILE = "witness.key"
Data = Annotated[Path, typer.Option("--data", help="Data directory of the witness.")]


@app.command()
def serve(
    data: Data,
    trust: Annotated[
        list[str],
        typer.Option(
            "--trust",
            metavar="VKEY|FILE",
            help="Key of a house, a file of keys, or a key rotation; may be repeated.",
        ),
    ],
    port: Annotated[int, typer.Option("--port", help="Port to listen on; 0 chooses a free one.")] = 8470,
    host: Annotated[str, typer.Option("--host", help="Address to listen on.")] = "127.0.0.1",
    name: Annotated[
        str | None, typer.Option("--name", help="Name of the witness; required at the first start.")
    ] = None,
) -> None:
    """Cosign the checkpoints of trusted houses until interrupted."""
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
        bool,
        typer.Option("--contradictions", help="Print contradictory checkpoints that a house signed instead."),
    ] = False,
) -> None:
    """Print every cosigned checkpoint as one JSON string per line, for `sicbo verify --witness`."""
    if not (data / KEY_FILE).exists():
        raise BadInput(f"{data} contains no witness. Start one with `sicbo witness serve`.")
    with contextlib.closing(Witness(data, Key.load(data / KEY_FILE), [])) as witness:
        for note in witness.contradictions() if contradictions else witness.export():
            sys.stdout.write(f"{json.dumps(note, ensure_ascii=False)}\n")


def _listening(host: str, port: int, witness: Witness) -> Server:
    try:
        return Server((host, port), witness)
    except OSError as error:
        raise BadInput(f"Cannot listen on {host}, port {port}: {error.strerror}.") from None


def _key(data: Path, name: str | None) -> Key:
    """Return the key of the witness. At the first start it is new, and is saved once the witness listens."""
    path = data / KEY_FILE
    if not path.exists():
        if name is None:
            raise BadInput("A new witness needs a name. Give --name, for example inspector.example.")
        return Key.new(name, COSIGNATURE)
    key = Key.load(path)
    if name not in (None, key.name):
        raise BadInput(f"This witness is named {key.name}. Omit --name, or use another directory.")
    return key


def trusted(given: list[str]) -> list[Vkey]:
    """Return the trusted keys.

    Each argument is a key, a file with one key per line, or a rotation of an earlier key. A key that was
    rotated away is not trusted, even if it is listed elsewhere.
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
    """Return a key as it was given, or the contents of the file that was given."""
    if "+" in one and not Path(one).exists():
        return one
    try:
        return Path(one).read_text("utf-8")
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or "it is not text"
        raise BadInput(
            f"--trust {one[:60]}: cannot read it ({why}). Give a key, or a file with one key per line."
        ) from None
