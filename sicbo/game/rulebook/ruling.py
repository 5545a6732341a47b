"""A ruling: what a clause decides."""

from dataclasses import dataclass
from typing import Generic, TypeVar

from sicbo.game.frozen import freeze

Choice = TypeVar("Choice", covariant=True)


@dataclass(frozen=True, slots=True)
class Ruling(Generic[Choice]):
    """What a clause decides, in the closed vocabulary and in our own words."""

    clause: str
    choice: Choice
    says: str
    reading: str | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "choice", freeze(self.choice))
