"""Who acts in a tournament, and when: a rank, whoever directs and is there, all who play, no open dispute."""

from collections.abc import Callable
from typing import Any

import pytest
from immutables import Map

from sicbo.errors import Refusal
from sicbo.game.ranks import Rank
from sicbo.tournament.messages import commands as ask, spins as spin
from sicbo.tournament.messages.heats import HeatCorrectResult, HeatPerform
from sicbo.tournament.simulation.autoplay import TournamentPlay, new_tournament_play
from sicbo.tournament.state import Tournament
from sicbo.verify.canonical import Wrong
from sicbo.verify.directing import DESK, DIRECTED, MANAGED, may
from tests.tournament.test_formats import terms_with
from tests.tournament.tournaments import (
    MELBOURNE,
    SYDNEY,
    close_bets,
    commitments,
    deal_to_pay,
    invite_bets,
    play_slips,
    play_with_entrants,
    play_with_round_begun,
    players_at,
    put,
    ready_play,
    seal_commitment_of,
    slip,
    terms_of,
)
from tests.verify.forged import Forged, Otherwise, another, known
from tests.verify.test_forged_desk import CASH, LAST, entering, final, first_over, ranked, spinning, timed
from tests.verify.test_tournaments import Entry

Made = Callable[[], Forged]
LOW, ABSENT = "somebody of too low a rank acts", "neither director nor deputy is there to act"
NOBODY: dict[str, Any] = {"by": "eve", "rank": None}
DEALER: dict[str, Any] = {"by": "eve", "rank": Rank.DEALER}
SUPERVISOR: dict[str, Any] = {"by": "eve", "rank": Rank.SUPERVISOR}
SENIOR: dict[str, Any] = {"by": "eve", "rank": Rank.SENIOR_MANAGER}
CORRECTED = {"table": "T1", "dice": (6, 5, 4), "second": "deputy", "reason": "misread"}


def asked(play: TournamentPlay, kind: type[Any], **said: Any) -> Forged:
    """A command that the core takes as things stand."""
    return Forged(play, another(), kind, said)


def promised() -> Forged:
    play = new_tournament_play(terms_of(SYDNEY))
    return asked(play, ask.CommitSeatDraws, commitments=commitments(play))


def designated() -> Forged:
    play = ready_play(SYDNEY)
    where = play.tournament.plan.details.location
    return asked(play, ask.DesignateTables, tables=("T1", "T2"), location=where)


def signed() -> Forged:
    return asked(play_with_entrants(MELBOURNE), ask.SignTerms, player="p1")


def returned() -> Forged:
    play = final()
    play.do(ask.MarkAbsent, player="p2")
    return asked(play, ask.MarkPresent, player="p2")


def moved() -> Forged:
    play = play_with_entrants(SYDNEY, 8)
    return asked(play, ask.MoveStart, starts=play.wall + 48 * 3_600_000_000)


def played() -> TournamentPlay:
    """The heats are over, and the last round is not concluded."""
    return final(spins=2)


def level() -> Forged:
    play = play_with_round_begun(SYDNEY, 8, terms=terms_with(SYDNEY, LAST, {"winners.level": "play-off"}))
    play_slips(play)
    play_slips(play)
    return asked(play, ask.HoldPlayOff, table="T1")


def lapsed() -> Forged:
    play = spinning()
    play.do(spin.SealSlip, table="T1", player="p3", commitment=seal_commitment_of(play, "p3", small=700))
    close_bets(play)
    return asked(play, spin.LapseSeal, table="T1", player="p3", note="lost")


def disputed() -> TournamentPlay:
    play = ranked()
    play.do(ask.RaiseTournamentDispute, player="p1", about="a seat")
    return play


def decided() -> Forged:
    play = disputed()
    said = {"dispute": play.events[-1].command, "decision": "no", "told_of_inspector": True}
    return asked(play, ask.DecideTournamentDispute, **said)


def out_of_time() -> Forged:
    play = timed()
    play.command_count += 60
    return asked(play, ask.EndHeat, table="T1", ground="time")


def settled() -> Forged:
    play = play_with_round_begun(SYDNEY, 8, terms=terms_with(SYDNEY, LAST))
    play_slips(play, slips={name: slip(big=10_000) for name in players_at(play)[1:]})
    return asked(play, ask.EndHeat, table="T1", ground="settled")


def agreed() -> Forged:
    play = final(CASH)
    live = tuple(name for name in players_at(play) if name != "p1")
    return asked(play, ask.EndHeat, table="T1", ground="agreed", players=live)


def substituted() -> Forged:
    return asked(final(), ask.NominateSubstitute, player="p2", second="eve", ground="illness")


def entry() -> Forged:
    play = play_with_entrants(SYDNEY, 8)
    return asked(play, ask.EnterTournament, **entering(play))


ROWS: list[tuple[Made, dict[str, Any], str]] = [
    (lambda: asked(ready_play(SYDNEY), ask.PublishTournament, terms=terms_of(SYDNEY)), SUPERVISOR, LOW),
    (lambda: asked(ready_play(MELBOURNE), ask.AdviseRegulator, to="inspectorate"), SUPERVISOR, LOW),
    (promised, SUPERVISOR, LOW),
    (lambda: asked(ready_play(SYDNEY), ask.AppointDirector, name="eve"), SUPERVISOR, LOW),
    (designated, SUPERVISOR, LOW),
    (lambda: asked(final(), ask.RefundEntry, player="p3", ground="illness"), SUPERVISOR, LOW),
    (lambda: asked(play_with_entrants(SYDNEY), ask.CancelTournament, note="a flood"), SUPERVISOR, LOW),
    (lambda: asked(ready_play(SYDNEY), ask.CancelTournament, note="a flood"), SUPERVISOR, LOW),
    (entry, NOBODY, LOW),
    (lambda: asked(ready_play(MELBOURNE), ask.RefuseEntry, player="eve", note=""), NOBODY, LOW),
    (signed, NOBODY, LOW),
    (lambda: asked(final(), ask.BuyMore, player="p2", what="re-buy", cents=5_000), NOBODY, LOW),
    (lambda: asked(play_with_entrants(SYDNEY), ask.WithdrawEntry, player="p3"), NOBODY, LOW),
    (returned, NOBODY, LOW),
    (lambda: asked(final(), HeatPerform, table="T1", step="place-bets"), NOBODY, "eve may not perform"),
    (lambda: asked(final(), HeatCorrectResult, **CORRECTED), DEALER, "eve may not correct-result"),
    (lambda: asked(ready_play(SYDNEY), ask.LeaveCharge), SENIOR, ABSENT),
    (moved, SENIOR, ABSENT),
    (lambda: asked(play_with_entrants(SYDNEY), ask.BriefEntrants, players=("p1",)), SENIOR, ABSENT),
    (substituted, SENIOR, ABSENT),
    (lambda: asked(play_with_entrants(SYDNEY), ask.BeginRound), SENIOR, ABSENT),
    (lambda: asked(played(), ask.ConcludeRound), SENIOR, ABSENT),
    (lambda: asked(first_over(), ask.HoldRepechage, table="T1"), SENIOR, ABSENT),
    (level, SENIOR, ABSENT),
    (lambda: asked(final(), ask.Penalise, player="p2", penalty="abuse", note=""), SENIOR, ABSENT),
    (lambda: asked(final(), ask.MarkAbsent, player="p2"), SENIOR, ABSENT),
    (lambda: asked(final(), ask.RecordPhone, player="p2"), SENIOR, ABSENT),
    (lambda: asked(final(), ask.Disqualify, player="p2", ground="cheating", note=""), SENIOR, ABSENT),
    (lapsed, SENIOR, ABSENT),
    (decided, SENIOR, ABSENT),
    (lambda: asked(ranked(), ask.AwardPrizes), SENIOR, ABSENT),
    (out_of_time, SENIOR, ABSENT),
    (settled, SENIOR, ABSENT),
    (agreed, SENIOR, ABSENT),
]  # fmt: skip


def given_by(record: Entry, who: dict[str, Any]) -> Entry:
    """The same from somebody else."""
    plain = {name: int(value) if isinstance(value, Rank) else value for name, value in who.items()}
    stamp = record["command"]["stamp"] | plain
    events = [event | {"stamp": stamp} for event in record["events"]]
    return {"command": record["command"] | {"stamp": stamp}, "events": events}


@pytest.mark.parametrize(("made", "who", "says"), ROWS, ids=range(len(ROWS)))
def test_what_somebody_may_not_do_is_not_believed(made: Made, who: dict[str, Any], says: str) -> None:
    """Of whoever may it is followed; of somebody else the core refuses it, and each event of it is found."""
    forged = made()
    record = forged.record()
    known(forged.play).follow(record)

    assert isinstance(Forged(forged.play, another(), forged.kind, forged.said | who).refused(), Refusal)
    with pytest.raises(Wrong, match=says):
        known(forged.play).follow(given_by(record, who))


def test_a_dealer_deals() -> None:
    """Spins ask for no more than that."""
    forged = asked(final(), HeatPerform, table="T1", step="place-bets")
    known(forged.play).follow(given_by(forged.record(), DEALER))


def test_every_event_that_asks_for_somebody_is_tried() -> None:
    """None stands in a table without a row of its own."""
    tried = {event["type"] for made, _, _ in ROWS for event in made().record()["events"]}

    assert tried >= MANAGED | DESK | DIRECTED


@pytest.mark.parametrize("number", range(4))
def test_each_step_of_the_end_is_directed(number: int) -> None:
    """Pool, prizes, chips and end, each by itself."""
    forged = asked(ranked(), ask.AwardPrizes)
    record, followed = given_by(forged.record(), SENIOR), known(forged.play)

    with pytest.raises(Wrong, match=ABSENT):
        may(followed, record["events"][number])


@pytest.mark.parametrize("number", range(2))
def test_each_refund_is_a_managers(number: int) -> None:
    """A refund by itself, and calling off when everything was given back."""
    forged = asked(play_with_entrants(SYDNEY, 1), ask.CancelTournament, note="a flood")
    record, followed = given_by(forged.record(), SUPERVISOR), known(forged.play)

    with pytest.raises(Wrong, match=LOW):
        may(followed, record["events"][number])


def test_a_deputy_who_is_there_acts_and_a_director_who_left_does_not() -> None:
    """Nor one in whose place another was appointed."""
    play = final()
    play.do(ask.AppointDeputy, name="dee")
    play.do(ask.TakeCharge, by="dee", rank=None)
    said = {"player": "p2", "penalty": "slow play", "note": ""}
    for kind, words in ((ask.LeaveCharge, {}), (ask.AppointDirector, {"name": "dan"})):
        play.do(kind, **words)
        record = asked(play, ask.Penalise, by="dee", rank=None, **said).record()
        known(play).follow(record)

        assert isinstance(asked(play, ask.Penalise, **said).refused(), Refusal)
        with pytest.raises(Wrong, match=ABSENT):
            known(play).follow(given_by(record, {"by": "director"}))
        if kind is ask.LeaveCharge:
            play.do(ask.TakeCharge)


def nobody_else(name: str) -> Otherwise:
    """The tournament where somebody does not play."""

    def changed(state: Tournament) -> Tournament:
        return another(entrants=state.entrants.set(name, state.entrants["p1"]))(state)

    return changed


def test_not_one_who_plays_may_be_missing_where_all_agree() -> None:
    """Whoever is out need not agree."""
    forged = agreed()
    known(forged.play).follow(forged.record())
    fewer = forged.said | {"players": forged.said["players"][1:]}
    missing = Forged(forged.play, nobody_else(forged.said["players"][0]), ask.EndHeat, fewer)

    assert isinstance(missing.refused(), Refusal)
    with pytest.raises(Wrong, match="a heat ended before its end"):
        known(missing.play).follow(missing.record())


def test_no_prize_is_awarded_while_a_dispute_is_open() -> None:
    """Once it is decided they are; a dispute that nobody raised is not decided in its stead."""
    play = disputed()
    forged = Forged(play, another(disputes=Map()), ask.AwardPrizes, {})
    decision = decided().record()

    assert isinstance(forged.refused(), Refusal)
    with pytest.raises(Wrong, match="prizes are awarded while a dispute is open"):
        known(play).follow(forged.record())
    followed = known(play)
    followed.follow(decision)
    followed.follow(forged.record())
    decision["events"][0]["dispute"] = "c-1"
    with pytest.raises(Wrong, match="a dispute is decided that is not open"):
        known(play).follow(decision)


def broke(stake: int, **changes: Any) -> Forged:
    """Somebody loses all but some chips by the result to come."""
    terms = {"wagers.maximum": 0} | {path.replace("__", "."): value for path, value in changes.items()}
    play = play_with_round_begun(SYDNEY, 8, terms=terms_with(SYDNEY, LAST, terms))
    invite_bets(play)
    put(play, "p1", slip(big=stake))
    return asked(play, HeatPerform, **deal_to_pay(play))


def broke_by_correction() -> Forged:
    play = play_with_round_begun(SYDNEY, 8, terms=terms_with(SYDNEY, LAST, {"wagers.maximum": 0}))
    play_slips(play, slips={"p1": slip(small=10_000)})
    return asked(play, HeatCorrectResult, **CORRECTED)


BROKE: list[Made] = [
    lambda: broke(10_000),
    lambda: broke(9_950, wagers__unit=50),
    lambda: broke(10_000, wagers__unit=1, elimination__rule="no-chips"),
    broke_by_correction,
]


@pytest.mark.parametrize("made", BROKE, ids=range(len(BROKE)))
def test_nobody_stays_in_play_with_too_small_a_bank(made: Made) -> None:
    """Whom a spin or its correction leaves with less than the terms ask is out by the same record."""
    forged = made()
    record = forged.record()
    known(forged.play).follow(record)
    out = [event for event in record["events"] if event["type"] == "entrant-out"]

    assert [event["player"] for event in out] == ["p1"]
    record["events"].remove(out[0])
    with pytest.raises(Wrong, match="p1 stays in play with too small a bank"):
        known(forged.play).follow(record)


@pytest.mark.parametrize("made", [
    lambda: broke(9_900),
    lambda: broke(9_999, wagers__unit=1, elimination__rule="no-chips"),
    lambda: broke(10_000, elimination__rule="by-progress-only"),
])  # fmt: skip
def test_whoever_has_just_enough_plays_on(made: Made) -> None:
    """By the compulsory wager, by a single chip, or by nothing where only a round eliminates."""
    forged = made()
    known(forged.play).follow(record := forged.record())

    assert "entrant-out" not in [event["type"] for event in record["events"]]
