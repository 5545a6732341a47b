"""`promotion new`, `lint`, `render`, `price`, `promise`, `draw` and `verify-draw`."""

import json
import os
import secrets
import sys
from fractions import Fraction
from pathlib import Path
from typing import Annotated

import typer

from sicbo.cli.output import Json, book_of, machine, table
from sicbo.draws import FORMAT, Entrant, commitment, drawn, entrants_hash
from sicbo.errors import BadInput, NotFound
from sicbo.game.layout import Layout
from sicbo.game.money import money
from sicbo.game.rulebook.rules import Rules
from sicbo.promotion.conditions import offer, wrong
from sicbo.promotion.cost import costs
from sicbo.terms.lint import not_complete
from sicbo.terms.loader import Terms, load
from sicbo.terms.render import html, markdown
from sicbo.terms.template import template
from sicbo.verify.__main__ import run_draw

app = typer.Typer(help="Promotions: terms, their price, and draws that anyone can recompute.")

SEED_BYTES = 32
File = Annotated[Path, typer.Argument(help="The terms of a promotion, as TOML.")]
Language = Annotated[str, typer.Option("--language", help="Of the headings: en, zh-Hans, zh-Hant or vi.")]


@app.command()
def new(
    rulebook: Annotated[str, typer.Argument(help="As in star-sydney.")],
    name: Annotated[str, typer.Option("--name", help="What the promotion is called.")] = "Autumn draw",
) -> None:
    """A commented file with everything that the rulebook wants stated, and a prize of every kind."""
    rules = book_of(rulebook)
    if rules.promotions is None:
        raise BadInput(f"{rules.name} has no clause on promotions: choose another rulebook.")
    head = {"kind": "promotion", "rulebook": rules.key, "layout": rules.layouts[0].key, "name": name}
    sys.stdout.write(template(head, rules.terms.promotion))


@app.command()
def lint(file: File, json_wanted: Json = False) -> None:
    """Every clause that the terms do not satisfy; exit code 3 while there is one."""
    terms, rules, layout = _terms(file)
    found = wrong(terms, rules, layout)
    if json_wanted:
        machine({"sha256": terms.sha256, "complete": not found, "missing": [one._asdict() for one in found]})
    elif found:
        sys.stdout.writelines(f"{one}\n" for one in found)
    else:
        sys.stdout.write(f"Complete: all of {len(rules.terms.promotion)} items. sha256 {terms.sha256}\n")
    if found:
        raise typer.Exit(3)


@app.command()
def render(
    file: File,
    html_wanted: Annotated[bool, typer.Option("--html", help="A page instead of Markdown.")] = False,
    language: Language = "en",
) -> None:
    """The terms and conditions as a document for patrons; incomplete terms have none."""
    terms, rules, layout = _terms(file)
    if refusal := not_complete(wrong(terms, rules, layout)):
        raise BadInput(str(refusal))
    sys.stdout.write((html if html_wanted else markdown)(terms, rules.terms.promotion, language))


@app.command()
def price(
    file: File,
    rounds: Annotated[int, typer.Option("--rounds", help="Rounds dealt while it runs.")] = 0,
    players: Annotated[int, typer.Option("--players", help="Players who qualify in each round.")] = 0,
    json_wanted: Json = False,
) -> None:
    """What the promotion costs, exactly: on average and at the most."""
    terms, rules, layout = _terms(file)
    if refusal := not_complete(wrong(terms, rules, layout)):
        raise BadInput(str(refusal))
    lines = costs(offer(terms.text), rules, layout, rounds, players)
    mean, most = sum((line.mean for line in lines), Fraction(0)), sum(line.most for line in lines)
    if json_wanted:
        told = [
            {"prize": line.prize, "value": line.value, "number": line.number, "unit": round(line.unit)}
            | {"expected": round(line.mean), "most": line.most}
            for line in lines
        ]
        machine({"prizes": told, "expected": round(mean), "most": most})
        return
    rows = [
        (
            line.prize,
            money(line.value),
            f"{line.number:,}",
            *map(_cents, (line.unit, line.mean)),
            money(line.most),
        )
        for line in lines
    ]
    columns = ("Prize", "Value", "Number", "Costs", "Expected", "At most")
    table(columns, [*rows, ("Together", "", "", "", _cents(mean), money(most))], right=columns[1:])


def _cents(amount: Fraction) -> str:
    return money(round(amount))


def _terms(file: Path) -> tuple[Terms, Rules, Layout]:
    terms = load(_read(file), str(file))
    if terms.kind != "promotion":
        raise BadInput(f"{file} has the terms of a {terms.kind}: give those of a promotion.")
    rules = book_of(terms.rulebook)
    return terms, rules, rules.layout(str(terms.data.get("layout", rules.layouts[0].key)))


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
