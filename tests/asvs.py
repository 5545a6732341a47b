"""OWASP's standard as ids and levels, and how the page on security answers it."""

import csv
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "evidence" / "security.md"
WANTED = (1, 2)
CHOSEN = ("2.3.5", "4.1.5", "6.3.3", "7.5.3", "15.4.2", "16.3.2")
"""The requirements of level 3 that the house also answers."""
FURTHER = "## Six items of level 3"
EDITION = "5.0.0"
ID = r"(?<![\d.])\d+\.\d+(?:\.\d+)?(?![\d.]*\d)"
SPAN = re.compile(rf"({ID})(?: to ({ID}))?")


def levels() -> dict[str, int]:
    """Return the level of every requirement of the edition."""
    with open(Path(__file__).parent / "asvs.csv", encoding="utf-8", newline="") as file:
        return {row["id"]: int(row["level"]) for row in csv.DictReader(file)}


def place(name: str) -> tuple[int, ...]:
    """Return an id as numbers, so that 1.2.10 comes after 1.2.9."""
    return tuple(map(int, name.split(".")))


def named(text: str) -> Iterator[str]:
    """Return the requirements that a text names: alone, as a span, or as a whole section."""
    for first, last in SPAN.findall(text):
        low, high = place(first), place(last or first)
        found = [one for one in levels() if low <= place(one)[: len(low)] and place(one)[: len(high)] <= high]
        yield from found or [first]


def answered(page: str) -> dict[str, str]:
    """Return the page's answer to each requirement: the row's last cell, or why it does not apply."""
    answers: dict[str, str] = {}
    for line in page.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if re.match(rf"\| {ID}", line):
            answers |= dict.fromkeys(named(cells[0]), cells[-1])
        elif line.startswith("Not applicable: "):
            for part in line.removeprefix("Not applicable: ").split(";"):
                answers |= dict.fromkeys(
                    named(part), re.sub(rf"{ID}|\b(?:to|and)\b|[ ,.]", " ", part).strip()
                )
    return answers


def unanswered(page: str) -> list[str]:
    """Return the chosen requirements, and those of our levels, that have neither a test nor a reason."""
    first, _, further = page.partition(FURTHER)
    answers, more = answered(first), answered(further)
    wanted = [name for name, level in levels().items() if level in WANTED]
    return [name for name in wanted if not answers.get(name)] + [one for one in CHOSEN if not more.get(one)]


def in_part(page: str) -> list[str]:
    """Return the requirements of our levels whose row says in bold what is not fulfilled."""
    return [name for name, said in answered(page.partition(FURTHER)[0]).items() if "**" in said]


def strange(page: str) -> list[str]:
    """Return numbers on the page that look like requirements but do not exist."""
    full = re.findall(r"(?<![\d.])\d+\.\d+\.\d+(?![\d.]*\d)", page.replace(EDITION, ""))
    return [name for name in full if name not in levels()]
