"""Contents of the rulebooks: `rulebooks`, `rule`, `clauses`."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Annotated

import typer

from sicbo import rulebooks as books
from sicbo.cli.output import BookName, Json, book_of, heading, machine, say, table
from sicbo.errors import NotFound
from sicbo.game.rulebook.clauses import Clause, State
from sicbo.game.rulebook.lookup import cites, decisions
from sicbo.game.rulebook.publication import sha256
from sicbo.game.rulebook.rules import Rules
from sicbo.game.super_streak import PREFIX
from sicbo.maths.super_streak import streak_sides


def rulebooks(json_wanted: Json = False) -> None:
    """List the approved rulebooks and their layouts."""
    every = books.every_rulebook().values()
    if json_wanted:
        machine([_book(rules) for rules in every])
        return
    body = [
        (
            books.name_of(rules, layout),
            str(rules.approval.signed or "not stated"),
            str(len(layout)),
            str(len(streak_sides(rules)) or ""),
            str(len(books.clauses_of(rules.key))),
            str(len(rules.readings)),
            sha256(rules)[:8],
        )
        for rules in every
        for layout in rules.layouts
    ]
    counts = ("areas", "streaks", "clauses", "readings")
    table(("layout", "signed", *counts, "sha256"), body, right=counts)


def _book(rules: Rules) -> dict[str, object]:
    return {
        "rulebook": rules.key,
        "name": rules.name,
        "version": rules.version,
        "approved_by": rules.approval.by,
        "reference": rules.approval.reference,
        "signed": str(rules.approval.signed) if rules.approval.signed else None,
        "sha256": sha256(rules),
        "layouts": [
            {"layout": books.name_of(rules, layout), "areas": len(layout)} for layout in rules.layouts
        ],
        "super_streak": rules.super_streak is not None,
        "streak_bets": [f"{PREFIX}{side}" for side in streak_sides(rules)],
        "clauses": len(books.clauses_of(rules.key)),
        "readings": [reading.id for reading in rules.readings],
    }


def rule(
    rulebook: BookName,
    clause: Annotated[
        str, typer.Argument(metavar="CLAUSE", help="Number of a clause, for example 4.2.5 or 3.3.4(a).")
    ],
    json_wanted: Json = False,
) -> None:
    """Show a clause and its subclauses, paraphrased, with their rulings and tests."""
    rules = book_of(rulebook)
    found = books.clauses_of(rules.key).under(clause)
    if json_wanted:
        machine([_clause(rules, item) for item in found])
        return
    for item in found:
        _print_clause(rules, item)


def _clause(rules: Rules, item: Clause) -> dict[str, object]:
    return {
        "rulebook": rules.key,
        "clause": item.id,
        "kind": item.kind,
        "says": item.says,
        "state": item.state.value,
        "where": item.where,
        "decides": [
            {"name": one.name, "choice": one.choice, "says": one.says, "reading": one.reading}
            for one in decisions(rules, item.id)
        ],
        "readings": _readings_at(rules, item.id),
        "tests": list(item.tests),
    }


def _readings_at(rules: Rules, clause: str) -> list[str]:
    return [reading.id for reading in rules.readings if cites(reading.clause, clause)]


def _print_clause(rules: Rules, item: Clause) -> None:
    heading(f"{rules.key} {item.id}  {item.kind}, {item.state.value}")
    say(item.says)
    for one in decisions(rules, item.id):
        say(f"{one.name}: {one.choice}" + (f" (reading {one.reading})" if one.reading else ""))
    for reading_id in _readings_at(rules, item.id):
        reading = rules.reading(reading_id)
        say(f"reading {reading_id}: {reading.asks} Taken: {reading.default.key}. {reading.why}")
    say(f"{'pending' if item.state is State.PENDING else 'where'}: {item.where}")
    for test in item.tests:
        say(f"test: {test}")


def clauses(
    rulebook: Annotated[
        str | None, typer.Argument(metavar="[RULEBOOK]", help="Name of a rulebook, for example star-sydney.")
    ] = None,
    state: Annotated[str | None, typer.Option("--state", help="Only clauses in this state.")] = None,
    kind: Annotated[str | None, typer.Option("--kind", help="Only clauses of this kind.")] = None,
    json_wanted: Json = False,
) -> None:
    """Show how every clause is accounted for: counts per rulebook, or one rulebook's list."""
    names = [book_of(rulebook).key] if rulebook else list(books.every_rulebook())
    every = {name: list(books.clauses_of(name)) for name in names}
    _known("state", state, [one.value for one in State])
    _known("kind", kind, sorted({item.kind for items in every.values() for item in items}))
    found = {
        name: [item for item in items if state in (None, item.state.value) and kind in (None, item.kind)]
        for name, items in every.items()
    }
    if not rulebook:
        _counts(found, json_wanted)
    elif json_wanted:
        machine([_clause(book_of(rulebook), item) for item in found[names[0]]])
    elif not found[names[0]]:
        say("No clause matches.")
    else:
        body = [(item.id, item.kind, item.state.value, item.says) for item in found[names[0]]]
        table(("clause", "kind", "state", "in our words"), body)


def _known(what: str, name: str | None, known: Sequence[str]) -> None:
    if name is not None and name not in known:
        raise NotFound(what, name, known)


def _counts(found: Mapping[str, Sequence[Clause]], json_wanted: bool) -> None:
    counts = {name: Counter(item.state for item in items) for name, items in found.items()}
    if json_wanted:
        machine(
            {
                name: {one.value: counts[name][one] for one in State} | {"all": len(found[name])}
                for name in found
            }
        )
        return
    columns = ("rulebook", *(one.value for one in State), "all")
    body = [(name, *(str(counts[name][one]) for one in State), str(len(found[name]))) for name in found]
    sums = [str(sum(counts[name][one] for name in found)) for one in State]
    body.append(("all", *sums, str(sum(map(len, found.values())))))
    table(columns, body, right=columns[1:])
