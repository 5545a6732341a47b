"""Authority in a tournament: the required rank may act, and a person without a rank may not."""

import pytest

from sicbo.game.ranks import Rank
from sicbo.machine.messages import Stamp
from sicbo.tournament.authority import refuse_if_rank_too_low
from sicbo.tournament.messages.commands import AwardPrizes
from tests.tournament.tournaments import BOOKS, draft_play


@pytest.mark.parametrize("book", BOOKS)
def test_the_rank_itself_is_enough_and_none_is_refused(book: str) -> None:
    """A person of the rank is accepted; a player has no rank and is told whom to call."""
    cup = draft_play(book).tournament

    def by(rank: Rank | None) -> AwardPrizes:
        return AwardPrizes(id="c", stamp=Stamp("kim", rank, 1, 1))

    assert refuse_if_rank_too_low(Rank.MANAGER, cup, by(Rank.MANAGER)) is None
    assert refuse_if_rank_too_low(Rank.MANAGER, cup, by(Rank.SUPERVISOR)) is not None
    refusal = refuse_if_rank_too_low(Rank.MANAGER, cup, by(None))
    assert refusal is not None and "Call this rank" in refusal.says
