"""`promotion`: terms, prices and draws of promotions."""

import json
import os
import secrets
import sys
from fractions import Fraction
from pathlib import Path
from typing import Annotated

import typer

from sicbo.cli.output import JsonOption, find_rules, print_json, print_table
from sicbo.draws import FORMAT, Entrant, commitment, draw_names, entrants_hash
from sicbo.errors import BadInput, NotFound
from sicbo.game.layout import Layout
from sicbo.game.rulebook.rules import Rules
from sicbo.i18n import money
from sicbo.promotion.conditions import errors_in_terms, parse_promotion_terms
from sicbo.promotion.cost import prize_costs
from sicbo.terms.lint import problem_record, refuse_if_incomplete
from sicbo.terms.loader import Terms, parse_terms
from sicbo.terms.render import html, markdown
from sicbo.terms.template import terms_template
from sicbo.verify.__main__ import run_draw

app = typer.Typer(help="Write, check and price the terms of promotions, and hold verifiable draws.")

SEED_BYTES = 32
File = Annotated[Path, typer.Argument(help="A TOML file with the terms of a promotion.")]
Language = Annotated[
    str, typer.Option("--language", help="Language of the headings: en, zh-Hans, zh-Hant or vi.")
]


@app.command()
def new(
    rulebook: Annotated[str, typer.Argument(help="Name of a rulebook, for example star-sydney.")],
    name: Annotated[str, typer.Option("--name", help="Name of the promotion.")] = "Autumn draw",
) -> None:
    """Print a commented template with every term that the rulebook requires and a prize of every kind."""
    rules = find_rules(rulebook)
    if rules.promotions is None:
        raise BadInput(f"{rules.name} has no clause on promotions, so none can be published under it.")
    head = {"kind": "promotion", "rulebook": rules.key, "layout": rules.layouts[0].key, "name": name}
    sys.stdout.write(terms_template(head, rules.terms.promotion))


@app.command()
def lint(file: File, json_wanted: JsonOption = False) -> None:
    """List every clause that the terms do not satisfy; exit code 3 if there is one."""
    terms, rules, layout = _load_terms(file)
    found = errors_in_terms(terms, rules, layout)
    if json_wanted:
        print_json(
            {"sha256": terms.sha256, "complete": not found, "missing": [problem_record(one) for one in found]}
        )
    elif found:
        sys.stdout.writelines(f"{one}\n" for one in found)
    else:
        sys.stdout.write(f"Complete: all {len(rules.terms.promotion)} items. sha256 {terms.sha256}\n")
    if found:
        raise typer.Exit(3)


@app.command()
def render(
    file: File,
    html_wanted: Annotated[bool, typer.Option("--html", help="Print HTML instead of Markdown.")] = False,
    language: Language = "en",
) -> None:
    """Print the terms and conditions as a document for patrons; the terms must be complete."""
    terms, rules, layout = _load_terms(file)
    if refusal := refuse_if_incomplete(errors_in_terms(terms, rules, layout)):
        raise BadInput(str(refusal))
    sys.stdout.write((html if html_wanted else markdown)(terms, rules.terms.promotion, language))


@app.command()
def price(
    file: File,
    rounds: Annotated[int, typer.Option("--rounds", help="Rounds dealt during the promotion.")] = 0,
    players: Annotated[int, typer.Option("--players", help="Players who qualify in each round.")] = 0,
    json_wanted: JsonOption = False,
) -> None:
    """Compute the exact cost of a promotion: expected and maximum."""
    terms, rules, layout = _load_terms(file)
    if refusal := refuse_if_incomplete(errors_in_terms(terms, rules, layout)):
        raise BadInput(str(refusal))
    lines = prize_costs(parse_promotion_terms(terms.text), rules, layout, rounds, players)
    mean, most = sum((line.mean for line in lines), Fraction(0)), sum(line.most for line in lines)
    if json_wanted:
        prizes = [
            {"prize": line.prize, "value": line.value, "number": line.number, "unit": round(line.unit)}
            | {"expected": round(line.mean), "most": line.most}
            for line in lines
        ]
        print_json({"prizes": prizes, "expected": round(mean), "most": most})
        return
    rows = [
        (
            line.prize,
            money(line.value),
            f"{line.number:,}",
            *map(_format_cents, (line.unit, line.mean)),
            money(line.most),
        )
        for line in lines
    ]
    columns = ("Prize", "Value", "Number", "Costs", "Expected", "At most")
    print_table(
        columns, [*rows, ("Together", "", "", "", _format_cents(mean), money(most))], right=columns[1:]
    )


def _format_cents(amount: Fraction) -> str:
    return money(round(amount))


def _load_terms(file: Path) -> tuple[Terms, Rules, Layout]:
    terms = parse_terms(_read_text(file), str(file))
    if terms.kind != "promotion":
        raise BadInput(f"{file} contains the terms of a {terms.kind}. Give the terms of a promotion.")
    rules = find_rules(terms.rulebook)
    return terms, rules, rules.layout(str(terms.data.get("layout", rules.layouts[0].key)))


@app.command()
def promise(
    seed: Annotated[Path, typer.Argument(help="File for the secret seed; it must not exist yet.")],
) -> None:
    """Create a secret seed and print the commitment to publish before entries close."""
    fresh = secrets.token_bytes(SEED_BYTES)
    try:
        handle = os.open(seed, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        raise BadInput(f"{seed} already exists. Choose another file; a seed is used only once.") from None
    except OSError as error:
        raise BadInput(f"Cannot write {seed}: {error.strerror}.") from None
    with os.fdopen(handle, "w", encoding="ascii") as file:
        file.write(f"{fresh.hex()}\n")
    sys.stdout.write(f"{commitment(fresh)}\n")


@app.command()
def draw(
    entrants: Annotated[
        Path, typer.Argument(help="A file with one entrant per line: tickets, a space, the name.")
    ],
    seed: Annotated[Path, typer.Option("--seed", help="The file written by `sicbo promotion promise`.")],
    label: Annotated[str, typer.Option("--label", help="Name of this draw, for example `weekly 12`.")],
    places: Annotated[
        int | None, typer.Option("--places", help="Number of names to draw; all by default.")
    ] = None,
) -> None:
    """Draw names from a list and print the draw as verifiable JSON."""
    names, secret = _parse_entrants(_read_text(entrants)), _parse_seed(_read_text(seed))
    record = {
        "format": FORMAT,
        "label": label,
        "commitment": commitment(secret),
        "entrants": names,
        "entrants_hash": entrants_hash(names),
        "seed": secret.hex(),
        "drawn": draw_names(secret, names, label, places),
    }
    sys.stdout.write(json.dumps(record, ensure_ascii=False, indent=1) + "\n")


@app.command("verify-draw")
def verify_draw(
    draw: Annotated[Path, typer.Argument(help="A draw written by `sicbo promotion draw` or by a house.")],
) -> None:
    """Verify a draw by recomputing it with the independent verifier; exit code 3 on failure."""
    if code := run_draw(draw):
        raise typer.Exit(code)


def _parse_entrants(text: str) -> list[Entrant]:
    entrants: list[Entrant] = []
    for line in text.splitlines():
        tickets, space, name = line.partition(" ")
        if not space or not tickets.isdecimal() or len(tickets) > 12:
            raise BadInput(
                f"Line {len(entrants) + 1} of the entrants is not `TICKETS NAME`, for example `1 Ada`."
            )
        entrants.append((name, int(tickets)))
    return entrants


def _parse_seed(text: str) -> bytes:
    try:
        return bytes.fromhex(text)
    except ValueError:
        raise BadInput(
            "A seed is one line of hexadecimal digits. Create one with `sicbo promotion promise`."
        ) from None


def _read_text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise NotFound("file", str(path), (), "Check the path.") from None
    except (OSError, UnicodeDecodeError):
        raise BadInput(f"Cannot read {path} as text. Give another file.") from None
