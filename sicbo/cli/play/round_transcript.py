"""`round`: play a transcript at its table, line by line, with the clauses."""

from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from sicbo.cli.output import CHECK_FAILED, Json, heading, machine, people, say
from sicbo.errors import BadInput
from sicbo.table.state import state_hash
from sicbo.table.transcript.parser import parse
from sicbo.table.transcript.player import Report, Told, play

WIDEST_CLAUSE = 20
REFUSED = "yellow"

File = Annotated[
    Path, typer.Argument(metavar="FILE", help="A round transcript; see tests/rounds for examples.")
]


def round(file: File, json_wanted: Json = False) -> None:  # noqa: A001 (the command is called so)
    """Play a round transcript and show each event with its clause; exit code 3 if a check fails."""
    report = play(parse(_read(file)))
    if json_wanted:
        machine(_record(report))
    else:
        _show(report)
    if not report.holds:
        raise typer.Exit(CHECK_FAILED)


def _read(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except OSError as error:
        raise BadInput(f"Cannot read {file}: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise BadInput(f"{file} is not valid UTF-8 text. Give a round transcript.") from None


def _show(report: Report) -> None:
    heading(report.table.layout.name)
    people().print(_page(report))
    people().print()
    for sentence in report.wrong:
        say(sentence)
    people().print(_verdict(report), style="bold")


def _page(report: Report) -> Table:
    """Return the events as a table; an empty line in the file is an empty row."""
    page = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    page.add_column("line", justify="right")
    page.add_column("who", overflow="fold")
    page.add_column("what happened", overflow="fold")
    page.add_column("clause", overflow="fold", max_width=WIDEST_CLAUSE)
    for fact in report.opening:
        page.add_row("", "house", fact.says, fact.clause)
    before = report.told[0].line.number if report.told else 0
    for one in report.told:
        if one.line.number > before + 1:
            page.add_row()
        before = one.line.number
        _add_rows(page, one)
    return page


def _add_rows(page: Table, one: Told) -> None:
    """Add the rows of one transcript line; a line that only checks something has none."""
    names = [(str(one.line.number), one.line.who)] + [("", "")] * len(one.facts)
    for name, fact in zip(names, one.facts, strict=False):
        page.add_row(*name, fact.says, fact.clause, style=REFUSED if fact.refused else None)


def _verdict(report: Report) -> str:
    lines, wrong = len(report.told), sum(bool(one.wrong) for one in report.told)
    if report.holds:
        return f"The transcript passes: {lines} lines, {len(report.events)} events."
    return f"The transcript fails: {wrong} of {lines} lines."


def _record(report: Report) -> dict[str, object]:
    return {
        "layout": f"{report.table.rulebook}/{report.table.layout_key}".rstrip("/"),
        "readings": dict(report.table.readings),
        "holds": report.holds,
        "lines": [
            {
                "line": one.line.number,
                "text": one.line.text,
                "happened": [{"says": fact.says, "clause": fact.clause} for fact in one.facts],
                "wrong": list(one.wrong),
            }
            for one in report.told
        ],
        "events": len(report.events),
        "state": state_hash(report.table),
    }
