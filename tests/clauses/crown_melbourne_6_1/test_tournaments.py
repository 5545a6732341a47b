"""Crown Melbourne 6.1, part 8: tournaments."""

import pytest

from sicbo.tournament.messages import commands as ask
from tests.clauses.crown_tournament_conduct import *  # noqa: F403
from tests.clauses.crown_tournament_wagers import *  # noqa: F403
from tests.clauses.crown_tournaments import *  # noqa: F403
from tests.tournament.refusals import changed, not_published
from tests.tournament.tournaments import (
    MELBOURNE,
    at,
    begun,
    commitments,
    draft,
    entered,
    entry,
    play_out,
    ready,
    refused,
    slip,
    spun,
    terms_of,
)


@pytest.fixture
def book() -> str:
    """Return the rulebook of this module."""
    return MELBOURNE


def test_8_1_option_b_can_be_played() -> None:
    """Any variation that is offered; its symbols are wagered on."""
    text = terms_of(MELBOURNE).replace('layout = "a"', 'layout = "b"')
    play = begun(MELBOURNE, terms=text)
    spun(play, slips={at(play)[0]: slip(symbol_fish=200)})

    assert play.tournament.layout_key == "b"


def test_8_2_2_nothing_is_taken_before_terms_and_inspectorate() -> None:
    """Each of the two refuses the entry by its own clause."""
    play = draft(MELBOURNE)
    assert refused(entry(play)) == "8.2.2(a)"
    play.do(ask.PublishTournament, terms=terms_of(MELBOURNE))
    assert refused(entry(play)) == "8.2.2(b)"
    play.do(ask.AdviseRegulator, to="inspectorate")
    play.do(ask.CommitSeatDraws, commitments=commitments(play))

    assert entry(play)


def test_8_2_2_a_terms_are_published_before_the_first_entry() -> None:
    """A draft takes no entry."""
    assert refused(entry(draft(MELBOURNE))) == "8.2.2(a)"
    assert entry(ready(MELBOURNE))


def test_8_2_2_b_the_inspectorate_hears_of_what_is_published() -> None:
    """The record names the inspector and the version. For a draft there is nothing to report."""
    play = draft(MELBOURNE)
    assert refused(play.ask(ask.AdviseRegulator, to="inspectorate")) == "8.2.2(a)"
    play.do(ask.PublishTournament, terms=terms_of(MELBOURNE))
    assert refused(play.ask(ask.AdviseRegulator, to="")) == "8.2.2(b)"
    (event,) = play.do(ask.AdviseRegulator, to="inspectorate")

    assert (event.to, event.version) == ("inspectorate", 1)


def test_8_4_1_c_the_regulator_hears_of_changes_before_play() -> None:
    """New terms after the notice: the first round waits for another notice."""
    not_published(MELBOURNE, "details.changes_reported")
    play = entered(MELBOURNE)
    play.do(ask.PublishTournament, terms=terms_of(MELBOURNE, {"details.notice_minutes": 20}))
    assert refused(play.ask(ask.BeginRound)) == "8.4.1(c)"
    play.do(ask.AdviseRegulator, to="inspectorate")

    assert play.do(ask.BeginRound)


def test_8_4_2_a_iii_an_application_is_refused_where_the_terms_reserve_it() -> None:
    """With the right it goes on record; without it the entry is taken."""
    not_published(MELBOURNE, "entry.may_refuse", "entry.refusal")
    play = ready(MELBOURNE)
    (event,) = play.do(ask.RefuseEntry, player="ana", note="trouble last year")
    assert event.clause == "8.4.2(a)(iii)"

    plain = ready(MELBOURNE, {"entry.may_refuse": False})
    assert refused(plain.ask(ask.RefuseEntry, player="ana", note="")) == "8.1"


def test_8_4_2_a_iv_criteria_that_apply_are_stated_and_met() -> None:
    """A person who does not meet them cannot enter."""
    not_published(MELBOURNE, "entry.criteria_apply", "entry.criteria")

    assert refused(entry(ready(MELBOURNE), chosen=False)) == "8.4.2(a)(iv)"


def test_8_4_2_a_v_staff_win_nothing_and_the_next_place_getter_stands_in() -> None:
    """If an approved employee comes first, the second takes the prize; without approval there is no entry."""
    not_published(MELBOURNE, "entry.staff_event", "entry.staff")
    assert refused(entry(ready(MELBOURNE), staff=True)) == "8.4.2(a)(v)"
    ordinary = ready(MELBOURNE, {"entry.staff_event": False})
    assert refused(entry(ordinary, staff=True, second="ceo")) == "8.1"
    play = entered(MELBOURNE, 7, {"winners.level": "draw"})
    entry(play, "eve", staff=True, second="ceo")
    play.do(ask.SignTerms, player="eve")
    play.do(ask.BriefEntrants, players=("eve",))
    play.do(ask.BeginRound)
    play_out(play)
    play.do(ask.BeginRound)
    second = next(name for name in at(play) if name != "eve")
    spun(play, slips={"eve": slip(small=5_000), second: slip(small=2_000)})
    play_out(play)
    *_, awarded, _, _ = play.do(ask.AwardPrizes)

    assert play.tournament.ranks[:2] == ("eve", second)
    assert (play.tournament.prizes[0].player, awarded.passed_over) == (second, ("eve",))


def test_8_4_2_b_iii_a_signed_copy_where_the_terms_ask_for_one() -> None:
    """An entrant who has not signed cannot play. If the terms do not demand it, no entrant has to sign."""
    not_published(MELBOURNE, "entry.signed_copies", "entry.signing")
    play = entered(MELBOURNE)
    entry(play)
    play.do(ask.BriefEntrants, players=("late",))
    assert refused(play.ask(ask.BeginRound)) == "8.4.2(b)(iii)"

    plain = entered(MELBOURNE, changes={"entry.signed_copies": False})
    assert plain.do(ask.BeginRound)


def test_8_4_4_a_cash_chips_are_ruled_out() -> None:
    """Terms with cash chips are not published."""
    assert changed(MELBOURNE, "wagers.chips", "cash") == "8.4.4(a)"


def test_8_4_8_i_both_acts_are_named() -> None:
    """One of them is not sufficient."""
    one = "Nobody is liable under the Competition and Consumer Act 2010 (Cth)."
    assert changed(MELBOURNE, "conduct.liability", one) == "8.4.8(i)"


def test_8_4_8_j_the_right_to_complain_is_stated() -> None:
    """To the regulator by its name."""
    not_published(MELBOURNE, "conduct.complaints")
    assert changed(MELBOURNE, "conduct.complaints", "Complain to us.") == "8.4.8(j)"
