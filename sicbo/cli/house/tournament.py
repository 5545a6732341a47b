"""Tournaments: `new`, `lint`, `render`, `simulate`, `run`."""

import random
import sys
from pathlib import Path
from typing import Annotated

import typer

from sicbo.cli.output import CHECK_FAILED, BookName, Json, book_of, heading, machine, people, table
from sicbo.errors import BadInput
from sicbo.game.money import money
from sicbo.game.rulebook.rules import Rules
from sicbo.house.identity.keys import Keys
from sicbo.house.opening import open_house
from sicbo.house.tournaments import play_all
from sicbo.rulebooks import get, get_layout
from sicbo.terms.lint import Missing, not_complete
from sicbo.terms.loader import Terms, load
from sicbo.terms.render import html, markdown
from sicbo.terms.template import template
from sicbo.tournament.format import lint_tournament, plan_of
from sicbo.tournament.simulation.trials import Simulated, simulate

app = typer.Typer(help="Tournaments: terms, what they lack, how they read, and how they play.")

HOUSE = "sample.example"
File = Annotated[Path, typer.Argument(help="The terms of a tournament, as TOML.")]
Players = Annotated[int, typer.Option("--players", help="How many enter; the most that may, if not given.")]
Seed = Annotated[int, typer.Option("--seed", help="The same seed plays the same.")]


@app.command()
def new(
    rulebook: BookName,
    name: Annotated[str, typer.Option("--name", help="What the tournament is called.")] = "Lunar Cup",
) -> None:
    """A commented file with every item that the rulebook demands, to be changed and approved."""
    rules = book_of(rulebook)
    if not rules.terms.tournament:
        raise BadInput(f"{rules.name} has no clause on tournaments: none can be held under it.")
    layout = get_layout(rulebook)[1] if "/" in rulebook else rules.layouts[0]
    head = {"kind": "tournament", "rulebook": rules.key, "layout": layout.key, "name": name}
    sys.stdout.write(template(head, rules.terms.tournament))


@app.command()
def lint(file: File, json_wanted: Json = False) -> None:
    """Every clause that the terms do not satisfy; exit code 3 while there is one."""
    terms, rules = _terms(file)
    found = lint_tournament(terms)
    if json_wanted:
        machine({"sha256": terms.sha256, "complete": not found, "missing": [one._asdict() for one in found]})
    elif found:
        sys.stdout.writelines(f"{one}\n" for one in found)
    else:
        sys.stdout.write(f"Complete: all of {len(rules.terms.tournament)} items. sha256 {terms.sha256}\n")
    if found:
        raise typer.Exit(CHECK_FAILED)


@app.command()
def render(
    file: File,
    html_wanted: Annotated[bool, typer.Option("--html", help="A page instead of Markdown.")] = False,
    language: Annotated[
        str, typer.Option("--language", help="Of the headings: en, zh-Hans, zh-Hant or vi.")
    ] = "en",
) -> None:
    """The terms and conditions as a document for patrons; incomplete terms have none."""
    terms, rules = _terms(file)
    _complete(lint_tournament(terms))
    sys.stdout.write((html if html_wanted else markdown)(terms, rules.terms.tournament, language))


@app.command(name="simulate")
def simulated(
    file: File,
    players: Players = 0,
    runs: Annotated[int, typer.Option("--runs", help="How many times it is played.")] = 100,
    seed: Seed = 1,
    json_wanted: Json = False,
) -> None:
    """Play the format many times with simple strategies: who tends to win, how long, at what cost."""
    terms, _ = _terms(file)
    text = _approved(terms)
    entrants = _entrants(text, players)
    if not 1 <= runs <= 100_000:
        raise BadInput("Play it between 1 and 100000 times.")
    done = simulate(text, entrants, runs, lambda run: random.Random(f"{seed}/{run}").randrange)
    if json_wanted:
        machine(_record(done))
    else:
        _show(terms, done)


def _record(done: Simulated) -> dict[str, object]:
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


def _show(terms: Terms, done: Simulated) -> None:
    heading(f"{terms.name}: {done.players} entrants, played {done.runs:,} times")
    rows = [
        (
            way,
            str(done.entrants[way] // done.runs),
            f"{100 * done.winners[way] // done.runs} %",
            money(done.prizes[way] // max(done.entrants[way], 1)),
        )
        for way in sorted(done.entrants, key=lambda way: -done.winners[way])
    ]
    columns = ("strategy", "entrants", "has the winner", "prize a head")
    table(columns, rows, right=columns[1:])
    out = people().print
    out("Where several share the first place, each has the winner: then this adds up to over 100 %.")
    out(f"Whoever leads after the first round wins {100 * done.leaders // done.runs} % of the time.")
    out(f"It lasts {done.spins // done.runs} spins on average and {done.longest} at the longest.")
    pool, takings, cost = (amount // done.runs for amount in (done.pool, done.takings, done.cost))
    gains = f"costs the house {money(cost)}" if cost >= 0 else f"leaves the house {money(-cost)}"
    out(f"Entrants pay {money(takings)}, prizes come to {money(pool)}: it {gains}.")


@app.command()
def run(
    file: File,
    to: Annotated[Path, typer.Option("--to", metavar="DIR", help="A new data directory.")],
    players: Players = 0,
    seed: Seed = 1,
) -> None:
    """Play it once in a house of its own, every step in the journal, to be exported and verified."""
    terms, _ = _terms(file)
    _complete(lint_tournament(terms))
    entrants = _entrants(terms.text, players)
    if to.exists():
        raise BadInput(f"There is something at {to} already: name a new directory.")
    Keys(to).new_house(HOUSE)
    chance = random.Random(f"tournament {seed}")
    with open_house(str(to)) as house:
        play = play_all(house, "tournament", terms.text, HOUSE, entrants, chance.randrange)
        records = house.floor.place("tournament").head.number
        won = [
            (str(prize.place), house.people.meant(prize.player) or prize.player, money(prize.cents))
            for prize in play.tournament.prizes
        ]
    table(("place", "player", "prize"), won, right=("prize",))
    people().print(f"{to}: {records:,} records. `sicbo journal export {to} --to cup.zip` takes them out.")


def _terms(file: Path) -> tuple[Terms, Rules]:
    try:
        text = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"{file} cannot be read as text: {error}.") from None
    terms = load(text, str(file))
    if terms.kind != "tournament":
        raise BadInput(f"{file}: these are terms of a {terms.kind}: ask `sicbo {terms.kind}`.")
    return terms, get(terms.rulebook)


def _complete(found: tuple[Missing, ...]) -> None:
    if refusal := not_complete(found):
        raise BadInput(str(refusal))


def _approved(terms: Terms) -> str:
    """Terms that may be tried before anybody has approved them, if nothing else is missing."""
    missing = lint_tournament(terms)
    _complete(tuple(one for one in missing if not one.place.startswith("approved.")))
    if not missing:
        return terms.text
    lines = terms.text.splitlines()
    at = next(number for number, line in enumerate(lines) if line.strip() == "[approved]")
    head, rest = lines[: at + 1], lines[at + 1 :]
    end = next((number for number, line in enumerate(rest) if line.startswith("[")), len(rest))
    trial = ['by = "nobody yet"', "at = 1970-01-01T00:00:00Z"]
    return "\n".join([*head, *trial, *rest[end:]]) + "\n"


def _entrants(text: str, players: int) -> int:
    details = plan_of(text).details
    entrants = players or details.most
    if not details.fewest <= entrants <= details.most:
        raise BadInput(f"The terms let {details.fewest} to {details.most} enter: choose --players so.")
    return entrants
