"""The pytest plugin for mutation testing: it notes which test runs which line, or runs chosen tests.

Loaded with `-p tests.mutation.plugin`. SICBO_LINES names the directory for the notes; SICBO_CHOICE the file
with the tests to run, in their order.
"""

import json
import os
import time
from collections.abc import Iterator
from pathlib import Path

import coverage
import pytest

LINES, CHOICE = os.environ.get("SICBO_LINES"), os.environ.get("SICBO_CHOICE")


class Notes:
    """The lines and the duration of each test; lines before any test belong to imports."""

    def __init__(self, place: Path, name: str) -> None:
        self.durations: dict[str, float] = {}
        self.seconds = place / f"{name}.seconds"
        data = str(place / f"{name}.lines")
        self.coverage = coverage.Coverage(data_file=data, config_file=False, source=["sicbo"])
        self.coverage.start()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        """Assign everything from here on to this test, in any thread."""
        self.coverage.switch_context(item.nodeid)
        begun = time.process_time()
        result = yield
        self.durations[item.nodeid] = time.process_time() - begun
        return result

    def pytest_sessionfinish(self) -> None:
        """Write the notes."""
        self.coverage.stop()
        self.coverage.save()
        self.seconds.write_text(json.dumps(self.durations), encoding="utf-8")


NOTES = Notes(Path(LINES), str(os.getpid())) if LINES else None
"""Created at import: the first imports of the product come with the first `conftest.py`."""


def pytest_configure(config: pytest.Config) -> None:
    """Take notes in the process that runs tests, which is not the one that distributes them."""
    if NOTES and not getattr(config.option, "numprocesses", None):
        config.pluginmanager.register(NOTES)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Keep the chosen tests, in the order of the choice."""
    if CHOICE:
        found = {item.nodeid: item for item in items}
        items[:] = [found[name] for name in json.loads(Path(CHOICE).read_text(encoding="utf-8"))]
