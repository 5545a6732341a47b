"""A casino floor that requires signatures: a text is requested, sent with the command, and checked twice."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from sicbo.house.export import bundles
from sicbo.house.export.readers import SqliteReader
from sicbo.house.export.sources import manifest_source, public_keys
from sicbo.house.identity.keys import Keys
from sicbo.house.promotions import seed_of
from sicbo.journal.notes import Key, written_bytes
from sicbo.verify.bundle import bundle_at
from sicbo.verify.report import Report, verdict
from sicbo.verify.verifier import verify
from tests.promotion.desk import small
from tests.server.floors import flooring, signed_in
from tests.server.houses import Browser, House
from tests.server.routes.test_promotions import soon
from tests.server.routes.test_tournaments import entry, past_terms

LUNAR, AUTUMN = "/tournaments/lunar", "/promotions/autumn"


class Floor:
    """A casino floor with its owner, who signs with a key of her own."""

    def __init__(self, data: Path, house: House, kim: Browser) -> None:
        self.data, self.house, self.kim, self.given = data, house, kim, 0
        self.by = self.words(LUNAR, "take-charge")["by"]
        Keys(data).new_person(self.by, data / "kim.key")
        self.key = Key.load(data / "kim.key")

    def words(self, path: str, kind: str, **said: Any) -> Any:
        """Return what Kim would sign for the next command."""
        body = {"type": kind, **said}
        return self.kim.done("POST", f"{path}/commands/text", body, key=f"signed-{self.given:04}")

    def ask(self, path: str, kind: str, signed: str = "", **said: Any) -> Any:
        """Sign a command and give it; `signed` is another kind of command to sign instead."""
        told = self.words(path, signed or kind, **({} if signed else said))
        assert told["key"] == self.key.vkey.id
        hands = [{"by": self.by, "key": told["key"], "signature": self.signature(told["text"])}]
        body = {"type": kind, **said, "signatures": hands}
        answer = self.kim.ask("POST", f"{path}/commands", body, key=f"signed-{self.given:04}")
        self.given += 1
        return answer

    def signature(self, text: str) -> str:
        """Return Kim's signature of a text."""
        return written_bytes(self.key.private.sign(text.encode()))

    def done(self, path: str, kind: str, **said: Any) -> Any:
        """Give a command that must be accepted."""
        answer = self.ask(path, kind, **said)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def agreed(self, member: str, waits: Any) -> Any:
        """Agree as the second person and sign; without a signature the house asks for one."""
        assert waits.status_code == 202, waits.text
        second, path = signed_in(self.house, member), f"/approvals/{waits.json()['approval']}"
        told = second.get(f"{path}/text")
        key = self.data / f"{member}.key"
        Keys(self.data).new_person(told["by"], key)
        hand = written_bytes(Key.load(key).private.sign(told["text"].encode()))
        assert second.ask("POST", path, {"approve": True}).status_code == 403
        signature = {"by": told["by"], "key": Key.load(key).vkey.id, "signature": hand}
        return second.done("POST", path, {"approve": True, "signatures": [signature]})

    def verified(self, name: str) -> Report:
        """Return the verifier's report of one log."""
        reader = SqliteReader(self.data)
        to = self.data.parent / f"bundle-{self.given}"
        bundles.export(reader, [name], public_keys(str(self.data)), to, manifest_source(str(self.data)))
        reader.close()
        return verify(bundle_at(to))


@pytest.fixture
def floor(tmp_path: Path) -> Iterator[Floor]:
    """A casino floor with a drafted tournament and a drafted promotion."""
    with flooring(tmp_path / "house", {}, signatures=True) as (house, kim):
        kim.done("POST", "/tournaments", {"name": "lunar", "layout": "crown-sydney"})
        kim.done("POST", "/promotions", {"name": "autumn", "rulebook": "star-sydney"})
        yield Floor(tmp_path / "house", house, kim)


def test_an_order_of_a_tournament_goes_through_signed_and_not_otherwise(floor: Floor) -> None:
    """A missing signature, or that of another command, is a 403; additions of the house do not matter."""
    unsigned = floor.kim.ask(
        "POST", f"{LUNAR}/commands", {"type": "publish-tournament", "terms": past_terms()}
    )
    assert (unsigned.status_code, "needs the signature" in unsigned.text) == (403, True)
    other = floor.ask(LUNAR, "publish-tournament", signed="take-charge", terms=past_terms())
    assert (other.status_code, "sign it again" in other.text) == (403, True)
    floor.done(LUNAR, "publish-tournament", terms=past_terms())
    floor.done(LUNAR, "commit-seat-draws")
    floor.done(LUNAR, "appoint-director", name="kim")
    floor.done(LUNAR, "take-charge")
    cup = floor.done(LUNAR, "cancel-tournament", note="a storm is coming")
    report = floor.verified("lunar")

    assert cup["stage"] == "cancelled"
    assert report.code == 0 and verdict(report).startswith("VERIFIED: the 1 of ")
    assert report.tables[0].counts["personal signatures"] == 5


def test_an_order_of_a_promotion_goes_through_signed_and_not_otherwise(floor: Floor) -> None:
    """The signature covers everything except the commitment that the house adds."""
    terms = small("star-sydney-2016").text
    assert "commitment" not in floor.words(AUTUMN, "publish-promotion", terms=terms)["text"]
    unsigned = floor.kim.ask("POST", f"{AUTUMN}/commands", {"type": "publish-promotion", "terms": terms})
    assert unsigned.status_code == 403
    floor.done(AUTUMN, "publish-promotion", terms=terms)
    floor.done(AUTUMN, "cancel-promotion", reason="a list went missing", reference="LG-7")
    report = floor.verified("autumn")

    assert report.code == 0 and verdict(report).startswith("VERIFIED: the 1 of ")
    assert report.tables[0].counts["personal signatures"] == 2


def test_what_to_sign_is_told_to_staff_only_and_tells_no_seed(floor: Floor) -> None:
    """Other callers get nothing, an unknown tournament is a 404, and the text of a draw contains no seed."""
    body = {"type": "take-charge"}
    assert floor.house.browser().ask("POST", f"{LUNAR}/commands/text", body).status_code in (401, 403)
    assert floor.kim.ask("POST", "/tournaments/nowhere/commands/text", body).status_code == 404
    floor.done(LUNAR, "publish-tournament", terms=past_terms())
    for kind in ("begin-round", "conclude-round", "commit-seat-draws"):
        text = floor.words(LUNAR, kind)["text"]
        assert '"seed"' not in text and '"commitments"' not in text


def spun(floor: Floor) -> None:
    """Run a tournament until its first table has its first result."""
    terms = past_terms()
    for kind in ("publish-tournament", "commit-seat-draws", "appoint-director", "take-charge"):
        floor.done(LUNAR, kind, **({"terms": terms} if kind == "publish-tournament" else {}))
    floor.done(LUNAR, "designate-tables", tables=["T1", "T2"], location="Main floor, pit 4")
    for number in range(8):
        cup = floor.done(LUNAR, "enter-tournament", **entry(terms, f"Player {number}"))
    floor.done(LUNAR, "brief-entrants", players=[row["player"] for row in cup["rows"]])
    players = floor.done(LUNAR, "begin-round")["heats"][0]["players"]
    floor.done(LUNAR, "invite-bets", table="T1")
    for player in players:
        stakes = [["small", 100, "tournament-chip"]]
        floor.done(LUNAR, "place-slip", table="T1", player=player, stakes=stakes)
    floor.done(LUNAR, "close-bets", table="T1")
    floor.done(LUNAR, "enter-spin", table="T1", dice=[1, 2, 4])


def test_a_spin_is_corrected_once_the_second_person_has_signed_too(floor: Floor) -> None:
    """Its author and a lower rank cannot agree. A correction that would be refused does not wait."""
    spun(floor)
    order: dict[str, Any] = {"table": "T1", "dice": [4, 5, 6], "second": "max", "reason": "misread"}
    same = floor.ask(LUNAR, "correct-spin", **order | {"dice": [1, 2, 4]})
    assert (same.status_code, "result stands" in same.text) == (409, True)
    dealer = floor.ask(LUNAR, "correct-spin", **order | {"second": "lee"}).json()["approval"]
    refused = signed_in(floor.house, "lee").ask("GET", f"/approvals/{dealer}/text").json()
    assert (refused["code"], bool(refused["required_rank"])) == ("authority-required", True)
    waits = floor.ask(LUNAR, "correct-spin", **order)
    assert floor.kim.ask("GET", f"/approvals/{waits.json()['approval']}/text").status_code == 403
    assert floor.kim.get(LUNAR)["results"][0]["dice"] == [1, 2, 4]
    floor.agreed("max", waits)

    assert floor.kim.get(LUNAR)["results"][0]["dice"] == [4, 5, 6]
    assert floor.verified("lunar").code == 0


def test_a_draw_waits_for_its_scrutineer_and_keeps_its_seed_secret(floor: Floor) -> None:
    """The draw needs both signatures, whatever the scrutineer's rank. Until then its seed is secret."""
    spring, room = "/promotions/spring", floor.house.room
    floor.kim.done("POST", "/promotions", {"name": "spring", "rulebook": "crown-sydney-2024"})
    floor.done(spring, "publish-promotion", terms=soon())
    floor.done(spring, "start-promotion")
    floor.done(spring, "enter-promotion", player="Guest")
    room.clock._lead += 2 * 10**9
    floor.done(spring, "close-promotion")
    floor.done(spring, "nominate-scrutineer", name="lee")
    seed = seed_of(room.journal, "spring")
    waits = floor.ask(spring, "draw-prizes", second="lee", word="plum")
    asked = signed_in(floor.house, "max").ask("GET", "/approvals")
    (listed,) = asked.json()
    assert (listed["table"], listed["signed"], listed["command"]["word"]) == ("spring", True, "plum")
    for seen in (asked, waits, floor.kim.ask("GET", spring)):
        assert seed not in seen.text
    other = f"/approvals/{listed['approval']}/text"
    assert signed_in(floor.house, "max").ask("GET", other).status_code == 403
    done = floor.agreed("lee", waits)

    drawn = floor.kim.get(spring)
    assert (drawn["phase"], drawn["seed"], drawn["seed"] in str(done)) == ("drawn", seed, False)
    assert floor.verified("spring").code == 0
    assert floor.kim.get("/approvals") == []
