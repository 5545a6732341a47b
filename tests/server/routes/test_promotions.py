"""Promotions and registers over HTTP: a whole promotion run by staff, and who may see what."""

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from sicbo.verify.canonical import Wrong
from sicbo.verify.draws import check_draw
from tests.promotion.desk import one_prize_terms
from tests.server.houses import Browser, House, new_account, running_house
from tests.terms.complete import terms_with_line

KEY = "crown-sydney-2024"


def terms_closing_soon(seconds: float = 1.2) -> str:
    """Return terms whose entries close in a moment and that are drawn at once. Everyone may enter."""
    now = datetime.now(UTC) + timedelta(seconds=seconds)
    terms = terms_with_line(one_prize_terms(KEY), "entry.closes", now)
    return terms_with_line(terms, "award.at", now).text


class Desk:
    """A browser at the promotion desk."""

    def __init__(self, browser: Browser, name: str) -> None:
        self.browser, self.name = browser, name

    def draft(self) -> Any:
        """Draft the promotion and return it."""
        return self.browser.succeed("POST", "/promotions", {"name": self.name, "rulebook": KEY})

    def ask(self, kind: str, **words: Any) -> Any:
        """Give a command and return the answer."""
        return self.browser.send_request("POST", f"/promotions/{self.name}/commands", {"type": kind, **words})

    def give(self, kind: str, **words: Any) -> Any:
        """Give a command that must be accepted."""
        answer = self.ask(kind, **words)
        assert answer.status_code == 200, answer.text
        return answer.json()


def test_a_whole_promotion_is_kept_at_the_desk(house: House) -> None:
    """Staff draft, publish, enter, close, draw, notify, refuse, claim and file; the draw is recomputed."""
    desk = Desk(house.browser(), "autumn")
    drafted = desk.draft()
    assert (drafted["phase"], drafted["staff"]) == ("draft", True)
    begun = desk.give("publish-promotion", terms=terms_closing_soon())
    assert len(begun["commitment"]) == 64 and begun["seed"] == ""
    desk.give("start-promotion")
    for number in range(4):
        running = desk.give("enter-promotion", player=f"Guest {number}")
    assert (running["entrants"], running["why"]["close"]["values"]["says"]["key"]) == (
        4,
        "promotion-entries.open-until",
    )
    early = desk.ask("close-promotion")
    assert (early.status_code, early.json()["clauses"][0]["clause"]) == (409, "9.5.6")
    house.live_house.clock._lead += 2 * 10**9
    desk.give("close-promotion")
    drawn = desk.give("draw-prizes")
    assert [award["player"][:5] for award in drawn["awards"]] == ["Guest", "Guest"]
    desk.give("notify-winner", award=0, method="telephone")
    desk.give("refuse-claim", award=0, reason="excluded", informed=True, name="Ana", place="1 Bay St")
    desk.give("redraw-prize", award=0, reason="refused")
    for award in (0, 1):
        desk.give("claim-prize", award=award)
    desk.give("publish-winners", place="website")
    assert desk.give("finish-promotion")["phase"] == "finished"
    public = house.browser()
    rows = public.get("/registers", register="regulator")["rows"]
    (says,) = (row["says"] for row in rows if row["what"] == "winner-notified")
    assert says.startswith(f"winner: {drawn['awards'][0]['player']}, ")
    told = public.get("/promotions/autumn/draw")
    check_draw(told)
    told["entrants"][0][0] = "stranger"
    with pytest.raises(Wrong):
        check_draw(told)
    page = public.http.get("/promotions/autumn/terms?lang=vi")
    assert page.status_code == 200 and "Giải thưởng" in page.text


def test_without_a_session_the_winners_are_pseudonyms(house: House) -> None:
    """The public sees pseudonyms, prizes and the commitment, but not the reasons that staff see."""
    desk = Desk(house.browser(), "winter")
    desk.draft()
    desk.give("publish-promotion", terms=terms_closing_soon())
    seen = house.browser().get("/promotions/winter")

    assert (seen["staff"], seen["why"], seen["me"]) == (False, {}, "")
    assert "winter" in [one["name"] for one in house.browser().get("/promotions")]
    refused = house.browser().send_request("POST", "/promotions/winter/commands", {"type": "start-promotion"})
    assert refused.status_code == 401


def test_terms_are_linted_and_begun_from_a_template(house: House) -> None:
    """A missing item is named by its clause. A rulebook without promotions has no template."""
    browser = house.browser()
    text = browser.get("/promotion-terms/star-sydney")["terms"]
    whole = browser.succeed("POST", "/promotion-terms/lint", {"terms": text})
    lacking = browser.succeed("POST", "/promotion-terms/lint", {"terms": text.replace('make = "Aurora"', "")})

    assert whole["complete"]
    assert [one["clause"] for one in lacking["missing"]] == ["10.7.11.1/i"]
    assert browser.http.get("/promotion-terms/canberra").status_code == 404
    assert browser.send_request("POST", "/promotion-terms/lint", {"terms": "x"}).status_code == 400
    assert browser.http.get("/promotions/none").status_code == 404
    assert browser.http.get("/promotions/winter/draw").status_code in (400, 404)
    incomplete = Desk(browser, "lacking")
    incomplete.draft()
    refused = incomplete.ask(
        "publish-promotion", terms=one_prize_terms(KEY).text.replace("liquor = false", "")
    )
    assert refused.json()["clauses"] == [{"rulebook": KEY, "clause": "9.3.4"}]
    assert incomplete.ask("publish-promotion", nonsense=1).status_code == 400


def test_the_registers_are_shown_and_written_as_a_sheet(house: House) -> None:
    """A refused claim appears with name and address; the registers can be filtered by register and day."""
    desk = Desk(house.browser(), "spring")
    desk.draft()
    desk.give("publish-promotion", terms=terms_closing_soon())
    desk.give("raise-complaint", player="Ana", about="the queue")
    seen = house.browser().get("/registers", register="disputes")
    sheet = house.browser().http.get("/registers.csv", params={"register": "regulator"})

    assert "complaint-raised" in [row["what"] for row in seen["rows"]]
    assert all(row["register"] == "disputes" for row in seen["rows"])
    assert sheet.headers["content-type"].startswith("text/csv")
    assert "promotion-published" in sheet.text
    assert house.browser().http.get("/registers", params={"register": "secrets"}).status_code == 404


def test_on_a_floor_only_staff_keep_the_desk_and_inspectors_look(tmp_path: Path) -> None:
    """A player may complain, a dealer cannot draw, and an inspector can only read the registers."""
    with running_house(tmp_path, profile="floor") as floor:
        token = new_account(floor.live_house, "kim", "senior-manager")
        manager, inspector, dealer, guest = (floor.browser() for _ in range(4))
        manager.http.cookies["sicbo"] = token
        inspector.http.cookies["sicbo"] = new_account(floor.live_house, "ivy", "inspector")
        dealer.http.cookies["sicbo"] = new_account(floor.live_house, "dan", "dealer")
        Desk(manager, "autumn").draft()

        assert guest.send_request("POST", "/promotions", {"name": "x", "rulebook": KEY}).status_code == 403
        assert (
            Desk(inspector, "autumn").ask("publish-promotion", terms=one_prize_terms(KEY).text).status_code
            == 403
        )
        assert (
            Desk(dealer, "autumn").ask("publish-promotion", terms=one_prize_terms(KEY).text).status_code
            == 403
        )
        assert Desk(dealer, "autumn").ask("start-promotion").json()["code"] == "authority-required"
        assert Desk(manager, "autumn").ask("start-promotion").json()["code"] == "not-now"
        assert inspector.http.get("/registers").status_code == 200
        assert dealer.http.get("/registers").status_code == 403
        assert guest.http.get("/registers").status_code == 401


def test_a_patron_sets_limits_and_the_house_keeps_them(tmp_path: Path) -> None:
    """Under nsw-2024 lower limits apply at once and higher ones after a day; 31K refuses chips above them."""
    with running_house(tmp_path, overlay="nsw-2024") as floor:
        anna, guest = floor.browser(), floor.browser()
        anna.sit("sydney")
        lower = anna.succeed("PUT", "/session/limits", {"loss": 5_000, "deposit": 1_000})
        higher = anna.succeed("PUT", "/session/limits", {"loss": 9_000, "deposit": 1_000})

        assert (lower["loss"], lower["waits_until"]) == (5_000, "")
        assert (higher["loss"], higher["next_loss"], bool(higher["waits_until"])) == (5_000, 9_000, True)
        assert anna.get("/session/limits")["loss"] == 5_000
        assert guest.http.get("/session/limits").status_code == 401
        assert anna.send_request("PUT", "/session/limits", {"loss": -1}).status_code == 400
        assert floor.live_house.care is not None
        (player,) = floor.live_house.care.patrons
        assert floor.live_house.care._refuse_deposit(player, 1, floor.live_house.wall_time()) is not None


def test_without_an_overlay_there_are_no_limits_to_set(house: House) -> None:
    """Without an overlay the refusal says that there are no limits."""
    browser = house.browser()
    browser.sit("sydney", "Ben")
    assert browser.http.get("/session/limits").status_code == 404
