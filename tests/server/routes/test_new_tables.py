"""Founding tables: with a session, a few in an hour, under short names, and paid for by the session."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from sicbo.server.http.founding_limit import (
    HOUR,
    MOST_CONTESTS_IN_AN_HOUR,
    MOST_TABLES_IN_AN_HOUR,
    FoundingLimit,
)
from sicbo.server.problems import Problem
from sicbo.server.write_budget import WriteBudget
from tests.server.access.hashing_gate import app_of
from tests.server.floors import running_floor
from tests.server.in_process import InProcessHouse, in_process_house

DEBT = "Mr-Smith-owes-4500-dollars"
LAYOUT = "crown-sydney-2024"


@pytest.fixture
def house(tmp_path: Path) -> Iterator[InProcessHouse]:
    """A home house whose rate is the usual one."""
    with in_process_house(tmp_path, rate=40) as house:
        yield house


def player_token(house: InProcessHouse) -> str:
    """The session of a player."""
    return str(house.ask("POST", "/tables/sydney/seats", {"name": "Ana"}).cookies["sicbo"])


def test_a_table_is_founded_with_a_session_only(house: InProcessHouse) -> None:
    """Without one the answer is 401, and the lobby has the same tables as before."""
    before = set(house.live_house.live_tables)
    answer = house.ask("POST", "/tables", {"layout": LAYOUT, "table": "kitchen"})
    assert (answer.status_code, answer.json()["code"]) == (401, "signed-out")
    assert set(house.live_house.live_tables) == before


@pytest.mark.parametrize("name", [DEBT, "Kitchen", "a_b", "-a", "a" * 17, "küche", "a/b", "."])
def test_a_home_table_has_a_short_name_of_small_letters(house: InProcessHouse, name: str) -> None:
    """Any other is a 400 that is written nowhere."""
    answer = house.ask("POST", "/tables", {"layout": LAYOUT, "table": name}, player_token(house))
    assert (answer.status_code, answer.json()["code"]) == (400, "bad-request")
    assert name not in house.live_house.live_tables


def test_a_home_table_without_a_name_is_named_after_its_layout(house: InProcessHouse) -> None:
    """With the first number that is free."""
    token = player_token(house)
    for name in ("sydney-2", "sydney-3"):
        assert house.ask("POST", "/tables", {"layout": LAYOUT}, token).status_code == 201
        assert house.live_house.live_table(name).table.rulebook == LAYOUT


def test_an_address_founds_eight_tables_an_hour(house: InProcessHouse) -> None:
    """The ninth is a 429 that says how long to wait, also with a new session; mistakes do not count."""
    token = player_token(house)
    for _ in range(3):
        assert house.ask("POST", "/tables", {"layout": LAYOUT, "table": DEBT}, token).status_code == 400
        assert house.ask("POST", "/tables", {"layout": "nowhere"}, token).status_code == 404
    for number in range(MOST_TABLES_IN_AN_HOUR):
        body = {"layout": LAYOUT, "table": f"t{number}"}
        assert house.ask("POST", "/tables", body, token).status_code == 201
    for session in (token, player_token(house)):
        answer = house.ask("POST", "/tables", {"layout": LAYOUT, "table": "more"}, session)
        assert (answer.status_code, answer.json()["code"]) == (429, "too-many")
        assert 3_500 < int(answer.headers["retry-after"]) <= 3_600
    assert "more" not in house.live_house.live_tables


def test_tables_that_were_founded_an_hour_ago_count_no_longer() -> None:
    """One after the other; other addresses are not concerned."""
    now = [0.0]
    limit = FoundingLimit(now=lambda: now[0])
    for minute in range(MOST_TABLES_IN_AN_HOUR):
        now[0] = 60.0 * minute
        limit.reserve("10.0.0.1")
    with pytest.raises(Problem) as refused:
        limit.reserve("10.0.0.1")
    assert refused.value.retry_after == HOUR - now[0]
    limit.reserve("10.0.0.2")
    now[0] = HOUR
    limit.reserve("10.0.0.1")
    with pytest.raises(Problem):
        limit.reserve("10.0.0.1")


def test_the_session_pays_for_the_records_of_its_table(house: InProcessHouse) -> None:
    """Every byte with which the table began; an overdrawn session founds none."""
    token = player_token(house)
    budget: WriteBudget = app_of(house).state.budget
    paid: list[int] = []
    charge = budget.charge
    budget.charge = lambda payers, size: (paid.append(size), charge(payers, size))[1]  # type: ignore
    assert house.ask("POST", "/tables", {"layout": LAYOUT, "table": "kitchen"}, token).status_code == 201
    written = sum(len(record.text) for record in house.live_house.journal.read("kitchen"))
    assert len(paid) == 1 and 1_000 < paid[0] <= written

    for payer in list(budget._buckets):
        charge({payer: 1}, 10_000_000)
    answer = house.ask("POST", "/tables", {"layout": LAYOUT, "table": "cellar"}, token)
    assert (answer.status_code, answer.json()["code"]) == (429, "too-many")
    assert "cellar" not in house.live_house.live_tables


def test_12_a_stranger_drafts_few_tournaments_and_promotions_an_hour(
    house: InProcessHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Three hundred took twenty seconds, and each stays in the journal for ever; no budget paid for them."""
    budget: WriteBudget = app_of(house).state.budget
    drafts = [
        ("/tournaments", {"name": f"cup{number}", "layout": LAYOUT})
        if number % 2
        else ("/promotions", {"name": f"draw{number}", "rulebook": LAYOUT})
        for number in range(MOST_CONTESTS_IN_AN_HOUR + 2)
    ]
    paid: list[int] = []
    monkeypatch.setattr(budget, "charge", lambda payers, size: paid.append(size))
    answers = [house.ask("POST", *draft) for draft in drafts]
    assert [one.status_code for one in answers] == [201] * MOST_CONTESTS_IN_AN_HOUR + [429] * 2
    assert 3_500 < int(answers[-1].headers["retry-after"]) <= 3_600
    assert house.ask("POST", *drafts[0]).status_code == 201, "it is there already"
    drafted = [name for name in house.live_house.floor.logs if name.startswith(("cup", "draw"))]
    written = [len(record.text) for name in drafted for record in house.live_house.journal.read(name)]
    assert (len(paid), sum(paid)) == (MOST_CONTESTS_IN_AN_HOUR, sum(written))


def test_a_manager_names_tables_of_a_floor_as_signs_do(tmp_path: Path) -> None:
    """Capital letters and more than eight in an hour; but a session is wanted here too."""
    with running_floor(tmp_path, {}) as (house, owner):
        for number in range(MOST_TABLES_IN_AN_HOUR + 1):
            owner.succeed("POST", "/tables", {"layout": LAYOUT, "table": f"S0{number}"})
        assert owner.send_request("POST", "/tables", {"layout": LAYOUT}).status_code == 400
        stranger = house.browser().send_request("POST", "/tables", {"layout": LAYOUT, "table": "S99"})
        assert (stranger.status_code, stranger.json()["code"]) == (401, "signed-out")
