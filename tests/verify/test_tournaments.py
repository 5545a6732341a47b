"""The verifier follows whole tournaments, and does not believe one that was changed anywhere."""

import copy
import random
from collections.abc import Callable
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any

import msgspec
import pytest

from sicbo import rulebooks
from sicbo.game.rulebook.publication import canonical_json
from sicbo.house.export import bundles
from sicbo.house.export.readers import SqliteReader
from sicbo.house.export.sources import manifest_source, public_keys
from sicbo.house.identity.keys import Keys
from sicbo.house.opening import open_house
from sicbo.house.tournaments import play_tournament
from sicbo.tournament.messages import commands as ask, spins as spin
from sicbo.tournament.messages.events import PlayOffHeld
from sicbo.tournament.simulation.autoplay import TournamentPlay, finish_spin
from sicbo.verify.bundle import bundle_at
from sicbo.verify.canonical import Wrong
from sicbo.verify.report import TableReport, verdict
from sicbo.verify.tournaments import Followed
from sicbo.verify.verifier import verify
from tests.tournament.test_formats import FORMATS, play_format, play_terms, terms_with
from tests.tournament.tournaments import (
    BOOKS,
    MELBOURNE,
    SALT,
    SYDNEY,
    close_bets,
    correct_spin,
    invite_bets,
    play_out_round,
    play_slips,
    play_with_round_begun,
    players_at,
    put,
    seal_commitment_of,
    seed_of,
    slip,
    terms_of,
    void_spin,
)

Entry = dict[str, Any]


def entries(play: TournamentPlay) -> list[Entry]:
    """Commands and events of a play as records have them."""
    told = groupby(play.events, key=lambda event: event.command)
    said = [{"command": play.commands[name], "events": list(events)} for name, events in told]
    found: list[Entry] = msgspec.json.decode(msgspec.json.encode(said))
    return found


def followed(book: str, records: list[Entry]) -> TableReport:
    """What the verifier counts, if it can follow."""
    report = TableReport("cup")
    law = msgspec.json.decode(canonical_json(rulebooks.get_rulebook(book)))
    tournament = Followed("cup", law, report, rulebooks.get_rulebook(book).layouts[0].key)
    for record in records:
        tournament.follow(record)
    return report


@cache
def eventful(book: str) -> TournamentPlay:
    """A tournament in which most things happen: seals, a void, penalties, a repechage, a substitute."""
    play = play_with_round_begun(book, 12, {"format.level": "draw", "winners.level": "draw"})
    first, second, third, *_ = players_at(play)
    play.do(ask.Penalise, player=first, penalty="slow play", note="")
    invite_bets(play)
    play.do(spin.SealSlip, table="T1", player=first, commitment=seal_commitment_of(play, first, small=700))
    put(play, second, slip(big=500))
    void_spin(play, "not-flat")
    invite_bets(play)
    play.do(spin.SealSlip, table="T1", player=first, commitment=seal_commitment_of(play, first, small=700))
    put(play, second, slip(big=500))
    close_bets(play)
    play.do(spin.OpenSeal, table="T1", player=first, salt=SALT, stakes=slip(small=700))
    finish_spin(play, "T1", (1, 2, 4))
    play.do(ask.BuyMore, player=second, what="re-buy", cents=5_000)
    play.do(ask.MarkAbsent, player=third)
    play_slips(play, slips={third: ()})
    correct_spin(play, (6, 5, 4))
    play.do(ask.Disqualify, player=third, ground="cheating", note="")
    play_out_round(play)
    play.do(ask.HoldRepechage, table="T1")
    play_out_round(play)
    play.do(ask.BeginRound)
    play_out_round(play)
    play.do(ask.AwardPrizes)
    return play


@pytest.mark.parametrize("book", BOOKS)
def test_whatever_is_played_is_followed(book: str) -> None:
    """Seats, seals, settlements, progress and prizes come to the same."""
    report = followed(book, entries(eventful(book)))

    assert report.counts["settlements"] > 300
    assert report.counts["seals opened"] == 1
    assert report.counts["draws recomputed"] > 5


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_is_followed(name: str) -> None:
    """Played by strategies at Crown Melbourne."""
    assert followed(MELBOURNE, entries(play_format(MELBOURNE, FORMATS[name], 4))).counts["rounds"] >= 8


@pytest.mark.parametrize("level", ["countback", "play-off"])
def test_level_ones_are_told_apart_as_the_terms_say(level: str) -> None:
    """Whole tournaments by strategies; an order or a play-off that is turned round is not believed."""
    terms = terms_with(SYDNEY, FORMATS["accumulate"], {"winners.level": level, "wagers.maximum": 100})
    play = next(one for seed in range(9) if _level(one := play_terms(terms, seed), level))
    records = entries(play)
    assert followed(SYDNEY, records).counts["prizes recomputed"] >= 3
    kind = {"countback": "round-concluded", "play-off": "play-off-held"}[level]
    told = [one for record in records for one in record["events"] if one["type"] == kind][-1]
    told.get("order", told.get("heat", [0, []])[1]).reverse()

    with pytest.raises(Wrong) as found:
        followed(SYDNEY, records)
    assert found.value.check == "progress"


def _level(play: TournamentPlay, level: str) -> bool:
    """Whether some were level, so that it mattered."""
    return level == "countback" or any(isinstance(one, PlayOffHeld) for one in play.events)


def change(kind: str, how: Callable[[Any], object]) -> Callable[[list[Entry]], None]:
    """A lie: the first event of a kind says something else."""

    def lie(records: list[Entry]) -> None:
        event = next(one for record in records for one in record["events"] if one["type"] == kind)
        how(event)

    return lie


LIES = {
    "draw: seats": change("round-begun", lambda one: one["heats"][0][1].reverse()),
    "draw: seed": change("round-begun", lambda one: one.update(seed="00" * 16)),
    "draw: promise": change("seat-draws-committed", lambda one: one["commitments"].pop()),
    "draw: one promise for two": change(
        "seat-draws-committed", lambda one: one["commitments"].__setitem__(4, one["commitments"][1])
    ),
    "draw: seed of the end of a round": change("round-concluded", lambda one: one.update(seed="00" * 16)),
    "draw: repechage seed": change("repechage-held", lambda one: one.update(seed=seed_of("level 1").hex())),
    "draw: repechage seats": change("repechage-held", lambda one: one["heat"][1].reverse()),
    "money: fee": change("tournament-entered", lambda one: one.update(fee=0)),
    "money: bank": change("tournament-entered", lambda one: one.update(bank=20_000)),
    "terms": change("tournament-entered", lambda one: one.update(accepted="0" * 64)),
    "terms: hash": change("tournament-published", lambda one: one.update(terms=one["terms"] + "\n")),
    "settlement": change("heat-wagers-paid", lambda one: one["lines"][0].update(winnings=10**6)),
    "result: dice": change("heat-result-entered", lambda one: one.update(dice=[6, 5, 4])),
    "settlement: a forfeit": change("spin-counted", lambda one: one["forfeits"].clear()),
    "seal": change("seal-opened", lambda one: one["stakes"][0].__setitem__(1, 800)),
    "void: not every stake": change("heat-wagers-returned", lambda one: one["stakes"].clear()),
    "money: correction": change("spin-recounted", lambda one: one["changes"].pop()),
    "events: correction": change("heat-result-corrected", lambda one: one.update(dice=[1, 2, 3])),
    "correction": change("heat-result-corrected", lambda one: one.update(entered=[6, 5, 4])),
    "events: second person": change("heat-result-corrected", lambda one: one.update(second="")),
    "conduct": change("penalty-imposed", lambda one: one.update(chips=1)),
    "progress": change("round-concluded", lambda one: one["on"].reverse()),
    "money: pool": change("pool-fixed", lambda one: one.update(added=one["added"] + 1)),
    "money: prize": change("prizes-awarded", lambda one: one["prizes"][0].__setitem__(2, 1)),
    "money: chips": change("chips-put-away", lambda one: one["banks"][0].__setitem__(1, 1)),
    "events: slip": change("heat-slip-registered", lambda one: one["stakes"][0].__setitem__(1, 50)),
    "power": change("charge-taken", lambda one: one["stamp"].update(by="ghost")),
}


@pytest.mark.parametrize("lie", LIES)
def test_a_lie_is_not_believed(lie: str) -> None:
    """Each is found by the check that it belongs to, or by an earlier one that it breaks."""
    records = copy.deepcopy(entries(eventful(SYDNEY)))
    LIES[lie](records)
    for record in records:
        record["command"]["stamp"] = record["events"][0]["stamp"]

    with pytest.raises(Wrong) as found:
        followed(SYDNEY, records)
    assert found.value.check in (lie.partition(":")[0], "money", "settlement", "progress")


def corrected_too_late(records: list[Entry]) -> None:
    """The correction stands behind the next invitation at its table."""
    kinds = [record["events"][0]["type"] for record in records]
    at = kinds.index("heat-settlement-reversed")
    late, then = records.pop(at), kinds.index("heat-step-performed", at)
    for told in (late["command"], *late["events"]):
        told["stamp"] = records[then - 1]["command"]["stamp"]
    records.insert(then, late)


FIRST_SEEN = {
    "round 3 is not kept any more": corrected_too_late,
    "what was opened is not what was sealed": change(
        "seal-opened", lambda one: one["stakes"][0].__setitem__(1, 800)
    ),
}


@pytest.mark.parametrize("says", FIRST_SEEN)
def test_a_lie_is_seen_where_it_is_told(says: str) -> None:
    """Not only later, by what it leads to: a seal when it is opened, a correction when it is made."""
    records = copy.deepcopy(entries(eventful(SYDNEY)))
    FIRST_SEEN[says](records)

    with pytest.raises(Wrong, match=says):
        followed(SYDNEY, records)


def test_a_bundle_of_a_tournament_is_verified(tmp_path: Path) -> None:
    """Through house, journal, bundle and verifier: chain, signatures, seats, settlements, prizes."""
    Keys(tmp_path / "house").new_house_key("house.example")
    with open_house(str(tmp_path / "house")) as house:
        chance = random.Random(9)
        play_tournament(house, "cup", terms_of(SYDNEY), "house.example", 8, chance.randrange)
    reader = SqliteReader(tmp_path / "house")
    data = str(tmp_path / "house")
    bundles.export_bundle(reader, None, public_keys(data), tmp_path / "bundle", manifest_source(data))
    reader.close()
    report = verify(bundle_at(tmp_path / "bundle"))

    assert verdict(report) == "VERIFIED"
    assert report.tables[0].counts["prizes recomputed"] >= 3
