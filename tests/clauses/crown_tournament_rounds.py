"""Rules 5 to 7 at the tables of a tournament: steps, grounds of a void, malfunctions, at both Crowns."""

from typing import Any

from sicbo.errors import Refusal
from sicbo.game.ranks import Rank
from sicbo.tournament.messages import spins as spin
from sicbo.tournament.messages.heats import (
    HeatNotifyPerson,
    HeatPerform,
    HeatRectifyFault,
    HeatReportFault,
)
from sicbo.tournament.simulation.autoplay import TournamentPlay
from tests.tournament.tournaments import (
    LOW,
    bank_of,
    close_bets,
    correct_spin,
    deal_to_pay,
    invite_bets,
    play_slips,
    play_with_round_begun,
    players_at,
    put,
    refused_clause,
    seal_commitment_of,
    slip,
    void_spin,
)

STEPS = ("place-bets", "cover", "spin", "close", "uncover", "call", "enter", "light", "collect", "pay")


def perform(play: TournamentPlay, step: str, **more: Any) -> Any:
    """Perform a step at the first table, and return its events or a refusal."""
    said: dict[str, dict[str, Any]] = {"spin": {"tumbles": 1}, "enter": {"dice": (1, 2, 4)}}
    return play.submit(HeatPerform, table="T1", step=step, **(said.get(step, {}) | more))


def test_5_1_a_spin_of_a_tournament_has_its_steps_in_order(book: str) -> None:
    """Ten steps: each is refused until the one before it is done, and the last one counts the spin."""
    play = play_with_round_begun(book)
    for step in STEPS:
        for other in STEPS:
            assert other == step or isinstance(perform(play, other), Refusal)
        told = perform(play, step)
        assert not isinstance(told, Refusal)

    (counted,) = (one for one in told if isinstance(one, spin.SpinCounted))
    assert counted.spin == 1


def test_7_1_1_a_die_that_does_not_lie_flat_makes_a_no_spin_in_a_tournament(book: str) -> None:
    """A dealer declares it once the tumbler has run; 700 chips and a seal come back."""
    play = play_with_round_begun(book)
    ana, sly, *_ = players_at(play)
    perform(play, "place-bets")
    assert refused_clause(void_spin(play, "not-flat", rank=LOW)).endswith("7.1.1")
    invite_bets(play)
    put(play, ana, slip(small=700))
    play.do(spin.SealSlip, table="T1", player=sly, commitment=seal_commitment_of(play, sly, small=100))
    assert not isinstance(void_spin(play, "not-flat", rank=LOW), Refusal)

    heat = play.tournament.heat_at("T1")
    assert heat and (heat.spin, heat.secrets[sly], bank_of(play, ana)) == (0, 0, 10_000)


def test_7_1_2_a_tumbler_that_malfunctions_leaves_only_a_void_in_a_tournament(book: str) -> None:
    """Reported while it runs: no slip and no step is taken until the dealer declares the spin void."""
    play = play_with_round_begun(book)
    invite_bets(play)
    play.do(HeatReportFault, table="T1", fault="tumbler", note="it stuck")
    assert isinstance(perform(play, "close"), Refusal)
    assert not isinstance(void_spin(play, "tumbler-fault", rank=LOW), Refusal)

    assert isinstance(perform(play, "place-bets"), Refusal)
    play.do(HeatNotifyPerson, table="T1", fault="tumbler", whom="manager", name="lee")
    play.do(HeatRectifyFault, table="T1", fault="tumbler")
    assert play_slips(play)


def test_7_1_3_dice_that_are_seen_before_the_close_make_a_no_spin_in_a_tournament(book: str) -> None:
    """Bets are open: all of them come back."""
    play = play_with_round_begun(book)
    invite_bets(play)
    put(play, players_at(play)[0], slip(big=10_000))
    void_spin(play, "exposed-early", rank=LOW)

    assert bank_of(play, players_at(play)[0]) == 10_000


def test_7_3_a_result_is_corrected_before_it_is_paid_too(book: str) -> None:
    """Entered as 15, corrected to 7 before the wagers are settled: small wins, and nothing is taken back."""
    play = play_with_round_begun(book)
    invite_bets(play)
    ana = players_at(play)[0]
    put(play, ana, slip(small=500))
    deal_to_pay(play, (6, 5, 4))
    assert bank_of(play, ana) == 9_500
    told = correct_spin(play, (1, 2, 4))
    perform(play, "pay")

    assert not isinstance(told, Refusal) and bank_of(play, ana) == 10_500


def assert_play_waits_for_repair(play: TournamentPlay, clause: str) -> None:
    """A fault that stays stops the next spin until a manager was told and lets play go on."""
    close_bets(play)
    play.do(HeatReportFault, table="T1", fault="lights-dark", note="a bulb")
    for step in STEPS[4:]:
        assert not isinstance(perform(play, step), Refusal)
    assert refused_clause(perform(play, "place-bets")) == clause
    mend: dict[str, Any] = {"table": "T1", "fault": "lights-dark"}
    assert isinstance(play.submit(HeatRectifyFault, **mend), Refusal)
    play.do(HeatNotifyPerson, whom="manager", name="lee", **mend)
    assert refused_clause(play.submit(HeatRectifyFault, rank=Rank.SUPERVISOR, **mend)) == clause
    play.do(HeatRectifyFault, **mend)
    assert not isinstance(perform(play, "place-bets"), Refusal)
