"""An entrant's own page: a code from the entry desk, a slip, and a sealed slip that stays on the device."""

import httpx
from playwright.sync_api import Page, Request, expect

from tests.browser.conftest import HouseProcess, Visit
from tests.browser.test_play_off import Desk, http
from tests.browser.test_tournament import act, layout_faults_everywhere
from tests.server.heats import deal, place

__all__ = ["http"]


def open_entrant_page(visit: Visit, house: HouseProcess, desk: Desk) -> tuple[Page, str]:
    """Open the page of the first entrant of the list on a phone, and return the page and the entrant."""
    entry = visit(f"/entry/{desk.name}", at=house)
    entry.context.add_cookies([desk.cookie])
    entry.reload()
    act(entry, "code")
    seat = visit(f"/seat/{desk.name}", at=house, width=390, height=844)
    seat.locator("#code").fill(entry.locator("#code").inner_text())
    seat.locator("#door button").click()
    expect(seat.locator('[data-fact="tournament.bank"]')).to_have_text("10,000")
    who = seat.locator("#who").inner_text()
    rows = desk.http.get(f"/tournaments/{desk.name}").json()["rows"]
    return seat, next(row["player"] for row in rows if row["name"] == who)


def test_an_entrant_seals_at_the_seat_and_opens_there(
    visit: Visit, house: HouseProcess, http: httpx.Client
) -> None:
    """Only the commitment is sent; after a reload the same device opens the slip, and no desk could."""
    desk = Desk(http, "seats", "share")
    seat, player = open_entrant_page(visit, house, desk)
    sent: list[str] = []
    seat.on("request", lambda request: sent.append(request_body(request)))
    deal(desk.order, desk.view, "close")
    seat.locator('[data-chip="500"]').click()
    seat.locator('[data-bet="small"]').click()
    expect(seat.locator("#total")).to_have_text("Not placed yet: 500")
    act(seat, "seal", "#acts")
    expect(seat.locator("#says")).to_contain_text("Your secret wager is sealed")
    assert any("commitment" in body for body in sent) and not any("stakes" in body for body in sent)
    for other in desk.players:
        if other != player:
            place(desk.order, desk.view, other, "small", 100)
    deal(desk.order, desk.view, "uncover")
    seat.reload()
    act(seat, "open-seal", "#acts")
    expect(seat.locator("#says")).to_have_text("Your secret wager is open on the layout.")
    deal(desk.order, desk.view)
    expect(seat.locator('[data-fact="tournament.bank"]')).to_have_text("10,500")
    expect(seat.locator('[data-fact="tournament.rank"]')).to_have_text("1 / 8")
    deal(desk.order, desk.view, "close")
    seat.locator('[data-chip="100"]').click()
    seat.locator('[data-bet="big"]').click()
    act(seat, "place", "#acts")
    expect(seat.locator("#says")).to_contain_text("Your slip of 100 lies on the layout")
    assert layout_faults_everywhere(seat) == []


def request_body(request: Request) -> str:
    """Return the body of a request."""
    return request.post_data or ""
