"""Figures that a long test notes while it runs, if SICBO_FIGURES names a file.

Each figure is a line added to that file, so tests in several processes may write at once.
"""

import json
import os
from collections.abc import Iterable, Mapping
from pathlib import Path

Figures = dict[str, float]


def add_count(figure: str, more: float) -> None:
    """Add to a count; all counts of a run are summed."""
    _note_figures({"figure": figure, "more": more})


def set_figure(figure: str, value: float) -> None:
    """Note a measured value; the last one of a run counts."""
    _note_figures({"figure": figure, "value": value})


def _note_figures(line: Mapping[str, object]) -> None:
    place = os.environ.get("SICBO_FIGURES")
    if place:
        with open(place, "a", encoding="utf-8") as file:
            file.write(f"{json.dumps(line)}\n")


def read(lines: Iterable[str]) -> Figures:
    """Return the figures that were noted."""
    figures: Figures = {}
    for line in lines:
        noted = json.loads(line)
        name = noted["figure"]
        figures[name] = noted["value"] if "value" in noted else figures.get(name, 0) + noted["more"]
    return figures


def read_file(path: Path) -> Figures:
    """Return the figures in a file; none if there is no file."""
    return read(path.read_text(encoding="utf-8").splitlines()) if path.exists() else {}
