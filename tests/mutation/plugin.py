"""What pytest does for mutation: it notes which test goes through which line, or runs a choice of tests.

Loaded with `-p tests.mutation.plugin`. SICBO_LINES names the directory to note in; SICBO_CHOICE the file
that has the tests to run, in their order.
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
    """Which lines each test goes through, and how long it takes; lines of before any test are imports'."""

    def __init__(self, place: Path, name: str) -> None:
        self.durations: dict[str, float] = {}
        self.seconds = place / f"{name}.seconds"
        data = str(place / f"{name}.lines")
        self.coverage = coverage.Coverage(data_file=data, config_file=False, source=["sicbo"])
        self.coverage.start()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        """Everything from here on is this test's, whichever thread does it."""
        self.coverage.switch_context(item.nodeid)
        begun = time.process_time()
        result = yield
        self.durations[item.nodeid] = time.process_time() - begun
        return result

    def pytest_sessionfinish(self) -> None:
        """Write the notes down."""
        self.coverage.stop()
        self.coverage.save()
        self.seconds.write_text(json.dumps(self.durations), encoding="utf-8")


NOTES = Notes(Path(LINES), str(os.getpid())) if LINES else None
"""Begun here and no later: the first imports of the product come with the first `conftest.py`."""


def pytest_configure(config: pytest.Config) -> None:
    """Take notes in whoever runs tests, which is not the one that hands them out."""
    if NOTES and not getattr(config.option, "numprocesses", None):
        config.pluginmanager.register(NOTES)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Keep the chosen tests, in the order of the choice."""
    if CHOICE:
        found = {item.nodeid: item for item in items}
        items[:] = [found[name] for name in json.loads(Path(CHOICE).read_text(encoding="utf-8"))]
