"""A second house, for the tests of staff screens: there they may do as they like."""

from collections.abc import Iterator

import pytest

from tests.browser.conftest import House


@pytest.fixture(scope="session")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A house where bets are taken until somebody closes them."""
    house = House(tmp_path_factory.mktemp("floor"), betting_seconds=600)
    yield house
    house.kill()
