"""Crown Melbourne 6.1, part 8: tournaments."""

import pytest

from sicbo.errors import Refusal
from sicbo.game.ranks import Rank
from sicbo.tournament.messages import commands as ask
from tests.clauses.crown_tournament_conduct import *  # noqa: F403
from tests.clauses.crown_tournament_rounds import *  # noqa: F403
from tests.clauses.crown_tournament_rounds import assert_play_waits_for_repair
from tests.clauses.crown_tournament_wagers import *  # noqa: F403
from tests.clauses.crown_tournaments import *  # noqa: F403
from tests.tournament.refusals import assert_each_item_required, clause_refusing_answer
from tests.tournament.tournaments import (
    MELBOURNE,
    bank_of,
    commitments,
    draft_play,
    invite_bets,
    play_out_round,
    play_slips,
    play_with_entrants,
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
    return MELBOURNE


def test_8_1_option_b_can_be_played() -> None:
    """Any variation that is offered; its symbols are wagered on."""
    text = terms_of(MELBOURNE).replace('layout = "a"', 'layout = "b"')
    play = play_with_round_begun(MELBOURNE, terms=text)
    play_slips(play, slips={players_at(play)[0]: slip(symbol_fish=200)})

    assert play.tournament.layout_key == "b"


def test_8_2_2_nothing_is_taken_before_terms_and_inspectorate() -> None:
    """Each of the two refuses the entry by its own clause."""
    play = draft_play(MELBOURNE)
    assert refused_clause(submit_entry(play)) == "8.2.2(a)"
    play.do(ask.PublishTournament, terms=terms_of(MELBOURNE))
    assert refused_clause(submit_entry(play)) == "8.2.2(b)"
    play.do(ask.AdviseRegulator, to="inspectorate")
    play.do(ask.CommitSeatDraws, commitments=commitments(play))

    assert submit_entry(play)


def test_8_2_2_a_terms_are_published_before_the_first_entry() -> None:
    """A draft takes no entry."""
    assert refused_clause(submit_entry(draft_play(MELBOURNE))) == "8.2.2(a)"
    assert submit_entry(ready_play(MELBOURNE))


def test_8_2_2_b_the_inspectorate_hears_of_what_is_published() -> None:
    """The record names the inspector and the version. For a draft there is nothing to report."""
    play = draft_play(MELBOURNE)
    assert refused_clause(play.submit(ask.AdviseRegulator, to="inspectorate")) == "8.2.2(a)"
    play.do(ask.PublishTournament, terms=terms_of(MELBOURNE))
    assert refused_clause(play.submit(ask.AdviseRegulator, to="")) == "8.2.2(b)"
    (event,) = play.do(ask.AdviseRegulator, to="inspectorate")

    assert (event.to, event.version) == ("inspectorate", 1)


def test_8_4_1_c_the_regulator_hears_of_changes_before_play() -> None:
    """New terms after the notice: the first round waits for another notice."""
    assert_each_item_required(MELBOURNE, "details.changes_reported")
    play = play_with_entrants(MELBOURNE)
    play.do(ask.PublishTournament, terms=terms_of(MELBOURNE, {"details.notice_minutes": 20}))
    assert refused_clause(play.submit(ask.BeginRound)) == "8.4.1(c)"
    play.do(ask.AdviseRegulator, to="inspectorate")

    assert play.do(ask.BeginRound)


def test_8_4_2_a_iii_an_application_is_refused_where_the_terms_reserve_it() -> None:
    """With the right it goes on record; without it the entry is taken."""
    assert_each_item_required(MELBOURNE, "entry.may_refuse", "entry.refusal")
    play = ready_play(MELBOURNE)
    (event,) = play.do(ask.RefuseEntry, player="ana", note="trouble last year")
    assert event.clause == "8.4.2(a)(iii)"

    plain = ready_play(MELBOURNE, {"entry.may_refuse": False})
    assert refused_clause(plain.submit(ask.RefuseEntry, player="ana", note="")) == "8.1"


def test_8_4_2_a_iv_criteria_that_apply_are_stated_and_met() -> None:
    """A person who does not meet them cannot enter."""
    assert_each_item_required(MELBOURNE, "entry.criteria_apply", "entry.criteria")

    assert refused_clause(submit_entry(ready_play(MELBOURNE), chosen=False)) == "8.4.2(a)(iv)"


def test_8_4_2_a_v_staff_win_nothing_and_the_next_place_getter_stands_in() -> None:
    """If an approved employee comes first, the second takes the prize; without approval there is no entry."""
    assert_each_item_required(MELBOURNE, "entry.staff_event", "entry.staff")
    assert refused_clause(submit_entry(ready_play(MELBOURNE), staff=True)) == "8.4.2(a)(v)"
    ordinary = ready_play(MELBOURNE, {"entry.staff_event": False})
    assert refused_clause(submit_entry(ordinary, staff=True, second="ceo")) == "8.1"
    play = play_with_entrants(MELBOURNE, 7, {"winners.level": "draw"})
    submit_entry(play, "eve", staff=True, second="ceo")
    play.do(ask.SignTerms, player="eve")
    play.do(ask.BriefEntrants, players=("eve",))
    play.do(ask.BeginRound)
    play_out_round(play)
    play.do(ask.BeginRound)
    second = next(name for name in players_at(play) if name != "eve")
    play_slips(play, slips={"eve": slip(small=5_000), second: slip(small=2_000)})
    play_out_round(play)
    *_, awarded, _, _ = play.do(ask.AwardPrizes)

    assert play.tournament.ranks[:2] == ("eve", second)
    assert (play.tournament.prizes[0].player, awarded.passed_over) == (second, ("eve",))


def test_8_4_2_b_iii_a_signed_copy_where_the_terms_ask_for_one() -> None:
    """An entrant who has not signed cannot play. If the terms do not demand it, no entrant has to sign."""
    assert_each_item_required(MELBOURNE, "entry.signed_copies", "entry.signing")
    play = play_with_entrants(MELBOURNE)
    submit_entry(play)
    play.do(ask.BriefEntrants, players=("late",))
    assert refused_clause(play.submit(ask.BeginRound)) == "8.4.2(b)(iii)"

    plain = play_with_entrants(MELBOURNE, changes={"entry.signed_copies": False})
    assert plain.do(ask.BeginRound)


def test_8_4_4_a_cash_chips_are_ruled_out() -> None:
    """Terms with cash chips are not published."""
    assert clause_refusing_answer(MELBOURNE, "wagers.chips", "cash") == "8.4.4(a)"


def test_8_4_8_i_both_acts_are_named() -> None:
    """One of them is not sufficient."""
    one = "The casino is not liable under the Competition and Consumer Act 2010 (Cth)."
    assert clause_refusing_answer(MELBOURNE, "conduct.liability", one) == "8.4.8(i)"


def test_8_4_8_j_the_right_to_complain_is_stated() -> None:
    """To the regulator by its name."""
    assert_each_item_required(MELBOURNE, "conduct.complaints")
    assert clause_refusing_answer(MELBOURNE, "conduct.complaints", "Complain to us.") == "8.4.8(j)"


def test_7_4_a_malfunction_at_a_tournament_table_stops_play_until_it_is_rectified() -> None:
    """The lights stay dark: the spin is finished by the dice, and the next one waits for a manager."""
    play = play_with_round_begun(MELBOURNE)
    invite_bets(play)
    assert_play_waits_for_repair(play, "7.4")


def test_9_4_a_disrupted_spin_of_a_tournament_is_void_by_the_rank_for_it() -> None:
    """A dealer may not declare it; a supervisor may, for the whole spin and never for one wager."""
    play = play_with_round_begun(MELBOURNE)
    invite_bets(play)
    name = players_at(play)[0]
    put(play, name, slip(big=900))
    assert refused_clause(void_spin(play, "disruption", rank=Rank.DEALER, note="a fight")) == "9.4"
    one = void_spin(play, "disruption", rank=Rank.SUPERVISOR, note="a fight", player=name)
    assert refused_clause(one) == "9.4"
    assert not isinstance(void_spin(play, "disruption", rank=Rank.SUPERVISOR, note="a fight"), Refusal)

    assert bank_of(play, name) == 10_000
