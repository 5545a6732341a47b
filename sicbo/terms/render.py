"""The terms as a document for players: Markdown, or a page of HTML, with headings in four languages."""

from collections.abc import Iterator, Sequence
from html import escape

from sicbo.game.rulebook.required_terms import Item
from sicbo.i18n import say
from sicbo.terms.blocks import Block, Grid, Heading, StatedFact, Statement, document_blocks
from sicbo.terms.loader import Terms

STYLE = (
    "body{font:16px/1.5 system-ui,sans-serif;max-width:50rem;margin:2rem auto;padding:0 1rem}"
    "table{border-collapse:collapse}td,th{border:1px solid #999;padding:.2rem .6rem;text-align:left}"
    "small{color:#555}"
)


def markdown(terms: Terms, items: Sequence[Item], language: str = "en") -> str:
    """Return the document as Markdown."""
    lines = [f"# {terms.name}", "", f"*{_subtitle(terms, language)}*"]
    for block in document_blocks(terms, items, language):
        lines += ["", *_markdown(block)]
    return "\n".join([*lines, "", f"sha256 `{terms.sha256}`"]) + "\n"


def html(terms: Terms, items: Sequence[Item], language: str = "en") -> str:
    """Return the document as one self-contained page of HTML."""
    title = escape(terms.name)
    inside = "\n".join(line for block in document_blocks(terms, items, language) for line in _html(block))
    return (
        f'<!doctype html>\n<html lang="{language}">\n<head><meta charset="utf-8"><title>{title}</title>'
        f"<style>{STYLE}</style></head>\n<body>\n<h1>{title}</h1>\n"
        f"<p>{escape(_subtitle(terms, language))}</p>\n"
        f"{inside}\n<p><small>sha256 {terms.sha256}</small></p>\n</body>\n</html>\n"
    )


def _subtitle(terms: Terms, language: str) -> str:
    return say("terms.under", language, rulebook=terms.rulebook)


def _markdown(block: Block) -> Iterator[str]:
    match block:
        case Heading(text):
            yield f"## {text}"
        case StatedFact(label, value, clause):
            yield f"**{label}**: {value} ({clause})"
        case Statement(text, clause):
            yield f"{text} ({clause})"
        case Grid(columns, rows, clause):
            yield f"| {' | '.join(columns)} |"
            yield "|---" * len(columns) + "|"
            for row in rows:
                yield f"| {' | '.join(cell.replace('|', '/') for cell in row)} |"
            yield ""
            yield f"({clause})"


def _html(block: Block) -> Iterator[str]:
    match block:
        case Heading(text):
            yield f"<h2>{escape(text)}</h2>"
        case StatedFact(label, value, clause):
            yield f"<p><strong>{escape(label)}</strong>: {escape(value)} <small>({clause})</small></p>"
        case Statement(text, clause):
            yield f"<p>{escape(text)} <small>({clause})</small></p>"
        case Grid(columns, rows, clause):
            yield f"<table><caption><small>{clause}</small></caption>"
            yield f"<tr>{''.join(f'<th scope=col>{escape(column)}</th>' for column in columns)}</tr>"
            for row in rows:
                yield f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>"
            yield "</table>"
