"""Seeds that found something once; they run first."""

from pathlib import Path

FILE = Path(__file__).parent / "seeds.txt"


def found_before() -> list[int]:
    """Return the seeds of the list; a line may say after its number what was found."""
    lines = FILE.read_text(encoding="utf-8").splitlines()
    return [int(line.split()[0]) for line in lines if line and not line.startswith("#")]
