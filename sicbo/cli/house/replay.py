"""`replay`: the records of a table in order, with clauses and the state of the table."""

import re
import sys
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from itertools import chain, zip_longest
from typing import Annotated

import msgspec
import typer
from rich.table import Table

from sicbo.cli.output import Json, heading, people
from sicbo.errors import BadInput
from sicbo.game.rulebook.publication import key_of
from sicbo.house.export.readers import tables_of
from sicbo.house.export.replay import Standing, Stepped, of_round, replayed, standing
from sicbo.house.export.sources import open_reader
from sicbo.table.narration.formatting import dollars, faces
from sicbo.table.narration.table import Fact

VEILED = re.compile(r"\b([pt]-[0-9a-f]{6})[0-9a-f]{18}\b")
REFUSED, QUIET = "yellow", "dim"
WIDTHS = {"record": 6, "time": 8, "who": 10, "what happened": 37, "clause": 14}

Where = Annotated[str, typer.Argument(metavar="BUNDLE", help="A bundle, data directory or PostgreSQL URL.")]


def replay(
    bundle: Where,
    table: Annotated[
        str | None, typer.Option("--table", help="Name of the table, if there is more than one.")
    ] = None,
    number: Annotated[int | None, typer.Option("--round", help="Show only this round.")] = None,
    json_wanted: Json = False,
) -> None:
    """Show a table's records in order: actions, clauses, refusals and the state of the table."""
    with closing(open_reader(bundle)) as journal:
        names = tables_of(journal, table)
        if len(names) > 1:
            raise BadInput(f"There is more than one table. Choose one with --table: {', '.join(names)}.")
        steps = replayed(journal, names[0])
        if number is not None:
            steps = _begun(of_round(steps, number))
        if not json_wanted:
            _begin(names[0])
        before = None
        for step in steps:
            now = standing(step.table)
            if json_wanted:
                sys.stdout.buffer.write(_line(step, now))
            else:
                _show(step, before, now)
            before = now


def _begun(steps: Iterator[Stepped]) -> Iterator[Stepped]:
    """Return the same steps, with the first one fetched now: an unknown round fails before any output."""
    return chain([next(steps)], steps)


def _begin(table: str) -> None:
    heading(f"Table {table}")
    people().print("Times are in UTC. People are shown by the first digits of their pseudonyms.\n")
    head = _grid()
    head.add_row(*WIDTHS, style="bold")
    people().print(head)


def _grid() -> Table:
    grid = Table(box=None, show_header=False, pad_edge=False, padding=(0, 1, 0, 0))
    for name, width in WIDTHS.items():
        grid.add_column(width=width, justify="right" if name == "record" else "left", overflow="fold")
    return grid


def _show(step: Stepped, before: Standing | None, now: Standing) -> None:
    """Print a record: what happened, line by line, and the state of the table if it changed."""
    grid = _grid()
    if now.round is not None and (before is None or before.round != now.round):
        grid.add_row("", "", "", f"Round {now.round}", style="bold")
    rows = [_row(fact) for fact in step.facts]
    if now != before:
        rows.append((_state(now), "", QUIET))
    heads = _heads(step, len(rows[0][0]) > WIDTHS["what happened"] or len(rows) < 2)
    for head, (says, clause, style) in zip_longest(heads, rows, fillvalue=("", "", "")):
        grid.add_row(*head, says, clause, style=style)
    people().print(grid)


def _heads(step: Stepped, together: bool) -> list[tuple[str, str, str]]:
    """Return the number, time and actor of a record, with the actor's rank below."""
    when = datetime.fromtimestamp(step.record.wall // 1_000_000, UTC).strftime("%H:%M:%S")
    stamp = None if step.entry.founding else step.entry.stamp
    if stamp is None or stamp.rank is None:
        return [(str(step.record.number), when, "house" if stamp is None else _brief(stamp.by))]
    rank = key_of(stamp.rank).replace("-", " ")
    names = [f"{_brief(stamp.by)}\n{rank}"] if together else [_brief(stamp.by), rank]
    return [(str(step.record.number), when, names[0]), *(("", "", name) for name in names[1:])]


def _row(fact: Fact) -> tuple[str, str, str]:
    return _brief(fact.says), fact.clause, REFUSED if fact.refused else ""


def _brief(text: str) -> str:
    return VEILED.sub(r"\1", text)


def _state(now: Standing) -> str:
    slips = (
        f"{now.slips} {'slip' if now.slips == 1 else 'slips'} {dollars(now.staked)}, " if now.slips else ""
    )
    dice = f"dice {faces(now.dice)}, " if now.dice else ""
    return f"[{slips}{dice}next: {now.due}]"


def _line(step: Stepped, now: Standing) -> bytes:
    stamp = None if step.entry.founding else step.entry.stamp
    told = {
        "record": step.record.number,
        "wall": step.record.wall,
        "by": step.record.actor,
        "rank": key_of(stamp.rank) if stamp and stamp.rank else None,
        "id": step.record.id,
        "hash": step.record.hash.hex(),
        "refused": step.entry.refusal is not None,
        "happened": [{"says": fact.says, "clause": fact.clause} for fact in step.facts],
        "state": now._asdict(),
    }
    return msgspec.json.encode(told) + b"\n"
