"""What is rare in tournaments and promotions is followed too, and what cannot be there is found."""

import copy
from typing import Any

import msgspec
import pytest

from sicbo import rulebooks
from sicbo.game.rulebook.publication import canonical_json
from sicbo.tournament.messages import commands as ask, spins as spin
from sicbo.tournament.simulation.autoplay import TournamentPlay, finish_spin
from sicbo.verify.canonical import Wrong
from sicbo.verify.orders import ASKED, POINT, TOLD
from sicbo.verify.purses import _shares
from sicbo.verify.report import TableReport
from sicbo.verify.tournaments import Followed
from tests.tournament.tournaments import (
    SYDNEY,
    bank_of,
    close_bets,
    correct_spin,
    invite_bets,
    play_out_round,
    play_slips,
    play_with_round_begun,
    players_at,
    put,
    ready_play,
    seal_commitment_of,
    slip,
    terms_of,
)
from tests.verify.test_tournaments import entries

PASSES = {"conduct.disqualified_chips": "shared-at-table"}


def follower(play: TournamentPlay) -> Followed:
    """The verifier after everything that was played."""
    law = msgspec.json.decode(canonical_json(rulebooks.get_rulebook(SYDNEY)))
    tournament = Followed("cup", law, TableReport("cup"))
    for record in entries(play):
        tournament.follow(record)
    return tournament


def said(kind: str, by: str = "director", **words: Any) -> dict[str, Any]:
    """A record with one event that nobody decided."""
    stamp = {"by": by, "rank": 4, "wall": 9, "elapsed": 9}
    name = next((name for name, point in POINT.items() if point == kind), "none")
    asked, told = (shape.names if shape else {*words} for shape in (ASKED.get(name), TOLD.get(kind)))
    command = {key: word for key, word in words.items() if key in asked}
    event = {"clause": "1", "command": "eve-1"} | {key: word for key, word in words.items() if key in told}
    return {
        "command": {"type": name, "id": "eve-1", "stamp": stamp} | command,
        "events": [{"type": kind, "stamp": stamp} | event],
    }


def open_heat() -> TournamentPlay:
    """A spin with a pass, a lost seal, a lifeline, and a cheat whose chips are shared."""
    play = play_with_round_begun(SYDNEY, 8, PASSES)
    sly, idle, cheat, _ = players_at(play)
    invite_bets(play)
    play.do(spin.SealSlip, table="T1", player=sly, commitment=seal_commitment_of(play, sly, small=700))
    play.do(spin.PlayPass, table="T1", player=idle)
    put(play, cheat, slip(small=500))
    close_bets(play)
    play.do(spin.LapseSeal, table="T1", player=sly, note="lost")
    finish_spin(play, "T1", (1, 2, 4))
    play.do(spin.UseFeature, player=idle, feature="lifeline")
    play.do(ask.Disqualify, player=cheat, ground="cheating", note="")
    play.do(ask.AppointDeputy, name="dee")
    return play


def test_passes_seals_features_and_shared_chips_are_followed() -> None:
    """Bank for bank as the tournament has them."""
    play = open_heat()
    banks = {name: one["bank"] for name, one in follower(play).entrants.items()}

    assert banks == {name: bank_of(play, name) for name in play.tournament.entrants}


def test_a_substitute_takes_seat_slips_and_what_was_used() -> None:
    """Also in a heat, where a secret and a pass have been used already."""
    play = open_heat()
    sly = players_at(play)[0]
    tournament = follower(play)
    ill: dict[str, Any] = {"ground": "illness", "clause": "8.4.8(a)(iii)"}
    tournament.follow(said("entrant-substituted", player=sly, second="sam", **ill))
    heat = tournament.heats[0]

    assert tournament.entrants[sly]["status"] == "substituted"
    assert heat.players[0] == "sam"
    assert "sam" in heat.secrets and sly not in heat.secrets


WRONG: list[tuple[dict[str, Any], str]] = [
    (said("pass-played", table="T1", player="p1"), "at T1 this does not follow"),
    (said("deputy-appointed", by="eve", name="eve"), "somebody else than the director appointed a deputy"),
    (said("dice-eaten"), "cannot vouch: no tournament knows dice-eaten"),
    (said("feature-used", player="p1", feature="joker", chips=5), "a feature is not one of the terms"),
    (said("seal-lapsed", table="T9", player="p1"), "at T9 this does not follow"),
]


@pytest.mark.parametrize(("record", "says"), WRONG, ids=range(len(WRONG)))
def test_what_does_not_follow_is_found(record: dict[str, Any], says: str) -> None:
    """The same words from whoever gives them."""
    with pytest.raises(Wrong, match=says):
        follower(open_heat()).follow(copy.deepcopy(record))


def test_an_event_with_another_stamp_is_found_and_a_refusal_is_counted() -> None:
    """In tournaments and in promotions."""
    record = said("charge-left")
    record["events"][0]["command"] = "c-2"
    tournament = follower(open_heat())
    tournament.follow({"command": record["command"], "refusal": {}})

    assert tournament.report.counts["refusals"] == 1
    with pytest.raises(Wrong, match="another stamp or command"):
        tournament.follow(record)


def test_two_dice_are_no_result() -> None:
    """Whatever the slips say."""
    play = play_with_round_begun(SYDNEY, 8)
    play_slips(play)
    records = entries(play)
    told = [one for record in records for one in record["events"] if one["type"] == "heat-result-entered"]
    told[0]["dice"] = [1, 2]
    tournament = Followed(
        "cup", msgspec.json.decode(canonical_json(rulebooks.get_rulebook(SYDNEY))), TableReport("cup")
    )

    with pytest.raises(Wrong, match="has dice of another kind"):
        for record in records:
            tournament.follow(record)


def test_terms_with_other_draws_need_new_promises() -> None:
    """Without a repechage there are fewer draws; no entry is taken until they are promised anew."""
    play = ready_play(SYDNEY)
    play.do(ask.PublishTournament, terms=terms_of(SYDNEY, {"format.repechage_offered": False}))

    assert follower(play).commitments == []


def test_a_winner_who_is_disqualified_leaves_the_order() -> None:
    """After the last round, before the prizes."""
    play = play_with_round_begun(SYDNEY, 8)
    play_out_round(play)
    play.do(ask.BeginRound)
    play_out_round(play)
    tournament = follower(play)
    first = tournament.ranks[0]
    bank = tournament.entrants[first]["bank"]
    cheat: dict[str, Any] = {"ground": "cheating", "note": "", "shared": [], "clause": "8.4.8(a)(ii)"}
    tournament.follow(said("entrant-out", player=first, how="disqualified", chips=bank, **cheat))

    assert first not in tournament.ranks


def test_a_correction_brings_back_whom_it_has_to_and_nobody_else() -> None:
    """Somebody lost everything by the dice as entered; a cheat who won by the others stays out."""
    play = play_with_round_begun(SYDNEY, 8, {"elimination.rule": "no-chips", "wagers.maximum": 10_000})
    broke, cheat, *_ = players_at(play)
    play_slips(play, slips={broke: slip(big=10_000), cheat: slip(big=500)})
    play.do(ask.Disqualify, player=cheat, ground="cheating", note="")
    correct_spin(play, (6, 5, 4))
    tournament = follower(play)

    assert [tournament.entrants[name]["status"] for name in (broke, cheat)] == ["playing", "disqualified"]
    assert tournament.entrants[broke]["bank"] == bank_of(play, broke) == 20_000


def test_odd_cents_go_where_the_terms_send_them() -> None:
    """A hundred cents for three who are level: one cent is left over."""
    plan = {"places": [50, 30, 20], "odd_cents": "first-place"}

    assert [row[2] for row in _shares(100, plan, [["a", "b", "c"]])] == [34, 33, 33]
