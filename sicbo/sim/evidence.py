"""The evidence of a dice test: what was rolled, every test with its p-value, and what it could have seen."""

import hashlib
import json
from dataclasses import asdict, dataclass
from importlib.metadata import version
from typing import Any

from sicbo.sim.dicetests import Faces, Finding, Left, tested
from sicbo.sim.power import LEVEL, POWER, power_table, smallest_bias
from sicbo.sim.shown import html, markdown

METHOD = (
    "Each p-value is the chance that three fair, independent dice do as badly. "
    "The p-values are corrected together after Holm. "
    "A single small one is looked at again on new rolls before dice are blamed. "
    "Chi-squares take cells together that expect fewer than five."
)


@dataclass(frozen=True)
class Evidence:
    """A test of rolls from one source, at one level."""

    source: str
    rolls: int
    sha256: str
    found: tuple[Finding, ...]
    left: tuple[Left, ...]
    level: float = LEVEL

    @property
    def suspect(self) -> list[Finding]:
        """What fair dice would hardly do."""
        return [one for one in self.found if one.adjusted < self.level]

    @property
    def verdict(self) -> str:
        """One sentence."""
        if not self.suspect:
            least = smallest_bias(self.rolls, self.level)
            return f"Nothing that fair dice would not do; a face off by {least:.2%} would have shown."
        names = ", ".join(one.test for one in self.suspect)
        return f"Fair dice would hardly do this: {names}."

    def rows(self) -> list[dict[str, Any]]:
        """A row for each test."""
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

    def facts(self) -> dict[str, Any]:
        """The evidence for machines."""
        return {
            "source": self.source,
            "rolls": self.rolls,
            "sha256": self.sha256,
            "level": self.level,
            "power": POWER,
            "verdict": self.verdict,
            "suspect": [one.test for one in self.suspect],
            "tests": [asdict(one) for one in self.found],
            "left_out": [asdict(one) for one in self.left],
            "needed": power_table(self.rolls, self.level),
            "version": version("sicbo"),
        }

    def to_json(self) -> str:
        """The evidence as JSON."""
        return json.dumps(self.facts(), ensure_ascii=False, indent=1) + "\n"

    def to_markdown(self) -> str:
        """The report for a laboratory."""
        needed = [
            {"one face more often by": f"{row['bias']:.2%}", **{k: v for k, v in row.items() if k != "bias"}}
            for row in power_table(self.rolls, self.level)
        ]
        left = "".join(f"- {one.test}: {one.why}\n" for one in self.left) or "- none\n"
        return (
            f"# Dice test of {self.source}\n\n"
            f"{self.rolls:,} rolls, SHA-256 `{self.sha256}` of their faces, a byte each.\n"
            f"Level {self.level:g}, sicbo {version('sicbo')}.\n\n**{self.verdict}**\n\n"
            f"{markdown(self.rows())}\n## Left out\n\n{left}\n"
            f"## What so many rolls can show\n\n"
            f"Rolls needed to find one face of one die, with a power of {POWER:.0%}.\n\n"
            f"{markdown(needed)}\n## Method\n\n{METHOD}\n"
        )

    def _repr_html_(self) -> str:
        return html(self.rows(), caption=f"{self.source}: {self.verdict}")

    def _repr_markdown_(self) -> str:
        return self.to_markdown()


def evidence(faces: Faces, source: str, level: float = LEVEL) -> Evidence:
    """Test rolls, and say what was found."""
    found, left = tested(faces)
    sha256 = hashlib.sha256(faces.astype("u1").tobytes()).hexdigest()
    return Evidence(source, len(faces), sha256, tuple(found), tuple(left), level)
