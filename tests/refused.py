"""What a test expects of a refusal: its clause, its English sentence, and what ends it."""

from dataclasses import dataclass

from sicbo.errors import Refusal


@dataclass(frozen=True, slots=True)
class Refused:
    """A refusal as a test writes it; it equals the product's refusal that says the same."""

    clause: str
    says: str
    earliest: int | None = None
    spins: int | None = None

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Refusal):
            return NotImplemented
        return (self.clause, self.says, self.earliest, self.spins) == (
            other.clause,
            other.says,
            other.earliest,
            other.spins,
        )
