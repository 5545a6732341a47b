"""Crown Sydney 2024, part 8: tournaments."""

import pytest

from sicbo.tournament.messages import commands as ask, spins as spin
from tests.clauses.crown_tournament_conduct import *  # noqa: F403
from tests.clauses.crown_tournament_wagers import *  # noqa: F403
from tests.clauses.crown_tournaments import *  # noqa: F403
from tests.clauses.proves import proves
from tests.tournament.refusals import changed, not_published
from tests.tournament.tournaments import SYDNEY, at, bank, begun, draft, entry, ready, refused, spun, terms_of


@pytest.fixture
def book() -> str:
    """Return the rulebook of this module."""
    return SYDNEY


@proves("1.1/tournament")
def test_8_2_2_terms_are_published_before_the_first_entry() -> None:
    """A draft takes no entry."""
    play = draft(SYDNEY)
    assert refused(entry(play)) == "8.2.2"
    play.do(ask.PublishTournament, terms=terms_of(SYDNEY))
    assert refused(entry(play)) == "8.1"

    assert entry(ready(SYDNEY))


def test_8_4_2_a_iii_criteria_that_apply_are_stated_and_met() -> None:
    """A person who does not meet them cannot enter."""
    not_published(SYDNEY, "entry.criteria_apply", "entry.criteria")

    assert refused(entry(ready(SYDNEY), chosen=False)) == "8.4.2(a)(iii)"


def test_8_4_4_d_a_pass_card_saves_the_compulsory_wager_once() -> None:
    """Its holder wagers nothing and loses nothing; there is one in a session, and a void gives it back."""
    not_published(SYDNEY, "wagers.passes_offered", "wagers.passes", "wagers.passes_how")
    play = begun(SYDNEY)
    name = at(play)[0]
    void = {"ground": "not-flat", "note": ""}
    for end, said in ((spin.VoidSpin, void), (spin.EnterSpin, {"dice": (1, 2, 4)})):
        play.do(spin.InviteBets, table="T1")
        play.do(spin.PlayPass, table="T1", player=name)
        play.do(spin.CloseBets, table="T1")
        play.do(end, table="T1", **said)
    assert bank(play, name) == 10_000
    play.do(spin.InviteBets, table="T1")

    assert refused(play.ask(spin.PlayPass, table="T1", player=name)) == "8.4.4(d)"


def test_8_4_4_e_only_listed_features_are_used() -> None:
    """The lifeline gives 1000 chips, once; a joker is not listed."""
    not_published(SYDNEY, "wagers.features_offered", "wagers.features")
    play = begun(SYDNEY)
    name = at(play)[0]
    spun(play)
    play.do(spin.UseFeature, player=name, feature="lifeline")

    assert bank(play, name) == 11_100
    for feature in ("lifeline", "joker"):
        assert refused(play.ask(spin.UseFeature, player=name, feature=feature)) == "8.4.4(e)"


def test_8_4_8_h_the_statement_names_the_inspector() -> None:
    """Finality alone is not enough."""
    assert changed(SYDNEY, "conduct.disputes", "The director's decision is final.") == "8.4.8(h)"
