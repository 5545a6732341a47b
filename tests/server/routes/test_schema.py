"""Requests that the OpenAPI document allows, and many that it does not: no 5xx, no undocumented answer."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from sicbo.server.app import make_app
from sicbo.server.openapi import document_problems, with_bodies
from sicbo.server.settings import Settings
from tests.server.houses import House, new_account, running_house
from tests.soak.figures import add_count

CASES = int(os.environ.get("SICBO_CASES", "300"))
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
ENDLESS, SIGN_OUT = "/api/v1/tables/{table}/events", "/api/v1/session"
WRAPPED: Any = make_app(Settings(data=Path("nowhere"))).app
API: Any = WRAPPED.app.app
DOCUMENT: dict[str, Any] = with_bodies(document_problems(API.openapi_schema.to_schema()), API)
OPERATIONS = sum(len(operations) for operations in DOCUMENT["paths"].values())
schema = schemathesis.openapi.from_dict(DOCUMENT).exclude(path=ENDLESS)
KNOWN = {"table": "sydney", "rulebook": "star-sydney", "key": "a", "clause": "3.3.1", "number": 1}


@pytest.fixture(scope="module")
def house_and_callers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[House, list[str]]]:
    """A home house and three callers: without a session, a player with seat and console, a senior manager."""
    with running_house(tmp_path_factory.mktemp("house")) as house:
        browser = house.browser()
        browser.console("sydney")
        browser.sit("sydney")
        browser.finish("sydney", [1, 2, 4])
        manager = new_account(house.live_house, "kim", "senior-manager")
        yield house, ["", browser.http.cookies["sicbo"], manager]


@schema.parametrize()
@settings(
    max_examples=max(CASES // OPERATIONS, 1),
    deadline=None,
    database=None,
    derandomize=CASES <= 300,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)
def test_every_answer_is_a_documented_one(
    case: schemathesis.Case[Any], house_and_callers: tuple[House, list[str]]
) -> None:
    """Every answer is documented, for each caller, whether or not the table and the rulebook exist."""
    house, tokens = house_and_callers
    chance = len(repr((case.body, case.query, case.path_parameters)))
    if chance % 2:
        known = {name: KNOWN[name] for name in case.path_parameters if name in KNOWN}
        case.path_parameters.update(known)
    ends = (case.method, case.path) == ("DELETE", SIGN_OUT)
    token = "" if ends else tokens[chance % len(tokens)]
    answer = case.call(base_url=house.address, headers={"Cookie": f"sicbo={token}"})
    case.validate_response(answer, checks=CHECKS)
    add_count("requests by the schema", 1)


def test_every_body_is_typed_to_its_last_field() -> None:
    """A command is one of the commands of its log, and no other field is allowed in it."""
    named = [
        name.rpartition("/")[2]
        for operations in DOCUMENT["paths"].values()
        for operation in operations.values()
        if "requestBody" in operation
        for body in operation["requestBody"]["content"].values()
        for name in (part["$ref"] for part in body["schema"].get("oneOf", [body["schema"]]))
    ]
    assert {"Perform", "PublishTournament", "DrawPrizes", "SlipRequest"} <= set(named)
    for name in named:
        assert DOCUMENT["components"]["schemas"][name]["additionalProperties"] is False, name
