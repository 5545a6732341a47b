"""`tour`: an overview of the product, for a first look after cloning it."""

from secrets import randbelow

from rich.rule import Rule

from sicbo.cli.money.settle import explain
from sicbo.cli.output import console
from sicbo.cli.rules.odds import odds
from sicbo.cli.rules.readings_and_findings import print_remarks
from sicbo.cli.rules.rulebooks import clauses, rulebooks
from sicbo.game.rulebook.readings import FindingKind
from sicbo.i18n import money
from sicbo.maths.figures import format_decimals, format_percent
from sicbo.maths.findings import find_remarks
from sicbo.rulebook import Rulebook
from sicbo.rulebooks import every_rulebook

BOOK = "crown-sydney"
SLIP = {"small": 2500, "total-9": 500, "domino-14": 500, "double-4": 500, "single-4": 1000, "any-triple": 200}
ROUNDS = 200
SHOWN_KINDS = (FindingKind.PLAYER_EDGE, FindingKind.ILLEGIBLE)


def tour() -> None:
    """Show a pay sheet, a played round, an evening and the findings, on one page."""
    _print_section("The approved rulebooks and their layouts", "rulebooks")
    rulebooks()
    _print_section("What Crown Sydney pays and costs", f"odds {BOOK}")
    odds(BOOK)
    _show_round()
    _show_evening()
    _print_section("Problems in the approved texts", "lint --all")
    _show_findings()
    _print_section("Every clause accounted for", "clauses")
    clauses()
    console().print("\nNext: .venv/bin/sicbo --help, README.md, docs/guides/start.md.")


def _show_round() -> None:
    first, second, third = (str(randbelow(6) + 1) for _ in range(3))
    slip = [f"{bet}={stake}" for bet, stake in SLIP.items()]
    _print_section(
        "A round with fresh dice", f"explain {BOOK} {first} {second} {third} {slip[0]} {slip[1]} …"
    )
    explain(BOOK, (first, second, third), slip)


def _show_evening() -> None:
    _print_section(
        f"The same slip over {ROUNDS} rounds, exactly", f"dist {BOOK} small=2500 … --rounds {ROUNDS}"
    )
    evening = Rulebook.load(BOOK).distribution(SLIP, ROUNDS)
    staked = ROUNDS * sum(SLIP.values())
    console().print(
        f"Staked {money(staked)}; the expected result is {format_decimals(evening.mean / 100, 2)}."
    )
    console().print(f"The probability of ending ahead is {format_percent(evening.ahead)}.")


def _show_findings() -> None:
    found = [remark for rules in every_rulebook().values() for remark in find_remarks(rules)]
    shown = [remark for remark in found if remark.kind in SHOWN_KINDS]
    print_remarks(shown)
    console().print(f"… and {len(found) - len(shown)} more.")


def _print_section(title: str, command: str) -> None:
    console().print()
    console().print(Rule(title, align="left", style="dim"))
    console().print(f"$ sicbo {command}\n", style="dim")
