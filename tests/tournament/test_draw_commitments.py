"""Every draw has its own commitment: the seed that one reveals says nothing about another."""

from typing import Any

import pytest

from sicbo.draws import commitment, draw_names
from sicbo.tournament.before.draw_commitments import draw_labels
from sicbo.tournament.format import plan_of
from sicbo.tournament.messages import commands
from sicbo.tournament.simulation.autoplay import TournamentPlay
from tests.tournament.tournaments import (
    SYDNEY,
    commitments,
    draft_play,
    play_out_round,
    play_slips,
    play_with_round_begun,
    players_at,
    ready_play,
    refused_clause,
    seed_of,
    submit_entry,
    terms_of,
)

NAMES = ("seats 1", "level 1", "repechage seats 1", "repechage 1", "seats 2", "level at the end")


def revealed_seeds(play: TournamentPlay) -> list[str]:
    """Return every seed revealed so far, in order."""
    return [event.seed for event in play.events if hasattr(event, "seed")]


def play_after_repechage() -> TournamentPlay:
    """Return a tournament whose heats and repechage are over: only the final is left."""
    play = play_with_round_begun(SYDNEY, 12, {"format.level": "draw"})
    play_out_round(play)
    play.do(commands.HoldRepechage, table="T1")
    play_out_round(play)
    return play


def test_the_draws_are_named_by_the_terms() -> None:
    """Two rounds with a repechage need six draws, without it four."""
    plain = plan_of(terms_of(SYDNEY, {"format.repechage_offered": False}))

    assert draw_labels(plan_of(terms_of(SYDNEY))) == NAMES
    assert draw_labels(plain) == ("seats 1", "level 1", "seats 2", "level at the end")


def test_no_seed_is_opened_twice_and_none_before_its_draw() -> None:
    """Six draws reveal six seeds, each matching its commitment, in the order in which they are needed."""
    play = play_after_repechage()
    assert revealed_seeds(play) == [seed_of(name).hex() for name in NAMES[:4]]
    play.do(commands.BeginRound)
    play_out_round(play)

    assert revealed_seeds(play) == [seed_of(name).hex() for name in NAMES]
    assert play.tournament.commitments == tuple(commitment(seed_of(name)) for name in NAMES)


def test_the_end_of_a_round_does_not_foretell_the_next_seats() -> None:
    """No seed revealed before gives the seats of the final or of the repechage."""
    play = play_after_repechage()
    known = [bytes.fromhex(seed) for seed in revealed_seeds(play)]
    play.do(commands.BeginRound)
    seats = tuple(players_at(play))
    names = sorted(seats, key=lambda name: play.tournament.entrants[name].number)

    assert seats == draw_names(seed_of("seats 2"), names, "seats 2")
    assert seats not in [draw_names(seed, names, "seats 2") for seed in known]


@pytest.mark.parametrize(
    ("kind", "own", "said"),
    [
        (commands.ConcludeRound, "level 1", {}),
        (commands.HoldRepechage, "repechage seats 1", {"table": "T1"}),
        (commands.BeginRound, "seats 2", {}),
    ],
)
def test_8_1_only_the_seed_of_this_very_draw_opens_it(
    kind: type[Any], own: str, said: dict[str, Any]
) -> None:
    """The seed of every other draw is refused, although it was committed to as well."""
    play = play_with_round_begun(SYDNEY, 12, {"format.level": "draw"})
    while play.tournament.active_heats():
        for heat in play.tournament.active_heats():
            play_slips(play, heat.table)
    if kind is not commands.ConcludeRound:
        play.do(commands.ConcludeRound)
    for name in NAMES:
        outcome = play.submit(kind, **said, seed=seed_of(name).hex()) if name != own else None
        assert outcome is None or (refused_clause(outcome) == "8.1" and own in outcome.says)

    (event,) = play.do(kind, **said, seed=seed_of(own).hex())
    assert event.seed == seed_of(own).hex()


def test_8_1_promises_are_all_there_and_all_different() -> None:
    """One commitment too few, or the same one twice, is refused."""
    play = draft_play(SYDNEY)
    play.do(commands.PublishTournament, terms=terms_of(SYDNEY))
    made = commitments(play)
    for wrong in (made[1:], (made[0], *made[:-1]), (*made, "0" * 64)):
        assert refused_clause(play.submit(commands.CommitSeatDraws, commitments=wrong)) == "8.1"

    assert play.do(commands.CommitSeatDraws, commitments=made)


def test_8_1_terms_with_other_draws_need_other_promises() -> None:
    """Terms published again without the repechage need new commitments before an entry is taken."""
    play = ready_play(SYDNEY)
    play.do(commands.PublishTournament, terms=terms_of(SYDNEY) + "# the same draws\n")
    assert len(play.tournament.commitments) == len(NAMES)
    play.do(commands.PublishTournament, terms=terms_of(SYDNEY, {"format.repechage_offered": False}))
    assert refused_clause(submit_entry(play)) == "8.1"
    play.do(commands.CommitSeatDraws, commitments=commitments(play))

    assert submit_entry(play)
