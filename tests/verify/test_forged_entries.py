"""Terms and entries that the core refuses are found; what is just in time, or just enough, is followed."""

from collections.abc import Callable
from typing import Any

import pytest

from sicbo.errors import Refusal
from sicbo.tournament.format import wall_time
from sicbo.tournament.messages import commands as ask
from sicbo.tournament.simulation.autoplay import TournamentPlay, enter_players, new_tournament_play
from sicbo.tournament.state import ELIMINATED, ENTRIES
from sicbo.verify.canonical import Wrong
from sicbo.verify.recounts import enough
from tests.tournament.tournaments import (
    MELBOURNE,
    SYDNEY,
    bank_of,
    commitments,
    correct_spin,
    play_slips,
    play_with_entrants,
    play_with_round_begun,
    ready_play,
    terms_of,
)
from tests.verify.forged import Forged, Otherwise, another, banks, known, told_banks
from tests.verify.test_contests import said
from tests.verify.test_forged_desk import entering, final, timed, without
from tests.verify.test_forged_spins import after_one_round

Made = Callable[[], Forged]
FULL = {"details.most": 8}
LAYOUT_B = terms_of(MELBOURNE).replace('layout = "a"', 'layout = "b"')
TOO_MANY, UNREADY = "an entry too many", "before terms, notice and draws were published"
NOT_STAFF = "a member of staff plays without an approval"


def entry(play: TournamentPlay, *otherwise: Otherwise, **more: Any) -> Forged:
    """One more entry, as if something were otherwise."""
    change = otherwise[0] if otherwise else another()
    return Forged(play, change, ask.EnterTournament, entering(play) | more)


def unpromised() -> Forged:
    play = new_tournament_play(terms_of(SYDNEY))
    return entry(play, another(commitments=commitments(play)))


def untold() -> Forged:
    play = new_tournament_play(terms_of(MELBOURNE))
    play.do(ask.CommitSeatDraws, commitments=commitments(play))
    return entry(play, another(advised=1))


def approved() -> Forged:
    return entry(ready_play(MELBOURNE), staff=True, second="R. Chen")


def no_staff() -> Forged:
    return entry(ready_play(MELBOURNE, {"entry.staff_event": False}), second="R. Chen")


def published(play: TournamentPlay, otherwise: Otherwise, terms: str = "") -> Forged:
    return Forged(play, otherwise, ask.PublishTournament, {"terms": terms or play.tournament.terms})


ROWS: list[tuple[Made, str]] = [
    (lambda: entry(play_with_entrants(SYDNEY, 8, FULL), without("p8")), TOO_MANY),
    (lambda: entry(play_with_entrants(SYDNEY, 8), without("p8"), player="p8"), TOO_MANY),
    (unpromised, UNREADY),
    (untold, UNREADY),
    (
        lambda: published(play_with_round_begun(SYDNEY, 8), another(stage=ENTRIES)),
        "terms were published out of order",
    ),
    (
        lambda: Forged(after_one_round(), another(tables=("T9",)), ask.HoldRepechage, {"table": "T9"}),
        "T9 is no table of the tournament",
    ),
    (
        lambda: published(
            ready_play(MELBOURNE), another(layout_key="b"), terms_of(MELBOURNE).replace('"a"', '"b"', 1)
        ),
        "the terms are for another layout",
    ),
]


@pytest.mark.parametrize(("made", "says"), ROWS, ids=range(len(ROWS)))
def test_what_the_core_refuses_is_not_believed(made: Made, says: str) -> None:
    """The core refuses the command; a record that says it was taken all the same is found at once."""
    forged = made()

    assert isinstance(forged.refused(), Refusal)
    with pytest.raises(Wrong, match=says):
        known(forged.play).follow(forged.record())


EDITED: list[tuple[Made, dict[str, Any], str]] = [
    (lambda: published(ready_play(SYDNEY), another()), {"version": 3}, "terms were published out of order"),
    (lambda: published(ready_play(SYDNEY), another()), {"sha256": "0" * 64}, "not those of their hash"),
    (approved, {"second": ""}, NOT_STAFF),
    (
        lambda: entry(ready_play(MELBOURNE, {"entry.staff_event": False}), second="R. Chen"),
        {"staff": True},
        NOT_STAFF,
    ),
    (
        lambda: Forged(after_one_round(), another(), ask.HoldRepechage, {"table": "T1"}),
        {"fresh": 20_000},
        "a repechage has other banks",
    ),
    (
        lambda: Forged(play_with_entrants(SYDNEY, 8), another(), ask.WithdrawEntry, {"player": "p3"}),
        {"chips": 0},
        "chips stayed with somebody who withdrew",
    ),
]


@pytest.mark.parametrize(("made", "change", "says"), EDITED, ids=range(len(EDITED)))
def test_a_word_that_is_changed_is_found_at_once(made: Made, change: dict[str, Any], says: str) -> None:
    """What the core decided is followed; with one word changed it is not."""
    forged = made()
    known(forged.play).follow(forged.record())
    record = forged.record()
    record["events"][0] |= change

    with pytest.raises(Wrong, match=says):
        known(forged.play).follow(record)


def test_nobody_is_put_out_who_can_go_on_or_does_not_play() -> None:
    """A bank of ten thousand goes on; who retired with nothing is not eliminated on top of it."""
    out = said("entrant-out", player="p2", how=ELIMINATED, chips=0, shared=[])
    with pytest.raises(Wrong, match="p2 is out with a bank that goes on"):
        known(play_with_round_begun(SYDNEY, 8)).follow(out)
    play = play_with_round_begun(SYDNEY, 8, {"conduct.retired_chips": "forfeited"})
    play.do(ask.Retire, player="p2")
    with pytest.raises(Wrong, match="p2 is not in play"):
        known(play).follow(out)


def test_the_place_of_who_withdrew_is_free_again() -> None:
    """Eight places, eight entries, one withdraws at the last free moment: a ninth comes in its stead."""
    play = play_with_entrants(SYDNEY, 8, FULL)
    now, play.wall = play.wall, wall_time(play.tournament.plan.entry.withdraw_until)
    (gone,) = play.do(ask.WithdrawEntry, player="p8")
    play.wall = now
    enter_players(play, ["eve"])

    assert gone.cents == 12_000
    assert told_banks(known(play)) == banks(play)


def test_a_substitute_at_the_last_moment_has_the_seat_and_the_spins_of_the_entrant() -> None:
    """Then the last spin is corrected: what it gave and takes is the substitute's."""
    play = final()
    play.wall = wall_time(play.tournament.plan.entry.substitute_until)
    play.do(ask.NominateSubstitute, player="p3", second="sam", ground="illness")
    correct_spin(play, (6, 5, 4))

    assert bank_of(play, "sam") == 9_900
    assert told_banks(known(play)) == banks(play)


@pytest.mark.parametrize("chips", ["counted", "forfeited"])
def test_a_correction_reaches_who_retired_only_where_the_chips_count(chips: str) -> None:
    """The terms say whether what is left of a bank counts; the last spin changes it or does not."""
    play = final({"conduct.retired_chips": chips})
    play.do(ask.Retire, player="p3")
    before = bank_of(play, "p3")
    correct_spin(play, (6, 5, 4))

    assert (bank_of(play, "p3") != before) == (chips == "counted")
    assert told_banks(known(play)) == banks(play)


@pytest.mark.parametrize("rule", ["no-chips", "below-compulsory"])
def test_a_single_chip_is_enough_where_no_more_is_compulsory(rule: str) -> None:
    """And no chip is not."""
    followed = known(play_with_round_begun(SYDNEY, 8, {"elimination.rule": rule, "wagers.compulsory": 0}))
    followed.entrants["p1"]["bank"], followed.entrants["p2"]["bank"] = 1, 0

    assert enough(followed, "p1")
    assert not enough(followed, "p2")


def test_a_heat_ends_when_its_last_millisecond_is_over() -> None:
    """A minute after its first spin began, not one more."""
    play = timed()
    heat = play.tournament.heat_at("T1")
    assert heat is not None and heat.began is not None
    play.command_count = heat.began // 1_000 + 59
    (over,) = play.do(ask.EndHeat, table="T1", ground="time")

    assert over.stamp.elapsed - heat.began == 60_000
    assert known(play).heats[0].over


def test_a_tournament_whose_terms_refund_nothing_is_called_off() -> None:
    """Everybody is told so: nought comes back."""
    terms = terms_of(SYDNEY).replace('ground = "cancelled"', 'ground = "flood"')
    play = play_with_round_begun(SYDNEY, 8, terms=terms)
    told = play.do(ask.CancelTournament, note="no dealers")

    assert {one.cents for one in told[:-1]} == {0}
    assert known(play).over


def test_half_of_an_entry_comes_back_and_the_pool_has_the_rest_of_the_buy_in() -> None:
    """Sixty of a hundred and twenty dollars: the fee is the house's all the same, forty stay in the pool."""
    play = final()
    play.do(ask.Penalise, player="p4", penalty="slow play", note="")
    play.do(ask.RefundEntry, player="p3", ground="illness")
    assert told_banks(known(play)) == banks(play)
    play_slips(play)
    play.do(ask.ConcludeRound)
    pool, *_ = play.do(ask.AwardPrizes)

    assert pool.takings == 74_000
    assert known(play).pool == pool.takings + pool.added


def test_a_substitute_of_staff_is_not_of_the_staff() -> None:
    """And so wins what the member of staff could not have won."""
    play = ready_play(MELBOURNE)
    enter_players(play, ["stan"], staff=True, second="R. Chen")
    play.wall = wall_time(play.tournament.plan.entry.substitute_until)
    play.do(ask.NominateSubstitute, player="stan", second="sam", ground="illness")

    assert not play.tournament.entrants["sam"].staff
    assert not known(play).entrants["sam"]["staff"]
