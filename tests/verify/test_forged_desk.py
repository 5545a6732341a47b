"""Entries, chips, refunds, substitutes, ends of heats: what the core refuses is found where it is told."""

from collections.abc import Callable
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any

import pytest
from immutables import Map
from msgspec.structs import replace

from sicbo.errors import Refusal
from sicbo.tournament.messages import commands as ask, spins as spin
from sicbo.tournament.messages.heats import HeatPerform
from sicbo.tournament.simulation.autoplay import TournamentPlay
from sicbo.tournament.state import ELIMINATED, ENTERED, ENTRIES, PLAYING, ROUND, Tournament
from sicbo.verify.canonical import Wrong
from tests.tournament.test_formats import terms_with
from tests.tournament.tournaments import (
    SYDNEY,
    invite_bets,
    play_slips,
    play_with_entrants,
    play_with_round_begun,
    players_at,
    put,
    slip,
    terms_of,
)
from tests.verify.forged import (
    Forged,
    Otherwise,
    another,
    at_table,
    both,
    entrant,
    known,
    with_bank,
    with_table,
)
from tests.verify.test_tournaments import Entry

HOUR = 3_600_000_000
LATER: dict[str, Any] = {"entry.substitute_until": datetime(2027, 1, 1, tzinfo=UTC)}
LAST = [(2, 0, 1, "fresh", 1, "end", 0)]
TIMED = [(0, 1, 1, "fresh", 1, "end", 0)]
TWO = [(1, 0, 2, "fresh", 2, "top-of-table", 4), (1, 0, 1, "fresh", 1, "end", 0)]
CASH = {"format.disposition": "cash", "format.chip_value": "0.01"}
IDLE = with_table(round=None)
Made = Callable[[], Forged]


def final(changes: dict[str, Any] | None = None, spins: int = 1) -> TournamentPlay:
    """The only round of p1 to p8, after some of its two spins; p1 has nothing left, and p2 a thousand."""
    play = play_with_round_begun(SYDNEY, 8, terms=terms_with(SYDNEY, LAST, LATER | (changes or {})))
    slips = {"p1": slip(big=10_000), "p2": slip(big=9_000)}
    for number in range(spins):
        play_slips(play, slips={} if number else slips)
    return play


def ranked(changes: dict[str, Any] | None = None) -> TournamentPlay:
    """Everything is played, and the ranks stand."""
    play = final(changes, spins=2)
    play.do(ask.ConcludeRound)
    return play


def first_over(changes: dict[str, Any] | None = None, *, concluded: bool = True) -> TournamentPlay:
    """The first of two rounds is played; somebody at the first table lost everything."""
    play = play_with_round_begun(SYDNEY, 8, terms=terms_with(SYDNEY, TWO, changes))
    broke = players_at(play)[0]
    for table in ("T1", "T2"):
        play_slips(play, table, slips={broke: slip(big=10_000)})
    if concluded:
        play.do(ask.ConcludeRound)
    return play


def out_of(play: TournamentPlay) -> str:
    """Who is eliminated."""
    return next(name for name, one in play.tournament.entrants.items() if one.status == ELIMINATED)


def spinning() -> TournamentPlay:
    """Bets are open in the final."""
    play = final()
    invite_bets(play)
    return play


def entering(play: TournamentPlay) -> dict[str, Any]:
    """The words of one more entry."""
    accepted = sha256(play.tournament.terms.encode()).hexdigest()
    return {"player": "eve", "method": "desk", "cents": 12_000, "accepted": accepted, "admitted": True}


def entry(play: TournamentPlay) -> Forged:
    return Forged(play, another(stage=ENTRIES), ask.EnterTournament, entering(play))


def other_prizes(path: str, value: object) -> Made:
    said = {"terms": terms_of(SYDNEY, {path: value})}
    return lambda: Forged(play_with_entrants(SYDNEY, 8), another(entrants=Map()), ask.PublishTournament, said)


def bought(play: TournamentPlay, what: str, player: str, *otherwise: Otherwise) -> Forged:
    cents = 10_000 if what == "buy-back" else 5_000
    said = {"player": player, "what": what, "cents": cents}
    return Forged(play, both(*otherwise), ask.BuyMore, said)


def bought_before(what: str, **forgotten: Any) -> Forged:
    play = final()
    play.do(ask.BuyMore, player="p2", what=what, cents=5_000)
    return bought(play, what, "p2", both(entrant("p2", **forgotten), with_bank("p2", 100)))


def re_bought_twice() -> Forged:
    play = final()
    play.do(ask.BuyMore, player="p2", what="re-buy", cents=5_000)
    play.do(ask.Penalise, player="p2", penalty="abuse", note="")
    play.do(ask.Penalise, player="p2", penalty="abuse", note="")
    return bought(play, "re-buy", "p2", entrant("p2", re_buys=0))


def bought_back(play: TournamentPlay, *otherwise: Otherwise) -> Forged:
    return bought(play, "buy-back", out_of(play), *otherwise)


def featured(play: TournamentPlay, player: str, *otherwise: Otherwise) -> Forged:
    return Forged(play, both(*otherwise), spin.UseFeature, {"player": player, "feature": "lifeline"})


def featured_before() -> Forged:
    play = final()
    play.do(spin.UseFeature, player="p2", feature="lifeline")
    return featured(play, "p2", entrant("p2", features=Map()))


def withdrawn(play: TournamentPlay) -> Forged:
    back = both(another(stage=ENTRIES), entrant("p3", status=ENTERED))
    return Forged(play, back, ask.WithdrawEntry, {"player": "p3"})


def refunded_twice() -> Forged:
    play = final()
    said = {"player": "p3", "ground": "illness"}
    play.do(ask.RefundEntry, **said)
    return Forged(play, entrant("p3", refunded=False), ask.RefundEntry, said)


def substituted(
    play: TournamentPlay, player: str, second: str, *otherwise: Otherwise, ground: str = "illness"
) -> Forged:
    said = {"player": player, "second": second, "ground": ground}
    return Forged(play, both(*otherwise), ask.NominateSubstitute, said)


def without(player: str) -> Otherwise:
    return lambda state: another(entrants=state.entrants.delete(player))(state)


def boredom() -> Otherwise:
    terms = terms_with(SYDNEY, LAST, LATER | {"conduct.substitute_for": ["boredom"]})
    return another(terms=terms)


def ended(play: TournamentPlay, ground: str, *otherwise: Otherwise) -> Forged:
    return Forged(play, both(*otherwise), ask.EndHeat, {"table": "T1", "ground": ground, "players": ()})


def nobody_but(play: TournamentPlay, *names: str) -> Otherwise:
    return both(*(entrant(name, status=ELIMINATED) for name in players_at(play) if name not in names))


def timed() -> TournamentPlay:
    """A heat of one minute has had its first spin."""
    play = play_with_round_begun(SYDNEY, 8, terms=terms_with(SYDNEY, TIMED))
    play_slips(play)
    return play


def a_spin_after_its_time() -> Forged:
    play = timed()
    play.command_count += 60
    return Forged(play, at_table(minutes=9), HeatPerform, {"table": "T1", "step": "place-bets"})


def penalised(play: TournamentPlay, player: str, *otherwise: Otherwise) -> Forged:
    return Forged(play, both(*otherwise), ask.Penalise, {"player": player, "penalty": "abuse", "note": ""})


def disqualified_in_a_spin() -> Forged:
    said = {"player": "p3", "ground": "cheating", "note": ""}
    return Forged(spinning(), IDLE, ask.Disqualify, said)


def called_off_in_a_spin() -> Forged:
    play = play_with_round_begun(SYDNEY, 8)
    invite_bets(play)
    put(play, players_at(play)[0], slip(small=500))
    return Forged(play, IDLE, ask.CancelTournament, {"note": "a flood"})


def none_over(state: Tournament) -> Tournament:
    """The tournament where no heat is over."""
    return replace(state, heats=tuple(replace(heat, over=False) for heat in state.heats))


OFFERED = another(terms=terms_with(SYDNEY, LAST, LATER))
IN_CASH = another(terms=terms_with(SYDNEY, LAST, LATER | CASH))
CLOSED = "an entry was taken when entries were closed"
PROMISED = "entries were taken on other fees, prizes or draws"
IN_SPIN = "is not in play, or in the middle of a spin"
USED = "a feature is used up, or out of place"
NOT_SOLD, NO_SEAT, EARLY = "may not buy a", "may not take the place of", "a heat ended before its end"
BACK = "something else came back than the terms say"
IN_ROUND = another(stage=ROUND)
ROWS: list[tuple[Made, str]] = [
    (other_prizes("pool.added", "0.00"), PROMISED),
    (other_prizes("pool.odd_cents", "first-place"), PROMISED),
    (other_prizes("details.buy_in", "200.00"), PROMISED),
    (other_prizes("format.repechage_offered", False), PROMISED),
    (lambda: entry(final()), CLOSED),
    (lambda: entry(final({"entry.late_entry_rounds": 2})), CLOSED),
    (lambda: entry(ranked({"entry.late_entry_rounds": 2})), CLOSED),
    (lambda: entry(first_over({"entry.late_entry_rounds": 1})), CLOSED),
    (re_bought_twice, NOT_SOLD),
    (lambda: bought_before("add-on", add_ons=0), NOT_SOLD),
    (lambda: bought(final(), "re-buy", "p3", with_bank("p3", 100)), NOT_SOLD),
    (lambda: bought(play_with_round_begun(SYDNEY, 8), "re-buy", "p3", with_bank("p3", 100)), NOT_SOLD),
    (lambda: bought(spinning(), "re-buy", "p2", IDLE), IN_SPIN),
    (lambda: bought(final(), "re-buy", "p1", entrant("p1", status=PLAYING)), IN_SPIN),
    (lambda: bought(ranked(), "re-buy", "p2", IN_ROUND), NOT_SOLD),
    (lambda: bought(final(), "buy-back", "p2", entrant("p2", status=ELIMINATED)), IN_SPIN),
    (lambda: bought_back(final({"format.buy_back_offered": False}), OFFERED), NOT_SOLD),
    (lambda: bought_back(final({"format.buy_back_rounds": 0}), OFFERED), NOT_SOLD),
    (lambda: bought_back(first_over(concluded=False), none_over), NOT_SOLD),
    (featured_before, USED),
    (lambda: featured(spinning(), "p2", IDLE), USED),
    (lambda: featured(final(), "p1", entrant("p1", status=PLAYING)), USED),
    (lambda: featured(final({"wagers.features_offered": False}), "p2", OFFERED), "not one of the terms"),
    (lambda: withdrawn(final()), "somebody withdrew from play"),
    (refunded_twice, "an entry was refunded twice"),
    (lambda: substituted(final(), "p2", "p3", without("p3")), NO_SEAT),
    (lambda: substituted(final(), "p2", "eve", boredom(), ground="boredom"), NO_SEAT),
    (lambda: substituted(ranked(), "p2", "eve", IN_ROUND), NO_SEAT),
    (lambda: substituted(spinning(), "p2", "eve", IDLE), IN_SPIN),
    (lambda: substituted(final(), "p1", "eve", entrant("p1", status=PLAYING)), IN_SPIN),
    (lambda: ended(final(), "settled", nobody_but(final(), "p2")), EARLY),
    (lambda: ended(final(), "time", at_table(minutes=1, began=-60_000)), EARLY),
    (lambda: ended(timed(), "time", at_table(began=-60_000)), EARLY),
    (lambda: ended(final(), "agreed", nobody_but(final()), IN_CASH), EARLY),
    (a_spin_after_its_time, "a spin began after the time of its heat"),
    (lambda: penalised(final(), "p1", entrant("p1", status=PLAYING)), "p1 is not in play"),
    (lambda: penalised(ranked(), "p2", IN_ROUND), "p2 is not in play"),
    (lambda: Forged(ranked(), IN_ROUND, ask.Retire, {"player": "p2"}), "p2 is not in play"),
    (disqualified_in_a_spin, IN_SPIN),
    (called_off_in_a_spin, "before everything is given back"),
]


@pytest.mark.parametrize(("made", "says"), ROWS, ids=range(len(ROWS)))
def test_what_the_core_refuses_is_not_believed(made: Made, says: str) -> None:
    """The core refuses the command; a record that says it was taken all the same is found at once."""
    forged = made()

    assert isinstance(forged.refused(), Refusal)
    with pytest.raises(Wrong, match=says):
        known(forged.play).follow(forged.record())


def leaving(before: int) -> Forged:
    """Somebody withdraws so long before the start; a day before it is free, then half comes back."""
    play = play_with_entrants(SYDNEY, 8)
    play.wall -= before
    return Forged(play, another(), ask.WithdrawEntry, {"player": "p3"})


def for_eve() -> Forged:
    return substituted(final(), "p2", "eve")


def refunded() -> Forged:
    return Forged(final(), another(), ask.RefundEntry, {"player": "p3", "ground": "illness"})


def agreed() -> Forged:
    play = final(CASH)
    said = {"table": "T1", "ground": "agreed", "players": tuple(players_at(play))}
    return Forged(play, another(), ask.EndHeat, said)


def called_off() -> Forged:
    return Forged(final(), another(), ask.CancelTournament, {"note": "a flood"})


EDITED: list[tuple[Made, Callable[[Entry], object], str]] = [
    (lambda: leaving(0), lambda one: one["events"][0].update(cents=12_000), BACK),
    (
        lambda: leaving(48 * HOUR),
        lambda one: one["events"][0].update(cents=6_000),
        BACK,
    ),
    (refunded, lambda one: one["events"][0].update(cents=12_000), BACK),
    (refunded, lambda one: one["events"][0].update(ground="boredom"), BACK),
    (
        for_eve,
        lambda one: one["command"]["stamp"].update(wall=2**52),
        NO_SEAT,
    ),
    (for_eve, lambda one: one["events"][0].update(second=""), NO_SEAT),
    (agreed, lambda one: one["events"][0].update(ground="spins"), EARLY),
    (agreed, lambda one: one["events"][0].update(ground="nobody-left"), EARLY),
    (agreed, lambda one: one["events"][0].update(ground="boredom"), EARLY),
    (called_off, lambda one: one["events"].pop(3), "before everything is given back"),
]


@pytest.mark.parametrize(("made", "change", "says"), EDITED, ids=range(len(EDITED)))
def test_a_word_that_is_changed_is_found_at_once(
    made: Made, change: Callable[[Entry], object], says: str
) -> None:
    """What the core decided is followed; with one word changed, or one refund left out, it is not."""
    forged = made()
    known(forged.play).follow(forged.record())
    record = forged.record()
    for event in record["events"]:
        event["stamp"] = record["command"]["stamp"]
    change(record)

    with pytest.raises(Wrong, match=says):
        known(forged.play).follow(record)
