"""`replay`: the records of a log in order, with clauses and the state of the table."""

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

from sicbo.cli.output import JsonOption, console, print_heading
from sicbo.errors import BadInput
from sicbo.game.rulebook.publication import enum_key
from sicbo.house.export.readers import founding_of, log_names
from sicbo.house.export.replay import ReplayStep, TableSummary, replay_log, steps_of_round, table_summary
from sicbo.house.export.sources import open_reader
from sicbo.i18n import dollars
from sicbo.machine.log_kind import Fact
from sicbo.table.state import TableState

PSEUDONYM = re.compile(r"\b([pt]-[0-9a-f]{6})[0-9a-f]{18}\b")
REFUSED_STYLE, QUIET_STYLE = "yellow", "dim"
WIDTHS = {"record": 6, "time": 8, "who": 10, "what happened": 37, "clause": 14}

Where = Annotated[str, typer.Argument(metavar="BUNDLE", help="A bundle, data directory or PostgreSQL URL.")]


def replay(
    bundle: Where,
    table: Annotated[
        str | None,
        typer.Option("--table", help="Table, tournament or promotion, if there is more than one table."),
    ] = None,
    number: Annotated[int | None, typer.Option("--round", help="Show only this round.")] = None,
    json_wanted: JsonOption = False,
) -> None:
    """Show a table, tournament or promotion record by record: actions, clauses and refusals."""
    with closing(open_reader(bundle)) as journal:
        names = log_names(journal, table)
        if len(names) > 1:
            raise BadInput(f"There is more than one log. Choose one with --table: {', '.join(names)}.")
        kind = founding_of(next(iter(journal.read(names[0])))).kind
        steps = replay_log(journal, names[0])
        if number is not None:
            steps = _fetch_first(steps_of_round(steps, number))
        if not json_wanted:
            _print_header(names[0], kind)
        before = None
        for step in steps:
            now = table_summary(step.state) if isinstance(step.state, TableState) else None
            if json_wanted:
                sys.stdout.buffer.write(_step_json(step, now))
            else:
                _print_step(step, before, now)
            before = now


def _fetch_first(steps: Iterator[ReplayStep]) -> Iterator[ReplayStep]:
    """Return the same steps, with the first one fetched now: an unknown round fails before any output."""
    return chain([next(steps)], steps)


def _print_header(name: str, kind: str) -> None:
    print_heading(f"{kind.capitalize()} {name}")
    console().print("Times are in UTC. People are shown by the first digits of their pseudonyms.\n")
    head = _record_grid()
    head.add_row(*WIDTHS, style="bold")
    console().print(head)


def _record_grid() -> Table:
    grid = Table(box=None, show_header=False, pad_edge=False, padding=(0, 1, 0, 0))
    for name, width in WIDTHS.items():
        grid.add_column(width=width, justify="right" if name == "record" else "left", overflow="fold")
    return grid


def _print_step(step: ReplayStep, before: TableSummary | None, now: TableSummary | None) -> None:
    """Print a record: what happened, line by line, and the state of a table if it changed."""
    grid = _record_grid()
    if now and now.round is not None and (before is None or before.round != now.round):
        grid.add_row("", "", "", f"Round {now.round}", style="bold")
    rows = [_fact_row(fact) for fact in step.facts]
    if now and now != before:
        rows.append((_format_state(now), "", QUIET_STYLE))
    heads = _stamp_rows(step, len(rows[0][0]) > WIDTHS["what happened"] or len(rows) < 2)
    for head, (says, clause, style) in zip_longest(heads, rows, fillvalue=("", "", "")):
        grid.add_row(*head, says, clause, style=style)
    console().print(grid)


def _stamp_rows(step: ReplayStep, together: bool) -> list[tuple[str, str, str]]:
    """Return the number, time and actor of a record, with the actor's rank below."""
    when = datetime.fromtimestamp(step.record.wall // 1_000_000, UTC).strftime("%H:%M:%S")
    stamp = None if step.entry.founding else step.entry.stamp
    if stamp is None or stamp.rank is None:
        return [(str(step.record.number), when, "house" if stamp is None else _shorten_pseudonyms(stamp.by))]
    rank = enum_key(stamp.rank).replace("-", " ")
    names = (
        [f"{_shorten_pseudonyms(stamp.by)}\n{rank}"] if together else [_shorten_pseudonyms(stamp.by), rank]
    )
    return [(str(step.record.number), when, names[0]), *(("", "", name) for name in names[1:])]


def _fact_row(fact: Fact) -> tuple[str, str, str]:
    return _shorten_pseudonyms(fact.says), fact.clause, REFUSED_STYLE if fact.refused else ""


def _shorten_pseudonyms(text: str) -> str:
    return PSEUDONYM.sub(r"\1", text)


def _format_state(now: TableSummary) -> str:
    slips = (
        f"{now.slips} {'slip' if now.slips == 1 else 'slips'} {dollars(now.staked)}, " if now.slips else ""
    )
    dice = f"dice {' '.join(map(str, now.dice))}, " if now.dice else ""
    return f"[{slips}{dice}next: {now.due}]"


def _step_json(step: ReplayStep, now: TableSummary | None) -> bytes:
    stamp = None if step.entry.founding else step.entry.stamp
    record = {
        "record": step.record.number,
        "wall": step.record.wall,
        "by": step.record.actor,
        "rank": enum_key(stamp.rank) if stamp and stamp.rank else None,
        "id": step.record.id,
        "hash": step.record.hash.hex(),
        "refused": step.entry.refusal is not None,
        "happened": [{"says": fact.says, "clause": fact.clause} for fact in step.facts],
        "state": now._asdict() if now else None,
    }
    return msgspec.json.encode(record) + b"\n"
