"""Who goes on, who plays off and who wins what: followed to the end, and not believed before it."""

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from sicbo.errors import Refusal
from sicbo.tournament.end.prizes import prize_shares
from sicbo.tournament.messages import commands as ask
from sicbo.tournament.messages.heats import HeatCorrectResult
from sicbo.tournament.simulation.autoplay import TournamentPlay, conclude_play_round, enter_players
from sicbo.tournament.state import BETWEEN, ROUND, Tournament
from sicbo.verify.canonical import Wrong
from sicbo.verify.purses import _shares
from sicbo.verify.tournaments import HOW
from tests.tournament.test_formats import terms_with
from tests.tournament.tournaments import (
    MELBOURNE,
    SYDNEY,
    bank_of,
    play_slips,
    play_with_round_begun,
    ready_play,
    seed_of,
    slip,
)
from tests.verify.forged import Forged, another, banks, known, told_banks
from tests.verify.test_contests import said

LAST = (1, 0, 1, "fresh", 1, "end", 0)
FIRST = (1, 0, 1, "fresh", 1, "all", 0)
HALVES = (1, 0, 2, "fresh", 2, "end", 0)
FEW: dict[str, Any] = {"details.fewest": 2, "winners.level": "play-off"}
CORRECTED: dict[str, Any] = {"dice": (6, 5, 4), "second": "deputy", "reason": "misread"}
STAND = "played on when its ranks stand"
PLAY_OFF = "others play off than are level for a prize"


def spun_once(*chips: int, changes: dict[str, Any] | None = None, last: Any = LAST) -> TournamentPlay:
    """The only round has had its spin, in which each entrant won or lost so many chips."""
    play = play_with_round_begun(SYDNEY, len(chips), terms=terms_with(SYDNEY, [last], FEW | (changes or {})))
    slips = {f"p{number}": _slip(won) for number, won in enumerate(chips, 1)}
    for heat in play.tournament.heats:
        play_slips(play, heat.table, slips=slips)
    return play


def _slip(won: int) -> Any:
    return slip(small=won) if won > 0 else slip(big=-won)


def two_play_off() -> TournamentPlay:
    """The first two are level, and one spin more is to tell them apart."""
    play = spun_once(600, 600, 500, -500)
    play.do(ask.HoldPlayOff, table="T1")
    return play


def test_a_play_off_orders_the_level_ones_and_nobody_else() -> None:
    """Both fall behind the third and are level once more; then one loses, and is the second all the same."""
    play = two_play_off()
    play_slips(play, slips=dict.fromkeys(("p1", "p2"), slip(big=1_000)))
    play.do(ask.HoldPlayOff, table="T1")
    play_slips(play, slips={"p2": slip(big=500)})
    play.do(ask.ConcludeRound)

    assert bank_of(play, "p1") < bank_of(play, "p3")
    assert known(play).ranks == list(play.tournament.ranks) == ["p1", "p2", "p3", "p4"]


def test_a_play_off_is_corrected_as_any_spin() -> None:
    """The dice were misread, so that the other one won."""
    play = two_play_off()
    play_slips(play, slips={"p1": slip(small=500), "p2": slip(big=500)})
    play.do(HeatCorrectResult, table="T1", **CORRECTED)

    assert bank_of(play, "p1") < bank_of(play, "p2")
    assert told_banks(known(play)) == banks(play)


def first_heat_over() -> TournamentPlay:
    """Of two heats of the last round one is over; its players are level and ahead."""
    play = play_with_round_begun(SYDNEY, 4, terms=terms_with(SYDNEY, [HALVES], FEW))
    play_slips(play, "T1")
    return play


def all_over(state: Tournament) -> Tournament:
    """Every heat has come to its end."""
    return replace(state, heats=tuple(replace(heat, over=True) for heat in state.heats))


def played_out(state: Tournament) -> Tournament:
    """The heats are over, and nobody had to play off."""
    terms = state.terms.replace('level = "play-off"', 'level = "share"')
    return replace(all_over(state), terms=terms)


def without_play_off(state: Tournament) -> Tournament:
    """No play-off is held."""
    return replace(state, heats=tuple(heat for heat in state.heats if not heat.play_off))


def level_at_the_end() -> Forged:
    return Forged(spun_once(600, 600, 500, -500), played_out, ask.ConcludeRound, {})


def next_round_to_come() -> Forged:
    """The first round is over, and those who go on have not played the second."""
    play = play_with_round_begun(SYDNEY, 4, terms=terms_with(SYDNEY, [FIRST, LAST], {"details.fewest": 2}))
    play_slips(play)
    play.do(ask.ConcludeRound)
    return Forged(play, another(stage=ROUND), ask.ConcludeRound, {})


def before_any_round() -> Forged:
    """Nobody has entered yet, so nobody is left either."""
    return Forged(ready_play(SYDNEY), another(stage=ROUND), ask.ConcludeRound, {})


def corrected_under_a_play_off() -> Forged:
    """The last spin of a heat is corrected while those whom it left level play off at the other table."""
    play = spun_once(600, 600, 500, -500, last=HALVES)
    play.do(ask.HoldPlayOff, table="T2")
    return Forged(play, without_play_off, HeatCorrectResult, {"table": "T1", **CORRECTED})


TOO_EARLY: list[tuple[Callable[[], Forged], str]] = [
    (lambda: Forged(first_heat_over(), all_over, ask.HoldPlayOff, {"table": "T1"}), PLAY_OFF),
    (lambda: Forged(first_heat_over(), played_out, ask.ConcludeRound, {}), "over before its heats are"),
    (level_at_the_end, "some are level for a prize and did not play off"),
    (next_round_to_come, "a tournament is concluded that is not played out"),
    (before_any_round, "a tournament is concluded that is not played out"),
    (corrected_under_a_play_off, "a result was corrected that was not entered so"),
]


@pytest.mark.parametrize(("made", "says"), TOO_EARLY, ids=range(len(TOO_EARLY)))
def test_nothing_ends_before_what_has_to_come_first(made: Callable[[], Forged], says: str) -> None:
    """Heats before play-offs and ends, play-offs before winners, every round before the last word."""
    forged = made()

    assert isinstance(forged.refused(), Refusal)
    with pytest.raises(Wrong, match=says):
        known(forged.play).follow(forged.record())


@pytest.mark.parametrize("left", [5, 3, 2])
def test_a_knock_out_leaves_one(left: int) -> None:
    """Four of so many as are left drop out; where there are no more than four, the best goes on alone."""
    first = (1, 0, 1, "fresh", 1, "all-but-lowest", 4)
    play = play_with_round_begun(SYDNEY, 5, terms=terms_with(SYDNEY, [first, LAST], FEW))
    play_slips(play, slips={f"p{number}": slip(small=1_000 - 100 * number) for number in range(1, 6)})
    for name in ("p5", "p4", "p3")[: 5 - left]:
        play.do(ask.Retire, player=name)
    play.do(ask.ConcludeRound)

    assert play.events[-1].on == ("p1",)
    assert known(play).by_entry("playing") == ["p1"]


def test_level_ones_who_all_have_room_are_not_drawn() -> None:
    """Two places, and two are level for them: nobody is left for a lot to decide about."""
    first = (1, 0, 1, "fresh", 1, "top-of-table", 2)
    play = play_with_round_begun(
        SYDNEY, 4, terms=terms_with(SYDNEY, [first, LAST], FEW | {"format.level": "draw"})
    )
    play_slips(play, slips={"p1": slip(big=300), "p3": slip(big=400)})
    play.do(ask.ConcludeRound)

    assert (play.events[-1].on, play.events[-1].drawn) == (("p2", "p4"), ())
    assert known(play).by_entry("playing") == ["p2", "p4"]


def test_at_the_end_level_ones_are_drawn_and_nobody_else() -> None:
    """Two of four, and the others stand where their banks put them."""
    play = spun_once(600, 500, 500, -500, changes={"winners.level": "draw"})
    play.do(ask.ConcludeRound)

    assert sorted(play.events[-1].drawn) == ["p2", "p3"]
    assert known(play).ranks == list(play.tournament.ranks)


def with_staff(*names: str, others: tuple[str, ...] = ()) -> TournamentPlay:
    """A tournament of staff and others that waits for its prizes."""
    play = ready_play(MELBOURNE, terms=terms_with(MELBOURNE, [LAST], {"details.fewest": 2}))
    enter_players(play, names, staff=True, second="R. Chen")
    if others:
        enter_players(play, others)
    play.do(ask.BeginRound)
    play_slips(play)
    play.do(ask.ConcludeRound)
    return play


def test_staff_are_passed_over_and_the_others_share_the_pool() -> None:
    """Both are level with stan, who wins nothing."""
    play = with_staff("stan", others=("ana", "ben"))
    pool, won, *_ = play.do(ask.AwardPrizes)

    assert pool.added > 0 and won.passed_over == ("stan",)
    assert known(play).pool == pool.takings + pool.added == sum(prize.cents for prize in won.prizes)


def test_among_staff_alone_there_is_no_pool() -> None:
    """Nobody can win, so that nothing is taken or added."""
    play = with_staff("stan", "sue")
    play.do(ask.AwardPrizes)

    assert known(play).pool == 0


def awarded(play: TournamentPlay) -> dict[str, Any]:
    """The record of the prizes: pool, prizes, chips, end."""
    return Forged(play, another(), ask.AwardPrizes, {}).record()


def test_nobody_else_is_passed_over_than_staff() -> None:
    """The prizes are right, and the record says of nobody, or of a winner, that they were passed over."""
    play = with_staff("stan", others=("ana", "ben"))
    for names in ([], ["ana"], ["stan", "ana"]):
        record = awarded(play)
        record["events"][1]["passed_over"] = names

        with pytest.raises(Wrong, match="others are passed over than those of the staff"):
            known(play).follow(record)


def test_a_pool_does_not_stay_with_the_house() -> None:
    """It was fixed while there were winners; then they are disqualified, and nobody has it."""
    play = with_staff("stan", others=("ana", "ben"))
    record = awarded(play)
    followed = known(play)
    HOW["pool-fixed"](followed, record["events"][0])
    for name in ("ana", "ben"):
        chips = followed.entrants[name]["bank"]
        out = said("entrant-out", player=name, how="disqualified", chips=chips, shared=[])
        HOW["entrant-out"](followed, out["events"][0])

    with pytest.raises(Wrong, match="the prizes do not come to the pool"):
        HOW["prizes-awarded"](followed, record["events"][1] | {"prizes": []})


@pytest.mark.parametrize("odd_cents", ["largest-remainder", "first-place"])
def test_every_pool_is_shared_as_the_core_shares_it(odd_cents: str) -> None:
    """To the cent, whoever is level and however many there are."""
    places = [50, 30, 20]
    plan = {"places": places, "odd_cents": odd_cents}
    for groups in ([["a"], ["b"], ["c"]], [["a", "b"], ["c"], ["d"]], [["a"], ["b", "c", "d"]], [["a"]]):
        for pool in range(120):
            own = [list(row) for row in prize_shares(pool, places, groups, odd_cents)]

            assert _shares(pool, plan, groups) == own


NO_CHIPS: dict[str, Any] = {"details.fewest": 2, "elimination.rule": "no-chips"}
ALL_IN = slip(big=10_000)


def broke(*names: str, spins: int = 2, minutes: int = 0) -> TournamentPlay:
    """Four play, and these have lost everything by dice that were misread."""
    rounds = [(spins, minutes, 1, "fresh", 1, "end", 0)]
    play = play_with_round_begun(SYDNEY, 4, terms=terms_with(SYDNEY, rounds, NO_CHIPS))
    play_slips(play, slips=dict.fromkeys(names, ALL_IN))
    return play


def retired_after(play: TournamentPlay, *names: str) -> TournamentPlay:
    for name in names:
        play.do(ask.Retire, player=name)
    return play


def ended_early(play: TournamentPlay) -> TournamentPlay:
    """All but one were out, so it was known who won."""
    play.do(ask.EndHeat, table="T1", ground="settled")
    return play


EVERYBODY = ("p1", "p2", "p3", "p4")
AGAIN: list[tuple[Callable[[], TournamentPlay], bool]] = [
    (lambda: broke(*EVERYBODY), True),
    (lambda: broke(*EVERYBODY, spins=0, minutes=5), True),
    (lambda: broke(*EVERYBODY, spins=1), False),
    (lambda: broke("p1"), False),
    (lambda: ended_early(broke("p1", "p2", "p3")), False),
    (lambda: retired_after(broke("p1"), "p2", "p3", "p4"), False),
]
"""Everybody was out, with a spin or with time to come; after the last; one; all but one; all but who left."""


@pytest.mark.parametrize(("made", "reopened"), AGAIN, ids=range(len(AGAIN)))
def test_a_heat_goes_on_that_misread_dice_had_emptied(
    made: Callable[[], TournamentPlay], reopened: bool
) -> None:
    """Whoever is back plays on where there is something to play, and a heat that was not empty stays so."""
    play = made()
    play.do(HeatCorrectResult, table="T1", **CORRECTED)
    followed = known(play)
    statuses = {name: one.status for name, one in play.tournament.entrants.items()}

    assert play.events[-1].reopened is reopened
    assert followed.heats[0].over == play.tournament.heats[0].over
    assert {name: one["status"] for name, one in followed.entrants.items()} == statuses
    assert followed.report.counts["corrections"] == 1


def test_a_correction_brings_nobody_else_back() -> None:
    """Nobody, where one has chips again; or one more, who was never out."""
    play = broke("p1")
    correction = {"table": "T1", **CORRECTED}
    for names in ([], ["p1", "p2"]):
        record = Forged(play, another(), HeatCorrectResult, correction).record()
        recounted = next(one for one in record["events"] if one["type"] == "spin-recounted")
        recounted["back"] = names

        with pytest.raises(Wrong, match="a correction brings others back than it has to"):
            known(play).follow(record)


def won_by_nobody(*rounds: Any) -> TournamentPlay:
    """Everybody lost everything in the first round, and the ranks stand."""
    play = play_with_round_begun(SYDNEY, 4, terms=terms_with(SYDNEY, rounds, NO_CHIPS))
    play_slips(play, slips=dict.fromkeys(EVERYBODY, ALL_IN))
    conclude_play_round(play)
    return play


def level_behind_a_cheat() -> Forged:
    """Two were level for the fourth place; the first is disqualified, and they move up to a prize."""
    play = spun_once(900, 800, 700, 600, 600)
    play.do(ask.ConcludeRound)
    play.do(ask.Disqualify, player="p1", ground="cheating", note="")
    return Forged(play, another(stage=ROUND), ask.HoldPlayOff, {"table": "T1"})


def second_chance() -> Forged:
    play = won_by_nobody(FIRST, LAST)
    return Forged(play, another(stage=BETWEEN), ask.HoldRepechage, {"table": "T1"})


AFTER_THE_RANKS: list[tuple[Callable[[], Forged], str]] = [
    (lambda: Forged(won_by_nobody(LAST), another(stage=ROUND), ask.ConcludeRound, {}), STAND),
    (second_chance, STAND),
    (level_behind_a_cheat, PLAY_OFF),
]


@pytest.mark.parametrize(("made", "says"), AFTER_THE_RANKS, ids=range(len(AFTER_THE_RANKS)))
def test_when_the_ranks_stand_nothing_is_played_any_more(made: Callable[[], Forged], says: str) -> None:
    """They are not found twice, nobody plays again for a place, and no play-off turns them round."""
    forged = made()

    assert isinstance(forged.refused(), Refusal)
    with pytest.raises(Wrong, match=says):
        known(forged.play).follow(forged.record())


def test_a_round_without_anybody_does_not_begin() -> None:
    """All are out after the first: it is over, and there is no second."""
    play = play_with_round_begun(SYDNEY, 4, terms=terms_with(SYDNEY, [FIRST, LAST], NO_CHIPS))
    play_slips(play, slips=dict.fromkeys(EVERYBODY, ALL_IN))
    play.do(ask.ConcludeRound)
    empty = said("round-begun", round=2, heats=[], fresh=10_000, seed=seed_of("seats 2").hex())

    assert isinstance(play.submit(ask.BeginRound), Refusal)
    with pytest.raises(Wrong, match="a round begins out of order"):
        known(play).follow(empty)


def test_dice_that_were_entered_are_not_corrected_to_themselves() -> None:
    """In whichever order they are told."""
    play = spun_once(600, 500, 400, -500)
    for dice in ([1, 2, 4], [4, 2, 1]):
        record = Forged(play, another(), HeatCorrectResult, {"table": "T1", **CORRECTED}).record()
        record["command"]["dice"] = dice

        assert isinstance(
            play.submit(HeatCorrectResult, **(CORRECTED | {"table": "T1", "dice": dice})), Refusal
        )
        with pytest.raises(Wrong, match="a result was corrected to what was entered"):
            known(play).follow(record)


def test_a_countback_asks_for_the_banks_after_a_correction() -> None:
    """By the dice as entered p1 was ahead of p2, by those that lay there behind; then both are level."""
    changes = {"details.fewest": 2, "winners.level": "countback"}
    play = play_with_round_begun(
        SYDNEY, 4, terms=terms_with(SYDNEY, [(2, 0, 1, "fresh", 1, "end", 0)], changes)
    )
    play_slips(play, slips={"p1": slip(small=500), "p2": slip(big=500)})
    play.do(HeatCorrectResult, table="T1", **CORRECTED)
    play_slips(play, slips={"p1": slip(small=500), "p2": slip(big=500)})
    play.do(ask.ConcludeRound)

    assert bank_of(play, "p1") == bank_of(play, "p2")
    assert known(play).ranks == list(play.tournament.ranks) != sorted(play.tournament.ranks)
