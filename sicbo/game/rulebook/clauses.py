"""The registry of clauses: every numbered rule of a text, in our words, and how the project implements it."""

import csv
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum

from sicbo.errors import NotFound, RulebookError


class State(Enum):
    """How a clause is accounted for."""

    EXECUTABLE = "executable"
    DUTY = "duty"
    DISPLAY = "display"
    DEFINITION = "definition"
    PENDING = "pending"


@dataclass(frozen=True, slots=True)
class Clause:
    """One clause. `where` names its ruling or code, what a person records, or the issue that will do it."""

    id: str
    kind: str
    state: State
    where: str
    tests: tuple[str, ...]
    says: str


class Registry:
    """Every clause of one rulebook, in the order of its text."""

    def __init__(self, rulebook: str, clauses: Iterable[Clause]) -> None:
        self.rulebook = rulebook
        self._clauses: dict[str, Clause] = {}
        for clause in clauses:
            if clause.id in self._clauses:
                raise RulebookError(f"The registry of {rulebook} lists a clause twice ({clause.id}).")
            self._clauses[clause.id] = clause

    def __iter__(self) -> Iterator[Clause]:
        return iter(self._clauses.values())

    def __len__(self) -> int:
        return len(self._clauses)

    def __contains__(self, clause_id: object) -> bool:
        return clause_id in self._clauses

    def __getitem__(self, clause_id: str) -> Clause:
        try:
            return self._clauses[clause_id]
        except KeyError:
            raise NotFound(f"clause of {self.rulebook}", clause_id, self._clauses) from None

    def under(self, clause_id: str) -> tuple[Clause, ...]:
        """Return a clause and those below it: 4.2 with 4.2.1 and 4.2(a)."""
        below = re.compile(re.escape(clause_id) + r"(?:[.(/].*)?$")
        return tuple(clause for clause in self if below.match(clause.id)) or (self[clause_id],)


def read_registry(rulebook: str, text: str) -> Registry:
    """Read the registry from its table: clause, kind, state, where, tests, says."""
    return Registry(
        rulebook,
        (
            Clause(
                row["clause"],
                row["kind"],
                State(row["state"]),
                row["where"],
                tuple(row["tests"].split()),
                row["says"],
            )
            for row in csv.DictReader(text.splitlines())
        ),
    )
