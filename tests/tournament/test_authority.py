"""Authority in a tournament: the required rank may deal and direct, and a person without a rank may not."""

import pytest

from sicbo.game.ranks import Act, Rank
from sicbo.table.messages.base import Stamp
from sicbo.tournament.authority import not_a, not_dealing
from sicbo.tournament.messages.commands import AwardPrizes
from tests.tournament.tournaments import BOOKS, draft


@pytest.mark.parametrize("book", BOOKS)
def test_the_rank_itself_is_enough_and_none_is_refused(book: str) -> None:
    """A person of the rank is accepted; a player has no rank and is told whom to call."""
    cup = draft(book).tournament
    power = cup.rules.power(Act.DEAL)
    assert power is not None

    def by(rank: Rank | None) -> AwardPrizes:
        return AwardPrizes(id="c", stamp=Stamp("kim", rank, 1, 1))

    assert not_dealing(cup, by(power.rank)) is None
    assert not_a(Rank.MANAGER, cup, by(Rank.MANAGER)) is None
    for refusal in (not_dealing(cup, by(None)), not_a(Rank.MANAGER, cup, by(None))):
        assert refusal is not None and "Call this rank" in refusal.says
    assert not_a(Rank.MANAGER, cup, by(Rank.SUPERVISOR)) is not None
