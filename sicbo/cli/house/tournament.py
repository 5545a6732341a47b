"""`tournament`: terms of tournaments, and simulated ones."""

import random
import sys
from pathlib import Path
from typing import Annotated

import typer

from sicbo.cli.output import (
    CHECK_FAILED,
    JsonOption,
    RulebookName,
    console,
    find_rules,
    print_heading,
    print_json,
    print_table,
)
from sicbo.errors import BadInput
from sicbo.game.rulebook.rules import Rules
from sicbo.house.identity.keys import Keys
from sicbo.house.opening import open_house
from sicbo.house.tournaments import play_tournament
from sicbo.i18n import money
from sicbo.rulebooks import get_layout, get_rulebook
from sicbo.terms.lint import TermsProblem, problem_record, refuse_if_incomplete
from sicbo.terms.loader import Terms, parse_terms
from sicbo.terms.render import html, markdown
from sicbo.terms.template import terms_template
from sicbo.tournament.format import lint_tournament, plan_of
from sicbo.tournament.simulation.trials import SimulationTotals, simulate_tournament

app = typer.Typer(help="Write, check, simulate and run tournaments.")

HOUSE = "sample.example"
File = Annotated[Path, typer.Argument(help="A TOML file with the terms of a tournament.")]
Players = Annotated[
    int, typer.Option("--players", help="Number of entrants; by default the most that the terms allow.")
]
Seed = Annotated[int, typer.Option("--seed", help="Random seed, for a reproducible run.")]


@app.command()
def new(
    rulebook: RulebookName,
    name: Annotated[str, typer.Option("--name", help="Name of the tournament.")] = "Lunar Cup",
) -> None:
    """Print a commented template with every term that the rulebook requires, to be edited and approved."""
    rules = find_rules(rulebook)
    if not rules.terms.tournament:
        raise BadInput(f"{rules.name} has no clause on tournaments, so none can be held under it.")
    layout = get_layout(rulebook)[1] if "/" in rulebook else rules.layouts[0]
    head = {"kind": "tournament", "rulebook": rules.key, "layout": layout.key, "name": name}
    sys.stdout.write(terms_template(head, rules.terms.tournament))


@app.command()
def lint(file: File, json_wanted: JsonOption = False) -> None:
    """List every clause that the terms do not satisfy; exit code 3 if there is one."""
    terms, rules = _load_terms(file)
    found = lint_tournament(terms)
    if json_wanted:
        print_json(
            {"sha256": terms.sha256, "complete": not found, "missing": [problem_record(one) for one in found]}
        )
    elif found:
        sys.stdout.writelines(f"{one}\n" for one in found)
    else:
        sys.stdout.write(f"Complete: all {len(rules.terms.tournament)} items. sha256 {terms.sha256}\n")
    if found:
        raise typer.Exit(CHECK_FAILED)


@app.command()
def render(
    file: File,
    html_wanted: Annotated[bool, typer.Option("--html", help="Print HTML instead of Markdown.")] = False,
    language: Annotated[
        str, typer.Option("--language", help="Language of the headings: en, zh-Hans, zh-Hant or vi.")
    ] = "en",
) -> None:
    """Print the terms and conditions as a document for patrons; the terms must be complete."""
    terms, rules = _load_terms(file)
    _require_complete(lint_tournament(terms))
    sys.stdout.write((html if html_wanted else markdown)(terms, rules.terms.tournament, language))


@app.command(name="simulate")
def simulate_format(
    file: File,
    players: Players = 0,
    runs: Annotated[int, typer.Option("--runs", help="Number of simulated tournaments.")] = 100,
    seed: Seed = 1,
    json_wanted: JsonOption = False,
) -> None:
    """Simulate the format with simple strategies: which ones win, how long it takes, what it costs."""
    terms, _ = _load_terms(file)
    text = _with_placeholder_approval(terms)
    entrants = _entrant_count(text, players)
    if not 1 <= runs <= 100_000:
        raise BadInput("--runs must be between 1 and 100000.")
    done = simulate_tournament(text, entrants, runs, lambda run: random.Random(f"{seed}/{run}").randrange)
    if json_wanted:
        print_json(_simulation_record(done))
    else:
        _print_simulation(terms, done)


def _simulation_record(done: SimulationTotals) -> dict[str, object]:
    ways = {
        way: {
            "entrants": done.entrants[way] // done.runs,
            "wins": done.winners[way],
            "prizes": done.prizes[way],
        }
        for way in done.entrants
    }
    return {
        "players": done.players,
        "runs": done.runs,
        "strategies": ways,
        "leader_after_round_one_wins": done.leaders,
        "spins": {"mean": done.spins // done.runs, "longest": done.longest},
        "cents": {"takings": done.takings, "pool": done.pool, "added": done.added, "cost": done.cost},
    }


def _print_simulation(terms: Terms, done: SimulationTotals) -> None:
    print_heading(f"{terms.name}: {done.players} entrants, played {done.runs:,} times")
    rows = [
        (
            way,
            str(done.entrants[way] // done.runs),
            f"{100 * done.winners[way] // done.runs} %",
            money(done.prizes[way] // max(done.entrants[way], 1)),
        )
        for way in sorted(done.entrants, key=lambda way: -done.winners[way])
    ]
    columns = ("strategy", "entrants", "has the winner", "mean prize")
    print_table(columns, rows, right=columns[1:])
    out = console().print
    out("If several share first place, each counts as the winner, so the column can exceed 100 %.")
    out(f"The leader after the first round wins {100 * done.leaders // done.runs} % of the time.")
    out(f"A tournament takes {done.spins // done.runs} spins on average, {done.longest} at most.")
    pool, takings, cost = (amount // done.runs for amount in (done.pool, done.takings, done.cost))
    gains = f"costs the house {money(cost)}" if cost >= 0 else f"earns the house {money(-cost)}"
    out(f"Entrants pay {money(takings)} and prizes total {money(pool)}: it {gains}.")


@app.command()
def run(
    file: File,
    to: Annotated[Path, typer.Option("--to", metavar="DIR", help="New data directory to create.")],
    players: Players = 0,
    seed: Seed = 1,
) -> None:
    """Play one tournament in a new house with a complete journal, to be exported and verified."""
    terms, _ = _load_terms(file)
    _require_complete(lint_tournament(terms))
    entrants = _entrant_count(terms.text, players)
    if to.exists():
        raise BadInput(f"{to} already exists. Choose a new directory.")
    Keys(to).new_house_key(HOUSE)
    chance = random.Random(f"tournament {seed}")
    with open_house(str(to)) as house:
        play = play_tournament(house, "tournament", terms.text, HOUSE, entrants, chance.randrange)
        records = house.floor.log("tournament").head.number
        won = [
            (str(prize.place), house.pseudonyms.name_of(prize.player) or prize.player, money(prize.cents))
            for prize in play.tournament.prizes
        ]
    print_table(("place", "player", "prize"), won, right=("prize",))
    console().print(f"{to}: {records:,} records. Export them with `sicbo journal export {to} --to cup.zip`.")


def _load_terms(file: Path) -> tuple[Terms, Rules]:
    try:
        text = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(
            f"Cannot read {file} as text: {getattr(error, 'strerror', None) or 'it is not UTF-8'}."
        ) from None
    terms = parse_terms(text, str(file))
    if terms.kind != "tournament":
        raise BadInput(f"{file} contains the terms of a {terms.kind}. Use `sicbo {terms.kind}`.")
    return terms, get_rulebook(terms.rulebook)


def _require_complete(found: tuple[TermsProblem, ...]) -> None:
    if refusal := refuse_if_incomplete(found):
        raise BadInput(str(refusal))


def _with_placeholder_approval(terms: Terms) -> str:
    """Return the text of terms that lack only their approval, with a placeholder for it."""
    missing = lint_tournament(terms)
    _require_complete(tuple(one for one in missing if not one.place.startswith("approved.")))
    if not missing:
        return terms.text
    lines = terms.text.splitlines()
    at = next(number for number, line in enumerate(lines) if line.strip() == "[approved]")
    head, rest = lines[: at + 1], lines[at + 1 :]
    end = next((number for number, line in enumerate(rest) if line.startswith("[")), len(rest))
    trial = ['by = "not yet approved"', "at = 1970-01-01T00:00:00Z"]
    return "\n".join([*head, *trial, *rest[end:]]) + "\n"


def _entrant_count(text: str, players: int) -> int:
    details = plan_of(text).details
    entrants = players or details.most
    if not details.fewest <= entrants <= details.most:
        raise BadInput(
            f"--players must be between {details.fewest} and {details.most}, as the terms require."
        )
    return entrants
