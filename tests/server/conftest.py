"""A house that most tests share, and one that deals by itself."""

from collections.abc import Iterator

import pytest

from tests.server.houses import House, running


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A home house without bots, at which people deal."""
    with running(tmp_path_factory.mktemp("house")) as found:
        yield found
