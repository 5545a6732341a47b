"""Crown Sydney 2024, part 8: tournaments."""

import pytest

from sicbo.errors import Refusal
from sicbo.game.ranks import Rank
from sicbo.tournament.messages import commands as ask, spins as spin
from sicbo.tournament.simulation.autoplay import finish_spin
from tests.clauses.crown_tournament_conduct import *  # noqa: F403
from tests.clauses.crown_tournament_rounds import *  # noqa: F403
from tests.clauses.crown_tournament_rounds import assert_play_waits_for_repair
from tests.clauses.crown_tournament_wagers import *  # noqa: F403
from tests.clauses.crown_tournaments import *  # noqa: F403
from tests.clauses.proves import proves
from tests.tournament.refusals import assert_each_item_required, clause_refusing_answer
from tests.tournament.tournaments import (
    SYDNEY,
    bank_of,
    close_bets,
    deal_to_pay,
    draft_play,
    invite_bets,
    play_slips,
    play_with_round_begun,
    players_at,
    put,
    ready_play,
    refused_clause,
    slip,
    submit_entry,
    terms_of,
    void_spin,
)


@pytest.fixture
def book() -> str:
    """Return the rulebook of this module."""
    return SYDNEY


@proves("1.1/tournament")
def test_8_2_2_terms_are_published_before_the_first_entry() -> None:
    """A draft takes no entry."""
    play = draft_play(SYDNEY)
    assert refused_clause(submit_entry(play)) == "8.2.2"
    play.do(ask.PublishTournament, terms=terms_of(SYDNEY))
    assert refused_clause(submit_entry(play)) == "8.1"

    assert submit_entry(ready_play(SYDNEY))


def test_8_4_2_a_iii_criteria_that_apply_are_stated_and_met() -> None:
    """A person who does not meet them cannot enter."""
    assert_each_item_required(SYDNEY, "entry.criteria_apply", "entry.criteria")

    assert refused_clause(submit_entry(ready_play(SYDNEY), chosen=False)) == "8.4.2(a)(iii)"


def test_8_4_4_d_a_pass_card_saves_the_compulsory_wager_once() -> None:
    """Its holder wagers nothing and loses nothing; there is one in a session, and a void gives it back."""
    assert_each_item_required(SYDNEY, "wagers.passes_offered", "wagers.passes", "wagers.passes_how")
    play = play_with_round_begun(SYDNEY)
    name = players_at(play)[0]
    for is_void in (True, False):
        invite_bets(play)
        play.do(spin.PlayPass, table="T1", player=name)
        close_bets(play)
        void_spin(play, "not-flat") if is_void else finish_spin(play, "T1", (1, 2, 4))
    assert bank_of(play, name) == 10_000
    invite_bets(play)

    assert refused_clause(play.submit(spin.PlayPass, table="T1", player=name)) == "8.4.4(d)"


def test_8_4_4_e_only_listed_features_are_used() -> None:
    """The lifeline gives 1000 chips, once; a joker is not listed."""
    assert_each_item_required(SYDNEY, "wagers.features_offered", "wagers.features")
    play = play_with_round_begun(SYDNEY)
    name = players_at(play)[0]
    play_slips(play)
    play.do(spin.UseFeature, player=name, feature="lifeline")

    assert bank_of(play, name) == 11_100
    for feature in ("lifeline", "joker"):
        assert refused_clause(play.submit(spin.UseFeature, player=name, feature=feature)) == "8.4.4(e)"


def test_8_4_8_h_the_statement_names_the_inspector() -> None:
    """Finality alone is not enough."""
    assert (
        clause_refusing_answer(SYDNEY, "conduct.disputes", "The director's decision is final.") == "8.4.8(h)"
    )


def test_7_4_a_result_that_equipment_affected_is_void_by_the_rank_for_it_in_a_tournament() -> None:
    """A dealer may not; a Higher Duties Dealer may, with a reason, and a second person after the result."""
    play = play_with_round_begun(SYDNEY)
    invite_bets(play)
    put(play, players_at(play)[0], slip(small=500))
    deal_to_pay(play)
    assert refused_clause(void_spin(play, "equipment", rank=Rank.DEALER, note="lamps", second="lee")) == "7.4"
    assert refused_clause(void_spin(play, "equipment", rank=Rank.SUPERVISOR, second="lee")) == "7.4"
    assert refused_clause(void_spin(play, "equipment", rank=Rank.SUPERVISOR, note="lamps")) == "7.4"
    told = void_spin(play, "equipment", rank=Rank.SUPERVISOR, note="lamps", second="lee")

    assert not isinstance(told, Refusal)
    assert bank_of(play, players_at(play)[0]) == 10_000


def test_7_5_a_malfunction_at_a_tournament_table_stops_play_until_it_is_rectified() -> None:
    """The lights stay dark: the spin is finished by the dice, and the next one waits for an Area Manager."""
    play = play_with_round_begun(SYDNEY)
    invite_bets(play)
    assert_play_waits_for_repair(play, "7.5")


def test_10_3_1_a_disrupted_wager_of_a_tournament_is_void_and_owes_no_other() -> None:
    """An Assistant Casino Manager voids one wager of 900; its entrant forfeits nothing on that spin."""
    play = play_with_round_begun(SYDNEY)
    invite_bets(play)
    name = players_at(play)[0]
    put(play, name, slip(big=900))
    said = {"player": name, "note": "a drink fell on it"}
    assert refused_clause(void_spin(play, "disruption", rank=Rank.MANAGER, **said)) == "10.3.1"
    assert not isinstance(void_spin(play, "disruption", rank=Rank.SENIOR_MANAGER, **said), Refusal)
    counted = finish_spin(play, "T1", (1, 2, 4))[-1]

    assert bank_of(play, name) == 10_000
    assert name not in dict(counted.forfeits)
