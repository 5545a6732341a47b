"""Promises of draws, who takes charge, and what is noted of entrants: each is held against what is known."""

from collections.abc import Callable

import pytest
from immutables import Map

from sicbo.errors import Refusal
from sicbo.tournament.messages import commands as ask
from sicbo.verify.canonical import Wrong
from tests.tournament.tournaments import MELBOURNE, SYDNEY, commitments, play_with_entrants, ready_play
from tests.verify.forged import Forged, another, known
from tests.verify.test_directing import asked, decided, given_by, moved, promised, returned, signed
from tests.verify.test_forged_desk import final


def test_draws_are_not_promised_when_somebody_entered() -> None:
    """Whoever promised them then would know whom to seat."""
    play = play_with_entrants(SYDNEY, 1)
    said = {"commitments": commitments(play)}
    forged = Forged(play, another(entrants=Map()), ask.CommitSeatDraws, said)

    assert isinstance(forged.refused(), Refusal)
    with pytest.raises(Wrong, match="the draws were promised too late"):
        known(play).follow(forged.record())


@pytest.mark.parametrize(
    "other", [lambda own: own[1:], lambda own: [*own, own[0]], lambda own: [own[0], *own[:-1]]]
)
def test_every_draw_has_a_promise_of_its_own_from_the_start(other: Callable[[list[str]], list[str]]) -> None:
    """Not one fewer, not one more, and none twice."""
    forged = promised()
    record = forged.record()
    known(forged.play).follow(record)
    event = record["events"][0]
    event["commitments"] = other(list(event["commitments"]))

    with pytest.raises(Wrong, match="not every draw has a promise of its own"):
        known(forged.play).follow(record)


def test_the_director_or_a_deputy_takes_charge_and_nobody_else() -> None:
    """Of whatever rank; a deputy is appointed by the director."""
    play = ready_play(SYDNEY)
    play.do(ask.AppointDeputy, name="dee")
    play.do(ask.LeaveCharge)
    record = asked(play, ask.TakeCharge).record()
    for by in ("director", "dee"):
        known(play).follow(given_by(record, {"by": by}))

    with pytest.raises(Wrong, match="somebody else took charge"):
        known(play).follow(given_by(record, {"by": "eve", "rank": 4}))


NOTED: list[Callable[[], Forged]] = [
    signed,
    lambda: asked(play_with_entrants(SYDNEY), ask.BriefEntrants, players=("p1",)),
    lambda: asked(final(), ask.RecordPhone, player="p2"),
]


@pytest.mark.parametrize("made", NOTED, ids=range(len(NOTED)))
def test_nothing_is_noted_of_somebody_who_did_not_enter(made: Callable[[], Forged]) -> None:
    """Neither a signature nor a briefing nor a phone."""
    forged = made()
    record = forged.record()
    known(forged.play).follow(record)
    event = record["events"][0]
    event.update({"players": ["p1", "eve"]} if "players" in event else {"player": "eve"})

    with pytest.raises(Wrong, match="eve is not entered"):
        known(forged.play).follow(record)


@pytest.mark.parametrize(
    "made",
    [
        *NOTED,
        moved,
        decided,
        lambda: asked(ready_play(MELBOURNE), ask.RefuseEntry, player="eve", note=""),
        lambda: asked(final(), ask.RaiseTournamentDispute, player="p1", about="a seat"),
    ],
)
def test_what_is_only_noted_is_counted(made: Callable[[], Forged]) -> None:
    """Once for each event."""
    forged = made()
    followed = known(forged.play)
    before = followed.report.counts.get("noted", 0)

    followed.follow(forged.record())

    assert followed.report.counts["noted"] == before + 1


def test_whoever_is_back_is_not_late_any_more() -> None:
    """However late they came."""
    forged = returned()
    followed = known(forged.play)
    own = followed.entrants["p2"]
    own["late"] = True

    followed.follow(forged.record())

    assert (own["present"], own["late"]) == (True, False)
