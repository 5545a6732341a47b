"""Conformance vectors for other engines: every bet against each of the 216 rolls."""

from collections.abc import Mapping

from sicbo.rulebook import Rulebook, Vector


def vectors(layout: str, readings: Mapping[str, str] | None = None, stake: int = 100) -> list[Vector]:
    """Return every vector of a layout as a list for `pytest.mark.parametrize`."""
    return list(Rulebook.load(layout, readings).vectors(stake))
