"""Rounds, slips, seals, passes, results and voids that the core refuses are found where they are told."""

from collections.abc import Callable
from copy import deepcopy
from hashlib import sha256
from typing import Any

import pytest
from immutables import Map

from sicbo.errors import Refusal
from sicbo.game.ranks import Rank
from sicbo.table.state import Round
from sicbo.tournament.messages import commands as ask, spins as spin
from sicbo.tournament.messages.heats import HeatDeclareVoid, HeatPerform, HeatRegisterSlip
from sicbo.tournament.play.counts import CLEARED
from sicbo.tournament.simulation.autoplay import TournamentPlay, finish_spin
from sicbo.tournament.state import BETWEEN, CHIP, PLAYING
from sicbo.verify.canonical import Wrong
from sicbo.verify.draws import FORMAT, recomputed
from tests.tournament.test_formats import terms_with
from tests.tournament.tournaments import (
    MELBOURNE,
    SALT,
    SYDNEY,
    close_bets,
    deal_to_pay,
    invite_bets,
    play_slips,
    play_with_entrants,
    play_with_round_begun,
    players_at,
    seal_commitment_of,
    seed_of,
    slip,
    slip_words,
    terms_of,
    void_spin,
)
from tests.verify.forged import (
    Forged,
    another,
    at_table,
    both,
    entrant,
    known,
    with_bank,
    with_slips,
    with_table,
)

Said = dict[str, Any]
BEGIN = {"table": "T1", "step": "place-bets"}
SHORT = [(1, 0, 2, "fresh", 2, "top-of-table", 2), (1, 0, 1, "fresh", 1, "end", 0)]
BY_LOT = {"format.level": "draw", "format.repechage_spins": 1}
CLEAR = both(at_table(**CLEARED), with_slips())
UNUSED = at_table(secrets=Map(), passes=Map())


def opened(changes: dict[str, Any] | None = None) -> tuple[TournamentPlay, str]:
    """Bets are open at the first table, and nothing lies there."""
    play = play_with_round_begun(SYDNEY, 8, changes)
    invite_bets(play)
    return play, players_at(play)[0]


def wagered(
    how: str, changes: dict[str, Any] | None = None, closed: bool = False
) -> tuple[TournamentPlay, str]:
    """Somebody has a slip, a seal or a pass for the spin."""
    play, ana = opened(changes)
    again(play, ana, how)
    if closed:
        close_bets(play)
    return play, ana


def again(play: TournamentPlay, player: str, how: str) -> None:
    """Give one of the three ways to take part in a spin."""
    kind, said = way(play, player, how)
    play.do(kind, **said)


def way(play: TournamentPlay, player: str, how: str) -> tuple[type[Any], dict[str, Any]]:
    """The command of a slip, a seal or a pass."""
    who = {"table": "T1", "player": player}
    if how == "slip":
        return HeatRegisterSlip, slip_words(play, player, slip(small=500))
    if how == "seal":
        return spin.SealSlip, who | {"commitment": seal_commitment_of(play, player, small=700)}
    return spin.PlayPass, who


def second(first: str, then: str) -> Callable[[], Forged]:
    """Two ways to take part in one spin."""

    def forged() -> Forged:
        play, ana = wagered(first, {"wagers.passes": 2})
        return Forged(play, CLEAR, *way(play, ana, then))

    return forged


def used_up(how: str, changes: dict[str, Any], *, voided: bool) -> Callable[[], Forged]:
    """More seals or passes than the terms give; a void gives back what was used, once."""

    def forged() -> Forged:
        play, ana = wagered(how, changes)
        if voided:
            void_spin(play, "not-flat")
            invite_bets(play)
            again(play, ana, how)
        close_bets(play)
        if how == "seal":
            play.do(spin.LapseSeal, table="T1", player=ana, note="lost")
        finish_spin(play, "T1", (1, 2, 4))
        invite_bets(play)
        return Forged(play, UNUSED, *way(play, ana, how))

    return forged


def not_offered(how: str, item: str) -> Callable[[], Forged]:
    """A seal or a pass where the terms have none."""

    def forged() -> Forged:
        play, ana = opened({f"wagers.{item}": False})
        return Forged(play, another(terms=terms_of(SYDNEY)), *way(play, ana, how))

    return forged


def after_one_round() -> TournamentPlay:
    """The first round is concluded: of four at each table two went on, by lot."""
    play = play_with_round_begun(SYDNEY, 8, terms=terms_with(SYDNEY, SHORT, BY_LOT))
    for table in ("T1", "T2"):
        play_slips(play, table)
    play.do(ask.ConcludeRound)
    return play


def a_round_while_heats_are_played() -> Forged:
    return Forged(play_with_round_begun(SYDNEY, 8), another(stage=BETWEEN, heats=()), ask.BeginRound, {})


def the_first_round_once_more() -> Forged:
    seed = {"seed": seed_of("seats 1").hex()}
    return Forged(after_one_round(), another(round=0), ask.BeginRound, seed)


def a_round_by_terms_that_no_regulator_saw() -> Forged:
    play = play_with_entrants(MELBOURNE, 8)
    play.do(ask.PublishTournament, terms=terms_of(MELBOURNE, {"wagers.maximum": 5_000}))
    return Forged(play, another(advised=2), ask.BeginRound, {})


def a_repechage_while_heats_are_played() -> Forged:
    play = play_with_round_begun(SYDNEY, 8)
    play_slips(play, slips={players_at(play)[0]: slip(big=10_000)})
    return Forged(play, another(stage=BETWEEN), ask.HoldRepechage, {"table": "T1"})


def a_second_repechage() -> Forged:
    play = after_one_round()
    play.do(ask.HoldRepechage, table="T1")
    play_slips(play)
    play.do(ask.ConcludeRound)
    return Forged(play, another(repechages=0), ask.HoldRepechage, {"table": "T1"})


def a_repechage_for_nobody() -> Forged:
    play = play_with_round_begun(SYDNEY, 8, terms=terms_with(SYDNEY, SHORT))
    for table in ("T1", "T2"):
        play_slips(play, table)
    play.do(ask.ConcludeRound)
    out = play.events[-1].on[0]
    return Forged(play, entrant(out, status="eliminated"), ask.HoldRepechage, {"table": "T1"})


def a_spin_with_nobody_in_charge() -> Forged:
    play = play_with_round_begun(SYDNEY, 8)
    play.do(ask.LeaveCharge)
    return Forged(play, another(present=frozenset(["director"])), HeatPerform, BEGIN)


def a_wager_of_somebody_who_is_out(how: str) -> Callable[[], Forged]:
    def forged() -> Forged:
        play = play_with_round_begun(SYDNEY, 8)
        cheat = players_at(play)[0]
        play.do(ask.Disqualify, player=cheat, ground="cheating", note="")
        invite_bets(play)
        back = both(entrant(cheat, status=PLAYING), with_bank(cheat, 10_000))
        return Forged(play, back, *way(play, cheat, how))

    return forged


def less_than_is_compulsory() -> Forged:
    play, ana = opened({"wagers.compulsory": 1_000})
    return Forged(play, another(terms=terms_of(SYDNEY)), *way(play, ana, "slip"))


def a_seal_twice(first: str, then: str) -> Callable[[], Forged]:
    def forged() -> Forged:
        play, ana = wagered("seal", closed=True)
        seal: Said = {"table": "T1", "player": ana, "salt": SALT, "stakes": slip(small=700)}
        lost: Said = {"table": "T1", "player": ana, "note": "lost"}
        how: dict[str, Any] = {
            "open": (spin.OpenSeal, seal),
            "lapse": (spin.LapseSeal, lost),
        }
        kind, said = how[first]
        play.do(kind, **said)
        unopened = both(at_table(opened=frozenset(), lapsed=frozenset()), with_slips())
        return Forged(play, unopened, *how[then])

    return forged


def a_seal_that_was_never_made_lapses() -> Forged:
    play, ana = wagered("slip", closed=True)
    said = {"table": "T1", "player": ana, "note": "lost"}
    return Forged(play, at_table(seals=Map({ana: "0" * 64})), spin.LapseSeal, said)


def a_result_before_a_seal_is_open() -> Forged:
    play, _ = wagered("seal", closed=True)
    return Forged(play, at_table(seals=Map()), HeatPerform, {"table": "T1", "step": "uncover"})


def a_void_between_two_spins() -> Forged:
    play = play_with_round_begun(SYDNEY, 8)
    spinning = with_table(round=Round(1, 3), rounds=1)
    return Forged(play, spinning, HeatDeclareVoid, {"table": "T1", "ground": "not-flat"})


ROWS: list[tuple[Callable[[], Forged], str]] = [
    (a_round_while_heats_are_played, "a round begins out of order"),
    (the_first_round_once_more, "a round begins out of order"),
    (a_round_by_terms_that_no_regulator_saw, "the regulator does not know of the changed terms"),
    (a_repechage_while_heats_are_played, "the seats are not those of the draw"),
    (a_second_repechage, "a repechage for nobody, or a second one"),
    (a_repechage_for_nobody, "a repechage for nobody, or a second one"),
    (a_spin_with_nobody_in_charge, "a spin began with neither director nor deputy present"),
    (a_wager_of_somebody_who_is_out("slip"), "does not play in this heat"),
    (a_wager_of_somebody_who_is_out("seal"), "does not play in this heat"),
    (a_wager_of_somebody_who_is_out("pass"), "does not play in this heat"),
    (less_than_is_compulsory, "less than the compulsory wager"),
    *(
        (second(first, then), "a second wager for a spin")
        for first in ("slip", "seal", "pass")
        for then in ("slip", "seal", "pass")
        if (first, then) != ("slip", "slip")
    ),
    (used_up("seal", {"wagers.secret": 1}, voided=False), "more of secret than the terms give"),
    (used_up("seal", {"wagers.secret": 1}, voided=True), "more of secret than the terms give"),
    (used_up("pass", {}, voided=False), "more of passes than the terms give"),
    (used_up("pass", {}, voided=True), "more of passes than the terms give"),
    (not_offered("seal", "secret_offered"), "more of secret than the terms give"),
    (not_offered("pass", "passes_offered"), "more of passes than the terms give"),
    (a_seal_twice("open", "open"), "a seal was opened twice"),
    (a_seal_twice("lapse", "open"), "a seal was opened twice"),
    (a_seal_twice("open", "lapse"), "a seal lapsed that is not there"),
    (a_seal_twice("lapse", "lapse"), "a seal lapsed that is not there"),
    (a_seal_that_was_never_made_lapses, "a seal lapsed that is not there"),
    (a_result_before_a_seal_is_open, "the dice were seen before every seal was open"),
    (a_void_between_two_spins, "no spin is in play"),
]


@pytest.mark.parametrize(("made", "says"), ROWS, ids=range(len(ROWS)))
def test_what_the_core_refuses_is_not_believed(made: Callable[[], Forged], says: str) -> None:
    """The core refuses the command; a record that says it was taken all the same is found at once."""
    forged = made()
    followed = known(forged.play)

    assert isinstance(forged.refused(), Refusal)
    with pytest.raises(Wrong, match=says):
        followed.follow(forged.record())


def test_a_settlement_of_other_wagers_is_not_believed() -> None:
    """The dice of the day, but one slip is left out, or is of nine hundred where five hundred lay."""
    play, ana = wagered("slip")
    said = deal_to_pay(play)
    rows = {"was left out": with_slips(), f"{ana}, small: stake is": with_slips(**{ana: slip(small=900)})}
    for says, otherwise in rows.items():
        record = Forged(play, both(otherwise, with_bank(ana, 9_500)), HeatPerform, said).record()
        with pytest.raises(Wrong, match=says):
            known(play).follow(record)


EDITED: list[tuple[str, Callable[[Any], object], str]] = [
    ("slip", lambda one: one.update(before=one["stakes"]), "lay there before is not what lay there"),
    ("slip", lambda one: one["stakes"].append(["big", 0, CHIP]), "has stakes of another kind"),
    ("void", lambda one: one.update(clause="7.1.2"), "the void is ruled by 7.1.1"),
    ("void", lambda one: one.update(ground="boredom"), "another ground than was asked"),
    ("void", lambda one: one["stamp"].update(rank=None), "declare-void"),
    ("repechage", lambda one: one["heat"][1].reverse(), "the seats are not those of the draw"),
]


@pytest.mark.parametrize(("kind", "change", "says"), EDITED, ids=range(len(EDITED)))
def test_a_word_that_is_changed_is_found_at_once(
    kind: str, change: Callable[[Any], object], says: str
) -> None:
    """A slip of five hundred, the void of its spin by a dealer, a repechage: as it was, but for a word."""
    if kind == "repechage":
        play = after_one_round()
        record = Forged(play, another(), ask.HoldRepechage, {"table": "T1"}).record()
    elif kind == "slip":
        play, ana = opened()
        record = Forged(play, another(), *way(play, ana, "slip")).record()
    else:
        play, _ = wagered("slip")
        said = {"table": "T1", "ground": "not-flat", "rank": Rank.DEALER}
        record = Forged(play, another(), HeatDeclareVoid, said).record()
    known(play).follow(deepcopy(record))
    change(record["events"][-1])
    for told in (record["command"], *record["events"]):
        told["stamp"] = record["events"][-1]["stamp"]

    with pytest.raises(Wrong, match=says):
        known(play).follow(record)


def test_a_bet_that_is_named_twice_does_not_go_over_the_maximum() -> None:
    """Five hundred and five hundred where at most five hundred lie on one bet: the core refuses it too."""
    play, ana = opened({"wagers.maximum": 500})
    kind, said = way(play, ana, "slip")
    record = Forged(play, another(), kind, said).record()
    for told in (record["command"], record["events"][0]):
        told["stakes"] *= 2

    assert isinstance(play.submit(kind, **said | {"stakes": slip(small=500) * 2}), Refusal)
    with pytest.raises(Wrong, match="a slip names a bet twice"):
        known(play).follow(record)


def test_seats_by_a_seed_that_is_too_short_are_not_believed() -> None:
    """It was promised, and the seats are those of it; but anybody could have tried all such seeds before."""
    play = play_with_entrants(SYDNEY, 8)
    record = Forged(play, another(), ask.BeginRound, {}).record()
    followed, begun_round = known(play), record["events"][0]
    followed.commitments[0] = sha256(f"{FORMAT} seed ab\n".encode()).hexdigest()
    names = [f"p{number}" for number in range(1, 9)]
    hashed = sha256("".join(f"1 {name}\n" for name in names).encode()).hexdigest()
    came = recomputed("ab", [(name, 1) for name in names], hashed, "seats 1", 8)
    begun_round |= {"seed": "ab", "heats": [["T1", came[0::2]], ["T2", came[1::2]]]}

    with pytest.raises(Wrong, match="at least 16 bytes"):
        followed.follow(record)
