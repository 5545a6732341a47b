"""Contents of the rulebooks: `rulebooks`, `rule`, `clauses`."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Annotated

import typer

from sicbo import rulebooks as books
from sicbo.cli.output import (
    JsonOption,
    RulebookName,
    find_rules,
    print_heading,
    print_json,
    print_paragraph,
    print_table,
)
from sicbo.errors import NotFound
from sicbo.game.rulebook.clauses import Clause, ClauseState
from sicbo.game.rulebook.lookup import cites, decisions
from sicbo.game.rulebook.publication import rulebook_sha256
from sicbo.game.rulebook.rules import Rules
from sicbo.game.super_streak import PREFIX
from sicbo.maths.super_streak import streak_sides


def rulebooks(json_wanted: JsonOption = False) -> None:
    """List the approved rulebooks and their layouts."""
    every = books.every_rulebook().values()
    if json_wanted:
        print_json([_rulebook_record(rules) for rules in every])
        return
    body = [
        (
            books.full_layout_name(rules, layout),
            str(rules.approval.signed or "not stated"),
            str(len(layout)),
            str(len(streak_sides(rules)) or ""),
            str(len(books.clause_registry(rules.key))),
            str(len(rules.readings)),
            rulebook_sha256(rules)[:8],
        )
        for rules in every
        for layout in rules.layouts
    ]
    counts = ("areas", "streaks", "clauses", "readings")
    print_table(("layout", "signed", *counts, "sha256"), body, right=counts)


def _rulebook_record(rules: Rules) -> dict[str, object]:
    return {
        "rulebook": rules.key,
        "name": rules.name,
        "version": rules.version,
        "approved_by": rules.approval.by,
        "reference": rules.approval.reference,
        "signed": str(rules.approval.signed) if rules.approval.signed else None,
        "sha256": rulebook_sha256(rules),
        "layouts": [
            {"layout": books.full_layout_name(rules, layout), "areas": len(layout)}
            for layout in rules.layouts
        ],
        "super_streak": rules.super_streak is not None,
        "streak_bets": [f"{PREFIX}{side}" for side in streak_sides(rules)],
        "clauses": len(books.clause_registry(rules.key)),
        "readings": [reading.id for reading in rules.readings],
    }


def rule(
    rulebook: RulebookName,
    clause: Annotated[
        str, typer.Argument(metavar="CLAUSE", help="Number of a clause, for example 4.2.5 or 3.3.4(a).")
    ],
    json_wanted: JsonOption = False,
) -> None:
    """Show a clause and its subclauses, paraphrased, with their rulings and tests."""
    rules = find_rules(rulebook)
    found = books.clause_registry(rules.key).clause_and_subclauses(clause)
    if json_wanted:
        print_json([_clause_record(rules, item) for item in found])
        return
    for item in found:
        _print_clause(rules, item)


def _clause_record(rules: Rules, item: Clause) -> dict[str, object]:
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
        "readings": _reading_ids_at(rules, item.id),
        "tests": list(item.tests),
    }


def _reading_ids_at(rules: Rules, clause: str) -> list[str]:
    return [reading.id for reading in rules.readings if cites(reading.clause, clause)]


def _print_clause(rules: Rules, item: Clause) -> None:
    print_heading(f"{rules.key} {item.id}  {item.kind}, {item.state.value}")
    print_paragraph(item.says)
    for one in decisions(rules, item.id):
        print_paragraph(f"{one.name}: {one.choice}" + (f" (reading {one.reading})" if one.reading else ""))
    for reading_id in _reading_ids_at(rules, item.id):
        reading = rules.reading(reading_id)
        print_paragraph(f"reading {reading_id}: {reading.asks} Taken: {reading.default.key}. {reading.why}")
    print_paragraph(f"{'pending' if item.state is ClauseState.PENDING else 'where'}: {item.where}")
    for test in item.tests:
        print_paragraph(f"test: {test}")


def clauses(
    rulebook: Annotated[
        str | None, typer.Argument(metavar="[RULEBOOK]", help="Name of a rulebook, for example star-sydney.")
    ] = None,
    state: Annotated[str | None, typer.Option("--state", help="Only clauses in this state.")] = None,
    kind: Annotated[str | None, typer.Option("--kind", help="Only clauses of this kind.")] = None,
    json_wanted: JsonOption = False,
) -> None:
    """Show how every clause is accounted for: counts per rulebook, or one rulebook's list."""
    names = [find_rules(rulebook).key] if rulebook else list(books.every_rulebook())
    every = {name: list(books.clause_registry(name)) for name in names}
    _check_known("state", state, [one.value for one in ClauseState])
    _check_known("kind", kind, sorted({item.kind for items in every.values() for item in items}))
    found = {
        name: [item for item in items if state in (None, item.state.value) and kind in (None, item.kind)]
        for name, items in every.items()
    }
    if not rulebook:
        _print_counts(found, json_wanted)
    elif json_wanted:
        print_json([_clause_record(find_rules(rulebook), item) for item in found[names[0]]])
    elif not found[names[0]]:
        print_paragraph("No clause matches.")
    else:
        body = [(item.id, item.kind, item.state.value, item.says) for item in found[names[0]]]
        print_table(("clause", "kind", "state", "in our words"), body)


def _check_known(what: str, name: str | None, known: Sequence[str]) -> None:
    if name is not None and name not in known:
        raise NotFound(what, name, known)


def _print_counts(found: Mapping[str, Sequence[Clause]], json_wanted: bool) -> None:
    counts = {name: Counter(item.state for item in items) for name, items in found.items()}
    if json_wanted:
        print_json(
            {
                name: {one.value: counts[name][one] for one in ClauseState} | {"all": len(found[name])}
                for name in found
            }
        )
        return
    columns = ("rulebook", *(one.value for one in ClauseState), "all")
    body = [(name, *(str(counts[name][one]) for one in ClauseState), str(len(found[name]))) for name in found]
    sums = [str(sum(counts[name][one] for name in found)) for one in ClauseState]
    body.append(("all", *sums, str(sum(map(len, found.values())))))
    print_table(columns, body, right=columns[1:])
