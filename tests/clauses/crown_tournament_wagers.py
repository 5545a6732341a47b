"""Format, wagers and prizes of a tournament, as both Crown texts have them: 8.4.3 to 8.4.7."""

import re
from typing import Any

from sicbo import rulebooks
from sicbo.errors import Refusal
from sicbo.table.messages.base import Stake
from sicbo.tournament.messages import commands as ask, events as told, spins as spin
from sicbo.tournament.play.ties import standing
from sicbo.tournament.state import ELIMINATED, PLAYING
from tests.tournament.refusals import changed, not_published
from tests.tournament.tournaments import (
    LOW,
    SALT,
    at,
    bank,
    begun,
    entered,
    finished,
    play_out,
    refused,
    seal_of,
    slip,
    spun,
    terms_of,
)


def test_8_4_3_a_i_a_session_has_its_spins_and_no_more(book: str) -> None:
    """Twenty, then the heat is over; a round in minutes ends by its clock."""
    not_published(book, "format.rounds")
    play = begun(book)
    for number in range(20):
        assert play.tournament.heat("T1") is not None, number
        spun(play)

    assert play.tournament.heat("T1") is None
    assert refused(play.ask(spin.InviteBets, table="T1")) == "8.4.3(a)(ii)"
    timed = begun(book, terms=_timed(book))
    spun(timed)
    assert refused(timed.ask(ask.EndHeat, table="T1", ground="time")) == "8.4.3(a)(i)"
    timed.asked += 1_800
    assert refused(timed.ask(spin.InviteBets, table="T1")) == "8.4.3(a)(i)"
    assert timed.do(ask.EndHeat, table="T1", ground="time")


def _timed(book: str) -> str:
    """Return terms whose first round has thirty minutes."""
    text = re.sub(r"(?m)^spins = 20$", "spins = 0", terms_of(book), count=1)
    return re.sub(r"(?m)^minutes = 0$", "minutes = 30", text, count=1)


def test_8_4_3_a_ii_no_more_tables_are_active_than_the_terms_say(book: str) -> None:
    """Two in the heats: a third is designated and stays idle."""
    play = entered(book)
    play.do(ask.DesignateTables, tables=("T1", "T2", "T3"), location="Main floor, pit 4")
    play.do(ask.BeginRound)

    assert {heat.table for heat in play.tournament.active()} == {"T1", "T2"}
    assert refused(play.ask(spin.InviteBets, table="T3")) == "8.4.3(a)(ii)"


def test_8_4_3_a_iii_the_four_largest_banks_of_each_table_go_on(book: str) -> None:
    """Six at each: who won 500 more goes on before who did not; the director does not choose."""
    not_published(book, "format.level")
    play = begun(book, 12)
    first, second = at(play, "T1"), at(play, "T2")
    spun(play, "T1", slips={name: slip(small=500) for name in first[:4]})
    spun(play, "T2", slips={name: slip(small=500) for name in second[2:]})
    play_out(play)
    concluded = play.events[-1]

    assert concluded.on == (*sorted(first[:4], key=num), *sorted(second[2:], key=num))
    out = {name for name, one in play.tournament.entrants.items() if one.status == ELIMINATED}
    assert out == {*first[4:], *second[:2]}


def num(name: str) -> int:
    """Return the number of an entrant's entry: p12 entered as the twelfth."""
    return int(name[1:])


def test_8_4_3_a_iv_a_buy_back_is_sold_in_its_round_only(book: str) -> None:
    """In the heats an eliminated entrant buys back for 100.00; in the final no entrant can."""
    not_published(
        book, "format.buy_back_offered", "format.buy_back", "format.buy_back_rounds", "format.buy_back_how"
    )
    play = begun(book)
    broke = at(play)[0]
    spun(play, dice=(6, 5, 4), slips={broke: slip(small=10_000)})
    assert play.tournament.entrants[broke].status == ELIMINATED
    assert refused(play.ask(ask.BuyMore, player=broke, what="buy-back", cents=9_000)) == "8.4.3(a)(iv)"
    play.do(ask.BuyMore, player=broke, what="buy-back", cents=10_000)
    assert (play.tournament.entrants[broke].status, bank(play, broke)) == (PLAYING, 10_000)
    play_out(play)
    play.do(ask.BeginRound)
    spun(play, dice=(6, 5, 4), slips={at(play)[0]: slip(small=10_000)})

    loser = next(
        name for name, one in play.tournament.entrants.items() if one.round == 2 and one.status == ELIMINATED
    )
    assert refused(play.ask(ask.BuyMore, player=loser, what="buy-back", cents=10_000)) == "8.4.3(a)(iv)"


def test_8_4_3_a_v_a_repechage_gives_its_places(book: str) -> None:
    """Those whom the heats eliminated play ten spins; the best of them goes on, once a round."""
    not_published(book, "format.repechage_offered", "format.repechage", "format.repechage_places")
    play = begun(book, 12, {"format.level": "draw"})
    play_out(play)
    assert len([one for one in play.tournament.entrants.values() if one.status == PLAYING]) == 8
    play.do(ask.HoldRepechage, table="T1")
    best = at(play)[2]
    spun(play, slips={best: slip(small=5_000)})
    play_out(play)
    assert play.events[-1].on == (best,)
    assert refused(play.ask(ask.HoldRepechage, table="T1")) == "8.4.3(a)(v)"
    play.do(ask.BeginRound)

    assert len(at(play)) == 9
    none = begun(book, 12, {"format.repechage_offered": False, "format.level": "draw"})
    play_out(none)
    assert refused(none.ask(ask.HoldRepechage, table="T1")) == "8.4.3(a)(v)"


def test_8_4_3_b_all_have_the_same_bank_at_every_fresh_start(book: str) -> None:
    """10,000 in the heats, and again in the final, whatever was won."""
    not_published(book, "format.starting_bank", "format.equal_banks")
    assert changed(book, "format.starting_bank", 150) == "8.4.3(b)"
    play = begun(book)
    spun(play, slips={at(play)[0]: slip(small=5_000)})
    play_out(play)
    play.do(ask.BeginRound)

    assert {bank(play, name) for name in at(play)} == {10_000}


def test_8_4_3_c_at_the_end_chips_have_the_worth_of_the_terms(book: str) -> None:
    """None: every bank is put away. A value without cash, or cash without a value, cannot be."""
    not_published(book, "format.disposition", "format.chip_value")
    assert changed(book, "format.chip_value", "0.01") == "8.4.3(c)"
    play = finished(book)
    (away,) = [one for one in play.events if isinstance(one, told.ChipsPutAway)]

    assert (away.cash, sum(chips for _, chips in away.banks) > 0) == (False, True)
    assert {one.bank for one in play.tournament.entrants.values()} == {0}


def test_8_4_4_a_only_the_chips_of_the_terms_are_wagered(book: str) -> None:
    """A cash chip on small is refused."""
    not_published(book, "wagers.chips")
    play = begun(book)
    play.do(spin.InviteBets, table="T1")
    cash = (Stake("small", 500, "value-chip"),)

    answer = play.ask(spin.PlaceSlip, table="T1", player=at(play)[0], stakes=cash)
    assert refused(answer) == "8.4.4(a)"


def test_8_4_4_b_the_compulsory_wager_is_made_or_forfeited(book: str) -> None:
    """100 on every spin: 100 is accepted, no wager costs 100, and the terms may warn instead."""
    not_published(book, "wagers.compulsory", "wagers.if_not_made", "wagers.unit")
    play = begun(book)
    lazy = at(play)[0]
    (settled,) = spun(play, slips={lazy: ()})
    assert (bank(play, lazy), settled.slips[0].forfeited) == (9_900, 100)
    play.do(spin.InviteBets, table="T1")
    few = play.ask(spin.PlaceSlip, table="T1", player=lazy, stakes=slip(small=50))
    assert refused(few) == "8.4.4(b)"
    mild = begun(book, changes={"wagers.if_not_made": "warning"})
    spun(mild, slips={at(mild)[0]: ()})

    assert (bank(mild, at(mild)[0]), mild.tournament.entrants[at(mild)[0]].warnings) == (10_000, 1)


def test_8_4_4_b_a_slip_is_at_least_the_compulsory_wager_and_no_bet_above_the_maximum(book: str) -> None:
    """Units of 100, 300 compulsory, at most 500 on a bet: 200 and 600 are refused, 300 and 500 are not."""
    play = begun(book, changes={"wagers.compulsory": 300, "wagers.maximum": 500})
    play.do(spin.InviteBets, table="T1")
    first = at(play)[0]
    asked: dict[str, Any] = {"table": "T1", "player": first}
    for stakes in (slip(small=200), slip(small=600), slip(small=300, big=600)):
        assert refused(play.ask(spin.PlaceSlip, **asked, stakes=stakes)) == "8.4.4(b)"

    for stakes in (slip(small=300), slip(small=500), slip(small=100, big=200)):
        assert play.do(spin.PlaceSlip, **asked, stakes=stakes)


def test_8_4_4_c_secret_wagers_are_sealed_counted_and_opened_after_the_close(book: str) -> None:
    """Two in a session; nothing is entered before they are open, and a third is refused."""
    not_published(book, "wagers.secret_offered", "wagers.secret", "wagers.secret_how")
    play = begun(book)
    sly = at(play)[0]
    for _ in range(2):
        play.do(spin.InviteBets, table="T1")
        seal = seal_of(play, sly, small=700)
        play.do(spin.SealSlip, table="T1", player=sly, commitment=seal)
        opening: dict[str, Any] = {"table": "T1", "player": sly, "salt": SALT}
        early = play.ask(spin.OpenSeal, **opening, stakes=slip(small=700))
        play.do(spin.CloseBets, table="T1")
        unopened = play.ask(spin.EnterSpin, table="T1", dice=(1, 2, 4))
        other = play.ask(spin.OpenSeal, **opening, stakes=slip(big=700))
        play.do(spin.OpenSeal, **opening, stakes=slip(small=700))
        play.do(spin.EnterSpin, table="T1", dice=(1, 2, 4))
        assert isinstance(early, Refusal)
        assert (refused(unopened), refused(other)) == ("8.4.4(c)", "8.4.4(c)")
    assert bank(play, sly) == 11_400
    play.do(spin.InviteBets, table="T1")

    third = play.ask(spin.SealSlip, table="T1", player=sly, commitment=seal_of(play, sly, small=700))
    assert refused(third) == "8.4.4(c)"


def test_7_3_a_wrong_entry_in_a_tournament_is_settled_by_the_dice(book: str) -> None:
    """Entered as 15, the dice show 7: small wins, big loses, and an entrant who staked all plays again."""
    play = begun(book)
    bold, other, *_ = at(play)
    spun(play, dice=(6, 5, 4), slips={bold: slip(small=10_000), other: slip(big=900)})
    assert play.tournament.entrants[bold].status == ELIMINATED
    said: dict[str, Any] = {"table": "T1", "dice": (1, 2, 4), "reason": "misread"}
    assert refused(play.ask(spin.CorrectSpin, second="", **said)) == "7.3"
    assert refused(play.ask(spin.CorrectSpin, second="deputy", **(said | {"dice": (6, 4, 5)}))) == "7.3"
    assert isinstance(play.ask(spin.CorrectSpin, rank=LOW, second="deputy", **said), Refusal)
    (event,) = play.do(spin.CorrectSpin, second="deputy", **said)

    assert (event.clause, event.entered, event.back) == ("7.3", (6, 5, 4), (bold,))
    assert (bank(play, bold), bank(play, other)) == (20_000, 9_100)
    assert standing(play.tournament)[0] == [bold]
    play.do(spin.InviteBets, table="T1")
    late = tuple(refused(play.ask(spin.CorrectSpin, second="deputy", **said)).split(", "))
    assert late == ("7.3", rulebooks.get(book).faults.late_error.clause)


def test_7_3_a_wrong_entry_that_put_all_entrants_out_opens_the_heat_again(book: str) -> None:
    """All four staked everything on small and the entry said 15. The heat was over, and now goes on."""
    play = begun(book)
    names = at(play)
    spun(play, dice=(6, 5, 4), slips={name: slip(small=10_000) for name in names})
    assert play.tournament.heat("T1") is None
    play.do(spin.CorrectSpin, table="T1", dice=(1, 2, 4), second="deputy", reason="misread")
    assert at(play) == names
    play.do(ask.Penalise, player=names[0], penalty="abuse", note="")
    (event, *gone) = play.do(spin.CorrectSpin, table="T1", dice=(6, 5, 4), second="deputy", reason="again")

    assert dict(event.changes)[names[0]] == -19_000  # chips that a penalty took are gone
    assert [one.player for one in gone[:-1]] == names and play.tournament.heat("T1") is None


def test_8_4_5_a_an_entrant_who_cannot_make_the_compulsory_wager_is_out(book: str) -> None:
    """An entrant with an empty bank is out at once. Under another rule only rounds eliminate."""
    not_published(book, "elimination.rule", "elimination.criteria")
    play = begun(book)
    broke = at(play)[0]
    spun(play, dice=(6, 5, 4), slips={broke: slip(small=10_000)})
    play.do(spin.InviteBets, table="T1")
    again = play.ask(spin.PlaceSlip, table="T1", player=broke, stakes=slip(small=100))
    assert (play.tournament.entrants[broke].status, refused(again)) == (ELIMINATED, "8.4.5(a)")
    kept = begun(book, changes={"elimination.rule": "by-progress-only"})
    spun(kept, dice=(6, 5, 4), slips={at(kept)[0]: slip(small=10_000)})

    assert kept.tournament.entrants[at(kept)[0]].status == PLAYING


def test_8_4_6_a_the_largest_bank_wins_and_level_ones_are_treated_as_the_terms_say(book: str) -> None:
    """In the final one leads and two are tied: they share second and third place, or draw lots."""
    not_published(book, "winners.rule", "winners.criteria", "winners.level")
    ends = {}
    for level in ("share", "draw"):
        play = begun(book, 8, {"winners.level": level})
        play_out(play)
        play.do(ask.BeginRound)
        ahead, *two = at(play)[:3]
        spun(play, slips={ahead: slip(small=900), two[0]: slip(small=500), two[1]: slip(small=500)})
        play_out(play)
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
    ahead, behind = at(play)[:2]
    spun(play, slips={ahead: slip(small=500), behind: slip(big=100)})
    spun(play, slips={ahead: slip(big=100), behind: slip(small=500)})
    _idle_to_the_end(play)
    play.do(ask.ConcludeRound)
    play.do(ask.AwardPrizes)

    assert [(one.player, one.place) for one in play.tournament.prizes[:2]] == [(ahead, 1), (behind, 2)]


def test_8_4_6_a_level_ones_play_off_for_a_prize(book: str) -> None:
    """Two lead with 10500. They play a spin before a winner is named, and a second spin if they stay tied."""
    play = _final(book, "play-off")
    first, second, third = at(play)[:3]
    spun(play, slips={first: slip(small=500), second: slip(small=500), third: slip(small=300)})
    early = play.ask(ask.HoldPlayOff, table="T1")
    _idle_to_the_end(play)
    assert refused(early) == refused(play.ask(ask.ConcludeRound)) == "8.4.6(a)"
    nothing: dict[str, Any] = {}
    for stakes in (nothing, {first: slip(big=10_000)}):
        (held,) = play.do(ask.HoldPlayOff, table="T1")
        assert set(held.heat.players) == {first, second}
        spun(play, slips=stakes)
    assert refused(play.ask(ask.HoldPlayOff, table="T1")) == "8.4.6(a)"
    play.do(ask.ConcludeRound)
    play.do(ask.AwardPrizes)

    assert [one.player for one in play.tournament.prizes] == [second, first, third]


def _final(book: str, level: str) -> Any:
    """Begin the final of eight under terms with this rule for ties; no wager is compulsory in it."""
    play = begun(book, 8, {"winners.level": level, "wagers.compulsory": 0})
    play_out(play)
    play.do(ask.BeginRound)
    return play


def _idle_to_the_end(play: Any) -> None:
    """Spin without wagers until the round is over."""
    while play.tournament.active():
        spun(play)


def test_8_4_7_a_the_pool_is_what_the_formula_says(book: str) -> None:
    """All buy-ins and 1000.00; 90 percent of fees; or the guarantee where that is more."""
    not_published(book, "pool.of_fees", "pool.of_buy_ins", "pool.added", "pool.guaranteed")
    plain = finished(book).events
    fees = finished(
        book,
        changes={"pool.of_fees": 90, "pool.of_buy_ins": 0, "pool.guaranteed": "0.00", "pool.added": "0.00"},
    ).events
    sure = finished(book, changes={"pool.guaranteed": "5000.00"}).events
    fixed = [next(one for one in some if isinstance(one, told.PoolFixed)) for some in (plain, fees, sure)]

    assert [(one.takings, one.added) for one in fixed] == [(80_000, 120_000), (14_400, 0), (80_000, 420_000)]
    assert changed(book, "pool.of_fees", 101) == "8.4.7(a)"


def test_8_4_7_b_the_shares_come_to_the_whole_pool(book: str) -> None:
    """50, 30 and 20 percent; 99 percent cannot be published."""
    not_published(book, "pool.places", "pool.odd_cents")
    assert changed(book, "pool.places", [50, 30, 19]) == "8.4.7(b)"
    play = finished(
        book, changes={"winners.level": "draw", "pool.added": "1000.01", "pool.guaranteed": "0.00"}
    )

    assert [one.cents for one in play.tournament.prizes] == [90_001, 54_000, 36_000]
