"""The report of a dice test: rolls, tests with p-values, and the faults that could have been detected."""

import hashlib
import json
import platform
from dataclasses import asdict, dataclass
from importlib.metadata import version
from typing import Any

import numpy as np

from sicbo.game.dice import EVERY_ROLL, OUTCOMES
from sicbo.lab.dice_tests.sample_size import LEVEL, POWER, power_table, smallest_bias
from sicbo.lab.dice_tests.tests import DICE, Faces, Finding, Left, face_counts, has_order, tested
from sicbo.lab.output.tables import html, markdown

TOTALS = range(3, 19)
METHOD = (
    "The hypothesis is three fair dice, independent of each other and of earlier rolls. "
    "A p-value is the probability that such dice give a result at least as extreme. "
    "Holm's correction controls the error rate of all tests together: "
    "at the level, no more than that share of logs from fair dice is rejected. "
    "Chi-square tests merge cells with an expected count below five. "
    "Serial correlation, runs and lags use the mean 10.5 and the variance 8.75 of fair totals."
)
BOUNDS = (
    "A test that finds nothing proves nothing: it bounds the faults that would have been detected. "
    "It says nothing about whether results can be predicted, about patterns more than eight rolls apart "
    "that do not repeat, or about whether the log is complete and true. "
    "Confirm a finding on new rolls before the dice are rejected."
)


@dataclass(frozen=True)
class Evidence:
    """The result of testing rolls from one source at one level.

    `faces` counts each face by die, `totals` counts the totals from 3 on.
    """

    source: str
    rolls: int
    sha256: str
    ordered: bool
    faces: tuple[tuple[int, ...], ...]
    totals: tuple[int, ...]
    found: tuple[Finding, ...]
    left: tuple[Left, ...]
    level: float = LEVEL

    @property
    def suspect(self) -> list[Finding]:
        """The findings whose adjusted p-value is below the level."""
        return [one for one in self.found if one.adjusted < self.level]

    @property
    def verdict(self) -> str:
        """The conclusion from these rolls, in one or two sentences."""
        if not self.suspect:
            share = 1 / 6 + smallest_bias(self.rolls, self.level, ordered=self.ordered)
            return (
                f"No evidence against fair dice at level {self.level:g}. "
                f"A face of one die that came {min(share, 1):.2%} of the time, not 16.67%, "
                f"would have been found with probability {POWER:.0%}."
            )
        names = ", ".join(f"{one.test} (adjusted p {one.adjusted:.2g})" for one in self.suspect)
        again = "Log the same number of new rolls, and test those."
        return f"Evidence against fair dice at level {self.level:g}: {names}. {again}"

    @property
    def made_with(self) -> str:
        """The versions of the software that made the report."""
        return f"sicbo {version('sicbo')}, Python {platform.python_version()}, numpy {np.__version__}"

    def rows(self) -> list[dict[str, Any]]:
        """Return a row for each test."""
        return [
            {
                "test": one.test,
                "of": one.what,
                "statistic": one.statistic,
                "df": one.df,
                "p": f"{one.p:.4g}",
                "adjusted p": f"{one.adjusted:.4g}",
                "suspect": one.adjusted < self.level,
            }
            for one in self.found
        ]

    def counted(self) -> list[dict[str, Any]]:
        """Return a row for each face: its count by die, or for all dice together if the log has no order."""
        names, fair = (DICE, self.rolls / 6) if self.ordered else (("all dice",), self.rolls / 2)
        return [
            {"face": face, **dict(zip(names, seen, strict=True)), "fair share": f"{fair:,.1f}"}
            for face, seen in enumerate(zip(*self.faces, strict=True), 1)
        ]

    def summed(self) -> list[dict[str, Any]]:
        """Return a row for each total."""
        fair = [sum(sum(roll) == total for roll in EVERY_ROLL) * self.rolls / OUTCOMES for total in TOTALS]
        rows = zip(TOTALS, self.totals, fair, strict=True)
        return [{"total": total, "seen": seen, "fair share": f"{due:,.1f}"} for total, seen, due in rows]

    def needed(self) -> list[dict[str, Any]]:
        """Return how many rolls detect a bias of a given size."""
        return power_table(self.rolls, self.level, ordered=self.ordered)

    def facts(self) -> dict[str, Any]:
        """Return the report as data."""
        return {
            "source": self.source,
            "rolls": self.rolls,
            "sha256": self.sha256,
            "ordered": self.ordered,
            "level": self.level,
            "power": POWER,
            "verdict": self.verdict,
            "suspect": [one.test for one in self.suspect],
            "tests": [asdict(one) for one in self.found],
            "left_out": [asdict(one) for one in self.left],
            "faces": self.faces,
            "totals": self.totals,
            "needed": self.needed(),
            "made_with": self.made_with,
        }

    def to_json(self) -> str:
        """Return the report as JSON."""
        return json.dumps(self.facts(), ensure_ascii=False, indent=1) + "\n"

    def to_markdown(self) -> str:
        """Return the report as Markdown."""
        needed = [
            {"one face comes": f"{1 / 6 + row['bias']:.2%}", **row, "bias": f"+{row['bias']:.2%}"}
            for row in self.needed()
        ]
        left = "".join(f"- {one.test}: {one.why}\n" for one in self.left) or "- none\n"
        order = (
            "in the order of the dice"
            if self.ordered
            else "from low to high, so the dice cannot be told apart"
        )
        return (
            f"# Dice test of {self.source}\n\n**{self.verdict}**\n\n## What was tested\n\n"
            f"- {self.rolls:,} rolls, {order}\n"
            f"- SHA-256 of their faces, one byte per face: `{self.sha256}`\n"
            f"- level {self.level:g} for all tests together\n- {self.made_with}\n\n"
            f"{markdown(self.counted())}\n{markdown(self.summed())}\n"
            f"## Tests\n\n{markdown(self.rows())}\n### Left out\n\n{left}\n"
            f"## Power\n\n"
            f"Rolls needed to detect a face of this frequency, not 16.67%, with probability {POWER:.0%}.\n\n"
            f"{markdown(needed)}\n## Method\n\n{METHOD}\n\n## Limitations\n\n{BOUNDS}\n"
        )

    def _repr_html_(self) -> str:
        return html(self.rows(), caption=f"{self.source}: {self.verdict}")

    def _repr_markdown_(self) -> str:
        return self.to_markdown()


def evidence(faces: Faces, source: str, level: float = LEVEL) -> Evidence:
    """Test rolls and return the report."""
    found, left = tested(faces)
    ordered = has_order(faces)
    columns = faces.T if ordered else faces.reshape(1, -1)
    return Evidence(
        source=source,
        rolls=len(faces),
        sha256=hashlib.sha256(faces.astype("u1").tobytes()).hexdigest(),
        ordered=ordered,
        faces=tuple(tuple(face_counts(column)) for column in columns),
        totals=tuple(np.bincount(faces.sum(axis=1), minlength=19)[3:].tolist()),
        found=tuple(found),
        left=tuple(left),
        level=level,
    )
