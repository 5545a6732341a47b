"""Signatures over HTTP: keys are offered and accepted, and sign exact words, by two persons if required."""

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from sicbo.journal.notes import SigningKey, to_base64
from sicbo.server.live.home_tables import opening_fields
from sicbo.table.round.opening import checklist
from sicbo.verify.bundle import bundle_at
from sicbo.verify.verifier import verify
from tests.ed25519 import low_encodings
from tests.server.floors import PIN, sign_in
from tests.server.houses import Browser, House, Json, running_house

COUNT = {"type": "count-float", "cents": 500_000, "second": ""}


class Signer:
    """A member of staff with a key of their own, as the pit screen keeps it."""

    def __init__(self, house: House, member: str) -> None:
        self.browser, self.key = sign_in(house, member), SigningKey.new(member)

    def offer(self) -> Json:
        """Offer the public key."""
        state: Json = self.browser.succeed("PUT", "/session/key", {"public": to_base64(self.key.vkey.public)})
        return state

    def sign(self, words: Json) -> list[Json]:
        """Sign the words that the house asks for."""
        signed = self.key.private.sign(words["text"].encode())
        return [{"by": words["by"], "key": words["key"], "signature": to_base64(signed)}]

    def give(self, command: Json, key: str) -> Json:
        """Give a signed command."""
        words = self.browser.succeed("POST", "/tables/T1/commands/text", command, key)
        given: Json = self.browser.succeed(
            "POST", "/tables/T1/commands", {**command, "signatures": self.sign(words)}, key
        )
        return given


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[House, Signer, Signer]]:
    """A floor that requires signatures, with two senior managers whose keys are accepted."""
    with running_house(tmp_path_factory.mktemp("floor"), profile="floor") as house:
        owner = house.browser()
        body = {"code": house.live_house.owner_setup.code, "id": "kim", "name": "Kim Tran", "pin": PIN}
        owner.succeed("POST", "/setup", body)
        kim = Signer(house, "kim")
        accept(owner, "kim", kim.offer()["offered"])
        owner.succeed("POST", "/staff", {"id": "max", "rank": "senior-manager", "pin": PIN})
        owner.succeed("POST", "/staff", {"id": "lee", "rank": "dealer", "pin": PIN})
        top = Signer(house, "max")
        accept(owner, "max", top.offer()["offered"])
        owner.succeed("POST", "/tables", {"layout": "crown-sydney-2024", "table": "T1"})
        live = house.live_house.live_tables["T1"]
        confirmed = [*checklist(live.table.rulebook), *(one.id for one in live.table.rules.readings)]
        sign = opening_fields(live.table, "floor")
        approved = {"approved_minimum": sign["approved_minimum"]}
        owner.succeed("PUT", "/licence/crown-sydney-2024", approved)
        kim.give({"type": "open-table", **sign, "confirmed": confirmed}, "open-the-table")
        yield house, kim, top


def accept(owner: Browser, member: str, key: str) -> None:
    """Accept the key that a member of staff offers."""
    assert owner.succeed("PUT", f"/staff/{member}/key", {"key": key}) == {
        "id": member,
        "key": key,
        "offered": "",
    }


def test_a_key_counts_once_another_has_accepted_it(floor: tuple[House, Signer, Signer]) -> None:
    """A key that was not offered is not accepted, nor one's own if another person could accept it."""
    house, kim, top = floor
    lee = Signer(house, "lee")
    offered = lee.offer()["offered"]
    assert lee.browser.get("/session/key") == {"id": "lee", "key": "", "offered": offered}
    assert lee.browser.send_request("PUT", "/staff/lee/key", {"key": offered}).status_code == 403
    assert kim.browser.send_request("PUT", "/staff/lee/key", {"key": f"{offered}0"}).status_code == 404
    again = Signer(house, "kim").offer()["offered"]
    own = kim.browser.send_request("PUT", "/staff/kim/key", {"key": again})
    assert (own.status_code, own.json()["code"]) == (409, "not-now")
    accept(top.browser, "lee", offered)
    assert {one["id"]: one["key"] for one in kim.browser.get("/staff/keys")}["lee"] == offered
    assert kim.browser.send_request("PUT", "/session/key", {"public": "c2hvcnQ="}).status_code == 400


def test_keys_of_low_order_are_refused(floor: tuple[House, Signer, Signer]) -> None:
    """The identity and every other point of low order are refused in every encoding."""
    for public in low_encodings():
        refused = floor[1].browser.send_request("PUT", "/session/key", {"public": to_base64(public)})
        assert (refused.status_code, refused.json()["code"]) == (400, "bad-request")
        assert "not a sound Ed25519 key (RFC 8032, 5.1). Make a new key." in refused.json()["detail"]


def test_a_result_is_entered_under_the_dealers_own_hand(floor: tuple[House, Signer, Signer]) -> None:
    """Without the signature it is refused; with it the result counts, and the words name dice and table."""
    kim = floor[1]
    kim.browser.console("T1")
    kim.browser.deal_until("T1", "enter")
    seen = kim.browser.succeed("POST", "/tables/T1/result", {"dice": [4, 1, 4]})
    bare = kim.browser.send_request(
        "POST", "/tables/T1/result/confirm", {"preview": seen["preview"]}, "entered-bare"
    )
    assert "signature" in bare.json()["detail"]
    enter = {"type": "perform", "step": "enter", "dice": [4, 1, 4], "round": seen["round"]}
    words = kim.browser.succeed("POST", "/tables/T1/commands/text", enter, "entered-signed")
    said = msgspec.json.decode(words["text"].removeprefix("sicbo-command-1\n"))
    assert (said["table"], said["command"]["dice"], said["by"]) == ("T1", [4, 1, 4], words["by"])
    body = {"preview": seen["preview"], "signatures": kim.sign(words)}
    kim.browser.succeed("POST", "/tables/T1/result/confirm", body, "entered-signed")
    assert kim.browser.view("T1")["result"]["dice"] == [4, 1, 4]


def test_two_persons_sign_what_two_have_to_order(floor: tuple[House, Signer, Signer], tmp_path: Path) -> None:
    """The first person names the second and signs, then the second signs; the verifier counts both."""
    _, kim, top = floor
    waits = kim.browser.succeed("POST", "/tables/T1/commands", COUNT, "count-first")
    top.browser.succeed("POST", f"/approvals/{waits['approval']}", {"approve": True})
    fill = {"type": "fill-float", "cents": 100_000, "number": "F-1", "second": ""}
    assert kim.browser.succeed("POST", "/tables/T1/commands/text", fill, "fill-signed")["second"] is True
    waits = kim.give({**fill, "second": "max"}, "fill-signed")
    agree = f"/approvals/{waits['approval']}"
    bare = top.browser.send_request("POST", agree, {"approve": True})
    assert (bare.status_code, "signature" in bare.json()["detail"]) == (403, True)
    words = top.browser.get(f"{agree}/text")
    [signed] = top.sign(words)
    free_text = {**signed, "by": "Jane Citizen 12 Main St"}
    refused = top.browser.send_request("POST", agree, {"approve": True, "signatures": [free_text]})
    assert (refused.status_code, refused.json()["errors"][0]["pointer"]) == (400, "/signatures/0/by")
    top.browser.succeed("POST", agree, {"approve": True, "signatures": [signed]})
    desk = kim.browser.get("/tables/T1")["desk"]
    assert desk["table_float"]["expected"] == 600_000
    made = tmp_path / "night.zip"
    made.write_bytes(kim.browser.http.get("/audit/bundle").content)
    report = verify(bundle_at(made))
    assert (report.code, list(report.every)) == (0, [])
    assert report.tables[0].counts["personal signatures"] >= 3
