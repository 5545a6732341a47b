"""Tournament clauses that both Crown texts share, up to 8.4.3. Each rulebook runs them as its own."""

from typing import Any

import pytest

from sicbo import rulebooks
from sicbo.errors import Refusal
from sicbo.game.policies import Step
from sicbo.game.ranks import Rank
from sicbo.table.messages.people import DesignateTable, ReleaseTable
from sicbo.table.messages.round import BuyIn, Perform
from sicbo.terms.lint import find_problems
from sicbo.terms.loader import parse_terms
from sicbo.terms.render import markdown
from sicbo.tournament.messages import commands as ask
from sicbo.tournament.messages.heats import HeatPerform
from sicbo.tournament.state import DISQUALIFIED
from tests.clauses.proves import proves
from tests.table.dealer import Dealer
from tests.terms.complete import complete_tournament
from tests.tournament.refusals import assert_each_item_required, clause_refusing_answer, clause_refusing_text
from tests.tournament.tournaments import (
    bank_of,
    draft_play,
    invite_bets,
    play_out_round,
    play_slips,
    play_with_entrants,
    play_with_round_begun,
    players_at,
    ready_play,
    refused_clause,
    submit_entry,
    terms_of,
)

SECTIONS = {"8.4.1": "Details", "8.4.2": "Conditions of entry", "8.4.3": "Format", "8.4.4": "Wagers"}
SECTIONS |= {"8.4.5": "Elimination", "8.4.6": "Winners", "8.4.7": "Prize pool", "8.4.8": "Conduct of play"}


def test_8_1_all_entrants_play_the_same_game_with_the_same_bank(book: str) -> None:
    """Terms cannot set odds, and no command can give one entrant another bank: all have 10,000."""
    assert clause_refusing_text(book, "[odds]\nbig = 2\n") == "8.4.8(c)"
    play = play_with_round_begun(book)

    assert {bank_of(play, name) for name in play.tournament.entrants} == {10_000}
    assert refused_clause(submit_entry(ready_play(book), staff=True, second="")) in ("8.1", "8.4.2(a)(v)")


def test_8_2_a_tournament_starts_when_every_duty_is_done(book: str) -> None:
    """Each step that is left out refuses the first round by its own clause."""
    play = ready_play(book)
    assert refused_clause(play.submit(ask.BeginRound)) == "8.4.1(a)(iii)"
    play = play_with_entrants(book)
    play.do(ask.DesignateTables, tables=("T1",), location="Main floor, pit 4")
    assert refused_clause(play.submit(ask.BeginRound)) == "8.2.4"
    play.do(ask.DesignateTables, tables=("T1", "T2"), location="Main floor, pit 4")

    assert play.do(ask.BeginRound)


@proves("8.4", "8.4.1(a)", "8.4.2(a)", "8.4.2(b)", "8.4.3(a)", "8.4.8(a)", "8.4.8(b)")
def test_8_2_1_terms_satisfy_every_item(book: str) -> None:
    """Empty terms lack them all, each by its clause; the template lacks the approver alone."""
    items = rulebooks.get_rulebook(book).terms.tournament
    missing = {one.clause for one in find_problems({}, items)}
    unapproved = terms_of(book).replace('"R. Chen"', '""')

    assert {item.clause for item in items if not item.when and "[]" not in item.path} == missing
    assert refused_clause(draft_play(book).submit(ask.PublishTournament, terms=unapproved)).endswith(
        "tournament-terms-and-conditions"
    )
    (event,) = draft_play(book).do(ask.PublishTournament, terms=terms_of(book))
    assert (event.version, event.sha256) == (1, parse_terms(terms_of(book)).sha256)


def test_8_2_3_without_director_and_deputies_play_pauses(book: str) -> None:
    """The director leaves: the next spin waits, until the director is back."""
    play = play_with_round_begun(book)
    play_slips(play)
    play.do(ask.LeaveCharge)
    assert refused_clause(play.submit(HeatPerform, table="T1", step="place-bets")) == "8.2.3"
    assert refused_clause(play.submit(ask.TakeCharge, by="stranger")) == "8.2.3"
    assert (
        refused_clause(play.submit(ask.Penalise, player=players_at(play)[0], penalty="abuse", note=""))
        == "8.2.3"
    )
    play.do(ask.TakeCharge)

    assert invite_bets(play)


def test_8_2_3_a_only_the_director_appoints_deputies_and_they_act_for_the_director(book: str) -> None:
    """A manager may not; a deputy who is present penalises like the director."""
    play = play_with_round_begun(book)
    assert refused_clause(play.submit(ask.AppointDeputy, by="boss", name="dee")) == "8.2.3(a)"
    play.do(ask.AppointDeputy, name="dee")
    play.do(ask.TakeCharge, by="dee")
    play.do(ask.LeaveCharge)
    (event,) = play.do(ask.Penalise, by="dee", player=players_at(play)[0], penalty="abuse", note="rude")

    assert (event.stamp.by, event.chips) == ("dee", 1_000)


def test_8_2_4_tournament_wagers_are_taken_at_designated_tables_only(book: str) -> None:
    """T9 is not a designated table; T1 is."""
    play = play_with_round_begun(book)
    assert refused_clause(play.submit(HeatPerform, table="T9", step="place-bets")) == "8.2.4"
    assert refused_clause(play.submit(ask.PractiseTournament, table="T9", dice=(1, 2, 3))) == "8.3.2"

    assert invite_bets(play)


def test_8_2_5_a_designated_table_takes_no_other_play(book: str) -> None:
    """Cash and wagers are refused while the tournament has it, and taken again when it is released."""
    rules = rulebooks.get_rulebook(book)
    dealer = Dealer(rulebooks.full_layout_name(rules, rules.layouts[0]))
    dealer.open()
    dealer.say(DesignateTable, Rank.SUPERVISOR, tournament="lunar-cup")
    bring: dict[str, Any] = {"player": "ana", "cents": 10_000}
    assert refused_clause(dealer.say(BuyIn, **bring)) == "8.2.5"
    assert refused_clause(dealer.say(Perform, step="place-bets")) == "8.2.5"
    dealer.say(ReleaseTable, Rank.SUPERVISOR)
    assert not isinstance(dealer.say(BuyIn, **bring), Refusal)
    dealer.until(Step.PLACE_BETS)

    assert refused_clause(dealer.say(DesignateTable, Rank.SUPERVISOR, tournament="lunar-cup")) == "8.2.5"


@proves("8.3")
def test_8_3_1_no_entrant_plays_unbriefed(book: str) -> None:
    """One of nine was not briefed: the round waits for that one, and for the director's word."""
    play = play_with_entrants(book)
    submit_entry(play)
    if play.tournament.plan.entry.signed_copies:
        play.do(ask.SignTerms, player="late")
    assert refused_clause(play.submit(ask.BeginRound)) == "8.3.1"
    assert refused_clause(play.submit(ask.BriefEntrants, by="boss", players=("late",))) == "8.2.3"
    assert refused_clause(play.submit(ask.BriefEntrants, players=("stranger",))) == "8.3.1"
    play.do(ask.BriefEntrants, players=("late",))

    assert play.do(ask.BeginRound)


def test_8_3_2_practice_counts_for_nothing_and_ends_with_play(book: str) -> None:
    """Practice changes no bank, and no practice is possible once the round has begun."""
    play = play_with_entrants(book)
    before = play.tournament
    play.do(ask.PractiseTournament, table="T1", dice=(6, 6, 6))
    assert play.tournament == before
    play.do(ask.BeginRound)

    assert refused_clause(play.submit(ask.PractiseTournament, table="T1", dice=(6, 6, 6))) == "8.3.2"


@pytest.mark.parametrize("clause", SECTIONS)
@proves(*SECTIONS)
def test_8_4_the_document_has_a_section_for_each_part(book: str, clause: str) -> None:
    """Each heading has every item of its part, with its clause."""
    rules = rulebooks.get_rulebook(book)
    document = markdown(complete_tournament(rules), rules.terms.tournament)
    section = document.split(f"## {SECTIONS[clause]}\n")[1].split("\n## ")[0]
    mine = [item for item in rules.terms.tournament if item.clause.startswith(clause)]

    assert (
        mine
        and [item.clause for item in mine if f"({item.clause}" not in section and item.clause not in section]
        == []
    )


def test_8_4_1_a_i_the_start_is_stated_and_kept(book: str) -> None:
    """Not a minute before; without it nothing is published."""
    assert_each_item_required(book, "details.starts")
    play = play_with_entrants(book)
    play.wall = play.tournament.starts - 60_000_000

    assert refused_clause(play.submit(ask.BeginRound)) == "8.4.1(a)(i)"


def test_8_4_1_a_ii_every_price_is_that_of_the_terms(book: str) -> None:
    """An entry is 120.00, a re-buy 50.00, an add-on 50.00; other sums are refused, and so is a second one."""
    assert_each_item_required(book, "details.entry_fee", "details.buy_in", "details.re_buy", "details.add_on")
    assert refused_clause(submit_entry(ready_play(book), cents=11_999)) == "8.4.1(a)(ii)"
    play = play_with_round_begun(book)
    poor = players_at(play)[0]
    play_slips(play, dice=(6, 5, 4))
    assert refused_clause(play.submit(ask.BuyMore, player=poor, what="re-buy", cents=4_999)) == "8.4.1(a)(ii)"
    play.do(ask.BuyMore, player=poor, what="re-buy", cents=5_000)
    play.do(ask.BuyMore, player=poor, what="add-on", cents=5_000)

    assert bank_of(play, poor) == 29_900
    for what in ("re-buy", "add-on", "gift"):
        assert refused_clause(play.submit(ask.BuyMore, player=poor, what=what, cents=5_000)) == "8.4.1(a)(ii)"


def test_8_4_1_a_iii_there_are_neither_too_few_nor_too_many(book: str) -> None:
    """Eight to twenty-four: seven do not start, and a twenty-fifth does not enter."""
    assert_each_item_required(book, "details.fewest", "details.most")
    assert clause_refusing_answer(book, "details.fewest", 25) == "8.4.1(a)(iii)"
    assert refused_clause(play_with_entrants(book, 7).submit(ask.BeginRound)) == "8.4.1(a)(iii)"

    assert refused_clause(submit_entry(play_with_entrants(book, 24))) == "8.4.1(a)(iii)"


def test_8_4_1_a_iv_tables_lie_where_the_terms_say(book: str) -> None:
    """Tables can be designated in pit 4, as the terms say, but not in pit 5."""
    assert_each_item_required(book, "details.location")

    answer = ready_play(book).submit(ask.DesignateTables, tables=("T1",), location="pit 5")
    assert refused_clause(answer) == "8.4.1(a)(iv)"


def test_8_4_1_b_a_start_is_moved_with_reasonable_notice(book: str) -> None:
    """Fifteen minutes ahead is notice enough, fourteen is not, and only the director moves it."""
    assert_each_item_required(book, "details.start_may_move", "details.notice_minutes")
    play = play_with_entrants(book)
    soon = play.wall + 14 * 60_000_000
    assert refused_clause(play.submit(ask.MoveStart, starts=soon)) == "8.4.1(b)"
    assert refused_clause(play.submit(ask.MoveStart, by="boss", starts=soon + 60_000_000)) == "8.2.3"
    play.do(ask.MoveStart, starts=soon + 60_000_000)

    assert refused_clause(play.submit(ask.BeginRound)) == "8.4.1(a)(i)"
    play.wall = soon + 60_000_000
    assert play.do(ask.BeginRound)


def test_8_4_2_a_i_every_entrant_accepts_the_terms_as_published(book: str) -> None:
    """Their hash is stored; another version's is refused."""
    assert_each_item_required(book, "entry.acceptance")
    play = ready_play(book)
    assert refused_clause(submit_entry(play, accepted="0" * 64)) == "8.4.2(a)(i)"

    (event,) = submit_entry(play)
    assert event.accepted == parse_terms(play.tournament.terms).sha256


def test_8_4_2_a_ii_a_barred_person_cannot_enter(book: str) -> None:
    """A person whom the desk has checked and found barred is refused."""
    assert_each_item_required(book, "entry.eligible")

    assert refused_clause(submit_entry(ready_play(book), admitted=False)) == "8.4.2(a)(ii)"


def test_8_4_2_b_i_a_breach_of_the_terms_disqualifies(book: str) -> None:
    """The statement is there, and so is the ground."""
    assert_each_item_required(book, "entry.abide")
    play = play_with_round_begun(book)
    (event,) = play.do(ask.Disqualify, player=players_at(play)[0], ground="breach of the terms", note="")

    assert event.how == DISQUALIFIED


def test_8_4_2_b_ii_the_terms_say_where_they_are(book: str) -> None:
    """And the document has the text that was published."""
    assert_each_item_required(book, "entry.available")
    rules = rulebooks.get_rulebook(book)

    assert "on the casino's website" in markdown(complete_tournament(rules), rules.terms.tournament)


def test_8_4_2_c_an_entry_comes_by_a_way_of_the_terms(book: str) -> None:
    """The desk or online, not by telephone."""
    assert_each_item_required(book, "entry.methods")

    assert refused_clause(submit_entry(ready_play(book), method="telephone")) == "8.4.2(c)"
    assert submit_entry(ready_play(book), method="online")


def test_8_4_2_d_withdrawal_is_free_in_time_and_half_afterwards(book: str) -> None:
    """120.00 comes back until the day before, 60.00 later, nothing once play has begun."""
    assert_each_item_required(
        book,
        "entry.withdraw_until",
        "entry.withdraw_later",
        "entry.substitute_until",
        "entry.late_entry_rounds",
    )
    assert clause_refusing_answer(book, "entry.withdraw_later", 101) == "8.4.2(d)"
    play = play_with_entrants(book)
    (late,) = play.do(ask.WithdrawEntry, player="p1")
    play.wall -= 25 * 3600 * 1_000_000
    (early,) = play.do(ask.WithdrawEntry, player="p2")
    assert (late.cents, early.cents) == (6_000, 12_000)
    playing = play_with_round_begun(book)

    assert refused_clause(playing.submit(ask.WithdrawEntry, player="p1")) == "8.4.2(d)"
    assert refused_clause(submit_entry(playing)) == "8.4.2(d)"


def test_8_4_2_d_a_late_entry_is_taken_through_the_rounds_of_the_terms(book: str) -> None:
    """Terms that allow it through the second round take it after the first; otherwise it is refused."""
    for rounds, taken in ((2, True), (1, False)):
        play = play_with_round_begun(book, changes={"entry.late_entry_rounds": rounds})
        assert refused_clause(submit_entry(play)) == "8.4.2(d)"
        play_out_round(play)
        came = submit_entry(play)

        assert isinstance(came, Refusal) is not taken
        assert taken or refused_clause(came) == "8.4.2(d)"
