"""Format, wagers and prizes of a tournament, as both Crown texts have them: 8.4.3 to 8.4.7."""

import re
from typing import Any

from sicbo import rulebooks
from sicbo.errors import Refusal
from sicbo.table.messages.parts import Stake
from sicbo.tournament.messages import commands as ask, events as told, spins as spin
from sicbo.tournament.messages.heats import HeatPerform, HeatResultCorrected
from sicbo.tournament.play.ties import standings
from sicbo.tournament.simulation.autoplay import finish_spin, place_slip
from sicbo.tournament.state import ELIMINATED, PLAYING
from tests.tournament.refusals import assert_each_item_required, clause_refusing_answer
from tests.tournament.tournaments import (
    DICE,
    LOW,
    SALT,
    bank_of,
    close_bets,
    correct_spin,
    finished_play,
    invite_bets,
    play_out_round,
    play_slips,
    play_with_entrants,
    play_with_round_begun,
    players_at,
    put,
    refused_clause,
    seal_commitment_of,
    slip,
    terms_of,
)


def test_8_4_3_a_i_a_session_has_its_spins_and_no_more(book: str) -> None:
    """Twenty, then the heat is over; a round in minutes ends by its clock."""
    assert_each_item_required(book, "format.rounds")
    play = play_with_round_begun(book)
    for number in range(20):
        assert play.tournament.heat_at("T1") is not None, number
        play_slips(play)

    assert play.tournament.heat_at("T1") is None
    assert refused_clause(play.submit(HeatPerform, table="T1", step="place-bets")) == "8.4.3(a)(ii)"
    timed = play_with_round_begun(book, terms=_timed_terms(book))
    play_slips(timed)
    assert refused_clause(timed.submit(ask.EndHeat, table="T1", ground="time")) == "8.4.3(a)(i)"
    timed.command_count += 1_800
    assert refused_clause(timed.submit(HeatPerform, table="T1", step="place-bets")) == "8.4.3(a)(i)"
    assert timed.do(ask.EndHeat, table="T1", ground="time")


def _timed_terms(book: str) -> str:
    """Return terms whose first round has thirty minutes."""
    text = re.sub(r"(?m)^spins = 20$", "spins = 0", terms_of(book), count=1)
    return re.sub(r"(?m)^minutes = 0$", "minutes = 30", text, count=1)


def test_8_4_3_a_ii_no_more_tables_are_active_than_the_terms_say(book: str) -> None:
    """Two in the heats: a third is designated and stays idle."""
    play = play_with_entrants(book)
    play.do(ask.DesignateTables, tables=("T1", "T2", "T3"), location="Main floor, pit 4")
    play.do(ask.BeginRound)

    assert {heat.table for heat in play.tournament.active_heats()} == {"T1", "T2"}
    assert refused_clause(play.submit(HeatPerform, table="T3", step="place-bets")) == "8.4.3(a)(ii)"


def test_8_4_3_a_iii_the_four_largest_banks_of_each_table_go_on(book: str) -> None:
    """Six at each: who won 500 more goes on before who did not; the director does not choose."""
    assert_each_item_required(book, "format.level")
    play = play_with_round_begun(book, 12)
    first, second = players_at(play, "T1"), players_at(play, "T2")
    play_slips(play, "T1", slips={name: slip(small=500) for name in first[:4]})
    play_slips(play, "T2", slips={name: slip(small=500) for name in second[2:]})
    play_out_round(play)
    concluded = play.events[-1]

    assert concluded.on == (*sorted(first[:4], key=entry_number), *sorted(second[2:], key=entry_number))
    out = {name for name, one in play.tournament.entrants.items() if one.status == ELIMINATED}
    assert out == {*first[4:], *second[:2]}


def entry_number(name: str) -> int:
    """Return the number of an entrant's entry: p12 entered as the twelfth."""
    return int(name[1:])


def test_8_4_3_a_iv_a_buy_back_is_sold_in_its_round_only(book: str) -> None:
    """In the heats an eliminated entrant buys back for 100.00; in the final no entrant can."""
    assert_each_item_required(
        book, "format.buy_back_offered", "format.buy_back", "format.buy_back_rounds", "format.buy_back_how"
    )
    play = play_with_round_begun(book)
    broke = players_at(play)[0]
    play_slips(play, dice=(6, 5, 4), slips={broke: slip(small=10_000)})
    assert play.tournament.entrants[broke].status == ELIMINATED
    assert (
        refused_clause(play.submit(ask.BuyMore, player=broke, what="buy-back", cents=9_000)) == "8.4.3(a)(iv)"
    )
    play.do(ask.BuyMore, player=broke, what="buy-back", cents=10_000)
    assert (play.tournament.entrants[broke].status, bank_of(play, broke)) == (PLAYING, 10_000)
    play_out_round(play)
    play.do(ask.BeginRound)
    play_slips(play, dice=(6, 5, 4), slips={players_at(play)[0]: slip(small=10_000)})

    loser = next(
        name for name, one in play.tournament.entrants.items() if one.round == 2 and one.status == ELIMINATED
    )
    assert (
        refused_clause(play.submit(ask.BuyMore, player=loser, what="buy-back", cents=10_000))
        == "8.4.3(a)(iv)"
    )


def test_8_4_3_a_v_a_repechage_gives_its_places(book: str) -> None:
    """Those whom the heats eliminated play ten spins; the best of them goes on, once a round."""
    assert_each_item_required(book, "format.repechage_offered", "format.repechage", "format.repechage_places")
    play = play_with_round_begun(book, 12, {"format.level": "draw"})
    play_out_round(play)
    assert len([one for one in play.tournament.entrants.values() if one.status == PLAYING]) == 8
    play.do(ask.HoldRepechage, table="T1")
    best = players_at(play)[2]
    play_slips(play, slips={best: slip(small=5_000)})
    play_out_round(play)
    assert play.events[-1].on == (best,)
    assert refused_clause(play.submit(ask.HoldRepechage, table="T1")) == "8.4.3(a)(v)"
    play.do(ask.BeginRound)

    assert len(players_at(play)) == 9
    none = play_with_round_begun(book, 12, {"format.repechage_offered": False, "format.level": "draw"})
    play_out_round(none)
    assert refused_clause(none.submit(ask.HoldRepechage, table="T1")) == "8.4.3(a)(v)"


def test_8_4_3_b_all_have_the_same_bank_at_every_fresh_start(book: str) -> None:
    """10,000 in the heats, and again in the final, whatever was won."""
    assert_each_item_required(book, "format.starting_bank", "format.equal_banks")
    assert clause_refusing_answer(book, "format.starting_bank", 150) == "8.4.3(b)"
    play = play_with_round_begun(book)
    play_slips(play, slips={players_at(play)[0]: slip(small=5_000)})
    play_out_round(play)
    play.do(ask.BeginRound)

    assert {bank_of(play, name) for name in players_at(play)} == {10_000}


def test_8_4_3_c_at_the_end_chips_have_the_worth_of_the_terms(book: str) -> None:
    """None: every bank is put away. A value without cash, or cash without a value, cannot be."""
    assert_each_item_required(book, "format.disposition", "format.chip_value")
    assert clause_refusing_answer(book, "format.chip_value", "0.01") == "8.4.3(c)"
    play = finished_play(book)
    (away,) = [one for one in play.events if isinstance(one, told.ChipsPutAway)]

    assert (away.cash, sum(chips for _, chips in away.banks) > 0) == (False, True)
    assert {play.tournament.bank_of(name) for name in play.tournament.entrants} == {0}


def test_8_4_4_a_only_the_chips_of_the_terms_are_wagered(book: str) -> None:
    """A cash chip on small is refused."""
    assert_each_item_required(book, "wagers.chips")
    play = play_with_round_begun(book)
    invite_bets(play)
    cash = (Stake("small", 500, "value-chip"),)

    answer = place_slip(play, "T1", players_at(play)[0], cash)
    assert refused_clause(answer) == "8.4.4(a)"


def test_8_4_4_b_the_compulsory_wager_is_made_or_forfeited(book: str) -> None:
    """100 on every spin: 100 is accepted, no wager costs 100, and the terms may warn instead."""
    assert_each_item_required(book, "wagers.compulsory", "wagers.if_not_made", "wagers.unit")
    play = play_with_round_begun(book)
    lazy = players_at(play)[0]
    counted = play_slips(play, slips={lazy: ()})[-1]
    assert (bank_of(play, lazy), counted.forfeits) == (9_900, ((lazy, 100),))
    invite_bets(play)
    few = place_slip(play, "T1", lazy, slip(small=50))
    assert refused_clause(few) == "8.4.4(b)"
    mild = play_with_round_begun(book, changes={"wagers.if_not_made": "warning"})
    play_slips(mild, slips={players_at(mild)[0]: ()})

    assert (bank_of(mild, players_at(mild)[0]), mild.tournament.entrants[players_at(mild)[0]].warnings) == (
        10_000,
        1,
    )


def test_8_4_4_b_a_slip_is_at_least_the_compulsory_wager_and_no_bet_above_the_maximum(book: str) -> None:
    """Units of 100, 300 compulsory, at most 500 on a bet: 200 and 600 are refused, 300 and 500 are not."""
    play = play_with_round_begun(book, changes={"wagers.compulsory": 300, "wagers.maximum": 500})
    invite_bets(play)
    first = players_at(play)[0]
    for stakes in (slip(small=200), slip(small=600), slip(small=300, big=600)):
        assert refused_clause(place_slip(play, "T1", first, stakes)) == "8.4.4(b)"

    for stakes in (slip(small=300), slip(small=500), slip(small=100, big=200)):
        assert put(play, first, stakes)


def test_8_4_4_c_secret_wagers_are_sealed_counted_and_opened_after_the_close(book: str) -> None:
    """Two in a session; nothing is entered before they are open, and a third is refused."""
    assert_each_item_required(book, "wagers.secret_offered", "wagers.secret", "wagers.secret_how")
    play = play_with_round_begun(book)
    sly = players_at(play)[0]
    for _ in range(2):
        invite_bets(play)
        seal = seal_commitment_of(play, sly, small=700)
        play.do(spin.SealSlip, table="T1", player=sly, commitment=seal)
        opening: dict[str, Any] = {"table": "T1", "player": sly, "salt": SALT}
        early = play.submit(spin.OpenSeal, **opening, stakes=slip(small=700))
        close_bets(play)
        unopened = play.submit(HeatPerform, table="T1", step="uncover")
        other = play.submit(spin.OpenSeal, **opening, stakes=slip(big=700))
        play.do(spin.OpenSeal, **opening, stakes=slip(small=700))
        finish_spin(play, "T1", (1, 2, 4))
        assert isinstance(early, Refusal)
        assert (refused_clause(unopened), refused_clause(other)) == ("8.4.4(c)", "8.4.4(c)")
    assert bank_of(play, sly) == 11_400
    invite_bets(play)

    third = play.submit(
        spin.SealSlip, table="T1", player=sly, commitment=seal_commitment_of(play, sly, small=700)
    )
    assert refused_clause(third) == "8.4.4(c)"


def test_7_3_a_wrong_entry_in_a_tournament_is_settled_by_the_dice(book: str) -> None:
    """Entered as 15, the dice show 7: small wins, big loses, and an entrant who staked all plays again."""
    play = play_with_round_begun(book)
    bold, other, *_ = players_at(play)
    play_slips(play, dice=(6, 5, 4), slips={bold: slip(small=10_000), other: slip(big=900)})
    assert play.tournament.entrants[bold].status == ELIMINATED
    assert refused_clause(correct_spin(play, DICE, second="")) == "7.3"
    assert refused_clause(correct_spin(play, (6, 4, 5))) == "7.3"
    assert isinstance(correct_spin(play, DICE, rank=LOW), Refusal)
    told = correct_spin(play, DICE)

    (corrected,) = (event for event in told if isinstance(event, HeatResultCorrected))
    assert (corrected.clause, corrected.entered) == ("7.3", (6, 5, 4))
    assert (told[-1].clause, told[-1].back) == ("7.3", (bold,))
    assert (bank_of(play, bold), bank_of(play, other)) == (20_000, 9_100)
    assert standings(play.tournament)[0] == [bold]
    invite_bets(play)
    late = tuple(refused_clause(correct_spin(play, DICE)).split(", "))
    assert late == ("7.3", rulebooks.get_rulebook(book).faults.late_error.clause)


def test_7_3_a_wrong_entry_that_put_all_entrants_out_opens_the_heat_again(book: str) -> None:
    """All four staked everything on small and the entry said 15. The heat was over, and now goes on."""
    play = play_with_round_begun(book)
    names = players_at(play)
    play_slips(play, dice=(6, 5, 4), slips={name: slip(small=10_000) for name in names})
    assert play.tournament.heat_at("T1") is None
    correct_spin(play, DICE)
    assert players_at(play) == names
    play.do(ask.Penalise, player=names[0], penalty="abuse", note="")
    told = correct_spin(play, (6, 5, 4))
    (event,) = (one for one in told if isinstance(one, spin.SpinRecounted))
    gone = told[told.index(event) + 1 :]

    assert dict(event.changes)[names[0]] == -19_000  # chips that a penalty took are gone
    assert [one.player for one in gone[:-1]] == names and play.tournament.heat_at("T1") is None


def test_8_4_5_a_an_entrant_who_cannot_make_the_compulsory_wager_is_out(book: str) -> None:
    """An entrant with an empty bank is out at once. Under another rule only rounds eliminate."""
    assert_each_item_required(book, "elimination.rule", "elimination.criteria")
    play = play_with_round_begun(book)
    broke = players_at(play)[0]
    play_slips(play, dice=(6, 5, 4), slips={broke: slip(small=10_000)})
    invite_bets(play)
    again = place_slip(play, "T1", broke, slip(small=100))
    assert (play.tournament.entrants[broke].status, refused_clause(again)) == (ELIMINATED, "8.4.5(a)")
    kept = play_with_round_begun(book, changes={"elimination.rule": "by-progress-only"})
    play_slips(kept, dice=(6, 5, 4), slips={players_at(kept)[0]: slip(small=10_000)})

    assert kept.tournament.entrants[players_at(kept)[0]].status == PLAYING


def test_8_4_6_a_the_largest_bank_wins_and_level_ones_are_treated_as_the_terms_say(book: str) -> None:
    """In the final one leads and two are tied: they share second and third place, or draw lots."""
    assert_each_item_required(book, "winners.rule", "winners.criteria", "winners.level")
    ends = {}
    for level in ("share", "draw"):
        play = play_with_round_begun(book, 8, {"winners.level": level})
        play_out_round(play)
        play.do(ask.BeginRound)
        ahead, *two = players_at(play)[:3]
        play_slips(play, slips={ahead: slip(small=900), two[0]: slip(small=500), two[1]: slip(small=500)})
        play_out_round(play)
        play.do(ask.AwardPrizes)
        ends[level] = [(one.place, one.cents) for one in play.tournament.prizes]
        assert play.tournament.prizes[0].player == ahead
        assert {one.player for one in play.tournament.prizes[1:]} == set(two)
    pool = 200_000  # the guarantee: buy-ins of 800.00 and 1000.00 come to less

    assert ends["share"] == [(1, pool // 2), (2, pool // 4), (2, pool // 4)]
    assert ends["draw"] == [(1, pool // 2), (2, pool * 3 // 10), (3, pool // 5)]


def test_8_4_6_a_level_ones_are_told_apart_by_countback(book: str) -> None:
    """Both end at 10400; after the spin before one had 10500 and the other 9900: the first has the place."""
    play = _final(book, "countback")
    ahead, behind = players_at(play)[:2]
    play_slips(play, slips={ahead: slip(small=500), behind: slip(big=100)})
    play_slips(play, slips={ahead: slip(big=100), behind: slip(small=500)})
    _idle_to_the_end(play)
    play.do(ask.ConcludeRound)
    play.do(ask.AwardPrizes)

    assert [(one.player, one.place) for one in play.tournament.prizes[:2]] == [(ahead, 1), (behind, 2)]


def test_8_4_6_a_level_ones_play_off_for_a_prize(book: str) -> None:
    """Two lead with 10500. They play a spin before a winner is named, and a second spin if they stay tied."""
    play = _final(book, "play-off")
    first, second, third = players_at(play)[:3]
    play_slips(play, slips={first: slip(small=500), second: slip(small=500), third: slip(small=300)})
    early = play.submit(ask.HoldPlayOff, table="T1")
    _idle_to_the_end(play)
    assert refused_clause(early) == refused_clause(play.submit(ask.ConcludeRound)) == "8.4.6(a)"
    nothing: dict[str, Any] = {}
    for stakes in (nothing, {first: slip(big=10_000)}):
        (held,) = play.do(ask.HoldPlayOff, table="T1")
        assert set(held.heat.players) == {first, second}
        play_slips(play, slips=stakes)
    assert refused_clause(play.submit(ask.HoldPlayOff, table="T1")) == "8.4.6(a)"
    play.do(ask.ConcludeRound)
    play.do(ask.AwardPrizes)

    assert [one.player for one in play.tournament.prizes] == [second, first, third]


def _final(book: str, level: str) -> Any:
    """Begin the final of eight under terms with this rule for ties; no wager is compulsory in it."""
    play = play_with_round_begun(book, 8, {"winners.level": level, "wagers.compulsory": 0})
    play_out_round(play)
    play.do(ask.BeginRound)
    return play


def _idle_to_the_end(play: Any) -> None:
    """Spin without wagers until the round is over."""
    while play.tournament.active_heats():
        play_slips(play)


def test_8_4_7_a_the_pool_is_what_the_formula_says(book: str) -> None:
    """All buy-ins and 1000.00; 90 percent of fees; or the guarantee where that is more."""
    assert_each_item_required(book, "pool.of_fees", "pool.of_buy_ins", "pool.added", "pool.guaranteed")
    plain = finished_play(book).events
    fees = finished_play(
        book,
        changes={"pool.of_fees": 90, "pool.of_buy_ins": 0, "pool.guaranteed": "0.00", "pool.added": "0.00"},
    ).events
    sure = finished_play(book, changes={"pool.guaranteed": "5000.00"}).events
    fixed = [next(one for one in some if isinstance(one, told.PoolFixed)) for some in (plain, fees, sure)]

    assert [(one.takings, one.added) for one in fixed] == [(80_000, 120_000), (14_400, 0), (80_000, 420_000)]
    assert clause_refusing_answer(book, "pool.of_fees", 101) == "8.4.7(a)"


def test_8_4_7_b_the_shares_come_to_the_whole_pool(book: str) -> None:
    """50, 30 and 20 percent; 99 percent cannot be published."""
    assert_each_item_required(book, "pool.places", "pool.odd_cents")
    assert clause_refusing_answer(book, "pool.places", [50, 30, 19]) == "8.4.7(b)"
    play = finished_play(
        book, changes={"winners.level": "draw", "pool.added": "1000.01", "pool.guaranteed": "0.00"}
    )

    assert [one.cents for one in play.tournament.prizes] == [90_001, 54_000, 36_000]
