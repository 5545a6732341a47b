"""`tour`: an overview of the product, for a first look after cloning it."""

from secrets import randbelow

from rich.rule import Rule

from sicbo.cli.money.settle import explain
from sicbo.cli.output import people
from sicbo.cli.rules.odds import odds
from sicbo.cli.rules.readings_and_findings import print_remarks
from sicbo.cli.rules.rulebooks import clauses, rulebooks
from sicbo.game.money import money
from sicbo.game.rulebook.readings import FindingKind
from sicbo.maths.figures import decimals, percent
from sicbo.maths.findings import lint
from sicbo.rulebook import Rulebook
from sicbo.rulebooks import every_rulebook

BOOK = "crown-sydney"
SLIP = {"small": 2500, "total-9": 500, "domino-14": 500, "double-4": 500, "single-4": 1000, "any-triple": 200}
ROUNDS = 200
SHOWN = (FindingKind.PLAYER_EDGE, FindingKind.ILLEGIBLE)


def tour() -> None:
    """Show a pay sheet, a played round, an evening and the findings, on one page."""
    _part("The approved rulebooks and their layouts", "rulebooks")
    rulebooks()
    _part("What Crown Sydney pays and costs", f"odds {BOOK}")
    odds(BOOK)
    _round()
    _evening()
    _part("Problems in the approved texts", "lint --all")
    _oddities()
    _part("Every clause accounted for", "clauses")
    clauses()
    people().print("\nNext: .venv/bin/sicbo --help, README.md, docs/guides/start.md.")


def _round() -> None:
    first, second, third = (str(randbelow(6) + 1) for _ in range(3))
    slip = [f"{bet}={stake}" for bet, stake in SLIP.items()]
    _part("A round with fresh dice", f"explain {BOOK} {first} {second} {third} {slip[0]} {slip[1]} …")
    explain(BOOK, (first, second, third), slip)


def _evening() -> None:
    _part(f"The same slip over {ROUNDS} rounds, exactly", f"dist {BOOK} small=2500 … --rounds {ROUNDS}")
    evening = Rulebook.load(BOOK).distribution(SLIP, ROUNDS)
    staked = ROUNDS * sum(SLIP.values())
    people().print(f"Staked {money(staked)}; the expected result is {decimals(evening.mean / 100, 2)}.")
    people().print(f"The probability of ending ahead is {percent(evening.ahead)}.")


def _oddities() -> None:
    found = [remark for rules in every_rulebook().values() for remark in lint(rules)]
    shown = [remark for remark in found if remark.kind in SHOWN]
    print_remarks(shown)
    people().print(f"… and {len(found) - len(shown)} more.")


def _part(title: str, command: str) -> None:
    people().print()
    people().print(Rule(title, align="left", style="dim"))
    people().print(f"$ sicbo {command}\n", style="dim")
