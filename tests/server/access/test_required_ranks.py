"""The matrix of ranks over HTTP: every command, rank and rulebook, compared with the rulebook's data."""

from collections.abc import Iterator
from functools import cache
from typing import Any, Literal, get_args, get_origin

import msgspec
import pytest

from sicbo.game.ranks import Act, Rank
from sicbo.game.rulebook.publication import enum_key
from sicbo.machine.messages import Command
from sicbo.rulebooks import every_layout
from sicbo.server.access.sessions import INSPECTOR
from sicbo.server.commands.field_types import text_type
from sicbo.server.live.home_tables import opening_fields
from sicbo.server.routes.staff.console import PLAYER_COMMANDS
from sicbo.table.limits.notices import ACT_FOR_SUBJECT
from sicbo.table.log_kind import TABLE
from sicbo.table.messages.faults import DirectIdleSpins
from sicbo.table.messages.people import ReviewDispute
from sicbo.table.messages.round import DeclareVoid, GiveNotice, WithdrawNotice
from sicbo.table.round.opening import checklist
from sicbo.table.state import TableState
from tests.server.houses import new_account
from tests.server.in_process import InProcessHouse, in_process_house
from tests.soak.figures import add_count

SAMPLES: dict[object, Any] = {
    str: "small",
    int: 500,
    int | None: 500,
    bool: False,
    tuple[int, int, int]: (1, 2, 4),
}
LAYOUTS = [name for name in every_layout() if "/" not in name or name.endswith(("/a", "/1"))]
STAFF = {enum_key(rank): rank for rank in Rank}
PERSONS = ("guest", "player", *STAFF, INSPECTOR)
UNKNOWN_PLAYER = "p-000000000000000000000000"
OFFERED: dict[type[Command], Act] = {DirectIdleSpins: Act.IDLE_SPIN, ReviewDispute: Act.REVIEW_DISPUTE}
"""Commands that some rulebooks do not offer, which are refused for that reason and not for the rank."""
Row = tuple[str, type[Command], dict[str, Any], Rank | bool | None]
"""A name, a command, its fields, and its rank: None if no one may give it, False if it needs none."""


@cache
def _tag(kind: type[Command]) -> str:
    return str(kind.__struct_config__.tag)


def rows(table: TableState) -> Iterator[Row]:
    """Yield every command of the house with the rank that this rulebook requires."""
    rules = table.rules

    def least(act: Act) -> Rank | None:
        power = rules.power(act)
        return power.rank if power else None

    for kind in sorted(TABLE.rules, key=_tag):
        if kind is DeclareVoid:
            declares = least(Act.DECLARE_VOID)
            assert declares is not None
            for item in rules.irregularities:
                words = {"ground": enum_key(item.ground), "note": "seen", "forfeits": UNKNOWN_PLAYER}
                yield f"void-{words['ground']}", kind, words, max(declares, item.rank)
        elif kind in (GiveNotice, WithdrawNotice):
            for subject, act in ACT_FOR_SUBJECT.items():
                offered = subject != "super-streak" or rules.super_streak is not None
                yield f"{_tag(kind)}-{subject}", kind, {"subject": subject}, least(act) if offered else False
        elif kind in OFFERED:
            yield _tag(kind), kind, {}, least(OFFERED[kind]) or False
        else:
            yield _tag(kind), kind, {}, least(own) if (own := TABLE.rules[kind].act) else False


def body(kind: type[Command], words: dict[str, Any]) -> dict[str, Any]:
    """Return a command with a value in every required field."""
    fields = [one for one in msgspec.structs.fields(kind) if one.name not in ("id", "stamp") and one.required]
    samples = {one.name: _sample(kind, one) for one in fields}
    return {"type": _tag(kind), **samples, **words}


def _sample(kind: type[Command], field: Any) -> Any:
    """Return a valid value of a field, from its vocabulary if it has one."""
    if field.type is not str:
        return SAMPLES.get(field.type, ())
    known = text_type(kind, field.name)
    if get_origin(known) is Literal:
        return next(filter(None, get_args(known)))
    return next((one.examples[0] for one in get_args(known)[1:] if one.examples), SAMPLES[str])


def expected_answer(person: str, kind: type[Command], wanted: Rank | bool | None) -> str:
    """Return `no`, `signed-out` or `rank` if a person is refused, or `may`."""
    if person == "guest":
        return "signed-out"
    if person == "player":
        return "may" if issubclass(kind, PLAYER_COMMANDS) else "authority-required"
    if person == INSPECTOR or wanted is None:
        return "authority-required"
    return "may" if wanted is False or STAFF[person] >= wanted else "authority-required"


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[InProcessHouse]:
    """A floor without signatures, with red chips at one table, the colour in the samples."""
    with in_process_house(tmp_path_factory.mktemp("floor"), profile="floor", signatures=False) as house:
        _open(
            house, "crown-sydney-2024", "red-chips", tokens(house)["senior-manager"], colours=["red", "blue"]
        )
        yield house


def tokens(house: InProcessHouse) -> dict[str, str]:
    """Return a session for each person who has one; staff have just given their PIN."""
    known = house.live_house.sessions.staff
    for member in [*known.values()]:
        house.live_house.sessions.remove_staff(member)
    made = {person: new_account(house.live_house, f"{person}.id", person) for person in (*STAFF, INSPECTOR)}
    return {**made, "guest": ""}


def terminal_token(house: InProcessHouse, table: str) -> str:
    """Return the token of a terminal of a table."""
    secret, pairing = house.live_house.devices.begin_pairing("kiosk", "terminal", "here")
    house.live_house.devices.confirm_pairing(pairing.code, table, None, "test")
    return house.live_house.devices.collect_token(secret)[0]


@pytest.mark.parametrize("layout", LAYOUTS)
def test_every_command_is_open_to_exactly_the_ranks_of_its_rulebook(
    floor: InProcessHouse, layout: str
) -> None:
    """Of seven persons exactly those of too low a rank get `authority-required`."""
    name, who = layout.partition("/")[0].replace(".", "-"), tokens(floor)
    highest = who["senior-manager"]
    _open(floor, layout, name, highest)
    device = terminal_token(floor, name)
    sat = floor.ask("POST", f"/tables/{name}/seats", {"name": "Anna"}, device=device)
    who["player"] = sat.cookies["sicbo"]
    _in_play(floor, name, highest)
    wrong, asked, order = [], 0, f"/tables/{name}/commands"
    for label, kind, words, wanted in rows(floor.live_house.live_tables[name].table):
        for person in PERSONS:
            answer = floor.ask("POST", order, body(kind, words), who[person], device=device)
            code = answer.json().get("code", "done")
            found = code if code in ("signed-out", "authority-required") else "may"
            asked += 1
            if answer.status_code >= 500 or found != expected_answer(person, kind, wanted):
                wrong.append((label, person, code, answer.json().get("detail")))
    assert not wrong
    assert asked > 7 * len(TABLE.rules)
    add_count("commands asked by rank", asked)


def _open(house: InProcessHouse, layout: str, name: str, token: str, **words: Any) -> None:
    """Found and open a table as its rulebook requires."""
    house.ask("POST", "/tables", {"layout": layout, "table": name}, token).raise_for_status()
    before = house.live_house.live_tables[name].table
    everything = [*checklist(before.rulebook), *(one.id for one in before.rules.readings)]
    sign = opening_fields(before, "floor")
    if sign["approved_minimum"]:
        approved = {"approved_minimum": sign["approved_minimum"]}
        house.ask("PUT", f"/licence/{before.rulebook}", approved, token).raise_for_status()
    opening = {"type": "open-table", **sign, "confirmed": everything, **words}
    house.ask("POST", f"/tables/{name}/commands", opening, token).raise_for_status()


def _in_play(house: InProcessHouse, name: str, token: str) -> None:
    """Begin a round, so that every ground of a void is checked."""
    house.ask("POST", f"/tables/{name}/console", {}, token).raise_for_status()
    due = house.live_house.live_tables[name].table.due_stage.step
    step = {"type": "perform", "step": enum_key(due), "tumbles": 3}
    house.ask("POST", f"/tables/{name}/commands", step, token).raise_for_status()
