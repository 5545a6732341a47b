"""Keep what fuzzing found: inputs that take a path through the package that no shorter input takes."""

import sys
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from types import FrameType
from typing import Any

import sicbo
from tests.fuzz.corpus import first_inputs, kept_inputs, write_inputs
from tests.fuzz.targets import accepts

PACKAGE = str(Path(sicbo.__file__).parent)
FOUND = Path(__file__).parents[2] / ".fuzz"
"""Where a long run leaves what it finds; the next run continues from there."""
MOST_KEPT, LONGEST_KEPT = 24, 1_500

Way = tuple[str, int, int]


class LineSteps:
    """Every step from a line to a line of the package that a target's inputs take."""

    def __init__(self, name: str) -> None:
        self.name, self.known, self._before = name, set[Way](), 0
        self.now: set[Way] = set()

    def takes_new_step(self, data: bytes) -> bool:
        """Whether an input takes a new step; exceptions are ignored here and found elsewhere."""
        self.now = set()
        sys.settrace(self._trace_call)
        try:
            with suppress(Exception):
                accepts(self.name, data)
        finally:
            sys.settrace(None)
        new = self.now - self.known
        self.known |= new
        return bool(new)

    def _trace_call(self, frame: FrameType, event: str, given: Any) -> Any:
        if not frame.f_code.co_filename.startswith(PACKAGE):
            return None
        self._before = 0
        return self._trace_line

    def _trace_line(self, frame: FrameType, event: str, given: Any) -> Any:
        self.now.add((frame.f_code.co_filename, self._before, frame.f_lineno))
        self._before = frame.f_lineno
        return self._trace_line


def found_inputs(name: str) -> list[bytes]:
    """Return what was found for a target, shortest first."""
    texts = {path.read_bytes() for path in (FOUND / name).iterdir()} if (FOUND / name).exists() else set()
    return sorted((one for one in texts if len(one) <= LONGEST_KEPT), key=lambda one: (len(one), one))


def keep_new_paths(name: str, more: Iterable[bytes]) -> list[bytes]:
    """Keep every input with a new step, up to a number, and return the added ones."""
    ways, added = LineSteps(name), list[bytes]()
    for data in (*first_inputs(name), *first_inputs(name)):
        ways.takes_new_step(data)
    for data in more:
        if len(added) < MOST_KEPT and ways.takes_new_step(data):
            added.append(data)
    write_inputs(name, {*kept_inputs(name), *added})
    return added
