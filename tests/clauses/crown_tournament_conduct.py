"""Conduct in a tournament, as both Crown texts have it: 8.4.8."""

from typing import Any

from sicbo import rulebooks
from sicbo.errors import Refusal
from sicbo.machine.accounts import rack_account
from sicbo.tournament.messages import commands as ask, events as told
from sicbo.tournament.simulation.autoplay import place_slip
from sicbo.tournament.state import DISQUALIFIED, PLAYING, RETIRED, SUBSTITUTED
from tests.clauses.proves import proves
from tests.tournament.refusals import assert_each_item_required, clause_refusing_answer, clause_refusing_text
from tests.tournament.tournaments import (
    bank_of,
    invite_bets,
    play_out_round,
    play_slips,
    play_with_entrants,
    play_with_round_begun,
    players_at,
    ready_play,
    refused_clause,
    slip,
    submit_entry,
)


def test_8_4_8_a_i_only_listed_penalties_are_imposed(book: str) -> None:
    """Slow play costs 200; a frown costs nothing, because it is not listed."""
    assert_each_item_required(book, "conduct.penalties")
    play = play_with_round_begun(book)
    slow = players_at(play)[0]
    play.do(ask.Penalise, player=slow, penalty="slow play", note="twice warned")

    assert bank_of(play, slow) == 9_800
    assert (
        refused_clause(play.submit(ask.Penalise, player=slow, penalty="frowning", note="")) == "8.4.8(a)(i)"
    )


def test_8_4_8_a_ii_disqualification_needs_a_ground_of_the_terms(book: str) -> None:
    """Cheating is a ground and bad luck is not. Afterwards the entrant cannot wager and has no rank."""
    assert_each_item_required(book, "conduct.disqualified_for")
    play = play_with_round_begun(book)
    cheat = players_at(play)[0]
    assert (
        refused_clause(play.submit(ask.Disqualify, player=cheat, ground="bad luck", note=""))
        == "8.4.8(a)(ii)"
    )
    play.do(ask.Disqualify, player=cheat, ground="cheating", note="seen")
    invite_bets(play)

    answer = place_slip(play, "T1", cheat, slip(small=100))
    assert isinstance(answer, Refusal)


@proves("8.4.8(b)(iv)")
def test_8_4_8_a_iii_a_substitute_takes_seat_and_bank_for_a_ground_of_the_terms(book: str) -> None:
    """Illness is one; the one who went cannot come back, unless the terms let them."""
    assert_each_item_required(book, "conduct.substitute_for", "conduct.substituted")
    for after, again in (("final", "8.4.8(a)(iii)"), ("may-return", "")):
        play = play_with_entrants(book, changes={"conduct.substituted": after})
        play.wall -= 3_600_000_000
        say: dict[str, Any] = {"player": "p1", "second": "sam"}
        bored = play.submit(ask.NominateSubstitute, **say, ground="boredom")
        play.do(ask.NominateSubstitute, **say, ground="illness")
        back = play.submit(ask.NominateSubstitute, player="sam", second="p1", ground="illness")

        assert refused_clause(bored) == "8.4.8(a)(iii)"
        assert (refused_clause(back) if again else "") == again
        if again:
            one = play.tournament.entrants["sam"]
            assert (bank_of(play, "sam"), one.fee, one.briefed) == (10_000, 2_000, False)
            assert play.tournament.entrants["p1"].status == SUBSTITUTED
    play = play_with_entrants(book)
    assert refused_clause(play.submit(ask.NominateSubstitute, **say, ground="illness")) == "8.4.2(d)"


def test_8_4_8_a_iv_money_comes_back_on_a_ground_of_the_terms(book: str) -> None:
    """Half for illness; all when it is called off; nothing for regret."""
    assert_each_item_required(book, "conduct.refunds")
    play = play_with_entrants(book)
    assert refused_clause(play.submit(ask.RefundEntry, player="p1", ground="regret")) == "8.4.8(a)(iv)"
    (event,) = play.do(ask.RefundEntry, player="p1", ground="illness")
    assert event.cents == 6_000
    *back, cancelled = play.do(ask.CancelTournament, note="flood")

    assert [one.cents for one in back] == [12_000] * 7
    assert isinstance(cancelled, told.TournamentCancelled)


def test_8_4_8_b_i_late_arrival_costs_what_the_terms_say(book: str) -> None:
    """The compulsory wager of every spin until they come."""
    assert_each_item_required(book, "conduct.late")
    play = play_with_round_begun(book)
    name = players_at(play)[0]
    play.do(ask.MarkAbsent, player=name, late=True)
    for _ in range(3):
        play_slips(play, slips={name: ()})
    play.do(ask.MarkPresent, player=name)

    assert bank_of(play, name) == 9_700
    out = play_with_round_begun(book, changes={"conduct.late": "disqualified"})
    *_, gone = out.do(ask.MarkAbsent, player=players_at(out)[0], late=True)
    assert (gone.how, gone.clause) == (DISQUALIFIED, "8.4.8(b)(i)")


def test_8_4_8_b_ii_absence_costs_what_the_terms_say(book: str) -> None:
    """Under these terms an absent entrant sits out and loses nothing, though all others must wager."""
    assert_each_item_required(book, "conduct.absent")
    play = play_with_round_begun(book, changes={"conduct.absent": "sit-out"})
    name = players_at(play)[0]
    (event,) = play.do(ask.MarkAbsent, player=name)
    play_slips(play, slips={name: ()})

    assert (event.clause, bank_of(play, name)) == ("8.4.8(b)(ii)", 10_000)


def test_8_4_8_b_iii_a_phone_in_play_costs_what_the_terms_say(book: str) -> None:
    """A warning, a penalty of 500, or everything."""
    assert_each_item_required(book, "conduct.phone")
    results = {}
    for follows in ("warning", "penalty", "disqualified"):
        play = play_with_round_begun(book, changes={"conduct.phone": follows})
        name = players_at(play)[0]
        play.do(ask.RecordPhone, player=name)
        one = play.tournament.entrants[name]
        results[follows] = (one.warnings, bank_of(play, name), one.status)

    assert results == {
        "warning": (1, 10_000, PLAYING),
        "penalty": (1, 9_500, PLAYING),
        "disqualified": (1, 0, DISQUALIFIED),
    }
    assert clause_refusing_answer(book, "conduct.phone", "nothing") == "8.4.8(b)(iii)"


def test_8_4_8_b_v_the_chips_of_the_disqualified_go_where_the_terms_say(book: str) -> None:
    """Forfeited, or shared at the table in whole units."""
    assert_each_item_required(book, "conduct.disqualified_chips")
    play = play_with_round_begun(book, changes={"conduct.disqualified_chips": "shared-at-table"})
    cheat, *others = players_at(play)
    play.do(ask.Disqualify, player=cheat, ground="cheating", note="")

    assert bank_of(play, cheat) == 0
    assert {bank_of(play, name) for name in others} == {10_000 + 3_300}
    assert rack_account(cheat).player == cheat


def test_8_4_8_b_vi_an_entrant_who_retires_keeps_or_loses_the_rank_as_the_terms_say(book: str) -> None:
    """The bank is counted or forfeited. Either way the entrant does not wager again."""
    assert_each_item_required(book, "conduct.retired_chips")
    for fate, left in (("counted", 10_000), ("forfeited", 0)):
        play = play_with_round_begun(book, changes={"conduct.retired_chips": fate})
        name = players_at(play)[0]
        play.do(ask.Retire, player=name)
        assert (bank_of(play, name), play.tournament.entrants[name].status) == (left, RETIRED)
        invite_bets(play)

        answer = place_slip(play, "T1", name, slip(small=100))
        assert isinstance(answer, Refusal)


@proves("8.4.8(g)")
def test_8_4_8_c_the_rules_of_the_game_prevail(book: str) -> None:
    """Terms with odds of their own are refused, and settlement is the rulebook's."""
    assert_each_item_required(book, "conduct.rules_prevail", "conduct.director")
    assert clause_refusing_text(book, "[wagers.odds]\nsmall = 3\n") == "8.4.8(c)"
    play = play_with_round_begun(book)
    name = players_at(play)[0]
    paid = next(one for one in play_slips(play, slips={name: slip(small=300)}) if one.player == name)

    (line,) = paid.lines
    assert (line.winnings, line.clause) == (300, dict(_small(book))["small"])


def _small(book: str) -> list[tuple[str, str]]:
    layout = rulebooks.get_rulebook(book).layouts[0]
    bet = layout.bet("small")
    return [("small", f"{bet.wins}, {layout.prices['small'][0].clause}")]


@proves("8.4.8(d)(i)")
def test_8_4_8_d_play_ends_early_only_on_the_two_grounds(book: str) -> None:
    """Five play for four places: it is open. One is out: four play for four, and the director may end it."""
    assert_each_item_required(book, "conduct.early_end", "conduct.early_known", "conduct.early_agreed")
    play = play_with_round_begun(book, 10)
    assert refused_clause(play.submit(ask.EndHeat, table="T1", ground="boredom")) == "8.4.8(d)"
    assert refused_clause(play.submit(ask.EndHeat, table="T1", ground="settled")) == "8.4.8(d)(i)"
    play_slips(play, dice=(6, 5, 4), slips={players_at(play)[0]: slip(small=10_000)})
    (event,) = play.do(ask.EndHeat, table="T1", ground="settled")

    assert (event.clause, play.tournament.heat_at("T1")) == ("8.4.8(d)(i)", None)


def test_8_4_8_d_i_no_entrant_is_left_for_the_next_round(book: str) -> None:
    """If all eight retire in the heats, no final begins, and the banks decide the tournament."""
    play = play_with_round_begun(book)
    rich = players_at(play)[0]
    play_slips(play, slips={rich: slip(small=900)})
    for name in (*players_at(play, "T1"), *players_at(play, "T2")):
        play.do(ask.Retire, player=name)
    for table in ("T1", "T2"):
        play.do(ask.EndHeat, table=table, ground="settled")
    early = play.submit(ask.AwardPrizes)
    play.do(ask.ConcludeRound)
    assert (refused_clause(early), play.tournament.stage) == ("8.4.7(b)", "between")
    assert refused_clause(play.submit(ask.BeginRound)) == "8.4.8(d)(i)"
    play.do(ask.ConcludeRound)
    play.do(ask.AwardPrizes)

    assert (play.tournament.prizes[0].player, play.tournament.stage) == (rich, "finished")


def test_8_4_8_a_ii_an_entrant_disqualified_after_the_final_has_no_place(book: str) -> None:
    """The ranks are final, so no penalty moves them; if the winner cheated, the next takes first place."""
    play = play_with_round_begun(book)
    play_out_round(play)
    play.do(ask.BeginRound)
    cheat, fair = players_at(play)[:2]
    play_slips(play, slips={cheat: slip(small=900), fair: slip(small=500)})
    play_out_round(play)
    assert refused_clause(play.submit(ask.Retire, player=fair)) == "8.4.6(a)"
    assert refused_clause(play.submit(ask.Penalise, player=fair, penalty="abuse", note="")) == "8.4.6(a)"
    play.do(ask.Disqualify, player=cheat, ground="cheating", note="")
    play.do(ask.AwardPrizes)

    assert (play.tournament.prizes[0].player, play.tournament.prizes[0].place) == (fair, 1)


def test_8_4_8_d_ii_all_at_the_table_agree_where_chips_become_cash(book: str) -> None:
    """If one entrant disagrees, play goes on. If chips have no value, agreement ends nothing."""
    cash = {"format.disposition": "cash", "format.chip_value": "0.01"}
    play = play_with_round_begun(book, changes=cash)
    all_but_one = tuple(players_at(play)[1:])
    assert (
        refused_clause(play.submit(ask.EndHeat, table="T1", ground="agreed", players=all_but_one))
        == "8.4.8(d)(ii)"
    )
    play.do(ask.EndHeat, table="T1", ground="agreed", players=tuple(players_at(play)))
    plain = play_with_round_begun(book)

    answer = plain.submit(ask.EndHeat, table="T1", ground="agreed", players=tuple(players_at(plain)))
    assert refused_clause(answer) == "8.4.8(d)(ii)"


def test_8_4_8_e_the_terms_say_how_personal_information_is_kept(book: str) -> None:
    """Terms without this statement cannot be published."""
    assert_each_item_required(book, "conduct.privacy")


def test_8_4_8_f_names_are_used_with_permission_only(book: str) -> None:
    """The permission is recorded with the entry; without that record there is no permission."""
    assert_each_item_required(book, "conduct.publicity")
    play = ready_play(book)
    submit_entry(play, "ana", publicity=True)
    submit_entry(play, "bob")

    assert [play.tournament.entrants[name].publicity for name in ("ana", "bob")] == [True, False]


def test_8_4_8_h_the_directors_decision_is_final(book: str) -> None:
    """A manager cannot override it. An entrant who is not satisfied is first informed of the inspector."""
    assert_each_item_required(book, "conduct.disputes")
    play = play_with_round_begun(book)
    (raised,) = play.do(ask.RaiseTournamentDispute, player=players_at(play)[0], about="my chip lay on big")
    decision = {"dispute": raised.command, "decision": "it lay on small"}
    assert refused_clause(play.submit(ask.DecideTournamentDispute, by="boss", **decision)) == "8.4.8(h)"
    assert refused_clause(play.submit(ask.DecideTournamentDispute, **decision)) == "8.4.8(h)"
    play.do(ask.DecideTournamentDispute, **decision, told_of_inspector=True)

    again = play.submit(ask.DecideTournamentDispute, **decision, satisfied=True)
    assert refused_clause(again) == "8.4.8(h)"


def test_8_4_8_i_the_statement_of_liability_names_its_acts(book: str) -> None:
    """A statement that names no act is not sufficient."""
    assert_each_item_required(book, "conduct.liability")

    assert (
        clause_refusing_answer(book, "conduct.liability", "The casino is not liable for anything.")
        == "8.4.8(i)"
    )
