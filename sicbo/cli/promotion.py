"""`promotion promise`, `promotion draw`, `promotion verify-draw`."""

import json
import os
import secrets
import sys
from pathlib import Path
from typing import Annotated

import typer

from sicbo.draws import FORMAT, Entrant, commitment, drawn, entrants_hash
from sicbo.errors import BadInput, NotFound
from sicbo.verify.__main__ import run_draw

app = typer.Typer(help="Promotions: draws that anyone can recompute.")

SEED_BYTES = 32


@app.command()
def promise(
    seed: Annotated[Path, typer.Argument(help="Where the secret seed is put; it must not exist yet.")],
) -> None:
    """Make a secret seed, and print the commitment to publish before entries close."""
    fresh = secrets.token_bytes(SEED_BYTES)
    try:
        handle = os.open(seed, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        raise BadInput(f"There is a file {seed} already: name another, for a seed is used once.") from None
    except OSError as error:
        raise BadInput(f"{seed} cannot be written: {error.strerror}.") from None
    with os.fdopen(handle, "w", encoding="ascii") as file:
        file.write(f"{fresh.hex()}\n")
    sys.stdout.write(f"{commitment(fresh)}\n")


@app.command()
def draw(
    entrants: Annotated[Path, typer.Argument(help="One line an entrant: tickets, a space, the name.")],
    seed: Annotated[Path, typer.Option("--seed", help="The file that `promotion promise` wrote.")],
    label: Annotated[str, typer.Option("--label", help="The name of this draw, as in `weekly 12`.")],
    places: Annotated[
        int | None, typer.Option("--places", help="How many are drawn; all by default.")
    ] = None,
) -> None:
    """Draw names from a list, as JSON that anyone can recompute."""
    names, secret = _entrants(_read(entrants)), _seed(_read(seed))
    told = {
        "format": FORMAT,
        "label": label,
        "commitment": commitment(secret),
        "entrants": names,
        "entrants_hash": entrants_hash(names),
        "seed": secret.hex(),
        "drawn": drawn(secret, names, label, places),
    }
    sys.stdout.write(json.dumps(told, ensure_ascii=False, indent=1) + "\n")


@app.command("verify-draw")
def verify_draw(
    draw: Annotated[Path, typer.Argument(help="A draw as `promotion draw` or a house wrote it.")],
) -> None:
    """Recompute a draw by the verifier's own means; exit code 3 where it does not hold."""
    if code := run_draw(draw):
        raise typer.Exit(code)


def _entrants(text: str) -> list[Entrant]:
    entrants: list[Entrant] = []
    for line in text.splitlines():
        tickets, space, name = line.partition(" ")
        if not space or not tickets.isdecimal() or len(tickets) > 12:
            raise BadInput(f"Line {len(entrants) + 1} of the entrants is not `TICKETS NAME`, as in `1 Ada`.")
        entrants.append((name, int(tickets)))
    return entrants


def _seed(text: str) -> bytes:
    try:
        return bytes.fromhex(text)
    except ValueError:
        raise BadInput(
            "A seed is a line of hexadecimal digits: make one with `sicbo promotion promise`."
        ) from None


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise NotFound("file", str(path), ()) from None
    except (OSError, UnicodeDecodeError):
        raise BadInput(f"{path} cannot be read as text: give another file.") from None
