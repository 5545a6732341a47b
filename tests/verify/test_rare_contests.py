"""Rare but honest evenings of a tournament are followed as the core decides them, chip for chip."""

from typing import Any

import pytest

from sicbo.errors import Refusal
from sicbo.game.ranks import Rank
from sicbo.tournament.messages import commands as ask, spins as spin
from sicbo.tournament.play.ties import play_off_entrants
from sicbo.tournament.simulation.autoplay import TournamentPlay, enter_players, finish_spin
from sicbo.verify.canonical import Wrong
from sicbo.verify.tournaments import _is_settled
from tests.tournament.test_formats import terms_with
from tests.tournament.tournaments import (
    SYDNEY,
    bank_of,
    close_bets,
    invite_bets,
    play_out_round,
    play_slips,
    play_with_entrants,
    play_with_round_begun,
    players_at,
    put,
    refused_clause,
    slip,
    void_spin,
)
from tests.verify.forged import Forged, another, banks, known, told_banks
from tests.verify.test_contests import said

LAST = [(1, 0, 1, "fresh", 1, "end", 0)]
TWO = [(1, 0, 2, "fresh", 2, "top-of-table", 2), (1, 0, 1, "fresh", 1, "end", 0)]
SMALL_CHANGE = {"wagers.compulsory": 1, "wagers.unit": 1}
HOUR = 3_600_000_000
FEW = {"details.fewest": 2, "format.starting_bank": 1_000, "winners.level": "play-off"}


def test_a_slip_is_cleared_and_the_smallest_unit_is_wagered() -> None:
    """One chip where one chip is the unit; what lay there before is taken back first."""
    play = play_with_round_begun(SYDNEY, 8, SMALL_CHANGE)
    ana = players_at(play)[0]
    invite_bets(play)
    for stakes in (slip(big=300), (), slip(small=1)):
        put(play, ana, stakes)
    close_bets(play)
    finish_spin(play, "T1", (1, 2, 4))

    assert bank_of(play, ana) == 10_001
    assert told_banks(known(play)) == banks(play)


FOLLOWS: list[tuple[dict[str, Any], tuple[int, bool], tuple[int, bool], tuple[int, bool]]] = [
    ({"wagers.if_not_made": "forfeit", "conduct.absent": "sit-out"}, (1, False), (0, False), (1, False)),
    ({"wagers.if_not_made": "warning", "conduct.late": "sit-out"}, (0, True), (1, False), (0, False)),
    ({"wagers.if_not_made": "warning", "wagers.compulsory": 0}, (0, False), (0, False), (0, False)),
]


@pytest.mark.parametrize(("terms", "idle", "gone", "late"), FOLLOWS, ids=range(len(FOLLOWS)))
def test_without_a_wager_the_terms_say_what_follows(
    terms: dict[str, Any], idle: tuple[int, bool], gone: tuple[int, bool], late: tuple[int, bool]
) -> None:
    """One sits there and makes none, one is absent, one is late: each loses chips or is warned."""
    play = play_with_round_begun(SYDNEY, 8, SMALL_CHANGE | terms)
    here, away, later, _ = players_at(play)
    play.do(ask.MarkAbsent, player=away)
    play.do(ask.MarkAbsent, player=later, late=True)
    play_slips(play, slips=dict.fromkeys((here, away, later), ()))
    counted = next(one for one in play.events if isinstance(one, spin.SpinCounted))
    lost = dict(counted.forfeits)

    assert [(lost.get(name, 0), name in counted.warned) for name in (here, away, later)] == [idle, gone, late]
    assert told_banks(known(play)) == banks(play)


def test_a_void_by_the_rank_that_it_needs_gives_back_what_lay_there() -> None:
    """Faulty equipment is for a supervisor: a dealer is refused, and after the void the chips are back."""
    play = play_with_round_begun(SYDNEY, 8)
    invite_bets(play)
    put(play, players_at(play)[0], slip(big=300))
    assert refused_clause(void_spin(play, "equipment", rank=Rank.DEALER, note="lights")) == "7.4"
    assert not isinstance(void_spin(play, "equipment", rank=Rank.SUPERVISOR, note="lights"), Refusal)

    assert set(banks(play).values()) == {10_000}
    assert told_banks(known(play)) == banks(play)


def level(changes: dict[str, Any], slips: list[Any]) -> TournamentPlay:
    """The last spin is over: a bank of a thousand each, and what these slips made of it."""
    terms = terms_with(SYDNEY, LAST, FEW | {"wagers.compulsory": 500} | changes)
    play = play_with_round_begun(SYDNEY, len(slips), terms=terms)
    play_slips(play, slips={f"p{number}": one for number, one in enumerate(slips, 1)})
    return play


LEVELS: list[tuple[dict[str, Any], list[Any], list[str]]] = [
    ({}, [slip(big=500), slip(big=500), slip(small=500), slip(small=600)], ["p1", "p2"]),
    (
        {"elimination.rule": "by-progress-only"},
        [slip(big=600), slip(big=600), slip(small=500), slip(small=600)],
        [],
    ),
    (
        {"elimination.rule": "no-chips"},
        [slip(big=1_000), slip(big=1_000), slip(small=500), slip(small=600)],
        [],
    ),
    ({}, [slip(big=500), slip(big=500), *(slip(small=chips) for chips in (500, 600, 700))], []),
]
"""Just enough for a wager; too little for one; out in that round; level behind the last prize."""


@pytest.mark.parametrize(("changes", "slips", "expected"), LEVELS, ids=range(len(LEVELS)))
def test_those_play_off_who_are_level_for_a_prize_and_can(
    changes: dict[str, Any], slips: list[Any], expected: list[str]
) -> None:
    """As the core finds them; where nobody is to, the winners are known."""
    play = level(changes, slips)

    assert play_off_entrants(play.tournament) == expected
    assert known(play).level_for_a_prize() == expected
    if expected:
        play.do(ask.HoldPlayOff, table="T1")
    else:
        play.do(ask.ConcludeRound)
    assert known(play).ranks == list(play.tournament.ranks)


def test_nobody_plays_off_alone_with_nobody() -> None:
    """A play-off without players follows no last round."""
    play = level(*LEVELS[1][:2])

    assert refused_clause(play.submit(ask.HoldPlayOff, table="T1")) == "8.4.6(a)"
    with pytest.raises(Wrong, match="others play off than are level for a prize"):
        known(play).follow(said("play-off-held", heat=["T1", []]))


def test_whoever_came_late_and_left_before_a_spin_is_ranked_behind_the_first_round() -> None:
    """A full bank does not help who has played no round: those whom the first round put out had less."""
    terms = terms_with(SYDNEY, TWO, {"format.level": "draw", "entry.late_entry_rounds": 2})
    play = play_with_round_begun(SYDNEY, 8, terms=terms)
    for table in ("T1", "T2"):
        play_slips(play, table, slips={name: slip(big=500) for name in players_at(play, table)})
    play.do(ask.ConcludeRound)
    enter_players(play, ["late"])
    play.do(ask.Retire, player="late")
    play.do(ask.BeginRound)
    play_slips(play)
    play.do(ask.ConcludeRound)

    assert play.tournament.ranks[-1] == "late"
    assert known(play).ranks == list(play.tournament.ranks)


def test_the_seats_of_a_repechage_are_drawn_in_the_order_of_entry() -> None:
    """A substitute stands where the entrant stood on the list, not at its end."""
    play = play_with_entrants(SYDNEY, 8, terms=terms_with(SYDNEY, TWO, {"format.level": "draw"}))
    play.wall -= HOUR
    play.do(ask.NominateSubstitute, player="p1", second="sam", ground="illness")
    play.do(ask.BriefEntrants, players=("sam",))
    play.wall += HOUR
    play.do(ask.BeginRound)
    for table in ("T1", "T2"):
        play_slips(play, table, slips={"sam": slip(big=500)})
    play.do(ask.ConcludeRound)
    play.do(ask.HoldRepechage, table="T1")

    assert "sam" in players_at(play)
    assert known(play).heats[0].players == players_at(play)


def test_chips_of_a_cheat_who_is_found_out_after_the_heat_are_shared_at_its_table() -> None:
    """The first table has played its last spin, the second has not: three share the bank in whole units."""
    terms = terms_with(SYDNEY, TWO, {"conduct.disqualified_chips": "shared-at-table"})
    play = play_with_round_begun(SYDNEY, 8, terms=terms)
    cheat, *others = players_at(play)
    play_slips(play)
    before = bank_of(play, others[0])
    play.do(ask.Disqualify, player=cheat, ground="cheating", note="")

    assert bank_of(play, others[0]) == before + 3_300
    assert told_banks(known(play)) == banks(play)


def test_somebody_comes_back_for_a_substitute_where_the_terms_say_so() -> None:
    """First sam for p1, then p1 for sam."""
    play = play_with_entrants(SYDNEY, 8, {"conduct.substituted": "may-return"})
    play.wall -= HOUR
    play.do(ask.NominateSubstitute, player="p1", second="sam", ground="illness")
    play.do(ask.NominateSubstitute, player="sam", second="p1", ground="travel delay")
    play.wall += HOUR
    play.do(ask.BriefEntrants, players=("p1",))
    play.do(ask.BeginRound)

    assert told_banks(known(play)) == banks(play)


def test_chips_are_bought_back_and_features_used_as_the_terms_give_them() -> None:
    """Who lost everything buys back while the heat is played; an add-on and a lifeline are for anybody."""
    play = play_with_round_begun(SYDNEY, 8)
    broke, ana, *_ = players_at(play)
    play_slips(play, slips={broke: slip(big=10_000)})
    play.do(ask.BuyMore, player=broke, what="buy-back", cents=10_000)
    play.do(ask.BuyMore, player=ana, what="add-on", cents=5_000)
    play.do(spin.UseFeature, player=broke, feature="lifeline")
    play_slips(play)

    assert bank_of(play, broke) == 11_100
    assert told_banks(known(play)) == banks(play)


ENDS = {"top-of-table": 2, "top-overall": 5, "all-but-lowest": 5, "all": 0}


@pytest.mark.parametrize("name", [*ENDS, "end", "repechage"])
def test_a_heat_ends_early_when_it_is_settled_who_goes_on(name: str) -> None:
    """One after the other leaves, the first table last, until the core lets its heat end: not before."""
    progress = name if name in ENDS else "top-of-table"
    first, last = (1, 0, 2, "fresh", 2, progress, ENDS[progress]), (2, 0, 1, "fresh", 1, "end", 0)
    rounds = [last] if name == "end" else [first, last]
    play = play_with_round_begun(SYDNEY, 8, terms=terms_with(SYDNEY, rounds, {"format.level": "draw"}))
    if name == "repechage":
        play_out_round(play)
        play.do(ask.HoldRepechage, table="T1")
    settled = []
    for who in [who for heat in reversed(play.tournament.heats) for who in heat.players]:
        play.do(ask.Retire, player=who)
        followed = known(play)
        ends = Forged(play, another(), ask.EndHeat, {"table": "T1", "ground": "settled"})
        settled.append(not isinstance(ends.refused(), Refusal))
        assert _is_settled(followed, followed.at("T1", "waiting")) is settled[-1]

    assert (settled[0], settled[-1]) == (False, True)
