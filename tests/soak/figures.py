"""Figures that a long form notes while it runs, for whoever asked for them by SICBO_FIGURES.

A line is added to the file that the variable names, so tests in several processes may note at once.
"""

import json
import os
from collections.abc import Iterable, Mapping
from pathlib import Path

Figures = dict[str, float]


def counted(figure: str, more: float) -> None:
    """So many more of something: all that is counted in a run is added up."""
    _noted({"figure": figure, "more": more})


def measured(figure: str, value: float) -> None:
    """What something came to; measured again, the last one counts."""
    _noted({"figure": figure, "value": value})


def _noted(line: Mapping[str, object]) -> None:
    place = os.environ.get("SICBO_FIGURES")
    if place:
        with open(place, "a", encoding="utf-8") as file:
            file.write(f"{json.dumps(line)}\n")


def read(lines: Iterable[str]) -> Figures:
    """The figures that were noted."""
    figures: Figures = {}
    for line in lines:
        noted = json.loads(line)
        name = noted["figure"]
        figures[name] = noted["value"] if "value" in noted else figures.get(name, 0) + noted["more"]
    return figures


def read_file(path: Path) -> Figures:
    """The figures in a file; none where nobody noted any."""
    return read(path.read_text(encoding="utf-8").splitlines()) if path.exists() else {}
