"""A house that most tests share, with a person as dealer."""

from collections.abc import Iterator

import pytest
from argon2 import profiles

from sicbo.server.access import authentication
from tests.server.houses import House, running


@pytest.fixture(autouse=True, scope="session")
def _quick_pins() -> Iterator[None]:
    """Make PINs quick to check in tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(authentication, "HARDNESS", profiles.CHEAPEST)
        yield


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A home house without bots, at which people deal."""
    with running(tmp_path_factory.mktemp("house")) as found:
        yield found
