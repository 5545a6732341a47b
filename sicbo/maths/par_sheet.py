"""The PAR sheet of a layout: each bet's exact return as reproducible text, CSV, JSON and HTML."""

import csv
import html
import io
import json
from collections.abc import Callable
from dataclasses import dataclass

from sicbo.game.layout import Layout
from sicbo.game.rulebook.publication import sha256
from sicbo.game.rulebook.rules import Rules
from sicbo.game.super_streak import PREFIX
from sicbo.maths.edge import Return, returns
from sicbo.maths.figures import percent, root
from sicbo.maths.findings import lint
from sicbo.maths.super_streak import streak_returns
from sicbo.maths.tokens import token_value

COLUMNS = (
    "bet",
    "name",
    "clause",
    "pays",
    "wins",
    "hit_rate",
    "house_edge",
    "percent",
    "variance",
    "sd",
    "token",
    "reading",
)


@dataclass(frozen=True, slots=True)
class Sheet:
    """The contents that a test laboratory signs: identity, readings, returns, findings."""

    layout: str
    title: str
    sha256: str
    readings: dict[str, str]
    rows: tuple[dict[str, str], ...]
    findings: tuple[str, ...]


def sheet(name: str, rules: Rules, layout: Layout) -> Sheet:
    """Return the sheet of one layout under the readings of its rules."""
    taken = {reading.id: rules.chosen.get(reading.id, reading.default.key) for reading in rules.readings}
    rows = [_row(rules, layout, one) for one in (*returns(layout, rules), *streak_returns(rules))]
    remarks = (remark for remark in lint(rules) if remark.where in (name, rules.key))
    findings = tuple(f"{remark.kind.value} {remark.clause}: {remark.says}" for remark in remarks)
    title = f"{rules.name}, {rules.version}, {layout.name}"
    return Sheet(name, title, sha256(rules), taken, tuple(rows), findings)


def _row(rules: Rules, layout: Layout, one: Return) -> dict[str, str]:
    stakes = rules.wagers.tokens.choice.is_stake
    tokens = stakes and not one.bet.startswith(PREFIX)
    return {
        "bet": one.bet,
        "name": one.name,
        "clause": one.clause,
        "pays": " / ".join(map(str, one.pays.values())),
        "wins": str(one.wins or ""),
        "hit_rate": str(one.probability),
        "house_edge": str(one.edge),
        "percent": percent(one.edge),
        "variance": str(one.variance),
        "sd": root(one.variance, 4),
        "token": str(token_value(layout, rules, one.bet)) if tokens else "",
        "reading": one.reading or "",
    }


def as_json(sheet: Sheet) -> str:
    """Return the sheet as JSON."""
    record = {
        "layout": sheet.layout,
        "title": sheet.title,
        "sha256": sheet.sha256,
        "readings": sheet.readings,
        "bets": list(sheet.rows),
        "findings": list(sheet.findings),
    }
    return json.dumps(record, indent=1, sort_keys=True, ensure_ascii=False) + "\n"


def as_csv(sheet: Sheet) -> str:
    """Return the sheet's bets as a CSV table for a spreadsheet."""
    out = io.StringIO()
    table = csv.DictWriter(out, COLUMNS, lineterminator="\n")
    table.writeheader()
    table.writerows(sheet.rows)
    return out.getvalue()


def as_text(sheet: Sheet) -> str:
    """Return the sheet as plain text of 80 columns."""
    lines = [f"PAR sheet  {sheet.layout}", sheet.title, f"data sha256 {sheet.sha256}", ""]
    lines.append(f"{'bet':<19}{'pays to 1':>12}{'wins':>6}{'house edge':>13}{'':>10}{'sd':>9}  clause")
    for row in sheet.rows:
        pays = (
            row["pays"]
            if len(row["pays"]) < 12
            else f"{row['pays'].split(' ')[0]} … {row['pays'].split(' ')[-1]}"
        )
        lines.append(
            f"{row['bet']:<19}{pays:>12}{row['wins']:>6}{row['house_edge']:>13}{row['percent']:>10}"
            f"{row['sd']:>9}  {row['clause'].split(',')[0]}"
        )
    lines += ["", "Readings taken", *(f"  {key:<7}{value}" for key, value in sheet.readings.items())]
    lines += ["", "Findings", *(f"  {finding}" for finding in sheet.findings)]
    return "\n".join(lines) + "\n"


def as_html(sheet: Sheet) -> str:
    """Return the sheet as one page without scripts or external resources."""
    head = "".join(f"<th>{column.replace('_', ' ')}</th>" for column in COLUMNS)
    body = "\n".join(
        "<tr>" + "".join(f"<td>{html.escape(row[column])}</td>" for column in COLUMNS) + "</tr>"
        for row in sheet.rows
    )
    taken = "".join(
        f"<li>{html.escape(key)}: {html.escape(value)}</li>" for key, value in sheet.readings.items()
    )
    found = "".join(f"<li>{html.escape(finding)}</li>" for finding in sheet.findings)
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        f"<title>PAR sheet {html.escape(sheet.layout)}</title>\n"
        "<style>body{font:14px/1.5 system-ui,sans-serif;margin:2em}table{border-collapse:collapse}"
        "td,th{border:1px solid #999;padding:.2em .6em;text-align:left}</style></head>\n"
        f"<body><h1>{html.escape(sheet.title)}</h1>\n"
        f"<p>{html.escape(sheet.layout)}, data sha256 {sheet.sha256}</p>\n"
        f"<table><thead><tr>{head}</tr></thead><tbody>\n{body}\n</tbody></table>\n"
        f"<h2>Readings taken</h2><ul>{taken}</ul><h2>Findings</h2><ul>{found}</ul></body></html>\n"
    )


FORMS: dict[str, Callable[[Sheet], str]] = {"txt": as_text, "csv": as_csv, "json": as_json, "html": as_html}
