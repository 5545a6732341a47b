"""A tournament ends once: with its pool, prizes and chips in their order, or called off before the ranks."""

from collections.abc import Callable
from typing import Any

import pytest

from sicbo.errors import Refusal
from sicbo.tournament.messages import commands as ask
from sicbo.tournament.simulation.autoplay import TournamentPlay
from sicbo.tournament.state import BETWEEN, RANKED
from sicbo.verify.canonical import Wrong
from tests.tournament.test_formats import terms_with
from tests.tournament.tournaments import SYDNEY, play_slips, play_with_round_begun, slip
from tests.verify.forged import Forged, another, known
from tests.verify.test_tournaments import Entry

LAST = [(1, 0, 1, "fresh", 1, "end", 0)]
ONCE = "a pool is fixed once, when the ranks stand"
AFTER = "something happened after the tournament was over"


def ranked(*, concluded: bool = True) -> TournamentPlay:
    """One spin decided it all, and the prizes wait."""
    play = play_with_round_begun(SYDNEY, 8, terms=terms_with(SYDNEY, LAST))
    play_slips(play, slips={"p1": slip(big=10_000)})
    if concluded:
        play.do(ask.ConcludeRound)
    return play


def awarded(play: TournamentPlay) -> Entry:
    """The record of the prizes: pool, prizes, chips, end."""
    return Forged(play, another(stage=RANKED), ask.AwardPrizes, {}).record()


Events = list[Any]
ROWS: list[tuple[Callable[[Events], list[Events]], str]] = [
    (lambda told: [told, told[:2]], AFTER),
    (lambda told: [[*told[:2], *told[:2]]], ONCE),
    (lambda told: [[*told[:2], told[1]]], "prizes are awarded once, of a pool that is fixed"),
    (lambda told: [[told[1] | {"prizes": []}]], "prizes are awarded once, of a pool that is fixed"),
    (lambda told: [told[2:]], "over before prizes and chips are given out"),
    (lambda told: [[*told[:2], told[3]]], "over before prizes and chips are given out"),
]


@pytest.mark.parametrize(("changed", "says"), ROWS, ids=range(len(ROWS)))
def test_prizes_come_once_and_in_their_order(changed: Callable[[Events], list[Events]], says: str) -> None:
    """Twice, without a pool, for nobody, or an end without prizes or with chips that nobody put away."""
    play = ranked()
    record = awarded(play)
    *before, last = changed(record["events"])
    followed = known(play)
    for events in before:
        followed.follow(record | {"events": events})

    with pytest.raises(Wrong, match=says):
        followed.follow(record | {"events": last})


def test_a_pool_of_nobody_before_the_ranks_stand_is_not_believed() -> None:
    """Nothing is shared where nobody is ranked, and nobody is until the round is concluded."""
    play = ranked(concluded=False)
    record = awarded(play)
    record["events"][0] |= {"takings": 0, "added": 0}
    record["events"][1] |= {"prizes": []}

    assert isinstance(play.submit(ask.AwardPrizes), Refusal)
    with pytest.raises(Wrong, match=ONCE):
        known(play).follow(record)


def test_what_has_its_ranks_is_not_called_off() -> None:
    """The winners have their prizes, not their entry back."""
    forged = Forged(ranked(), another(stage=BETWEEN), ask.CancelTournament, {"note": "a flood"})

    assert isinstance(forged.refused(), Refusal)
    with pytest.raises(Wrong, match="called off when its ranks stand"):
        known(forged.play).follow(forged.record())


def test_after_the_end_a_dispute_is_heard_and_nothing_else() -> None:
    """Also where it was called off: no penalty any more, but somebody in charge who decides."""
    for kind, said in ((ask.AwardPrizes, {}), (ask.CancelTournament, {"note": "a flood"})):
        play = ranked(concluded=kind is ask.AwardPrizes)
        play.do(kind, **said)
        play.do(ask.LeaveCharge)
        play.do(ask.TakeCharge)
        (raised,) = play.do(ask.RaiseTournamentDispute, player="p1", about="the prize")
        decided = {"decision": "it stands", "satisfied": True, "told_of_inspector": True}
        play.do(ask.DecideTournamentDispute, dispute=raised.command, **decided)
        told = {"player": "p2", "penalty": "abuse", "note": ""}
        forged = Forged(play, another(stage=BETWEEN), ask.Penalise, told)

        assert isinstance(forged.refused(), Refusal)
        with pytest.raises(Wrong, match=AFTER):
            known(play).follow(forged.record())
