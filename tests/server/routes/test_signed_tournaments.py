"""A casino floor that requires signatures: a text is requested, sent with the command, and checked twice."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from sicbo.house.export import bundles
from sicbo.house.export.readers import SqliteReader
from sicbo.house.export.sources import manifest_source, public_keys
from sicbo.house.identity.keys import Keys
from sicbo.house.promotions import promised_seed
from sicbo.journal.notes import SigningKey, to_base64
from sicbo.verify.bundle import bundle_at
from sicbo.verify.report import Report, verdict
from sicbo.verify.verifier import verify
from tests.promotion.desk import one_prize_terms
from tests.server.floors import running_floor, sign_in
from tests.server.heats import spin
from tests.server.houses import Browser, House
from tests.server.routes.test_promotions import terms_closing_soon
from tests.server.routes.test_tournaments import entry, past_terms

LUNAR, AUTUMN = "/tournaments/lunar", "/promotions/autumn"


class Floor:
    """A casino floor with its owner, who signs with a key of her own."""

    def __init__(self, data: Path, house: House, kim: Browser) -> None:
        self.data, self.house, self.kim, self.given = data, house, kim, 0
        self.by = self.text_to_sign(LUNAR, "take-charge")["by"]
        Keys(data).new_person_key(self.by, data / "kim.key")
        self.key = SigningKey.load(data / "kim.key")

    def text_to_sign(self, path: str, kind: str, **said: Any) -> Any:
        """Return what Kim would sign for the next command."""
        body = {"type": kind, **said}
        return self.kim.succeed("POST", f"{path}/commands/text", body, key=f"signed-{self.given:04}")

    def ask(self, path: str, kind: str, signed: str = "", **said: Any) -> Any:
        """Sign a command and give it; `signed` is another kind of command to sign instead."""
        told = self.text_to_sign(path, signed or kind, **({} if signed else said))
        assert told["key"] == self.key.vkey.id
        hands = [{"by": self.by, "key": told["key"], "signature": self.signature(told["text"])}]
        body = {"type": kind, **said, "signatures": hands}
        answer = self.kim.send_request("POST", f"{path}/commands", body, key=f"signed-{self.given:04}")
        self.given += 1
        return answer

    def signature(self, text: str) -> str:
        """Return Kim's signature of a text."""
        return to_base64(self.key.private.sign(text.encode()))

    def give(self, path: str, kind: str, **said: Any) -> Any:
        """Give a command that must be accepted."""
        answer = self.ask(path, kind, **said)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def agree(self, member: str, waits: Any) -> Any:
        """Agree as the second person and sign; without a signature the house asks for one."""
        assert waits.status_code == 202, waits.text
        second, path = sign_in(self.house, member), f"/approvals/{waits.json()['approval']}"
        told = second.get(f"{path}/text")
        key = self.data / f"{member}.key"
        Keys(self.data).new_person_key(told["by"], key)
        hand = to_base64(SigningKey.load(key).private.sign(told["text"].encode()))
        assert second.send_request("POST", path, {"approve": True}).status_code == 403
        signature = {"by": told["by"], "key": SigningKey.load(key).vkey.id, "signature": hand}
        return second.succeed("POST", path, {"approve": True, "signatures": [signature]})

    def verify_log(self, name: str) -> Report:
        """Return the verifier's report of one log."""
        reader = SqliteReader(self.data)
        to = self.data.parent / f"bundle-{self.given}"
        bundles.export_bundle(
            reader, [name], public_keys(str(self.data)), to, manifest_source(str(self.data))
        )
        reader.close()
        return verify(bundle_at(to))


@pytest.fixture
def floor(tmp_path: Path) -> Iterator[Floor]:
    """A casino floor with a drafted tournament and a drafted promotion."""
    with running_floor(tmp_path / "house", {}, signatures=True) as (house, kim):
        kim.succeed("POST", "/tournaments", {"name": "lunar", "layout": "crown-sydney"})
        kim.succeed("POST", "/promotions", {"name": "autumn", "rulebook": "star-sydney"})
        yield Floor(tmp_path / "house", house, kim)


def test_an_order_of_a_tournament_goes_through_signed_and_not_otherwise(floor: Floor) -> None:
    """A missing signature, or that of another command, is a 403; additions of the house do not matter."""
    unsigned = floor.kim.send_request(
        "POST", f"{LUNAR}/commands", {"type": "publish-tournament", "terms": past_terms()}
    )
    assert (unsigned.status_code, "needs the signature" in unsigned.text) == (403, True)
    other = floor.ask(LUNAR, "publish-tournament", signed="take-charge", terms=past_terms())
    assert (other.status_code, "Sign the command again" in other.text) == (403, True)
    floor.give(LUNAR, "publish-tournament", terms=past_terms())
    floor.give(LUNAR, "commit-seat-draws")
    floor.give(LUNAR, "appoint-director", name="kim")
    floor.give(LUNAR, "take-charge")
    cup = floor.give(LUNAR, "cancel-tournament", note="a storm is coming")
    report = floor.verify_log("lunar")

    assert cup["stage"] == "cancelled"
    assert report.code == 0 and verdict(report).startswith("VERIFIED: the 1 of ")
    assert report.tables[0].counts["personal signatures"] == 5


def test_an_order_of_a_promotion_goes_through_signed_and_not_otherwise(floor: Floor) -> None:
    """The signature covers everything except the commitment that the house adds."""
    terms = one_prize_terms("star-sydney-2016").text
    assert "commitment" not in floor.text_to_sign(AUTUMN, "publish-promotion", terms=terms)["text"]
    unsigned = floor.kim.send_request(
        "POST", f"{AUTUMN}/commands", {"type": "publish-promotion", "terms": terms}
    )
    assert unsigned.status_code == 403
    floor.give(AUTUMN, "publish-promotion", terms=terms)
    floor.give(AUTUMN, "cancel-promotion", reason="a list went missing", reference="LG-7")
    report = floor.verify_log("autumn")

    assert report.code == 0 and verdict(report).startswith("VERIFIED: the 1 of ")
    assert report.tables[0].counts["personal signatures"] == 2


def test_what_to_sign_is_told_to_staff_only_and_tells_no_seed(floor: Floor) -> None:
    """Other callers get nothing, an unknown tournament is a 404, and the text of a draw contains no seed."""
    body = {"type": "take-charge"}
    assert floor.house.browser().send_request("POST", f"{LUNAR}/commands/text", body).status_code in (
        401,
        403,
    )
    assert floor.kim.send_request("POST", "/tournaments/nowhere/commands/text", body).status_code == 404
    floor.give(LUNAR, "publish-tournament", terms=past_terms())
    for kind in ("begin-round", "conclude-round", "commit-seat-draws"):
        text = floor.text_to_sign(LUNAR, kind)["text"]
        assert '"seed"' not in text and '"commitments"' not in text


def spin_first_table(floor: Floor) -> None:
    """Run a tournament until its first table has its first result."""
    terms = past_terms()
    for kind in ("publish-tournament", "commit-seat-draws", "appoint-director", "take-charge"):
        floor.give(LUNAR, kind, **({"terms": terms} if kind == "publish-tournament" else {}))
    floor.give(LUNAR, "designate-tables", tables=["T1", "T2"], location="Main floor, pit 4")
    for number in range(8):
        cup = floor.give(LUNAR, "enter-tournament", **entry(terms, f"Player {number}"))
    floor.give(LUNAR, "brief-entrants", players=[row["player"] for row in cup["rows"]])
    spin(partial(floor.give, LUNAR), floor.give(LUNAR, "begin-round"))


def test_a_spin_is_corrected_once_the_second_person_has_signed_too(floor: Floor) -> None:
    """Its author and a lower rank cannot agree. A correction that would be refused does not wait."""
    spin_first_table(floor)
    order: dict[str, Any] = {"table": "T1", "dice": [4, 5, 6], "second": "max", "reason": "misread"}
    same = floor.ask(LUNAR, "heat-correct-result", **order | {"dice": [1, 2, 4]})
    assert (same.status_code, "result stands" in same.text) == (409, True)
    dealer = floor.ask(LUNAR, "heat-correct-result", **order | {"second": "lee"}).json()["approval"]
    refused = sign_in(floor.house, "lee").send_request("GET", f"/approvals/{dealer}/text").json()
    assert (refused["code"], bool(refused["required_rank"])) == ("authority-required", True)
    waits = floor.ask(LUNAR, "heat-correct-result", **order)
    assert floor.kim.send_request("GET", f"/approvals/{waits.json()['approval']}/text").status_code == 403
    assert floor.kim.get(LUNAR)["results"][0]["dice"] == [1, 2, 4]
    floor.agree("max", waits)

    assert floor.kim.get(LUNAR)["results"][0]["dice"] == [4, 5, 6]
    assert floor.verify_log("lunar").code == 0


def test_a_draw_waits_for_its_scrutineer_and_keeps_its_seed_secret(floor: Floor) -> None:
    """The draw needs both signatures, whatever the scrutineer's rank. Until then its seed is secret."""
    spring, room = "/promotions/spring", floor.house.live_house
    floor.kim.succeed("POST", "/promotions", {"name": "spring", "rulebook": "crown-sydney-2024"})
    floor.give(spring, "publish-promotion", terms=terms_closing_soon())
    floor.give(spring, "start-promotion")
    floor.give(spring, "enter-promotion", player="Guest")
    room.clock._lead += 2 * 10**9
    floor.give(spring, "close-promotion")
    floor.give(spring, "nominate-scrutineer", name="lee")
    seed = promised_seed(room.journal, "spring")
    waits = floor.ask(spring, "draw-prizes", second="lee", word="plum")
    asked = sign_in(floor.house, "max").send_request("GET", "/approvals")
    (listed,) = asked.json()
    assert (listed["table"], listed["signed"], listed["command"]["word"]) == ("spring", True, "plum")
    for seen in (asked, waits, floor.kim.send_request("GET", spring)):
        assert seed not in seen.text
    other = f"/approvals/{listed['approval']}/text"
    assert sign_in(floor.house, "max").send_request("GET", other).status_code == 403
    done = floor.agree("lee", waits)

    drawn = floor.kim.get(spring)
    assert (drawn["phase"], drawn["seed"], drawn["seed"] in str(done)) == ("drawn", seed, False)
    assert floor.verify_log("spring").code == 0
    assert floor.kim.get("/approvals") == []
