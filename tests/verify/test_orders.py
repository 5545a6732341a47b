"""A record of a tournament says the same twice: what was asked for, and what came of it."""

from collections.abc import Callable
from contextlib import nullcontext
from typing import Any

import pytest

from sicbo.tournament.log_kind import TOURNAMENT
from sicbo.tournament.messages import commands as ask, spins as spin
from sicbo.tournament.messages.heats import TABLE_KINDS
from sicbo.verify.canonical import Wrong
from sicbo.verify.contest_clauses import clause_of
from sicbo.verify.orders import POINT, TOLD
from tests.tournament.tournaments import (
    SALT,
    SYDNEY,
    bank_of,
    correct_spin,
    play_slips,
    play_with_entrants,
    play_with_round_begun,
    players_at,
    ready_play,
    slip,
)
from tests.verify.forged import Forged, known, law
from tests.verify.test_directing import ROWS, asked
from tests.verify.test_forged_desk import entering, final, ranked
from tests.verify.test_forged_spins import opened, wagered, way

PHONE = {"conduct.phone": "disqualified"}
OTHERWISE = "than was asked for"
COMMON = ("clause", "command", "stamp")
DISPUTE = {"type": "tournament-dispute-raised", "player": "p1", "about": "a seat"}


def wagering(how: str) -> Forged:
    play, ana = opened()
    return asked(play, way(play, ana, how)[0], **way(play, ana, how)[1])


def unsealed() -> Forged:
    play, ana = wagered("seal", closed=True)
    return asked(play, spin.OpenSeal, table="T1", player=ana, salt=SALT, stakes=slip(small=700))


def taking_charge() -> Forged:
    play = ready_play(SYDNEY)
    play.do(ask.LeaveCharge)
    return asked(play, ask.TakeCharge)


def another_of(value: Any) -> Any:
    """Something else of the same kind."""
    match value:
        case bool():
            return not value
        case int():
            return value + 1
        case str():
            return f"{value}x"
        case [int(), *_]:
            return [6, 6, 1]
        case [str(), *_]:
            return [*value, "x"]
    return []


HONEST: dict[str, Callable[[], Forged]] = {
    "appoint-deputy": lambda: asked(ready_play(SYDNEY), ask.AppointDeputy, name="dee"),
    "open-seal": unsealed,
    "play-pass": lambda: wagering("pass"),
    "practise-tournament": lambda: asked(
        play_with_entrants(SYDNEY), ask.PractiseTournament, table="T1", dice=(1, 2, 3)
    ),
    "raise-tournament-dispute": lambda: asked(
        final(), ask.RaiseTournamentDispute, player="p1", about="a seat"
    ),
    "retire": lambda: asked(final(), ask.Retire, player="p3"),
    "seal-slip": lambda: wagering("seal"),
    "take-charge": taking_charge,
    "use-feature": lambda: asked(final(), spin.UseFeature, player="p2", feature="lifeline"),
}
GIVEN = {made().record()["command"]["type"]: made for made, _, _ in ROWS} | HONEST
HONEST = {name: made for name, made in GIVEN.items() if name in POINT}


def test_every_command_leads_to_one_event() -> None:
    """None is left out, here or there."""
    own = {str(kind.__struct_config__.tag) for kind in TOURNAMENT.rules if kind not in TABLE_KINDS}

    assert {*POINT} == own == {*HONEST}


@pytest.mark.parametrize("name", POINT)
def test_what_came_is_what_was_asked_for(name: str) -> None:
    """Any other word, a word left out, nothing at all, everything twice, or something else on top."""
    forged = HONEST[name]()
    record, play = forged.record(), forged.play
    known(play).follow(record)
    command, events = record["command"], record["events"]
    lies: list[tuple[dict[str, Any], str]] = [
        ({"command": command | {"type": "none"}}, "no tournament knows none"),
        ({"events": []}, "leads to"),
        ({"events": [*events, DISPUTE | {key: events[0][key] for key in COMMON}]}, "leads to"),
    ]
    for word in command.keys() - {"id", "stamp", "type"}:
        without = {key: value for key, value in command.items() if key != word}
        lies.append(({"command": without}, f"lacks {word}|ended before its end"))
        if any(word in event for event in events):
            lies.append(({"command": command | {word: another_of(command[word])}}, OTHERWISE))

    for lie, says in lies:
        with pytest.raises(Wrong, match=says):
            known(play).follow(record | lie)


@pytest.mark.parametrize(
    ("name", "word", "value"),
    [
        ("enter-tournament", "admitted", False),
        ("enter-tournament", "cents", 11_999),
        ("designate-tables", "location", "the car park"),
        ("disqualify", "ground", "luck"),
        ("hold-play-off", "table", "T2"),
        ("hold-repechage", "table", "T2"),
    ],
)
def test_what_the_command_alone_says_is_true_too(name: str, word: str, value: object) -> None:
    """An entrant who is not admitted, too little money, another place, ground or table."""
    forged = HONEST[name]()
    record = forged.record()
    record["command"][word] = value

    with pytest.raises(Wrong, match=f"{name} was taken without"):
        known(forged.play).follow(record)


@pytest.mark.parametrize("applies", [False, True])
def test_criteria_bind_where_the_terms_have_some(applies: bool) -> None:
    """Whoever was not chosen enters where everybody may."""
    play = play_with_entrants(SYDNEY, 8, {"entry.criteria_apply": applies})
    record = asked(play, ask.EnterTournament, **entering(play)).record()
    record["command"]["chosen"] = False

    with pytest.raises(Wrong, match="taken without an admission") if applies else nullcontext():
        known(play).follow(record)


def test_whoever_used_a_phone_bears_it() -> None:
    """And nobody else."""
    play = final(PHONE)
    record = asked(play, ask.RecordPhone, player="p3").record()
    known(play).follow(record)
    other = asked(play, ask.Disqualify, player="p4", ground="cheating", note="").record()
    same = {key: record["events"][1][key] for key in COMMON}
    record["events"][1] = other["events"][0] | same

    with pytest.raises(Wrong, match="record-phone befalls somebody else"):
        known(play).follow(record)


@pytest.mark.parametrize(
    ("left", "says"),
    [((0, 1), "with the end after them"), ((0, 1, 2), "with the end after them"), ((0,), "leads to")],
)
def test_prizes_are_awarded_whole(left: tuple[int, ...], says: str) -> None:
    """Pool, prizes, chips and end are of one record."""
    play = ranked()
    record = asked(play, ask.AwardPrizes).record()
    record["events"] = [record["events"][number] for number in left]

    with pytest.raises(Wrong, match=says):
        known(play).follow(record)


WARPED: list[tuple[str, str, Any]] = [
    ("hold-play-off", "heat", ["T1", ["p1"], "p2"]),
    ("hold-play-off", "heat", [1, ["p1"]]),
    ("hold-play-off", "heat", ["T1", [1]]),
    ("hold-play-off", "heat", "T1"),
    ("begin-round", "heats", [["T1"]]),
    ("award-prizes", "prizes", [[1, "p1", 5, 6]]),
    ("award-prizes", "prizes", [["1", "p1", 5]]),
    ("award-prizes", "prizes", [[1, 2, 5]]),
    ("award-prizes", "prizes", [[1, "p1", "5"]]),
    ("award-prizes", "prizes", ["p1"]),
]


@pytest.mark.parametrize(("name", "word", "value"), WARPED, ids=range(len(WARPED)))
def test_an_event_has_its_shape(name: str, word: str, value: object) -> None:
    """Down to whoever sits somewhere, has a prize, or had a slip."""
    record = HONEST[name]().record()
    point = next(event for event in record["events"] if event["type"] == POINT[name])
    TOLD[POINT[name]].check(point)

    with pytest.raises(Wrong, match=f"has {word} of another kind"):
        TOLD[POINT[name]].check(point | {word: value})


@pytest.mark.parametrize("rank", [True, 1.0, "3"])
def test_a_stamp_says_who_as_what_and_when(rank: object) -> None:
    """A rank is a number and nothing that only equals one."""
    forged = asked(final(), ask.RaiseTournamentDispute, player="p1", about="x")
    record = forged.record()
    for said in (record["command"], *record["events"]):
        said["stamp"] = said["stamp"] | {"rank": rank}

    with pytest.raises((Wrong, TypeError)):
        known(forged.play).follow(record)


@pytest.mark.parametrize("name", POINT)
def test_every_event_names_the_clause_that_rules_it(name: str) -> None:
    """One of the rulebook's own, and no other."""
    forged = HONEST[name]()
    for number, event in enumerate(forged.record()["events"]):
        record = forged.record()
        record["events"][number] = event | {"clause": "1.2.3"}
        with pytest.raises(Wrong, match="is ruled by"):
            known(forged.play).follow(record)


@pytest.mark.parametrize("late", [False, True])
def test_whoever_is_not_there_is_out_by_the_clause_on_that(late: bool) -> None:
    """Being late and being absent stand in different items of the terms."""
    play = final({"conduct.late": "disqualified", "conduct.absent": "disqualified"})
    play.do(ask.MarkAbsent, player="p3", late=late)
    absent, out = play.events[-2:]

    assert absent.clause == out.clause == play.tournament.clause("conduct.late" if late else "conduct.absent")
    assert known(play).entrants["p3"]["status"] == "disqualified"


def test_a_phone_costs_a_penalty_where_the_terms_say_so() -> None:
    """By the clause on phones, not by that on penalties."""
    play = play_with_round_begun(SYDNEY, 8, {"conduct.phone": "penalty"})
    play.do(ask.RecordPhone, player="p3")

    assert [event.clause for event in play.events[-2:]] == [play.tournament.clause("conduct.phone")] * 2
    assert known(play).entrants["p3"]["bank"] == bank_of(play, "p3")


@pytest.mark.parametrize("what", ["re-buy", "add-on", "buy-back"])
def test_each_kind_of_chips_is_bought_by_its_own_clause(what: str) -> None:
    """Re-buys, add-ons and buy-backs have an item each."""
    event = {"type": "more-bought", "what": what}
    items = {one["path"]: one["clause"] for one in law(SYDNEY)["terms"]["tournament"]}
    wanted = {"re-buy": "details.re_buy", "add-on": "details.add_on", "buy-back": "format.buy_back_offered"}

    assert clause_of(known(final()), {"type": "buy-more"}, event) == items[wanted[what]]


def test_a_correction_may_leave_nobody_in_a_heat() -> None:
    """Everybody staked everything on Small; by the right dice all lose, and the heat is over."""
    play = play_with_round_begun(SYDNEY, 8, {"wagers.maximum": 10_000, "elimination.rule": "no-chips"})
    play_slips(play, slips={name: slip(small=10_000) for name in players_at(play)})
    told = correct_spin(play, (6, 5, 4))

    assert [type(event).__name__ for event in told[-2:]] == ["EntrantOut", "HeatEnded"]
    assert known(play).heats[0].over
