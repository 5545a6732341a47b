"""Write budgets: every session and every address pays for the bytes that it has recorded."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from sicbo.journal.sqlite import FILE
from sicbo.server.access.sessions import token_hash
from sicbo.server.commands.field_types import BETS, MOST_ENTRIES
from sicbo.server.problems import Problem
from sicbo.server.write_budget import BYTES_PER_REQUEST, FULL_SECONDS, WriteBudget, submit_within_budget
from sicbo.table.messages.parts import Stake
from sicbo.table.messages.people import RequestReview
from sicbo.table.messages.round import RegisterSlip
from tests.server.access.hashing_gate import app_of
from tests.server.http.test_command_fields import JANE, seat_token
from tests.server.in_process import InProcessHouse, in_process_house


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[InProcessHouse]:
    """A home house with the default rate limit."""
    with in_process_house(tmp_path_factory.mktemp("house"), rate=40) as house:
        yield house


def test_taking_and_leaving_a_console_is_charged_to_a_budget(tmp_path: Path) -> None:
    """Taking and leaving a console is recorded, and paid for like every record."""
    with in_process_house(tmp_path, rate=1) as house:
        token = str(house.ask("POST", "/tables/sydney/console", {}).cookies["sicbo"])
        budget: WriteBudget = app_of(house).state.budget
        budget.charge({token_hash(token): 1}, BYTES_PER_REQUEST * FULL_SECONDS * 2)
        before = house.live_house.live_table("sydney").seq
        answer = house.ask("DELETE", "/tables/sydney/console", token=token)
        assert (answer.status_code, house.live_house.live_table("sydney").seq) == (429, before)


def slip(entries: int, cents: int = 500, version: int = 9) -> dict[str, Any]:
    """Return a slip that is well-formed and always refused."""
    longest = max((bet for bet in BETS), key=len)
    return {"round": 1, "version": version, "stakes": [{"bet": longest, "cents": cents}] * entries}


def journal_bytes(house: InProcessHouse) -> int:
    """Return the size in bytes of the records of the table in Sydney."""
    return sum(len(record.text) for record in house.live_house.journal.read("sydney"))


def test_one_session_cannot_fill_the_disk_nor_write_its_text(tmp_path: Path) -> None:
    """Slips of 60 KB are not recorded, and well-formed ones end with the budget."""
    with in_process_house(tmp_path, rate=20) as house:
        token = seat_token(house)
        before, hostile = (
            journal_bytes(house),
            {"bet": "small", "cents": 500, "instrument": f"{JANE} " * 2_500},
        )
        for number in range(5):
            body = {"round": 1, "version": 1, "stakes": [hostile]}
            key = f"Jane-Citizen-12-Main-St-{number}"
            assert house.ask("PUT", "/tables/sydney/slip", body, token, key=key).status_code == 400
        answers = [house.ask("PUT", "/tables/sydney/slip", slip(200), token) for _ in range(52)]
        growth = journal_bytes(house) - before

    spent = [answer for answer in answers if answer.status_code == 429]
    assert spent and "Too much was recorded for you" in spent[0].json()["detail"]
    assert int(spent[0].headers["retry-after"]) >= 1
    budget = 20 * BYTES_PER_REQUEST * FULL_SECONDS
    assert growth < budget * 1.2
    for path in tmp_path.glob(f"{FILE}*"):
        kept = path.read_bytes()
        assert b"Jane" not in kept and b"Citizen" not in kept


def test_a_network_of_version_6_has_one_budget(house: InProcessHouse) -> None:
    """Another address of the same household shares its budget."""
    budget: WriteBudget = app_of(house).state.budget
    budget.charge({"from 2001:db8::/64": 5}, 100_000_000)

    def ask(address: str) -> Any:
        client = SimpleNamespace(host=address)
        request = SimpleNamespace(client=client, app=app_of(house), scope={}, cookies={})
        asked = house.live_house.new_command("sydney", RequestReview, "ana", None, dispute="web-1")
        return house.run(submit_within_budget(request, house.live_house, asked))

    with pytest.raises(Problem, match="Too much was recorded"):
        ask("2001:db8::7")
    assert ask("2001:db8:0:1::7").record is not None


def test_many_slips_at_once_do_not_pass_the_budget_together(house: InProcessHouse) -> None:
    """Each is charged before its decision, not after it."""
    stakes = tuple(Stake("small", 500, "value-chip") for _ in range(MOST_ENTRIES["stakes"]))
    said: dict[str, Any] = {"player": "ana", "round": 1, "version": 1, "stakes": stakes}
    request = SimpleNamespace(client=None, app=app_of(house), scope={}, cookies={"sicbo": "many"})

    async def at_once() -> list[Any]:
        asked = [
            house.live_house.new_command("sydney", RegisterSlip, "ana", None, **said) for _ in range(200)
        ]
        asking = (submit_within_budget(request, house.live_house, one) for one in asked)
        return await asyncio.gather(*asking, return_exceptions=True)

    before = journal_bytes(house)
    answers = house.run(at_once())
    assert any(isinstance(answer, Problem) and answer.code == "too-many" for answer in answers)
    assert journal_bytes(house) - before < 40 * BYTES_PER_REQUEST * FULL_SECONDS * 1.2


def test_a_cookie_that_is_made_up_gives_an_entrant_no_new_budget(house: InProcessHouse) -> None:
    """A request with a session and a seat token is charged to both."""
    budget: WriteBudget = app_of(house).state.budget
    budget.charge({token_hash("seat"): 1}, 100_000_000)
    cookies = {"sicbo": "made up", "sicbo-seat": "seat"}
    request = SimpleNamespace(client=None, app=app_of(house), scope={}, cookies=cookies)
    asked = house.live_house.new_command("sydney", RequestReview, "ana", None, dispute="web-1")
    with pytest.raises(Problem, match="Too much was recorded"):
        house.run(submit_within_budget(request, house.live_house, asked))


def test_an_honest_fast_player_never_meets_the_budget() -> None:
    """Eight slips of ten wagers a second for ten minutes stay within it; such a record has 1,200 bytes."""
    clock = [0.0]
    budget = WriteBudget(40, lambda: clock[0])
    for _ in range(8 * 600):
        budget.refuse_if_spent({"ana": 1})
        budget.charge({"ana": 1}, 1_200)
        clock[0] += 1 / 8
    for _ in range(600):
        budget.charge({"ana": 1}, 1_200)
    with pytest.raises(Problem) as refused:
        budget.refuse_if_spent({"ana": 1})
    assert refused.value.retry_after is not None
    clock[0] += refused.value.retry_after
    budget.refuse_if_spent({"ana": 1})
