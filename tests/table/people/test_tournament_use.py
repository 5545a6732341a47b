"""A table given to a tournament: the tournament has a name, and there is only one at a time."""

import pytest

from sicbo.errors import Refusal
from sicbo.table.messages.people import DesignateTable, ReleaseTable
from tests.table.dealer import Dealer

BOOKS = ("crown-sydney-2024", "crown-melbourne-6.1/a")


@pytest.mark.parametrize("layout", BOOKS)
def test_a_table_is_given_to_one_tournament_that_has_a_name(layout: str) -> None:
    """An empty name and a second tournament are refused; after the release the second may have the table."""
    dealer = Dealer(layout)
    nameless = dealer.say(DesignateTable, tournament="")
    given = dealer.say(DesignateTable, tournament="Lunar Cup")
    second = dealer.say(DesignateTable, tournament="Harbour Cup")
    dealer.say(ReleaseTable)
    then = dealer.say(DesignateTable, tournament="Harbour Cup")

    assert isinstance(nameless, Refusal) and isinstance(second, Refusal)
    assert not isinstance(given, Refusal) and not isinstance(then, Refusal)
    assert dealer.table.designated == "Harbour Cup"
