"""HTML and Markdown tables for notebooks and documents."""

from collections.abc import Mapping, Sequence
from html import escape

Rows = Sequence[Mapping[str, object]]


def cell(value: object) -> str:
    """Return a value as a table shows it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:,.4f}" if abs(value) < 1e6 else f"{value:,.0f}"
    return f"{value:,}" if isinstance(value, int) else "" if value is None else str(value)


def markdown(rows: Rows) -> str:
    """Return rows as a Markdown table."""
    if not rows:
        return ""
    lines = [" | ".join(rows[0]), " | ".join("---" for _ in rows[0])]
    lines += [" | ".join(cell(value).replace("|", "\\|") for value in row.values()) for row in rows]
    return "".join(f"| {line} |\n" for line in lines)


def html(rows: Rows, caption: str = "") -> str:
    """Return rows as an HTML table."""
    head = "".join(f"<th>{escape(name)}</th>" for name in (rows[0] if rows else ()))
    body = "".join(
        "<tr>" + "".join(f"<td>{escape(cell(value))}</td>" for value in row.values()) + "</tr>"
        for row in rows
    )
    said = f"<caption>{escape(caption)}</caption>" if caption else ""
    return f"<table>{said}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
